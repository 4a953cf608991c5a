"""Lines that a mail program has broken, whole again: format=flowed (RFC 3676)."""

import re

SIGNATURE = "-- "
LEVEL = re.compile(r">*+")


def unflowed(lines: list[str], delete_space: bool) -> list[str]:
    """A line that ends in a blank goes on in the next, if that is quoted as deeply."""
    made, goes_on = list[list[str]](), ""
    for line in lines:
        level = LEVEL.match(line)
        assert level
        text = line[level.end() :].removeprefix(" ")  # put there to protect what looks like something else
        is_soft = text.endswith(" ") and text != SIGNATURE
        piece = text[:-1] if is_soft and delete_space else text
        if goes_on == level[0] + "|" and text != SIGNATURE:
            made[-1].append(piece)
        else:
            made.append([f"{level[0]} " if level[0] else "", piece])
        goes_on = level[0] + "|" if is_soft else ""
    return ["".join(pieces) for pieces in made]
