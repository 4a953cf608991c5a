"""Letters about time: a new deadline, a match that waits, a match in which nobody acts."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from app.clock import now
from app.db.words import ProposalKind
from app.house import House
from app.letters.match_letter import deadline_for, match_letter, short_letter
from app.letters.match_news import own_turn
from app.letters.recipient import Recipient, recipient_of
from app.letters.turns import the_turn
from app.mail.letter import ComposedLetter, NotNeeded
from app.models import Letter
from app.services.matches import seat_links
from app.services.matches.asks import AskView
from app.services.matches.away import Absence
from app.services.matches.needs import need_of
from app.services.outbox.facts import TurnFacts
from app.status import goes_on

HOSTS_CHOICES: tuple[ProposalKind, ...] = ("pause", "end")


def deadline(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """The player's own hours have moved it."""
    to = recipient_of(session, house, letter)
    turn = the_turn(to, TurnFacts.from_json(letter.facts))
    return match_letter(to, "deadline", turn, deadline_for(to, asked=True))


@dataclass(frozen=True)
class LateView:
    name: str
    since: datetime
    days: int
    away: Absence | None


def waiting(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """To those who are not asked themselves."""
    to = recipient_of(session, house, letter)
    late = [late_view(ask) for ask in to.view.asks if ask.late_since and not ask.answered]
    if to.match.status != "running" or not late or own_turn(to):
        raise NotNeeded("the match waits for nobody else")
    alone = all(need_of(to.match.needs, kind) == "host" for kind in HOSTS_CHOICES)
    return short_letter(to, "waiting", late=late, is_host=to.match.host_id == to.player.id, host_alone=alone)


def late_view(ask: AskView) -> LateView:
    assert ask.late_since
    return LateView(ask.name, ask.late_since, (now() - ask.late_since).days, ask.away)


def go_on(session: Session, house: House, letter: Letter) -> ComposedLetter:
    to = recipient_of(session, house, letter)
    if not goes_on(to.match) or not to.match.asked_on_at:
        raise NotNeeded("somebody has acted")
    return short_letter(to, "go_on", on=go_on_address(to), rests=to.match.idle_at)


def go_on_address(to: Recipient) -> str:
    return seat_links.seat_address(to.house, "on", to.match.code, to.seat)
