"""What a mail says, once it is read; or why nothing of it is to be done."""

from dataclasses import dataclass, field

from app.services.inbox.away_words import Away
from engine.errors import OrderError


class DoubtfulReply(Exception):
    """A mail holds something that was meant to be done, and cannot be done as it is written."""

    def __init__(self, error: OrderError, text: str) -> None:
        super().__init__(str(error))
        self.error = error
        self.text = text


@dataclass
class ReplyContent:
    """All that a mail says. A plan of "" takes the plan away; None: nothing is said of one."""

    words: list[str] = field(default_factory=list)
    plan: str | None = None
    talk: str = ""
    orders: str = ""
    away: Away | None = None
    later: list[str] = field(default_factory=list)  # lines of talk with words that orders have

    @property
    def nothing(self) -> bool:
        return not (self.words or self.talk or self.orders or self.away) and self.plan is None

    @property
    def only_away(self) -> bool:
        """Nothing but what a vacation notice would say too."""
        return set(self.words) <= {"back"} and not (self.talk or self.orders) and self.plan is None
