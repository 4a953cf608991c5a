"""A strong player: plays the rest of the round in its head, with the cards that are face down in many orders.

It reckons with everybody inside and takes the others for modest players: what these do follows from what all
can see. The orders of the cards follow from nothing but the view, so every machine finds the same answer.
"""

from typing import NamedTuple

from engine.chance import shuffle
from engine.game import View
from engine.incan_gold.modest import goes_on
from engine.incan_gold.pieces import ARTIFACT, ARTIFACT_WORTH, CAMP, HAZARDS, TORCH, Card

ORDERS = 120  # of the cards that are face down
BOLDNESS = (2, 3, 4, 5, 6, 8, 12, 20)  # in fifths: ways to go on later, of which the best one counts


class Moment(NamedTuple):
    """A choice in one round. What happened before does not matter."""

    deck: tuple[Card, ...]  # face down, in the order in which they will come
    on_path: frozenset[Card]  # kinds of hazards
    lying: int
    artifacts: int  # on the path
    carried: int  # artifacts carried out in the whole match
    held: int  # by the player who thinks
    others: tuple[tuple[int, int], ...]  # inside: seat, and what it holds


def strong(view: View) -> str:
    now = moment(view)
    leaving = leavers(now)
    at_home = worth_of_leaving(now, leaving) * ORDERS
    best = 0
    orders = [shuffle(now.deck, f"thought {n}", b"") for n in range(ORDERS)]
    for boldness in BOLDNESS:
        total = 0
        for deck in orders:
            total += _go_on(now._replace(deck=deck), leaving, boldness)
        best = max(best, total)
    return TORCH if best > at_home else CAMP


def moment(view: View) -> Moment:
    seat = view["seat"]
    return Moment(
        deck=tuple(view["deck"]),
        on_path=frozenset(card["card"] for card in view["path"] if card["card"] in HAZARDS),
        lying=sum(card["lying"] for card in view["path"]),
        artifacts=view["on_path"],
        carried=sum(view["carried"]),
        held=view["held"][seat - 1],
        others=tuple([(other, view["held"][other - 1]) for other in view["inside"] if other != seat]),
    )


def leavers(now: Moment) -> tuple[int, ...]:
    inside = len(now.others) + 1
    return tuple(
        [
            seat
            for seat, held in now.others
            if not goes_on(seat, now.deck, now.on_path, inside, held, now.lying)
        ]
    )


def worth_of_leaving(now: Moment, leaving: tuple[int, ...]) -> int:
    share = now.lying // (len(leaving) + 1)
    alone = 0 if leaving else sum(ARTIFACT_WORTH[now.carried : now.carried + now.artifacts])
    return now.held + share + alone


def _go_on(now: Moment, leaving: tuple[int, ...], boldness: int) -> int:
    """What the round brings if one stays in now, and later as long as it is worth the risk."""
    while True:
        after = _after(now, leaving)
        if after is None:
            return 0
        if not after.deck:
            return after.held + after.lying
        now, leaving = after, leavers(after)
        at_home = worth_of_leaving(now, leaving)
        if not _worth_the_risk(now, leaving, at_home, boldness):
            return at_home


def _after(now: Moment, leaving: tuple[int, ...]) -> Moment | None:
    """After the others have left and the next card is turned up; None if that is the end."""
    lying, artifacts, carried = now.lying, now.artifacts, now.carried
    if leaving:
        lying %= len(leaving)
        if len(leaving) == 1:
            artifacts, carried = 0, carried + artifacts
    others = tuple([other for other in now.others if other[0] not in leaving])
    card, deck = now.deck[0], now.deck[1:]
    if isinstance(card, int):
        share, rest = divmod(card, len(others) + 1)
        others = tuple([(seat, held + share) for seat, held in others])
        return Moment(deck, now.on_path, lying + rest, artifacts, carried, now.held + share, others)
    if card == ARTIFACT:
        return Moment(deck, now.on_path, lying, artifacts + 1, carried, now.held, others)
    if card in now.on_path:
        return None
    return Moment(deck, now.on_path | {card}, lying, artifacts, carried, now.held, others)


def _worth_the_risk(now: Moment, leaving: tuple[int, ...], at_home: int, boldness: int) -> bool:
    promised = fatal = 0
    for card in now.deck:
        if isinstance(card, int):
            promised += card
        elif card in now.on_path:
            fatal += 1
    inside = len(now.others) + 1 - len(leaving)
    return promised * boldness > fatal * at_home * inside * 5
