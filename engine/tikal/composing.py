"""Orders of Tikal by tapping: a draft, what it leads to, and how it can go on."""

from collections.abc import Iterator, Sequence

from engine.game import Preview, View
from engine.speech import ENGLISH, Speech, seat_name
from engine.taps import Composition, Spot, Tap
from engine.tikal.orders import Action, Bid, Dig, Enter, Move, Pass, Pick, Take, Tile, write
from engine.tikal.pieces import AP, HEXES
from engine.tikal.preview import preview
from engine.tikal.reading import read
from engine.tikal.rules.treasures import TAKE_COST
from engine.tikal.state import State, from_json
from engine.tikal.taps import taps

REPLACED_WHEN_REPEATED = (Tile, Bid, Pass, Pick)  # a second action of such a kind replaces the first


def compose(view: View, orders: str, names: Sequence[str] = (), speech: Speech = ENGLISH) -> Composition:
    """A draft and all the taps with which it can go on. Raises an OrderError as a submission would."""
    if not orders.strip():
        return _composition(Preview(view, (), ""), (), taps(view, names, speech), names, speech)
    after = preview(view, orders, names)
    actions = read("; ".join(part for part in (after.canonical, after.rest) if part)).actions
    ways = tuple(_ways(view, after, actions, names, speech))
    return _composition(after, actions, ways, names, speech)


def _composition(
    after: Preview, actions: Sequence[Action], ways: Sequence[Tap], names: Sequence[str], speech: Speech
) -> Composition:
    return Composition(
        after.view,
        tuple(action.write() for action in actions),
        after.events,
        after.stops,
        _left_to_spend(after, speech),
        _warning(after, speech),
        tuple(_spots(after.view, ways, names, speech)),
        tuple(ways),
    )


# --- How it can go on ---


def _ways(
    view: View, after: Preview, actions: Sequence[Action], names: Sequence[str], speech: Speech
) -> Iterator[Tap]:
    last = actions[-1]
    if after.stops == "wafer":
        if len(read(after.rest).actions) == 1:
            yield from _a_second_wafer(after.view, last, names, speech)
        return
    if type(last) in REPLACED_WHEN_REPEATED:
        before = preview(view, write(actions[:-1]), names).view if actions[1:] else view
        yield from _another(before, last, names, speech)
    goal = _goal(last)
    for tap in taps(after.view, names, speech):
        yield _joined_with_last(last, tap) if tap.at and tap.at == goal else tap


def _another(before: View, last: Action, names: Sequence[str], speech: Speech) -> Iterator[Tap]:
    """Other choices instead of the last one. A tap on a tile's own hex turns it to its next rotation."""
    ways = [
        tap
        for tap in taps(before, names, speech)
        if type(read(tap.orders).actions[0]) in REPLACED_WHEN_REPEATED
    ]
    if not isinstance(last, Tile):
        yield from (tap._replace(instead=True) for tap in ways if tap.orders != last.write())
        return
    here = [tap for tap in ways if tap.at == last.place]
    now = next(n for n, tap in enumerate(here) if tap.orders == last.write())
    for n, tap in enumerate(here[now + 1 :] + here[:now]):
        rotation = read(tap.orders).actions[0]
        assert isinstance(rotation, Tile)
        words = speech.gettext("Turn it to r{rotation}").format(rotation=rotation.rotation)
        words, group = (words, speech.gettext("Turn it further")) if n else (speech.gettext("Turn it ↻"), "")
        yield tap._replace(instead=True, quick=not n, words=words, group=group)
    yield from (tap._replace(instead=True) for tap in ways if tap.at != last.place and tap.quick)


def _a_second_wafer(view: View, last: Action, names: Sequence[str], speech: Speech) -> Iterator[Tap]:
    assert isinstance(last, Take)
    twice = Take(last.place, 2).write()
    second = next((tap for tap in taps(view, names, speech, twice=True) if tap.orders == twice), None)
    if second and last.times == 1:
        words = speech.gettext("Take a second treasure too")
        yield second._replace(instead=True, words=words, cost=TAKE_COST)


def _goal(action: Action) -> str:
    """The hex of an action that can go on, which is where its tap is; else none."""
    if isinstance(action, Move):
        return action.way[-1]
    return action.camp if isinstance(action, Enter) else action.place if isinstance(action, Dig) else ""


