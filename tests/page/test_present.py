"""Presenting: everything fits a projector of 1280 by 720, and nothing needs a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]
PROJECTOR = {"width": 1280, "height": 720}


@pytest.fixture
def projected(open_page: OpenPage) -> Page:
    page = open_page(viewport=PROJECTOR)
    page.keyboard.press("p")
    expect(page.locator("html")).to_have_class(re.compile("presenting"))
    return page


def wait_for_numbers(page: Page) -> None:
    """As wait_for_trace, but a lesson hides the chips."""
    expect(page.locator("main")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")


def selected(page: Page) -> str | None:
    return page.locator("#chips .chip[aria-selected=true]").get_attribute("data-slot")


def overflow(page: Page) -> tuple[int, int]:
    """By how much the page is wider than the window, and how much of that a bar takes away."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wide, page.evaluate("innerWidth - document.documentElement.clientWidth")


def test_type_is_bigger_and_what_edits_is_gone(projected: Page) -> None:
    size = projected.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert float(size.removesuffix("px")) == pytest.approx(17.5, abs=0.01)
    for edits in (".record-text", "#add-record", ".record-remove", "#lab .lab-remember"):
        expect(projected.locator(edits).first).to_be_hidden()
    projected.keyboard.press("p")
    size = projected.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert size == "16px"
    expect(projected.locator(".record-text").first).to_be_visible()


def test_no_stage_overflows_sideways_or_shows_a_scrollbar(projected: Page) -> None:
    for stage in "123456":
        projected.keyboard.press(stage)
        expect(projected.get_by_role("tab", selected=True)).to_contain_text(stage)
        assert overflow(projected) == (0, 0), stage
        projected.keyboard.press("\\")
        assert overflow(projected) == (0, 0), f"margin at stage {stage}"
        projected.keyboard.press("\\")


def test_the_lab_and_its_sentence_are_in_the_window(projected: Page) -> None:
    box = projected.locator("#lab .lab-sentence").bounding_box()
    strip = projected.locator("#lab .lab-strip").bounding_box()
    assert box
    assert strip
    assert box["y"] + box["height"] <= PROJECTOR["height"]
    # on a line of its own, and the whole width is its
    assert box["y"] >= strip["y"] + strip["height"]
    assert box["width"] > 1200


def test_the_header_takes_one_line(projected: Page) -> None:
    header = projected.locator("#header").bounding_box()
    stages = projected.locator("#stages").bounding_box()
    assert header
    assert stages
    for part in ("#modes", "#badge", "#present"):
        box = projected.locator(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= header["y"] + header["height"] + 1, part
        assert box["height"] <= 50
    assert stages["y"] >= header["y"] + header["height"]


def test_one_thing_at_a_time(projected: Page) -> None:
    expect(projected.locator("#detail")).to_be_visible()
    expect(projected.locator("#margin")).to_be_hidden()
    projected.keyboard.press("\\")
    expect(projected.locator("#detail")).to_be_hidden()
    expect(projected.locator("#margin")).to_be_visible()


def test_the_mask_demonstration_is_three_keys_away(open_page: OpenPage) -> None:
    page = open_page(viewport=PROJECTOR)
    for key in "pmf":
        page.keyboard.press(key)
    expect(page.locator("#lab .lab-lead")).to_have_text("The future leaks.")
    expect(page.locator("#lab .lab-sentence")).to_be_in_viewport(ratio=1)
    page.keyboard.press("m")
    expect(page.locator("#lab .lab-sentence")).to_contain_text("identical, bit for bit")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("P, M, F")


def test_arrows_step_the_position_wherever_the_focus_is(projected: Page) -> None:
    projected.keyboard.press("ArrowRight")
    assert selected(projected) == "6"
    projected.locator("#present").focus()
    projected.keyboard.press("ArrowLeft")
    projected.keyboard.press("ArrowLeft")
    assert selected(projected) == "4"


def test_the_tour_is_stepped_by_arrows_or_a_presenter(projected: Page) -> None:
    title = projected.locator("#lesson-title")
    projected.keyboard.press("l")
    expect(title).to_have_text(re.compile(r"^1\. "))
    for number in range(2, 15):
        projected.keyboard.press("ArrowRight" if number % 2 else "PageDown")
        expect(title).to_have_text(re.compile(rf"^{number}\. "))
        expect(projected.locator("#lesson")).to_be_in_viewport(ratio=1)
        assert overflow(projected) == (0, 0), number
    projected.keyboard.press("ArrowRight")
    expect(title).to_have_text(re.compile(r"^14\. "))
    projected.keyboard.press("PageUp")
    projected.keyboard.press("ArrowLeft")
    expect(title).to_have_text(re.compile(r"^12\. "))
    projected.keyboard.press("ArrowDown")
    expect(projected.locator(".stop-text")).to_contain_text(".␠")


def test_what_a_stop_opens_with_can_be_seen_beside_its_words(projected: Page) -> None:
    projected.keyboard.press("l")
    marks = "#detail :is(.number[aria-current], .strip-cell.current, .slot[aria-current])"
    for number in range(1, 15):
        mark = projected.locator(marks).locator("visible=true").first
        expect(mark).to_be_visible()
        # not hidden under the heads or the docked lesson
        projected.wait_for_function(
            """selector => {
                const marks = [...document.querySelectorAll(selector)];
                const mark = marks.find(m => m.checkVisibility());
                const box = mark.getBoundingClientRect();
                const dock = document.getElementById('dock').getBoundingClientRect().top;
                const heads = document.getElementById('stages').getBoundingClientRect().bottom;
                return box.bottom <= dock + 1 && box.bottom > heads;
            }""",
            arg=marks,
        )
        if number < 14:
            projected.keyboard.press("ArrowRight")


def test_the_link_holds_it(open_page: OpenPage) -> None:
    page = open_page("present=1&stop=7", wait=False, viewport=PROJECTOR)
    wait_for_numbers(page)
    expect(page.locator("#lesson .lesson")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("stop=8"))
    page.reload()
    wait_for_numbers(page)
    expect(page.locator("#lesson-title")).to_have_text(re.compile(r"^8\. "))
    expect(page.locator("#present")).to_have_attribute("aria-pressed", "true")


def test_a_larger_projector_shows_the_same_larger(open_page: OpenPage) -> None:
    page = open_page("present=1", viewport={"width": 1920, "height": 1080})
    size = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert float(size.removesuffix("px")) == pytest.approx(26.25, abs=0.05)
    assert overflow(page) == (0, 0)
