"""What happens among friends in a match of months, told by the letters that they get and answer."""

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest

from app.clock import now
from app.models import Match, Player
from app.services.upkeep import fsck
from engine.verify import RIGHT, verify
from tests.lengths import long
from tests.world.letter_reader import entries_in
from tests.world.mail_programs import outlook, phone, text_of
from tests.world.mail_server import Sink
from tests.world.story import MOST_ROUNDS, Story, book_of, telling
from tests.world.visitor import Visitor

pytestmark = pytest.mark.usefixtures("undrawn")
DAY = 24 * 3600
FOUR = ("Ana", "Bo", "Cy", "Di")
ends = pytest.mark.parametrize("by_replies", [0, long(20), long(MOST_ROUNDS)])  # then as bots would order


def speak(story: Story, **languages: str) -> None:
    for player in story.people():
        language = languages.get(player.name.lower(), "en")
        story.world.change(Player, player.id, language=language)


def play_out(story: Story, by_replies: int) -> str:
    """The whole record, which is right; what the book tells."""
    story.play_by_replies(by_replies)
    story.friends.play()
    with story.world.house.reading() as session:
        assert fsck.check_matches(session, story.world.house) == []
    lines = "".join(step.line + "\n" for step in story.friends.steps())
    assert verify(lines.encode()).status == RIGHT
    return book_of(story)


# --- A silent player ---


@pytest.fixture
def silent(tmp_path: Path, sink: Sink) -> Any:
    """Bo does not answer. After a week the others hear what can be done."""
    with telling(tmp_path, sink, "incan-gold", FOUR, ask_seconds=2 * DAY, policy="wait") as story:
        speak(story, cy="pl", di="fr")
        for seat in (1, 3, 4):
            story.friends.order(seat, "torch")
        story.live(days=10)
        yield story


@ends
def test_a_silent_player_is_replaced_and_the_match_is_played_to_its_end(
    silent: Story, by_replies: int
) -> None:
    bos = silent.newest("your_turn", "Bo")
    propose_eve(silent)
    silent.reply(silent.newest("proposed", "Cy"), "Tak, zgadzam się", outlook)
    silent.press(silent.link(silent.newest("proposed", "Di"), "/vote/"), said="yes")
    assert silent.letters("offered", "Eve") == []
    silent.live(days=4.1)

    silent.reply(silent.newest("offered", "Eve"), "I accept, gladly!", phone)

    assert silent.friends.seat(2).name == "Guest"
    what_eve_has_to_know(silent)
    what_bo_has_lost(silent, bos)
    silent.reply(silent.newest("new_hands", "Eve"), "torch")
    assert silent.outcome().startswith("receipt")
    told = play_out(silent, by_replies)
    assert "Guest now plays in place of Bo" in told
    assert silent.friends.seen(1).course.hands()[0].name == "Bo"


def propose_eve(story: Story) -> None:
    address = story.link(story.newest("waiting", "Ana"), "/propose/")
    wish = {"what": "propose", "kind": "substitute", "about": "2", "email": "eve@example.org"}
    assert story.press(address, **wish).status_code == 303


def what_eve_has_to_know(story: Story) -> None:
    letter = story.newest("new_hands", "Eve")
    text = text_of(letter)
    assert "in place of Bo" in text
    assert "What has happened" in text
    assert story.friends.ask(2).due_at == now() + timedelta(days=2)


def what_bo_has_lost(story: Story, bos: EmailMessage) -> None:
    assert "in your place" in text_of(story.newest("handed_over", "Bo"))
    client, steps = story.world.app.test_client(), story.friends.match.steps
    assert client.get(story.link(bos, "/do/")).status_code == 404
    with pytest.raises(SMTPRecipientsRefused):
        story.reply(bos, "camp")
    assert (story.friends.match.steps, story.friends.ask(2).orders) == (steps, None)


# --- Second thoughts ---


