"""What a line of a mail is: orders, a doubt about orders, words that were meant as orders, or talk.

A line is read together with the orders above it, because it may go on with them: “then them to b4”, “x2”.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.errors import Incomplete, OrderError, Unreadable, Unsure
from engine.game import Game
from engine.sentences import Weight
from engine.words import LANGUAGES, tokens

Kind = Literal["orders", "unsure", "meant", "talk", ""]
ORDERS: Kind = "orders"
UNSURE: Kind = "unsure"
MEANT: Kind = "meant"
TALK: Kind = "talk"
BLANK: Kind = ""

NOTHING = Weight()
LONGEST_LINE = 1000  # characters: no order is as long
MOST_ABOVE = 8  # lines of orders that a line is read together with


@dataclass(frozen=True)
class MailLine:
    """A line, its kind, and the error of orders that do not read."""

    text: str
    kind: Kind
    error: OrderError | None = None
    weight: Weight = NOTHING

    @property
    def lacks_something(self) -> bool:
        """Whether it is an order but for a part of it: “dig”, without a hex."""
        return isinstance(self.error, Incomplete) and not self.weight.unknown


@dataclass(frozen=True)
class OrderReader:
    """Reads lines for one seat: whose names there are, what is asked, which language its player speaks."""

    rules: Game
    names: Sequence[str] = ()
    ask: str = ""
    languages: Sequence[str] = field(default=())  # of the player, and English; empty: all
    away: bool = False  # whether the player is away, or a bot plays in their place

    def write(self, lines: Sequence[str]) -> str:
        return self.rules.write("\n".join(lines), self.names, self.ask)

    def is_plain(self, text: str) -> bool:
        """Whether it is just the word that letters show for an order: end, koniec."""
        try:
            order = self.write([text])
        except OrderError:
            return False  # it is an order only together with those above
        shown = {order, *(self.rules.in_words(order, language) for language in self.languages or LANGUAGES)}
        return tokens(text) in [tokens(one) for one in shown]

    def classify(self, text: str, above: Sequence[str] = ()) -> MailLine:
        """`above` are the lines of orders that stand before this one."""
        if not tokens(text):
            return MailLine(text, TALK if text.strip() else BLANK)
        if len(text) > LONGEST_LINE:
            return MailLine(text, TALK)
        weight = self.rules.weigh(text, self.names)
        if text.rstrip().endswith(":"):  # a heading, or the label of a link
            return MailLine(text, TALK, None, weight)
        try:
            self._check(text, above[-MOST_ABOVE:], weight)
        except Unsure as doubt:
            return MailLine(text, UNSURE, doubt, weight)
        except OrderError as error:
            kind = MEANT if weight.orders or weight.things else TALK
            return MailLine(text, kind, self._in_own_language(text, error), weight)
        return MailLine(text, ORDERS, None, weight)

    def _in_own_language(self, text: str, error: OrderError) -> OrderError:
        """“Did you mean” with words of the player, and not of a language that looks like theirs."""
        if not self.languages:
            return error
        try:
            self.rules.write(text, self.names, self.ask, self.languages)
        except Unsure:
            return error
        except OrderError as own:
            return own
        return error

    def _check(self, text: str, above: Sequence[str], weight: Weight) -> None:
        """Raises an error if the line gives no orders."""
        try:
            self.write([text])
        except Unsure:
            raise
        except OrderError as alone:
            if not above or not weight.bearing:
                raise
            self._check_with(text, above, alone)
        else:
            self._check_language(text, weight)

    def _check_with(self, text: str, above: Sequence[str], alone: OrderError) -> None:
        before = self.write(above)
        try:
            both = self.write([*above, text])
        except Unsure:
            raise
        except OrderError:
            raise alone from None
        if both == before:
            raise alone  # it was passed over as talk

    def _check_language(self, text: str, weight: Weight) -> None:
        """A word alone can be an order in one language and a name in another: “Stan”, “Fin”."""
        if self.languages and not weight.is_strong:
            self.rules.write(text, self.names, self.ask, self.languages)


def error_of_line(why: str, line: str, **values: object) -> OrderError:
    return Unreadable(why, **values).at(0, 0, len(line), line)
