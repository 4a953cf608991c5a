"""The orders among the lines of a mail: which lines count, which are talk, and which spoil the mail."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NoReturn

from app.services.inbox.line_kinds import (
    BLANK,
    MEANT,
    ORDERS,
    TALK,
    UNSURE,
    MailLine,
    OrderReader,
    error_of_line,
)
from app.services.inbox.reply_content import DoubtfulReply, ReplyContent
from app.services.inbox.reply_words import is_name, plan_without_colon
from engine.doubts import DOUBTS
from engine.errors import OrderError, Unsure
from engine.sentences import Weight
from engine.speech import later

# Programs break lines at 40 to 80 characters: a line as long as this may go on in the next.
BROKEN, MOST_JOINED = 28, 4
CUT_AT = 55  # characters of a line that has surely been broken
WRAPPED = 45  # characters of a line of talk that may end in a word that reads as an order
ENDS_SENTENCE = ".!?:;…"
ENDS = ENDS_SENTENCE + ",)"
SENTENCE = re.compile(r"(?:(?<=[.!?…])|(?<=[:;][)(])|(?<=[:;]-[)(]))\s+(?=\S)")  # also behind :)
PLACE = re.compile(r"[A-Z][0-9]\b")  # of a board, in capitals
DENYING = {"not", "or", "if", "maybe", "question"}
HARMLESS = {"later", "others", "question"}  # see you tomorrow, all the best to yours
TOLD = ("question", "if")  # what a mail without orders is told that it has instead
MOST_HEADING = 2  # unknown words of a line like “Option A:”
FEW_WORDS = 5  # of a line that may take back what stands above: “sorry, wrong game”

UNCLEAR = later(
    "I am not sure what this line means for your orders; leave it out, or put an empty line between."
)
CUT = later(
    "this line seems to go on in the next one, and I cannot read them together; end it with a full stop."
)
NO_COLON = later(
    "standing orders begin with “{word}:”, with a colon; leave out “{word}” if it is an order for now."
)
APART = later("this reads as an order too; write all your orders together, or leave this out.")


class OrderFinder:
    """Walks down the lines once. Orders without a hex or the like count only first or next to others."""

    def __init__(self, reader: OrderReader, lines: Sequence[str]) -> None:
        self.reader = reader
        self.lines = lines
        self.taken: list[str] = []
        self.touching = False  # whether the last order stands right above
        self.after_gap = False  # whether only empty lines stand between here and the last order
        self.doubt: MailLine | None = None  # the first doubt without an order above it
        self.last: MailLine | None = None  # the last line that is not blank
        self.above: MailLine | None = None  # the line right above

    def find(self, content: ReplyContent) -> None:
        at = 0
        while at < len(self.lines):
            at += self.take_line(at, content)
        content.orders = "\n".join(self.taken)
        if self.doubt and content.nothing:
            refuse(self.doubt)

    def take_line(self, at: int, content: ReplyContent) -> int:
        """How many lines it took: what a mail program has wrapped is one."""
        joined, used = self.joined(at)
        if joined:
            self.note(joined, at, content)
            return used
        line = self.reader.classify(self.lines[at], self.taken)
        if line.kind == ORDERS and self.is_cut(at):
            raise DoubtfulReply(error_of_line(CUT, line.text), line.text)
        touching = self.touching
        for part in [line] if line.kind in (ORDERS, BLANK) else self.sentences(line):
            self.touching |= touching  # talk in the same line puts nothing between
            self.note(part, at, content)
        return 1

    def is_cut(self, at: int) -> bool:
        """Whether a sentence goes on in the next line, where it cannot be read with it."""
        rows = self.lines[at : at + 2]
        return len(rows) == 2 and len(rows[0]) >= CUT_AT and goes_on(*rows)

    def joined(self, at: int) -> tuple[MailLine | None, int]:
        """The most lines that read as one: else the first would read as less than was meant."""
        for more in range(MOST_JOINED, 1, -1):
            rows = self.lines[at : at + more]
            if len(rows) == more and all(goes_on(*pair) for pair in pairwise(rows)):
                line = self.reader.classify(" ".join(rows), self.taken)
                if line.kind == ORDERS:
                    self.refuse_two_ways(rows)
                    return line, more
        return None, 0

    def refuse_two_ways(self, rows: Sequence[str]) -> None:
        """Short lines may have been broken or not; what they say must not depend on it."""
        if len(rows[0]) >= CUT_AT:
            return
        try:
            apart = self.reader.write([*self.taken, *rows])
        except OrderError:
            return
        if apart != self.reader.write([*self.taken, " ".join(rows)]):
            raise DoubtfulReply(error_of_line(CUT, rows[0]), rows[0])

    def sentences(self, line: MailLine) -> list[MailLine]:
        """Orders can stand in the same line as talk."""
        parts = SENTENCE.split(line.text)
        if len(parts) == 1 or line.kind == UNSURE or line.text.rstrip().endswith(":"):
            return [line]
        read: list[MailLine] = []
        for part in parts:
            above = self.taken + [one.text for one in read if one.kind == ORDERS]
            read.append(without_bare_number(self.reader.classify(part, above)))
        return read if any(one.kind == ORDERS for one in read) else [line]

    def note(self, line: MailLine, at: int, content: ReplyContent) -> None:
        if line.kind == BLANK:
            self.touching = False
            self.above = None
            return
        if line.kind == ORDERS and self.counts(line, at):
            self.refuse_heading(line)
            self.taken.append(line.text)
            self.touching = self.after_gap = True
        else:
            self.note_other(line, content)
            self.touching = self.after_gap = False
        self.last = self.above = line

    def note_other(self, line: MailLine, content: ReplyContent) -> None:
        if line.kind == ORDERS:
            self.refuse_apart(line)
        elif self.spoils(line):
            refuse(line, self.taken)
        elif self.is_unclear(line):
            why = UNCLEAR if self.touching else DOUBTS["correction"].why
            raise DoubtfulReply(error_of_line(why, line.text), line.text)
        if line.kind == UNSURE and not self.taken:
            self.doubt = self.doubt or line
        if line.kind == ORDERS or line.weight.orders or line.weight.things:
            content.later.append(line.text)
        if line.kind == MEANT and line.weight.orders:
            content.doubt = content.doubt or next((one for one in TOLD if one in line.weight.doubts), "")

    def spoils(self, line: MailLine) -> bool:
        """Whether nothing of the mail can be done because of this line."""
        weight = line.weight
        if line.kind not in (UNSURE, MEANT):
            return False
        if isinstance(line.error, Unsure) and self.taken and takes_back(weight) and line.error.is_whole:
            return True  # “camp”, and below it “no wait, torch”
        if line.kind == UNSURE:
            return weight.things or self.touching
        if weight.things:
            return weight.orders > 1 or self.touching or not self.taken
        if self.touching:
            return weight.pieces or line.lacks_something or self.is_other_choice(line)
        return line.lacks_something and not self.taken

    def is_other_choice(self, line: MailLine) -> bool:
        """“Heads: torch”, and right below it “tails: camp”."""
        label, _, rest = line.text.partition(":")
        return bool(label and rest.strip()) and self.reader.classify(rest).kind == ORDERS

    def is_unclear(self, line: MailLine) -> bool:
        """Words right below orders that may change them: twice, or not; below a gap, those that take back."""
        weight = line.weight
        if self.taken and weight.takes_back:
            return True
        if self.touching and weight.is_condition:
            return True  # “I dig at c4.”, and below it “Unless Tom minds.”
        if not self.taken or self.names_somebody(line):
            return False
        if self.touching and self.above and weight.doubts and runs_on(self.above.text, line.text):
            return True  # “I keep the guard on e5”, and below it “for later”
        if self.touching:
            nearly_known = weight.unknown <= (weight.words <= FEW_WORDS)
            serious = weight.doubts - HARMLESS and (weight.orders or nearly_known)
            return bool(serious or (weight.bearing and not weight.unknown))
        taken_back = weight.doubts == {"correction"} or ("not" in weight.doubts and weight.orders)
        return bool(taken_back) and not weight.unknown and weight.words <= FEW_WORDS

    def names_somebody(self, line: MailLine) -> bool:
        return any(is_name(word, self.reader.names) for word in line.text.split())

    def refuse_heading(self, line: MailLine) -> None:
        """“Ana wrote:”, “please don't”, “next week I” above the first orders; above any, “not sure if”."""
        above = self.above
        if not above or above.kind == ORDERS:
            return
        if above.weight.doubts and runs_on(above.text, line.text):
            raise DoubtfulReply(error_of_line(UNCLEAR, above.text), above.text)
        if self.taken:
            return
        if above.kind == UNSURE:
            refuse(above)
        weight = above.weight
        colon = above.text.rstrip().endswith(":")
        odd = self.names_somebody(above) or weight.doubts or 0 < weight.unknown <= MOST_HEADING
        if (colon and odd) or (weight.doubts & DENYING and not weight.unknown):
            raise DoubtfulReply(error_of_line(UNCLEAR, above.text), above.text)

    def refuse_apart(self, line: MailLine) -> None:
        """“Camp”, and further down “torch”: another order than those that count."""
        if not self.taken or self.is_no_order(line):
            return
        try:
            same = self.reader.write([*self.taken, line.text]) == self.reader.write(self.taken)
        except OrderError:
            same = False
        if not same:
            raise DoubtfulReply(error_of_line(APART, line.text), line.text)

    def is_no_order(self, line: MailLine) -> bool:
        """A name, an initial, or the end of a sentence that is wrapped."""
        return is_name(line.text, self.reader.names) or is_initial(line.text)

    def counts(self, line: MailLine, at: int) -> bool:
        """Whether a line that reads as orders is no signature, greeting or end of a sentence by chance."""
        if line.weight.is_strong:
            return True
        alone = not any(other.strip() for n, other in enumerate(self.lines) if n != at)
        initial = is_initial(line.text)
        if self.taken and not self.touching:
            return self.after_gap and self.reader.is_plain(line.text)
        if (is_name(line.text, self.reader.names) and not alone) or (initial and self.last is not None):
            return False
        return not (self.below_closing(line, at) or self.ends_a_sentence(line, at))

    def below_closing(self, line: MailLine, at: int) -> bool:
        """“Cheers,” or “I answer tomorrow.”, and below it a name that is an order in some language."""
        above = self.lines[at - 1].strip() if at else ""
        if self.reader.is_plain(line.text):
            return False
        talk_above = self.last is not None and self.last.kind != ORDERS
        closes = above.endswith(",") or (self.last is not None and "later" in self.last.weight.doubts)
        return closes and talk_above and at == len(self.lines) - 1

    def ends_a_sentence(self, line: MailLine, at: int) -> bool:
        """Whether it is but the end of a wrapped sentence."""
        above = self.lines[at - 1] if at else ""
        if not above.strip() or self.touching or len(above) < WRAPPED:
            return False
        return above[-1] not in ENDS and line.text[:1].islower()


