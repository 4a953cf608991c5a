"""Every kind of letter, about real matches: what it says, in both its forms."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from functools import partial
from html import unescape
from inspect import getsource
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from sqlmodel import Session

from app.clock import now
from app.house import House
from app.letters import FUNCTIONS, ComposedLetter, _function_of
from app.mail.write.message import Posting, message_of
from app.models import Ask, Letter, Match, Seat
from app.services import outbox
from app.services.lobby import host_seats, seats
from app.services.matches import talk
from app.services.outbox.facts import TrialFacts
from app.services.outbox.kinds import KINDS
from app.services.people import new_address, signing_in
from app.services.play import host_actions
from tests.world import Friends, World
from tests.world.letter_reader import Page, links, without_board, words

TEMPLATES = Path(__file__).parents[3] / "templates/mail"
GAMES: list[tuple[str, dict[str, bool]]] = [("incan-gold", {}), ("tikal", {}), ("tikal", {"auction": True})]
MACRO = re.compile(r"{% macro (.*?\))")
PLAIN = r"https://play.example/(m/\w+(/record.jsonl|/report(#film)?)?|rules/[a-z-]+|me)"
POSTING = Posting("l.0123", datetime(2026, 11, 18, tzinfo=UTC), "play.example", "Chasqui <game@play.example>")
HOSTILE = (
    "<script>alert(1)</script>",
    "{{ 7 * 7 }} %(x)s {x} %s",
    "🐆" * 40,
    "שלום \u202e\u2066 عليكم",
)


# Their tests compose them: digests, replies, calendar entries, talk, and letters that come back.
LENT = set("lending borrowed returned given_back loan played".split())
ELSEWHERE = LENT | {
    "aside",
    "digest",
    "reply",
    "rsvp",
    "calendar",
    "said",
    "resting",
    "weekly",
    "proposed",
    "decided",
    "voted",
    "offered",
}


def letters_of(friends: Friends) -> Iterator[ComposedLetter]:
    """One of each kind, some of them in several cases, through a whole match."""
    compose = friends.compose
    yield compose(friends.newest("invitation"))
    friends.house.db.write(lambda s: signing_in.ask_to_sign_in(s, friends.house, "ana@example.org"))
    yield compose(friends.newest("sign_in"))
    friends.house.db.write(lambda s: outbox.put(s, "trial", "trial 1", TrialFacts(), to="ana@example.org"))
    yield compose(friends.newest("trial"))
    last, host_id = friends.seats()[-1], friends.match.host_id
    moving = partial(new_address.ask_for_address, player_id=host_id, email="ana@new.example")
    friends.house.db.write(partial(moving, house=friends.house))
    yield from (compose(friends.newest(kind)) for kind in ("new_address", "old_address"))
    invite = partial(host_seats.invite_to, house=friends.house, code=friends.code, host_id=host_id)
    again = partial(invite, position=last.position, email=last.email or "")
    token = friends.house.links.make("invitation", [last.key])
    friends.house.db.write(lambda s: seats.decline(s, friends.house, token))
    yield compose(friends.newest("declined"))
    friends.house.db.write(again)
    token = friends.house.links.make("invitation", [friends.seats()[-1].key])
    friends.house.db.write(lambda s: seats.accept(s, friends.house, token))
    free = partial(host_seats.free_seat, house=friends.house, code=friends.code, host_id=host_id)
    friends.house.db.write(partial(free, position=last.position))
    yield compose(friends.newest("removed"))
    friends.house.db.write(again)
    friends.sit().send()
    yield compose(friends.put("started", 2))
    friends.play(3)
    friends.house.db.write(lambda s: talk.say(s, friends.code, 1, "Well played!\n\ntorch <b>& camp</b>"))
    turn = friends.newest("your_turn")
    seat, facts = turn.facts["seat"], turn.facts
    yield compose(turn)
    for which in ("half", "fifth"):
        yield compose(friends.put("reminder", seat, turn=facts["turn"], which=which))
    yield compose(friends.put("deadline", seat, turn=facts["turn"]))
    yield from letters_of_waiting(friends, seat, facts["turn"])
    yield compose(friends.put("refused", seat, why="Action 2, “dig”: no.", orders="tile a3 r1"))
    yield compose(friends.put("receipt", friends.receipts()[-1].seat, receipt=1))
    yield compose(friends.put("open_turns", seat, mail="1@example.org", about="Re: Tikal", rows=["torch"]))
    host = friends.seat(1).player_id
    friends.house.db.write(lambda s: host_actions.pause(s, friends.house, friends.code, host))
    yield compose(friends.put("paused", seat))
    friends.house.db.write(lambda s: host_actions.resume(s, friends.house, friends.code, host))
    yield compose(friends.put("resumed", seat))
    friends.world.change(Seat, friends.seat(seat).id, deputy=True)
    yield compose(friends.put("reminder", seat, turn=facts["turn"], which="away"))
    friends.world.change(Seat, friends.seat(seat).id, deputy=False)
    friends.play(8).go_back(0, [seat])
    yield compose(friends.put("agreed", seat))
    friends.give_seat(seat, friends.world.friend("Dora"), "Dora")
    yield compose(friends.newest("new_hands"))
    yield compose(friends.newest("handed_over"))
    yield compose(friends.play().newest("result"))


def letters_of_waiting(friends: Friends, seat: int, turn: int) -> Iterator[ComposedLetter]:
    """As if one player were awaited for a week, and nobody had acted for longer."""
    match, ask, at = friends.match, friends.ask(seat), now()
    week = {"policy": "wait", "asked_on_at": at, "idle_at": at + timedelta(days=7)}
    friends.world.change(Match, match.id, **week)
    friends.world.change(Ask, ask.id, due_at=at - timedelta(days=8))
    yield friends.compose(friends.put("reminder", seat, turn=turn, which="late"))
    other = next(number for number in (1, 2, 3) if number not in friends.waiting_for())
    for kind in ("waiting", "go_on"):
        yield friends.compose(friends.put(kind, other))
    friends.world.change(Ask, ask.id, due_at=ask.due_at)
    friends.world.change(Match, match.id, policy=match.policy, asked_on_at=None)


@pytest.fixture(scope="module")
def composed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ComposedLetter]]:
    """The letters of a match of each game."""
    worlds = [World.new(tmp_path_factory.mktemp("house")) for _ in GAMES]
    more: dict[str, Any] = {"policy": "bot", "bank_seconds": 86400}
    matches = [
        world.invite(kind, options=options, **more)
        for world, (kind, options) in zip(worlds, GAMES, strict=True)
    ]
    yield [letter for friends in matches for letter in letters_of(friends)]
    for world in worlds:
        world.close()


def test_a_kind_is_a_line_in_the_table_a_function_and_a_folder_of_two_templates() -> None:
    folders = {file.parent.name for file in TEMPLATES.glob("*/subject.txt")}
    facts = {"session": Session, "house": House, "letter": Letter, "return": ComposedLetter}

    assert KINDS.keys() == FUNCTIONS.keys() == folders
    for kind, function in FUNCTIONS.items():
        assert (function.__name__, get_type_hints(function)) == (kind, facts)
        assert {file.name for file in (TEMPLATES / kind).iterdir()} == {"subject.txt", "body.jinja"}


def test_every_kind_is_composed_here_or_where_its_own_tests_are() -> None:
    composed_here = {
        kind for kind in KINDS if f'"{kind}"' in getsource(letters_of) + getsource(letters_of_waiting)
    }

    assert composed_here | ELSEWHERE == KINDS.keys()


def test_a_kind_without_a_function_is_found_when_the_program_starts() -> None:
    with pytest.raises(LookupError, match="'postcard' needs one function"):
        _function_of("postcard")


def test_a_text_has_every_part_of_a_page() -> None:
    # It has a few more, for lines that a page breaks by itself.
    assert parts_in("page") <= parts_in("text")
    assert files_in("page") == files_in("text")


def files_in(folder: str) -> set[str]:
    return {file.name for file in (TEMPLATES / folder).iterdir()}


def parts_in(folder: str) -> set[tuple[str, str]]:
    """Of each file its macros, with what they are given."""
    files = (TEMPLATES / folder).iterdir()
    return {(file.name, macro) for file in files for macro in MACRO.findall(file.read_text())}


def test_text_and_page_say_the_same(composed: list[ComposedLetter]) -> None:
    for letter in composed:
        said = without_board(letter.text) if letter.picture else letter.text
        page = Page(letter.html).text
        assert words(said) == words(without_board(page) if letter.picture else page), letter.subject


def test_text_and_page_lead_to_the_same_places(composed: list[ComposedLetter]) -> None:
    for letter in composed:
        assert links(letter.text) == Page(letter.html).links


def test_every_link_has_a_line_of_its_own_and_what_is_secret_ends_in_go(
    composed: list[ComposedLetter],
) -> None:
    for letter in composed:
        assert len(links(letter.text)) == letter.text.count("://")
        for link in links(letter.text):
            assert len(link) < 200
            assert link.endswith(("/go", "/board.pdf")) or re.fullmatch(PLAIN, link)


def test_every_letter_is_a_message_without_defects_and_not_too_large(composed: list[ComposedLetter]) -> None:
    for letter in composed:
        assert defects(letter) == []
        assert len(message_of(letter, POSTING)) < 200_000
        assert letter.picture is None or letter.alt in unescape(letter.html)


def defects(letter: ComposedLetter) -> list[object]:
    read = message_from_bytes(message_of(letter, POSTING), policy=policy.default)
    headers = [value for part in read.walk() for value in part.values()]
    return [defect for thing in (*read.walk(), *headers) for defect in thing.defects]


def test_nothing_is_loaded_or_run(composed: list[ComposedLetter]) -> None:
    for letter in composed:
        page = Page(letter.html)
        assert not page.tags & {"script", "link", "iframe", "form", "svg", "object"}
        assert not {name for name in page.attributes if name.startswith("on")}
        assert all(picture["src"] == "cid:board" for picture in page.pictures)
        assert "url(" not in letter.html
        assert "@import" not in letter.html


def test_styles_are_inlined_and_dark_mode_is_kept(composed: list[ComposedLetter]) -> None:
    for letter in composed:
        assert 'style="' in letter.html
        assert "prefers-color-scheme: dark" in letter.html
        assert len(letter.html) < 100_000  # Gmail shows no more


def test_the_seed_is_in_no_letter(friends: Friends) -> None:
    seed = friends.house.vault.decrypt(friends.match.locked_seed).hex()

    letter = friends.compose(friends.newest("your_turn"))

    assert seed not in letter.text + letter.html
    whole = friends.match.commitment
    assert f"\n{whole[:8]} {whole[8:]}\n" in letter.text
    assert f"\n{friends.match.head[:8]}" in letter.text


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_and_titles_do_no_harm(world: World, name: str) -> None:
    names = (name[:40], *(f"{part}{name}"[:40] for part in "BCD"))
    friends = world.invite(names=names)
    friends.world.change(Match, friends.match.id, title=f"{name}\r\nBcc: x@evil.example\u2028")

    for letter in letters_of(friends):
        assert words(without_board(letter.text)) == words(without_board(Page(letter.html).text))
        assert "script" not in Page(letter.html).tags
        assert not re.search(
            "[\r\u2028\u202a-\u202e\u2066-\u2069]", letter.subject + letter.text + letter.html
        )
        assert "\n" not in letter.subject
        assert defects(letter) == []
        assert "\nBcc" not in letter.text
