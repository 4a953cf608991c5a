"""./chasqui post, by hand and from a mail server's pipe."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from app.commands import migrate, post
from app.house import House, open_house
from app.mail.addresses import Addresses
from app.models import Mail
from app.post.smtp_server import LARGEST_MAIL
from app.services.inbox import intake
from app.serving import settings_or_exit
from tests.world import World

ROOT = Path(__file__).parents[3]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    for name in ("DATABASE_URL", "REDIS_URL", "CHASQUI_DATA"):
        monkeypatch.delenv(name, raising=False)
    assert migrate.main(["--data", str(tmp_path / "data")]) == 0
    made = open_house(settings_or_exit({"data": str(tmp_path / "data")}))
    yield made
    made.db.close()


@pytest.fixture
def to(house: House) -> str:
    friends = World(house).invite().sit()
    return Addresses(house.settings).reply(friends.answer_key(2))


def mail(folder: Path, *headers: str) -> str:
    file = folder / "mail.eml"
    file.write_bytes("\r\n".join(["From: bo@example.org", *headers, "", "help", ""]).encode())
    return str(file)


def hand_in(house: House, *arguments: str) -> int:
    return post.main([*arguments, "--data", str(house.settings.data)])


def mails(house: House) -> list[Mail]:
    with house.db.reading() as session:
        return list(session.exec(select(Mail)).all())


def test_a_file_is_taken_in_by_its_headers(house: House, to: str, tmp_path: Path) -> None:
    file = mail(tmp_path, f"To: Chasqui <{to}>")

    assert hand_in(house, file) == 0

    [taken] = mails(house)
    assert (taken.to, taken.sender) == (World(house).kept(to), "bo@example.org")
    assert intake.raw_of(house, taken) == Path(file).read_bytes()
    intake.read_due(house)
    assert mails(house)[0].outcome == "words"


def test_the_address_may_be_given(house: House, to: str, tmp_path: Path) -> None:
    file = mail(tmp_path, "To: somebody@example.org", "Return-Path: <>")

    assert hand_in(house, file, "--to", to.upper()) == 0

    assert [(taken.to, taken.sender) for taken in mails(house)] == [(World(house).kept(to), "")]


def test_twice_is_once(house: House, to: str, tmp_path: Path) -> None:
    file = mail(tmp_path, f"To: {to}")

    assert [hand_in(house, file) for _ in range(2)] == [0, 0]

    assert len(mails(house)) == 1


def test_what_is_for_nobody_is_refused_with_the_reason(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = mail(tmp_path, "To: r.aaaaaaaaaaaaaaaaaaaaaaaaaa@localhost")

    assert hand_in(house, file) == 1
    assert "no header names an address at localhost that is known" in capsys.readouterr().err
    assert hand_in(house, file, "--to", "bo@example.org") == 1
    assert "nobody here has the address bo@example.org; one looks like r." in capsys.readouterr().err
    assert not mails(house)


def test_what_is_too_large_is_refused(
    house: House, to: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "large.eml"
    file.write_bytes(f"To: {to}\r\n\r\n".encode() + b"x" * LARGEST_MAIL)

    assert hand_in(house, str(file)) == 1
    assert f"at most {LARGEST_MAIL} bytes" in capsys.readouterr().err


def test_a_file_that_is_not_there(house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert hand_in(house, str(tmp_path / "none.eml")) == 66
    assert "cannot be read" in capsys.readouterr().err


def test_a_mail_waits_outside_while_the_database_is_away(
    house: House, to: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with house.db.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE mail RENAME TO elsewhere")
    file = mail(tmp_path, f"To: {to}")

    assert hand_in(house, file) == 75
    assert "try again later" in capsys.readouterr().err

    missing = str(tmp_path / "no such folder")
    assert post.main([file, "--data", missing]) == 75
    assert "there is no such folder" in capsys.readouterr().err
    assert not Path(missing).exists()


def test_too_many_wait_outside(house: House, to: str, tmp_path: Path) -> None:
    said = [
        hand_in(house, mail(tmp_path, f"To: {to}", f"X-Number: {number}"))
        for number in range(intake.MOST_AN_HOUR + 1)
    ]

    assert said == [0] * intake.MOST_AN_HOUR + [75]


def test_a_mail_servers_pipe(house: House, to: str) -> None:
    command = [sys.executable, "-P", "-m", "app.commands.post", "-", "--data", str(house.settings.data)]
    raw = f"Delivered-To: {to}\nFrom: bo@example.org\n\nhelp\n".encode()

    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, input=raw, env=env, capture_output=True, check=False)

    assert done.returncode == 0, done.stderr
    assert [intake.raw_of(house, taken) for taken in mails(house)] == [raw]
