"""Words in a reply for what a player wants of the table: it is proposed, or a friend is asked."""

import re

import pytest

from app.clock import now
from app.models import Match, Player
from app.services.inbox.days import DayReader
from app.services.inbox.wish_words import read_wish
from engine.words import LANGUAGES
from tests.world import World
from tests.world.council import DAY, Council
from tests.world.lending import DORA, Lending
from tests.world.letter_reader import links
from tests.world.mailer import Mailer

KINDS = ["pause", "resume", "time", "time", "lend"]  # as the help names them


@pytest.fixture
def mailer(world: World) -> Mailer:
    return Mailer(world.match("incan-gold", 3, ask_seconds=2 * DAY, needs={}))


def council(mailer: Mailer) -> Council:
    return Council(mailer.friends)


@pytest.mark.parametrize("text", ["pause", "Pauza", "pozastavit", "Pause bitte", "une pause svp"])
def test_a_pause_is_proposed_by_a_word(mailer: Mailer, text: str) -> None:
    assert mailer.mail(1, text) == "wishes"

    proposal = council(mailer).newest()
    assert (proposal.kind, proposal.seat, council(mailer).seen(1)[0].said) == ("pause", 1, "yes")
    assert "You have proposed: the match is paused" in " ".join(mailer.answer().text.split())
    assert council(mailer).told("proposed") == [2, 3]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("more time", 2 * DAY), ("proszę o 3 dni więcej", 3 * DAY), ("6 heures de plus", DAY / 4)],
)
def test_more_time_is_proposed_for_its_writer(mailer: Mailer, text: str, seconds: int) -> None:
    mailer.mail(2, text)

    proposal = council(mailer).newest()
    assert (proposal.kind, proposal.about, proposal.detail["seconds"]) == ("time", 2, seconds)


def test_a_paused_match_goes_on_by_a_word_where_all_agree(mailer: Mailer) -> None:
    mailer.mail(1, "pause")
    for seat in (2, 3):
        council(mailer).vote(seat, "yes")
    mailer.mail(1, "fortsetzen")

    assert mailer.match.status == "paused"
    assert council(mailer).newest().kind == "resume"


def test_what_cannot_be_proposed_says_why(mailer: Mailer) -> None:
    mailer.mail(1, "pause")

    assert "proposed already" in mailer.told(1, "pause")
    assert len(council(mailer).all()) == 1


def test_a_seat_is_lent_by_a_word(mailer: Mailer) -> None:
    assert mailer.mail(1, f"lend {DORA}") == "wishes"

    assert mailer.friends.newest("lending").to == DORA
    assert f"{DORA} is asked to play for you" in " ".join(mailer.answer().text.split())
    Lending(mailer.friends).accept()
    assert mailer.friends.seat(1).owner_id is not None


def test_without_an_address_the_answer_has_the_page(mailer: Mailer) -> None:
    mailer.mail(1, "I want to lend my seat")

    assert [link for link in links(mailer.answer().text) if "/lend/" in link]
    assert Lending(mailer.friends).all() == []


@pytest.mark.parametrize("text", ["a substitute, please", "zakończ partię"])
def test_what_needs_a_choice_is_one_click_away(mailer: Mailer, text: str) -> None:
    mailer.mail(1, text)

    assert [link for link in links(mailer.answer().text) if "/propose/" in link]
    assert council(mailer).all() == []


@pytest.mark.parametrize(
    "text", ["take it back", "cofnij to", "vrať to", "Nimm das zurück", "reprendre mon coup"]
)
def test_taking_back_is_no_order_to_go_back(mailer: Mailer, text: str) -> None:
    """A sealed answer is taken back, and nothing else is given in its place."""
    mailer.friends.order(1, "torch")

    assert mailer.mail(1, text) == "undone"

    assert mailer.ask(1).orders is None


def test_what_has_been_played_can_be_taken_back_by_all(tikal: Mailer) -> None:
    tikal.mail(1, tikal.tile())

    told = tikal.told(1, "take it back")

    assert "cannot be taken back" in told
    assert "Ask the others to take it back" in told


def test_a_friend_who_plays_decides_nothing_for_the_owner(mailer: Mailer) -> None:
    Lending(mailer.friends).lend()

    assert "You play this seat for a friend" in mailer.told(1, "pause")
    assert council(mailer).all() == []


@pytest.mark.parametrize("text", ["take it back", "undo", "je rends la place", "vracím místo"])
def test_an_owner_takes_the_seat_back_in_other_words(mailer: Mailer, text: str) -> None:
    lending = Lending(mailer.friends).lend()

    assert lending.mail("loan", text) == "called back"


@pytest.mark.parametrize(
    "text", ["give the seat back", "oddaję miejsce", "vracím místo", "je rends la place"]
)
def test_a_friend_gives_the_seat_back_in_other_words(mailer: Mailer, text: str) -> None:
    Lending(mailer.friends).lend()

    assert mailer.mail(1, text) == "gave_back"


def test_an_old_letter_proposes_nothing(mailer: Mailer) -> None:
    old = mailer.key(1)
    mailer.choose("torch", "torch", "torch")

    mailer.mail(1, "pause", key=old)

    assert council(mailer).all() == []


def test_a_match_at_rest_goes_on_by_a_word(mailer: Mailer) -> None:
    mailer.world.change(
        Match, mailer.match.id, status="paused", rests_at=now(), paused_at=now(), idle_at=None
    )

    assert mailer.mail(1, "resume") == "awake"

    assert mailer.match.status == "running"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_that_the_help_names_are_understood(mailer: Mailer, language: str) -> None:
    """In its reader's language."""
    mailer.world.change(Player, mailer.friends.seat(1).player_id, language=language)
    mailer.mail(1, "help")
    lines = [line for line in mailer.answer().text.split("\n") if DORA in line or "2 " in line]
    quoted = [word for line in lines for word in re.findall(r"[“„«]\s?(.*?)\s?[”“»]", line)]

    assert [wish.kind for word in quoted if (wish := read_wish(word, DayReader(now().date())))] == KINDS
