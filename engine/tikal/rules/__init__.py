"""Tikal's rules, by topic."""
