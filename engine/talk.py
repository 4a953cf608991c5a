"""Talk around orders: sentences, and words before a comma, in which nothing is of an order."""

from collections.abc import Iterator, Sequence

from engine.doubts import DOUBTS
from engine.lexicon import ASIDE, Meant

SEPARATORS = frozenset({";", "\n", ",", ".", ":", "!", ASIDE})
SENTENCE_ENDS = frozenset({"\n", ".", "!"})


def without_talk(words: Sequence[Meant], order_meanings: frozenset[str]) -> Iterator[Meant]:
    """Leaves out whole sentences of talk, and talk before the first comma: nothing in them is of an order."""
    begun = False
    for part in _parts(words, SENTENCE_ENDS):
        if not _is_talk(part, order_meanings):
            if not begun:
                part = _without_opening(part, order_meanings)
            begun = True
            yield from part


def _without_opening(part: list[Meant], order_meanings: frozenset[str]) -> list[Meant]:
    clauses = list(_parts(part, SEPARATORS))
    while len(clauses) > 1 and _is_talk(clauses[0], order_meanings) and clauses[0][-1].word != ":":
        del clauses[0]  # but not “Ana wrote: dig c4”
    return [word for clause in clauses for word in clause]


def _parts(words: Sequence[Meant], ends: frozenset[str]) -> Iterator[list[Meant]]:
    """Each with the separator that ends it."""
    part: list[Meant] = []
    for word in words:
        part.append(word)
        if word.word in ends:
            yield part
            part = []
    if part:
        yield part


def _is_talk(part: Sequence[Meant], order_meanings: frozenset[str]) -> bool:
    """Words that are not known, without any that could be of an order or put one in doubt."""
    meanings = frozenset().union(*(word.meanings for word in part))
    strange = (
        not all(word.meanings for word in part) and sum("parts" not in word.meanings for word in part) > 1
    )
    return (strange or "name" in meanings) and not meanings & order_meanings and not meanings & DOUBTS.keys()
