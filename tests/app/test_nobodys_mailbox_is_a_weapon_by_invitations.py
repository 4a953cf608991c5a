"""Nobody's mailbox is a weapon: whom invitations go to, what they say, and how they are refused for good."""

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from sqlmodel import select
from werkzeug.test import TestResponse

from app.mail.letter import ComposedLetter
from app.models import Letter, Refusal, Seat
from app.post.sender import prepare_letter
from app.services.people import refusals
from tests.world import Friends, World
from tests.world.letter_reader import Page
from tests.world.visitor import Visitor, local, marks, read, signed_in

VICTIM = "victim@third-party.example"


@pytest.fixture
def ana(world: World) -> Visitor:
    return signed_in(world, "ana@example.org")


# --- Invitations ---


def invite(host: Visitor, code: str, email: str) -> TestResponse:
    return host.post(f"/m/{code}/seat", {"position": 2, "what": "invite", "email": email})


def test_a_stranger_gets_few_invitations_whoever_sends_them(world: World) -> None:
    answers = []
    for name in ("ana", "bo", "cy", "di", "eve"):
        host = signed_in(world, f"{name}@example.org")
        answers.append(invite(host, host.open(), VICTIM.replace("@", f"+{name}@")))

    assert [answer.status_code for answer in answers] == [303] * 3 + [429] * 2
    assert "Share the link instead, or try again in 56 h" in read(answers[-1])


def test_inviting_again_and_again_sends_no_letter_more(world: World, ana: Visitor) -> None:
    code = ana.open()
    for _ in range(20):
        invite(ana, code, VICTIM)
        ana.post(f"/m/{code}/seat", {"position": 2, "what": "free"})

    assert len(world.letters("invitation")) == 3


def test_a_host_cannot_invite_the_whole_world(world: World, ana: Visitor) -> None:
    code = ana.open()
    answers = [invite(ana, code, f"somebody{number}@example.org") for number in range(25)]

    assert [answer.status_code for answer in answers] == [303] * 20 + [429] * 5
    assert "You have sent 20 invitations lately" in read(answers[-1])


def test_many_hosts_of_one_network_share_its_limit(world: World) -> None:
    for n in range(5):
        host = signed_in(world, f"host{n}@example.org")
        code = host.open()
        for m in range(10):
            invite(host, code, f"somebody{n}.{m}@example.org")

    assert len(world.letters("invitation")) == 40


# --- What an invitation says ---

BAIT = "Your bank https://evil.example/pay NOW"
PRIZE = "You won: claim@evil.example www.evil.example/win"


@pytest.fixture
def baited(world: World) -> ComposedLetter:
    world.friend("Ana", name=BAIT[:40])
    friends = world.open("incan-gold", 3, title=PRIZE, guests=[VICTIM, ""])
    return world.compose(friends.newest("invitation"))


def test_a_strangers_words_are_not_in_the_subject(baited: ComposedLetter) -> None:
    assert baited.subject == "You are invited to a match of Incan Gold"


def test_a_strangers_words_are_no_links(baited: ComposedLetter) -> None:
    assert "evil" in baited.text
    for words in (baited.text, Page(baited.html).text):
        assert not re.search(r"://evil|www\.\w|evil\.\w|\w@\w", words)
    assert not [link for link in Page(baited.html).links if "evil" in link]


@pytest.mark.parametrize("scheme", ["https://", "hthttps://tps://", "HTTP:/", "ftp:///", "é://", "a+b.c://"])
@pytest.mark.parametrize("host", ["evil.example", "evil。example", "127.0.0.1", "www.evil.example"])
def test_however_a_link_is_written_it_becomes_none(world: World, scheme: str, host: str) -> None:
    friends = world.open("incan-gold", 3, title=f"Win {scheme}{host}/x", guests=[VICTIM, ""])

    [line] = [row for row in world.compose(friends.newest("invitation")).text.splitlines() if "Win" in row]
    assert not re.search(r":/|\w[.。]\w", line)


def test_friends_who_have_played_together_see_who_invites_them(world: World) -> None:
    world.match()
    friends = world.open("tikal", 2, title="Sunday", guests=["bo@example.org"])

    assert world.compose(friends.newest("invitation")).subject == "Ana invites you to Tikal: Sunday"


# --- Refused for good ---


