"""Letters about proposals: what they say, in both their forms, and who gets them."""

from datetime import timedelta

import pytest

from app.clock import now
from app.letters import ComposedLetter, NotNeeded
from app.models import Ask, Seat
from app.services.outbox.schedule import GATHERED
from app.services.play import stops
from tests.app.letters.digests import Ana
from tests.world import World
from tests.world.council import DAY, Council
from tests.world.letter_reader import Page, links, words


@pytest.fixture
def council(world: World) -> Council:
    return Council(world.match("incan-gold", 3, ask_seconds=2 * DAY, needs={}))


def letter(council: Council, kind: str, seat: int) -> ComposedLetter:
    written = [one for one in council.friends.letters(kind) if one.facts["seat"] == seat]
    return council.friends.compose(written[-1])


def test_a_proposal_comes_with_two_links_and_a_reply_address_of_its_own(council: Council) -> None:
    council.propose(2, "time", 2, seconds=DAY)

    one, other = letter(council, "proposed", 1), letter(council, "proposed", 3)

    assert "more time for Bo: 1 day" in one.text
    assert "Write “yes” or “no” at the top of your reply." in one.text
    assert len([link for link in links(one.text) if "/vote/" in link]) == 2
    assert one.reply_to.startswith("p.")
    assert one.reply_to != other.reply_to


def test_text_and_page_say_the_same_and_lead_to_the_same_places(council: Council) -> None:
    council.propose(1, "bot", 2, once=False)
    proposed = [letter(council, "proposed", 2), letter(council, "proposed", 3)]
    council.vote(3, "yes")

    for one in [*proposed, letter(council, "decided", 2), letter(council, "decided", 1)]:
        assert words(one.text) == words(Page(one.html).text)
        assert links(one.text) == Page(one.html).links


def test_whoever_it_is_about_is_told_what_silence_means(council: Council) -> None:
    council.propose(1, "bot", 2, once=True)

    assert "If Bo says nothing until then, the others decide." in letter(council, "proposed", 2).text


def test_nobody_is_asked_what_is_decided_or_answered_already(council: Council) -> None:
    council.propose(1, "end", stands=False)
    council.vote(2, "yes")
    with pytest.raises(NotNeeded):
        letter(council, "proposed", 2)

    council.vote(3, "no")

    with pytest.raises(NotNeeded):
        letter(council, "proposed", 3)


def test_a_proposal_asks_nobody_who_has_the_seat_later(council: Council) -> None:
    council.propose(1, "end", stands=False)
    council.friends.world.change(Seat, council.friends.seat(2).id, holder="somebodyelse")

    with pytest.raises(NotNeeded):
        letter(council, "proposed", 2)


def test_more_time_is_told_with_the_new_deadline(council: Council) -> None:
    council.propose(2, "time", 2, seconds=DAY)
    council.vote(1, "yes")

    mine = letter(council, "decided", 2)

    assert "this is agreed" in mine.text
    assert mine.deadline
    assert mine.deadline.at == council.friends.ask(2).due_at
    assert "Answer by" in mine.text


def test_a_bot_is_told_with_the_way_back(council: Council) -> None:
    council.propose(1, "bot", 2, once=False)
    council.vote(3, "yes")

    assert any("/back/" in link for link in links(letter(council, "decided", 2).text))
    assert not any("/back/" in link for link in links(letter(council, "decided", 3).text))


def test_the_next_letter_tells_what_is_proposed_and_what_was_decided_since(council: Council) -> None:
    friends = council.friends
    council.propose(1, "pause")
    council.propose(2, "end", stands=False)
    council.withdraw(2)
    friends.order(1, "torch")
    friends.order(2, "torch")
    friends.order(3, "torch")

    turn = letter(council, "your_turn", 3).text

    assert "Ana proposes: the match is paused." in turn
    assert "Bo proposed: the match ends without a result – taken back by Bo" in turn


