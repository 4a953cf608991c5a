"""A mail as SMTP brings it, read in large pieces.

aiosmtpd keeps each line by itself, so that a mail of short lines takes a hundred times its size in memory.
"""

import re
from asyncio import LimitOverrunError, StreamReader

END_OF_MAIL = b"\r\n.\r\n"
STUFFED_DOT = re.compile(rb"(\A|\r\n)\.")  # RFC 5321, 4.5.2


class Unfit(Exception):
    """A mail that is not taken. It has been read to its end, and nothing of it is kept."""

    def __init__(self, is_too_large: bool) -> None:
        self.is_too_large = is_too_large  # or else a line is too long


async def read_mail(reader: StreamReader, largest: int, longest_line: int) -> bytes:
    content = bytearray()
    try:
        await _read_whole(reader, content, largest)
        if not content:
            raise Unfit(is_too_large=True)
        if re.search(rb"(?:\A|\n)[^\n]{%d}" % longest_line, content):
            raise Unfit(is_too_large=False)
        return STUFFED_DOT.sub(rb"\1", content.removesuffix(b".\r\n"))
    finally:
        content.clear()  # at once: where a client has left, the frame lives on with its error for a while


async def _read_whole(reader: StreamReader, content: bytearray, largest: int) -> None:
    is_whole = await _read_beginning(reader, content)
    size = len(content)
    while not is_whole:
        piece, is_whole = await _read_piece(reader)
        size += len(piece)
        content += piece
        if size > largest + len(END_OF_MAIL):
            content.clear()


async def _read_beginning(reader: StreamReader, content: bytearray) -> bool:
    """Up to a byte that no end of a mail can begin with, for that end begins with the end of a line."""
    while (first := await reader.readexactly(1)) in b".\r":
        content += first + await _read_line(reader)
        if content == b".\r\n" or content.endswith(END_OF_MAIL):
            return True
    content += first
    return False


async def _read_line(reader: StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n")
    except LimitOverrunError as error:
        return await reader.read(error.consumed)


async def _read_piece(reader: StreamReader) -> tuple[bytes, bool]:
    try:
        return await reader.readuntil(END_OF_MAIL), True
    except LimitOverrunError as error:
        return await reader.read(error.consumed), False
