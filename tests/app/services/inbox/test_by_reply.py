"""Whole matches by replies alone: letters from a real mail server, answers through the real door."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from smtplib import SMTP
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from app.clock import now
from app.i18n.languages import LANGUAGES
from app.i18n.render import speech
from app.models import Letter, Player, Receipt, Talk
from app.services.inbox import intake
from app.services.matches import history
from app.services.play import clocks
from app.services.upkeep import fsck
from engine.verify import RIGHT, verify
from tests.lengths import long
from tests.world import Friends, World
from tests.world.letter_reader import examples
from tests.world.mail_door import Standing, standing
from tests.world.mail_programs import PROGRAMS, Writing, text_of
from tests.world.mail_server import Sink

LEGAL = "For example, you could play one of these now:"
MOST_ROUNDS = 200


@dataclass
class Table:
    """Four friends who open nothing but their mail."""

    friends: Friends
    door: Standing
    sink: Sink
    read: int = 0  # letters
    sent: dict[str, EmailMessage] = field(default_factory=dict)
    letters: list[EmailMessage] = field(default_factory=list)

    def work(self) -> None:
        """What the worker does."""
        intake.read_due(self.friends.house, 200)
        clocks.ring_due_clocks(self.friends.house)
        self.friends.send()

    def fresh(self) -> dict[str, EmailMessage]:
        """The newest letter to each friend since the last look, if it can be answered."""
        fresh = [message_from_bytes(raw, policy=policy.default) for raw in self.sink.raw[self.read :]]
        self.read += len(fresh)
        self.letters += fresh
        return {str(letter["To"]): letter for letter in fresh if letter["Reply-To"]}

    def reply(self, letter: EmailMessage, said: str, program: Writing) -> None:
        mail = program(letter, said)
        self.sent[str(mail["Message-ID"])] = mail
        with SMTP("127.0.0.1", self.door.port, timeout=20) as client:
            client.send_message(mail)

    def orders(self) -> list[str]:
        with self.friends.house.db.reading() as session:
            return list(session.exec(select(Receipt.orders)).all())

    def an_hour_goes_by(self) -> None:
        """Slow games are slow: nobody sends all the mails of a match within one."""

        earlier = update(Letter).where(col(Letter.created_at) > now() - timedelta(hours=1))
        older = earlier.values(created_at=now() - timedelta(hours=1))
        self.friends.house.db.write(lambda session: session.connection().execute(older))

    def play(self, rounds: int = MOST_ROUNDS) -> None:
        """To the end of the match, if it comes before that many times that everybody looks at their mail."""
        for turn in range(rounds):
            self.work()
            self.an_hour_goes_by()
            if self.friends.match.status != "running":
                return
            for number, letter in enumerate(sorted(self.fresh().values(), key=lambda one: str(one["To"]))):
                if said := answer(letter, turn):
                    self.reply(letter, said, PROGRAMS[(turn + number) % len(PROGRAMS)])


def answer(letter: EmailMessage, turn: int) -> str:
    """What its reader writes, who has nothing but the letter."""
    legal = examples(text_of(letter))[:2]
    if not legal:
        return ""
    orders = legal[turn % len(legal)].split("; ")[0]
    if orders.split()[0] in ("tile", "enter", "move", "dig", "take", "camp", "guard") and " " in orders:
        orders += "\nend"
    if orders.startswith("bid") and turn % 8:  # or they bid all evening
        orders = "pass"
    name = str(letter["To"]).split(" <")[0].strip('"')
    styles = (f"{orders}", f"Hi all,\n\n{orders}\n\nBest wishes\n{name}", f"{orders}\n\n-- \n{name}")
    said = f"say: turn {turn}, and I am {name}\n\n" if turn % 7 == 1 else ""
    return said + styles[turn % 3]


@pytest.fixture
def sit(tmp_path: Path, sink: Sink, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    world = World.new(tmp_path, smtp=sink.url)

    def seated(kind: str, pictures: bool = False, **wished: Any) -> Table:
        if not pictures:  # to draw the boards of some hundred letters takes minutes
            monkeypatch.setattr("tests.world.world.picture_of", lambda svg: None)
        return Table(world.invite(kind, **wished).sit(), door, sink)

    with standing(world.house) as door:
        yield seated
    world.close()


@pytest.mark.parametrize("kind", ["incan-gold", long("tikal")])
def test_four_friends_play_a_whole_match_by_replies_alone(sit: Any, kind: str) -> None:
    play_to_the_end(sit(kind))


def play_to_the_end(by: Table) -> None:
    by.play()
    by.work()
    by.fresh()

    assert verified(by) == RIGHT
    every_mail_is_a_receipt(by)
    every_letter_is_well_formed(by)
    every_mail_has_its_answer(by)


@pytest.mark.parametrize("kind", ["incan-gold", long("tikal")])
def test_four_friends_who_speak_four_languages_play_a_whole_match(sit: Any, kind: str) -> None:
    """What is quoted below an answer is full of words that are orders in the reader's language."""
    by: Table = sit(kind)
    spoken = sorted(LANGUAGES.keys() - {"en"})
    for number, language in enumerate(spoken, 1):
        by.friends.world.change(Player, by.friends.seat(number).player_id, language=language)

    play_to_the_end(by)

    assert {
        language
        for language in spoken
        if any(speech(language).gettext(LEGAL) in text_of(letter) for letter in by.letters)
    } == {*spoken}


