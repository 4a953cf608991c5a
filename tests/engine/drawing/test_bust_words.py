"""The end of a round in fear is told whole, in every language."""

import re

import pytest

from app.i18n.languages import LANGUAGES
from app.i18n.render import speech
from engine.incan_gold.draw.bust import bust
from engine.incan_gold.pieces import HAZARDS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", HAZARDS)
def test_the_title_is_never_cut(language: str, kind: str) -> None:
    fled = {"event": "fled", "kind": kind, "lost": {"1": 3}}
    path = [{"card": kind, "lying": 0}] * 2

    drawn, _ = bust(speech(language), [fled, {"event": "round_over", "round": 1, "path": path}])

    assert "…" not in drawn
    assert min(map(float, re.findall(r'<text x="34" [^>]*font-size="([\d.]+)"', drawn))) >= 20
