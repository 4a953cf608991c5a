"""The tables. Columns only: what is done with them is in the services."""

from app.models.desk import Book, Draft, Note, Talk
from app.models.heartbeats import Heartbeat
from app.models.loans import Loan
from app.models.matches import Ask, Match, Receipt, Rematch, Seat, Step
from app.models.people import Browser, Pace, Player, Refusal
from app.models.post import Letter, Mail, Relay
from app.models.proposals import Proposal, Vote

__all__ = [
    "Ask",
    "Book",
    "Browser",
    "Draft",
    "Heartbeat",
    "Letter",
    "Loan",
    "Mail",
    "Match",
    "Note",
    "Pace",
    "Player",
    "Proposal",
    "Receipt",
    "Refusal",
    "Relay",
    "Rematch",
    "Seat",
    "Step",
    "Talk",
    "Vote",
]
