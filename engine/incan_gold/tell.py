"""Incan Gold's events as sentences."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.game import Event
from engine.incan_gold.pieces import ROUNDS
from engine.speech import ENGLISH, Speech, join_list, result_sentence, seat_name


def tell(event: Event, names: Sequence[str] = (), speech: Speech = ENGLISH) -> str:
    def name_of(seat: int | str) -> str:
        return seat_name(int(seat), names, speech)

    if event["event"] == "over":
        return result_sentence(event["scores"], event["winners"], names, speech)
    return SENTENCES[event["event"]](event, name_of, speech)


NameOf = Callable[[int | str], str]


def hazard(kind: str, speech: Speech) -> str:
    return {
        "snake": speech.gettext("snake"),
        "spider": speech.gettext("spider"),
        "mummy": speech.gettext("mummy"),
        "fire": speech.gettext("fire"),
        "rockfall": speech.gettext("rockfall"),
    }[kind]


def _chose(event: Event, name_of: NameOf, speech: Speech) -> str:
    on = [name_of(seat) for seat, choice in event["choices"].items() if choice == "torch"]
    home = [name_of(seat) for seat, choice in event["choices"].items() if choice == "camp"]
    parts = []
    if on:
        sentence = speech.ngettext("{on} goes on.", "{on} go on.", len(on))
        parts.append(sentence.format(on=join_list(on, speech)))
    if home:
        sentence = speech.ngettext("{home} goes back to the camp.", "{home} go back to the camp.", len(home))
        parts.append(sentence.format(home=join_list(home, speech)))
    return " ".join(parts)


def _left(event: Event, name_of: NameOf, speech: Speech) -> str:
    each = [
        speech.gettext("{who} {points}").format(who=name_of(seat), points=points)
        for seat, points in event["stored"].items()
    ]
    share = speech.gettext("Each takes {share} from the path; {rest} stays. Into the tents: {each}.")
    parts = [share.format(share=event["share"], rest=event["rest"], each=join_list(each, speech))]
    if event["artifacts"]:
        sentence = speech.ngettext(
            "{who} leaves alone and carries out the artifact.",
            "{who} leaves alone and carries out {count} artifacts.",
            event["artifacts"],
        )
        parts.append(sentence.format(who=name_of(event["seats"][0]), count=event["artifacts"]))
    return " ".join(parts)


def _treasure(event: Event, name_of: NameOf, speech: Speech) -> str:
    sentence = speech.gettext(
        "A treasure worth {value}: everybody inside gets {share}, and {rest} stays on the card."
    )
    return sentence.format(**event)


def _artifact(event: Event, name_of: NameOf, speech: Speech) -> str:
    return speech.gettext("There is an artifact on the path.")


def _hazard(event: Event, name_of: NameOf, speech: Speech) -> str:
    if event["second"]:
        sentence = speech.gettext("Hazard: {kind}, the second one in this round!")
    else:
        sentence = speech.gettext("Hazard: {kind}, the first one in this round.")
    return sentence.format(kind=hazard(event["kind"], speech))


def _fled(event: Event, name_of: NameOf, speech: Speech) -> str:
    if not any(event["lost"].values()):
        sentence = speech.gettext(
            "Everybody flees, and nobody held anything. This card ({kind}) is out of the game."
        )
        return sentence.format(kind=hazard(event["kind"], speech))
    losses = [
        speech.gettext("{who} {points}").format(who=name_of(seat), points=points)
        for seat, points in event["lost"].items()
    ]
    sentence = speech.gettext(
        "Everybody flees and loses what they held: {lost}. This card ({kind}) is out of the game."
    )
    return sentence.format(lost=join_list(losses, speech), kind=hazard(event["kind"], speech))


def _round_over(event: Event, name_of: NameOf, speech: Speech) -> str:
    parts = [speech.gettext("Round {round} is over.").format(**event)]
    if event["artifacts"]:
        sentence = speech.ngettext(
            "{artifacts} artifact on the path is lost.",
            "{artifacts} artifacts on the path are lost.",
            event["artifacts"],
        )
        parts.append(sentence.format(**event))
    if event["lying"]:
        parts.append(speech.gettext("Left on the path and lost: {lying}.").format(**event))
    return " ".join(parts)


def _round(event: Event, name_of: NameOf, speech: Speech) -> str:
    return speech.gettext("Round {round} of {rounds} begins.").format(**event, rounds=ROUNDS)


SENTENCES: dict[str, Callable[[dict[str, Any], NameOf, Speech], str]] = {
    "round": _round,
    "treasure": _treasure,
    "artifact": _artifact,
    "hazard": _hazard,
    "chose": _chose,
    "left": _left,
    "fled": _fled,
    "round_over": _round_over,
}
