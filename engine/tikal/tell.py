"""Tikal's events as sentences. Each is whole, with named places, so that it can be translated."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.game import Event
from engine.speech import ENGLISH, Speech, join_list, result_sentence, seat_name
from engine.tikal.pieces import TILES


def tell(event: Event, names: Sequence[str] = (), speech: Speech = ENGLISH) -> str:
    if event["event"] == "over":
        return result_sentence(event["scores"], event["winners"], names, speech)
    people: dict[str, Any] = {
        key: seat_name(event[key], names, speech) for key in ("seat", "other") if key in event
    }
    if "seats" in event:
        people["seats"] = [seat_name(seat, names, speech) for seat in event["seats"]]
    return SENTENCES[event["event"]]({**event, **people}, speech)


def _turned_up(event: Event, speech: Speech) -> str:
    names = [tile_name(tile, speech) for tile in event["tiles"]]
    if len(names) == 1:
        return speech.gettext("Turned up for {seat}: {tile}.").format(tile=names[0], seat=event["seat"])
    return speech.gettext("Turned up: {tiles}.").format(tiles=join_list(names, speech))


def tile_name(tile: str, speech: Speech) -> str:
    """What a tile is, for people: letters and digits name hexes and players already."""
    piece = TILES[tile]
    return {
        "temple": speech.gettext("temple worth {value}"),
        "treasure": speech.gettext("treasure of {masks}"),
        "jungle": speech.gettext("jungle"),
        "volcano": speech.gettext("volcano"),
    }[piece.kind].format(value=piece.value, masks=piece.masks)


def _placed(event: Event, speech: Speech) -> str:
    sentence = {
        "temple": speech.gettext("{seat} places a temple worth {value} on {place} (r{rotation})."),
        "treasure": speech.ngettext(
            "{seat} places a treasure with {wafers} wafer on {place} (r{rotation}).",
            "{seat} places a treasure with {wafers} wafers on {place} (r{rotation}).",
            event["wafers"],
        ),
        "jungle": speech.gettext("{seat} places a jungle on {place} (r{rotation})."),
        "volcano": speech.gettext("{seat} places a volcano on {place} (r{rotation})."),
    }[event["kind"]]
    return sentence.format(**event)


def _entered(event: Event, speech: Speech) -> str:
    workers = event["workers"]
    if not event["leader"]:
        sentence = speech.ngettext(
            "{seat} brings {workers} worker into {place}.",
            "{seat} brings {workers} workers into {place}.",
            workers,
        )
    elif workers:
        sentence = speech.ngettext(
            "{seat} brings {workers} worker and the leader into {place}.",
            "{seat} brings {workers} workers and the leader into {place}.",
            workers,
        )
    else:
        sentence = speech.gettext("{seat} brings the leader into {place}.")
    return sentence.format(**event)


def _moved(event: Event, speech: Speech) -> str:
    workers = event["workers"]
    if not event["leader"]:
        sentence = speech.ngettext(
            "{seat} moves {workers} worker: {stations} ({cost} AP).",
            "{seat} moves {workers} workers: {stations} ({cost} AP).",
            workers,
        )
    elif workers:
        sentence = speech.ngettext(
            "{seat} moves {workers} worker and the leader: {stations} ({cost} AP).",
            "{seat} moves {workers} workers and the leader: {stations} ({cost} AP).",
            workers,
        )
    else:
        sentence = speech.gettext("{seat} moves the leader: {stations} ({cost} AP).")
    return sentence.format(**event, stations="–".join(event["way"]))


def _dug(event: Event, speech: Speech) -> str:
    return speech.gettext("{seat} digs on {place}: the temple rises from {before} to {value}.").format(
        **event
    )


def _took(event: Event, speech: Speech) -> str:
    sentence = speech.gettext("{seat} takes from {place}: {found}. Wafers left there: {left}.")
    return sentence.format(
        **event, found=join_list([treasure(motif, speech) for motif in event["wafers"]], speech)
    )


def _swapped(event: Event, speech: Speech) -> str:
    values = {**event, "give": treasure(event["give"], speech), "get": treasure(event["get"], speech)}
    return speech.gettext("{seat} swaps with {other}: gives {give}, gets {get}.").format(**values)


def treasure(motif: str, speech: Speech) -> str:
    return {
        "bowl": speech.gettext("bowl"),
        "crown": speech.gettext("crown"),
        "figurine": speech.gettext("figurine"),
        "jaguar": speech.gettext("jaguar"),
        "knife": speech.gettext("knife"),
        "mask": speech.gettext("mask"),
        "necklace": speech.gettext("necklace"),
        "vase": speech.gettext("vase"),
    }[motif]


def _camped(event: Event, speech: Speech) -> str:
    return speech.gettext("{seat} builds a camp on {place}.").format(**event)


def _guarded(event: Event, speech: Speech) -> str:
    if event["leader"]:
        sentence = speech.gettext(
            "{seat}’s leader becomes the guard of the temple on {place}, worth {value}."
        )
    else:
        sentence = speech.gettext("{seat} puts a guard on the temple on {place}, worth {value}.")
    parts = [sentence]
    if event["gone"]:
        parts.append(
            speech.ngettext("{gone} worker leaves the game.", "{gone} workers leave the game.", event["gone"])
        )
    if event["leader_gone"]:
        parts.append(speech.gettext("The leader leaves the game."))
    return " ".join(parts).format(**event)


def _bid(event: Event, speech: Speech) -> str:
    return speech.gettext("{seat} bids {points}.").format(**event)


def _passed(event: Event, speech: Speech) -> str:
    return speech.gettext("{seat} passes.").format(**event)


def _won(event: Event, speech: Speech) -> str:
    if not event["points"]:
        return speech.gettext("Nobody has bid: {seat} passed first and takes the turn for free.").format(
            **event
        )
    return speech.gettext("{seat} wins the auction and pays {points}.").format(**event)


def _picked(event: Event, speech: Speech) -> str:
    name = tile_name(event["tile"], speech)
    return speech.gettext("{seat} picks a tile: {name}.").format(seat=event["seat"], name=name)


def _got(event: Event, speech: Speech) -> str:
    name = tile_name(event["tile"], speech)
    return speech.gettext("{seat} gets the last tile ({name}).").format(seat=event["seat"], name=name)


def _ended(event: Event, speech: Speech) -> str:
    if event["left"]:
        return speech.gettext("{seat} ends the turn with {left} AP left.").format(**event)
    return speech.gettext("{seat} has no AP left.").format(**event)


def _scoring(event: Event, speech: Speech) -> str:
    order = join_list(event["seats"], speech)
    if event["final"]:
        return speech.gettext(
            "The last tile is placed: the final scoring round begins. In order: {order}."
        ).format(order=order)
    sentence = speech.gettext("A volcano is turned up: a scoring round begins. In order: {order}.")
    return sentence.format(order=order)


def _scored(event: Event, speech: Speech) -> str:
    temples = sum(event["temples"].values())
    values = {**event, "points": temples + event["treasures"], "sum": temples}
    if not event["temples"]:
        sentence = speech.gettext(
            "{seat} scores {points}: no temples, {treasures} for treasures. Score: {score}."
        )
        return sentence.format(**values)
    values["list"] = join_list([f"{place} {value}" for place, value in event["temples"].items()], speech)
    sentence = speech.gettext(
        "{seat} scores {points}: {sum} for temples ({list}), {treasures} for treasures. Score: {score}."
    )
    return sentence.format(**values)


SENTENCES: dict[str, Callable[[dict[str, Any], Speech], str]] = {
    "turned_up": _turned_up,
    "placed": _placed,
    "entered": _entered,
    "moved": _moved,
    "dug": _dug,
    "took": _took,
    "swapped": _swapped,
    "camped": _camped,
    "guarded": _guarded,
    "bid": _bid,
    "passed": _passed,
    "won": _won,
    "picked": _picked,
    "got": _got,
    "ended": _ended,
    "scoring": _scoring,
    "scored": _scored,
}
