"""Orders and plans on a match's page."""

from markupsafe import escape

from app.i18n.render import speech
from app.models import Player
from engine.registry import game
from tests.world import World
from tests.world.visitor import Evening, Visitor, marks, read, signed_in


def test_a_submission_gets_a_receipt(evening: Evening) -> None:
    answer = evening.bo.order(evening.code, "TORCH!")
    page = evening.bo.get(answer.location)

    assert "receipt-1" in marks(page)
    assert "Orders torch" in read(page)
    assert evening.friends.match.head[:8] in read(page)


def test_a_second_click_gets_the_first_receipt(evening: Evening) -> None:
    first = evening.bo.order(evening.code, "torch")
    second = evening.bo.order(evening.code, "torch")

    assert second.location == first.location.replace("#", "&again#")
    assert {"receipt-1", "again"} <= marks(evening.bo.get(second.location))


def test_of_a_sealed_choice_others_see_only_that_it_is_there(evening: Evening) -> None:
    before = evening.cy.get(f"/m/{evening.code}")
    evening.bo.order(evening.code, "camp")
    after = evening.cy.get(f"/m/{evening.code}")

    assert marks(before) ^ marks(after) == {"asked-2", "answered-2"}
    assert "answered-2" in marks(after)
    assert after.text.count("camp") == before.text.count("camp")


def test_a_sealed_choice_can_be_changed_until_all_are_in(evening: Evening) -> None:
    evening.bo.order(evening.code, "camp")
    evening.bo.order(evening.code, "torch")

    page = evening.bo.get(f"/m/{evening.code}")
    assert "answer" in marks(page)
    assert '<strong class="orders">torch</strong>' in page.text
    asks = {ask.seat: ask.orders for ask in evening.friends.all_asks()}
    assert asks[2] == "torch"


def test_a_sealed_choice_can_be_taken_back_until_all_are_in(evening: Evening) -> None:
    turn = evening.friends.match.turn
    evening.bo.order(evening.code, "camp")

    page = evening.bo.act(f"/m/{evening.code}/orders", {"what": "take-back", "turn": turn})

    assert marks(page) & {"answer", "due"} == {"due"}
    assert not any(ask.answered_at for ask in evening.friends.all_asks() if ask.turn == turn)


def test_a_choice_that_has_been_decided_cannot_be_taken_back(evening: Evening) -> None:
    turn = evening.friends.match.turn
    for who in (evening.ana, evening.bo, evening.cy):
        who.order(evening.code, "torch")

    late = evening.bo.post(f"/m/{evening.code}/orders", {"what": "take-back", "turn": turn})

    assert late.status_code == 409
    assert "This has already been decided; nothing was changed." in read(late)


def test_a_sealed_choice_is_taken_back_by_its_link_too(evening: Evening) -> None:
    evening.bo.order(evening.code, "camp")
    address = evening.friends.link(2)
    assert 'value="take-back"' in Visitor(evening.world).get(address).text

    page = Visitor(evening.world).act(address, {"what": "take-back"})

    assert marks(page) & {"answer", "due"} == {"due"}


