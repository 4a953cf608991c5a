"""The letters of pictures and books: Source Sans Pro, from a wheel, so that they look the same everywhere."""

import font_source_sans_pro  # type: ignore[import-untyped]  # it declares none

FAMILY = "Source Sans Pro"


def face(name: str) -> str:
    """The file of a face; "" is the upright one."""
    return str(font_source_sans_pro.font_files_ttf[f"SourceSansPro{name}"])
