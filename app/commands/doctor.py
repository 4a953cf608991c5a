"""Look whether letters arrive and the service lives. ./chasqui doctor [--send ADDRESS]

Exit status 0: all is right. 1: something needs a look. 2: something is wrong.
"""

from collections.abc import Collection, Iterator

from sqlalchemy.exc import SQLAlchemyError

from app.console import Parser, run
from app.db.away import in_one_line
from app.doctor import opening, report, rounds, service, trial
from app.doctor.findings import Finding, status, wrong
from app.doctor.visit import Visit, secrets_of
from app.settings import Settings, WrongSetting

WAIT_SECONDS = 600


def main(arguments: list[str]) -> int:
    parser = Parser(
        "doctor", "Look whether letters arrive and the service lives, and say what to type where they do not."
    )
    parser.add_argument(
        "--send", metavar="ADDRESS", type=address, help="send a letter there, and wait for it to come back"
    )
    parser.add_argument(
        "--wait",
        metavar="SECONDS",
        type=seconds,
        default=WAIT_SECONDS,
        help=f"for so long; default: {WAIT_SECONDS}",
    )
    parser.add_argument("--data", metavar="DIR", help="where the embedded database is; default: .data")
    chosen = parser.parse_args(arguments)
    try:
        settings = opening.settings_of(chosen.data or "")
    except WrongSetting as error:
        return told(iter([wrong("settings", f"{error}.")]), ())
    return told(findings(settings, chosen.send, chosen.wait), set(secrets_of(settings)))


def address(text: str) -> str:
    local, _, domain = text.rpartition("@")
    if not (local and domain and text.isascii() and text.isprintable()) or " " in text:
        raise ValueError
    return text


def seconds(text: str) -> int:
    if int(text) < 1:
        raise ValueError
    return int(text)


def told(found: Iterator[Finding], secrets: Collection[str]) -> int:
    """Prints each finding as soon as it is known; the exit status."""
    seen: list[Finding] = []
    try:
        for finding in found:
            seen.append(finding)
            print("\n".join(report.lines_of(finding, secrets)), flush=True)
    except KeyboardInterrupt:
        print("      not waited for any longer")
    print(report.summary(seen))
    return status(seen)


def findings(settings: Settings, to: str | None, wait: int) -> Iterator[Finding]:
    yield service.look_at_settings(settings)
    with opening.visit(settings) as (visit, before):
        yield from before
        try:
            yield from rounds.go_round(visit)
            if to:
                yield from _trial(visit, to, wait)
        finally:
            opening.close(visit)


def _trial(visit: Visit, to: str, wait: int) -> Iterator[Finding]:
    try:
        yield from trial.send(visit, to, wait, say)
    except SQLAlchemyError as error:
        yield wrong("letter", f"The database cannot be used: {in_one_line(error)}.")


def say(text: str) -> None:
    print(f"      {text}", flush=True)


if __name__ == "__main__":
    run(main)
