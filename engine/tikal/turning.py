"""Turning points of Tikal, found in the record: temples that changed hands, bids, scoring, guards."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from engine.chronicle import Chronicle, Lane, TurningPoint
from engine.game import Event
from engine.record import Moment
from engine.speech import Speech, join_list
from engine.tikal.rules.scoring import temples_of
from engine.tikal.state import State, by_name

MOST_LANES = 12
WORTH_TELLING = 2  # how often a temple has to change hands


def holders_of(state: State) -> dict[str, int]:
    """By temple, the seat that it pays."""
    return {place: seat for seat in range(1, len(state.seats) + 1) for place in temples_of(state, seat)}


def holders_by_step(moments: Sequence[Moment]) -> dict[str, list[int]]:
    """By temple, the seat that it paid after each of these steps; 0: nobody."""
    held: dict[str, list[int]] = defaultdict(lambda: [0] * len(moments))
    for at, moment in enumerate(moments):
        for place, seat in holders_of(moment.state).items():
            held[place][at] = seat
    return dict(held)


def after_turns(moments: Sequence[Moment]) -> list[Moment]:
    """Those at the end of a turn: within one, members only pass by."""
    played = [moment for moment in moments if not moment.step or "orders" in moment.line]
    seats = [set(moment.line.get("orders", ())) for moment in played]
    ends = [moment for moment, own, after in zip(played, seats, seats[1:], strict=False) if own != after]
    return [*ends, played[-1]]


def changes(held: Sequence[int]) -> list[tuple[int, int]]:
    """Where in a row somebody else took hold of a temple, and who it was. Nobody comes between."""
    found: list[tuple[int, int]] = []
    for at, seat in enumerate(held):
        if seat and (not found or found[-1][1] != seat):
            found.append((at, seat))
    return found


def lanes(moments: Sequence[Moment]) -> list[Lane]:
    """The most valuable temples of the end."""
    held = holders_by_step(moments)
    board: Mapping[str, int] = {place: here.value for place, here in by_name(moments[-1].state.board)}
    worth_it = sorted((place for place in held if any(held[place])), key=lambda place: (-board[place], place))
    return [Lane(f"{place} · {board[place]}", held[place]) for place in worth_it[:MOST_LANES]]


def turning_points(chronicle: Chronicle) -> Iterator[TurningPoint]:
    names, speech = chronicle.names, chronicle.speech
    yield from _most_contested(after_turns(chronicle.standing), names, speech)
    yield from _boldest_bid(chronicle)
    yield from _richest_scoring(chronicle)
    yield from _greatest_guard(chronicle)


def _most_contested(
    moments: Sequence[Moment], names: Sequence[str], speech: Speech
) -> Iterator[TurningPoint]:
    held = holders_by_step(moments)
    rows = [(len(found), place, found) for place, row in held.items() if (found := changes(row))]
    if not rows:
        return
    times, place, found = max(rows, key=lambda row: (row[0], row[1]))
    if times <= WORTH_TELLING:
        return
    at, _ = found[-1]
    chain = join_list([names[seat - 1] for _, seat in found], speech)
    sentence = speech.ngettext(
        "It changes hands {times} time. Its masters, one after another: {chain}.",
        "It changes hands {times} times. Its masters, one after another: {chain}.",
        times - 1,
    )
    title = speech.gettext("The most contested temple: {place}").format(place=place)
    step = moments[at].step
    yield TurningPoint(step, title, sentence.format(times=times - 1, chain=chain), step)


def _boldest_bid(chronicle: Chronicle) -> Iterator[TurningPoint]:
    bids = [each for each in chronicle.of_kind("won") if each.event["points"]]
    if not bids:
        return
    boldest = max(bids, key=lambda each: (each.event["points"], -each.step))
    points = boldest.event["points"]
    sentence = chronicle.speech.ngettext(
        "{name} pays {points} point to choose first. Nobody pays more in the whole match.",
        "{name} pays {points} points to choose first. Nobody pays more in the whole match.",
        points,
    )
    text = sentence.format(name=chronicle.names[boldest.event["seat"] - 1], points=points)
    yield TurningPoint(boldest.step, chronicle.speech.gettext("The boldest bid"), text, boldest.step)


def _points(event: Event) -> int:
    return int(sum(event["temples"].values()) + event["treasures"])


def _richest_scoring(chronicle: Chronicle) -> Iterator[TurningPoint]:
    scored = list(chronicle.of_kind("scored"))
    if not scored or not max(_points(each.event) for each in scored):
        return
    richest = max(scored, key=lambda each: (_points(each.event), -each.step))
    event = richest.event
    sentence = chronicle.speech.ngettext(
        "{name} scores {points} point at once: {temples} for temples, {treasures} for treasures.",
        "{name} scores {points} points at once: {temples} for temples, {treasures} for treasures.",
        _points(event),
    )
    values = {"temples": sum(event["temples"].values()), "treasures": event["treasures"]}
    text = sentence.format(name=chronicle.names[event["seat"] - 1], points=_points(event), **values)
    yield TurningPoint(richest.step, chronicle.speech.gettext("The richest turn"), text, richest.step)


def _greatest_guard(chronicle: Chronicle) -> Iterator[TurningPoint]:
    guarded = list(chronicle.of_kind("guarded"))
    if not guarded:
        return
    greatest = max(guarded, key=lambda each: (each.event["value"], -each.step))
    values = {**greatest.event, "name": chronicle.names[greatest.event["seat"] - 1]}
    title = chronicle.speech.gettext("The most valuable guard: {place}").format(**values)
    text = chronicle.speech.gettext(
        "{name} puts a guard on the temple on {place}, worth {value}. From now on nobody can take it away."
    )
    yield TurningPoint(greatest.step, title, text.format(**values), greatest.step)
