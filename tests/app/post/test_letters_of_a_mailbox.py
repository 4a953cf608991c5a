"""Letters of a service whose answers come into a mailbox: every address in them leads there."""

from pathlib import Path

from tests.world import World
from tests.world.mail_server import Sink


def test_answers_bounces_and_the_wish_for_no_more_letters_come_into_the_mailbox(
    tmp_path: Path, sink: Sink, undrawn: None
) -> None:
    mailbox = "imaps://anna%40post.example:secret@imap.post.example/INBOX"
    world = World.new(tmp_path, smtp=sink.url, imap_url=mailbox, door="none")
    world.match("incan-gold", 3)

    world.send()

    letter = next(one for one in sink.messages if "turn" in str(one["Subject"]))
    assert str(letter["Reply-To"]).startswith("anna+r.")
    assert "mailto:anna+u." in str(letter["List-Unsubscribe"])
    assert all(sender.startswith("anna+b.") for sender in sink.senders)
    assert all("@post.example" in str(letter[name]) for name in ("Reply-To", "List-Unsubscribe"))
    world.close()
