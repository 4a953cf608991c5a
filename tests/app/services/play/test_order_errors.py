"""An error that waits in the database is told later: in another language, and by the names of then."""

import json

import pytest

from app.i18n.render import speech
from app.services.play.order_errors import OrderMistake
from engine.errors import Illegal
from engine.speech import NamedSeat, later
from tests.world import World
from tests.world.mailer import Mailer

WHY = "you can only get a single treasure; {motif}: {seat} has {count}."
ERROR = Illegal(WHY, motif=later("crown"), seat=NamedSeat(2), count=0)


@pytest.fixture
def mistake() -> OrderMistake:
    """As it comes back from the database."""
    data = OrderMistake.of(ERROR, "swap mask for crown with 2").to_json()
    return OrderMistake.from_json(json.loads(json.dumps(data)))


def test_what_is_translated_stays_marked_in_the_database(mistake: OrderMistake) -> None:
    assert speech("pl").gettext("crown") in mistake.tell(speech("pl"), ())
    assert "crown" not in mistake.tell(speech("pl"), ())


def test_a_seat_gets_its_name_when_the_error_is_told(mistake: OrderMistake) -> None:
    assert "crown: Bo has 0" in mistake.tell(speech("en"), ("Ana", "Bo"))
    assert "crown: Seat 2 has 0" in mistake.tell(speech("en"), ())


def test_an_answer_to_a_mail_names_the_player_whose_turn_it_is(world: World) -> None:
    friends = Mailer(world.match("tikal", 2, options={"auction": True}))

    friends.mail(1, "bid 1; end")

    assert "after bid 1 it is Bo’s turn" in " ".join(friends.answer().text.split())
