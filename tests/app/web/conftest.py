"""A site of its own for every test."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import SQLModel

from app import models
from app.settings import Settings
from app.web import create_app
from tests.app.web.visitors import Evening, Site, Visitor

KEY = "a key of the tests, long enough to be one"


def make_site(folder: Path, **settings: Any) -> Site:
    woken: list[str] = []
    chosen = Settings(**{"data": folder, "keys": (KEY,), **settings})
    app = create_app(chosen, lambda: woken.append("woken"))
    house = app.extensions["house"]
    assert models.Match.__tablename__ in SQLModel.metadata.tables
    SQLModel.metadata.create_all(house.db.engine)
    return Site(app, house, woken)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = make_site(tmp_path)
    yield made
    made.house.db.close()


@pytest.fixture
def ana(site: Site) -> Visitor:
    return site.person("ana@example.org")


@pytest.fixture
def bo(site: Site) -> Visitor:
    return site.person("bo@example.org")


@pytest.fixture
def evening(site: Site, ana: Visitor, bo: Visitor) -> Evening:
    cy = site.person("cy@example.org")
    code = ana.open()
    bo.join(code)
    cy.join(code)
    return Evening(site, code, ana, bo, cy)
