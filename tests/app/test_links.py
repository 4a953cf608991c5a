"""Signed links and secrets at rest: made and read side by side, with keys that can be changed."""

import pytest

from app.links import Action, BadLink, Links
from app.settings import Settings
from app.vault import CannotDecrypt, Vault

OLD, NEW = "o" * 40, "n" * 40
ACTION = Action("abc", 2, 7, 31, "bid 4")


def of(*keys: str) -> Settings:
    return Settings(keys=keys, url="https://play.example.org")


def token(links: Links, action: Action = ACTION) -> str:
    return links.action(action).split("/do/")[1].removesuffix("/go")


def test_a_link_reads_back_as_what_it_was_made_for() -> None:
    links = Links(of(OLD))

    assert links.read_action(token(links)) == ACTION


def test_an_address_has_a_fixed_end_and_is_short_enough_for_a_line() -> None:
    address = Links(of(OLD)).action(ACTION)

    assert address.startswith("https://play.example.org/do/")
    assert address.endswith("/go")
    assert len(address) < 200


def test_the_first_key_signs_and_all_are_accepted() -> None:
    before, after = Links(of(OLD)), Links(of(NEW, OLD))

    assert after.read_action(token(before)) == ACTION
    assert Links(of(NEW)).read_action(token(after)) == ACTION
    with pytest.raises(BadLink):
        before.read_action(token(after))


def test_a_link_of_one_purpose_is_none_of_another() -> None:
    links = Links(of(OLD))

    with pytest.raises(BadLink):
        links.read("sign-in", token(links))


def test_no_character_of_a_link_can_be_changed() -> None:
    links = Links(of(OLD))
    made = token(links)

    for at in range(len(made) - 1):  # the last character holds bits that mean nothing
        other = "A" if made[at] != "A" else "B"
        with pytest.raises(BadLink):
            links.read_action(made[:at] + other + made[at + 1 :])


@pytest.mark.parametrize("cut", ["", "a", ".", "..", "é", "\x00", "a" * 10_000])
def test_what_is_no_link_is_refused(cut: str) -> None:
    with pytest.raises(BadLink):
        Links(of(OLD)).read_action(cut)


def test_a_link_can_be_too_old() -> None:
    links = Links(of(OLD))

    assert links.read("sign-in", links.make("sign-in", [1, 0]), 3600) == [1, 0]
    with pytest.raises(BadLink, match="too old"):
        links.read("sign-in", links.make("sign-in", [1, 0]), -1)


def test_secrets_at_rest_outlive_a_change_of_keys() -> None:
    locked = Vault(of(OLD)).encrypt(b"the seed")

    assert "seed" not in locked
    assert Vault(of(NEW, OLD)).decrypt(locked) == b"the seed"
    with pytest.raises(CannotDecrypt):
        Vault(of(NEW)).decrypt(locked)
