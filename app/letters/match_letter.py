"""A letter about one match: its news, its thread, and what its reader's seat knows afterwards."""

from dataclasses import replace

from app.letters.match_news import MatchNews, OwnTurn, is_asked, match_news, with_picture
from app.letters.recipient import Recipient
from app.letters.templates import from_templates
from app.mail.letter import ComposedLetter, Deadline, SeatNews
from app.services.matches import talk


def match_letter(
    to: Recipient,
    kind: str,
    turn: OwnTurn | None = None,
    deadline: Deadline | None = None,
    news: MatchNews | None = None,
    **objects: object,
) -> ComposedLetter:
    """A letter with news and board. `news`: where it tells others than all that is new."""
    news = with_picture(to, news or match_news(to))
    letter = _from_templates(to, kind, news, {"turn": turn, **objects})
    picture = news.picture.png if news.picture else None
    seat_news = all_news(to).with_entry(deadline)
    return replace(letter, deadline=deadline, seat_news=(seat_news,), picture=picture, alt=news.alt)


def short_letter(
    to: Recipient,
    kind: str,
    deadline: Deadline | None = None,
    seat_news: SeatNews | None = None,
    **objects: object,
) -> ComposedLetter:
    """A letter without news and board."""
    letter = _from_templates(to, kind, match_news(to), objects)
    if deadline:
        seat_news = (seat_news or no_news(to)).with_entry(deadline)
    return replace(letter, deadline=deadline, seat_news=(seat_news,) if seat_news else ())


def _from_templates(to: Recipient, kind: str, news: MatchNews, objects: dict[str, object]) -> ComposedLetter:
    thread, by_mail = to.thread(), to.house.settings.takes_mail
    letter = from_templates(
        kind,
        to.player,
        match=news.match,
        stop=thread.stop,
        by_mail=by_mail,
        names=to.view.names,
        news=news,
        **objects,
    )
    return replace(letter, thread=thread, reply_to=to.reply_address())


# --- What the seat knows after a letter ---


def all_news(to: Recipient) -> SeatNews:
    assert to.seat.id
    lines, plan_gone = to.view.last_step + 1, to.seat.plan_told if is_asked(to) else ""
    return SeatNews(to.seat.id, lines, talk.heard_up_to(to.new_talk), plan_gone)


def talk_news(to: Recipient) -> SeatNews:
    """For a letter that tells the talk and nothing else."""
    return all_news(to)._replace(lines=0, plan_gone="")


def no_news(to: Recipient) -> SeatNews:
    assert to.seat.id
    return SeatNews(to.seat.id, lines=0)


# --- The calendar ---


def deadline_for(to: Recipient, asked: bool) -> Deadline | None:
    """The seat's entry in a calendar: moved while the player is asked, taken back otherwise."""
    # An entry that is there is taken back also for a player who wants none any more.
    wanted = to.player.entries or to.seat.entry_at or to.letter.kind == "calendar"
    if not to.last_ask or not to.last_ask.due_at or not wanted:
        return None
    return Deadline.of_seat(
        to.house.settings,
        to.speech,
        (to.match.code, to.match.title, to.number),
        at=to.last_ask.due_at,
        stamp=to.letter.created_at,
        cancelled=not (asked and to.player.entries),
        count=to.letters,
    )
