"""The pages of a seat that is lent."""

from functools import partial

import pytest

from app.problems import Problem
from app.services.lending import offer
from app.services.matches import seat_links
from tests.world import Friends, World
from tests.world.council import Council
from tests.world.lending import DORA, Lending
from tests.world.letter_reader import links
from tests.world.visitor import Evening, Visitor, local, marks, signed_in

OTHER = {"email": DORA, "what": "lend"}


@pytest.fixture
def lending(evening: Evening) -> Lending:
    return Lending(evening.friends)


@pytest.fixture
def dora(evening: Evening, lending: Lending) -> Visitor:
    """Plays for Ana."""
    evening.ana.post(f"/m/{evening.code}/lend", OTHER)
    Visitor(evening.world).post(f"/borrow/{lending.token}/go", {"what": "accept", "name": "Dora"})
    return signed_in(evening.world, DORA)


def test_opening_the_link_of_the_letter_changes_nothing(evening: Evening, lending: Lending) -> None:
    evening.ana.post(f"/m/{evening.code}/lend", OTHER)
    before = evening.world.dump()

    page = Visitor(evening.world).get(f"/borrow/{lending.token}/go")

    assert 'data-mark="offered"' in page.text
    assert evening.world.dump() == before


def test_the_friend_plays_and_the_owner_looks(evening: Evening, dora: Visitor) -> None:
    assert dora.order(evening.code, "torch").status_code == 303

    assert 'data-mark="borrows"' in dora.get(f"/m/{evening.code}").text
    page = evening.ana.get(f"/m/{evening.code}").text
    assert 'data-mark="lends"' in page
    assert "orders-form" not in page


def test_the_others_see_who_plays(evening: Evening, dora: Visitor) -> None:
    page = evening.bo.get(f"/m/{evening.code}").text

    assert 'data-mark="lent"' in page
    assert DORA not in page


def test_the_friend_neither_talks_nor_proposes_nor_lends(evening: Evening, dora: Visitor) -> None:
    for path, fields in (
        ("talk", {"talk": "hello"}),
        ("proposals", {"what": "propose", "kind": "pause"}),
        ("lend", {"what": "end"}),
    ):
        assert dora.post(f"/m/{evening.code}/{path}", fields).status_code == 403

    assert evening.friends.seat(1).owner_id is not None


def test_the_owner_talks_all_the_same(evening: Evening, dora: Visitor) -> None:
    assert evening.ana.post(f"/m/{evening.code}/talk", {"talk": "I am at the sea"}).status_code == 303


def test_orders_of_the_owner_end_the_loan_and_are_the_owners(evening: Evening, dora: Visitor) -> None:
    evening.ana.order(evening.code, "torch")

    assert evening.friends.seat(1).owner_id is None
    assert evening.friends.ask(1).by == ""
    assert dora.order(evening.code, "camp").status_code == 403


def test_the_owner_does_not_write_over_the_friends_draft(evening: Evening, dora: Visitor) -> None:
    match = evening.friends.match
    draft = {"turn": match.turn, "base": match.steps, "orders": "torch"}

    assert "gone" in evening.ana.post(f"/m/{evening.code}/compose", draft).text
    assert "gone" not in dora.post(f"/m/{evening.code}/compose", draft).text


@pytest.mark.parametrize("by_link", [True, False])
def test_the_owner_takes_it_back(evening: Evening, dora: Visitor, by_link: bool) -> None:
    seat = evening.friends.seat(1)
    link = seat_links.owner_address(evening.world.house, "lend", evening.code, seat)

    if by_link:
        Visitor(evening.world).post(link, {"what": "end"})
    else:
        evening.ana.post(f"/m/{evening.code}/lend", {"what": "end"})

    assert evening.friends.seat(1).owner_id is None


@pytest.mark.parametrize("by_link", [True, False])
def test_the_friend_gives_it_back_and_sees_nothing_of_the_seat_any_more(
    evening: Evening, dora: Visitor, by_link: bool
) -> None:
    link = evening.friends.seat_link("return", 1)
    turn = evening.friends.link(1)

    visitor, path = (Visitor(evening.world), link) if by_link else (dora, f"/m/{evening.code}/return")
    visitor.post(path)

    assert evening.friends.seat(1).owner_id is None
    assert 'data-mark="seat-1"' not in dora.get(f"/m/{evening.code}").text
    assert "orders-form" not in Visitor(evening.world).get(turn).text


