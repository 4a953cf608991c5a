"""Boards to print and books to read: for whom, with what, and escaped."""

import re

from app.clock import now
from app.models import Book
from app.services.books import board_page, make
from app.services.books.make import make_due_book
from engine.registry import game
from tests.app.services.books.printing import text
from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor, marks, read, signed_in


def play_out(evening: Evening) -> None:
    """As the bots would."""
    who = {1: evening.ana, 2: evening.bo, 3: evening.cy}
    rules = game("incan-gold")
    while evening.friends.match.status == "running":
        state = rules.from_json(evening.friends.match.state or {}, None)
        for seat in list(rules.asked(state)):
            who[seat].order(evening.code, rules.bot(rules.view(state, seat)))


def give_up(evening: Evening) -> None:
    evening.ana.post(f"/m/{evening.code}/give-up", {"sure": "give up"})


# --- The board on one page ---


def test_a_viewer_who_may_look_may_print(evening: Evening) -> None:
    for path in ("board.pdf", "steps/0/board.pdf"):
        answer = Visitor(evening.world).get(f"/m/{evening.code}/{path}")

        assert (answer.status_code, answer.content_type) == (200, "application/pdf")
        assert answer.data.startswith(b"%PDF")
    assert f"/m/{evening.code}/board.pdf" in evening.bo.get(f"/m/{evening.code}").text


