"""What a mail says: its words, its remarks to the table, and its orders, found among its lines.

Orders are the first run of lines that read as orders. Nothing is done by half: where a line in the run or
beside it was meant as an order and does not read, none of them counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.services.inbox.line_kinds import BLANK, MEANT, ORDERS, PERHAPS, PROSE, MailLine, classify_line
from app.services.inbox.reply_words import is_name, is_none, without_bullet, word_alone, word_with_text
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


class DoubtfulReply(Exception):
    """A mail holds something that was meant to be done, and cannot be done as it is written."""

    def __init__(self, error: OrderError, text: str) -> None:
        super().__init__(str(error))
        self.error = error
        self.text = text


@dataclass
class ReplyContent:
    """All that a mail says. A plan of "" takes the plan away; None: nothing is said of one."""

    words: list[str] = field(default_factory=list)
    plan: str | None = None
    talk: str = ""
    orders: str = ""
    later: list[str] = field(default_factory=list)  # lines that read as orders, behind the first run

    @property
    def nothing(self) -> bool:
        return not (self.words or self.talk or self.orders) and self.plan is None


def parse_reply(rules: Game, lines: Sequence[str], names: Sequence[str] = ()) -> ReplyContent:
    """Raises DoubtfulReply for a mail of which nothing is to be done."""
    content = ReplyContent()
    left = take_words(rules, [line.rstrip() for line in lines], names, content)
    read = join_wrapped_lines(rules, [classify_line(rules, line, names) for line in left], names)
    read = [line_in_its_place(read, n, names) for n in range(len(read))]
    take_orders(read, content)
    return content


# --- Words ---


def take_words(rules: Game, lines: list[str], names: Sequence[str], content: ReplyContent) -> list[str]:
    """Notes the words, and leaves an empty line in the place of each."""
    left: list[str] = []
    at = 0
    while at < len(lines):
        line = "" if lines[at].lstrip().startswith(">") else without_bullet(lines[at])
        at += 1
        begun = word_with_text(line)
        if begun:
            more = lines_of_word(rules, lines[at:], names, begun.word)
            at += len(more)
            note_word(content, begun.word, "\n".join([begun.text, *more]).strip())
            left.append("")
        elif word := word_alone(line):
            content.words.append(word)
            left.append("")
        else:
            left.append(line)
    return left


def lines_of_word(rules: Game, lines: list[str], names: Sequence[str], word: str) -> list[str]:
    """The lines that belong to the one before, down to an empty one."""
    more: list[str] = []
    for line in lines:
        bare = without_bullet(line)
        if not line.strip() or line.lstrip().startswith(">") or word_with_text(bare) or word_alone(bare):
            break
        kind = classify_line(rules, bare, names).kind
        if word == "plan" and kind == PROSE and not may_go_on_plan(rules, line):
            break
        if word == "say" and kind in (ORDERS, MEANT):
            raise DoubtfulReply(error_of_line(Unreadable(BELOW_SAY), line), line)
        more.append(line)
    return more


def may_go_on_plan(rules: Game, line: str) -> bool:
    """Whether a line may be the rest of a plan: its first word is one of the game's, or a number or sign."""
    first = next(iter(line.split()), "").strip(".,:;!()")
    return not first.isalpha() or bool(rules.VOCABULARY.index.get(first.lower()))


def error_of_line(error: OrderError, line: str) -> OrderError:
    return error.at(0, 0, len(line), line)


def note_word(content: ReplyContent, word: str, text: str) -> None:
    if not text:
        why = EMPTY_PLAN if word == "plan" else EMPTY
        raise DoubtfulReply(error_of_line(Unreadable(why, word=word), f"{word}:"), f"{word}:")
    if word == "say":
        content.talk = f"{content.talk}\n{text}".strip()
    else:
        content.plan = "" if is_none(text) else f"{content.plan or ''}\n{text}".strip()


# --- Orders ---


def join_wrapped_lines(rules: Game, lines: list[MailLine], names: Sequence[str]) -> list[MailLine]:
    """Orders that a mail program has wrapped are put together again."""
    done: list[MailLine] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.kind in (MEANT, PERHAPS) and len(line.text) >= WRAPPED:
            for more in range(1, MOST_JOINED):
                rows = [row.text for row in lines[at : at + more]]
                if len(rows) < more or not all(rows):
                    break
                longer = classify_line(rules, " ".join([line.text, *rows]), names)
                if longer.kind == ORDERS:
                    line, at = longer, at + more
                    break
        done.append(line)
    return done


def line_in_its_place(lines: list[MailLine], n: int, names: Sequence[str]) -> MailLine:
    """A line that reads as orders, but stands where people write something else."""
    line = lines[n]
    if line.kind != ORDERS:
        return line
    others = [other for other in lines if other.kind != BLANK and other is not line]
    first = not any(other.kind != BLANK for other in lines[:n])
    initial = len(line.text.strip(" .,!-")) == 1
    if (is_name(line.text, names) and others) or (initial and not first) or ends_a_sentence(lines, n):
        return MailLine(line.text, PROSE)
    return line


def ends_a_sentence(lines: list[MailLine], n: int) -> bool:
    """Whether it is but the end of a wrapped sentence."""
    before = lines[n - 1] if n else None
    if not before or before.kind not in (PROSE, PERHAPS) or len(before.text) < WRAPPED:
        return False
    return before.text[-1] not in ENDS and lines[n].text[:1].islower()


def take_orders(lines: list[MailLine], content: ReplyContent) -> None:
    start = next((n for n, line in enumerate(lines) if line.kind == ORDERS), None)
    if start is None:
        refuse_doubtful(
            lines, (MEANT,) if content.words or content.talk or content.plan is not None else (MEANT, PERHAPS)
        )
        return
    refuse_doubtful(lines[:start], (MEANT,))
    refuse_doubtful(up_to_a_gap(lines[:start][::-1]), (MEANT, PERHAPS))
    end = end_of_run(lines, start)
    content.orders = "\n".join(line.text for line in lines[start:end] if line.kind == ORDERS)
    content.later = [line.text for line in lines[end:] if line.kind == ORDERS]


def up_to_a_gap(lines: Sequence[MailLine]) -> list[MailLine]:
    """Those that follow without an empty line between."""
    end = next((n for n, line in enumerate(lines) if line.kind in (BLANK, PROSE)), len(lines))
    return list(lines[:end])


def end_of_run(lines: list[MailLine], start: int) -> int:
    """Behind the last line of the run."""
    for at in range(start, len(lines)):
        kind = lines[at].kind
        if kind == PROSE or (kind == PERHAPS and lines[at - 1].kind == BLANK):
            return at
        refuse_doubtful(lines[at : at + 1], (MEANT, PERHAPS))
    return len(lines)


def refuse_doubtful(lines: Sequence[MailLine], kinds: Sequence[str]) -> None:
    for line in lines:
        if line.kind in kinds and line.error:
            raise DoubtfulReply(line.error, line.text)
