"""From facts to a subject, a text and a page, by the two templates of a kind."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING

from babel.dates import format_datetime, format_skeleton, get_datetime_format, get_timezone

from app.clock import now
from app.i18n.render import Reader, letter_page, letter_text
from app.letters.quote_guard import guard_quotes
from app.mail.letter import ComposedLetter
from app.models import Player
from app.safe_text import harmless, one_line
from app.services.matches.find import MatchFacts
from engine.registry import GAMES

if TYPE_CHECKING:
    from css_inline import CSSInliner

A_WEEKDAY_IS_ENOUGH = 6  # days


def reader_of(player: Player) -> Reader:
    return Reader(player.language, player.zone)


def from_templates(
    kind: str,
    player: Player,
    match: MatchFacts | None = None,
    stop: str = "",
    by_mail: bool = False,
    names: Sequence[str] = (),
    **objects: object,
) -> ComposedLetter:
    """A letter of a kind to a player. `stop`: the page that ends such letters; `by_mail`: it may be replied
    to; `names`: of the seats, which orders can hold; `objects`: what else the templates of the kind name."""
    reader = reader_of(player)
    known = {"language": reader.spoken, "stop": stop, "by_mail": by_mail, **objects}
    if match:
        known["match"] = match
    subject = known["subject"] = one_line(letter_text(f"{kind}/subject.txt", reader, **known))
    text = one_blank_line(harmless(letter_text(f"{kind}/body.jinja", reader, **known)))
    if by_mail:
        text = guard_quotes(text, [match.game] if match else GAMES, names)
    html = css_inliner().inline(harmless(letter_page(f"{kind}/body.jinja", reader, **known)))
    return ComposedLetter(player.email or "", player.name, subject, text, html)


@cache
def css_inliner() -> "CSSInliner":
    """Nothing is fetched, whatever a page may name; only @media rules stay in the head."""
    from css_inline import CSSInliner  # 4 MB, for those who write letters

    return CSSInliner(load_remote_stylesheets=False, keep_at_rules=True)


def one_blank_line(text: str) -> str:
    """Between paragraphs, however many the templates left."""
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


def short_day(day: date, reader: Reader) -> str:
    """Thu, 3 Dec; of a moment the day that the reader has then."""
    local = day.astimezone(get_timezone(reader.zone)) if isinstance(day, datetime) else day
    return str(format_skeleton("MMMEd", local, locale=reader.locale))


def short_moment(at: datetime, reader: Reader) -> str:
    """Thu 19:00; with the date when there is more than one such day to come."""
    zone, locale = get_timezone(reader.zone), reader.locale
    if (at - now()).days < A_WEEKDAY_IS_ENOUGH:
        return format_datetime(at, "EEE HH:mm", tzinfo=zone, locale=locale)
    day = format_skeleton("MMMEd", at, tzinfo=zone, locale=locale)
    hour = format_datetime(at, "HH:mm", tzinfo=zone, locale=locale)
    return str(get_datetime_format("short", locale)).format(hour, day)
