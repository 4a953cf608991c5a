"""One letter of each kind, about real matches, as its reader's mail program gets it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from app.clock import now
from app.letters import ComposedLetter
from app.mail.write.message import Posting, message_of
from app.models import Ask, Letter, Match, Player
from app.services.lobby import host_seats, seats
from app.services.matches import talk
from app.services.people import signing_in
from app.services.play import host_actions
from tests.world import Friends, World
from tests.world.council import DAY, Council
from tests.world.lending import Lending
from tests.world.mailer import Mailer

POSTING = Posting("l.0123", datetime(2026, 11, 18, tzinfo=UTC), "play.example", "Chasqui <game@play.example>")


class Told(NamedTuple):
    kind: str
    letter: ComposedLetter

    @property
    def bytes_in_all(self) -> int:
        return len(message_of(self.letter, POSTING))


def turn(world: World, game: str, steps: int, *, auction: bool = False) -> Told:
    """A turn after so many steps, all of which are news to its reader."""
    options: dict[str, Any] = {"options": {"auction": True}} if auction else {}
    friends = world.match(game, 3, title="Sunday evening", ask_seconds=3 * DAY, **options)
    friends.send()
    friends.play(steps)
    return told(friends, "your_turn")


def longest_turn(world: World, language: str) -> Told:
    """With talk, many turns, a bank of time, and own hours: all that a turn's letter may have to tell."""
    wished: dict[str, Any] = {"bank_seconds": 7 * DAY, "counts": "own", "policy": "bot"}
    friends = world.match("tikal", 4, title="Sunday evening", ask_seconds=3 * DAY, **wished)
    for seat in (1, 2, 3, 4):
        world.change(Player, friends.seat(seat).player_id, language=language)
    friends.play(20)
    world.house.write(lambda session: talk.say(session, friends.code, 1, "Well played, all of you!"))
    friends.play(1)
    return told(friends, "your_turn")


def every_letter(folder: Path) -> Iterator[Told]:
    world = World.new(folder)
    for letters in (before_the_start, of_a_match, of_agreements, of_lending, of_answers, of_many_matches):
        yield from letters(world)
    world.close()


def told(friends: Friends, kind: str) -> Told:
    return Told(kind, friends.compose(friends.newest(kind)))


def put(friends: Friends, kind: str, seat: int, **facts: Any) -> Told:
    return Told(kind, friends.compose(friends.put(kind, seat, **facts)))


def before_the_start(world: World) -> Iterator[Told]:
    friends = world.invite("tikal", greeting="As every winter. Bring snacks, and take your time!")
    yield told(friends, "invitation")
    world.house.write(lambda session: signing_in.ask_to_sign_in(session, world.house, "ana@example.org"))
    yield told(friends, "sign_in")
    last, host = friends.seats()[-1], friends.match.host_id
    token = world.house.links.make("invitation", [last.key])
    world.house.write(lambda session: seats.decline(session, world.house, token))
    yield told(friends, "declined")
    as_host: dict[str, Any] = {
        "house": world.house,
        "code": friends.code,
        "host_id": host,
        "position": last.position,
    }
    world.house.write(partial(host_seats.invite_to, **as_host, email=last.email or ""))
    token = world.house.links.make("invitation", [friends.seats()[-1].key])
    world.house.write(lambda session: seats.accept(session, world.house, token))
    world.house.write(partial(host_seats.free_seat, **as_host))
    yield told(friends, "removed")


def of_a_match(world: World) -> Iterator[Told]:
    friends = world.match("tikal", 3, title="Sunday evening", ask_seconds=3 * DAY, policy="wait")
    yield put(friends, "started", 2)
    friends.play(5)
    world.house.write(lambda session: talk.say(session, friends.code, 1, "Well played!"))
    yield told(friends, "your_turn")
    turn = friends.newest("your_turn").facts
    seat = turn["seat"]
    yield put(friends, "reminder", seat, turn=turn["turn"], which="half")
    yield put(friends, "deadline", seat, turn=turn["turn"])
    yield put(friends, "refused", seat, why="Action 2, “dig”: no.", orders="tile a3 r1")
    yield put(friends, "receipt", friends.receipts()[-1].seat, receipt=1)
    yield put(friends, "open_turns", seat, mail="1@example.org", about="Re: Tikal", rows=["torch"])
    yield put(friends, "said", 2)
    yield put(friends, "calendar", seat % 3 + 1, until=(now() + timedelta(days=1)).isoformat())
    yield from of_waiting(friends, seat)
    unreachable = friends.seat(2).player_id
    world.change(Player, unreachable, resting_at=now())
    yield put(friends, "resting", 1, who=unreachable)
    world.change(Player, unreachable, resting_at=None)
    as_host: dict[str, Any] = {"house": world.house, "code": friends.code, "player_id": friends.match.host_id}
    world.house.write(partial(host_actions.pause, **as_host))
    yield put(friends, "paused", seat)
    world.house.write(partial(host_actions.resume, **as_host))
    yield put(friends, "resumed", seat)
    friends.go_back(0, [seat])
    yield put(friends, "agreed", seat)
    friends.give_seat(seat, world.friend("Dora"), "Dora")
    yield told(friends, "new_hands")
    yield told(friends, "handed_over")
    friends.play()
    yield told(friends, "result")


def of_waiting(friends: Friends, seat: int) -> Iterator[Told]:
    """As if one player were awaited for a week, and nobody had acted for longer."""
    world, match, ask, at = friends.world, friends.match, friends.ask(seat), now()
    world.change(Match, match.id, asked_on_at=at, idle_at=at + timedelta(days=7))
    world.change(Ask, ask.id, due_at=at - timedelta(days=8))
    yield put(friends, "waiting", seat % 3 + 1)
    yield put(friends, "go_on", seat % 3 + 1)
    world.change(Ask, ask.id, due_at=ask.due_at)
    world.change(Match, match.id, asked_on_at=None)


def of_agreements(world: World) -> Iterator[Told]:
    council = Council(world.match("incan-gold", 3, ask_seconds=2 * DAY, needs={}))
    council.propose(1, "bot", 2, once=False)
    yield told(council.friends, "proposed")
    council.vote(3, "yes")
    yield told(council.friends, "decided")


def of_lending(world: World) -> Iterator[Told]:
    lending = Lending(world.match("incan-gold", 3))
    first = now().date() + timedelta(days=3)
    lending.offer(begins=first, ends=first)
    yield told(lending.friends, "lending")
    lending.accept()
    yield told(lending.friends, "loan")
    lending.ring_in_time()
    yield told(lending.friends, "borrowed")
    for number in (1, 2, 3):
        lending.friends.order(number, "torch")
    yield told(lending.friends, "played")
    lending.call_back()
    yield told(lending.friends, "returned")
    yield told(lending.friends, "given_back")


def of_answers(world: World) -> Iterator[Told]:
    mailer = Mailer(world.match("incan-gold", 3, ask_seconds=2 * DAY))
    mailer.mail(1, "torch")
    yield Told("reply", mailer.answer())


def of_many_matches(world: World) -> Iterator[Told]:
    for game in ("tikal", "incan-gold"):
        world.match(game, 3, title=f"Another evening of {game}", ask_seconds=3 * DAY)
    daily = Letter(id=1, kind="digest", key="daily", player_id=1, created_at=now())
    world.change(Player, 1, mail="digest")
    yield Told("digest", world.compose(daily))
    world.change(Player, 1, mail="every")
