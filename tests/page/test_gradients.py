"""Gradients on the loom, and one update of one parameter taken apart, after a run of 20 updates."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.minigpt.tiny_text import tiny_text_folder
from tests.page.conftest import serving
from tests.page.test_axe import AXE, violations
from tests.page.test_hover import THIRD_OF_16, point_at

OpenPage = Callable[..., Page]
MINUS = "\N{MINUS SIGN}"

#: A model of a text in the models folder.
POEM = "?model=poem"

TEXTS = ["The key is red. Answer: red.", "The key is blue. Answer: blue."]


def post(address: str, path: str, body: object) -> Any:
    """What the server answers, as JSON."""
    asked = Request(
        f"{address}{path}", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urlopen(asked, timeout=30) as answer:
        return json.load(answer)


def train(address: str, model: str, settings: object) -> None:
    """A run of it, from its start to its end."""
    post(address, f"api/training/start{model}", settings)
    with urlopen(f"{address}api/training/events{model}", timeout=30) as events:
        next(line for line in events if b'"finished"' in line)


@pytest.fixture(scope="module")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own, with a run that has kept steps 0, 10 and 20, and one on a text."""
    models = tmp_path_factory.mktemp("models")
    tiny_text_folder(models / "poem", dropout=0.1)
    with serving("--models", str(models)) as address:
        train(address, "", {"steps": 20})
        train(address, POEM, {"clip_norm": 0.5, "batch_windows": 6})
        yield address


def number(page: Page, selector: str) -> float:
    """A number on the page, which is written with every digit."""
    return float(page.locator(selector).inner_text().replace(MINUS, "-"))


def read(page: Page, code: str) -> float:
    """What the readout says, once it is of the number that is called so."""
    expect(page.locator(".readout-code")).to_have_text(code)
    return number(page, ".readout-digits")


@pytest.fixture(scope="module")
def gradients(server_url: str) -> Any:
    """Of the chapter's records at step 10, as the server has them."""
    asked = {"records": [{"text": text} for text in TEXTS], "step": 10, "slots": "context"}
    return post(server_url, "api/gradients", asked)


def test_the_loom_turns_to_gradients_and_every_one_can_be_read(
    open_page: OpenPage, gradients: Any
) -> None:
    page = open_page("mode=train&step=10&stage=3")
    menu = page.locator("#loom-show select")
    menu.select_option("gradients")
    label = page.locator('.loom-label[data-column="norm1"]')
    expect(label).to_have_text("∂norm")
    expect(page.locator('.loom-label[data-column="ids"]')).to_have_text("ids")
    expect(page.locator(".gradient-caption")).to_contain_text("1/32 for each")

    own = gradients["records"][0]["tensors"]
    point_at(page, "norm1", 3, THIRD_OF_16)
    assert read(page, "∂norm1[0, 3, 2]") == own["blocks"][0]["norm1"][3][2]
    point_at(page, "losses", 3, 0.5)
    assert read(page, "∂loss[0, 3]") == 1 / 32
    point_at(page, "ids", 3, 0.5)  # has no gradient: read as it is
    expect(page.locator(".readout-code")).to_have_text("ids[0, 3]")

    point_at(page, "final_norm", 3, THIRD_OF_16)
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".derivation-code")).to_have_text("∂final_norm[0, 3, 2]")
    check = page.locator("#margin > .derivation .derivation-check")
    expect(check).to_have_attribute("data-kind", "same")
    menu.select_option("values")
    expect(label).to_have_text("norm")
    expect(page.locator(".gradient-caption")).to_be_hidden()


def test_a_table_shows_its_own_gradients_and_leads_to_an_update(
    open_page: OpenPage, gradients: Any
) -> None:
    page = open_page("mode=train&step=10&stage=2&show=gradients")
    expect(page.locator(".tables figcaption").first).to_contain_text("∂ Token table E [291, 16]")
    page.locator('[data-table="parameters.token_embedding"]').focus()
    page.keyboard.press("ArrowRight")
    values = next(p["values"] for p in gradients["parameters"] if p["name"] == "token_embedding")
    assert read(page, "∂token_embedding[277, 0]") == values[277][0]
    page.get_by_role("button", name="One update of token_embedding[277, 0]").click()
    update = page.locator("#update")
    expect(update.locator(".update-code")).to_have_text("token_embedding[277, 0]")
    update.locator(".close").click()
    expect(update).to_be_hidden()


