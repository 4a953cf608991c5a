"""The benches still run: each in small, for its figures are of no use here."""

import shutil
from pathlib import Path

import pytest

from app.printing.document import URL_SCHEME
from tests.bench import (
    backups,
    durability,
    engine,
    everything,
    house,
    pages,
    pictures,
    post,
    ringers,
    ringing,
    scale,
    service,
    size,
    strangers,
    updates,
    wins,
    words,
)
from tests.servers import POSTGRES_PROGRAMS, program


@pytest.mark.long
def test_engine(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(engine, "ROUNDS", 1)

    engine.main()

    assert "actions for each push_san" in capsys.readouterr().out


@pytest.mark.long
def test_updates(capfd: pytest.CaptureFixture[str]) -> None:
    updates.main(["3"])

    said = capfd.readouterr().out
    assert "Matches: 3 would be played again, and 0 of them set aside." in said
    assert "All is up to date." in said


def test_wins(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(wins, "SEATS", {"incan-gold": (3,)})

    wins.main(1)

    table = capsys.readouterr().out.splitlines()
    assert [line.split()[:4] for line in table[1:]] == [
        ["incan-gold", "3", strength, against]
        for strength in ("modest", "strong")
        for against in ("random", "former")
    ]


def test_one_table_has_the_aims_of_all(capfd: pytest.CaptureFixture[str]) -> None:
    status = everything.main(["_sample"])

    table = capfd.readouterr().out.splitlines()
    assert status == 0
    assert [line.split()[-1] for line in table if "of a sample" in line] == ["met", "MISSED", "MISSED"]
    assert table[-1] == "1 of 3 aims are met"


def test_a_bench_that_breaks_is_told_and_the_others_go_on(capfd: pytest.CaptureFixture[str]) -> None:
    assert everything.main(["_no_such", "_sample"]) == 1

    assert "the bench '_no_such' has ended with an error" in capfd.readouterr().out


def test_post(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(post, "MATCHES", {"tikal": 1, "incan-gold": 1})
    monkeypatch.setattr(post, "ROUNDS", 1)
    monkeypatch.setattr(post, "REPLIES", 2)

    post.main()

    said = capsys.readouterr().out
    assert all(kind in said for kind in (*post.AIMS, "composing, without picture"))
    assert "2 whole Tikal turns" in said


@pytest.mark.long
def test_size(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(size, "GAMES", ("incan-gold",))

    size.main(["1"])

    assert "1,000 such matches at once for a year" in capsys.readouterr().out


@pytest.mark.long
def test_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    small = {"CLIENTS": (2,), "ROUNDS": 1, "POSTS": 4, "MATCHES": 8}
    for name, amount in small.items():
        monkeypatch.setattr(service, name, amount)

    service.submissions("SQLite", tmp_path)

    said = capsys.readouterr().out
    assert all(kind in said for kind in (service.FLOOR, service.CHOICE, service.TURN))


@pytest.mark.long
def test_pages(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, amount in {"CLIENTS": (2,), "ROUNDS": 1, "SECONDS": 0.1, "MATCHES": 2, "PLAYED": 0.1}.items():
        monkeypatch.setattr(pages, name, amount)

    pages.main()

    said = capsys.readouterr().out
    assert all(kind in said for kind in (*pages.AIMS, "step", "report"))


@pytest.mark.long
def test_durability(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, amount in {"CLIENTS": (2,), "ROUNDS": 1, "POSTS": 4, "MATCHES": 8}.items():
        monkeypatch.setattr(service, name, amount)

    durability.main()

    said = capsys.readouterr().out
    assert all(way in said for way in durability.TITLES.values())


@pytest.mark.long
def test_backups(capfd: pytest.CaptureFixture[str]) -> None:
    program(next(map(str, POSTGRES_PROGRAMS.glob("*/bin/initdb")), None), "postgresql")

    backups.main(["3"])

    said = capfd.readouterr().out
    assert "move to SQLite, all replayed" in said


@pytest.mark.long
def test_a_house_is_light(capsys: pytest.CaptureFixture[str]) -> None:
    house.main(["--books", "1", "--seconds", "1"])

    said = capsys.readouterr().out
    assert "after 1 books" in said
    aims = [line for line in said.splitlines() if "of the aim" in line]
    assert len(aims) == 4
    assert not [line for line in aims if "MISSED" in line]


def test_strangers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    small = {"SECONDS": 0.3, "WARM_UP": 0.5, "MATCHES": 1}
    for name, amount in small.items():
        monkeypatch.setattr(strangers, name, amount)

    strangers.main(["slow headers"])

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


@pytest.mark.long
def test_scale_of_work(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    program(next(map(str, POSTGRES_PROGRAMS.glob("*/bin/initdb")), None), "postgresql")
    program(shutil.which("redis-server"), "redis-server")
    monkeypatch.setattr(scale, "WORKERS", (1, 2))

    scale.main(["work", "--due-letters", "40", "--due-clocks", "20", "--due-mails", "10"])

    said = capsys.readouterr().out
    assert said.count(": met") == 8


@pytest.mark.long
def test_scale_of_tables(capsys: pytest.CaptureFixture[str]) -> None:
    program(next(map(str, POSTGRES_PROGRAMS.glob("*/bin/initdb")), None), "postgresql")
    program(shutil.which("redis-server"), "redis-server")

    scale.main(["tables", "--asks", "2000", "--letters", "8000", "--mails", "60"])

    said = capsys.readouterr().out
    assert all(what in said for what in ("home of 20 matches", "/metrics", "/operator", "tidy: secrets"))


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
def test_pictures(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "PNGS", 1)
    prepare, _ = pictures.KINDS[kind]
    make = prepare()

    assert make()
