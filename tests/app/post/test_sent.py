"""What a letter leaves with, and what stays here of it."""

from pathlib import Path

from app.post.addresses import Addresses
from app.services import talk
from tests.app.post.friends import Friends, make_house
from tests.app.post.sink import Sink


def test_a_bounce_comes_back_to_an_address_that_names_the_letter(posting: Friends, sink: Sink) -> None:
    posting.send()

    own = {
        Addresses(posting.house.settings).bounce(letter.id or 0)
        for letter in posting.letters()
        if letter.sent_at
    }
    assert set(sink.senders) == own


def test_where_no_mail_is_taken_in_a_bounce_comes_back_to_the_sender(tmp_path: Path, sink: Sink) -> None:
    house = make_house(tmp_path, smtp_url=sink.url, sender="Chasqui <game@play.example>", door="none")
    Friends.meet(house).send()

    assert set(sink.senders) == {"game@play.example"}
    house.db.close()


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
