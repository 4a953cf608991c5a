"""Clauses about Tikal as actions. A clause counts if exactly one action fits all that it says."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from engine.lexicon import Meant
from engine.sentences import NO_ORDERS, Found, Lacking, Misread
from engine.speech import later
from engine.tikal.orders import Action, Bid, Camp, Dig, End, Enter, Guard, Move, Pass, Pick, Swap, Take, Tile, write
from engine.tikal.clauses import ALL_HEXES, HEADS, Clause, Hex, clauses
from engine.tikal.pieces import TILES

BASE = "a5"
NO_HEX = later("here I expect a hex: a column from a to h and a row from 1 to 5, like c4.")
NO_START = later("from which hex, and to which?")
HOW_MANY = later("how many members? At least 1.")
WHO = later("here I expect who: a number of workers, L for the leader, or both, like 2+L.")
TWO_WAYS = later("this can be read in more than one way; say it in other words.")
NOT_WHOLE = later("I do not understand this part; say each action by itself.")
WAY_UNCLEAR = later("the way is not clear; name the hexes in the order in which they are walked.")


class Memory(NamedTuple):
    """What a later clause may point at: “them”, “there”."""

    workers: int = 0
    leader: bool = False
    place: str = ""  # where these members are
    there: str = ""  # the hex that was spoken of last
    bid: bool = False  # the last action was a bid
    pool: str = ""  # the camp that workers have just come to
    left: int = 0  # how many of them have not gone on
    leader_in: bool = False  # whether the leader has come in this turn: that happens once


class Unfit(Exception):
    """The clause is not this action; why, if it could have been."""


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
        self.memory = Memory()
        self.last: Clause | None = None  # the clause of the last action
        self.added = 0  # how many actions that clause was

    def all(self) -> Found[Action]:
        waiting: Clause | None = None
        for n, clause in enumerate(self.said):
            following = self.said[n + 1] if n + 1 < len(self.said) else None
            if n in (0, len(self.said) - 1) and n and clause.seat and clause.only("seat", "flags") and not waiting:
                continue  # “that is all, Bruno”
            if waiting:
                if clause.verbs is not None and not _is_subject(waiting, clause):
                    raise _reason(waiting, self.memory)
                clause = waiting.joined(clause)
                waiting = None
            elif self._goes_on(clause, following):
                continue
            if _waits(clause, following) or not self._take(clause):
                waiting = clause
        if waiting:
            raise _reason(waiting, self.memory)
        return Found(tuple(self.actions), tuple(self.marks))

    def _take(self, clause: Clause) -> bool:
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
        last = self.actions[-1:]
        if not last or clause.verbs is not None:
            return None
        return replace(clause, verbs=frozenset({NAMES[type(last[0])]}), said=frozenset({"again"}))

    def _add(self, clause: Clause, actions: Sequence[Action]) -> None:
        walk = self._walk_on(clause, actions[0])
        if walk:
            self.actions[-1], actions = walk, ()
            self.memory = _remember(self.memory, walk)
        for action in actions:
            if isinstance(action, (Pass, End, Camp, Guard)) and repr(action) == repr(self.actions[-1:][0:1])[1:-1]:
                continue  # said twice: “I do not bid, I pass”
            if isinstance(action, End) and isinstance(self.actions[-1:][0:1] and self.actions[-1], (Bid, Pass)):
                continue  # “I bid 3, that is all”
            if isinstance(action, Bid) and isinstance((self.actions or [None])[-1], Bid):
                raise Misread(clause.first, TWO_WAYS)  # “I bid 4, well, 5”
            if isinstance(action, Tile):
                self._picked_before()
            self.actions.append(action)
            self.marks.append((clause.first, clause.after))
            self.memory = _remember(self.memory, action)
        self.last, self.added = clause, len(actions)

    def _picked_before(self) -> None:
        """“I take B5 and put it on d3”: a tile comes first in a turn, so nothing else was taken before it."""
        last = self.actions[-1] if self.actions else None
        if isinstance(last, Take) and last.times == 1 and last.place.upper() in TILES and not self._named_treasure():
            self.actions[-1] = Pick(last.place.upper())

    def _named_treasure(self) -> bool:
        return bool(self.last and "treasure" in self.last.heads)

    def _walk_on(self, clause: Clause, action: Action) -> Move | None:
        """The same members go on from where they are: one way, not two."""
        last = self.actions[-1] if self.actions else None
        if not isinstance(last, Move) or not isinstance(action, Move) or clause.has_members or clause.numbers:
            return None
        same = (last.workers, last.leader, last.way[-1]) == (action.workers, action.leader, action.way[0])
        return last._replace(way=_real_way(last.way + action.way[1:], clause)) if same else None

    # --- Clauses that belong to the action before ---

    def _goes_on(self, clause: Clause, following: Clause | None) -> bool:
        if self.actions and self._says_again(clause):
            return True
        if not self.actions or clause.verbs is not None:
            return False
        last = self.actions[-1]
        longer = self._longer(last, clause, following)
        if isinstance(last, Enter) and self.actions[-1] is not last:
            longer = _further(self.actions[-1], clause, None)  # type: ignore[arg-type]
        if longer is None:
            return False
        self.actions[-1] = longer
        if clause.hexes and self.last:
            newest = clause.hexes[-1]
            self.last.hexes.append(replace(newest, roles=newest.roles or self.last.hexes[-1].roles))
        self.marks[-1] = (self.marks[-1][0], clause.after)
        self.memory = _remember(self.memory, longer)
        return True

    def _says_again(self, clause: Clause) -> bool:
        """“The treasure on d5 is mine, I take it”: nothing new."""
        again = clause.verbs is not None and NAMES[type(self.actions[-1])] in clause.verbs
        return again and "them" in clause.flags and clause.only("verbs", "said", "flags")

    def _longer(self, last: Action, clause: Clause, following: Clause | None) -> Action | None:
        if isinstance(last, Tile) and clause.only("rotation", "turned", "flags") and clause.rotation is not None:
            return Tile(last.place, _rotation(clause.rotation, clause)) if not self._turned() else None
        if isinstance(last, Tile) and clause.only("times", "turned", "flags") and clause.turned and clause.times:
            return Tile(last.place, clause.times) if not self._turned() else None
        if isinstance(last, (Dig, Take)) and self._counts_last(clause):
            if clause.times != 1 and (last.times != 1 or self.added != 1):
                raise Misread(clause.first, TWO_WAYS)
            return type(last)(last.place, max(last.times, clause.times or 1))
        if clause.leader and clause.only("leader", "flags") and not _joined_by_and(following):
            if isinstance(last, Guard):
                return Guard(last.place, True)
            if isinstance(last, (Move, Enter)) and not last.leader and clause.parted == "and":
                return last._replace(leader=True)
        if isinstance(last, Guard) and clause.workers == 1 and clause.only("workers", "flags"):
            return last
        if isinstance(last, Enter) and clause.hexes and clause.only("hexes", "flags"):
            self._walk_from_camp(last, clause)
        if isinstance(last, Move) and clause.hexes and clause.only("hexes", "flags"):
            return _further(last, clause, self.last)
        return None

    def _walk_from_camp(self, last: Enter, clause: Clause) -> None:
        """“two into a5 and on to b4”: but “into a5 and d3” would be two camps."""
        same = clause.flags & {"both", "them", "thence"}
        if any("to" not in hex.roles or ("at" in hex.roles and not same) for hex in clause.hexes):
            raise Misread(clause.first, NOT_WHOLE)
        self.actions.append(Move(last.workers, last.leader, (last.camp,)))
        self.marks.append((clause.first, clause.after))

    def _counts_last(self, clause: Clause) -> bool:
        """“dig c4, two levels”: or the hex once more, after “dig there”."""
        if clause.times in (1, 2) and clause.only("times", "flags", "heads"):
            return clause.heads <= {"level", "treasure"}
        again = [hex.name for hex in clause.hexes] == [self.memory.there] and clause.only("hexes", "flags")
        return again and bool(self.last and "there" in self.last.flags)

    def _turned(self) -> bool:
        return bool(self.last and self.last.turned)


def _is_subject(waiting: Clause, clause: Clause) -> bool:
    """“two workers, move from a5 to b4”: what stood before the verb belongs to it."""
    verbs = clause.verbs or frozenset()
    return not waiting.hexes and not (waiting.has_members and not verbs & {"move", "enter", "guard"})


def _joined_by_and(following: Clause | None) -> bool:
    """Whether members are listed: the leader and 2 workers from ..."""
    return bool(following and following.parted == "and" and following.verbs is None and following.has_members)


def _waits(clause: Clause, following: Clause | None) -> bool:
    """A verb whose hex comes behind a comma or a colon."""
    if clause.verbs is None or clause.hexes or clause.flags & {"there"} or not following:
        return False
    return following.verbs is None and bool(following.hexes) and not following.heads and following.parted == "and"


def _further(last: Move, clause: Clause, before: Clause | None) -> Move:
    on_the_way = bool(before and before.hexes and "via" in before.hexes[-1].roles)
    if all("via" in hex.roles or (on_the_way and not hex.roles) for hex in clause.hexes):
        *way, end = last.way
        return last._replace(way=_real_way((*way, *(hex.name for hex in clause.hexes), end), clause))
    if any("from" in hex.roles and not hex.roles & {"to", "at"} for hex in clause.hexes):
        raise Misread(clause.first, WAY_UNCLEAR)
    return last._replace(way=_real_way(last.way + tuple(hex.name for hex in clause.hexes), clause))


def _remember(memory: Memory, action: Action) -> Memory:
    if isinstance(action, Enter):
        pool = (action.camp, action.workers, memory.leader_in or action.leader)
        return Memory(action.workers, action.leader, action.camp, action.camp, False, *pool)
    if isinstance(action, Move):
        left = memory.left - action.workers if action.way[0] == memory.pool else 0
        pool = (memory.pool, left, memory.leader_in)
        return Memory(action.workers, action.leader, action.way[-1], action.way[-1], False, *pool)
    if isinstance(action, (Tile, Camp, Dig, Take, Guard)):
        return memory._replace(there=action.place, bid=False)
    return memory._replace(bid=isinstance(action, Bid))


# --- One clause as an action ---


def fitting(clause: Clause, memory: Memory) -> list[tuple[Action, ...]]:
    """All that the clause can be."""
    found: list[tuple[Action, ...]] = []
    for name, make in MAKERS.items():
        new_here = name == "enter" and "new" in clause.flags and clause.verbs and "move" in clause.verbs
        if clause.verbs is not None and name not in clause.verbs and not new_here:
            continue
        try:
            actions = make(clause, memory)
        except Unfit:
            continue
        found.append(actions)
    return different(found)


def different(found: Sequence[tuple[Action, ...]]) -> list[tuple[Action, ...]]:
    """Each once. Plain equality would take a guard on c4 for a camp there: both are but tuples."""
    return list({write(actions): actions for actions in found}.values())


def _reason(clause: Clause, memory: Memory) -> Misread:
    """Why the clause is no action: what is missing, as far as its verb tells."""
    if clause.plural and clause.workers is None:
        return Lacking(clause.first, HOW_MANY)
    verbs = clause.verbs or frozenset()
    if verbs & {"move", "enter"} and not clause.has_members and not clause.numbers:
        return Lacking(clause.after, WHO)
    if "move" in verbs and len(clause.hexes) == 1:
        return Lacking(clause.after, NO_START)
    if verbs and not clause.hexes and not verbs & {"bid", "pass", "end", "swap", "pick"}:
        return Lacking(clause.after, NO_HEX)
    return Misread(clause.first, NOT_WHOLE)


def _need(fits: object) -> None:
    if not fits:
        raise Unfit


def _only_heads(clause: Clause, *heads: str) -> None:
    _need(clause.heads <= set(heads))


def _nothing_else(clause: Clause, *names: str) -> None:
    always = ("verbs", "said", "heads", "flags")
    _need(clause.only(*always, *names))


def _places(clause: Clause, memory: Memory) -> list[str]:
    """The hexes of the clause; those that do not exist are the rules' business."""
    places = [hex.name for hex in clause.hexes]
    for place in places:
        _need(place in ALL_HEXES or place.upper() not in TILES)
        if place not in ALL_HEXES:
            raise Misread(clause.first, NO_HEX)
    if places or not memory.there:
        return places
    if clause.flags & {"there"} or (memory.place == memory.there and clause.verbs and "again" not in clause.said):
        return [memory.there]
    return []


