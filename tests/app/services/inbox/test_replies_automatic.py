"""Replies that no person has written, and those that only look so."""

import pytest

from app.mail.read.bounce import Bounce
from app.models import Player
from tests.world import World
from tests.world.mailer import Mailer


@pytest.mark.parametrize("why", ["auto-submitted", "null sender"])
def test_automatic_mail_changes_nothing_and_is_not_answered(incan: Mailer, why: str) -> None:
    assert incan.mail(1, "torch", automatic=why) == f"automatic: {why}"
    assert incan.mail(1, "torch", bounce=Bounce(True, "no such user")).startswith("automatic")

    assert incan.ask(1).answered_at is None
    assert not incan.friends.letters("reply")


@pytest.mark.parametrize("why", ["vacation notice", "list", "bulk", "challenge"])
def test_a_mail_that_looks_automatic_plays_its_orders(incan: Mailer, why: str) -> None:
    receipt = incan.receipt_for(1, "torch", perhaps_automatic=why, subject="On vacation, but here is my move")

    assert receipt.orders == "torch"


@pytest.mark.parametrize("text", ["I am away until Monday.", "torhc", "Please call Bo.\n\nAna"])
def test_a_mail_that_looks_automatic_and_has_no_orders_gets_no_answer(incan: Mailer, text: str) -> None:
    outcome = incan.mail(1, text, perhaps_automatic="vacation notice", subject="Out of office")

    assert outcome == "automatic, it seems: vacation notice"
    assert not incan.friends.letters("reply")


def test_a_mail_that_looks_automatic_is_no_sign_of_life(incan: Mailer) -> None:
    person = incan.friends.seat(1).player_id
    incan.world.change(Player, person, hard_bounces=2)

    incan.mail(1, "I am away until Monday.", perhaps_automatic="vacation notice", subject="Away until Monday")

    with incan.house.db.reading() as session:
        assert session.get_one(Player, person).hard_bounces == 2


def test_the_title_of_a_match_makes_no_mail_automatic(world: World) -> None:
    incan = Mailer(world.match("incan-gold", 3, title="Vacation 2026"))

    came = incan.came_of(
        1, "torhc", perhaps_automatic="vacation notice", subject="Vacation 2026: torch or camp"
    )

    assert came.not_understood
