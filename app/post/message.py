"""A letter as a message, with the headers that mail programs and servers go by."""

from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parseaddr
from typing import NamedTuple

from app.letters.composed import Composed, Thread
from app.letters.plain import one_line
from app.post.folding import POLICY


class Posting(NamedTuple):
    """What is the same at every try."""

    message_id: str  # the part before the @
    at: datetime
    host: str
    sender: str


def message(letter: Composed, posting: Posting) -> EmailMessage:
    made = EmailMessage(policy=POLICY)
    made["From"] = address(*parseaddr(posting.sender))
    made["To"] = address(letter.name, letter.to)
    made["Subject"] = one_line(letter.subject)
    made["Date"] = posting.at
    made["Message-ID"] = f"<{posting.message_id}@{posting.host}>"
    # So that no vacation notice answers (RFC 3834; the second is Exchange's own).
    made["Auto-Submitted"] = "auto-generated"
    made["X-Auto-Response-Suppress"] = "All"
    if letter.thread:
        _about_a_match(made, letter.thread, letter.thread.root(letter.to), posting.host)
    made.set_content(letter.text, cte="quoted-printable")
    made.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    return made


def _about_a_match(made: EmailMessage, thread: Thread, root: str, host: str) -> None:
    made["In-Reply-To"] = f"<{root}@{host}>"
    made["References"] = f"<{root}@{host}>"
    made["List-Id"] = f"<{thread.code}.matches.{host}>"
    made["List-Archive"] = f"<{thread.address}>"
    made["List-Unsubscribe"] = f"<{thread.stop}>"
    made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def address(name: str, addr_spec: str) -> Address:
    """Never put together as text: a name can hold anything."""
    local, _, domain = addr_spec.rpartition("@")
    return Address(one_line(name), local, domain)
