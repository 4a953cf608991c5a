"""The machine: disk, memory, clock, and the libraries that books need."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from ctypes.util import find_library
from pathlib import Path

from app.archive import shelf
from app.doctor.findings import Finding, not_seen, right, warning, wrong
from app.doctor.visit import Visit
from app.services.upkeep.health import LITTLE_DISK, SKEW_BREAKS, SKEW_WARNS
from app.services.upkeep.room import LEAST
from app.settings import Settings

LITTLE_MEMORY, LEAST_MEMORY = 100, 40  # megabytes that programs may still take, swap included
MEMORY = Path("/proc/meminfo")
TO_KEEP_RIGHT = "sudo timedatectl set-ntp true"
FEW_FILES = 1000  # that a disk has still room for
LIBRARIES = {"pango-1.0": "libpango-1.0-0", "pangoft2-1.0": "libpangoft2-1.0-0"}


def whose_folder(settings: Settings) -> Finding | None:
    """Files made by another user, as SQLite's beside its database, would stop the service."""
    if not settings.folder.exists() or settings.folder.stat().st_uid == os.geteuid():
        return None
    owner = name_of(settings.folder.stat().st_uid)
    words = f"The data folder {settings.folder} belongs to {owner}, and you are {name_of(os.geteuid())}"
    return wrong("user", f"{words}: the database is not opened.", f"sudo -u {owner} ./chasqui doctor")


def name_of(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def look_at_disk(visit: Visit) -> Iterator[Finding]:
    folders = [visit.settings.folder, *shelf.folders(visit.settings)]
    places = [next(p for p in (each, *each.parents) if p.is_dir()) for each in folders]
    for folder in {place.stat().st_dev: place for place in reversed(places)}.values():
        free, files = shutil.disk_usage(folder).free // 1_000_000, os.statvfs(folder)
        if not os.access(folder, os.W_OK):
            yield wrong("disk", f"{folder} cannot be written to.", f"ls -ld {folder}; mount | grep ' ro,'")
        elif files.f_files and files.f_favail < FEW_FILES:
            yield wrong(
                "disk", f"The disk of {folder} has room for {files.f_favail} more files only.", "df -i"
            )
        elif free < LITTLE_DISK:
            tell = warning if free >= LEAST else wrong
            yield tell("disk", f"Only {free} MB are free on the disk of {folder}: make room.", "df -h")
        else:
            yield right("disk", f"{free:,} MB are free on the disk of {folder}.")


def look_at_memory(visit: Visit) -> Iterator[Finding]:
    if not MEMORY.exists():
        yield not_seen("memory", "This system does not say how much memory is free.")
        return
    lines = (line.split() for line in MEMORY.read_text().splitlines())
    kilobytes = {words[0].rstrip(":"): int(words[1]) for words in lines if len(words) > 1}
    left = (kilobytes["MemAvailable"] + kilobytes.get("SwapFree", 0)) // 1000
    if left < LITTLE_MEMORY:
        tell = warning if left >= LEAST_MEMORY else wrong
        yield tell("memory", f"Programs can take only {left} MB more memory.", "ps aux --sort -rss | head")
    else:
        yield right("memory", f"Programs can take {left:,} MB more memory.")


def look_at_libraries(visit: Visit) -> Iterator[Finding]:
    missing = [package for name, package in LIBRARIES.items() if not find_library(name)]
    if missing:
        words = "Books of matches cannot be printed without Pango"
        yield warning(
            "printing", f"{words}.", f"sudo apt-get install {' '.join(missing)} libharfbuzz-subset0"
        )


# --- The clock, after all others have been seen ---


def look_at_clock(visit: Visit) -> Iterator[Finding]:
    yield from (found for found in [_synchronized()] if found)
    far = [clock for clock in visit.clocks if abs(clock.skew) > SKEW_WARNS]
    for clock in far:
        way = "ahead of" if clock.skew > 0 else "behind"
        words = f"The clock here is {abs(clock.skew):.0f} s {way} that of {clock.whose}: set both by NTP."
        tell = warning if abs(clock.skew) < SKEW_BREAKS else wrong
        yield tell("clock", words, TO_KEEP_RIGHT)
    if not visit.clocks:
        words = "No other clock was seen to compare this one with; with --send, that of the mail server is"
        yield not_seen("clock", f"{words}.")
    elif not far:
        others = ", ".join(sorted({clock.whose for clock in visit.clocks}))
        yield right("clock", f"The clock agrees with that of {others}.")


def _synchronized() -> Finding | None:
    said = _said_by("timedatectl", "show")
    if "NTP=no" not in said or "NTPSynchronized=no" not in said:
        return None
    if _said_by("systemd-detect-virt", "--container").strip() not in ("", "none"):
        return not_seen("clock", "This is a container: the machine that it runs on keeps the clock.")
    words = "Nothing keeps the clock of this machine right."
    if "CanNTP=no" in said:
        return warning("clock", words, "sudo apt-get install systemd-timesyncd", TO_KEEP_RIGHT)
    return warning("clock", words, TO_KEEP_RIGHT)


def _said_by(name: str, *arguments: str) -> str:
    """Empty where there is no such program."""
    program = shutil.which(name)
    if not program:
        return ""
    try:
        return subprocess.run(
            [program, *arguments], capture_output=True, text=True, timeout=3, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""
