"""Old keys can be dropped: what they locked is locked anew."""

from dataclasses import replace

import pytest
from sqlmodel import Session, select

from app.house import House
from app.links import Unopened, Vault
from app.models import Match
from app.services.upkeep import fsck, reencrypt
from tests.app.services.houses import opened, order, read

NEW = "n" * 40


def with_keys(house: House, *keys: str) -> House:
    settings = replace(house.settings, keys=keys)
    return replace(house, settings=settings, vault=Vault(settings))


def test_seeds_are_locked_with_the_first_key_and_open_without_the_others(house: House) -> None:
    code = opened(house, "incan-gold", 3)
    both, new = with_keys(house, NEW, *house.settings.keys), with_keys(house, NEW)
    with pytest.raises(Unopened):
        order(new, code, 1, "torch")

    assert house.db.write(lambda session: reencrypt.renew(session, both)) == 1
    assert house.db.write(lambda session: reencrypt.renew(session, both)) == 0

    assert order(new, code, 1, "torch").sealed
    with house.db.reading() as session:
        assert fsck.check(session, new) == []


def test_what_no_key_opens_is_left_and_told(house: House) -> None:
    code = opened(house, "incan-gold", 3)
    new, before = with_keys(house, NEW), read(house, code).locked_seed

    assert house.db.write(lambda session: reencrypt.renew(session, new)) == 0

    assert read(house, code).locked_seed == before
    with house.db.reading() as session:
        [wrong] = fsck.check(session, new)
    assert "a key that is not in CHASQUI_KEYS any more" in wrong


@pytest.mark.parametrize(
    ("values", "said"),
    [({"turn": 6}, "the turn is 6"), ({"result": {}, "status": "over"}, "the kept result is not")],
)
def test_fsck_looks_at_the_turn_and_the_result(house: House, values: dict[str, object], said: str) -> None:
    code = opened(house, "incan-gold", 3)

    def change(session: Session) -> None:
        match = session.exec(select(Match).where(Match.code == code)).one()
        for name, value in values.items():
            setattr(match, name, value)

    house.db.write(change)

    with house.db.reading() as session:
        assert said in " ".join(fsck.check(session, house))
