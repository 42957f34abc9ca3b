"""The badge says whether the page's own arithmetic agrees with the server's, and where not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.page.conftest import go_to

Change = Callable[[dict[str, Any]], None]
OpenPage = Callable[..., Page]


def changed(page: Page, path: str, change: Change) -> None:
    """Let one reply of the server through with something in it changed."""

    def answer(route: Route) -> None:
        response = route.fetch()
        reply = response.json()
        change(reply)
        route.fulfill(response=response, body=json.dumps(reply))

    page.route(f"**/{path}", answer)


def open_changed(open_page: OpenPage, path: str, change: Change) -> Page:
    page = open_page()
    changed(page, path, change)
    ask_again(page, path)
    return page


def ask_again(page: Page, path: str) -> None:
    """For a trace by typing; parameters are asked for once, when the page is opened."""
    if path == "api/trace":
        text = page.locator(".record-text").nth(1)
        text.fill(f"{text.input_value()}.")
    else:
        page.reload()


def verdict(page: Page, said: str) -> None:
    expect(page.locator("#verified")).to_have_attribute("data-verdict", said)


def table_row(page: Page, tensor: str) -> Locator:
    return page.locator(f"#verification-table [data-tensor='{tensor}']")


def test_all_numbers_agree_and_the_badge_says_how_closely(page: Page) -> None:
    verdict(page, "agrees")
    badge = page.locator("#verification")
    # Of both records: 32 targets and losses, their mean, and 24,198 entries of tensors.
    expect(badge).to_contain_text("✓ 24,263 numbers recomputed in this page")
    # A sum of 64 float64 terms is off by a few units of its last place: 2.2e-16 at 1.
    expect(page.locator("#largest-difference")).to_have_text(re.compile(r"^\d\.\de−1[5-9]$"))
    expect(badge).to_have_attribute("title", re.compile(r"at \w+\[\d"))
    expect(page.locator("#mean-loss")).to_have_text("5.670999")


def test_it_follows_the_records(page: Page) -> None:
    page.locator(".record-text").nth(1).fill("钥匙")
    expect(page.locator("#number-count")).not_to_have_text("24,263")
    verdict(page, "agrees")
    page.keyboard.press("Escape")
    page.locator("#chips .chip").first.click()
    page.keyboard.press("m")
    verdict(page, "agrees")


def one_weight(reply: dict[str, Any]) -> None:
    (wk,) = [entry for entry in reply["parameters"] if entry["name"] == "blocks.0.wk"]
    wk["values"][3][9] += 1e-9


def one_logit(reply: dict[str, Any]) -> None:
    reply["records"][0]["tensors"]["logits"][4][7] += 1e-9


def one_id(reply: dict[str, Any]) -> None:
    reply["records"][1]["ids"][0] = 65


def one_number_missing(reply: dict[str, Any]) -> None:
    reply["records"][0]["tensors"]["blocks"][0]["joined"][2][3] = None


@pytest.mark.parametrize(
    ("path", "change", "first"),
    [
        ("api/parameters", one_weight, "k_projection"),
        ("api/trace", one_logit, "logits"),
        ("api/trace", one_id, "token_embedding"),
        ("api/trace", one_number_missing, "joined"),
    ],
)
def test_one_wrong_number_turns_the_badge_and_is_named(
    open_page: OpenPage, path: str, change: Change, first: str
) -> None:
    page = open_changed(open_page, path, change)
    verdict(page, "differs")
    expect(page.locator("#verification")).to_contain_text(f"≠ parts ways at {first}")
    expect(page.locator("#badge [role=status]").last).to_have_text(f"parts ways at {first}")
    page.locator("#verification").click()
    expect(table_row(page, first)).to_contain_text("differs first")
    expect(table_row(page, "targets")).to_contain_text("identical to the last bit")
    page.keyboard.press("Escape")
    page.unroute(f"**/{path}")
    ask_again(page, path)
    verdict(page, "agrees")


def test_the_place_of_one_wrong_number_is_exact(open_page: OpenPage) -> None:
    page = open_changed(open_page, "api/trace", one_logit)
    expect(page.locator("#verification")).to_contain_text("max |Δ| 1.0e−9")
    page.locator("#verification").click()
    expect(table_row(page, "logits")).to_contain_text("logits[0, 4, 7]")
    expect(table_row(page, "final_norm")).to_contain_text("✓ agrees")


def test_a_missing_number_is_counted_not_measured(open_page: OpenPage) -> None:
    page = open_changed(open_page, "api/trace", one_number_missing)
    expect(page.locator("#verification")).to_contain_text("parts ways at joined · 1 on one side")
    page.locator("#verification").click()
    expect(table_row(page, "joined")).to_contain_text("joined[0, 2, 3]")
    expect(table_row(page, "joined")).to_contain_text("1 on one side only")


def test_parameters_that_fit_no_model_are_told(open_page: OpenPage) -> None:
    def drop(reply: dict[str, Any]) -> None:
        reply["parameters"] = [p for p in reply["parameters"] if p["name"] != "blocks.0.w1"]

    page = open_changed(open_page, "api/parameters", drop)
    verdict(page, "failed")
    expect(page.locator("#verification")).to_contain_text("cannot be recomputed")
    page.locator("#verification").click()
    expect(page.get_by_role("dialog")).to_contain_text("blocks.0.w1")


def test_the_table_lists_every_tensor_with_the_tolerance_and_its_reason(page: Page) -> None:
    verdict(page, "agrees")
    page.locator("#verification").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    rows = dialog.locator("#verification-table tbody tr")
    # targets, 2 embeddings, 20 of the block, final norm, logits, losses, mean
    expect(rows).to_have_count(27)
    expect(table_row(page, "ffn_linear")).to_contain_text("2,048")
    expect(table_row(page, "visible")).to_contain_text("514 flags")
    expect(dialog).to_contain_text("1.0e−12 · max(1, |x|)")
    expect(dialog).to_contain_text("in different orders")
    expect(dialog.locator("#verification-times")).to_contain_text("the server's answer took")
    page.keyboard.press("Escape")
    expect(page.locator("#verification")).to_be_focused()


def test_the_worst_place_leads_to_its_number(page: Page) -> None:
    verdict(page, "agrees")
    page.locator("#verification").click()
    worst = page.locator("#verification-table tfoot button")
    name = worst.inner_text().partition("[")[0]
    worst.click()
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator("#margin")).to_contain_text(name)


def test_waiting_keeps_the_figures_and_counts_the_seconds(page: Page) -> None:
    verdict(page, "agrees")
    held: list[Route] = []
    page.route("**/api/trace", lambda route: held.append(route))
    page.locator(".record-text").first.fill("later")
    verdict(page, "waiting")
    expect(page.locator("#verification")).to_contain_text("… 24,263 numbers")
    expect(page.locator("#verified .waiting")).to_have_text(
        re.compile(r"the server computes, [1-9]\d*\.\d s|the server computes, 0\.[3-9] s")
    )
    held[0].continue_()
    page.unroute("**/api/trace")
    verdict(page, "agrees")
    expect(page.locator("#verified .waiting")).to_be_empty()
    expect(page.locator("#number-count")).not_to_have_text("24,263")


def test_stale_records_say_why_and_show_no_figures(page: Page) -> None:
    page.locator(".record-text").first.fill("Q" * 64)
    expect(page.locator("#badge")).to_have_attribute("data-status", "stale")
    expect(page.locator("#stale-reason")).to_have_text("Not of this text: it is too long.")
    expect(page.locator("#verification")).to_be_hidden()


def test_it_speaks_chinese(open_page: OpenPage) -> None:
    page = open_page("lang=zh")
    verdict(page, "agrees")
    expect(page.locator("#verification")).to_contain_text("24,263 个数 已在本页重新计算")
    page.locator("#verification").click()
    expect(table_row(page, "targets")).to_contain_text("逐位相同")


def test_a_fault_is_shown_where_the_two_first_part_ways(open_page: OpenPage) -> None:
    page = open_page("mode=break")
    for fault, first in (
        ("targets-not-shifted", "targets"),
        ("mask-one-ahead", "scores"),
        ("attention-residual-dropped", "residual1"),
        ("padding-in-mean", "mean_loss"),
    ):
        go_to(page, f"mode=break&fault={fault}")
        expect(page.locator("#verification"), fault).to_contain_text(f"≠ parts ways at {first}")
        verdict(page, "differs")
        page.locator("#verification").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("This page computes the healthy model")
        expect(table_row(page, first), fault).to_contain_text("differs first")
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()


def test_a_fault_that_no_number_shows_is_no_success(open_page: OpenPage) -> None:
    # Padding stands last, so under the causal mask no real position can see it.
    page = open_page("mode=break&fault=padding-visible")
    verdict(page, "unseen")
    expect(page.locator("#verification")).to_contain_text("≡ fault on, and no number shows it")
