"""Mails with orders only where they are not their writer's words, and mails that nobody has written."""

import binascii
from base64 import encodebytes
from html import escape

from hypothesis import strategies as st

from tests.app.services.inbox.raw_mails import built

# Each would change a match that it is an answer to, or what is kept of it.
ORDERS = ["torch", "camp", "enter 1 a5", "end", "undo", "say: I was here", "plan: none", "plan: torch"]
PROSE = ["Hello all,", "What a week it was here!", "See you soon", "", "Zażółć gęślą jaźń", "🙂", "Привет"]

Lines = list[str]
LINES = st.lists(st.sampled_from(ORDERS), min_size=1, max_size=3)
OWN = st.lists(st.sampled_from(PROSE), max_size=3)


# --- Orders in a text, where they are not its writer's ---

HEAD = [
    "From: Bo <bo@example.org>",
    "Sent: Monday, 16 November 2026 10:00",
    "To: Ana",
    "Subject: Re: Sunday",
    "",
]
MARKS = st.sampled_from([">", "> ", ">>", "> > ", " > ", ">\t"])
BESIDE = st.builds(lambda mark, lines: [mark + line for line in lines], MARKS, LINES) | st.builds(
    lambda lines: ["-----BEGIN PGP SIGNATURE-----", *lines, "-----END PGP SIGNATURE-----"], LINES
)
# Nothing of the writer's comes behind these.
BEFORE_THE_REST = st.sampled_from(
    [
        ["-- "],
        ["-- ", "Ana"],
        HEAD,
        ["-----Original Message-----", *HEAD],
        ["---------- Forwarded message ---------", *HEAD],
        ["Begin forwarded message:", ""],
        ["On Mon, 16 Nov 2026 at 10:00, Chasqui <game@play.example> wrote:", ""],
        ["##- write above this line -##"],
        ["8<-----"],
    ]
)
REST = st.just(Lines()) | st.builds(list.__add__, BEFORE_THE_REST, LINES)
TEXT = st.builds(lambda *pieces: [line for piece in pieces for line in piece], OWN, BESIDE, OWN, REST)

AROUND = st.sampled_from(
    [
        "<blockquote>{}</blockquote>",
        '<blockquote type="cite"><div>{}</div></blockquote>',
        '<div class="gmail_signature">{}</div>',
        '<div class="yahoo_quoted_x1">{}</div>',
        "<script>{}</script>",
        "<style>{}</style>",
        "<textarea>{}</textarea>",
        "<!-- {} -->",
    ]
)
LAST = st.sampled_from(["{}", '<div id="divRplyFwdMsg"></div>', '<div id="appendonsend"></div>'])


def rows(lines: Lines) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in lines)


def page(own: Lines, around: str, lines: Lines, more: Lines, last: str) -> Lines:
    end = last + rows(lines) if last != "{}" else ""
    return [
        f"<html><title>torch</title><body>{rows(own)}{around.format(rows(lines))}{rows(more)}{end}</body>"
    ]


PAGE = st.builds(page, OWN, AROUND, LINES, OWN, LAST)

# --- Orders in the parts of a mail ---

CHARSETS = st.sampled_from(["utf-8", "utf-16", "iso-8859-2", "windows-1250", "utf-8-sig", "us-ascii"])
WAYS = st.sampled_from(["8bit", "quoted-printable", "base64"])
WRITTEN = ['text/plain; charset="{}"', "text/plain; charset={}; format=flowed", "text/plain;\n charset={}"]


def leaf(head: str, charset: str, way: str, lines: Lines, more: Lines | None = None) -> bytes:
    raw = "\n".join(lines).encode(charset, "replace")
    way = "base64" if charset == "utf-16" else way
    coded = raw
    if way == "base64":
        coded = encodebytes(raw)
    elif way == "quoted-printable":
        coded = binascii.b2a_qp(raw, istext=True)
    told = [f"Content-Type: {head.format(charset)}", f"Content-Transfer-Encoding: {way}", *(more or [])]
    return built([line.encode() for line in told], coded)


