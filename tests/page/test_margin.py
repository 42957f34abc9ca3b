"""The margin: Table 20.4 for the chosen position, any number in full, and copies."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

#: Table 20.4 as the chapter prints it, position 5 of the red-key record. The page
#: writes a ReLU's zero as "0".
TABLE_20_4 = """
token_embedding     0.018213  0.011841 -0.009374
position_embedding  0.027942 -0.027214 -0.004556
block_input         0.046155 -0.015373 -0.013930
norm1               1.500366 -0.745166 -0.692521
q_projection        0.086787 -0.040868 -0.193362
k_projection       -0.013506  0.011333 -0.061313
v_projection        0.007704 -0.032708  0.052636
joined              0.035102  0.011446 -0.001279
attention_output    0.002184  0.001408 -0.002312
residual1           0.048339 -0.013964 -0.016242
norm2               1.552943 -0.721283 -0.804429
ffn_linear          0.183987  0.108629 -0.107695
ffn_relu            0.183987  0.108629  0
ffn_output         -0.005631 -0.000809  0.002055
block_output        0.042707 -0.014773 -0.014188
final_norm          1.401739 -0.594476 -0.574142
"""

#: Table 20.5: head 0's scores and weights over the six visible keys.
SCORES = ["-0.005191", "-0.006729", "-0.003865", "0.001567", "0.001338", "0.004393"]
WEIGHTS = ["0.166037", "0.165782", "0.166257", "0.167163", "0.167125", "0.167636"]


#: As on a page that is neither on localhost nor on HTTPS.
REFUSE_CLIPBOARD = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }"


def near(value: float) -> Any:
    """Products round differently from one processor to the next; the project's bound is 1e-12."""
    return pytest.approx(value, rel=0, abs=1e-12)


def minus(text: str) -> str:
    """The page's minus is U+2212."""
    return text.replace("-", "\N{MINUS SIGN}")


def row(page: Page, name: str) -> Locator:
    """A row of the position's table by its tensor."""
    return page.locator(f'.position-table [data-tensor="{name}"]')


def digits(page: Page) -> list[str]:
    """Every coordinate of the opened row, in full."""
    return page.locator(".coordinate .digits").all_text_contents()


def test_every_row_of_the_chapters_table_at_six_decimals(page: Page) -> None:
    lines = [line.split() for line in TABLE_20_4.strip().splitlines()]
    shown = page.locator(".representations .row")
    expect(shown).to_have_count(len(lines))
    for at, (name, *values) in enumerate(lines):
        expect(shown.nth(at)).to_have_attribute("data-tensor", name)
        expect(shown.nth(at).locator("td")).to_have_text([minus(value) for value in values])


def test_the_table_follows_the_position(page: Page) -> None:
    # record 0, position 0 is BOS: its first weight is 1, for it sees itself alone
    page.locator("#chips .chip").nth(0).click()
    expect(page.locator("#position-title")).to_have_text("Position 0, by stage")
    expect(row(page, "weights.0").locator("td").first).to_have_text("1.000000")
    expect(row(page, "weights.0").locator("td").nth(1)).to_have_text("masked")
    expect(page.locator(".position-tokens")).to_contain_text("256")


def test_a_row_opens_to_all_its_coordinates_in_full(page: Page) -> None:
    for name, count in (("block_input", 16), ("ffn_relu", 64)):
        row(page, name).locator(".row-name").click()
        expect(page.locator(".coordinate"), name).to_have_count(count)
        expect(row(page, name).locator(".row-name")).to_have_attribute("aria-expanded", "true")
        row(page, name).locator(".row-name").click()
        expect(page.locator(".coordinate"), name).to_have_count(0)


def test_opened_coordinates_are_the_chapters_to_the_last_digit(page: Page) -> None:
    row(page, "block_input").locator(".row-name").click()
    # Section 20.4 writes this number out
    assert digits(page)[0] == "0.04615491391521349"
    row(page, "ffn_output").locator(".row-name").click()
    assert float(digits(page)[0].replace("\N{MINUS SIGN}", "-")) == near(-0.005631200185285851)


def test_scores_and_weights_of_the_chapters_query(page: Page) -> None:
    row(page, "scores.0").locator(".row-name").click()
    # the table beneath Table 20.4 shows three keys; the opened row all fifteen
    shown = [round(float(text.replace("\N{MINUS SIGN}", "-")), 6) for text in digits(page)[:6]]
    assert shown == [float(score) for score in SCORES]
    row(page, "weights.0").locator(".row-name").click()
    assert [f"{float(text):.6f}" for text in digits(page)[:6]] == WEIGHTS
    assert digits(page)[6:] == ["masked"] * 9


def test_a_clicked_number_is_read_in_full_with_its_name(page: Page) -> None:
    row(page, "block_input").locator("td button").first.click()
    expect(page.locator(".readout-code")).to_have_text("block_input[0, 5, 0]")
    expect(page.locator(".readout-value")).to_have_text("0.046155")
    expect(page.locator(".readout-digits")).to_have_text("0.04615491391521349")
    expect(page.locator(".readout-place")).to_have_text(
        re.compile(r"^position 5 \(is.\), coordinate 0$")
    )
    expect(page.locator(".readout [aria-live]")).to_contain_text("block_input[0, 5, 0]")