def test_what_a_letter_has_told_the_next_one_does_not_tell_again(council: Council) -> None:
    council.propose(2, "end", stands=False)
    council.withdraw(2)
    council.friends.pass_time(seconds=1)
    council.friends.send(later=timedelta(seconds=5))
    for seat in (1, 2, 3):
        council.friends.order(seat, "torch")

    assert "taken back by Bo" not in letter(council, "your_turn", 3).text


def test_an_end_as_it_stands_is_told_with_the_points(council: Council) -> None:
    council.friends.play(6)
    council.propose(1, "end", stands=True)
    council.vote(2, "yes")
    council.vote(3, "yes")

    told = letter(council, "result", 2).text

    assert "as it stands: nobody has won" in told
    assert "- Ana: " in told


# --- The daily letter ---


def test_the_daily_letter_tells_what_waits_for_an_answer_and_what_was_decided(world: World) -> None:
    ana = Ana(world)
    council = Council(ana.sits(title="Slow", needs={}))
    council.propose(2, "pause")
    council.propose(3, "end", stands=False)
    council.withdraw(3)

    text = ana.digest().text

    assert "Bo proposes: the match is paused." in text
    assert len([link for link in links(text) if "/vote/" in link]) == 2
    assert "Cy proposed: the match ends without a result – taken back by Cy" in text


def test_a_decision_is_gathered_in_the_daily_letter_and_a_question_is_not(world: World) -> None:
    ana = Ana(world)
    council = Council(ana.sits(needs={}))
    council.propose(2, "bot", 3, once=True)
    for seat in (1, 4):
        council.vote(seat, "yes")
    council.propose(2, "pause")
    ana.world.send()

    kinds = {one.kind: one.dropped for one in world.letters() if one.player_id == 1}
    assert kinds["proposed"] == ""
    assert kinds["decided"] == GATHERED


def test_the_buttons_stand_above_the_long_list_of_what_would_be_taken_back(council: Council) -> None:
    council.friends.play(6)
    council.propose(1, "back", step=0)

    text = letter(council, "proposed", 2).text

    assert text.index("/vote/") < text.index("The board as it would be again")


def test_who_is_asked_to_go_back_sees_the_board_of_then(council: Council) -> None:
    council.friends.play(6)
    council.propose(1, "back", step=1)

    asked = letter(council, "proposed", 2)

    assert (asked.picture or b"").startswith(b"\x89PNG")
    assert asked.html.count('src="cid:board"') == 1
    words = asked.text.partition("The board as it would be again")[2]
    assert "On the path" in words
    assert "On the path" in asked.alt


def test_the_subject_says_what_is_proposed(council: Council) -> None:
    council.propose(1, "pause")

    assert letter(council, "proposed", 2).subject.endswith("Ana proposes: the match is paused")


def test_a_pause_is_told_with_the_way_to_end_it(council: Council) -> None:
    council.friends.agree(lambda _, live: stops.pause_match(live))

    told = " ".join(letter(council, "paused", 2).text.split())

    assert "Every player can propose that the match goes on. More than half of the players" in told
    assert "A reply with the word “resume” does it" in told


def waiting_letter(council: Council) -> str:
    friends = council.friends
    friends.world.change(Ask, friends.ask(1).id, due_at=now() - timedelta(days=8))
    for seat in (2, 3):
        friends.order(seat, "torch")
    return " ".join(friends.compose(friends.put("waiting", 2)).text.split())


def test_a_table_that_has_waited_for_a_week_is_told_what_it_can_propose(world: World) -> None:
    council = Council(world.match("incan-gold", 3, ask_seconds=2 * DAY, needs={}, policy="wait"))

    told = waiting_letter(council)

    assert "a bot or a substitute" in told
    assert "/propose/" in told
    assert "can pause the match" not in told  # for that, too, others have to agree


def test_where_the_host_decides_alone_the_table_is_told_so(world: World) -> None:
    council = Council(world.match("incan-gold", 3, ask_seconds=2 * DAY, policy="wait"))

    assert "The host, Ana, can pause the match" in waiting_letter(council)