def _one_place(clause: Clause, memory: Memory) -> str:
    places = _places(clause, memory)
    _need(len(places) == 1)
    return places[0]


def _count(clause: Clause, value: int | None) -> int | None:
    """A number without a noun stands for the value, if that is not given otherwise."""
    if not clause.numbers:
        return value
    _need(value is None and len(clause.numbers) == 1)
    return clause.numbers[0]


def _tile(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "tile", "terrain", "temple", "treasure")
    _nothing_else(clause, "hexes", "rotation", "turned", "numbers", "times", "tile_ids")
    named = clause.heads & {"tile", "terrain"} or clause.turned
    _need("free" not in clause.flags)  # German: lege ... frei
    _need(named or (clause.verbs and clause.said & {"place", "again"}))
    _need(len(clause.hexes) == 1 and "again" not in clause.said and "display" not in clause.flags)
    _need(clause.verbs or clause.turned or clause.hexes[0].roles or "want" not in clause.flags)
    _need(named or not clause.numbers)
    rotation = _count(clause, clause.rotation)
    if clause.turned and rotation is None:
        rotation = clause.times
        _need(rotation is not None)
    else:
        _need(clause.times is None)
    return (Tile(_one_place(clause, memory), _rotation(rotation or 0, clause)),)


def _rotation(sixths: int, clause: Clause) -> int:
    if not 0 <= sixths <= 5:
        raise Misread(clause.first, later("a rotation is one of r0 to r5: so many sixths of a turn, clockwise."))
    return sixths


