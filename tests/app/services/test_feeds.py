"""What a player can follow without letters: open asks and results, and nothing of anybody else's."""

from functools import partial
from typing import Any

from app.house import House
from app.i18n.render import speech
from app.models import Match, Player, Seat, now
from app.services.matches import find
from app.services.people import accounts, feeds
from app.services.play import clocks, host_actions
from tests.app.services.houses import asks, bot_orders, friend, opened, order, pass_time, read, seat


def waiting(house: House, name: str = "Ana") -> list[feeds.Waiting]:
    who = friend(house, name)
    with house.db.reading() as session:
        return feeds.waiting(session, session.get_one(Player, who))


def over(house: House, name: str = "Ana") -> list[feeds.Over]:
    who = friend(house, name)
    with house.db.reading() as session:
        return feeds.over(session, session.get_one(Player, who), now(), speech("en"))


def change(house: House, code: str, **values: Any) -> None:
    def changed(session: Any) -> None:
        match = find.by_code(session, code)
        for name, value in values.items():
            setattr(match, name, value)

    house.db.write(changed)


def ended(house: House) -> Match:
    """A match that bots have played while Ana watched."""
    code = opened(house, "incan-gold", 3, guests=["bot"] * 2, ask_seconds=3600, policy="automatic")
    while read(house, code).status == "running":
        pass_time(house, code, hours=2)
        clocks.ring_due(house)
    return read(house, code)


def test_open_asks_are_followed_with_the_next_deadline_first(house: House) -> None:
    slow = opened(house, title="slow", ask_seconds=None)
    later = opened(house, title="later", ask_seconds=7200)
    soon = opened(house, title="soon", ask_seconds=3600)

    assert [ask.code for ask in waiting(house)] == [soon, later, slow]
    assert waiting(house)[0].due_at == asks(house, soon)[0].due_at


def test_only_who_is_asked_follows_an_ask(house: House) -> None:
    code = opened(house, "tikal", 2)
    assert (len(waiting(house, "Ana")), len(waiting(house, "Bo"))) == (1, 0)

    order(house, code, 1, bot_orders(house, code, 1))

    assert (len(waiting(house, "Ana")), len(waiting(house, "Bo"))) == (0, 1)


def test_a_sealed_answer_ends_an_ask_for_who_gave_it(house: House) -> None:
    code = opened(house)
    order(house, code, 1, "torch")

    assert waiting(house, "Ana") == []
    assert [ask.title for ask in waiting(house, "Bo")] == ["Sunday"]


def test_nothing_waits_in_a_pause_or_where_a_bot_plays(house: House) -> None:
    paused, lent = opened(house, title="paused"), opened(house, title="lent")
    host = read(house, paused).host_id
    house.db.write(partial(host_actions.pause, house=house, code=paused, player_id=host))
    number = seat(house, lent, 1).id
    house.db.write(lambda session: setattr(session.get_one(Seat, number), "deputy", True))

    assert waiting(house) == []


def test_results_are_followed_for_thirty_days(house: House) -> None:
    match = ended(house)
    [result] = over(house)
    assert (result.code, result.ending.won) == (match.code, len((match.result or {})["winners"]))
    assert len(result.ending.standing) == 3

    change(house, match.code, ended_at=now() - feeds.RESULTS_FOR)

    assert over(house) == []


def test_a_match_that_was_given_up_has_no_result(house: House) -> None:
    code = opened(house)
    host = read(house, code).host_id
    house.db.write(partial(host_actions.give_up, house=house, code=code, player_id=host))

    [result] = over(house)
    assert (result.ending.winners, result.ending.standing) == ("", ())
    assert over(house, "Dee") == []


def test_addresses_lead_to_their_player_until_there_are_new_ones(house: House) -> None:
    ana = friend(house, "Ana")
    first, second = new_key(house, ana), new_key(house, ana)

    with house.db.reading() as session:
        assert feeds.follower(session, first) is None
        assert getattr(feeds.follower(session, second), "id", None) == ana
    assert len(second) == 26


def new_key(house: House, player_id: int) -> str:
    house.db.write(partial(accounts.new_feed_key, player_id=player_id))
    with house.db.reading() as session:
        return session.get_one(Player, player_id).feed_key or ""


def test_who_leaves_for_good_takes_the_addresses_along(house: House) -> None:
    ana = friend(house, "Ana")
    key = new_key(house, ana)
    house.db.write(partial(accounts.forget, house=house, player_id=ana))

    with house.db.reading() as session:
        assert feeds.follower(session, key) is None
