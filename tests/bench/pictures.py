"""What pictures cost: a board as SVG and PNG, on one page, a whole book; beside Chromium printing that page.

SVG and PNG are told in seconds of one core, and of the PNG each is of another moment of the match.

A four-seat auction game of Tikal with its 182 steps, each kind in a process of its own for its peak memory.
The page goes through Chromium as it goes through WeasyPrint: the same HTML, styles, fonts and picture.

Of a book, WeasyPrint takes more than half to lay out the text. What pictures show or use several times it
draws once; products of matrices written out and no garbage collection gained a twentieth.
"""

import atexit
import base64
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from time import perf_counter, process_time
from typing import NamedTuple

from app.i18n.render import Reader
from app.printing import press, weasy
from app.printing.document import URL_SCHEME, PrintJob, print_pdf
from app.printing.raster import picture_of
from app.services.books import board_page
from app.services.books.edition import Edition
from app.services.books.report import Report, pdf_of, to_print
from tests.bench._aims import at_most

RECORD = Path(__file__).parents[1] / "records" / "tikal-0005.jsonl"
STEP = 150
EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 6"/>'
PNGS = 60
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome-headless-shell")
AIMS = {"SVG": (0.010, 0), "PNG": (0.025, 0), "page": (0.2, 0), "book": (3.0, 200)}  # seconds, megabytes
CLOCKS = {"SVG": process_time, "PNG": process_time}


class Cost(NamedTuple):
    """Of one of a kind: the first in a process, and those after it."""

    name: str
    first: float
    usual: float
    megabytes: int
    size: int


def report() -> Report:
    edition = Edition(
        RECORD.read_text(), ("Ana", "Błażej", "Čeněk", "Dörte"), "Bench", "bench", "https://x/m/x"
    )
    return Report.of(edition)


# --- Each kind ---


def svg() -> Callable[[], bytes]:
    here = report()
    view = here.chronicle.view(STEP)
    return lambda: here.chronicle.rules.svg(view, here.edition.names).encode()


def png() -> Callable[[], bytes]:
    """As letters have it; every board is a new one."""
    here = report()
    moments = iter([here.chronicle.view(step) for step in range(STEP - PNGS, STEP)])

    def drawn() -> str:
        return here.chronicle.rules.svg(next(moments), here.edition.names, size="letter")

    boards = iter([drawn() for _ in range(PNGS)])
    return lambda: picture_of(next(boards)).png


def page() -> Callable[[], bytes]:
    here, turned = report(), iter(range(1_000_000))
    return lambda: board_page.page_of_record(
        here.moments, here.last, Reader("en"), None, STEP - next(turned) % 9
    )


def book() -> Callable[[], bytes]:
    return lambda: pdf_of(report())


def words() -> Callable[[], bytes]:
    """The same book with nothing in its pictures: what WeasyPrint takes to lay out the text."""

    def printed() -> bytes:
        here = report()
        facts = here.facts()
        return print_pdf(to_print(here, facts, dict.fromkeys(here.pictures(facts), EMPTY)))

    return printed


# --- Chromium ---


def for_chromium() -> str:
    """The page by itself: what we hand over by name stands in it."""
    here = report()
    return standing_alone(
        board_page.pages_of_record(here.moments, here.last, Reader("en"), None, STEP).prints[0]
    )


def standing_alone(order: PrintJob) -> str:
    styles = "".join((weasy.STYLES / name).read_text() for name in order.styles)
    faces = weasy.font_face_rules(lambda face: data("font/ttf", weasy.read_font(face)))
    html = order.html.replace("</head>", f"<style>{faces}{styles}</style></head>")
    for name, picture in order.pictures.items():
        html = html.replace(f"{URL_SCHEME}picture/{name}", data("image/svg+xml", picture.encode()))
    return html


def data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def installed() -> str:
    return next(filter(None, map(shutil.which, CHROMIUM)), "")


def chromium() -> Callable[[], bytes]:
    program = installed()
    folder = Path(mkdtemp(prefix="chasqui-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    html, made = folder / "page.html", folder / "page.pdf"
    html.write_text(for_chromium())
    quiet = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile"]
    command = [program, *quiet, "--no-pdf-header-footer", f"--print-to-pdf={made}", html.as_uri()]

    def printed() -> bytes:
        subprocess.run(command, capture_output=True, check=True)
        return made.read_bytes()

    return printed


def peak() -> int:
    """Megabytes of this process, or of the largest one that it has started."""
    usages = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return max(usages) // (1024 if sys.platform == "linux" else 1024**2)


# --- The run ---

KINDS: dict[str, tuple[Callable[[], Callable[[], bytes]], int]] = {
    "SVG": (svg, 30),
    "PNG": (png, PNGS),
    "page": (page, 8),
    "Chromium": (chromium, 4),
    "book": (book, 2),
    "words": (words, 2),
}


def measured(name: str) -> Cost:
    prepare, times = KINDS[name]
    make = prepare()
    clock, seconds = CLOCKS.get(name, perf_counter), []
    for _ in range(times):
        begun = clock()
        made = make()
        seconds.append(clock() - begun)
    press.PRESS.end()  # only then its memory counts as that of a child
    return Cost(name, seconds[0], median(seconds[1:]), peak(), len(made))


def in_its_own_process(name: str) -> Cost:
    command = [sys.executable, "-P", "-m", "tests.bench.pictures", name]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return Cost(name, float(said[0]), float(said[1]), int(said[2]), int(said[3]))


def told(cost: Cost) -> str:
    first, usual = f"{cost.first * 1000:8.0f} ms", f"{cost.usual * 1000:8.0f} ms"
    return f"{cost.name:<10}{first} first {usual} after {cost.megabytes:>5} MB {cost.size / 1000:>8.0f} kB"


def verdicts(cost: Cost) -> list[str]:
    seconds, megabytes = AIMS.get(cost.name, (0, 0))
    aims = [(cost.usual * 1000, seconds * 1000, "ms"), (cost.megabytes, megabytes, "MB")]
    return [verdict(cost.name, figure, aim, unit) for figure, aim, unit in aims if aim]


def verdict(name: str, figure: float, aim: float, unit: str) -> str:
    told = at_most(aim, figure, name, unit)
    return f"{f'{name}, {unit}':<24}{figure:>10.1f}{figure / aim:>8.2f} of the {told}"


def main(arguments: list[str]) -> None:
    if arguments:
        cost = measured(arguments[0])
        print(cost.first, cost.usual, cost.megabytes, cost.size)
        return
    kinds = [name for name in KINDS if name != "Chromium" or installed()]
    costs = {name: in_its_own_process(name) for name in kinds}
    for cost in costs.values():
        print(told(cost))
    said = [line for cost in costs.values() for line in verdicts(cost)]
    if "Chromium" in costs:
        aim = costs["Chromium"].usual * 1000
        said.append(verdict("page as quick as Chromium", costs["page"].usual * 1000, aim, "ms"))
    else:
        print("Chromium is not installed, so nothing is printed by it")
    print("\n".join(["", *said]))


if __name__ == "__main__":
    main(sys.argv[1:])
