"""Where a gradient comes from: from a row of the token table back to the mean loss, by clicks."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.page.test_derivation import code, operand, steps

OpenPage = Callable[..., Page]

#: What is on show, how its check ends (same: as the server has it; open: no tensor holds it), and
#: the operand that leads on. Record 0, "key" at position 3, read by position 5 in head 0.
BACK = [
    ("∂token_embedding[268, 0]", "same", "∂token_embedding[0, 3, 0]"),
    ("∂token_embedding[0, 3, 0]", "same", "∂block_input[0, 3, 0]"),
    ("∂block_input[0, 3, 0]", "same", "∂norm1.input[0, 3, 0]"),
    ("∂norm1.input[0, 3, 0]", "open", "∂norm1.unit[0, 3, 0]"),
    ("∂norm1.unit[0, 3, 0]", "open", "∂norm1[0, 3, 0]"),
    ("∂norm1[0, 3, 0]", "same", "∂norm1.k[0, 3, 0]"),
    ("∂norm1.k[0, 3, 0]", "open", "∂k_projection[0, 3, 0]"),
    ("∂k_projection[0, 3, 0]", "same", "∂k_heads[0, 0, 3, 0]"),
    ("∂k_heads[0, 0, 3, 0]", "same", "∂q·k[0, 0, 5, 3]"),
    ("∂q·k[0, 0, 5, 3]", "open", "∂scores[0, 0, 5, 3]"),
    ("∂scores[0, 0, 5, 3]", "same", "∂weights[0, 0, 5, 3]"),
    ("∂weights[0, 0, 5, 3]", "same", "∂mixtures[0, 0, 5, 0]"),
    ("∂mixtures[0, 0, 5, 0]", "same", "∂joined[0, 5, 0]"),
    ("∂joined[0, 5, 0]", "same", "∂attention_output[0, 5, 0]"),
    ("∂attention_output[0, 5, 0]", "same", "∂residual1[0, 5, 0]"),
    ("∂residual1[0, 5, 0]", "same", "∂block_output[0, 5, 0]"),
    ("∂block_output[0, 5, 0]", "same", "∂final_norm.input[0, 5, 0]"),
    ("∂final_norm.input[0, 5, 0]", "open", "∂final_norm.stretch[0, 5]"),
    ("∂final_norm.stretch[0, 5]", "open", "∂final_norm.unit[0, 5, 0]"),
    ("∂final_norm.unit[0, 5, 0]", "open", "∂final_norm[0, 5, 0]"),
    ("∂final_norm[0, 5, 0]", "same", "∂logits[0, 5, 270]"),
    ("∂logits[0, 5, 270]", "same", "∂loss[0, 5]"),
    ("∂loss[0, 5]", "same", "∂mean_loss"),
]


def test_from_a_table_row_back_to_the_mean_loss(open_page: OpenPage) -> None:
    page = open_page("trail=parameters.token_embedding:268.0")
    expect(code(page)).to_have_text("token_embedding[268, 0]")
    page.locator(".door", has_text="Its gradient").click()
    for name, kind, following in BACK:
        expect(code(page)).to_have_text(name)
        expect(page.locator(".derivation .derivation-check")).to_have_attribute("data-kind", kind)
        assert page.locator(".derivation .derivation-formulas math").count() >= 1
        operand(page, following).click()
    expect(code(page)).to_have_text("∂mean_loss")
    expect(page.locator(".derivation .derivation-value")).to_have_text("1")
    expect(page.locator(".leaf")).to_contain_text("the way back begins")
    assert steps(page)[1].startswith("∂ ∂token_embedding")

    # The chapter's two records have 32 scored targets.
    page.keyboard.press("Backspace")
    expect(page.locator(".derivation .derivation-value")).to_have_text("0.031250")
    page.keyboard.press("Backspace")
    expect(page.locator(".derivation-rule")).to_contain_text("Softmax minus one-hot, over N")
    expect(page.locator(".derivation .derivation-formulas")).to_contain_text("hot5,270")
    page.locator(".door", has_text="Its value").click()
    expect(code(page)).to_have_text("logits[0, 5, 270]")

    # What uses a number, forward again: with gradients here, the way back too.
    page.locator(".derivation-uses summary").click()
    expect(page.locator(".use").filter(has_text="loss")).to_have_count(0)
    expect(page.locator(".use").first).to_have_text("max_logit[0, 5]")


def test_what_the_mask_cut_off_and_what_nothing_used(open_page: OpenPage) -> None:
    page = open_page("trail=∂k_heads:r0:b0:0.5.2")
    expect(page.locator(".operand.cut")).to_contain_text("queries 0–4: 5 cut off by the mask")
    expect(page.locator(".derivation .derivation-formulas")).to_contain_text("t≥5")
    expect(page.locator(".operand.each:not(.total)")).to_have_count(10)

    page = open_page("trail=∂scores:r0:b0:0.5.8")
    expect(page.locator(".derivation .derivation-value")).to_have_text("masked")
    expect(page.locator(".derivation .derivation-check")).to_have_attribute("data-kind", "absent")

    page = open_page("trail=∂parameters.token_embedding:7.0&lang=zh")
    expect(page.locator(".derivation .derivation-value")).to_have_text("0")
    expect(page.locator(".operands")).to_contain_text("没有用到它")
    page.locator(".door", has_text="它的一次更新").click()
    expect(page.locator(".derivation")).to_be_hidden()


def test_the_badge_counts_gradients_while_they_are_in_the_picture(open_page: OpenPage) -> None:
    page = open_page("mode=train&show=gradients")
    badge = page.locator("#verification")
    expect(badge).to_contain_text(re.compile(r"24,263 values, 38,105 gradients"))
    expect(page.locator("#verified")).to_have_attribute("data-verdict", "agrees")
    badge.click()
    row = page.locator('#verification-table [data-tensor="∂parameters.lm_head"]')
    expect(row).to_contain_text("4,656")
    row.locator("button").click()  # where the two are furthest apart
    expect(code(page)).to_contain_text("∂lm_head[")
    expect(page.locator(".derivation .derivation-check")).to_have_attribute("data-kind", "same")
    expect(page.locator(".trail-frames rect").first).to_be_attached()  # what feeds it, on the loom
    page.locator("#loom-show select").select_option("values")
    expect(badge).not_to_contain_text("gradients")
