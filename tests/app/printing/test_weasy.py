"""Nothing is fetched when a page is printed, whatever stands in it."""

from pathlib import Path

import pytest

from app.printing.document import PrintJob, picture_address, print_on_one_page, print_pdf
from app.printing.weasy import AssetFetcher, NotHandedOver
from tests.app.services.books.printing import read, text

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'


def page(body: str, **more: object) -> PrintJob:
    html = f'<!doctype html><html lang="en"><head><title>A page</title></head><body>{body}</body></html>'
    return PrintJob(html, ("page.css",), {"square": PICTURE})


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "http://127.0.0.1:9/x",
        "https://example.org/",
        "data:image/png;base64,AAAA",
        "ftp://example.org/",
        "chasqui:font/../../etc/passwd",
        "chasqui:picture/round",
        "CHASQUI:picture/square",
        "/etc/passwd",
        "",
    ],
)
def test_only_what_was_handed_over_is_known(address: str) -> None:
    shelf = AssetFetcher({"square": PICTURE})

    with pytest.raises(NotHandedOver):
        shelf.fetch(address)


def test_a_page_cannot_bring_in_a_file_in_any_way(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret")
    style = tmp_path / "style.css"
    style.write_text("p::after { content: 'the secret' }")
    body = (
        f'<a rel="attachment" href="{secret.as_uri()}">x</a><link rel="attachment" href="{secret.as_uri()}">'
        f'<link rel="stylesheet" href="{style.as_uri()}"><style>@import url("{style.as_uri()}");</style>'
        f'<object data="{secret.as_uri()}"></object><img src="{secret.as_uri()}" alt="gone"><p>said</p>'
        f'<svg viewBox="0 0 9 9"><image href="{secret.as_uri()}"/></svg>'
    )

    made = print_pdf(page(body))

    assert not read(made).attachments
    assert "the secret" not in text(made)
    assert "said" in text(made)


def test_a_picture_that_was_handed_over_is_shown_with_its_words() -> None:
    with_it = print_pdf(page(f'<img src="{picture_address("square")}" alt="a square">'))
    without = print_pdf(page(f'<img src="{picture_address("round")}" alt="a square">'))

    assert with_it != without


def test_of_pages_the_first_that_fits_on_one_is_printed() -> None:
    long, short, shorter = (page(f"<p>{'word ' * count}</p>") for count in (9000, 90, 9))

    made = print_on_one_page([long, short, shorter])

    assert len(read(made).pages) == 1
    assert text(made).count("word") == 90
