"""One letter for a day: whatever waits for an answer, what is over, and what else has happened.

It is put together from how things stand when it leaves, so it does not matter which letters it stands for.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlmodel import Session, col, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from app.clock import now
from app.house import House
from app.letters.board_text import parts_of
from app.letters.digest_pictures import DigestPictures
from app.letters.lent_in_digest import LentMatch, lent_match, lent_seats
from app.letters.match_letter import all_news, deadline_for
from app.letters.match_news import MatchNews, OwnTurn, board_in_words, match_news, own_turn
from app.letters.recipient import Recipient, recipient_of
from app.letters.templates import from_templates
from app.mail.letter import ComposedLetter, MailingList, NotNeeded
from app.models import Ask, Letter, Match, Player, Proposal, Seat
from app.services.lobby.overview import deadline_first
from app.services.matches.result import Ending, ending_of
from app.services.outbox import bounces
from app.services.outbox.facts import SeatFacts
from app.services.people import accounts, unsubscribe
from app.services.people.feeds import RESULTS_FOR

MOST_BOARDS = 6  # some mail programs cut off a letter of more than 100 kB
DECIDED_FOR = timedelta(days=2)
MOST_NEWS = 8  # steps of a match where nothing is asked


@dataclass(frozen=True)
class OpenTurn:
    """A turn that waits for the reader's answer."""

    to: Recipient
    turn: OwnTurn
    news: MatchNews
    full: bool  # with news and board
    reply_to: str  # the address for orders


@dataclass(frozen=True)
class EndedMatch:
    news: MatchNews
    ending: Ending
    record: str  # its address


@dataclass(frozen=True)
class OtherMatch:
    """Where nothing is asked."""

    news: MatchNews
    back: str  # the page that ends the bot's deputyship, if there is one


def digest(session: Session, house: House, letter: Letter) -> ComposedLetter:
    player = accounts.find_player(session, letter.player_id)
    if not player:
        raise NotNeeded("a former player")
    if player.mail == "none":
        raise NotNeeded("wants no letters")
    if player.resting_at:
        raise NotNeeded(bounces.RESTING)
    about = [_about_seat(session, house, letter, seat) for seat in _seats(session, player)]
    recipients = [to for to in about if to.new_steps or to.view.ask or to.decided or to.proposed]
    owned = [_about_seat(session, house, letter, seat) for seat in lent_seats(session, player)]
    lent = [one for to in owned if (one := lent_match(session, to))]
    if not recipients and not lent:
        raise NotNeeded("nothing to tell")
    return _digest_of(house, player, recipients, lent)


def _digest_of(
    house: House, player: Player, recipients: Sequence[Recipient], lent: Sequence[LentMatch]
) -> ComposedLetter:
    pictures = DigestPictures()
    asked = _open_turns(recipients, pictures)
    over = [to for to in recipients if to.match.ended_at]
    others = [to for to in recipients if not to.match.ended_at and not own_turn(to)]
    shown = [*(one.to for one in asked if one.full), *over, *others]
    stop = unsubscribe.digest_address(house, player)
    composed = from_templates(
        "digest",
        player,
        stop=stop,
        by_mail=len(asked) == 1 and bool(asked[0].reply_to),
        names=sorted(
            {name for to in shown for name in to.view.names} | {name for one in lent for name in one.names}
        ),
        asked=asked,
        over=[_ended_match(to, pictures) for to in over],
        others=[_other_match(to, pictures) for to in others],
        lent=lent,
        me=f"{house.settings.url}/me",
    )
    alt = next((one.news.alt for one in asked), "")
    composed = replace(composed, picture=pictures.first, more_pictures=pictures.others, alt=alt)
    if len(asked) == 1:
        composed = _as_of_one_turn(composed, asked[0])
    told = [
        all_news(to).with_entry(composed.deadline if place == 0 else None) for place, to in enumerate(shown)
    ]
    seat_news = (*told, *(one.heard for one in lent))
    return replace(composed, seat_news=seat_news, of_list=MailingList("digests", stop))


