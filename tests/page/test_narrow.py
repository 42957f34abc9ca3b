"""On a telephone, nothing is cut off, laid over something else, or pushed off the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]

PHONE = {"width": 390, "height": 844}
MEAN_IS_SEEN = """() => {
  const [mean, room] = ['mean-loss', 'verified'].map((id) => document.getElementById(id));
  const [one, all] = [mean, room].map((node) => node.getBoundingClientRect());
  // On the one line that is seen: what has no room there stands below it, out of sight.
  return one.right <= all.right + 0.5 && one.bottom <= all.bottom + 0.5;
}"""
FITS = "document.documentElement.scrollWidth <= innerWidth"


def test_presenting_and_the_comparison_fit_a_telephone(open_page: OpenPage) -> None:
    page = open_page("stop=6", viewport=PHONE)
    assert page.evaluate(MEAN_IS_SEEN)
    page.locator("#verification").click()
    rows = page.locator("#verification-table tbody tr")
    expect(rows.first).to_be_visible()
    # One line, or two: not one letter a line.
    heights = rows.evaluate_all("(all) => all.map((row) => row.offsetHeight)")
    assert max(heights) < 60
    page.keyboard.press("Escape")
    expect(page.locator("#popover dialog")).to_be_hidden()
    page.locator("#present").click()
    expect(page.locator("#present")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(FITS)


def test_heads_and_names_do_not_lie_over_each_other(open_page: OpenPage) -> None:
    # A record of one position is narrower than its name.
    page = open_page("r=&r=The+key+is+red.&stage=6", viewport=PHONE)
    names = page.locator(".record-name:visible")
    expect(names).to_have_count(2)
    assert names.evaluate_all(
        "([one, two]) => one.getBoundingClientRect().right <= two.getBoundingClientRect().left"
    )
    page = open_page("mode=break&fault=mask-one-ahead", viewport=PHONE)
    heads = page.locator(".matrix-table").first.locator("thead th > div")
    expect(heads).to_have_count(13)
    # Upright, each in its column: a slanted one reaches over its neighbours.
    widths = heads.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
    assert max(widths) < 20


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_mean_loss_is_read_in_full_at_common_widths(open_page: OpenPage, lang: str) -> None:
    page = open_page(f"lang={lang}")
    for width in (1440, 1366, 1280, 1240, 1100, 1024, 800):
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate(MEAN_IS_SEEN), width
        assert page.evaluate(FITS), width
