"""The commands of the launcher. Each is a module: its first line is the help text, its `main` the command."""
