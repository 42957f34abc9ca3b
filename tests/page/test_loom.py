"""The loom: one row per position through all stages, drawn sharp, by pointer and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

OpenPage = Callable[..., Page]

CODE = [
    "batch_records",
    "MiniGPT.forward",
    "Block.forward",
    "Block.forward",
    "MiniGPT.forward",
    "cross_entropy",
]

#: A record of 64 positions: nothing in it merges, so 63 bytes and BOS.
FULL = "0123456789" * 6 + "012"

SHARPNESS = """() => [...document.querySelectorAll('canvas')]
  .filter((canvas) => canvas.clientWidth)
  .map((canvas) => {
    const { width, height } = canvas.getBoundingClientRect();
    const wanted = [width, height].map((side) => side * devicePixelRatio);
    return Math.max(Math.abs(canvas.width - wanted[0]), Math.abs(canvas.height - wanted[1]));
  })"""


def box(locator: Locator) -> FloatRect:
    """Where it is on screen; it must be there."""
    found = locator.bounding_box()
    assert found is not None
    return found


def click_miniature(page: Page, label: str, position: int) -> None:
    """Click on a column by its label, in a position's row."""
    column = box(page.locator(".loom-label", has_text=label).first)
    row = box(page.locator(".gutter-row").nth(position))
    page.mouse.click(column["x"] + column["width"] / 2, row["y"] + row["height"] / 2)


def selected(page: Page) -> Locator:
    """The gutter's selected position."""
    return page.locator(".gutter-row.selected .gutter-number")


def tab(page: Page, stage: int) -> Locator:
    """A stage's head."""
    return page.locator(f"#stage-tab-{stage}")


def test_heads_name_the_code_and_follow_the_batch(page: Page) -> None:
    assert page.locator(".stage-code").all_inner_texts() == CODE
    expect(tab(page, 1)).to_contain_text("[2,64]")
    expect(tab(page, 3)).to_contain_text("A\N{NO-BREAK SPACE}[2,2,64,64]")
    expect(tab(page, 6)).to_contain_text("5.670999")
    page.get_by_role("button", name="Add record").click()
    expect(tab(page, 1)).to_contain_text("[3,64]")
    expect(tab(page, 5)).to_contain_text("[3,64,291]")


def test_the_notch_points_from_the_open_stage(page: Page) -> None:
    for stage in (1, 4, 6):
        tab(page, stage).click()
        head, notch = box(tab(page, stage)), box(page.locator(".notch"))
        middle = head["x"] + head["width"] / 2
        assert abs(notch["x"] + notch["width"] / 2 - middle) <= 1


def test_a_miniature_leads_to_its_row_and_stage(page: Page) -> None:
    for label, position, stage in [
        ("ids", 0, 1),
        ("P[t]", 3, 2),
        ("ReLU", 14, 4),
        ("logits", 7, 5),
        ("ln p", 9, 6),
    ]:
        click_miniature(page, label, position)
        expect(selected(page), label).to_have_text(str(position))
        expect(tab(page, stage), label).to_have_attribute("aria-selected", "true")


def test_band_and_gutter_are_one_row(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="reduce")
    for position in (0, 5, 14):
        page.locator(".gutter-row").nth(position).click()
        expect(selected(page)).to_have_text(str(position))
        band, row = box(page.locator(".loom-band")), box(page.locator(".gutter-row.selected"))
        assert band["y"] == pytest.approx(row["y"], abs=0.5)
        assert band["height"] == pytest.approx(row["height"], abs=0.5)
        assert row["height"] > box(page.locator(".gutter-row:not(.selected)").first)["height"] + 7


def test_padding_is_one_row_with_its_count(page: Page) -> None:
    expect(page.locator(".gutter-padding")).to_have_text("PAD ×49")
    expect(page.locator(".gutter-row")).to_have_count(15)


def test_a_full_record_has_no_padding_row(open_page: OpenPage) -> None:
    page = open_page(f"r={FULL}")
    expect(page.locator(".gutter-row")).to_have_count(64)
    expect(page.locator(".gutter-padding")).to_be_hidden()


