"""What the domain says about our letters, asked of a real name server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.doctor import names, sending
from app.doctor.visit import Visit
from app.hosting.plan import new_key, pem
from app.mail.write.dkim import Key
from app.mail.write.public_key import dkim_record
from tests.world.doctored import grades, visit, words
from tests.world.name_server import name_server, silent_name_server

HERE = "192.0.2.1"
OUTSIDE = "8.8.8.8"  # a global address: only of such it is known that others see it
RECORDS = f"""
play.example. A {HERE}
play.example. TXT "v=spf1 ip4:{HERE} -all"
_dmarc.play.example. TXT "v=DMARC1; p=reject"
1.2.0.192.in-addr.arpa. PTR play.example.
8.8.8.8.in-addr.arpa. PTR elsewhere.example.
relay.provider.example. A 198.51.100.1
with-provider.example. TXT "v=spf1 include:_spf.provider.example ~all"
_spf.provider.example. TXT "v=spf1 ip4:203.0.113.0/24 -all"
without-provider.example. TXT "v=spf1 ip4:{HERE} -all"
open.example. TXT "v=spf1 +all"
broken.example. TXT "v=spf1 include:nobody.example -all"
mail.house.example. TXT "v=spf1 ip4:{HERE} -all"
_dmarc.house.example. TXT "v=DMARC1; p=quarantine"
_dmarc.strict.example. TXT "v=DMARC1; p=reject; aspf=s"
_dmarc.odd.example. TXT "v=DMARC1; p=perhaps"
_dmarc.twice.example. TXT "v=DMARC1; p=none"
_dmarc.twice.example. TXT "v=DMARC1; p=reject"
withdrawn._domainkey.play.example. TXT "v=DKIM1; p="
trying._domainkey.play.example. TXT "v=DKIM1; t=y; p=KEY"
other._domainkey.play.example. TXT "v=DKIM1; k=rsa; p=OTHER"
sha1._domainkey.play.example. TXT "v=DKIM1; h=sha1; p=KEY"
double._domainkey.play.example. TXT "v=DKIM1; p="
double._domainkey.play.example. TXT "v=DKIM1; p=KEY"
"""


class Site(NamedTuple):
    dns: str
    rsa: Path
    ed25519: Path


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("dkim")
    key, other, small = new_key(), new_key(), Ed25519PrivateKey.generate()
    keys: dict[str, Key] = {"rsa": key, "ed25519": small}
    for name, each in keys.items():
        (folder / name).write_text(pem(each))
        (folder / name).chmod(0o600)
    record = dkim_record("ours._domainkey.play.example", key)
    [public, others] = ["".join(text(each).split('" "')) for each in (key, other)]
    lines = RECORDS.replace("KEY", split(public)).replace("OTHER", split(others)).strip().splitlines()
    more = [record, dkim_record("small._domainkey.play.example", small)]
    with name_server(folder, *lines, *more) as dns:
        yield Site(dns, folder / "rsa", folder / "ed25519")


def text(key: Key) -> str:
    return dkim_record("", key).partition("p=")[2].rstrip('"')


def split(public: str) -> str:
    """A string of a TXT record has 255 characters at most."""
    return f'{public[:200]}" "{public[200:]}'


def from_domain(site: Site, domain: str, **settings: Any) -> Visit:
    return visit(site.dns, sender=f"Chasqui <chasqui@{domain}>", **settings)


# --- SPF ---


@pytest.mark.parametrize(
    ("domain", "smtp", "grade"),
    [
        ("play.example", "127.0.0.1", "right"),
        ("play.example", "relay.provider.example", "warning"),
        ("with-provider.example", "relay.provider.example", "right"),
        ("without-provider.example", "relay.provider.example", "warning"),
        ("nobody.example", "127.0.0.1", "wrong"),
        ("open.example", "127.0.0.1", "warning"),
        ("broken.example", "127.0.0.1", "wrong"),
    ],
)
def test_spf_is_looked_at_for_the_address_that_letters_leave_from(
    site: Site, domain: str, smtp: str, grade: str
) -> None:
    at = from_domain(site, domain, smtp_url=f"smtp://{smtp}:587")

    assert grades(sending.look_at_spf, at) == [grade], words(sending.look_at_spf, at)


def test_each_address_of_this_machine_is_looked_at_and_the_missing_one_is_told(site: Site) -> None:
    at = visit(site.dns, outward=[OUTSIDE, "172.16.0.1"])

    assert grades(sending.look_at_spf, at) == ["wrong"]
    assert f'play.example. TXT "v=spf1 ip4:{OUTSIDE} mx -all"' in words(sending.look_at_spf, at)


def test_a_name_server_that_is_silent_makes_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "ANSWER_SECONDS", 0.2)
    with silent_name_server() as dns:
        assert grades(sending.look_at_spf, visit(dns)) == ["warning"]


# --- DKIM ---


@pytest.mark.parametrize(
    ("selector", "grade", "said"),
    [
        ("ours", "right", "is the one"),
        ("withdrawn", "wrong", "withdrawn"),
        ("trying", "warning", "t=y"),
        ("other", "wrong", "is not the one"),
        ("sha1", "wrong", "does not let"),
        ("double", "wrong", "2 records"),
        ("nobody", "wrong", "there is no key"),
        ("small", "wrong", "is not the one"),
    ],
)
def test_the_published_key_is_compared_with_the_one_that_signs(
    site: Site, selector: str, grade: str, said: str
) -> None:
    at = visit(site.dns, dkim_key=site.rsa, dkim_selector=selector)

    assert grades(sending.look_at_dkim, at) == [grade]
    assert said in words(sending.look_at_dkim, at)


def test_a_key_of_the_other_kind_is_compared_as_well(site: Site) -> None:
    at = visit(site.dns, dkim_key=site.ed25519, dkim_selector="small")

    assert grades(sending.look_at_dkim, at) == ["right"]


def test_a_key_file_that_others_can_read_is_told(site: Site, tmp_path: Path) -> None:
    file = tmp_path / "dkim.pem"
    file.write_bytes(site.rsa.read_bytes())
    file.chmod(0o644)

    at = visit(site.dns, dkim_key=file, dkim_selector="ours")

    assert grades(sending.look_at_dkim, at) == ["warning", "right"]


def test_what_is_to_be_published_is_told_but_never_the_private_key(site: Site) -> None:
    at = visit(site.dns, dkim_key=site.rsa, dkim_selector="nobody")

    said = words(sending.look_at_dkim, at)

    assert "nobody._domainkey.play.example. TXT" in said
    assert site.rsa.read_text().splitlines()[1] not in said


# --- DMARC ---


@pytest.mark.parametrize(
    ("sender", "mail_domain", "grade"),
    [
        ("play.example", "", "right"),
        ("house.example", "mail.house.example", "right"),
        ("mail.house.example", "", "right"),
        ("strict.example", "mail.strict.example", "wrong"),
        ("play.example", "elsewhere.example", "wrong"),
        ("nobody.example", "", "warning"),
        ("odd.example", "", "wrong"),
        ("twice.example", "", "wrong"),
    ],
)
def test_letters_fit_the_policy_of_their_domain_or_not(
    site: Site, sender: str, mail_domain: str, grade: str
) -> None:
    at = from_domain(site, sender, mail_domain=mail_domain)

    assert grades(sending.look_at_dmarc, at) == [grade], words(sending.look_at_dmarc, at)


@pytest.mark.parametrize(
    ("url", "grade"),
    [("https://play.example", "not seen"), ("https://play.nobody.example", "warning")],
    ids=["of a provider", "of our own"],
)
def test_a_missing_record_is_the_business_of_whose_mailbox_it_is(site: Site, url: str, grade: str) -> None:
    mailbox = {"imap_url": "imaps://anna:secret@imap.nobody.example", "door": "none", "url": url}

    at = from_domain(site, "nobody.example", **mailbox)

    assert grades(sending.look_at_dmarc, at) == [grade]


def test_a_signature_is_enough_where_letters_come_back_to_another_domain(site: Site) -> None:
    at = visit(site.dns, mail_domain="elsewhere.example", dkim_key=site.rsa, dkim_selector="ours")

    assert grades(sending.look_at_dmarc, at) == ["right"]


# --- The reverse name ---


@pytest.mark.parametrize(("outward", "grade"), [([], "right"), ([OUTSIDE], "wrong"), (["8.8.4.4"], "wrong")])
def test_the_reverse_name_has_to_lead_back(site: Site, outward: list[str], grade: str) -> None:
    assert grades(sending.look_at_reverse, visit(site.dns, outward)) == [grade]


def test_the_reverse_name_of_another_mail_server_is_its_owners_business(site: Site) -> None:
    at = visit(site.dns, smtp_url="smtp://relay.provider.example:587")

    assert grades(sending.look_at_reverse, at) == ["not seen"]


def test_where_only_this_machine_knows_the_domain_no_records_are_wanted(site: Site) -> None:
    at = visit(site.dns, url="http://127.0.0.1:8000", sender="Chasqui <chasqui@localhost>")

    for look in (sending.look_at_spf, sending.look_at_dkim, sending.look_at_dmarc, sending.look_at_reverse):
        assert grades(look, at) == []
    assert grades(sending.look_at_sender, at) == ["not seen"]
