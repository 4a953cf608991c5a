"""Letters that nobody needs any more when they are about to leave."""

from functools import partial

import pytest

from app.clock import now
from app.letters import NotNeeded
from app.models import Player, Seat
from app.services.people import accounts, signing_in
from app.services.play import host_actions
from tests.world import Friends, World
from tests.world.letter_reader import one_click


def why_not(friends: Friends, kind: str = "your_turn") -> str:
    with pytest.raises(NotNeeded) as caught:
        friends.compose(friends.newest(kind))
    return str(caught.value)


def test_an_answer_makes_the_letter_needless(friends: Friends) -> None:
    friends.order(friends.newest("your_turn").facts["seat"])

    assert why_not(friends) == "answered already"


def test_a_stopped_match_sends_nothing(friends: Friends) -> None:
    friends.world.change(Seat, friends.seat(4).id, mute=True)

    assert why_not(friends) == "stopped for this match"


def test_a_player_who_wants_no_letters_gets_none(friends: Friends) -> None:
    friends.world.change(Player, friends.seat(4).player_id, mail="none")

    assert why_not(friends) == "wants no letters"


def test_to_a_player_who_cannot_be_reached_only_the_letter_to_sign_in_goes(friends: Friends) -> None:
    friends.world.change(Player, friends.seat(4).player_id, resting_at=now())
    friends.house.db.write(lambda s: signing_in.ask_to_sign_in(s, friends.house, "di@example.org"))

    assert why_not(friends) == "their mail comes back"
    assert friends.compose(friends.newest("sign_in")).to == "di@example.org"


def test_a_former_player_gets_none(friends: Friends) -> None:
    left = friends.seat(4).player_id or 0
    friends.house.db.write(partial(accounts.delete_account, house=friends.house, player_id=left))

    assert why_not(friends) == "a former player"


def test_during_a_pause_turns_wait_for_the_letter_that_ends_it(friends: Friends) -> None:
    host = friends.seat(1).player_id
    friends.house.db.write(lambda s: host_actions.pause(s, friends.house, friends.code, host))
    assert why_not(friends) == "the match is not being played"
    friends.house.db.write(lambda s: host_actions.resume(s, friends.house, friends.code, host))

    assert "torch" in one_click(friends.compose(friends.newest("resumed")).text)
    assert why_not(friends, "paused") == "the match goes on"


def test_an_invitation_that_was_taken_back_does_not_leave(world: World) -> None:
    friends = world.invite()
    friends.world.change(Seat, friends.seat(4).id, status="empty", email=None)

    assert why_not(friends, "invitation") == "the invitation does not stand any more"


def test_a_match_that_was_given_up_has_no_winner(friends: Friends) -> None:
    host = friends.seat(1).player_id
    friends.house.db.write(lambda s: host_actions.give_up(s, friends.house, friends.code, host))

    assert friends.compose(friends.newest("result")).subject == "Incan Gold: ended without a result"
