"""What a mail that came in says: bytes in, plain values out."""

import re
from dataclasses import dataclass, replace

from app.mail.read.automatic import why_automatic
from app.mail.read.bodies import attachments, text_in
from app.mail.read.bounce import Bounce, bounce_in
from app.mail.read.mime import Part, Unreadable, cover, parse
from app.mail.read.quoting import own_lines
from engine.speech import later

__all__ = ["Bounce", "Incoming", "read"]

LONGEST_SUBJECT = 200
LONGEST_NAME = 250  # of a sender, or of a message
LONGEST_WRITTEN = 32 * 1024  # characters, quoted text not counted

IN_BRACKETS = re.compile(r"<([^<>]*)>")


@dataclass(frozen=True)
class Incoming:
    message_id: str = ""  # without <>
    subject: str = ""  # one line
    sender: str = ""  # what From says, for the log only
    automatic: str = ""  # why nobody wrote it and nothing may answer it; "" for a person's mail
    bounce: Bounce | None = None
    lines: tuple[str, ...] = ()  # what the person wrote, from top to bottom
    below: bool = False  # (also) inside or below the quoted text
    attachments: int = 0  # parts that were not looked at
    problem: str = ""  # why it could not be read; there are no lines then


def read(raw: bytes, envelope_sender: str | None = None) -> Incoming:
    """Never raises, and takes time in proportion to the length. No sender is "", an unknown one None."""
    try:
        mail = parse(raw)
    except Unreadable as problem:
        return replace(_told_by_headers(cover(raw), envelope_sender), problem=str(problem))
    told = _told_by_headers(mail, envelope_sender)
    try:
        text = text_in(mail)
        lines, below = own_lines(text.lines)
    except Unreadable as problem:
        return replace(told, problem=str(problem))
    if sum(len(line) + 1 for line in lines) > LONGEST_WRITTEN:
        return replace(told, problem=later("it is too long"))
    return replace(told, lines=lines, below=below, attachments=text.attachments)


def _told_by_headers(mail: Part, envelope_sender: str | None) -> Incoming:
    bounce = bounce_in(mail, envelope_sender)
    return Incoming(
        message_id=_message_id(mail.headers.first("message-id")),
        subject=mail.headers.text("subject")[:LONGEST_SUBJECT],
        sender=mail.headers.text("from")[:LONGEST_NAME],
        automatic=why_automatic(mail, envelope_sender) or ("delivery report" if bounce else ""),
        bounce=bounce,
        attachments=attachments(mail),
    )


def _message_id(value: str) -> str:
    found = IN_BRACKETS.search(value)
    return (found[1] if found else value).strip()[:LONGEST_NAME]
