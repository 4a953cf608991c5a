"""The public half of the key that letters are signed with, as a domain publishes it (RFC 6376, RFC 8463)."""

from base64 import b64encode

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

from app.mail.write.dkim import Key

PIECE = 255  # characters in one string of a TXT record


def public_forms(key: Key) -> list[bytes]:
    public, forms, der = key.public_key(), serialization.PublicFormat, serialization.Encoding.DER
    if isinstance(key, RSAPrivateKey):
        return [public.public_bytes(der, form) for form in (forms.SubjectPublicKeyInfo, forms.PKCS1)]
    return [public.public_bytes(serialization.Encoding.Raw, forms.Raw)]


def public_text(key: Key) -> str:
    return b64encode(public_forms(key)[0]).decode()


def kind_of(key: Key) -> str:
    return "rsa" if isinstance(key, RSAPrivateKey) else "ed25519"


def dkim_record(name: str, key: Key) -> str:
    """In pieces that fit into a record."""
    text = f"v=DKIM1; k={kind_of(key)}; p={public_text(key)}"
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
    quoted = '" "'.join(pieces)
    return f'{name}. TXT "{quoted}"'
