"""An SMTP client: hands letters to the mail server of the settings."""

import smtplib
import ssl
from contextlib import suppress
from types import TracebackType
from typing import NoReturn
from urllib.parse import unquote, urlsplit

from app.settings import TLS_IF_OFFERED, TLS_NEEDED, Settings

SECONDS = 20  # a mail server may take so long for one answer
PERMANENT = 500  # a 5xx answer will be the same next time; a 4xx one may not
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


class LetterRefused(Exception):
    """This letter was not sent. `never`: it never can be. `by_server`: a mail server has said so."""

    def __init__(self, why: str, never: bool = False, by_server: bool = False) -> None:
        super().__init__(why)
        self.never = never
        self.by_server = by_server


class MailServerAway(Exception):
    """The mail server cannot be reached or used. It makes no sense to try another letter now."""


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

    def __init__(self, url: str, name: str, tls: str = TLS_NEEDED) -> None:
        self.parts = urlsplit(url)
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

    def send(self, sender: str, to: str, raw: bytes) -> None:
        if self.away:
            raise MailServerAway(self.away)
        is_reused = self.smtp is not None
        smtp = self.smtp = self.smtp or self._connect_or_give_up()
        try:
            _hand_over(smtp, sender, to, raw)
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            smtp.close()
            self.smtp = None
            if not is_reused:
                self._give_up(error)
            # Some servers take only a few letters on one connection, so it gets a new one.
            self.send(sender, to, raw)
        finally:
            if self.smtp and self.smtp.sock is None:  # smtplib hangs up on a 421
                self.smtp = None

    def _connect_or_give_up(self) -> smtplib.SMTP:
        try:
            return self.connect()
        except (smtplib.SMTPException, OSError) as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> NoReturn:
        self.away = str(error) or type(error).__name__
        raise MailServerAway(self.away) from None

    def connect(self) -> smtplib.SMTP:
        host, port = self.parts.hostname or "localhost", self.parts.port or 0
        smtp: smtplib.SMTP
        if self.parts.scheme == "smtps":
            smtp = smtplib.SMTP_SSL(host, port, self.name, timeout=SECONDS, context=tls_context(host))
        else:
            smtp = smtplib.SMTP(host, port, self.name, timeout=SECONDS)
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


def _hand_over(smtp: smtplib.SMTP, sender: str, to: str, raw: bytes) -> None:
    """Only a 5xx to RCPT is final. Any other refusal may be a trouble of the mail server itself."""
    try:
        smtp.sendmail(sender, [to], raw)
    except smtplib.SMTPRecipientsRefused as error:
        [(code, text)] = error.recipients.values()
        raise LetterRefused(_one_line(code, text), never=code >= PERMANENT, by_server=True) from None
    except smtplib.SMTPResponseException as error:
        raise LetterRefused(_one_line(error.smtp_code, error.smtp_error), by_server=True) from None


def _one_line(code: int, text: bytes | str) -> str:
    words = (text.decode("utf-8", "replace") if isinstance(text, bytes) else text).split()
    return f"{code} {' '.join(words)}"
