"""From facts to a subject, a text and a page, by the two templates of a kind."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from babel.dates import format_datetime, get_timezone
from css_inline import CSSInliner

from app.i18n.render import Reader, letter_page, letter_text
from app.i18n.safe_text import harmless, one_line
from app.letters.quote_guard import quieted
from app.mail.letter import Composed, Thread, Told
from app.models import Player, now
from engine.registry import GAMES

A_WEEKDAY_IS_ENOUGH = 6  # days


def reader_of(player: Player) -> Reader:
    return Reader(player.language, player.zone)


def written(
    kind: str,
    player: Player,
    facts: dict[str, Any],
    thread: Thread | None = None,
    told: Told | None = None,
    names: Sequence[str] = (),
    **more: Any,
) -> Composed:
    """A letter of a kind to somebody who can read it; `more` are fields of Composed."""
    reader = reader_of(player)
    standard = {"language": reader.spoken, "stop": thread.stop if thread else "", "by_mail": False}
    facts = {**standard, "picture": None, **facts}
    facts["subject"] = one_line(letter_text(f"{kind}/subject.txt", reader, **facts))
    text = spaced(harmless(letter_text(f"{kind}/body.jinja", reader, **facts)))
    if facts["by_mail"]:
        text = quieted(text, [facts["match"].game] if "match" in facts else GAMES, names)
    html = inliner().inline(harmless(letter_page(f"{kind}/body.jinja", reader, **facts)))
    news = (told,) if told else ()
    who = (player.email or "", player.name)
    return Composed(*who, facts["subject"], text, html, thread, told=news, **more)


@cache
def inliner() -> CSSInliner:
    """Nothing is fetched, whatever a page may name; only @media rules stay in the head."""
    return CSSInliner(load_remote_stylesheets=False, keep_at_rules=True)


def spaced(text: str) -> str:
    """One empty line between paragraphs, whatever the templates left."""
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


def short(at: datetime, reader: Reader) -> str:
    """Thu 19:00; with the date when there is more than one such day to come."""
    pattern = "EEE HH:mm" if (at - now()).days < A_WEEKDAY_IS_ENOUGH else "EEE d MMM HH:mm"
    return format_datetime(at, pattern, tzinfo=get_timezone(reader.zone), locale=reader.locale)
