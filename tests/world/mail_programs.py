"""Replies as the usual mail programs write them: each quotes the real letter in its own way."""

from collections.abc import Callable
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from html import escape
from itertools import count

from app.clock import now

Writing = Callable[[EmailMessage, str], EmailMessage]
NUMBERS = count(1)


def text_of(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part
    return str(part.get_content())


def html_of(letter: EmailMessage) -> str:
    part = letter.get_body(("html",))
    assert part
    return str(part.get_content())


def begun(letter: EmailMessage, program: str) -> EmailMessage:
    """What all programs do alike."""
    made = EmailMessage()
    made["From"], made["To"] = letter["To"], letter["Reply-To"]
    subject = str(letter["Subject"])
    made["Subject"] = subject if subject.startswith("Re: ") else f"Re: {subject}"
    made["Date"] = format_datetime(now())
    made["Message-ID"] = make_msgid(f"{program}{next(NUMBERS)}", "mail.example")
    made["In-Reply-To"] = letter["Message-ID"]
    made["References"] = f"{letter['References'] or ''} {letter['Message-ID']}".strip()
    return made


def marked(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def rows(text: str, tag: str = "div") -> str:
    return "".join(f"<{tag}>{escape(line) or '<br>'}</{tag}>" for line in text.split("\n"))


def wrote(letter: EmailMessage) -> str:
    return f"On Wed, Nov 18, 2026 at 3:35 PM {letter['From']} wrote:"


def gmail(letter: EmailMessage, said: str) -> EmailMessage:
    made = begun(letter, "CA+gmail")
    made.set_content(f"{said}\n\n{wrote(letter)}\n\n{marked(text_of(letter))}\n")
    made.add_alternative(
        f'<div dir="ltr">{rows(said)}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{escape(wrote(letter))}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">{html_of(letter)}'
        "</blockquote></div>",
        subtype="html",
    )
    return made


def outlook(letter: EmailMessage, said: str) -> EmailMessage:
    """Nothing stands in front of the quoted lines."""
    made = begun(letter, "AM0PR")
    head = {"From": letter["From"], "Sent": "Wednesday, 18 November 2026 15:35", "To": letter["To"]}
    head["Subject"] = letter["Subject"]
    above = "\n".join(f"{name}: {value}" for name, value in head.items())
    made.set_content(f"{said}\n\n{above}\n\n{text_of(letter)}", cte="quoted-printable")
    told = "<br>".join(f"<b>{name}:</b> {escape(str(value))}" for name, value in head.items())
    made.add_alternative(
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><div class="WordSection1">'
        + "".join(f'<p class="MsoNormal">{escape(line)}<o:p>&nbsp;</o:p></p>' for line in said.split("\n"))
        + '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        + f'<p class="MsoNormal">{told}<o:p></o:p></p></div>{html_of(letter)}</div></body></html>',
        subtype="html",
    )
    return made


def apple(letter: EmailMessage, said: str) -> EmailMessage:
    made = begun(letter, "9F1C-")
    made.set_content(
        f"{said}\n\n> On 18 Nov 2026, at 15:35, {letter['From']} wrote:\n> \n{marked(text_of(letter))}\n"
    )
    made.add_alternative(
        f'<html><body style="overflow-wrap: break-word;">{rows(said)}<div><br><blockquote type="cite">'
        f"<div>On 18 Nov 2026, at 15:35, {escape(str(letter['From']))} wrote:</div><br>"
        f"<div>{html_of(letter)}</div></blockquote></div></body></html>",
        subtype="html",
    )
    return made


def thunderbird(letter: EmailMessage, said: str) -> EmailMessage:
    """Below what it quotes, in text alone."""
    made = begun(letter, "tb-")
    made.set_content(
        f"On 18/11/2026 15:35, Chasqui wrote:\n{marked(text_of(letter))}\n\n{said}\n",
        params={"format": "flowed"},
    )
    return made


def phone(letter: EmailMessage, said: str) -> EmailMessage:
    """Begins lines with capitals, has its own signature, and no text part."""
    made = begun(letter, "and-")
    said = "\n".join(line[:1].upper() + line[1:] for line in said.split("\n"))
    made.set_content(
        f"<html><body>{rows(said)}<div><br></div><div>Sent from my Galaxy</div><div><br></div>"
        f"<div>-------- Original message --------</div><div>From: {escape(str(letter['From']))} </div>"
        f"<div>Date: 18/11/2026  15:35  (GMT+00:00) </div><div>To: {escape(str(letter['To']))} </div>"
        f"<div>Subject: {escape(str(letter['Subject']))} </div><div><br></div>{html_of(letter)}"
        "</body></html>",
        subtype="html",
        cte="base64",
    )
    return made


PROGRAMS: tuple[Writing, ...] = (gmail, outlook, apple, thunderbird, phone)
