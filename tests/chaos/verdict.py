"""What must be true when all is mended: the clients' own list against the database and the mail that came."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.models import Ask, Browser, Letter, Mail, Match, Player, Proposal, Receipt, Seat, Step, Vote
from app.services.inbox import intake
from app.services.matches.asks import open_asks
from app.services.matches.changes import AGREED, line_of
from app.services.matches.history import steps_of
from app.services.outbox.untold import TELLING
from tests.chaos.client_log import (
    Asked,
    ClientLog,
    Joined,
    Mailed,
    Opened,
    Ordered,
    Proposed,
    SignedIn,
    Voted,
)
from tests.cluster.outcome import kept_name
from tests.world.mail_server import Sink

LATE = timedelta(minutes=1)  # of a clock


def what_is_wrong(session: Session, log: ClientLog, sink: Sink) -> Iterator[str]:
    yield from orders_lost(session, log)
    yield from orders_doubled(session)
    yield from mails_lost_or_doubled(session, log)
    yield from sign_ins_lost(session, log)
    yield from matches_lost(session, log)
    yield from proposals_lost_or_doubled(session, log)
    yield from votes_lost(session, log)
    yield from letters_lost(session, sink)
    yield from matches_stuck(session, sink)


# --- Orders ---


def orders_lost(session: Session, log: ClientLog) -> Iterator[str]:
    rows = session.exec(select(Receipt, Match.code).join(Match, col(Match.id) == Receipt.match_id))
    kept = {(code, row.seat, row.number): (row.turn, row.typed) for row, code in rows}
    for entry in log.all_of(Ordered):
        if kept.get((entry.match, entry.seat, entry.receipt)) != (entry.turn, entry.typed):
            yield f"{entry} was acknowledged, and there is no such receipt"


def orders_doubled(session: Session) -> Iterator[str]:
    """Each receipt stands in the record once, and each order of a person there has its receipt."""
    for match in session.exec(select(Match).where(Match.steps > 0)):
        receipts = session.exec(select(Receipt).where(Receipt.match_id == match.id)).all()
        asks = session.exec(select(Ask).where(Ask.match_id == match.id))
        sealed = {(ask.turn, ask.seat): ask for ask in asks if ask.sealed}
        steps = steps_of(session, match)
        yield from _check_open(match, steps, [row for row in receipts if (row.turn, row.seat) not in sealed])
        yield from _check_sealed(match, steps, [row for row in receipts if (row.turn, row.seat) in sealed])


def _check_open(match: Match, steps: Sequence[Step], receipts: Sequence[Receipt]) -> Iterator[str]:
    by_head = {str(line_of(step)["hash"]): line_of(step) for step in steps}
    for row in receipts:
        played = by_head.get(row.head, {}).get("orders", {}).get(str(row.seat))
        if played != row.orders:
            yield f"{match.code}: receipt {row.number} of seat {row.seat} is not in the record"
    for (seat, base), times in Counter((row.seat, row.base) for row in receipts).items():
        if times > 1:
            yield f"{match.code}: seat {seat} has {times} receipts for one decision, at line {base}"


def _check_sealed(match: Match, steps: Sequence[Step], receipts: Sequence[Receipt]) -> Iterator[str]:
    """The last answer counts; while it is sealed, it is not in the record yet."""
    newest = {(row.turn, row.seat): row for row in sorted(receipts, key=lambda row: row.number)}
    played = defaultdict(list)
    for step in steps:
        for seat, orders in line_of(step).get("orders", {}).items():
            played[step.turn, int(seat)].append(orders)
    for (turn, seat), row in newest.items():
        wanted = [] if _is_void(steps, row) else [row.orders]
        if turn < match.turn and played[turn, seat] != wanted:
            yield f"{match.code}: seat {seat} said {row.orders} in turn {turn}: {played[turn, seat]}"


def _is_void(steps: Sequence[Step], row: Receipt) -> bool:
    """What the table agrees on before all have answered, like a step back, makes sealed answers void; new
    hands only that of their seat."""
    for step in steps:
        others = step.kind == "seat" and line_of(step)["seat"]["number"] != row.seat
        if step.number >= row.base and not others:
            return step.kind in AGREED
    return False


# --- Mails ---


def mails_lost_or_doubled(session: Session, log: ClientLog) -> Iterator[str]:
    outcomes = defaultdict(list)
    for mail in session.exec(select(Mail)):
        outcomes[mail.message_id.strip("<>")].append(mail.outcome)
    for entry in dict.fromkeys(log.all_of(Mailed)):
        came = [outcome for outcome in outcomes[entry.message_id] if outcome != "duplicate"]
        if len(came) != 1 or not came[0] or came[0].startswith(intake.GIVEN_UP):
            yield f"{entry} was acknowledged, and came to {outcomes[entry.message_id]}"


# --- Signing in ---


def sign_ins_lost(session: Session, log: ClientLog) -> Iterator[str]:
    browsers = set(session.exec(select(Player.email).join(Browser, col(Browser.player_id) == Player.id)))
    for entry in dict.fromkeys(log.all_of(SignedIn)):
        if entry.email not in browsers:
            yield f"{entry}, and no browser of theirs is known"
    letters = session.exec(select(Letter).where(Letter.kind == "sign_in")).all()
    people = {player.id: player.email for player in session.exec(select(Player))}
    told = {letter.to or people[letter.player_id or 0] for letter in letters if letter.sent_at}
    for wished in dict.fromkeys(log.all_of(Asked)):
        if wished.email not in told:
            yield f"{wished}, and no letter has left"


# --- Matches and proposals ---


def matches_lost(session: Session, log: ClientLog) -> Iterator[str]:
    codes = set(session.exec(select(Match.code)))
    seats = session.exec(
        select(Match.code, Player.email)
        .join(Seat, col(Seat.match_id) == Match.id)
        .join(Player, col(Player.id) == Seat.player_id)
    )
    seated = set(seats)
    yield from (f"{entry} is lost" for entry in log.all_of(Opened) if entry.match not in codes)
    yield from (f"{entry} is lost" for entry in log.all_of(Joined) if tuple(entry) not in seated)


def proposals_lost_or_doubled(session: Session, log: ClientLog) -> Iterator[str]:
    rows = session.exec(
        select(Match.code, Proposal.seat, Proposal.kind).join(Match, col(Match.id) == Proposal.match_id)
    )
    kept = Counter(Proposed(*row) for row in rows)
    acknowledged, tried = Counter(log.all_of(Proposed)), Counter(log.attempts)
    for entry in {*kept, *acknowledged}:
        if not acknowledged[entry] <= kept[entry] <= tried[entry]:
            yield f"{entry}: {kept[entry]} kept, {acknowledged[entry]} acknowledged, {tried[entry]} tried"


def votes_lost(session: Session, log: ClientLog) -> Iterator[str]:
    rows = session.exec(
        select(Proposal.key, Vote.seat, Vote.said).join(Proposal, col(Proposal.id) == Vote.proposal_id)
    )
    said = {(key, seat): word for key, seat, word in rows}
    for (proposal, seat), word in {entry[:2]: entry.said for entry in log.all_of(Voted)}.items():
        if said.get((proposal, seat)) != word:
            yield f"seat {seat} has said {word} to {proposal}: {said.get((proposal, seat))} is kept"


# --- Letters ---


def arrived(sink: Sink) -> Counter[str]:
    return Counter(kept_name(message["Message-ID"]) for message in sink.messages)


def letters_lost(session: Session, sink: Sink) -> Iterator[str]:
    came = arrived(sink)
    for letter in session.exec(select(Letter)):
        told = f"letter {letter.id}, {letter.kind}"
        if letter.sent_at and not came[letter.message_id]:
            yield f"{told}: sent, and never arrived"
        if not letter.sent_at and letter.dropped in ("given up", "set aside"):
            yield f"{told}: {letter.dropped}, {letter.error}"


def matches_stuck(session: Session, sink: Sink) -> Iterator[str]:
    """Every running match waits for somebody who knows it, or for a clock that will ring."""
    came = arrived(sink)
    for match in session.exec(select(Match).where(Match.status == "running")):
        asks = [ask for ask in open_asks(session, match) if not ask.answered_at]
        if not asks:
            yield f"{match.code} runs, and nobody is asked"
        for ask in asks:
            if ask.rings_at and ask.rings_at < now() - LATE:
                yield f"{match.code}: the clock of seat {ask.seat} should have rung at {ask.rings_at}"
            elif not ask.rings_at and not _is_told(session, match, ask, came):
                yield f"{match.code}: seat {ask.seat} is asked since {ask.opened_at}, and does not know it"


def _is_told(session: Session, match: Match, ask: Ask, came: Counter[str]) -> bool:
    seat = session.exec(select(Seat).where(Seat.match_id == match.id, Seat.number == ask.seat)).one()
    letters = session.exec(
        select(Letter).where(
            Letter.match_id == match.id, Letter.player_id == seat.player_id, col(Letter.kind).in_(TELLING)
        )
    )
    return any(
        came[letter.message_id]
        and (letter.facts.get("turn") == ask.turn or (letter.sent_at or ask.opened_at) > ask.opened_at)
        for letter in letters
    )


def unsettled(house: House, since: datetime) -> list[str]:
    """Letters and mails that have waited since then. Clocks that ring on make new ones all the time."""
    letters = select(Letter.id, Letter.kind, Letter.tries, Letter.error)
    mails = select(Mail.id, Mail.tries, Mail.outcome)
    with house.reading() as session:
        return [
            *(
                f"letter {row}"
                for row in session.exec(
                    letters.where(col(Letter.due_at).is_not(None), col(Letter.wanted_at) <= since)
                )
            ),
            *(
                f"mail {row}"
                for row in session.exec(
                    mails.where(col(Mail.due_at).is_not(None), col(Mail.received_at) <= since)
                )
            ),
        ]
