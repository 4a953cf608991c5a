"""A file system that forgets at a power cut what was not written through.

    python -m tests.world.forgetful_disk PLACE

It speaks the kernel's FUSE protocol itself and keeps all files in memory, each twice: as programs see it, and
as the disk has it. A write changes the first alone; fsync of a file brings the second up to that, and fsync
of a folder its names. Commands come by standard input, a line each:

    keep                 as if everything had been written through
    refuse ERROR AFTER   so many more changes succeed, and then none: 28, the disk is full, and only names
                         can be taken away; 30, it is read-only; 0, all succeed again
    count FILE           writes into FILE how many changes there have been since the last "refuse"
    cut SEED FOLDER      the power goes: what the disk has is put into FOLDER, and from now on all that
                         programs ask for is an error. Of what was not written through, the SEED says which
                         sectors are there all the same, for a disk may write in any order; with 0, none are.
"""

import ctypes
import os
import select
import stat
import struct
import sys
from collections.abc import Callable
from errno import EINVAL, EIO, ENODEV, ENOENT, ENOSYS, EROFS
from itertools import count
from pathlib import Path
from random import Random

from tests.world.forgetful_node import SECTOR, Node

MOST = 128 * 1024  # bytes of a write
ROOT = 1
KEEP_CACHE = 2
MODE, SIZE, TIME = 1, 8, 32  # of what setattr may change
SAFE_FLAGS = 1 | 1 << 5  # reads in any order, large writes

LOOKUP, FORGET, GETATTR, SETATTR, MKNOD, MKDIR, UNLINK, RMDIR, RENAME = 1, 2, 3, 4, 8, 9, 10, 11, 12
OPEN, READ, WRITE, STATFS, RELEASE, FSYNC, FLUSH, INIT = 14, 15, 16, 17, 18, 20, 25, 26
OPENDIR, READDIR, RELEASEDIR, FSYNCDIR, CREATE, INTERRUPT, DESTROY = 27, 28, 29, 30, 35, 36, 38
BATCH_FORGET, RENAME2 = 42, 45
CHANGES = (SETATTR, MKNOD, MKDIR, UNLINK, RMDIR, RENAME, WRITE, CREATE, RENAME2)
NEEDS_ROOM = (MKNOD, MKDIR, WRITE, CREATE)
WITHOUT_ANSWER = (FORGET, BATCH_FORGET, INTERRUPT)


class Refused(Exception):
    """With the number of the error."""


class Disk:
    def __init__(self) -> None:
        self.numbers = count(ROOT)
        self.nodes: dict[int, Node] = {}
        self.root = self.made(stat.S_IFDIR | 0o755)
        self.is_cut = False
        self.changes = self.refuses_at = 0
        self.refuses_with = 0
        self.answers: dict[int, Callable[[Node, bytes], bytes]] = {
            LOOKUP: self.lookup,
            GETATTR: lambda node, asked: struct.pack("=QII", 3600, 0, 0) + attributes(node),
            SETATTR: self.change,
            MKNOD: lambda node, asked: self.enter(node, struct.unpack_from("=I", asked)[0], asked[16:]),
            MKDIR: lambda node, asked: self.enter(node, stat.S_IFDIR | 0o700, asked[8:]),
            UNLINK: self.forget_name,
            RMDIR: self.forget_name,
            RENAME: lambda node, asked: self.rename(node, asked, 8),
            RENAME2: lambda node, asked: self.rename(node, asked, 16),
            **dict.fromkeys((OPEN, OPENDIR), lambda node, asked: opened()),
            READ: self.read,
            READDIR: self.list,
            WRITE: self.write,
            STATFS: lambda node, asked: struct.pack("=5Q4I24x", *[2**20] * 5, 4096, 255, 4096, 0),
            FSYNC: self.sync,
            FSYNCDIR: self.sync,
            CREATE: self.create,
            **dict.fromkeys((RELEASE, FLUSH, RELEASEDIR, DESTROY), lambda node, asked: b""),
        }

    def made(self, mode: int) -> Node:
        node = Node(next(self.numbers), mode)
        self.nodes[node.number] = node
        return node

    # --- What the kernel asks ---

    def answer(self, kind: int, node: Node, asked: bytes) -> bytes:
        if kind == INIT:
            return struct.pack("=4I2H2I2H8I", 7, 31, MOST, SAFE_FLAGS, 16, 12, MOST, 1, 32, 0, *[0] * 8)
        if self.is_cut:
            raise Refused(EIO)
        if kind not in self.answers:
            raise Refused(ENOSYS)
        if kind in CHANGES:
            self.count(kind)
        return self.answers[kind](node, asked)

    def count(self, kind: int) -> None:
        self.changes += 1
        is_meant = self.refuses_with == EROFS or kind in NEEDS_ROOM
        if self.refuses_with and is_meant and self.changes > self.refuses_at:
            raise Refused(self.refuses_with)

    def lookup(self, node: Node, asked: bytes) -> bytes:
        return entry(self.child(node, name_in(asked)))

    def child(self, node: Node, name: str) -> Node:
        if name not in node.names:
            raise Refused(ENOENT)
        return node.names[name]

    def change(self, node: Node, asked: bytes) -> bytes:
        what, size, mode = *struct.unpack_from("=I12xQ", asked), struct.unpack_from("=I", asked, 68)[0]
        if what & SIZE:
            node.resize(size)
        if what & TIME:
            node.time = *struct.unpack_from("=Q", asked, 40), *struct.unpack_from("=I", asked, 60)
        if what & MODE:
            node.mode = stat.S_IFMT(node.mode) | stat.S_IMODE(mode)
        return self.answers[GETATTR](node, b"")

    def enter(self, folder: Node, mode: int, name: bytes) -> bytes:
        folder.names[name_in(name)] = made = self.made(mode)
        return entry(made)

    def create(self, folder: Node, asked: bytes) -> bytes:
        mode = struct.unpack_from("=2I", asked)[1]
        return self.enter(folder, stat.S_IFREG | stat.S_IMODE(mode), asked[16:]) + opened()

    def read(self, node: Node, asked: bytes) -> bytes:
        first, size = struct.unpack_from("=8xQI", asked)
        return bytes(node.data[first : first + size])

    def write(self, node: Node, asked: bytes) -> bytes:
        first, size = struct.unpack_from("=8xQI", asked)
        node.write(first, asked[40 : 40 + size])
        return struct.pack("=II", size, 0)

    def list(self, node: Node, asked: bytes) -> bytes:
        first, size = struct.unpack_from("=8xQI", asked)
        found = b""
        for place, (name, child) in enumerate([*node.names.items()][first:], first + 1):
            raw = name.encode()
            one = struct.pack("=QQII", child.number, place, len(raw), stat.S_IFMT(child.mode) >> 12) + raw
            one += bytes(-len(one) % 8)
            if len(found) + len(one) > size:
                break
            found += one
        return found

    def sync(self, node: Node, asked: bytes) -> bytes:
        node.sync()
        return b""

    def forget_name(self, folder: Node, asked: bytes) -> bytes:
        del folder.names[name_in(asked)]
        return b""

    def rename(self, folder: Node, asked: bytes, names: int) -> bytes:
        if names == 16 and struct.unpack_from("=8xI", asked)[0]:
            raise Refused(EINVAL)
        to = self.nodes[struct.unpack_from("=Q", asked)[0]]
        old, new = asked[names:].split(b"\0")[:2]
        to.names[new.decode()] = self.child(folder, old.decode())
        del folder.names[old.decode()]
        return b""

    # --- What the test says ---

    def keep(self) -> None:
        for node in self.nodes.values():
            node.sync()

    def refuse(self, error: int, after: int) -> None:
        self.refuses_with, self.refuses_at, self.changes = error, after, 0

    def cut(self, seed: int, into: Path) -> None:
        self.is_cut = True
        self._put_into(into, self.root, Random(seed) if seed else None)

    def _put_into(self, place: Path, folder: Node, chance: Random | None) -> None:
        place.mkdir(exist_ok=True)
        names = folder.names_on_disk
        if chance:  # a name may have got there by itself
            names = {**{name: node for name, node in folder.names.items() if chance.random() < 0.5}, **names}
        for name, node in names.items():
            if node.is_folder:
                self._put_into(place / name, node, chance)
            elif stat.S_ISREG(node.mode):
                (place / name).write_bytes(node.after_the_cut(chance))


