"""All the people at once: a postman brings what has arrived, and several hands let them act."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from random import Random

from tests.chaos.browser import Browser
from tests.chaos.client_log import ClientLog, Mailed, Ordered, SignedIn
from tests.chaos.people import Person
from tests.world.mail_server import Sink

HANDS = 4
HOSTS = 8  # each of them may have twenty matches that go on
A_MOMENT = 0.05
# So many matches begin at first, and one more after so many orders, or after so long a time.
AT_FIRST = 4
ORDERS = 6
SECONDS = 60.0

# By turns: a game, its guests beside the host, and its clock. One minute is the least that the form takes.
MATCHES: tuple[tuple[str, int, int, dict[str, str]], ...] = (
    ("incan-gold", 2, 1, {}),
    ("incan-gold", 2, 0, {"ask": "1", "ask-unit": "minutes"}),
    ("tikal", 1, 1, {"ask": "2", "ask-unit": "minutes"}),
    ("incan-gold", 1, 2, {"ask": "3", "ask-unit": "days"}),
)


@dataclass
class Crowd:
    sink: Sink
    ports: list[int]
    door: int
    seed: int
    size: int = 12
    log: ClientLog = field(default_factory=ClientLog)
    opens_matches: bool = True
    brought: int = 0
    begun: int = 0  # matches
    since: float = field(default_factory=time.monotonic)
    known: set[str] = field(default_factory=set)  # letters, by Message-ID

    def __post_init__(self) -> None:
        self.people = [self._person(number) for number in range(self.size)]
        self.busy = {person.email: threading.Lock() for person in self.people}
        self.by_address = {person.email: person for person in self.people}
        self.over, self.resting = threading.Event(), threading.Event()
        self.crashes: list[BaseException] = []

    def _person(self, number: int) -> Person:
        chance = Random(f"{self.seed} {number}")
        browser = Browser(self.ports, Random(f"{self.seed} browser {number}"))
        return Person(f"player{number}@example.org", browser, self.door, self.log, chance)

    @contextmanager
    def acting(self) -> Iterator[None]:
        hands = [threading.Thread(target=self._act, args=(number,)) for number in range(HANDS)]
        hands.append(threading.Thread(target=self._bring))
        for person in self.people[:HOSTS]:
            person.deeds.append(person.ask_to_sign_in)
        for hand in hands:
            hand.start()
        try:
            yield
        finally:
            self.over.set()
            for hand in hands:
                hand.join()
        assert not self.crashes, self.crashes

    @property
    def is_busy(self) -> bool:
        return any(person.is_busy for person in self.people)

    def orders(self) -> int:
        """That have been acknowledged, by a page or at the door."""
        return len(self.log.all_of(Ordered)) + len(self.log.all_of(Mailed))

    def told(self) -> list[str]:
        waits = [f"{person.email} has {person.waits}" for person in self.people if person.is_busy]
        return [self.log.told(), *waits]

    def errors(self) -> list[str]:
        return [f"500: {error}" for person in self.people for error in person.browser.errors]

    def _act(self, number: int) -> None:
        chance = Random(f"{self.seed} hand {number}")
        while not self.over.wait(A_MOMENT):
            person = chance.choice(self.people)
            if not self.resting.is_set() and self.busy[person.email].acquire(blocking=False):
                try:
                    person.act()
                except Exception as error:
                    self.crashes.append(error)
                    return
                finally:
                    self.busy[person.email].release()

    def _bring(self) -> None:
        chance = Random(f"{self.seed} matches")
        while not self.over.wait(A_MOMENT):
            for letter in self._fresh():
                to = letter["To"].addresses[0].addr_spec
                self.by_address[to].letters.append(letter)
            if self.opens_matches:
                self._let_somebody_open(chance)

    def _fresh(self) -> Iterator[EmailMessage]:
        """A second copy of a letter is put aside."""
        arrived = self.sink.raw[self.brought :]
        self.brought += len(arrived)
        for raw in arrived:
            letter = message_from_bytes(raw, policy=policy.default)
            message_id = str(letter["Message-ID"])
            if message_id not in self.known and isinstance(letter, EmailMessage):
                self.known.add(message_id)
                yield letter

    def _let_somebody_open(self, chance: Random) -> None:
        signed_in = {entry.email for entry in self.log.entries if isinstance(entry, SignedIn)}
        hosts = [person for person in self.people[:HOSTS] if person.email in signed_in and not person.deeds]
        wanted = AT_FIRST + self.orders() / ORDERS + (time.monotonic() - self.since) / SECONDS
        if not hosts or self.begun >= wanted:
            return
        host = chance.choice(hosts)
        game, guests, bots, clock = MATCHES[self.begun % len(MATCHES)]
        others = chance.sample([person.email for person in self.people if person is not host], guests)
        host.open_match(game, [*others, *["bot"] * bots], **clock)
        self.begun += 1


def wait_until_quiet(crowd: Crowd, seconds: float) -> None:
    """Nobody begins anything more; what is begun is brought to its end."""
    end = time.monotonic() + seconds
    while crowd.is_busy and time.monotonic() < end:
        time.sleep(A_MOMENT)
    crowd.resting.set()
