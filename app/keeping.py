"""For how long what the service stores is kept, and why: all tables, and all files of the data folder.

A time that a host may change has a name, for CHASQUI_KEEP. A test compares HOSTING.md with this table.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

FOR_EVER = None
DAY = 86400
LEAST, MOST = 1, 36500  # days


class Kept(NamedTuple):
    what: tuple[str, ...]  # tables, or patterns of files
    days: float | None
    since: str  # from when the time counts, or what bounds it
    why: str
    name: str = ""  # in CHASQUI_KEEP

    @property
    def time(self) -> str:
        """In words: 30 days after it was read."""
        return f"{self.span} {self.since}".strip()

    @property
    def span(self) -> str:
        if self.days is FOR_EVER:
            return ""
        count, unit = (self.days, "day") if self.days >= 1 else (self.days * 24, "hour")
        return f"{count:g} {unit}{'s' if count != 1 else ''}"


TABLES = (
    Kept(
        ("match", "seat", "step", "talk", "rematch"),
        FOR_EVER,
        "for ever",
        "the record, who played, and what was said; the record can always be verified",
    ),
    Kept(
        ("match that never began",),
        365,
        "after it was opened or called off",
        "nobody comes any more",
        "lobbies",
    ),
    Kept(
        ("letter", "receipt", "ask", "draft", "proposal", "vote", "loan"),
        365,
        "after the end of their match",
        "links, answers and questions about a match come while it is fresh",
        "finished",
    ),
    Kept(
        ("letter without a match",),
        90,
        "after it was written",
        "an answer to it, or its coming back, is later than that only by mistake",
        "letters",
    ),
    Kept(
        ("text and picture of a letter",),
        30,
        "after it left, while its match does not go on; of one that a mail server took, not at all",
        "they hold links; where no mail server is set, /mailbox is the only place to read them",
        "texts",
    ),
    Kept(
        ("text of a sign-in letter",),
        1 / 24,
        "after it left",
        "then its link is too old",
    ),
    Kept(
        ("sign-in letter to a stranger",),
        1,
        "after it was written",
        "nobody has followed its link, so nobody wants an account",
    ),
    Kept(
        ("mail",),
        30,
        "after it came and was read or given up; its text goes when it has been read",
        "the same mail is known when it comes again",
    ),
    Kept(
        ("book", "film"),
        180,
        "after it was made or given up",
        "it is large, and is made again when somebody wants it",
        "books",
    ),
    Kept(
        ("player", "note", "diaryentry", "contribution", "look"),
        FOR_EVER,
        "until the player leaves",
        "an account is its player's own, with all that nobody else sees",
    ),
    Kept(
        ("guest, with their matches",),
        7,
        "after the first match",
        "whoever wants to stay signs in",
        "guests",
    ),
    Kept(
        ("newaddress", "letter about it"),
        7,
        "after it was asked for, or done",
        "until then the old address can take it back",
    ),
    Kept(("browser",), 90, "after the sign-in", "the cookie is no longer good then"),
    Kept(("pace",), FOR_EVER, "until nothing of the limit is used up", "it limits nobody any more"),
    Kept(("refusal",), FOR_EVER, "until it is taken back", "whoever wants no invitations never gets one"),
    Kept(("relay",), FOR_EVER, "one row", "how the mail server is"),
    Kept(
        ("imapfolder",),
        365,
        "after it was read, if it is not the mailbox of today",
        "a mailbox that comes back is read on from there",
    ),
    Kept(
        ("heartbeat",),
        7,
        "after the last sign of life of a role, 10 minutes of a process",
        "what should run and does not is told",
    ),
    Kept(("edition",), FOR_EVER, "one row for each version", "an update knows by it what has been looked at"),
    Kept(("tally",), FOR_EVER, "one row for each reason", "counters that go back to 0 would tell nothing"),
    Kept(
        ("fault",),
        14,
        "after it was logged, the newest 500",
        "the operators' page shows the last errors",
        "faults",
    ),
)

UNFINISHED = Kept(
    ("backups/*.part", "pages/*.new"),
    1,
    "after they were written",
    "a program that was killed left them unfinished",
)

FILES = (
    Kept(
        ("chasqui.db", "chasqui.db-wal", "chasqui.db-shm", "chasqui.db-through"),
        FOR_EVER,
        "for ever",
        "the database; what is deleted in it makes room for what comes",
    ),
    Kept(
        ("chasqui.db-turn", "chasqui.db-tables", "chasqui.db-update"),
        FOR_EVER,
        "empty",
        "so that writers wait for one another",
    ),
    Kept(("keys",), FOR_EVER, "for ever", "without it, no match can go on"),
    Kept(("keys.before",), FOR_EVER, "until you delete it", "the keys that were here before a restore"),
    Kept(
        ("keys.restored",),
        FOR_EVER,
        "until you delete it",
        "the keys of a restored backup, where CHASQUI_KEYS is set, which only you can change",
    ),
    Kept(("backups/*.jsonl.gz",), FOR_EVER, "7 days and 4 weeks", "the last days, and what was noticed late"),
    UNFINISHED,
    Kept(
        ("pages/*.pdf", "pages/*.png", "pages/*.woff2"),
        FOR_EVER,
        "50 MB, the oldest go first",
        "printed pages, previews and fonts can be made again",
    ),
    Kept(
        ("logs/*.log",),
        FOR_EVER,
        "5 MB each, and as much of the time before as .old.log",
        "enough for the last weeks of a quiet service",
    ),
    Kept(("serve.lock", "broker.sock"), FOR_EVER, "empty", "so that only one service runs in the folder"),
)

BROKER = Kept(
    ("keys of the broker",),
    1,
    "without use; its queue has a bound, and it writes no file",
    "what is lost costs a few seconds",
)

ALL = (*TABLES, *FILES, BROKER)
NAMES = {kept.name: kept for kept in ALL if kept.name}


def read_change(text: str) -> tuple[str, int]:
    """Of finished=730; ValueError where it makes no sense."""
    name, _, days = text.partition("=")
    if name not in NAMES:
        raise ValueError(f"{name!r} has no time that can be set; known are {', '.join(NAMES)}")
    if not (days.isascii() and days.isdigit() and LEAST <= int(days) <= MOST):
        raise ValueError(f"{text!r} should look like {name}=90, with days from {LEAST} to {MOST}")
    return name, int(days)


@cache
def days_with(changes: Sequence[str]) -> dict[str, float]:
    """The times by name, and what the settings of a house change."""
    usual = {name: kept.days for name, kept in NAMES.items() if kept.days is not None}
    return usual | dict(map(read_change, changes))


def table() -> list[str]:
    """As HOSTING.md shows it."""
    head = ["| what | kept | why | name |", "|---|---|---|---|"]
    return head + [_row(kept) for kept in ALL]


def _row(kept: Kept) -> str:
    what = ", ".join(f"`{name}`" if name in FILE_NAMES else name for name in kept.what)
    return f"| {what} | {kept.time} | {kept.why} | {f'`{kept.name}`' if kept.name else ''} |"


FILE_NAMES = {name for kept in FILES for name in kept.what}
