"""Whatever happens in a match, no log of any program has an address or a key in it."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, SQLModel, select

from app.house import open_house
from app.models import Player
from app.services.people import signing_in
from app.settings import read_settings
from tests.lengths import long
from tests.servers import until
from tests.world import World
from tests.world.served import Service, serving

# Columns whose values open something, or name a mailbox.
SECRET = re.compile(r"email$|^to$|key$|^asked_as$|message_id|seed|salt|^digest$|^mailbox$|^sender$")
SHORTEST = 8
TOKEN = "t0ken-of-this-test-4711"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with serving(tmp_path) as service:
        service.env |= {"CHASQUI_LOG": "json", "CHASQUI_METRICS_TOKEN": TOKEN}
        service.env["CHASQUI_SMTP_URL"] = "smtp://127.0.0.1:9"  # nobody listens there
        yield service


def secrets_in(session: Session) -> set[str]:
    found: set[str] = set()
    for table in SQLModel.metadata.sorted_tables:
        columns = [column for column in table.c if SECRET.search(column.key) and table.name != "tally"]
        for row in session.connection().execute(select(*columns)) if columns else ():
            found |= {value for value in row if isinstance(value, str) and len(value) >= SHORTEST}
    return found


def logs_of(service: Service) -> dict[str, str]:
    files = {path.name: path.read_text() for path in (service.data / "logs").iterdir()}
    return files | {"serve": service.said}


def make_trouble(world: World) -> None:
    """What would get addresses and keys into a log, if anything did."""
    friends = world.match("incan-gold", 3)
    friends.play()
    world.house.write(partial(signing_in.ask_to_sign_in, house=world.house, email="new@example.org"))
    running = world.match("tikal", 2, ask_seconds=3600)
    world.change(Player, world.player("bo@example.org").id, zone="Nowhere/Bo@example.org")
    assert running


@pytest.mark.parametrize("way", [long("json")])
def test_no_log_has_an_address_or_a_key(service: Service, way: str) -> None:
    process = service.open()
    settings = read_settings({"CHASQUI_DATA": str(service.data)})
    world = World(open_house(settings))
    make_trouble(world)
    assert until(lambda: "mail server is away" in str(logs_of(service)))
    process.terminate()
    process.wait(60)

    with world.house.reading() as session:
        secrets = secrets_in(session) | {TOKEN, *settings.keys}
    world.close()
    logs = logs_of(service)
    assert len(secrets) > 50
    assert {
        name: found for name, log in logs.items() if (found := [one for one in secrets if one in log])
    } == {}
    del logs["broker.log"]
    # Celery prints an empty line or two.
    lines = [(name, line) for name, log in logs.items() for line in log.splitlines() if line]
    odd = [line for line in lines if not is_a_line(line[1])]
    assert odd == []


def is_a_line(text: str) -> bool:
    try:
        line: dict[str, Any] = json.loads(text)
    except ValueError:
        return False
    return bool(datetime.fromisoformat(line["time"]) and line["level"] and line["logger"] and line["message"])
