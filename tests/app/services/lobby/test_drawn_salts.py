"""The server's own salts are fixed, and their hashes shown, before anybody gives a salt."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from app.commands import verify
from app.models import Match, Seat
from app.services.books import make
from app.services.books.report import Report, pdf_of
from app.services.lobby import drawing, host_seats, opening, rematch, seats, start
from app.services.lobby.drawing import UsedDraw
from app.services.matches.history import record_of
from engine.chance import commitment, match_seed, shuffle
from tests.app.services.books.printing import text
from tests.world import Friends, World


def sha256(salt: str) -> str:
    return hashlib.sha256(salt.encode()).hexdigest()


def salts(friends: Friends) -> list[str]:
    with friends.house.db.reading() as session:
        return list(json.loads(record_of(session, friends.code).split("\n")[0])["salts"])


def shown(friends: Friends) -> list[str]:
    with friends.house.db.reading() as session:
        viewed = opening.lobby_view(session, friends.house, friends.code, friends.match.host_id)
        return [each.hash for each in viewed.chance.drawn]


def test_each_seat_of_an_open_match_has_a_drawn_salt_of_which_only_the_hash_is_shown(world: World) -> None:
    friends = world.open("incan-gold", 4, title="Sunday", guests=["", "", ""])
    hashes = shown(friends)

    assert len({*hashes}) == 4
    kept = [world.house.vault.decrypt(seat.drawn_salt).decode() for seat in friends.seats()]
    assert [sha256(salt) for salt in kept] == hashes
    assert [seat.salt for seat in friends.seats()] == [kept[0], None, None, None]
    assert not any(salt in str(vars(seat)) for seat in friends.seats()[1:] for salt in kept)


@pytest.mark.parametrize("guest", ["bot", "cy@example.org", ""])
def test_a_bot_a_mail_and_an_empty_field_have_the_salt_drawn_before(world: World, guest: str) -> None:
    friends = world.open("incan-gold", 3, title="Sunday", guests=["", guest])
    hashes = shown(friends)
    if "@" in guest:
        token = world.house.links.make("invitation", [friends.seats()[2].key])
        world.house.db.write(lambda s: seats.accept(s, world.house, token))
    others = [world.friend("Bo")] if guest else [world.friend("Bo"), world.friend("Cy")]
    for other in others:
        joining = partial(seats.join, house=world.house, join_key=friends.join_key, player_id=other)
        world.house.db.write(joining)

    assert [sha256(salt) for salt in salts(friends)] == hashes


def test_a_salt_of_the_players_own_is_not_the_drawn_one(world: World) -> None:
    friends = world.open("incan-gold", 3, title="Sunday", guests=["bot", ""])
    joining = partial(seats.join, house=world.house, player_id=world.friend("Bo"), salt="mine")
    world.house.db.write(partial(joining, join_key=friends.join_key))

    assert salts(friends)[2] == "mine"
    with world.house.db.reading() as session:
        [ana, _, bo] = make.edition_of(session, world.house, friends.match, "en").chance.drawn
    assert (ana.used, bo.used) == (True, False)


def test_a_seat_keeps_its_drawn_salt_whoever_gets_up(world: World) -> None:
    friends = world.open("incan-gold", 3, title="Sunday", guests=["bot", ""])
    before = [shown(friends), friends.seats()[1].salt]
    host = friends.match.host_id

    for deed in (host_seats.free_seat, host_seats.put_bot):
        world.house.db.write(partial(deed, house=world.house, code=friends.code, host_id=host, position=2))

    assert [shown(friends), friends.seats()[1].salt] == before


def test_a_rematch_has_drawn_salts_of_its_own(world: World) -> None:
    friends = world.match("incan-gold", 3)
    friends.play()
    host = friends.match.host_id or 0

    asked = partial(rematch.ask_for_rematch, house=world.house, code=friends.code, player_id=host)
    again = Friends(world, world.house.db.write(asked).code)

    old = {seat.drawn_hash for seat in friends.seats()}
    assert len({*shown(again)} - old) == 3
    [own] = [seat for seat in again.seats() if seat.player_id == host]
    assert sha256(own.salt or "") == own.drawn_hash


def test_a_match_opened_before_there_were_drawn_salts_begins_as_it_would_have(world: World) -> None:
    friends = world.open("incan-gold", 3, title="Sunday", guests=["", "bot"])
    for seat in friends.seats():
        world.change(Seat, seat.id, drawn_salt="", drawn_hash="")

    joining = partial(seats.join, house=world.house, player_id=world.friend("Bo"))
    world.house.db.write(partial(joining, join_key=friends.join_key))

    assert all(salts(friends))
    with world.house.db.reading() as session:
        assert make.edition_of(session, world.house, friends.match, "en").chance.drawn == ()


# --- The form for a new match ---


def test_a_match_has_what_the_form_has_shown_and_no_second_match_has_it(world: World) -> None:
    drawn = drawing.draw(8)
    field, host = drawing.sealed(world.house, drawn), world.friend("Ana")
    wish = opening.Wish(game="incan-gold", title="", size=3, guests=["", ""])

    def open_it(session: Any) -> Match:
        return opening.open_match(
            session, world.house, host, wish, "own", drawn=drawing.opened(world.house, field)
        )

    friends = Friends(world, world.house.db.write(open_it).code)
    assert friends.match.commitment == commitment(drawn.server_seed)
    assert shown(friends) == drawn.hashes[:3]
    with pytest.raises(UsedDraw):
        world.house.db.write(open_it)


@pytest.mark.parametrize("field", ["", "x", "{}"])
def test_a_form_that_is_not_ours_has_no_draw(world: World, field: str) -> None:
    with pytest.raises(UsedDraw):
        drawing.opened(world.house, field)
    with pytest.raises(UsedDraw):
        drawing.opened(world.house, world.house.vault.encrypt(field.encode()))


# --- Invitations, and the draw of seats ---


def test_an_invitation_has_the_hash_of_each_drawn_salt(world: World) -> None:
    friends = world.invite("incan-gold")

    letter = world.compose(world.newest("invitation"))

    flat = "".join(letter.text.split())
    assert all(each in flat and each[8:] in letter.html for each in shown(friends))


@pytest.fixture(scope="module")
def by_lot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Friends]:
    """Over, and somebody sits elsewhere than in the list. Nothing here changes it."""
    world = World.new(tmp_path_factory.mktemp("by_lot"))
    friends = world.match("incan-gold", 4, seating="drawn")
    while [seat.number for seat in friends.seats()] == [1, 2, 3, 4]:
        friends = world.match("incan-gold", 4, seating="drawn")
    yield friends.play()
    world.close()


def test_the_draw_of_seats_follows_from_the_list_and_the_record(by_lot: Friends) -> None:
    with by_lot.house.db.reading() as session:
        lines = [json.loads(line) for line in record_of(session, by_lot.code).splitlines()]
        order = make.edition_of(session, by_lot.house, by_lot.match, "en").chance.order

    in_order = [lines[0]["salts"][number - 1] for number in order]
    seed = match_seed(bytes.fromhex(lines[-1]["server_seed"]), in_order)
    assert order == tuple(seat.number for seat in by_lot.seats())
    assert shuffle(order, "chasqui/seats", seed) == (1, 2, 3, 4)


@pytest.mark.parametrize("order", ["", "2,1", "1,2,3,4", "4,4,4,4", "x", "1,2,3,5", "١,2,3,4"])
def test_verify_checks_the_draw_where_the_list_is_given(by_lot: Friends, order: str, tmp_path: Any) -> None:
    path, told = tmp_path / "record.jsonl", ",".join(str(seat.number) for seat in by_lot.seats())
    with by_lot.house.db.reading() as session:
        path.write_text(record_of(session, by_lot.code))

    assert verify.main(["--list", told, str(path)]) == 0
    assert verify.main(["--list", order, str(path)]) == (1 if order else 0)


def test_the_books_program_checks_the_draw(by_lot: Friends, tmp_path: Any) -> None:
    with by_lot.house.db.reading() as session:
        report = Report.of(make.edition_of(session, by_lot.house, by_lot.match, "en"))
        (tmp_path / report.file_name("jsonl")).write_text(record_of(session, by_lot.code))
    proof = report.facts()["proof"]

    program = proof["script"].replace(report.file_name("jsonl"), str(tmp_path / report.file_name("jsonl")))
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

    assert "('chasqui/seats', '1', '2', '3', '4')" in said
    read = text(pdf_of(report))
    assert proof["list"] in read
    assert read.count("and it fits") == 4


def test_starting_with_fewer_leaves_the_order_of_those_who_are_there(world: World) -> None:
    friends = world.open("incan-gold", 5, title="Sunday", guests=["bot", "", "bot", ""])
    kept = [each for n, each in enumerate(shown(friends), 1) if n in (1, 2, 4)]

    begin = partial(start.start, house=world.house, code=friends.code, host_id=friends.match.host_id)
    world.house.db.write(begin)

    assert [sha256(salt) for salt in salts(friends)] == kept
