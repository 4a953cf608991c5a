"""What the domain says about letters from us: SPF, DKIM, DMARC, and the reverse name of the mail server."""

import re
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Iterator
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

from app.doctor import spf
from app.doctor.findings import Finding, not_seen, right, warning, wrong
from app.doctor.leaving import Leaving, is_providers, leaving, same_house
from app.doctor.names import NamesAway
from app.doctor.visit import Visit, is_private
from app.mail.write.dkim import Key, signer_of
from app.mail.write.public_key import dkim_record, kind_of, public_forms
from app.settings import WrongSetting


def look_at_spf(visit: Visit) -> Iterator[Finding]:
    if _is_only_here(visit):
        return
    domain = envelope_domain(visit)
    try:
        found, record = leaving(visit), spf.record_of(visit.names, domain)
        if record is None:
            yield wrong("SPF", f"{domain} has no SPF record.", spf_record(domain, found))
        elif spf.lets_everybody(record):
            yield warning("SPF", f"The SPF record of {domain} lets everybody send in its name.", record)
        elif not found.addresses:
            yield not_seen(
                "SPF", f"It is not known which address letters leave from: the SPF record is {record}"
            )
        else:
            for address in found.addresses:
                yield _spf_of(visit, found, address, domain, record)
    except NamesAway as error:
        yield warning("SPF", f"The SPF record of {domain} cannot be looked up: {error}.")
    except spf.Unusable as reason:
        yield wrong("SPF", f"Mail servers cannot use the SPF record of {domain}: {reason}.")


def _spf_of(visit: Visit, found: Leaving, address: str, domain: str, record: str) -> Finding:
    said, why = spf.look(visit.names, address, domain, f"b.trial@{domain}")
    place = address if found.is_here else f"{found.host} ({address})"
    if said == "pass":
        return right("SPF", f"The SPF record of {domain} lets letters leave from {place}.")
    if said == "permerror":
        return wrong("SPF", f"Mail servers cannot use the SPF record of {domain}: {why}.")
    if not found.is_here and names_provider(visit, found.host, record):
        words = (
            f"The SPF record of {domain} names {found.host} or its owner; which address letters leave from"
        )
        return right("SPF", f"{words}, only they know.")
    words = f"The SPF record of {domain} says {said} about {place}"
    tell = wrong if said == "fail" and found.is_here else warning
    more = "" if found.is_here else ": its owner says what has to be included"
    return tell("SPF", f"{words}{more}.", spf_record(domain, found))


def names_provider(visit: Visit, host: str, record: str) -> bool:
    return any(same_house(named, host) for named in spf.named_hosts(record))


def spf_record(domain: str, found: Leaving) -> str:
    if found.is_here:
        own = [f"ip{6 if ':' in address else 4}:{address}" for address in found.addresses]
        return f'{domain}. TXT "v=spf1 {" ".join([*own, "mx"])} -all"'
    return f'{domain}. TXT "v=spf1 include:(what {found.host or "your mail server"} says) ~all"'


def envelope_domain(visit: Visit) -> str:
    """SPF is about the address that letters come back to."""
    return visit.settings.domain if visit.settings.takes_mail else sender_domain(visit)


def sender_domain(visit: Visit) -> str:
    return visit.settings.sender_address.rpartition("@")[2]


def _is_only_here(visit: Visit) -> bool:
    return not visit.settings.smtp_url or is_private(sender_domain(visit))


def look_at_sender(visit: Visit) -> Iterator[Finding]:
    """Whether anybody can see records of its domain at all."""
    sender = visit.settings.sender_address
    if not visit.settings.smtp_url or not is_private(sender.rpartition("@")[2]):
        return
    if visit.settings.is_public:
        words = f"Letters are from {sender}, which mail servers do not take"
        yield wrong("sender", f"{words}.", "CHASQUI_SENDER='Chasqui <chasqui@play.example.org>'")
    else:
        yield not_seen("sender", f"Letters are from {sender}: a domain that only this machine knows.")


# --- DKIM ---


