"""A browser, and the service that it looks at: a real server on a free port, on a real SQLite file."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright
from werkzeug.serving import make_server

from tests.browser.people import Served
from tests.world.visitor import local_world

expect.set_options(timeout=60_000)  # a busy machine is no fault of the page

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


# Not for the whole session: while Playwright runs, nothing else in this thread can run an event loop.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if not program:
        pytest.skip("there is no Chromium here: install Debian's package chromium")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        except Error as error:
            pytest.skip(f"Chromium does not start: {error}")
        yield browser
        browser.close()


@pytest.fixture
def served(chromium: Browser, tmp_path: Path) -> Iterator[Served]:
    """With its friends, at the end of whose visits nothing may have gone wrong in their browsers."""
    world = local_world(tmp_path)
    server = make_server("127.0.0.1", 0, world.app, threaded=True)
    serving = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    serving.start()
    made = Served(world, chromium, f"http://127.0.0.1:{server.port}")
    yield made
    made.leave()
    server.shutdown()
    serving.join()
    server.server_close()
    world.close()
    assert made.wrong == []
