"""What an address is understood as, whatever mail servers have done to it on its way."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.keys import earlier_name, post_key
from app.mail.addresses import Address, Addresses, Between, earlier_message_id
from app.settings import Settings

HOUSE = Settings(sender="Chasqui <game@play.example>", keys=("first", "second"))
KEY = "abcdefghijklmnopqrstuvwx27"

LETTER = f"l.{17:032x}"
MESSAGE_IDS = st.binary(min_size=16, max_size=16).map(lambda data: f"l.{data.hex()}")

ours = Addresses(HOUSE)
SIGNED = ours.reply(KEY).partition("@")[0].removeprefix("r.")


def test_a_reply_address_is_read_as_it_was_made() -> None:
    key = post_key()

    assert ours.read(ours.reply(key)) == Address("reply", key, ours.reply(key))


def test_an_address_to_end_letters_is_read_as_it_was_made() -> None:
    assert ours.read(ours.unsubscribe(KEY)) == Address("unsubscribe", KEY, ours.unsubscribe(KEY))


@given(letter=MESSAGE_IDS)
def test_a_bounce_address_is_read_as_it_was_made(letter: str) -> None:
    made = ours.bounce(letter)

    assert ours.read(made) == Address("bounce", letter, made)
    assert len(made.partition("@")[0]) <= 64


@given(letter=MESSAGE_IDS)
def test_an_invitations_address_is_read_as_it_was_made(letter: str) -> None:
    made = ours.invitation(letter)

    assert ours.read(made) == Address("invitation", letter, made)
    assert ours.read(made.replace("i.", "b.", 1)) is None


@pytest.mark.parametrize("domain", ["", "elsewhere.example"])
def test_the_address_that_letters_are_from_is_ours_whatever_the_domain_for_mail(domain: str) -> None:
    house = Addresses(Settings(sender="Chasqui <Game@play.example>", mail_domain=domain, keys=("first",)))

    assert house.here("GAME@play.example")
    assert house.read("<GAME@play.example>") == Address("service", "", "game@play.example")


@pytest.mark.parametrize(
    "changed",
    [
        f"R.{SIGNED.upper()}@PLAY.example",
        f"r+{SIGNED}@play.example",
        f"<r.{SIGNED}@play.example>",
        f" r.{SIGNED}@play.example\r\n",
    ],
)
def test_case_brackets_blanks_and_a_plus_do_not_matter(changed: str) -> None:
    assert ours.read(changed) == Address("reply", KEY, f"r.{SIGNED}@play.example")


def test_a_bounce_with_a_plus_and_in_capitals_is_understood() -> None:
    made = ours.bounce(LETTER)

    assert ours.read(made.upper().replace("B.", "B+", 1)) == Address("bounce", LETTER, made)


@pytest.mark.parametrize(
    "strange",
    [
        "",
        "@",
        "r.@play.example",
        f"r.{KEY}",
        f"r.{KEY}@elsewhere.example",
        f"r.{KEY}@play.example.elsewhere.example",
        f"x.{KEY}@play.example",
        f"r-{KEY}@play.example",
        f"r.{KEY}a@play.example",
        f"r.{KEY[:-1]}1@play.example",
        f"r.{KEY}\n@play.example",
        f"r.{KEY[:-1]}\N{KELVIN SIGN}@play.example",
        "b.17.aaaaaaaaaaaaaaaa@play.example",
        "b.0.aaaaaaaaaaaaaaaa@play.example",
        "postmaster@play.example",
    ],
)
def test_anything_else_is_no_address_of_ours(strange: str) -> None:
    assert ours.read(strange) is None


@given(text=st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    assert ours.read(text) is None
    assert ours.read(f"{text}@play.example") is None


@given(name=st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=26, max_size=26))
def test_an_address_of_a_letter_cannot_be_guessed(name: str) -> None:
    for address in (name, f"{name}.{name[:16]}", "17", f"17.{name[:16]}"):
        assert ours.read(f"b.{address}@play.example") is None
        assert ours.read(f"i.{address}@play.example") is None


def test_one_letter_has_one_address() -> None:
    local = ours.bounce(LETTER).partition("@")[0]
    others = [f"{local[:-1]}{last}@play.example" for last in "abcdefghijklmnopqrstuvwxyz234567"]

    assert [address for address in others if ours.read(address)] == [ours.bounce(LETTER)]


def test_an_address_of_the_time_between_asks_is_for_one_holder_one_seat_and_one_turn() -> None:
    between = Between("abcdefghjk", 2, 17)
    made = ours.between(between, "holder")
    key = made.partition("@")[0].removeprefix("r.")

    assert ours.read(made.upper()) == Address("reply", key, made)
    assert ours.is_between(key, "holder") == between
    assert not ours.is_between(key, "another")
    assert not ours.is_between(key.replace(".17.", ".18."), "holder")
    assert not ours.is_between(key.replace(".2.", ".3."), "holder")


def test_a_bounce_is_still_known_after_the_house_has_a_new_key() -> None:
    before = Addresses(Settings(sender=HOUSE.sender, keys=("second",))).bounce(LETTER)
    after = Addresses(Settings(sender=HOUSE.sender, keys=("first",))).bounce(LETTER)

    assert ours.read(before) == Address("bounce", LETTER, before)
    assert ours.bounce(LETTER) == after


def test_a_bounce_signed_by_another_house_is_not_known() -> None:
    foreign = Addresses(Settings(sender=HOUSE.sender, keys=("third",))).bounce(LETTER)

    assert ours.read(foreign) is None


def test_what_is_here_is_told_from_what_is_elsewhere() -> None:
    assert ours.here("Anybody@Play.Example")
    assert not ours.here("anybody@elsewhere.example")
    assert not ours.here("anybody")


def test_mail_comes_in_for_a_domain_of_its_own_where_one_is_set() -> None:
    house = Addresses(Settings(sender=HOUSE.sender, keys=("first",), mail_domain="In.Play.Example"))

    assert house.reply(KEY).endswith("@in.play.example")
    assert house.read(house.reply(KEY).replace("@in.", "@")) is None


# --- What the database has is no address ---


@pytest.mark.parametrize(
    "made", [ours.reply(KEY), ours.unsubscribe(KEY), ours.bounce(LETTER), ours.invitation(LETTER)]
)
def test_what_is_kept_of_an_address_says_the_same_and_opens_nothing(made: str) -> None:
    address = ours.read(made)
    assert address
    kept = ours.kept(address)

    again = ours.read_kept(kept)
    assert again
    assert (again.kind, again.key) == (address.kind, address.key)
    outside = ours.read(kept)
    assert outside is None or outside.key != address.key


def test_what_is_kept_of_an_address_between_asks_is_for_the_holder_of_that_time() -> None:
    between = Between("abcdefgh23", 2, 7)
    address = ours.read(ours.between(between, "holder"))
    assert address
    kept = ours.kept(address, "holder")

    again = ours.read_kept(kept)
    assert again
    assert ours.is_between(again.key, "holder") == between
    assert ours.is_between(again.key, "other") is None
    assert ours.read(kept) is None


def test_an_address_without_a_signature_is_one_of_an_earlier_version() -> None:
    address = ours.read(f"r.{KEY}@play.example")

    assert address == Address("reply", earlier_name(KEY), f"r.{KEY}@play.example")
    assert ours.read(f"r.{earlier_name(KEY)}@play.example") != address


def test_a_message_id_needs_its_signature_too() -> None:
    made = ours.message_id(LETTER)

    assert ours.read_message_id(made) == LETTER
    assert ours.read_message_id(LETTER) == earlier_message_id(LETTER) != LETTER
    assert ours.read_message_id(f"{made[:-1]}{'a' if made[-1] != 'a' else 'b'}") is None


def test_addresses_of_all_keys_are_read_and_the_first_key_signs() -> None:
    rotated = Addresses(replace(HOUSE, keys=("third", "first")))

    assert rotated.read(ours.reply(KEY)) == ours.read(ours.reply(KEY))
    assert rotated.read_message_id(ours.message_id(LETTER)) == LETTER
    assert rotated.reply(KEY) != ours.reply(KEY)
    assert Addresses(replace(HOUSE, keys=("third",))).read(ours.reply(KEY)) is None