def look_at_dkim(visit: Visit) -> Iterator[Finding]:
    if _is_only_here(visit):
        return
    try:
        signer = signer_of(visit.settings)
    except WrongSetting as error:
        yield wrong("DKIM", f"{error}.")
        return
    if not signer:
        yield _unsigned(visit)
        return
    name = f"{signer.selector}._domainkey.{signer.domain}"
    record = dkim_record(name, signer.key)
    yield from _key_file(visit)
    try:
        texts = visit.names.texts(name)
    except NamesAway as error:
        yield warning("DKIM", f"The key at {name} cannot be looked up: {error}.")
        return
    if not texts:
        yield wrong("DKIM", f"Letters are signed, but there is no key at {name}.", record)
    elif len(texts) > 1:
        yield wrong("DKIM", f"There are {len(texts)} records at {name}, and may be only one.", record)
    else:
        yield _published(name, tags_of(texts[0]), signer.key, record)


def _unsigned(visit: Visit) -> Finding:
    if is_providers(visit):
        return not_seen(
            "DKIM", f"Letters are not signed here; {visit.smtp_host} signs what is from its own domain."
        )
    if visit.settings.mailbox:
        words = f"Letters are not signed here. See whether {visit.smtp_host} signs them: its owner says how"
        return warning("DKIM", f"{words}.")
    words = "Letters are not signed (CHASQUI_DKIM_KEY). If your mail server signs them, that is as good"
    return warning("DKIM", f"{words}.", f"./chasqui host {sender_domain(visit)} --write DIR")


def _key_file(visit: Visit) -> Iterator[Finding]:
    file = visit.settings.dkim_key
    if file and file.stat().st_mode & 0o077:
        yield warning("DKIM", f"Others on this machine can read the key {file}.", f"chmod go= {file}")


def _published(name: str, tags: dict[str, str], key: Key, record: str) -> Finding:
    theirs, kind = tags.get("p", ""), kind_of(key)
    if "p" not in tags or tags.get("v", "DKIM1") != "DKIM1":
        return wrong("DKIM", f"The record at {name} is no key that mail servers can read.", record)
    if not theirs:
        return wrong("DKIM", f"The record at {name} says that the key is withdrawn.", record)
    if tags.get("k", "rsa") != kind or not _same_key(theirs, key):
        return wrong("DKIM", f"The key at {name} is not the one that letters are signed with.", record)
    if "sha256" not in tags.get("h", "sha256") or not {"*", "email"} & set(tags.get("s", "*").split(":")):
        return wrong("DKIM", f"The record at {name} does not let this key sign mail.", record)
    if "y" in tags.get("t", "").split(":"):
        return warning(
            "DKIM", f"The record at {name} says t=y: mail servers take the signature for a trial.", record
        )
    if isinstance(key, RSAPrivateKey) and key.key_size < 2048:
        return warning(
            "DKIM", f"The key has {key.key_size} bits; 2048 are right.", "openssl genrsa -out dkim.pem 2048"
        )
    return right("DKIM", f"The key at {name} is the one that letters are signed with.")


def _same_key(theirs: str, key: Key) -> bool:
    """RSA keys are published in either of two forms (RFC 6376, 3.6.1, and as most programs do it)."""
    try:
        found = b64decode(re.sub(r"\s", "", theirs), validate=True)
    except NoBase64:
        return False
    return found in public_forms(key)


def tags_of(record: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in record.split(";") if "=" in part)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


# --- DMARC ---


class Policy(NamedTuple):
    at: str  # the domain that has the record
    tags: dict[str, str]
    house: str  # domains under it are aligned with one another where the policy is relaxed


