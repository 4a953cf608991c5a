"""A match as a page or a letter shows it: what one viewer may see of it, at any step."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session

from app.house import House
from app.i18n import order_words
from app.models import Letter, Match, Player, Seat
from app.problems import Missing, NotAllowed
from app.services import outbox
from app.services.matches import changes, find, history, loans
from app.services.matches.asks import AskView, OwnAsk, ask_view, open_asks, own_ask
from app.services.matches.away import Absence, absences_of
from app.services.matches.chance_facts import ChanceFacts, chance_facts
from app.services.matches.changes import Course
from app.services.matches.find import MatchFacts, shown_names
from app.services.matches.history import PlayedStep, ShownReceipt, receipts_of
from app.services.matches.loans import Lent
from app.services.outbox import bounces
from engine.chance import match_seed
from engine.choices import examples, few_choices
from engine.errors import OrderError
from engine.game import Game, View
from engine.record import replay_steps
from engine.registry import game
from engine.speech import ENGLISH, Speech

LAST_STEPS = 6
ADDRESS = re.compile(r"[^\s<>()\[\],;:\"]+@[^\s<>()\[\],;:\"]+")


@dataclass(frozen=True)
class OwnPlan:
    """The viewer's standing orders. `disarmed`: why the last ones are not in force any more."""

    text: str
    rehearsed: str
    disarmed: str


@dataclass(frozen=True)
class LostLetter:
    """A letter that could not be delivered."""

    kind: str
    to: str
    error: str


@dataclass(frozen=True)
class OwnLoan:
    """The loan of the viewer's seat, for its owner, or for the friend who plays it."""

    borrowed: bool
    friend: str  # the address or the name, as the owner knows it
    began: bool
    accepted: bool
    until: date | None

    @property
    def lends(self) -> bool:
        return self.began and not self.borrowed


@dataclass(frozen=True)
class SeatView:
    """What a seat or an onlooker may know of a match: all that letters need."""

    match: MatchFacts
    course: Course  # what stands of it, and who sat where
    names: list[str]  # at the step that is shown
    number: int | None  # of the seat; None for an onlooker
    game_view: View
    step: int
    last_step: int
    asks: list[AskView]
    ask: OwnAsk | None
    choices: list[str]
    examples: list[str]
    plan: OwnPlan | None
    away: dict[int, Absence]  # by seat
    lent: dict[int, Lent]  # by seat
    deputy: bool
    bank_left: int


@dataclass(frozen=True)
class MatchView(SeatView):
    """What the page of a match shows to one viewer."""

    chance: ChanceFacts
    is_host: bool
    needs: dict[str, str]  # who has to agree to what players propose
    history: list[PlayedStep]  # up to the step that is shown
    receipts: list[ShownReceipt]
    lost: list[LostLetter]
    resting: list[bounces.RestingPlayer]
    own_loan: "OwnLoan | None"

    @property
    def borrows(self) -> bool:
        """The viewer plays somebody else's seat."""
        return self.own_loan is not None and self.own_loan.borrowed

    @property
    def lends(self) -> bool:
        """A friend plays the viewer's seat: its owner may look."""
        return self.own_loan is not None and self.own_loan.lends


def view_for(
    session: Session,
    house: House,
    code: str,
    player_id: int | None = None,
    seat: int | None = None,
    step: int | None = None,
    speech: Speech = ENGLISH,
) -> MatchView:
    """A match that has started, as this viewer may see it. `seat`: the viewer has this seat's link."""
    match = find.by_code(session, code)
    seats = find.numbered_seats(session, match)
    number = seat or next((each.number for each in seats if loans.is_mine(each, player_id)), None)
    check_may_watch(match, number, player_id)
    find.check_not_aside(session, match)
    view = seat_view(session, house, match, seats, number, step, speech)
    own_seat = next((own for own in seats if own.number == number), None)
    is_host = bool(player_id) and match.host_id == player_id
    after = max(-1, view.step - LAST_STEPS)
    steps = history.steps_of(session, match, after)[: view.step - after]
    lost = outbox.lost_letters(session, match.id) if is_host else []
    loan = own_loan(session, own_seat, None if seat else player_id)
    shown = vars(view) | ({"ask": None, "choices": [], "examples": []} if loan and loan.lends else {})
    return MatchView(
        **shown,
        chance=chance_facts(match, seats),
        is_host=is_host,
        needs=match.needs,
        history=history.steps_in_words(view.course, steps, speech),
        receipts=receipts_of(session, match, own_seat),
        own_loan=loan,
        lost=[lost_letter(session, letter) for letter in lost],
        resting=bounces.resting_players(session, match) if is_host else [],
    )


