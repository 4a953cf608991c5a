"""The form of a backup: JSON lines in a gzip file, so that `zcat` shows all of it.

    {"chasqui-backup":1,"schema":"0013","keys":null}
    {"table":"player","columns":[["created_at","time"],["email","text"], ...]}
    ["2026-05-31 12:00:00.000000","ana@example.org", ...]                        a row
    {"rows":1,"sha256":"..."}                                                    of the table's rows
    ...
    {"end":{"player":[1,"..."], ...},"sha256":"..."}                             of all lines before

The same content always has the same bytes. The file is made of blocks, each compressed by itself with a
checksum of its own, so that damage has a place.
"""

import hashlib
import json
import zlib
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from app.archive import Damaged, Refused, kinds

VERSION = 1
BLOCK = 1_000_000  # bytes of lines
PIECE = 65_536
LONGEST_LINE = 300_000_000
GZIP = 16 + zlib.MAX_WBITS
GZIP_MAGIC = b"\x1f\x8b"
TO_LINE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Shape(NamedTuple):
    """A table: its columns by name, each with its kind."""

    name: str
    columns: tuple[tuple[str, str], ...]

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.columns]

    @property
    def kinds(self) -> list[str]:
        return [kind for _, kind in self.columns]


class Sum(NamedTuple):
    """What a table's rows come to."""

    rows: int
    sha256: str


Manifest = dict[str, Sum]


@dataclass
class Summing:
    rows: int = 0
    hash: Any = field(default_factory=hashlib.sha256)

    def add(self, line: bytes) -> None:
        self.rows += 1
        self.hash.update(line)

    def sum(self) -> Sum:
        return Sum(self.rows, self.hash.hexdigest())


def line_of(value: Any) -> bytes:
    return f"{TO_LINE(value)}\n".encode()


class Writer:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._whole = hashlib.sha256()
        self._block: list[bytes] = []
        self._size = 0
        self.manifest: Manifest = {}

    def begin(self, schema: str, sealed_keys: Any = None) -> None:
        self._add(line_of({"chasqui-backup": VERSION, "schema": schema, "keys": sealed_keys}))

    def table(self, shape: Shape, lines: Iterable[bytes]) -> None:
        self._add(line_of({"table": shape.name, "columns": [list(column) for column in shape.columns]}))
        summing = Summing()
        for line in lines:
            summing.add(line)
            self._add(line)
        found = self.manifest[shape.name] = summing.sum()
        self._add(line_of(found._asdict()))

    def end(self) -> None:
        self._add(line_of({"end": self.manifest, "sha256": self._whole.hexdigest()}))
        self._write_block()

    def _add(self, line: bytes) -> None:
        self._whole.update(line)
        self._block.append(line)
        self._size += len(line)
        if self._size >= BLOCK:
            self._write_block()

    def _write_block(self) -> None:
        packer = zlib.compressobj(6, zlib.DEFLATED, GZIP)
        for line in self._block:
            self._file.write(packer.compress(line))
        self._file.write(packer.flush())
        self._block, self._size = [], 0


