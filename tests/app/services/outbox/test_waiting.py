"""Letters that wait in the outbox: for the morning, for a long turn, for the day's digest."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlmodel import select

from app.clock import now
from app.models import Letter, Player
from app.post.sender import send_due
from app.services import outbox
from app.services.people import accounts, unsubscribe
from app.services.play import clocks, host_actions
from tests.world import World

HOUR = timedelta(hours=1)


def wish(world: World, name: str, **wanted: Any) -> None:
    def changed(session: Any) -> None:
        for key, value in wanted.items():
            setattr(session.get(Player, friend_id), key, value)

    friend_id = world.friend(name)
    world.house.db.write(changed)


def of(world: World, kind: str, name: str = "Ana") -> list[Letter]:
    who = world.friend(name)
    return [letter for letter in world.letters(kind) if letter.player_id == who]


def all_day_but_one_hour(at: datetime) -> dict[str, int]:
    """Quiet until an hour has begun that begins within two hours from then."""
    hour = (at.hour + 1) % 24
    return {"quiet_from": (hour + 1) % 24, "quiet_to": hour}


def test_what_waits_is_postponed_without_a_try_and_leaves_when_the_quiet_is_over(world: World) -> None:
    wish(world, "Ana", **all_day_but_one_hour(now()))
    world.match(ask_seconds=72 * 3600)
    send_due(world.house, 500)

    (waiting,) = of(world, "your_turn")
    assert (waiting.tries, waiting.sent_at, waiting.error) == (0, None, "")
    assert waiting.due_at == waiting.wanted_at
    assert now() < waiting.wanted_at <= now() + HOUR
    assert of(world, "your_turn", "Bo")[0].sent_at

    send_due(world.house, 500, at=waiting.wanted_at)

    (left,) = of(world, "your_turn")
    assert left.sent_at == waiting.wanted_at
    assert left.tries == 1


def test_letters_that_wait_do_not_make_the_service_look_ill(world: World) -> None:
    wish(world, "Ana", **all_day_but_one_hour(now()))
    world.match()
    send_due(world.house, 500)

    with world.house.db.reading() as session:
        assert outbox.oldest_unsent_since(session) is None


def test_what_was_answered_while_it_waited_does_not_leave(world: World) -> None:
    wish(world, "Ana", **all_day_but_one_hour(now()))
    friends = world.match()
    send_due(world.house, 500)
    friends.order(1, "torch")
    send_due(world.house, 500, at=of(world, "your_turn")[0].wanted_at)

    assert of(world, "your_turn")[0].dropped == "answered already"


def test_what_was_muted_while_it_waited_does_not_leave(world: World) -> None:
    wish(world, "Ana", **all_day_but_one_hour(now()))
    friends = world.match()
    send_due(world.house, 500)

    assert world.house.db.write(partial(unsubscribe.stop_letters_by_mail, post_key=friends.seat(1).post_key))
    send_due(world.house, 500, at=of(world, "your_turn")[0].wanted_at)

    assert of(world, "your_turn")[0].dropped == "stopped for this match"
    assert not world.house.db.write(partial(unsubscribe.stop_letters_by_mail, post_key="a" * 26))


def test_letters_for_the_digest_are_put_away_and_there_is_one_digest(world: World) -> None:
    wish(world, "Ana", mail="digest", digest_hour=(now().hour + 6) % 24)
    for title in ("one", "two"):
        world.match(title=title)
    send_due(world.house, 500)

    assert [letter.dropped for letter in of(world, "your_turn")] == ["told in the digest"] * 2
    (digest,) = of(world, "digest")
    assert digest.due_at == digest.wanted_at > now()
    assert digest.key.endswith(f" {digest.wanted_at:%Y-%m-%d}")

    send_due(world.house, 500, at=digest.wanted_at)

    assert of(world, "digest")[0].sent_at


def test_two_senders_at_once_make_one_digest_and_lose_nothing(world: World) -> None:
    wish(world, "Ana", mail="digest", digest_hour=(now().hour + 6) % 24)
    for number in range(6):
        world.match("tikal", 2, title=f"match {number}")
    with ThreadPoolExecutor(3) as senders:
        list(senders.map(lambda _: send_due(world.house, limit=4), range(6)))

    assert [letter.dropped for letter in of(world, "your_turn")] == ["told in the digest"] * 6
    assert len(of(world, "digest")) == 1


def test_what_comes_after_the_days_digest_has_left_leaves_by_itself(world: World) -> None:
    at = now()
    wish(world, "Ana", mail="digest", digest_hour=(at.hour + 6) % 24)
    world.match(title="one")
    send_due(world.house, 500)
    send_due(world.house, 500, at=of(world, "digest")[0].wanted_at)
    world.match(title="two")
    send_due(world.house, 500)

    assert [bool(letter.sent_at) for letter in of(world, "your_turn")] == [False, True]


def test_a_digest_that_is_leaving_takes_nothing_more_in(world: World) -> None:
    wish(world, "Ana", mail="digest", digest_hour=(now().hour + 6) % 24)
    world.match(title="one")
    send_due(world.house, 500)
    (digest,) = of(world, "digest")
    world.house.db.write(partial(outbox.claim, at=digest.wanted_at, limit=500))
    world.match(title="two")
    send_due(world.house, 500)

    assert [bool(letter.sent_at) for letter in of(world, "your_turn")] == [False, True]


def test_a_long_turn_is_told_once(world: World) -> None:
    wish(world, "Ana", mail="late", late_hours=30)
    friends = world.match("tikal", 2, ask_seconds=50 * 3600)
    for hours_more in (0, 20, 6, 4):
        friends.pass_time(hours=hours_more)
        clocks.ring_due_clocks(world.house)
        send_due(world.house, 500, at=now())
    assert [letter.dropped for letter in of(world, "reminder")] == [
        "another letter about this turn has still to leave"
    ]
    world.house.db.write(partial(due_now, player_id=world.friend("Ana")))
    send_due(world.house, 500)

    assert len([letter for letter in of(world, "your_turn") if letter.sent_at]) == 1


def due_now(session: Any, player_id: int) -> None:
    for letter in session.exec(select(Letter).where(Letter.player_id == player_id)):
        letter.due_at = letter.due_at and now()


def test_the_last_reminder_stands_for_a_letter_that_waited(world: World) -> None:
    wish(world, "Ana", mail="late", late_hours=100)
    friends = world.match("tikal", 2, ask_seconds=50 * 3600)
    send_due(world.house, 500)
    friends.pass_time(hours=41)
    clocks.ring_due_clocks(world.house)
    world.house.db.write(partial(due_now, player_id=world.friend("Ana")))
    send_due(world.house, 500)

    assert of(world, "your_turn")[0].dropped == "told in the last reminder"
    assert [letter.facts["which"] for letter in of(world, "reminder") if letter.sent_at] == ["fifth"]


def test_after_a_pause_a_long_turn_counts_without_it(world: World) -> None:
    wish(world, "Ana", mail="late", late_hours=10)
    friends = world.match("tikal", 2, ask_seconds=72 * 3600)
    host = friends.match.host_id
    send_due(world.house, 500)
    world.house.db.write(partial(host_actions.pause, house=world.house, code=friends.code, player_id=host))
    friends.pass_time(hours=5)
    world.house.db.write(partial(host_actions.resume, house=world.house, code=friends.code, player_id=host))
    send_due(world.house, 500, at=of(world, "your_turn")[0].wanted_at - 5 * HOUR)

    (ask,) = friends.asks()
    assert of(world, "resumed")[0].dropped == "another letter about this turn has still to leave"
    assert of(world, "paused")[0].dropped
    assert ask.opened_at <= now()


def test_changed_wishes_hold_for_what_waits(world: World) -> None:
    wish(world, "Ana", mail="late", late_hours=100)
    world.match(ask_seconds=None)
    send_due(world.house, 500)
    assert not of(world, "your_turn")[0].sent_at

    world.house.db.write(partial(accounts.change_account, player_id=world.friend("Ana"), mail="each"))
    send_due(world.house, 500)

    assert of(world, "your_turn")[0].sent_at


def test_a_digest_that_waits_comes_at_its_new_hour_or_at_once(world: World) -> None:
    ana, hour = world.friend("Ana"), now().hour
    wish(world, "Ana", mail="digest", digest_hour=(hour + 6) % 24)
    world.match()
    send_due(world.house, 500)

    world.house.db.write(partial(accounts.change_account, player_id=ana, digest_hour=(hour + 3) % 24))
    assert of(world, "digest")[0].wanted_at == now().replace(minute=0, second=0) + 3 * HOUR

    world.house.db.write(partial(accounts.change_account, player_id=ana, mail="each"))
    send_due(world.house, 500)
    assert of(world, "digest")[0].sent_at


def test_an_invitation_to_somebody_known_waits_for_the_morning(world: World) -> None:
    wish(world, "Bo", **all_day_but_one_hour(now()))
    world.match("tikal", 2, guests=["bo@example.org"])
    world.match("tikal", 2, guests=["stranger@example.org"])
    send_due(world.house, 500)

    waiting, left = world.letters("invitation")
    assert waiting.wanted_at > now()
    assert not waiting.sent_at
    assert left.sent_at
