"""Answers that no person gives: a bot's, the clock's, and those of a bot in place of a person who is away."""

from typing import Any

from sqlmodel import Session

from app.clock import now
from app.db.words import By
from app.house import House
from app.problems import NotAllowed
from app.services import deadlines
from app.services.matches import find
from app.services.matches.asks import open_asks
from app.services.matches.find import player_of
from app.services.play.grace import apply_held
from app.services.play.letters import put_turn_letters
from app.services.play.live import LiveMatch, changing
from app.services.play.next_decision import answer_sealed, next_decision, resolve_sealed, unanswered
from app.services.play.stated_absences import begin_deputy
from app.services.play.steps import CLOCK, DEPUTY, apply_step
from engine.game import Strength, bot_of


def answer_for(live: LiveMatch, seat: int, by: By) -> None:
    """A bot or the clock answers for the seat, until another seat is asked."""
    choose = live.rules.automatic if by == CLOCK else bot_of(live.rules, strength_of(live, seat, by))
    ask = live.asks[seat]
    if ask.sealed:
        answer_sealed(live, ask, choose(live.view(seat)), by)
        if unanswered(live):
            return
        resolve_sealed(live)
    else:
        while live.rules.asked(live.state).keys() == {seat} and live.match.turn == ask.turn:
            apply_step(live, {seat: choose(live.view(seat))}, {seat: by})
    next_decision(live)


def put_deputy(live: LiveMatch, seat: int) -> None:
    """A bot plays until the player is back."""
    begin_deputy(live, seat)
    play_once(live, seat)


def play_once(live: LiveMatch, seat: int) -> None:
    """A bot answers what the seat is asked now, where the clocks run; the next time the player is asked."""
    ask = live.asks.get(seat)
    if ask and not ask.answered_at and live.match.status == "running":
        if ask.held:
            apply_held(live, ask)
        else:
            answer_for(live, seat, DEPUTY)


def strength_of(live: LiveMatch, seat: int, by: By) -> Strength:
    """Deputies play as well as they can, as somebody else's game is at stake."""
    return "strong" if by == DEPUTY else live.seats[seat].strength


def end_deputy_of_player(live: LiveMatch, seat: int) -> None:
    """Orders end the deputy's time, but not if they come by an old link of a player who has left for good."""
    if live.seats[seat].deputy and player_of(live.session, live.seats[seat]):
        end_deputy(live, seat)


def end_deputy(live: LiveMatch, seat: int) -> None:
    """Other bots answer at once again: they had waited while all people were away (see `all_are_away`)."""
    live.seats[seat].deputy, live.seats[seat].deputy_until = False, ""
    for number, ask in live.asks.items():
        asked_seat = live.seats[number]
        if asked_seat.bot or asked_seat.deputy:
            ask.rings_at = deadlines.next_ring(ask, live.match, asked_seat)


def back_facts(session: Session, code: str, number: int) -> dict[str, Any]:
    """For the page where a player comes back: who plays, and whether the seat is asked."""
    match = find.by_code(session, code)
    seat = next(own for own in find.numbered_seats(session, match) if own.number == number)
    is_asked = any(ask.seat == number for ask in open_asks(session, match))
    return {
        "match": find.facts_of(session, match),
        "number": number,
        "name": find.shown_names(session, [seat])[0],
        "deputy": seat.deputy,
        "is_asked": is_asked,
    }


def come_back(session: Session, house: House, code: str, seat: int) -> None:
    """The player is back: the deputy stops, and the player is asked again, with a clock that starts anew."""
    with changing(session, house, code) as live:
        if seat not in live.seats:
            raise NotAllowed("You have no seat in this match.")
        if live.seats[seat].deputy and player_of(session, live.seats[seat]):
            ask_again(live, seat)


def ask_again(live: LiveMatch, seat: int) -> None:
    end_deputy(live, seat)
    ask = live.asks.get(seat)
    if ask and not ask.answered_at and live.match.status == "running":
        ask.opened_at = now()
        deadlines.start_clock(ask, live.match, live.seats[seat], live.own_time_of(seat))
        put_turn_letters(live, unanswered(live))
