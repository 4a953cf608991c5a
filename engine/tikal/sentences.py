"""Sentences about Tikal as actions: the clauses one after another, each with what was said before it.

A clause counts if exactly one action fits all that it says; else the whole text is refused.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.doubts import DOUBTS
from engine.grammar import NO_ORDERS, TWO_WAYS, Found, Misread
from engine.lexicon import Meant
from engine.tikal.clauses import Clause
from engine.tikal.fitting import checked_rotation, different, fitting
from engine.tikal.gathering import clauses
from engine.tikal.joining import is_listed, joined, waits
from engine.tikal.memory import Memory, remember
from engine.tikal.orders import (
    READERS,
    Action,
    Bid,
    Camp,
    Dig,
    End,
    Enter,
    Guard,
    Move,
    Pass,
    Pick,
    Take,
    Tile,
)
from engine.tikal.pieces import TILES
from engine.tikal.unfit import NOT_WHOLE, why_unfit
from engine.tikal.ways import further, real_way

OPENING = (Bid, Pick, Tile)  # these come first in a turn, whatever comes first of the rest
NAMES = {action: name for name, action in READERS.items()}


def interpret(words: Sequence[Meant], names: Sequence[str], ask: str) -> Found[Action]:
    said = clauses(words, names)
    if not said:
        raise Misread(0, NO_ORDERS)
    return _Telling(said, ask).all()


class _Telling:
    """Takes the clauses one after another."""

    def __init__(self, said: Sequence[Clause], ask: str) -> None:
        self.said = said
        self.ask = ask
        self.actions: list[Action] = []
        self.marks: list[tuple[int, int]] = []
        self.memory = Memory(asked=ask)
        self.clause: Clause | None = None  # of the last action
        self.added = 0  # how many actions that clause was
        self.waiting: Clause | None = None  # a clause that is no action without the next

    def all(self) -> Found[Action]:
        for n, clause in enumerate(self.said):
            following = self.said[n + 1] if n + 1 < len(self.said) else None
            if not (n and not following and self._only_calls(clause)):
                self._take(clause, following)
        if self.waiting:
            raise why_unfit(self.waiting)
        return Found(tuple(self.actions), tuple(self.marks))

    @property
    def last(self) -> Action | None:
        return self.actions[-1] if self.actions else None

    def _only_calls(self, clause: Clause) -> bool:
        """“that is all, Bruno”"""
        return bool(clause.seat) and clause.only("seat", "flags") and not self.waiting

    def _take(self, clause: Clause, following: Clause | None) -> None:
        if self.waiting:
            clause, self.waiting = joined(self.waiting, clause), None
        elif self._goes_on(clause, following):
            return
        if waits(clause, following) or not self._acts(clause):
            self.waiting = clause

    def _acts(self, clause: Clause) -> bool:
        """Whether the clause was an action, or several of one kind."""
        like = self._like_last(clause)
        found = different(fitting(clause, self.memory) + (fitting(like, self.memory) if like else []))
        if len(found) > 1:
            found = self._of_ask(found)
        if len(found) > 1:
            raise Misread(clause.first, TWO_WAYS)
        if found:
            self._add(clause, found[0])
        return bool(found)

    def _of_ask(self, found: list[tuple[Action, ...]]) -> list[tuple[Action, ...]]:
        """“Tile B5” places a tile or picks one: what is asked tells, or that more than a pick is said."""
        picks = self.ask == "pick" and not self.actions
        if picks or not (self.memory.bid or (len(self.said) == 1 and not self.ask)):
            return [one for one in found if isinstance(one[0], Pick) == picks]
        return found

    def _like_last(self, clause: Clause) -> Clause | None:
        """Without a verb, as in “and 2 on b5”: the verb before counts on."""
        if not self.last or clause.verbs is not None or clause.flags & {"because", "them"}:
            return None
        if isinstance(self.last, Move) and not (
            clause.has_members or clause.numbers or "both" in clause.flags
        ):
            return None
        if isinstance(self.last, (Dig, Take)) and clause.parted == "and":
            self._check_each(self.last, clause)
        return replace(clause, verbs=frozenset({NAMES[type(self.last)]}), said=frozenset({"again"}))

    def _check_each(self, last: Dig | Take, clause: Clause) -> None:
        """“dig c4 twice and d3”, “dig c4 and d3 twice”: once or twice each?"""
        if (last.times == 2 and clause.times is None) or (clause.late and clause.times == 2):
            raise Misread(clause.first, TWO_WAYS)

    # --- Actions ---

    def _add(self, clause: Clause, actions: Sequence[Action]) -> None:
        self._check_time(clause, actions[0])
        walk = self._walk_on(clause, actions[0])
        if walk:
            self.actions[-1] = walk
            self.memory = remember(self.memory, walk)
        else:
            for action in actions:
                self._add_one(clause, action)
        self.clause, self.added = clause, len(actions)

    def _check_time(self, clause: Clause, action: Action) -> None:
        """“Dig c4 last, move 2 a5 b4 first”: said in another order than it is meant."""
        before = [one for one in self.actions if not isinstance(one, OPENING)]
        too_late = "first" in clause.flags and before
        too_early = self.clause and "last" in self.clause.flags and not isinstance(action, End)
        if too_late or too_early:
            raise Misread(clause.first, DOUBTS["before"].why)

    def _add_one(self, clause: Clause, action: Action) -> None:
        if self._was_said(action):
            return
        if isinstance(action, Bid) and self.last and (isinstance(self.last, Bid) or clause.verbs is None):
            raise Misread(clause.first, TWO_WAYS)  # “I bid 4, well, 5”
        if isinstance(action, Guard) and isinstance(self.last, Guard) and action.place == self.last.place:
            raise Misread(clause.first, TWO_WAYS)  # a worker there, and the leader
        if isinstance(self.last, End):
            raise Misread(clause.first, NOT_WHOLE)  # an end comes last
        if isinstance(action, Tile):
            if any(isinstance(other, Tile) for other in self.actions):
                raise Misread(clause.first, TWO_WAYS)  # there is one tile in a turn
            self._mend_pick()
        self.actions.append(action)
        self.marks.append((clause.first, clause.after))
        self.memory = remember(self.memory, action)

    def _was_said(self, action: Action) -> bool:
        """“I do not bid, I pass”; “I bid 3, that is all”"""
        if isinstance(action, End) and isinstance(self.last, (Bid, Pass)):
            return True
        same = type(action) is type(self.last) and action == self.last
        return same and isinstance(action, (Pass, End, Camp, Guard))

    def _mend_pick(self) -> None:
        """“I take B5 and put it on d3”: a tile comes first in a turn, so nothing else was taken before it."""
        last, treasure = self.last, self.clause and "treasure" in self.clause.heads
        if isinstance(last, Take) and last.times == 1 and last.place.upper() in TILES and not treasure:
            self.actions[-1] = Pick(last.place.upper())

    def _walk_on(self, clause: Clause, action: Action) -> Move | None:
        """The same members go on from where they are: one way, not two."""
        last = self.last
        if not isinstance(last, Move) or not isinstance(action, Move) or clause.has_members or clause.numbers:
            return None
        same = (last.workers, last.leader, last.way[-1]) == (action.workers, action.leader, action.way[0])
        return last._replace(way=real_way(last.way + action.way[1:], clause)) if same else None

    # --- Clauses that belong to the action before ---

    def _goes_on(self, clause: Clause, following: Clause | None) -> bool:
        last = self.last
        if last is None:
            return False
        if clause.verbs is not None:
            return self._says_again(last, clause)
        longer = self._longer(last, clause, following)
        if longer is None:
            return False
        if isinstance(last, Enter) and isinstance(longer, Move):
            self.actions.append(longer)
            self.marks.append((clause.first, clause.after))
        else:
            self.actions[-1] = longer
            self.marks[-1] = (self.marks[-1][0], clause.after)
        self._note_hexes(clause)
        self.memory = remember(self.memory, longer)
        return True

    def _note_hexes(self, clause: Clause) -> None:
        """A way that was through these hexes may go on through more."""
        if self.clause and clause.hexes:
            roles = clause.hexes[-1].roles or self.clause.hexes[-1].roles
            self.clause.hexes.append(replace(clause.hexes[-1], roles=roles))

    def _says_again(self, last: Action, clause: Clause) -> bool:
        """“The treasure on d5 is mine, I take it”: nothing new."""
        again = NAMES[type(last)] in (clause.verbs or ())
        return again and "them" in clause.flags and clause.only("verbs", "said", "flags")

    def _longer(self, last: Action, clause: Clause, following: Clause | None) -> Action | None:
        """The last action with what the clause adds to it."""
        if isinstance(last, Tile):
            return self._turned(last, clause)
        if isinstance(last, (Dig, Take)):
            return self._counted(last, clause)
        if clause.only("leader") and clause.leader and not is_listed(following):
            return self._with_leader(last, clause)
        if isinstance(last, Guard) and clause.workers == 1 and clause.only("workers", "flags"):
            return last
        if isinstance(last, (Move, Enter)) and _is_way(last, clause, self.clause):
            return (
                further(last, clause, self.clause)
                if isinstance(last, Move)
                else _walk_from_camp(last, clause)
            )
        return None

    def _turned(self, last: Tile, clause: Clause) -> Tile | None:
        sixths = clause.times if clause.rotation is None else clause.rotation
        said = clause.only("rotation", "times", "turned", "flags") and clause.turned
        if not said or sixths is None or (self.clause and self.clause.turned):
            return None
        return Tile(last.place, checked_rotation(sixths, clause))

    def _counted(self, last: Dig | Take, clause: Clause) -> Dig | Take | None:
        """“dig c4, two levels”: or the hex once more, after “dig there”."""
        number = clause.times in (1, 2) and clause.only("times", "flags", "heads")
        named = [hex.name for hex in clause.hexes] == [self.memory.there] and clause.only("hexes", "flags")
        if not (number and clause.heads <= {"level", "treasure"}) and not (named and self._was_there()):
            return None
        if clause.times == 2 and (last.times != 1 or self.added != 1):
            raise Misread(clause.first, TWO_WAYS)
        return type(last)(last.place, max(last.times, clause.times or 1))

    def _was_there(self) -> bool:
        return bool(self.clause and "there" in self.clause.flags)

    def _with_leader(self, last: Action, clause: Clause) -> Action | None:
        if isinstance(last, Guard):
            if self.clause and self.clause.workers:
                raise Misread(clause.first, NOT_WHOLE)  # a worker and the leader
            return Guard(last.place, True)
        if isinstance(last, (Move, Enter)) and not last.leader and clause.parted in ("and", "comma"):
            return last._replace(leader=True)
        return None


def _is_way(last: Move | Enter, clause: Clause, before: Clause | None) -> bool:
    """Hexes that a move goes on through. After “and” they may be an end of their own: to b4 and c4."""
    listed = isinstance(last, Move) and len(last.way) > 2 and not any(hex.roles for hex in clause.hexes)
    via = any("via" in hex.roles for hex in clause.hexes) or bool(before and _is_through(before))
    on = clause.parted not in ("and", "aside") or via or listed
    odd = clause.flags & {"them", "because", "there", "more", "new"} - {"there"}
    return bool(clause.hexes) and clause.only("hexes", "flags") and on and not odd


def _is_through(before: Clause) -> bool:
    """Whether a list of hexes on the way has begun: via b3, c4"""
    roles = next((hex.roles for hex in reversed(before.hexes) if hex.roles), frozenset())
    return "via" in roles


def _walk_from_camp(last: Enter, clause: Clause) -> Move:
    """“two into a5 and on to b4”: but “into a5 and d3” would be two camps."""
    same = clause.flags & {"both", "them", "thence"}
    if any("to" not in hex.roles or ("at" in hex.roles and not same) for hex in clause.hexes):
        raise Misread(clause.first, NOT_WHOLE)
    return further(Move(last.workers, last.leader, (last.camp,)), clause, None)
