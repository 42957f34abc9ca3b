"""Where a number comes from: opened anywhere, followed down and up, by pointer and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

#: From the mean loss to one entry of the token table: what each step is called, and the operand
#: that leads to the next. Record 0, position 5, then key 3 of head 0.
DESCENT = [
    ("mean_loss", "loss[0, 5]"),
    ("loss[0, 5]", "probability[0, 5, 270]"),
    ("probability[0, 5, 270]", "exponential[0, 5, 270]"),
    ("exponential[0, 5, 270]", "shifted_logit[0, 5, 270]"),
    ("shifted_logit[0, 5, 270]", "logits[0, 5, 270]"),
    ("logits[0, 5, 270]", "final_norm[0, 5, 0]"),
    ("final_norm[0, 5, 0]", "block_output[0, 5, 0]"),
    ("block_output[0, 5, 0]", "residual1[0, 5, 0]"),
    ("residual1[0, 5, 0]", "attention_output[0, 5, 0]"),
    ("attention_output[0, 5, 0]", "joined[0, 5, 0]"),
    ("joined[0, 5, 0]", "mixtures[0, 0, 5, 0]"),
    ("mixtures[0, 0, 5, 0]", "weights[0, 0, 5, 3]"),
    ("weights[0, 0, 5, 3]", "scores[0, 0, 5, 3]"),
    ("scores[0, 0, 5, 3]", "q·k[0, 0, 5, 3]"),
    ("q·k[0, 0, 5, 3]", "k_heads[0, 0, 3, 0]"),
    ("k_heads[0, 0, 3, 0]", "k_projection[0, 3, 0]"),
    ("k_projection[0, 3, 0]", "norm1[0, 3, 0]"),
    ("norm1[0, 3, 0]", "block_input[0, 3, 0]"),
    ("block_input[0, 3, 0]", "token_embedding[0, 3, 0]"),
    ("token_embedding[0, 3, 0]", "token_embedding[268, 0]"),
]
LEAF = "token_embedding[268, 0]"
TRAIL = "trail=weights:r0:b0:0.5.3"

OpenPage = Callable[..., Page]


def code(page: Page) -> Locator:
    """The name of the number whose derivation is open."""
    return page.locator(".derivation-code")


def operand(page: Page, name: str) -> Locator:
    """The first operand with this name, however its row is drawn."""
    once = page.locator(".operand-button").filter(has=page.get_by_text(name, exact=True))
    each = page.locator(f'.operand .number[aria-label^="{name}:"]')
    return once.or_(each).first


def steps(page: Page) -> list[str]:
    """The path, as it is written."""
    return page.locator(".path-steps li").all_text_contents()


def test_from_the_mean_loss_to_a_table_entry_by_clicks(page: Page) -> None:
    page.locator("#mean-loss").click()
    for name, following in DESCENT:
        expect(code(page)).to_have_text(name)
        operand(page, following).click()
    expect(code(page)).to_have_text(LEAF)
    # section 20.4: the token table's row 268, "key"; the drawing of the path shows this number
    expect(page.locator(".derivation .derivation-digits")).to_have_text("−0.00019305916608061395")
    expect(page.locator(".leaf").first).to_have_text("Row 268 (key) of the token table, column 0.")
    expect(page.locator(".leaf").last).to_contain_text("seed 1729")
    expect(page.locator(".operand")).to_have_count(0)


def test_from_the_mean_loss_to_a_table_entry_by_keys_alone(page: Page) -> None:
    page.locator("#mean-loss").focus()
    page.keyboard.press("Enter")
    for name, following in DESCENT:
        expect(code(page)).to_have_text(name)
        walk_to(page, operand(page, following))
        page.keyboard.press("Enter")
    expect(code(page)).to_have_text(LEAF)
    expect(page.locator("#derivation-title")).to_be_focused()  # no operand to stand on
    for name, following in reversed(DESCENT):
        page.keyboard.press("Backspace")
        expect(code(page)).to_have_text(name)
        expect(operand(page, following)).to_be_focused()  # where the way went on
    page.keyboard.press("Backspace")
    expect(page.locator(".derivation")).to_be_hidden()
    expect(page.locator("#mean-loss")).to_be_focused()


def walk_to(page: Page, button: Locator) -> None:
    """Down the operands, which are one tab stop, until the wanted one has the focus."""
    expect(page.locator(".operands :focus")).to_have_count(1)
    for _ in range(80):
        if button.evaluate("(node) => node === document.activeElement"):
            return
        page.keyboard.press("ArrowRight")
    pytest.fail("arrows do not reach the operand")


def test_the_path_leads_back_to_any_step_and_out(open_page: OpenPage) -> None:
    page = open_page("trail=mean_loss*loss:r0:5*probability:r0:5.270")
    assert steps(page) == ["mean_loss", "← loss[0, 5]", "← probability[0, 5, 270]"]
    expect(page.locator(".path-steps [aria-current=step]")).to_have_text("probability[0, 5, 270]")
    page.locator(".path-steps button").first.click()
    expect(code(page)).to_have_text("mean_loss")
    page.locator(".derivation-path .leave").click()
    expect(page.locator(".derivation")).to_be_hidden()
    expect(page.locator("#position-title")).to_be_visible()


def test_a_long_path_is_folded_and_unfolds(page: Page) -> None:
    page.locator("#mean-loss").click()
    for _, following in DESCENT[:12]:
        operand(page, following).click()
    expect(page.locator(".path-steps li")).to_have_count(9)
    page.locator(".path-steps button", has_text="⋯").click()
    expect(page.locator(".path-steps li")).to_have_count(13)


def test_sixteen_products_add_up_to_what_the_trace_says(open_page: OpenPage) -> None:
    page = open_page("trail=q_projection:r0:b0:5.0")
    rows = page.locator(".operand.each:not(.total)")
    expect(rows).to_have_count(16)
    products = [number(text) for text in rows.locator(".amount").all_text_contents()]
    # table 20.4: Q projection of position 5, coordinate 0; each product is rounded to 6 decimals
    assert sum(products) == pytest.approx(0.086787, abs=16 * 0.5e-6)
    expect(page.locator(".operand.total .amount")).to_have_text("0.086787")
    check = page.locator(".derivation .derivation-check")
    expect(check).to_have_attribute("data-kind", "same")
    expect(check).to_have_text(re.compile("identical to the last bit|equal to within"))
    expect(page.locator(".derivation .derivation-formulas math")).to_have_count(2)


def number(text: str) -> float:
    """A number of the page, with its own minus."""
    return float(text.replace("\N{MINUS SIGN}", "-"))


def test_a_softmax_over_the_vocabulary_is_folded_to_what_matters(open_page: OpenPage) -> None:
    page = open_page("trail=exp_sum:r0:5")
    rows = page.locator(".operand.each:not(.total)")
    expect(rows.filter(has_text="270 (red) target")).to_have_count(1)
    expect(rows.filter(has_text="largest")).to_have_text(re.compile(r"^43 \(\+\) largest1$"))
    shown = rows.count()
    assert 8 <= shown <= 10
    expect(page.locator(".operand.fold")).to_contain_text(f"{291 - shown} more")
    page.locator(".fold-button").focus()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(291)
    expect(page.locator(".fold-button")).to_be_focused()
    # figure 20.8: the sum of the 291 exponentials at position 5
    expect(page.locator(".operand.total .amount")).to_have_text("236.078435")


def test_masked_operands_are_cut_off_and_not_zero(open_page: OpenPage) -> None:
    page = open_page(TRAIL)
    cut = page.locator(".operand.cut")
    expect(cut).to_have_count(1)
    expect(cut).to_contain_text("keys 6–14: 9 cut off by the mask, not zero")
    cut.locator(".fold-button").click()
    expect(cut).to_have_count(9)
    expect(cut.first).to_have_text("scores[0, 0, 5, 6]: cut off by the mask")
    cut.first.get_by_role("button").click()
    expect(page.locator(".derivation .derivation-value")).to_have_text("masked")
    expect(page.locator(".derivation .derivation-check")).to_have_text(
        "Query 5 does not see key 6: this number does not exist."
    )


def test_a_masked_weight_is_no_zero_either(page: Page) -> None:
    page.locator(".position-table [data-tensor='weights.0'] .row-name").click()
    page.locator(".coordinate").nth(9).click()
    expect(code(page)).to_have_text("weights[0, 0, 5, 9]")
    expect(page.locator(".derivation .derivation-value")).to_have_text("masked")
    expect(page.locator(".derivation .derivation-check")).to_contain_text("no weight exists")


def test_a_reloaded_link_opens_the_same_derivation(page: Page) -> None:
    page.locator("#mean-loss").click()
    operand(page, "loss[0, 5]").click()
    page.wait_for_url(re.compile(r"trail=mean_loss\*loss:r0:5$"))
    page.reload()
    expect(code(page)).to_have_text("loss[0, 5]")
    assert steps(page) == ["mean_loss", "← loss[0, 5]"]


@pytest.mark.parametrize(
    "trail", ["constructor:r0:5", "norm1:r9:b0:5.3", "norm1:r0:b0:99.3", "weights:r0", "%3Cb%3E"]
)
def test_a_link_to_a_number_that_is_not_there(open_page: OpenPage, trail: str) -> None:
    page = open_page(f"trail={trail}")
    if page.locator(".derivation").is_visible():
        expect(page.locator(".derivation .derivation-check")).to_have_text(
            "The present trace has no such number."
        )
        page.locator(".derivation-path .leave").click()
    expect(page.locator("#position-title")).to_be_visible()


def test_the_copied_text_can_be_checked_by_hand(open_page: OpenPage) -> None:
    page = open_page(
        "trail=q_projection:r0:b0:5.0", permissions=["clipboard-read", "clipboard-write"]
    )
    page.get_by_role("button", name="Copy this derivation as text").click()
    expect(page.locator(".copy-said")).to_contain_text("every digit")
    text: str = page.evaluate("navigator.clipboard.readText()")
    lines = text.splitlines()
    products = [line for line in lines if "=>" in line]
    assert len(products) == 16
    total = 0.0
    for i, line in enumerate(products):
        found = re.fullmatch(
            r"  norm1\[0, 5, (\d+)\] = (\S+)  \*  blocks\.0\.wq\[(\d+), 0\] = (\S+)  =>  (\S+)",
            line,
        )
        assert found
        assert int(found[1]) == int(found[3]) == i
        assert float(found[2]) * float(found[4]) == float(found[5])
        total += float(found[5])
    result = float(next(line for line in lines if line.startswith("Result: ")).split()[1])
    traced = float(next(line for line in lines if line.startswith("Trace: ")).split()[1])
    assert total == result
    assert result == pytest.approx(traced, rel=0, abs=1e-12)
    assert lines[0] == f"q_projection[0, 5, 0] = {lines_value(lines)}"
    assert "Formula: Σ norm1[0, 5, *] · blocks.0.wq[*, 0]" in lines


def lines_value(lines: list[str]) -> str:
    """What the trace says, as it is written."""
    return next(line for line in lines if line.startswith("Trace: ")).removeprefix("Trace: ")


def test_what_uses_a_number_leads_forward(open_page: OpenPage) -> None:
    page = open_page(TRAIL)
    uses = page.locator(".derivation-uses")
    uses.locator("summary").click()
    # a weight is read by one head's mixture of its query: 8 coordinates
    expect(uses.locator("summary")).to_have_text("What uses this number? 8 numbers")
    expect(uses.locator(".use")).to_have_count(8)
    uses.locator(".use").first.click()
    expect(code(page)).to_have_text("mixtures[0, 0, 5, 0]")
    assert steps(page) == ["weights[0, 0, 5, 3]", "→ mixtures[0, 0, 5, 0]"]


def test_the_last_number_is_used_by_none(open_page: OpenPage) -> None:
    page = open_page("trail=mean_loss")
    page.locator(".derivation-uses summary").click()
    expect(page.locator(".uses-list")).to_have_text("Nothing uses it: the pipeline ends here.")


#: A number of each kind of picture, the stage that shows it, and what it is called.
NUMBERS: list[tuple[int, str, str | re.Pattern[str]]] = [
    (2, "[data-strip=block_input] .strip-cell >> nth=3", "block_input[0, 5, 3]"),
    (3, ".query-table .number >> nth=1", "scores[0, 0, 5, 0]"),
    (4, "[data-figure=variance] .number", "norm2.variance[0, 5]"),
    (6, ".ladder [data-step=sum] .number", "exp_sum[0, 5]"),
    (6, ".losses .mean-label .number", "mean_loss"),
    (5, ".candidate-table .table-row .logit >> nth=1", re.compile(r"^logits\[0, 5, \d+\]$")),
    (3, ".position-table .row .number >> nth=4", "position_embedding[5, 1]"),
    (6, ".loss-columns .loss >> nth=2", "loss[0, 2]"),  # selects its position
]


def test_any_number_opens_by_click_and_is_left_by_escape(open_page: OpenPage) -> None:
    page = open_page()
    for stage, number, name in NUMBERS:
        page.locator(f"#stage-tab-{stage}").click()
        page.locator(number).click()
        expect(code(page), f"stage {stage}").to_have_text(name)
        page.keyboard.press("Escape")
        expect(page.locator(".derivation"), f"stage {stage}").to_be_hidden()


def test_cells_of_a_heat_map_open_and_mark_what_feeds_them(open_page: OpenPage) -> None:
    page = open_page("stage=3&key=2")
    page.locator(".map-walk").first.focus()
    page.keyboard.press("Enter")
    expect(code(page)).to_have_text("weights[0, 0, 5, 2]")
    # it comes from the six scores of its query in this head
    expect(page.locator(".query-table .number.fed")).to_have_count(6)
    page.locator(".map-canvas").nth(1).click(position={"x": 5, "y": 5})
    expect(code(page)).to_have_text("weights[0, 1, 0, 0]")


def test_bars_open_the_candidate_that_is_current(open_page: OpenPage) -> None:
    page = open_page("stage=6")
    page.locator(".bars-plot").focus()
    page.keyboard.press("Enter")
    expect(code(page)).to_have_text("probability[0, 5, 270]")


def test_a_cell_of_the_loom_opens_its_number(page: Page) -> None:
    box = page.locator('.loom-label[data-column="q_projection"]').bounding_box()
    body = page.locator(".loom-canvas").bounding_box()
    assert box
    assert body
    page.mouse.click(box["x"] + box["width"] * 0.5 / 16, body["y"] + 3)
    expect(code(page)).to_have_text("q_projection[0, 0, 0]")
    expect(page.locator("#stages [aria-selected=true]")).to_contain_text("3")


def test_strips_mark_what_feeds_the_number(open_page: OpenPage) -> None:
    page = open_page("stage=3&trail=q_projection:r0:b0:5.3")
    expect(page.locator("[data-strip=norm1] .strip-cell.fed")).to_have_count(16)
    expect(page.locator("[data-strip=joined] .strip-cell.fed")).to_have_count(0)
    # another position's row feeds nothing here
    page.locator("#chips .chip").nth(2).click()
    expect(page.locator("[data-strip=norm1] .strip-cell.fed")).to_have_count(0)


def test_the_loom_draws_the_path(open_page: OpenPage) -> None:
    page = open_page()
    expect(page.locator(".trail-overlay")).to_be_hidden()
    page = open_page("trail=attention_output:r0:b0:5.0*joined:r0:b0:5.0*mixtures:r0:b0:0.5.0")
    expect(page.locator(".trail-steps circle")).to_have_count(3)
    # a mixture: six weights in one row, and one V coordinate of six positions
    expect(page.locator(".trail-frames rect")).to_have_count(7)


def test_hover_reads_the_short_form(open_page: OpenPage) -> None:
    page = open_page("stage=3")
    page.locator("[data-strip=q_projection] .strip-cell").nth(3).focus()
    expect(page.locator(".readout-form")).to_have_text("= Σ norm1[0, 5, ·] · blocks.0.wq[·, 3]")


def test_a_derivation_follows_typing_and_keeps_the_focus(open_page: OpenPage) -> None:
    page = open_page("trail=loss:r0:2")
    expect(page.locator(".derivation .derivation-value")).to_have_text("5.724572")
    page.locator(".operand-button").nth(1).focus()
    page.keyboard.press("m")
    expect(page.locator(".derivation .derivation-value")).not_to_have_text("5.724572")
    expect(page.locator(".operand-button").nth(1)).to_be_focused()
    page.locator(".record-text").first.fill("T")
    expect(page.locator(".derivation .derivation-check")).to_have_text(
        "The present trace has no such number."
    )


def test_in_another_record_the_pictures_go_there(page: Page) -> None:
    page.locator("#mean-loss").click()
    operand(page, "loss[1, 11]").click()
    expect(code(page)).to_have_text("loss[1, 11]")
    expect(page.locator("#chips .chip")).to_have_count(18)  # and PAD


def test_chinese(open_page: OpenPage) -> None:
    page = open_page(f"lang=zh&{TRAIL}")
    expect(page.locator("#derivation-title")).to_contain_text("这个数从何而来")
    expect(page.locator(".operand.cut")).to_contain_text("9 个被掩码切断，不是零")
    expect(page.locator(".derivation .derivation-check")).to_contain_text("由这些操作数重算")
