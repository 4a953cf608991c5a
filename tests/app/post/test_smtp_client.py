"""How letters are handed to a mail server: in the clear, with STARTTLS, over TLS, with a password."""

import ssl
from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword

from app.post.smtp_client import LetterRefused, MailServerAway, SmtpClient, refusal
from app.settings import TLS_IF_OFFERED, Settings
from tests.world.certificate import write_certificate
from tests.world.mail_server import Sink, listening

LETTER = b"Subject: x\r\n\r\n.\r\nAfter a dot.\r\n"


def send(server: SmtpClient, to: str = "bo@example.org") -> None:
    server.send("game@play.example", to, LETTER)


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(write_certificate(tmp_path_factory.mktemp("certificate")))
    return context


def only_ana(server: Any, session: Any, envelope: Any, mechanism: str, given: Any) -> AuthResult:
    right = isinstance(given, LoginPassword) and (given.login, given.password) == (b"ana", b"p@ss:word")
    return AuthResult(success=right, handled=False)


@pytest.fixture
def guarded(context: ssl.SSLContext) -> Iterator[Sink]:
    """Takes letters only after STARTTLS and a password."""
    more: dict[str, Any] = {"require_starttls": True, "auth_required": True, "authenticator": only_ana}
    with listening(Sink(), tls_context=context, **more) as sink:
        yield sink


def test_letters_go_over_one_connection(sink: Sink) -> None:
    with SmtpClient(sink.url, "play.example") as server:
        send(server)
        connection = server.smtp
        send(server)

        assert server.smtp is connection
    assert sink.raw == [LETTER] * 2


def test_starttls_and_the_password_are_used(guarded: Sink) -> None:
    with SmtpClient(f"smtp://ana:p%40ss%3Aword@127.0.0.1:{guarded.port}", "play.example") as server:
        send(server)

    assert guarded.raw == [LETTER]


def test_a_wrong_password_is_a_server_that_cannot_be_used(guarded: Sink) -> None:
    with SmtpClient(f"smtp://ana:wrong@127.0.0.1:{guarded.port}", "play.example") as server:
        with pytest.raises(MailServerAway, match="535"):
            send(server)
        assert "wrong" not in server.away


@pytest.fixture
def stripped() -> Iterator[Sink]:
    """Asks for a password and offers no TLS, or somebody on the way has taken the offer out."""
    more: dict[str, Any] = {"auth_require_tls": False, "authenticator": only_ana}
    with listening(Sink(), **more) as sink:
        yield sink


def test_a_password_is_not_sent_without_tls(stripped: Sink) -> None:
    url = f"smtp://ana:p%40ss%3Aword@127.0.0.1:{stripped.port}"

    with SmtpClient(url, "play.example") as server, pytest.raises(MailServerAway, match="CHASQUI_SMTP_TLS"):
        send(server)

    assert not stripped.raw
    assert "offers no TLS" in refusal(Settings(smtp_url=url))


def test_a_password_is_sent_without_tls_where_the_settings_allow_it(stripped: Sink) -> None:
    url = f"smtp://ana:p%40ss%3Aword@127.0.0.1:{stripped.port}"

    with SmtpClient(url, "play.example", TLS_IF_OFFERED) as server:
        send(server)

    assert stripped.raw == [LETTER]
    assert not refusal(Settings(smtp_url=url, smtp_tls=TLS_IF_OFFERED))


def test_a_mail_server_that_is_away_or_right_is_not_refused_at_the_start(guarded: Sink) -> None:
    assert not refusal(Settings(smtp_url=f"smtp://ana:p%40ss%3Aword@127.0.0.1:{guarded.port}"))
    assert not refusal(Settings(smtp_url="smtp://ana:p@127.0.0.1:9"))
    assert not refusal(Settings())


def test_smtps_is_tls_from_the_first_byte(context: ssl.SSLContext) -> None:
    with listening(Sink(), tls=context) as sink, SmtpClient(f"smtps://127.0.0.1:{sink.port}", "x") as server:
        send(server)

    assert sink.raw == [LETTER]


def test_a_server_that_hung_up_is_called_again(sink: Sink) -> None:
    with SmtpClient(sink.url, "play.example") as server:
        send(server)
        assert server.smtp
        assert server.smtp.sock
        server.smtp.sock.shutdown(2)
        send(server)

        assert server.smtp
    assert len(sink.raw) == 2


@pytest.mark.parametrize(
    ("code", "never"), [("550 no such user", True), ("450 later", False), ("421 bye", False)]
)
def test_a_refused_recipient_does_not_stop_the_next_letter(sink: Sink, code: str, never: bool) -> None:
    sink.refuses["cy@example.org"] = code
    with SmtpClient(sink.url, "play.example") as server:
        with pytest.raises(LetterRefused) as refused:
            send(server, "cy@example.org")
        send(server)

    assert (str(refused.value), refused.value.never) == (code, never)
    assert len(sink.raw) == 1


def test_a_refused_letter_is_not_given_up(sink: Sink) -> None:
    sink.says = "554 looks like spam"
    with SmtpClient(sink.url, "play.example") as server, pytest.raises(LetterRefused) as refused:
        send(server)

    assert not refused.value.never
