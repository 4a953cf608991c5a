"""A letter as a message, written by Python's email package: what app/mail/write/message.py is compared to."""

import hashlib
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any

from app.mail.calendar import calendar_of
from app.mail.letter import ComposedLetter, MailingList
from app.mail.write.folding import POLICY
from app.mail.write.message import MESSAGE_ID, PICTURE_SRC, Posting, make_address
from app.safe_text import one_line


def build_message(letter: ComposedLetter, posting: Posting) -> EmailMessage:
    mail = EmailMessage(policy=POLICY)
    mail["From"] = make_address(*parseaddr(posting.sender))
    mail["To"] = make_address(letter.name, letter.to)
    if letter.reply_to:
        mail["Reply-To"] = make_address("", letter.reply_to)
    mail["Subject"] = one_line(letter.subject)
    mail["Date"] = posting.at
    mail["Message-ID"] = f"<{posting.message_id}@{posting.host}>"
    _add_automatic_headers(mail, letter, posting)
    _add_thread_headers(mail, letter, posting.host)
    if letter.mailing_list:
        _add_list_headers(mail, letter.mailing_list, posting.host)
    _add_contents(mail, letter, posting)
    return mail


def _add_automatic_headers(mail: EmailMessage, letter: ComposedLetter, posting: Posting) -> None:
    # Against vacation notices (RFC 3834; the second header is Exchange's own) and against reactions by mail.
    mail["Auto-Submitted"] = "auto-replied" if letter.replied else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    mail["x-ms-reactions"] = "disallow"
    # Mail providers count complaints by this header. It does not tell people or matches apart.
    game = letter.thread.game if letter.thread and letter.thread.game else "none"
    mail["Feedback-ID"] = f"{posting.kind}:{game}:letters:chasqui"


def _add_thread_headers(mail: EmailMessage, letter: ComposedLetter, host: str) -> None:
    root = [f"<{letter.thread.root(letter.to)}@{host}>"] if letter.thread else []
    # This Message-ID comes from somebody else's mail program, and may hold anything.
    answered = [f"<{letter.in_reply_to}>"] if MESSAGE_ID.match(letter.in_reply_to) else []
    if root or answered:
        mail["In-Reply-To"] = [*root, *answered][-1]
        mail["References"] = " ".join([*root, *answered])


def _add_list_headers(mail: EmailMessage, mailing_list: MailingList, host: str) -> None:
    mail["List-Id"] = f"<{mailing_list.name}.{host}>"
    if mailing_list.archive:
        mail["List-Archive"] = f"<{mailing_list.archive}>"
    by_mail = [f"<mailto:{mailing_list.unsubscribe}?subject=stop>"] if mailing_list.unsubscribe else []
    mail["List-Unsubscribe"] = ", ".join([*by_mail, f"<{mailing_list.stop}>"])
    if mailing_list.stop.startswith("https://"):  # RFC 8058 allows nothing else
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def _add_contents(mail: EmailMessage, letter: ComposedLetter, posting: Posting) -> None:
    """mixed [ alternative [ text, related [ page, pictures ] ], calendar, book, film ], as there are."""
    # Each picture has a name of its own, for mail programs keep pictures by their names.
    own = rf"\1.{posting.message_id}@{posting.host}"
    mail.set_content(letter.text, cte="quoted-printable")
    page = PICTURE_SRC.sub(rf'src="cid:{own}"', letter.html)
    mail.add_alternative(page, subtype="html", cte="quoted-printable")
    *_, page_part = mail.iter_parts()
    if letter.picture:
        assert isinstance(page_part, EmailMessage)
        for number, picture in enumerate((letter.picture, *letter.more_pictures), 1):
            name = "board" if number == 1 else f"board-{number}"
            cid = f"<{name}.{posting.message_id}@{posting.host}>"
            names: Any = {"cid": cid, "filename": f"{name}.png", "disposition": "inline"}
            page_part.add_related(picture, "image", "png", **names)
        page_part.set_param("type", "text/html")  # the part that a mail program shows first (RFC 2387)
    if letter.deadline:
        cancelled = letter.deadline.cancelled
        entry = calendar_of([letter.deadline], cancelled, organizer=parseaddr(posting.sender)[1])
        params = {"method": "CANCEL" if cancelled else "PUBLISH", "charset": "utf-8"}
        mail.add_attachment(entry, "text", "calendar", params=params, filename="deadline.ics")
    if letter.book:
        mail.add_attachment(letter.book, "application", "pdf", filename="book.pdf")
    if letter.film:
        mail.add_attachment(letter.film, "image", "gif", filename="match.gif")
    _set_boundaries(mail, posting.message_id)


def _set_boundaries(mail: EmailMessage, message_id: str) -> None:
    """Python would choose new boundaries every time."""
    for number, part in enumerate(mail.walk()):
        if part.is_multipart():
            part.set_boundary(f"={hashlib.sha256(f'{message_id} {number}'.encode()).hexdigest()[:40]}=")
