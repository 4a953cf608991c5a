"""The daily letter of a player who has lent a seat: in short, what was played, said and proposed."""

from datetime import timedelta

import pytest

from app.letters import ComposedLetter, NotNeeded
from app.models import Letter, Player
from tests.app.letters.digests import Ana
from tests.world import World
from tests.world.council import Council
from tests.world.lending import Lending
from tests.world.letter_reader import links
from tests.world.mailer import Mailer

TURN = timedelta(minutes=10)


@pytest.fixture
def lending(world: World) -> Lending:
    """Dora plays Ana's seat, and Ana wants one letter a day."""
    friends = world.match("incan-gold", 3, title="Friday", needs={})
    world.change(Player, friends.seat(1).player_id, mail="digest")
    lending = Lending(friends).lend()
    world.send()
    return lending


def played(lending: Lending, later: timedelta = TURN) -> None:
    for number in (1, 2, 3):
        lending.friends.order(number, "torch")
    lending.friends.world.send(later)


def digest(lending: Lending) -> ComposedLetter:
    return Ana(lending.friends.world).digest()


def test_what_a_friend_plays_is_told_once_a_day_and_in_no_letter_of_its_own(lending: Lending) -> None:
    played(lending)

    assert [letter.sent_at for letter in lending.friends.letters("played")] == [None]
    text = digest(lending).text
    assert "Friday: Dora plays for you now." in text
    assert "> torch" in text
    assert "/lend/" in "".join(links(text))


def test_what_the_last_daily_letter_told_is_not_told_again(lending: Lending) -> None:
    played(lending)
    lending.friends.world.send(timedelta(days=1))
    assert [letter.sent_at is not None for letter in lending.friends.letters("digest")] == [True]

    with pytest.raises(NotNeeded):
        digest(lending)


def test_what_the_table_says_and_proposes_is_told_to_the_owner(lending: Lending) -> None:
    Mailer(lending.friends).mail(2, "say: good luck")
    Council(lending.friends).propose(2, "end", stands=False)

    told = digest(lending)

    assert "good luck" in told.text
    assert len([link for link in links(told.text) if "/vote/" in link]) == 2
    assert [news.lines for news in told.seat_news] == [0]


def test_the_daily_letter_of_the_friend_has_neither(lending: Lending) -> None:
    Mailer(lending.friends).mail(2, "say: good luck")
    Council(lending.friends).propose(2, "end", stands=False)

    mine = Letter(
        id=99, kind="digest", key="x", player_id=lending.player_id(), created_at=lending.newest().at
    )
    text = lending.friends.world.compose(mine).text

    assert "good luck" not in text
    assert "/vote/" not in text


def test_an_owner_who_has_stopped_the_letters_of_the_match_hears_nothing(lending: Lending) -> None:
    lending.friends.world.change(type(lending.newest()), lending.newest().id, mute=True)
    played(lending)

    with pytest.raises(NotNeeded):
        digest(lending)


def test_its_subject_counts_the_match(lending: Lending) -> None:
    played(lending)

    assert "news from 1 match" in digest(lending).subject