@pytest.fixture
def scored(tmp_path: Path, sink: Sink) -> Any:
    """A scoring round of Tikal is over, and Bo thinks again."""
    with telling(tmp_path, sink, "tikal", FOUR[:3], ask_seconds=None) as story:
        speak(story, ana="cs", cy="de")
        while not has_scored(story) or len(story.friends.steps()) < first_scoring(story) + 3:
            story.friends.play(1)
            story.work()
        yield story


def has_scored(story: Story) -> bool:
    return any(event["event"] == "scored" for step in story.friends.steps() for event in step.events)


@ends
def test_a_scoring_round_is_taken_back_and_played_again(scored: Story, by_replies: int) -> None:
    to_step = first_scoring(scored) - 2
    before = scored.friends.seen(1, step=to_step).game_view
    propose_to_go_back(scored, to_step)
    scored.reply(scored.newest("proposed", "Ana"), "Ano", outlook)
    assert scored.friends.steps()[-1].kind == "orders"

    before_it = len(scored.messages)
    told = [name for seat, name in enumerate(FOUR[:3], 1) if scored.friends.seat(seat).told > to_step + 1]
    scored.reply(scored.newest("proposed", "Cy"), "Ja, gern", phone)

    assert scored.friends.steps()[-1].kind == "back"
    assert scored.friends.seen(1).game_view == before
    assert told
    assert [name for name in told if says_void(scored, name, before_it)] == told
    assert "taken back" in play_out(scored, by_replies)


def first_scoring(story: Story) -> int:
    return next(
        step.number for step in story.friends.steps() if any(e["event"] == "scored" for e in step.events)
    )


def propose_to_go_back(story: Story, step: int) -> None:
    """Bo signs in, looks at that step, and follows the page's link."""
    bo = Visitor(story.world, "bo@example.org").sign_in()
    page = bo.get(f"/m/{story.friends.code}/steps/{step}")
    assert f'href="/m/{story.friends.code}/proposals?step={step}"' in page.text
    form = bo.get(f"/m/{story.friends.code}/proposals?step={step}")
    assert form.status_code == 200
    wish = {"what": "propose", "kind": "back", "step": str(step + 1)}
    assert bo.post(f"/m/{story.friends.code}/proposals", wish).status_code == 303
    story.work()


def says_void(story: Story, name: str, since: int) -> bool:
    """Whether the player's next letters tell it, in words of the three languages."""
    newest = " ".join(" ".join(map(text_of, story.letters_to(name, since))).split())
    return any(word in newest for word in ("does not count any more", "už neplatí", "zählt nicht mehr"))


# --- A time for second thoughts ---


@pytest.fixture
def bidding(tmp_path: Path, sink: Sink) -> Any:
    """In each turn of a Tikal auction, a bid can be taken back for five minutes."""
    terms = {"ask_seconds": DAY, "grace_seconds": 300, "options": {"auction": True}}
    with telling(tmp_path, sink, "tikal", FOUR[:3], **terms) as story:
        speak(story, ana="de", bo="fr", cy="pl")
        yield story


TAKES_BACK = {"Ana": "Nimm das bitte zurück", "Bo": "annuler", "Cy": "cofnij to"}


@pytest.mark.parametrize("whole", [False, long(True)])
def test_an_order_is_taken_back_before_anybody_has_heard_of_it(bidding: Story, whole: bool) -> None:
    name, others = first_and_others(bidding)
    bidding.reply(bidding.newest("your_turn", name), "bid 3", phone)
    assert bidding.outcome().startswith("receipt")
    bidding.live(minutes=3)
    bidding.reply(bidding.newest("reply", name), TAKES_BACK[name], outlook)
    assert (bidding.outcome(), bidding.friends.match.steps) == ("undone", 1)

    bidding.reply(bidding.newest("reply", name), "bid 1")
    bidding.live(minutes=4.9)
    assert [bidding.letters("your_turn", other) for other in others] == [[], []]
    bidding.live(minutes=0.2)

    assert len([other for other in others if bidding.letters("your_turn", other)]) == 1
    assert bids(bidding) == ["bid 1"]
    bidding.reply(bidding.newest("reply", name), TAKES_BACK[name], outlook)
    assert "/propose/" in text_of(bidding.newest("reply", name))
    if whole:  # nobody thinks again, and so nobody waits
        bidding.world.change(Match, bidding.friends.match.id, grace_seconds=0)
        play_out(bidding, 0)