@pytest.mark.long
def test_an_auction_is_played_to_its_end_by_replies_too(sit: Any) -> None:
    by: Table = sit("tikal", options={"auction": True})

    play_to_the_end(by)

    assert {"bid", "pass"} <= {orders.split()[0] for orders in by.orders()}


def verified(by: Table) -> int:
    with by.friends.house.db.reading() as session:
        assert fsck.check_matches(session, by.friends.house) == []
        assert session.exec(select(Talk)).first() is not None
        return verify(history.record_of(session, by.friends.code).encode()).status


def every_mail_is_a_receipt(by: Table) -> None:
    assert by.sent
    assert not [outcome for outcome in by.friends.world.outcomes() if not re.match(r"receipt \d+\Z", outcome)]


def every_letter_is_well_formed(by: Table) -> None:
    for letter in by.letters:
        for part in letter.walk():
            assert not part.defects, letter["Subject"]
            assert not [value for value in part.values() if getattr(value, "defects", ())]
            if part.get_content_maintype() == "text":
                assert part.get_content()


def every_mail_has_its_answer(by: Table) -> None:
    answers = {str(one["In-Reply-To"]): one for one in by.letters if one["Auto-Submitted"] == "auto-replied"}

    assert answers.keys() == by.sent.keys()
    for message_id, mail in by.sent.items():
        assert str(answers[message_id]["To"]) == str(mail["From"])
        assert message_id in str(answers[message_id]["References"])


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_mistake_is_mended_by_answering_the_answer(sit: Any, program: Writing) -> None:
    by: Table = sit("tikal")
    by.work()
    (letter,) = [one for one in by.fresh().values() if examples(text_of(one))]

    by.reply(letter, "tlie c4 r0 xyzzy\nend", program)
    by.work()
    (told,) = by.fresh().values()
    assert "did you mean “tile”" in text_of(told)
    by.reply(told, f"{examples(text_of(told))[0]}\nend", program)
    by.work()

    assert [outcome.split(":")[0] for outcome in by.friends.world.outcomes()] == ["wrong", "receipt 1"]
    assert by.friends.match.steps == 2


def test_a_vacation_notice_gets_no_answer_and_plays_nothing(sit: Any) -> None:
    by: Table = sit("incan-gold", pictures=True)
    by.work()
    letters = by.fresh()
    every_letter_is_well_formed(by)
    assert len(letters) == len(by.friends.names)

    for letter in letters.values():
        notice = EmailMessage()
        notice["From"], notice["To"], notice["Subject"] = letter["To"], letter["Reply-To"], "Out of office"
        notice["Auto-Submitted"] = "auto-replied"
        notice.set_content("torch\n")
        with SMTP("127.0.0.1", by.door.port, timeout=20) as client:
            client.send_message(notice)
    by.work()

    assert not by.fresh()
    assert all(outcome.startswith("automatic") for outcome in by.friends.world.outcomes())
    assert by.friends.match.steps == 1
