"""A certificate that nobody has signed, as a mail server on one's own machine has it."""

from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from app.clock import now


def write_certificate(folder: Path, *names: str, days: int = 1, since: int = 1) -> Path:
    """A file with the key and the certificate; for 127.0.0.1, and for these names. `since`: days ago."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "sink.example")])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now() - timedelta(days=since)).not_valid_after(now() + timedelta(days=days))
    here: list[x509.GeneralName] = [x509.IPAddress(ip_address("127.0.0.1"))]
    made = made.add_extension(x509.SubjectAlternativeName([*here, *map(x509.DNSName, names)]), False)
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    pem = key.private_bytes(*form) + made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    file = folder / "both.pem"
    file.write_bytes(pem)
    return file
