"""Pages of proposals: forms that work without a script, and links that only the right person can use."""

import re
from functools import partial

import pytest

from app.models import Match, Seat
from app.services.people import accounts
from app.services.proposals.links import vote_address
from tests.world.council import Council
from tests.world.letter_reader import links
from tests.world.visitor import Evening, Visitor, local, marks, read


@pytest.fixture
def evening(evening: Evening) -> Evening:
    """Of a match as it is usually opened."""
    evening.world.change(Match, evening.friends.match.id, needs={})
    return evening


@pytest.fixture
def council(evening: Evening) -> Council:
    return Council(evening.friends)


def propose(visitor: Visitor, code: str, kind: str, **fields: str) -> None:
    answer = visitor.post(f"/m/{code}/proposals", {"what": "propose", "kind": kind, **fields})
    assert answer.status_code == 303, read(answer)


def link(council: Council, seat: int, said: str) -> str:
    """One of the two buttons of the letter that the seat has got."""
    letter = next(one for one in council.friends.letters("proposed") if one.facts["seat"] == seat)
    found = [each for each in links(council.friends.compose(letter).text) if "/vote/" in each]
    return local(found[0 if said == "yes" else 1])


def test_the_forms_of_the_page_make_proposals(evening: Evening, council: Council) -> None:
    page = evening.bo.get(f"/m/{evening.code}")
    assert {"propose-time", "propose-bot", "propose-pause", "propose-end"} <= marks(page)

    propose(evening.bo, evening.code, "time", about="2", **{"time": "3", "time-unit": "hours"})
    propose(evening.bo, evening.code, "end", how="stands")
    propose(evening.cy, evening.code, "bot", about="1", until="once")

    assert [each.kind for each in council.all()] == ["time", "end", "bot"]
    assert council.all()[0].detail["seconds"] == 3 * 3600
    assert council.all()[1].detail == {"stands": True}
    assert council.all()[2].detail["once"]


def test_the_others_see_it_with_buttons_and_onlookers_without(evening: Evening, council: Council) -> None:
    propose(evening.bo, evening.code, "pause")
    path = f"/m/{evening.code}"

    for visitor, may in ((evening.ana, True), (evening.bo, False), (Visitor(evening.world), False)):
        page = visitor.get(path)
        assert "proposal-pause" in marks(page)
        assert ("Yes, I agree" in read(page)) == may


def test_a_button_of_the_page_votes(evening: Evening, council: Council) -> None:
    propose(evening.bo, evening.code, "pause")

    answer = evening.cy.act(f"/m/{evening.code}/proposals", {"what": "yes", "proposal": council.newest().key})

    assert "yes" in marks(answer)
    assert "passed-pause" in marks(evening.ana.get(f"/m/{evening.code}"))
    assert evening.friends.match.status == "paused"


def test_the_host_proposes_with_the_own_buttons_what_others_have_to_agree_to(
    evening: Evening, council: Council
) -> None:
    assert evening.ana.post(f"/m/{evening.code}/pause").status_code == 303

    assert evening.friends.match.status == "running"
    assert council.newest().kind == "pause"
    assert "host" not in marks(evening.ana.get(f"/m/{evening.code}"))


def test_a_link_shows_and_then_votes(evening: Evening, council: Council) -> None:
    council.propose(2, "end", stands=False)
    stranger, address = Visitor(evening.world), link(council, 1, "no")
    before = evening.world.dump()

    assert "asked-no" in marks(stranger.get(address))
    stranger.client.head(address)
    assert evening.world.dump() == before

    done = stranger.act(address, {"said": "no"})
    assert "no" in marks(done)
    assert council.outcome() == "failed"


def test_a_link_that_comes_too_late_changes_nothing(evening: Evening, council: Council) -> None:
    council.propose(2, "end", stands=False)
    yes, stranger = link(council, 1, "yes"), Visitor(evening.world)
    council.vote(3, "no")

    assert "failed-end" in marks(stranger.get(yes))
    assert "decided" in marks(stranger.act(yes, {"said": "yes"}))
    assert council.outcome() == "failed"


def test_the_same_link_twice_is_one_vote(evening: Evening, council: Council) -> None:
    council.propose(2, "end", stands=False)
    address, stranger = link(council, 1, "yes"), Visitor(evening.world)

    for _ in range(2):
        assert "yes" in marks(stranger.act(address, {"said": "yes"}))

    assert council.seen(1)[0].answered == ["ana", "bo"]


def test_a_former_holder_has_no_link_that_works(evening: Evening, council: Council) -> None:
    council.propose(2, "end", stands=False)
    address, page = link(council, 1, "yes"), local(evening.friends.seat_link("propose", 1))
    evening.world.change(Seat, evening.friends.seat(1).id, holder="somebodyelse")
    before = evening.world.dump()

    for path in (address, page):
        assert Visitor(evening.world).get(path).status_code in (400, 404, 410)
        assert Visitor(evening.world).post(path, {"said": "yes", "what": "propose"}).status_code >= 400
    assert evening.world.dump() == before


def test_a_link_is_for_the_proposals_of_its_own_match(evening: Evening, council: Council) -> None:
    council.propose(2, "end", stands=False)
    other = Evening.begun(evening.world)
    seat = other.friends.seat(1)
    forged = vote_address(evening.world.house, other.friends.match, seat, council.newest().key, "yes")

    assert Visitor(evening.world).post(local(forged), {"said": "yes"}).status_code == 404

    assert council.seen(1)[0].said == ""


