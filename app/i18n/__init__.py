"""What is told to people, in their language: catalogs, templates, and text that does no harm."""
