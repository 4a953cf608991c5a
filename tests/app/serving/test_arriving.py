"""When all of a request is here: not before, not after, and however its bytes come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.serving.arriving import LARGEST_BODY, LARGEST_HEAD, Arriving

HEAD = b"POST /do/x/go HTTP/1.1\r\nHost: play.example\r\n"
WHOLE = [
    b"GET / HTTP/1.1\r\nHost: play.example\r\n\r\n",
    b"\r\nGET / HTTP/1.1\r\n\r\n",
    HEAD + b"Content-Length: 5\r\n\r\ntorch",
    HEAD + b"Content-Length: 0\r\n\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\ntorch\r\n0\r\n\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n3;a=b\r\ntor\r\n2\r\nch\r\n0\r\nX: y\r\n\r\n",
]


@pytest.mark.parametrize("request_", WHOLE)
@given(data=st.data())
def test_a_request_is_whole_with_its_last_byte_and_not_before(data: st.DataObject, request_: bytes) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(1, len(request_) - 1), max_size=6)))
    arriving = Arriving()

    for begin, end in zip([0, *cuts], [*cuts, len(request_)], strict=True):
        assert not arriving.is_whole
        arriving.add(request_[begin:end])

    assert arriving.is_whole


@pytest.mark.parametrize(
    "refused",
    [
        b"GET / HTTP/1.1\nHost: x\n\n",  # lines that do not end as they must
        HEAD + b"X: " + b"x" * LARGEST_HEAD,
        HEAD + b"Content-Length: 10000000\r\n\r\n",
        HEAD + b"Content-Length: ten\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc",
        HEAD + b"Transfer-Encoding: gzip\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nfffff\r\n" + b"x" * LARGEST_BODY,
    ],
)
def test_what_will_be_refused_is_not_waited_for(refused: bytes) -> None:
    assert Arriving(refused).is_whole


@given(st.binary(max_size=300), st.sampled_from([b"", HEAD, HEAD + b"Transfer-Encoding: chunked\r\n\r\n"]))
def test_any_bytes_are_looked_at(rest: bytes, begin: bytes) -> None:
    arriving = Arriving(begin)

    for byte in rest:
        arriving.add(bytes([byte]))

    assert bytes(arriving.data) == begin + rest
