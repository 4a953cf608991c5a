"""The benches still run: each in small, for its figures are of no use here."""

from pathlib import Path

import pytest

from app.printing.document import URL_SCHEME
from tests.bench import durability, engine, pictures, post, ringers, ringing, service, strangers, wins, words
from tests.servers import POSTGRES_PROGRAMS, program


@pytest.mark.long
def test_engine(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(engine, "ROUNDS", 1)
    monkeypatch.setattr(wins, "MATCHES", 1)

    engine.main()

    assert "actions for each push_san" in capsys.readouterr().out


def test_post(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(post, "MATCHES", {"tikal": 1, "incan-gold": 1})
    monkeypatch.setattr(post, "ROUNDS", 1)
    monkeypatch.setattr(post, "REPLIES", 2)

    post.main()

    said = capsys.readouterr().out
    assert "composing included" in said
    assert "2 replies" in said


@pytest.mark.long
def test_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    small = {"CLIENTS": (2,), "ROUNDS": 1, "POSTS": 4, "MATCHES": 8}
    for name, amount in small.items():
        monkeypatch.setattr(service, name, amount)

    service.submissions("SQLite", tmp_path)

    said = capsys.readouterr().out
    assert all(kind in said for kind in (service.FLOOR, service.CHOICE, service.TURN))


@pytest.mark.long
def test_durability(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, amount in {"CLIENTS": (2,), "ROUNDS": 1, "POSTS": 4, "MATCHES": 8}.items():
        monkeypatch.setattr(service, name, amount)

    durability.main()

    said = capsys.readouterr().out
    assert all(way in said for way in durability.TITLES.values())


@pytest.mark.long
def test_strangers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = {"CHOSEN": ("slow headers",), "SECONDS": 0.3, "WARM_UP": 0.5, "MATCHES": 1}
    for name, amount in small.items():
        monkeypatch.setattr(strangers, name, amount)

    strangers.run(tmp_path)

    assert "slow headers" in capsys.readouterr().out


@pytest.mark.long
def test_ringing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    program(next(map(str, POSTGRES_PROGRAMS.glob("*/bin/initdb")), None), "postgresql")
    monkeypatch.setattr(ringing, "OPEN_ASKS", (1_000, 2_000))

    ringing.main()

    assert "times as long among the many" in capsys.readouterr().out


@pytest.mark.long
def test_ringers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    program(next(map(str, POSTGRES_PROGRAMS.glob("*/bin/initdb")), None), "postgresql")
    monkeypatch.setattr(ringers, "DUE", 80)
    monkeypatch.setattr(ringers, "WORKERS", (1, 2))

    ringers.main()

    assert "transactions a clock at most" in capsys.readouterr().out


def test_the_page_that_chromium_prints_has_all_that_it_needs() -> None:
    html = pictures.for_chromium()

    assert URL_SCHEME not in html
    assert html.count("data:font/ttf;base64,") == 4
    assert "data:image/svg+xml" in html


def test_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(engine, "ROUNDS", 1)
    monkeypatch.setattr(words, "LANGUAGES", ("en",))

    words.main()

    said = capsys.readouterr().out
    assert "tikal, en" in said
    assert "tikal: the same in notation" in said


@pytest.mark.parametrize("kind", ["SVG", "PNG", "page"])
def test_pictures(kind: str) -> None:
    prepare, _ = pictures.KINDS[kind]
    make = prepare()

    assert make()
