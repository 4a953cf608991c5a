"""What an address is understood as, whatever mail servers have done to it on its way."""

import hashlib
import hmac
from base64 import b32encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.mail.addresses import Address, Addresses
from app.models import post_key
from app.settings import Settings

HOUSE = Settings(sender="Chasqui <game@play.example>", keys=("first", "second"))
KEY = "abcdefghijklmnopqrstuvwx27"

ours = Addresses(HOUSE)


def test_a_reply_address_is_read_as_it_was_made() -> None:
    key = post_key()

    assert ours.read(ours.reply(key)) == Address("reply", key, f"r.{key}@play.example")


def test_an_address_to_end_letters_is_read_as_it_was_made() -> None:
    assert ours.read(ours.unsubscribe(KEY)) == Address("unsubscribe", KEY, f"u.{KEY}@play.example")


@given(letter_id=st.integers(1, 10**18 - 1))
def test_a_bounce_address_is_read_as_it_was_made(letter_id: int) -> None:
    made = ours.bounce(letter_id)

    assert ours.read(made) == Address("bounce", str(letter_id), made)
    assert len(made.partition("@")[0]) <= 64


@given(letter_id=st.integers(1, 10**18 - 1))
def test_an_invitations_address_is_read_as_it_was_made(letter_id: int) -> None:
    made = ours.invitation(letter_id)

    assert ours.read(made) == Address("invitation", str(letter_id), made)
    assert ours.read(made.replace("i.", "b.", 1)) is None


@pytest.mark.parametrize("domain", ["", "elsewhere.example"])
def test_the_address_that_letters_are_from_is_ours_whatever_the_domain_for_mail(domain: str) -> None:
    house = Addresses(Settings(sender="Chasqui <Game@play.example>", mail_domain=domain, keys=("first",)))

    assert house.here("GAME@play.example")
    assert house.read("<GAME@play.example>") == Address("service", "", "game@play.example")


@pytest.mark.parametrize(
    "changed",
    [
        f"R.{KEY.upper()}@PLAY.example",
        f"r+{KEY}@play.example",
        f"<r.{KEY}@play.example>",
        f" r.{KEY}@play.example\r\n",
    ],
)
def test_case_brackets_blanks_and_a_plus_do_not_matter(changed: str) -> None:
    assert ours.read(changed) == Address("reply", KEY, f"r.{KEY}@play.example")


def test_a_bounce_with_a_plus_and_in_capitals_is_understood() -> None:
    made = ours.bounce(17)

    assert ours.read(made.upper().replace("B.", "B+", 1)) == Address("bounce", "17", made)


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


def test_an_address_does_not_show_how_many_letters_there_are() -> None:
    made = [ours.bounce(number).partition("@")[0] for number in range(1, 100)]

    assert {len(local) for local in made} == {28}
    assert len({local[:7] for local in made}) == len({local[-7:] for local in made}) == 99


@given(sealed=st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=26, max_size=26))
def test_an_address_of_a_letter_cannot_be_guessed(sealed: str) -> None:
    assert ours.read(f"b.{sealed}@play.example") is None
    assert ours.read(f"i.{sealed}@play.example") is None


def test_one_letter_has_one_address() -> None:
    local = ours.bounce(17).partition("@")[0]
    others = [f"{local[:-1]}{last}@play.example" for last in "abcdefghijklmnopqrstuvwxyz234567"]

    assert [address for address in others if ours.read(address)] == [ours.bounce(17)]


def test_addresses_of_earlier_letters_are_still_read() -> None:
    """They had the number in clear, and a signature."""
    digest = hmac.digest(b"first", b"chasqui/invitation 17", hashlib.sha256)
    earlier = f"i.17.{b32encode(digest).decode().lower()[:16]}@play.example"

    assert ours.read(earlier) == Address("invitation", "17", earlier)
    assert ours.read(earlier.replace("i.17.", "i.18.")) is None


def test_a_bounce_is_still_known_after_the_house_has_a_new_key() -> None:
    before = Addresses(Settings(sender=HOUSE.sender, keys=("second",))).bounce(17)
    after = Addresses(Settings(sender=HOUSE.sender, keys=("first",))).bounce(17)

    assert ours.read(before) == Address("bounce", "17", before)
    assert ours.bounce(17) == after


def test_a_bounce_signed_by_another_house_is_not_known() -> None:
    foreign = Addresses(Settings(sender=HOUSE.sender, keys=("third",))).bounce(17)

    assert ours.read(foreign) is None


def test_what_is_here_is_told_from_what_is_elsewhere() -> None:
    assert ours.here("Anybody@Play.Example")
    assert not ours.here("anybody@elsewhere.example")
    assert not ours.here("anybody")


def test_mail_comes_in_for_a_domain_of_its_own_where_one_is_set() -> None:
    house = Addresses(Settings(sender=HOUSE.sender, keys=("first",), mail_domain="In.Play.Example"))

    assert house.reply(KEY) == f"r.{KEY}@in.play.example"
    assert house.read(f"r.{KEY}@play.example") is None
