"""What is passed on in a chat: the film of a match, and what a chat shows with a link to it."""

import io
import re
from functools import partial
from html import unescape
from pathlib import Path

from PIL import Image
from sqlmodel import Session
from werkzeug.test import TestResponse

from app.clock import now
from app.printing.frames import Film as MadeFilm
from app.services.books import film_store, previews
from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor, marks

TOLD = re.compile(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"')
PICTURE = re.compile(
    r'<source media="([^"]+)" srcset="([^"]+)"[^>]*>\s*<img src="([^"]+)"[^>]+alt="[^"]{20,}"'
)


def give_up(evening: Evening) -> None:
    evening.ana.post(f"/m/{evening.code}/give-up", {"sure": "give up"})


def told(answer: TestResponse) -> dict[str, str]:
    """What a chat reads of a page."""
    return {name: unescape(content) for name, content in TOLD.findall(answer.text)}


def film_put_there(session: Session) -> None:
    film = film_store.claim(session, now())
    assert film
    film_store.save(session, film, MadeFilm(b"GIF89a and more", 560, 480), 40)


# --- Previews ---


def test_a_chat_is_told_whose_match_it_is_and_gets_a_picture_of_the_board(evening: Evening) -> None:
    stranger = Visitor(evening.world)

    page = told(stranger.get(f"/m/{evening.code}"))
    picture = stranger.get(page["og:image"])

    assert (page["og:title"], page["og:description"]) == ("Friday", "Incan Gold: ana, bo, cy")
    assert page["og:url"].endswith(f"/m/{evening.code}")
    assert picture.content_type == "image/png"
    assert Image.open(io.BytesIO(picture.data)).size == (1200, 630)
    assert picture.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_of_a_match_for_its_players_a_chat_learns_nothing(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal", title="Our secret", watch="players")
    bo.join(code)

    for visitor in (Visitor(world), bo):
        page = visitor.get(f"/m/{code}")
        assert told(page)["og:title"] == "Chasqui"
        assert not [text for text in told(page).values() if "secret" in text or code in text or "ana" in text]
        assert visitor.get(f"/m/{code}/preview.png").status_code == 403
    assert "Our secret" not in Visitor(world).get(f"/m/{code}").text


def test_a_player_gets_the_same_preview_as_everybody(evening: Evening) -> None:
    """What a player holds is on the player's page, and must not be in what a chat keeps of it."""
    path = f"/m/{evening.code}"

    assert told(evening.bo.get(path)) == told(Visitor(evening.world).get(path))
    pictures = {who.get(f"{path}/preview.png?language=en").data for who in (evening.bo, evening.cy)}
    assert len(pictures) == 1


def test_what_only_one_seat_may_see_is_not_in_the_picture(evening: Evening) -> None:
    evening.bo.order(evening.code, "torch")  # a sealed answer
    house = evening.world.house
    with house.reading() as session:
        before = previews.preview_of_match(session, house, evening.code, "en")
    evening.cy.order(evening.code, "camp")

    with house.reading() as session:
        after = previews.preview_of_match(session, house, evening.code, "en")

    assert after.rows == before.rows
    assert "camp" not in after.title + after.news


def test_a_page_from_a_letter_tells_a_chat_nothing(evening: Evening) -> None:
    page = told(Visitor(evening.world).get(evening.friends.link(2)))

    assert page["og:title"] == "Chasqui"
    assert "og:image" not in page


def test_a_step_has_the_picture_of_that_step(evening: Evening) -> None:
    for visitor in (evening.ana, evening.bo, evening.cy):
        visitor.order(evening.code, "torch")
    stranger = Visitor(evening.world)

    pages = [told(stranger.get(f"/m/{evening.code}/steps/{step}")) for step in (0, 1)]

    assert pages[0]["og:image"].endswith("step=0")
    first, second = (stranger.get(page["og:image"]).data for page in pages)
    assert first != second
    assert stranger.get(f"/m/{evening.code}/preview.png?step=77").status_code == 404


def test_a_picture_is_made_once_for_all_and_sent_once_to_each(evening: Evening) -> None:
    path, stranger = f"/m/{evening.code}/preview.png?language=en", Visitor(evening.world)
    first = stranger.get(path)
    kept = list((Path(evening.world.house.settings.folder) / "pages").iterdir())

    again = Visitor(evening.world).get(path, headers={"If-None-Match": first.headers["ETag"]})
    other = Visitor(evening.world).get(path)

    assert (again.status_code, again.data) == (304, b"")
    assert other.data == first.data
    assert [file.read_bytes() for file in kept] == [first.data]


def test_a_result_tells_who_has_won(evening: Evening) -> None:
    evening.friends.play()
    house = evening.world.house

    with house.reading() as session:
        preview = previews.preview_of_match(session, house, evening.code, "de")

    points = [int(row.told) for row in preview.rows]
    assert points == sorted(points, reverse=True)
    assert preview.rows[0].name in preview.news


# --- Films ---


def test_the_book_shows_the_film_and_the_last_board_to_whoever_wants_no_motion(evening: Evening) -> None:
    give_up(evening)
    evening.world.house.write(film_put_there)

    page = Visitor(evening.world).get(f"/m/{evening.code}/report").text

    [(wish, still, moving)] = PICTURE.findall(page)
    assert wish == "(prefers-reduced-motion: reduce)"
    stranger = Visitor(evening.world)
    assert stranger.get(still).content_type.startswith("image/svg")
    assert stranger.get(unescape(moving)).content_type == "image/gif"


def test_a_film_is_sent_once_and_may_be_shown_in_a_chat(evening: Evening) -> None:
    give_up(evening)
    evening.world.house.write(film_put_there)
    path, stranger = f"/m/{evening.code}/film.gif", Visitor(evening.world)

    first = stranger.get(path)
    again = stranger.get(path, headers={"If-None-Match": first.headers["ETag"]})

    assert first.data == b"GIF89a and more"
    assert first.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert (again.status_code, again.data) == (304, b"")


def test_a_film_that_is_not_there_yet_leads_to_where_it_will_be(evening: Evening) -> None:
    assert Visitor(evening.world).get(f"/m/{evening.code}/film.gif").status_code == 404  # it still goes on
    give_up(evening)

    answer = Visitor(evening.world).get(f"/m/{evening.code}/film.gif")

    assert answer.location == f"/m/{evening.code}/report#film"
    assert "film-being-made" in marks(Visitor(evening.world).get(f"/m/{evening.code}/report"))


def test_the_film_of_a_match_for_players_is_for_players(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal", watch="players")
    bo.join(code)
    give_up(Evening(Friends(world, code), ana, bo, bo))
    world.house.write(film_put_there)

    assert Visitor(world).get(f"/m/{code}/film.gif").status_code == 403
    answer = bo.get(f"/m/{code}/film.gif")
    assert answer.status_code == 200
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_players_can_ask_for_a_film_that_an_older_match_does_not_have(evening: Evening) -> None:
    give_up(evening)
    ana = evening.friends.seat(1).player_id or 0
    evening.world.house.write(partial(film_store.delete_films_of, player_id=ana))
    evening.world.woken.clear()

    assert Visitor(evening.world).post(f"/m/{evening.code}/film").status_code in (303, 403)
    assert not evening.world.woken
    page = evening.bo.act(f"/m/{evening.code}/film")

    assert evening.world.woken
    assert "film-being-made" in marks(page)
