"""The service. Importing this package loads nothing: a command that only needs the engine starts at once."""
