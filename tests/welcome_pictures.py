"""The pictures of the first page, in `app/static/`: a letter on a phone, a board, a page of a book.

    .venv/bin/python -m tests.welcome_pictures

They are what the program makes of the same games every time, in each language. The letter's dates are of the
day.
"""

import io
import json
import shutil
import subprocess
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright
from sqlmodel import Session, select

from app.i18n.languages import LANGUAGES
from app.models import Player
from app.printing.raster import picture_of
from app.services.books.edition import Edition
from app.services.books.report import Report, pdf_of
from engine import tikal
from engine.emblems import WIDTH
from engine.tikal.draw.status import BAR
from tests.readme_pictures import ADDRESS, FRIENDS, RECORDS, TITLE, in_our_typeface, last_letter, opened
from tests.world import Friends, World

FOLDER = Path(__file__).parents[1] / "app" / "static"
TURNS = 30
SCREEN = {"width": 375, "height": 667}
BOARD, BOARD_STEP, BOARD_WIDTH = "tikal-0005", 120, 560
BOOK, BOOK_PAGE, BOOK_DPI = "tikal-0005", 1, 54
QUALITY = 62


def main() -> None:
    save("welcome-board", board())
    for language in LANGUAGES:
        save(f"welcome-letter.{language}", photographed(letter(language)))
        save(f"welcome-book.{language}", page(language))


def save(name: str, picture: Image.Image) -> None:
    data = io.BytesIO()
    picture.convert("RGB").save(data, "WEBP", quality=QUALITY, method=6)
    (FOLDER / f"{name}.webp").write_bytes(data.getvalue())
    print(f"{name}.webp: {picture.width} x {picture.height}, {len(data.getvalue()) / 1000:.0f} kB")


def letter(language: str) -> str:
    with TemporaryDirectory() as folder:
        world = World.new(Path(folder), url=ADDRESS)
        friends = Friends(world, opened(world.house))
        world.house.write(partial(all_read, language=language))
        for _ in range(TURNS):
            friends.play(1)
            world.send()
        shown = last_letter(world.house)
        world.close()
    return shown


def all_read(session: Session, language: str) -> None:
    for player in session.exec(select(Player)):
        player.language = language


def photographed(html: str) -> Image.Image:
    """One screen of a phone."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=quiet)
        shown = browser.new_page(viewport=SCREEN)  # type: ignore[arg-type]  # a ViewportSize is such a dict
        shown.set_content(in_our_typeface(html))
        shown.evaluate("document.fonts.ready")
        png = shown.screenshot()
        browser.close()
    return Image.open(io.BytesIO(png))


def report(name: str, language: str) -> Report:
    record = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8")
    names = FRIENDS[: len(json.loads(record.splitlines()[0])["seats"])]
    return Report.of(Edition(record, names, TITLE, "k7mh2pqd", f"{ADDRESS}/m/k7mh2pqd", language))


def board() -> Image.Image:
    view = tikal.view(report(BOARD, "en").moments[BOARD_STEP].state, None)
    whole = Image.open(io.BytesIO(picture_of(tikal.svg(view, FRIENDS, size="board")).png))
    picture = whole.crop((0, round(whole.width * BAR / WIDTH), whole.width, whole.height))  # without words
    return picture.resize((BOARD_WIDTH, round(picture.height * BOARD_WIDTH / picture.width)))


def page(language: str) -> Image.Image:
    one = str(BOOK_PAGE)
    command = ["pdftoppm", "-r", str(2 * BOOK_DPI), "-png", "-f", one, "-l", one, "-"]
    pdf = pdf_of(report(BOOK, language))
    drawn = Image.open(io.BytesIO(subprocess.run(command, input=pdf, capture_output=True, check=True).stdout))
    return drawn.resize((drawn.width // 2, drawn.height // 2), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
