"""./chasqui host: all that a host needs, tried by the programs that it is for."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.commands import host
from app.doctor.sending import tags_of
from app.hosting.files import files_of
from app.hosting.plan import Plan, as_domain
from app.mail.write.dkim import signer_of
from app.mail.write.public_key import public_text
from app.settings import read_settings
from tests.app.hosting.plans import PLANS
from tests.servers import program

SBIN = f"{os.environ['PATH']}:/usr/sbin"
EXPOSURE = 2.0  # of systemd-analyze, at most; 10 is a service that is not hardened at all


def made(folder: Path, plan: Plan) -> Path:
    """The units' program is there, as systemd looks for it."""
    for file in files_of(plan):
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text)
    return folder


def checked(*command: str | Path, **more: str) -> str:
    words = [program(shutil.which(str(command[0]), path=SBIN), str(command[0])), *map(str, command[1:])]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=60, env=os.environ | more)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


# --- The files ---


@pytest.mark.parametrize("plan", PLANS[:2], ids=["serve", "postgresql"])
def test_units_are_what_systemd_wants_and_are_hardened(tmp_path: Path, plan: Plan) -> None:
    units = sorted((made(tmp_path, plan) / "systemd").iterdir())
    for unit in units:
        unit.write_text(unit.read_text().replace("/srv/chasqui/.venv/bin/python", sys.executable))

    assert checked("systemd-analyze", "verify", *units) == ""
    for unit in units:
        if unit.suffix == ".service":
            said = checked("systemd-analyze", "security", "--offline=yes", unit)
            found = re.search(r"exposure level for .*: ([\d.]+)", said)
            assert found
            assert float(found[1]) <= EXPOSURE


def test_each_process_of_the_procfile_has_a_unit_with_its_line() -> None:
    procfile = (Path(host.__file__).parents[2] / "Procfile").read_text().replace("0.0.0.0:${PORT:-8000}", "")
    units = {file.name: file.text for file in files_of(PLANS[1])}

    assert "release: ./chasqui update\n" in procfile
    assert "-m app.commands.update\n" in units["systemd/chasqui-migrate.service"]
    for line in procfile.splitlines():
        name, _, command = line.partition(": ")
        if name != "release":
            asked = command.partition(" -m ")[2].replace("--bind  ", "").split()
            unit = units[f"systemd/chasqui-{name}.service"]
            assert all(word in unit for word in asked), (name, asked)


def test_nginx_takes_its_configuration(tmp_path: Path) -> None:
    made(tmp_path, PLANS[0])
    whole = tmp_path / "whole.conf"
    whole.write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ include {tmp_path}/nginx.conf; }}"
    )

    assert "test is successful" in checked("nginx", "-t", "-p", tmp_path, "-c", whole)


def test_caddy_takes_its_configuration(tmp_path: Path) -> None:
    made(tmp_path, PLANS[0])
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}

    said = checked("caddy", "validate", "--adapter", "caddyfile", "--config", tmp_path / "Caddyfile", **home)

    assert "Valid configuration" in said


@pytest.mark.parametrize(
    ("plan", "asked", "answer"),
    [
        (PLANS[0], "play.example", "lmtp:inet:127.0.0.1:2525"),
        (PLANS[3], "games@play.example", "lmtp:inet:127.0.0.1:2525"),
    ],
)
def test_postfix_finds_the_door_in_its_maps(tmp_path: Path, plan: Plan, asked: str, answer: str) -> None:
    folder = made(tmp_path, plan) / "postfix"
    # With a name of its own, Postfix does not look for that of the machine.
    (folder / "main.cf").write_text("compatibility_level = 3.6\nmyhostname = play.example\n")
    look = ("postmap", "-c", folder, "-q")

    assert checked(*look, asked, f"texthash:{folder}/chasqui-transport").strip() == answer
    assert "root@" in checked(*look, "postmaster@play.example", f"texthash:{folder}/chasqui-aliases")


def test_postfix_takes_the_lines_as_the_steps_say(tmp_path: Path) -> None:
    folder, own = made(tmp_path, PLANS[0]) / "postfix", tmp_path / "etc"
    own.mkdir()
    (own / "main.cf").write_text("compatibility_level = 3.6\nmyhostname = play.example\n")
    (own / "master.cf").write_text("")

    add = f"grep -v '^#' {folder}/main.cf | xargs -d '\\n' postconf -c {own} -e"
    subprocess.run(["bash", "-c", add], check=True, env=os.environ | {"PATH": SBIN})

    assert "reject_unverified_recipient" in checked("postconf", "-c", own, "smtpd_relay_restrictions")
    assert "unused" not in checked("postconf", "-c", own, "-n")


