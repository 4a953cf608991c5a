"""Names that look alike, and addresses that no letter can reach."""

from functools import partial

import pytest

from app.problems import Problem
from app.services.lobby import seats
from app.services.people.accounts import checked_address, display_name, own_name
from tests.world import Friends, World

UNSEEN = ["\u200b", "\u200d", "\u2060", "\ufeff", "\u202e", "\u200f", "\u00ad", "\u3164", "\ufe0f", "\u034f"]
CYRILLIC_A, GREEK_O = "\u0410", "\u03bf"


@pytest.mark.parametrize("char", UNSEEN)
def test_a_name_has_nothing_that_cannot_be_seen(char: str) -> None:
    assert display_name(f"Al{char}ice{char}") == "Alice"
    with pytest.raises(Problem, match="1 to 40 characters"):
        display_name(char)


def test_a_letter_is_written_in_one_way() -> None:
    assert display_name("Zoe\u0308 Nova\u0301") == "Zo\u00eb Nov\u00e1"


@pytest.mark.parametrize("name", [f"{CYRILLIC_A}lice", f"B{GREEK_O}", "Ana Ev\u0430", "\uff21n\u0430"])
def test_a_word_of_several_alphabets_that_look_alike_is_refused(name: str) -> None:
    with pytest.raises(Problem, match="letters of several alphabets"):
        display_name(name)


@pytest.mark.parametrize(
    "name",
    ["Ana María", "Łukasz Żak", "Алиса", "Ελένη", "田中さん", "דוד", "Ana 🗿", "O’Neill-Ünal", "Алиса X"],
)
def test_names_of_all_languages_stay(name: str) -> None:
    assert display_name(name) == name


@pytest.mark.parametrize("name", ["Alice", "alice", "AIice", "A lice", "\uff21lice", "Al\u0456ce", "A1ice"])
def test_a_name_that_looks_like_another_of_the_match_gets_a_number(name: str) -> None:
    assert own_name(name, ["Bo", "Alice"]) == f"{name} 2"
    assert own_name(name, ["Bo", "Alice", "Alice 2"]) == f"{name} 3"
    assert own_name(name, ["Bo", "Cy"]) == name


def test_the_number_fits_into_the_longest_name() -> None:
    assert own_name("x" * 40, ["x" * 40]) == "x" * 37 + " 2"


def test_two_players_of_one_match_never_have_names_that_look_alike(world: World) -> None:
    names = ("Ana", "\u0410\u043d\u0430", "Ana\u200b")

    friends: Friends = world.invite(names=names).sit()

    assert [seat.name for seat in friends.seats()] == ["Ana", "\u0410\u043d\u0430", "Ana 2"]


def test_nobody_passes_for_a_bot(world: World) -> None:
    friends = world.open("incan-gold", 3, title="Sunday", guests=["", "bot"])
    dee = world.friend("Dee", name="Bot 3")

    joining = partial(seats.join, house=world.house, player_id=dee, join_key=friends.join_key)
    world.house.db.write(joining)

    assert [seat.name for seat in friends.seats()] == ["Ana", "Bot 3 2", "Bot 3"]


@pytest.mark.parametrize("name", ["\u0430na", "\uff41na", "zoë", "an\u0131", "\u212aen"])
def test_an_address_that_our_letters_cannot_reach_is_refused(name: str) -> None:
    with pytest.raises(Problem, match="Our letters cannot reach"):
        checked_address(f"{name}@example.org")


@pytest.mark.parametrize(
    "address", ["a\u200bna@example.org", "ana@exam\u202eple.org", "ana@\u00ad.org", "ana@ü..org"]
)
def test_an_address_with_what_cannot_be_seen_is_none(address: str) -> None:
    with pytest.raises(Problem, match="is not an email address"):
        checked_address(address)


def test_a_domain_is_stored_as_mail_servers_look_for_it() -> None:
    assert checked_address("Ana@MÜLLER.example") == "ana@xn--mller-kva.example"
    assert checked_address("ana@\uff45xample.org") == "ana@example.org"
    assert checked_address("ana@ex\u0430mple.org") == "ana@xn--exmple-4nf.org"


@pytest.mark.parametrize("address", ["ana@fa\u00df.example", "ana@FA\u1e9e.example", "ana@no\u03c2.example"])
def test_a_domain_that_is_two_is_not_guessed_at(address: str) -> None:
    with pytest.raises(Problem):
        checked_address(address)


def test_a_dot_behind_a_domain_makes_no_other_address() -> None:
    assert checked_address("ana@example.org.") == "ana@example.org"
    with pytest.raises(Problem):
        checked_address("ana@example.org..")
