"""The operators' page in a browser: each button does what it says, by mouse, finger and keyboard."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlmodel import Session

from app.clock import now
from app.models import Ask, Book, Film, Letter, Mail, Player
from app.services import outbox
from app.services.books import film_store, store
from app.services.inbox import intake
from app.services.play.clocks import note_failure
from tests.browser.people import PHONE, Served, grave
from tests.world.visitor import signed_in

ANA, BO = "ana@example.org", "bo@example.org"
LONG = "452 4.3.1 insufficient_system_storage_at_a_mail_server_that_says_much_without_any_space " * 2

LATER = "Letters to this player rest: this one leaves when they are sent again."
RESTS = "No more letters are sent to this player until they are back."
# The part of the page, its button, and what is told when it was pressed.
DEEDS = [
    ("matches", "Try now", "The match is tried again now."),
    ("letters", "Send this player no letters", RESTS),
    ("letters", "Send again", LATER),
    ("resting", "Send letters again", "Letters to this player are sent again."),
    ("failing", "Try now", LATER),  # Bo’s, whose letters rest still
    ("mails", "Read again", "The mail is read again."),
    ("books", "Make it again", "The book is made again."),
    ("films", "Make it again", "The film is made again."),
]


@pytest.fixture
def troubled(served: Served) -> Served:
    """Ana looks after a service in which something of every kind is stuck."""
    world = served.world
    house = replace(world.house, settings=replace(world.house.settings, operators=(ANA,)))
    world.house = world.app.extensions["house"] = house
    served.__dict__["ana"] = signed_in(world, ANA)
    friends = served.friends(served.gold())
    lost, failing, *_ = [letter.id for letter in world.letters("your_turn")]
    world.change(Letter, lost, dropped=outbox.SET_ASIDE, due_at=None, error="RuntimeError", wanted_at=now())
    world.change(Letter, failing, error=LONG, due_at=now(), tries=2)
    world.change(Player, world.player(BO).id, resting_at=now() - timedelta(hours=1))  # the newest come first
    house.write(partial(put_mail_book_and_film, match_id=friends.match.id))
    world.change(Book, 1, due_at=None, tries=4, error="MemoryError")
    world.change(Film, 1, due_at=None, tries=3, error="MemoryError")
    ask = friends.ask(3)
    world.change(Ask, ask.id, rings_at=now())
    for _ in range(3):
        house.write(partial(note_failure, id_=ask.id, at=now(), why=RuntimeError("no such tile")))
    return served


def put_mail_book_and_film(session: Session, match_id: int) -> None:
    outcome = f"{intake.GIVEN_UP}the process was killed"
    session.add(Mail(digest="1", to="x", raw=b"x", received_at=now(), outcome=outcome))
    store.want(session, match_id=match_id, kinds=[store.Kind("en")])
    film_store.want(session, match_id=match_id, languages=["de"])


def forms(page: Page, part: str, label: str) -> Any:
    return page.locator(f'[data-mark="{part}"]').get_by_role("button", name=label)


def press(page: Page, part: str, label: str, how: str) -> None:
    button = forms(page, part, label).first
    if how == "key":
        button.focus()
        page.keyboard.press("Enter")
    elif how == "finger":
        button.tap()
    else:
        button.click()


@pytest.mark.parametrize("how", ["mouse", "key", "finger"])
def test_each_button_does_what_it_says_and_tells_so(troubled: Served, how: str) -> None:
    page = troubled.page("/operator", troubled.ana, **(PHONE if how == "finger" else {}))

    for part, label, told in DEEDS:
        before = forms(page, part, label).count()
        press(page, part, label, how)
        expect(page.locator('[data-mark="notice"]')).to_have_text(told)
        expect(forms(page, part, label)).to_have_count(before - 1)


def test_it_can_be_read_and_pressed_on_any_screen(troubled: Served) -> None:
    for width in (320, 768, 1440):
        page = troubled.page("/operator", troubled.ana, viewport={"width": width, "height": 900})

        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert grave(page) == []
        for button in page.locator("main button").all():
            box = button.bounding_box()
            assert box
            assert box["height"] >= 24
