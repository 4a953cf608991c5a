"""A strong player: looks for the best turn, of many that it tries. It decides from a view only.

It spends the AP idea by idea, and goes on from the few best positions for each number of AP that are left.
"""

from typing import NamedTuple

from engine.errors import Illegal
from engine.game import View, own_ask
from engine.tikal.ideas import Idea, ideas
from engine.tikal.orders import Action, End, Enter, Move, Pick, Tile, write
from engine.tikal.rules.placing import placements
from engine.tikal.rules.submission import UNSEEN, perform
from engine.tikal.state import State, from_json
from engine.tikal.worth import POINT, Outlook

WIDTH = 6  # positions that it goes on from, for each number of AP left
PLACES, PLACES_FOR_LIKING, PLACES_TRIED = 10, 4, 3  # for the tile in hand


class Line(NamedTuple):
    """Actions, one after another, and what they come to."""

    worth: int
    actions: tuple[Action, ...]
    state: State


class Next(NamedTuple):
    worth: int
    line: Line
    idea: Idea


def strong(view: View) -> str:
    state = from_json(view, None)._replace(deal=UNSEEN)
    if own_ask(view) == "bid":
        return _bid(state)
    line = best_turn(state)
    return write([*merged(line.actions), *([End()] if line.state.ap else [])])


def best_turn(state: State) -> Line:
    if state.phase == "pick":
        pick = Pick(max(state.display, key=lambda tile: liking(state, tile)))
        after, _ = perform(state, pick)
        line = best_turn(after)
        return line._replace(actions=(pick, *line.actions))
    if state.phase == "tile":
        lines = [(spend(after, WIDTH), tile) for after, tile in _good_places(state, PLACES)[:PLACES_TRIED]]
        line, tile = max(lines, key=lambda each: each[0].worth)
        return line._replace(actions=(tile, *line.actions))
    return spend(state, WIDTH)


def liking(state: State, tile: str) -> int:
    """About what a turn with this tile comes to."""
    after, _ = perform(state, Pick(tile))
    if after.phase == "tile":
        after, _ = _good_places(after, PLACES_FOR_LIKING)[0]
    return quick(after)


def _good_places(state: State, looked_at: int) -> list[tuple[State, Tile]]:
    """The best places for the tile in hand: first by how things lie, then by a quick turn from there."""
    ready = [(perform(state, tile)[0], tile) for tile in _tiles(state)]
    ready.sort(key=lambda each: -at_rest(each[0]))
    return sorted(ready[:looked_at], key=lambda each: -quick(each[0]))


def at_rest(state: State) -> int:
    return Outlook(state).total(state.me, state)


def quick(state: State) -> int:
    """What it comes to, if the AP are spent on whatever gains most for each of them."""
    outlook = Outlook(state)
    worth = outlook.total(state.me, state)
    while options := [idea for idea in ideas(outlook, state) if 0 < idea.cost <= state.ap and idea.gain > 0]:
        best = max(options, key=lambda idea: idea.gain / idea.cost)
        after = _after(state, best)
        if after is None:
            break
        worth += best.gain
        state = after
    return worth


def _after(state: State, idea: Idea) -> State | None:
    """None if the rules do not allow it."""
    try:
        for action in idea.actions:
            state, _ = perform(state, action)
    except Illegal:
        return None
    return state


def _tiles(state: State) -> list[Tile]:
    """All ways to place the tile in hand that differ in their paths."""
    different: dict[tuple[object, ...], Tile] = {}
    for place, rotations in placements(state).items():
        for rotation in rotations:
            option = Tile(place, rotation)
            after, _ = perform(state, option)
            different.setdefault((place, *sorted(after.paths[place].items())), option)
    return list(different.values())


def spend(state: State, width: int) -> Line:
    """The best way to spend the AP."""
    outlook = Outlook(state)
    worth = outlook.total(state.me, state)
    best = Line(worth, (), state)
    waiting: list[list[Next]] = [[] for _ in range(state.ap + 1)]
    _go_on(outlook, best, waiting)
    for left in range(state.ap - 1, -1, -1):
        for line in _best_lines(waiting[left], width):
            best = max(best, line, key=lambda each: each.worth)
            if left:
                _go_on(outlook, line, waiting)
    return best


def _go_on(outlook: Outlook, line: Line, waiting: list[list[Next]]) -> None:
    for idea in ideas(outlook, line.state):
        if 0 < idea.cost <= line.state.ap:
            waiting[line.state.ap - idea.cost].append(Next(line.worth + idea.gain, line, idea))


def _best_lines(nexts: list[Next], width: int) -> list[Line]:
    lines: list[Line] = []
    seen = set()
    for each in sorted(nexts, key=lambda each: -each.worth):
        state = _after(each.line.state, each.idea)
        if state is None:
            continue
        if (key := _key(state)) not in seen:
            seen.add(key)
            lines.append(Line(each.worth, (*each.line.actions, *each.idea.actions), state))
            if len(lines) == width:
                break
    return lines


def _key(state: State) -> tuple[object, ...]:
    me = state.me
    return (
        tuple(sorted(me.workers.items())),
        me.leader,
        me.camps,
        me.guards,
        tuple(sorted(state.dug.items())),
        tuple(sorted(state.taken.items())),
        tuple(sorted(me.wafers.items())),
    )


def merged(actions: tuple[Action, ...]) -> list[Action]:
    """Members who go the same way one after another go together."""
    result: list[Action] = []
    for action in actions:
        result.append(action)
        for length in (1, 2):
            before, last = result[-2 * length : -length], result[-length:]
            if len(before) == length and (together := _together(before, last)):
                result[-2 * length :] = together
    return result


def _together(before: list[Action], last: list[Action]) -> list[Action]:
    """Both rows as one, if the same members do the same; else nothing."""
    both: list[Action] = []
    for one, other in zip(before, last, strict=True):
        if isinstance(one, Enter) and isinstance(other, Enter) and one.camp == other.camp:
            both.append(Enter(one.workers + other.workers, one.leader or other.leader, one.camp))
        elif isinstance(one, Move) and isinstance(other, Move) and one.way == other.way:
            both.append(Move(one.workers + other.workers, one.leader or other.leader, one.way))
        else:
            return []
    return both


def _bid(state: State) -> str:
    """Half of what the choice is worth: whoever loses the auction still gets one of the other tiles."""
    assert state.auction is not None
    ready = state._replace(phase="pick", auction=None)
    likings = [liking(ready, tile) for tile in state.display]
    limit = min((max(likings) - min(likings)) // (2 * POINT), state.me.score)
    return f"bid {state.auction.high + 1}" if state.auction.high < limit else "pass"
