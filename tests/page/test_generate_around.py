"""Generate and what is around it: records, lessons, links, keys, saved pages, a server away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import serving, wait_for_trace
from tests.page.generating import (
    WARM,
    cells,
    generated,
    ids,
    press,
    prompt,
    sentence,
    setting,
    train,
)

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def server_url() -> Iterator[str]:
    """A server of our own, whose run this module starts."""
    with serving() as address:
        yield address


def test_records_come_back_and_the_prompt_waits(open_page: OpenPage) -> None:
    page = open_page("r=The+cat.&r=A+dog:+x&rec=1&pos=2")
    page.keyboard.press("g")
    expect(prompt(page)).to_have_value("A dog: ")
    press(page, "Next token")
    expect(cells(page)).to_have_count(1)
    page.keyboard.press("l")  # lessons are about the records
    expect(page.locator(".stop-text")).to_be_visible()
    expect(prompt(page)).to_have_count(2)
    page.locator(".lesson-head button", has_text="Back to where I was").click()
    expect(prompt(page)).to_have_value("A dog: ")
    expect(cells(page)).to_have_count(1)
    page.keyboard.press("b")
    expect(prompt(page)).to_have_count(2)
    wait_for_trace(page)
    page.keyboard.press("p")
    page.keyboard.press("g")
    expect(page.locator("html.presenting #drawn")).to_be_visible()
    page.keyboard.press("p")
    press(page, "Next token")
    expect(cells(page)).to_have_count(2)

    # The address brings all of it back.
    expect(page).to_have_url(re.compile(r"mode=generate&prompt=A\+dog:\+&draw=2"))
    drawn = ids(page)
    page.reload()
    wait_for_trace(page)
    expect(cells(page)).to_have_count(2)
    assert ids(page) == drawn


def test_what_was_drawn_is_kept_as_records(open_page: OpenPage, server_url: str) -> None:
    """As many as there is room for; a link to elsewhere leaves Generate."""
    page = open_page("r=The+cat.&r=A+dog:+x&rec=1&mode=generate&draw=2")
    expect(cells(page)).to_have_count(2)
    keep = page.locator("#prompt > button")
    for count in range(3, 9):
        keep.click()
        expect(page.locator(".prompt-uses button")).to_have_count(count)
    expect(keep).to_be_disabled()
    page.keyboard.press("e")
    expect(prompt(page)).to_have_count(8)
    wait_for_trace(page)
    steps = generated(page, server_url, "A dog: ", new_tokens=2)["steps"]
    text = "".join(step["text"] for step in steps)
    assert prompt(page).last.input_value() == f"A dog: {text}"
    expect(page.locator("#records .current .record-text")).to_have_value(f"A dog: {text}")

    # A link to elsewhere leaves Generate; a step that is not there leaves the prompt.
    page.evaluate("location.hash = 'mode=generate&step=7777&prompt=Q&draw=1'")
    expect(page.locator(".notice")).to_contain_text("no saved step 7777")
    expect(cells(page)).to_have_count(1)
    page.evaluate("location.hash = 'pos=3'")
    expect(prompt(page)).to_have_count(2)
    wait_for_trace(page)


def test_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("")
    page.keyboard.press("g")
    expect(page.locator("#drawing .primary")).to_be_enabled()
    for count in (1, 2, 3):
        page.keyboard.press(".")
        expect(cells(page)).to_have_count(count)
    cells(page).nth(2).focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#drawn-title")).to_have_text("Token 2 of 24")
    expect(cells(page).nth(1)).to_be_focused()
    assert page.locator(".draw-cell[tabindex='0']").count() == 1
    setting(page, "seed").focus()
    page.keyboard.type("1 ")  # letters, digits and spaces are written there
    expect(setting(page, "seed")).to_have_value("1 ")
    expect(sentence(page)).to_contain_text("The change discarded 3 tokens.")
    expect(page.locator("#drawn")).to_be_visible()


def test_saved_at_a_step_it_needs_no_server(
    open_page: OpenPage, server_url: str, browser: Browser, tmp_path: Path
) -> None:
    train(open_page("mode=train"), server_url)
    page = open_page(f"{WARM}&step=100&draw=6")
    expect(cells(page)).not_to_have_count(0)
    count = cells(page).count()
    page.locator("#share").click()
    with page.expect_download() as download:
        page.locator("[data-save=html]").click()
    path = tmp_path / "saved.html"
    download.value.save_as(path)
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    wait_for_trace(page)
    loss = page.locator("#mean-loss").inner_text()

    wrong: list[str] = []
    alone = browser.new_context(viewport={"width": 1440, "height": 1000}, offline=True).new_page()
    alone.on("pageerror", lambda error: wrong.append(str(error)))
    alone.goto(path.as_uri())
    wait_for_trace(alone)
    expect(alone.locator("#model")).to_have_text("MG-1, step 100")
    expect(cells(alone)).to_have_count(count)
    alone.keyboard.press("2")
    alone.keyboard.press("0")
    prompt(alone).fill("The cat")
    expect(sentence(alone)).to_have_text("A saved page cannot generate: the server does.")
    expect(alone.locator("#badge")).to_have_attribute("data-status", "ok")
    alone.keyboard.press("Escape")
    alone.locator('.mode[data-mode="explore"]').click()
    expect(alone.locator("#mean-loss")).to_have_text(loss)
    alone.context.close()
    assert wrong == []


def test_while_the_server_is_away_the_page_waits(open_page: OpenPage) -> None:
    page = open_page("mode=generate")
    page.route("**/api/generate", lambda route: route.abort())
    setting(page, "seed").fill("9")
    expect(sentence(page)).to_have_text("The server is generating.")
    expect(page.locator("#drawing .primary")).to_be_disabled()
    page.unroute("**/api/generate")
    expect(page.locator("#drawing .primary")).to_be_enabled()
    press(page, "Next token")
    expect(cells(page)).to_have_count(1)
