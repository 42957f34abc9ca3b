"""By keyboard alone: what an update hides or makes anew hands the focus on, to where one was."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

OpenPage = Callable[..., Page]


def button(page: Page, area: str, name: str) -> Locator:
    """By its whole name."""
    return page.locator(area).get_by_role("button", name=name, exact=True)


def test_the_focus_stays_in_take_apart(open_page: OpenPage) -> None:
    page = open_page("model=gpt2-mini&mode=break&off=0.1,ffn0&pos=5")
    instead = button(page, "#taking", "A bug instead")
    instead.press("Enter")
    expect(button(page, "#bugs", "Take apart")).to_be_focused()
    page.keyboard.press("Enter")
    expect(instead).to_be_focused()

    undone = page.locator(".apart-force button")
    expect(undone).to_have_count(2)
    undone.first.press("Enter")
    expect(undone).to_have_count(1)
    expect(undone).to_be_focused()
    page.keyboard.press("Enter")
    expect(undone).to_have_count(0)
    expect(page.locator("#changed")).to_be_focused()
    # It had the focus and no more: a click in it chooses nothing, and arrows move the position.
    page.keyboard.press("Tab")
    expect(page.locator("#changed")).not_to_have_attribute("tabindex", "-1")

    for name in ("Undo", "Undo all"):
        page.locator(".part-switch").first.press("Enter")
        expect(page.locator("#taking .apart-count")).to_have_text("1 change")
        button(page, "#taking", name).press("Enter")
        expect(page.locator("#taking .apart-count")).to_have_text("nothing is off")
        expect(button(page, "#taking", name), name).to_be_focused()
        expect(button(page, "#taking", name), name).to_be_disabled()

    # Another mode's strip stands where this one stood.
    page.keyboard.press("e")
    expect(page.locator("#lab")).to_be_focused()


def test_the_focus_stays_among_models_in_the_text_and_with_the_draw(open_page: OpenPage) -> None:
    page = open_page()
    name, models = page.locator("#model"), page.locator("#models")
    name.press("Enter")
    expect(models).to_be_focused()
    page.keyboard.press("Escape")
    expect(name).to_be_focused()
    page.keyboard.press("Enter")
    row = button(page, "#models", "shakespeare")
    row.press("Enter")
    expect(row).to_be_focused()
    expect(row).to_have_attribute("aria-current", "true")
    expect(name).to_contain_text("shakespeare, step")
    expect(row).to_be_focused()
    page.keyboard.press("Escape")
    expect(name).to_be_focused()

    # Letters are typed from here on, not obeyed.
    own = button(page, "#text", "Write my own")
    own.press("Enter")
    field = page.locator(".record-text")
    expect(field).to_be_focused()
    buttons_leave_room_for_the_ring_of_an_empty_text(page)
    button(page, "#text", "Back to the text").press("Enter")
    expect(own).to_be_focused()

    page.keyboard.press("g")
    expect(field).to_have_accessible_name("Prompt")
    following, discard = button(page, "#drawing", "Next token"), button(page, "#drawing", "Discard")
    expect(following).to_be_enabled()
    following.press("Enter")
    expect(following).to_be_focused()
    discard.press("Enter")
    expect(discard).to_be_hidden()
    expect(following).to_be_focused()


def buttons_leave_room_for_the_ring_of_an_empty_text(page: Page) -> None:
    """Nothing is counted in it, and its buttons would stand over its end."""
    page.locator("#add-record").press("Enter")
    row = page.locator(".record-list li").last
    expect(row.locator(".record-text")).to_be_focused()
    room = """(row) => {
      const [field, buttons] = ['text', 'order'].map((one) => row.querySelector(`.record-${one}`));
      return buttons.getBoundingClientRect().left - field.getBoundingClientRect().right;
    }"""
    for width in (1440, 1280):
        page.set_viewport_size({"width": width, "height": 1000})
        assert row.evaluate(room) >= 4, width


def test_whoever_points_is_left_alone(open_page: OpenPage) -> None:
    page = open_page("mode=generate")
    button(page, "#drawing", "Next token").click()
    button(page, "#drawing", "Discard").click()
    expect(button(page, "#drawing", "Discard")).to_be_hidden()
    expect(page.locator("body")).to_be_focused()
    # What follows a token there is no target, neither to see nor to hear.
    expect(page.locator(".record-text")).to_have_accessible_name("Prompt")
    chosen = page.locator("#chips [aria-selected=true]")
    expect(chosen).to_have_attribute("aria-label", re.compile(", next .+$"))
    page.keyboard.press("e")
    expect(page.locator(".record-text").first).to_have_accessible_name(re.compile("0$"))
    expect(chosen).to_have_attribute("aria-label", re.compile(", target .+$"))
