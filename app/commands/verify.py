"""Check game records: chance, every order, the result. ./chasqui verify FILE...

A file is a record, or the book of a match, to which its record is attached. Exit status 0: all is right.
1: something is wrong; each wrong line is named. 2: the record of a running match, right as far as it goes.
--list also checks that the seats were drawn by lot: with their numbers in the order of the host's list.
"""

from app.console import Parser, read_bytes, run
from app.printing.attachments import PDF_START, record_in
from app.safe_text import harmless
from engine.chance import is_draw_of
from engine.registry import meta
from engine.speech import ENGLISH, result_sentence
from engine.verify import RIGHT, RUNNING, WRONG, Verdict, verify
from engine.way import names_after

MOST_PROBLEMS = 20  # shown for one file: in a file that is no record at all every line is wrong
WORST_FIRST = (WRONG, RUNNING, RIGHT)


def main(arguments: list[str]) -> int:
    parser = Parser("verify", "Check finished games, and running ones as far as they go.")
    what = "a record (.jsonl), or a book of a match (.pdf); - is standard input"
    parser.add_argument("files", nargs="+", metavar="FILE", help=what)
    order = (
        "the seats' numbers in the order of the host's list, as in 3,1,2: checks that they were drawn by lot"
    )
    parser.add_argument("--list", default="", metavar="NUMBERS", help=order)
    told = parser.parse_args(arguments)
    statuses = {report(name, told.list) for name in told.files}
    return next(status for status in WORST_FIRST if status in statuses)


def report(name: str, order: str = "") -> int:
    data = read_record(name)
    if data is None:
        return WRONG
    verdict = verify(data)
    for line, problem in verdict.problems[:MOST_PROBLEMS]:
        print(f"{name}, line {line}: {problem}")
    more = len(verdict.problems) - MOST_PROBLEMS
    if more > 0:
        print(f"{name}: and {more} more")
    if verdict.status != WRONG:
        print(f"{name}: {summary(verdict)}")
    return report_draw(name, verdict, order) if order and verdict.status == RIGHT else verdict.status


def report_draw(name: str, verdict: Verdict, order: str) -> int:
    numbers = [int(word) if word.isdecimal() and word.isascii() else 0 for word in order.split(",")]
    seed, salts = bytes.fromhex(verdict.lines[-1]["server_seed"]), verdict.lines[0]["salts"]
    if not is_draw_of(numbers, salts, seed):
        print(f"{name}: the seats of a list in the order {order} were not drawn so")
        return WRONG
    print(f"{name}: the seats were drawn by lot from a list in the order {order}")
    return RIGHT


def read_record(name: str) -> bytes | None:
    """None, after a message, if there is no record."""
    data = read_bytes(name)
    if data is None or not data.startswith(PDF_START):
        return data
    attached = record_in(data)
    if attached is None:
        print(f"{name}: no record is attached to this PDF; the book of a match has one")
    return attached


def summary(verdict: Verdict) -> str:
    first = verdict.lines[0]
    game = f"{meta(first['game']).title}, {len(first['seats'])} seats"
    if verdict.status == RUNNING:
        return (
            f"whole as far as it goes: {game}, {len(verdict.lines) - 1} steps, still running. Chance can be "
            f"checked when the last line has published the seed. Head {verdict.head[:8]}."
        )
    steps = len(verdict.lines) - 2
    return f"all is right: {game}, {steps} steps. {ending(verdict)} Head {verdict.head[:8]}."


def ending(verdict: Verdict) -> str:
    last = verdict.lines[-1]
    if "abandoned" in last:
        return "The match was given up."
    result = last["result"]
    names = [harmless(name) for name in names_after(verdict.lines)]  # they must not turn the verdict about
    return result_sentence(result["scores"], result["winners"], names, ENGLISH)


if __name__ == "__main__":
    run(main)
