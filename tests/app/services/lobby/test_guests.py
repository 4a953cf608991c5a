"""Guests who try a game without an account: what they get, how many there may be, and how they go or stay."""

from datetime import timedelta
from functools import partial

import pytest
from sqlmodel import Session, SQLModel, select

from app.clock import now
from app.house import House
from app.models import Contribution, Letter, Match, Player
from app.post.sender import send_due
from app.problems import Missing, NotAllowed, TooMuch
from app.services.lobby import guests, opening
from app.services.lobby.guests import GuestMatch
from app.services.lobby.opening import Wish
from app.services.matches import diaries, notes
from app.services.people import accounts
from app.services.play.clocks import ring_due_clocks
from app.services.upkeep import fsck
from engine.registry import GAMES
from tests.world import Friends, World


def begun(
    house: House, game: str = "incan-gold", place: str = "10.1.2.3", who: Player | None = None
) -> GuestMatch:
    made = house.db.write(lambda session: guests.try_game(session, house, game, place, who))
    guests.bots_answer(house, made.code)
    return made


def count(house: House, table: str) -> int:
    with house.db.reading() as session:
        return len(session.connection().execute(SQLModel.metadata.tables[table].select()).all())


def test_a_guest_sits_among_bots_and_has_all_the_time(world: World) -> None:
    made = begun(world.house)

    match = Friends(world, made.code).match
    assert (match.status, match.ask_seconds) == ("running", None)
    assert Friends(world, made.code).seen(1).names == ["Guest", "Bot 2", "Bot 3"]
    assert made.player.email is None


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_to_its_end_without_a_worker(world: World, game: str) -> None:
    friends = Friends(world, begun(world.house, game).code)

    while friends.match.status == "running":
        assert [ask.seat for ask in friends.asks() if not ask.answered_at] == [1]
        friends.order(1, friends.bot_orders(1))
        guests.bots_answer(world.house, friends.code)

    assert friends.match.result
    with world.house.db.reading() as session:
        assert fsck.check_matches(session, world.house) == []


def test_bots_do_not_hurry_where_people_wait_for_one_another(world: World) -> None:
    friends = world.match(guests=["", "bot"])

    guests.bots_answer(world.house, friends.code)

    assert [bool(ask.answered_at) for ask in friends.asks()] == [False, False, False]


def test_nothing_is_mailed(world: World) -> None:
    friends = Friends(world, begun(world.house).code)
    friends.order(1, "torch")
    guests.bots_answer(world.house, friends.code)

    ring_due_clocks(world.house)
    send_due(world.house)

    with world.house.db.reading() as session:
        assert not [letter for letter in session.exec(select(Letter)) if letter.sent_at or letter.due_at]


def test_a_guest_goes_on_with_a_match_that_is_not_over(house: House) -> None:
    first = begun(house)

    assert begun(house, who=first.player).code == first.code
    assert begun(house, "tikal", who=first.player).code != first.code


def test_one_place_cannot_open_matches_without_end(house: House) -> None:
    for _ in range(guests.MOST_A_DAY):
        begun(house)

    with pytest.raises(TooMuch):
        begun(house)
    assert begun(house, place="10.9.9.9").code


def test_the_place_is_not_kept_as_it_is(house: House) -> None:
    assert "10.1.2.3" not in (begun(house).player.guest or "")


def test_there_is_nothing_to_try_of_a_game_that_is_not_here(house: House) -> None:
    with pytest.raises(Missing):
        begun(house, "chess")


def test_a_guest_is_no_person_who_could_open_or_join_matches(house: House) -> None:
    guest = begun(house).player

    with house.db.reading() as session:
        assert accounts.find_player(session, guest.id) is None
        assert guests.find_guest(session, guest.id)
    with pytest.raises(NotAllowed):
        house.db.write(partial(opening.open_match, house=house, host_id=guest.id, wish=Wish("tikal", "", 2)))


def test_a_former_player_is_no_guest(world: World) -> None:
    ana = world.friend("Ana")
    world.house.db.write(lambda session: accounts.delete_account(session, world.house, ana))

    with world.house.db.reading() as session:
        assert guests.find_guest(session, ana) is None