def _members(clause: Clause, memory: Memory) -> tuple[int, bool]:
    if clause.plural and clause.workers is None and not clause.numbers:
        raise Unfit
    workers = _count(clause, clause.workers)
    if workers is not None or clause.leader:
        _need(workers != 0)
        return workers or 0, clause.leader
    if "both" in clause.flags and memory.workers + memory.leader == 2:
        return memory.workers, memory.leader
    _need(memory.place and (clause.flags & {"them"} or (clause.verbs and not clause.flags & {"both", "new", "more"})))
    return memory.workers, memory.leader


def _enter(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "camp")
    _nothing_else(clause, "hexes", "numbers", "workers", "leader", "plural")
    _need((clause.has_members or clause.numbers) and not clause.flags & {"them"})
    sure = clause.said & {"enter", "bring", "place", "again"}
    _need(sure or clause.flags & {"new", "more"} or _is_base(clause) or (clause.verbs is None and "camp" in clause.heads))
    for hex in clause.hexes:
        _need(not hex.roles or hex.roles & {"to", "at"})
    workers, leader = _members(clause, Memory())
    _need(not (leader and memory.leader_in))
    return (Enter(workers, leader, _one_place(clause, memory)),)


def _is_base(clause: Clause) -> bool:
    """Whoever is said to be at the base camp, and not where they are from, comes from the supply."""
    return clause.verbs is None and [hex.name for hex in clause.hexes] == [BASE] and bool(clause.hexes[0].roles)


