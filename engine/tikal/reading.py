"""Orders for Tikal, in notation or in sentences."""

from collections.abc import Sequence

from engine.errors import Unreadable, Unsure
from engine.sentences import SentenceReader
from engine.tikal.clauses import THINGS, known
from engine.tikal.orders import NOTATION, READERS, Action, read_notation
from engine.tikal.sentences import interpret
from engine.words import ParsedOrders, tokens

SOFT = frozenset({"turn", "auction", "points", "seat", "new", "more", "display", "field", "free", "go"})
SENTENCES = SentenceReader("engine.tikal", known, interpret, THINGS, SOFT)


def read(text: str, names: Sequence[str] = ()) -> ParsedOrders[Action]:
    """Notation is tried first: it is what links and pages send, and it reads quickly."""
    try:
        return read_notation(text, names)
    except Unreadable as wrong:
        try:
            return SENTENCES.read(text, names)
        except Unsure:
            raise
        except Unreadable as unknown:
            raise (wrong if _is_notation(text, wrong) else unknown) from None


def _is_notation(text: str, wrong: Unreadable) -> bool:
    """Whether the text begins as notation does and goes wrong later: then this error tells more."""
    first = next((word for word in tokens(text) if word not in ";\n"), "")
    return NOTATION.index.get(first) in READERS and wrong.start > 0