def test_a_friends_link_opens_nothing_that_stays_with_the_owner(evening: Evening, dora: Visitor) -> None:
    for purpose in ("propose", "lend"):
        link = evening.friends.seat_link(purpose, 1)  # signed for the present holder, the friend

        assert Visitor(evening.world).get(link).status_code >= 400


def test_notes_are_each_players_own(evening: Evening, lending: Lending) -> None:
    evening.ana.post(f"/m/{evening.code}/note", {"note": "my secret note"})
    evening.ana.post(f"/m/{evening.code}/lend", OTHER)
    Visitor(evening.world).post(f"/borrow/{lending.token}/go", {"what": "accept", "name": "Dora"})

    assert "my secret note" not in signed_in(evening.world, DORA).get(f"/m/{evening.code}").text


def test_declining_by_the_page_needs_no_account(evening: Evening, lending: Lending) -> None:
    evening.ana.post(f"/m/{evening.code}/lend", OTHER)

    page = Visitor(evening.world).post(f"/borrow/{lending.token}/go", {"what": "decline"})

    assert 'data-mark="gone"' in page.text
    assert lending.player_id() == 0
    with pytest.raises(Problem):
        evening.world.house.write(partial(offer.accept, house=evening.world.house, token=lending.token))


def test_the_form_keeps_what_was_typed(evening: Evening) -> None:
    assert 'data-mark="lend"' in evening.ana.get(f"/m/{evening.code}/lend").text

    page = evening.ana.post(f"/m/{evening.code}/lend", {"what": "lend", "email": "bo@example.org"})

    assert page.status_code == 400
    assert 'value="bo@example.org"' in page.text


def test_where_somebody_is_away_lending_is_at_hand(evening: Evening) -> None:
    assert "/lend/" in Visitor(evening.world).get(evening.friends.seat_link("away", 1)).text


def test_the_form_is_there_to_look_at_on_the_page_and_by_the_link(evening: Evening, lending: Lending) -> None:
    by_link = local(
        seat_links.owner_address(evening.world.house, "lend", evening.code, evening.friends.seat(1))
    )

    for page in (evening.ana.get(f"/m/{evening.code}/lend"), Visitor(evening.world).get(by_link)):
        assert page.status_code == 200
        assert "lend" in marks(page)


def test_a_vote_by_a_letter_of_before_counts_while_the_seat_is_lent_and_afterwards(world: World) -> None:
    """The letter has asked the owner, who decides also while a friend plays."""
    friends = world.match("incan-gold", 3, needs={})
    lending, council = Lending(friends), Council(friends)
    council.propose(2, "end", stands=False)
    link = local(vote_links(friends)[0])
    for change in (lending.lend, lending.call_back):
        change()
        answer = Visitor(world).post(link, {"said": "yes"})
        assert answer.location.endswith("?done=yes")
        assert council.seen(1)[0].said == "yes"


def test_the_links_of_before_play_nothing_while_the_seat_is_lent_and_afterwards(evening: Evening) -> None:
    lending, link = Lending(evening.friends), evening.friends.link(1)
    for change in (lending.lend, lending.call_back):
        change()
        assert Visitor(evening.world).get(link).status_code == 404


def test_no_link_of_the_friend_votes(evening: Evening) -> None:
    Lending(evening.friends).lend()
    Council(evening.friends).propose(2, "end", stands=False)
    proposal, seat, house = Council(evening.friends).newest(), evening.friends.seat(1), evening.friends.house
    link = house.links.address("vote", [evening.code, 1, seat.holder, proposal.key, "yes"])

    assert Visitor(evening.world).post(local(link), {"said": "yes"}).status_code == 404


def vote_links(friends: Friends) -> list[str]:
    """Of Ana's letter."""
    letter = next(one for one in friends.letters("proposed") if one.facts["seat"] == 1)
    return [link for link in links(friends.compose(letter).text) if "/vote/" in link]