def refusal_of(world: World, friends: Friends) -> str:
    letter = world.compose(friends.newest("invitation"))
    assert letter.mailing_list
    assert letter.mailing_list.stop in letter.text
    return local(letter.mailing_list.stop)


@pytest.fixture
def refused(world: World) -> World:
    address = refusal_of(world, world.open("incan-gold", 3, title="Sunday", guests=[VICTIM, ""]))
    assert "refused" in marks(Visitor(world).post(address, {"List-Unsubscribe": "One-Click"}))
    return world


def test_looking_at_the_page_refuses_nothing(world: World) -> None:
    address = refusal_of(world, world.open("incan-gold", 3, title="Sunday", guests=[VICTIM, ""]))
    before = world.dump()

    shown = Visitor(world).get(address)

    assert "refused" not in marks(shown)
    assert VICTIM not in shown.text
    assert world.dump() == before


def test_one_click_refuses_all_hosts_for_good(refused: World) -> None:
    host = signed_in(refused, "mallory@example.org")
    code = host.open()
    refused.wait(timedelta(days=300))

    for spelling in (VICTIM, VICTIM.replace("@", "+again@"), VICTIM.upper()):
        answer = invite(host, code, spelling)
        assert answer.status_code == 400
        assert "share the link instead" in read(answer)


def test_one_click_declines_the_invitation_that_it_came_in(refused: World) -> None:
    with refused.house.reading() as session:
        assert "invited" not in session.exec(select(Seat.status)).all()


def test_an_invitation_that_waits_does_not_leave_to_a_mailbox_that_refuses(world: World) -> None:
    first = world.open("incan-gold", 3, title="Sunday", guests=[VICTIM, ""])
    address = refusal_of(world, first)
    world.open("tikal", 2, title="Monday", guests=[VICTIM])
    Visitor(world).post(address)

    world.send()

    assert {letter.dropped for letter in world.letters("invitation")} == {
        "the invitation does not stand any more",
        "wants no invitations",
    }


def test_refusing_makes_no_list_of_addresses(refused: World) -> None:
    with refused.house.reading() as session:
        [kept] = session.exec(select(Refusal)).all()

    assert "victim" not in str(kept)
    assert re.fullmatch("[0-9a-f]{32}", kept.mailbox)


def test_a_refusal_outlives_a_new_key(refused: World) -> None:
    old = refused.house.settings
    keys = ("a newer key of the tests, which is long enough", *old.keys)
    renewed = replace(refused.house, settings=replace(old, keys=keys))

    with renewed.reading() as session:
        assert refusals.refuses(session, renewed, VICTIM)


def test_only_its_owner_who_has_signed_in_allows_invitations_again(refused: World) -> None:
    owner = signed_in(refused, VICTIM)
    host = signed_in(refused, "ana@example.org")
    code = host.open()
    assert "refuses" in marks(owner.get("/me"))

    owner.post("/me/invitations", {"what": "allow"})

    assert "refuses" not in marks(owner.get("/me"))
    assert invite(host, code, VICTIM).status_code == 303


def test_nobody_allows_them_in_the_owners_place(refused: World) -> None:
    before = refused.dump()

    assert Visitor(refused).post("/me/invitations", {"what": "allow"}).status_code == 403
    assert refused.dump() == before


def test_a_rematch_leaves_the_seat_free_of_a_player_who_refuses(world: World) -> None:
    friends = world.match(size=3)
    friends.play()
    world.house.write(partial(refusals.refuse, house=world.house, email="bo@example.org"))
    ana = signed_in(world, "ana@example.org")

    answer = ana.act(f"/m/{friends.code}/rematch")

    assert answer.status_code == 200
    assert [letter.to for letter in world.letters("invitation")] == ["cy@example.org"]


def test_the_button_of_mail_programs_is_in_the_headers(mailing: World) -> None:
    mailing.open("incan-gold", 3, title="Sunday", guests=[VICTIM, ""])
    with mailing.house.reading() as session:
        letter = session.exec(select(Letter).where(Letter.kind == "invitation")).one()
        raw = prepare_letter(session, mailing.house, letter).raw.decode()

    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in raw
    assert re.search(r"List-Unsubscribe: <https://play\.example/refuse/", raw.replace("\r\n ", ""))
