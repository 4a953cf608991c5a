"""Letters on a phone of 375 x 667 pixels: how long they are, and what its first screen holds."""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from app.services.outbox.kinds import KINDS
from tests.browser.every_letter import Told, every_letter, longest_turn, turn
from tests.lengths import long, shortened
from tests.world import World

WIDE, HIGH = 375, 667
BUTTON_HIGH = 45  # pixels
LONGEST_TURN = 1600  # pixels
LONGEST = 2400  # of any other letter but the daily one
CUT_OFF = 100_000  # bytes: some mail programs show no more of a page
HEAVIEST = 450_000  # bytes of the whole mail, with its pictures
BUTTON = (
    "(() => { const a = document.querySelector('a.button'); return a && a.getBoundingClientRect().bottom })()"
)
# Their tests look at them, and they need a mail of somebody else to be written.
ANSWERS = {"rsvp", "voted", "offered"}
# A few lines without a board: about an account, or to those who look after the service.
SHORT = {"new_address", "old_address", "trial", "weekly", "aside"}


class Seen(NamedTuple):
    kind: str
    height: int
    button: float | None  # where the first one ends
    page: int  # bytes
    mail: int


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": WIDE, "height": HIGH})
    yield page
    page.close()


def seen(phone: Page, told: Told) -> Seen:
    html = told.letter.html
    pictures = [told.letter.picture, *told.letter.more_pictures]
    for number, png in enumerate(pictures, 1):
        name = "board" if number == 1 else f"board-{number}"
        html = html.replace(f'"cid:{name}"', f'"data:image/png;base64,{b64encode(png or b"").decode()}"')
    phone.set_content(html)
    assert phone.evaluate("document.documentElement.scrollWidth") <= WIDE, told.kind
    height = phone.evaluate("document.documentElement.scrollHeight")
    return Seen(told.kind, height, phone.evaluate(BUTTON), len(told.letter.html.encode()), told.bytes_in_all)


@pytest.mark.parametrize(
    ("game", "steps", "auction"),
    [("tikal", 12, False), ("tikal", 30, True), long("tikal", 80, True), long("incan-gold", 8, False)],
)
def test_a_turn_fits_and_the_first_screen_has_its_first_button(
    phone: Page, tmp_path: Path, game: str, steps: int, auction: bool
) -> None:
    world = World.new(tmp_path)

    shown = seen(phone, turn(world, game, steps, auction=auction))
    world.close()

    assert shown.height <= LONGEST_TURN
    assert shown.button
    assert shown.button <= HIGH


@pytest.mark.parametrize("language", shortened(["de", "en", "fr", "pl", "cs"], ["de"]))
def test_the_longest_letter_about_a_turn_fits_in_every_language(
    phone: Page, tmp_path: Path, language: str
) -> None:
    world = World.new(tmp_path)

    shown = seen(phone, longest_turn(world, language))
    world.close()

    assert shown.height <= LONGEST_TURN
    assert shown.button
    assert shown.button <= HIGH + BUTTON_HIGH  # it begins on the first screen


@pytest.mark.long
def test_every_kind_of_letter_has_its_height_and_bytes(phone: Page, tmp_path: Path) -> None:
    rows = [seen(phone, told) for told in every_letter(tmp_path)]

    print(f"\n{'letter':<14}{'height':>8}{'button':>8}{'page':>9}{'mail':>9}")
    for row in sorted(rows):
        button = f"{row.button:.0f}" if row.button else "-"
        print(f"{row.kind:<14}{row.height:>8}{button:>8}{row.page:>9}{row.mail:>9}")
    assert {row.kind for row in rows} | ANSWERS | SHORT == KINDS.keys()
    assert [row for row in rows if row.page > CUT_OFF or row.mail > HEAVIEST] == []
    assert [row for row in rows if row.height > LONGEST and row.kind != "digest"] == []
    assert [row for row in rows if row.kind == "your_turn" and row.height > LONGEST_TURN] == []
