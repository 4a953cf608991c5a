"""The operators' page: what is stuck and why, and another try."""

import os
import re
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from app.archive import shelf
from app.clock import now
from app.models import Ask, Book, Fault, Film, Letter, Mail, Player
from app.services import outbox
from app.services.books import film_store, store
from app.services.inbox import intake
from app.services.outbox import bounces
from app.services.play.clocks import note_failure
from app.services.upkeep import operators
from tests.world import World
from tests.world.visitor import Evening, Visitor, signed_in

ANA = "ana@example.org"


@pytest.fixture
def looked_after(evening: Evening) -> Evening:
    """Ana looks after the service."""
    house = evening.world.house
    evening.world.house = replace(house, settings=replace(house.settings, operators=(ANA,)))
    evening.world.app.extensions["house"] = evening.world.house
    evening.ana = signed_in(evening.world, ANA)
    return evening


def lost(world: World, number: int = 1, error: str = "550 <bo@example.org> is unknown") -> None:
    world.change(Letter, number, dropped=outbox.GIVEN_UP, due_at=None, error=error, wanted_at=now())


def form_of(evening: Evening, mark: str, what: str) -> dict[str, str]:
    """As a browser sends the first form with this button in a part of the page."""
    page = evening.ana.get("/operator").text
    part = page.split(f'data-mark="{mark}"')[1].split("</section>")[0]
    [form, *_] = [form for form in part.split("<form")[1:] if f'value="{what}"' in form]
    return {"what": what, "it": form.split('name="it" value="')[1].split('"')[0]}


def do(evening: Evening, mark: str, what: str) -> str:
    answer = evening.ana.post("/operator", form_of(evening, mark, what))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/operator")
    page = evening.ana.get("/operator").text
    return page.split('data-mark="notice"><p>')[1].split("</p>")[0]


def test_for_all_others_it_is_not_there(looked_after: Evening) -> None:
    for visitor in (Visitor(looked_after.world), signed_in(looked_after.world, "bo@example.org")):
        assert visitor.get("/operator").status_code == 404
        assert visitor.post("/operator", {"what": "send", "it": "x"}).status_code == 404
        assert "/operator" not in visitor.get("/").text
    assert looked_after.ana.get("/operator").status_code == 200
    assert 'href="/operator"' in looked_after.ana.get("/").text


def test_it_shows_how_the_service_does(looked_after: Evening) -> None:
    page = looked_after.ana.get("/operator").text
    figures = page.split('data-mark="figures"')[1].split("</section>")[0]

    told = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", figures))
    assert int(told["Megabytes that are free on the disk"]) > 0
    assert "Age of the newest backup" not in told  # there is none yet
    assert {"Orders of this week", "Letters that left", "Letters that nobody gets"} <= set(told)


def test_the_age_of_the_backup_and_the_last_orders_are_among_it(looked_after: Evening) -> None:
    folder = looked_after.world.house.settings.folder / "backups"
    folder.mkdir(exist_ok=True)
    backup = folder / shelf.name_of(now().date())
    backup.write_text("a backup")
    long_ago = (now() - timedelta(days=365, hours=1)).timestamp()
    os.utime(backup, (long_ago, long_ago))
    looked_after.world.match("incan-gold", 3).play(3)

    page = looked_after.ana.get("/operator").text

    assert "<dt>Age of the newest backup</dt><dd>52 weeks</dd>" in page
    assert "<dt>The last orders</dt>" in page


def test_a_form_from_another_site_does_nothing(looked_after: Evening) -> None:
    lost(looked_after.world)
    form = form_of(looked_after, "letters", "send")

    answer = looked_after.ana.client.post("/operator", data=form)

    assert answer.status_code == 403
    assert not looked_after.world.letters()[0].due_at


def test_a_lost_letter_is_told_without_addresses_and_sent_again(looked_after: Evening) -> None:
    lost(looked_after.world)

    page = looked_after.ana.get("/operator").text
    said = do(looked_after, "letters", "send")

    assert "is unknown" in page
    assert "bo@example.org" not in page
    assert said == "The letter leaves now."
    letter = looked_after.world.letters()[0]
    assert (letter.dropped, letter.error, letter.tries) == ("", "", 0)
    assert letter.due_at


def test_a_letter_to_a_player_whose_letters_rest_leaves_when_they_go_on(looked_after: Evening) -> None:
    world = looked_after.world
    letter = next(each for each in world.letters() if each.player_id and each.match_id)
    lost(world, letter.id)
    do(looked_after, "letters", "rest")

    said = do(looked_after, "letters", "send")
    world.send()
    rests = world.letters()[letter.id - 1]
    do(looked_after, "resting", "go-on")

    assert said == "Letters to this player rest: this one leaves when they are sent again."
    assert (rests.dropped, rests.sent_at) == (bounces.RESTING, None)
    assert world.letters()[letter.id - 1].due_at


def test_what_is_done_already_is_told(looked_after: Evening) -> None:
    lost(looked_after.world)
    form = form_of(looked_after, "letters", "send")
    looked_after.ana.post("/operator", form)

    looked_after.ana.post("/operator", form)

    assert "There was nothing to do any more." in looked_after.ana.get("/operator").text


