"""A view of Incan Gold as text: a picture in monospace (`board`), and sentences (`describe`)."""

import textwrap
from collections.abc import Iterator, Sequence

from engine.game import View
from engine.incan_gold.pieces import ARTIFACT, HAZARDS, ROUNDS
from engine.incan_gold.tell import hazard
from engine.speech import ENGLISH, Speech, join_list, result_sentence, seat_letter, seat_name

ACROSS = 6  # cards in a row of the picture


def board(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH, beside: bool = False) -> str:
    cards = [[*_card(card, lying, speech)] for card, lying in cards_lying(view)]
    rows = [cards[n : n + ACROSS] for n in range(0, len(cards), ACROSS)]
    picture = [line for row in rows for line in _row_of_cards(row)]
    lines = [
        part
        for line in _details(view, names, speech)
        for part in textwrap.wrap(line, 74, subsequent_indent="  ")
    ]
    canvas = [] if beside else ["", *picture, ""]
    return "\n".join([_round(view, speech), *canvas, *lines]) + "\n"


def cards_lying(view: View) -> Iterator[tuple[int | str, int]]:
    """The path's cards, and the treasure left on each. For an artifact: 1 if it still lies there, or 0."""
    gone = sum(card["card"] == ARTIFACT for card in view["path"]) - view["on_path"]
    for card in view["path"]:
        if card["card"] == ARTIFACT:
            yield ARTIFACT, int(gone <= 0)
            gone -= 1
        else:
            yield card["card"], card["lying"]


def _card(card: int | str, lying: int, speech: Speech) -> tuple[str, str]:
    if card == ARTIFACT:
        return speech.gettext("ARTIFACT"), "" if lying else speech.gettext("taken")
    if isinstance(card, str):
        return f"!{hazard(card, speech)}!", ""
    return f"{card}", speech.gettext("{lying} left").format(lying=lying) if lying else ""


def _row_of_cards(row: list[list[str]]) -> Iterator[str]:
    yield " ".join(".----------." for _ in row)
    for line in range(2):
        yield " ".join(f"|{card[line][:10]:^10}|" for card in row)
    yield " ".join("'----------'" for _ in row)


def describe(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> str:
    cards = [_card_in_words(card, lying, speech) for card, lying in cards_lying(view)]
    path = speech.gettext("The path: {cards}.").format(cards=join_list(cards, speech))
    return "\n".join([_round(view, speech), path, *_details(view, names, speech)])


def _card_in_words(card: int | str, lying: int, speech: Speech) -> str:
    if card == ARTIFACT:
        return speech.gettext("an artifact") if lying else speech.gettext("an artifact that was taken")
    if isinstance(card, str):
        return speech.gettext("hazard {kind}").format(kind=hazard(card, speech))
    return speech.gettext("treasure {value}, {lying} left on it").format(value=card, lying=lying)


def _round(view: View, speech: Speech) -> str:
    return speech.gettext("Round {round} of {rounds}").format(round=view["round"], rounds=ROUNDS)


def _details(view: View, names: Sequence[str], speech: Speech) -> Iterator[str]:
    lying = sum(card["lying"] for card in view["path"])
    sentence = speech.gettext("On the path: {lying}; artifacts there: {artifacts}.")
    yield sentence.format(lying=lying, artifacts=view["on_path"])
    for seat in range(1, len(view["held"]) + 1):
        yield _seat(view, seat, names, speech)
    yield from _cards_left(view, speech)
    if view["result"]:
        yield result_sentence(view["result"]["scores"], view["result"]["winners"], names, speech)


def _seat(view: View, seat: int, names: Sequence[str], speech: Speech) -> str:
    sentence = (
        speech.gettext("{letter} {who} is in the temple and holds {held}. {tent} Artifacts: {artifacts}.")
        if seat in view["inside"]
        else speech.gettext("{letter} {who} is in the camp. {tent} Artifacts: {artifacts}.")
    )
    stones = view["tents"][seat - 1]
    tent = "" if stones is None else speech.gettext("In the tent: {stones}.").format(stones=stones)
    values = {
        "letter": seat_letter(seat),
        "who": seat_name(seat, names, speech),
        "held": view["held"][seat - 1],
    }
    artifacts = _artifacts(view, seat, speech)
    return " ".join(sentence.format(**values, tent=tent, artifacts=artifacts).split())


def _artifacts(view: View, seat: int, speech: Speech) -> str:
    carried = view["carried"][seat - 1]
    if not carried:
        return speech.gettext("none")
    return speech.gettext("{carried}, worth {worth}").format(carried=carried, worth=view["worth"][seat - 1])


def _cards_left(view: View, speech: Speech) -> Iterator[str]:
    if view["out"]:
        out = [f"{hazard(kind, speech)} {view['out'][kind]}" for kind in HAZARDS if kind in view["out"]]
        yield speech.gettext("Hazards out of the game: {out}.").format(out=", ".join(out))
    deck = view["deck"]
    if not deck:
        return
    counts = [f"{hazard(kind, speech)} {deck.count(kind)}" for kind in HAZARDS]
    sentence = speech.gettext("Face down: treasures {treasures}; hazards: {hazards}; artifacts: {artifacts}.")
    treasures = " ".join(f"{card}" for card in deck if isinstance(card, int)) or "–"
    yield sentence.format(treasures=treasures, hazards=", ".join(counts), artifacts=deck.count(ARTIFACT))