def test_only_players_print_a_match_that_is_for_players(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal", watch="players")
    assert bo.get(f"/m/{code}/board.pdf").status_code == 404  # nothing has begun
    bo.join(code)

    for path in (f"/m/{code}/board.pdf", f"/m/{code}/steps/0/board.pdf"):
        assert Visitor(world).get(path).status_code == 403
        assert bo.get(path).status_code == 200


def test_a_step_that_is_not_there_cannot_be_printed(evening: Evening) -> None:
    for number in ("7", "99999999999"):
        assert evening.bo.get(f"/m/{evening.code}/steps/{number}/board.pdf").status_code == 404


def test_a_letter_leads_to_the_board_as_its_seat_saw_it(evening: Evening) -> None:
    address = board_page.board_address(evening.world.house, evening.code, evening.friends.seat(2), 0)

    answer = Visitor(evening.world).get(address)

    assert "as B bo sees it" in text(answer.data)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert Visitor(evening.world).get(address.replace("/do/", "/do/x")).status_code == 404


def test_a_seat_s_page_leads_to_its_board_and_how_to_answer(evening: Evening) -> None:
    link = evening.friends.link(3)
    page = Visitor(evening.world).get(link).text
    (address,) = re.findall(r'href="(/do/[^"]+/board\.pdf)"', page)

    said = text(Visitor(evening.world).get(address).data)

    assert "as C cy sees it" in said
    assert "How to answer" in said
    assert "torch" in said


def test_a_link_to_look_does_not_let_anybody_play(evening: Evening) -> None:
    seat = evening.friends.seat(2)
    token = board_page.board_address(evening.world.house, evening.code, seat, 0).split("/")[-2]

    assert Visitor(evening.world).get(f"/do/{token}/go").status_code == 404


def test_what_somebody_has_answered_is_not_on_the_others_board(evening: Evening) -> None:
    made = []
    for choice in ("torch", "camp"):
        evening.ana.order(evening.code, choice)
        made.append(evening.bo.get(f"/m/{evening.code}/board.pdf").data)

    assert made[0] == made[1]


# --- The book ---


def test_a_running_match_has_no_book(evening: Evening) -> None:
    for path in ("report", "report.pdf", "books", "log.txt", "report/board-0.svg"):
        assert evening.bo.get(f"/m/{evening.code}/{path}").status_code == 404


def test_the_book_is_a_page_with_its_pictures(evening: Evening) -> None:
    play_out(evening)

    answer = Visitor(evening.world).get(f"/m/{evening.code}/report")

    assert answer.status_code == 200
    assert "Round 5" in read(answer)
    pictures = {*re.findall(r'src="(/m/[^"]+/report/[^"]+\.svg)"', answer.text)}
    assert len(pictures) > 5
    for picture in pictures:
        shown = Visitor(evening.world).get(picture)
        assert shown.status_code == 200
        assert shown.text.startswith("<svg")
        assert shown.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert evening.bo.get(f"/m/{evening.code}/report/board-999999.svg").status_code == 404
    assert evening.bo.get(f"/m/{evening.code}/report/card-nothing.svg").status_code == 404
    assert f"/m/{evening.code}/report" in evening.bo.get(f"/m/{evening.code}").text


def test_the_log_is_there_as_text(evening: Evening) -> None:
    play_out(evening)

    answer = Visitor(evening.world).get(f"/m/{evening.code}/log.txt")

    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.text.startswith("# Friday\n# Incan Gold: A ana, B bo, C cy\n   1  ")
    assert evening.friends.match.head in answer.text


def test_a_book_is_asked_for_watched_and_read(evening: Evening) -> None:
    play_out(evening)
    path = f"/m/{evening.code}"
    evening.world.woken.clear()

    waiting = evening.bo.act(f"{path}/books", {"language": "en"})

    assert "being-made" in marks(waiting)
    assert waiting.headers["Refresh"]
    assert evening.world.woken
    assert evening.bo.get(f"{path}/report.pdf").location == f"{path}/books"
    make_due_book(evening.world.house)
    made = evening.bo.get(f"{path}/books")
    assert "PDF, " in read(made)
    assert "Refresh" not in made.headers
    book = Visitor(evening.world).get(f"{path}/report.pdf?language=en")
    assert book.content_type == "application/pdf"
    assert "Round 5" in text(book.data)


def test_a_booklet_is_asked_for_beside_the_book(evening: Evening) -> None:
    play_out(evening)
    path = f"/m/{evening.code}"

    evening.bo.act(f"{path}/books", {"language": "de", "paper": "booklet"})
    evening.world.change(Book, 2, pdf=b"%PDF-", made_at=now(), due_at=None)

    listed = evening.bo.get(f"{path}/books")
    assert "booklets" in marks(listed)
    assert f"{path}/report.pdf?language=de&amp;paper=booklet" in listed.text
    assert evening.bo.get(f"{path}/report.pdf?language=de&paper=booklet").data == b"%PDF-"
    assert evening.bo.get(f"{path}/report.pdf?language=de").location == f"{path}/books"


def test_a_language_that_there_is_not_is_refused(evening: Evening) -> None:
    play_out(evening)

    for language in ("xx", "", "../en"):
        assert evening.bo.post(f"/m/{evening.code}/books", {"language": language}).status_code == 404


def test_the_book_of_a_match_for_players_is_for_players(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal", watch="players")
    bo.join(code)
    give_up(Evening(Friends(world, code), ana, bo, bo))
    assert Friends(world, code).match.status == "abandoned"

    for path in ("report", "report.pdf", "books", "log.txt", "report/board-0.svg"):
        assert Visitor(world).get(f"/m/{code}/{path}").status_code == 403
        assert bo.get(f"/m/{code}/{path}").status_code in (200, 303)
    assert "The match ended without a result" in read(bo.get(f"/m/{code}/report"))


def test_names_and_salts_are_escaped_everywhere(world: World, ana: Visitor) -> None:
    odd = "<script>alert(1)</script>"
    bo = signed_in(world, "bo@example.org")
    code = ana.open("tikal", title="</title><script>x</script>")
    bo.join(code, name=odd, salt="'\"><script>y</script>")
    give_up(Evening(Friends(world, code), ana, bo, bo))

    for path in ("report", "books", "report/over-time.svg", "report/board-0.svg"):
        page = bo.get(f"/m/{code}/{path}").text
        assert "<script>" not in page.replace("<script src=", "")
    assert odd in read(bo.get(f"/m/{code}/report"))


def test_pages_about_books_need_no_script_and_no_style_of_their_own(evening: Evening) -> None:
    play_out(evening)

    for path in ("report", "books"):
        page = evening.ana.get(f"/m/{evening.code}/{path}").text
        assert page.count("<script") == 1
        assert "<style" not in page
        assert " style=" not in page


def test_a_book_is_over_only_when_its_match_is(evening: Evening) -> None:
    assert not make.has_story(evening.friends.match)
    play_out(evening)
    assert make.has_story(evening.friends.match)
