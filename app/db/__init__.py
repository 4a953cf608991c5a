"""The database: sessions that read, sessions that write, and fast rows for the tables that play uses most."""
