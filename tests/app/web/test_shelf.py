"""The page of the shelf."""

from tests.world.visitor import Evening, Visitor, marks, read, signed_in


def over(evening: Evening) -> str:
    evening.ana.post(f"/m/{evening.code}/give-up", {"sure": "give up"})
    return evening.code


def test_each_finished_match_has_its_board_its_book_its_film_and_a_rematch(evening: Evening) -> None:
    code = over(evening)

    page = evening.bo.get("/shelf").text

    for place in ("small.svg", "report", "film.gif", "rematch"):
        assert f'"/m/{code}/{place}"' in page
    assert 'href="/shelf"' in evening.bo.get("/").text


def test_a_friend_leads_to_the_matches_with_that_friend(evening: Evening) -> None:
    over(evening)
    there = evening.ana.get("/shelf").text.partition('href="/shelf?with=')[2].partition('"')[0]

    page = evening.ana.get(f"/shelf?with={there}")

    assert "Matches with" in read(page)
    assert evening.bo.get(f"/shelf?with={there}").status_code == 404


def test_a_stranger_is_asked_to_sign_in_and_a_new_player_told_what_will_be_there(evening: Evening) -> None:
    over(evening)

    assert Visitor(evening.world).get("/shelf").location == "/sign-in?then=/shelf"
    new = signed_in(evening.world, "zed@example.org").get("/shelf")
    assert "no-match" in marks(new)
    assert evening.code not in new.text
