"""Joins the lines that a mail program has broken: format=flowed (RFC 3676)."""

import re

SIGNATURE = "-- "
LEVEL = re.compile(r">*+")


def unflow(lines: list[str], delete_space: bool) -> list[str]:
    """A line that ends in a blank goes on in the next line, if that one is quoted as deeply."""
    joined, goes_on = list[list[str]](), ""
    for line in lines:
        level = LEVEL.match(line)
        assert level
        text = line[level.end() :].removeprefix(" ")  # a blank that protects a line which looks like a quote
        is_soft = text.endswith(" ") and text != SIGNATURE
        piece = text[:-1] if is_soft and delete_space else text
        if goes_on == level[0] + "|" and text != SIGNATURE:
            joined[-1].append(piece)
        else:
            joined.append([f"{level[0]} " if level[0] else "", piece])
        goes_on = level[0] + "|" if is_soft else ""
    return ["".join(pieces) for pieces in joined]