@pytest.mark.parametrize("form", [{"what": "send", "it": "x"}, {"what": "send", "it": ""}, {"what": "drop"}])
def test_nonsense_changes_nothing(looked_after: Evening, form: dict[str, str]) -> None:
    lost(looked_after.world)

    assert looked_after.ana.post("/operator", form).status_code in (303, 400)
    assert not looked_after.world.letters()[0].due_at


def test_letters_rest_and_go_on(looked_after: Evening) -> None:
    number = next(letter.id for letter in looked_after.world.letters() if letter.player_id)
    lost(looked_after.world, number)
    player = looked_after.world.letters()[number - 1].player_id

    assert do(looked_after, "letters", "rest").startswith("No more letters")
    with looked_after.world.house.reading() as session:
        assert session.get_one(Player, player).resting_at
    assert do(looked_after, "resting", "go-on").startswith("Letters to this player")

    with looked_after.world.house.reading() as session:
        assert not session.get_one(Player, player).resting_at


def test_a_match_that_is_put_off_is_tried_now(looked_after: Evening) -> None:
    world, ask = looked_after.world, looked_after.friends.ask(1)
    world.change(Ask, ask.id, rings_at=now())
    for _ in range(3):
        world.house.write(partial(note_failure, id_=ask.id, at=now(), why=RuntimeError("no such tile")))

    assert "no such tile" in looked_after.ana.get("/operator").text
    assert do(looked_after, "matches", "ring") == "The match is tried again now."

    after = looked_after.friends.ask(1)
    assert (after.failures, after.trouble) == (0, "")
    assert after.rings_at
    assert after.rings_at <= now()


def test_mails_and_books_are_tried_again(looked_after: Evening) -> None:
    world, at = looked_after.world, now()
    mail = Mail(digest="1", to="x", raw=b"x", received_at=at, outcome=f"{intake.GIVEN_UP}RuntimeError")
    world.house.write(lambda session: session.add(mail))
    world.house.write(partial(store.want, match_id=looked_after.friends.match.id, kinds=[store.Kind("en")]))
    world.change(Book, 1, due_at=None, tries=4, error="MemoryError")

    said = [do(looked_after, "mails", "read"), do(looked_after, "books", "make")]

    assert said == ["The mail is read again.", "The book is made again."]
    with world.house.reading() as session:
        assert session.get_one(Book, 1).due_at
        assert (session.get_one(Mail, 1).outcome, bool(session.get_one(Mail, 1).due_at)) == ("", True)


def test_a_film_is_tried_again(looked_after: Evening) -> None:
    world, match = looked_after.world, looked_after.friends.match
    world.house.write(partial(film_store.want, match_id=match.id, languages=["de"]))
    world.change(Film, 1, due_at=None, tries=3, error="MemoryError")

    assert do(looked_after, "films", "film") == "The film is made again."

    with world.house.reading() as session:
        assert session.get_one(Film, 1).due_at


def test_the_last_errors_are_shown(looked_after: Evening) -> None:
    fault = Fault(at=now(), place="here:1", name="app.post", text="<b>broken</b>")
    looked_after.world.house.write(lambda session: session.add(fault))

    assert "&lt;b&gt;broken&lt;/b&gt;" in looked_after.ana.get("/operator").text


@pytest.mark.parametrize("language", ["pl", "cs", "de", "fr"])
def test_it_is_told_in_the_operators_language(looked_after: Evening, language: str) -> None:
    with looked_after.world.house.reading() as session:
        ana = looked_after.world.player(ANA)
        assert session
    looked_after.world.change(Player, ana.id, language=language)
    lost(looked_after.world)

    page = looked_after.ana.get("/operator").text

    assert f'<html lang="{language}">' in page
    assert "Letters that nobody gets" not in page
    assert "does not answer" not in page


# --- The letter of the week ---


def put(evening: Evening, **when: Any) -> list[Letter]:
    at = now() + timedelta(**when)
    evening.world.house.write(partial(operators.put_weekly, house=evening.world.house, at=at))
    return evening.world.letters("weekly")


def test_the_weekly_letter_is_put_once_a_week_however_many_workers_there_are(looked_after: Evening) -> None:
    monday = 7 - now().weekday()
    at = (now() + timedelta(days=monday)).replace(hour=9) - now()

    for _ in range(6):
        first = put(looked_after, seconds=at.total_seconds())

    assert len(first) == 1
    assert len(put(looked_after, seconds=at.total_seconds(), days=7)) == 2


@pytest.mark.parametrize(
    ("language", "well"), [("en", "something needs a look"), ("de", "braucht einen Blick")]
)
def test_the_weekly_letter_says_what_is_not_well_in_its_readers_language(
    looked_after: Evening, language: str, well: str
) -> None:
    world = looked_after.world
    world.change(Player, world.player(ANA).id, language=language)
    [letter] = put(looked_after, days=7 - now().weekday(), hours=20)

    composed = world.compose(letter)

    assert well in composed.subject
    assert composed.to == ANA
    assert "/operator" in composed.text


def test_an_operator_without_an_account_gets_it_too(looked_after: Evening) -> None:
    world = looked_after.world
    settings = replace(world.house.settings, operators=("host@example.org",))
    world.house = replace(world.house, settings=settings)

    [letter] = put(looked_after, days=7 - now().weekday(), hours=20)

    assert world.compose(letter).to == "host@example.org"
