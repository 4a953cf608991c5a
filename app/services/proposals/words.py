"""What a proposal says, what it needs and what came of it, in words."""

from collections.abc import Sequence

from app.db.words import Outcome
from app.i18n.order_words import language_of
from app.i18n.render import duration_in
from app.models import Proposal
from engine.speech import Later, Speech, later, seat_name

WHAT = {
    "time": later("more time for {name}: {time}"),
    "bot": later("a bot plays for {name} until {name} is back"),
    "bot once": later("a bot plays this turn for {name}"),
    "substitute": later("somebody else takes the place of {name}"),
    "substitute bot": later("somebody else takes the place of {name}; until then a bot plays"),
    "pause": later("the match is paused"),
    "resume": later("the match goes on"),
    "end": later("the match ends without a result"),
    "end stands": later("the match ends as it stands: the points are told, and nobody has won"),
    "rules": later("from now on, version {rules} of the rules is in force"),
    "back": later("all that was played from step {step} on is taken back"),
}

NEEDED = {
    "all": later("Everybody has to agree."),
    "most": later("More than half of the players have to agree."),
    "host": later("The host of the match decides."),
}

OUTCOMES: dict[Outcome, Later] = {
    "passed": later("agreed"),
    "failed": later("not agreed"),
    "lapsed": later("lapsed"),
    "withdrawn": later("taken back by {name}"),
}

# Why it has lapsed before its time.
OVER = later("The match is over.")
PLAYED = later("{name} has played meanwhile.")
MOVED_ON = later("The turn is over.")
DEPUTY_THERE = later("A bot plays for {name} already.")
LEFT = later("{name} has left the match.")
PAUSED = later("The match is paused.")
GOES_ON = later("The match is not paused.")
NEW_RULES = later("The match goes on by these rules already.")
TAKEN_BACK = later("That step has been taken back already.")


def what_is_proposed(proposal: Proposal, names: Sequence[str], speech: Speech) -> str:
    """A few words without an end: more time for Bo: 2 days."""
    detail = proposal.detail
    words = {
        "name": seat_name(proposal.about, names, speech) if proposal.about else "",
        "time": duration_in(detail.get("seconds", 0), language_of(speech)),
        "rules": detail.get("rules", 0),
        "step": detail.get("step", 0) + 1,
    }
    return speech.gettext(WHAT[form_of(proposal)]).format(**words)


def form_of(proposal: Proposal) -> str:
    """Of kinds that are proposed in two ways, which of the two it is."""
    second = {"bot": "once", "substitute": "bot", "end": "stands"}.get(proposal.kind, "")
    return f"{proposal.kind} {second}" if second and proposal.detail.get(second) else proposal.kind


def outcome_in_words(proposal: Proposal, names: Sequence[str], speech: Speech) -> str:
    told = OUTCOMES.get(proposal.outcome)
    return speech.gettext(told).format(name=names[proposal.seat - 1]) if told else ""


def why_in_words(proposal: Proposal, names: Sequence[str], speech: Speech) -> str:
    """Why it lapsed; empty where its time was simply over."""
    name = seat_name(proposal.about, names, speech) if proposal.about else ""
    return speech.gettext(proposal.why).format(name=name) if proposal.why else ""
