"""Whatever somebody writes: the match changes only by what the engine reads as orders."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session, select

from app.mail.addresses import Address
from app.mail.read.incoming import Incoming
from app.models import Ask, Match, Seat, Step
from app.services.inbox.reply_words import without_bullet
from engine.errors import OrderError
from engine.registry import game
from tests.world import Friends, World
from tests.world.mailer import Mailer, received

WORDS = "hi thanks I would but the and on move dig b4 a5 2 + L tile end pass torch camp stay t S.".split()
WORDS += ", . ! ? ; >".split()
WORDS += [
    "undo",
    "again",
    "Stan",
    "say:",
    "Love,",
    "tocrh",
    "mvoe",
    "dgi",
    "##-",
    "-- ",
    "if",
    "hazards >= 2",
]
LINE = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join),
    st.text(max_size=40),
    st.sampled_from(["", "torch", "camp please", "enter 2 a5", "end", "Hello,"]),
)
MAILS = st.lists(LINE, max_size=7)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Mailer]]:
    """A match of each game, with somebody asked who can do something."""
    world = World.new(tmp_path_factory.mktemp("house"))
    both = [Mailer(world.match(name, 3)) for name in ("incan-gold", "tikal")]
    both[1].mail(1, both[1].friends.seen(1).examples[0])
    yield both
    world.close()


class NeverMind(Exception):
    """Ends a transaction that is not to last; tells whether it had changed the match."""


def fingerprint(session: Session, friends: Friends) -> list[Any]:
    match = session.exec(
        select(Match).where(Match.code == friends.code).execution_options(populate_existing=True)
    ).one()
    rows: list[Any] = [match.steps, match.head, match.turn, match.status]
    rows += session.exec(select(Ask.seat, Ask.orders, Ask.answered_at).where(Ask.match_id == match.id)).all()
    rows += session.exec(select(Seat.number, Seat.plan, Seat.deputy).where(Seat.match_id == match.id)).all()
    return [*rows, len(session.exec(select(Step.id).where(Step.match_id == match.id)).all())]


def changes(friends: Friends, key: str, lines: list[str]) -> bool:
    """Whether a mail would change the match; it does not come to pass."""

    def tried(session: Session) -> None:
        before = fingerprint(session, friends)
        received(
            friends.house, Address("reply", key, ""), Incoming(message_id="x", lines=tuple(lines)), session
        )
        raise NeverMind(fingerprint(session, friends) != before)

    with pytest.raises(NeverMind) as caught:
        friends.house.db.write(tried)
    return bool(caught.value.args[0])


def reads(name: str, lines: list[str]) -> bool:
    """Whether any line, or a few together, is orders to the engine."""
    own = [without_bullet(line) for line in lines if not line.lstrip().startswith(">")]
    runs = [" ".join(own[n : n + size]) for n in range(len(own)) for size in range(1, 5)]
    return any(_reads(name, run) for run in runs)


def _reads(name: str, text: str) -> bool:
    try:
        game(name).write(text)
    except OrderError:
        return False
    return True


@given(lines=MAILS)
def test_a_match_changes_only_by_what_reads_as_orders(running: list[Mailer], lines: list[str]) -> None:
    for by in running:
        name = by.match.game

        if changes(by.friends, by.key(1), lines):
            assert reads(name, lines)


@given(lines=MAILS)
def test_an_address_of_no_turn_takes_no_orders(running: list[Mailer], lines: list[str]) -> None:
    for by in running:
        assert not changes(by.friends, by.friends.key_between(1, 0), lines)


@pytest.mark.parametrize("folder", ["tikal", "incan-gold"])
def test_the_sample_of_words_does_lead_to_orders(folder: str, tmp_path: Path) -> None:
    """So that the test above can fail."""
    world = World.new(tmp_path)
    by = Mailer(world.match(folder, 3))

    assert changes(by.friends, by.key(1), ["Hi", "", by.friends.seen(1).examples[0], "", "thanks"])
    world.close()
