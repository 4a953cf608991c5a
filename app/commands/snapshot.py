"""Print a recorded game at one step, on one page. ./chasqui snapshot FILE [--step N] [--seat N] -o PDF"""

import sys
from pathlib import Path

from app.commands.replay import show_refusal
from app.console import CANNOT_WRITE, Parser, read_bytes, run, say, why
from app.i18n.languages import LANGUAGES
from app.i18n.render import Reader
from app.printing.document import PrintingUnavailable
from app.services.books import board_page
from engine.record import replay
from engine.verify import RIGHT, verify

MISSING = 69  # EX_UNAVAILABLE of sysexits.h


def main(arguments: list[str]) -> int:
    parser = Parser("snapshot", "Print a recorded game at one step: a PDF of one page.")
    parser.add_argument("file", metavar="FILE", help="a record (.jsonl); - is standard input")
    parser.add_argument("--step", type=int, metavar="N", help="0 is the set-up; default: the last one")
    parser.add_argument("--seat", type=int, metavar="N", help="as that seat sees it; default: an onlooker")
    parser.add_argument("--language", default="en", choices=LANGUAGES, help="default: en")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the PDF; - is standard output")
    chosen = parser.parse_args(arguments)
    data = read_bytes(chosen.file)
    if data is None:
        return 1
    verdict = verify(data)
    if verdict.status != RIGHT:
        return show_refusal(chosen.file, verdict)
    moments, seats = list(replay(verdict.lines)), len(verdict.lines[0]["seats"])
    step = len(moments) - 1 if chosen.step is None else chosen.step
    if chosen.seat is not None and not 1 <= chosen.seat <= seats:
        parser.error(f"--seat {chosen.seat}: this match has seats 1 to {seats}")
    if not 0 <= step < len(moments):
        parser.error(f"--step {step}: this match has steps 0 to {len(moments) - 1}")
    try:
        page = board_page.page_of_record(
            moments, verdict.lines[-1], Reader(chosen.language), chosen.seat, step
        )
    except PrintingUnavailable as missing:
        say(str(missing))
        return MISSING
    return write_page(chosen.output, page)


def write_page(name: str, page: bytes) -> int:
    try:
        if name == "-":
            sys.stdout.buffer.write(page)
        else:
            Path(name).write_bytes(page)
    except BrokenPipeError:
        raise
    except OSError as error:
        say(f"{name}: cannot be written: {why(error)}")
        return CANNOT_WRITE
    return 0


if __name__ == "__main__":
    run(main)
