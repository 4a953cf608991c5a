"""The power goes while people play by link, send mails and sign in: what they were told stands.

The embedded database is on a disk that forgets what was not written through, with web and door as programs of
their own. Only what was acknowledged before the cut counts.
"""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import CookieJar
from itertools import count
from pathlib import Path
from random import Random
from smtplib import SMTP, SMTPException
from urllib.error import URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

import pytest
from sqlmodel import col, func, select

from app.house import House, open_house
from app.links import Action
from app.mail.addresses import Addresses
from app.models import Browser, Mail, Match, Player, Receipt
from app.services.inbox import intake
from app.services.people import signing_in
from app.services.upkeep import fsck
from app.settings import Settings, read_settings
from tests.bench._posts import played_ahead
from tests.cluster.disks import Forgetful
from tests.lengths import long
from tests.servers import free_port, until
from tests.world import World
from tests.world.database import copy_tables
from tests.world.programs import Programs

MATCHES = 6
AWAY = (OSError, HTTPException, SMTPException, URLError)  # what people meet when the power is gone


@dataclass
class Told:
    """A client's own log of what was acknowledged."""

    orders: list[Action] = field(default_factory=list)
    mails: list[str] = field(default_factory=list)
    sign_ins: list[int] = field(default_factory=list)

    def enough(self) -> bool:
        return len(self.orders) > 25 and len(self.mails) > 12 and len(self.sign_ins) > 2


def order(house: House, code: str, told: Told) -> Iterator[None]:
    for action in played_ahead(house, code):
        with urlopen(house.links.action(action), b"", timeout=20) as answer:
            assert "receipt" in answer.url + answer.read().decode().lower()
        told.orders.append(action)
        yield


def send_mails(house: House, port: int, told: Told) -> Iterator[None]:
    to = Addresses(house.settings).service
    for number in count():
        name = f"{number}.{threading.get_ident()}@example.org"
        mail = f"From: ana@example.org\r\nMessage-ID: <{name}>\r\nSubject: Hello\r\n\r\nHow are you?\r\n"
        with SMTP("127.0.0.1", port, timeout=20) as door:
            assert door.sendmail("ana@example.org", [to], mail) == {}
        told.mails.append(name)
        yield


def sign_in(house: House, told: Told) -> Iterator[None]:
    while True:
        with house.reading() as session:
            player = session.exec(select(Player).where(Player.email == "ana@example.org")).one()
            link = signing_in.sign_in_address(house, player)
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        with browser.open(link, timeout=20) as page:
            [token] = set(re.findall(r'name="csrf" value="([^"]+)"', page.read().decode()))
        form = urlencode({"csrf": token, "mine": "True"}).encode()
        with browser.open(link, form, timeout=20) as page:
            assert "sign-in" not in urlsplit(page.url).path
        told.sign_ins.append(player.sign_ins + 1)
        yield


@contextmanager
def going_on(work: list[Iterator[None]]) -> Iterator[list[BaseException]]:
    """All at once, until the power is gone."""
    stop, failed = threading.Event(), list[BaseException]()

    def run(one: Iterator[None]) -> None:
        try:
            with suppress(*AWAY):
                for _ in one:
                    if stop.is_set():
                        return
        except BaseException as error:  # told by the test
            failed.append(error)

    threads = [threading.Thread(target=run, args=(one,)) for one in work]
    for thread in threads:
        thread.start()
    yield failed
    stop.set()
    for thread in threads:
        thread.join(60)


@pytest.mark.parametrize("seed", [long(seed) for seed in range(12)])
def test_what_was_told_before_the_power_went_is_there_afterwards(
    disk: Forgetful, tmp_path: Path, seed: int
) -> None:
    port = free_port()
    environment = {
        "CHASQUI_DATA": str(disk.place / "data"),
        "CHASQUI_KEYS": "all programs of one service have the same keys",
        "CHASQUI_URL": f"http://127.0.0.1:{free_port()}",
    }
    settings = read_settings(environment)
    copy_tables(settings.folder / "chasqui.db")
    world = World(open_house(settings))
    codes = [world.match("incan-gold", 4).code for _ in range(MATCHES)]
    disk.say("keep")
    programs, told = Programs(environment, tmp_path), Told()
    try:
        programs.web.start()
        programs.door(f"smtp://127.0.0.1:{port}")
        assert until(lambda: answers(settings.url)), programs.said
        work = [order(world.house, code, told) for code in codes]
        work += [send_mails(world.house, port, told) for _ in range(3)] + [sign_in(world.house, told)]
        with going_on(work) as failed:
            assert until(lambda: told.enough() or bool(failed), 60), programs.said
            time.sleep(Random(seed).uniform(0, 0.3))
            disk.say(f"cut {seed} {tmp_path / 'after'}")
    finally:
        programs.stop()
        with suppress(Exception):  # its files are gone
            world.close()
    assert failed == []
    everything_is_there(tmp_path / "after" / "data", settings, told)


def answers(url: str) -> bool:
    with suppress(*AWAY), urlopen(url, timeout=5) as answer:
        return bool(answer.status == 200)
    return False


def everything_is_there(folder: Path, settings: Settings, told: Told) -> None:
    house = open_house(Settings(data=folder, keys=settings.keys, url=settings.url))
    with house.db.snapshot() as session:
        assert [*fsck.check_database(session), *fsck.check_lost(house)] == []
        assert fsck.check_matches(session, house) == []
        rows = session.exec(select(Match.code, Receipt).join(Match, col(Match.id) == Receipt.match_id)).all()
        given = {(code, row.seat, row.turn, row.orders) for code, row in rows}
        mails = b"".join(intake.raw_of(house, mail) for mail in session.exec(select(Mail)))
        [ana] = session.exec(select(Player).where(Player.email == "ana@example.org")).all()
        browsers = session.exec(select(func.count(col(Browser.id)))).one()
    house.db.close()
    orders = {(action.match, action.seat, action.turn, action.orders) for action in told.orders}
    assert orders - given == set()
    assert [name for name in told.mails if f"<{name}>".encode() not in mails] == []
    assert browsers >= len(told.sign_ins)
    assert ana.sign_ins >= max(told.sign_ins)
