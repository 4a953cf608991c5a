"""The line to a mail provider breaks off anywhere: nothing is lost, nothing is taken in twice."""

from pathlib import Path

import pytest

from app.post import imap_reader
from tests.lengths import long
from tests.servers import until
from tests.world.cutting_proxy import cutting
from tests.world.dovecot import dovecot, without
from tests.world.provider import mail, provided, reading

PRIVATE = 5  # mails that are none of our business
ANSWERS = 9


@pytest.mark.parametrize(
    ("cuts", "seed"), [(12, 1), long(100, 2), long(100, 3), long(100, 4)], ids=lambda number: str(number)
)
@pytest.mark.parametrize("more", ["", long(without("MOVE"))], ids=["MOVE", "COPY"])
def test_a_line_that_is_cut_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cuts: int, seed: int, more: str
) -> None:
    monkeypatch.setattr(imap_reader, "AWAY_PAUSES", (0.01,))
    monkeypatch.setattr(imap_reader, "EVERY", 0.1)
    with dovecot(tls="no", more=more) as server, cutting(server.port, cuts, seed) as line:
        account = server.account()
        url = account.plain_url.replace(str(server.port), str(line.port))
        made = provided(tmp_path, account, imap_url=url, imap_tls="if-offered")
        for number in range(ANSWERS):
            account.deliver(made.answer(position=number % 3 + 1))
            account.deliver(mail(Subject="private"), flags="F") if number < PRIVATE else None
        with reading(made):
            assert until(lambda: not line.cuts and len(account.subjects()) == PRIVATE, 60)

        assert len(made.mails) == ANSWERS
        assert [name.endswith(":2,F") for name in account.files()] == [True] * PRIVATE
        made.world.close()