def test_reading_follows_typing_and_says_when_the_number_is_gone(page: Page) -> None:
    page.locator("#chips .chip").nth(14).click()
    row(page, "token_embedding").locator("td button").first.focus()
    page.locator(".record-text").first.fill("T")
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    expect(page.locator(".readout-value")).to_have_text("not there")
    expect(page.locator("#position-title")).to_have_text("Position 1, by stage")


def test_a_masked_score_is_no_number(page: Page) -> None:
    row(page, "scores.0").locator(".row-name").click()
    page.locator(".coordinate").nth(9).click()
    expect(page.locator(".readout-value")).to_have_text("masked")
    expect(page.locator(".readout-digits")).to_have_text("")


def test_one_tab_stop_and_arrows_inside(page: Page) -> None:
    stops = page.locator('.representations [tabindex="0"]')
    expect(stops).to_have_count(1)
    row(page, "token_embedding").locator(".row-name").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(row(page, "position_embedding").locator("td button").first).to_be_focused()
    # read by moving there; the number of a row that every record shares names no record
    expect(page.locator(".readout-code")).to_have_text("position_embedding[5, 0]")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator(".coordinate")).to_have_count(16)
    expect(row(page, "position_embedding").locator(".row-name")).to_be_focused()
    expect(stops).to_have_count(2)  # the table's and the opened list's


def copied(page: Page, format_: str) -> str:
    """What a copy button put on the clipboard."""
    page.locator(f"[data-copy={format_}]").click()
    expect(page.locator(".copied")).to_contain_text(f"of {format_.upper()}")
    text = page.evaluate("navigator.clipboard.readText()")
    assert isinstance(text, str)
    return text


@pytest.fixture
def reader(open_page: Callable[..., Page]) -> Page:
    """A page that may read the clipboard."""
    return open_page(permissions=["clipboard-read", "clipboard-write"])


def test_copied_json_holds_the_position_whole(reader: Page) -> None:
    read: dict[str, Any] = json.loads(copied(reader, "json"))
    assert read["record"]["text"] == "The key is red. Answer: red."
    assert read["position"] == 5
    assert read["input"] == {"id": 277, "piece": "is␠", "hex": "697320"}
    assert read["target"] == {"id": 270, "piece": "red", "hex": "726564"}
    assert set(read["model"]["identities"]) == {"config", "tokenizer", "corpus"}
    tensors = read["tensors"]
    assert tensors["token_embedding"][0] == 0.01821338003888261
    assert tensors["logits"][270] == near(0.09915046290174213)
    assert len(tensors["logits"]) == 291
    assert tensors["blocks"][0]["block_output"][0] == near(0.042707494411294254)
    assert tensors["blocks"][0]["scores"][0][6] is None


def test_copied_csv_holds_the_same_numbers(reader: Page) -> None:
    read = json.loads(copied(reader, "json"))
    lines = list(csv.DictReader(io.StringIO(copied(reader, "csv"))))
    ffn = [float(line["value"]) for line in lines if line["name"] == "ffn_linear"]
    assert ffn == read["tensors"]["blocks"][0]["ffn_linear"]
    facts = {line["name"]: line["value"] for line in lines if not line["index"]}
    assert facts["record"] == "The key is red. Answer: red."
    assert facts["target_piece"] == "red"


def test_without_a_clipboard_the_old_command_copies(open_page: Callable[..., Page]) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.evaluate(REFUSE_CLIPBOARD)
    assert json.loads(copied(page, "json"))["position"] == 5
    expect(page.locator("[data-copy=json]")).to_be_focused()


def test_where_nothing_copies_the_text_is_there_to_take(page: Page) -> None:
    page.evaluate(REFUSE_CLIPBOARD)
    page.evaluate("() => { document.execCommand = () => false; }")
    page.locator("[data-copy=json]").click()
    expect(page.locator(".copied")).to_contain_text("did not allow")
    area = page.locator(".copy-fallback textarea")
    assert json.loads(area.input_value())["position"] == 5
    expect(area).to_be_focused()
    # what is offered is position 5; on another position it would be false
    page.locator("#chips .chip").nth(2).click()
    expect(area).to_be_hidden()
    expect(page.locator(".copied")).to_have_text("")


def test_markup_in_a_record_leaves_as_text(open_page: Callable[..., Page]) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    text = '"><img src=x onerror=alert(1)>'
    page.locator(".record-text").first.fill(text)
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    assert json.loads(copied(page, "json"))["record"]["text"] == text
    assert page.locator("img").count() == 0


def test_chinese(open_page: Callable[..., Page]) -> None:
    page = open_page("lang=zh")
    expect(row(page, "residual1").locator(".row-name")).to_have_text("第一次残差相加")
    row(page, "residual1").locator("td button").first.click()
    expect(page.locator(".readout-meaning")).to_have_text("块输入加注意力输出。")
