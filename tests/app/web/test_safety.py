"""What a page never does, whatever is sent to it."""

import json

import pytest
from sqlmodel import SQLModel

from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor, local_world, marks, read, signed_in

HOSTILE = [
    "<script>alert(1)</script>",
    "'\"><img src=x onerror=1>",
    "🌋🗿🐆🔥",
    "\u202eevil\u202c",
    "משחק",
    "{{ 'z'*9 }}{% x %} %(a)s %s",
    "W" * 40,
]


# --- Forms ---


POSTS = [
    "/me",
    "/me/delete",
    "/sign-out",
    "/matches/new",
    "/m/{}/orders",
    "/m/{}/plan",
    "/m/{}/pause",
    "/m/{}/proposals",
    "/m/{}/seat",
]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("token", ["", "x", "ž"])
def test_a_form_without_the_token_of_the_session_changes_nothing(
    evening: Evening, path: str, token: str
) -> None:
    before, typed = evening.world.dump(), "torch, of course"

    answer = evening.ana.post(path.format(evening.code), {"csrf": token, "orders": typed})

    assert answer.status_code == 403
    assert typed in read(answer)
    assert evening.world.dump() == before
    assert evening.ana.get("/me").status_code == 200


@pytest.mark.parametrize("path", [*POSTS, "/join/{}", "/m/{}/back", "/m/{}/start"])
def test_a_guest_changes_nothing(evening: Evening, path: str) -> None:
    before = evening.world.dump()

    answer = Visitor(evening.world).post(path.format(evening.code), {"orders": "torch"})

    assert answer.status_code in (303, 403)
    assert evening.world.dump() == before


def test_a_form_from_another_site_is_refused(world: World) -> None:
    answer = Visitor(world).post("/sign-in", {"email": "a@b.org"}, headers={"Sec-Fetch-Site": "cross-site"})

    assert answer.status_code == 403


def test_no_page_changes_anything_by_being_looked_at(evening: Evening) -> None:
    before, code = evening.world.dump(), evening.code
    paths = [
        "/",
        "/me",
        "/me/delete",
        "/matches/new",
        "/mailbox",
        f"/m/{code}",
        f"/m/{code}/steps/0",
    ]

    for path in [*paths, f"/m/{code}/record.jsonl", f"/join/{Friends(evening.world, code).join_key}"]:
        for visitor in (evening.ana, Visitor(evening.world)):
            visitor.get(path)
            visitor.client.head(path)
    assert evening.world.dump() == before


@pytest.mark.parametrize("path", ["/m/{}/orders", "/m/{}/pause", "/sign-out"])
def test_what_changes_something_is_not_done_by_looking(evening: Evening, path: str) -> None:
    answer = evening.ana.get(path.format(evening.code))

    assert answer.status_code == 405
    assert answer.headers["Allow"] == "OPTIONS, POST"
    assert evening.friends.match.status == "running"


# --- Headers ---


@pytest.mark.parametrize("path", ["/", "/nothing", "/sign-in", "/static/chasqui.css", "/healthz"])
def test_every_answer_has_its_headers(world: World, path: str) -> None:
    with Visitor(world).get(path) as answer:
        headers = answer.headers

    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_the_session_is_for_this_site_and_no_script(world: World) -> None:
    answer = Visitor(world).post("/sign-in", {"email": "ana@example.org"})

    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_over_https_the_session_is_for_https(tmp_path_factory: pytest.TempPathFactory) -> None:
    world = local_world(tmp_path_factory.mktemp("https"), url="https://play.example")

    answer = Visitor(world).post("/sign-in", {"email": "ana@example.org"})

    assert "Secure" in answer.headers["Set-Cookie"]
    assert "max-age" in answer.headers["Strict-Transport-Security"]
    world.house.db.close()


