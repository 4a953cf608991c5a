"""The clauses of a sentence about Tikal, gathered in one walk along its words."""

from collections.abc import Sequence

from engine.grammar import Misread
from engine.lexicon import ASIDE, Meant
from engine.sentences import named
from engine.tikal.clauses import (
    COUNTS,
    FLAGS,
    HEADS,
    NO_HEX,
    NOUNS,
    ROLES,
    SINGLE,
    TIMES,
    TOO_MANY_NUMBERS,
    TWO_LEADERS,
    TWO_PLAYERS,
    UNITS,
    VERBS,
    WHERE_THE_LEADER_IS,
    Clause,
    Hex,
    one_of,
)
from engine.tikal.pieces import MOTIFS
from engine.tikal.row import Row
from engine.tikal.swapping import turned_to_me


def clauses(words: Sequence[Meant], names: Sequence[str]) -> list[Clause]:
    """The clauses of a sentence, without those that hold nothing of an order."""
    gathering = Gathering(words, names)
    for at in range(len(words)):
        gathering.add(at)
    gathering.begin(len(words), "")
    return [clause for clause in gathering.done if not clause.is_empty]


class Gathering:
    """Walks along the words once."""

    def __init__(self, words: Sequence[Meant], names: Sequence[str]) -> None:
        self.words, self.names = words, names
        self.row = Row(words)
        self.done: list[Clause] = []
        self.clause = Clause(0)
        self.roles: frozenset[str] = frozenset()  # of the preposition before
        self.markers: frozenset[str] = frozenset()  # for, my: before a treasure
        self.skipped_to = 0
        self.listed = 0  # of a list 1. 2. 3. in one line

    def begin(self, at: int, parted: str) -> None:
        if "me" in self.clause.flags:  # Bo gives me
            self.clause.motifs = [(motif, turned_to_me(markers)) for motif, markers in self.clause.motifs]
        self.clause.after = min(self.clause.after or at, at)
        self.done.append(self.clause)
        self.clause = Clause(at, at, parted)
        self.roles = self.markers = frozenset()

    def add(self, at: int) -> None:
        word = self.words[at]
        meanings = word.meanings
        if at < self.skipped_to:
            return
        if self.row.is_label(at, self.listed + 1, bool(self.listed)):
            self.listed += 1
            self.begin(at, "then")
            self.skipped_to = at + 2 - word.word.endswith(")")
            return
        if meanings & {"parts", "and", "then"} and not meanings & (VERBS.keys() | {"hex"}):
            self._part(at, word)
            return
        if meanings & ROLES:
            self.roles = meanings & ROLES
        if "there" in meanings and any("from" not in hex.roles for hex in self.clause.hexes):
            self.begin(at, "comma")  # to b4, where ...
        if "because" in meanings:  # what follows is a reason, and no part of the order
            self.begin(at, "comma")
        self.clause.flags |= meanings & {"because", "limit"}
        self.clause.flags |= self.row.when(at, bool(self.clause.hexes)) | self.row.chat(at)
        if "by" in meanings and self.row.is_number(self.row.significant(at, 1)):
            self.clause.flags |= {"by"}
        if "me" in meanings:
            self.clause.flags |= {"me"}
        if meanings & {"for", "my", "from", "with"}:
            self.markers |= meanings & {"for", "my", "from", "with"}
        self._add_thing(at, word)
        if "parts" not in meanings and not meanings <= {"small"}:
            self.clause.after = at + 1

    def _part(self, at: int, word: Meant) -> None:
        bare = self.clause.verbs is not None and self.clause.only("verbs", "said", "flags")
        if word.word == ":" or ("then" in word.meanings and bare):
            return  # German: grabe dann auf c4
        strong = word.word in (";", "\n", ".", "!") or "then" in word.meanings
        parted = "comma" if "parts" in word.meanings else "and"
        self.begin(at + 1, "then" if strong else "aside" if word.word == ASIDE else parted)
        self.roles = word.meanings & ROLES
        self.clause.first = at + 1
        self.clause.flags |= word.meanings & {"new"}

    def _add_thing(self, at: int, word: Meant) -> None:
        if not self._add_sign(at, word) and not self._add_quantity(at, word.meanings):
            self._add_word(at, word)

    def _add_sign(self, at: int, word: Meant) -> bool:
        """c4, B5, r2, L, x2"""
        meanings, clause = word.meanings, self.clause
        if "hex" in meanings:
            self._hex(at, word)
        elif "tile_id" in meanings:
            clause.tile_ids.append(word.word.upper())
        elif "turned" in meanings:
            self._turn(at, int(word.word[1:]))
        elif "L" in meanings and not ("small" in meanings and self.row.meanings(at + 1) & NOUNS):
            self._leader(at)  # in French a lone l before a noun is an article
        elif "repeated" in meanings:
            clause.times = one_of(clause.times, self.row.times(at), at)
        elif "no_hex" in meanings:
            raise Misread(at, NO_HEX)
        else:
            return False
        return True

    def _add_quantity(self, at: int, meanings: frozenset[str]) -> bool:
        """two, both, twice; an article where it stands for one: one from a5, ein Punkt"""
        number, following = self.row.number(at), self.row.meanings(at + 1)
        if meanings & TIMES.keys() and not (number is not None and following & {"worker"}):
            self.clause.late |= bool(self.clause.hexes)
            self.clause.times = one_of(self.clause.times, self.row.times(at), at)
        elif "both" in meanings:
            if not self.row.meanings(self.row.significant(at, 1)) & UNITS:
                return False
            self._add_number(at, 2)
        elif "article" in meanings and following & {"points", "level", "treasure"}:
            self._add_number(at, 1)
        elif "article" in meanings and not meanings & NOUNS and following & ROLES:
            self.clause.numbers.append(1)
        elif number is not None:
            self._add_number(at, number)
        else:
            return False
        return True

    def _add_word(self, at: int, word: Meant) -> None:
        bids = "bid" in word.meanings and self.clause.verbs is None
        noun = not bids and word.meanings & NOUNS and self._before_noun(at)
        if word.meanings & VERBS.keys() and not noun:
            self._verb(at, word)
        else:
            self._noun(at, word)

    def _hex(self, at: int, word: Meant) -> None:
        self.clause.hexes.append(Hex(word.word, self.roles, at))
        self.roles = frozenset()

    def _turn(self, at: int, sixths: int) -> None:
        self.clause.rotation = one_of(self.clause.rotation, sixths, at)
        self.clause.turned = True

    def _before_noun(self, at: int) -> bool:
        """Whether a verb, a number, an article or the like shows that a noun stands here."""
        before = self.words[at - 1].meanings if at else frozenset()
        shown = before & ({"article", "my", "number", "with", "new"} | COUNTS.keys())
        return bool(shown) or self.clause.verbs is not None

    def _add_number(self, at: int, number: int) -> None:
        """The word behind it says what it counts, or the one before it."""
        clause, after = self.clause, self.row.significant(at, 1)
        unit, before = self.row.meanings(after), self.row.meanings(self.row.significant(at, -1))
        if self._turns_by(at, number, after, before):
            return
        if "seat" in before and not clause.seat:
            clause.seat = number
        elif unit & {"times", "cost"} and after is not None:
            self.skipped_to = after + 1
            if "times" in unit:
                clause.late |= bool(clause.hexes)
                clause.times = one_of(clause.times, number, at)
        elif unit & {"worker", "workers"}:
            if clause.leader and len(clause.hexes) > 1:
                raise Misread(at, TOO_MANY_NUMBERS)  # leader a5 b4, 2 workers are there
            clause.workers = one_of(clause.workers, number, at)
        elif unit & {"level", "treasure"}:
            if not (at and "both" in self.words[at - 1].meanings):  # both two treasures
                clause.times = one_of(clause.times, number, at)
        elif unit & {"points"}:
            clause.points = one_of(clause.points, number, at)
        elif not (unit & (SINGLE | {"leader"}) and number == 1):
            if unit & set(MOTIFS):
                raise Misread(at, TOO_MANY_NUMBERS)
            if "leader" in self.row.meanings(at + 1):
                raise Misread(at, TWO_LEADERS)
            clause.numbers.append(number)
            clause.late |= bool(clause.hexes) or "camp" in clause.heads

    def _turns_by(self, at: int, number: int, after: int | None, before: frozenset[str]) -> bool:
        """Rotation 2, two turns, 120 degrees; but not a rotation of 3, where the 3 counts."""
        unit = self.row.meanings(after)
        counts_else = unit & {"degrees", "worker", "workers"}
        if "rotation" in before and self.clause.rotation is None and not counts_else:
            self._turn(at, number)
        elif "degrees" in unit and number % 60 == 0:
            self._turn(at, number // 60)
        elif "rotation" in unit and after is not None and not unit & UNITS - {"rotation", "times"}:
            if not self.row.is_number(self.row.significant(after, 1)):
                self._turn(at, number)
                self.skipped_to = after + 1
        else:
            return False
        return True

    def _verb(self, at: int, word: Meant) -> None:
        said = word.meanings & VERBS.keys()
        may_be = frozenset().union(*(VERBS[verb] for verb in said))
        if self.clause.verbs is None:
            self.clause.verbs, self.clause.said = may_be, said
        elif self.clause.verbs & may_be:
            self.clause.verbs &= may_be
            self.clause.said |= said
        elif self.clause.said <= {"go"} and self.clause.only("verbs", "said"):
            self.clause.verbs, self.clause.said = may_be, said
        else:
            self.begin(at, "and")
            self.clause.verbs, self.clause.said = may_be, said

    def _noun(self, at: int, word: Meant) -> None:
        meanings, clause = word.meanings, self.clause
        if meanings & set(MOTIFS):
            handing = "given" if "give" in clause.said else "taken" if clause.said & {"take", "get"} else ""
            clause.motifs.append((next(iter(meanings & set(MOTIFS))), self.markers | ({handing} - {""})))
            self.markers = frozenset()
        elif "leader" in meanings:
            self._leader(at)
        elif meanings & {"worker", "workers"}:
            self._worker(at, meanings)
            clause.flags |= meanings & FLAGS
        elif "base" in meanings and not any(hex.name == "a5" for hex in clause.hexes):
            clause.heads |= {"camp"}
            self._base(at, word)
        elif "name" in meanings:
            self._name(at, word)
        elif "unrotated" in meanings:
            self._turn(at, 0)
        elif "rotation" in meanings:
            clause.turned = True
        else:
            if "field" in meanings and self.roles and "hex" in self.row.meanings(at + 1):
                return  # on the hex c4
            clause.heads |= meanings & HEADS
            clause.flags |= meanings & FLAGS
            if "camp" in meanings and self.roles:
                clause.flags |= {"in_camp"}

    def _name(self, at: int, word: Meant) -> None:
        clause, seat = self.clause, named(word.word, self.names)
        if clause.seat and clause.seat != seat:
            raise Misread(at, TWO_PLAYERS)
        clause.seat = seat
        self._mark_owner(at)
        if clause.verbs is None and not clause.motifs and not self.markers & {"from", "with", "for"}:
            clause.flags |= {"subject"}
        self.markers |= {"from"}

    def _mark_owner(self, at: int) -> None:
        """“the mask from Ana for my crown”: the mask is hers."""
        clause, markers = self.clause, self.markers
        if clause.motifs and "from" in markers and not markers & {"with", "for"}:
            motif, known = clause.motifs[-1]
            clause.motifs[-1] = (motif, known | {"theirs"})

    def _leader(self, at: int) -> None:
        if self.row.is_place(at):
            raise Misread(at, WHERE_THE_LEADER_IS)
        if self.clause.leader:
            raise Misread(at, TWO_LEADERS)
        self.clause.leader = True

    def _base(self, at: int, word: Meant) -> None:
        """The base camp is a5, unless its name stands behind it."""
        after = at + 2 if self.row.meanings(at + 1) <= {"small", "article", "at"} else at + 1
        if "hex" not in self.row.meanings(after):
            self._hex(at, word._replace(word="a5"))

    def _worker(self, at: int, meanings: frozenset[str]) -> None:
        if self.clause.workers is not None:
            return  # its number stood before
        before = self.row.significant(at, -1)
        article = any("article" in self.words[n].meanings for n in range((before or -1) + 1, at))
        if "workers" not in meanings or article:
            self.clause.workers = 1
        elif len(self.clause.numbers) == 1 and self.row.is_number(before):
            self.clause.workers = self.clause.numbers.pop()
        else:
            self.clause.plural = True
