"""Who a letter about a match goes to, and what the match looks like from there."""

import logging
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.house import House
from app.i18n.render import Reader, speech
from app.letters.board_text import parts_of
from app.letters.templates import reader_of, short, written
from app.links import Action
from app.mail.addresses import Addresses
from app.mail.letter import Composed, Deadline, NotNeeded, Thread, Told
from app.models import Ask, Letter, Match, Player, Seat, now
from app.printing.raster import Picture, picture_of
from app.services.books import board_page
from app.services.matches import find, talk
from app.services.matches.history import PlayedStep, happened_since
from app.services.matches.match_view import SeatView, seat_view
from app.services.matches.talk import Remark
from app.services.outbox import bounces
from app.services.people import accounts
from engine.game import Game
from engine.registry import game
from engine.speech import Speech
from engine.speech import letter as letter_of

log = logging.getLogger(__name__)

MOST_STEPS = 30  # a letter tells; the page has the whole history
MOST_MARKED = 8  # steps whose changes the picture marks
MOST_WORDS = 3  # of answers in a subject


@dataclass(frozen=True)
class Recipient:
    """A player of a match."""

    house: House
    letter: Letter
    player: Player
    match: Match
    seat: Seat
    last: Ask | None  # of the seat: open, or answered long ago
    view: SeatView
    news: list[PlayedStep]
    talk: list[Remark]

    @property
    def number(self) -> int:
        assert self.seat.number
        return self.seat.number

    @property
    def reader(self) -> Reader:
        return reader_of(self.player)

    @property
    def speech(self) -> Speech:
        return speech(self.player.language)

    @property
    def rules(self) -> Game:
        return game(self.match.game)

    @property
    def address(self) -> str:
        return f"{self.house.settings.url}/m/{self.match.code}"

    @property
    def addresses(self) -> Addresses | None:
        """None where no mail is taken in."""
        return Addresses(self.house.settings) if self.house.settings.takes_mail else None

    # --- The letter ---

    def composed(self, kind: str, facts: dict[str, Any], news: bool = True, **more: Any) -> Composed:
        """A letter of a kind with news and board; `more` are fields of Composed."""
        known = self.facts() if news else {**self.facts(), "story": [], "talk": []}
        shown = self.picture() if news else None
        alt = self.described() if shown else ""
        on_page = known["beside" if shown else "board"]
        if shown:
            more = {"picture": shown.png, "alt": alt, **more}
        more = {"reply_to": self.reply_to(), **more}
        told = self.told() if news else more.pop("told", None)
        if entry := more.get("deadline"):
            told = (told or self.untold()).with_entry(entry)
        return written(
            kind,
            self.player,
            {**known, "picture": shown, "alt": alt, "on_page": on_page, **facts},
            self.thread(),
            told,
            self.view.names,
            **more,
        )

    def thread(self) -> Thread:
        stop = self.house.links.address("stop", [self.match.code, self.number])
        by_mail = self.addresses.unsubscribe(self.seat.post_key) if self.addresses else ""
        return Thread(self.match.code, self.match.title, self.address, stop, by_mail, self.match.game)

    def reply_to(self) -> str:
        """The ask that is open answers to its own key: so a late reply does not play a later turn."""
        is_open = self.last and not self.last.closed_at
        key = self.last.key if self.last and is_open else self.seat.post_key
        return self.addresses.reply(key) if self.addresses else ""

    def told(self) -> Told:
        lines, gone = self.view.last_step + 1, self.seat.plan_told if self.turn() else ""
        return Told(self.seat.id, lines, talk.heard_up_to(self.talk), gone)

    def heard(self) -> Told:
        """The talk has been told, and nothing else."""
        return self.told()._replace(lines=0, plan_gone="")

    def untold(self) -> Told:
        return Told(self.seat.id, lines=0)

    def deadline(self, asked: bool) -> Deadline | None:
        """The seat's entry in a calendar: moved while it is asked, taken back when it is not."""
        # One that stands is taken back even so.
        wanted = self.player.entries or self.seat.entry_at or self.letter.kind == "calendar"
        if not self.last or not self.last.due_at or not wanted:
            return None
        return Deadline.of_seat(
            self.house.settings,
            self.speech,
            (self.match.code, self.match.title, self.number),
            at=self.last.due_at,
            stamp=self.letter.created_at,
            sequence=self.letter.id,
            cancelled=not (asked and self.player.entries),
        )

    def picture(self) -> Picture | None:
        """What the reader has not been told of is marked. A drawing that goes wrong costs nobody a turn."""
        seen, names = self.view.game_view, self.view.names
        events = [event for step in self.news[-MOST_MARKED:] for event in step.events]
        try:
            return picture_of(self.rules.svg(seen, names, self.speech, events, small=True))
        except Exception:
            log.exception("match %s could not be drawn", self.match.code)
            return None

    def described(self) -> str:
        return self.rules.describe(self.view.game_view, self.view.names, self.speech)

    # --- What it can tell ---

    def facts(self) -> dict[str, Any]:
        """What every letter about a match can tell."""
        names = self.view.names
        return {
            "match": self.view.match,
            "seated": [f"{letter_of(number)} {name}" for number, name in enumerate(names, 1)],
            "letter": letter_of(self.number),
            "name": names[self.number - 1],
            "address": self.address,
            "page": self.action(""),
            "snapshot": board_page.address(self.house, self.match.code, self.number, self.view.step),
            "me": f"{self.house.settings.url}/me",
            "rules": f"{self.house.settings.url}/rules/{self.match.game}",
            "by_mail": self.house.settings.takes_mail,
            "story": self.story(),
            "left_out": max(0, len(self.news) - MOST_STEPS),
            "talk": self.talk,
            "board": parts_of(self.rules.board(self.view.game_view, names, self.speech)),
            "beside": parts_of(self.rules.board(self.view.game_view, names, self.speech, beside=True)),
        }

    def story(self) -> list[str]:
        return [" ".join(step.sentences) for step in self.news[-MOST_STEPS:] if step.sentences]

    def turn(self) -> dict[str, Any] | None:
        """What the player has to answer now, if anything."""
        ask = self.view.ask
        if not ask or ask.answered or self.match.status != "running" or self.seat.deputy:
            return None
        [own] = [asked for asked in self.view.asks if asked.seat == self.number]
        return {
            "number": self.match.turn,
            "round": self.view.game_view.get("round"),  # where the game has rounds
            "words": self._words(),
            "due": own.due_at,
            "out": own.out_at,
            "late": own.due_at is not None and own.due_at <= now(),
            "short": short(own.due_at, self.reader) if own.due_at else "",
            "policy": self.match.policy,
            "sealed": ask.sealed,
            "choices": [(orders, self.action(orders)) for orders in self.view.choices],
            "examples": self.view.examples,
            "plan_gone": self.view.plan.disarmed if self.view.plan else "",
        }

    def _words(self) -> list[str]:
        """What the answers begin with, where there is little to choose from: torch, camp; bid, pass."""
        words = list(dict.fromkeys(choice.split()[0] for choice in self.view.choices))
        return words if 1 < len(words) <= MOST_WORDS else []

    def action(self, orders: str) -> str:
        return self.house.links.action(
            Action(self.match.code, self.number, self.match.turn, self.match.steps, orders)
        )