@pytest.mark.parametrize("plan", PLANS, ids=["serve", "postgresql", "mailbox", "plus"])
def test_the_settings_make_sense_and_the_wrapper_reads_them_as_systemd_does(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "a key of the tests that is long enough"
    text = next(file.text for file in files_of(plan) if file.name == "chasqui.env")
    (tmp_path / "dkim.pem").write_text("")
    file = tmp_path / "env"
    file.write_text(text.replace("/etc/chasqui", str(tmp_path)).replace(plan.secret, f"'{secret}'"))

    said = subprocess.run(
        ["sh", "-c", f"set -a; . {file}; env -0"], capture_output=True, text=True, check=True, env={}
    )
    read = read_settings(
        {
            **dict(each.split("=", 1) for each in said.stdout.rstrip("\0").split("\0")),
            "CHASQUI_DATA": str(tmp_path),
        }
        if not plan.postgresql
        else dict(each.split("=", 1) for each in said.stdout.rstrip("\0").split("\0"))
    )

    assert read.url == "https://play.example"
    assert read.sender_address == plan.sender
    assert read.takes_mail


# --- The command ---


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = host.main(list(arguments))
    said = capsys.readouterr()
    return status, said.out + said.err


def test_everything_is_printed_filled_in_and_without_a_secret(capsys: pytest.CaptureFixture[str]) -> None:
    status, said = run("Play.Example.ORG.", "--postgresql", capsys=capsys)

    assert status == 0
    for wanted in (
        "MX 10",
        "v=spf1",
        "_domainkey",
        "v=DMARC1",
        "PTR",
        "[Service]",
        "proxy_pass",
        "reverse_proxy",
    ):
        assert wanted in said
    assert "play.example.org" in said
    assert "PRIVATE KEY" not in said
    assert "{{" not in said


def test_files_are_written_once_and_secrets_are_for_their_owner_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "evening"
    status, said = run("play.example", "--write", str(folder), capsys=capsys)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    assert status == 0
    assert all(str(path) in said for path in before)
    for name in ("chasqui.env", "dkim.pem"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600

    status, said = run("play.example", "--write", str(folder), capsys=capsys)
    assert status == 1
    assert "is there already" in said
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_the_record_that_is_written_is_of_the_key_that_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("play.example", "--write", str(tmp_path), capsys=capsys)
    settings = read_settings({"CHASQUI_DATA": str(tmp_path), "CHASQUI_DKIM_KEY": str(tmp_path / "dkim.pem")})
    signer = signer_of(settings)
    records = (tmp_path / "dns.txt").read_text()

    [line] = [line for line in records.splitlines() if "_domainkey" in line]

    assert signer
    assert tags_of("".join(re.findall(r'"([^"]*)"', line)))["p"] == public_text(signer.key)


def test_a_key_that_there_is_already_is_the_one_that_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("play.example", "--write", str(tmp_path / "first"), capsys=capsys)
    monkeypatch.setenv("CHASQUI_DKIM_KEY", str(tmp_path / "first/dkim.pem"))

    _, said = run("play.example", capsys=capsys)

    [line] = [each for each in (tmp_path / "first/dns.txt").read_text().splitlines() if "_domainkey" in each]
    assert line in said
    assert "PRIVATE KEY" not in said


@pytest.mark.parametrize(
    "text", ["play", "play..example", "-play.example", "play.example;rm", "192.0.2.1", ""]
)
def test_what_is_no_domain_is_refused(text: str) -> None:
    with pytest.raises((ValueError, UnicodeError)):
        as_domain(text)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["https://play.example.org"], "like play.example.org, without https://"),
        (["play.example", "--address", "here"], "like 192.0.2.7"),
        (["play.example", "--mailbox", "anna"], "like anna@example.org"),
        (["play.example", "--folder", "my folder"], "like /srv/chasqui"),
        (["play.example", "--plus", "a+b"], "letters, digits"),
        (["play.example", "--plus", "games", "--mailbox", "anna@example.org"], "say one"),
    ],
)
def test_a_wrong_call_is_told_with_what_would_be_right(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        host.main(arguments)

    assert said in capsys.readouterr().err


def test_a_domain_in_other_letters_is_written_as_mail_servers_know_it() -> None:
    assert as_domain("grünfeld.example") == "xn--grnfeld-o2a.example"
