"""The ways of mail: the server that letters leave by, the door, and the records that lead mail here."""

import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session

from app.doctor import incoming, mail_server
from tests.servers import free_port
from tests.world.certificate import write_certificate
from tests.world.doctored import grades, visit, words
from tests.world.mail_server import Sink, listening
from tests.world.name_server import name_server

RECORDS = """
play.example. MX 10 mx.play.example.
mx.play.example. A 127.0.0.1
bare.example. A 127.0.0.1
no.example. MX 0 .
empty.example. MX 10 nobody.example.
away.example. MX 10 away.example.
away.example. A 127.0.0.9
"""
OURS = "chasqui@play.example"


@pytest.fixture(scope="module")
def dns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with name_server(tmp_path_factory.mktemp("mx"), *RECORDS.strip().splitlines()) as place:
        yield place


class Choosy(Sink):
    """Takes mail for one address only, as the door does; and letters from one only."""

    async def handle_RCPT(  # noqa: N802
        self, server: object, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        return "250 OK" if address == OURS else "550 5.1.1 nobody here has this address"

    async def handle_MAIL(  # noqa: N802
        self, server: object, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return "250 OK" if address in ("", OURS) else "553 not your address"


# --- The mail server that letters leave by ---


def check_password(server: object, session: object, envelope: object, kind: str, data: object) -> AuthResult:
    right = isinstance(data, LoginPassword) and data.password == b"right"
    return AuthResult(success=right, handled=False)


def by_tls(folder: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(write_certificate(folder, since=89))
    return context


@pytest.mark.parametrize(
    ("password", "expected"), [("right", ["warning", "right"]), ("wrong-and-secret", ["wrong"])]
)
def test_the_log_in_is_tried_over_tls_and_the_certificates_days_are_counted(
    tmp_path: Path, password: str, expected: list[str]
) -> None:
    asks: dict[str, Any] = {"authenticator": check_password, "auth_required": True, "require_starttls": True}
    with listening(Sink(), tls_context=by_tls(tmp_path), **asks) as server:
        at = visit("127.0.0.1", smtp_url=f"smtp://anna:{password}@127.0.0.1:{server.port}")

        found = list(mail_server.look(at))

    assert [each.grade for each in found] == expected
    assert "wrong-and-secret" not in str(found)


def test_a_mail_server_that_cannot_look_at_the_password_just_now_has_not_refused_it(tmp_path: Path) -> None:
    def broken(server: object, session: object, envelope: object, kind: str, data: object) -> AuthResult:
        return AuthResult(success=False, handled=False, message="451 4.3.5 Internal error")

    asks: dict[str, Any] = {"authenticator": broken, "auth_required": True, "require_starttls": True}
    with listening(Sink(), tls_context=by_tls(tmp_path), **asks) as server:
        [found] = mail_server.look(visit("127.0.0.1", smtp_url=f"smtp://anna:right@127.0.0.1:{server.port}"))

    assert found.grade == "wrong"
    assert "cannot look at the user and the password just now (451" in found.words


def test_a_server_that_refuses_our_address_is_told(dns: str) -> None:
    with listening(Choosy()) as server:
        theirs = visit(dns, smtp_url=server.url)
        ours = visit(dns, smtp_url=server.url, sender="Anna <anna@else.example>")

        assert grades(mail_server.look, theirs) == ["right"]
        assert grades(mail_server.look, ours) == ["wrong"]
        assert "not your address" in words(mail_server.look, ours)


def test_a_server_that_is_away_is_told_with_what_to_type(dns: str) -> None:
    port = free_port()

    at = visit(dns, smtp_url=f"smtp://127.0.0.1:{port}")

    assert grades(mail_server.look, at) == ["wrong"]
    assert f"nc -vz 127.0.0.1 {port}" in words(mail_server.look, at)


def test_a_port_that_cannot_be_is_told(dns: str) -> None:
    assert grades(mail_server.look, visit(dns, smtp_url="smtp://mail.example:99999")) == ["wrong"]


def test_without_a_mail_server_a_public_site_is_wrong_and_a_trial_is_not(dns: str) -> None:
    assert grades(mail_server.look, visit(dns, smtp_url="")) == ["wrong"]
    assert grades(mail_server.look, visit(dns, smtp_url="", url="http://127.0.0.1:8000")) == ["not seen"]


# --- The door ---


def test_the_door_has_to_take_mail_for_us_and_for_nobody_else(dns: str) -> None:
    with listening(Choosy()) as choosy, listening(Sink()) as open_to_all:
        ours, other = (visit(dns, door=server.url) for server in (choosy, open_to_all))
        ours.runs = other.runs = True

        assert grades(incoming.look_at_door, ours) == ["right"]
        assert grades(incoming.look_at_door, other) == ["wrong"]


def test_a_closed_door_is_wrong_only_while_the_service_runs(dns: str) -> None:
    at = visit(dns, door=f"lmtp://127.0.0.1:{free_port()}")
    assert grades(incoming.look_at_door, at) == ["not seen"]

    at.runs = True
    assert grades(incoming.look_at_door, at) == ["wrong"]


def test_where_letters_cannot_be_answered_by_mail_that_is_told(dns: str) -> None:
    assert grades(incoming.look_at_door, visit(dns, door="none")) == ["warning"]


# --- The records ---


@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        ("play.example", ["right"]),
        ("bare.example", ["warning", "wrong"]),
        ("no.example", ["wrong"]),
        ("empty.example", ["wrong"]),
        ("nobody.example", ["wrong"]),
        ("away.example", ["wrong"]),
    ],
)
def test_mail_for_the_domain_has_to_come_to_a_server_that_takes_it(
    dns: str, domain: str, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(Choosy()) as server:
        monkeypatch.setattr(incoming, "MAIL_PORT", server.port)

        assert (
            grades(incoming.look_at_mx, visit(dns, mail_domain=domain, sender=f"<chasqui@{domain}>"))
            == expected
        )


def test_a_mail_server_that_takes_mail_for_anybody_is_told(dns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(Sink()) as server:
        monkeypatch.setattr(incoming, "MAIL_PORT", server.port)

        assert grades(incoming.look_at_mx, visit(dns)) == ["warning"]


def test_of_a_mailbox_at_a_provider_no_records_are_wanted(dns: str) -> None:
    at = visit(dns, imap_url="imaps://anna%40provider.example:x@imap.provider.example/INBOX", door="none")

    assert grades(incoming.look_at_mx, at) == ["not seen"]
