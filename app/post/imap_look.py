"""What ./chasqui doctor wants to know of a mailbox, beside its mails."""

import re
from datetime import datetime

from app.post.imap_client import Mailbox

APPENDED = re.compile(rb"APPENDUID \d+ (\d+)")


def can_empty(mailbox: Mailbox) -> bool:
    """Whether mails that are done with leave the folder, and not only get a mark."""
    return bool(mailbox.client.has_capability("MOVE") or mailbox.client.has_capability("UIDPLUS"))


def fill(mailbox: Mailbox) -> tuple[float, float] | None:
    """Megabytes that are used, and that there are; None where the server does not say."""
    if not mailbox.client.has_capability("QUOTA"):
        return None
    found = [each for each in mailbox.client.get_quota(mailbox.folder) if each.resource == "STORAGE"]
    return (found[0].usage / 1000, found[0].limit / 1000) if found and found[0].limit else None


def try_writing(mailbox: Mailbox, mail: bytes) -> datetime | None:
    """Puts a mail into our own folder, takes it out, and returns the server's time. None where there is no
    such folder yet, or where nothing can be taken out again."""
    client = mailbox.client
    if not client.has_capability("UIDPLUS") or not client.folder_exists(mailbox.target):
        return None
    found = APPENDED.search(client.append(mailbox.target, mail, [b"\\Seen"]))
    if not found:
        return None
    client.select_folder(mailbox.target)
    uid = int(found[1])
    at = client.fetch([uid], ["INTERNALDATE"])[uid][b"INTERNALDATE"]
    client.add_flags([uid], [b"\\Deleted"], silent=True)
    client.uid_expunge([uid])
    return at.astimezone() if isinstance(at, datetime) else None


def holds(mailbox: Mailbox, message_id: str) -> bool:
    """Whether a mail with this Message-ID is in the folder."""
    mailbox.client.select_folder(mailbox.folder, readonly=True)
    return bool(mailbox.client.search(["HEADER", "MESSAGE-ID", message_id]))
