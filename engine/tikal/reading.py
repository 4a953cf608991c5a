"""Orders for Tikal, in notation or in sentences."""

from collections.abc import Sequence

from engine.errors import Incomplete, Unreadable, Unsure
from engine.grammar import Grammar
from engine.sentences import SentenceReader
from engine.tikal.clauses import THINGS, known
from engine.tikal.orders import NOTATION, READERS, Action, Pick, Take, Tile, read_notation, write
from engine.tikal.pieces import MOTIFS, TILES
from engine.tikal.sentences import interpret
from engine.words import LANGUAGES, ParsedOrders, fold, tokens

NOUNS = ("leader", "worker", "workers", "treasure", "level", "temple", "tile", "guard", "camp")
PIECES = frozenset({*NOUNS, *MOTIFS})
SOFT = frozenset({"turn", "auction", "points", "seat", "new", "more", "display", "field", "free", "go"})
SENTENCES = SentenceReader(Grammar("engine.tikal", known, interpret, write, THINGS, PIECES, SOFT))


def read(
    text: str, names: Sequence[str] = (), ask: str = "", languages: Sequence[str] = LANGUAGES
) -> ParsedOrders[Action]:
    """`ask` says what the orders answer; it decides where the words alone leave two readings."""
    return _as_answer(_read(text, names, ask, languages), ask)


def _read(text: str, names: Sequence[str], ask: str, languages: Sequence[str]) -> ParsedOrders[Action]:
    """Notation is tried first: it is what links and pages send, and it reads quickly."""
    if "?" in fold(text):  # notation takes no notice of it
        return SENTENCES.read(text, names, ask, languages)
    try:
        return read_notation(text, names)
    except Unreadable as wrong:
        try:
            return SENTENCES.read(text, names, ask, languages)
        except Unsure:
            raise
        except Unreadable as unknown:
            raise (wrong if _is_notation(text, wrong, unknown) else unknown) from None


def _is_notation(text: str, wrong: Unreadable, unknown: Unreadable) -> bool:
    """Whether the text begins as notation does and goes wrong later: then this error tells more."""
    first = next((word for word in tokens(text) if word not in ";\n"), "")
    if NOTATION.index.get(first) not in READERS or not wrong.start:
        return False
    further = unknown.start > wrong.start and not isinstance(unknown, Incomplete)
    return "nearest" in wrong.values or not further


def _as_answer(read: ParsedOrders[Action], ask: str) -> ParsedOrders[Action]:
    """“I take B5” picks a tile, where one is to be picked."""
    tile = _tile_of(read.actions[0]) if ask == "pick" else ""
    return read._replace(actions=(Pick(tile), *read.actions[1:])) if tile else read


def _tile_of(action: Action) -> str:
    bare = (isinstance(action, Take) and action.times == 1) or (
        isinstance(action, Tile) and not action.rotation
    )
    tile = action.place.upper() if bare and isinstance(action, (Take, Tile)) else ""
    return tile if tile in TILES else ""
