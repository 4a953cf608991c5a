"""Reading a match for a page or a letter: what one viewer may see, at any step."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.house import House
from app.models import Ask, Letter, Match, Player, Receipt, Seat, Step
from app.problems import Missing, NotAllowed
from app.services import outbox
from app.services.deadlines import runs_out
from app.services.matches import find
from app.services.outbox import bounces
from app.services.people.accounts import FORMER
from engine.chance import match_seed
from engine.errors import OrderError
from engine.game import Game, View
from engine.record import seats_of as orders_by_seat
from engine.registry import game
from engine.speech import ENGLISH, Speech

LAST_STEPS = 6
MOST_CHOICES = 4  # of one kind, as links to click

# Put together once: that takes as long as what the database does with them.
STEPS = (
    select(Step)
    .where(Step.match_id == bindparam("match_id"), Step.number > bindparam("after"))
    .order_by(col(Step.number))
)
OPEN_ASKS = (
    select(Ask)
    .where(Ask.match_id == bindparam("match_id"), col(Ask.closed_at).is_(None))
    .order_by(col(Ask.seat))
)
GONE = select(Player.id).where(
    col(Player.id).in_(bindparam("players", expanding=True)),
    col(Player.email).is_(None),
    col(Player.guest).is_(None),
)


def table(
    session: Session,
    house: House,
    code: str,
    player_id: int | None = None,
    seat: int | None = None,
    step: int | None = None,
    speech: Speech = ENGLISH,
) -> dict[str, Any]:
    """A match that has started, as this viewer may see it. `seat` is one whose link was followed."""
    match = find.by_code(session, code)
    seats = find.seated(session, match)
    number = seat or next((own.number for own in seats if player_id and own.player_id == player_id), None)
    may_watch(match, number, player_id)
    stands = as_it_stands(session, house, match, seats, number, step, speech)
    shown, is_host = stands["step"], bool(player_id) and match.host_id == player_id
    after = max(-1, shown - LAST_STEPS)
    steps = steps_of(session, match, after)[: shown - after]
    lost = outbox.lost(session, match.id) if is_host else []
    return {
        **stands,
        "is_host": is_host,
        "events": steps[-1].events,
        "story": told(game(match.game), steps, stands["names"], speech),
        "receipts": receipts(session, match, number),
        "lost": [told_lost(session, letter) for letter in lost],
        "resting": bounces.resting(session, match) if is_host else [],
    }


def as_it_stands(
    session: Session,
    house: House,
    match: Match,
    seats: Sequence[Seat],
    number: int | None,
    step: int | None = None,
    speech: Speech = ENGLISH,
) -> dict[str, Any]:
    """What one seat has to know, or an onlooker: all that letters need."""
    shown = match.steps - 1 if step is None else step
    if not 0 <= shown < match.steps:
        raise Missing("This match has the steps 0 to {last}.", last=match.steps - 1)
    rules, names = game(match.game), shown_names(session, seats, speech)
    view = view_at(session, house, match, seats, shown, number)
    asks = open_asks(session, match)
    mine = next((own for own in seats if own.number == number), None)
    now_shown = shown == match.steps - 1
    return {
        "match": find.facts(session, match),
        "names": names,
        "number": number,
        "view": view,
        "step": shown,
        "steps": match.steps - 1,
        "asks": [told_ask(ask, seats, names) for ask in asks],
        "ask": own_ask(match, asks, number) if now_shown else None,
        "choices": few_choices(rules, view) if now_shown else [],
        "examples": examples(rules, view) if now_shown else [],
        "plan": told_plan(rules, mine, view, speech),
        "deputy": bool(mine and mine.deputy),
        "bank_left": mine.bank_left if mine else 0,
    }


def may_watch(match: Match, number: int | None, player_id: int | None) -> None:
    watching = match.watch == "link" or number or (player_id and match.host_id == player_id)
    if not watching:
        raise NotAllowed("Only the players may look at this match. If you are one, sign in.")


def shown_names(session: Session, seats: Sequence[Seat], speech: Speech = ENGLISH) -> list[str]:
    """As the record has them; who has left is a former player."""
    former = set(session.exec(GONE, params={"players": [seat.player_id for seat in seats]}))
    return [speech.gettext(FORMER) if seat.player_id in former else seat.name for seat in seats]


def steps_of(session: Session, match: Match, after: int = -1) -> list[Step]:
    return list(session.exec(STEPS, params={"match_id": match.id, "after": after}))


def open_asks(session: Session, match: Match) -> list[Ask]:
    return list(session.exec(OPEN_ASKS, params={"match_id": match.id}))


# --- The view at a step ---


def view_at(
    session: Session, house: House, match: Match, seats: Sequence[Seat], number: int, seat: int | None
) -> View:
    """What the seat saw after that step. The present is the cache; the past is played again."""
    rules = game(match.game)
    seed = match_seed(house.vault.open(match.locked_seed), [own.salt or "" for own in seats])
    if number >= match.steps - 1:
        return rules.view(rules.from_json(match.state or {}, seed), seat)
    state = rules.setup(len(seats), match.options, seed)
    for orders in orders_of(steps_of(session, match)[1 : number + 1]):
        state = rules.apply(state, orders).state
    return rules.view(state, seat)


def orders_of(steps: Iterable[Step]) -> Iterable[dict[int, str]]:
    """By step; the last line has none."""
    for step in steps:
        orders = parsed(step).get("orders")
        if orders:
            yield orders_by_seat(orders)


def parsed(step: Step) -> dict[str, Any]:
    value = json.loads(step.line)
    assert isinstance(value, dict)
    return value


# --- What happened ---


def told(rules: Game, steps: Iterable[Step], names: Sequence[str], speech: Speech) -> list[dict[str, Any]]:
    return [
        {
            "number": step.number,
            "at": step.at,
            "orders": told_orders(step, names),
            "sentences": [rules.tell(event, names, speech) for event in step.events],
            "events": step.events,
        }
        for step in steps
    ]


def told_orders(step: Step, names: Sequence[str]) -> list[dict[str, str]]:
    line = parsed(step)
    by = line.get("by", {})
    return [
        {"name": names[int(seat) - 1], "seat": seat, "text": text, "by": by.get(seat, "")}
        for seat, text in line.get("orders", {}).items()
    ]


def happened_since(
    session: Session, match: Match, step: int, names: Sequence[str], speech: Speech = ENGLISH
) -> list[dict[str, Any]]:
    """The steps after one that somebody has been told of."""
    return told(game(match.game), steps_of(session, match, after=step), names, speech)


# --- Who is asked ---


def told_ask(ask: Ask, seats: Sequence[Seat], names: Sequence[str]) -> dict[str, Any]:
    seat = seats[ask.seat - 1]
    return {
        "seat": ask.seat,
        "name": names[ask.seat - 1],
        "kind": ask.kind,
        "answered": ask.answered_at is not None,
        "due_at": ask.due_at,
        "out_at": ask.due_at and runs_out(ask, seat),
        "bot": seat.bot or seat.deputy,
    }


def own_ask(match: Match, asks: Sequence[Ask], number: int | None) -> dict[str, Any] | None:
    for ask in asks:
        if ask.seat == number and match.status in ("running", "paused"):
            kept = {"turn": ask.turn, "base": match.steps, "kind": ask.kind, "sealed": ask.sealed}
            return {
                **kept,
                "due_at": ask.due_at,
                "orders": ask.orders,
                "answered": ask.answered_at is not None,
            }
    return None


def few_choices(rules: Game, view: View) -> list[str]:
    """Answers for a click, where an answer is a word or two: torch, camp, pass, the next bids, a tile."""
    choices = list(rules.choices(view))
    kinds = dict.fromkeys(choice.split()[0] for choice in choices)
    if len(kinds) > 2 or any(len(choice.split()) > 2 for choice in choices):
        return []
    few = [[choice for choice in choices if choice.split()[0] == kind][:MOST_CHOICES] for kind in kinds]
    return [choice for kind in few for choice in kind]


def examples(rules: Game, view: View) -> list[str]:
    """Up to three orders that are legal right now, as different as they can be."""
    choices = list(rules.choices(view))
    if not choices:
        return []
    by_kind = {choice.split()[0]: choice for choice in reversed(choices)}
    if len(by_kind) >= 3:
        few = list(by_kind.values())[:3]
    else:
        few = list(dict.fromkeys(choices[len(choices) * n // 3] for n in range(3)))
    return [*few[:-1], longer(rules, view, few[-1])]


def longer(rules: Game, view: View, first: str) -> str:
    """The example as said by who knows that actions can follow one another: up to three kinds."""
    said = [first]
    while len(said) < 3:
        after = rules.preview(view, "; ".join(said))
        kinds = {action.split()[0] for action in said}
        further = [choice for choice in rules.choices(after.view) if choice.split()[0] not in {*kinds, "end"}]
        if after.stops or not further:
            break
        said.append(further[0])
    return "; ".join(said)


def told_plan(rules: Game, seat: Seat | None, view: View, speech: Speech) -> dict[str, Any] | None:
    if not seat or not (seat.plan or seat.plan_told):
        return None
    if not seat.plan:
        return {"text": "", "rehearsed": "", "disarmed": seat.plan_told}
    try:
        rehearsed = rules.decide(rules.read_plan(seat.plan, view), view, speech).rehearsed(speech)
    except OrderError as error:
        rehearsed = error.tell(speech)
    return {"text": seat.plan, "rehearsed": rehearsed, "disarmed": ""}


def receipts(session: Session, match: Match, number: int | None) -> list[dict[str, Any]]:
    rows = select(Receipt).where(Receipt.match_id == match.id, Receipt.seat == (number or 0))
    return [told_receipt(row) for row in session.exec(rows.order_by(col(Receipt.number).desc()).limit(10))]


def told_receipt(receipt: Receipt) -> dict[str, Any]:
    kept = {"number": receipt.number, "orders": receipt.orders, "refused": receipt.refused}
    return {**kept, "head8": receipt.head[:8], "at": receipt.at, "turn": receipt.turn}


def told_lost(session: Session, letter: Letter) -> dict[str, Any]:
    player = session.get(Player, letter.player_id) if letter.player_id else None
    return {"kind": letter.kind, "to": player.name if player else letter.to, "error": letter.error}


def record(session: Session, code: str) -> str:
    """The record as far as it goes; it holds nothing that is still secret."""
    match = find.by_code(session, code)
    return "".join(step.line + "\n" for step in steps_of(session, match))
