"""./chasqui doctor: what it says, what it ends with, and what it leaves alone."""

import os
import time
from pathlib import Path

import pytest

from app.commands import doctor
from app.db import schema_version
from app.doctor import machine, opening, public_address, rounds, sending, service
from app.doctor.findings import Finding, not_seen, right, status, warning, wrong
from app.doctor.report import lines_of, summary
from app.doctor.rounds import Check
from app.doctor.visit import secrets_of
from app.settings import Settings
from tests.servers import free_port
from tests.world import World
from tests.world.doctored import visit
from tests.world.served import OURS

DNS = f"127.0.0.1:{free_port()}"


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(OURS):
            monkeypatch.delenv(name)


def test_the_exit_status_is_that_of_the_worst_finding() -> None:
    assert status([right("a", ""), not_seen("b", "")]) == 0
    assert status([right("a", ""), warning("b", "")]) == 1
    assert status([warning("a", ""), wrong("b", "")]) == 2


def test_a_secret_is_not_printed_in_any_form_that_a_server_could_repeat() -> None:
    settings = Settings(smtp_url="smtp://anna:p%40ss%2Fword@mail.example:587", keys=("k" * 20,))
    said = "535 AUTH PLAIN AGFubmEAcEBzcy93b3Jk p@ss/word p%40ss%2Fword kkkkkkkkkkkkkkkkkkkk"

    [line] = lines_of(wrong("smtp", said), set(secrets_of(settings)))

    assert line.split()[2:] == ["535", "AUTH", "PLAIN", "…", "…", "…", "…"]


def test_what_a_server_says_cannot_move_the_cursor() -> None:
    assert "\x1b" not in "".join(lines_of(wrong("smtp", "\x1b[2J\x1b]0;x\x07 no", "a\x1bb")))


def test_what_to_type_is_told_as_root_would_on_a_machine_without_sudo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = wrong("clock", "Late.", "sudo timedatectl set-ntp true", "sudo -u chasqui ./chasqui doctor")
    monkeypatch.setenv("PATH", str(tmp_path))
    bare = [line.strip() for line in list(lines_of(found))[1:]]
    (tmp_path / "sudo").write_text("#!/bin/sh\n")
    (tmp_path / "sudo").chmod(0o755)

    usual = [line.strip() for line in list(lines_of(found))[1:]]

    assert bare == ["> timedatectl set-ntp true", "> runuser -u chasqui -- ./chasqui doctor"]
    assert usual == ["> sudo timedatectl set-ntp true", "> sudo -u chasqui ./chasqui doctor"]


def test_tables_that_are_too_old_are_not_told_to_fit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_version, "needed", lambda: "9999")
    with opening.visit(world.house.settings) as (at, before):
        found = {each.name: each for each in before}
        opening.close(at)

    assert found["schema"].grade == "wrong"
    assert "fit" not in found["database"].words


