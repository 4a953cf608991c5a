"""Mail as bytes and as plain values, without database or sockets: `read` parses mail, `write` makes it."""
