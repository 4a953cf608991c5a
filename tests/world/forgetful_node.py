"""A file or folder of the forgetful disk, as programs see it and as the disk has it."""

import stat
from dataclasses import dataclass, field
from random import Random
from time import time_ns

SECTOR = 512
NANO = 10**9


@dataclass
class Node:
    number: int
    mode: int
    # By that of a file gunicorn sees whether a process lives, from the moment at which it has made the file.
    time: tuple[int, int] = field(default_factory=lambda: divmod(time_ns(), NANO))
    data: bytearray = field(default_factory=bytearray)
    on_disk: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)  # None: cut to that size
    names: dict[str, "Node"] = field(default_factory=dict)
    names_on_disk: dict[str, "Node"] = field(default_factory=dict)

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.mode)

    def write(self, first: int, data: bytes) -> None:
        put(self.data, first, data)
        self.pending.append((first, data))

    def resize(self, size: int) -> None:
        resize(self.data, size)
        self.pending.append((size, None))

    def sync(self) -> None:
        self.on_disk, self.pending = bytearray(self.data), []
        self.names_on_disk = dict(self.names)

    def after_the_cut(self, chance: Random | None) -> bytes:
        left = bytearray(self.on_disk)
        for first, data in self.pending if chance else ():
            assert chance
            if data is None:
                if chance.random() < 0.5:
                    resize(left, first)
                continue
            for start in range(0, len(data), SECTOR):
                if chance.random() < 0.5:
                    put(left, first + start, data[start : start + SECTOR])
        return bytes(left)


def put(into: bytearray, first: int, data: bytes) -> None:
    if first > len(into):
        resize(into, first)
    into[first : first + len(data)] = data


def resize(data: bytearray, size: int) -> None:
    del data[size:]
    data.extend(bytes(size - len(data)))
