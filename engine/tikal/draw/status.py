"""The line above the board (whose move it is), and the panel of the tiles to place or to bid for."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.emblems import WORDS, panel, status
from engine.game import View
from engine.speech import Speech, join_list, seat_letter, seat_name
from engine.svg import circle, fitted_text, group, group_at, middle, shorten, text, two_lines, use
from engine.tikal.draw.moments import LOW, Moment, card_of
from engine.tikal.draw.ruins import PREFIX, member
from engine.tikal.draw.tiles import tile
from engine.tikal.pieces import AP, HEXES
from engine.tikal.state import explored_hex
from engine.tikal.tell import tile_name

BAR = 52
_LINE = 31


class TilePicture(NamedTuple):
    width: float
    svg: str


def bar(view: View, names: Sequence[str], speech: Speech) -> str:
    seats = (view["result"] or {}).get("winners") or [view["to_move"]] * bool(view["to_move"])
    return status(PREFIX, seats, status_words(view, names, speech), won=bool(view["result"]))


def status_words(view: View, names: Sequence[str], speech: Speech) -> str:
    if view["result"]:
        return _winners(view, names, speech)
    if not view["to_move"]:
        return speech.gettext("The next tile is about to be turned up.")
    mover = shorten(seat_name(view["to_move"], names, speech), 270, 23)
    if view["phase"] == "ap":
        return _points_left(view, speech).format(name=mover, n=view["ap"])
    messages = {
        "bid": speech.gettext("{name} bids or passes"),
        "pick": speech.gettext("{name} picks a tile"),
        "tile": speech.gettext("{name} places: {tile}"),
    }
    tile = tile_name(view["hand"], speech) if view["hand"] else ""
    return messages[view["phase"]].format(name=mover, tile=tile)


def _points_left(view: View, speech: Speech) -> str:
    if view["scoring"]:
        return speech.ngettext(
            "Scoring: {name} has {n} AP left", "Scoring: {name} has {n} AP left", view["ap"]
        )
    return speech.ngettext("{name} has {n} AP left", "{name} has {n} AP left", view["ap"])


def _winners(view: View, names: Sequence[str], speech: Speech) -> str:
    winners = view["result"]["winners"]
    winner_names = [shorten(seat_name(seat, names, speech), 400 / len(winners), 23) for seat in winners]
    message = speech.ngettext("{names} has won", "{names} share the win", len(winners))
    return message.format(names=join_list(winner_names, speech))


def tiles_panel(view: View, speech: Speech, told: Sequence[Moment] = ()) -> tuple[str, float]:
    """The tile in hand and those on display, what the turn has come to, and the panel's height.

    `told`: what stands there, too, as far as there is room.
    """
    hand, display = _in_hand(view, speech), _on_display(view, speech)
    if not view["hand"] or view["phase"] != "tile":
        return _sheet([*hand, *display], view, speech, told)
    above, height = _sheet([*hand, *_rotations(view["hand"])], None, speech)
    below, more = _sheet(display, view, speech, told)
    return above + group_at(0, height, below), height + more


def _sheet(
    tiles: Sequence[TilePicture], view: View | None, speech: Speech, told: Sequence[Moment] = ()
) -> tuple[str, float]:
    """The tiles side by side, and beside them the lines about the turn and the auction."""
    parts, x = [], 28.0
    for tile_ in tiles:
        parts.append(group_at(x, 0, tile_.svg))
        x += tile_.width
    lines = [line for line in _lines(view, speech, 764 - x) if line] if view else []
    if not tiles and not lines:
        return "", 0
    parts += [group_at(x + 10, 14 + _LINE * n, line) for n, line in enumerate(lines)]
    tall = 198 if view and view["display"] else 172
    height = max(tall if tiles else 0, 22 + _LINE * len(lines))
    top = height - LOW - 10
    if told and top >= 14 + _LINE * len(lines):
        parts.append(group_at(x + 10, top, card_of(told[0], 766 - x)))
    return group(group_at(12, 0, panel(776, height)), *parts), height + 10


def _in_hand(view: View, speech: Speech) -> list[TilePicture]:
    heading = _heading(speech.gettext("In hand"))
    return [TilePicture(132, heading + _tile(view["hand"], "r0"))] if view["hand"] else []


def _on_display(view: View, speech: Speech) -> list[TilePicture]:
    headings = [_heading(speech.gettext("On display")), *[""] * 3]
    pairs = zip(headings, view["display"], strict=False)
    return [
        TilePicture(116, heading + _tile(name, f"{name} r0") + _called(name, speech))
        for heading, name in pairs
    ]


def _called(name: str, speech: Speech) -> str:
    """What a tile is for people, below its name in the notation."""
    return two_lines(56, 176, 15, tile_name(name, speech), 112, text_anchor="middle", fill=WORDS)


def _rotations(name: str) -> list[TilePicture]:
    """The tile in its other five rotations, to choose from. A volcano looks the same in all."""
    return [TilePicture(94, _turned(n, name)) for n in range(1, 6)] if any(explored_hex(name).stones) else []


def _turned(rotation: int, name: str) -> str:
    here: dict[str, Any] = explored_hex(name, rotation=rotation)._asdict()
    picture = group_at(44, 88, tile(here), scale=0.66)
    return group(picture, middle(44, 150, 21, f"r{rotation}", fill=WORDS), data_rotation=rotation)


def _heading(words: str) -> str:
    return text(0, 24, 18, words, fill=WORDS)


def _tile(name: str, below: str) -> str:
    """The tile in rotation r0. What stands below has its name only where orders pick it by that."""
    here: dict[str, Any] = explored_hex(name)._asdict()
    picture = group_at(56, 88, tile(here), scale=0.88)
    return group(picture, middle(56, 160, 22, below, fill=WORDS, font_weight="bold"), data_tile=name)


def _lines(view: View, speech: Speech, room: float) -> list[str]:
    lines = [_ap(view, speech), *_auction(view, speech, room)]
    lines.append(_row(speech.gettext("scoring comes next"), view["queue"], room))
    lines.append(_row(speech.gettext("moved this round"), view["moved"], room))
    if view["phase"] == "ap":
        lines.append(_counts_by_hex(speech.gettext("Already dug: {places}"), view["dug"], room))
        lines.append(_counts_by_hex(speech.gettext("Already taken: {places}"), view["taken"], room))
    return lines


def _ap(view: View, speech: Speech) -> str:
    """Ten dots; those of the AP that are left are filled."""
    if view["phase"] != "ap":
        return ""
    pips = [circle(60 + 22 * n, 12, 8, fill="#d9822b" if n < view["ap"] else "none") for n in range(AP)]
    return _words(speech.gettext("AP:"), 44) + group(*pips, stroke=WORDS, stroke_width=1.8)


def _auction(view: View, speech: Speech, room: float) -> list[str]:
    auction = view["auction"]
    if not auction:
        return []
    if auction["high"]:
        message = speech.ngettext(
            "High bid: {n} point by {seat}", "High bid: {n} points by {seat}", auction["high"]
        )
        high = message.format(n=auction["high"], seat=seat_letter(auction["leader"]))
    else:
        high = speech.gettext("No bid yet")
    return [_words(high, room), _row(speech.gettext("still bidding"), auction["waiting"], room)]


def _row(label: str, seats: Sequence[int], room: float) -> str:
    if not seats:
        return ""
    start = 6 + 32 * len(seats)
    tokens = [use(member(seat, False), 14 + 32 * n, 12, 1.05) for n, seat in enumerate(seats)]
    return "".join(tokens) + group_at(start, 0, _words(label, room - start))


def _counts_by_hex(message: str, counts: dict[str, int], room: float) -> str:
    places = [f"{place} ×{counts[place]}" for place in HEXES if counts.get(place)]
    return _words(message.format(places=", ".join(places)), room) if places else ""


def _words(words: str, room: float) -> str:
    return fitted_text(0, 19, 19, words, room, fill=WORDS)
