"""Take apart: parts off and residuals exchanged, by mouse and by key, undone, and in the link."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import wait_for_trace

OpenPage = Callable[..., Page]
NARROW = {"width": 1024, "height": 768}
TEXTS = ["The key is red. Answer: red.", "The key is blue. Answer: blue."]

#: Whether each of some buttons is at least 24 px wide and tall, and none lies on another.
APART = """(buttons) => {
  const boxes = buttons.map((button) => button.getBoundingClientRect());
  const isTall = boxes.every(({ width, height }) => width >= 24 && height >= 24);
  const touch = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return isTall && !boxes.some((a, i) => boxes.some((b, j) => i < j && touch(a, b)));
}"""


def losses(page: Page, **changes: object) -> list[float]:
    """What the server says of the first record, position by position."""
    address = f"{page.url.split('#')[0]}api/trace?model=gpt2-mini"
    body: dict[str, Any] = {"records": [{"text": text} for text in TEXTS], **changes}
    reply = page.request.post(address, data={**body, "select": {"tensors": ["logits"]}}).json()
    return [loss for loss in reply["records"][0]["losses"] if loss is not None]


def means(page: Page, **changes: object) -> str:
    """The mean loss before and after, as the margin writes it."""
    both = [losses(page), losses(page, **changes)]
    four, six = ([f"{sum(each) / len(each):.{digits}f}" for each in both] for digits in (4, 6))
    return " → ".join(four if four[0] != four[1] else six)


def switch(page: Page, part: str) -> Locator:
    """Over the column that it switches."""
    return page.locator(f".part-switch[data-part='{part}']")


def test_parts_go_off_add_up_and_come_back(open_page: OpenPage) -> None:
    page = open_page("model=gpt2-mini&mode=break&off=&pos=5")
    shown = page.locator("#changed .apart-means")
    count = page.locator("#taking .apart-count")
    switch(page, "0.1").click()
    expect(shown).to_have_text(means(page, off=["0.1"]))
    expect(page.locator(".tear-caption b")).to_contain_text("blocks[0].mixtures")
    expect(page.locator("#loom-show select")).to_have_value("difference")

    # A second one by keys alone, beside it: both act.
    switch(page, "0.1").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(switch(page, "ffn0")).to_be_focused()
    page.keyboard.press("Enter")
    expect(switch(page, "ffn0")).to_have_attribute("aria-checked", "false")
    both = ["0.1", "ffn0"]
    expect(shown).to_have_text(means(page, off=both))
    expect(count).to_have_text("2 changes")

    hardest_comes_first_and_leads_there(page, both)
    # What the address says is what comes back.
    expect(page).to_have_url(re.compile("off=0.1,ffn0"))
    page.reload()
    wait_for_trace(page)
    expect(shown).to_have_text(means(page, off=both))
    expect(page.locator(".apart-rise").first).not_to_be_empty()
    page.keyboard.press("u")
    expect(switch(page, "ffn0")).to_have_attribute("aria-checked", "true")
    expect(count).to_have_text("1 change")
    page.get_by_role("button", name="Undo all").click()
    expect(count).to_have_text("nothing is off")
    expect(shown).to_be_hidden()
    expect(page.locator(".tear-line")).to_be_hidden()


def hardest_comes_first_and_leads_there(page: Page, off: list[str]) -> None:
    """The largest change of a loss, with its sign, over the others."""
    changes = [now - was for was, now in zip(losses(page), losses(page, off=off), strict=True)]
    worst = max(range(len(changes)), key=lambda place: abs(changes[place]))
    first = page.locator("#changed tbody tr").first
    expect(first.locator("td").last).to_have_text(
        f"{changes[worst]:+.3f}".replace("-", "\N{MINUS SIGN}")
    )
    first.locator("th button").click()
    expect(page.locator(".gutter-row.selected .gutter-number")).to_have_text(str(worst))


def test_switches_keep_their_size_where_columns_are_narrow(open_page: OpenPage) -> None:
    page = open_page("model=gpt2-mini&mode=break&off=&pos=5", viewport=NARROW)
    switches = page.locator(".part-switch")
    expect(switches).to_have_count(4 + 1 + 4)
    page.wait_for_function(f"({APART})([...document.querySelectorAll('.part-switch')])")


def test_heads_open_by_key_and_a_residual_comes_from_another_record(open_page: OpenPage) -> None:
    page = open_page("model=gpt2-mini&mode=break&off=&pos=7")
    heads = page.locator(".apart-heads .head-thumbnail")
    expect(heads).to_have_count(16)
    heads.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(heads.nth(5)).to_have_attribute("aria-current", "true")
    expect(page.locator("#stages")).to_contain_text("Block 1")

    form = page.locator(".apart-exchange")
    form.locator("select").first.select_option("1")
    form.get_by_role("button", name="Exchange").click()
    swap = [{"record": 0, "block": 1, "position": 7, "from": 1}]
    shown = page.locator("#changed .apart-means")
    expect(shown).to_have_text(means(page, swap=swap))
    force = page.locator(".apart-force li")
    expect(force).to_contain_text("residual after block 1 at position 7 of record 0: from record 1")
    expect(page).to_have_url(re.compile("swap=1:7:r1"))
    force.get_by_role("button").click()
    expect(page.locator("#taking .apart-count")).to_have_text("nothing is off")


def test_a_long_text_names_its_strongest_keys_opens_heads_and_lends_a_residual(
    open_page: OpenPage,
) -> None:
    page = open_page("model=shakespeare&b=1&pos=100", wait=False)
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    expect(page.locator("#running [aria-selected=true]")).to_be_visible()
    api = page.url.split("#")[0] + "api/"
    window = "model=shakespeare&split=sample&from=0&length=128"
    text = page.request.get(f"{api}text?{window}").json()["text"]
    body = {"records": [{"text": text}], "select": {"tensors": ["blocks.1.weights"]}}
    reply = page.request.post(f"{api}trace?model=shakespeare", data=body).json()
    weights = [head[100] for head in reply["records"][0]["tensors"]["blocks"][1]["weights"]]

    # Stage 3: the twelve strongest keys of the open head, and of each head sum and maximum.
    strongest = sorted(sorted(range(101), key=lambda key: -weights[0][key])[:12])
    rows = page.locator(".query-table tbody tr")
    assert [int(row.locator("th").inner_text()) for row in rows.all()] == strongest
    totals = page.locator(".query-table .total")
    assert totals.nth(0).locator("td").all_inner_texts() == ["1.00000"] * 4
    most = [f"{max(head):.5f}" for head in weights]
    assert totals.nth(1).locator("td").all_inner_texts() == most

    heads_open_by_click_and_key(page)
    another_place_lends_a_residual(page)


def heads_open_by_click_and_key(page: Page) -> None:
    """All of them in small; one opens by a click, its neighbour by keys."""
    heads = page.locator(".head-strip .head-thumbnail")
    expect(heads).to_have_count(16)
    expect(heads.nth(4)).to_have_attribute("aria-current", "true")
    expect(page.locator(".heat-map:visible")).to_have_count(1)
    heads.nth(11).click()
    expect(page.locator(".heat-map:visible .map-title")).to_contain_text("Head 3")
    expect(page).to_have_url(re.compile("b=2.*head=3"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".heat-map:visible .map-title")).to_contain_text("Head 2")

    # Every bar has its character.
    page.keyboard.press("5")
    expect(page.locator(".bars-ids:visible .bar-label")).to_have_count(65)


def another_place_lends_a_residual(page: Page) -> None:
    """It is in the link, and gone when undone."""
    page.evaluate("location.hash = 'model=shakespeare&mode=break&off=0.9&swap=0:60:r1&pos=60'")
    expect(page.locator(".notice")).to_have_text(
        re.compile(r"no such part or place here: 0\.9\..*with lend=: 0:60:r1\.")
    )
    form = page.locator(".apart-exchange")
    form.locator("select").nth(1).select_option("on")
    form.get_by_role("button", name="Exchange").click()
    shown = page.locator("#changed .apart-means")
    expect(shown).to_contain_text("→")
    expect(page.locator(".apart-force li")).to_contain_text("from the window at 128")
    expect(page).to_have_url(re.compile("lend=sample:128"))
    told = shown.inner_text()
    page.reload()
    expect(shown).to_have_text(told)
    page.keyboard.press("u")
    expect(page.locator("#taking .apart-count")).to_have_text("nothing is off")
    expect(page).not_to_have_url(re.compile("lend"))