def recipient(session: Session, house: House, letter: Letter, asked_for: bool = False) -> Recipient:
    """NotNeeded when there is nobody to write to; whoever has asked for an answer wants this one."""
    player = accounts.player(session, letter.player_id)
    match = session.get(Match, letter.match_id)
    if not player or not match:
        raise NotNeeded("a former player")
    seats = find.seated(session, match)
    seat = next((own for own in seats if own.number == letter.facts["seat"]), None)
    if not seat or seat.player_id != player.id:
        raise NotNeeded("the seat is somebody else's now")
    why = "" if asked_for else _unwanted(player, seat)
    if why:
        raise NotNeeded(why)
    tongue = speech(player.language)
    view = seat_view(session, house, match, seats, seat.number, speech=tongue)
    # A seat begins with 0 lines: not even the set-up, which is the first, has been told.
    news = happened_since(session, match, seat.told - 1, view.names, tongue)
    said = talk.since(session, match, seat)
    return Recipient(house, letter, player, match, seat, _last_ask(session, seat), view, news, said)


def _unwanted(player: Player, seat: Seat) -> str:
    if seat.mute:
        return "stopped for this match"
    if player.mail == "none":
        return "wants no letters"
    return bounces.RESTING if player.resting_at else ""


def was_sealed(session: Session, to: Recipient, turn: int) -> bool:
    """Whether the answer of that turn was kept until all had answered."""
    mine = select(Ask.sealed).where(Ask.match_id == to.match.id, Ask.seat == to.number, Ask.turn == turn)
    return bool(session.exec(mine).first())


LAST_ASK = (
    select(Ask)
    .where(Ask.match_id == bindparam("match_id"), Ask.seat == bindparam("seat"))
    .order_by(col(Ask.turn).desc())
    .limit(1)
)


def _last_ask(session: Session, seat: Seat) -> Ask | None:
    return session.exec(LAST_ASK, params={"match_id": seat.match_id, "seat": seat.number}).first()