def test_a_bots_seat_has_no_vote(evening: Evening, council: Council) -> None:
    council.propose(2, "end", stands=False)
    evening.world.change(Seat, evening.friends.seat(3).id, bot=True)
    forged = vote_address(
        evening.world.house, evening.friends.match, evening.friends.seat(3), council.newest().key, "yes"
    )

    assert Visitor(evening.world).post(local(forged), {"said": "yes"}).status_code == 403


def test_the_page_of_a_letter_proposes_too(evening: Evening, council: Council) -> None:
    page = local(evening.friends.seat_link("propose", 3))
    stranger = Visitor(evening.world)
    assert "propose-pause" in marks(stranger.get(page))

    assert "proposed" in marks(stranger.act(page, {"what": "propose", "kind": "pause"}))

    assert council.newest().seat == 3


def test_a_proposal_that_cannot_be_made_says_why(evening: Evening) -> None:
    evening.friends.order(2, "torch")

    fields = {"what": "propose", "kind": "time", "about": "2", "time": "1", "time-unit": "days"}
    answer = evening.bo.post(f"/m/{evening.code}/proposals", fields)

    assert answer.status_code == 400
    assert "Nobody waits for this player just now." in read(answer)


def test_a_new_match_can_let_the_host_decide_alone(evening: Evening) -> None:
    code = evening.ana.open(**{"need-pause": "all", "need-bot": "host"})

    needs = Council(evening.friends.__class__(evening.world, code)).friends.match.needs
    assert (needs["pause"], needs["bot"]) == ("all", "host")
    assert evening.ana.post("/matches/new", {"game": "incan-gold", "need-bot": "nobody"}).status_code == 400


def test_somebody_who_has_left_has_no_page(evening: Evening) -> None:
    page = local(evening.friends.seat_link("propose", 2))
    house, leaving = evening.world.house, evening.friends.seat(2).player_id or 0
    house.write(partial(accounts.delete_account, house=house, player_id=leaving))

    assert Visitor(evening.world).get(page).status_code >= 400


# --- Taking back, and new hands ---


def test_a_step_of_time_travel_leads_to_the_form_with_the_board_of_then(
    evening: Evening, council: Council
) -> None:
    evening.friends.play(6)
    step = evening.bo.get(f"/m/{evening.code}/steps/1")
    assert "take-back" in marks(step)
    assert "take-back" not in marks(Visitor(evening.world).get(f"/m/{evening.code}/steps/1"))

    form = evening.bo.get(f"/m/{evening.code}/proposals?step=1")
    assert {"back-1", "propose-back"} <= marks(form)
    propose(evening.bo, evening.code, "back", step="2")

    assert council.newest().detail["step"] == 1
    shown = Visitor(evening.world).get(link(council, 1, "yes"))
    assert {"back-1", "asked-yes"} <= marks(shown)


def test_a_letter_about_taking_back_has_all_that_was_turned_up_since(
    evening: Evening, council: Council
) -> None:
    evening.friends.play(6)
    council.propose(2, "back", step=1)
    letter = next(one for one in council.friends.letters("proposed") if one.facts["seat"] == 1)

    text = " ".join(council.friends.compose(letter).text.split())

    told = [sentence for step in evening.friends.seen(1).history[2:] for sentence in step.sentences]
    assert told
    assert all(" ".join(sentence.split()) in text for sentence in told)


def test_a_seat_that_is_offered_by_a_link_is_taken_on_its_page(evening: Evening, council: Council) -> None:
    council.propose(1, "substitute", 2, bot=False)
    council.vote(3, "yes")
    council.ring(days=5)
    page = evening.ana.get(f"/m/{evening.code}")
    assert "offered" in marks(page)
    assert "offered" not in marks(Visitor(evening.world).get(f"/m/{evening.code}"))
    address = local(re.findall(r"https?://[^<]+/sit/[^<]+", page.text)[0])
    di = Visitor(evening.world, "di@example.org")
    assert "offered" in marks(di.get(address))
    di.sign_in()
    before = evening.world.dump()
    assert di.post(address, {"csrf": "x", "what": "accept"}).status_code == 403
    assert evening.world.dump() == before

    assert di.post(address, {"what": "accept", "name": "Di"}).status_code == 303

    assert evening.friends.seat(2).name == "Di"
    assert "gone" in marks(di.get(address))


def test_a_seat_that_is_offered_by_letter_is_declined_on_its_page(evening: Evening, council: Council) -> None:
    council.propose(1, "substitute", 2, "di@example.org", bot=False)
    council.vote(3, "yes")
    council.ring(days=5)
    letter = council.friends.compose(council.friends.newest("offered"))
    address = next(local(each) for each in links(letter.text) if "/take/" in each)
    before, stranger = evening.world.dump(), Visitor(evening.world)
    assert "offered" in marks(stranger.get(address))
    assert evening.world.dump() == before

    assert "gone" in marks(stranger.post(address, {"what": "decline"}))

    assert evening.friends.seat(2).name == "bo"


def test_a_new_player_gets_letters_in_the_language_of_the_page(evening: Evening, council: Council) -> None:
    propose(evening.ana, evening.code, "substitute", about="2", email="new@example.org")
    council.vote(3, "yes")
    council.ring(days=5)
    letter = council.friends.compose(council.friends.newest("offered"))
    address = next(local(each) for each in links(letter.text) if "/take/" in each)

    czech = {"Accept-Language": "cs"}
    Visitor(evening.world).post(address, {"what": "accept", "name": "Nela"}, headers=czech)

    assert evening.world.player("new@example.org").language == "cs"
