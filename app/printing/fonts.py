"""The font of pictures and books: Source Sans Pro, from a package, so that they look the same everywhere."""

import font_source_sans_pro  # type: ignore[import-untyped]  # the package has no types

FAMILY = "Source Sans Pro"


def font_file(name: str) -> str:
    """The file of a face of the font: "Bold", "It"; "" is the regular one."""
    return str(font_source_sans_pro.font_files_ttf[f"SourceSansPro{name}"])
