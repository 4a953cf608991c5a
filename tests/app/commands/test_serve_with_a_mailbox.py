"""What ./chasqui serve says of the mailbox that answers are read from."""

import pytest

from app.commands import serve
from app.settings import Settings
from tests.servers import free_port


def test_trouble_with_the_mailbox_is_told_in_one_line_and_is_no_reason_not_to_start(
    capsys: pytest.CaptureFixture[str],
) -> None:
    url = f"imaps://anna:hush@127.0.0.1:{free_port()}/INBOX"

    serve.tell_of_mailbox(Settings(imap_url=url, sender="anna@127.0.0.1", keys=("a key",)))

    [said] = capsys.readouterr().err.splitlines()
    assert "answers by mail have to wait" in said
    assert "hush" not in said
