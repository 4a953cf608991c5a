"""A match among people who live: they are away, propose, vote, give seats up and think again, for weeks."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from app.models import Player, Proposal
from app.problems import Problem
from app.services.deadlines import bank_ends
from app.services.lending import offer as lending
from app.services.lobby.drawing import Draw
from app.services.people import accounts
from app.services.play import own_hours, plans, resting, take_back
from app.services.proposals import offers
from engine.errors import OrderError
from engine.verify import RIGHT, RUNNING, verify
from tests.app.services.life import Life, own_day
from tests.world import World
from tests.world.council import Council
from tests.world.lending import Lending
from tests.world.weeks import Weeks, moved_clock

HOUR = 3600
SEATS = st.sampled_from([1, 2, 3])
# Some of them with a date line, half hours, or no summer time.
ZONES = ("UTC", "Europe/Warsaw", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "Pacific/Kiritimati")
WAKING = st.one_of(
    st.just(("", "")), st.tuples(st.integers(0, 23), st.integers(6, 24)).map(lambda w: (w[0], sum(w) % 24))
)
HOURS = st.fixed_dictionaries(
    {"zone": st.sampled_from(ZONES), "waking": WAKING},
    optional={
        "free_days": st.lists(st.integers(0, 6), max_size=4),
        "quiet": WAKING,
        "mail": st.sampled_from(["each", "digest", "digest", "late"]),
        "digest_hour": st.integers(0, 23),
        "late_hours": st.sampled_from([1, 30]),
    },
)
TERMS = st.fixed_dictionaries(
    {
        "game": st.sampled_from(["tikal", "incan-gold"]),
        "policy": st.sampled_from(["wait", "bot", "automatic"]),
        "counts": st.sampled_from(["own", "own", "every"]),
        "ask_seconds": st.sampled_from([72 * HOUR, 10 * HOUR, HOUR, None]),
        "bank_seconds": st.sampled_from([0, 30 * HOUR]),
        "grace_seconds": st.sampled_from([0, 0, 2 * HOUR]),
        "absence_days": st.sampled_from([0, 3, 21]),
        "drawn": st.integers(0, 99).map(lambda n: Draw(bytes([n] * 32), ("one", "two", "three"))),
    }
)
WISHES: st.SearchStrategy[tuple[str, dict[str, Any]]] = st.one_of(
    st.tuples(st.just("time"), st.fixed_dictionaries({"seconds": st.sampled_from([600, 30 * HOUR])})),
    st.tuples(st.just("bot"), st.fixed_dictionaries({"once": st.booleans()})),
    st.tuples(st.just("substitute"), st.fixed_dictionaries({"bot": st.booleans()})),
    st.tuples(st.just("back"), st.fixed_dictionaries({"step": st.integers(0, 6)})),
    st.tuples(st.sampled_from(["pause", "resume"]), st.just({})),
)


class LivesOfFriends(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.names = (f"Kim{number}" for number in count(1))
        self.folder = TemporaryDirectory()
        self.moved = moved_clock()
        self.clock = self.moved.__enter__()
        self.world = World.new(Path(self.folder.name))

    def teardown(self) -> None:
        try:
            if hasattr(self, "life"):
                self.life.check_lost()
        finally:
            self.world.close()
            self.moved.__exit__(None, None, None)
            self.folder.cleanup()

    @initialize(terms=TERMS, hours=st.lists(HOURS, min_size=3, max_size=3))
    def sit_down(self, terms: dict[str, Any], hours: list[dict[str, Any]]) -> None:
        self.friends = self.world.match(size=3, needs={}, guests=["", ""], **terms)
        self.life = Life(self.friends)
        self.council = Council(self.friends)
        self.weeks = Weeks(self.world, self.clock, [self.life.look_at_letters])
        for seat, chosen in enumerate(hours, 1):
            self.live_by(seat, chosen)

    # --- What they do; what cannot be done just now is refused ---

    def write(self, do: Callable[..., Any], **more: Any) -> Any:
        return self.refused(lambda: self.world.house.write(partial(do, house=self.world.house, **more)))

    def refused(self, do: Callable[[], Any]) -> Any:
        try:
            return do()
        except (Problem, OrderError):
            return None

    def player(self, seat: int) -> Player:
        return self.life.players()[self.friends.seat(seat).player_id or 0]

    @rule(orders=st.integers(1, 4))
    def play(self, orders: int) -> None:
        if self.friends.match.status == "running":
            self.friends.play(orders)

    @rule(seat=SEATS)
    def take_an_answer_back(self, seat: int) -> None:
        self.write(take_back.take_back, code=self.friends.code, seat=seat)

    @rule(seat=SEATS)
    def plan(self, seat: int) -> None:
        text = "pass if ap < 1" if self.friends.match.game == "tikal" else "torch until hazards >= 2"
        self.write(plans.set_plan, code=self.friends.code, seat=seat, text=text)

    @rule(seat=SEATS, hours=HOURS)
    def live_by(self, seat: int, hours: dict[str, Any]) -> None:
        self.never_earlier(
            seat, own_hours.change_account, player_id=self.player(seat).id, changes=dict(hours)
        )

    @rule(
        seat=SEATS,
        wait=st.one_of(st.none(), st.integers(0, 20)),
        days=st.one_of(st.none(), st.integers(1, 30)),
    )
    def be_away(self, seat: int, wait: int | None, days: int | None) -> None:
        """Without a wait: from today on, whatever was said of an absence that goes on."""
        player = self.player(seat)
        first = own_day(player, self.clock.at) + timedelta(days=wait or 0)
        ends = days and first + timedelta(days=days - 1)
        begins = None if wait is None else first
        self.never_earlier(seat, own_hours.go_away, player_id=player.id, begins=begins, ends=ends)

    @rule(seat=SEATS)
    def be_back(self, seat: int) -> None:
        self.never_earlier(seat, own_hours.come_back, player_id=self.player(seat).id)

    def never_earlier(self, seat: int, do: Callable[..., Any], **more: Any) -> None:
        before = {ask.seat: (ask, self.friends.seat(ask.seat)) for ask in self.friends.asks()}
        self.write(do, **more)
        for ask in self.friends.asks():
            old, old_seat = before[ask.seat]
            if ask.id == old.id and ask.due_at and old.due_at:
                assert ask.due_at >= old.due_at
                assert bank_ends(ask, self.friends.seat(ask.seat)) >= bank_ends(old, old_seat)

    @rule(seat=SEATS, about=SEATS, wish=WISHES, agreed=st.booleans())
    def propose(self, seat: int, about: int, wish: tuple[str, dict[str, Any]], agreed: bool) -> None:
        kind, detail = wish
        email = f"{next(self.names)}@example.org" if kind == "substitute" and about == 2 else ""
        if kind == "back":
            detail = {"step": max(0, self.friends.match.steps - 2 - detail["step"])}
        self.changing_hands(lambda: self.council.propose(seat, kind, about, email, **detail))
        if agreed:
            self.vote(seats={1, 2, 3}, said="yes")

    @rule(seats=st.sets(SEATS, min_size=1), said=st.sampled_from(["yes", "yes", "yes", "no"]))
    def vote(self, seats: set[int], said: Any) -> None:
        for proposal in [one for one in self.council.all() if not one.closed_at]:
            for seat in sorted(seats):
                self.refused(partial(self.council.vote, seat, said, proposal))

    @rule(hours=HOURS)
    def take_a_seat(self, hours: dict[str, Any]) -> None:
        match = self.friends.match
        free = [one for one in self.council.all() if one.kind == "substitute" and offers.is_free(match, one)]
        for offer in free[:1]:
            new = self.world.friend(next(self.names), zone=hours["zone"])
            self.changing_hands(partial(self.write, offers.take, **self.way_in(offer), player_id=new))

    def way_in(self, offer: Proposal) -> dict[str, str]:
        match, mailed = self.friends.match, bool(offer.email)
        address = offers.offer_address(self.world.house, match, offer, by_mail=mailed)
        return {"way": offers.MAILED if mailed else offers.PASSED_ON, "token": address.split("/")[-2]}

    @rule(
        seat=SEATS, wait=st.integers(0, 5), days=st.one_of(st.none(), st.integers(1, 20)), now=st.booleans()
    )
    def lend(self, seat: int, wait: int, days: int | None, now: bool) -> None:
        begins = own_day(self.player(seat), self.clock.at) + timedelta(days=wait)
        ends = begins + timedelta(days=days - 1) if days else None
        wish = lending.Wish(f"{next(self.names)}@example.org", None if now else begins, ends)
        self.write(lending.offer, code=self.friends.code, number=seat, wish=wish)

    @rule()
    def borrow(self) -> None:
        loans = Lending(self.friends).all()
        if loans:
            self.changing_hands(lambda: Lending(self.friends).accept(next(self.names)))

    @rule(seat=SEATS, by_friend=st.booleans())
    def end_a_loan(self, seat: int, by_friend: bool) -> None:
        end = lending.give_back if by_friend else lending.call_back
        self.changing_hands(partial(self.write, end, code=self.friends.code, number=seat))

    def changing_hands(self, do: Callable[[], Any]) -> None:
        keys = [key for seat in (1, 2, 3) for key in self.life.keys_of(seat)]
        self.refused(do)
        self.life.lost += [key for key in keys if not self.life.is_good(key)]
        self.life.check_lost()

    @rule(seat=SEATS)
    def leave_for_good(self, seat: int) -> None:
        """Rarely: somebody must be there to go on."""
        people = [one for one in self.friends.seats() if not one.bot]
        if len(people) > 2 and self.clock.at.day % 3 == 0:
            self.changing_hands(lambda: self.write(accounts.delete_account, player_id=self.player(seat).id))

    @rule(seat=SEATS)
    def wake(self, seat: int) -> None:
        self.write(resting.want_on, code=self.friends.code, seat=seat)

    @rule(days=st.sampled_from([0.02, 0.3, 1, 1, 3, 9, 30, 70]))
    def live_on(self, days: float) -> None:
        self.weeks.pass_time(days=days)

    # --- What is always true ---

    @invariant()
    def all_is_well(self) -> None:
        if hasattr(self, "life"):
            self.life.check()
            self.record_verifies()

    @rule()
    def look_around(self) -> None:
        self.weeks.work()
        self.life.check_pages()

    def record_verifies(self) -> None:
        lines = "".join(step.line + "\n" for step in self.friends.steps())
        going_on = self.friends.match.status in ("running", "paused")
        assert verify(lines.encode()).status == (RUNNING if going_on else RIGHT)


@pytest.mark.usefixtures("undrawn")
class TestLivesOfFriends(LivesOfFriends.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=max(3, settings().max_examples // 12), stateful_step_count=25)
