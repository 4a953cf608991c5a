"""What stands in one clause about Tikal: verbs, members, hexes with their prepositions, numbers."""

import re
from dataclasses import dataclass, field, replace

from engine.grammar import Misread
from engine.speech import later
from engine.tikal.pieces import HEXES, MOTIFS, TILES

ALL_HEXES = frozenset(HEXES)
# What each verb may stand for. With `go` and `place` the nouns beside them decide.
VERBS: dict[str, frozenset[str]] = {
    "place": frozenset({"tile", "camp", "guard", "enter"}),
    "enter": frozenset({"enter"}),
    "bring": frozenset({"enter", "move"}),
    "go": frozenset({"move", "tile", "camp", "guard", "enter"}),
    "move": frozenset({"move"}),
    "dig": frozenset({"dig", "take"}),
    "take": frozenset({"take", "pick", "swap", "dig", "move", "guard"}),
    "swap": frozenset({"swap"}),
    "give": frozenset({"swap"}),
    "get": frozenset({"swap", "take", "pick", "dig"}),
    "build": frozenset({"camp", "guard"}),
    "bid": frozenset({"bid"}),
    "pass": frozenset({"pass"}),
    "pick": frozenset({"pick"}),
    "end": frozenset({"end"}),
}
HEADS = frozenset({"tile", "terrain", "camp", "guard", "treasure", "level", "temple", "points", "auction"})
NOUNS = HEADS | {"worker", "workers", "leader", "turn", *MOTIFS}
FLAGS = frozenset(
    {"them", "both", "there", "new", "display", "want", "free", "me", "more", "thence", "subject"}
    | {"by", "limit", "because", "in_camp"}
)
ROLES = frozenset({"from", "to", "via", "at"})
UNITS = frozenset(
    {"worker", "workers", "leader", "level", "treasure", "points", "degrees", "rotation", "times"}
)
SINGLE = frozenset({"camp", "guard", "tile", "terrain", "temple", "turn", "auction", "seat", *MOTIFS})
COUNTS = {str(n): n for n in range(21)}
TIMES = {"once": 1, "twice": 2, "thrice": 3}
HEX = re.compile(r"[a-h][1-9]\Z")
TURNED = re.compile(r"r([0-9]{1,2})\Z")
THINGS = frozenset({"hex", "tile_id", "turned", "repeated", "L", "no_hex"})
NO_HEX_AT_ALL = re.compile(r"[a-z]{1,2}[0-9]{1,2}\Z|[0-9]{1,2}[a-z]\Z")  # d33, 3d, s5
REPEATED = re.compile(r"x([0-9]{1,2})\Z|([0-9]{1,2})x\Z")

NO_HEX = later("here I expect a hex: a column from a to h and a row from 1 to 5, like c4.")
WHERE_THE_LEADER_IS = later("name the hex where the leader is.")
TWO_LEADERS = later("there is one leader only.")
TWO_PLAYERS = later("this names two players; say what you do yourself.")
TOO_MANY_NUMBERS = later("I do not know what this number is for.")


def known(word: str) -> frozenset[str]:
    """What a piece of text is that looks the same in every language."""
    found = set()
    if HEX.match(word):
        found.add("hex")
    if word.upper() in TILES:
        found.add("tile_id")
    if TURNED.match(word):
        found.add("turned")
    if REPEATED.match(word):
        found.add("repeated")
    if word == "l":
        found.add("L")
    if not found and NO_HEX_AT_ALL.match(word):
        found.add("no_hex")
    return frozenset(found)


@dataclass(frozen=True)
class Hex:
    name: str
    roles: frozenset[str]
    index: int


@dataclass
class Clause:
    """`first` and `after` are indexes of words. A clause is parted from the one before by `parted`."""

    first: int
    after: int = 0
    parted: str = ""
    verbs: frozenset[str] | None = None
    said: frozenset[str] = frozenset()  # the meanings of the verbs
    heads: frozenset[str] = frozenset()
    hexes: list[Hex] = field(default_factory=list)
    tile_ids: list[str] = field(default_factory=list)
    workers: int | None = None
    leader: bool = False
    plural: bool = False  # workers without a number
    numbers: list[int] = field(default_factory=list)  # without a noun of their own
    late: bool = False  # whether such a number, or “twice”, stands behind a hex
    times: int | None = None
    points: int | None = None
    rotation: int | None = None
    turned: bool = False  # something is said of a rotation
    motifs: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    seat: int = 0
    flags: frozenset[str] = frozenset()  # them, both, there, new

    @property
    def has_members(self) -> bool:
        return self.leader or self.plural or self.workers is not None

    @property
    def is_empty(self) -> bool:
        """Nothing that an order is made of."""
        return self.verbs is None and not self.has_members and not self._things

    @property
    def _things(self) -> bool:
        listed = self.hexes or self.tile_ids or self.numbers or self.motifs or self.seat or self.heads
        valued = (self.times, self.points, self.rotation)
        told = self.flags & {"both"}
        return bool(listed or told) or any(value is not None for value in valued) or self.turned

    def only(self, *names: str) -> bool:
        """Whether nothing is said but these."""
        blank = Clause(self.first, self.after, self.parted, late=self.late)
        return replace(self, **{name: getattr(blank, name) for name in names}) == blank

    def joined(self, other: "Clause") -> "Clause":
        """Both as one clause."""
        verbs = (
            self.verbs
            if other.verbs is None
            else other.verbs
            if self.verbs is None
            else self.verbs & other.verbs
        )
        if self.leader and other.leader:
            raise Misread(other.first, TWO_LEADERS)
        return Clause(
            self.first,
            other.after,
            self.parted,
            verbs,
            self.said | other.said,
            self.heads | other.heads,
            self.hexes + other.hexes,
            self.tile_ids + other.tile_ids,
            one_of(self.workers, other.workers, other.first),
            self.leader or other.leader,
            self.plural or other.plural,
            self.numbers + other.numbers,
            self.late or other.late,
            one_of(self.times, other.times, other.first),
            one_of(self.points, other.points, other.first),
            one_of(self.rotation, other.rotation, other.first),
            self.turned or other.turned,
            self.motifs + other.motifs,
            self.seat or other.seat,
            self.flags | other.flags,
        )


def one_of(one: int | None, other: int | None, at: int) -> int | None:
    if one is not None and other is not None:
        raise Misread(at, TOO_MANY_NUMBERS)
    return other if one is None else one


class Unfit(Exception):
    """A clause is not the action that it was tried as."""


def need(fits: object) -> None:
    if not fits:
        raise Unfit


def check_hexes(clause: Clause) -> None:
    """A hex that is not on the board may be a tile's name; otherwise it is a mistake."""
    for hex in clause.hexes:
        need(hex.name in ALL_HEXES or hex.name.upper() not in TILES)
        if hex.name not in ALL_HEXES:
            raise Misread(clause.first, NO_HEX)
