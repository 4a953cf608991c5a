"""Any bytes through the door into running matches: they are read, and only orders change a match.

After each mail the database is what it was before, so every mail meets the same matches.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.mail.read.incoming import Incoming, read
from app.models import Mail, Step
from app.safe_text import harmless
from app.services.inbox import intake
from app.services.inbox.reply_words import without_bullet, word_alone, word_with_text
from app.services.matches.changes import line_of
from app.services.upkeep import fsck
from tests.app.services.inbox.hidden_mails import CHARSETS, HIDDEN, UNWRITTEN, WAYS, leaf
from tests.app.services.inbox.raw_mails import ANYTHING, DAMAGE, HOSTILE, damaged
from tests.app.services.inbox.raw_places import Place, Rows, Running, begun
from tests.world.mail_door import SENDER
from tests.world.mail_programs import PROGRAMS

MAILS = [file.read_bytes() for file in sorted((Path(__file__).parents[3] / "mails").glob("*.eml"))]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with begun(tmp_path_factory.mktemp("house")) as made:
        yield made


# --- What came of a mail ---


@dataclass
class Came:
    """What there was before and after a mail, and what the reader says of it."""

    before: Rows
    after: Rows
    outcome: str  # "" where the door has refused it
    incoming: Incoming

    def changed(self) -> set[str]:
        return {name for name in self.before if self.before[name] != self.after[name]}

    def new(self, name: str) -> list[dict[str, Any]]:
        return self.after[name][len(self.before[name]) :]

    def played(self) -> bool:
        return played(self.before) != played(self.after)


def played(rows: Rows) -> list[Any]:
    told = [
        {name: row[name] for name in ("steps", "head", "state", "turn", "status")} for row in rows["Match"]
    ]
    asked = [(ask["match_id"], ask["seat"], ask["turn"], ask["orders"]) for ask in rows["Ask"]]
    return [*told, *asked, rows["Step"]]


def came_of(running: Running, to: Place, raw: bytes, sender: str = SENDER) -> Came:
    """Brought, kept to the byte, read by the worker once, and the matches are sound."""
    try:
        before = running.kept()
        said = running.brings(to, raw, sender)
        mails = running.door.mails()
        assert said in (250, 500, 552)
        assert [intake.raw_of(running.door.house, mail) for mail in mails] == [raw + b"\r\n"] * (said == 250)
        assert intake.read_due(running.door.house) == len(mails)
        outcome = "".join(read_well(mail) for mail in running.door.mails())
        with running.door.house.db.reading() as session:
            assert fsck.check_matches(session, running.door.house) == []
        return Came(before, running.kept(), outcome, read(raw + b"\r\n", sender))
    finally:
        running.as_before()


def read_well(mail: Mail) -> str:
    assert (mail.due_at, mail.tries, mail.raw) == (None, 1, b"")
    assert mail.outcome
    return mail.outcome


def changes_only_by_what_is_said(came: Came, to: Place) -> None:
    """The reader's lines are the only ground for a change, and orders have their receipt."""
    lines = [without_bullet(harmless(line)) for line in came.incoming.lines]
    words = {word.word for line in lines if (word := word_with_text(line))} | {
        word_alone(line) for line in lines
    }
    if not came.outcome or came.incoming.automatic or came.incoming.problem:
        assert not came.changed()
    assert "say" in words or "Talk" not in came.changed()
    assert "plan" in words or [seat["plan"] for seat in came.before["Seat"]] == [
        seat["plan"] for seat in came.after["Seat"]
    ]
    if came.new("Receipt"):
        has_its_receipt(came, to, lines, "plan" in words)
    elif came.played():
        assert "undo" in words
        assert came.before["Step"] == came.after["Step"]


def has_its_receipt(came: Came, to: Place, lines: list[str], planned: bool) -> None:
    assert {receipt["seat"] for receipt in came.new("Receipt")} == {to.seat}
    if planned:  # it answers again whenever the seat is asked
        return
    [receipt] = came.new("Receipt")
    written = " ".join(" ".join(lines).split())
    own = [ask for ask in came.after["Ask"] if ask["match_id"] == receipt["match_id"]]
    own = [ask for ask in own if (ask["seat"], ask["turn"]) == (to.seat, receipt["turn"])]

    assert came.outcome == f"receipt {receipt['number']}"
    assert all(" ".join(line.split()) in written for line in receipt["typed"].split("\n"))
    if not came.new("Step"):
        assert [ask["orders"] for ask in own] == [receipt["orders"]]
    else:
        [step] = [line_of(Step(**row)) for row in came.new("Step")]
        assert step["orders"][str(to.seat)] == receipt["orders"]


# --- The mails ---

SEATS = st.integers(0, 2)
SENDERS = st.sampled_from([SENDER, SENDER, ""])


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("program", range(len(PROGRAMS)))
def test_what_is_damaged_below_has_played_as_it_was(running: Running, seat: int, program: int) -> None:
    """So that the tests below can fail."""
    to = running.places[seat]

    came = came_of(running, to, to.replies()[program])

    assert came.outcome.startswith("receipt ")
    assert came.played()
    changes_only_by_what_is_said(came, to)


@settings(max_examples=20)
@given(seat=SEATS, charset=CHARSETS, way=WAYS)
def test_orders_that_are_hidden_below_count_where_they_are_not(
    running: Running, seat: int, charset: str, way: str
) -> None:
    to = running.places[seat]

    came = came_of(running, to, leaf("text/plain; charset={}", charset, way, to.orders.split("\n")))

    assert came.outcome.startswith("receipt ")
    assert came.played()
    changes_only_by_what_is_said(came, to)


@given(seat=SEATS, raw=ANYTHING, sender=SENDERS)
def test_any_bytes(running: Running, seat: int, raw: bytes, sender: str) -> None:
    to = running.places[seat]

    changes_only_by_what_is_said(came_of(running, to, raw, sender), to)


@given(seat=SEATS, raw=HOSTILE, sender=SENDERS)
def test_what_looks_like_a_mail(running: Running, seat: int, raw: bytes, sender: str) -> None:
    to = running.places[seat]

    changes_only_by_what_is_said(came_of(running, to, raw, sender), to)


@given(seat=SEATS, raw=HIDDEN)
def test_orders_that_nobody_gives_change_nothing(running: Running, seat: int, raw: bytes) -> None:
    came = came_of(running, running.places[seat], raw)

    assert not came.changed()
    assert came.outcome.startswith(("nothing", "unreadable", "automatic"))


@given(seat=SEATS, raw=UNWRITTEN)
def test_a_mail_that_nobody_has_written_changes_nothing(running: Running, seat: int, raw: bytes) -> None:
    came = came_of(running, running.places[seat], raw)

    assert not came.changed()
    assert came.outcome.startswith("automatic")


@given(seat=SEATS, which=st.integers(0, len(MAILS) + 99), damage=DAMAGE)
def test_a_damaged_reply(
    running: Running, seat: int, which: int, damage: list[tuple[int, int, bytes]]
) -> None:
    to = running.places[seat]
    whole = MAILS[which] if which < len(MAILS) else to.replies()[which % len(PROGRAMS)]

    changes_only_by_what_is_said(came_of(running, to, damaged(whole, damage)), to)


@pytest.mark.parametrize("length", [99_000, 120_000, 10_000_001])
def test_a_line_of_any_length_is_taken_in_or_refused(running: Running, length: int) -> None:
    to = running.places[0]

    came = came_of(running, to, b"Subject: Re\r\n\r\n" + b"torch " * (length // 6))

    assert not came.changed()
    assert bool(came.outcome) == (length < 100_000)
