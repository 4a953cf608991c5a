"""An SMTP client: hands letters to the mail server of the settings."""

import smtplib
import ssl
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import NoReturn
from urllib.parse import unquote, urlsplit

from app.settings import TLS_IF_OFFERED, TLS_NEEDED, Settings

SECONDS = 20  # a mail server may take so long for one answer
CLOSING = 421  # the server has no time for anybody
PERMANENT = 500  # a 5xx answer will be the same next time; a 4xx one may not
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


class LetterRefused(Exception):
    """This letter was not sent. `never`: it never can be. `by_server`: a mail server has said so.
    `perhaps_all`: what it has said may hold for every letter, whoever it is for."""

    def __init__(
        self, why: str, never: bool = False, by_server: bool = False, perhaps_all: bool = False
    ) -> None:
        super().__init__(why)
        self.never = never
        self.by_server = by_server
        self.perhaps_all = perhaps_all


class MailServerAway(Exception):
    """The mail server cannot be reached or used. It makes no sense to try another letter now.

    `greeted`: it hung up on a letter that it had not seen yet.
    """

    def __init__(self, why: str, greeted: bool = False) -> None:
        super().__init__(why)
        self.greeted = greeted


class LostOnTheWay(Exception):
    """The connection ended while the letter's bytes were under way: it may have arrived."""


class NoTls(smtplib.SMTPException):
    """The mail server offers no TLS, and the password must not be sent without."""


NO_TLS = (
    "the mail server {host} offers no TLS, so it is not sent the password of CHASQUI_SMTP_URL; use smtps://, "
    f"or allow it with CHASQUI_SMTP_TLS={TLS_IF_OFFERED}"
)


def refusal(settings: Settings) -> str:
    """Why the mail server of the settings can never be used as it is. One that is away may come back."""
    if not settings.smtp_url:
        return ""
    client = SmtpClient(settings.smtp_url, settings.host, settings.smtp_tls)
    try:
        client.connect().close()
    except NoTls as error:
        return str(error)
    except (smtplib.SMTPException, OSError):
        return ""
    return ""


class SmtpClient:
    """One connection for several letters. It is opened for the first of them."""

    def __init__(self, url: str, name: str, tls: str = TLS_NEEDED, seconds: float = SECONDS) -> None:
        self.parts = urlsplit(url)
        self.seconds = seconds  # for one answer
        self.name = name  # our own, for EHLO
        self.tls = tls
        self.smtp: smtplib.SMTP | None = None
        self.away = ""  # why the mail server cannot be used, once that is known

    def __enter__(self) -> "SmtpClient":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self.smtp:
            with suppress(smtplib.SMTPException, OSError):
                self.smtp.quit()

    def send(self, sender: str, to: str, raw: bytes, may_go: Callable[[], None] = lambda: None) -> None:
        """`may_go` is called when the server is ready for the letter. What it raises keeps that back."""
        if self.away:
            raise MailServerAway(self.away)
        is_reused = self.smtp is not None
        smtp = self.smtp = self.smtp or self._connect_or_give_up()
        try:
            _hand_over(smtp, sender, to, raw, may_go)
        except (smtplib.SMTPServerDisconnected, OSError, LostOnTheWay) as error:
            smtp.close()
            self.smtp = None
            if not is_reused:
                self._explain(error)
            # Some servers take only a few letters on one connection, so it gets a new one.
            self.send(sender, to, raw, may_go)
        finally:
            if self.smtp and self.smtp.sock is None:  # smtplib hangs up on a 421
                self.smtp = None

    def _explain(self, error: Exception) -> NoReturn:
        if isinstance(error, LostOnTheWay):
            raise LetterRefused(f"lost on the way: {error}", perhaps_all=True) from None
        self._give_up(error, greeted=True)

    def _connect_or_give_up(self) -> smtplib.SMTP:
        try:
            return self.connect()
        except (smtplib.SMTPException, OSError) as error:
            self._give_up(error)

    def _give_up(self, error: Exception, greeted: bool = False) -> NoReturn:
        self.away = str(error) or type(error).__name__
        raise MailServerAway(self.away, greeted) from None

    def connect(self) -> smtplib.SMTP:
        host, port = self.parts.hostname or "localhost", self.parts.port or 0
        smtp: smtplib.SMTP
        if self.parts.scheme == "smtps":
            smtp = smtplib.SMTP_SSL(host, port, self.name, timeout=self.seconds, context=tls_context(host))
        else:
            smtp = smtplib.SMTP(host, port, self.name, timeout=self.seconds)
        try:
            self._greet(smtp, host)
        except BaseException:
            smtp.close()
            raise
        return smtp

    def _greet(self, smtp: smtplib.SMTP, host: str) -> None:
        """Without TLS the password is kept back: somebody on the way may have taken out the offer."""
        smtp.ehlo_or_helo_if_needed()
        private = self.parts.scheme == "smtps"
        if not private and smtp.has_extn("starttls"):
            smtp.starttls(context=tls_context(host))
            private = True
        if self.parts.username:
            if not private and self.tls == TLS_NEEDED:
                raise NoTls(NO_TLS.format(host=host))
            smtp.login(unquote(self.parts.username), unquote(self.parts.password or ""))


def tls_context(host: str) -> ssl.SSLContext:
    """A mail server on this machine may have a certificate that it has signed itself."""
    context = ssl.create_default_context()
    if host in LOCAL_HOSTS:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _hand_over(smtp: smtplib.SMTP, sender: str, to: str, raw: bytes, may_go: Callable[[], None]) -> None:
    """Only a 5xx to RCPT is final. Any other refusal may be a trouble of the mail server itself."""
    size = [f"size={len(raw)}"] if smtp.has_extn("size") else []
    _expect(smtp, *smtp.mail(sender, size))
    _expect(smtp, *smtp.rcpt(to), about_reader=True)
    try:
        may_go()
    except BaseException:
        with suppress(smtplib.SMTPException, OSError):
            smtp.rset()
        raise
    try:
        code, text = smtp.data(raw)
    except smtplib.SMTPDataError as error:  # it does not even want to begin
        code, text = error.smtp_code, error.smtp_error if isinstance(error.smtp_error, bytes) else b""
    except (smtplib.SMTPServerDisconnected, OSError) as error:
        raise LostOnTheWay(str(error) or type(error).__name__) from None
    _expect(smtp, code, text)


def _expect(smtp: smtplib.SMTP, code: int, text: bytes, about_reader: bool = False) -> None:
    if 200 <= code < 300:
        return
    if code == CLOSING:
        smtp.close()
    else:
        smtp.rset()
    never = about_reader and code >= PERMANENT
    perhaps_all = not about_reader or code == CLOSING
    raise LetterRefused(_one_line(code, text), never, by_server=True, perhaps_all=perhaps_all)


def _one_line(code: int, text: bytes) -> str:
    return f"{code} {' '.join(text.decode('utf-8', 'replace').split())}"
