"""A match at one step, on one page: what is on it, and what never is."""

from pathlib import Path
from typing import Any

import pytest

from app.commands import snapshot
from app.i18n.render import Reader
from app.services.books import board_page
from tests.app.services.books.printing import RECORDS, catalog, moments, read, text
from tests.engine.redealt import REDEALT

ENGLISH = Reader("en")
LAST = {"ended": "2026-11-19T12:00:00Z"}


def printed(name: str, seat: int | None, step: int, taken: list[Any] | None = None) -> bytes:
    return board_page.page_of_record(taken or moments(name), LAST, ENGLISH, seat, step)


@pytest.mark.parametrize("step", [0, 100, 182])
def test_a_board_is_one_page_with_its_hashes(step: int) -> None:
    made = printed("tikal-0005", None, step)

    lines = moments("tikal-0005")
    assert len(read(made).pages) == 1
    assert lines[0].line["commitment"] in text(made)
    assert lines[step].line["hash"] in text(made)
    assert catalog(made)["/Lang"] == "en"


def test_a_player_who_was_asked_then_is_told_how_to_answer_and_nobody_else_is() -> None:
    asked, other = text(printed("tikal-0005", 1, 0)), text(printed("tikal-0005", 2, 0))

    assert "How to answer" in asked
    assert "bid 1" in asked
    assert "How to answer" not in other


@pytest.mark.parametrize(("name", "step"), [("tikal-0005", 60), ("incan-gold-0006", 9)])
def test_a_board_does_not_depend_on_what_its_viewer_may_not_see(name: str, step: int) -> None:
    """Two matches with another order of what has not been turned up, and other tents of the others."""
    game = name.rpartition("-")[0]
    for seat in (1, None):
        taken = moments(name)
        hidden = REDEALT[game](taken[step].state, seat, "another")
        changed = [*taken[:step], taken[step]._replace(state=hidden), *taken[step + 1 :]]

        assert hidden != taken[step].state
        assert printed(name, seat, step, changed) == printed(name, seat, step)


def test_of_the_tents_a_player_sees_its_own() -> None:
    words = text(printed("incan-gold-0006", 1, 9))

    assert "as A Ana sees it" in words
    assert printed("incan-gold-0006", 1, 9) != printed("incan-gold-0006", None, 9)


# --- The command ---


def test_a_board_is_printed_from_a_record_alone(tmp_path: Path) -> None:
    made = tmp_path / "board.pdf"

    status = snapshot.main([str(RECORDS / "tikal-0000.jsonl"), "--step", "3", "--seat", "2", "-o", str(made)])

    assert status == 0
    assert "step 3 of 46" in text(made.read_bytes())


def test_what_cannot_be_printed_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, made = RECORDS / "tikal-0000.jsonl", str(tmp_path / "board.pdf")
    running = tmp_path / "running.jsonl"
    running.write_text("".join(record.read_text().splitlines(keepends=True)[:-1]))

    assert snapshot.main([str(running), "-o", made]) == 2
    assert "still running" in capsys.readouterr().err
    for wrong in (["--step", "47"], ["--step", "-1"], ["--seat", "3"], ["--language", "xx"]):
        with pytest.raises(SystemExit) as ended:
            snapshot.main([str(record), *wrong, "-o", made])
        assert ended.value.code == 64
    assert snapshot.main([str(record), "-o", str(tmp_path / "no folder" / "x.pdf")]) == 74
    assert not Path(made).exists()


def test_no_name_breaks_the_page() -> None:
    names = ["שלום עולם", "W" * 40, "🎲 \u202eold", "<script>alert(1)</script>"]
    taken = moments("tikal-0005")
    taken = [moment._replace(names=tuple(names)) for moment in taken]

    made = printed("tikal-0005", 4, 8, taken)

    assert len(read(made).pages) == 1
    assert "A whole turn, sent at once" in text(made)  # the last of its words
    assert "<script>alert(1)</script>" in text(made)
    assert "\u202e" not in text(made)


def test_a_name_with_an_emoji_is_readable_on_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.printing.emoji.has_font", lambda: False)

    laid_out = board_page.pages_of_record(moments("incan-gold-0004"), LAST, ENGLISH, None, 14)

    for shown in (*laid_out.html, laid_out.svg):
        assert "Gus [dice]" in shown
        assert "🎲" not in shown
