"""Answers as mail programs write them, in any language: what each puts between the answer and the letter.

The letter's own mark is left out, so a head must be known by itself. Only a program that always marks quoted
lines has `>` before them.
"""

from collections.abc import Callable
from html import escape

from tests.app.mail.read.program_words import Words

TO = "r.aaaabbbbccccddddeeeeffffgg@play.example"
WHO, CHASQUI = f"Chasqui <{TO}>", "Chasqui <chasqui@play.example>"
ANA = "Ana <ana@example.org>"
SUBJECT = "Tikal by the river: your turn, until Sat, 21 Nov"
LETTER = ("Tikal by the river: it is your turn.", "", "camp d4", "move 1 a5 b4", "end", "", "torch")
WHEN = "18.11.2026 15:35"

Shape = Callable[[Words, list[str]], bytes]


def mail(kind: str, text: str) -> bytes:
    head = f"From: {ANA}\nTo: {WHO}\nSubject: Re: {SUBJECT}\nMIME-Version: 1.0\n"
    return f"{head}Content-Type: text/{kind}; charset=utf-8\n\n{text}".encode()


def plain(own: list[str], *head: str, quoted: tuple[str, ...] = LETTER, sign: str = "") -> bytes:
    foot = ["", sign] if sign else []
    return mail("plain", "\n".join([*own, *foot, "", *head, "", *quoted, ""]))


def rows(lines: list[str] | tuple[str, ...]) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in lines)


def page(own: list[str], head: str, quoted: tuple[str, ...] = LETTER) -> bytes:
    return mail("html", f"<html><body>{rows(own)}<br>{head}{rows(quoted)}</body></html>")


def headers(words: Words, who: str = CHASQUI) -> list[str]:
    values = (who, words.date, ANA, SUBJECT)
    return [f"{name}: {value}" for name, value in zip(words.fields, values, strict=True)]


def bold(words: Words) -> str:
    lines = (line.partition(":") for line in headers(words))
    return "<br>".join(f"<b>{escape(name)}:</b>{escape(value)}" for name, _, value in lines)


def wrote(words: Words, who: str = CHASQUI) -> str:
    return words.wrote.format(when=WHEN, who=who)


# --- The programs ---


def outlook_desktop(words: Words, own: list[str]) -> bytes:
    head = f'<div style="border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">{bold(words)}</p></div>'
    return page(own, head)


def outlook_text(words: Words, own: list[str]) -> bytes:
    return plain(own, *headers(words))


def outlook_old(words: Words, own: list[str]) -> bytes:
    return plain(own, f"-----{words.title}-----", *headers(words))


def outlook_web(words: Words, own: list[str]) -> bytes:
    return plain(own, "_" * 32, *headers(words))


def outlook_without_addresses(words: Words, own: list[str]) -> bytes:
    return plain(own, *[line.partition(" <")[0] for line in headers(words)])


def gmail_lost_marks(words: Words, own: list[str]) -> bytes:
    return plain(own, wrote(words))


def gmail_wrapped(words: Words, own: list[str]) -> bytes:
    return plain(own, *wrote(words).replace(" <", " <\n").split("\n"))


def apple_mail(words: Words, own: list[str]) -> bytes:
    return plain(own, f"> {wrote(words)}", quoted=tuple(f"> {line}" for line in LETTER), sign=words.sent_from)


def ios_forward(words: Words, own: list[str]) -> bytes:
    return plain(own, f"{words.title}:", "", *[f"*{line.replace(':', ':*', 1)}" for line in headers(words)])


def thunderbird_forward(words: Words, own: list[str]) -> bytes:
    return plain(own, f"-------- {words.title} --------", *headers(words))


def yahoo(words: Words, own: list[str]) -> bytes:
    return plain(own, wrote(words), quoted=tuple(f" {line} " for line in LETTER))


def gmx(words: Words, own: list[str]) -> bytes:
    sent, by, *rest = [headers(words)[n] for n in (1, 0, 2, 3)]
    return plain(own, sent, by, *rest)


def seznam(words: Words, own: list[str]) -> bytes:
    return plain(own, f"---------- {words.title} ----------", *[f"{line} " for line in headers(words)])


def k9(words: Words, own: list[str]) -> bytes:
    return plain(
        own, f"-------- {words.title} --------", *headers(words), sign="Sent from my Android with K-9"
    )


def fairemail(words: Words, own: list[str]) -> bytes:
    head = f"<p>{escape(wrote(words))}</p>"
    return page(own, head)


def zoho(words: Words, own: list[str]) -> bytes:
    return plain(own, f"---- {wrote(words).rstrip(' :')} ----")


def proton(words: Words, own: list[str]) -> bytes:
    return plain(own, f"------- {words.title} -------", wrote(words))


def starred_title(words: Words, own: list[str]) -> bytes:
    return plain(own, f"*-------- {words.title} --------*", *headers(words))


def onet(words: Words, own: list[str]) -> bytes:
    lines = headers(words)
    return plain(own, *[piece for line in lines for piece in (line, "")][:-1])


PROGRAMS: tuple[Shape, ...] = (
    *(outlook_desktop, outlook_text, outlook_old, outlook_web, outlook_without_addresses),
    *(gmail_lost_marks, gmail_wrapped, apple_mail, ios_forward, thunderbird_forward, yahoo, gmx, seznam),
    *(k9, fairemail, zoho, proton, starred_title, onet),
)