def test_an_older_key_still_opens_a_session(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("keys")
    old = local_world(folder, keys=("o" * 40,))
    ana = signed_in(old, "ana@example.org")
    cookie = ana.client.get_cookie("chasqui")
    assert cookie
    new = local_world(folder, keys=("n" * 40, "o" * 40))
    later = Visitor(new)

    later.client.set_cookie("chasqui", cookie.value)

    assert later.get("/me").status_code == 200
    old.house.db.close()
    new.house.db.close()


def test_a_person_may_be_signed_in_in_two_browsers(world: World, ana: Visitor) -> None:
    other = signed_in(world, "ana@example.org")

    assert ana.get("/me").status_code == other.get("/me").status_code == 200


def test_signing_out_of_every_browser_ends_every_session(world: World, ana: Visitor) -> None:
    other = signed_in(world, "ana@example.org")

    ana.post("/sign-out", {"everywhere": "1"})

    assert ana.get("/me").status_code == other.get("/me").status_code == 303


def test_signing_out_of_one_browser_leaves_the_others(world: World, ana: Visitor) -> None:
    other = signed_in(world, "ana@example.org")

    ana.post("/sign-out")

    assert ana.get("/me").status_code == 303
    assert other.get("/me").status_code == 200


# --- What people type ---


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_and_titles_are_only_text(world: World, text: str) -> None:
    ana, bo = signed_in(world, "ana@example.org"), signed_in(world, "bo@example.org")
    ana.post("/me", {"name": text, "language": "en", "zone": "UTC", "mail": "each"})
    code = ana.open("tikal", title=text if text.isprintable() else "Friday")
    paths, join = ["/", "/me", f"/m/{code}"], f"/join/{Friends(world, code).join_key}"
    lobby_pages = [*[ana.get(path) for path in paths], bo.get(join)]
    bo.join(code, name=text)
    pages = [
        *lobby_pages,
        *[ana.get(path) for path in (*paths, f"/m/{code}/steps/0", f"/m/{code}/board.svg")],
        Visitor(world).get(join),
    ]

    for page in pages:
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert "<img src=x" not in page.text
        assert "zzzzzzzzz" not in page.text


def test_the_pages_survive_hostile_orders(evening: Evening) -> None:
    for text in [*HOSTILE, "a" * 20_000, "( " * 5_000]:
        answer = evening.bo.order(evening.code, text)
        assert answer.status_code == 422, text
        assert "<script>alert" not in answer.text


@pytest.mark.parametrize("text", ["a\x00b", "bell\x07", "esc\x1b[31m"])
def test_characters_that_cannot_be_kept_are_told(evening: Evening, text: str) -> None:
    answer = evening.bo.order(evening.code, text)

    assert answer.status_code == 400
    assert "characters that cannot be read or stored" in read(answer)


@pytest.mark.parametrize(
    "body", [b"orders=%ED%A0%80&what=submit", b"orders=\xed\xa0\x80", b"orders=%ff%fe", b"\xff"]
)
def test_bad_unicode_changes_nothing(evening: Evening, body: bytes) -> None:
    before = evening.world.dump()
    link = evening.friends.link(2)
    kind = "application/x-www-form-urlencoded"

    answer = Visitor(evening.world).client.post(link, data=body, content_type=kind)

    assert 400 <= answer.status_code < 500
    assert evening.world.dump() == before


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data; boundary=x", "x"])
def test_what_is_no_form_changes_nothing(evening: Evening, kind: str) -> None:
    before = evening.world.dump()
    data = json.dumps({"orders": "torch", "what": "submit"})

    answer = Visitor(evening.world).client.post(evening.friends.link(2), data=data, content_type=kind)

    assert answer.status_code == 400
    assert evening.world.dump() == before


def test_a_body_that_is_too_long_is_told(evening: Evening) -> None:
    for path in (f"/m/{evening.code}/orders", evening.friends.link(2), "/sign-in"):
        answer = evening.bo.post(path, {"orders": "torch " * 20_000})
        assert answer.status_code == 413
        assert "64 kB" in read(answer)


@pytest.mark.parametrize(
    "path", ["/m/nothing", "/m/nothing/steps/0", "/m/%00", "/m/x/record.jsonl", "/join/x", "/x"]
)
def test_an_unknown_address_is_told(world: World, path: str) -> None:
    answer = Visitor(world).get(path)

    assert answer.status_code == 404
    assert "may have been cut off" in read(answer)


UNFIT = ("%00", "%01", "%ED%A0%80", "%FF", "%EF%BF%BD")


@pytest.mark.parametrize("path", ["/m/{}", "/join/{}", "/feed/{}/asks.ics", "/do/{}/go", "/static/{}", "/{}"])
@pytest.mark.parametrize("unfit", UNFIT)
def test_what_cannot_be_kept_is_not_looked_for(without_tables: World, path: str, unfit: str) -> None:
    """Some databases would not even take the question."""
    answer = Visitor(without_tables).get(path.format(unfit))

    assert answer.status_code == 404
    assert "problem" in marks(answer)


@pytest.mark.parametrize("query", ["step=%00", "receipt=%00", "%00=1", "a=%EF%BF%BD", "step=\xff", "\xff"])
@pytest.mark.parametrize("path", ["/m/{}", "/m/{}/board.svg", "/m/{}/record.jsonl"])
def test_what_cannot_be_kept_is_not_asked_for(evening: Evening, path: str, query: str) -> None:
    asked = {"QUERY_STRING": query}

    answer = evening.ana.get(path.format(evening.code), environ_overrides=asked)

    assert answer.status_code == 404
    assert "problem" in marks(answer)


@pytest.fixture
def without_tables(world: World) -> World:
    SQLModel.metadata.drop_all(world.house.db.engine)
    return world


def test_a_fault_of_ours_is_a_page_without_a_trace(world: World, ana: Visitor) -> None:
    with world.house.db.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE letter")

    answer = Visitor(world).post("/sign-in", {"email": "dee@example.org"})

    assert answer.status_code == 500
    assert "not your fault" in read(answer)
    assert "Traceback" not in answer.text
    assert "no such table" not in answer.text