def test_one_update_is_taken_apart_and_its_gradients_brought_onto_the_page(
    open_page: OpenPage, server_url: str
) -> None:
    page = open_page("mode=train&step=10")
    update = page.locator("#update")
    expect(update).to_contain_text("Choose a number of the model")
    update.locator(".update-name").select_option("lm_head")
    update.locator(".update-place").nth(0).fill("3")
    update.locator(".update-place").nth(1).fill("270")
    update.locator(".update-place").nth(1).press("Tab")
    expect(update.locator(".update-code")).to_have_text("lm_head[3, 270]")
    asked = {"step": 10, "parameter": "lm_head", "index": [3, 270]}
    told = post(server_url, "api/update", asked)
    for name in ("value", "gradient", "first_after", "second_corrected", "change", "new_value"):
        assert number(page, f'[data-figure="{name}"] .digits') == told[name]
    expect(update.locator(".derivation-check")).to_contain_text("Recomputed here:")
    expect(update.locator(".derivation-check")).to_have_attribute("data-kind", "same")
    expect(update.locator("math")).to_have_count(18)
    texts = [record["text"] for record in told["records"]]
    expect(update.locator(".update-batch li")).to_contain_text(texts)
    page.evaluate(AXE)
    assert violations(page, "one update", "#update") == []

    # The batch on the page: the same gradient, computed a second time.
    update.get_by_role("button", name="Put these records on the page").click()
    expect(page.locator("#records textarea")).to_have_count(8)
    expect(page.locator('.loom-label[data-column="norm1"]')).to_have_text("∂norm")
    expect(update.locator(".update-batch .note").last).to_contain_text("Their gradient by this")
    expect(page).to_have_url(re.compile("show=gradients.*&param=lm_head:3,270"))

    # Its value leads to the parameter's derivation, and that back.
    update.locator(".derivation-value .number").click()
    expect(update).to_be_hidden()
    page.get_by_role("button", name="One update of it").click()
    expect(update.locator(".update-steps")).to_have_text("step 10 → 11")


def test_where_there_is_no_update_it_says_why_and_leads_to_one(open_page: OpenPage) -> None:
    page = open_page("mode=train&step=20&param=blocks.0.wq:3,5")
    update = page.locator("#update")
    expect(update).to_contain_text("No update was made after step 20")
    update.get_by_role("button", name="Show step 10").click()
    expect(update.locator(".update-steps")).to_have_text("step 10 → 11")
    page.evaluate("location.hash = 'mode=train&step=0&param=blocks.0.wq:3,99'")
    expect(update).to_contain_text("an index lies outside its shape")
    page.evaluate("location.hash = 'mode=train&param=blocks.0.wq:3,5&lang=zh'")
    expect(update).to_contain_text("现在显示的是载入的模型")
    update.get_by_role("button", name="显示第 0 步").click()
    expect(update.locator(".update-steps")).to_have_text("第 0 步 → 1")
    update.get_by_role("button", name="下一个已存步：第 11 次更新").click()
    expect(update.locator(".update-steps")).to_have_text("第 10 步 → 11")


def test_one_update_of_a_run_on_a_text_has_its_rate_its_clip_and_its_windows(
    open_page: OpenPage, server_url: str
) -> None:
    page = open_page("model=poem&mode=train&step=8&param=blocks.0.w1:3,5", wait=False)
    update = page.locator("#update")
    expect(update.locator(".update-steps")).to_have_text("step 8 → 9")
    told = post(
        server_url, f"api/update{POEM}", {"step": 8, "parameter": "blocks.0.w1", "index": [3, 5]}
    )
    rows = update.locator("[data-figure]")
    expect(rows).to_have_count(14)
    for row in rows.all():
        name = row.get_attribute("data-figure") or ""
        assert number(page, f'[data-figure="{name}"] .digits') == told[name], name
    check = update.locator(".derivation-check")
    expect(check).to_contain_text("within what float32, in which the run computes, rounds off")
    expect(check).to_have_attribute("data-kind", "same")
    expect(update.locator("math")).to_have_count(27)
    expect(update.locator(".derivation-formulas .note")).to_contain_text(
        ["from update 3 to 12; this is number 9", "beyond the clip of 0.5", "matrices and tables"]
    )

    # The windows, cut to lines; one of them becomes the page's text.
    expect(update.locator(".update-windows h3")).to_contain_text("6 windows of the training text")
    expect(update.locator(".update-windows li:visible")).to_have_count(4)
    update.locator(".update-windows summary").click()
    lines = update.locator(".update-windows li button")
    expect(lines).to_have_count(6)
    assert [line.get_attribute("title") for line in lines.all()] == [
        window["text"] for window in told["windows"]
    ]
    page.evaluate(AXE)
    assert violations(page, "one update of a text", "#update") == []
    lines.nth(5).click()
    expect(lines.nth(5)).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(f"at=train:{told['windows'][5]['start']}&"))

    # A bias, in the warm-up: it does not decay.
    page.evaluate("location.hash = 'model=poem&mode=train&step=0&param=lm_bias:2&lang=zh'")
    expect(update.locator(".derivation-formulas .note")).to_contain_text(
        ["直线上升", "超过裁剪长度 0.5", "不衰减"]
    )
    expect(update.locator(".update-windows h3")).to_contain_text("6 个窗口")
