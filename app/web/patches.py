"""What differs between two drawings, as changes that a script can make to the first one.

A tap changes a hex or two of a drawing of 60 kB. So only the elements that differ are sent.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any, TypeAlias

MOST_PARSED = 24  # drawings, of which a full board takes 100 kB
_VIEW = re.compile(r'viewBox="([^"]*)"')
# An element is its text from "<" on, without that; one that has elements inside is a tuple: its first tag,
# what is inside, and its last tag. Tuples, because Python compares them quickly, however deep they are.
Node: TypeAlias = "str | tuple[Any, ...]"
Place = tuple[int, ...]


@lru_cache(MOST_PARSED)
def parse(svg: str) -> Node:
    """Of what `engine/svg.py` writes: it has no comments, and no > but at the end of a tag.

    What a tap has drawn is what the next one is compared with.
    """
    around: list[list[Node]] = []
    here: list[Node] = []
    for text in str(svg).split("<")[1:]:  # of Markup, each piece would be Markup, too, which is slow to make
        if text[0] == "/":
            here.append(text)
            node: Node = tuple(here)
            here = around.pop()
            here.append(node)
        elif "/>" in text:
            here.append(text)
        else:
            around.append(here)
            here = [text]
    return here[0]


def written(node: Node) -> str:
    return f"<{node}" if isinstance(node, str) else "".join(map(written, node))


def inside(node: Node) -> tuple[Node, ...]:
    return () if isinstance(node, str) else node[1:-1]


def changes(before: str, after: str) -> list[dict[str, Any]]:
    """In document order. Each says where: the children to follow from the root; then from which child on, how
    many go, and what comes instead. `view`: the root has another viewBox.
    """
    old, new = parse(before), parse(after)
    found = list(_differences(inside(old), inside(new), ()))
    views = [view[1] for view in (_VIEW.search(old[0]), _VIEW.search(new[0])) if view]
    return [{"view": views[1]}, *found] if len(set(views)) > 1 else found


def _differences(was: Sequence[Node], now: Sequence[Node], place: Place) -> Iterator[dict[str, Any]]:
    """Of what is inside two elements that are alike themselves."""
    for kind, start, end, first, last in _runs(was, now):
        if kind == "replace" and end - start == last - first:
            for n in range(end - start):
                yield from _pair(was[start + n], now[first + n], place, start + n)
        elif kind != "equal":
            yield _splice(place, start, end - start, now[first:last])


def _runs(was: Sequence[Node], now: Sequence[Node]) -> Iterator[tuple[str, int, int, int, int]]:
    """As of a SequenceMatcher, which is asked only about what stands between the first difference and the
    last."""
    most = min(len(was), len(now))
    first = next((n for n in range(most) if was[n] != now[n]), most)
    last = next((n for n in range(most - first) if was[-1 - n] != now[-1 - n]), most - first)
    between = was[first : len(was) - last], now[first : len(now) - last]
    for kind, *places in SequenceMatcher(None, *between, autojunk=False).get_opcodes():
        start, end, new_start, new_end = (first + place for place in places)
        yield kind, start, end, new_start, new_end


def _pair(old: Node, new: Node, place: Place, n: int) -> Iterator[dict[str, Any]]:
    if _is_alike(old, new):
        yield from _differences(inside(old), inside(new), (*place, n))
    else:
        yield _splice(place, n, 1, (new,))


def _is_alike(old: Node, new: Node) -> bool:
    """But for what is inside."""
    if isinstance(old, str) or isinstance(new, str):
        return False
    return len(old) > 2 and len(new) > 2 and (old[0], old[-1]) == (new[0], new[-1])


def _splice(place: Place, start: int, gone: int, new: Sequence[Node]) -> dict[str, Any]:
    return {"at": place, "from": start, "gone": gone, "svg": "".join(map(written, new))}
