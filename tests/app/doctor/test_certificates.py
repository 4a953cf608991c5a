"""How long before its end a certificate is told of."""

from datetime import timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from app.clock import now
from app.doctor import certificates


def certificate(whole: timedelta, left: timedelta) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "play.example")])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    end = now() + left
    return made.not_valid_before(end - whole).not_valid_after(end).sign(key, hashes.SHA256())


@pytest.mark.parametrize(
    ("whole", "left", "told"),
    [
        (timedelta(days=90), timedelta(days=20), ""),
        (timedelta(days=90), timedelta(days=9.5), "good for 9 more days only"),
        (timedelta(days=6), timedelta(days=2), ""),
        (timedelta(days=6), timedelta(hours=30.5), "good for 30 more hours only"),
        (timedelta(hours=12), timedelta(hours=4), ""),
        (timedelta(days=90), timedelta(hours=-1), "has expired"),
    ],
)
def test_one_that_renews_itself_each_week_is_told_of_when_it_should_have(
    whole: timedelta, left: timedelta, told: str
) -> None:
    found = list(certificates.look_at("TLS", "play.example", certificate(whole, left), "see to it"))

    assert len(found) == bool(told)
    assert all(told in each.words for each in found)
