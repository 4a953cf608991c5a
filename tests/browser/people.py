"""People at real browsers."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from sqlmodel import select

from app.models import Match, Step
from app.services.matches.changes import line_of
from engine import tikal
from tests.world import Friends, World
from tests.world.visitor import Visitor, local, signed_in

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


@dataclass
class Served:
    world: World
    browser: Browser
    address: str
    contexts: list[BrowserContext] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # what no browser should have had to tell

    @cached_property
    def ana(self) -> Visitor:
        return signed_in(self.world, "ana@example.org")

    @cached_property
    def bo(self) -> Visitor:
        return signed_in(self.world, "bo@example.org")

    @cached_property
    def cy(self) -> Visitor:
        return signed_in(self.world, "cy@example.org")

    def context(self, who: Visitor | None = None, **more: Any) -> BrowserContext:
        context = self.browser.new_context(**more)
        context.set_default_timeout(60_000)
        if who:
            cookie = who.client.get_cookie("chasqui")
            assert cookie
            context.add_cookies([{"name": "chasqui", "value": cookie.value, "url": self.address}])
        self.contexts.append(context)
        return context

    def page(self, path: str, who: Visitor | None = None, **more: Any) -> Page:
        return self.open(self.context(who, **more), path)

    def open(self, context: BrowserContext, path: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda told: self.wrong.append(told.text) if told.type == "error" else None)
        page.on("request", lambda request: self._asked_for(request.url))
        page.goto(self.address + local(path))
        return page

    def _asked_for(self, url: str) -> None:
        if not url.startswith((f"{self.address}/", "data:")):
            self.wrong.append(f"a request to {url}")

    def expected(self, told: str) -> None:
        """Something that the browser was right to complain of."""
        assert [wrong for wrong in self.wrong if told in wrong]
        self.wrong = [wrong for wrong in self.wrong if told not in wrong]

    def leave(self) -> None:
        for context in self.contexts:
            context.close()

    def friends(self, code: str) -> Friends:
        return Friends(self.world, code)

    def tikal(self, **wished: Any) -> str:
        code = self.ana.open("tikal", **wished)
        self.bo.join(code)
        return code

    def gold(self) -> str:
        code = self.ana.open("incan-gold")
        self.bo.join(code)
        self.cy.join(code)
        return code

    def played(self, code: str) -> str:
        """The last step's orders."""
        with self.world.house.db.reading() as session:
            steps = session.exec(select(Step).where(Step.match_id == self.friends(code).match.id)).all()
        return "; ".join(line_of(max(steps, key=lambda step: step.number))["orders"].values())

    def stand_on_a_treasure(self, code: str) -> None:
        """Seat 1 has two workers on b3, with four wafers, and its tile is placed."""

        def stand(session: Any) -> None:
            match = session.exec(select(Match).where(Match.code == code)).one()
            state = tikal.from_json(match.state, None)
            treasure = state.board["b4"]._replace(kind="treasure", wafers=4, tile="A2")
            me = state.seats[0]._replace(workers={"b3": 2}, supply=16)
            state = state._replace(board={**state.board, "b3": treasure}, seats=(me, *state.seats[1:]))
            state = state._replace(phase="ap", ap=10, hand="", dealt=4)
            match.state = tikal.to_json(state)
            session.add(match)

        self.world.house.db.write(stand)


@dataclass
class Seat:
    """Somebody's page of a match, with the board to play on."""

    page: Page
    touching: bool = False

    @property
    def dock(self) -> Locator:
        return self.page.get_by_role("region", name="Play on the board")

    @property
    def field(self) -> Locator:
        return self.page.get_by_label("In words, one after another")

    def lit(self, how: str = "can") -> Locator:
        return self.page.locator(f"#touch .{how}")

    def tap(self, place: str) -> None:
        self.press(self.page.locator(f'#touch [data-place="{place}"] path'))

    def press(self, what: Locator) -> None:
        if self.touching:
            what.tap()
        else:
            what.click()

    def do(self, words: str) -> None:
        self.press(self.dock.get_by_role("button", name=words).first)

    def place_tile(self) -> str:
        """On the first hex that is lit; its name."""
        expect(self.lit().first).to_be_visible()
        place = self.lit().first.get_attribute("data-place") or ""
        self.tap(place)
        self.says(f"tile {place} r")
        return place

    def says(self, orders: str) -> None:
        """So far."""
        expect(self.field).to_have_value(re.compile("^" + re.escape(orders)))

    def ends_with(self, orders: str) -> None:
        expect(self.field).to_have_value(re.compile(re.escape(orders) + "$"))

    def left(self, words: str) -> None:
        expect(self.dock.get_by_role("status").first).to_contain_text(words)

    def submitted(self) -> str:
        """What the receipt says."""
        receipt = self.page.locator("#receipt")
        expect(receipt).to_contain_text("Receipt no. ")
        return receipt.locator("dd .orders").inner_text()


def grave(page: Page) -> list[Any]:
    """By light, and in the dark: there only colours are others."""
    return found(page, "light", {}) + found(page, "dark", COLOURS)


def found(page: Page, scheme: Literal["light", "dark"], options: dict[str, Any]) -> list[Any]:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    violations = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [
        (scheme, each["id"], [node["html"][:200] for node in each["nodes"]])
        for each in violations
        if each["impact"] in ("serious", "critical")
    ]
