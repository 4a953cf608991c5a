"""The letters that play makes necessary: they go into the outbox in the same transaction."""

from collections.abc import Sequence
from datetime import datetime

from app.models import Ask, Player, Receipt, Seat
from app.services import outbox
from app.services.matches.find import player_of
from app.services.matches.loans import owner_of
from app.services.outbox import Need, bounces
from app.services.outbox.facts import HandedOverFacts, ReceiptFacts, RefusedFacts, SeatFacts, TurnFacts
from app.services.play.live import LiveMatch


def put_turn_letters(live: LiveMatch, waiting: Sequence[int]) -> None:
    """A letter to each player who has to answer and for whom no bot plays."""
    needs = [
        Need(
            "your_turn",
            f"turn {live.match.id} {live.asks[seat].turn} {seat}",
            TurnFacts(seat, live.asks[seat].turn),
            live.seats[seat].player_id,
        )
        for seat in waiting
        if (row := live.seats[seat]).player_id and not row.bot and not row.deputy and not row.mute
    ]
    outbox.put_all(live.session, needs, live.match.id)


def put_letter(
    live: LiveMatch, seat: Seat, kind: str, mark: str = "", facts: SeatFacts | None = None
) -> None:
    person = player_of(live.session, seat)
    if person:
        key = f"{kind} {live.match.id} {seat.id} {mark}".strip()
        about = facts or SeatFacts(seat.number or 0)
        outbox.put(live.session, kind, key, about, player=person, match=live.match)


def put_also_to_owner(
    live: LiveMatch, seat: Seat, kind: str, mark: str = "", facts: SeatFacts | None = None
) -> None:
    """To the player of the seat, and while it is lent to its owner."""
    put_letter(live, seat, kind, mark, facts)
    owner = owner_of(live.session, seat) if seat.owner_id else None
    if owner:
        key = f"{kind} {live.match.id} {seat.id} {mark} owner"
        about = facts or SeatFacts(seat.number or 0)
        outbox.put(live.session, kind, key, about, player=owner, match=live.match)


def put_deadline_letter(live: LiveMatch, ask: Ask) -> None:
    """For a player whose own hours have moved a deadline."""
    person = player_of(live.session, live.seats[ask.seat])
    facts = TurnFacts(ask.seat, ask.turn)
    key = f"deadline {ask.id} {ask.due_at}"
    outbox.put(live.session, "deadline", key, facts, player=person, match=live.match)


def put_handed_over(
    live: LiveMatch, seat: Seat, former: Player, name: str, entry_at: datetime | None
) -> None:
    """To the player who had the seat until now; the deadline is taken out of their calendar."""
    facts = HandedOverFacts(seat.number or 0, name, entry_at.isoformat() if entry_at else "")
    key = f"handed over {live.match.id} {seat.id} {live.match.steps}"
    outbox.put(live.session, "handed_over", key, facts, player=former, match=live.match)


def put_agreed_letters(live: LiveMatch) -> None:
    """To the players who get no letter about a turn: what all have agreed on. In a pause these are all."""
    running = live.match.status == "running"
    asked = {number for number, ask in live.asks.items() if running and ask.answered_at is None}
    for number, seat in live.seats.items():
        if number not in asked or seat.deputy:
            put_letter(live, seat, "agreed", str(live.match.steps))


def put_refused_letter(live: LiveMatch, seat: int, receipt: Receipt) -> None:
    person = player_of(live.session, live.seats[seat])
    key = f"refused {live.match.id} {seat} {receipt.number}"
    facts = RefusedFacts(seat, receipt.refused, receipt.orders)
    outbox.put(live.session, "refused", key, facts, player=person, match=live.match)


def put_receipt_letter(live: LiveMatch, seat: int, receipt: Receipt) -> None:
    """For a player who wants receipts by letter too."""
    person = live.people.get(seat)
    if person and person.receipts:
        facts = ReceiptFacts(seat, receipt.number)
        key = f"receipt {live.match.id} {seat} {receipt.number}"
        need = Need("receipt", key, facts, live.seats[seat].player_id)
        outbox.put_all(live.session, [need], live.match.id)


def forget_bounces_of(live: LiveMatch, seat: int) -> None:
    """Orders prove that the player is reachable, so earlier bounces are forgotten."""
    person = live.people.get(seat)
    if person and person.hard_bounces:
        bounces.forget_bounces(live.session, live.session.get_one(Player, live.seats[seat].player_id))
