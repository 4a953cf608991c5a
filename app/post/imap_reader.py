"""Reads a mailbox at a provider: mails for us are stored as those of the door are, and then moved.

The order is fetch, store, commit, move. Whatever breaks off in between, the next look goes on from the row of
the folder, and a mail that is stored again is the same row.
"""

import logging
from collections.abc import Callable, Collection
from functools import partial
from threading import Event
from time import monotonic

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError
from sqlalchemy.exc import SQLAlchemyError

from app.clock import now
from app.db.away import is_passing
from app.house import House
from app.mail.addresses import Address
from app.models import ImapFolder
from app.post.imap_client import (
    Mailbox,
    MailboxAway,
    MailboxRefused,
    NotMoved,
    one_line,
    opened,
)
from app.services.inbox import imap_folder
from app.services.inbox.imap_folder import Folder

log = logging.getLogger(__name__)

EVERY = 60.0  # seconds between two looks where the server tells nothing
AGAIN_EVERY = 300.0  # seconds between two tries of what had to wait
MOST_AGAIN = 50  # mails that are tried again in one look
NOTE_EVERY = 240.0  # seconds between two notes that all is well
# Seconds before the next try. Providers lock accounts where a wrong password comes often.
AWAY_PAUSES = (2.0, 5.0, 15.0, 60.0, 120.0, 300.0)
REFUSED_PAUSES = (60.0, 300.0, 900.0, 3600.0)