def _joined_with_last(last: Action, tap: Tap) -> Tap:
    """If the tap goes on with the last action, both become one: two workers instead of one and one."""
    both = _join(last, read(tap.orders).actions[0])
    return tap._replace(orders=both.write(), instead=True) if both else tap


def _join(last: Action, new: Action) -> Action | None:
    if isinstance(last, Enter) and isinstance(new, Enter) and last.camp == new.camp:
        return Enter(last.workers + new.workers, last.leader or new.leader, last.camp)
    if isinstance(last, Move) and isinstance(new, Move) and last.way == new.way:
        return Move(last.workers + new.workers, last.leader or new.leader, last.way)
    if isinstance(last, Dig) and isinstance(new, Dig) and last.place == new.place:
        return Dig(last.place, last.times + new.times)
    return None


# --- What it leads to ---


def _left_to_spend(after: Preview, speech: Speech) -> str:
    """What is left to spend, in words."""
    view, ap = after.view, after.view["ap"]
    if view["to_move"] != view["seat"] or view["phase"] in ("hidden", "over"):
        return speech.gettext("Your turn ends here")
    if view["phase"] == "tile":
        return speech.gettext("{ap} AP once the tile is placed").format(ap=AP)
    if view["phase"] != "ap":
        return ""
    if after.rest:
        take = read(after.rest).actions[0]
        assert isinstance(take, Take)
        ap -= TAKE_COST * take.times
    return speech.ngettext("{n} AP left", "{n} AP left", ap).format(n=ap)


def _warning(after: Preview, speech: Speech) -> str:
    if after.stops == "wafer":
        return speech.gettext(
            "This takes a treasure. Once you submit, you will see which one; then neither it "
            "nor anything before it can be taken back."
        )
    if after.stops == "tile":
        return speech.gettext("This ends your turn, and the next tile is turned up.")
    return ""


def _spots(view: View, ways: Sequence[Tap], names: Sequence[str], speech: Speech) -> Iterator[Spot]:
    """Every explored hex, and every other one that can be tapped."""
    state = from_json(view, None)
    wanted = {*state.board, *(tap.at for tap in ways)}
    for place in HEXES:
        if place in wanted:
            yield Spot(place, _spot_in_words(state, place, view["seat"], names, speech))


def _spot_in_words(state: State, place: str, me: int | None, names: Sequence[str], speech: Speech) -> str:
    here = state.board.get(place)
    if not here:
        return speech.gettext("{place}, unexplored").format(place=place)
    kind = {
        "base": speech.gettext("{place}, base camp"),
        "jungle": speech.gettext("{place}, jungle"),
        "volcano": speech.gettext("{place}, volcano"),
        "temple": speech.gettext("{place}, temple {value}"),
        "treasure": speech.ngettext(
            "{place}, treasure, {wafers} wafer left", "{place}, treasure, {wafers} wafers left", here.wafers
        ),
    }[here.kind].format(place=place, value=here.value, wafers=here.wafers)
    return ", ".join([kind, *_occupants(state, place, me, names, speech)])


def _occupants(
    state: State, place: str, me: int | None, names: Sequence[str], speech: Speech
) -> Iterator[str]:
    here = state.board[place]
    for owner, own, other in (
        (here.camp, speech.gettext("your camp"), speech.gettext("{who}’s camp")),
        (here.guard, speech.gettext("guarded by you"), speech.gettext("guarded by {who}")),
    ):
        if owner:
            yield own if owner == me else other.format(who=seat_name(owner, names, speech))
    if me:
        yield from _members(state, place, me, speech)
    for seat, expedition in enumerate(state.seats, 1):
        if seat != me and (strength := expedition.strength(place)):
            words = speech.gettext("{who} with strength {strength}")
            yield words.format(who=seat_name(seat, names, speech), strength=strength)


def _members(state: State, place: str, me: int, speech: Speech) -> Iterator[str]:
    own = state.seats[me - 1]
    if workers := own.workers.get(place, 0):
        yield speech.ngettext("{n} of your workers", "{n} of your workers", workers).format(n=workers)
    if own.leader == place:
        yield speech.gettext("your leader")
