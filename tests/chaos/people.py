"""People who know nothing but their letters. What nobody has answered they do again, until somebody does."""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from functools import partial
from random import Random
from smtplib import SMTP, SMTPException, SMTPResponseException
from typing import Any

from itsdangerous import URLSafeTimedSerializer

from app.links import Action
from tests.chaos.browser import Answer, Browser
from tests.chaos.client_log import (
    Asked,
    ClientLog,
    Entry,
    Joined,
    Mailed,
    Opened,
    Ordered,
    Proposed,
    SignedIn,
    Voted,
)
from tests.world.letter_reader import examples, one_click
from tests.world.mail_programs import PROGRAMS, text_of

Deed = Callable[[], bool]  # whether somebody has answered, whatever the answer was

DOOR_SECONDS = 30.0
ANOTHER_LINK = 0.1  # of a letter's readers answer twice, differently
TWICE = 0.15  # click twice, or send a mail twice
BY_MAIL = 0.35
PROPOSES = 0.06
SIGNS_IN = 0.01


@dataclass
class Person:
    email: str
    browser: Browser
    door: int
    log: ClientLog
    chance: Random
    letters: deque[EmailMessage] = field(default_factory=deque)
    deeds: deque[Deed] = field(default_factory=deque)

    def act(self) -> None:
        """The next deed, or another letter. One thing at a time."""
        if self.deeds:
            if self.deeds[0]():
                self.deeds.popleft()
        elif self.letters:
            self.deeds += self._read(self.letters.popleft())

    @property
    def is_busy(self) -> bool:
        return bool(self.deeds or self.letters)

    @property
    def waits(self) -> str:
        next_deed = getattr(self.deeds[0], "func", self.deeds[0]).__name__ if self.deeds else "none"
        return f"{len(self.letters)} letters, {len(self.deeds)} deeds, next {next_deed}: {self.browser.last}"

    # --- What a letter leads to ---

    def _read(self, letter: EmailMessage) -> list[Deed]:
        text = text_of(letter).replace("\r\n", "\n")
        if vote := link_in(text, "vote"):
            return [partial(self._vote, vote)]
        if invitation := link_in(text, "invitation"):
            return [partial(self._join, invitation)]
        if link := link_in(text, "sign-in"):
            return [partial(self._sign_in, link)]
        clicks, shown = one_click(text), examples(text)
        said = [orders for orders in sorted(clicks) if orders] or shown[:1]
        if not said:
            return []
        return [*self._answers(letter, clicks, said), *self._whims(text)]

    def _answers(self, letter: EmailMessage, clicks: dict[str, str], said: list[str]) -> list[Deed]:
        orders = self.chance.choice(said)
        times = 2 if self.chance.random() < TWICE else 1
        if letter["Reply-To"] and self.chance.random() < BY_MAIL:
            raw = self._reply(letter, orders)
            return [partial(self._mail, letter, raw)] * times
        if orders not in clicks:
            return [partial(self._type, clicks[""], f"{orders}\nend")] if "" in clicks else []
        again = [self.chance.choice(said)] if self.chance.random() < ANOTHER_LINK else []
        return [partial(self._click, clicks[choice]) for choice in [*[orders] * times, *again]]

    def _whims(self, text: str) -> list[Deed]:
        deeds: list[Deed] = []
        if (link := link_in(text, "propose")) and self.chance.random() < PROPOSES:
            deeds.append(partial(self._propose, link))
        if self.chance.random() < SIGNS_IN:
            deeds.append(self.ask_to_sign_in)
        return deeds

    # --- Over HTTP ---

    def _stands(self, entry: Entry) -> bool:
        self.log.stands(entry)
        return True

    def _done(self, answer: Answer | None, what: str) -> bool:
        """Of an answer that is not the one hoped for: it is no reason to try again, unless it says so."""
        if answer and answer.is_final:
            self.log.refused[f"{what} {answer.status}"] += 1
            return True
        return False

    def ask_to_sign_in(self) -> bool:
        answer = self.browser.fill_in("/sign-in", email=self.email)
        if answer and answer.status == 200:
            return self._stands(Asked(self.email))
        return self._done(answer, "asking to sign in")

    def _sign_in(self, link: str) -> bool:
        answer = self.browser.fill_in(link, mine="True")
        if answer and answer.status == 303:
            return self._stands(SignedIn(self.email))
        return self._done(answer, "signing in")

    def _join(self, link: str) -> bool:
        answer = self.browser.fill_in(link, what="accept", name=self.email.split("@")[0].title())
        if answer and answer.status == 200:
            match = re.search(r'href="[^"]*/m/([^"/?#]+)"', answer.text)
            return self._stands(Joined(match[1] if match else "", self.email))
        return self._done(answer, "joining")

    def open_match(self, game: str, guests: list[str], **wished: str) -> None:
        form = {f"seat-{number}": "closed" for number in range(2, 9)}
        for position, guest in enumerate(guests, 2):
            form[f"seat-{position}"] = "bot" if guest == "bot" else "mail"
            form[f"email-{position}"] = "" if guest == "bot" else guest
        form |= {"title": "", "order": "host", "policy": "bot", "watch": "link", **wished}
        self.deeds.append(partial(self._open, game, form))

    def _open(self, game: str, form: dict[str, str]) -> bool:
        answer = self.browser.fill_in(f"/matches/new?game={game}", **form)
        if answer and answer.status == 303 and "/m/" in answer.location:
            return self._stands(Opened(answer.location.rpartition("/m/")[2]))
        return self._done(answer, "opening")

    def _click(self, link: str) -> bool:
        return self._ordered(self.browser.post(link), link)

    def _type(self, link: str, orders: str) -> bool:
        page = self.browser.get(link)
        if page and page.status == 200 and 'name="orders"' not in page.text:
            return True  # the turn has passed
        answer = self.browser.fill_in(link, what="submit", orders=orders)
        return self._ordered(answer, link, orders)

    def _ordered(self, answer: Answer | None, link: str, typed: str = "") -> bool:
        if answer and answer.status == 303 and (receipt := re.search(r"receipt=(\d+)", answer.location)):
            action = Action(*payload(link))
            typed = typed or action.orders
            return self._stands(Ordered(action.match, action.seat, action.turn, typed, int(receipt[1])))
        return self._done(answer, "orders")

    def _propose(self, link: str) -> bool:
        code, seat, *_ = payload(link)
        kind = self.chance.choice(["back", "back", "end"])
        wish = {"what": "propose", "kind": kind, "step": "2", "how": "stands"}
        self.log.tries(Proposed(code, seat, kind))
        answer = self.browser.fill_in(link, **wish)
        if answer and answer.status == 303 and "done=" in answer.location:
            return self._stands(Proposed(code, seat, kind))
        return self._done(answer, "proposing")

    def _vote(self, link: str) -> bool:
        _, seat, _, proposal, said, *_ = payload(link)
        answer = self.browser.fill_in(link, said=said)
        if answer and answer.status == 303:
            counted = answer.location.endswith(f"done={said}")
            return self._stands(Voted(proposal, seat, said)) if counted else True
        return self._done(answer, "voting")

    # --- By mail ---

    def _reply(self, letter: EmailMessage, orders: str) -> EmailMessage:
        program = self.chance.choice(PROGRAMS)
        made = program(letter, orders.replace("; ", "\n"))
        del made["From"]
        made["From"] = self.email
        return made

    def _mail(self, letter: EmailMessage, mail: EmailMessage) -> bool:
        to = letter["Reply-To"].addresses[0].addr_spec
        try:
            with SMTP("127.0.0.1", self.door, timeout=DOOR_SECONDS) as client:
                client.sendmail(self.email, [to], mail.as_bytes())
        except SMTPResponseException as error:
            return self._sent_back(error.smtp_code)
        except (SMTPException, OSError):
            return False
        return self._stands(Mailed(str(mail["Message-ID"]).strip("<>"), to))

    def _sent_back(self, code: int) -> bool:
        if code < 500:
            return False
        self.log.refused[f"a mail {code}"] += 1
        return True


def link_in(text: str, purpose: str) -> str:
    found = re.search(rf"^(https?://\S+/{purpose}/\S+/go)\r?$", text, re.MULTILINE)
    return found[1] if found else ""


def payload(link: str) -> list[Any]:
    """What a link says stands in it for everybody to read: only its signature needs a key."""
    _, said = URLSafeTimedSerializer("").loads_unsafe(link.rpartition("/")[0].rpartition("/")[2])
    return list(said)
