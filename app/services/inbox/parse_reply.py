"""What a mail says: its words, its remarks to the table, and its orders, found among its lines.

Nothing is done by half: where a line was meant as an order and does not read, or asks or doubts, none of the
orders counts. Talk is passed over; where it stands beside orders, the answer quotes it.
"""

from collections.abc import Sequence

from app.clock import now
from app.services.inbox.away_words import AwayLine, read_away
from app.services.inbox.days import DayReader
from app.services.inbox.find_orders import ENDS_SENTENCE, OrderFinder
from app.services.inbox.line_kinds import BLANK, MEANT, ORDERS, TALK, UNSURE, OrderReader, error_of_line
from app.services.inbox.reply_content import DoubtfulReply, ReplyContent
from app.services.inbox.reply_words import WordWithText, is_none, without_bullet, word_alone, word_with_text
from app.services.inbox.wish_words import Wanted, pieces, read_wish
from engine.doubts import DOUBTS
from engine.game import Game
from engine.speech import later

BELOW_SAY = later(
    "this stands right below “say:” and reads as an order; leave an empty line between them if it is one, "
    "or write it on the same line if it is something to say."
)
BELOW_DIARY = later(
    "this stands right below “{word}:” and reads as an order; leave an empty line between them if it is one, "
    "or write it on the same line if it is for your diary."
)
EMPTY = later("after “{word}:” comes what you want to say.")
EMPTY_DIARY = later("after “{word}:” comes what you want to write into your diary.")
UNCLEAR_DAY = later(
    "it is not clear which day “{day}” is; write it with year, month and day, for example "
    "“away 2026-12-24 - 2027-01-02”."
)
BESIDE_AWAY = later("an absence stands on a line of its own, and orders on another.")
TWICE_AWAY = later("this is another absence than the one above; send each in an email of its own.")
MAY_BE_ORDERS = ("pause", "resume", "propose")  # words that a game may have, too, where they stand alone
EMPTY_PLAN = later("after “plan:” come standing orders, or “none”.")
EMPTIES = {"plan": EMPTY_PLAN, "say": EMPTY, "diary": EMPTY_DIARY}


def parse_reply(reader: OrderReader, lines: Sequence[str], days: DayReader | None = None) -> ReplyContent:
    """Raises DoubtfulReply for a mail of which nothing is to be done."""
    content = ReplyContent()
    left = take_words(reader, [line.rstrip() for line in lines], content)
    left = take_wishes(reader, left, content, days or DayReader(now().date()))
    left = take_absence(reader, left, content, days or DayReader(now().date()))
    OrderFinder(reader, left).find(content)
    return content


# --- What somebody wants of the table ---


def take_wishes(reader: OrderReader, lines: list[str], content: ReplyContent, days: DayReader) -> list[str]:
    """Notes what the mail wants, and leaves an empty line in the place of it."""
    left: list[str] = []
    for line in lines:
        bare = without_bullet(line)
        wanted = None if line.lstrip().startswith(">") else read_wish(bare, days)
        if wanted and wanted.kind in MAY_BE_ORDERS and is_one_word_order(reader, bare):
            wanted = None
        if wanted and wanted.kind == "undo":
            refuse_both(reader, left, line)
        if wanted:
            note_wish(content, wanted, line)
        left.append("" if wanted else line)
    return left


def is_one_word_order(reader: OrderReader, line: str) -> bool:
    return len(pieces(line)) == 1 and reader.classify(line).kind == ORDERS


def note_wish(content: ReplyContent, wanted: Wanted, line: str) -> None:
    if wanted.unclear:
        raise DoubtfulReply(error_of_line(UNCLEAR_DAY, line, day=wanted.unclear), line, is_orders=False)
    if wanted.kind in ("undo", "return", "wake"):
        content.words.append(wanted.kind)
    elif wanted not in content.wants:
        content.wants.append(wanted)


# --- Absence ---


def take_absence(reader: OrderReader, lines: list[str], content: ReplyContent, days: DayReader) -> list[str]:
    """Notes what the mail says of its writer's absence, and leaves an empty line in the place of it."""
    left: list[str] = []
    at = 0
    while at < len(lines):
        line, used = absence_at(lines, at, days)
        said = None if line.lstrip().startswith(">") else read_away(without_bullet(line), days)
        if said and not said.away_for_days and is_rather_order(reader, said, line):
            said = None
        if said:
            note_absence(reader, content, said, line)
        left += [""] * used if said else lines[at : at + used]
        at += used
    return left