def first_and_others(story: Story) -> tuple[str, list[str]]:
    (asked,) = story.friends.waiting_for()
    name = story.friends.seat(asked).name
    return name, [other for other in FOUR[:3] if other != name]


def bids(story: Story) -> list[str]:
    return [
        word for step in story.friends.steps() for word in step.line.split('"') if word.startswith("bid ")
    ]


# --- Away ---


def test_an_absence_by_reply_moves_deadline_and_calendar_and_ends_by_reply(
    tmp_path: Path, sink: Sink
) -> None:
    with telling(tmp_path, sink, "tikal", FOUR[:2], ask_seconds=2 * DAY, counts="own") as story:
        asked = story.friends.waiting_for()[0]
        name, before = FOUR[asked - 1], story.friends.ask(asked).due_at
        assert before == entry_of(story.newest("your_turn", name))

        story.reply(story.newest("your_turn", name), "away 2026-03-03 - 2026-03-09")

        due = story.friends.ask(asked).due_at
        assert due
        assert due > before + timedelta(days=6)
        assert entry_of(story.newest("reply", name)) == due
        story.live(days=3)
        away = story.friends.seen(3 - asked).away[asked]
        assert away.until == now().date() + timedelta(days=4)
        story.reply(story.newest("reply", name), "I'm back!")
        assert (story.friends.seen(3 - asked).away, story.friends.ask(asked).due_at) == ({}, due)
        story.reply_as(asked)
        assert story.outcome().startswith("receipt")


# --- A holiday ---


def test_a_seat_is_lent_for_a_holiday_and_comes_back_by_itself(tmp_path: Path, sink: Sink) -> None:
    """From Wednesday to Friday. Then Bo's own letters come again, and Eve's links have ended."""
    with telling(tmp_path, sink, "incan-gold", FOUR[:3], ask_seconds=3 * DAY) as story:
        speak(story, bo="pl")
        lend_to_eve(story, "2026-03-04", "2026-03-06")
        story.reply(story.newest("lending", "Eve"), "Accept", phone)
        story.live(days=3)
        assert (story.friends.seat(2).owner_id, bool(story.letters("borrowed", "Eve"))) != (None, False)
        eves = story.newest("borrowed", "Eve")

        story.reply(eves, "torch", outlook)

        assert story.outcome().startswith("receipt")
        story.live(days=4)
        assert story.friends.seat(2).owner_id is None
        assert story.letters("returned", "Bo")
        for letter in (eves, story.newest("reply", "Eve")):
            with pytest.raises(SMTPRecipientsRefused):
                story.reply(letter, "camp")
        assert '"by":{"2":"friend"}' in played(story)
        assert "friend" in play_out(story, 0)


def lend_to_eve(story: Story, begins: str, ends: str) -> None:
    """The answer to “away” has the link."""
    story.reply(story.newest("your_turn", "Bo"), f"away {begins} - {ends}")
    wish = {"what": "lend", "email": "eve@example.org", "from": begins, "to": ends}
    assert story.press(story.link(story.newest("reply", "Bo"), "/lend/"), **wish).status_code == 303


def played(story: Story) -> str:
    """All lines of the record, once the others have answered too."""
    for seat in story.friends.waiting_for():
        story.friends.order(seat, "torch")
    return "".join(step.line for step in story.friends.steps())


def entry_of(letter: EmailMessage) -> Any:
    """The deadline in the calendar that comes with a letter."""
    (part,) = [part for part in letter.walk() if part.get_content_type() == "text/calendar"][:1]
    _, (event,) = entries_in(part.get_payload(decode=True))  # type: ignore[arg-type]
    return event.start
