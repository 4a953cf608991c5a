"""Who a letter about a match goes to, and what the match looks like from there."""

from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from app.house import House
from app.letters.boards import parts_of
from app.letters.composed import NotNeeded, Thread, Told
from app.letters.written import reader_of, short
from app.links import Action
from app.models import Letter, Match, Player, Seat, now
from app.render import Reader, speech
from app.services import people
from app.services.table import happened_since, table
from engine.game import Game
from engine.registry import game
from engine.speech import letter as letter_of

MOST_STEPS = 30  # a letter tells; the page has the whole history


@dataclass(frozen=True)
class Recipient:
    """A player at a table."""

    house: House
    player: Player
    match: Match
    seat: Seat
    table: dict[str, Any]
    news: list[dict[str, Any]]

    @property
    def number(self) -> int:
        assert self.seat.number
        return self.seat.number

    @property
    def reader(self) -> Reader:
        return reader_of(self.player)

    @property
    def rules(self) -> Game:
        return game(self.match.game)

    @property
    def address(self) -> str:
        return f"{self.house.settings.url}/m/{self.match.code}"

    def thread(self) -> Thread:
        stop = self.house.links.address("stop", [self.match.code, self.number])
        return Thread(self.match.code, self.match.title, self.address, stop)

    def told(self) -> Told:
        assert self.seat.id
        return Told(self.seat.id, self.table["steps"] + 1)

    def facts(self) -> dict[str, Any]:
        """What every letter about a match can tell."""
        names = self.table["names"]
        return {
            "match": self.table["match"],
            "seated": [f"{letter_of(number)} {name}" for number, name in enumerate(names, 1)],
            "letter": letter_of(self.number),
            "name": names[self.number - 1],
            "address": self.address,
            "page": self.action(""),
            "story": [" ".join(step["sentences"]) for step in self.news[-MOST_STEPS:] if step["sentences"]],
            "left_out": max(0, len(self.news) - MOST_STEPS),
            "board": parts_of(self.rules.board(self.table["view"], names, speech(self.player.language))),
        }

    def turn(self) -> dict[str, Any] | None:
        """What the player has to answer now, if anything."""
        ask = self.table["ask"]
        if not ask or ask["answered"] or self.match.status != "running" or self.seat.deputy:
            return None
        [own] = [told for told in self.table["asks"] if told["seat"] == self.number]
        plan = self.table["plan"] or {}
        return {
            "due": own["due_at"],
            "out": own["out_at"],
            "late": bool(own["due_at"]) and own["due_at"] <= now(),
            "short": short(own["due_at"], self.reader) if own["due_at"] else "",
            "policy": self.match.policy,
            "sealed": ask["sealed"],
            "choices": [(orders, self.action(orders)) for orders in self.table["choices"]],
            "examples": self.table["examples"],
            "plan_gone": plan.get("disarmed", ""),
        }

    def action(self, orders: str) -> str:
        return self.house.links.action(
            Action(self.match.code, self.number, self.match.turn, self.match.steps, orders)
        )


def recipient(session: Session, house: House, letter: Letter) -> Recipient:
    """NotNeeded when there is nobody to write to."""
    player = people.player(session, letter.player_id)
    match = session.get(Match, letter.match_id)
    if not player or not match:
        raise NotNeeded("a former player")
    own = select(Seat).where(Seat.match_id == match.id, col(Seat.number) == letter.facts["seat"])
    seat = session.exec(own).first()
    if not seat or seat.player_id != player.id:
        raise NotNeeded("the seat is somebody else's now")
    if seat.mute:
        raise NotNeeded("stopped for this match")
    if player.mail == "none":
        raise NotNeeded("wants no letters")
    tongue = speech(player.language)
    seen = table(session, house, match.code, seat=seat.number, speech=tongue)
    # A seat begins with 0 lines: not even the set-up, which is the first, has been told.
    news = happened_since(session, match, seat.told - 1, seen["names"], tongue)
    return Recipient(house, player, match, seat, seen, news)
