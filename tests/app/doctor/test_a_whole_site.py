"""./chasqui doctor at a whole site: serve, DNS, mail both ways, and nginx or Caddy in front."""

import json
import ssl
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.world.hosted import DOMAIN, Site, caddy, nginx, site
from tests.world.name_server import name_server, silent_name_server

pytestmark = pytest.mark.long

Front = Callable[[Site], AbstractContextManager[None]]
PASSWORD = "hush-hush-password"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.mark.parametrize("front", [nginx, caddy])
def test_where_all_is_right_the_doctor_says_so_and_a_letter_comes_back(whole: Site, front: Front) -> None:
    with front(whole):
        ran = whole.doctor("--send", "bo@example.org", "--wait", "60")

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "All is right" in ran.stdout
    assert "An answer to the letter has come in" in ran.stdout


@pytest.mark.parametrize(
    ("front", "lost", "said"),
    [
        (nginx, "proxy_set_header Host $http_host;", "pass on the Host"),
        (nginx, "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;", "X-Forwarded-For"),
    ],
)
def test_a_web_server_in_front_that_changes_requests_is_told(
    whole: Site, front: Front, lost: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.world import hosted

    whole_text = hosted.configuration
    monkeypatch.setattr(hosted, "configuration", lambda *asked: whole_text(*asked).replace(lost, ""))
    with front(whole):
        ran = whole.doctor()

    assert ran.returncode == 2, ran.stdout
    assert said in ran.stdout


def test_what_is_to_be_looked_at_ends_with_1(whole: Site) -> None:
    records = [record for record in whole.records if "_dmarc" not in record]
    with nginx(whole), name_server(whole.folder, *records) as dns:
        ran = whole.doctor(CHASQUI_DNS=dns)

    assert ran.returncode == 1, ran.stdout
    assert f'_dmarc.{DOMAIN}. TXT "v=DMARC1' in ran.stdout


def test_the_time_is_bounded_where_nothing_answers_and_nothing_is_blamed_for_it(whole: Site) -> None:
    with nginx(whole), silent_name_server() as dns:
        ran = whole.doctor(CHASQUI_DNS=dns)

    assert ran.returncode == 1, ran.stdout
    assert ran.stdout.count("no name server has answered in time") >= 4


def test_no_password_and_no_key_is_ever_printed(whole: Site) -> None:
    url = whole.reader.url.replace("//", f"//anna:{PASSWORD}@")
    secrets = [
        PASSWORD,
        (whole.service.data / "keys").read_text(),
        (whole.folder / "dkim.pem").read_text()[40:80],
    ]

    ran = whole.doctor(
        CHASQUI_SMTP_URL=url, CHASQUI_SMTP_TLS="if-offered", CHASQUI_IMAP_URL=url.replace("smtp", "imap")
    )

    assert ran.returncode == 2
    assert not [secret for secret in secrets if secret in ran.stdout + ran.stderr]


def test_an_address_that_does_not_answer_is_told_after_the_time(whole: Site) -> None:
    whole.reader.answers = False
    try:
        ran = whole.doctor("--send", "bo@example.org", "--wait", "2")
    finally:
        whole.reader.answers = True

    assert ran.returncode == 2
    assert "Nothing has come back" in ran.stdout


@pytest.mark.parametrize("front", [nginx, caddy])
def test_pages_come_through_and_strangers_count_by_their_own_addresses(whole: Site, front: Front) -> None:
    context = ssl.create_default_context(cafile=whole.env["SSL_CERT_FILE"])
    context.check_hostname = False
    with front(whole):
        asked = urllib.request.Request(
            f"https://127.0.0.1:{whole.front}/", headers={"Host": f"{DOMAIN}:{whole.front}"}
        )
        with urllib.request.urlopen(asked, context=context, timeout=30) as answer:
            assert "Chasqui" in answer.read().decode()
        health = urllib.request.Request(
            f"https://127.0.0.1:{whole.front}/healthz", headers={"Host": f"{DOMAIN}:{whole.front}"}
        )
        with urllib.request.urlopen(health, context=context, timeout=30) as answer:
            assert json.load(answer)["ok"]


def test_a_stopped_service_is_told_and_all_else_is_looked_at(tmp_path: Path) -> None:
    with site(tmp_path) as own:
        own.service.started[-1].terminate()
        own.service.started[-1].wait()

        ran = own.doctor()

    assert ran.returncode == 2
    assert "The service does not run" in ran.stdout
    assert "The SPF record of play.example lets letters leave" in ran.stdout
    assert [path.name for path in (tmp_path / "data").glob("*.tmp")] == []