def test_keys_walk_positions_and_stages(page: Page) -> None:
    loom = page.locator(".loom-body")
    loom.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(selected(page)).to_have_text("6")
    expect(tab(page, 4)).to_have_attribute("aria-selected", "true")
    spoken = page.locator("#loom > [aria-live]")
    expect(spoken).to_have_text("position 6, red; stage 4, Keep and transform")
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")
    expect(selected(page)).to_have_text("14")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    expect(selected(page)).to_have_text("0")
    expect(loom).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_be_focused()


def test_heads_are_tabs_with_one_stop(page: Page) -> None:
    assert page.locator(".stage-tab[tabindex='0']").count() == 1
    tab(page, 3).focus()
    page.keyboard.press("ArrowRight")
    expect(tab(page, 4)).to_be_focused()
    expect(tab(page, 4)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#detail")).to_have_attribute("aria-labelledby", "stage-tab-4")


def test_every_number_of_a_miniature_is_readable_in_full(page: Page) -> None:
    label = box(page.locator(".loom-label", has_text="X").last)
    row = box(page.locator(".gutter-row").nth(5))
    page.mouse.move(label["x"] + 1, row["y"] + row["height"] / 2)
    canvas = page.locator(".loom-canvas")
    expect(canvas).to_have_attribute("title", re.compile(r"^X \[5, 0\]\n0\.\d{14,}\n= "))
    digits = (canvas.get_attribute("title") or "").splitlines()[1]
    # Table 20.4: block_input of position 5 begins with 0.046155.
    assert round(float(digits), 6) == 0.046155


def test_the_gutter_marks_what_moved(page: Page) -> None:
    marks = page.locator(".gutter-mark")
    assert set(marks.all_inner_texts()) == {""}
    page.keyboard.press("f")
    expect(marks).to_have_text(["≡"] * 6 + ["Δ"] * 9)
    page.keyboard.press("m")
    expect(marks).to_have_text(["Δ"] * 15)
    expect(page.locator(".gutter-mark[data-kind=leak]")).to_have_count(6)


def test_canvases_stay_sharp_when_the_pixel_ratio_changes(page: Page) -> None:
    expect(page.locator(".map-canvas")).to_have_count(2)
    device = page.context.new_cdp_session(page)
    for step, ratio in enumerate((1, 2, 1.5, 4)):
        # The window's height changes by a pixel, as it does when a page is zoomed, so
        # that no canvas changes its size: only the ratio can have it drawn anew.
        size = {"width": 1440, "height": 1000 + step}
        metrics = {**size, "deviceScaleFactor": ratio, "mobile": False}
        device.send("Emulation.setDeviceMetricsOverride", metrics)
        # A backing store has whole pixels: at most half of one is rounded away.
        page.wait_for_function(f"() => ({SHARPNESS})().every((off) => off <= 0.5)")
        assert page.evaluate("devicePixelRatio") == ratio
        click_miniature(page, "ReLU", 11)
        expect(selected(page)).to_have_text("11")
        click_miniature(page, "norm", 2)
        expect(selected(page)).to_have_text("2")


def test_elements_grow_with_positions_not_with_their_square(open_page: OpenPage) -> None:
    count = "document.querySelectorAll('#loom *, .attention-pictures *').length"
    short, full = open_page("pos=0").evaluate(count), open_page(f"r={FULL}&pos=0").evaluate(count)
    # Gutter: four nodes and a piece. Each of two maps: a query's and a key's label.
    assert full - short <= (64 - 15) * 24
    page = open_page(f"r={FULL}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(".loom-body")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [1024, 1280, 1920])
def test_no_page_scrolls_sideways(open_page: OpenPage, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 768})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_narrow_page_shows_the_open_stage_alone(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 480, "height": 900})
    expect(page.locator(".loom-stage:visible")).to_have_count(1)
    expect(page.locator(".loom-label", has_text="ReLU")).to_be_hidden()
    page.locator(".loom-body").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".loom-label", has_text="ReLU")).to_be_visible()
    click_miniature(page, "ReLU", 3)
    expect(selected(page)).to_have_text("3")
