"""Quoted-printable is to the byte what the standard library writes."""

from email.message import EmailMessage

import pytest

from app.mail.write.folding import POLICY
from app.mail.write.quoted import quoted_printable


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one line",
        "plain\n" * 3 + "żółć\n" * 2 + "plain again\n",
        "ends with a blank \nand a tab\t\nž \n",
        "a" * 75 + "\n" + "b" * 76 + "\n" + "c" * 77 + "\n",
        "x" * 74 + "=" + "é" * 80,
        "a\r\nb\rc\n\n\n.\nFrom d\n",
        "\x85a\u2028b\x0bc\x0c",
    ],
)
def test_it_is_what_the_standard_library_writes(text: str) -> None:
    mail = EmailMessage(policy=POLICY)

    mail.set_content(text, cte="quoted-printable")

    assert quoted_printable(text) == mail.as_bytes().partition(b"\r\n\r\n")[2]
