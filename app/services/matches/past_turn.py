"""A turn that has passed, as one of its links still tells it: nothing here is newer than the turn."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from app.links import Action
from app.models import Match, Receipt, Step
from app.services.matches import find, history
from app.services.matches.changes import course_of
from app.services.matches.find import MatchFacts, shown_names
from app.services.matches.history import PlayedStep, ShownReceipt, shown_receipt
from engine.speech import Speech


@dataclass(frozen=True)
class PastTurn:
    match: MatchFacts
    receipt: ShownReceipt | None
    played: PlayedStep | None  # what decided the turn, whoever gave the orders


def past_turn(session: Session, action: Action, speech: Speech, receipt: int = 0) -> PastTurn:
    """`receipt`: the number of one that is asked for; else the last of the decision that the link is for."""
    match = find.by_code(session, action.match)
    names = shown_names(session, find.numbered_seats(session, match), speech)
    steps = select(Step).where(Step.match_id == match.id, Step.number == action.base)
    played = history.steps_in_words(course_of(session, match, names), session.exec(steps), speech)
    given = receipt_of_turn(session, action, receipt)
    return PastTurn(
        find.facts_of(session, match), shown_receipt(given) if given else None, next(iter(played), None)
    )


def receipt_of_turn(session: Session, action: Action, number: int = 0) -> Receipt | None:
    """One that the seat got in the turn of the link. Those of other turns are none of its business."""
    mine = select(Receipt).join(Match).where(Match.code == action.match, Receipt.seat == action.seat)
    of_turn = mine.where(Receipt.turn == action.turn)
    one = of_turn.where(Receipt.number == number) if number else of_turn.where(Receipt.base == action.base)
    return session.exec(one.order_by(col(Receipt.number).desc())).first()
