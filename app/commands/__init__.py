"""What the launcher can run: a module each, its first line the help text, its `main` the command."""
