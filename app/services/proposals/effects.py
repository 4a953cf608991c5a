"""What a proposal does to its match when it has passed."""

from collections.abc import Callable
from datetime import timedelta

from app.models import Proposal
from app.services import deadlines
from app.services.play.deputies import play_once, put_deputy
from app.services.play.going_back import go_back
from app.services.play.live import LiveMatch
from app.services.play.new_rules import change_rules
from app.services.play.stops import end_match, pause_match, resume_match
from app.services.proposals import offers
from app.services.proposals.overtaken import has_person
from app.services.proposals.votes import electorate_of
from engine.chronicle import chronicle
from engine.record import Moment
from engine.speech import ENGLISH


def more_time(live: LiveMatch, proposal: Proposal) -> None:
    seat = proposal.about or 0
    by = timedelta(seconds=proposal.detail["seconds"])
    own = live.own_time_of(seat)
    deadlines.give_more_time(live.asks[seat], live.match, live.seats[seat], own, by)


def bot(live: LiveMatch, proposal: Proposal) -> None:
    (play_once if proposal.detail.get("once") else put_deputy)(live, proposal.about or 0)


def pause(live: LiveMatch, proposal: Proposal) -> None:
    pause_match(live)


def resume(live: LiveMatch, proposal: Proposal) -> None:
    resume_match(live)


def back(live: LiveMatch, proposal: Proposal) -> None:
    """All whose consent counts have agreed: otherwise it would not have passed."""
    people = electorate_of(live.session, live.match, list(live.seats.values())).people
    go_back(live.session, live, proposal.detail["step"], sorted(people))


def rules(live: LiveMatch, proposal: Proposal) -> None:
    people = electorate_of(live.session, live.match, list(live.seats.values())).people
    change_rules(live.session, live, proposal.detail["rules"], sorted(people))


def substitute(live: LiveMatch, proposal: Proposal) -> None:
    """The seat is offered; until somebody has taken it, its player or a bot plays on."""
    if proposal.detail.get("bot") and has_person(live, live.seats[proposal.about or 0]):
        put_deputy(live, proposal.about or 0)
    offers.offer_seat(live, proposal)


def end(live: LiveMatch, proposal: Proposal) -> None:
    end_match(live, standing_of(live) if proposal.detail.get("stands") else None)


def standing_of(live: LiveMatch) -> list[int]:
    """Everybody's points as they would be told if the game ended now; empty where it has none yet."""
    present = Moment(live.match.steps - 1, {}, live.state, ())
    scores = chronicle(live.match.game, [present], live.names, ENGLISH).scores()
    return list(scores[-1]) if scores else []


EFFECTS: dict[str, Callable[[LiveMatch, Proposal], None]] = {
    "time": more_time,
    "bot": bot,
    "pause": pause,
    "resume": resume,
    "end": end,
    "back": back,
    "rules": rules,
    "substitute": substitute,
}

# A letter of their own tells that they have passed.
TOLD_OTHERWISE = ("pause", "resume", "end", "back", "rules")
