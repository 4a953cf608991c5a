"""What somebody has struck through in a page is no order; a plain text beside it cannot show that."""

import pytest

from app.mail.read.html_text import html_to_text
from app.mail.read.incoming import read

HEAD = "From: bo@example.org\nTo: r.x@play.example\nSubject: Re: your turn\nMIME-Version: 1.0\n"


def lines(kind: str, body: str) -> list[str]:
    mail = f"{HEAD}Content-Type: {kind}\n\n{body}\n"
    return [line for line in read(mail.encode(), "bo@example.org").lines if line]


@pytest.mark.parametrize(
    "page",
    [
        "<s>torch</s> camp",
        "<p><strike>torch</strike> camp</p>",
        "<div><del>torch</del> camp</div>",
        '<span style="text-decoration: line-through">torch</span> camp',
        '<span style="text-decoration-line:underline line-through"><span>torch</span></span> camp',
    ],
)
def test_it_stands_between_marks(page: str) -> None:
    assert html_to_text(page).strip() == "~~torch~~ camp"


def test_each_line_of_it_has_them() -> None:
    assert html_to_text("<s>torch<br>torch</s><br>camp").split("\n") == ["~~torch~~", "~~torch~~", "camp"]


@pytest.mark.parametrize(
    "page",
    ['<span style="text-decoration:none">torch</span>', '<s></s><p class="line-through-not">torch</p>'],
)
def test_what_is_not_struck_has_none(page: str) -> None:
    assert html_to_text(page).strip() == "torch"


def test_the_page_counts_and_not_the_plain_text() -> None:
    plain = "--b\nContent-Type: text/plain\n\ntorch\ncamp\n"
    page = "--b\nContent-Type: text/html\n\n<div><s>torch</s></div><div>camp</div>\n--b--"

    assert lines("multipart/alternative; boundary=b", plain + page) == ["~~torch~~", "camp"]


def test_the_plain_text_counts_where_only_the_quote_is_struck() -> None:
    plain = "--b\nContent-Type: text/plain\n\ncamp\n\n> torch\n"
    page = "--b\nContent-Type: text/html\n\n<p>Camp!</p><blockquote><s>torch</s></blockquote>\n--b--"

    assert lines("multipart/alternative; boundary=b", plain + page) == ["camp"]


@pytest.mark.parametrize(
    "style", ["display: none", "visibility:hidden", "font-size:0", "font-size: 0;color:red"]
)
def test_what_nobody_sees_is_not_read(style: str) -> None:
    assert html_to_text(f'<p style="{style}">torch</p><p>Hello</p>').strip() == "Hello"


def test_small_letters_are_seen() -> None:
    assert html_to_text('<p style="font-size:0.8em">torch</p>').strip() == "torch"