def test_a_guest_who_signs_in_keeps_match_and_notes(world: World) -> None:
    made = begun(world.house)
    guest_id = made.player.id
    assert guest_id
    world.house.db.write(lambda session: notes.save_note(session, made.code, guest_id, "torch until 3"))
    ana = world.friend("Ana")

    world.house.db.write(lambda session: guests.merge_guest(session, guest_id, session.get_one(Player, ana)))

    match = Friends(world, made.code).match
    assert (match.host_id, Friends(world, made.code).seat(1).player_id) == (ana, ana)
    with world.house.db.reading() as session:
        assert notes.note_text(session, match, ana) == "torch until 3"
        assert session.get(Player, guest_id) is None
    Friends(world, made.code).order(1, "torch")


def test_notes_of_both_about_one_match_do_not_get_into_each_others_way(world: World) -> None:
    made = begun(world.house)
    guest_id, ana = made.player.id, world.friend("Ana")
    assert guest_id
    for who, text in ((guest_id, "of the guest"), (ana, "of Ana")):
        world.house.db.write(partial(notes.save_note, code=made.code, player_id=who, text=text))

    world.house.db.write(lambda session: guests.merge_guest(session, guest_id, session.get_one(Player, ana)))

    with world.house.db.reading() as session:
        assert notes.note_text(session, Friends(world, made.code).match, ana) == "of Ana"


def test_a_guest_who_signs_in_keeps_the_diary_and_what_the_player_gave_to_the_book_stays(
    world: World,
) -> None:
    made = begun(world.house)
    guest_id, ana = made.player.id, world.friend("Ana")
    assert guest_id
    match = Friends(world, made.code).match
    world.house.write(partial(diaries.write, code=made.code, seat=1, text="torch until 3"))
    for who, text in ((guest_id, "of the guest"), (ana, "of Ana")):
        given = Contribution(player_id=who, match_id=match.id, seat=1, dedication=text, at=now())
        world.house.write(partial(Session.add, instance=given))

    world.house.db.write(lambda session: guests.merge_guest(session, guest_id, session.get_one(Player, ana)))

    with world.house.reading() as session:
        diary = diaries.own_diary(session, match, ana)
        assert [entry.text for entry in diary.entries] == ["torch until 3"]
        assert diary.dedication == "of Ana"


def test_signing_in_takes_nothing_from_somebody_else(world: World) -> None:
    ana, bo = world.friend("Ana"), world.friend("Bo")
    friends = world.match()

    world.house.db.write(lambda session: guests.merge_guest(session, ana, session.get_one(Player, bo)))

    assert friends.seat(1).player_id == ana


def test_guests_who_did_not_stay_are_swept_away_with_all_that_was_theirs(world: World) -> None:
    friends = Friends(world, begun(world.house).code)
    friends.order(1, "torch")
    begun(world.house, "tikal", place="10.0.0.1")
    kept = world.match()
    late = now() + guests.KEPT_FOR + timedelta(minutes=1)

    swept = world.house.db.write(lambda session: guests.delete_old_guests(session, late))

    assert swept == 2
    with world.house.db.reading() as session:
        assert [match.code for match in session.exec(select(Match))] == [kept.code]
    assert count(world.house, "player") == 3
    assert count(world.house, "seat") == 3
    assert fsck_is_clean(world.house)


def fsck_is_clean(house: House) -> bool:
    with house.db.reading() as session:
        return fsck.check_matches(session, house) == []


def test_a_sweep_leaves_guests_who_have_just_come_or_have_stayed(world: World) -> None:
    made, stays = begun(world.house), begun(world.house, place="10.0.0.1")
    ana = world.friend("Ana")
    world.house.db.write(
        lambda session: guests.merge_guest(session, stays.player.id, session.get_one(Player, ana))
    )

    assert world.house.db.write(lambda session: guests.delete_old_guests(session, now())) == 0
    late = now() + guests.KEPT_FOR + timedelta(minutes=1)
    assert world.house.db.write(lambda session: guests.delete_old_guests(session, late)) == 1
    with world.house.db.reading() as session:
        assert [match.code for match in session.exec(select(Match))] == [stays.code]
    assert made.code != stays.code
