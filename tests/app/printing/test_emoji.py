"""Emoji in print."""

import pytest

from app.i18n.render import speech
from app.printing import emoji
from engine.speech import ENGLISH


@pytest.fixture(autouse=True)
def no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emoji, "has_font", lambda: False)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Not the snakes! 😂 Again", "Not the snakes! [tears of joy] Again"),
        ("👍🏽 ok ❤️", "[thumbs up] ok [heart]"),
        ("👨‍👩‍👧 came", "[man] came"),
        ("🦙", "[llama]"),
        ("1 # * © no emoji → there", "1 # * © no emoji → there"),
    ],
)
def test_an_emoji_that_nobody_can_print_is_named(text: str, printed: str) -> None:
    assert emoji.printable(text, ENGLISH) == printed


def test_it_is_named_in_the_readers_language() -> None:
    assert emoji.printable("🎲", speech("de")) == "[Würfel]"


def test_where_there_is_a_font_it_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emoji, "has_font", lambda: True)

    assert emoji.printable("😂", ENGLISH) == "😂"
