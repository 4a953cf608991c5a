"""Which mailbox an address leads to: many spellings may lead to the same one."""

import unicodedata

WITHOUT_DOTS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}


def folded(address: str) -> str:
    """The same text for all spellings of one mailbox: without case, +tag and, for Gmail, dots.

    Letters go to the address as it was typed: this form is only to be counted and compared.
    """
    local, _, domain = unicodedata.normalize("NFKC", address).strip().casefold().rpartition("@")
    domain = domain.rstrip(".")
    mailbox = local.partition("+")[0] or local
    if domain in WITHOUT_DOTS:
        mailbox, domain = mailbox.replace(".", "") or mailbox, WITHOUT_DOTS[domain]
    return f"{mailbox}@{domain}"
