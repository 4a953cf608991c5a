"""What a letter leaves with, and what stays here of it."""

from pathlib import Path

from app.mail.addresses import Addresses
from app.models import Player
from app.services.matches import talk
from tests.world import Friends, World
from tests.world.mail_server import Sink


def test_a_bounce_comes_back_to_an_address_that_names_the_letter(posting: Friends, sink: Sink) -> None:
    posting.send()

    bounce = Addresses(posting.house.settings).bounce
    own = {bounce(letter.message_id) for letter in posting.letters() if letter.sent_at}
    assert set(sink.senders) == own


def test_where_no_mail_is_taken_in_a_bounce_comes_back_to_the_sender(tmp_path: Path, sink: Sink) -> None:
    world = World.new(tmp_path, smtp=sink.url, door="none")
    world.invite().send()

    assert set(sink.senders) == {"game@play.example"}
    world.close()


def test_a_letter_that_is_kept_here_is_kept_with_its_picture(friends: Friends) -> None:
    friends.send()

    assert (friends.newest("your_turn").picture or b"").startswith(b"\x89PNG")


def test_what_has_left_is_kept_without_its_picture(posting: Friends, sink: Sink) -> None:
    posting.send()

    assert b"Content-Type: image/png" in sink.raw[-1]
    assert posting.newest("your_turn").sent_at
    assert posting.newest("your_turn").picture is None


def test_what_was_said_at_the_table_is_told_once(friends: Friends) -> None:
    friends.house.db.write(lambda s: talk.say(s, friends.code, 1, "Hello from the Andes"))
    friends.send()
    friends.play(4).send()

    told = [letter for letter in friends.letters() if "Hello from the Andes" in letter.text]
    assert sorted(letter.facts["seat"] for letter in told) == [2, 3, 4]


def bounced(friends: Friends, number: int) -> int:
    with friends.house.db.reading() as session:
        return session.get_one(Player, friends.seat(number).player_id).hard_bounces


def test_what_a_server_will_never_take_counts_as_a_letter_that_came_back(
    posting: Friends, sink: Sink
) -> None:
    sink.refuses["bo@example.org"] = "550 5.1.1 no such user"

    posting.send()

    assert bounced(posting, 2)
    assert not bounced(posting, 1)


def test_a_server_s_word_about_our_own_mail_is_no_word_about_the_person(posting: Friends, sink: Sink) -> None:
    sink.refuses["bo@example.org"] = "550 5.7.1 you are on a list"

    posting.send()

    assert not bounced(posting, 2)
