"""What people, sweeps and monitoring look for, each as a call whose time can be taken."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

from sqlmodel import col, select

from app.clock import now
from app.house import House
from app.models import Match, Player, Seat
from app.post.sender import send_due
from app.services.books import films, make
from app.services.inbox.intake import read_due
from app.services.lending.clock import ring_due_loans
from app.services.outbox import calendar_entries, untold
from app.services.play.clocks import ring_due_clocks
from app.services.play.resting import look_for_idle
from app.services.proposals.clock import ring_due_proposals
from app.services.upkeep import clearing, editions, heartbeats, operators, reencrypt
from tests.bench._crowd import MATCHES_OF_PLAYER, OPERATOR, PLAYER
from tests.world import World
from tests.world.visitor import Visitor

Look = Callable[[], object]
FEWEST, MOST, LONGEST = 3, 30, 15.0  # times that each is done, and seconds that it may take


def looks(world: World) -> dict[str, Look]:
    return dict([*pages(world), *sweeps(world.house)])


# --- Pages ---


def pages(world: World) -> Iterator[tuple[str, Look]]:
    player, operator = (Visitor(world, email).sign_in() for email in (PLAYER, OPERATOR))
    codes = codes_of(world)
    if len(codes) != MATCHES_OF_PLAYER:
        raise AssertionError(f"a player has {len(codes)} matches")
    yield "home of 20 matches", partial(opened, player, "/")
    yield "table", partial(opened, player, f"/m/{codes[0]}")
    yield "/healthz", partial(opened, player, "/healthz")
    yield "/metrics", partial(opened, Visitor(world), "/metrics", base_url="http://127.0.0.1")
    yield "/operator", partial(opened, operator, "/operator")


def opened(visitor: Visitor, path: str, **more: str) -> None:
    answer = visitor.get(path, **more)
    if answer.status_code not in (200, 503) or "T" in answer.headers.get("X-Trouble", ""):
        raise AssertionError(f"{path}: {answer.status}")


def codes_of(world: World) -> list[str]:
    """Those that go on come first."""
    with world.house.db.reading() as session:
        rows = select(Match.code).join(Seat, col(Seat.match_id) == Match.id)
        rows = rows.join(Player, col(Player.id) == Seat.player_id).where(Player.email == PLAYER)
        return [*session.exec(rows.order_by(col(Match.status).desc(), col(Match.id)))]


# --- Sweeps ---


def sweeps(house: House) -> Iterator[tuple[str, Look]]:
    """All that beat's tasks look for, where nothing is due: worker/tasks.py."""
    at = now()
    yield "ring: loans", partial(ring_due_loans, house)
    yield "ring: proposals", partial(ring_due_proposals, house)
    yield "ring: clocks", partial(ring_due_clocks, house)
    yield "post: entries", partial(calendar_entries.cancel_played_entries, house)
    yield "post: letters", partial(send_due, house)
    yield "read_mail", partial(read_due, house)
    yield "books", partial(make.make_due_book, house)
    yield "films", partial(films.make_due_film, house)
    yield "report", partial(house.write, partial(heartbeats.beat, role="worker"))
    yield "look", partial(editions.look_at_unseen, house)
    yield "tidy: untold", lambda: untold.tell_again(house, now())
    yield "tidy: idle", partial(look_for_idle, house)
    for number, forget in enumerate(clearing.forgetting(house, at)):
        yield f"tidy: {name_of(forget)} {number}", partial(house.write, forget)
    yield "tidy: weekly", partial(house.write, partial(operators.put_weekly, house=house, at=at))
    yield "tidy: secrets", partial(house.write, partial(reencrypt.reencrypt_secrets, house=house))


def name_of(forget: object) -> str:
    return str(getattr(getattr(forget, "func", forget), "__name__", forget))


# --- Time ---


def medians(*looks: Look) -> list[float]:
    """In milliseconds. They take turns, for on a shared machine only that can be compared; the first time is
    for what is read once."""
    took: list[list[float]] = [[] for _ in looks]
    for turn in range(MOST):
        for look, times in zip(looks, took, strict=True):
            begun = time.perf_counter()
            look()
            times.append(time.perf_counter() - begun)
        if turn >= FEWEST and sum(map(sum, took)) > LONGEST:
            break
    return [1000 * median(times[1:]) for times in took]