def _move(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "camp", "temple", "terrain")
    _nothing_else(clause, "hexes", "numbers", "workers", "leader", "plural")
    own = clause.has_members or bool(clause.numbers) or "both" in clause.flags
    _need(clause.said != {"take"} or own or "them" in clause.flags)
    workers, leader = _members(clause, memory)
    those = "them" in clause.flags and any("from" in hex.roles for hex in clause.hexes)
    _need(clause.verbs is not None or own or those)
    return (Move(workers, leader, _way(clause, memory, own)),)


def _way(clause: Clause, memory: Memory, own: bool) -> tuple[str, ...]:
    return _real_way(_named_way(clause, memory, own), clause)


def _real_way(way: tuple[str, ...], clause: Clause) -> tuple[str, ...]:
    if any(one == other for one, other in pairwise(way)):
        raise Misread(clause.first, WAY_UNCLEAR)
    return way


def _named_way(clause: Clause, memory: Memory, own: bool) -> tuple[str, ...]:
    _places(clause, memory)
    if "there" in clause.flags and memory.there:
        there = Hex(memory.there, frozenset({"to"}), clause.after)
        clause = replace(clause, hexes=[*clause.hexes, there], flags=clause.flags - {"there"})
    starts = [hex for hex in clause.hexes if "from" in hex.roles and not hex.roles & {"via"}]
    if len(starts) > 1 or any(hex.roles == {"from"} for hex in clause.hexes if hex not in starts):
        raise Misread(clause.first, WAY_UNCLEAR)
    if not starts and "thence" in clause.flags and memory.there:
        return _with_via((memory.there,), clause.hexes, clause)
    some = clause.workers if clause.workers is not None else sum(clause.numbers)
    if not starts and own and not clause.leader and 0 < some <= memory.left and len(clause.hexes) == 1:
        return _with_via((memory.pool,), clause.hexes, clause)  # of four that have come, two go to a4
    if not starts and (not own or clause.flags & {"them", "both"}) and memory.place:
        _need(clause.hexes)
        return _with_via((memory.place,), clause.hexes, clause)
    if not starts:
        _need(len(clause.hexes) > 1)
        first = clause.hexes[0]
        if first.roles and "at" not in first.roles:
            raise Misread(clause.first, NO_START)
        return _with_via((first.name,), clause.hexes[1:], clause)
    rest = [hex for hex in clause.hexes if hex is not starts[0]]
    _need(rest)
    return _with_via((starts[0].name,), rest, clause)


