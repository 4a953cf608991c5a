"""One answer for all who wait for the same page, and never an older one than they asked for."""

import pytest

from app.serving.alike import Alike, may_be_shared
from app.serving.arriving import Arriving

ASKED = b"GET /m/x HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_all_that_wait_are_answered_with_the_first() -> None:
    alike: Alike[str] = Alike()

    joined = [alike.joins("page", name) for name in ("first", "second", "third")]

    assert joined == [False, True, True]
    assert alike.begins("page") == ["second", "third"]


def test_who_comes_when_the_page_has_begun_gets_the_next_one() -> None:
    alike: Alike[str] = Alike()
    alike.joins("page", "first")
    alike.begins("page")

    assert [alike.joins("page", name) for name in ("late", "later")] == [True, True]
    assert alike.ends("page") == "late"
    assert alike.begins("page") == ["later"]
    assert alike.ends("page") is None
    assert not alike.joins("page", "afterwards")


@pytest.mark.parametrize(
    ("head", "shared"),
    [
        (b"HTTP/1.1 200 OK\r\nETag: x", True),
        (b"HTTP/1.1 304 NOT MODIFIED\r\nETag: x", True),
        (b"HTTP/1.1 200 OK\r\nSet-Cookie: session=x", False),
        (b"HTTP/1.1 200 OK\r\nCache-Control: no-store", False),
        (b"HTTP/1.1 303 SEE OTHER\r\nLocation: /x", False),
        (b"", False),
    ],
)
def test_what_is_for_one_reader_goes_to_one_reader(head: bytes, shared: bool) -> None:
    assert may_be_shared(head + b"\r\n\r\nSet-Cookie: in the page itself") is shared


@pytest.mark.parametrize(
    "said",
    [
        ASKED.replace(b"GET", b"POST"),
        ASKED.replace(b"\r\n\r\n", b"\r\nCookie: session=x\r\n\r\n"),
        ASKED.replace(b"\r\n\r\n", b"\r\nContent-Length: 1\r\n\r\nx"),
        ASKED.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        ASKED[:-1],
    ],
)
def test_only_a_plain_question_is_answered_together_with_others(said: bytes) -> None:
    assert Arriving(ASKED).plain_question == ASKED
    assert Arriving(said).plain_question == b""


def test_what_came_behind_a_question_is_the_next_one() -> None:
    arriving = Arriving(ASKED + b"GET /next HTTP/1.1\r\n")

    assert arriving.plain_question == ASKED
    assert bytes(arriving.behind().data) == b"GET /next HTTP/1.1\r\n"
