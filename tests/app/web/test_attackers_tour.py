"""An attackers' tour: every door, with every token, by all who have no business at a match.

Nothing of the match changes, and nothing secret of it is in any byte that comes back.
"""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from html import escape

import pytest

from app.services.books import make
from app.services.inbox.intake import known_address, read_due, take_in
from app.services.people import accounts, new_address
from app.services.proposals import offers
from tests.app.web.attackers import Loot, Try, kept_of, keys_of, tries, walk
from tests.lengths import long
from tests.world import Friends, World
from tests.world.council import Council
from tests.world.mail_programs import text_of
from tests.world.mail_server import Sink
from tests.world.visitor import Visitor, signed_in

PLAN, NOTE, TALK = "always: torch if path > 77; else camp", "Bo bluffs", "Hush, friends"
DIARY, DEDICATION = "Cy never looks at the path", "To my dear aunt"
HIDDEN = (PLAN.partition(" if ")[2], NOTE, TALK, DIARY, DEDICATION)
ANA, BO, CY, DI = (f"{name}@example.org" for name in ("ana", "bo", "cy", "di"))
MALLORY = "mallory@example.org"
LINES = ("camp", "plan: always: camp", "say: I am Ana", "status", "board", "undo", "yes", "stop")


@dataclass
class Tour:
    """Ana, Bo and Cy are in turn 2 of a match for its players only. Di has left it for good, and others have
    her letters. Mallory plays another match, and has the link of Ana's new address, which was mistyped."""

    world: World
    sink: Sink
    friends: Friends
    other: Friends

    @classmethod
    def begun(cls, world: World, sink: Sink) -> "Tour":
        friends = world.invite(
            names=("Ana", "Bo", "Cy", "Di"), watch="players", needs={"substitute": "host"}
        ).sit()
        world.send()
        for seat in (1, 2, 3, 4):
            friends.order(seat, "torch")
        world.send()
        cls.table_decides(friends)
        moving = partial(new_address.ask_for_address, player_id=world.player(ANA).id, email=MALLORY)
        world.house.db.write(partial(moving, house=world.house))
        leaving = partial(accounts.delete_account, house=world.house, player_id=world.player(DI).id)
        world.house.db.write(leaving)
        other = Friends(world, signed_in(world, MALLORY).open(**{"seat-2": "bot", "seat-3": "bot"}))
        world.send()
        return cls(world, sink, friends, other)

    @staticmethod
    def table_decides(friends: Friends) -> None:
        """Di is asked about the end. Mallory has declined a seat that was offered, and keeps the letter."""
        world, council = friends.world, Council(friends)
        council.propose(1, "end", stands=False)
        offer = council.propose(1, "substitute", 2, email=MALLORY)
        world.send()
        address = offers.offer_address(world.house, friends.match, offer, by_mail=True)
        token = address.split("/")[-2]
        world.house.db.write(partial(offers.decline, house=world.house, token=token))

    def hide(self) -> None:
        """Ana has secrets in this turn."""
        ana, code = signed_in(self.world, ANA), self.friends.code
        ana.post(f"/m/{code}/talk", {"talk": TALK})
        ana.order(code, "camp")
        ana.post(f"/m/{code}/plan", {"what": "set", "plan": PLAN})
        ana.post(f"/m/{code}/note", {"note": NOTE})
        ana.post(f"/m/{code}/diary", {"what": "write", "diary": DIARY})
        ana.post(f"/m/{code}/diary", {"what": "dedicate", "dedication": DEDICATION})
        ana.post(f"/m/{code}/diary", {"what": "print"})
        self.world.send()

    def loot(self, email: str) -> Loot:
        return Loot.of_letters_to(self.sink, email)

    def secrets(self) -> list[bytes]:
        """Also as a page would have them, with its marks escaped."""
        match = self.friends.match
        seed = self.world.house.vault.decrypt(match.locked_seed)
        words = [*HIDDEN, seed.hex(), match.join_key, ANA, BO, CY, DI]
        words += [key for seat in self.friends.seats() for key in (seat.post_key, seat.key)]
        words += [ask.key for ask in self.friends.all_asks()]
        words += [self.friends.link(seat).split("/")[-2] for seat in (1, 2, 3)]
        return [seed, *(word.encode() for word in words), *(escape(word).encode() for word in words)]

    def visitor(self, who: str) -> tuple[Visitor, set[str]]:
        """A browser, and the tokens that its owner has."""
        if who == "a guest":
            guest = Visitor(self.world)
            guest.post("/try/incan-gold")
            return guest, set()
        if who == "an onlooker":
            return signed_in(self.world, "zed@example.org"), self.loot(MALLORY).tokens
        if who == "a player of another match":
            mallory = signed_in(self.world, MALLORY)
            mallory.post("/me/feeds")
            return mallory, self.loot(MALLORY).tokens | keys_of(mallory, "/me", f"/m/{self.other.code}")
        if who == "a copy of a browser that has signed out":
            ana = signed_in(self.world, ANA)
            copied = dict(ana.client._cookies or {})
            ana.post("/sign-out")
            ana.client._cookies = copied
            return ana, set()
        if who == "a reader of Di's letters":
            return Visitor(self.world), self.loot(DI).tokens
        return Visitor(self.world), {"x", "a" * 26}

    def told_at_doors(self, visitor: Visitor, tokens: set[str]) -> list[tuple[Try, bytes]]:
        """The secrets that come back, each with its door."""
        secrets, told = self.secrets(), list[tuple[Try, bytes]]()
        for tried in tries(self.world, self.friends.code, tokens):
            answer = walk(visitor, tried)
            told += [(tried, secret) for secret in secrets if secret in answer]
        return told

    def mail(self, address: str, line: str) -> None:
        """As somebody writes who has another's letter."""
        house, raw = self.world.house, f"From: mallory@example.net\nSubject: Re: turn\n\n{line}\n".encode()
        with house.db.reading() as session:
            known = known_address(session, house, address)
        if known:
            house.db.write(partial(take_in, house=house, to=address, sender="mallory@example.net", raw=raw))
            read_due(house)


