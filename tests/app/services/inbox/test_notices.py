"""Vacation notices and the like, from their bytes on: nothing is played, and nobody is answered."""

from functools import partial

import pytest

from app.mail.addresses import Addresses
from app.services.inbox import intake
from tests.app.mail.read.notices import ABOUT, CHALLENGES, PROGRAMS, SAYING_SO, SUBJECTS, TEXTS, mail
from tests.world import Friends, World


@pytest.fixture(params=["incan-gold", "tikal"])
def friends(world_on_sqlite: World, undrawn: None, request: pytest.FixtureRequest) -> Friends:
    return world_on_sqlite.match(request.param, 3)


def bring(friends: Friends, *mails: bytes) -> list[str]:
    """What comes of mails to the first player's turn."""
    to = Addresses(friends.house.settings).reply(friends.ask(1).key)
    for raw in mails:
        taking = partial(intake.take_in, house=friends.house, to=to, sender="ana@example.org", raw=raw)
        assert friends.house.write(taking)
        intake.read_due(friends.house)
    return friends.world.outcomes()


@pytest.mark.parametrize("language", TEXTS)
def test_a_vacation_notice_is_not_answered(friends: Friends, language: str) -> None:
    text = TEXTS[language]
    notices = [mail(subject, text) for subject in SUBJECTS[language]]
    notices += [mail(ABOUT, text, headers) for headers in PROGRAMS.values()]
    notices.append(mail(ABOUT, f"{text}\n\n{SAYING_SO[language]}"))

    outcomes = bring(friends, *notices)

    assert [outcome for outcome in outcomes if not outcome.startswith("automatic")] == []
    assert friends.ask(1).answered_at is None
    assert not friends.letters("reply")


def test_a_challenge_is_not_answered(friends: Friends) -> None:
    outcomes = bring(friends, *(mail(subject, text) for subject, text in CHALLENGES))

    assert {outcome.partition(":")[0] for outcome in outcomes} == {"automatic, it seems"}
    assert not friends.letters("reply")


@pytest.mark.parametrize(
    ("subject", "more"),
    [
        ("On vacation, but here is my move", ""),
        ("Re: Vacation 2026: your turn", ""),
        ("Re: Sunday", "List-Id: <friends.example.org>\n"),
        ("Re: Sunday", "Precedence: list\n"),
    ],
)
def test_orders_of_a_person_are_played_all_the_same(friends: Friends, subject: str, more: str) -> None:
    orders = "torch" if friends.match.game == "incan-gold" else friends.seen(1).examples[0]

    assert bring(friends, mail(subject, f"Hello!\n\n{orders}\n\nAna", more)) == ["receipt 1"]
    assert friends.letters("reply")
