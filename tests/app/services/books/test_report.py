"""The book of a match, read back from its PDF."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from app.printing.attachments import record_in
from app.services.books.edition import Paper
from app.services.books.report import pdf_of, to_print
from app.services.books.story import PrintedRemark
from engine.registry import GAMES
from engine.verify import RIGHT, verify
from tests.app.services.books.printing import (
    CODE,
    book,
    bookmarks,
    catalog,
    fonts,
    pages,
    read,
    recorded,
    report,
    text,
    written,
)
from tests.lengths import long

each_game = pytest.mark.parametrize("name", ["tikal-0000", "incan-gold-0006"])


@each_game
def test_a_book_tells_the_result_the_story_and_the_proof(name: str) -> None:
    said = text(book(name))

    for words in ("Sunday", "Ana has won", "Contents", "The story", "Every order", "How to check it"):
        assert words in said


@each_game
def test_every_order_is_in_the_log(name: str) -> None:
    lines = verify(recorded(name).encode()).lines

    said = text(book(name)).replace(" ", "")

    for line in lines[1:-1]:
        assert line["hash"][:8] in said
        for orders in line["orders"].values():
            assert orders.replace(" ", "") in said


@each_game
def test_the_record_in_the_pdf_is_the_record(name: str) -> None:
    game = name.rpartition("-")[0]

    attached = read(book(name)).attachments

    assert attached == {f"{game}-{CODE}.jsonl": [recorded(name).encode()]}
    assert verify(attached[f"{game}-{CODE}.jsonl"][0]).status == RIGHT


def test_the_attachment_says_that_the_book_was_made_from_it() -> None:
    files = catalog(book("incan-gold-0006"))["/Names"]["/EmbeddedFiles"]["/Names"]

    assert files[1].get_object()["/AFRelationship"] == "/Source"


@each_game
def test_a_book_has_bookmarks_tags_and_a_language(name: str) -> None:
    reader = read(book(name))
    root = catalog(book(name))

    marks = bookmarks(reader)
    assert marks[0] == "Contents"
    assert {"The points", "The story", "Every order", "The proof", "How to check it"} <= {*marks}
    assert any(mark.startswith(("Chapter 4", "Round 5")) for mark in marks)
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert reader.metadata
    assert reader.metadata.title


def test_the_contents_lead_to_the_pages() -> None:
    told = pages(book("tikal-0000"))
    orders = next(number for number, words in enumerate(told, 1) if words.startswith("Every order"))

    contents = told[1].splitlines()

    assert any(line.startswith("Every order") and line.endswith(str(orders)) for line in contents)


@each_game
def test_all_letters_are_in_the_file(name: str) -> None:
    found = fonts(read(book(name)))

    assert all(found.values())
    assert any("Source-Sans-Pro" in font for font in found)
    assert "Błażej" in text(book(name))


def test_the_same_match_is_the_same_book_to_the_byte() -> None:
    assert pdf_of(report(recorded("incan-gold-0006"))) == book("incan-gold-0006")


def test_another_process_makes_the_same_book() -> None:
    program = (
        "import hashlib; from tests.app.services.books.printing import book;"
        "print(hashlib.sha256(book('incan-gold-0006')).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": ".", "TZ": "Pacific/Auckland"}

    made = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)

    assert made.stdout.decode().strip() == hashlib.sha256(book("incan-gold-0006")).hexdigest()


def test_a_match_that_was_given_up_has_a_book_too() -> None:
    record = written("tikal", ["Ana", "Bo"], most_steps=3)

    said = text(pdf_of(report(record)))

    assert "The match ended without a result." in said
    assert "how far it got" in said
    assert "Nobody had any points when the match ended." in said


def test_a_match_given_up_before_the_first_order_has_a_book() -> None:
    record = written("incan-gold", ["Ana", "Bo", "Cy"], most_steps=0)

    assert "Round 1" in text(pdf_of(report(record)))


def test_there_is_no_book_of_a_running_match() -> None:
    running = "".join(recorded("tikal-0000").splitlines(keepends=True)[:-1])

    with pytest.raises(ValueError, match="running"):
        report(running)


HOSTILE = ["<script>alert(1)</script>", "שלום עולם", "🎲 \u202eold\u202c 🎲", "W" * 40]


def test_no_name_breaks_a_book() -> None:
    record = written("incan-gold", HOSTILE)

    made = pdf_of(report(record, title="</h1><img src=file:///etc/passwd>" + "Ж" * 27))

    said = text(made).replace(" ", "")
    assert "<script>alert(1)</script>" in said
    assert "</h1><imgsrc=file:///etc/passwd>" in said
    assert len(read(made).pages) < 20
    assert [*read(made).attachments] == [f"incan-gold-{CODE}.jsonl"]


def test_however_many_submissions_a_turn_had_it_is_told_once() -> None:
    told = report(recorded("tikal-0005")).facts()

    entries = [entry for chapter in told["chapters"] for entry in chapter.entries]
    first = next(entry for entry in entries if entry.seat == 4)
    assert (first.first, first.last) == (8, 9)
    assert [entry.last + 1 for entry in entries[:-1]][:20] == [entry.first for entry in entries[1:]][:20]


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("game", ["tikal", "incan-gold"])
def test_the_sources_of_points_add_up_to_the_result(game: str, number: int) -> None:
    made = report(recorded(f"{game}-{number:04}"))

    sources = made.chronicle.sources()
    scores = made.last["result"]["scores"]
    assert [sum(source.points[seat] for source in sources) for seat in range(len(scores))] == scores
    assert made.chronicle.scores()[-1] == scores


def test_everything_that_happened_is_in_one_chapter() -> None:
    for name in ("tikal-0005", "incan-gold-0003"):
        made = report(recorded(name)).chronicle
        told = [happening for chapter in made.chapters() for happening in chapter.happenings]
        assert told == list(made.happenings())


def test_thinking_counts_only_what_a_person_answered() -> None:
    facts = report(recorded("tikal-0000")).facts()

    lines = facts["log"]
    by_people = sum(1 for line in lines for *_, by in line["orders"] if not by)
    assert sum(row.answers for row in facts["thinking"]) == by_people < len(lines)


def test_a_game_without_a_chronicle_of_its_own_has_a_book_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "pebbles", "tests.pebbles")
    record = written("pebbles", ("Ana", "Bo"))

    made = report(record)
    facts = made.facts()

    assert [chapter.title for chapter in facts["chapters"]] == ["The match"]
    assert not facts["charts"]
    assert len(facts["log"]) == len(record.splitlines()) - 2
    assert len(read(pdf_of(made)).pages) >= 4


def test_a_temple_that_changes_hands_again_and_again_does_not_fill_the_book() -> None:
    figures = report(recorded("tikal-0005")).chronicle.figures()

    assert len(figures) <= 12
    assert figures == sorted(figures)
    assert len({figure.step for figure in figures}) == len(figures)


def test_what_was_said_at_the_table_is_printed_where_it_is_given() -> None:
    at = datetime(2026, 11, 1, 12, tzinfo=UTC)
    record = written("incan-gold", ("Ana", "Bo", "Cy"), 3)

    said = text(pdf_of(report(record, talk=(PrintedRemark(2, 2, "<b>Not</b> the snakes again!", at),))))

    story = said[said.rindex("The story") : said.rindex("Every order")]
    assert "At the table" in said
    assert "<b>Not</b> the snakes again!" in story
    assert "At the table" not in text(pdf_of(report(record)))


def test_american_paper_has_its_own_size_and_the_same_words() -> None:
    made = pdf_of(report(recorded("incan-gold-0006"), paper="letter"))

    assert [float(side) for side in read(made).pages[0].mediabox[2:]] == [612, 792]
    assert "The story" in text(made)


@pytest.mark.parametrize(
    ("paper", "sheet"), [("booklet", (841.89, 595.28)), long("letter-booklet", (792, 612))]
)
def test_a_booklet_is_set_for_half_a_sheet_and_has_the_same_words(
    paper: Paper, sheet: Sequence[float]
) -> None:
    made = pdf_of(report(recorded("incan-gold-0006"), paper=paper))

    sides = read(made).pages
    assert len(sides) % 2 == 0
    assert [float(end) for end in sides[0].mediabox[2:]] == pytest.approx(sheet, abs=0.1)
    assert "The story" in text(made)
    assert record_in(made) == recorded("incan-gold-0006").encode()


def test_programs_are_set_in_a_monospaced_face() -> None:
    assert any("Mono" in font for font in fonts(read(book("incan-gold-0006"))))


def test_an_emoji_is_printed_or_named_but_the_proof_is_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.printing.emoji.has_font", lambda: False)
    made = report(recorded("incan-gold-0006"), title="Dice 🎲")  # a salt of this record is 🎲🎲

    html = to_print(made, made.facts(), {}).html

    assert "Dice [dice]" in html
    assert "🎲🎲" in html[html.index('id="proof"') :]
    assert made.facts()["title"] == "Dice 🎲"


def test_a_name_with_an_emoji_can_be_read_in_pictures_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.printing.emoji.has_font", lambda: False)
    made = report(written("incan-gold", ["Gus 🎲", "Bo & Cy", "Di"]))

    charts = to_print(made, made.facts(), {"over-time": made.picture("over-time")}).pictures

    assert "Gus [dice]" in charts["over-time"]
    assert "Bo &amp; Cy" in charts["over-time"]
