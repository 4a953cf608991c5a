"""The README's pictures in `.pictures/`: a letter, a board, a page of a book, as the program makes them.

    .venv/bin/python -m tests.readme_pictures

Chromium takes the picture of the letter, pdftoppm that of the page. The games are the same every time;
the letter's dates are those of the day.
"""

import io
import json
import shutil
import subprocess
from base64 import b64encode
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageOps
from playwright.sync_api import sync_playwright
from sqlmodel import Session, col, select

from app.house import House
from app.models import Letter
from app.printing import faces
from app.printing.fonts import FAMILY
from app.printing.raster import picture_of
from app.printing.subset import woff2_of
from app.services.books.edition import Edition
from app.services.books.report import Report, pdf_of
from app.services.lobby import opening, seats
from app.services.people import accounts
from engine.chance import commitment
from tests.world import Friends, World

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".pictures"
RECORDS = ROOT / "tests" / "records"
ADDRESS = "https://chasqui.example"
FRIENDS = ("Ana", "Bo", "Cyril", "Dora")
TITLE = "Sunday evening"
SERVER_SEED = b"the seed of the README's letter."  # 32 bytes
TURNS = 30  # that have been played when the letter comes
COLOURS = 128
WIDTH, GAP = 600, 16  # of a letter, in pixels
PAPER, FRAME = "#fbf8f1", "#cfc5b0"

BOARD, BOARD_STEP = "incan-gold-0000", 16
BOOK, BOOK_PAGE, BOOK_HEIGHT = "tikal-0005", 5, 850


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, png in (("letter", letter()), ("board", board()), ("book", page())):
        (FOLDER / f"{name}.png").write_bytes(png)
        print(f"{name}.png: {len(png) / 1000:.0f} kB")


# --- A letter: Ana's turn in a match of Tikal ---


def letter() -> bytes:
    with TemporaryDirectory() as folder:
        world = World.new(Path(folder), url=ADDRESS)
        friends = Friends(world, opened(world.house))
        for _ in range(TURNS):
            friends.play(1)
            world.send()
        shown = last_letter(world.house)
        world.close()
    return photographed(shown)


def opened(house: House) -> str:
    """Ana has invited two friends, and everybody is there."""
    ana, bo, cyril = (house.db.write(partial(person, name=name)) for name in FRIENDS[:3])
    wish = opening.Wish(game="tikal", title=TITLE, size=3)

    def begin(session: Session) -> str:
        match = opening.open_match(session, house, ana, wish, "Quipu")
        match.commitment, match.locked_seed = commitment(SERVER_SEED), house.vault.encrypt(SERVER_SEED)
        for friend, salt in ((bo, "Titicaca"), (cyril, "Urubamba")):
            seats.join_match(session, house, match, friend, salt)
        return match.code

    return house.db.write(begin)


def person(session: Session, name: str) -> int:
    made = accounts.find_or_create(session, f"{name.lower()}@chasqui.example", name)
    assert made.id
    return made.id


def last_letter(house: House) -> str:
    """With its picture in it."""
    with house.db.reading() as session:
        newest = select(Letter).where(Letter.kind == "your_turn", col(Letter.sent_at).is_not(None))
        found = session.exec(newest.order_by(col(Letter.id).desc())).first()
    assert found
    assert found.picture
    return found.html.replace("cid:board", f"data:image/png;base64,{b64encode(found.picture).decode()}")


def in_our_typeface(html: str) -> str:
    """Mail programs have fonts of their own; this one is on every machine that makes the pictures."""
    rules = [
        f"@font-face{{font-family:'{FAMILY}';font-weight:{faces.FACES[name].weight};"
        f"src:url(data:font/woff2;base64,{b64encode(woff2_of(name)).decode()})}}"
        for name in faces.AT_ONCE
    ]
    return html.replace(
        "</style>", f"{''.join(rules)} .page {{ font-family: '{FAMILY}' !important }}</style>", 1
    )


def photographed(html: str) -> bytes:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=quiet)
        shown = browser.new_page(viewport={"width": WIDTH, "height": 900})
        shown.set_content(in_our_typeface(html))
        shown.evaluate("document.fonts.ready")
        below_the_board = shown.evaluate("document.querySelector('.standing').getBoundingClientRect().top")
        png = shown.screenshot(full_page=True)
        browser.close()
    return in_two_columns(png, round(below_the_board))


def in_two_columns(png: bytes, cut: int) -> bytes:
    """What is below the cut stands to the right."""
    with Image.open(io.BytesIO(png)) as whole:
        height = max(cut, whole.height - cut + GAP)
        paper = Image.new("RGB", (2 * WIDTH, height), PAPER)
        paper.paste(whole.crop((0, 0, WIDTH, cut)), (0, 0))
        paper.paste(whole.crop((0, cut, WIDTH, whole.height)), (WIDTH, GAP))
    return framed(paper)


def framed(picture: Image.Image) -> bytes:
    """With a thin line around it, in few colours."""
    png, paper = io.BytesIO(), ImageOps.expand(picture.convert("RGB"), border=1, fill=FRAME)
    few = paper.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(png, "PNG", optimize=True)
    return png.getvalue()


# --- A board and a page: of recorded matches ---


def report(name: str) -> Report:
    record = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8")
    names = FRIENDS[: len(json.loads(record.splitlines()[0])["seats"])]
    return Report.of(Edition(record, names, TITLE, "k7mh2pqd", f"{ADDRESS}/m/k7mh2pqd"))


def board() -> bytes:
    return picture_of(report(BOARD).board(BOARD_STEP)).png


def page() -> bytes:
    """Down to where it is empty."""
    one = str(BOOK_PAGE)
    command = ["pdftoppm", "-r", "90", "-H", str(BOOK_HEIGHT), "-png", "-f", one, "-l", one, "-"]
    drawn = subprocess.run(command, input=pdf_of(report(BOOK)), capture_output=True, check=True).stdout
    with Image.open(io.BytesIO(drawn)) as picture:
        return framed(picture)


if __name__ == "__main__":
    main()
