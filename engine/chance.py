"""Shuffles and numbers that follow from the match seed, exactly as `engine/RECORD.md` specifies them."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

WORD_RANGE = 1 << 32
SEATS = "chasqui/seats"  # the label of the draw of seats


def commitment(server_seed: bytes) -> str:
    return hashlib.sha256(server_seed).hexdigest()


def salt_hash(salt: str) -> str:
    """What others see of a salt before the match begins."""
    return hashlib.sha256(salt.encode()).hexdigest()


def match_seed(server_seed: bytes, salts: Sequence[str]) -> bytes:
    message = "\n".join(("chasqui/1", *salts)).encode()
    return hmac.digest(server_seed, message, "sha256")


class Stream:
    """The endless row of 32-bit numbers that belongs to one seed and one label."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._seed = seed
        self._prefix = label.encode() + b"\0"
        self._blocks = 0
        self._words: list[int] = []

    def _next_word(self) -> int:
        if not self._words:
            message = self._prefix + self._blocks.to_bytes(4, "big")
            block = hmac.digest(self._seed, message, "sha256")
            self._blocks += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, every one as likely as any other."""
        limit = WORD_RANGE - WORD_RANGE % n
        while True:
            word = self._next_word()
            if word < limit:
                return word % n


def shuffle(items: Sequence[T], label: str, seed: bytes) -> tuple[T, ...]:
    stream = Stream(seed, label)
    result = list(items)
    for i in range(len(result) - 1, 0, -1):
        j = stream.below(i + 1)
        result[i], result[j] = result[j], result[i]
    return tuple(result)


def drawn_by_lot(items: Sequence[T], salts: Sequence[str], server_seed: bytes) -> tuple[T, ...]:
    """The seats of the host's list, with their salts, as the draw of seats leaves them."""
    return shuffle(items, SEATS, match_seed(server_seed, salts))


def is_draw_of(order: Sequence[int], salts: Sequence[str], server_seed: bytes) -> bool:
    """Whether the draw gives the seats of a list the numbers 1, 2, 3 ...; `order`: the numbers in the list's
    order; `salts`: of seat 1, seat 2 ..., as in the record."""
    numbers = list(range(1, len(salts) + 1))
    if sorted(order) != numbers:
        return False
    in_list = [salts[number - 1] for number in order]
    return list(drawn_by_lot(order, in_list, server_seed)) == numbers
