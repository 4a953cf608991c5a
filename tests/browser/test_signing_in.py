"""Signing in with a real browser: without scripts, on another device, and by a trap on another site."""

from playwright.sync_api import Page, expect

from tests.browser.people import Served
from tests.world.visitor import Visitor

TRAP = """<form method="post" action="{}"><input name="mine" value="True"></form>
<script>document.forms[0].submit()</script>"""


def asked_elsewhere(served: Served, email: str) -> str:
    """The link in a letter that another browser has asked for."""
    visitor = Visitor(served.world, email)
    visitor.post("/sign-in", {"email": email})
    return served.address + visitor.link_to_sign_in()


def signed_in_as(page: Page, served: Served) -> str:
    page.goto(f"{served.address}/me")
    return page.locator("main").inner_text()


def test_without_scripts_the_browser_that_asked_needs_one_click(served: Served) -> None:
    page = served.page("/sign-in", java_script_enabled=False)
    page.get_by_label("Your email address").fill("dee@example.org")
    page.get_by_role("button", name="Send me the link").click()
    expect(page.locator('[data-mark="sent"]')).to_be_visible()

    page.goto(served.address + Visitor(served.world, "dee@example.org").link_to_sign_in())
    expect(page.get_by_role("checkbox")).to_have_count(0)
    page.locator("main").get_by_role("button", name="Sign in").click()

    assert "dee@example.org" in signed_in_as(page, served)


def test_without_scripts_another_device_needs_a_tick_beside_the_address(served: Served) -> None:
    link = asked_elsewhere(served, "dee@example.org")
    page = served.page(link, java_script_enabled=False)
    button = page.locator("main").get_by_role("button", name="Sign in")

    button.click()
    assert page.url == link  # the browser itself asks for the tick
    page.get_by_label("dee@example.org is my address").check()
    button.click()

    assert "dee@example.org" in signed_in_as(page, served)


def test_a_form_of_another_site_leaves_everybody_signed_in_as_before(served: Served) -> None:
    link = asked_elsewhere(served, "mallory@example.org")
    page = served.context(served.ana).new_page()
    page.route(
        "http://evil.example/**",
        lambda route: route.fulfill(body=TRAP.format(link), content_type="text/html"),
    )

    page.goto("http://evil.example/")
    page.wait_for_url(f"{served.address}/**")

    assert "ana@example.org" in signed_in_as(page, served)
