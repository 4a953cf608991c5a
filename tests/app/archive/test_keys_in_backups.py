"""Keys are in a backup on request alone, and only a passphrase opens them."""

import gzip
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from app.archive import Refused
from app.archive.own_keys import brought_back
from app.archive.sealed_keys import seal, unseal
from tests.world.archived import Service

PASSPHRASE = "four words for keys"


@pytest.fixture
def passphrase(tmp_path: Path) -> Path:
    path = tmp_path / "passphrase"
    path.write_text(f"{PASSPHRASE}\n")
    return path


@pytest.fixture
def backup(service: Service, tmp_path: Path, passphrase: Path) -> Path:
    return service.backup(tmp_path / "backup", "--with-keys", "--passphrase-file", passphrase)


def test_without_being_asked_for_no_key_is_in_a_backup(
    service: Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = gzip.decompress(service.backup(tmp_path / "backup").read_bytes()).decode()

    assert not [key for key in service.settings.keys if key in content]
    assert "The keys are not in it" in capsys.readouterr().out


def test_a_key_is_never_readable(service: Service, backup: Path) -> None:
    content = gzip.decompress(backup.read_bytes()).decode()

    assert not [key for key in service.settings.keys if key in content]
    assert PASSPHRASE not in content


def test_with_its_keys_a_backup_is_enough_on_a_new_machine(
    service: Service, elsewhere: Service, backup: Path, passphrase: Path
) -> None:
    assert elsewhere.restore(backup, "--passphrase-file", passphrase) == 0

    assert elsewhere.settings.keys == service.settings.keys
    assert elsewhere.problems() == []
    assert stat.S_IMODE((elsewhere.folder / "keys").stat().st_mode) == 0o600


def test_several_keys_come_back_in_their_order(service: Service, elsewhere: Service, tmp_path: Path) -> None:
    keys = "a key of the tests that is long enough,another key of the tests that is long"
    (service.folder / "keys").write_text(keys)
    passphrase = tmp_path / "passphrase"
    passphrase.write_text(PASSPHRASE)
    more = ("--passphrase-file", passphrase)

    elsewhere.restore(service.backup(tmp_path / "backup", "--with-keys", *more), *more)

    assert elsewhere.settings.keys == tuple(keys.split(","))


def test_a_wrong_passphrase_changes_nothing(
    elsewhere: Service, backup: Path, passphrase: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    passphrase.write_text("another one")
    before = elsewhere.settings.keys

    assert elsewhere.restore(backup, "--passphrase-file", passphrase) == 1

    assert "does not open the keys" in capsys.readouterr().err
    assert elsewhere.settings.keys == before
    assert not (elsewhere.folder / "chasqui.db").exists()


def test_without_a_passphrase_nobody_waits_for_one(
    elsewhere: Service, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert elsewhere.restore(backup) == 1

    assert "the keys need a passphrase" in capsys.readouterr().err


def test_the_passphrase_can_be_in_the_environment(
    elsewhere: Service, service: Service, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHASQUI_PASSPHRASE", PASSPHRASE)

    assert elsewhere.restore(backup) == 0

    assert elsewhere.settings.keys == service.settings.keys


def test_keys_that_the_operator_has_set_are_left_to_them(
    elsewhere: Service,
    backup: Path,
    passphrase: Path,
    service: Service,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    keys = service.settings.keys
    monkeypatch.setenv("CHASQUI_KEYS", "a key of the operator that is long enough")

    assert elsewhere.restore(backup, "--passphrase-file", passphrase) == 0

    assert (elsewhere.folder / "keys.restored").read_text().split(",") == list(keys)
    assert "CHASQUI_KEYS does not have the keys of this backup" in capsys.readouterr().out
    assert os.environ["CHASQUI_KEYS"] == "a key of the operator that is long enough"


def test_missing_keys_are_told(
    service: Service, elsewhere: Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert elsewhere.restore(service.backup(tmp_path / "backup")) == 0

    assert f"copy the old file `keys` to {elsewhere.folder / 'keys'}" in capsys.readouterr().out
    assert not [*elsewhere.folder.glob("keys*")]


def test_a_restore_that_fails_makes_no_key(elsewhere: Service, backup: Path, passphrase: Path) -> None:
    passphrase.write_text("another one")

    assert elsewhere.restore(backup, "--passphrase-file", passphrase) == 1
    assert elsewhere.restore(backup.with_name("none")) == 1

    assert not elsewhere.folder.exists()


def test_keys_that_come_into_an_empty_folder_have_no_keys_before_them(
    elsewhere: Service, backup: Path, passphrase: Path
) -> None:
    elsewhere.restore(backup, "--passphrase-file", passphrase)

    assert [path.name for path in elsewhere.folder.glob("keys*")] == ["keys"]


def test_keys_that_do_not_come_to_count_are_taken_away_again(service: Service, elsewhere: Service) -> None:
    with (
        pytest.raises(OSError, match="the disk is gone"),
        brought_back(replace(service.settings, data=elsewhere.folder), ("k" * 40,)),
    ):
        raise OSError("the disk is gone")

    assert not [*elsewhere.folder.glob("keys*")]


def test_a_short_passphrase_is_refused() -> None:
    with pytest.raises(Refused, match="fewer than 8"):
        seal(("key",), "short")


@pytest.mark.parametrize(
    "found", [None, {}, {"salt": "", "nonce": "", "sealed": "", "scrypt": {"n": 2**30, "r": 8, "p": 1}}]
)
def test_what_is_no_sealed_key_is_refused(found: object) -> None:
    with pytest.raises(Refused):
        unseal(found, PASSPHRASE)


@pytest.mark.parametrize(
    "cost",
    [
        {"n": 2**23, "r": 1, "p": 1},  # a gigabyte
        {"n": 2**16, "r": 8, "p": 17},
        {"n": 10**30, "r": 8, "p": -1},
        {"n": float("inf"), "r": 8, "p": 1},
        {"n": 0, "r": 8, "p": 1},
    ],
)
def test_what_a_strange_backup_asks_for_is_refused_before_it_is_done(cost: dict[str, float]) -> None:
    sealed = {**seal(("a key",), PASSPHRASE), "scrypt": cost}

    with pytest.raises(Refused):
        unseal(sealed, PASSPHRASE)
