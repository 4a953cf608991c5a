"""A match that is told as a story: its friends have nothing but their letters, and months go by."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from smtplib import SMTP
from typing import Any

from sqlmodel import select
from werkzeug.test import TestResponse

from app.models import Letter, Player
from app.services.books import make
from app.services.books.report import Report
from app.services.inbox import intake
from tests.world.by_letters import hidden
from tests.world.friends import Friends
from tests.world.letter_reader import examples
from tests.world.letter_reader import links as links_in
from tests.world.mail_door import Standing, standing
from tests.world.mail_programs import Writing, gmail, text_of
from tests.world.mail_server import Sink
from tests.world.visitor import local
from tests.world.weeks import Weeks, moved_clock
from tests.world.world import World

MOST_ROUNDS = 400


@dataclass
class Story:
    """Real mail servers on both ways, and a clock that jumps to whatever comes next."""

    friends: Friends
    weeks: Weeks
    door: Standing
    sink: Sink
    read: list[EmailMessage] = field(default_factory=list)

    @property
    def world(self) -> World:
        return self.friends.world

    # --- Time ---

    def live(self, **time: float) -> None:
        self.weeks.pass_time(**time)

    def work(self) -> None:
        intake.read_due(self.world.house, 200)
        self.weeks.work()

    # --- Letters ---

    @property
    def messages(self) -> list[EmailMessage]:
        """All that have arrived; each is taken apart once."""
        for raw in self.sink.raw[len(self.read) :]:
            message = message_from_bytes(raw, policy=policy.default)
            assert isinstance(message, EmailMessage)
            self.read.append(message)
        return self.read

    def letters(self, kind: str, name: str) -> list[EmailMessage]:
        """Those that have arrived, as they arrived."""
        ids = {
            self.world.message_id(letter) for letter in self.world.letters(kind) if is_for(letter, self, name)
        }
        return [message for message in self.messages if str(message["Message-ID"]) in ids]

    def letters_to(self, name: str, since: int = 0) -> list[EmailMessage]:
        """Of any kind; without those that came before."""
        return [one for one in self.messages[since:] if f"{name.lower()}@example.org" in str(one["To"])]

    def newest(self, kind: str, name: str) -> EmailMessage:
        return self.letters(kind, name)[-1]

    def link(self, letter: EmailMessage, way: str, which: int = 0) -> str:
        """A link of a letter, by the beginning of its address."""
        return [local(link) for link in links_in(text_of(letter)) if way in link][which]

    def press(self, path: str, **fields: Any) -> TestResponse:
        """The page of a link is opened, and one of its buttons pressed."""
        client = self.world.app.test_client()
        page = client.get(path)
        assert page.status_code == 200, page.text
        done = client.post(path, data={**hidden(page), **fields})
        self.work()
        return done

    def reply(self, letter: EmailMessage, said: str, program: Writing = gmail) -> None:
        mail = program(letter, said)
        with SMTP("127.0.0.1", self.door.port, timeout=20) as client:
            client.send_message(mail)
        self.work()

    def outcome(self) -> str:
        """What came of the newest mail."""
        return self.world.outcomes()[-1]

    # --- Playing ---

    def play_by_replies(self, rounds: int = MOST_ROUNDS) -> None:
        """Whoever is asked answers the newest letter, to the end."""
        for _ in range(rounds):
            waiting = self.friends.waiting_for()
            if not waiting:
                return
            self.reply_as(waiting[0])
            self.live(minutes=7)
        assert rounds != MOST_ROUNDS, "the match does not end"

    def reply_as(self, seat: int) -> None:
        people = {player.id: (player.email or "").partition("@")[0] for player in self.people()}
        letters = self.letters_to(people[self.friends.seat(seat).player_id or 0])
        newest = next(one for one in reversed(letters) if one["Reply-To"] and examples(text_of(one)))
        orders = examples(text_of(newest))[0]
        plays_more = orders.split()[0] in ("tile", "enter", "move", "dig", "take") and ";" not in orders
        self.reply(newest, f"{orders}\nend" if plays_more else orders)

    def people(self) -> list[Player]:
        with self.world.house.reading() as session:
            return list(session.exec(select(Player)))


def is_for(letter: Letter, story: Story, name: str) -> bool:
    email = f"{name.lower()}@example.org"
    known = {player.id: player.email for player in story.people()}
    return bool(letter.sent_at) and email in (letter.to, known.get(letter.player_id or 0))


@contextmanager
def telling(folder: Path, sink: Sink, game: str, names: tuple[str, ...], **terms: Any) -> Iterator[Story]:
    """All have accepted by letter, and the first letters have arrived."""
    with moved_clock() as clock:
        world = World.new(folder, smtp=sink.url)
        with standing(world.house) as door:
            friends = world.invite(game, names=names, needs={}, **terms).sit()
            made = Story(friends, Weeks(world, clock), door, sink)
            made.work()
            yield made
        world.close()


def book_of(story: Story) -> str:
    """All that the book tells, in one text."""
    with story.world.house.reading() as session:
        edition = make.edition_of(session, story.world.house, story.friends.match, "en")
    report = Report.of(edition)
    return str(report.facts()) + report.log_text()
