"""The clauses of a sentence about Tikal, gathered in one walk along its words."""

from collections.abc import Sequence

from engine.grammar import Misread
from engine.lexicon import Meant
from engine.sentences import named
from engine.speech import later
from engine.tikal.clauses import (
    COUNTS,
    FLAGS,
    HEADS,
    NOUNS,
    REPEATED,
    ROLES,
    SINGLE,
    TIMES,
    TURNED,
    TWO_LEADERS,
    TWO_PLAYERS,
    UNITS,
    VERBS,
    Clause,
    Hex,
    one_of,
)
from engine.tikal.pieces import MOTIFS
from engine.tikal.swapping import turned_to_me
from engine.words import LONGEST_NUMBER


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
        if self._is_list_number(at, word):
            self.listed += 1
            self.begin(at, "then")
            self.skipped_to = at + 2 - word.word.endswith(")")
            return
        if meanings & {"parts", "and", "then"} and not meanings & (VERBS.keys() | {"hex"}):
            self._part(at, word)
            return
        if meanings & ROLES:
            self.roles = meanings & ROLES
        if "me" in meanings:
            self.clause.flags |= {"me"}
        if meanings & {"for", "my", "from", "with"}:
            self.markers |= meanings & {"for", "my", "from", "with"}
        self._add_thing(at, word)
        if "parts" not in meanings and not meanings <= {"small"}:
            self.clause.after = at + 1

    def _is_list_number(self, at: int, word: Meant) -> bool:
        following = self.words[at + 1 : at + 3]
        if word.word == f"{self.listed + 1})":
            return True
        begins = at == 0 or "parts" in self.words[at - 1].meanings or self.listed
        return (
            bool(begins)
            and word.word == str(self.listed + 1)
            and len(following) == 2
            and following[0].word == "."
        )

    def _part(self, at: int, word: Meant) -> None:
        bare = self.clause.verbs is not None and self.clause.only("verbs", "said", "flags")
        if word.word == ":" or ("then" in word.meanings and bare):
            return  # German: grabe dann auf c4
        strong = word.word in (";", "\n", ".", "!") or "then" in word.meanings
        self.begin(at + 1, "then" if strong else "and")
        self.clause.first = at + 1
        self.clause.flags |= word.meanings & {"new"}

    def _add_thing(self, at: int, word: Meant) -> None:
        meanings, clause = word.meanings, self.clause
        number = self._number(word)
        noun = meanings & NOUNS if "bid" not in meanings or clause.verbs is not None else frozenset()
        if "hex" in meanings:
            self._hex(at, word)
        elif "tile_id" in meanings:
            clause.tile_ids.append(word.word.upper())
        elif "turned" in meanings:
            self._turn(at, int(TURNED.match(word.word)[1]))  # type: ignore[index]
        elif "L" in meanings and not ("small" in meanings and self._meanings(at + 1) & NOUNS):
            self._leader(at)
        elif number is not None and meanings & TIMES.keys() and self._meanings(at + 1) & {"worker"}:
            self._add_number(at, number)  # Czech: jednou figurkou
        elif "repeated" in meanings or meanings & TIMES.keys():
            clause.times = one_of(clause.times, self._times(word), at)
        elif "both" in meanings and self._meanings(self._significant(at, 1)) & UNITS:
            self._add_number(at, 2)
        elif "article" in meanings and self._meanings(at + 1) & {"points", "level", "treasure"}:
            self._add_number(at, 1)
        elif "article" in meanings and not noun and self._meanings(at + 1) & {"from"}:
            clause.numbers.append(1)  # one from a5
        elif number is not None and "both" not in meanings:
            self._add_number(at, number)
        elif meanings & VERBS.keys() and not (noun and self._before_noun(at)):
            self._verb(at, word)
        else:
            self._noun(at, word)

    def _times(self, word: Meant) -> int:
        found = REPEATED.match(word.word)
        if found:
            return int(found[1] or found[2])
        return next(TIMES[name] for name in TIMES if name in word.meanings)

    def _number(self, word: Meant) -> int | None:
        if "number" in word.meanings and word.word.isdigit():
            if len(word.word) > LONGEST_NUMBER:
                raise Misread(self.words.index(word), later("this number is too large."))
            return int(word.word)
        return next((COUNTS[name] for name in word.meanings & COUNTS.keys()), None)

    def _hex(self, at: int, word: Meant) -> None:
        self.clause.hexes.append(Hex(word.word, self.roles, at))
        self.roles = frozenset()

    def _turn(self, at: int, sixths: int) -> None:
        self.clause.rotation = one_of(self.clause.rotation, sixths, at)
        self.clause.turned = True

    def _significant(self, at: int, step: int) -> int | None:
        """The next word, or the one before, that is no small one and stands in the same clause."""
        at += step
        while 0 <= at < len(self.words):
            meanings = self.words[at].meanings
            if meanings & {"parts", "and", "then"} and self.words[at].word != ":":
                return None
            passed = {
                "small",
                "article",
                "my",
                "new",
                "more",
                "at",
                "from",
                "to",
                "with",
                "by",
                "them",
                "via",
                "for",
            }
            if not (meanings <= passed and meanings) and self.words[at].word != ":":
                return at
            at += step
        return None

    def _meanings(self, at: int | None) -> frozenset[str]:
        return frozenset() if at is None or at >= len(self.words) else self.words[at].meanings

    def _before_noun(self, at: int) -> bool:
        """Whether a number, an article or the like shows that a noun stands here."""
        before = self.words[at - 1].meanings if at else frozenset()
        return (
            bool(before & ({"article", "my", "number", "with", "new"} | COUNTS.keys()))
            or self.clause.verbs is not None
        )

    def _add_number(self, at: int, number: int) -> None:
        clause = self.clause
        after, before = self._significant(at, 1), self._significant(at, -1)
        unit = self._meanings(after)
        if (
            "rotation" in self._meanings(before)
            and clause.rotation is None
            and not unit & {"degrees", "worker", "workers"}
        ):
            self._turn(at, number)
        elif "seat" in self._meanings(before) and not clause.seat:
            clause.seat = number
        elif unit & {"times"} and after is not None:
            clause.times = one_of(clause.times, number, at)
            self.skipped_to = after + 1
        elif unit & {"cost"} and after is not None:
            self.skipped_to = after + 1
        elif unit & {"worker", "workers"}:
            clause.workers = one_of(clause.workers, number, at)
        elif unit & {"level", "treasure"}:
            if at and "both" in self.words[at - 1].meanings:
                return  # both two treasures
            clause.times = one_of(clause.times, number, at)
        elif unit & {"degrees"} and number % 60 == 0:
            self._turn(at, number // 60)
        elif unit & {"points"}:
            clause.points = one_of(clause.points, number, at)
        elif unit & {"rotation"} and after is not None:
            if self._is_number(self._significant(after, 1)):
                return  # a rotation of 3
            self._turn(at, number)
            self.skipped_to = after + 1
        elif unit & (SINGLE | {"leader"}) and number == 1:
            return
        else:
            clause.numbers.append(number)

    def _is_number(self, at: int | None) -> bool:
        return at is not None and self._number(self.words[at]) is not None

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
            if "field" in meanings and self.roles and "hex" in self._meanings(at + 1):
                return  # on the hex c4
            clause.heads |= meanings & HEADS
            clause.flags |= meanings & FLAGS

    def _name(self, at: int, word: Meant) -> None:
        clause, seat = self.clause, named(word.word, self.names)
        if clause.seat and clause.seat != seat:
            raise Misread(at, TWO_PLAYERS)
        clause.seat = seat
        if clause.verbs is None and not clause.motifs and not self.markers & {"from", "with", "for"}:
            clause.flags |= {"subject"}
        self.markers |= {"from"}

    def _leader(self, at: int) -> None:
        if self.clause.leader:
            raise Misread(at, TWO_LEADERS)
        self.clause.leader = True

    def _base(self, at: int, word: Meant) -> None:
        """The base camp is a5, unless its name stands behind it."""
        after = next((n for n in (at + 1, at + 2) if not self._meanings(n) <= {"small", "article"}), at + 1)
        if "hex" not in self._meanings(after):
            self._hex(at, word._replace(word="a5"))

    def _worker(self, at: int, meanings: frozenset[str]) -> None:
        if self.clause.workers is not None:
            return  # its number stood before
        before = self._significant(at, -1)
        article = any("article" in self.words[n].meanings for n in range((before or -1) + 1, at))
        if "workers" not in meanings or article:
            self.clause.workers = 1
        elif len(self.clause.numbers) == 1 and self._number(self.words[before or 0]) is not None:
            self.clause.workers = self.clause.numbers.pop()
        else:
            self.clause.plural = True
