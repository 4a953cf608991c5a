"""Films of finished matches: what is seen in them, and how they are wanted, made and kept."""

import io
from collections.abc import Callable
from functools import partial

import pytest
from PIL import Image
from sqlmodel import Session, select

from app.clock import now
from app.models import Film, Match
from app.printing.film import film_of
from app.printing.frames import Film as MadeFilm
from app.services.books import film_store, films, store
from app.services.books.edition import Edition
from app.services.books.films import frames_of, make_due_film, scenes_of
from app.services.books.making import BROKE_OFF
from app.services.books.report import Report
from app.services.outbox import result_letters
from app.services.play import host_actions
from engine.svg import size_of
from engine.verify import verify
from tests.app.services.books.printing import CODE, RECORDS, recorded
from tests.lengths import shortened
from tests.world import World

NAMES = ("Ana", "Bo", "Cyril", "Dora", "Eve", "Finn", "Gus", "Hal")
ALL = sorted(str(path.relative_to(RECORDS)).removesuffix(".jsonl") for path in RECORDS.rglob("*.jsonl"))


def report(name: str, language: str = "en") -> Report:
    record = recorded(name)
    seats = len(verify(record.encode()).lines[0]["seats"])
    return Report.of(Edition(record, NAMES[:seats], "Friday", CODE, "https://x/m/1", language))


# --- What is seen ---


def test_it_begins_with_the_start_and_ends_with_the_final_board() -> None:
    match = report("tikal-0005")

    scenes, frames = scenes_of(match), frames_of(match)

    assert (scenes[0].step, scenes[-1].step) == (0, len(match.moments) - 1)
    assert frames[-1].drawings[0] == match.chronicle.rules.svg(
        match.chronicle.view(scenes[-1].step),
        match.names,
        match.speech,
        scenes[-1].events,
        size="board",
        tall=size_of(frames[-1].drawings[0])[1],
    )
    assert frames[-1].milliseconds > 3 * frames[1].milliseconds


@pytest.mark.parametrize("name", ["tikal-0005", "incan-gold-0003"])
def test_every_board_fills_its_frame(name: str) -> None:
    frames = frames_of(report(name))

    assert len({size_of(frame.drawings[0])[1] for frame in frames}) == 1


@pytest.mark.parametrize("most", [120, 10, 2])
def test_steps_are_summed_up_and_none_of_what_happened_is_lost(most: int) -> None:
    match = report("tikal-0005")  # 182 steps, with an auction in each round

    scenes = scenes_of(match, most)

    assert len(scenes) <= most
    events = [event for scene in scenes for event in scene.events]
    assert events == [event for moment in match.chronicle.standing[1:] for event in moment.events]


def test_bids_are_no_frames_of_their_own() -> None:
    match = report("tikal-0005")

    for scene in scenes_of(match)[1:-1]:
        assert any(event["event"] not in match.chronicle.brief for event in scene.events)


def test_what_was_taken_back_is_not_shown() -> None:
    match = report("friends/tikal-0000")
    standing = {moment.step for moment in match.chronicle.standing}

    assert len(standing) < len(match.moments)
    assert {scene.step for scene in scenes_of(match)} <= standing


@pytest.mark.parametrize("name", shortened(ALL, ["incan-gold-0001"]))
def test_the_film_of_every_record_is_small_enough_for_a_chat(name: str) -> None:
    frames = frames_of(report(name, "de"))

    made = film_of(frames)

    assert len(made.gif) < 1_000_000
    assert made.width == 560
    assert Image.open(io.BytesIO(made.gif)).n_frames == len(frames) <= films.MOST_FRAMES  # type: ignore[attr-defined]  # of GIFs
    assert sum(frame.milliseconds for frame in frames) < 60_000


# --- How they are made ---


def played_out(world: World) -> Match:
    """For a while; then it is given up."""
    friends = world.match("incan-gold", 3)
    friends.play(4)
    host = friends.match.host_id
    world.house.write(partial(host_actions.give_up, house=world.house, code=friends.code, player_id=host))
    return friends.match


def rows(world: World) -> list[Film]:
    with world.house.reading() as session:
        return list(session.exec(select(Film)))


def put_there(world: World) -> None:
    """A film, without the time that making one takes."""

    def put(session: Session) -> None:
        film = film_store.claim(session, now())
        assert film
        film_store.save(session, film, MadeFilm(b"GIF89a", 560, 480), 40)

    world.house.write(put)


def book_put_there(session: Session) -> None:
    book = store.claim(session, now())
    assert book
    store.save_pdf(session, book, b"%PDF")


def change(world: World, do: Callable[[Film], None]) -> None:
    def changing(session: Session) -> None:
        for film in session.exec(select(Film)):
            do(film)

    world.house.write(changing)


def due(film: Film) -> None:
    film.due_at = now()


def test_a_match_that_ends_gets_a_film_in_each_language_of_its_players(world: World) -> None:
    match = played_out(world)
    assert films.has_due_film(world.house)

    while make_due_film(world.house):
        pass

    (film,) = rows(world)
    assert (film.match_id, film.language, film.error, film.due_at) == (match.id, "en", "", None)
    assert film.gif
    assert Image.open(io.BytesIO(film.gif)).size == (film.width, film.height)
    assert 5 < film.seconds < 60
    assert not films.has_due_film(world.house)


def test_a_film_that_cannot_be_made_is_tried_again_and_given_up_at_last(world: World) -> None:
    friends = world.match("incan-gold")  # it still goes on: its record has no end
    world.house.write(partial(film_store.want, match_id=friends.match.id, languages=["en"]))

    for _ in range(1 + len(film_store.PAUSES)):
        change(world, due)
        assert make_due_film(world.house) == 1

    (film,) = rows(world)
    assert (film.error, film.due_at, film.gif) == ("ValueError", None, None)
    world.house.write(partial(film_store.want_again, match_id=film.match_id, language="en"))
    assert films.has_due_film(world.house)


def test_a_film_that_kills_its_makers_is_set_aside(world: World) -> None:
    played_out(world)
    for _ in range(film_store.FILMS.most_claims):
        assert world.house.write(partial(film_store.claim, at=now()))
        change(world, due)

    assert make_due_film(world.house) == 1
    assert make_due_film(world.house) == 0

    assert rows(world)[0].error == BROKE_OFF


def test_a_film_with_the_name_of_a_former_player_goes(world: World) -> None:
    played_out(world)
    put_there(world)

    world.house.write(partial(film_store.delete_films_of, player_id=world.friend("Bo")))

    assert not rows(world)


# --- The letter that brings one ---


def wait(world: World) -> object:
    letter = world.newest("result")
    with world.house.reading() as session:
        return result_letters.waits_for_book_until(session, letter, letter.created_at)


def test_a_letter_waits_for_a_film_that_is_begun_and_brings_it(world: World, undrawn: None) -> None:
    played_out(world)
    world.house.write(book_put_there)
    assert wait(world) is None  # nobody has begun it
    world.house.write(partial(film_store.claim, at=now()))
    assert wait(world)

    change(world, due)
    put_there(world)

    assert wait(world) is None
    composed = world.compose(world.newest("result"))
    assert composed.film == b"GIF89a"
    assert "/report#film" in composed.text
    assert "/report#film" in composed.html


def test_a_letter_without_a_film_leads_to_where_it_will_be(world: World, undrawn: None) -> None:
    played_out(world)

    composed = world.compose(world.newest("result"))

    assert composed.film is None
    assert "/report#film" in composed.html
    assert "moving picture" not in composed.html