class Reader:
    """Reads a backup from its beginning to its end, and checks everything on the way."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._size = path.stat().st_size
        self._at = 0  # where the block begins that is being read
        self._where = "its first line"
        self._whole = hashlib.sha256()
        self._lines = self._all_lines()
        self.manifest: Manifest = {}
        with path.open("rb") as file:
            is_gzip = file.read(2) == GZIP_MAGIC
        header = self._object(self._next()) if is_gzip else {}
        if "chasqui-backup" not in header:
            raise Refused(f"{path} is no backup of this program, or its beginning is damaged")
        if header["chasqui-backup"] != VERSION:
            raise Refused(f"{path} was made by a newer version of this program: bring that one first")
        self.schema, self.sealed_keys = str(header.get("schema")), header.get("keys")

    def damaged(self, why: str) -> Damaged:
        return Damaged(
            f"{self._path} is damaged near byte {self._at:,} of {self._size:,}, {self._where}: {why}"
        )

    def tables(self) -> Iterator[tuple[Shape, Generator[list[Any]]]]:
        """The caller takes all rows of a table before the next one."""
        while True:
            before = self._whole.hexdigest()
            head = self._object(self._next())
            if "end" in head:
                return self._check_end(head, before)
            shape = self._shape(head)
            yield shape, self._rows(shape)
            if shape.name not in self.manifest:
                raise RuntimeError(f"{shape.name} was not read to its end")

    def check(self) -> Manifest:
        for _, rows in self.tables():
            for _ in rows:
                pass
        return self.manifest

    def _shape(self, head: dict[str, Any]) -> Shape:
        name, columns = head.get("table"), head.get("columns")
        is_new = isinstance(name, str) and name not in self.manifest
        if not (is_new and isinstance(columns, list) and all(map(_is_column, columns))):
            raise self.damaged("no table begins where one should")
        return Shape(str(name), tuple((column, kind) for column, kind in columns))

    def _rows(self, shape: Shape) -> Generator[list[Any]]:
        summing, width = Summing(), len(shape.columns)
        while True:
            self._where = f"table {shape.name}, row {summing.rows + 1:,}"
            line = self._next()
            if not line.startswith(b"["):
                break
            row = self._parsed(line)
            if len(row) != width or not all(map(kinds.fits, row, shape.kinds)):
                raise self.damaged("its values do not fit the columns")
            summing.add(line)
            yield row
        self._where = f"the end of table {shape.name}"
        if self._object(line) != summing.sum()._asdict():
            raise self.damaged("rows and checksum do not fit")
        self.manifest[shape.name] = summing.sum()

    def _check_end(self, head: dict[str, Any], whole: str) -> None:
        self._where = "its last line"
        sums = {name: list(found) for name, found in self.manifest.items()}
        if head != {"end": sums, "sha256": whole}:
            raise self.damaged("tables and checksums do not fit")
        if next(self._lines, None) is not None:
            raise self.damaged("something follows the end")

    def _next(self) -> bytes:
        line = next(self._lines, None)
        if line is None:
            raise self.damaged("the rest is missing")
        self._whole.update(line)
        return line

    def _parsed(self, line: bytes) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise self.damaged("a line cannot be read") from None

    def _object(self, line: bytes) -> dict[str, Any]:
        value = self._parsed(line)
        if not isinstance(value, dict):
            raise self.damaged("a line is not where it should be")
        return value

    def _all_lines(self) -> Iterator[bytes]:
        """Line by line, however long a block unpacks to."""
        left = bytearray()
        for data in self._unpacked():
            left += data
            if b"\n" in data:
                *lines, rest = bytes(left).split(b"\n")
                left = bytearray(rest)
                for line in lines:
                    yield line + b"\n"
            elif len(left) > LONGEST_LINE:
                raise self.damaged("a line has no end")
        if left:
            raise self.damaged("the last line is cut off")

    def _unpacked(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            packed = file.read(PIECE)
            while packed:
                unpacker = zlib.decompressobj(GZIP)
                while not unpacker.eof:
                    packed = packed or file.read(PIECE)
                    if not packed:
                        raise self.damaged("the rest is missing")
                    yield self._unpack(unpacker, packed)
                    packed = unpacker.unconsumed_tail
                packed = unpacker.unused_data or file.read(PIECE)
                self._at = file.tell() - len(packed)

    def _unpack(self, unpacker: Any, packed: bytes) -> bytes:
        try:
            data: bytes = unpacker.decompress(packed, BLOCK)
        except zlib.error as error:
            raise self.damaged(f"it cannot be unpacked ({error})") from None
        return data


def _is_column(column: Any) -> bool:
    return (
        isinstance(column, list)
        and len(column) == 2
        and isinstance(column[0], str)
        and isinstance(column[1], str)
        and column[1] in kinds.IN_JSON
    )
