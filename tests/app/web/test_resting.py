"""Letters that rest, as the person and the host see it."""

from sqlmodel import Session, col, select

from app.clock import now
from app.models import Player
from app.services.outbox import bounces
from tests.world.visitor import Evening, Visitor, marks, read


def let_rest(evening: Evening, email: str) -> None:
    def rests(session: Session) -> None:
        player = session.exec(select(Player).where(col(Player.email) == email)).one()
        player.hard_bounces, player.resting_at = bounces.MOST_IN_A_ROW, now()

    evening.world.house.db.write(rests)


def test_the_person_is_told_and_lets_us_try_again(evening: Evening) -> None:
    assert "resting" not in marks(evening.bo.get("/me"))
    let_rest(evening, "bo@example.org")

    page = evening.bo.get("/me")
    assert "resting" in marks(page)
    assert "letters to <bdi>bo@example.org</bdi>" in page.text
    assert 'action="/me/try-again"' in page.text

    assert evening.bo.post("/me/try-again").status_code == 303
    assert evening.world.player("bo@example.org").resting_at is None
    assert "resting" not in marks(evening.bo.get("/me"))
    assert evening.world.woken


def test_only_the_person_can_do_it(evening: Evening) -> None:
    let_rest(evening, "bo@example.org")

    assert evening.ana.post("/me/try-again").status_code == 303
    assert evening.bo.client.post("/me/try-again").status_code == 403
    assert Visitor(evening.world).post("/me/try-again").status_code == 403

    assert evening.world.player("bo@example.org").resting_at is not None


def test_the_host_is_told_whose_letters_rest_and_others_are_not(evening: Evening) -> None:
    let_rest(evening, "bo@example.org")

    page = evening.ana.get(f"/m/{evening.code}")
    assert "resting" in marks(page)
    assert "Letters to bo are not getting through" in read(page)
    assert "resting" not in marks(evening.cy.get(f"/m/{evening.code}"))
