"""Stage 2: token row plus position row, and the tables they come from."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture
def embed(open_page: Callable[..., Page]) -> Page:
    """The chapter's records, stage 2 open, the tables on show."""
    page = open_page("stage=2")
    expect(page.locator(".tables")).to_be_visible()
    return page


def strip(page: Page, name: str) -> list[str]:
    """The numbers of one strip."""
    return page.locator(f"[data-strip={name}] .strip-cell").all_text_contents()


def test_three_strips_of_all_coordinates(embed: Page) -> None:
    # Section 20.4's row to nine decimals, rounded to four
    assert strip(embed, "block_input")[:6] == [
        "0.0462", "\N{MINUS SIGN}0.0154", "\N{MINUS SIGN}0.0139",
        "0.0120", "0.0303", "\N{MINUS SIGN}0.0059",
    ]  # fmt: skip
    for name in ("token_embedding", "position_embedding", "block_input"):
        assert len(strip(embed, name)) == 16
    labels = embed.locator('[data-stage="2"] .strip-label').all_text_contents()
    assert labels[1:] == ["E[277]", "+ P[5]", "= X[0, 5]"]


def test_the_sum_is_written_with_its_real_numbers(embed: Page) -> None:
    formula = embed.locator(".sum-formula math")
    expect(formula).to_contain_text("0.018213+0.027942=0.046155")
    embed.locator("[data-strip=position_embedding] .strip-cell").nth(1).click()
    # a negative term is subtracted, never added with a sign of its own
    expect(formula).to_contain_text("0.011841\N{MINUS SIGN}0.027214=\N{MINUS SIGN}0.015373")


def test_the_sentence_names_both_rows(embed: Page) -> None:
    sentence = embed.locator("#detail .detail-head .sentence")
    expect(sentence).to_contain_text("Row 277 of the token table plus row 5")
    embed.locator("#chips .chip").nth(0).click()
    expect(sentence).to_contain_text("Row 256 of the token table plus row 0")


def test_both_tables_and_the_rows_they_lend(embed: Page) -> None:
    expect(embed.locator(".tables figcaption")).to_contain_text(["[291, 16]", "[64, 16]"])
    token = embed.locator('[data-table="parameters.token_embedding"]')
    expect(token).to_have_attribute(
        "aria-label", "Token table, 291 rows; row 277 is used here. Arrow keys read its numbers."
    )


def test_a_table_is_read_by_keys_and_by_a_click(embed: Page) -> None:
    token = embed.locator('[data-table="parameters.token_embedding"]')
    token.focus()
    embed.keyboard.press("ArrowRight")
    expect(embed.locator(".readout-code")).to_have_text("token_embedding[277, 0]")
    # the chapter writes this number out
    expect(embed.locator(".readout-digits")).to_have_text("0.01821338003888261")
    embed.keyboard.press("ArrowDown")
    expect(embed.locator(".readout-code")).to_have_text("token_embedding[277, 1]")
    embed.keyboard.press("ArrowLeft")
    expect(embed.locator(".readout-code")).to_have_text("token_embedding[276, 1]")
    box = token.bounding_box()
    assert box is not None
    token.click(position={"x": box["width"] * 270.5 / 291, "y": 4})
    expect(embed.locator(".readout-code")).to_have_text("token_embedding[270, 0]")
    expect(embed.locator(".readout-place")).to_have_text("ID 270 (red), coordinate 0")


def test_tables_are_sharp_at_any_pixel_ratio(open_page: Callable[..., Page]) -> None:
    for ratio in (1, 1.5, 2):
        page = open_page("stage=2", device_scale_factor=ratio)
        canvas = page.locator('[data-table="parameters.position_embedding"]')
        expect(canvas).to_be_visible()
        page.wait_for_function(
            """([canvas, ratio]) => {
                const { width, height } = canvas.getBoundingClientRect();
                return canvas.width === Math.round(width * ratio)
                    && canvas.height === Math.round(height * ratio);
            }""",
            arg=[canvas.element_handle(), ratio],
        )


def test_parameters_are_not_asked_for_before_the_first_trace(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("stage=2")
    expect(page.locator(".tables")).to_be_visible()  # what it asked for is not that of the reload
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    page.on("response", lambda response: asked.append("=" + response.url.rsplit("/", 1)[-1]))
    page.reload()
    expect(page.locator(".tables")).to_be_visible()
    assert asked.index("parameters") > asked.index("=trace")
