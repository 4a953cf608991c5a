"""What the people who look after the service see and do: what is stuck and why, and another try."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, update
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from app.clock import now
from app.db.work import mark_work
from app.edition import edition
from app.house import House
from app.models import Ask, Book, Fault, Film, Letter, Mail, Match, Player
from app.safe_text import without_secrets
from app.services import outbox, pace
from app.services.books import film_store, making, store
from app.services.inbox import intake
from app.services.outbox import bounces
from app.services.outbox.facts import NO_FACTS
from app.services.outbox.kinds import KINDS
from app.services.play import clocks
from app.services.upkeep import editions, tallies
from app.settings import Settings
from engine.speech import Later, later

MOST = 30  # of each kind
LATELY = timedelta(days=14)
WEEKLY_HOUR = 8  # on Mondays, UTC
LINK_SECONDS = 86400
PURPOSE = "operator"


def is_operator(settings: Settings, player: Player | None) -> bool:
    return bool(player and player.email and player.email.lower() in settings.operators)


class Stuck(NamedTuple):
    """Something that does not go on by itself. `token`: how a form names it."""

    token: str
    title: str  # of the match, or "" where there is none
    code: str
    what: str  # a kind of letter, a language, a number of a seat
    who: str
    why: str  # without addresses
    at: datetime | None
    player: str = ""  # a token of the player whose letter it is


@dataclass(frozen=True)
class Overview:
    letters: list[Stuck]
    failing: list[Stuck]
    resting: list[Stuck]
    mails: list[Stuck]
    books: list[Stuck]
    films: list[Stuck]
    matches: list[Stuck]
    aside: list[Stuck]  # by an update
    faults: list[Fault]

    @property
    def is_empty(self) -> bool:
        return not any(vars(self).values())


def overview(session: Session, house: House, at: datetime) -> Overview:
    since = at - LATELY
    books, films = select(Book, Match).join(Match), select(Film, Match).join(Match)
    own = [_letters(session, house, col(Letter.dropped) == how, since) for how in outbox.LOST]
    return Overview(
        letters=[letter for letters in own for letter in letters],
        failing=_failing(session, house),
        resting=_resting(session, house),
        mails=_mails(session, house, since),
        books=_not_made(house, "book", session.exec(books.where(making.given_up(Book, since)).limit(MOST))),
        films=_not_made(house, "film", session.exec(films.where(film_store.given_up(since)).limit(MOST))),
        matches=_matches(session, house),
        aside=[_aside(match) for match in editions.set_aside(session)[:MOST]],
        faults=tallies.newest_faults(session),
    )


def _token(house: House, what: str, number: int) -> str:
    """No number of a row leaves the house as it is."""
    return house.links.make(PURPOSE, [what, number])


# --- What is stuck ---


def _letters(session: Session, house: House, which: ColumnElement[bool], since: datetime) -> list[Stuck]:
    lately = (which, col(Letter.wanted_at) > since)
    return _stuck_letters(session, house, col(Letter.wanted_at).desc(), *lately)


def _failing(session: Session, house: House) -> list[Stuck]:
    """Letters that are tried again and again."""
    failing = (col(Letter.due_at).is_not(None), col(Letter.error) != "")
    return _stuck_letters(session, house, col(Letter.wanted_at), *failing)


def _stuck_letters(session: Session, house: House, order: Any, *which: ColumnElement[bool]) -> list[Stuck]:
    rows = sa_select(Letter, col(Match.title), col(Match.code), Player).where(*which)
    rows = rows.outerjoin(Match, col(Match.id) == col(Letter.match_id))
    rows = rows.outerjoin(Player, col(Player.id) == col(Letter.player_id))
    found = session.execute(rows.order_by(order).limit(MOST)).all()
    return [_stuck_letter(house, *row) for row in found]


def _stuck_letter(
    house: House, letter: Letter, title: str | None, code: str | None, reader: Player | None
) -> Stuck:
    return Stuck(
        _token(house, "letter", letter.id),
        title or "",
        code or "",
        KINDS[letter.kind].title if letter.kind in KINDS else letter.kind,
        reader.name if reader else "",
        without_secrets(letter.error),
        letter.wanted_at,
        _token(house, "player", reader.id) if reader and not reader.resting_at else "",
    )


def _resting(session: Session, house: House) -> list[Stuck]:
    rows = select(Player).where(col(Player.resting_at).is_not(None), col(Player.email).is_not(None))
    found = session.exec(rows.order_by(col(Player.resting_at).desc(), col(Player.id)).limit(MOST)).all()
    return [
        Stuck(_token(house, "player", player.id), "", "", "", player.name, "", player.resting_at)
        for player in found
    ]


def _mails(session: Session, house: House, since: datetime) -> list[Stuck]:
    rows = select(Mail).where(col(Mail.received_at) > since, intake.IS_GIVEN_UP)
    found = session.exec(rows.order_by(col(Mail.received_at).desc()).limit(MOST)).all()
    return [
        Stuck(_token(house, "mail", mail.id), "", "", "", "", without_secrets(mail.outcome), mail.received_at)
        for mail in found
    ]


def _not_made(house: House, what: str, rows: Iterable[tuple[Book | Film, Match]]) -> list[Stuck]:
    """Whole rows, as what was given up has no PDF and no picture."""
    return [
        Stuck(
            _token(house, what, row.id),
            match.title,
            match.code,
            row.language,
            "",
            without_secrets(row.error),
            row.wanted_at,
        )
        for row, match in rows
    ]


def _matches(session: Session, house: House) -> list[Stuck]:
    """Those whose clock could not ring: they are put off, and tried again later."""
    rows = select(Ask, Match).join(Match).where(Ask.failures > 0, col(Ask.closed_at).is_(None))
    found = session.exec(rows.where(col(Ask.rings_at).is_not(None)).limit(MOST)).all()
    return [
        Stuck(
            _token(house, "ask", ask.id),
            match.title,
            match.code,
            str(ask.seat),
            "",
            without_secrets(ask.trouble),
            ask.rings_at,
        )
        for ask, match in found
    ]


def _aside(match: Match) -> Stuck:
    """Nothing can be done about it here: another version has to come."""
    return Stuck("", match.title, match.code, "", "", match.aside_why, match.aside_at)


# --- What can be done about it ---

NOTHING = later("There was nothing to do any more.")


def send_again(session: Session, house: House, number: int) -> Later:
    stuck = (col(Letter.dropped).in_(outbox.LOST)) | (col(Letter.due_at).is_not(None) & (Letter.error != ""))
    again = {"due_at": now(), "dropped": "", "error": "", "tries": 0, "claims": 0}
    changed = session.connection().execute(
        update(Letter).where(col(Letter.id) == number, stuck).values(again)
    )
    words = LEAVES_LATER if _is_at_rest(session, number) else later("The letter leaves now.")
    return _done(session, changed.rowcount, words)


LEAVES_LATER = later("Letters to this player rest: this one leaves when they are sent again.")


def _is_at_rest(session: Session, number: int) -> bool:
    """Of a letter about a match: those to sign in leave also then."""
    reader = select(Player.resting_at).join(Letter, col(Letter.player_id) == col(Player.id))
    mine = reader.where(col(Letter.id) == number, col(Letter.match_id).is_not(None))
    return session.exec(mine).first() is not None


def let_rest(session: Session, house: House, number: int) -> Later:
    awake = (col(Player.id) == number, col(Player.resting_at).is_(None), col(Player.email).is_not(None))
    changed = session.connection().execute(update(Player).where(*awake).values(resting_at=now()))
    return _done(
        session, changed.rowcount, later("No more letters are sent to this player until they are back.")
    )


def let_go_on(session: Session, house: House, number: int) -> Later:
    player = session.get(Player, number)
    rested = bool(player and player.resting_at)
    bounces.try_again(session, number)
    return _done(session, rested, later("Letters to this player are sent again."))


def read_again(session: Session, house: House, number: int) -> Later:
    given_up = (col(Mail.id) == number, intake.IS_GIVEN_UP)
    again = {"due_at": now(), "outcome": "", "tries": 0, "claims": 0}
    changed = session.connection().execute(update(Mail).where(*given_up).values(again))
    return _done(session, changed.rowcount, later("The mail is read again."))


def make_again(session: Session, house: House, number: int) -> Later:
    book = session.get(Book, number)
    given_up = bool(book and not book.due_at and not book.made_at)
    if book and given_up:
        store.want_again(session, book.match_id, store.Kind.of(book.language))
    return _done(session, given_up, later("The book is made again."))


def film_again(session: Session, house: House, number: int) -> Later:
    film = session.get(Film, number)
    given_up = bool(film and not film.due_at and not film.made_at)
    if film and given_up:
        film_store.want_again(session, film.match_id, film.language)
    return _done(session, given_up, later("The film is made again."))


def ring_again(session: Session, house: House, number: int) -> Later:
    again = clocks.try_now(session, number, now())
    return _done(session, again, later("The match is tried again now."))


def _done(session: Session, changed: int | bool, words: Later) -> Later:
    if not changed:
        return NOTHING
    mark_work(session)
    return words


ACTIONS: dict[str, tuple[str, Callable[[Session, House, int], Later]]] = {
    "send": ("letter", send_again),
    "rest": ("player", let_rest),
    "go-on": ("player", let_go_on),
    "read": ("mail", read_again),
    "make": ("book", make_again),
    "film": ("film", film_again),
    "ring": ("ask", ring_again),
}


def act(session: Session, house: House, action: str, token: str) -> Later:
    """Returns what was done, to be told. Raises BadLink for a form that is not of today."""
    kind, do = ACTIONS[action]
    what, number = house.links.read(PURPOSE, token, LINK_SECONDS)
    return do(session, house, int(number)) if what == kind else NOTHING


# --- The letter of the week ---


def put_weekly(session: Session, house: House, at: datetime) -> None:
    """To each operator, once a week: from Monday morning on, or when the service is there again."""
    year, week, day = at.isocalendar()
    if day > 1 or at.hour >= WEEKLY_HOUR:
        _put(session, house, f"weekly {year}-{week}")


def put_set_aside(session: Session, house: House) -> None:
    """The same letter, at once, when an update has set matches aside: once for each edition."""
    _put(session, house, f"aside {edition()}")


def _put(session: Session, house: House, what: str) -> None:
    for address in house.settings.operators:
        player = session.exec(select(Player).where(Player.email == address)).first()
        key = f"{what} {pace.mailbox_hash(house.settings, address)}"
        to = "" if player else address
        outbox.put(session, "weekly", key, NO_FACTS, player, to, cause="operators")
