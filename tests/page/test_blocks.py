"""Several blocks on one loom: folded and opened by head, column or key; their lens."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import FloatRect, Locator, Page, expect

OpenPage = Callable[..., Page]


def test_blocks_open_and_fold_and_their_lens_is_read(open_page: OpenPage) -> None:
    # The path ends in another block than the link names, far down a long text.
    path = "block_output:r0:b1:100.5*residual1:r0:b2:100.5"
    page = open_page(f"model=shakespeare&b=0&pos=100&stage=4&trail={path}", wait=False)
    third = page.locator("#stage-tab-3 .stage-title")
    heads = page.locator(".block-head .stage-title")
    expect(third).to_have_text("Block 2 · Between positions")
    expect(heads).to_have_text(["Block 0", "Block 1", "Block 3"])

    # Its steps stand in the selected row, the first of them in the folded block's column.
    steps = page.locator(".trail-steps circle")
    expect(steps).to_have_count(2)
    edge = page.locator(".loom-band-edge")
    edge.evaluate("edge => Promise.all(edge.getAnimations().map(({ finished }) => finished))")
    band = _box(edge)
    for step, column in zip(steps.all(), ("folded-1", "residual1"), strict=True):
        label, at = _box(page.locator(f"[data-column='{column}']")), _box(step)
        assert band["y"] < _middle(at, "y") < band["y"] + band["height"]
        assert label["x"] < _middle(at, "x") < label["x"] + label["width"]
    page.keyboard.press("Escape")

    _open_others(page, third)
    expect(heads).to_have_text(["Block 0", "Block 2", "Block 3"])
    _read_lens(page)


def _open_others(page: Page, third: Locator) -> None:
    """By a column, by keys, by a head."""
    page.mouse.click(*_over(page, "folded-3"))
    expect(third).to_have_text("Block 3 · Between positions")
    expect(page).to_have_url(re.compile("b=3"))
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect(third).to_have_text("Block 1 · Between positions")
    page.keyboard.press("]")
    expect(third).to_have_text("Block 2 · Between positions")
    page.locator("[data-block='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(third).to_have_text("Block 1 · Between positions")
    expect(page.locator("#stage-tab-3")).to_be_focused()


def _read_lens(page: Page) -> None:
    """Under the pointer and from cell to cell; then the stream of a folded block, and it beside."""
    readout = page.locator(".readout")
    page.mouse.move(*_over(page, "lens-2"))
    expect(readout).to_contain_text("Lens after block 2")
    expect(readout).to_contain_text(re.compile(r"target .+, rank \d+ of 65"))
    page.keyboard.press("5")
    page.locator(".loom-body:not(.half)").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(readout).to_contain_text("final_norm[0, 100, 0]")
    page.keyboard.press("Shift+ArrowLeft")
    expect(readout).to_contain_text("blocks[3].lens[0, 100]")
    page.keyboard.press("Shift+ArrowLeft")
    expect(readout).to_contain_text("blocks[3].block_output[0, 100, 127]")
    expect(readout).to_contain_text(re.compile(r"lens: p [\d.]+, rank \d+ of 65"))
    expect(page.locator("#stage-tab-5")).to_have_attribute("aria-selected", "true")


def _box(found: Locator) -> FloatRect:
    box = found.bounding_box()
    assert box
    return box


def _middle(box: FloatRect, along: str) -> float:
    return box["x"] + box["width"] / 2 if along == "x" else box["y"] + box["height"] / 2


def _over(page: Page, column: str) -> tuple[float, float]:
    """Where a column crosses the selected row."""
    row = _box(page.locator(".loom-band-edge"))
    return _middle(_box(page.locator(f"[data-column='{column}']")), "x"), _middle(row, "y")
