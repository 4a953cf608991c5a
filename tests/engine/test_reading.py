"""Reading orders: what people type in five languages and on any keyboard, and what is said otherwise."""

from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import OrderError, Unreadable
from engine.lexicon import lexicon
from engine.registry import GAMES, game
from engine.words import (
    LANGUAGES,
    LONGEST_TEXT,
    LOOKALIKES,
    TOKEN,
    Vocabulary,
    distance,
    fold,
    places,
    tokens,
)
from tests.engine.counting import calls

NAMES = ("Ana", "Błażej", "Čeněk von Ĺ", "Dörte")


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("TILE D3 R2;ENTER 3 A5", "tile d3 r2; enter 3 a5"),
        ("  tile   d3\tr2 ;;\r\n\r\n enter 3 a5 ; ", "tile d3 r2; enter 3 a5"),
        ("tile d3 r2, enter 3 a5, end.", "tile d3 r2; enter 3 a5; end"),
        ("tile d3 r2 enter 3 a5 move 2 a5 b4", "tile d3 r2; enter 3 a5; move 2 a5 b4"),
        ("Tile d3 (r2), then enter 3 into a5!", "tile d3 r2; enter 3 a5"),
        ("- tile d3 r2\n- enter 3 a5", "tile d3 r2; enter 3 a5"),
        ("* tile d3 r2\n* **enter 3 a5**", "tile d3 r2; enter 3 a5"),
        ("ｔｉｌｅ　ｄ３　ｒ２；ｅｎｄ", "tile d3 r2; end"),
        ("tile d3 r２; enter ٣ a5", "tile d3 r2; enter 3 a5"),
        ("“tile d3 r2”", "tile d3 r2"),
        ("tile\u00a0d3\u200b r2\u2028end", "tile d3 r2; end"),
        ("tile d3", "tile d3 r0"),
        ("tile d3 2", "tile d3 r2"),
        ("tile d3 r 2", "tile d3 r2"),
        ("tile d3 rotation 2", "tile d3 r2"),
        ("move 2 a5-b4-c4", "move 2 a5 b4 c4"),
        ("move 2 a5 – b4 — c4", "move 2 a5 b4 c4"),
        ("move 2 a5→b4→c4", "move 2 a5 b4 c4"),
        ("move 2 a5->b4 -> c4", "move 2 a5 b4 c4"),
        ("move 2 from a5 via b4 to c4", "move 2 a5 b4 c4"),
        ("move 2 workers and the leader from a5 to b4", "move 2+L a5 b4"),
        ("move L+2 a5 b4", "move 2+L a5 b4"),
        ("move 2 + l a5 b4", "move 2+L a5 b4"),
        ("enter leader a5", "enter L a5"),
        ("enter worker a5", "enter 1 a5"),
        ("dig c4 x2; dig c4 x 2; dig c4 ×2; dig c4 x1", "dig c4 x2; dig c4 x2; dig c4 x2; dig c4"),
        ("swap crown for mask with 3", "swap crown for mask with 3"),
        ("swap crown mask 3", "swap crown for mask with 3"),
        ("swap crown for mask with seat 3", "swap crown for mask with 3"),
        ("swap crown for mask with ana", "swap crown for mask with 1"),
        ("swap crown for mask with BLAZEJ", "swap crown for mask with 2"),
        ("swap crown for mask with Čeněk von L; end", "swap crown for mask with 3; end"),
        ("swap crown for mask with D", "swap crown for mask with 4"),
        ("guard c4 with L; guard d3 leader", "guard c4 L; guard d3 L"),
        ("guard c4 worker; guard d3 the leader", "guard c4; guard d3 L"),
        ("place tile d3 r2", "tile d3 r2"),
        ("place the tile on d3", "tile d3 r0"),
        ("tile d3 r02; dig c4 x02", "tile d3 r2; dig c4 x2"),
        ("bid 04", "bid 4"),
        ("end the turn", "end"),
        ("end of my turn 😀", "end"),
        ("I bid 4 points"[2:], "bid 4"),
        ("end my turn", "end"),
    ],
)
def test_many_ways_of_typing_read_as_one(typed: str, canonical: str) -> None:
    assert game("tikal").write(typed, NAMES) == canonical


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("połóż d3 obrót 2; wejdź 2 do a5", "tile d3 r2; enter 2 a5"),
        ("idź 2 robotników i lider z a5 do b4", "move 2+L a5 b4"),
        ("kop c4; weź e2; zamień koronę na maskę z 3", "dig c4; take e2; swap crown for mask with 3"),
        ("obóz d3; strażnik c4; licytuję 4; pasuję; wybierz B5; koniec", None),
        ("polož d3 otočení 2; vstup 2 a5", "tile d3 r2; enter 2 a5"),
        ("jdi 2 dělníci a vůdce z a5 do b4", "move 2+L a5 b4"),
        ("kopej c4; vezmi e2; vyměň korunu za masku s 3", "dig c4; take e2; swap crown for mask with 3"),
        ("tábor d3; stráž c4; nabízím 4; pasuji; vyber B5; konec", None),
        ("lege d3 gedreht 2; einsetzen 2 a5", "tile d3 r2; enter 2 a5"),
        ("ziehe 2 Arbeiter und Leiter von a5 nach b4", "move 2+L a5 b4"),
        ("grabe c4; nimm e2; tausche Krone für Maske mit 3", "dig c4; take e2; swap crown for mask with 3"),
        ("Lager d3; Wächter c4; biete 4; passe; wähle B5; Ende", None),
        ("poser d3 rotation 2; entrer 2 a5", "tile d3 r2; enter 2 a5"),
        ("déplacer 2 ouvriers et chef de a5 à b4", "move 2+L a5 b4"),
        (
            "creuser c4; prendre e2; échanger couronne pour masque avec 3",
            "dig c4; take e2; swap crown for mask with 3",
        ),
        ("camp d3; gardien c4; enchère 4; passer; choisir B5; fin", None),
    ],
)
def test_orders_are_understood_in_five_languages(typed: str, canonical: str | None) -> None:
    assert game("tikal").write(typed) == (canonical or "camp d3; guard c4; bid 4; pass; pick B5; end")


