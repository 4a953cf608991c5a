"""Signed letters, as a mail server checks them: by RFC 6376 alone, with nothing of the code that signs."""

import base64
import hashlib
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

from app.mail.letter import ComposedLetter, Deadline, Thread
from app.mail.write.dkim import Signer, signer_of
from app.mail.write.message import Posting, message_of
from app.settings import Settings, WrongSetting
from tests.world import World
from tests.world.mail_server import Sink

AT = datetime(2026, 11, 18, 12, 0, 0, tzinfo=UTC)
STOP = f"https://play.example/stop/{'x' * 90}/go"
THREAD = Thread("abc", "Tikal", "https://play.example/m/abc", STOP, f"u.{'a' * 26}@play.example", "tikal")
LETTER = ComposedLetter(
    to="bo@example.org",
    name="Žofie",
    subject="Příšerně žluťoučký  kůň úpěl ďábelské ódy, until Thu 19:00",
    text="Łódź\n\n  two  blanks \n.\n\n\n",
    html='<p>Łódź</p><img src="cid:board">',
    thread=THREAD,
    reply_to=f"r.{'b' * 26}@play.example",
    picture=b"\x89PNG\r\n\x1a\n",
    deadline=Deadline("abc.s1.deadline@play.example", 3, AT, AT, "Tikal", "https://play.example/m/abc"),
)
KEYS: dict[str, Any] = {
    "rsa": rsa.generate_private_key(65537, 2048),
    "ed25519": ed25519.Ed25519PrivateKey.generate(),
}


OTHERS: dict[type, Any] = {
    type(KEYS["rsa"]): rsa.generate_private_key(65537, 2048),
    type(KEYS["ed25519"]): ed25519.Ed25519PrivateKey.generate(),
}


def signed(key: Any) -> bytes:
    raw = message_of(LETTER, Posting("l.0123", AT, "play.example", "Chasqui <game@play.example>"))
    return Signer(key, "play.example", "chasqui").signed(raw, int(AT.timestamp()))


# --- A mail server's side ---


def verified(raw: bytes, public: Any) -> bool:
    head, _, body = raw.partition(b"\r\n\r\n")
    fields = [(field.partition(b":")[0].lower(), field) for field in re.split(rb"\r\n(?=[^ \t])", head)]
    signature = next(field for name, field in fields if name == b"dkim-signature")
    tags = {
        name.strip().decode(): re.sub(rb"\s", b"", value)
        for name, _, value in (tag.partition(b"=") for tag in signature.partition(b":")[2].split(b";"))
    }
    assert tags["c"] == b"relaxed/relaxed"
    if base64.b64decode(tags["bh"]) != hashlib.sha256(body_form(body)).digest():
        return False
    covered = b""
    for name in tags["h"].split(b":"):
        last = next((n for n in reversed(range(len(fields))) if fields[n][0] == name), None)
        if last is not None:
            covered += header_form(fields.pop(last)[1]) + b"\r\n"
    covered += header_form(re.sub(rb"(;\s*b=)[^;]*", rb"\1", signature))
    return right(public, tags["a"], base64.b64decode(tags["b"]), covered)


def header_form(field: bytes) -> bytes:
    name, _, value = field.replace(b"\r\n", b"").partition(b":")
    return name.rstrip().lower() + b":" + b" ".join(value.split())


def body_form(body: bytes) -> bytes:
    lines = [re.sub(rb"[ \t]+", b" ", line).rstrip(b" ") for line in body.split(b"\r\n")]
    while lines and not lines[-1]:
        lines.pop()
    return b"".join(line + b"\r\n" for line in lines)


def right(public: Any, way: bytes, signature: bytes, covered: bytes) -> bool:
    try:
        if way == b"rsa-sha256":
            public.verify(signature, covered, padding.PKCS1v15(), hashes.SHA256())
        else:
            public.verify(signature, hashlib.sha256(covered).digest())
    except InvalidSignature:
        return False
    return True


# --- What it must say ---


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> Any:
    return KEYS[request.param]


def test_a_letter_is_from_whom_it_says(key: Any) -> None:
    assert verified(signed(key), key.public_key())
    assert not verified(signed(key), OTHERS[type(key)].public_key())


def test_blanks_and_folds_that_change_on_the_way_do_no_harm(key: Any) -> None:
    letter = signed(key)

    changed = letter.replace(b"List-Unsubscribe: ", b"List-unsubscribe:\r\n\t ") + b"\r\n\r\n"

    assert changed != letter
    assert verified(changed, key.public_key())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"To: ", b"To: x@evil.example, "),
        (b"Reply-To: r.b", b"Reply-To: r.c"),
        (b"/stop/xx", b"/stop/yx"),
        (b"List-Unsubscribe=One-Click", b"List-Unsubscribe=Two-Clicks"),
        (b"mailto:u.a", b"mailto:u.b"),
        (b"two  blanks", b"two blanks and more"),
        (b"image/png", b"image/gif"),
    ],
)
def test_what_is_changed_on_the_way_is_noticed(key: Any, old: bytes, new: bytes) -> None:
    letter = signed(key)

    assert old in letter
    assert not verified(letter.replace(old, new, 1), key.public_key())


@pytest.mark.parametrize("added", [b"Subject: You have won", b"From: x@evil.example", b"To: all@example.org"])
@pytest.mark.parametrize("where", ["first", "last"])
def test_a_second_header_is_noticed(key: Any, added: bytes, where: str) -> None:
    head, _, body = signed(key).partition(b"\r\n\r\n")

    letter = added + b"\r\n" + head if where == "first" else head + b"\r\n" + added

    assert not verified(letter + b"\r\n\r\n" + body, key.public_key())


def test_the_same_letter_is_the_same_bytes(key: Any) -> None:
    assert signed(key) == signed(key)


def test_no_line_of_the_signature_is_long(key: Any) -> None:
    assert max(len(line) for line in signed(key).split(b"\r\nFrom:")[0].split(b"\r\n")) <= 78


# --- The key ---


def pem(private: Any, folder: Path, password: bytes = b"") -> Path:
    lock: Any = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8)
    file = folder / "key.pem"
    file.write_bytes(private.private_bytes(*form, lock))
    return file


def test_letters_leave_signed_for_the_domain_of_the_sender(key: Any, sink: Sink, tmp_path: Path) -> None:
    more: dict[str, Any] = {
        "dkim_key": pem(key, tmp_path),
        "sender": "Chasqui <game@Play.example>",
        "mail_domain": "in.example",
    }
    world = World.new(tmp_path, smtp=sink.url, **more)
    world.invite().send()

    assert sink.raw
    for raw in sink.raw:
        assert verified(raw, key.public_key())
        assert b"d=play.example;" in raw
    world.close()


def test_without_a_key_letters_leave_unsigned() -> None:
    assert signer_of(Settings()) is None


def test_a_file_that_is_no_key_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    file.write_text("-----BEGIN PUBLIC KEY-----\n")

    with pytest.raises(WrongSetting, match=r"CHASQUI_DKIM_KEY is .*key.pem', and holds no key"):
        signer_of(Settings(dkim_key=file))


def test_a_key_with_a_password_or_of_another_kind_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(WrongSetting, match="without a password"):
        signer_of(Settings(dkim_key=pem(KEYS["rsa"], tmp_path, b"secret")))
    with pytest.raises(WrongSetting, match="of another kind"):
        signer_of(
            Settings(dkim_key=pem(ec.generate_private_key(ec.SECP256R1()), tmp_path), data=Path("other"))
        )
