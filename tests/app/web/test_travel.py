"""Every step of a match at its own address: what it shows, to whom, and that it is sent once."""

import re
from itertools import combinations
from typing import Any

import pytest
from markupsafe import escape

from app.models import Match
from app.services.matches import find
from app.services.matches.find import FORMER_NAME
from engine.chance import commitment, match_seed
from engine.registry import game
from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor, read, signed_in

SALTS = ("one", "two", "three")
PAST = (0, 1)  # steps that two matches have in common
CHOICES = (("torch", "torch", "camp"), ("torch", "torch"), ("torch", "torch"))


def torch(evening: Evening, times: int = 1) -> None:
    for _ in range(times):
        for who in (evening.ana, evening.bo, evening.cy):
            who.order(evening.code, "torch")


# --- Nobody sees ahead, or into another's tent ---


def states(seed: bytes) -> list[Any]:
    """After each step of a match that is played with CHOICES."""
    rules = game("incan-gold")
    state = rules.setup(3, {"artifacts": True}, match_seed(seed, SALTS))
    found = [state]
    for choices in CHOICES:
        if set(rules.asked(state)) != set(range(1, len(choices) + 1)):
            return []
        state = rules.apply(state, dict(enumerate(choices, 1))).state
        found.append(state)
    return found


def views(seed: bytes, steps: tuple[int, ...]) -> list[Any]:
    rules, found = game("incan-gold"), states(seed)
    return [rules.view(found[step], seat) for step in steps for seat in (None, 1, 2, 3)] if found else []


def twins() -> tuple[bytes, bytes]:
    """Two seeds of the server that begin alike and go on differently."""
    seeds = [b"%032d" % number for number in range(400)]
    past = {seed: views(seed, PAST) for seed in seeds}
    alike = (pair for pair in combinations(seeds, 2) if past[pair[0]] and past[pair[0]] == past[pair[1]])
    return next(pair for pair in alike if views(pair[0], (2,)) != views(pair[1], (2,)))


def played(world: World, people: list[Visitor], seed: bytes) -> str:
    code = people[0].open(salt=SALTS[0], **{"option-artifacts": "1"})

    def deal(session: Any) -> None:
        match = find.by_code(session, code)
        match.locked_seed, match.commitment = world.house.vault.encrypt(seed), commitment(seed)

    world.house.db.write(deal)
    for who, salt in zip(people[1:], SALTS[1:], strict=True):
        who.join(code, salt=salt)
    for choices in CHOICES:
        for who, choice in zip(people, choices, strict=False):
            who.order(code, choice)
    return code


def told(visitor: Visitor, world: World, code: str, path: str) -> str:
    """A page without what differs between any two matches."""
    page = visitor.get(f"/m/{code}{path}").text
    for own in (code, Friends(world, code).match.commitment):
        page = page.replace(own, "#")
    return re.sub(r"<time.*?</time>", "", page)


def test_the_past_does_not_depend_on_what_came_later(world: World, ana: Visitor, bo: Visitor) -> None:
    people = [ana, bo, signed_in(world, "cy@example.org")]
    one, other = (played(world, people, seed) for seed in twins())

    assert Friends(world, one).match.steps == Friends(world, other).match.steps == 4
    for visitor in (*people, Visitor(world)):
        for step in PAST:
            for path in (f"/steps/{step}", f"/steps/{step}/part", f"/board.svg?step={step}"):
                assert told(visitor, world, one, path) == told(visitor, world, other, path)
        assert told(visitor, world, one, "/steps/2") != told(visitor, world, other, "/steps/2")


def test_at_every_step_of_a_running_match_each_sees_as_from_the_own_seat(
    world: World, ana: Visitor, bo: Visitor
) -> None:
    people = [ana, bo, signed_in(world, "cy@example.org")]
    code, rules = played(world, people, twins()[0]), game("incan-gold")
    names = [seat.name for seat in Friends(world, code).seats()]

    for step, state in enumerate(states(twins()[0])):
        for seat, visitor in ((1, ana), (2, bo), (3, people[2]), (None, Visitor(world))):
            page = visitor.get(f"/m/{code}/steps/{step}/part").text
            for whose in (1, 2, 3, None):
                seen = rules.board(rules.view(state, whose), names)
                assert (escape(seen) in page) == (whose == seat)


