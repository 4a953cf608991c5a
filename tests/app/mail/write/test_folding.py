"""Headers survive the way to the reader. The standard library's own folding fails what is asked here."""

import random
import re
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import getaddresses

import pytest

from app.mail.write.folding import POLICY
from app.mail.write.message import make_address

LETTERS = "aąbcćdeęfghijklłmnńoóprsśtuwyzźżáčďéěíňřšťúůýžAŁŚŽČ"
ENCODED_WORD = re.compile(rb"=\?.*?\?=", re.DOTALL)


def subjects(count: int) -> list[str]:
    """Polish and Czech words of all lengths, some with emoji, signs, or too long for a line."""
    chance = random.Random(7)
    rare = ["🐆", "=?utf-8?", "19:00", "(Praha)", "Tikal", ",", "x" * 90]

    def word() -> str:
        return (
            chance.choice(rare)
            if chance.random() < 0.1
            else "".join(chance.choices(LETTERS, k=chance.randint(1, 14)))
        )

    return [" ".join(word() for _ in range(chance.randint(1, 16))) for _ in range(count)]


def read(message: EmailMessage) -> EmailMessage:
    read = message_from_bytes(message.as_bytes(), policy=policy.default)
    assert isinstance(read, EmailMessage)
    return read


def written(**headers: object) -> EmailMessage:
    message = EmailMessage(policy=POLICY)
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    return message


def test_a_thousand_polish_and_czech_subjects_come_back_as_they_were() -> None:
    for subject in subjects(1000):
        assert read(written(Subject=subject))["Subject"] == subject


def test_no_encoded_word_is_over_75_octets_or_glued_to_another() -> None:
    for subject in subjects(1000):
        raw = written(Subject=subject).as_bytes()

        assert all(len(word) <= 75 for word in ENCODED_WORD.findall(raw))
        assert b"?==?" not in raw
        assert all(len(line) <= 100 for line in raw.splitlines())


def test_a_long_unsubscribe_address_stays_one_address() -> None:
    link = f"<https://play.example/stop/{'Ab_-' * 40}/go>"

    raw = written(List_Unsubscribe=link, Subject="Ř").as_bytes()

    assert link.encode() in raw
    assert b"List-Unsubscribe: <" in raw or b"List-Unsubscribe:\r\n <" in raw


def test_long_references_are_folded_at_their_blanks() -> None:
    ids = " ".join(f"<l.{n:032x}@play.example>" for n in range(5))

    message = written(References=ids)

    assert read(message)["References"] == ids
    assert max(len(line) for line in message.as_bytes().splitlines()) <= 78


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        'a" <x@evil.example>, "b',
        "Żółć Příšerně Žluťoučký kůň úpěl ďábelské",
        "🐆" * 40,
        "עברית و العربية",
        "=?utf-8?q?=41?=",
        "Smith, John \\",
        "a@b",
    ],
)
def test_a_name_is_one_name_of_one_address(name: str) -> None:
    raw = written(To=make_address(name, "ana@play.example")).as_bytes()

    # Python's newer reader keeps the blanks between encoded words, against RFC 2047; the older does not.
    [(phrase, addr_spec)] = getaddresses([message_from_bytes(raw)["To"]])
    assert (str(make_header(decode_header(phrase))), addr_spec) == (name, "ana@play.example")
    assert not message_from_bytes(raw, policy=policy.default)["To"].defects


def test_line_breaks_cannot_add_a_header() -> None:
    to = make_address("Ana\r\nBcc: x@evil.example", "ana@play.example")

    message = read(written(To=to))

    assert message["Bcc"] is None
    assert message["To"].addresses[0].display_name == "Ana Bcc: x@evil.example"