def absence_at(lines: list[str], at: int, days: DayReader) -> tuple[str, int]:
    """A line, with the next one if only both tell the days: “I am away”, and below it “until 3 Dec”."""
    line, following = lines[at], "".join(lines[at + 1 : at + 2])
    if (
        not (line.strip() and following.strip())
        or line.rstrip()[-1] in ENDS_SENTENCE
        or line.lstrip()[0] == ">"
    ):
        return line, 1
    together = f"{without_bullet(line)} {following.strip()}"
    alone = read_away(without_bullet(line), days)
    if alone and (alone.away_for_days or alone.unclear):
        return line, 1
    said = read_away(together, days)
    return (together, 2) if said and said.away_for_days and not said.rest else (line, 1)


def is_rather_order(reader: OrderReader, said: AwayLine, line: str) -> bool:
    """“Back” is an order in some games: for a player who is not away it says nothing else."""
    if said.unclear or said.here or (said.back and reader.away):
        return False
    return reader.classify(without_bullet(line)).kind in (ORDERS, MEANT, UNSURE)


def note_absence(reader: OrderReader, content: ReplyContent, said: AwayLine, line: str) -> None:
    if said.unclear:
        raise DoubtfulReply(error_of_line(UNCLEAR_DAY, line, day=said.unclear), line, is_orders=False)
    if said.rest and reader.classify(said.rest).kind not in (TALK, BLANK):
        raise DoubtfulReply(error_of_line(BESIDE_AWAY, line), line, is_orders=False)
    if said.away and content.away not in (None, said.away):
        raise DoubtfulReply(error_of_line(TWICE_AWAY, line), line, is_orders=False)
    if said.back:
        content.words.append("back")
    content.away = said.away or content.away


# --- Words ---


def take_words(reader: OrderReader, lines: list[str], content: ReplyContent) -> list[str]:
    """Notes the words, and leaves an empty line in the place of each."""
    left: list[str] = []
    at = 0
    while at < len(lines):
        line = "" if lines[at].lstrip().startswith(">") else without_bullet(lines[at])
        at += 1
        begun = word_with_text(line)
        if begun:
            more = lines_of_word(reader, lines[at:], begun)
            at += len(more)
            note_word(content, begun, "\n".join([begun.text, *more]).strip())
            left.append("")
        elif word := word_alone(line):
            if word == "undo":
                refuse_both(reader, left, line)
            content.words.append(word)
            left.append("")
        else:
            left.append(line)
    return left


def refuse_both(reader: OrderReader, above: Sequence[str], line: str) -> None:
    """“Undo” takes back an earlier answer; below orders it may mean these."""
    if any(reader.classify(one).kind == ORDERS for one in above if not one.lstrip().startswith(">")):
        raise DoubtfulReply(error_of_line(DOUBTS["correction"].why, line), line)


def lines_of_word(reader: OrderReader, lines: list[str], begun: WordWithText) -> list[str]:
    """The lines that belong to the one before, down to an empty one."""
    more: list[str] = []
    for line in lines:
        bare = without_bullet(line)
        if not line.strip() or line.lstrip().startswith(">") or word_with_text(bare) or word_alone(bare):
            break
        kind = reader.classify(bare).kind
        if begun.word == "plan" and kind == TALK and not may_go_on_plan(reader.rules, line):
            break
        if begun.word != "plan" and kind in (ORDERS, MEANT):
            why = BELOW_SAY if begun.word == "say" else BELOW_DIARY
            raise DoubtfulReply(error_of_line(why, line, word=begun.typed), line)
        more.append(line)
    return more


def may_go_on_plan(rules: Game, line: str) -> bool:
    """Whether a line may be the rest of a plan: its first word is one of the game's, or a number or sign."""
    first = next(iter(line.split()), "").strip(".,:;!()")
    return not first.isalpha() or bool(rules.VOCABULARY.index.get(first.lower()))


def note_word(content: ReplyContent, begun: WordWithText, text: str) -> None:
    if not text:
        why, line = EMPTIES[begun.word], f"{begun.typed}:"
        raise DoubtfulReply(error_of_line(why, line, word=begun.typed), line, is_orders=False)
    if begun.word == "say":
        content.talk = f"{content.talk}\n{text}".strip()
    elif begun.word == "diary":
        content.diary = f"{content.diary}\n{text}".strip()
    else:
        content.plan = "" if is_none(text) else f"{content.plan or ''}\n{text}".strip()
