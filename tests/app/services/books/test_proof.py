"""The book's own instructions lead to what the book says, and verify reads the record in a book."""

import shutil
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

from app.commands import verify
from app.printing.attachments import record_in
from app.services.books.proof import check_script
from tests.app.services.books.printing import book, recorded, report, text

each_game = pytest.mark.parametrize("name", ["tikal-0005", "incan-gold-0003"])


@each_game
def test_the_program_in_the_book_prints_what_the_book_says(name: str, tmp_path: Path) -> None:
    made = report(recorded(name))
    proof = made.facts()["proof"]
    (tmp_path / proof["record"]).write_text(recorded(name))

    said = subprocess.run(
        [sys.executable, "-c", proof["script"]], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout.splitlines()

    assert said[:3] == [f"head {proof['head']}", "commitment True", f"match seed {proof['seed']}"]
    draws = [str((draw.label, *draw.after)) for draw in proof["draws"]]
    assert said[3:] == draws
    assert len(draws) in (8, 5)


def test_the_program_finds_a_line_that_was_changed(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(recorded("tikal-0000").replace("tile c3 r2", "tile c3 r1"))

    program = [sys.executable, "-c", check_script("x.jsonl", [])]
    said = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert "line 5 does not fit the one before" in said


@each_game
@pytest.mark.skipif(not (shutil.which("openssl") and shutil.which("xxd")), reason="needs openssl and xxd")
def test_the_commands_in_the_book_print_the_commitment_and_the_seed(name: str) -> None:
    proof = report(recorded(name)).facts()["proof"]

    for what in ("commitment", "seed"):
        command = ["sh", "-c", proof["by_openssl"][what]]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert proof[what] in said


def test_the_book_holds_the_program() -> None:
    said = text(book("incan-gold-0003")).replace(" ", "")

    for line in report(recorded("incan-gold-0003")).facts()["proof"]["script"].splitlines():
        assert line.replace(" ", "") in said


# --- verify ---


def test_verify_takes_the_record_out_of_a_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(book("incan-gold-0006"))

    status = verify.main([str(path)])

    assert status == 0
    assert "book.pdf: all is right: Incan Gold, 3 seats, 31 steps." in capsys.readouterr().out


def test_a_pdf_without_a_record_is_said_to_have_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for content in (
        b"%PDF-1.7\n",
        b"%PDF-1.7 /EmbeddedFile",
        b"%PDF-1.7 /EmbeddedFile>>stream\nxyz\nendstream",
    ):
        path = tmp_path / "other.pdf"
        path.write_bytes(content)

        assert verify.main([str(path)]) == 1
        assert "no record is attached to this PDF" in capsys.readouterr().out


def test_a_record_that_is_not_compressed_is_found_too() -> None:
    record = recorded("incan-gold-0000").encode()

    assert record_in(b"%PDF-1.7 <</Type/EmbeddedFile>>stream\r\n" + record + b"\r\nendstream") == record


def test_a_file_made_to_be_slow_is_read_fast() -> None:
    bomb = b"<</Type/EmbeddedFile>>stream\n" + zlib.compress(bytes(30_000_000)) + b"\nendstream "
    begun = time.process_time()

    assert record_in(b"%PDF-1.7" + bomb * 100 + b"/EmbeddedFile" * 100_000) is None
    assert time.process_time() - begun < 5


def test_verify_needs_nothing_that_prints() -> None:
    program = "import sys, app.commands.verify; print(*sys.modules)"

    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout

    assert not {"weasyprint", "pypdf", "flask", "sqlmodel", "jinja2"} & {*loaded.split()}
