"""Reads a mail that came in: bytes in, plain values out."""

import re
from dataclasses import dataclass, replace

from app.mail.read.automatic import why_automatic, why_perhaps_automatic
from app.mail.read.bodies import count_attachments, read_text
from app.mail.read.bounce import Bounce, bounce_in
from app.mail.read.complaint import complained_of, complaint_in
from app.mail.read.mime import Part, Unreadable, parse, parse_headers_only
from app.mail.read.quote_heads import Known
from app.mail.read.quoting import find_own_lines
from engine.speech import later

__all__ = ["Bounce", "Incoming", "read"]

LONGEST_SUBJECT = 200
LONGEST_NAME = 250  # of a sender, or a Message-ID
MOST_ANSWERED = 20  # Message-IDs
LONGEST_WRITTEN = 32 * 1024  # characters that the person wrote; quoted text does not count

IN_BRACKETS = re.compile(r"<([^<>]*)>")


@dataclass(frozen=True)
class Incoming:
    message_id: str = ""  # without <>
    subject: str = ""  # one line
    sender: str = ""  # what From says, for the log only
    automatic: str = ""  # why it counts as automatic and must not be answered; "" for a person's mail
    perhaps_automatic: str = ""  # why a program may have written it; its lines must show that a person did
    bounce: Bounce | None = None
    complaint: str = ""  # that a reader has called a letter spam: its kind, like abuse
    # What it answers or complains of: Message-IDs, the part before the @, the nearest first.
    answers: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()  # what the person wrote, from top to bottom
    below: bool = False  # whether some of the lines were inside or below the quoted text
    attachments: int = 0  # how many parts were not looked at
    problem: str = ""  # why it could not be read; then there are no lines


def read(raw: bytes, envelope_sender: str | None = None) -> Incoming:
    """Never raises, and takes time in proportion to the length.

    `envelope_sender` is "" for a mail that must not be answered (MAIL FROM:<>), and None if it is not known.
    """
    try:
        mail = parse(raw)
    except Unreadable as problem:
        return replace(_from_headers(parse_headers_only(raw), envelope_sender), problem=str(problem))
    incoming = _from_headers(mail, envelope_sender)
    try:
        text = read_text(mail)
        lines, below = find_own_lines(text.lines, _known_of(mail))
    except Unreadable as problem:
        return replace(incoming, problem=str(problem))
    if sum(len(line) + 1 for line in lines) > LONGEST_WRITTEN:
        return replace(incoming, problem=later("it is too long"))
    doubt = "" if incoming.automatic else why_perhaps_automatic(mail, lines)
    return replace(incoming, perhaps_automatic=doubt, lines=lines, below=below, attachments=text.attachments)


def _known_of(mail: Part) -> Known:
    addressed = [value for name in ("from", "to", "cc") for value in [mail.headers.text(name)]]
    return Known.of(mail.headers.text("subject")[:LONGEST_SUBJECT], addressed)


def _from_headers(mail: Part, envelope_sender: str | None) -> Incoming:
    bounce = bounce_in(mail, envelope_sender)
    automatic = why_automatic(mail, envelope_sender) or ("delivery report" if bounce else "")
    return Incoming(
        message_id=_message_id(mail.headers.first("message-id")),
        subject=mail.headers.text("subject")[:LONGEST_SUBJECT],
        sender=mail.headers.text("from")[:LONGEST_NAME],
        automatic=automatic,
        perhaps_automatic="" if automatic else why_perhaps_automatic(mail, ()),
        bounce=bounce,
        complaint=complaint_in(mail)[:LONGEST_NAME],
        answers=_answers(mail),
        attachments=count_attachments(mail),
    )


def _answers(mail: Part) -> tuple[str, ...]:
    above = IN_BRACKETS.findall(mail.headers.first("references"))
    nearest = IN_BRACKETS.findall(f"{complained_of(mail)} {mail.headers.first('in-reply-to')}")
    names = [text.rpartition("@")[0].strip()[:LONGEST_NAME] for text in [*nearest, *reversed(above)]]
    return tuple(dict.fromkeys(filter(None, names)))[:MOST_ANSWERED]


def _message_id(value: str) -> str:
    found = IN_BRACKETS.search(value)
    return (found[1] if found else value).strip()[:LONGEST_NAME]
