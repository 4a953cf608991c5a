"""Above and below the board: whose move it is and what is asked, the tiles in question, the auction."""

from collections.abc import Sequence
from typing import Any

from engine.emblems import DARK, INK, panel, status
from engine.game import View
from engine.speech import Speech, letter, listed, name
from engine.svg import element, group, middle, placed, shortened, text, use
from engine.tikal.draw.hexes import full_feature, member, tile
from engine.tikal.draw.shapes import PREFIX
from engine.tikal.pieces import AP, HEXES
from engine.tikal.state import explored

BAR = 52
_TILE = 108
_LINE = 31


def bar(view: View, names: Sequence[str], speech: Speech) -> str:
    seats = (view["result"] or {}).get("winners") or [view["to_move"]] * bool(view["to_move"])
    return status(PREFIX, seats, asked(view, names, speech), won=bool(view["result"]))


def asked(view: View, names: Sequence[str], speech: Speech) -> str:
    if view["result"]:
        return _won(view, names, speech)
    if not view["to_move"]:
        return speech.gettext("The next tile is about to be turned up.")
    who = shortened(name(view["to_move"], names, speech), 270, 23)
    if view["phase"] == "ap":
        return _points_left(view, speech).format(name=who, n=view["ap"])
    messages = {
        "bid": speech.gettext("{name} bids or passes"),
        "pick": speech.gettext("{name} picks a tile"),
        "tile": speech.gettext("{name} places {tile}"),
    }
    return messages[view["phase"]].format(name=who, tile=view["hand"])


def _points_left(view: View, speech: Speech) -> str:
    if view["scoring"]:
        return speech.ngettext(
            "Scoring: {name} has {n} AP left", "Scoring: {name} has {n} AP left", view["ap"]
        )
    return speech.ngettext("{name} has {n} AP left", "{name} has {n} AP left", view["ap"])


def _won(view: View, names: Sequence[str], speech: Speech) -> str:
    winners = view["result"]["winners"]
    who = [shortened(name(seat, names, speech), 400 / len(winners), 23) for seat in winners]
    message = speech.ngettext("{names} has won", "{names} share the win", len(winners))
    return message.format(names=listed(who, speech))


def table(view: View, speech: Speech) -> tuple[str, float]:
    """The tiles in question and how things stand with them; with the height it takes."""
    tiles, right = _tiles(view, speech)
    lines = [line for line in _lines(view, speech) if line]
    if not tiles and not lines:
        return "", 0
    shown = [placed(right, 14 + _LINE * n, line) for n, line in enumerate(lines)]
    height = max(164 if tiles else 0, 22 + _LINE * len(lines))
    return group(placed(12, 0, panel(776, height)), *tiles, *shown), height + 10


def _tiles(view: View, speech: Speech) -> tuple[list[str], float]:
    """Side by side from the left; with where they end."""
    shown, x = [], 28.0
    if view["hand"]:
        shown += [_heading(x, speech.gettext("In hand")), placed(x + 52, 78, _shown(view["hand"]))]
        x += 140
    if view["display"]:
        shown += [_heading(x, speech.gettext("On display"))]
        shown += [placed(x + 52 + _TILE * n, 78, _shown(tile)) for n, tile in enumerate(view["display"])]
        x += _TILE * len(view["display"]) + 10
    return shown, x


def _heading(x: float, words: str) -> str:
    return text(x, 24, 17, words, fill=INK)


def _shown(name: str) -> str:
    """A tile as it lies in rotation r0."""
    here: dict[str, Any] = explored(name)._asdict()
    picture = placed(0, 0, tile(here), full_feature(here), scale=0.8)
    return group(picture, middle(0, 70, 22, f"{name} r0", fill=INK, font_weight="bold"), data_tile=name)


def _lines(view: View, speech: Speech) -> list[str]:
    lines = [_ap(view, speech), *_auction(view, speech)]
    lines.append(_row(speech.gettext("Then scoring:"), view["queue"]))
    lines.append(_row(speech.gettext("Have moved this round:"), view["moved"]))
    if view["phase"] == "ap":
        lines.append(_said(speech.gettext("Already dug: {places}"), view["dug"]))
        lines.append(_said(speech.gettext("Already taken: {places}"), view["taken"]))
    return lines


def _ap(view: View, speech: Speech) -> str:
    """Ten pips, those left filled."""
    if view["phase"] != "ap":
        return ""
    label = speech.gettext("AP:")
    pips = [
        element("circle", cx=60 + 22 * n, cy=12, r=8, fill="#d9822b" if n < view["ap"] else "none")
        for n in range(AP)
    ]
    return _words(label) + group(*pips, stroke=DARK, stroke_width=1.8)


def _auction(view: View, speech: Speech) -> list[str]:
    auction = view["auction"]
    if not auction:
        return []
    if auction["high"]:
        message = speech.ngettext(
            "High bid: {n} point by {seat}", "High bid: {n} points by {seat}", auction["high"]
        )
        high = message.format(n=auction["high"], seat=letter(auction["leader"]))
    else:
        high = speech.gettext("No bid yet")
    return [_words(high), _row(speech.gettext("Still bidding:"), auction["waiting"])]


def _row(label: str, seats: Sequence[int]) -> str:
    if not seats:
        return ""
    start = 30 + 10.5 * len(label)
    return _words(label) + "".join(
        [use(member(seat, False), start + 32 * n, 12, 1.05) for n, seat in enumerate(seats)]
    )


def _said(message: str, counts: dict[str, int]) -> str:
    places = [f"{place} ×{counts[place]}" for place in HEXES if counts.get(place)]
    return _words(message.format(places=", ".join(places))) if places else ""


def _words(words: str) -> str:
    return text(0, 19, 19, words, fill=INK)
