"""Somebody else's checkpoint, from the models folder to the loom; and one that is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import torch
from playwright.sync_api import Page, expect

from tests.minigpt.foreign_models import SIZES, first_mingpt_state
from tests.page.conftest import serving, wait_for_trace

OpenPage = Callable[..., Page]


def test_a_checkpoint_is_read_asked_about_and_opened(open_page: OpenPage, tmp_path: Path) -> None:
    state = first_mingpt_state()
    torch.save(state, tmp_path / "story.pt")
    lost = "blocks.1.ln2.weight"
    torch.save({name: values for name, values in state.items() if name != lost}, tmp_path / "a.pt")
    with serving("--models", str(tmp_path)) as address:
        page = open_page(wait=False)
        page.goto(address)
        wait_for_trace(page)
        page.keyboard.press("o")
        expect(page.locator(".models-checkpoint option")).to_have_text(["a.pt", "story.pt"])
        refuse(page, lost)
        ask_and_open(page)
        expect(page.locator("#model")).to_have_text("story, imported")
        expect(page.locator(".report-end button").first).to_be_focused()
        expect(page.locator(".models-table .on")).to_contain_text("does not say for how long")
        page.keyboard.press("Escape")
        wait_for_trace(page)
        expect(page).to_have_url(re.compile("model=story"))
        chips = page.locator("#chips .chip-list [role=option]")
        expect(chips.first.locator(".piece").first).to_have_text("#1")
        expect(page.locator("#stages")).to_contain_text(f"LM [{SIZES.width},{SIZES.vocabulary}]")
        # Of a bare ID each digit is read: without its last it would be another.
        cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length"
        assert page.locator("#lab [data-position] .who").evaluate_all(cut) == 0
        first = page.locator(".record-text").input_value()
        page.locator(".record-text").fill("3 #18 0")
        expect(chips).to_have_count(3)
        expect(chips.nth(1).locator(".piece").first).to_have_text("#18")
        # A link that writes no records is of the model's own first ones, and of no other model's.
        page.evaluate("location.hash = 'model=story&pos=2'")
        expect(page.locator(".record-text")).to_have_value(first)
        expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
        page.close()


def refuse(page: Page, lost: str) -> None:
    """The first file: refused by the tensor's name, and the model in use stays."""
    choice, report = page.locator(".models-checkpoint"), page.locator(".import-report")
    choice.locator("button").press("Enter")
    expect(report.locator("b.refused")).to_contain_text(lost)
    expect(choice.locator("button")).to_be_focused()
    expect(report).to_contain_text("MG-1 stays open")
    expect(report.locator(".report-end button").first).to_be_hidden()
    expect(page.locator("#model")).to_have_text("MG-1, untrained")


def ask_and_open(page: Page) -> None:
    """The second: what no tensor shows is asked for, and Open waits for it."""
    choice, report = page.locator(".models-checkpoint"), page.locator(".import-report")
    choice.locator("select").select_option("story.pt")
    choice.locator("button").press("Enter")
    heads = report.get_by_label("heads", exact=True)
    expect(heads).to_be_visible()
    expect(choice.locator("button")).to_be_focused()
    open_it = report.locator(".report-end button").first
    expect(open_it).to_be_disabled()
    heads.select_option(str(SIZES.heads))
    expect(open_it).to_have_text(f"Open with {SIZES.heads} heads")
    expect(report).to_contain_text("IDs alone")
    report.locator("summary").click()
    expect(report.locator("tbody tr", has_text="blocks.0.wq")).to_contain_text("attn.query")
    expect(open_it).to_be_enabled()  # it says its answer before the file has been read with it
    open_it.press("Enter")