@pytest.fixture
def tour(mailing: World, sink: Sink, undrawn: None) -> Tour:
    made = Tour.begun(mailing, sink)
    made.hide()
    return made


WHO = (
    *("a guest", "an onlooker", "a player of another match", "a reader of Di's letters"),
    "a copy of a browser that has signed out",
)


@pytest.mark.parametrize("who", ["a stranger", *map(long, WHO)])
def test_no_door_opens(tour: Tour, who: str) -> None:
    visitor, tokens = tour.visitor(who)
    before = kept_of(tour.friends)

    told = tour.told_at_doors(visitor, tokens)

    assert not told
    assert kept_of(tour.friends) == before


@pytest.mark.parametrize("who", [long(who) for who in ("a stranger", *WHO)])
def test_no_door_opens_of_a_match_that_is_over_and_whose_book_is_made(tour: Tour, who: str) -> None:
    tour.friends.play()
    while make.make_due_book(tour.world.house):
        pass
    visitor, tokens = tour.visitor(who)
    before = kept_of(tour.friends)

    told = tour.told_at_doors(visitor, tokens)

    assert not told
    assert kept_of(tour.friends) == before


def test_the_same_secrets_are_found_where_they_belong(tour: Tour) -> None:
    """Or the test above would look for nothing."""
    ana = signed_in(tour.world, ANA)

    page = ana.get(f"/m/{tour.friends.code}").data

    assert [word for word in HIDDEN if escape(word).encode() not in page] == []
    assert tour.secrets()[0] not in page


def test_the_tour_has_the_keys_to_what_the_table_decides(tour: Tour) -> None:
    """Or it would try those doors in vain."""
    letters = [text_of(message) for message in tour.sink.messages if DI in str(message["To"])]

    assert any("/vote/" in letter for letter in letters)
    assert any("/propose/" in letter for letter in letters)
    assert any(address.startswith("p.") for address in tour.loot(DI).addresses)
    assert any(
        "/take/" in text_of(message) for message in tour.sink.messages if MALLORY in str(message["To"])
    )


def test_the_tour_has_the_key_to_the_address_that_was_mistyped(tour: Tour) -> None:
    letters = [text_of(message) for message in tour.sink.messages if MALLORY in str(message["To"])]

    assert any("/new-address/" in letter for letter in letters)


@pytest.mark.parametrize("whose", [DI, MALLORY])
def test_no_address_of_others_plays_or_tells(tour: Tour, whose: str) -> None:
    """Mallory is answered about the seat that she was offered, and nobody else hears of it."""
    before, told = kept_of(tour.friends, MALLORY), len(tour.sink.raw)
    addresses = tour.loot(whose).addresses

    for address in sorted(addresses):
        for line in LINES:
            tour.mail(address, line)
    tour.world.send(timedelta(seconds=1))

    assert len(addresses) >= 3
    assert kept_of(tour.friends, MALLORY) == before
    to_others = [str(message["To"]) for message in tour.sink.messages[told:]]
    answers = b"\n".join(tour.sink.raw[told:])
    assert [who for who in to_others if MALLORY not in who and "example.net" not in who] == []
    assert not [secret for secret in tour.secrets() if secret in answers]
