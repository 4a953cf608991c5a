"""A match is played twice, and one of its players does other hidden things: what others get is the same.

Pages with their headers, letters with all of theirs and the moments at which they come, feeds, files. Where
only chance may differ, see NAMES in tests/world/two_runs.py.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.app.hidden_deeds import ANYWHERE, SEALED, Deed, Table
from tests.lengths import long
from tests.world import World
from tests.world.mail_server import listening
from tests.world.two_runs import DatedSink, Got, Run, differences, run_in

Playing = Callable[[Run, tuple[Deed, ...]], list[Got]]
DEEDS = (*SEALED, *ANYWHERE)


def played(folder: Path, playing: Playing, deeds: tuple[Deed, ...]) -> list[Got]:
    with listening(DatedSink()) as sink, run_in(lambda smtp: World.new(folder, smtp=smtp), sink) as run:
        return playing(run, deeds)


def hidden(table: Table, deeds: tuple[Deed, ...]) -> list[Got]:
    """The same time goes by, whether Ana does something or not."""
    seen: list[Got] = []
    for deed in DEEDS:
        if deed in deeds:
            table.run.by("Ana", lambda: deed(table))  # noqa: B023  # called at once
        seen += table.glance()
        table.run.let_work(minutes=5)
    return seen


def a_sealed_turn(run: Run, deeds: tuple[Deed, ...]) -> list[Got]:
    table = Table.begun(run, "incan-gold")
    table.order(1, "torch")
    seen = hidden(table, deeds)
    table.order(2, "torch")
    run.let_work(minutes=5)
    seen += table.look()
    table.order(1, "torch")
    table.order(3, "torch")
    run.let_work(hours=1)
    return seen + table.look() + table.letters()


def a_whole_match(run: Run, deeds: tuple[Deed, ...]) -> list[Got]:
    """Until the book is in the letter with the result; files are printed."""
    table = Table.begun(run, "incan-gold")
    table.order(1, "torch")
    seen = hidden(table, deeds)
    table.order(1, "torch")
    seen += table.look(printing=True)
    run.by("bots", table.friends.play)
    run.let_work(minutes=5)
    run.let_work(minutes=5)
    return seen + table.look(printing=True) + table.letters()


def an_auction(run: Run, deeds: tuple[Deed, ...]) -> list[Got]:
    """Ana is asked for a bid, and later somebody else is."""
    table = Table.begun(run, "tikal", options={"auction": True})
    seen = []
    for _ in range(3):
        seen += hidden(table, deeds) + table.look()
        run.by("bot", lambda: table.friends.play(1))
        run.let_work(minutes=5)
    return seen + table.look(printing=True) + table.letters()


def test_what_a_player_hides_changes_nothing_that_others_get(tmp_path: Path, undrawn: None) -> None:
    quiet = played(tmp_path / "quiet", a_sealed_turn, ())
    busy = played(tmp_path / "busy", a_sealed_turn, DEEDS)

    assert len([got for got in quiet if got.way.startswith("letter")]) >= 6
    assert not differences(quiet, busy)


@pytest.mark.parametrize(
    ("playing", "deeds"),
    [
        *(long(a_sealed_turn, (deed,)) for deed in DEEDS),
        long(an_auction, ANYWHERE),
        long(a_whole_match, DEEDS),
    ],
)
def test_also_not_in_other_matches(tmp_path: Path, playing: Playing, deeds: tuple[Deed, ...]) -> None:
    quiet = played(tmp_path / "quiet", playing, ())
    busy = played(tmp_path / "busy", playing, deeds)

    assert not differences(quiet, busy)


# --- Or the tests above would compare nothing ---

ONE, TWO = (b"l." + letter * 32 + b".abcdefghijklmnop" for letter in (b"1", b"2"))


def of(*lines: bytes) -> list[Got]:
    return [Got("letter", b"\r\n".join(lines))]


def test_names_may_differ_and_nothing_else() -> None:
    assert not differences(of(b"Message-ID: " + ONE), of(b"Message-ID: " + TWO))
    assert differences(of(b"Message-ID: " + ONE, b"SEQUENCE:4"), of(b"Message-ID: " + TWO, b"SEQUENCE:5"))
    assert differences(of(ONE), [])


def test_a_name_that_comes_again_comes_again_in_both() -> None:
    assert not differences(of(ONE, TWO, ONE), of(TWO, ONE, TWO))
    assert differences(of(ONE, TWO, ONE), of(ONE, TWO, TWO))


def test_the_moment_and_the_order_of_letters_count() -> None:
    letter, later = Got("letter at 9:00", ONE), Got("letter at 9:05", ONE)

    assert differences([letter], [later])
    assert differences([letter, later], [later, letter])
