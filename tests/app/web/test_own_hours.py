"""The page about oneself has one's own hours; the others' pages show absences and nothing else of them."""

import re
from datetime import timedelta

import pytest

from app.clock import now
from app.models import Ask, Letter, Match, Player
from app.services.play import resting
from tests.world import Friends, World
from tests.world.visitor import Visitor, marks, read, signed_in

HOUR = 3600
ME = {"name": "Ana", "language": "en", "zone": "UTC", "mail": "each", "digest_hour": "8", "late_hours": "12"}


@pytest.fixture
def friends(world: World) -> Friends:
    return world.match("tikal", 2, ask_seconds=24 * HOUR, counts="own", policy="wait")


def ana_of(friends: Friends) -> Player:
    return friends.world.player("ana@example.org")


def test_hours_and_days_off_are_kept_and_shown_again(friends: Friends) -> None:
    ana = signed_in(friends.world, "ana@example.org")

    ana.post("/me", {**ME, "wakes": "8", "sleeps": "22", "free_days": ["", "5", "6"]})

    player = ana_of(friends)
    assert (player.wakes, player.sleeps, player.free_days) == (8, 22, [5, 6])
    assert 'id="free-6" value="6" checked' in ana.get("/me").text


def test_without_a_tick_there_is_no_day_off_any_more(friends: Friends) -> None:
    ana = signed_in(friends.world, "ana@example.org")
    ana.post("/me", {**ME, "free_days": ["", "5"]})

    ana.post("/me", {**ME, "free_days": [""]})

    assert ana_of(friends).free_days == []


@pytest.mark.parametrize(
    "wrong", [{"wakes": "8", "sleeps": "12"}, {"wakes": "8", "sleeps": ""}, {"free_days": list("012345")}]
)
def test_hours_that_would_let_a_match_stand_still_are_refused(
    friends: Friends, wrong: dict[str, object]
) -> None:
    ana = signed_in(friends.world, "ana@example.org")

    assert ana.post("/me", {**ME, **wrong}).status_code == 400
    assert (ana_of(friends).wakes, ana_of(friends).free_days) == (None, [])


def test_an_absence_is_added_and_taken_away(friends: Friends) -> None:
    ana, today = signed_in(friends.world, "ana@example.org"), now().date()
    days = {"from": str(today + timedelta(days=3)), "to": str(today + timedelta(days=9))}

    ana.post("/me/away", {**days, "what": "add"})
    assert ana_of(friends).absences == [[days["from"], days["to"]]]

    ana.post("/me/away", {"from": days["from"], "what": "drop"})
    assert ana_of(friends).absences == []


def test_an_absence_that_ends_before_it_begins_is_refused_and_said_why(friends: Friends) -> None:
    ana = signed_in(friends.world, "ana@example.org")

    answer = ana.post("/me/away", {"from": "2099-01-02", "to": "2099-01-01", "what": "add"})

    assert answer.status_code == 400
    assert "cannot end before it begins" in read(answer)


def test_the_others_see_it_beside_the_name(friends: Friends) -> None:
    ana, bo = (signed_in(friends.world, f"{name}@example.org") for name in ("ana", "bo"))
    ana.post("/me/away", {"what": "add", "to": str(now().date() + timedelta(days=5))})

    assert "away until" in read(bo.get(f"/m/{friends.code}"))


def test_pages_and_letters_of_others_are_the_same_to_the_byte_whatever_a_player_s_zone_and_hours(
    friends: Friends,
) -> None:
    bo, letter = signed_in(friends.world, "bo@example.org"), friends.newest("started")
    before, told = bo.get(f"/m/{friends.code}").data, friends.compose(letter)

    friends.world.change(Player, ana_of(friends).id, zone="Asia/Tokyo", wakes=5, sleeps=23, free_days=[6])

    assert bo.get(f"/m/{friends.code}").data == before
    assert without_links(friends.compose(letter).text) == without_links(told.text)


def without_links(text: str) -> str:
    """A link has the time of its making."""
    return re.sub(r"https?://\S+", "", text)


# --- Opening ---


def test_the_host_chooses_what_clocks_count(world: World) -> None:
    ana = signed_in(world, "ana@example.org")
    form = {"game": "tikal", "counts": "own", "absence-days": "14", "seat-2": "open", "ask": "2"}
    more = {"ask-unit": "days", "bank": "0", "bank-unit": "days", "policy": "bot", "watch": "link"}

    shown = ana.act("/matches/new", {**form, **more, "order": "host"})

    assert "waking hours count" in read(shown)
    with world.house.db.reading() as session:
        match = session.get_one(Match, 1)
    assert (match.counts, match.absence_days) == ("own", 14)


# --- A match that waits, and one at rest ---


def test_the_page_says_since_when_somebody_is_awaited(friends: Friends) -> None:
    friends.world.change(Ask, friends.ask(1).id, due_at=now() - timedelta(days=2))

    page = signed_in(friends.world, "bo@example.org").get(f"/m/{friends.code}")

    assert "late-1" in marks(page)


@pytest.fixture
def at_rest(friends: Friends) -> Friends:
    for _ in range(2):
        friends.world.change(Match, friends.match.id, idle_at=now())
        resting.look_for_idle(friends.house)
    return friends


def test_a_match_at_rest_is_listed_apart_and_one_click_wakes_it_up(at_rest: Friends) -> None:
    bo = signed_in(at_rest.world, "bo@example.org")
    assert "resting" in marks(bo.get("/"))

    bo.post(f"/m/{at_rest.code}/wake")

    assert at_rest.match.status == "running"
    assert "resting" not in marks(bo.get("/"))


def test_only_players_see_the_button(at_rest: Friends) -> None:
    assert f"/m/{at_rest.code}/wake" not in Visitor(at_rest.world).get(f"/m/{at_rest.code}").text
    assert Visitor(at_rest.world).post(f"/m/{at_rest.code}/wake").status_code in (401, 403)


def test_the_link_of_the_letter_wakes_it_up_without_signing_in(at_rest: Friends) -> None:
    somebody, link = Visitor(at_rest.world), at_rest.seat_link("on", 2)
    assert "resting-match" in marks(somebody.get(link))
    assert at_rest.match.rests_at

    assert "goes-on" in marks(somebody.post(link))

    assert at_rest.match.status == "running"


def test_a_letter_leads_to_a_page_where_its_reader_says_when_they_are_away(friends: Friends) -> None:
    link, last = friends.seat_link("away", 1), now().date() + timedelta(days=5)
    assert link.split("?")[0].partition("/away/")[1] in friends.compose(reminder(friends)).text
    bo = signed_in(friends.world, "bo@example.org")  # whoever is signed in here, it is the link that counts
    assert ana_of(friends).absences == []

    bo.client.post(link[link.index("/away/") :], data={"what": "add", "to": str(last)})

    assert [ends for _, ends in ana_of(friends).absences] == [str(last)]


def reminder(friends: Friends) -> Letter:
    return friends.put("reminder", 1, turn=1, which="half")
