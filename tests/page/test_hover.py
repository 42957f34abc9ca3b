"""A number pointed at is read, with what it is computed from in short: in every picture alike."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import FloatRect, Locator, Page, expect

OpenPage = Callable[..., Page]

#: A coordinate's share of its row's width on the loom, from the middle of the cell.
THIRD_OF_16 = 2.5 / 16


def box(locator: Locator) -> FloatRect:
    """Where it is on screen; it must be there."""
    found = locator.bounding_box()
    assert found is not None
    return found


def point_at(page: Page, column: str, position: int, share: float) -> None:
    """Move the pointer to a place in a row of the loom, without a click."""
    span = box(page.locator(f".loom-label[data-column={column}]"))
    row = box(page.locator(".gutter-row").nth(position))
    page.mouse.move(span["x"] + share * span["width"], row["y"] + row["height"] / 2)


def test_the_loom_gives_the_short_form_under_the_pointer(open_page: OpenPage) -> None:
    form, label = (open_page("stage=4").locator(f".readout-{part}") for part in ("form", "label"))
    page = form.page
    for column, share, expected in [
        ("q_projection", THIRD_OF_16, "= Σ norm1[0, 3, ·] · blocks.0.wq[·, 2]"),
        ("embedded", THIRD_OF_16, "= token_embedding[0, 3, 2] + position_embedding[3, 2]"),
        ("losses", 0.5, "= −ln probability[0, 3, 32]"),
    ]:
        point_at(page, column, 3, share)
        expect(form).to_have_text(expected)
        title = page.locator(".loom-canvas").get_attribute("title") or ""
        assert title.endswith(f"\n{expected}")
    english = label.inner_text()
    point_at(page, "weights-0", 3, 0.02)
    expect(page.locator(".readout-code")).to_have_text("weights[0, 0, 3, 0]")
    # Pointing neither opens a stage nor moves the selected position.
    expect(page.locator("#stage-tab-4")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".gutter-row.selected .gutter-number")).to_have_text("5")

    chinese = open_page("stage=4&lang=zh")
    point_at(chinese, "losses", 3, 0.5)
    expect(chinese.locator(".readout-form")).to_have_text("= −ln probability[0, 3, 32]")
    assert chinese.locator(".readout-label").inner_text() != english


def test_shift_and_arrows_read_the_loom_cell_by_cell(page: Page) -> None:
    code, form = (page.locator(f".readout-{part}") for part in ("code", "form"))
    page.locator("#stage-tab-2").click()
    page.locator(".loom-body").focus()
    page.keyboard.press("Shift+ArrowRight")  # into the open stage
    expect(code).to_have_text("token_embedding[0, 5, 0]")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    expect(code).to_have_text("token_embedding[0, 4, 1]")
    expect(form).to_have_text("= token_embedding[32, 1]")
    expect(page.locator(".gutter-row.selected .gutter-number")).to_have_text("4")
    frame, row = box(page.locator(".loom-read")), box(page.locator(".gutter-row").nth(4))
    assert (frame["y"], frame["height"]) == (row["y"], row["height"])

    page.keyboard.press("ArrowRight")  # plain arrows still walk the stages
    page.keyboard.press("Shift+ArrowLeft")
    expect(code).to_have_text("norm1[0, 4, 0]")
    page.keyboard.press("Shift+ArrowLeft")  # and the numbers lead back over the edge
    expect(code).to_have_text("block_input[0, 4, 15]")
    expect(page.locator("#stage-tab-2")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".derivation-code")).to_have_text("block_input[0, 4, 15]")


def test_a_masked_key_is_passed_over(page: Page) -> None:
    """Up from a query's own weight there is no weight: the last that exists is read."""
    loom = page.locator(".loom-body")
    map_ = box(page.locator(".loom-label[data-column=weights-1]"))
    point_at(page, "weights-1", 5, 5.5 / 15 * (map_["width"] - 7) / map_["width"])  # less padding
    code = page.locator(".readout-code")
    expect(code).to_have_text("weights[0, 1, 5, 5]")
    page.locator("#stage-tab-3").click()
    loom.focus()
    page.keyboard.press("Shift+ArrowUp")
    expect(code).to_have_text("weights[0, 1, 4, 4]")


def test_strips_maps_and_tables_are_read_under_the_pointer(page: Page) -> None:
    code, form = (page.locator(f".readout-{part}") for part in ("code", "form"))
    page.locator("#stage-tab-4").click()
    page.locator("[data-strip=residual1] .strip-cell").nth(3).hover()
    expect(form).to_have_text("= block_input[0, 5, 3] + attention_output[0, 5, 3]")
    page.locator("#stage-tab-3").click()
    canvas = page.locator(".map-canvas").first
    canvas.hover(position={"x": 8, "y": 8})
    expect(code).to_have_text("weights[0, 0, 0, 0]")
    page.locator("#stage-tab-6").click()
    page.locator(".loss").nth(2).hover()
    expect(code).to_have_text("loss[0, 2]")
    page.locator(".loss:visible").last.hover()
    expect(code).to_have_text("loss[1, 16]")
    page.locator("#stage-tab-2").click()
    page.locator(".table-picture").first.hover(position={"x": 2, "y": 2})
    expect(code).to_have_text("token_embedding[0, 0]")
