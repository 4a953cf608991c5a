"""The typeface of pages, pictures and books, from a package: they look the same on all machines."""

from importlib import import_module

FAMILY = "Source Sans Pro"


def font_file(name: str) -> str:
    """The file of a face of the font: "Bold", "It"; "" is the regular one."""
    package = import_module("font_source_sans_pro")
    return str(package.font_files_ttf[f"SourceSansPro{name}"])
