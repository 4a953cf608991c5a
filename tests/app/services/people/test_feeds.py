"""What a player can follow without letters: open asks and results, and nothing of anybody else's."""

from functools import partial

from app.clock import now
from app.house import House
from app.i18n.render import speech
from app.models import Match, Player, Seat
from app.services.people import accounts, feeds
from app.services.play import clocks, host_actions
from tests.world import World


def waiting(world: World, name: str = "Ana") -> list[feeds.OpenAsk]:
    who = world.friend(name)
    with world.house.db.reading() as session:
        return feeds.open_asks_of(session, session.get_one(Player, who))


def over(world: World, name: str = "Ana") -> list[feeds.EndedMatch]:
    who = world.friend(name)
    with world.house.db.reading() as session:
        return feeds.ended_matches_of(session, session.get_one(Player, who), now(), speech("en"))


def ended(world: World) -> Match:
    """A match that bots have played while Ana watched."""
    friends = world.match("incan-gold", 3, guests=["bot"] * 2, ask_seconds=3600, policy="automatic")
    while friends.match.status == "running":
        friends.pass_time(hours=2)
        clocks.ring_due_clocks(world.house)
    return friends.match


def test_open_asks_are_followed_with_the_next_deadline_first(world: World) -> None:
    slow = world.match(title="slow", ask_seconds=None)
    later = world.match(title="later", ask_seconds=7200)
    soon = world.match(title="soon", ask_seconds=3600)

    assert [ask.code for ask in waiting(world)] == [soon.code, later.code, slow.code]
    assert waiting(world)[0].due_at == soon.asks()[0].due_at


def test_only_a_player_who_is_asked_follows_an_ask(world: World) -> None:
    friends = world.match("tikal", 2)
    assert (len(waiting(world, "Ana")), len(waiting(world, "Bo"))) == (1, 0)

    friends.order(1, friends.bot_orders(1))

    assert (len(waiting(world, "Ana")), len(waiting(world, "Bo"))) == (0, 1)


def test_a_sealed_answer_ends_an_ask_for_a_player_who_gave_it(world: World) -> None:
    friends = world.match()
    friends.order(1, "torch")

    assert waiting(world, "Ana") == []
    assert [ask.title for ask in waiting(world, "Bo")] == ["Sunday"]


def test_nothing_waits_in_a_pause_or_where_a_bot_plays(world: World) -> None:
    paused, lent = world.match(title="paused"), world.match(title="lent")
    host = paused.match.host_id
    world.house.db.write(partial(host_actions.pause, house=world.house, code=paused.code, player_id=host))
    number = lent.seat(1).id
    world.house.db.write(lambda session: setattr(session.get_one(Seat, number), "deputy", True))

    assert waiting(world) == []


def test_results_are_followed_for_thirty_days(world: World) -> None:
    match = ended(world)
    [result] = over(world)
    assert (result.code, result.ending.won) == (match.code, len((match.result or {})["winners"]))
    assert len(result.ending.standing) == 3

    world.change(Match, match.id, ended_at=now() - feeds.RESULTS_FOR)

    assert over(world) == []


def test_a_match_that_was_given_up_has_no_result(world: World) -> None:
    friends = world.match()
    host = friends.match.host_id
    world.house.db.write(partial(host_actions.give_up, house=world.house, code=friends.code, player_id=host))

    [result] = over(world)
    assert (result.ending.winners, result.ending.standing) == ("", ())
    assert over(world, "Dee") == []


def test_addresses_lead_to_their_player_until_there_are_new_ones(world: World) -> None:
    ana = world.friend("Ana")
    first, second = new_key(world.house, ana), new_key(world.house, ana)

    with world.house.db.reading() as session:
        assert feeds.player_with_feed(session, world.house, first) is None
        assert getattr(feeds.player_with_feed(session, world.house, second), "id", None) == ana
    assert len(second) == 26 + 1 + 16


def new_key(house: House, player_id: int) -> str:
    house.db.write(partial(accounts.new_feed_key, player_id=player_id))
    with house.db.reading() as session:
        return feeds.feed_key(house, session.get_one(Player, player_id))


def test_a_player_who_leaves_for_good_takes_the_addresses_along(world: World) -> None:
    ana = world.friend("Ana")
    key = new_key(world.house, ana)
    world.house.db.write(partial(accounts.delete_account, house=world.house, player_id=ana))

    with world.house.db.reading() as session:
        assert feeds.player_with_feed(session, world.house, key) is None