def look_at_dmarc(visit: Visit) -> Iterator[Finding]:
    if _is_only_here(visit):
        return
    domain = sender_domain(visit)
    record = f'_dmarc.{domain}. TXT "v=DMARC1; p=none"'
    try:
        policy = policy_of(visit, domain)
    except NamesAway as error:
        yield warning("DMARC", f"The DMARC record of {domain} cannot be looked up: {error}.")
        return
    except spf.Unusable as error:
        yield wrong("DMARC", f"{error}.", record)
        return
    if not policy and _is_of_a_provider(visit, domain):
        yield not_seen("DMARC", f"{domain} has no DMARC record: that is its owner's business.")
    elif not policy:
        yield warning("DMARC", f"{domain} has no DMARC record; large mail providers want one.", record)
    elif (asked := _asked(policy, domain)) not in ("none", "quarantine", "reject"):
        yield wrong(
            "DMARC", f"The DMARC record at {policy.at} has no policy that is known (p={asked}).", record
        )
    else:
        yield _aligned(visit, policy, asked)


def _is_of_a_provider(visit: Visit, domain: str) -> bool:
    """Whether the letters are from a mailbox in somebody else's domain, whose records we cannot change."""
    at_home = visit.site == domain or visit.site.endswith(f".{domain}")
    return bool(visit.settings.imap_url) and not at_home and not visit.settings.dkim_key


def _asked(policy: Policy, domain: str) -> str:
    tags = policy.tags
    return (tags.get("p", "") if policy.at == domain else tags.get("sp", tags.get("p", ""))).lower()


def policy_of(visit: Visit, domain: str) -> Policy | None:
    """The nearest record on the way up, and the highest one: that domain and all below it are one house."""
    labels = domain.split(".")
    found: list[tuple[str, dict[str, str]]] = []
    for begin in range(len(labels) - 1):
        name = ".".join(labels[begin:])
        texts = [text for text in visit.names.texts(f"_dmarc.{name}") if text.startswith("v=DMARC1")]
        if len(texts) > 1:
            raise spf.Unusable(f"{name} has {len(texts)} DMARC records, and may have only one")
        if texts:
            found.append((name, tags_of(texts[0])))
            if found[-1][1].get("psd") == "n":
                break
    return Policy(*found[0], house=found[-1][0]) if found else None


def _aligned(visit: Visit, policy: Policy, asked: str) -> Finding:
    domain, bounces = sender_domain(visit), envelope_domain(visit)
    by_spf = is_aligned(bounces, domain, policy, "aspf")
    signs = bool(visit.settings.dkim_key)
    ways = [*(["SPF"] if by_spf else []), *(["DKIM"] if signs else [])]
    if ways:
        return right(
            "DMARC", f"DMARC of {policy.at} asks for p={asked}; letters fit by {' and '.join(ways)}."
        )
    words = f"DMARC of {policy.at} asks for p={asked}; letters are from {domain}, but come back to {bounces},"
    tell = warning if asked == "none" or is_providers(visit) else wrong
    to_type = () if visit.settings.mailbox else (f"./chasqui host {domain} --write DIR",)
    return tell("DMARC", f"{words} and are not signed here.", *to_type)


def is_aligned(one: str, sender: str, policy: Policy, tag: str) -> bool:
    if one == sender or policy.tags.get(tag, "r") == "s":
        return one == sender
    return f".{one}".endswith(f".{policy.house}") and f".{sender}".endswith(f".{policy.house}")


# --- The reverse name ---


def look_at_reverse(visit: Visit) -> Iterator[Finding]:
    if _is_only_here(visit):
        return
    try:
        found = leaving(visit)
        if not found.is_here:
            yield not_seen("reverse name", f"Letters leave by {found.host}: its owner looks after its names.")
            return
        for address in found.addresses:
            yield _reverse_of(visit, address)
    except NamesAway as error:
        yield warning(
            "reverse name", f"The name of the address that letters leave from is not known: {error}."
        )


def _reverse_of(visit: Visit, address: str) -> Finding:
    names = visit.names.pointers(address)
    record = f"{address} PTR {visit.site}.   (where you rent the machine or its address)"
    if not names:
        return wrong("reverse name", f"{address}, which letters leave from, has no name (PTR).", record)
    for name in names:
        if address in visit.names.addresses(name):
            return right("reverse name", f"{address} is {name}, and {name} is {address}.")
    words = f"{address} is called {names[0]}, but that name leads elsewhere"
    return wrong("reverse name", f"{words}: many mail servers refuse such letters.", record)
