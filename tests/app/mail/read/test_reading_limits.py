"""How much of a mail is read: each limit from both sides."""

import pytest

from app.mail.read import bodies, headers, mime, quote_heads, quoting
from app.mail.read import bounce as bounces
from app.mail.read import incoming as incoming_mail
from app.mail.read.html_text import DEEPEST, html_to_text
from app.mail.read.incoming import Incoming, read

FROM = b"From: Ana <ana@example.org>\n"


def mail(text: bytes, more: bytes = b"") -> Incoming:
    return read(FROM + more + b"\n" + text)


def with_parts(number: int) -> Incoming:
    """The mail itself is one of them."""
    return mail(b"--b\n\nend\n" * (number - 1), b"Content-Type: multipart/mixed; boundary=b\n")


def nested(levels: int) -> Incoming:
    around = (b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(levels))
    return read(FROM + b"".join(around) + b"\nend\n")


def test_parts() -> None:
    assert not with_parts(mime.MOST_PARTS).problem
    assert with_parts(mime.MOST_PARTS + 1).problem == "it has too many parts"


def test_parts_within_parts() -> None:
    assert nested(mime.MOST_LEVELS).lines == ("end",)
    assert nested(mime.MOST_LEVELS + 1).problem == "its parts are too deep within each other"


def test_a_mail_that_is_too_much_is_still_known_to_be_automatic() -> None:
    more = b"Auto-Submitted: auto-replied\nContent-Type: multipart/mixed; boundary=b\n"

    incoming = mail(b"--b\n\nend\n" * mime.MOST_PARTS, more)

    assert (incoming.problem, incoming.automatic) == ("it has too many parts", "auto-submitted")
    assert incoming.sender == "Ana <ana@example.org>"


@pytest.mark.parametrize("line", [b"X: y\n", b"X:\n " + b"y" * 90 + b"\n"])
def test_the_block_of_headers(line: bytes) -> None:
    room = headers.LONGEST_BLOCK - len(FROM)

    assert mail(b"end", line * (room // len(line))).lines == ("end",)
    assert mail(b"end", line * (room // len(line) + 1)).problem == "its headers are too long"


def test_one_header() -> None:
    subject = b"Content-Type: text/plain%sx=y; charset=iso-8859-2\n"
    room = headers.LONGEST_HEADER - len(subject % b"") + len(b"Content-Type:\n")

    assert mail(b"\xb6", subject % (b";" * room)).lines == ("ś",)
    assert mail(b"\xb6", subject % (b";" * (room + 1))).lines == ("¶",)


def test_the_subject_and_the_sender_are_cut() -> None:
    incoming = read(b"From: %s\nSubject: %s\n\nend" % (b"a" * 999, b"b" * 999))

    assert incoming.sender == "a" * incoming_mail.LONGEST_NAME
    assert incoming.subject == "b" * incoming_mail.LONGEST_SUBJECT


def test_text_with_what_is_quoted() -> None:
    own, quoted = b"end\n", b"> " + b"x" * 997 + b"\n"
    times, left = divmod(bodies.LONGEST_TEXT - len(own), len(quoted))

    assert mail(own + quoted * times + b">" * left).lines == ("end",)
    assert mail(own + quoted * times + b">" * (left + 1)).problem == "its text is too long"


def test_texts_of_all_parts_together() -> None:
    half = b"--b\n\n> " + b"x" * (bodies.LONGEST_TEXT // 2) + b"\n"

    more = b"Content-Type: multipart/mixed; boundary=b\n"
    assert not mail(half, more).problem
    assert mail(half * 2, more).problem == "its text is too long"


def test_lines_with_those_that_are_quoted() -> None:
    assert mail(b"end\n" + b">\n" * (bodies.MOST_LINES - 2)).lines == ("end",)
    assert mail(b"end\n" + b">\n" * bodies.MOST_LINES).problem == "its text is too long"


def test_what_a_person_wrote() -> None:
    line = b"x" * (incoming_mail.LONGEST_WRITTEN - 1)

    assert mail(line).lines == (line.decode(),)
    assert mail(line + b"x").problem == "it is too long"
    assert not mail(line + b"x").lines


def test_quotes_within_quotes_of_a_page() -> None:
    def page(levels: int) -> str:
        return html_to_text("<blockquote>" * levels + "old" + "</blockquote>" * levels + "new")

    assert page(DEEPEST) == "> old\nnew"
    assert page(DEEPEST + 1) == "> old\nnew"


@pytest.mark.parametrize(("lines", "gone"), [(quote_heads.LONGEST_ATTRIBUTION, True), (4, False)])
def test_an_attribution_is_broken_into_three_lines_at_most(lines: int, gone: bool) -> None:
    words = ["On 16 November 2026", *["and"] * (lines - 2), "Chasqui wrote:"]

    incoming = mail("\n".join(["end", *words, "> old"]).encode())

    assert (incoming.lines == ("end",)) is gone


def test_a_signature_that_has_lost_its_blank() -> None:
    def with_lines(number: int) -> tuple[str, ...]:
        return mail(b"end\n--\n" + b"Ana\n" * number).lines

    assert with_lines(quoting.LONGEST_SIGNATURE) == ("end",)
    assert with_lines(quoting.LONGEST_SIGNATURE + 1)[:3] == ("end", "--", "Ana")


def test_a_footer_is_a_short_line() -> None:
    footer = b"Sent from my iPhone "

    assert mail(footer + b"x" * (quoting.LONGEST_FOOTER - len(footer))).lines == ()
    assert len(mail(footer + b"x" * quoting.LONGEST_FOOTER).lines) == 1


def test_why_a_letter_came_back_is_cut() -> None:
    bounce = read(b"From: mailer-daemon@example.org\n\n550 5.1.1 no such user " + b"x" * 999).bounce

    assert bounce
    assert len(bounce.why) == bounces.LONGEST_WHY


def test_what_the_library_of_bounces_gets_to_see() -> None:
    def with_headers(size: int) -> Incoming:
        more = b"X: y\n" * (size // 5)
        return read(b"From: daemon@example.org\n" + more + b"X-Failed-Recipients: ana@example.org\n\nx")

    assert with_headers(bounces.SCANNED_BYTES - 100).bounce
    assert not with_headers(bounces.SCANNED_BYTES).bounce


def test_how_much_of_a_line_the_library_of_bounces_gets_to_see() -> None:
    sign = b"did not reach the following recipient"

    def with_line(blanks: int) -> Incoming:
        return read(b"From: postmaster@x\n\n" + b"x" * blanks + sign + b"\nana@example.org on Monday\n")

    room = bounces.SCANNED_LINE - len(sign)
    assert with_line(room).bounce
    assert not with_line(room + 1).bounce
