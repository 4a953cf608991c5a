"""How far a folder has been read: in the database, whoever reads it and whatever numbers its mails have."""

from datetime import timedelta
from functools import partial

import pytest
from sqlmodel import Session

from app.clock import now
from app.mail.addresses import Addresses
from app.models import ImapFolder
from app.services.inbox import imap_folder
from app.services.inbox.imap_folder import Folder
from tests.world import World

HERE = Folder("anna@mail.example/INBOX", 4_294_967_295)
RAW = b"Subject: Re\r\nFrom: bo@example.org\r\n\r\ntorch\r\n"


@pytest.fixture
def world(world_on_each: World) -> World:
    world_on_each.house.write(partial(imap_folder.begin, folder=HERE))
    return world_on_each


def row(world: World) -> ImapFolder:
    with world.house.reading() as session:
        found = imap_folder.how_it_goes(session, HERE.name)
    assert found
    return found


def taken(world: World, uid: int) -> None:
    friends = world.match("incan-gold", 3)
    address = Addresses(world.house.settings).reply(friends.answer_key(1))
    found = Addresses(world.house.settings).read(address)
    assert found
    take = partial(imap_folder.take_in, house=world.house, folder=HERE, uid=uid, addresses=[found], raw=RAW)
    world.house.write(take)


def test_a_mail_and_its_number_are_put_down_together(world: World) -> None:
    taken(world, 7)
    taken(world, 7)

    assert len(world.mails()) == 2  # of two matches
    assert row(world).unmoved == [7]


def test_what_fails_puts_neither_down(world: World) -> None:
    def fail(session: Session) -> None:
        imap_folder.look_again(session, HERE, [7])
        raise RuntimeError

    with pytest.raises(RuntimeError):
        world.house.write(fail)

    assert row(world).later == []


def test_two_readers_do_not_undo_what_the_other_has_put_down(world: World) -> None:
    world.house.write(partial(imap_folder.note_seen, folder=HERE, uid=9))
    world.house.write(partial(imap_folder.note_seen, folder=HERE, uid=5))
    world.house.write(partial(imap_folder.look_again, folder=HERE, uids=[3, 4]))
    world.house.write(partial(imap_folder.note_gone, folder=HERE, uids=[4]))

    assert (row(world).seen, row(world).later) == (9, [3])


def test_what_waits_goes_to_the_end_and_does_not_grow_for_ever(world: World) -> None:
    world.house.write(partial(imap_folder.look_again, folder=HERE, uids=range(imap_folder.MOST_LATER)))
    world.house.write(partial(imap_folder.look_again, folder=HERE, uids=[0]))
    has_room = world.house.write(partial(imap_folder.look_again, folder=HERE, uids=[5000]))

    assert not has_room
    assert (row(world).later[-1], len(row(world).later)) == (0, imap_folder.MOST_LATER)


def test_with_other_numbers_a_folder_is_read_anew_but_not_what_is_forgotten(world: World) -> None:
    world.house.write(partial(imap_folder.note_seen, folder=HERE, uid=9))
    taken(world, 7)

    world.house.write(partial(imap_folder.begin, folder=Folder(HERE.name, 2)))

    since = row(world).since
    assert (row(world).seen, row(world).unmoved) == (0, [])
    assert since
    assert timedelta(days=27) < now() - since < timedelta(days=30)


def test_numbers_of_before_are_not_put_down(world: World) -> None:
    world.house.write(partial(imap_folder.begin, folder=Folder(HERE.name, 2)))

    world.house.write(partial(imap_folder.note_seen, folder=HERE, uid=9))

    assert row(world).seen == 0
