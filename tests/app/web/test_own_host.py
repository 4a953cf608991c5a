"""A site has one name. What is asked for by another is refused, and no answer leads to it."""

from pathlib import Path

import pytest

from tests.world import World
from tests.world.visitor import Visitor, local_world

EVIL = ("evil.example", "play.example.evil.example", "play.example@evil.example", "localhost", "[::1", "")


@pytest.mark.parametrize("host", EVIL)
@pytest.mark.parametrize("path", ["/", "/sign-in", "//m//x", "/m/x/", "/static/mark.svg"])
def test_a_request_for_another_name_is_refused(tmp_path: Path, path: str, host: str) -> None:
    world = local_world(tmp_path, url="https://play.example")

    answer = Visitor(world).client.get(path, headers={"Host": host})

    assert answer.status_code == 400
    assert not answer.location
    assert "evil" not in answer.text
    world.close()


@pytest.mark.parametrize("path", ["//evil.example/x", "//m//x", "/m//x", "/sign-in/"])
def test_an_odd_path_is_no_page_and_leads_nowhere(world: World, path: str) -> None:
    answer = Visitor(world).client.get("/", environ_overrides={"PATH_INFO": path})

    assert answer.status_code == 404
    assert not answer.location


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"])
def test_this_machine_answers_to_each_of_its_names(world: World, host: str) -> None:
    assert Visitor(world).client.get("/", headers={"Host": host}).status_code == 200


def test_what_watches_over_a_site_may_call_it_by_a_number(tmp_path: Path) -> None:
    world = local_world(tmp_path, url="https://play.example")

    assert Visitor(world).client.get("/healthz", headers={"Host": "10.0.0.5:8000"}).is_json
    world.close()
