"""Mail as bytes and as values, pure: no database and no socket. `read` takes mail apart, `write` makes it."""