def name_in(asked: bytes) -> str:
    return asked.split(b"\0")[0].decode()


def attributes(node: Node) -> bytes:
    size = len(node.data)
    times = (0, node.time[0], 0, 0, node.time[1], 0)
    kind = (node.mode, 2 if node.is_folder else 1, os.getuid(), os.getgid(), 0, 4096, 0)
    return struct.pack("=6Q10I", node.number, size, -(-size // SECTOR), *times, *kind)


def entry(node: Node) -> bytes:
    """Names and attributes may be remembered for an hour, for nobody else changes them."""
    return struct.pack("=4Q2I", node.number, 0, 3600, 3600, 0, 0) + attributes(node)


def opened() -> bytes:
    return struct.pack("=QII", 0, KEEP_CACHE, 0)


# --- The program ---


def mount(place: str) -> int:
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode=40000,user_id={os.getuid()},group_id={os.getgid()},allow_other"
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"forgetful", place.encode(), b"fuse.forgetful", 0, options.encode()):
        raise OSError(ctypes.get_errno(), "cannot mount", place)
    return device


def serve_one(device: int, disk: Disk) -> None:
    message = os.read(device, MOST + 4096)
    _, kind, unique, number = struct.unpack_from("=IIQQ", message)
    if kind in WITHOUT_ANSWER:
        return
    try:
        error, answer = 0, disk.answer(kind, disk.nodes.get(number, disk.root), message[40:])
    except Refused as refused:
        error, answer = -refused.args[0], b""
    os.write(device, struct.pack("=IiQ", 16 + len(answer), error, unique) + answer)


def obey(disk: Disk, said: list[str]) -> None:
    if said[0] == "keep":
        disk.keep()
    elif said[0] == "count":
        Path(said[1]).write_text(str(disk.changes))
    elif said[0] == "refuse":
        disk.refuse(int(said[1]), int(said[2]))
    else:
        disk.cut(int(said[1]), Path(said[2]))
    print("done", flush=True)


def main(place: str) -> None:
    device, disk = mount(place), Disk()
    print("done", flush=True)
    while True:
        for ready in select.select([device, sys.stdin], [], [])[0]:
            if ready == device:
                try:
                    serve_one(device, disk)
                except OSError as error:
                    if error.errno == ENODEV:  # it is not mounted any more
                        return
                    if error.errno != ENOENT:  # whoever asked has gone
                        raise
            elif line := sys.stdin.readline():
                obey(disk, line.split())
            else:
                return


if __name__ == "__main__":
    main(sys.argv[1])
