"""In words: the members on a hex, and all that is beside the board (seats, tiles, auction, squares)."""

from collections.abc import Iterator, Sequence

from engine.game import View
from engine.speech import SEAT_LETTERS, Speech, join_list, seat_letter, seat_name
from engine.tikal.pieces import CAMPS, DIRECTIONS, GUARDS, TILES
from engine.tikal.state import GONE, SUPPLY, State
from engine.tikal.tell import tile_name, treasure


def members_in_words(state: State, place: str, names: Sequence[str], speech: Speech) -> Iterator[str]:
    here = state.board[place]
    if here.camp:
        yield speech.gettext("{who}’s camp.").format(who=seat_name(here.camp, names, speech))
    if here.guard:
        yield speech.gettext("Guarded by {who}.").format(who=seat_name(here.guard, names, speech))
    for seat, expedition in enumerate(state.seats, 1):
        workers, leader = expedition.workers.get(place, 0), expedition.leader == place
        if workers or leader:
            yield _group(workers, leader, speech).format(who=seat_name(seat, names, speech), workers=workers)


def _group(workers: int, leader: bool, speech: Speech) -> str:
    if not workers:
        return speech.gettext("{who}: the leader.")
    if leader:
        return speech.ngettext(
            "{who}: {workers} worker and the leader.", "{who}: {workers} workers and the leader.", workers
        )
    return speech.ngettext("{who}: {workers} worker.", "{who}: {workers} workers.", workers)


def details(view: View, state: State, names: Sequence[str], speech: Speech) -> list[str]:
    return [
        *[_seat(state, seat, names, speech) for seat in range(1, len(state.seats) + 1)],
        *_situation(state, names, speech),
        *_left(view, state, speech),
    ]


def _seat(state: State, seat: int, names: Sequence[str], speech: Speech) -> str:
    own = state.seats[seat - 1]
    sentence = speech.gettext(
        "{letter} {who}: score {score}; workers in the supply {supply}; leader {leader}; "
        "camps left {camps}, guards left {guards}; wafers: {wafers}."
    )
    wafers = [f"{count} {treasure(motif, speech)}" for motif, count in sorted(own.wafers.items())]
    return sentence.format(
        letter=seat_letter(seat),
        who=seat_name(seat, names, speech),
        score=own.score,
        supply=own.supply,
        leader=_leader(own.leader, speech),
        camps=CAMPS - len(own.camps),
        guards=GUARDS - len(own.guards),
        wafers=", ".join(wafers) or speech.gettext("none so far"),
    )


def _leader(where: str, speech: Speech) -> str:
    return {SUPPLY: speech.gettext("in the supply"), GONE: speech.gettext("out of the game")}.get(
        where, where
    )


def _situation(state: State, names: Sequence[str], speech: Speech) -> Iterator[str]:
    if state.to_move:
        mover = seat_name(state.to_move, names, speech)
        sentence = {
            "bid": speech.gettext("{letter} {who} must bid or pass."),
            "pick": speech.gettext("{letter} {who} must pick a tile."),
            "tile": speech.gettext("{letter} {who} must place the tile in hand."),
            "ap": speech.gettext("{letter} {who} has {ap} AP."),
        }[state.phase]
        yield sentence.format(letter=seat_letter(state.to_move), who=mover, ap=state.ap)
    if state.scoring and state.phase == "ap":
        order = join_list([seat_name(seat, names, speech) for seat in state.queue], speech)
        yield speech.gettext("This is a scoring turn. After it: {order}.").format(order=order or "–")
    yield from _auction(state, names, speech)
    yield from _done_this_turn(state, speech)
    if state.hand:
        yield speech.gettext("In hand: {tile}").format(tile=hand_in_words(state.hand, speech))
    for tile in state.display:
        yield speech.gettext("On display: {tile}").format(tile=tile_in_words(tile, speech))


def _done_this_turn(state: State, speech: Speech) -> Iterator[str]:
    """The levels and wafers that count against the limits of this turn."""
    if state.dug:
        dug = ", ".join(f"{place} {levels}" for place, levels in sorted(state.dug.items()))
        yield speech.gettext("Levels dug this turn: {dug}.").format(dug=dug)
    if state.taken:
        taken = ", ".join(f"{place} {wafers}" for place, wafers in sorted(state.taken.items()))
        yield speech.gettext("Wafers taken this turn: {taken}.").format(taken=taken)


def _auction(state: State, names: Sequence[str], speech: Speech) -> Iterator[str]:
    if state.auction is None or state.phase != "bid":
        return
    waiting = ", ".join(SEAT_LETTERS[seat - 1] for seat in state.auction.waiting)
    if state.moved:
        had_turn = ", ".join(SEAT_LETTERS[seat - 1] for seat in state.moved)
        yield speech.gettext("Already moved in this round: {moved}.").format(moved=had_turn)
    if state.auction.high:
        sentence = speech.gettext("High bid: {high} by {who}. Still bidding, in this order: {waiting}.")
        leader = seat_name(state.auction.leader, names, speech)
        yield sentence.format(high=state.auction.high, who=leader, waiting=waiting)
    else:
        yield speech.gettext("No bid yet. Still bidding, in this order: {waiting}.").format(waiting=waiting)


def tile_in_words(tile: str, speech: Speech) -> str:
    """With its name in the notation, for tiles that are picked by it."""
    piece = TILES[tile]
    kind = {
        "temple": speech.gettext("{tile}, temple worth {value}."),
        "treasure": speech.gettext("{tile}, treasure with {masks} wafers."),
        "jungle": speech.gettext("{tile}, jungle."),
        "volcano": speech.gettext("{tile}, volcano."),
    }[piece.kind].format(tile=tile, value=piece.value, masks=piece.masks)
    return kind + _stones(tile, speech)


def hand_in_words(tile: str, speech: Speech) -> str:
    """There is only one tile in hand, so no order names it."""
    return f"{tile_name(tile, speech)}.{_stones(tile, speech)}"


def _stones(tile: str, speech: Speech) -> str:
    stones = TILES[tile].stones
    sides = ", ".join(f"{speech.gettext(side)} {n}" for side, n in zip(DIRECTIONS, stones, strict=True) if n)
    if not sides:
        return ""
    told = speech.gettext("Stones unturned (r0): {sides}; each r turns them clockwise by one side.")
    return " " + told.format(sides=sides)


def _left(view: View, state: State, speech: Speech) -> Iterator[str]:
    squares = ", ".join(f"{value}×{left}" for value, left in sorted(state.squares.items()) if left)
    yield speech.gettext("Temple tiles left: {squares}.").format(squares=squares or "–")
    tiles = ", ".join(f"{group} {left}" for group, left in view["tiles_left"].items() if left)
    yield speech.gettext("Tiles face down: {tiles}.").format(tiles=tiles or "–")
