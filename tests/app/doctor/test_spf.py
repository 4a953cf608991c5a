"""SPF as mail servers read it, asked of a real name server."""

from collections.abc import Iterator

import pytest

from app.doctor import spf
from app.doctor.names import Names
from tests.world.name_server import name_server

RECORDS = """
plain TXT "v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all"
a TXT "v=spf1 a a:other.test/24 -all"
a A 192.0.2.1
other A 198.51.100.7
mx TXT "v=spf1 mx ~all"
mx MX 10 mail
mail A 192.0.2.2
mail AAAA 2001:db8::2
includes TXT "v=spf1 include:plain.test ?all"
refused TXT "v=spf1 include:nobody.test -all"
leads TXT "v=spf1 redirect=plain.test"
astray TXT "v=spf1 redirect=nobody.test"
pieces TXT "v=spf1 ip4:192.0" ".2.1 -all"
loud TXT "V=SPF1 IP4:192.0.2.1 -ALL"
among TXT "something else"
among TXT "v=spf1 ip4:192.0.2.1 -all"
twice TXT "v=spf1 -all"
twice TXT "v=spf1 +all"
wrong TXT "v=spf1 ipv4:192.0.2.1 -all"
late TXT "v=spf1 ip4:192.0.2.1 nonsense -all"
network TXT "v=spf1 ip4:192.0.2.300 -all"
circle TXT "v=spf1 include:circle.test -all"
ten TXT "v=spf1 a:m0.test a:m1.test a:m2.test a:m3.test a:m4.test a:m5.test a:m6.test a:m7.test a:m8.test a:m9.test ip4:192.0.2.1 -all"
eleven TXT "v=spf1 a:m0.test a:m1.test a:m2.test a:m3.test a:m4.test a:m5.test a:m6.test a:m7.test a:m8.test a:m9.test a:m0.test ip4:192.0.2.1 -all"
void TXT "v=spf1 a:x1.test a:x2.test a:x3.test ip4:192.0.2.1 -all"
macro TXT "v=spf1 exists:%{ir}.%{d} -all"
1.2.0.192.macro A 127.0.0.2
named TXT "v=spf1 ptr -all"
mail.named A 192.0.2.3
silent TXT "v=spf1"
"""  # noqa: E501


def zone() -> list[str]:
    known = [line.replace(" ", ".test. ", 1) for line in RECORDS.strip().splitlines()]
    known = [line.replace("MX 10 mail", "MX 10 mail.test.") for line in known]
    several = [f"m{number}.test. A 198.51.100.{number}" for number in range(10)]
    return [*known, *several, "3.2.0.192.in-addr.arpa. PTR mail.named.test."]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Names]:
    with name_server(tmp_path_factory.mktemp("spf"), *zone()) as place:
        yield Names([place])


@pytest.mark.parametrize(
    ("domain", "address", "said"),
    [
        ("plain", "192.0.2.9", "pass"),
        ("plain", "192.0.3.9", "fail"),
        ("plain", "2001:db8::9", "pass"),
        ("a", "192.0.2.1", "pass"),
        ("a", "198.51.100.200", "pass"),
        ("a", "192.0.2.2", "fail"),
        ("mx", "192.0.2.2", "pass"),
        ("mx", "2001:db8::2", "pass"),
        ("mx", "192.0.2.3", "softfail"),
        ("includes", "192.0.2.1", "pass"),
        ("includes", "192.0.3.1", "neutral"),
        ("leads", "192.0.3.1", "fail"),
        ("pieces", "192.0.2.1", "pass"),
        ("loud", "192.0.2.1", "pass"),
        ("among", "192.0.2.1", "pass"),
        ("ten", "192.0.2.1", "pass"),
        ("macro", "192.0.2.1", "pass"),
        ("macro", "192.0.2.2", "fail"),
        ("named", "192.0.2.3", "pass"),
        ("silent", "192.0.2.1", "neutral"),
        ("nobody", "192.0.2.1", "none"),
    ],
)
def test_a_domain_lets_letters_leave_from_an_address_or_not(
    names: Names, domain: str, address: str, said: str
) -> None:
    assert spf.look(names, address, f"{domain}.test", f"b@{domain}.test") == (said, "")


@pytest.mark.parametrize(
    ("domain", "why"),
    [
        ("refused", "without an SPF record"),
        ("astray", "without an SPF record"),
        ("twice", "2 SPF records"),
        ("wrong", "'ipv4:192.0.2.1' cannot be read"),
        ("late", "'nonsense' cannot be read"),
        ("network", "is no network"),
        ("circle", "more than 10 look-ups"),
        ("eleven", "more than 10 look-ups"),
        ("void", "do not exist"),
    ],
)
def test_a_record_that_mail_servers_cannot_use_is_told_with_the_reason(
    names: Names, domain: str, why: str
) -> None:
    said, reason = spf.look(names, "192.0.2.1", f"{domain}.test", f"b@{domain}.test")

    assert said == "permerror"
    assert why in reason
