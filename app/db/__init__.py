"""The database: sessions that read and sessions that write, and quick rows for the hot tables."""
