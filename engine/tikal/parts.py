"""The parts of Tikal's actions: hexes, members, rotations, treasures, other players."""

from typing import NoReturn

from engine.speech import SEAT_LETTERS, later
from engine.tikal.pieces import HEXES, MOTIFS
from engine.words import Reader, fold, nearest, tokens

ALL_HEXES = frozenset(HEXES)
HOW_MANY = later("how many members? At least 1.")


def read_hex(reader: Reader) -> str:
    word = reader.tokens[reader.at]
    if word not in ALL_HEXES:
        reader.skip("small")
        word = reader.tokens[reader.at]
        if word not in ALL_HEXES:
            reader.fail("here I expect a hex: a column from a to h and a row from 1 to 5, like c4.")
    reader.at += 1
    return word


def read_hexes(reader: Reader, least: int) -> tuple[str, ...]:
    """All hexes that follow one another, at least so many."""
    begin = reader.at
    while reader.tokens[reader.at] in ALL_HEXES:
        reader.at += 1
    hexes = reader.tokens[begin : reader.at]
    while len(hexes) < least or looks_like_hex(reader):
        hexes.append(read_hex(reader))
    return tuple(hexes)


def looks_like_hex(reader: Reader) -> bool:
    if reader.tokens[reader.at] in ALL_HEXES:
        return True
    reader.skip("small")
    word = reader.tokens[reader.at]
    return len(word) == 2 and word[0].isalpha() and word[1].isdigit()


def read_members(reader: Reader) -> tuple[int, bool]:
    """Reads 3, L or 2+L, in any of the ways to write them."""
    index, words = reader.vocabulary.index, reader.tokens
    workers, leader = 0, False
    while word := words[reader.at]:
        meaning = index.get(word)
        if word.isdigit() and not workers:
            workers = reader.number(HOW_MANY)
            if not workers:
                reader.at -= 1
                reader.fail(HOW_MANY)
            if index.get(words[reader.at]) == "worker":
                reader.at += 1
            continue
        if meaning == "L":
            leader = True
        elif meaning == "worker":
            workers = workers or 1
        elif word != "+" and meaning != "small":
            break
        reader.at += 1
    if not workers and not leader:
        reader.fail("which members? A number of workers, L for the leader, or both, like 2+L.")
    return workers, leader


def write_members(workers: int, leader: bool) -> str:
    if not leader:
        return str(workers)
    return f"{workers}+L" if workers else "L"


def read_rotation(reader: Reader) -> int:
    """Reads r0 to r5; without any it is r0."""
    reader.skip("small")
    word = reader.tokens[reader.at]
    if len(word) > 1 and word[0] == "r" and word[1:].isdigit():
        number = word[1:].lstrip("0") or "0"
    elif reader.meaning() == "rotation":
        reader.at += 1
        number = reader.tokens[reader.at]
    elif word.isdigit():
        number = word
    else:
        return 0
    if number not in ("0", "1", "2", "3", "4", "5"):
        reader.fail("a rotation is one of r0 to r5: so many sixths of a turn, clockwise.")
    reader.at += 1
    return int(number)


def read_times(reader: Reader) -> int:
    """Reads x2; without it, once."""
    word = reader.tokens[reader.at]
    if word[:1] != "x":
        return 1
    if len(word) > 1:
        digits = word[1:].lstrip("0")
    else:
        reader.at += 1
        digits = reader.tokens[reader.at]
    if digits not in ("1", "2"):
        reader.fail("at most two on one hex in a turn: x2.")
    reader.at += 1
    return int(digits)


def write_times(times: int) -> str:
    return f" x{times}" if times > 1 else ""


def read_motif(reader: Reader) -> str:
    reader.skip("small")
    motif = reader.meaning()
    if motif not in MOTIFS:
        near = reader.vocabulary.nearest(reader.tokens[reader.at], MOTIFS)
        if near:
            reader.fail("this is no treasure; did you mean “{nearest}”?", nearest=near)
        reader.fail("here I expect a treasure: {known}.", known=", ".join(MOTIFS))
    reader.at += 1
    return motif


def read_seat(reader: Reader) -> int:
    """Reads another player: a seat's number or letter, or a name. A name can begin with a small word."""
    begin = reader.at
    while True:
        seat = _seat_by_name(reader) or _seat_by_number(reader)
        if seat is not None:
            return seat
        if reader.meaning() not in ("small", "seat"):
            break
        reader.at += 1
    for place in range(reader.at, begin - 1, -1):
        letter = reader.tokens[place].upper()
        if len(letter) == 1 and letter in SEAT_LETTERS:
            reader.at = place + 1
            return SEAT_LETTERS.index(letter) + 1
    return _fail_unknown_player(reader)


def _seat_by_name(reader: Reader) -> int | None:
    """The seat whose name stands here; the longest name counts, and a number alone is never a name."""
    lengths = {}
    for seat, name in enumerate(reader.names, 1):
        words = tokens(name)
        if (
            words
            and reader.tokens[reader.at : reader.at + len(words)] == words
            and not "".join(words).isdigit()
        ):
            lengths[seat] = len(words)
    longest = max(lengths.values(), default=0)
    fits = [seat for seat, length in lengths.items() if length == longest]
    if len(fits) > 1:
        reader.fail("two players have this name; say the seat's number.")
    reader.at += longest
    return fits[0] if fits else None


def _seat_by_number(reader: Reader) -> int | None:
    if not reader.tokens[reader.at].isdigit():
        return None
    return reader.number(later("here I expect the number of a seat."))


def _fail_unknown_player(reader: Reader) -> NoReturn:
    by_name = {fold(name): name for name in reader.names}
    near = nearest(reader.tokens[reader.at], by_name)
    if near:
        reader.fail("I know no such player; did you mean “{nearest}”?", nearest=by_name[near])
    reader.fail("with whom? Give a name or the number of a seat.")