class ImapReader:
    """For one thread. `stopping` ends it within about a second, or once the server has answered."""

    def __init__(self, house: House, stopping: Event) -> None:
        self._house = house
        self._stopping = stopping
        self._name = imap_folder.name_of(house.settings)
        self._again_due = self._move_due = self._note_due = 0.0
        self._has_looked = False  # by the present connection
        self._told = ""
        self._unmovable: str | None = None  # not known yet

    def run(self) -> None:
        failed = 0
        while not self._stopping.is_set():
            begun, self._has_looked = monotonic(), False
            trouble, pauses = self._read_on()
            if not trouble:
                return
            failed = 1 if monotonic() - begun > EVERY else failed + 1
            # A connection that ends after a while is nothing to tell of, if the next one is better.
            if not self._has_looked or pauses is REFUSED_PAUSES:
                self._tell(trouble)
            self._stopping.wait(pauses[min(failed, len(pauses)) - 1])

    def _read_on(self) -> tuple[str, tuple[float, ...]]:
        """Until it is to stop, or there is trouble: then what it is, and how long to wait."""
        try:
            with opened(self._house.settings) as mailbox:
                while not self._stopping.is_set():
                    self.look(mailbox)
                    self._wait(mailbox)
        except MailboxRefused as error:
            return str(error), REFUSED_PAUSES
        except MailboxAway as error:
            return str(error), AWAY_PAUSES
        except SQLAlchemyError as error:
            return f"the database does not answer ({type(error).__name__})", AWAY_PAUSES
        except Exception as error:  # a server may say what no library understands; the next look begins anew
            log.exception("the mailbox could not be read")
            return f"{type(error).__name__}: see the log of the door", AWAY_PAUSES
        return "", ()

    def _wait(self, mailbox: Mailbox) -> None:
        if mailbox.tells:
            # Not for longer: a mail that comes between the look and the waiting may not be told of.
            mailbox.listen(EVERY, self._stopping)
        else:
            self._stopping.wait(EVERY)

    # --- Looking ---

    def look(self, mailbox: Mailbox) -> None:
        opened_now = mailbox.look()
        folder = Folder(self._name, opened_now.validity)
        row = self._row(folder)
        if 0 < opened_now.next_uid <= row.seen:
            self._note(imap_folder.begin_anew, folder)
            row = self._row(folder)
        self._look_again(mailbox, folder, row)
        for uids in mailbox.newer(row.seen, opened_now.next_uid, row.since):
            if self._stopping.is_set():
                return
            self._take_in(mailbox, folder, uids)
            self._note(imap_folder.note_seen, folder, uid=uids[-1])
        self._move(mailbox, folder)
        self._note_look()

    def _look_again(self, mailbox: Mailbox, folder: Folder, row: ImapFolder) -> None:
        if not row.later or monotonic() < self._again_due:
            return
        self._again_due = monotonic() + AGAIN_EVERY
        uids = row.later[:MOST_AGAIN]
        there = self._take_in(mailbox, folder, uids)
        self._note(imap_folder.note_gone, folder, uids=set(uids) - there)

    def _take_in(self, mailbox: Mailbox, folder: Folder, uids: Collection[int]) -> set[int]:
        """Which of them are for us, or have to be looked at again."""
        headers = self._headers(mailbox, folder, uids)
        with self._house.reading() as session:
            ours = {
                uid: found
                for uid, text in headers.items()
                if (found := imap_folder.recipients(session, self._house, text))
            }
        for uid, addresses in ours.items():
            self._take_one(mailbox, folder, uid, addresses)
        return {*ours, *(set(uids) - set(headers))}

    def _headers(self, mailbox: Mailbox, folder: Folder, uids: Collection[int]) -> dict[int, bytes]:
        """One mail that the server cannot read holds up no other."""
        try:
            found = mailbox.headers(uids)
            return {uid: found.get(uid, b"") for uid in uids}
        except IMAPClientAbortError:
            raise
        except IMAPClientError as error:
            if len(uids) == 1:
                self._put_off(folder, uids, one_line(error))
                return {}
        return {uid: text for uid in uids for text in self._headers(mailbox, folder, [uid]).values()}

    def _take_one(self, mailbox: Mailbox, folder: Folder, uid: int, addresses: list[Address]) -> None:
        try:
            raw = mailbox.whole(uid)
        except IMAPClientAbortError:
            raise
        except IMAPClientError as error:
            return self._put_off(folder, [uid], one_line(error))
        if raw is None:
            return self._note(imap_folder.note_gone, folder, uids=[uid])
        return self._store(folder, uid, addresses, raw)

    def _store(self, folder: Folder, uid: int, addresses: list[Address], raw: bytes) -> None:
        try:
            self._note(imap_folder.take_in, folder, house=self._house, uid=uid, addresses=addresses, raw=raw)
        except Exception as error:  # one mail must not hold up the others
            if is_passing(error):
                raise
            log.exception("a mail could not be stored")
            self._put_off(folder, [uid], type(error).__name__)

    def _put_off(self, folder: Folder, uids: Collection[int], why: str) -> None:
        log.warning("a mail in the mailbox has to wait: %s", why)
        self._note(imap_folder.look_again, folder, uids=uids)

    def _move(self, mailbox: Mailbox, folder: Folder) -> None:
        row = self._row(folder)
        if not row.unmoved or monotonic() < self._move_due:
            return
        try:
            mailbox.move(row.unmoved)
        except NotMoved as error:
            self._note_unmovable(str(error))
            self._move_due = monotonic() + AGAIN_EVERY
        else:
            self._note(imap_folder.note_gone, folder, uids=row.unmoved)
            self._note_unmovable("")

    def _note_unmovable(self, why: str) -> None:
        if why == self._unmovable:
            return
        if why:
            log.warning("mails that were taken in cannot be moved: %s", why)
        self._house.write(partial(imap_folder.note_unmovable, name=self._name, why=why))
        self._unmovable = why

    # --- What is put down ---

    def _row(self, folder: Folder) -> ImapFolder:
        with self._house.reading() as session:
            if row := imap_folder.look_from(session, folder):
                return row
        return self._house.write(partial(imap_folder.begin, folder=folder))

    def _note(self, what: Callable[..., object], folder: Folder, **more: object) -> None:
        self._house.write(partial(what, folder=folder, **more))

    def _note_look(self) -> None:
        self._has_looked = True
        if monotonic() < self._note_due and not self._told:
            return
        self._house.write(partial(imap_folder.note_look, name=self._name, at=now()))
        self._note_due, self._told = monotonic() + NOTE_EVERY, ""

    def _tell(self, trouble: str) -> None:
        if trouble == self._told:
            return
        log.warning("%s", trouble)
        self._told = trouble
        try:
            self._house.write(partial(imap_folder.note_trouble, name=self._name, trouble=trouble))
        except SQLAlchemyError as error:
            log.warning("this could not be put down: %s", type(error).__name__)
