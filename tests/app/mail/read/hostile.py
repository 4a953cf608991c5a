"""Mails that are made to take long: for each, one of about so many bytes."""

from collections.abc import Callable

PLAIN = b"From: Ana <ana@example.org>\nContent-Type: text/plain\n"
PAGE = b"From: Ana <ana@example.org>\nContent-Type: text/html\n"
DAEMON = b"From: mailer-daemon@example.org\n"
NESTED = b"Content-Type: multipart/mixed; boundary=b%07d\n\n--b%07d\n"

Attack = Callable[[int], bytes]


def header(start: bytes, again: bytes) -> Attack:
    return lambda size: start + again * (size // len(again)) + b"\n\nend"


def text(again: bytes, last: bytes = b"", way: bytes = b"8bit") -> Attack:
    head = PLAIN + b"Content-Transfer-Encoding: " + way + b"\n\n"
    return lambda size: head + again * (size // len(again)) + last


def page(again: bytes, first: bytes = b"", last: bytes = b"") -> Attack:
    return lambda size: PAGE + b"\n" + first + again * (size // len(again)) + last


def bounce(again: bytes, more: bytes = b"") -> Attack:
    return lambda size: DAEMON + more + b"\n" + again * (size // len(again))


def parts(again: bytes, kind: bytes = b"mixed") -> Attack:
    head = b"From: a@example.org\nContent-Type: multipart/" + kind + b"; boundary=b\n\n"
    return lambda size: head + again * (size // len(again))


def nested(size: int) -> bytes:
    return DAEMON + b"".join(NESTED % (n, n) for n in range(size // len(NESTED)))


ATTACKS: dict[str, Attack] = {
    # Headers
    "semicolons": header(b"Content-Type: text/plain", b";"),
    "parameters": header(b"Content-Type: text/plain", b"; a=b"),
    "quotes in a parameter": header(b"Content-Type: text/plain", b';a="\\'),
    "quotes in From": header(b"From: ", b'"'),
    "dots in From": header(b"From: ", b"."),
    "a long word in From": header(b"From: ", b"x"),
    "comments in From": header(b"From: ", b"("),
    "addresses": header(b"To: ", b"a@example.org, "),
    "encoded words": header(b"Subject: ", b"=?utf-8?q?a?= "),
    "beginnings of encoded words": header(b"Subject: ", b"=?"),
    "one folded header": header(b"X:", b"\n y"),
    "headers": header(b"", b"A:b\n"),
    "one long line": header(b"", b"y"),
    # Parts
    "parts": parts(b"--b\n\nend\n"),
    "parts without anything": parts(b"--b\n"),
    "boundaries with blanks": parts(b"\n--b      x"),
    "parts within parts": nested,
    "the same boundary within": parts(b"--b\nContent-Type: multipart/mixed; boundary=b\n\n"),
    "mails within mails": bounce(b"Content-Type: message/rfc822\n\n"),
    "reports": bounce(b"Action: failed\nStatus: 4.0.0\n\n", b"Content-Type: message/delivery-status\n"),
    "complaints": bounce(b"Feedback-Type: abuse\n", b"Content-Type: message/feedback-report\n"),
    "blanks in a complaint": bounce(b"\n", b"Content-Type: message/feedback-report\n"),
    "references": header(b"References: ", b"<a@b> "),
    "beginnings of references": header(b"References: ", b"<"),
    "reports without headers": bounce(b"x\n", b"Content-Type: message/delivery-status\n"),
    # Ways of coding
    "base64 of nothing": text(b"=A?", way=b"base64"),
    "base64": text(b"QUJD", way=b"base64"),
    "quoted-printable signs": text(b"=", way=b"quoted-printable"),
    "quoted-printable line ends": text(b"=\n", way=b"quoted-printable"),
    # Text
    "line ends": text(b"\n"),
    "short lines": text(b"a\n"),
    "one line of On": text(b"On "),
    "lines of On": text(b"On 1\n"),
    "attributions": text(b"On 1 2026@\nb\nwrote:\n"),
    "colons": text(b"a@b 2026:\n"),
    "quote signs": text(b">"),
    "quote signs and blanks": text(b"> "),
    "examples that are broken": text(b">     x" + b"y" * 68 + b"\nz\n"),
    "dashes": text(b"-", b"x"),
    "signatures": text(b"-- \n"),
    "signatures without a blank": text(b"--\n"),
    "rules": text(b"____\n\n"),
    "marks": text(b"##-\n\n"),
    "blocks of headers": text(b"From: a\nTo: b\n"),
    "names of headers": text(b"From: a\n"),
    "headers of unknown names": text(b"Xyz: a@b 2026\n"),
    "headers with blank lines": text(b"Xyz: a@b\n\n"),
    "dashes around": text(b"-- a@b 2026 --\n\n\n"),
    "dashes around headers": text(b"-- x --\n\nVan: a\n"),
    "one long header": text(b"x", last=b"@b\nB: 2026\nC: d"),
    "one long line of addresses": text(b"a@b,"),
    "a long line between dashes": text(b"-- x ", b"--"),
    "lines that end like an address": text(b"a <\n"),
    "scissors": text(b"--8<--x-!\n"),
    "files without an end": text(b"begin 644 x\n"),
    "files with their ends behind": text(b"begin 644 x\n", b"end\n" * 1000),
    "signed again and again": text(b"-----BEGIN PGP SIGNED MESSAGE-----\n"),
    "footers": text(b"Sent from my phone\n"),
    # Pages
    "tags that never end": page(b"<"),
    "beginnings of tags": page(b"<a "),
    "beginnings of comments": page(b"<!--"),
    "beginnings of declarations": page(b"<!"),
    "beginnings of attributes": page(b'<a ="'),
    "mixed quotes": page(b"<a ='\">"),
    "equal signs": page(b"= ", b"<a "),
    "blanks behind an equal sign": page(b" ", b"<a ="),
    "classes": page(b"class ", b"<a "),
    "blanks behind a class": page(b" ", b"<a class", b">"),
    "quotes within quotes": page(b"<blockquote>"),
    "ends of something else within quotes": lambda size: (
        PAGE + b"\n" + b"<blockquote>" * (size // 24) + b"</div>" * (size // 12)
    ),
    "boxes within boxes": page(b"<div>"),
    "ends of many quotes": page(b"<p></p>", b"<div class=moz-cite-prefix>" * 30),
    "entities": page(b"&"),
    "a huge number": page(b"9", b"&#"),
    "a huge hexadecimal number": page(b"f", b"&#x"),
    "huge numbers": page(b"&#99999999999"),
    "scripts": page(b"<script>"),
    "lines of a listing": page(b"\n", b"<pre>"),
    # What the library of bounces gets to see
    "recipients": header(DAEMON + b"X-Failed-Recipients: ", b'"a" <b@c>, '),
    "comments in recipients": header(DAEMON + b"X-Failed-Recipients: ", b"("),
    "a long line of a bounce": bounce(b"x", b"\ndid not reach the following recipient\n"),
    "addresses in a bounce": bounce(b"<a@b "),
    "folded parameters of a bounce": header(DAEMON + b"Content-Type: text/plain", b';"\n '),
}
