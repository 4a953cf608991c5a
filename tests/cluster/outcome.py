"""What must be true when the dust has settled."""

from collections import Counter
from collections.abc import Sequence

from sqlmodel import col, select

from app.house import House
from app.models import Ask, Letter, Match, Receipt
from app.services import outbox
from app.services.matches.history import orders_of, steps_of
from app.services.upkeep import fsck
from tests.world.mail_server import Sink


def running(house: House) -> int:
    with house.db.reading() as session:
        return len(session.exec(select(Match.id).where(Match.status == "running")).all())


def unanswered(house: House) -> int:
    with house.db.reading() as session:
        waiting = select(Ask.id).where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
        return len(session.exec(waiting).all())


def unsent(house: House) -> int:
    with house.db.reading() as session:
        return len(session.exec(select(Letter.id).where(col(Letter.due_at).is_not(None))).all())


def all_is_well(house: House, sink: Sink) -> None:
    with house.db.reading() as session:
        assert fsck.check_matches(session, house) == []
        for match in session.exec(select(Match)).all():
            steps = steps_of(session, match)
            played = {step.turn: orders for step in steps for orders in orders_of([step])}
            receipts = session.exec(select(Receipt).where(Receipt.match_id == match.id)).all()
            assert len({(given.seat, given.turn) for given in receipts}) == len(receipts)
            assert all(played[given.turn][given.seat] == given.orders for given in receipts)
        letters = session.exec(select(Letter)).all()
    every_letter_has_come(letters, sink)


def every_letter_has_come(letters: Sequence[Letter], sink: Sink) -> None:
    """At least once, and always as the same letter. One that was not needed any more may have come too."""
    sent = {letter.message_id for letter in letters if letter.sent_at}
    not_needed = {letter.message_id for letter in letters if letter.dropped not in ("", outbox.GIVEN_UP)}
    came = Counter((kept_name(message["Message-ID"]), message["To"]) for message in sink.messages)
    ids = Counter(message_id for message_id, _ in came)

    assert sent | not_needed == {letter.message_id for letter in letters}
    assert sent <= ids.keys() <= sent | not_needed
    assert set(ids.values()) <= {1}, "two letters with one Message-ID"


def kept_name(message_id: str) -> str:
    """As the database has it: without the signature, which stands last."""
    return str(message_id).strip("<>").split("@")[0].rpartition(".")[0]
