"""States that differ from another only in what a seat may not see."""

from typing import Any

from engine.chance import shuffle
from engine.tikal.pieces import TILES


def redealt_tikal(state: Any, seat: int | None, salt: str) -> Any:
    """The tiles not turned up and the wafers not taken, in another order."""
    tiles = state.deal.tiles[: state.turned]
    for group in "ABCDEFG":
        rest = [tile for tile in TILES if tile[0] == group and tile not in tiles]
        tiles = (*tiles, *shuffle(rest, group + salt, bytes(32)))
    unseen = set(range(len(state.deal.wafers))) - seen_wafers(state)
    order = dict(zip(sorted(unseen), shuffle(sorted(unseen), salt, bytes(32)), strict=True))
    wafers = tuple(state.deal.wafers[order.get(n, n)] for n in range(len(state.deal.wafers)))
    return state._replace(deal=state.deal._replace(tiles=tiles, wafers=wafers))


def seen_wafers(state: Any) -> set[int]:
    """Those dealt to a hex and taken from it."""
    masks = {name: TILES[here.tile].masks for name, here in state.board.items() if here.tile}
    return {
        here.dealt - 1 - taken
        for name, here in state.board.items()
        for taken in range(masks.get(name, 0) - here.wafers)
    }


def redealt_incan_gold(state: Any, seat: int | None, salt: str) -> Any:
    """The cards not turned up, the decks to come, and the others' tents."""
    turned = len(state.path)
    deck = state.deck[:turned] + shuffle(state.deck[turned:], salt, bytes(32))
    tents = tuple(tent if n == seat else tent + 7 for n, tent in enumerate(state.tents, 1))
    return state._replace(deck=deck, seed=b"another" + salt.encode(), tents=tents)


REDEALT = {"tikal": redealt_tikal, "incan-gold": redealt_incan_gold}
