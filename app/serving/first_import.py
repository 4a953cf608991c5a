"""Imports what running needs, once, so that its bytecode is there for every start. The launcher runs it.

To compile all that is installed would take 40 MB more, most of it for what is never imported.
"""

from contextlib import suppress
from importlib import import_module

from app.serving.programs import SHARED


def main() -> None:
    for name in ("app.commands.serve", "app.migrations", "app.web", "app.printing.weasy", *SHARED):
        # Some read settings or a database when they are imported, and Pango may be missing.
        with suppress(Exception, SystemExit):
            if not name.startswith(("worker", "app.wsgi")):
                import_module(name)


if __name__ == "__main__":
    main()