def test_nothing_is_made_where_no_service_has_ever_been(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = doctor.main(["--data", str(tmp_path / "none")])

    said = capsys.readouterr().out
    assert ended == 2
    assert "There is no database" in said
    assert not list(tmp_path.iterdir())


def test_wrong_settings_are_told_and_end_with_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHASQUI_URL", "play.example.org")

    assert doctor.main([]) == 2
    assert "begins with http" in capsys.readouterr().out


def test_keys_that_are_missing_are_told_in_the_words_of_the_service(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.match("incan-gold", 3)

    assert doctor.main(["--data", str(world.house.settings.folder)]) == 2
    assert "only its keys open the matches" in capsys.readouterr().out


def test_a_stopped_service_is_looked_at_as_far_as_it_goes(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    (world.house.settings.folder / "keys").write_text(world.house.settings.keys[0])

    assert doctor.main(["--data", str(world.house.settings.folder)]) == 2

    said = " ".join(capsys.readouterr().out.split())
    assert "The service does not run" in said
    assert "The keys open the matches" in said
    assert "No worker has ever said" not in said


def test_of_a_site_whose_database_is_away_the_rest_is_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    away = f"127.0.0.1:{free_port()}"
    site = {
        "CHASQUI_MODE": "production",
        "CHASQUI_KEYS": "abcdefghijklmnopqrstuvwxyz0123456789",
        "CHASQUI_URL": "https://play.example",
        "CHASQUI_SENDER": "Chasqui <chasqui@play.example>",
        "CHASQUI_SMTP_URL": f"smtp://{away}",
        "CHASQUI_DNS": away,
        "CHASQUI_DATA": str(tmp_path),
        "DATABASE_URL": f"postgresql://chasqui:hush-hush@{away}/chasqui",
        "REDIS_URL": f"redis://{away}/0",
    }
    for name, value in site.items():
        monkeypatch.setenv(name, value)

    assert doctor.main([]) == 2

    said = " ".join(capsys.readouterr().out.split())
    assert "The database cannot be read: connection failed" in said
    assert "The broker (Redis or Valkey) does not answer" in said
    assert "The service does not run." not in said
    assert "hush-hush" not in said


def test_a_damaged_file_is_told_as_fsck_tells_it(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    folder = world.house.settings.folder
    (folder / "keys").write_text(world.house.settings.keys[0])
    world.house.db.close()
    for path in folder.glob("chasqui.db*"):
        path.write_bytes(b"no database" * 1000)

    doctor.main(["--data", str(folder)])

    said = " ".join(capsys.readouterr().out.split())
    assert "chasqui.db is damaged, or no database of SQLite" in said
    assert "put back the last backup" in said


@pytest.mark.parametrize("name", ["smtp_url", "imap_url"])
def test_the_word_in_the_place_of_a_password_is_noticed(name: str) -> None:
    settings = visit(
        DNS, **{name: f"{name[:4]}s://anna%40provider.example:PASSWORD@mail.provider.example"}
    ).settings

    found = service.look_at_settings(settings)

    assert found.grade == "wrong"
    assert f"CHASQUI_{name.upper()} still has the word PASSWORD" in found.words


def test_of_a_service_on_another_port_it_says_how_to_name_it() -> None:
    at = visit(DNS, url=f"http://127.0.0.1:{free_port()}")
    at.runs, at.token = True, "token"

    [found] = public_address.look(at)

    assert "name that port" in found.words
    assert found.to_type == ("CHASQUI_URL=http://127.0.0.1:PORT ./chasqui doctor",)


def test_for_the_domain_of_a_mailbox_no_key_is_to_be_made() -> None:
    mailbox = {
        "sender": "anna@play.example",
        "imap_url": "imaps://anna%40play.example:hush@imap.mail.example",
    }

    [found] = sending.look_at_dkim(visit(DNS, smtp_url="smtp://smtp.mail.example:587", **mailbox))

    assert found.to_type == ()
    assert "See whether smtp.mail.example signs them" in found.words


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to somebody else")
def test_a_database_of_another_user_is_not_opened(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    folder = world.house.settings.folder
    (folder / "keys").write_text(world.house.settings.keys[0])
    before = sorted(path.name for path in folder.iterdir())
    os.chown(folder, 65534, 65534)

    assert doctor.main(["--data", str(folder)]) == 2

    assert "-u nobody" in capsys.readouterr().out
    assert sorted(path.name for path in folder.iterdir()) == before


def test_a_look_that_hangs_or_breaks_keeps_no_other_from_being_told() -> None:
    def hangs(at: object) -> list[Finding]:
        time.sleep(3)
        return []

    def breaks(at: object) -> list[Finding]:
        raise ValueError("a record of a new kind")

    checks = [Check("slow", hangs, 0.1), Check("odd", breaks), Check("good", lambda at: [right("good", "")])]
    begun = time.monotonic()

    found = {each.name: each for each in rounds.go_round(visit(DNS), checks)}

    assert time.monotonic() - begun < 3
    assert (found["slow"].grade, found["odd"].grade, found["good"].grade) == ("warning", "warning", "right")
    assert "a record of a new kind" in found["odd"].words


@pytest.mark.parametrize(("free", "grade"), [(4_000_000, "right"), (80_000, "warning"), (20_000, "wrong")])
def test_little_memory_is_told(
    tmp_path: Path, free: int, grade: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "meminfo").write_text(f"MemTotal: 9000000 kB\nMemAvailable: {free} kB\nSwapFree: 0 kB\n")
    monkeypatch.setattr(machine, "MEMORY", tmp_path / "meminfo")

    assert [found.grade for found in machine.look_at_memory(visit(DNS))] == [grade]


def test_the_last_line_counts() -> None:
    assert summary([right("a", "")]) == "All is right (1 looks)."
    assert summary([right("a", ""), wrong("b", "")]) == "1 wrong, 0 to look at, 1 right."


@pytest.mark.parametrize("text", ["bo", "@example.org", "bo@", "bo @example.org", "bø@example.org"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(SystemExit) as ended:
        doctor.main(["--send", text])

    assert ended.value.code == 64
