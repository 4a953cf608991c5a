"""All checks, side by side, each with its own time."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from threading import Thread
from time import monotonic
from typing import NamedTuple

from app.doctor import incoming, machine, mail_server, public_address, sending
from app.doctor.findings import Finding, is_told, warning
from app.doctor.visit import Visit

Look = Callable[[Visit], Iterable[Finding]]


class Check(NamedTuple):
    name: str
    look: Look
    seconds: float = 20.0


CHECKS = (
    Check("disk", machine.look_at_disk),
    Check("memory", machine.look_at_memory),
    Check("printing", machine.look_at_libraries),
    Check("address", public_address.look),
    Check("smtp", mail_server.look),
    Check("sender", sending.look_at_sender),
    Check("SPF", sending.look_at_spf),
    Check("DKIM", sending.look_at_dkim),
    Check("DMARC", sending.look_at_dmarc),
    Check("reverse name", sending.look_at_reverse),
    Check("door", incoming.look_at_door),
    Check("mailbox", incoming.look_at_mailbox),
    Check("MX", incoming.look_at_mx, 30.0),
)


def go_round(visit: Visit, checks: Iterable[Check] = CHECKS) -> Iterator[Finding]:
    """In the order of the checks, whichever ends first. The clock comes last: others have seen clocks."""
    begun = [(check, _begin(check, visit)) for check in checks]
    start = monotonic()
    for check, coming in begun:
        found = _found(check, coming, start)
        yield from found
        heard = visit.heard.get(check.name)
        if heard and not is_told(heard, found):
            yield heard
    yield from machine.look_at_clock(visit)


def _found(check: Check, coming: Future[list[Finding]], start: float) -> list[Finding]:
    try:
        return coming.result(max(0.01, start + check.seconds - monotonic()))
    except TooLate:
        return [warning(check.name, f"This look has not ended within {check.seconds:.0f} s.")]
    except Exception as error:  # one look must not keep the others from being told
        return [warning(check.name, f"This could not be looked at ({type(error).__name__}: {error}).")]


def _begin(check: Check, visit: Visit) -> Future[list[Finding]]:
    """In a thread that the end of the program does not wait for."""
    coming: Future[list[Finding]] = Future()

    def run() -> None:
        try:
            coming.set_result(list(check.look(visit)))
        except BaseException as error:
            coming.set_exception(error)

    Thread(target=run, daemon=True, name=check.name).start()
    return coming
