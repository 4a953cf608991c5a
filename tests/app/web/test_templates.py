"""What templates read of a match is there: also in the branches that no other test goes through."""

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from jinja2 import nodes

from app.i18n.render import ENVIRONMENT, TEMPLATES
from app.services.lobby.opening import LobbyView
from app.services.lobby.overview import MyMatches
from app.services.lobby.seats import Invitation
from app.services.matches.find import MatchFacts
from app.services.matches.match_view import MatchView
from app.web.choices import OrderTools
from app.web.match_reading import Addresses, Form

TYPES: dict[str, Any] = {
    "match": MatchFacts,
    "view": MatchView,
    "form": Form,
    "addresses": Addresses,
    "tools": OrderTools,
    "lobby": LobbyView,
    "invitation": Invitation,
    "mine": MyMatches,
}
# A line break behind a tag is not written, one behind a value is.
RUN_TOGETHER = re.compile(
    r"(endtrans %}(\{% end(if|for) %})*|_\(\"[^\"]*\"\) }}(\{% end(if|for) %})+)\n"
    r"(\{\{ _\(|\{% trans|<(a|b|bdi|code|small)\b|\w).*"
)
PAGES = sorted(file.name for file in (TEMPLATES / "web").glob("*.html"))


def read_in(template: str) -> Iterator[tuple[str, str]]:
    tree = ENVIRONMENT.parse((TEMPLATES / "web" / template).read_text())
    for found in tree.find_all(nodes.Getattr):
        if isinstance(found.node, nodes.Name) and found.node.name in TYPES:
            yield found.node.name, found.attr


def is_property(kind: type, name: str) -> bool:
    return isinstance(getattr(kind, name), property)


@pytest.mark.parametrize("template", PAGES)
def test_a_page_reads_only_what_its_values_have(template: str) -> None:
    known = {(name, field.name) for name, kind in TYPES.items() for field in fields(kind)}
    known |= {(name, each) for name, kind in TYPES.items() for each in dir(kind) if is_property(kind, each)}

    assert set(read_in(template)) <= known


@pytest.mark.parametrize("template", sorted(TEMPLATES.rglob("*.*")), ids=lambda path: path.name)
def test_no_words_of_two_lines_run_together(template: Path) -> None:
    assert not [found[0] for found in RUN_TOGETHER.finditer(template.read_text())]
