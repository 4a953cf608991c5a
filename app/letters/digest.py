"""One letter for a day: whatever waits for an answer, what is over, and what else has happened.

It is put together from how things stand when it leaves, so it does not matter which letters it stands for.
"""

from dataclasses import asdict, replace
from typing import Any

from sqlmodel import Session, col, or_, select

from app.house import House
from app.letters.board_text import parts_of
from app.letters.recipient import Recipient, recipient
from app.letters.templates import written
from app.mail.letter import Composed, MailingList, NotNeeded
from app.models import Ask, Letter, Match, Player, Seat, now
from app.services.lobby.overview import deadline_first
from app.services.matches.result import ending
from app.services.outbox import bounces
from app.services.people import accounts, unsubscribe
from app.services.people.feeds import RESULTS_FOR

MOST_BOARDS = 6  # some mail programs cut off a letter of more than 100 kB
MOST_NEWS = 8  # steps of a match where nothing is asked


def digest(session: Session, house: House, letter: Letter) -> Composed:
    player = accounts.player(session, letter.player_id)
    if not player:
        raise NotNeeded("a former player")
    if player.mail == "none":
        raise NotNeeded("wants no letters")
    if player.resting_at:
        raise NotNeeded(bounces.RESTING)
    tables = [_at_table(session, house, letter, seat) for seat in _seats(session, player)]
    asked = _asked(tables)
    over = [to for to in tables if to.match.ended_at]
    others = [to for to in tables if not to.match.ended_at and not to.turn()]
    if not tables:
        raise NotNeeded("nothing to tell")
    facts = {"asked": asked, "over": [_over(to) for to in over], "others": [_news(to) for to in others]}
    shown = [told["to"] for told in asked if told["full"]]
    return _composed(house, player, facts, [*shown, *over, *others])


def _seats(session: Session, player: Player) -> list[Seat]:
    """Where something is asked, or has happened that no letter has told of."""
    waiting = select(Ask.id).where(Ask.match_id == Match.id, Ask.seat == Seat.number)
    waiting = waiting.where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    rows = (
        select(Seat)
        .join(Match)
        .where(Seat.player_id == player.id, col(Seat.number).is_not(None), col(Seat.mute).is_(False))
        .where(or_(col(Match.ended_at).is_(None), col(Match.ended_at) > now() - RESULTS_FOR))
        .where(or_(col(Seat.told) < Match.steps, waiting.exists() & (Match.status == "running")))
    )
    return list(session.exec(rows.order_by(col(Seat.match_id))))


def _at_table(session: Session, house: House, letter: Letter, seat: Seat) -> Recipient:
    """As a letter about that match alone would have it."""
    about = Letter(id=letter.id, kind=letter.kind, key=letter.key, player_id=letter.player_id)
    about.match_id = seat.match_id
    about.facts, about.created_at = {"seat": seat.number}, letter.created_at
    return recipient(session, house, about)


def _asked(tables: list[Recipient]) -> list[dict[str, Any]]:
    """The next deadline first. Orders go by links, or to the address of each ask."""
    turns = [(to, turn) for to in tables if (turn := to.turn())]
    told = [{"to": to, "turn": turn, "due_at": turn["due"]} for to, turn in turns]
    rows = [
        {**row, **row["to"].facts(), "full": place < MOST_BOARDS, "reply_to": row["to"].reply_to()}
        for place, row in enumerate(sorted(told, key=lambda row: deadline_first(row["due_at"])))
    ]
    return [{**row, **(_pictured(row) if len(rows) == 1 else _in_words(row))} for row in rows]


def _pictured(row: dict[str, Any]) -> dict[str, Any]:
    """A letter has one picture at most; without it, the page draws the board as the text does."""
    shown = row["to"].picture()
    on_page = row["beside" if shown else "board"]
    return {"picture": shown, "alt": row["to"].described() if shown else "", "on_page": on_page}


def _in_words(row: dict[str, Any]) -> dict[str, Any]:
    """A drawn board is wider than a phone."""
    described = row["to"].described() if row["full"] else ""
    return {"picture": None, "alt": "", "on_page": parts_of(described)}


def _over(to: Recipient) -> dict[str, Any]:
    ended = asdict(ending(to.match, to.view.names, to.speech))
    return {**_news(to), **ended, "record": f"{to.address}/record.jsonl"}


def _news(to: Recipient) -> dict[str, Any]:
    facts = to.facts()
    back = to.house.links.address("back", [to.match.code, to.number]) if to.seat.deputy else ""
    left_out = facts["left_out"] + max(0, len(facts["story"]) - MOST_NEWS)
    return {**facts, "story": facts["story"][-MOST_NEWS:], "left_out": left_out, "back": back}


def _composed(house: House, player: Player, facts: dict[str, Any], told: list[Recipient]) -> Composed:
    alone = _of_one_turn(facts["asked"])
    names = sorted({name for to in told for name in to.view.names})
    stop = unsubscribe.digest_address(house, player)
    here = {"by_mail": bool(alone.get("reply_to")), "stop": stop, "me": f"{house.settings.url}/me"}
    made = written("digest", player, {**facts, **here}, names=names, **alone)
    first, *others = [to.told() for to in told]
    known = (first.with_entry(made.deadline), *others)
    return replace(made, told=known, of_list=MailingList("digests", stop))


def _of_one_turn(asked: list[dict[str, Any]]) -> dict[str, Any]:
    """With one turn in it, it is as a letter about that turn: a reply is an answer to it."""
    if len(asked) != 1:
        return {}
    to, shown = asked[0]["to"], asked[0]["picture"]
    return {
        "thread": to.thread(),
        "reply_to": asked[0]["reply_to"],
        "deadline": to.deadline(asked=True),
        "picture": shown.png if shown else None,
        "alt": asked[0]["alt"],
    }
