"""From step to step with a slider, the arrow keys and links, without loading the page anew."""

import re

from playwright.sync_api import Page, expect

from tests.browser.people import Served

LAST = 4


def played(served: Served) -> str:
    code = served.gold()
    turns = 0
    while served.friends(code).match.steps <= LAST:
        turns += 1
        for who in (served.ana, served.bo, served.cy):
            who.order(code, "torch" if turns % 2 else "camp")
    return code


def at(served: Served, code: str, step: int) -> Page:
    page = served.page(f"/m/{code}/steps/{step}", served.bo)
    page.evaluate("window.stays = true")
    return page


def shows(page: Page, step: int) -> None:
    """The same page as before, at another step."""
    expect(page.locator("[data-part=where]")).to_contain_text(f"Step {step} of")
    expect(page.locator("#shown .head").first).to_have_text(re.compile(f"^Step {step}(?!\\d)"))
    expect(page).to_have_url(re.compile(f"/steps/{step}$"))
    expect(page).to_have_title(re.compile(f"step {step} "))
    assert page.evaluate("window.stays")


def test_the_arrow_keys_go_from_step_to_step(served: Served) -> None:
    page = at(served, played(served), 1)

    page.keyboard.press("ArrowRight")
    shows(page, 2)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    shows(page, 0)
    page.keyboard.press("ArrowLeft")
    shows(page, 0)
    page.keyboard.press("End")
    page.keyboard.press("Home")
    shows(page, 0)


def test_the_slider_goes_to_any_step(served: Served) -> None:
    page = at(served, played(served), 0)
    slider = page.get_by_role("slider", name="Step")

    slider.fill("3")
    shows(page, 3)
    slider.press("ArrowLeft")
    shows(page, 2)
    assert slider.get_attribute("aria-valuetext") == page.locator("[data-part=where]").inner_text()


def test_the_links_lead_on_and_end_where_the_match_does(served: Served) -> None:
    code = played(served)
    page = at(served, code, 0)
    following, earlier = page.locator("[data-go=next]"), page.locator("[data-go=previous]")
    assert earlier.get_attribute("href") is None

    following.click()
    shows(page, 1)
    expect(earlier).to_have_attribute("href", f"/m/{code}/steps/0")
    page.locator("[data-go=last]").click()
    shows(page, served.friends(code).match.steps - 1)
    assert following.get_attribute("href") is None


def test_a_step_in_the_story_is_gone_to_as_well(served: Served) -> None:
    page = at(served, played(served), 3)

    page.locator("#shown").get_by_role("link", name="Step 1").click()

    shows(page, 1)


def test_what_is_fetched_is_what_the_address_shows(served: Served) -> None:
    code = played(served)
    page = at(served, code, 1)
    page.keyboard.press("ArrowRight")
    shows(page, 2)
    fetched = page.locator("#shown").inner_html()

    page.reload()

    assert page.locator("#shown").inner_html().strip() == fetched.strip()


def test_a_step_can_be_shared_and_the_way_back_leaves_the_match(served: Served) -> None:
    code = played(served)
    page = served.page(f"/m/{code}", served.bo)
    page.get_by_role("link", name="The whole match from the start").click()
    page.wait_for_url("**/steps/0")  # loaded: its script hears the keys from then on
    page.evaluate("window.stays = true")
    page.keyboard.press("ArrowRight")
    shows(page, 1)

    other = served.page(page.url.removeprefix(served.address), served.cy)
    expect(other.locator("[data-part=where]")).to_contain_text("Step 1 of")
    page.go_back()
    expect(page).to_have_url(f"{served.address}/m/{code}")


def test_an_open_description_stays_open(served: Served) -> None:
    page = at(served, played(served), 0)
    page.get_by_text("The board in words").click()

    page.keyboard.press("ArrowRight")
    shows(page, 1)

    expect(page.locator("#shown pre.plain")).to_be_visible()


def test_a_line_that_is_down_is_told_and_loses_nothing(served: Served) -> None:
    page = at(served, played(served), 0)
    page.context.set_offline(True)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    served.wrong.clear()  # the browser tells of the line

    page.context.set_offline(False)
    page.keyboard.press("ArrowRight")

    shows(page, 2)
    expect(page.get_by_role("alert")).to_be_hidden()


# --- Watching ---


def stop_the_clock(page: Page) -> None:
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def watch(page: Page, milliseconds: int = 5000) -> None:
    """For longer than any step stays, unless told: time passes for the page, and for nobody else."""
    page.clock.run_for(milliseconds)


def test_play_goes_from_step_to_step_and_ends_with_the_match(served: Served) -> None:
    code = played(served)
    page = served.page(f"/m/{code}", served.bo)
    stop_the_clock(page)
    page.locator("[data-mark=play]").click()
    page.wait_for_url("**/steps/0?play")
    page.evaluate("window.stays = true")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()

    for step in range(1, served.friends(code).match.steps):
        watch(page)
        shows(page, step)

    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_pause_stays_where_it_is_and_so_does_a_step_by_hand(served: Served) -> None:
    page = at(served, played(served), 0)
    stop_the_clock(page)
    page.get_by_role("button", name="Play").click()
    watch(page)
    shows(page, 1)

    page.get_by_role("button", name="Pause").click()
    watch(page)
    shows(page, 1)
    page.get_by_role("button", name="Play").click()
    page.keyboard.press("Home")
    watch(page, 100)

    shows(page, 0)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_without_scripts_the_pages_turn_themselves(served: Served) -> None:
    code = played(served)
    context = served.context(served.bo, java_script_enabled=False)
    page = served.open(context, f"/m/{code}/steps/0")

    page.get_by_role("link", name="Play").click()

    page.wait_for_url("**/steps/1?play")
    page.get_by_role("link", name="Pause").click()
    expect(page).to_have_url(f"{served.address}/m/{code}/steps/1")
