"""What can be meant otherwise than it reads is asked about, in each of the languages."""

import pytest

from engine.errors import OrderError
from engine.registry import game

NAMES = ("Ana", "Bo", "Petr")
REFUSED = "refused"


def read(text: str, name: str = "tikal", ask: str = "") -> str:
    try:
        return game(name).write(text, NAMES, ask)
    except OrderError:
        return REFUSED


# --- Where ---


@pytest.mark.parametrize(
    "typed",
    [
        "move 2 from a5 near c4",
        "move 2 from a5 next to c4",
        "move 2 from a5 to c4 around b4",
        "move 2 from a5 to c4 past b4",
        "tile below d3",
        "ziehe 2 von a5 neben c4",
        "déplace 2 de a5 près de c4",
        "déplace 2 de a5 à c4 en contournant b4",
        "przesuń 2 z a5 obok c4",
        "přesuň 2 z a5 vedle c4",
        "přesuň 2 z a5 na c4 kolem b4",
    ],
)
def test_a_place_near_a_hex_is_not_the_hex(typed: str) -> None:
    assert read(typed) == REFUSED


# --- How many ---


@pytest.mark.parametrize(
    "typed",
    [
        "enter 3 including the leader at a5",
        "enter 3 incl. leader a5",
        "setze 3 inklusive Leiter auf a5 ein",
        "fais entrer 3 dont le chef en a5",
        "wprowadź 3 w tym lidera na a5",
        "přiveď 3 včetně vůdce na a5",
    ],
)
def test_whether_the_leader_is_one_of_them_is_asked(typed: str) -> None:
    assert read(typed) == REFUSED


# --- When ---


@pytest.mark.parametrize(
    "typed",
    [
        "dig c4 last, move 2 a5 b4 first",
        "move 2 a5 b4, first I dig c4",
        "move 2 from a5 to b4, having dug c4",
        "dig c4 at the end, move 2 a5 b4",
        "grabe c4 zuletzt, ziehe erst 2 a5 b4",
        "ziehe 2 von a5 nach b4; grabe zuerst c4",
        "grabe c4, nachdem ich 2 von a5 nach b4 gezogen habe",
        "creuse c4 en dernier, déplace 2 de a5 à b4",
        "déplace 2 de a5 à b4, d'abord creuse c4",
        "przesuń 2 z a5 do b4; najpierw kop c4",
        "kop c4 na koniec, przesuń 2 z a5 do b4",
        "přesuň 2 z a5 na b4; nejdřív kopej c4",
        "kopej c4 nakonec, přesuň 2 z a5 na b4",
    ],
)
def test_orders_that_are_told_in_another_order_than_they_are_meant_are_not_played(typed: str) -> None:
    assert read(typed) == REFUSED


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("first move 2 a5 b4, then dig c4, finally camp d3", "move 2 a5 b4; dig c4; camp d3"),
        ("tile d3 r2. First I move 2 from a5 to b4, then I dig c4", "tile d3 r2; move 2 a5 b4; dig c4"),
        ("after moving 2 from a5 to b4, I dig c4", "move 2 a5 b4; dig c4"),
        ("I move 2 from a5 to b4 and dig c4 at the end", "move 2 a5 b4; dig c4"),
        ("dig the first level at c4, then move my last worker from a5 to b4", "dig c4; move 1 a5 b4"),
        ("finally dig c4 and camp d3", "dig c4; camp d3"),
        ("ich setze 3 auf a5 ein und grabe erst dann auf c4", "enter 3 a5; dig c4"),
        ("zuerst ziehe ich 2 von a5 nach b4, zum Schluss grabe ich c4", "move 2 a5 b4; dig c4"),
        ("nejdřív přesuň 2 z a5 na b4, nakonec kopej c4", "move 2 a5 b4; dig c4"),
    ],
)
def test_what_is_told_as_it_is_meant_is_read(typed: str, meant: str) -> None:
    assert read(typed) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "dig c4 at the end",
        "dig c4. End of mail.",
        "creuse c4 à la fin",
        "kop c4 na końcu",
        "kopej c4 na konci",
        "grabe c4. Ende der Durchsage.",
        "creuse c4. Fin du message.",
    ],
)
def test_an_end_of_something_else_does_not_end_the_turn(typed: str) -> None:
    assert read(typed) == "dig c4"


# --- A number alone ---


@pytest.mark.parametrize(
    "typed", ["4", "4!", "4 please", "four points", "Dobrze, 4.", "4 Punkte bitte", "alors 4"]
)
def test_a_bare_number_answers_an_auction(typed: str) -> None:
    assert read(typed, ask="bid") == "bid 4"


@pytest.mark.parametrize(
    "typed",
    [
        *("Good one!", "nice one", "one second", "two of us", "We are 4 today", "see you at 4", "I have 4"),
        *("I have 4 points", "4 is too much", "round 4", "4 of us are here", "over 4"),
        *("4 sind dabei", "Wir sind 4", "on est 4", "une bonne partie", "jsme 4", "jeden z nás", "4 je moc"),
    ],
)
def test_a_number_in_a_sentence_about_something_else_is_no_bid(typed: str) -> None:
    assert read(typed, ask="bid") == REFUSED


# --- Whose ---


@pytest.mark.parametrize(
    "typed", ["Bo: dig c4", "Bo: kop c4", "Bo: kopej c4", "bo : creuse c4", "Petr: grabe c4"]
)
def test_what_stands_behind_a_players_name_and_a_colon_is_that_players(typed: str) -> None:
    assert read(typed) == REFUSED


def test_a_choice_that_stands_behind_a_players_name_is_that_players() -> None:
    assert read("Bo: camp", "incan-gold") == REFUSED


# --- Examples, choices, signs ---


@pytest.mark.parametrize(
    "typed", ["e.g. dig c4", "z.B. grabe c4", "p. ex. creuse c4", "np. kop c4", "např. kopej c4"]
)
def test_an_example_is_no_order(typed: str) -> None:
    assert read(typed) == REFUSED


@pytest.mark.parametrize("typed", ["kopej c4 či c5", "first choice: dig c4\nsecond choice: dig c5"])
def test_a_choice_is_no_order(typed: str) -> None:
    assert read(typed) == REFUSED


@pytest.mark.parametrize("sign", "❓❔🤔🤷❌✗👎🚫")
def test_a_sign_that_asks_or_says_no_counts(sign: str) -> None:
    assert read(f"dig c4 {sign}") == REFUSED
    assert read(f"torch {sign}", "incan-gold") == REFUSED


@pytest.mark.parametrize("sign", "👍🔥✅😀")
def test_a_sign_that_says_nothing_else_does_not_matter(sign: str) -> None:
    assert read(f"dig c4 {sign}") == "dig c4"
    assert read(f"torch {sign}", "incan-gold") == "torch"


@pytest.mark.parametrize(
    "typed",
    [
        "I am back",
        "I'm back!",
        "I am staying with friends",
        "Je suis rentré",
        "jedeme na tábor",
        "Ich bleibe dran",
    ],
)
def test_where_somebody_is_in_life_is_no_choice(typed: str) -> None:
    assert read(typed, "incan-gold") == REFUSED


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("back", "camp"), ("I stay with the torch", "torch"), ("je rentre", "camp"), ("ich bleibe", "torch")],
)
def test_the_words_of_a_choice_are_read_all_the_same(typed: str, meant: str) -> None:
    assert read(typed, "incan-gold") == meant
