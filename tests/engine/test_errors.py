"""An error is told in the reader's language, and speaks of the players by name where names are known."""

from engine.errors import Illegal
from engine.speech import NamedSeat, later
from tests.engine.tikal.positions import expedition, position, refused


class Shouting:
    """A language of capitals, which leaves the places of a text as they are."""

    def gettext(self, message: str, /) -> str:
        return message if "{" in message else message.upper()

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        return one if n == 1 else many


def test_a_seat_is_told_by_name_where_the_names_are_known() -> None:
    error = Illegal("it is {seat}’s turn.", seat=NamedSeat(2))

    assert error.reason(names=("Ana", "Bo")) == "it is Bo’s turn."
    assert error.reason() == "it is Seat 2’s turn."


def test_a_marked_value_is_translated_and_others_are_not() -> None:
    error = Illegal("{motif}, {typed}, {count}", motif=later("crown"), typed="crown", count=2)

    assert error.reason(Shouting()) == "CROWN, crown, 2"


def test_treasures_are_told_in_the_readers_language() -> None:
    state = position(seat_1=expedition(wafers="crown"), seat_2=expedition())

    for orders, motif in [("swap crown for mask with 2", "MASK"), ("swap mask for crown with 2", "MASK")]:
        assert motif in refused(state, orders).reason(Shouting())
    assert "CROWN" in refused(state, "swap crown for crown with 2").reason(Shouting())


def test_the_other_player_of_a_swap_is_told_by_name() -> None:
    state = position(seat_1=expedition(wafers="crown"), seat_2=expedition())

    reason = refused(state, "swap crown for mask with 2").reason(names=("Ana", "Bo"))

    assert reason == "you can only get a single treasure; mask: Bo has 0."
