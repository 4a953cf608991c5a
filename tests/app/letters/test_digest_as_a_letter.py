"""The letter of the day as mail programs see it: with one turn as a letter about it, with several as none."""

import io
import re
from base64 import b64decode
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from zoneinfo import ZoneInfo

import pytest
from PIL import Image

from app.clock import now
from app.letters import NotNeeded, digest_pictures
from app.mail.addresses import Addresses
from app.mail.letter import Thread
from app.mail.write.message import Posting, message_of
from app.models import Ask, Player
from app.printing.raster import WIDTH
from tests.app.letters.digests import Ana, ask_of
from tests.world import World
from tests.world.letter_reader import Page, links


def path_of(link: str) -> str:
    return link.removeprefix("https://play.example")


def buttons(page: str) -> list[str]:
    """What can be done on the page of the link that ends the letter of the day."""
    forms = re.findall('<form method="post">(.*?)</form>', page)
    return ["again" if 'value="again"' in form else "stop" for form in forms]


@pytest.fixture
def ana(world: World) -> Ana:
    return Ana(world)


# --- Its subject ---


def test_with_one_turn_the_subject_is_that_of_a_letter_about_it(ana: Ana) -> None:
    friends = ana.sits("tikal", "Temples")
    alone = friends.compose(friends.newest("your_turn")).subject
    assert re.fullmatch(r"Temples: your turn, by \w{3} \d\d:\d\d \(turn 1\)", alone)

    assert ana.digest().subject == alone
    ana.sits(title="Done").play()
    assert ana.digest().subject == f"{alone}; 1 match is over"


def test_with_several_it_counts_them_and_names_the_first_deadline(ana: Ana) -> None:
    tables = [ana.sits(title=str(seconds), ask_seconds=seconds) for seconds in (7200, 3600)]
    ana.sits(title="Done").play()
    due = ask_of(tables[1]).due_at
    assert due
    at = due.astimezone(ZoneInfo("Europe/Warsaw"))
    assert ana.digest().subject == f"2 turns waiting, the first due by {at:%a %H:%M}; 1 match is over"

    tables[1].world.change(Ask, ask_of(tables[1]).id, due_at=due - timedelta(hours=2))
    late = at - timedelta(hours=2)
    assert ana.digest().subject.startswith(f"2 turns waiting, the first late since {late:%a %H:%M}; ")


def test_without_clocks_the_subject_names_no_deadline(ana: Ana) -> None:
    for title in ("One", "Two"):
        ana.sits(title=title, ask_seconds=None)

    assert ana.digest().subject == "2 turns are waiting for you"


# --- One turn ---


def test_with_one_turn_a_reply_answers_it(ana: Ana) -> None:
    friends = ana.sits()
    digest = ana.digest()

    assert digest.reply_to == Addresses(ana.world.house.settings).reply(ask_of(friends).key)
    assert "##-" in digest.text
    assert "##-" in digest.html
    assert digest.reply_to not in digest.text
    assert "Do not reply" not in digest.text


def unsigned(thread: Thread | None) -> Thread | None:
    """Without the moment at which its link was signed."""
    return thread and thread._replace(stop=thread.stop.rsplit("/", 2)[1].split(".")[0])


def test_with_one_turn_it_is_of_the_match_as_a_letter_about_it(ana: Ana) -> None:
    friends = ana.sits("tikal")
    letter, digest = friends.compose(friends.newest("your_turn")), ana.digest()

    assert unsigned(digest.thread) == unsigned(letter.thread)
    assert digest.picture == letter.picture
    assert [shown["alt"] for shown in Page(digest.html).pictures] == [digest.alt] == [letter.alt]
    assert digest.deadline
    assert letter.deadline
    assert digest.deadline.uid == letter.deadline.uid
    assert digest.deadline.at == letter.deadline.at


def test_the_entry_of_the_one_turn_is_remembered(ana: Ana) -> None:
    friends = ana.sits("tikal")
    left = ana.gets()
    entry = friends.compose(left).deadline

    assert friends.seat(1).entry_at == ask_of(friends).due_at
    assert entry
    mine = [letter for letter in friends.letters() if letter.player_id == left.player_id]
    assert entry.sequence == int(left.created_at.timestamp()) + len(mine)


# --- Several turns ---


def test_with_several_turns_each_has_an_address_of_its_own(ana: Ana) -> None:
    tables = [ana.sits(), ana.sits("tikal")]
    digest = ana.digest()

    assert digest.reply_to == ""
    assert "##-" not in digest.text
    assert "Please do not reply to this letter" in digest.text
    for friends in tables:
        address = Addresses(ana.world.house.settings).reply(ask_of(friends).key)
        assert f"Or send your orders by email to: {address}" in digest.text
        assert f"mailto:{address}" in Page(digest.html).links