def without_bare_number(line: MailLine) -> MailLine:
    """“On 14. 3. Petra wrote”: a number is an order only as a line of its own."""
    bare = line.kind == ORDERS and not line.weight.orders and not line.weight.things
    return MailLine(line.text, TALK, None, line.weight) if bare else line


def takes_back(weight: Weight) -> bool:
    return bool(weight.doubts & {"or", "correction"}) or (
        "not" in weight.doubts and weight.words <= FEW_WORDS
    )


def is_initial(text: str) -> bool:
    bare = text.strip(" .,!-")
    return len(bare) == 1 and bare.isalpha()


def goes_on(line: str, following: str) -> bool:
    """Whether a mail program may have broken a line in two."""
    long = len(line) >= BROKEN and line[-1] not in ENDS_SENTENCE
    begins = following[:1].islower() or following[:1].isdigit() or PLACE.match(following)
    return long and bool(begins)


def runs_on(line: str, following: str) -> bool:
    """Whether a sentence goes on in the next line, however short the first is."""
    return line.rstrip()[-1:] not in ENDS and following[:1].islower()


def refuse(line: MailLine, above: Sequence[str] = ()) -> NoReturn:
    error = line.error or error_of_line(UNCLEAR, line.text)
    if isinstance(error, Unsure) and (plan := plan_without_colon(line.text)):
        error.why, error.values = NO_COLON, {"word": plan.typed}
    if above and isinstance(error, Unsure):
        error.meant = ""  # it would be offered without the orders above
    raise DoubtfulReply(error, line.text)
