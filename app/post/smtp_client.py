"""The mail server that letters are handed to."""

import smtplib
import ssl
from contextlib import suppress
from types import TracebackType
from typing import NoReturn
from urllib.parse import unquote, urlsplit

SECONDS = 20  # that a mail server may take for one answer
NEVER = 500  # answers from here on will be the same next time
HERE = ("localhost", "127.0.0.1", "::1")


class Refused(Exception):
    """This letter did not go through; `never` when it never will, `by_server` when a mail server said so."""

    def __init__(self, why: str, never: bool = False, by_server: bool = False) -> None:
        super().__init__(why)
        self.never = never
        self.by_server = by_server


class Away(Exception):
    """The server cannot be reached or used: no other letter would fare better now."""


class Server:
    """One connection for several letters, made with the first of them."""

    def __init__(self, url: str, name: str) -> None:
        self.parts = urlsplit(url)
        self.name = name  # of ourselves
        self.smtp: smtplib.SMTP | None = None
        self.away = ""

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self.smtp:
            with suppress(smtplib.SMTPException, OSError):
                self.smtp.quit()

    def send(self, sender: str, to: str, raw: bytes) -> None:
        if self.away:
            raise Away(self.away)
        again = self.smtp is not None
        smtp = self.smtp = self.smtp or self._connected()
        try:
            _hand_over(smtp, sender, to, raw)
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            smtp.close()
            self.smtp = None
            if not again:
                self._is_away(error)
            # Some servers take only so many letters on one connection.
            self.send(sender, to, raw)
        finally:
            if self.smtp and self.smtp.sock is None:  # the library hangs up on a 421
                self.smtp = None

    def _connected(self) -> smtplib.SMTP:
        try:
            return self._connect()
        except (smtplib.SMTPException, OSError) as error:
            self._is_away(error)

    def _is_away(self, error: Exception) -> NoReturn:
        self.away = str(error) or type(error).__name__
        raise Away(self.away) from None

    def _connect(self) -> smtplib.SMTP:
        host, port = self.parts.hostname or "localhost", self.parts.port or 0
        smtp: smtplib.SMTP
        if self.parts.scheme == "smtps":
            smtp = smtplib.SMTP_SSL(host, port, self.name, timeout=SECONDS, context=_context(host))
        else:
            smtp = smtplib.SMTP(host, port, self.name, timeout=SECONDS)
        try:
            self._greet(smtp, host)
        except BaseException:
            smtp.close()
            raise
        return smtp

    def _greet(self, smtp: smtplib.SMTP, host: str) -> None:
        smtp.ehlo_or_helo_if_needed()
        if self.parts.scheme == "smtp" and smtp.has_extn("starttls"):
            smtp.starttls(context=_context(host))
        if self.parts.username:
            smtp.login(unquote(self.parts.username), unquote(self.parts.password or ""))


def _context(host: str) -> ssl.SSLContext:
    """A relay on the same machine has a certificate that nobody has signed, and nobody between."""
    context = ssl.create_default_context()
    if host in HERE:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _hand_over(smtp: smtplib.SMTP, sender: str, to: str, raw: bytes) -> None:
    """Only the word about the recipient is final: any other refusal may be the server's own trouble."""
    try:
        smtp.sendmail(sender, [to], raw)
    except smtplib.SMTPRecipientsRefused as error:
        [(code, said)] = error.recipients.values()
        raise Refused(_told(code, said), never=code >= NEVER, by_server=True) from None
    except smtplib.SMTPResponseException as error:
        raise Refused(_told(error.smtp_code, error.smtp_error), by_server=True) from None


def _told(code: int, said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return f"{code} {' '.join(text.split())}"