def seat_view(
    session: Session,
    house: House,
    match: Match,
    seats: Sequence[Seat],
    number: int | None,
    step: int | None = None,
    speech: Speech = ENGLISH,
) -> SeatView:
    last_step = match.steps - 1
    shown_step = last_step if step is None else step
    if not 0 <= shown_step <= last_step:
        raise Missing("This match has steps 0 to {last}.", last=last_step)
    course = changes.course_of(session, match, shown_names(session, seats, speech))
    rules, names = course.rules, course.names_at(shown_step)
    view = view_at(session, house, match, seats, shown_step, number)
    asks = open_asks(session, match)
    away = absences_of(session, seats)
    own_seat = next((seat for seat in seats if seat.number == number), None)
    is_present = shown_step == last_step
    ask = own_ask(match, asks, number, course.decision_since(match.steps)) if is_present else None
    offered = list(rules.choices(view)) if ask else []
    return SeatView(
        match=find.facts_of(session, match),
        course=course,
        names=names,
        number=number,
        game_view=view,
        step=shown_step,
        last_step=last_step,
        asks=[ask_view(ask, match, seats, names, away) for ask in asks],
        ask=ask,
        choices=few_choices(rules, offered),
        examples=examples(rules, view, offered),
        plan=own_plan(rules, own_seat, view, speech),
        away=away,
        lent=loans.lent_seats(session, match, seats),
        deputy=bool(own_seat and own_seat.deputy),
        bank_left=own_seat.bank_left if own_seat else 0,
    )


def check_may_watch(match: Match, number: int | None, player_id: int | None) -> None:
    allowed = match.watch == "link" or number or (player_id and match.host_id == player_id)
    if not allowed:
        raise NotAllowed("Only the players can see this match. If you are one, sign in.")


def view_at(
    session: Session, house: House, match: Match, seats: Sequence[Seat], number: int, seat: int | None
) -> View:
    """What the seat saw after step `number`. Only the last state is stored; older ones are played again."""
    find.check_not_aside(session, match)
    rules = game(match.game)
    seed = match_seed(house.vault.decrypt(match.locked_seed), [each.salt or "" for each in seats])
    if number >= match.steps - 1:
        return rules.view(rules.from_json(match.state or {}, seed), seat)
    first, *lines = map(changes.line_of, history.steps_of(session, match)[: number + 1])
    *_, last = replay_steps(first, lines, seed)
    return rules.view(last.state, seat)


# --- What only this viewer may see ---


def own_loan(session: Session, seat: Seat | None, player_id: int | None) -> OwnLoan | None:
    """`player_id`: none for somebody with a link to play, who is the friend while the seat is lent."""
    loan = loans.open_loan(session, seat.match_id, seat.number) if seat and seat.number else None
    if not loan or not seat:
        return None
    friend = session.get(Player, loan.friend_id) if loan.friend_id else None
    until = date.fromisoformat(loan.until) if loan.until else None
    borrowed = seat.owner_id is not None and player_id != seat.owner_id
    name = friend.name if friend else loan.email or ""
    return OwnLoan(borrowed, name, loan.began_at is not None, loan.accepted_at is not None, until)


def own_plan(rules: Game, seat: Seat | None, view: View, speech: Speech) -> OwnPlan | None:
    if not seat or not (seat.plan or seat.plan_told):
        return None
    if not seat.plan:
        return OwnPlan(text="", rehearsed="", disarmed=seat.plan_told)
    try:
        answer = rules.decide(rules.read_plan(seat.plan, view), view, speech)
        rehearsed = order_words.rehearsed(answer, rules.META.id, speech)
    except OrderError as error:
        rehearsed = error.tell(speech)
    return OwnPlan(text=seat.plan, rehearsed=rehearsed, disarmed="")


def lost_letter(session: Session, letter: Letter) -> LostLetter:
    """Without addresses, whatever a mail server has answered: not all who are hosts have typed them."""
    player = session.get(Player, letter.player_id) if letter.player_id else None
    return LostLetter(letter.kind, player.name if player else "", ADDRESS.sub("…", letter.error))
