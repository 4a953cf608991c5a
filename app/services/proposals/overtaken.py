"""Whether a match has moved on, so that what somebody has proposed makes no sense any more."""

from collections.abc import Callable

from app.models import Player, Proposal, Seat
from app.services.matches.changes import course_of
from app.services.play.live import LiveMatch
from app.services.proposals import words
from app.status import goes_on


def why_overtaken(live: LiveMatch, proposal: Proposal) -> str:
    """A text that may name {name}, the player whom it concerns; empty where it still can be done."""
    if not goes_on(live.match):
        return words.OVER
    return CHECKS[proposal.kind](live, proposal)


def of_time(live: LiveMatch, proposal: Proposal) -> str:
    """Also of a bot that plays one turn."""
    if live.match.turn != proposal.turn:
        return words.PLAYED
    ask = live.asks.get(proposal.about or 0)
    return words.PLAYED if not ask or ask.answered_at else ""


def of_bot(live: LiveMatch, proposal: Proposal) -> str:
    seat = live.seats[proposal.about or 0]
    if not has_person(live, seat):
        return words.LEFT
    if proposal.detail.get("once"):
        return words.PAUSED if live.match.status == "paused" else of_time(live, proposal)
    if seat.deputy:
        return words.DEPUTY_THERE
    return words.PLAYED if has_played(live, proposal) else ""


def of_substitute(live: LiveMatch, proposal: Proposal) -> str:
    return words.PLAYED if has_played(live, proposal) else ""


def has_played(live: LiveMatch, proposal: Proposal) -> bool:
    """Whether the player whom it concerns has given orders since: then nobody needs to do it instead."""
    ask = live.asks.get(proposal.about or 0)
    if ask and ask.held:  # nobody can tell yet
        return False
    return live.receipts[proposal.about or 0] > int(proposal.detail.get("receipts", 0))


def of_pause(live: LiveMatch, proposal: Proposal) -> str:
    return words.PAUSED if live.match.status == "paused" else ""


def of_resume(live: LiveMatch, proposal: Proposal) -> str:
    return words.GOES_ON if live.match.status == "running" else ""


def of_back(live: LiveMatch, proposal: Proposal) -> str:
    """Somebody else's proposal may have taken that step back before."""
    course = course_of(live.session, live.match, live.names)
    return words.TAKEN_BACK if proposal.detail["step"] + 1 in course.taken_back else ""


def of_rules(live: LiveMatch, proposal: Proposal) -> str:
    return words.NEW_RULES if live.match.rules >= proposal.detail["rules"] else ""


def never(live: LiveMatch, proposal: Proposal) -> str:
    return ""


CHECKS: dict[str, Callable[[LiveMatch, Proposal], str]] = {
    "time": of_time,
    "bot": of_bot,
    "substitute": of_substitute,
    "pause": of_pause,
    "resume": of_resume,
    "end": never,
    "back": of_back,
    "rules": of_rules,
}


def has_person(live: LiveMatch, seat: Seat) -> bool:
    """Somebody who has not left; a bot may play for this person just now."""
    player = live.session.get(Player, seat.player_id) if seat.player_id and not seat.bot else None
    return bool(player and (player.email or player.guest))
