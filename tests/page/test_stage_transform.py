"""Stage 4: both residual sums, the norm with its figures, and the FFN around ReLU."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture
def transform(open_page: Callable[..., Page]) -> Page:
    """The chapter's records, stage 4 open."""
    return open_page("stage=4")


def strip(page: Page, name: str) -> list[str]:
    """The numbers of the first strip of a tensor."""
    cells = page.locator(f"[data-strip={name}]").first.locator(".strip-cell")
    return [text.replace("\N{MINUS SIGN}", "-") for text in cells.all_text_contents()]


def test_strips_of_both_sums_in_the_order_they_are_added(transform: Page) -> None:
    strips = transform.locator('[data-stage="4"] [data-strip]')
    names = [node.get_attribute("data-strip") for node in strips.all()]
    assert names == [
        "block_input", "attention_output", "residual1",
        "norm2",
        "ffn_linear", "ffn_relu",
        "residual1", "ffn_output", "block_output",
    ]  # fmt: skip
    # Table 20.4 to four decimals
    assert strip(transform, "block_input")[:2] == ["0.0462", "-0.0154"]
    assert strip(transform, "attention_output")[:2] == ["0.0022", "0.0014"]
    assert strip(transform, "residual1")[:2] == ["0.0483", "-0.0140"]
    assert strip(transform, "block_output")[:2] == ["0.0427", "-0.0148"]


def test_what_is_added_up_shares_one_scale(transform: Page) -> None:
    ranges = transform.locator('[data-stage="4"] [data-strip] .strip-range').all_text_contents()
    assert ranges[0] == ranges[1] == ranges[2]
    assert ranges[6] == ranges[7] == ranges[8]


@pytest.mark.parametrize("at", ["pos=5", "rec=1&pos=16"])  # the second has units just above 0
def test_relu_turns_exactly_the_negative_units_to_zero(
    open_page: Callable[..., Page], at: str
) -> None:
    page = open_page(f"stage=4&{at}")
    before, after = strip(page, "ffn_linear"), strip(page, "ffn_relu")
    assert len(before) == len(after) == 64
    assert after == ["0" if text.startswith("-") else text for text in before]
    zeros = after.count("0")
    expect(page.locator("#detail .detail-head .sentence")).to_contain_text(f"{zeros} of 64")


def test_small_numbers_are_not_shown_as_zero(transform: Page) -> None:
    # attention_output[6] at position 5 is about −4.1e−5, which four decimals would lose
    assert strip(transform, "attention_output")[6] == "-4.1e-5"


def test_the_norms_figures_and_its_formula(transform: Page) -> None:
    mean = transform.locator("[data-figure=mean] button")
    mean.focus()
    expect(transform.locator(".readout-code")).to_have_text("norm2.mean[0, 5]")
    shown = transform.locator(".readout-digits").inner_text().replace("\N{MINUS SIGN}", "-")
    row = transform.locator(".position-table [data-tensor=residual1] .row-name")
    row.click()
    texts = transform.locator(".coordinate .digits").all_text_contents()
    values = [float(text.replace("\N{MINUS SIGN}", "-")) for text in texts]
    assert len(values) == 16
    # 16 numbers of at most 0.06 added in another order differ in the last bits only
    assert abs(float(shown) - sum(values) / 16) < 1e-16
    formula = transform.locator(".norm .formula math")
    # the chapter's residual1[0] and norm2[0] of this position
    expect(formula).to_contain_text("0.048339")
    expect(formula).to_contain_text("=1.552943")
    # ε is inside the root with the variance, as the model has it
    expect(formula.locator("msqrt").nth(1)).to_have_text("0.000741+0.00001")


def test_the_formula_follows_the_coordinate_being_read(transform: Page) -> None:
    transform.locator("[data-strip=norm2] .strip-cell").nth(2).click()
    expect(transform.locator(".readout-code")).to_have_text("norm2[0, 5, 2]")
    formula = transform.locator(".norm .formula math")
    # Table 20.4: residual1[2] and norm2[2]
    expect(formula).to_contain_text("\N{MINUS SIGN}0.016242")
    expect(formula).to_contain_text("=\N{MINUS SIGN}0.804429")


def test_arrows_read_along_a_strip_and_focus_survives_a_new_trace(transform: Page) -> None:
    transform.locator("[data-strip=ffn_relu] .strip-cell").first.focus()
    transform.keyboard.press("ArrowRight")
    expect(transform.locator(".readout-code")).to_have_text("ffn_relu[0, 5, 1]")
    transform.keyboard.press("m")
    expect(transform.locator("#badge")).to_have_attribute("data-status", "ok")
    expect(transform.locator("[data-strip=ffn_relu] .strip-cell").nth(1)).to_be_focused()


def test_chinese_and_dark(open_page: Callable[..., Page]) -> None:
    page = open_page("stage=4&lang=zh&theme=dark")
    expect(page.locator("#detail .detail-head .sentence")).to_contain_text("64 个单元中的 33 个")
    expect(page.locator("[data-figure=variance]")).to_contain_text("方差")