def test_only_a_player_who_may_look_at_a_match_may_look_at_its_past(
    world: World, ana: Visitor, bo: Visitor
) -> None:
    code = ana.open("tikal", watch="players")
    bo.join(code)
    tile = next(iter(game("tikal").choices(view_of(world, code, 1))))
    ana.order(code, f"{tile}; end")
    known = ana.get(f"/m/{code}/steps/0/part").headers["ETag"]

    for visitor in (Visitor(world), signed_in(world, "cy@example.org")):
        for path in ("/steps/0", "/steps/0/part"):
            assert visitor.get(f"/m/{code}{path}", headers={"If-None-Match": known}).status_code == 403


def view_of(world: World, code: str, seat: int) -> Any:
    match: Match = Friends(world, code).match
    rules = game(match.game)
    return rules.view(rules.from_json(match.state or {}, None), seat)


# --- What a step shows ---


def test_what_the_step_has_changed_is_marked(evening: Evening) -> None:
    torch(evening)

    marked = evening.bo.get(f"/m/{evening.code}/steps/1").text

    rules = game("incan-gold")
    plain = rules.svg(view_of(evening.world, evening.code, 2), [s.name for s in evening.friends.seats()])
    assert plain not in marked
    assert "<svg" in marked


def test_the_part_is_what_the_page_shows(evening: Evening) -> None:
    torch(evening, 2)

    page = evening.bo.get(f"/m/{evening.code}/steps/1").text
    part = evening.bo.get(f"/m/{evening.code}/steps/1/part").text

    assert part.strip() in page
    assert "<html" not in part
    assert "csrf" not in part


def test_every_step_is_reached_without_a_script(evening: Evening) -> None:
    torch(evening, 2)

    page = evening.bo.get(f"/m/{evening.code}/steps/1").text

    for step in (0, 2):
        assert page.count(f'href="/m/{evening.code}/steps/{step}"') >= 2
    assert "Step 1 of 2" in read(evening.bo.get(f"/m/{evening.code}/steps/1"))


@pytest.mark.parametrize("number", ["3", "99999999999999999999", "-1", "x"])
def test_there_is_no_part_of_a_step_that_is_not_there(evening: Evening, number: str) -> None:
    torch(evening, 2)

    assert evening.bo.get(f"/m/{evening.code}/steps/{number}/part").status_code == 404


# --- What does not change is sent once ---


def part(visitor: Visitor, evening: Evening, step: int, known: str = "") -> Any:
    headers = {"If-None-Match": known} if known else {}
    return visitor.get(f"/m/{evening.code}/steps/{step}/part", headers=headers)


def test_a_step_that_has_passed_is_not_sent_again(evening: Evening) -> None:
    torch(evening, 2)
    first = part(evening.bo, evening, 1)
    torch(evening)

    again = part(evening.bo, evening, 1, first.headers["ETag"])

    assert not first.headers["ETag"].startswith("W/")
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]


def test_viewers_of_one_kind_share_a_tag_and_others_do_not(evening: Evening) -> None:
    torch(evening, 2)
    visitors = (Visitor(evening.world), Visitor(evening.world), evening.ana, evening.bo)

    tags = [part(visitor, evening, 1).headers["ETag"] for visitor in visitors]

    assert tags[0] == tags[1]
    assert len(set(tags)) == 3
    assert part(evening.bo, evening, 1, tags[0]).status_code == 200


def test_the_last_step_is_always_sent(evening: Evening) -> None:
    torch(evening)

    assert "ETag" not in part(evening.bo, evening, 1).headers


def test_a_former_player_is_one_in_the_past_too(evening: Evening) -> None:
    torch(evening, 2)
    known = part(evening.bo, evening, 1).headers["ETag"]

    evening.cy.post("/me/delete", {"sure": "delete"})

    again = part(evening.bo, evening, 1, known)
    assert again.status_code == 200
    assert FORMER_NAME in read(again)


def test_another_language_or_zone_is_another_page(evening: Evening) -> None:
    torch(evening, 2)
    known = part(evening.bo, evening, 1).headers["ETag"]

    evening.bo.post("/me", {"zone": "Asia/Tokyo"})

    assert part(evening.bo, evening, 1, known).status_code == 200


def test_the_whole_page_is_not_sent_again_while_nothing_has_changed(evening: Evening) -> None:
    torch(evening)
    path = f"/m/{evening.code}/steps/0"
    known = {"If-None-Match": evening.bo.get(path).headers["ETag"]}
    assert evening.bo.get(path, headers=known).status_code == 304

    torch(evening)

    assert 'data-step="0" data-steps="2"' in evening.bo.get(path, headers=known).text
