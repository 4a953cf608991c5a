"""Above ground: the temples of the five rounds on the horizon, and the camp with a tent for each seat."""

from collections.abc import Sequence

from engine.emblems import PALE, status
from engine.game import Event, View
from engine.incan_gold.draw.changes import hazards_that_ended_rounds, stones_brought_home
from engine.incan_gold.draw.emblems import NIGHT
from engine.incan_gold.draw.shapes import PREFIX
from engine.incan_gold.pieces import ROUNDS
from engine.speech import Speech, join_list, seat_letter, seat_name
from engine.svg import circle, group, group_at, middle, path, shorten, use

HORIZON = 150
_SKY = "#3b4778"
_STARS = (
    (40, 70),
    (118, 62),
    (196, 78),
    (262, 60),
    (338, 74),
    (421, 64),
    (502, 82),
    (566, 66),
    (640, 76),
    (748, 70),
)


def head(view: View, names: Sequence[str], speech: Speech) -> str:
    """The topmost line: the round, or the winners."""
    winners = (view["result"] or {}).get("winners", [])
    return status(PREFIX, winners, status_words(view, names, speech), won=bool(winners))


def status_words(view: View, names: Sequence[str], speech: Speech) -> str:
    if view["result"]:
        winners = view["result"]["winners"]
        winner_names = [shorten(seat_name(seat, names, speech), 480 / len(winners), 23) for seat in winners]
        message = speech.ngettext("{names} has won", "{names} share the win", len(winners))
        return message.format(names=join_list(winner_names, speech))
    message = speech.ngettext(
        "Round {round} of {rounds}: {n} player is in the temple",
        "Round {round} of {rounds}: {n} players are in the temple",
        len(view["inside"]),
    )
    return message.format(round=view["round"], rounds=ROUNDS, n=len(view["inside"]))


def camp(view: View, events: Sequence[Event]) -> str:
    stars = path("".join([f"M{x} {y}h2v2h-2z" for x, y in _STARS]), fill="#aeb6d6")
    sky = path(f"M0.75 {HORIZON}V13A12 12 0 0 1 13 0.75H787A12 12 0 0 1 799.25 13V{HORIZON}z", fill=_SKY)
    moon = circle(404, 74, 15, fill="#efe6c0") + circle(410, 70, 13, fill=_SKY)
    ended = hazards_that_ended_rounds(events)
    temples = [
        group_at(46 + 74 * n, HORIZON, _temple(view, n + 1, ended.get(n + 1, ""))) for n in range(ROUNDS)
    ]
    return group(sky, moon, stars, *temples, *_tents(view, events))


def _temple(view: View, number: int, hazard: str) -> str:
    """Dark after its round, lit during it. Above it stands the hazard that has just ended the round."""
    present = number == view["round"] and not view["over"]
    played = number < view["round"] or view["over"]
    fill = "#e9a04a" if present else "#232a4e" if played else "#5f6ba3"
    figure = middle(
        0, -13, 26, str(number), font_weight="bold", fill=NIGHT if present else "#9aa4d2" if played else PALE
    )
    medal = use(f"{PREFIX}-medal-seen") + use(f"{PREFIX}-{hazard}") if hazard else ""
    above = group_at(0, -70, medal, scale=0.42, data_ended=hazard) if hazard else ""
    return group(use(f"{PREFIX}-temple"), figure, above, fill=fill, data_round=number)


def _tents(view: View, events: Sequence[Event]) -> list[str]:
    """Every seat's tent; the seats in the camp stand before theirs."""
    seats = range(1, len(view["held"]) + 1)
    pitch = min(62, 400 / len(seats))
    came = stones_brought_home(events)
    return [
        group_at(790 - pitch * (len(seats) - seat + 0.5), HORIZON - 17, _tent(view, seat, seat in came))
        for seat in seats
    ]


def _tent(view: View, seat: int, came: bool) -> str:
    at_home = seat not in view["inside"]
    tent = use(f"{PREFIX}-tent-{seat}", 0, 0 if at_home else 3, 0.85 if at_home else 0.7)
    token = use(f"{PREFIX}-{seat_letter(seat)}", 0, 5) if at_home else ""
    star = use(f"{PREFIX}-star", 0, -36) if came and at_home else ""
    return group(tent, token, star, data_camped=seat if at_home else 0)
