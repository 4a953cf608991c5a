"""Whoever has the database alone, without the service's keys, has no link, address or key that works."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import inspect, text
from sqlmodel import Session

from app.links import BY_TOKEN, BadLink
from app.mail.addresses import Addresses
from app.mail.read.incoming import Incoming
from app.post.sender import send_due
from app.problems import Problem
from app.services.inbox import astray, intake
from app.services.inbox.mailbox import newest_letters
from app.services.matches import find
from app.services.people import accounts, browsers, feeds, signing_in
from app.services.play.plans import set_plan
from tests.app.services.inbox.mails import bring
from tests.world import Friends, World
from tests.world.visitor import Visitor, signed_in

PURPOSES = sorted({door.strip("/") for door in BY_TOKEN} | {"board", "sign-in", "refuse", "feed", "join"})
DOMAIN = "play.example"
WORDS = re.compile(r"[A-Za-z0-9_.@:/~+=-]{8,}")


@pytest.fixture
def full(posting: Friends) -> Friends:
    """A running match with sealed answers, an open one, letters that have left, mails, feeds and browsers."""
    world = posting.world
    signed_in(world, "ana@example.org")
    for seat in posting.seats():
        world.house.db.write(partial(accounts.new_feed_key, player_id=seat.player_id or 0))
    posting.order(1, "camp")
    world.house.db.write(lambda s: set_plan(s, world.house, posting.code, 2, "always: torch"))
    world.invite("tikal", watch="players")
    world.house.db.write(lambda s: signing_in.ask_to_sign_in(s, world.house, "new@example.org"))
    send_due(world.house, 500)
    address = Addresses(world.house.settings).reply(posting.answer_key(3))
    bring(world.house, address, "torch", "1@example.org")
    bring(world.house, address, f"help me with {posting.link(3)}\n\n> {address}", "2@example.org")
    return posting


def stolen(world: World) -> set[str]:
    """Every word of every row that could be a key, and every part of it."""
    found: set[str] = set()
    with world.house.db.engine.connect() as connection:
        for table in inspect(connection).get_table_names():
            for row in connection.execute(text(f'SELECT * FROM "{table}"')).mappings():
                for value in strings(row.values()):
                    for word in WORDS.findall(value):
                        found |= {word, *re.split(r"[/@:=+]", word)}
    return {word for word in found if len(word) >= 8}


def strings(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, bytes):
            yield value.decode("latin-1")
        elif value is not None:
            yield value if isinstance(value, str) else json.dumps(value, default=str)


def opened_in_the_web(session: Session, world: World, word: str) -> list[str]:
    house, opened = world.house, []
    for purpose in PURPOSES:
        try:
            house.links.read(purpose, word)
            opened.append(purpose)
        except BadLink:
            pass
    if feeds.player_with_feed(session, house, word):
        opened.append("a feed")
    if browsers.player_of(session, word):
        opened.append("a browser")
    try:
        find.by_join_key(session, house, word)
        opened.append("a seat")
    except Problem:
        pass
    return opened


def opened_by_mail(session: Session, world: World, word: str) -> list[str]:
    house = world.house
    tried = [word, *(f"{kind}.{word}@{DOMAIN}" for kind in "rubi"), f"{word}@{DOMAIN}"]
    known = [each for each in tried if intake.known_address(session, house, each)]
    answering = Incoming(answers=(word, word.partition("@")[0]))
    if astray.letter_answered(session, house, answering):
        known.append(f"an answer to {word}")
    return [each for each in known if each != Addresses(house.settings).service]


def test_no_word_of_a_stolen_database_opens_a_door(full: Friends) -> None:
    words, world = stolen(full.world), full.world

    with world.house.db.reading() as session:
        opened = {word: opened_in_the_web(session, world, word) for word in words}
        by_mail = {word: opened_by_mail(session, world, word) for word in words}

    assert len(words) > 100
    assert {word: doors for word, doors in opened.items() if doors} == {}
    assert {word: doors for word, doors in by_mail.items() if doors} == {}


def test_the_true_keys_open_them(full: Friends) -> None:
    world, seat = full.world, full.seat(2)
    ours = Addresses(world.house.settings)
    letter = world.newest("your_turn")
    with world.house.db.reading() as session:
        player = accounts.find_player(session, seat.player_id)
        assert player
        key = feeds.feed_key(world.house, player)
        assert opened_in_the_web(session, world, key) == ["a feed"]
        assert opened_in_the_web(session, world, Friends(world, full.code).join_key) == ["a seat"]
        assert opened_by_mail(session, world, ours.reply(full.answer_key(2)))
        assert opened_by_mail(session, world, ours.unsubscribe(seat.post_key))
        assert opened_by_mail(session, world, ours.message_id(letter.message_id))


def test_what_stands_in_the_database_opens_no_page(full: Friends) -> None:
    visitor, seat = Visitor(full.world), full.seat(2)
    names = [full.match.join_key, seat.key, seat.post_key, seat.holder, *(ask.key for ask in full.all_asks())]
    doors = [f"/{purpose}/{name}/go" for purpose in PURPOSES for name in names]
    doors += [f"/join/{name}" for name in names] + [f"/feed/{name}/asks.xml" for name in names]

    assert {visitor.get(door).status_code for door in doors} == {404}


def test_letters_that_have_left_and_mails_that_were_read_have_no_text(full: Friends) -> None:
    intake.read_due(full.world.house)

    with full.world.house.db.reading() as session:
        left = [kept.letter for kept in newest_letters(session, 500) if kept.letter.sent_at]
    assert len(left) > 6
    assert all(letter.subject and not letter.text and not letter.html for letter in left)