@pytest.mark.parametrize(
    ("typed", "at", "said"),
    [
        ("entr 3 a5 b4", "entr", "did you mean “enter”"),
        ("stawiam obzó w c4 i xyzzy", "obzó", "did you mean “obóz”"),
        ("swap crown for msak with", "msak", "did you mean “mask”"),
        ("swap crown for mask with Annna Bo", "Annna", "did you mean “Ana”"),
        ("xyzzy c4", "xyzzy", "I do not know this word"),
        ("enter 3 i9", "i9", "a column from a to h and a row from 1 to 5"),
        ("move 2 a5 b9", "b9", "a column from a to h and a row from 1 to 5"),
        ("move 2 a5", "", "Here I expect a hex"),
        ("enter a5", "a5", "L for the leader, or both"),
        ("enter 0 a5", "0", "At least 1"),
        ("enter 12345 a5", "12345", "too large"),
        ("bid -4", "-4", "a whole number"),
        ("dig c4 x-2", "-2", "at most two"),
        ("bid ≠ 4", "≠", "a whole number"),
        ("bid xyzzy", "xyzzy", "a whole number"),
        ("bid many", "many", "leaves open how many"),
        ("bid 4 5", "5", "the order before this is complete"),
        ("tile d3 r6", "r6", "r0 to r5"),
        ("dig c4 x3", "x3", "at most two"),
        ("pick H1", "H1", "like B5"),
        ("hello there", "", "no orders here"),
        ("enter 3 a5; xyzzy c4", "xyzzy", "orders begin with: tile, enter"),
        ("end xyzzy", "xyzzy", "the order before this is complete"),
        ("tile d3 r2 ж", "ж", "the order before this is complete"),
        ("🎲", "", "no orders here"),
        ("", "", "no orders here"),
        (" ;\n; ", "", "no orders here"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(typed: str, at: str, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        game("tikal").write(typed, NAMES)

    assert said in str(caught.value)
    assert typed[caught.value.start : caught.value.end] == at
    assert str(caught.value).endswith("Nothing was changed.")


def test_the_place_is_right_behind_characters_that_fold_to_more_or_fewer() -> None:
    typed = "ｔｉｌｅ d3\u200b r2; ﬁx it"

    with pytest.raises(Unreadable) as caught:
        game("tikal").write(typed)

    assert typed[caught.value.start : caught.value.end] == "ﬁx"


def test_two_players_of_one_name_are_told_apart_by_their_numbers() -> None:
    with pytest.raises(Unreadable, match="say the seat's number"):
        game("tikal").write("swap crown for mask with Eva", ("Eva", "éva"))

    assert game("tikal").write("swap crown for mask with 2", ("Eva", "éva")) == "swap crown for mask with 2"


NAMED = [
    "De Boer",
    "Von Trapp",
    "La Reina",
    "An",
    "Des",
    "Player One",
    "7 of 9",
    "A",
    "à la carte",
    "Ann Lee",
]


@pytest.mark.parametrize("name", NAMED)
def test_a_name_may_begin_like_a_small_word_or_a_number(name: str) -> None:
    names = ("Ann", "Bo", name)

    assert (
        game("tikal").write(f"swap crown for mask with {name}; end", names)
        == "swap crown for mask with 3; end"
    )
    assert game("tikal").write(f"swap crown mask {name}", names) == "swap crown for mask with 3"


def test_only_players_of_the_longest_name_that_fits_are_mixed_up() -> None:
    names = ("Ann", "Ann", "Ann Lee")

    assert game("tikal").write("swap crown for mask with Ann Lee", names) == "swap crown for mask with 3"
    with pytest.raises(Unreadable, match="say the seat's number"):
        game("tikal").write("swap crown for mask with Ann", names)


@pytest.mark.parametrize("letter", "ABCD")
def test_every_seat_has_a_letter(letter: str) -> None:
    seat = "ABCD".index(letter) + 1

    assert game("tikal").write(f"swap crown for mask with {letter}") == f"swap crown for mask with {seat}"


def test_a_players_number_counts_before_a_name_that_is_a_number() -> None:
    assert game("tikal").write("swap crown for mask with 2", ("2", "Bo")) == "swap crown for mask with 2"


def test_a_word_has_one_meaning_only() -> None:
    with pytest.raises(ValueError, match="'dos' means both 'one' and 'two'"):
        Vocabulary({"one": {"en": "uno dos"}, "two": {"es": "dos"}})


def test_every_alias_is_a_single_word_that_folds_to_itself() -> None:
    for name in GAMES:
        for alias in game(name).VOCABULARY.index:
            assert tokens(alias) == [alias]


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [("dig", "dig", 0), ("dgi", "dig", 1), ("entr", "enter", 1), ("", "abc", 3), ("tile", "camp", 4)],
)
def test_distance_counts_letters_to_mend(one: str, other: str, far: int) -> None:
    assert distance(one, other) == distance(other, one) == far


def test_a_text_of_any_length_is_refused_beyond_the_limit() -> None:
    with pytest.raises(Unreadable, match="too long"):
        game("tikal").write("end;" * LONGEST_TEXT)


# Words of all games and languages; there are thousands, so only some of those that mean the same.
WORDS = [
    word
    for package, language in product(GAMES.values(), LANGUAGES)
    for words in lexicon(package, language).listed.values()
    for word in words[:4]
]


anything = st.one_of(
    st.text(max_size=200),
    st.lists(
        st.sampled_from([*WORDS, "a5", "b4", "3", "L", "+", "x2", "r7", ";", "\n", "-4", "?", "é", "💥"])
    ).map(" ".join),
)


@pytest.mark.parametrize("name", GAMES)
@given(typed=anything)
def test_any_text_reads_or_is_refused(name: str, typed: str) -> None:
    rules = game(name)

    written, error = tried(name, typed)

    if error is None:
        assert rules.write(written) == written
    else:
        assert 0 <= error.start <= error.end <= len(typed)
        assert 0 < len(str(error)) < 1000


def tried(name: str, typed: str) -> tuple[str, OrderError | None]:
    try:
        return game(name).write(typed, NAMES), None
    except OrderError as error:
        return "", error


@given(typed=st.text(max_size=100))
def test_every_token_has_a_place_in_the_text(typed: str) -> None:
    found = places(typed)

    assert len(found) == len(tokens(typed))
    assert all(0 <= start < end <= len(typed) for start, end in found)
    assert fold(fold(typed)) == fold(typed)


@given(typed=st.text("aZx09 ;+-\n.'", max_size=40))
def test_plain_notation_is_split_as_all_other_text_is(typed: str) -> None:
    assert tokens(typed) == TOKEN.findall(fold(typed))
    assert fold(typed) == typed.lower().translate(LOOKALIKES)


NONSENSE = ["a", "é", "1", " ", ";", "+", "-1", "move 1 a5 ", "a5 ", "ż" * 50 + " ", "2+", "💥", "<", "x2"]
NONSENSE += ["swap bowl for vase with Ana von ", "bid 1 ", "enter 1+L a5;"]


@pytest.mark.parametrize("nonsense", NONSENSE)
@pytest.mark.parametrize("name", GAMES)
def test_work_grows_with_the_length_of_nonsense_and_no_faster(name: str, nonsense: str) -> None:
    """Counted in calls, which are the same on every machine: half the text, half the calls."""
    text = (nonsense * 10_000)[:10_000]
    tried(name, text[:200])  # the game's words have been read

    whole, half = (calls(partial(tried, name, typed)) for typed in (text, text[:5_000]))

    assert whole < 2.5 * half + 1000
