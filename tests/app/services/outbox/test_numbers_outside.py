"""Names that cannot be guessed or counted: nothing outside shows the number of a row, or what others do."""

import re
from functools import partial

from app.mail.addresses import Addresses
from app.models import Ask, Letter, Player
from app.services.inbox import intake
from app.services.people import accounts, feeds, signing_in
from tests.world import Friends, World
from tests.world.mail_server import Sink
from tests.world.visitor import Visitor, local

FAR = 7_654_321  # no number of a row is like it by chance


def entry_sequence(friends: Friends, letter: Letter) -> int:
    deadline = friends.compose(letter).deadline
    assert deadline
    return deadline.sequence


def test_no_header_of_a_letter_shows_the_number_of_a_row(mailing: World, sink: Sink) -> None:
    friends = mailing.invite().sit()
    for letter in mailing.letters("your_turn"):
        mailing.change(Letter, letter.id, id=FAR + (letter.id or 0))

    friends.send()

    said = [
        f"{sender} {message.as_string()}" for sender, message in zip(sink.senders, sink.messages, strict=True)
    ]
    assert said
    assert not [one for one in said if re.search(r"76543[23]\d", one)]


def test_the_feeds_show_no_number_of_a_row(world: World) -> None:
    friends = world.match()
    ana = friends.seat(1).player_id or 0
    world.house.db.write(partial(accounts.new_feed_key, player_id=ana))
    world.change(Ask, friends.ask(1).id, id=FAR)
    key = feeds.feed_key(world.house, world.player("ana@example.org"))

    atom = Visitor(world).get(f"/feed/{key}/asks.xml").text

    ids = re.findall(r"<id>tag:[^:]*:([^<]*)</id>", atom)
    assert ids[1:] == [f"ask/{friends.code}.1.1"]
    assert ids[0].startswith("player/")
    assert str(FAR) not in atom


def test_the_link_of_an_invitation_shows_no_number_and_needs_none(world: World) -> None:
    friends = world.invite()

    address = re.search(r"/invitation/\S+", friends.compose(friends.newest("invitation")).text)

    assert address
    assert world.house.links.read("invitation", address[0].split("/")[2]) in (
        [friends.seat(n).key] for n in (2, 3, 4)
    )
    assert Visitor(world).get(address[0]).status_code == 200


def test_a_number_that_is_used_again_does_not_lead_to_another_letter(world: World) -> None:
    """As after a restored backup, or where the highest rows were deleted."""
    friends = world.invite()
    first, second = world.letters("invitation")[:2]
    ours = Addresses(world.house.settings)
    kept = [ours.invitation(first.message_id), ours.bounce(first.message_id)]
    number = first.id
    world.change(Letter, first.id, id=FAR, message_id=f"l.{FAR:032x}")
    world.change(Letter, second.id, id=number)

    with world.house.db.reading() as session:
        assert [intake.known_address(session, world.house, one) for one in kept] == [None, None]
    assert friends.seat(2).status == "invited"


def test_the_number_of_a_player_that_is_used_again_signs_nobody_in(world: World) -> None:
    world.friend("Ana")
    player = world.player("ana@example.org")
    link = local(signing_in.sign_in_address(world.house, player))
    assert Visitor(world).get(link).status_code == 200

    zoe = Player(email="zoe@example.org")
    world.change(Player, player.id, email=zoe.email, sign_ins=zoe.sign_ins)

    assert Visitor(world).get(link).status_code == 404


def test_no_number_that_others_see_moves_when_a_sealed_answer_is_changed(world: World) -> None:
    """A letter to Bo has the same entry, whatever Ana has changed before."""
    friends, seen = world.match(), []
    world.change(Player, friends.seat(1).player_id, receipts=True)
    for changes in (["torch"], ["torch", "camp", "torch", "camp"]):
        for orders in changes:
            friends.order(1, orders)
        letter = friends.put("reminder", 2, turn=1, which=f"half{len(changes)}")
        seen.append(entry_sequence(friends, letter) - int(letter.created_at.timestamp()))

    assert seen[1] - seen[0] == 1