def _with_via(begin: tuple[str, ...], rest: Sequence[Hex], clause: Clause) -> tuple[str, ...]:
    """“to c4 via b4” ends in c4: hexes on the way go before the one end, wherever it stands."""
    through = [hex for hex in rest if "via" in hex.roles]
    ends = [hex for hex in rest if "via" not in hex.roles]
    if not through or rest[-1] is ends[-1:][0] if ends else False:
        return begin + tuple(hex.name for hex in rest)
    if not ends:
        raise Unfit
    end, *more = ends
    if any(hex.roles for hex in more) or rest[0] is not end:
        raise Misread(clause.first, WAY_UNCLEAR)
    return begin + tuple(hex.name for hex in rest[1:]) + (end.name,)


def _several(clause: Clause, memory: Memory) -> tuple[list[str], int]:
    """“dig c4 and b5” is two actions; a number must belong to one hex."""
    times = _count(clause, clause.times)
    places = _places(clause, memory)
    _need(places)
    if times is not None and len(places) > 1:
        raise Misread(clause.first, NOT_WHOLE)
    if times not in (None, 1, 2):
        raise Misread(clause.first, later("at most two on one hex in a turn: x2."))
    return places, times or 1


def _stays_there(clause: Clause) -> None:
    """Nobody digs or takes “to c4” or “via c4”: that is a move."""
    for hex in clause.hexes:
        _need(not hex.roles or hex.roles & {"from", "at"})


def _dig(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "level", "temple")
    _nothing_else(clause, "hexes", "numbers", "times", "leader", "plural", "workers")
    _need(clause.said & {"dig", "again"} or "level" in clause.heads)
    _need(not (clause.said & {"again"} and clause.has_members) and not clause.flags & {"new"})
    _need(clause.workers in (None, 1))
    _stays_there(clause)
    _need("place" not in clause.said or clause.heads & {"level"} or "free" in clause.flags)
    places, times = _several(clause, memory)
    return tuple(Dig(place, times) for place in places)


def _take_treasure(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "treasure")
    _nothing_else(clause, "hexes", "numbers", "times", "leader", "plural", "workers")
    _need(clause.workers in (None, 1) and "display" not in clause.flags)
    named = "treasure" in clause.heads
    _need(not (clause.said & {"again"} and clause.has_members) and not clause.flags & {"new"})
    _need(named or (clause.said & {"take", "again"} and not memory.bid and not clause.has_members))
    _stays_there(clause)
    places, times = _several(clause, memory)
    return tuple(Take(place, times) for place in places)


def _swap(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "treasure")
    _nothing_else(clause, "motifs", "seat", "numbers", "times")
    _need(len(clause.motifs) == 2 and clause.times in (None, 1))
    _need("subject" not in clause.flags or "me" in clause.flags)  # what somebody else does
    seat = clause.seat or (clause.numbers[0] if len(clause.numbers) == 1 else 0)
    _need(seat)
    give, get = _given_and_got(clause)
    return (Swap(give, get, seat),)


