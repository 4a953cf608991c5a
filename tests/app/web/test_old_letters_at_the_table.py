"""Links of old letters that are about no turn: they propose nothing, and hand the seat to nobody."""

import pytest

from app.services.matches import seat_links
from app.services.proposals.links import read_vote, vote_address
from tests.world.council import Council
from tests.world.lending import Lending
from tests.world.visitor import Evening, Visitor, local

LEND = {"what": "lend", "email": "mallory@example.net"}
END = {"what": "propose", "kind": "end"}


def next_turn(evening: Evening) -> None:
    for number in (1, 2, 3):
        evening.friends.order(number, "torch")


def links_of_a_letter(evening: Evening) -> dict[str, str]:
    house, match, seat = evening.world.house, evening.friends.match, evening.friends.seat(1)
    made = {way: seat_links.present_address(house, way, match, seat) for way in ("propose", "lend")}
    return {"away": seat_links.away_address(house, match, seat), **made}


def test_a_new_letter_proposes_and_lends(evening: Evening) -> None:
    links, reader = links_of_a_letter(evening), Visitor(evening.world)

    assert "/lend/" in reader.get(links["away"]).text
    assert reader.post(local(links["lend"]), LEND).status_code == 303
    assert 'data-mark="offered"' in reader.get(links["lend"]).text
    assert reader.post(local(links["propose"]), END).status_code == 303


def test_an_old_letter_neither_proposes_nor_lends(evening: Evening) -> None:
    links, reader = links_of_a_letter(evening), Visitor(evening.world)
    next_turn(evening)
    Council(evening.friends).propose(2, "end", stands=False)
    before = evening.world.dump()

    answers = [reader.get(links["propose"]), reader.post(local(links["propose"]), END)]
    answers += [reader.get(links["lend"]), reader.post(local(links["lend"]), LEND)]
    for said in ("yes", "no", "withdraw"):
        key = Council(evening.friends).newest().key
        answers.append(reader.post(local(links["propose"]), {"what": said, "proposal": key}))

    assert {answer.status_code for answer in answers} == {404}
    assert evening.world.dump() == before


def test_who_has_answered_proposes_while_the_others_are_awaited(evening: Evening) -> None:
    before = links_of_a_letter(evening)
    evening.friends.order(1, "torch")
    since, reader = links_of_a_letter(evening), Visitor(evening.world)

    assert reader.post(local(before["lend"]), LEND).status_code == 303
    assert reader.post(local(since["propose"]), END).status_code == 303


@pytest.mark.parametrize("orders", ["torch", ""])
def test_so_does_a_letter_whose_turn_has_been_played(evening: Evening, orders: str) -> None:
    """A link that was made in a page of the past is no newer than that."""
    match, seat = evening.friends.match, evening.friends.seat(1)
    link = seat_links.present_address(evening.world.house, "propose", match, seat)
    page = Visitor(evening.world).get(evening.friends.link(1, orders)).text
    next_turn(evening)

    assert "/lend/" not in page
    assert Visitor(evening.world).get(link).status_code == 404


def test_from_an_old_letter_one_is_away_and_no_seat_is_lent(evening: Evening) -> None:
    link, reader = links_of_a_letter(evening)["away"], Visitor(evening.world)
    next_turn(evening)

    page = reader.get(link)

    assert page.status_code == 200
    assert "/lend/" not in page.text


def test_an_old_letter_still_answers_its_own_proposal_and_nothing_else(evening: Evening) -> None:
    council, friends, reader = Council(evening.friends), evening.friends, Visitor(evening.world)
    made = council.propose(2, "end", stands=False)
    no = vote_address(friends.house, friends.match, friends.seat(1), made.key, "no")
    next_turn(evening)

    link = read_vote(friends.house, no.split("/")[-2])
    reached_by_it = seat_links.present_address(
        friends.house, "propose", friends.match, friends.seat(1), link.made
    )

    assert reader.get(reached_by_it).status_code == 404
    assert reader.post(local(no), {"said": "no"}).location.endswith("?done=no")
    assert council.seen(1)[0].said == "no"


def test_an_old_letter_calls_a_lent_seat_back(evening: Evening) -> None:
    link, lending = links_of_a_letter(evening)["lend"], Lending(evening.friends)
    next_turn(evening)
    lending.lend()

    assert Visitor(evening.world).get(link).status_code == 200
    assert Visitor(evening.world).post(local(link), {"what": "end"}).status_code == 303
    assert evening.friends.seat(1).owner_id is None


def test_a_link_that_does_not_say_its_turn_is_as_old_as_it_is(evening: Evening) -> None:
    """As earlier versions have made them."""
    seat, links = evening.friends.seat(1), evening.world.house.links
    made = {way: links.address(way, [evening.code, 1, seat.holder]) for way in ("propose", "lend", "away")}
    reader = Visitor(evening.world)
    assert [reader.get(link).status_code for link in made.values()] == [200, 200, 200]

    evening.friends.pass_time(hours=-1)  # it is asked an hour from now

    assert [reader.get(link).status_code for link in made.values()] == [404, 404, 200]
    assert "/lend/" not in reader.get(made["away"]).text
