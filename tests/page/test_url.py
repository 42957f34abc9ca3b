"""The state fits in the link: reloading or opening it elsewhere brings it back."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def selected(page: Page) -> str | None:
    """Slot of the selected chip."""
    return page.locator("#chips [aria-selected=true]").get_attribute("data-slot")


def test_a_plain_page_has_a_plain_link(page: Page) -> None:
    assert "#" not in page.url


def test_reload_brings_back_records_position_stage_and_mask(page: Page) -> None:
    page.locator(".record-text").nth(1).fill("钥匙 is\tred")
    page.locator("#chips .chip").nth(3).click()
    page.keyboard.press("4")
    page.keyboard.press("m")
    expect(page).to_have_url(re.compile("mask=0"))
    expect(page).to_have_url(re.compile("stage=4"))
    page.reload()
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    assert page.locator(".record-text").nth(1).input_value() == "钥匙 is\tred"
    assert selected(page) == "3"
    expect(page.get_by_role("tab", selected=True)).to_contain_text("4")
    expect(page).to_have_url(re.compile("rec=1"))
    expect(page).to_have_url(re.compile("mask=0"))


def test_a_link_opens_what_it_says(open_page: Callable[..., Page]) -> None:
    page = open_page("r=one&r=two+three&rec=1&pos=2&lang=zh&theme=dark&stage=6")
    assert page.locator(".record-text").nth(1).input_value() == "two three"
    assert selected(page) == "2"
    assert page.locator("html").get_attribute("lang") == "zh"
    assert page.locator("html").get_attribute("data-theme") == "dark"
    expect(page.locator("#records")).to_have_attribute("aria-label", "记录")


def test_what_a_link_gets_wrong_is_left_out_and_told(open_page: Callable[..., Page]) -> None:
    page = open_page("pos=x&stage=6&head=7")
    told = page.locator(".notice")
    expect(told).to_contain_text("no such value here: pos=x, head=7.")
    assert selected(page) == "5"
    told.locator("button").click()
    expect(told).to_be_hidden()
    page.evaluate("location.hash = '#stage=9'")
    expect(told).to_contain_text("no such value here: stage=9.")
    page.evaluate("location.hash = '#model=gpt2-mini&b=4&pos=1'")
    expect(told).to_contain_text("no such value here: b=4.", timeout=30_000)


def test_a_changed_address_is_followed_without_a_reload(page: Page) -> None:
    page.evaluate("location.hash = '#r=other&pos=1'")
    expect(page.locator(".record-text")).to_have_count(1)
    expect(page.locator("#chips .chip:not(.padding)")).to_have_count(6 - 1)
    assert selected(page) == "1"


def test_bad_values_are_ignored(open_page: Callable[..., Page]) -> None:
    page = open_page("rec=7&pos=-3&stage=9&head=99&mask=x&edit=0&pad=q&lang=xx&theme=pink&r2=a")
    expect(page.locator(".record-text")).to_have_count(2)
    expect(page.locator("#mean-loss")).to_have_text("5.670999")


def test_a_lab_edit_that_cannot_be_is_dropped_and_the_records_stay(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("edit=0:6:9999&pos=3")
    expect(page.locator("#mean-loss")).to_have_text("5.670999")
    assert selected(page) == "3"


def test_a_lab_edit_comes_back(open_page: Callable[..., Page]) -> None:
    page = open_page("edit=0:6:274")
    expect(page.locator("#chips .chip.edited")).to_have_attribute("data-slot", "6")
    expect(page.locator("#chips .chip.edited .place .id")).to_have_text("274")


def test_an_overlong_link_shows_its_text_and_no_picture(open_page: Callable[..., Page]) -> None:
    page = open_page("r=" + "Q" * 70, wait=False)
    expect(page.locator("#badge")).to_have_attribute("data-status", "stale")
    expect(page.locator("#chips .chip.beyond")).to_have_count(7)
    page.locator(".record-text").fill("Q")
    # What the link said has no trace to compare with: the short text is remembered in its place.
    expect(page.locator(".lab-undo")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")


def test_beside_a_text_too_long_for_a_link_the_rest_stays_current(page: Page) -> None:
    page.locator(".record-text").first.fill("钥" * 300_000)
    page.locator("#theme").click()
    expect(page).to_have_url(re.compile("theme=light"))
    expect(page).to_have_url(re.compile("#r=&r=The"))
    page.locator(".record-text").first.fill("red")
    expect(page).to_have_url(re.compile("#r=red&"))