def _given_and_got(clause: Clause) -> tuple[str, str]:
    """In the order of the sentence, unless “my” or “for” say otherwise."""
    (one, of_one), (other, of_other) = clause.motifs
    first, second = _hand_of(of_one, of_other), _hand_of(of_other, of_one)
    if first and first == second:
        raise Misread(clause.first, TWO_WAYS)
    return (other, one) if "got" in (first, _opposite(second)) else (one, other)


def _hand_of(markers: frozenset[str], of_other: frozenset[str]) -> str:
    """Whether a treasure is given or got; empty where nothing but the order of words tells."""
    if "my" in markers:
        return "given"
    if "for" in markers:
        return "given" if "taken" in of_other else "got"
    return "given" if "given" in markers else "got" if "taken" in markers else ""


def _opposite(hand: str) -> str:
    return {"given": "got", "got": "given"}.get(hand, "")


def _camp(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "camp", "terrain")
    _nothing_else(clause, "hexes", "leader", "plural")
    _need("camp" in clause.heads or (clause.said & {"build", "again"} and not clause.heads))
    _need("camp" in clause.heads or "place" not in clause.said)
    places = _places(clause, memory) if clause.hexes or "there" in clause.flags else []
    _need(places and BASE not in places)
    return tuple(Camp(place) for place in places)


def _guard(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "guard", "temple")
    _nothing_else(clause, "hexes", "workers", "leader", "plural", "numbers")
    _need("guard" in clause.heads or "again" in clause.said)
    _need(clause.workers in (None, 1) and clause.numbers in ([], [1]))
    _need(not (clause.workers and clause.leader))
    _need(all(not hex.roles or hex.roles & {"at", "to"} for hex in clause.hexes))
    places = _places(clause, memory)
    _need(places and (len(places) == 1 or not clause.leader))
    leader = clause.leader
    if "them" in clause.flags and memory.place and not clause.workers and not leader:
        _need(not (memory.leader and memory.workers))
        leader = memory.leader
    return tuple(Guard(place, leader) for place in places)


def _bid(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "points", "auction")
    _nothing_else(clause, "numbers", "points")
    points = _count(clause, clause.points)
    _need(clause.verbs or clause.after - clause.first <= 2)  # “4 points”, but not “I have 4 points”
    _need(points is not None and (clause.verbs or "points" in clause.heads))
    return (Bid(points or 0),)


def _pass(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "auction", "points")
    _nothing_else(clause)
    _need(clause.verbs)
    return (Pass(),)


def _pick(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "tile", "terrain")
    _nothing_else(clause, "tile_ids", "hexes")
    ids = clause.tile_ids + [hex.name.upper() for hex in clause.hexes]
    _need(len(ids) == 1 and ids[0] in TILES)
    bare = not clause.verbs and clause.heads and not any(hex.roles for hex in clause.hexes)
    sure = clause.heads or memory.bid or "display" in clause.flags or ids[0].lower() not in ALL_HEXES
    taken = clause.said & {"take", "get"} and sure
    bare = bare or (not clause.verbs and "want" in clause.flags)
    _need("pick" in clause.said or taken or bare)
    return (Pick(ids[0]),)


def _end(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _nothing_else(clause)
    _need(clause.verbs and not clause.heads - HEADS)
    return (End(),)


MAKERS: Mapping[str, Callable[[Clause, Memory], tuple[Action, ...]]] = {
    "tile": _tile,
    "enter": _enter,
    "move": _move,
    "dig": _dig,
    "take": _take_treasure,
    "swap": _swap,
    "camp": _camp,
    "guard": _guard,
    "bid": _bid,
    "pass": _pass,
    "pick": _pick,
    "end": _end,
}
NAMES: Mapping[type, str] = {
    Tile: "tile", Enter: "enter", Move: "move", Dig: "dig", Take: "take", Swap: "swap",
    Camp: "camp", Guard: "guard", Bid: "bid", Pass: "pass", Pick: "pick", End: "end",
}
