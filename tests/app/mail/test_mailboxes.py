"""Which spellings of an address lead to the same mailbox."""

import pytest

from app.mail.mailboxes import folded


@pytest.mark.parametrize(
    "spelling",
    ["Ana.Perez@gmail.com", "anaperez+chess@gmail.com", "a.n.a.perez@GoogleMail.com", "anaperez@gmail.com."],
)
def test_spellings_of_one_mailbox_are_the_same(spelling: str) -> None:
    assert folded(spelling) == "anaperez@gmail.com"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana.perez@example.org", "anaperez@example.org"),
        ("ana@example.org", "ana@example.com"),
        ("+@example.org", "++@example.com"),
    ],
)
def test_other_mailboxes_are_others(one: str, other: str) -> None:
    assert folded(one) != folded(other)
