"""A letter as a message, with the headers that mail programs and servers go by."""

import hashlib
import re
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any, NamedTuple

from app.i18n.safe_text import one_line
from app.mail.calendar import calendar_of
from app.mail.letter import ComposedLetter, MailingList
from app.mail.write.folding import POLICY

MESSAGE_ID = re.compile(r"[!-;=?-~]{1,200}\Z")
SHOWN = 'src="cid:board"'  # as templates have it


class Posting(NamedTuple):
    """What is the same at every try."""

    message_id: str  # the part before the @
    at: datetime
    host: str
    sender: str
    kind: str = "letter"


def message(letter: ComposedLetter, posting: Posting) -> EmailMessage:
    """The same letter is the same message, to the byte."""
    made = EmailMessage(policy=POLICY)
    made["From"] = address(*parseaddr(posting.sender))
    made["To"] = address(letter.name, letter.to)
    if letter.reply_to:
        made["Reply-To"] = address("", letter.reply_to)
    made["Subject"] = one_line(letter.subject)
    made["Date"] = posting.at
    made["Message-ID"] = f"<{posting.message_id}@{posting.host}>"
    _from_a_machine(made, letter, posting)
    _in_its_thread(made, letter, posting.host)
    if letter.mailing_list:
        _of_a_list(made, letter.mailing_list, posting.host)
    _contents(made, letter, posting)
    return made


def _from_a_machine(made: EmailMessage, letter: ComposedLetter, posting: Posting) -> None:
    # So that no vacation notice answers (RFC 3834; the second is Exchange's own), and no thumbs-up by mail.
    made["Auto-Submitted"] = "auto-replied" if letter.replied else "auto-generated"
    made["X-Auto-Response-Suppress"] = "All"
    made["x-ms-reactions"] = "disallow"
    # By this, mail houses count complaints; nothing in it tells people or matches apart.
    game = letter.thread.game if letter.thread and letter.thread.game else "none"
    made["Feedback-ID"] = f"{posting.kind}:{game}:letters:chasqui"


def _in_its_thread(made: EmailMessage, letter: ComposedLetter, host: str) -> None:
    root = [f"<{letter.thread.root(letter.to)}@{host}>"] if letter.thread else []
    # Somebody else's mail program has made this one; it may hold anything.
    answered = [f"<{letter.in_reply_to}>"] if MESSAGE_ID.match(letter.in_reply_to) else []
    if root or answered:
        made["In-Reply-To"] = [*root, *answered][-1]
        made["References"] = " ".join([*root, *answered])


def _of_a_list(made: EmailMessage, its: MailingList, host: str) -> None:
    made["List-Id"] = f"<{its.name}.{host}>"
    if its.archive:
        made["List-Archive"] = f"<{its.archive}>"
    by_mail = [f"<mailto:{its.unsubscribe}?subject=stop>"] if its.unsubscribe else []
    made["List-Unsubscribe"] = ", ".join([*by_mail, f"<{its.stop}>"])
    if its.stop.startswith("https://"):  # RFC 8058 knows no other
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def _contents(made: EmailMessage, letter: ComposedLetter, posting: Posting) -> None:
    """mixed [ alternative [ text, related [ page, picture ] ], calendar ], or as much of it as there is."""
    picture = f"board.{posting.message_id}@{posting.host}"  # one of its own: mail programs keep what they saw
    made.set_content(letter.text, cte="quoted-printable")
    page = letter.html.replace(SHOWN, f'src="cid:{picture}"')
    made.add_alternative(page, subtype="html", cte="quoted-printable")
    if letter.picture:
        [_, shown] = made.iter_parts()
        assert isinstance(shown, EmailMessage)
        named: Any = {"cid": f"<{picture}>", "filename": "board.png", "disposition": "inline"}
        shown.add_related(letter.picture, "image", "png", **named)
        shown.set_param("type", "text/html")  # the part to begin with (RFC 2387)
    if letter.deadline:
        cancelled = letter.deadline.cancelled
        entry = calendar_of([letter.deadline], cancelled, organizer=parseaddr(posting.sender)[1])
        params = {"method": "CANCEL" if cancelled else "PUBLISH", "charset": "utf-8"}
        made.add_attachment(entry, "text", "calendar", params=params, filename="deadline.ics")
    if letter.book:
        made.add_attachment(letter.book, "application", "pdf", filename="book.pdf")
    _bound(made, posting.message_id)


def _bound(made: EmailMessage, message_id: str) -> None:
    """The boundaries of Python's choice are new every time."""
    for number, part in enumerate(made.walk()):
        if part.is_multipart():
            part.set_boundary(f"={hashlib.sha256(f'{message_id} {number}'.encode()).hexdigest()[:40]}=")


def address(name: str, addr_spec: str) -> Address:
    """Never put together as text: a name can hold anything."""
    local, _, domain = addr_spec.rpartition("@")
    return Address(one_line(name), local, domain)
