"""A checker of chance and chain, written from `engine/RECORD.md` alone: it uses nothing of the project."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

TREASURES: list[int | str] = [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17]
HAZARDS = "snake spider mummy fire rockfall".split()
MOTIFS = "bowl crown figurine jaguar knife mask necklace vase".split()
TIKAL = {"A": 6, "B": 6, "C": 5, "D": 5, "E": 5, "F": 5, "G": 4}


def chain_holds(text: str) -> bool:
    head = ""
    for line in text.removesuffix("\n").split("\n"):
        told = json.loads(line)["hash"]
        bare = line.replace(f'"hash":"{told}",', "", 1)
        head = hashlib.sha256((head + bare).encode()).hexdigest()
        if head != told:
            return False
    return True


def seed_fits(first: dict[str, Any], last: dict[str, Any]) -> bool:
    return hashlib.sha256(bytes.fromhex(last["server_seed"])).hexdigest() == str(first["commitment"])


def match_seed(first: dict[str, Any], last: dict[str, Any]) -> bytes:
    message = "\n".join(["chasqui/1", *first["salts"]]).encode()
    return hmac.new(bytes.fromhex(last["server_seed"]), message, hashlib.sha256).digest()


def numbers(seed: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        message = label.encode() + b"\0" + block.to_bytes(4, "big")
        row = hmac.new(seed, message, hashlib.sha256).digest()
        yield from (int.from_bytes(row[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def shuffled(items: list[Any], label: str, seed: bytes) -> list[Any]:
    row, items = numbers(seed, label), list(items)
    for i in range(len(items) - 1, 0, -1):
        n = i + 1
        j = next(word for word in row if word < 2**32 - 2**32 % n) % n
        items[i], items[j] = items[j], items[i]
    return items


def tiles(seed: bytes) -> list[str]:
    stack = []
    for group, count in TIKAL.items():
        stack += shuffled([f"{group}{n + 1}" for n in range(count)], f"tikal/tiles/{group}", seed)
    return stack


def wafers(seed: bytes) -> list[str]:
    return shuffled([motif for motif in MOTIFS for _ in range(3)], "tikal/treasures", seed)


def deck(seed: bytes, round: int, gone: list[str], artifacts: int) -> list[int | str]:
    hazards = [kind for kind in HAZARDS for _ in range(3 - gone.count(kind))]
    return shuffled([*TREASURES, *hazards, *["artifact"] * artifacts], f"incan-gold/round/{round}", seed)