def test_preview_changes_nothing(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal")
    bo.join(code)
    before, typed = world.dump(), "tile a3 r0; enter 1 a5"

    answer = ana.order(code, typed, what="preview")

    assert "preview" in marks(answer)
    assert "ana brings 1 worker into a5" in read(answer)
    assert f"{typed}</textarea>" in answer.text
    assert world.dump() == before


def test_a_mistake_is_marked_and_what_was_typed_is_kept(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal")
    bo.join(code)
    before, typed = world.dump(), "tile a3 r0; dgi a4 xyzzy"

    for what in ("preview", "submit"):
        answer = ana.order(code, typed, what=what)
        assert answer.status_code == 422
        assert "<mark>dgi</mark>" in answer.text
        assert "did you mean “dig”" in answer.text
        assert "Nothing was changed." in answer.text
        assert f"{typed}</textarea>" in answer.text
    assert world.dump() == before


def test_an_illegal_order_says_which_action(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal")
    bo.join(code)

    answer = ana.order(code, "tile a3 r0; dig h1")

    assert answer.status_code == 422
    assert "Action 2" in read(answer)
    assert "<mark>dig h1</mark>" in answer.text


def test_a_stale_turn_is_told_and_what_was_typed_is_kept(evening: Evening) -> None:
    for who in (evening.ana, evening.bo, evening.cy):
        who.order(evening.code, "torch")

    answer = evening.bo.order(evening.code, "camp", turn=7, base=7)

    assert answer.status_code == 409
    assert "problem" in marks(answer)
    assert "camp</textarea>" in answer.text


def test_a_player_who_has_no_seat_cannot_order(evening: Evening) -> None:
    dee = signed_in(evening.world, "dee@example.org")

    assert dee.order(evening.code, "torch").status_code == 403


def test_numbers_that_are_none_are_told(evening: Evening) -> None:
    assert evening.bo.order(evening.code, "torch", turn="x").status_code == 400
    assert evening.bo.order(evening.code, "torch", base="9" * 30).status_code == 400


def test_few_choices_are_buttons(evening: Evening) -> None:
    page = evening.bo.get(f"/m/{evening.code}").text

    assert '<button name="orders" value="torch"' in page
    assert '<button name="orders" value="camp"' in page


def test_a_button_has_the_readers_word_and_posts_the_notation(evening: Evening) -> None:
    evening.world.change(Player, evening.friends.seat(2).player_id, language="de")

    page = evening.bo.get(f"/m/{evening.code}").text

    own = game("incan-gold").label("camp", speech("de"))
    assert f'<button name="orders" value="camp">{own}</button>' in page


def test_own_words_are_played_and_the_receipt_has_the_notation_beside_them(evening: Evening) -> None:
    evening.world.change(Player, evening.friends.seat(2).player_id, language="cs")
    own = game("incan-gold").in_words("torch", "cs")

    page = evening.bo.get(evening.bo.order(evening.code, own).location)

    assert f"{own} torch" in read(page)
    assert f">\n{own}</textarea>" in page.text


def test_the_worker_is_woken_after_orders(evening: Evening) -> None:
    evening.world.woken.clear()
    for visitor in (evening.ana, evening.bo, evening.cy):
        visitor.order(evening.code, "torch")

    assert evening.world.woken


# --- Plans ---


def test_a_plan_is_rehearsed_set_seen_and_removed(evening: Evening) -> None:
    path = f"/m/{evening.code}/plan"
    text = "always: torch until hazards >= 2; else camp"

    rehearsed = evening.bo.post(path, {"what": "rehearse", "plan": text})
    assert "rehearsed" in marks(rehearsed)
    assert evening.friends.seats()[1].plan is None

    assert evening.bo.post(path, {"what": "set", "plan": text}).status_code == 303
    page = evening.bo.get(f"/m/{evening.code}")
    assert "plan" in marks(page)
    assert f'<strong class="orders">{escape(text)}</strong>' in page.text
    assert "plan" not in marks(evening.cy.get(f"/m/{evening.code}"))

    assert evening.bo.post(path, {"what": "drop", "plan": text}).status_code == 303
    assert "plan" not in marks(evening.bo.get(f"/m/{evening.code}"))


def test_a_plan_that_cannot_be_read_is_kept_and_marked(evening: Evening) -> None:
    typed = "torch until hazrds > 2"

    answer = evening.bo.post(f"/m/{evening.code}/plan", {"what": "set", "plan": typed})

    assert answer.status_code == 422
    assert "<mark>hazrds</mark>" in answer.text
    assert f"{escape(typed)}</textarea>" in answer.text


def test_plans_need_a_seat(evening: Evening) -> None:
    dee = signed_in(evening.world, "dee@example.org")

    assert dee.post(f"/m/{evening.code}/plan", {"what": "set", "plan": "camp"}).status_code == 403


# --- The host ---


def test_the_host_pauses_resumes_and_gives_up(evening: Evening) -> None:
    path = f"/m/{evening.code}"

    evening.ana.post(f"{path}/pause")
    assert "paused" in marks(evening.bo.get(path))
    paused = evening.bo.order(evening.code, "torch")
    assert paused.status_code == 400
    assert "The match is paused" in read(paused)

    evening.ana.post(f"{path}/resume")
    assert evening.friends.match.status == "running"

    assert evening.ana.post(f"{path}/give-up").status_code == 400
    assert evening.ana.post(f"{path}/give-up", {"sure": "give up"}).status_code == 303
    assert "given-up" in marks(evening.bo.get(path))


def test_nobody_else_does_what_the_host_does(evening: Evening) -> None:
    for deed in ("pause", "resume", "give-up"):
        assert evening.bo.post(f"/m/{evening.code}/{deed}", {"sure": "give up"}).status_code == 403
    assert evening.friends.match.status == "running"


def test_a_mistake_names_the_player_whose_turn_it_is(world: World) -> None:
    friends = world.match("tikal", 2, options={"auction": True})
    match, ana = friends.match, signed_in(world, "ana@example.org")
    draft = {"turn": match.turn, "base": match.steps, "orders": "bid 1; end"}

    composed = ana.post(f"/m/{match.code}/compose", draft)
    preview = ana.post(f"/m/{match.code}/orders", {"what": "preview", **draft})

    for answer in (composed.text, read(preview)):
        assert "after bid 1 it is Bo’s turn" in answer.replace("\\u2019", "’")
