"""A few facts to know before a bid or a pick."""

from collections.abc import Iterator, Sequence

from engine.game import View, own_ask
from engine.speech import ENGLISH, Speech, join_list, seat_name
from engine.taps import Stake


def stakes(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> tuple[Stake, ...]:
    """None before other orders: all that matters for them is on the board, and the tiles are beside it."""
    if own_ask(view) not in ("bid", "pick"):
        return ()
    return tuple(_stakes(view, names, speech))


def _stakes(view: View, names: Sequence[str], speech: Speech) -> Iterator[Stake]:
    auction = view["auction"]
    if own_ask(view) == "bid":
        high = speech.gettext("{points} by {who}").format(
            points=auction["high"], who=seat_name(auction["leader"] or view["seat"], names, speech)
        )
        yield Stake(speech.gettext("High bid"), high if auction["high"] else speech.gettext("no bids so far"))
        others = [seat_name(seat, names, speech) for seat in auction["waiting"] if seat != view["seat"]]
        yield Stake(speech.gettext("Still bidding"), join_list(others, speech) or speech.gettext("only you"))
    score = view["seats"][view["seat"] - 1]["score"]
    yield Stake(speech.gettext("You have"), speech.ngettext("{n} point", "{n} points", score).format(n=score))