def test_with_several_turns_it_is_of_no_match_and_has_no_entry(ana: Ana) -> None:
    tables = [ana.sits(), ana.sits("tikal")]
    digest = ana.digest()
    ana.gets()

    assert (digest.thread, digest.deadline) == (None, None)
    assert [friends.seat(1).entry_at for friends in tables] == [None, None]


def test_with_several_turns_the_page_has_the_boards_in_words(ana: Ana) -> None:
    ana.sits()
    ana.sits("tikal")
    digest = ana.digest()

    assert "pre" not in Page(digest.html).tags
    assert "a5: base camp." in digest.html


# --- Ending it ---


def test_it_is_a_list_of_its_own_and_one_click_ends_it(ana: Ana) -> None:
    friends = ana.sits()
    posting = Posting("l.0123", now(), "play.example", "Chasqui <game@play.example>")
    digest = ana.digest()
    made = read(message_of(digest, posting))
    [stop] = [link for link in links(digest.text) if "/stop/" in link]

    assert made["List-Id"] == "<digests.play.example>"
    assert made["List-Unsubscribe"] == f"<{stop}>"
    assert made["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert friends.code in made["References"]


def read(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=policy.default)


def test_a_player_who_ends_it_gets_no_letters_and_can_have_it_again(ana: Ana) -> None:
    friends = ana.sits("tikal")
    stop = ana.way_out()
    client = ana.world.app.test_client()
    path = path_of(stop)

    assert buttons(client.get(path).text) == ["stop"]
    assert ana.mail() == "digest"
    for _ in range(2):
        assert client.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
        assert ana.mail() == "none"
    with pytest.raises(NotNeeded, match="wants no letters"):
        friends.compose(friends.newest("your_turn"))
    assert client.post(path, data={"what": "again"}).status_code == 200
    assert ana.mail() == "digest"


@pytest.mark.parametrize("what", ["", "again"])
@pytest.mark.parametrize("mail", ["each", "late"])
def test_an_old_letter_changes_nothing_for_a_player_who_gets_letters_in_another_way(
    ana: Ana, mail: str, what: str
) -> None:
    friends = ana.sits()
    stop = ana.way_out()
    friends.world.change(Player, 1, mail=mail)
    client = ana.world.app.test_client()
    answer = client.post(path_of(stop), data={"what": what})

    assert buttons(answer.text) == []
    assert "another way to get letters has been chosen" in answer.text
    assert ana.mail() == mail


def test_the_link_of_a_former_player_leads_nowhere(ana: Ana) -> None:
    friends = ana.sits()
    stop = ana.way_out()
    friends.world.change(Player, 1, email=None)
    client = ana.world.app.test_client()

    assert client.post(path_of(stop)).status_code == 404


# --- Pictures ---


def test_each_match_has_its_picture_and_those_of_several_are_small(ana: Ana) -> None:
    for game in ("incan-gold", "tikal", "tikal"):
        ana.sits(game)

    digest = ana.digest()

    assert re.findall('src="cid:([^"]+)"', digest.html) == ["board", "board-2", "board-3"]
    pictures = [digest.picture or b"", *digest.more_pictures]
    assert len(pictures) == 3
    assert max(map(len, pictures)) < 40_000
    assert {Image.open(io.BytesIO(picture)).width for picture in pictures} == {WIDTH}


def test_a_digest_has_so_many_pictures_and_no_more(ana: Ana, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest_pictures, "MOST_PICTURES", 2)
    for _ in range(3):
        ana.sits()

    digest = ana.digest()

    assert len(digest.more_pictures) == 1
    assert "board-3" not in digest.html


def test_a_match_that_is_over_has_its_last_board(ana: Ana) -> None:
    ana.sits(title="Finished").play()
    ana.sits("tikal")

    digest = ana.digest()

    assert re.findall('alt="(The board of [^"]+)"', digest.html) == ["The board of Finished"]


def test_the_pictures_of_a_digest_stand_in_its_message_and_are_kept_for_the_mailbox(ana: Ana) -> None:
    ana.sits()
    ana.sits("tikal")
    letter = ana.gets()

    message = read(
        message_of(ana.digest(), Posting("l.1", now(), "play.example", "Chasqui <c@play.example>"))
    )

    ids = [part["Content-ID"] for part in message.walk() if part.get_content_type() == "image/png"]
    assert ids == ["<board.l.1@play.example>", "<board-2.l.1@play.example>"]
    page = message.get_body(("html",))
    assert page
    assert all(f'src="cid:{each[1:-1]}"' in page.get_content() for each in ids)
    assert [b64decode(png)[:4] for png in letter.more_pictures or []] == [b"\x89PNG"]
