"""Looking after the database: checking it, and changing its keys."""
