"""A service in which much has happened long ago, with something in every table."""

from datetime import timedelta
from functools import partial

from sqlalchemy import DateTime, case
from sqlmodel import Session, SQLModel, update

from app.clock import now
from app.models import (
    Book,
    Browser,
    Contribution,
    DiaryEntry,
    Draft,
    Edition,
    Fault,
    Film,
    Heartbeat,
    ImapFolder,
    Letter,
    Loan,
    Look,
    Mail,
    Match,
    NewAddress,
    Note,
    Pace,
    Proposal,
    Refusal,
    Relay,
    Rematch,
    Talk,
    Tally,
    Vote,
)
from app.services.lobby import guests
from app.services.people import signing_in
from tests.world import Friends, World

LONG = timedelta(days=400)


def rows_at(session: Session, match: Match, host: int) -> None:
    """In the tables that no play has filled."""
    at = now()
    proposal = Proposal(match_id=match.id, seat=1, turn=1, base=1, at=at, ends_at=at)
    session.add(proposal)
    session.flush()
    session.add(Vote(match_id=match.id, proposal_id=proposal.id, seat=2, player_id=host, at=at))
    session.add(Loan(match_id=match.id, seat=1, owner_id=host, at=at, begins_at=at, closed_at=at, why="x"))
    session.add(Draft(match_id=match.id, seat=1, turn=1, base=1, text="torch", at=at))
    session.add(Talk(match_id=match.id, seat=1, base=2, text="well played", at=at))
    session.add(Note(player_id=host, match_id=match.id, text="mine", at=at))
    session.add(DiaryEntry(player_id=host, match_id=match.id, seat=1, base=1, text="secret", at=at))
    session.add(Look(player_id=host, match_id=match.id, seen=2, since=1))
    session.add(Contribution(player_id=host, match_id=match.id, seat=1, dedication="to Bo", at=at))
    session.add(Film(match_id=match.id, language="de", wanted_at=at, made_at=at, gif=b"GIF89a"))
    session.add(Book(match_id=match.id, language="de", wanted_at=at, made_at=at, pdf=b"%PDF"))


def rows_of_no_match(session: Session, ended: int, running: int) -> None:
    at = now()
    session.add_all(
        [
            Rematch(of_id=ended, match_id=running),
            Browser(player_id=1, key="k" * 40, since=at),
            NewAddress(player_id=1, old="a@example.org", new="b@example.org", asked_at=at - LONG),
            Refusal(mailbox="m" * 40, at=at),
            Relay(name="mail server"),
            Mail(digest="d", to="r.x@here", raw=b"x", received_at=at, outcome="read"),
            Pace(key="talk", used_until=(at - LONG).timestamp()),
            Heartbeat(role="web", place="here:1", at=at),
            ImapFolder(name="old@host/INBOX", validity=1, looked_at=at),
            Tally(key="order Illegal", count=3),
            Edition(name="e" * 16, came_at=at),
            Fault(at=at, place="here:1", name="app.web", text="broken"),
        ]
    )


def as_if_sent(session: Session) -> None:
    for model in (Letter, Book, Film):
        assert session.exec(update(model).values(due_at=None)).rowcount
    session.exec(update(Letter).values(sent_at=now(), text="with links"))


def age(session: Session) -> None:
    """As if all that is there had happened long ago."""
    for table in SQLModel.metadata.sorted_tables:
        times = [column for column in table.c if isinstance(getattr(column.type, "impl", None), DateTime)]
        old = {time.key: case((time.is_(None), None), else_=now() - LONG) for time in times}
        if old:
            session.connection().execute(table.update().values(old))


def a_finished_match_among_others(world: World) -> Friends:
    """A finished match beside one that goes on, a lobby, a guest, and something in every table."""
    friends = world.match("incan-gold", 3)
    friends.play()
    running = world.match("incan-gold", 3)
    running.play(4)
    world.invite("incan-gold")
    guest = partial(guests.try_game, house=world.house, game="incan-gold", place="1.2.3.4", visitor=None)
    world.house.write(guest)
    world.house.write(as_if_sent)
    ask = partial(signing_in.ask_to_sign_in, house=world.house, email="new@example.org")
    world.house.write(ask)
    for each in (friends, running):
        world.house.write(partial(rows_at, match=each.match, host=each.match.host_id))
    world.house.write(partial(rows_of_no_match, ended=friends.match.id, running=running.match.id))
    world.house.write(age)
    return friends
