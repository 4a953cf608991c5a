"""A mail is read to its end, whatever pieces it comes in, and takes little more memory than its bytes."""

import asyncio
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.post.reading import Unfit, read_mail

LARGEST, LONGEST_LINE = 5_000_000, 1000
LINES = st.lists(
    st.sampled_from([b"", b".", b"..", b".x", b"torch", b"\r", b"a\rb", b"x.", b"\n"]), max_size=8
)


def received(*pieces: bytes, largest: int = LARGEST, limit: int = 64) -> tuple[bytes, bytes]:
    """The mail, and what is left for the next command."""

    async def read() -> tuple[bytes, bytes]:
        reader = asyncio.StreamReader(limit=limit)
        reading = asyncio.create_task(read_mail(reader, largest, LONGEST_LINE))
        for piece in pieces:
            reader.feed_data(piece)
            await asyncio.sleep(0)
        reader.feed_eof()
        try:
            return await reading, await reader.read()
        except Unfit as unfit:
            unfit.args = (await reader.read(),)
            raise

    return asyncio.run(read())


@given(LINES, st.lists(st.integers(1, 60), max_size=5))
def test_a_mail_is_the_same_in_any_pieces(lines: list[bytes], cuts: list[int]) -> None:
    mail = b"".join(line + b"\r\n" for line in lines if b"\r\n" not in line)
    sent = b"".join((b"." if line.startswith(b".") else b"") + line + b"\r\n" for line in lines)
    whole, places = sent + b".\r\nQUIT\r\n", sorted({0, *cuts})
    pieces = [whole[a:b] for a, b in zip(places, [*places[1:], len(whole)], strict=True)]

    assert received(*filter(None, pieces)) == (mail, b"QUIT\r\n")


def test_what_is_unfit_is_read_to_its_end() -> None:
    with pytest.raises(Unfit) as large:
        received(b"x\r\n" * 100, b".\r\nQUIT\r\n", largest=50)
    with pytest.raises(Unfit) as long_line:
        received(b"y" * (LONGEST_LINE + 1) + b"\r\n", b".\r\nQUIT\r\n")

    assert large.value.is_too_large
    assert not long_line.value.is_too_large
    assert large.value.args == long_line.value.args == (b"QUIT\r\n",)


def test_a_mail_of_short_lines_takes_no_more_memory_than_others() -> None:
    mail = b"x\r\n" * 1_000_000
    tracemalloc.start()
    try:
        received(mail, b".\r\n", limit=100_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert peak < 8 * len(mail)
