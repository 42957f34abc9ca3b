"""Other models on the same page: the list, opening one, its text, and links to one."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

OpenPage = Callable[..., Page]


def test_another_model_opens_over_the_one_on_show(open_page: OpenPage) -> None:
    page = open_page()
    page.keyboard.press("o")
    rows = page.locator(".models-table tbody tr")
    expect(rows.first).to_contain_text("13,875")
    expect(rows.first.locator("[aria-current=true]")).to_have_text("MG-1")
    expect(page.locator("#models .panel-sentence")).to_contain_text("MG-1")
    expect(page.locator("#work")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#models")).to_be_hidden()
    page.keyboard.press("o")
    page.locator(".models-open", has_text=re.compile("^shakespeare$")).click()
    expect(page.locator("#model")).to_contain_text("shakespeare, step")
    expect(rows.filter(has_text="826,433").locator("[aria-current=true]")).to_be_visible()
    expect(page).to_have_url(re.compile("model=shakespeare"))
    page.keyboard.press("Escape")

    # Its text stands where the records were, one position a character.
    expect(page.locator("#records")).to_be_hidden()
    places = page.locator("#running [role=option]")
    expect(places).to_have_count(128)
    places.nth(40).click()
    expect(places.nth(40)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    expect(places.nth(41)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#margin")).to_contain_text("Position 41")
    shown = page.locator("#running").inner_text()
    page.locator("#text .text-buttons button").nth(1).click()
    expect(page.locator("#running")).not_to_have_text(shown)

    # The window's text becomes a person's own, and the page follows what is typed.
    page.locator("#text").get_by_role("button", name="Write my own").click()
    page.locator(".record-text").fill("To be, or not to be")
    expect(page.locator("#chips .chip-list [role=option]")).to_have_count(19)
    page.locator("#text").get_by_role("button", name="Back to the text").click()
    expect(places).to_have_count(128)

    page.locator("#model").click()
    rows.first.click()
    expect(page.locator("#model")).to_have_text("MG-1, untrained")
    expect(page.locator(".record-text").first).to_have_value("The key is red. Answer: red.")


def test_a_link_opens_its_model_and_names_one_that_is_not_here(open_page: OpenPage) -> None:
    page = open_page("model=gpt2-mini&b=2&pos=3&stage=4", wait=False)
    expect(page.locator("#model")).to_have_text("gpt2-mini, untrained")
    expect(page.locator("#detail .transform")).to_be_visible()
    expect(page).to_have_url(re.compile("b=2"))
    # The same page, another model's link: one replaces the other whole.
    page.evaluate("location.hash = 'model=lost'")
    expect(page.locator(".notice")).to_contain_text("lost")
    expect(page.locator("#model")).to_have_text("gpt2-mini, untrained")
    fresh = open_page("model=lost", wait=False)
    expect(fresh.locator("#model")).to_have_text("MG-1, untrained")
    expect(fresh.locator(".notice")).to_contain_text("MG-1")
    # While its model is on its way a link shows no other model's records.
    fresh.route("**/api/model?*", lambda _: None)
    fresh.goto("about:blank")
    fresh.goto(page.url)
    expect(fresh.locator("#stale-reason")).to_have_text("Opening gpt2-mini")
    expect(fresh.locator(".record-text").first).to_be_hidden()
    # Another link meanwhile opens what it names instead.
    fresh.evaluate("location.hash = 'pos=3'")
    expect(fresh.locator("#model")).to_have_text("MG-1, untrained")
    expect(fresh.locator("#badge")).to_have_attribute("data-status", "ok")
    expect(fresh.locator("#margin")).to_contain_text("Position 3")


def test_a_link_that_changes_before_the_page_is_whole_is_followed(open_page: OpenPage) -> None:
    page = open_page("", wait=False)
    address = page.url
    held: list[Route] = []
    page.goto("about:blank")
    page.route("**/late.js", lambda route: held.append(route))
    page.goto(address)
    expect(page.locator("#chips [aria-selected=true] .piece").first).to_be_visible()
    page.evaluate("location.hash = 'pos=3&stage=6'")
    for late in held:
        late.continue_()
    expect(page.get_by_role("tab", selected=True)).to_contain_text("6")
    expect(page.locator("#margin")).to_contain_text("Position 3")
