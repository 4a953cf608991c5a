"""Bytes that come as mails: anything at all, what looks like a mail, and damage."""

from hypothesis import strategies as st


def built(head: list[bytes], body: bytes) -> bytes:
    return b"\n".join([*head, b"", body])


# --- Anything ---

FRAGMENTS = st.sampled_from(
    [
        *(
            b"\r\n",
            b"\n",
            b"\r",
            b"\r\n\r\n",
            b"\r\n.\r\n",
            b"\n.\n",
            b"\r.\r",
            b"\n.\r\n",
            b"\r\n..\r\n",
            b"\0",
        ),
        *(b"MAIL FROM:<x@example.org>\r\n", b"RSET\r\n", b"QUIT\r\n", b"From: a@b\r\n", b"Content-Type: "),
        *(b"text/html", b"multipart/mixed; boundary=b", b"--b\r\n", b"--b--", b"charset=", b"torch", b"end"),
        *(b"-- \r\n", b">", b"<blockquote>", b"undo", b"say: hello", b"plan: torch", b"camp\r\n"),
    ]
)
ANYTHING = st.binary(max_size=1500) | st.lists(FRAGMENTS | st.binary(max_size=30), max_size=40).map(b"".join)

NAMES = st.sampled_from(
    b"From To Subject Message-ID Return-Path Auto-Submitted Precedence List-Id Date References "
    b"MIME-Version Content-Type Content-Type Content-Type Content-Transfer-Encoding "
    b"Content-Transfer-Encoding Content-Disposition Content-ID X-Failed-Recipients X-\xff".split()
)
VALUES = st.binary(max_size=60) | st.sampled_from(
    [
        *(
            b"text/plain; charset=utf-16",
            b"text/html",
            b"text/plain; format=flowed; delsp=yes",
            b"text/plain",
        ),
        *(b"multipart/mixed; boundary=b", b"multipart/alternative; boundary=b", b"message/rfc822", b"text/x"),
        *(b'text/plain; charset="', b"text/plain; charset=idna", b"text/html; charset=utf-7", b"\xff" * 80),
        *(
            b"base64",
            b"quoted-printable",
            b"8bit",
            b"7bit",
            b"binary",
            b"x-uuencode",
            b"attachment; filename=x",
        ),
        *(b"multipart/mixed; boundary=", b'multipart/mixed; boundary*0=b; boundary*1="', b"=?x?B?/w=?= =?"),
        *(
            b"auto-replied",
            b"no",
            b"bulk",
            b"<>",
            b"a\r\n b",
            b"a\r\n\tb\r\n ",
            b"x" * 6000,
            b"multipart/digest",
        ),
    ]
)
HEADER = st.builds(
    bytes.__add__, NAMES, st.builds(bytes.__add__, st.sampled_from([b": ", b":", b"", b" :"]), VALUES)
)
ROWS = st.binary(max_size=50) | st.sampled_from(
    [
        *(
            b"torch",
            b"camp",
            b"enter 1 a5",
            b"end",
            b"> torch",
            b"undo",
            b"say: torch",
            b"plan: none",
            b"-- ",
            b"",
        ),
        *(
            b"--b",
            b"--b--",
            b"Content-Type: text/html",
            b"Content-Disposition: attachment",
            b"<pre>torch</pre>",
        ),
        *(
            b"Content-Transfer-Encoding: base64",
            b"dG9yY2g=",
            b"=74orch=",
            b"<blockquote>",
            b"<p>torch",
            b"\xfe\xff",
        ),
        *(
            b"On Mon, 16 Nov 2026 Ana wrote:",
            b"begin 644 x",
            b"##- write above -##",
            b"=?",
            b".",
            b"x" * 3000,
        ),
    ]
)
HOSTILE = st.builds(built, st.lists(HEADER, max_size=8), st.lists(ROWS, max_size=25).map(b"\n".join)).flatmap(
    lambda raw: st.sampled_from([raw, raw.replace(b"\n", b"\r\n"), raw.replace(b"\n", b"\r")])
)

# --- Damage ---

PUT = st.binary(max_size=3) | st.sampled_from(
    [b"\n", b"\r\n", b"\n\n", b">", b"<", b"--", b"=", b"\0", b"\xff", b"\n.\n"]
)
DAMAGE = st.lists(
    st.tuples(st.integers(0, 2**20), st.integers(0, 3) | st.integers(0, 300), PUT), min_size=1, max_size=12
)


def damaged(raw: bytes, damage: list[tuple[int, int, bytes]]) -> bytes:
    """At each place so many bytes give way to others."""
    for where, gone, put in damage:
        at = where % (len(raw) + 1)
        raw = raw[:at] + put + raw[at + gone :]
    return raw
