"""Backups, and moving to another database: all tables in one form that belongs to no database."""


class Refused(Exception):
    """Why nothing was done, in words for the operator."""


class Damaged(Refused):
    """A backup that is not as it was made."""
