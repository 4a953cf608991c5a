"""What an attribute of a picture says is read once: WeasyPrint reads the same numbers again for each element,
and a book has 25,000 of them.
"""

from functools import lru_cache
from importlib import import_module

from weasyprint import svg  # type: ignore[import-untyped]  # the library has no types

# Functions of plain values. Nobody changes what they return, which does not hold for `color`.
READERS = ("normalize", "size", "parse_url", "alpha_value", "transform")
# By name: some of these modules hide behind a function of the same name.
PARTS = ("utils", "bounding_box", "defs", "images", "path", "shapes", "text")
MOST = 20_000  # 4 MB


def prepare() -> None:
    utils, *others = (import_module(f"{svg.__name__}.{part}") for part in PARTS)
    for name in READERS:
        read = lru_cache(MOST)(getattr(utils, name))
        for place in (svg, utils, *others):
            if name in vars(place):
                setattr(place, name, read)
