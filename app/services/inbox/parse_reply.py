"""What a mail says: its words, what is to be told to the table, and its orders, found among its lines.

Orders are the first run of lines that read as orders. Nothing is done by half: where a line in the run or
beside it was meant as an order and does not read, none of them counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.services.inbox.line_kinds import BLANK, MEANT, ORDERS, PERHAPS, PROSE, Line, judged
from app.services.inbox.reply_words import alone, bare, is_name, is_none, spoken
from engine.errors import OrderError, Unreadable
from engine.game import Game
from engine.speech import later

# Plain text is wrapped at some 70 characters: a line as long as this may go on in the next.
WRAPPED, MOST_JOINED = 45, 4
ENDS = ".!?:;,…)"

BELOW_SAY = later(
    "this stands right below “say:” and reads as an order; leave an empty line between them if it is one, "
    "or write it on the same line if it is something to say."
)
EMPTY = later("after “{word}:” comes what you want to say.")
EMPTY_PLAN = later("after “plan:” come standing orders, or “none”.")


class Doubtful(Exception):
    """Something in a mail was meant, and cannot be done as it stands."""

    def __init__(self, error: OrderError, text: str) -> None:
        super().__init__(str(error))
        self.error = error
        self.text = text


@dataclass
class Said:
    """All that a mail says. A plan of "" takes the plan away; None: nothing is said of one."""

    words: list[str] = field(default_factory=list)
    plan: str | None = None
    talk: str = ""
    orders: str = ""
    later: list[str] = field(default_factory=list)  # lines that read as orders, behind the first run

    @property
    def nothing(self) -> bool:
        return not (self.words or self.talk or self.orders) and self.plan is None


def find(rules: Game, lines: Sequence[str], names: Sequence[str] = ()) -> Said:
    """Raises Doubtful for a mail that is not to be acted on."""
    said = Said()
    left = take_words(rules, [line.rstrip() for line in lines], names, said)
    read = joined(rules, [judged(rules, line, names) for line in left], names)
    read = [as_written(read, n, names) for n in range(len(read))]
    take_orders(read, said)
    return said


# --- Words ---


def take_words(rules: Game, lines: list[str], names: Sequence[str], said: Said) -> list[str]:
    """Notes the words, and leaves an empty line in the place of each."""
    left: list[str] = []
    at = 0
    while at < len(lines):
        line = "" if lines[at].lstrip().startswith(">") else bare(lines[at])
        at += 1
        begun = spoken(line)
        if begun:
            more = going_on(rules, lines[at:], names, begun.word)
            at += len(more)
            note(said, begun.word, "\n".join([begun.text, *more]).strip())
            left.append("")
        elif word := alone(line):
            said.words.append(word)
            left.append("")
        else:
            left.append(line)
    return left


def going_on(rules: Game, lines: list[str], names: Sequence[str], word: str) -> list[str]:
    """The lines that belong to the one before, down to an empty one."""
    more: list[str] = []
    for line in lines:
        if not line.strip() or line.lstrip().startswith(">") or spoken(bare(line)) or alone(bare(line)):
            break
        kind = judged(rules, bare(line), names).kind
        if word == "plan" and kind == PROSE and not begins_known(rules, line):
            break
        if word == "say" and kind in (ORDERS, MEANT):
            raise Doubtful(whole(Unreadable(BELOW_SAY), line), line)
        more.append(line)
    return more


def begins_known(rules: Game, line: str) -> bool:
    """Whether a line may be the rest of a plan: its first word is one of the game's, or a number or sign."""
    first = next(iter(line.split()), "").strip(".,:;!()")
    return not first.isalpha() or bool(rules.VOCABULARY.index.get(first.lower()))


def whole(error: OrderError, line: str) -> OrderError:
    return error.at(0, 0, len(line), line)


def note(said: Said, word: str, text: str) -> None:
    if not text:
        why = EMPTY_PLAN if word == "plan" else EMPTY
        raise Doubtful(whole(Unreadable(why, word=word), f"{word}:"), f"{word}:")
    if word == "say":
        said.talk = f"{said.talk}\n{text}".strip()
    else:
        said.plan = "" if is_none(text) else f"{said.plan or ''}\n{text}".strip()


# --- Orders ---


def joined(rules: Game, lines: list[Line], names: Sequence[str]) -> list[Line]:
    """Orders that a mail program has wrapped are put together again."""
    done: list[Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.kind in (MEANT, PERHAPS) and len(line.text) >= WRAPPED:
            for more in range(1, MOST_JOINED):
                rows = [row.text for row in lines[at : at + more]]
                if len(rows) < more or not all(rows):
                    break
                longer = judged(rules, " ".join([line.text, *rows]), names)
                if longer.kind == ORDERS:
                    line, at = longer, at + more
                    break
        done.append(line)
    return done


def as_written(lines: list[Line], n: int, names: Sequence[str]) -> Line:
    """A line that reads as orders, but stands where people write something else."""
    line = lines[n]
    if line.kind != ORDERS:
        return line
    others = [other for other in lines if other.kind != BLANK and other is not line]
    first = not any(other.kind != BLANK for other in lines[:n])
    initial = len(line.text.strip(" .,!-")) == 1
    if (is_name(line.text, names) and others) or (initial and not first) or goes_on(lines, n):
        return Line(line.text, PROSE)
    return line


def goes_on(lines: list[Line], n: int) -> bool:
    """Whether it is but the end of a wrapped sentence."""
    before = lines[n - 1] if n else None
    if not before or before.kind not in (PROSE, PERHAPS) or len(before.text) < WRAPPED:
        return False
    return before.text[-1] not in ENDS and lines[n].text[:1].islower()


def take_orders(lines: list[Line], said: Said) -> None:
    start = next((n for n, line in enumerate(lines) if line.kind == ORDERS), None)
    if start is None:
        doubt(lines, (MEANT,) if said.words or said.talk or said.plan is not None else (MEANT, PERHAPS))
        return
    doubt(lines[:start], (MEANT,))
    doubt(beside(lines[:start][::-1]), (MEANT, PERHAPS))
    end = end_of_run(lines, start)
    said.orders = "\n".join(line.text for line in lines[start:end] if line.kind == ORDERS)
    said.later = [line.text for line in lines[end:] if line.kind == ORDERS]


def beside(lines: Sequence[Line]) -> list[Line]:
    """Those that follow without an empty line between."""
    end = next((n for n, line in enumerate(lines) if line.kind in (BLANK, PROSE)), len(lines))
    return list(lines[:end])


def end_of_run(lines: list[Line], start: int) -> int:
    """Behind the last line of the run."""
    for at in range(start, len(lines)):
        kind = lines[at].kind
        if kind == PROSE or (kind == PERHAPS and lines[at - 1].kind == BLANK):
            return at
        doubt(lines[at : at + 1], (MEANT, PERHAPS))
    return len(lines)


def doubt(lines: Sequence[Line], kinds: Sequence[str]) -> None:
    for line in lines:
        if line.kind in kinds and line.error:
            raise Doubtful(line.error, line.text)
