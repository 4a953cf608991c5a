"""The tables. Columns only: what is done with them is in the services."""

from app.models.desk import Book, Contribution, DiaryEntry, Draft, Look, Note, Talk
from app.models.editions import Edition
from app.models.films import Film
from app.models.heartbeats import Heartbeat
from app.models.imap import ImapFolder
from app.models.loans import Loan
from app.models.matches import Ask, Match, Receipt, Rematch, Seat, Step
from app.models.people import Browser, NewAddress, Pace, Player, Refusal
from app.models.post import Letter, Mail, Relay
from app.models.proposals import Proposal, Vote
from app.models.watching import Fault, Tally

__all__ = [
    "Ask",
    "Book",
    "Browser",
    "Contribution",
    "DiaryEntry",
    "Draft",
    "Edition",
    "Fault",
    "Film",
    "Heartbeat",
    "ImapFolder",
    "Letter",
    "Loan",
    "Look",
    "Mail",
    "Match",
    "NewAddress",
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
    "Tally",
    "Vote",
]
