"""The tour of one prediction: by keyboard, after edits, left and taken up again, from a link."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.page.conftest import wait_for_trace

OpenPage = Callable[..., Page]

#: The stage at which each of the fourteen stops stands.
STAGES = "11233333344566"


def title(page: Page) -> str:
    return page.locator("#lesson-title").inner_text()


def selected(page: Page) -> str | None:
    """Slot of the selected chip."""
    return page.locator("#chips [aria-selected=true]").get_attribute("data-slot")


def stage(page: Page) -> str:
    return page.get_by_role("tab", selected=True).inner_text().split()[0]


def test_the_whole_tour_by_keyboard_alone(page: Page) -> None:
    page.keyboard.press("l")
    expect(page.locator("#lesson-next")).to_be_focused()
    titles = []
    for number, where in enumerate(STAGES, start=1):
        expect(page.locator("#lesson-title")).to_have_text(re.compile(rf"^{number}\. "))
        assert stage(page) == where
        assert page.locator(".stop-text .live:enabled").count() >= 2
        # what the stop opens with is read in the margin, and lit up in its text
        expect(page.locator(".stop-text .live[aria-current]").first).to_be_visible()
        titles.append(title(page))
        page.keyboard.press("Enter")
    assert len(set(titles)) == 14
    expect(page.locator("#lesson-title")).to_have_text(re.compile(r"^A\. "))


def test_the_whole_tour_of_a_model_whose_rows_come_as_arrays(open_page: OpenPage) -> None:
    page = open_page("model=shakespeare&pos=9&out=logits", wait=False)
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    page.keyboard.press("l")
    for number, where in enumerate(STAGES, start=1):
        expect(page.locator("#lesson-title")).to_have_text(re.compile(rf"^{number}\. "))
        assert stage(page) == where
        if where == "5":
            expect(page.locator(".bars-ids .bar-label").first).to_be_visible()
        if number < len(STAGES):
            page.locator("#lesson-next").click()


def test_the_numbers_of_a_stop_are_those_of_the_page(page: Page) -> None:
    page.keyboard.press("l")
    for _ in range(7):
        page.keyboard.press("Enter")
    # weights of position 5, head 0: table 20.5 of the chapter
    live = page.locator(".stop-text .live")
    assert live.all_inner_texts() == ["0.1676", "0.1658"]
    assert live.first.get_attribute("title") == "0.16763606311524473"
    current = page.locator("#detail .query-table .number[aria-current=true]")
    expect(current).to_have_text("0.16764")


def test_a_number_of_the_text_says_where_it_comes_from(page: Page) -> None:
    page.keyboard.press("l")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    number = page.locator(".stop-text .live").last
    number.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("trail="))
    expect(page.locator("#margin")).to_contain_text("0.04615491391521349")


def test_the_next_button_says_what_it_will_do(page: Page) -> None:
    page.keyboard.press("l")
    page.keyboard.press("Enter")
    expect(page.locator(".lesson-then")).to_have_text("Next: open stage 2")
    page.keyboard.press("Enter")
    assert stage(page) == "2"


def test_any_stop_can_be_jumped_to(page: Page) -> None:
    page.keyboard.press("l")
    page.locator(".lesson-jump").nth(10).click()
    assert title(page) == "11. Each position alone"
    assert stage(page) == "4"
    # one tab stop for all of them; arrows move along
    assert page.locator(".lesson-jumps [tabindex='0']").count() == 2
    page.locator(".lesson-jump").nth(10).press("ArrowRight")
    page.keyboard.press("Enter")
    assert title(page).startswith("12. ")


def test_leaving_keeps_the_page_and_learn_opens_where_it_was_left(page: Page) -> None:
    page.keyboard.press("2")
    page.keyboard.press("l")
    page.locator(".lesson-jump").nth(11).click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator(".lesson")).to_have_count(0)
    assert stage(page) == "5"
    page.locator("#learn").click()
    assert title(page).startswith("12. ")
    page.keyboard.press("l")
    expect(page.locator(".lesson")).to_have_count(0)


def test_back_to_where_i_was(page: Page) -> None:
    page.locator("#chips .chip").nth(9).click()
    page.keyboard.press("m")
    page.keyboard.press("f")
    page.keyboard.press("4")
    wait_for_trace(page)
    before = page.locator("#chips").inner_text()
    page.keyboard.press("l")
    expect(page.locator("#lab .lab-switch")).to_have_attribute("aria-checked", "true")
    page.locator("#lesson-next").click()
    assert stage(page) == "1"
    page.get_by_role("button", name="Back to where I was").click()
    wait_for_trace(page)
    assert stage(page) == "4"
    assert selected(page) == "9"
    expect(page.locator("#lab .lab-switch")).to_have_attribute("aria-checked", "false")
    assert page.locator("#chips").inner_text() == before


def test_the_words_follow_edited_records(page: Page) -> None:
    page.keyboard.press("l")
    page.locator(".record-text").first.fill("cat")
    wait_for_trace(page)
    text = page.locator(".stop-text")
    expect(text).to_contain_text("Record 0 is 3 bytes of text. No merge applies: 3 tokens")
    page.locator(".record-text").first.fill("")
    wait_for_trace(page)
    expect(text).to_contain_text("Record 0 is empty")
    for _ in range(13):
        page.locator("#lesson-next").click()
        assert "NaN" not in text.inner_text()
        expect(page.locator(".stop-text .live:disabled")).to_have_count(0)
    expect(text).to_contain_text("18 targets are scored in 2 records")


def test_the_words_follow_mask_and_selection(page: Page) -> None:
    page.keyboard.press("l")
    page.locator(".lesson-jump").nth(6).click()
    assert title(page) == "7. Six keys, and no future"
    page.keyboard.press("m")
    wait_for_trace(page)
    assert title(page) == "7. The future lies open"
    expect(page.locator(".stop-text")).to_contain_text("sees all 15 keys, 9 of them later")
    page.keyboard.press("m")
    page.locator("#chips .chip").nth(2).click()
    assert title(page) == "7. Three keys, and no future"
    # the next stop is about the prediction of the tour again
    page.locator("#lesson-next").click()
    assert selected(page) == "5"


def test_a_link_opens_the_stop_and_a_reload_brings_it_back(open_page: OpenPage) -> None:
    page = open_page("stop=12")
    assert title(page).startswith("12. ")
    assert stage(page) == "5"
    expect(page.locator("#lesson-next")).not_to_be_focused()
    expect(page.get_by_role("button", name="Back to where I was")).to_be_hidden()
    page.locator("#lesson-next").click()
    expect(page).to_have_url(re.compile("stop=13"))
    page.reload()
    wait_for_trace(page)
    assert title(page).startswith("13. ")
    for wrong in ("stop=15", "stop=0", "ex=G", "stop=x"):
        expect(open_page(wrong).locator(".lesson")).to_have_count(0)


def test_the_tour_speaks_chinese(open_page: OpenPage) -> None:
    page = open_page("stop=7&lang=zh")
    assert title(page) == "7. 6 个键，看不到未来"
    expect(page.locator(".stop-text")).to_contain_text("位置 5 看得到键 0 到 5")
    expect(page.locator("#learn")).to_have_text("学习")


def test_below_the_margin_the_lesson_is_docked_above_the_strip(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1024, "height": 768})
    page.keyboard.press("l")
    page.keyboard.press("Enter")
    expect(page.locator("#lesson .lesson")).to_be_visible()
    expect(page.locator("#lesson-next")).to_be_focused()
    # it stays in the window, whatever is scrolled, and nothing overflows sideways
    assert page.evaluate("document.documentElement.scrollWidth") == 1024
    page.set_viewport_size({"width": 1440, "height": 1000})
    expect(page.locator("#margin > .lesson")).to_be_visible()
    expect(page.locator("#lesson-next")).to_be_focused()
    expect(page.locator("#lesson")).to_be_hidden()