KINDS = st.sampled_from(
    [
        ("text/plain; charset={}", ["Content-Disposition: attachment"]),
        ("text/plain; charset={}", ['Content-Disposition: inline; filename="orders.txt"']),
        ("text/plain; charset={}; name=orders", []),
        ("text/html; charset={}; name*0=orders; name*1=.html", []),
        ("text/calendar; charset={}", []),
        ("text/x-orders; charset={}", []),
        ("text/rfc822-headers", []),
        ("application/octet-stream", []),
        ("image/png", ["Content-ID: <board>", "Content-Disposition: inline"]),
        ("application/pgp-signature", []),
    ]
)
ENCLOSED = st.builds(
    lambda kind, charset, way, lines: leaf(kind[0], charset, way, lines, kind[1]),
    KINDS,
    CHARSETS,
    WAYS,
    LINES,
)
READABLE = st.builds(leaf, st.sampled_from(WRITTEN), CHARSETS, WAYS, TEXT) | st.builds(
    leaf, st.just("text/html; charset={}"), CHARSETS, WAYS, PAGE
)
PLAIN = st.builds(leaf, st.just("text/plain; charset={}"), CHARSETS, WAYS, LINES)  # orders in so many words
FORWARDED = PLAIN.map(
    lambda mail: b"Content-Type: message/rfc822\n\nFrom: bo@example.org\nSubject: torch\n" + mail
)
BOUNDARIES = st.text("abcXYZ0189'()+_,-./:=?", min_size=1, max_size=40)


def around(kind: str, token: str, parts: list[bytes], beside: Lines) -> bytes:
    """With orders before the first part and behind the last one."""
    boundary = f"{token}.{sum(map(len, parts))}.".encode()
    outside = "\n".join(beside).encode()
    between = b"".join(b"--" + boundary + b"\n" + part + b"\n" for part in parts)
    head = b"Content-Type: multipart/" + kind.encode() + b'; boundary="' + boundary + b'"'
    return built([head], outside + b"\n" + between + b"--" + boundary + b"--\n" + outside)


MANY = st.sampled_from(["mixed", "alternative", "related", "signed", "report", "encrypted", "x-odd"])
PARTS = st.recursive(
    READABLE | ENCLOSED | FORWARDED,
    lambda parts: st.builds(around, MANY, BOUNDARIES, st.lists(parts, min_size=1, max_size=4), LINES),
    max_leaves=6,
)
# A text that is the whole mail is read, even if it has the name of a file.
WHOLE = READABLE | st.builds(around, MANY, BOUNDARIES, st.lists(PARTS, min_size=1, max_size=4), LINES)

# --- And in headers ---

ODD = st.binary(max_size=80).map(lambda value: value.translate(None, b"\r\n"))
ABOVE = st.lists(
    st.sampled_from(
        [
            *(
                b"Subject: torch",
                b"Subject: Re: =?utf-8?Q?x=0Atorch?=",
                b"Subject:",
                b"From: torch <ana@example.org>",
            ),
            *(
                b"To: end",
                b"X-Orders: camp",
                b"Comments: a\n torch\n camp",
                b"Keywords: torch\n\tcamp",
                b"X:",
            ),
            *(
                b"X-Long: " + b"torch " * 1500,
                b"Received: " + b"(" * 300,
                b"Auto-Submitted: no",
                b"Bcc: =?x?",
            ),
        ]
    )
    | ODD.map(b"X-Odd: ".__add__)
    | ODD.map(b"Subject: ".__add__),
    max_size=8,
)
ENDS = st.sampled_from([b"\n", b"\r\n"])


def mail(above: list[bytes], parts: bytes, end: bytes) -> bytes:
    return b"\n".join([*above, parts]).replace(b"\n", end)


HIDDEN = st.builds(mail, ABOVE, WHOLE, ENDS)

# Nobody has written these, whatever they say.
AUTOMATIC = st.sampled_from(
    [
        *(
            b"Auto-Submitted: auto-replied",
            b"AUTO-SUBMITTED:auto-generated (vacation)",
            b"Precedence: auto_reply",
        ),
        *(
            b"X-Autoreply: yes",
            b"From: MAILER-DAEMON@example.org",
            b"X-Vacation:",
        ),
        *(b"Auto-Submitted:\n auto-notified; a=b", b"Message-ID: <l.0123456789abcdef0123456789abcdef@x>"),
    ]
)
UNWRITTEN = st.builds(
    lambda mark, above, *rest: mail([mark, *above], *rest), AUTOMATIC, ABOVE, PLAIN | PARTS, ENDS
)
