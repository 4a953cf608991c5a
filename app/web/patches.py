"""What differs between two drawings, as changes that a script can make to the first one.

A tap changes a hex or two of a drawing of 60 kB. So only the elements that differ are sent.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

_TAG = re.compile(r"<(/?)[^>]*?(/?)>")
_VIEW = re.compile(r'viewBox="([^"]*)"')
Place = tuple[int, ...]


@dataclass
class Node:
    """An element, as it is written. One with a text counts as having no children."""

    head: str
    start: int
    end: int = 0
    children: list["Node"] = field(default_factory=list)
    raw: str = ""


def parse(svg: str) -> Node:
    """Of what `engine/svg.py` writes: it has no comments, and no > in an attribute."""
    root = Node("", 0, len(svg), [], svg)
    open_nodes = [root]
    for tag in _TAG.finditer(svg):
        if tag[1]:
            _close(open_nodes.pop(), tag.end(), svg)
            continue
        node = Node(tag[0], tag.start())
        open_nodes[-1].children.append(node)
        if tag[2]:
            _close(node, tag.end(), svg)
        else:
            open_nodes.append(node)
    return root.children[0]


def _close(node: Node, end: int, svg: str) -> None:
    node.end, node.raw = end, svg[node.start : end]


def changes(before: str, after: str) -> list[dict[str, Any]]:
    """In document order. Each says where: the children to follow from the root; then from which child on, how
    many go, and what comes instead. `view`: the root has another viewBox.
    """
    old, new = parse(before), parse(after)
    found = list(_differences(old, new, ()))
    views = [view[1] for view in (_VIEW.search(old.head), _VIEW.search(new.head)) if view]
    return [{"view": views[1]}, *found] if len(set(views)) > 1 else found


def _differences(old: Node, new: Node, place: Place) -> Iterator[dict[str, Any]]:
    """Of the children of two elements that are alike themselves."""
    was, now = [one.raw for one in old.children], [one.raw for one in new.children]
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "replace" and end - start == last - first:
            for n in range(end - start):
                yield from _pair(old.children[start + n], new.children[first + n], place, start + n)
        elif kind != "equal":
            yield _splice(place, start, end - start, "".join(now[first:last]))


def _pair(old: Node, new: Node, place: Place, n: int) -> Iterator[dict[str, Any]]:
    if old.head == new.head and old.children and new.children:
        yield from _differences(old, new, (*place, n))
    else:
        yield _splice(place, n, 1, new.raw)


def _splice(place: Place, start: int, gone: int, svg: str) -> dict[str, Any]:
    return {"at": place, "from": start, "gone": gone, "svg": svg}
