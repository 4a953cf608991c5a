"""What a mail says, once it is read; or why nothing of it is to be done."""

from dataclasses import dataclass, field

from app.services.inbox.away_words import Away
from app.services.inbox.wish_words import Wanted
from engine.errors import OrderError


class DoubtfulReply(Exception):
    """A mail holds something that was meant to be done, and cannot be done as it is written.

    `is_orders`: whether orders were meant, and not an absence, a plan, or words for somebody.
    """

    def __init__(self, error: OrderError, text: str, is_orders: bool = True) -> None:
        super().__init__(str(error))
        self.error = error
        self.text = text
        self.is_orders = is_orders


@dataclass
class ReplyContent:
    """All that a mail says. A plan of "" takes the plan away; None: nothing is said of one."""

    words: list[str] = field(default_factory=list)
    plan: str | None = None
    talk: str = ""
    diary: str = ""
    orders: str = ""
    away: Away | None = None
    wants: list[Wanted] = field(default_factory=list)  # of the table, or of a friend
    later: list[str] = field(default_factory=list)  # lines of talk with words that orders have
    doubt: str = ""  # what such a line is rather: a question, or orders with a condition (if)

    @property
    def nothing(self) -> bool:
        said = (self.words, self.talk, self.diary, self.orders, self.away, self.wants)
        return not any(said) and self.plan is None

    @property
    def only_away(self) -> bool:
        """Nothing but what a vacation notice would say too."""
        said = self.talk or self.diary or self.orders or self.wants or self.plan is not None
        return set(self.words) <= {"back"} and not said