def _seats(session: Session, player: Player) -> list[Seat]:
    """Those that are asked, or whose match has news that no letter has told yet."""
    waiting = select(Ask.id).where(Ask.match_id == Match.id, Ask.seat == Seat.number)
    waiting = waiting.where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    rows = (
        select(Seat)
        .join(Match)
        .where(Seat.player_id == player.id, col(Seat.number).is_not(None), col(Seat.mute).is_(False))
        .where(col(Match.aside_at).is_(None))
        .where(or_(col(Match.ended_at).is_(None), col(Match.ended_at) > now() - RESULTS_FOR))
        .where(
            or_(
                col(Seat.told) < Match.steps,
                waiting.exists() & (Match.status == "running"),
                _has_decisions().exists(),
            )
        )
    )
    return list(session.exec(rows.order_by(col(Seat.match_id))))


def _has_decisions() -> SelectOfScalar[int]:
    """Whether something is proposed, or was decided within the days that a digest may tell of."""
    lately = col(Proposal.closed_at).is_(None) | (col(Proposal.closed_at) > now() - DECIDED_FOR)
    return select(Proposal.id).where(Proposal.match_id == Match.id, lately)


def _about_seat(session: Session, house: House, letter: Letter, seat: Seat) -> Recipient:
    """As a letter about that match alone would have it."""
    about = Letter(id=letter.id, kind=letter.kind, key=letter.key, player_id=letter.player_id)
    about.match_id, about.created_at = seat.match_id, letter.created_at
    about.facts = SeatFacts(seat.number or 0).to_json()
    return recipient_of(session, house, about)


def _open_turns(recipients: Sequence[Recipient], pictures: DigestPictures) -> list[OpenTurn]:
    """The next deadline first. Orders go by links, or to the address of each ask."""
    turns = [(to, turn) for to in recipients if (turn := own_turn(to))]
    turns.sort(key=lambda row: deadline_first(row[1].due))
    news = [_news_of_turn(to, place, len(turns), pictures) for place, (to, _) in enumerate(turns)]
    return [
        OpenTurn(to, turn, news[place], place < MOST_BOARDS, to.reply_address())
        for place, (to, turn) in enumerate(turns)
    ]


def _news_of_turn(to: Recipient, place: int, turns: int, pictures: DigestPictures) -> MatchNews:
    """Where there is no picture, the board is told in words: drawn with letters it is wider than a phone."""
    news = match_news(to)
    if place >= MOST_BOARDS:
        return replace(news, on_page=[])
    shown = pictures.add(to, news, large=turns == 1)
    return shown if shown.picture or turns == 1 else replace(shown, on_page=parts_of(board_in_words(to)))


def _ended_match(to: Recipient, pictures: DigestPictures) -> EndedMatch:
    ending = ending_of(to.match, to.view.names, to.speech)
    return EndedMatch(_shown_news(to, pictures), ending, f"{to.match_address}/record.jsonl")


def _other_match(to: Recipient, pictures: DigestPictures) -> OtherMatch:
    return OtherMatch(_shown_news(to, pictures), to.back_address() if to.seat.deputy else "")


def _shown_news(to: Recipient, pictures: DigestPictures) -> MatchNews:
    alt = to.speech.gettext("The board of {title}").format(title=to.match.title)
    return pictures.add(to, _short_news(to), alt=alt)


def _short_news(to: Recipient) -> MatchNews:
    news = match_news(to)
    left_out = news.left_out + max(0, len(news.story) - MOST_NEWS)
    return replace(news, story=news.story[-MOST_NEWS:], left_out=left_out)


def _as_of_one_turn(composed: ComposedLetter, one: OpenTurn) -> ComposedLetter:
    """With one turn in it, it is as a letter about that turn: a reply is an answer to it."""
    return replace(
        composed, thread=one.to.thread(), reply_to=one.reply_to, deadline=deadline_for(one.to, asked=True)
    )
