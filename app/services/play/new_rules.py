"""New rules for a match in progress, when the players have agreed. The state stays as it is."""

from sqlmodel import Session

from app.clock import now
from app.problems import Problem
from app.services.play.afresh import check_may_change, decide_anew
from app.services.play.letters import put_agreed_letters
from app.services.play.live import LiveMatch
from app.services.play.steps import add_line, record_time
from engine.record import Record


def change_rules(session: Session, live: LiveMatch, rules: int, agreed: list[int]) -> None:
    """From here on this version is in force. What was answered but not applied yet is asked again."""
    check_may_change(live)
    check_version(live, rules)
    match = live.match
    record = Record(head=match.head)
    record.rules(match.steps, record_time(now()), rules, agreed)
    live.state, match.rules = live.rules.under(live.state, rules), rules
    add_line(live, record, "rules")
    decide_anew(live)
    put_agreed_letters(live)


def check_version(live: LiveMatch, rules: int) -> None:
    now_in_force, newest = live.match.rules, live.rules.META.rules
    if not now_in_force < rules <= newest:
        raise Problem(
            "This match is played by version {now} of the rules; the newest is version {newest}.",
            now=now_in_force,
            newest=newest,
        )
