"""The canonical form of a value as JSON (the part of RFC 8785 that a record needs), and the hash chain."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NoReturn

_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
)
canonical = _ENCODER.encode


def chain_hash(line: Mapping[str, Any], previous: str) -> str:
    """A line's hash: over the hash of the line before it, and the line itself without its key `hash`."""
    without_hash = {**line}
    without_hash.pop("hash", None)
    return _hash(previous + canonical(without_hash))


def chain_hash_of_text(text: str, line: Mapping[str, Any], previous: str) -> str:
    """The same for a line whose canonical text is at hand: without the hash it is not written once more."""
    own = f'"hash":"{line["hash"]}",'
    if text.count('"hash":') == 1 and own in text:  # else a value has such a key, too, or nothing follows it
        return _hash(previous + text.replace(own, ""))
    return chain_hash(line, previous)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


DEEPEST = 10  # a record's values are nested two or three levels
TOO_DEEP = "nested far too deep"


class NotCanonical(ValueError):
    """A line of text is not the canonical form of any value that a record may hold; the message says why."""


def parse(line: bytes) -> Any:
    """The value of a canonical line. Raises NotCanonical if the line is anything else."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotCanonical(f"not UTF-8 at byte {error.start + 1}") from None
    if not text:
        raise NotCanonical("an empty line")
    if text.startswith("\ufeff"):
        raise NotCanonical("begins with a byte order mark")
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise NotCanonical(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise NotCanonical(TOO_DEEP) from None
    except NotCanonical:
        raise
    except ValueError:
        raise NotCanonical("holds a number of thousands of digits") from None
    if text.count("{") + text.count("[") > DEEPEST and _deeper_than(DEEPEST, value):
        raise NotCanonical(TOO_DEEP)
    if canonical(value) != text:
        raise NotCanonical(_difference(canonical(value), text))
    return value


def _deeper_than(levels: int, value: Any) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(levels == 0 or _deeper_than(levels - 1, part) for part in inner)


def _refuse_float(digits: str) -> NoReturn:
    raise NotCanonical(f"{digits[:20]} is not an integer")


_DECODER = json.JSONDecoder(parse_float=_refuse_float, parse_constant=_refuse_float)


def _difference(right: str, text: str) -> str:
    """Says where two texts begin to differ. A lone surrogate, which UTF-8 cannot hold, is found here too."""
    if any("\ud800" <= char <= "\udfff" for char in right):
        return "holds half of a surrogate pair"
    at = next(
        (n for n, (a, b) in enumerate(zip(right, text, strict=False)) if a != b), min(len(right), len(text))
    )
    right, text = right[at : at + 12], text[at : at + 12]
    return f"not in canonical form at character {at + 1}: {text!r} should be {right!r}"
