"""Time and comparison in Train: the slider over the saved steps, and two states side by side."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import serving
from tests.page.test_axe import AXE, violations
from tests.page.test_gradients import post

OpenPage = Callable[..., Page]
MINUS = "\N{MINUS SIGN}"

STEPS = 30
SAVED = [0, 10, 20, 30]
TEXTS = ["The key is red. Answer: red.", "The key is blue. Answer: blue."]
POSITION = 5


@pytest.fixture(scope="module")
def server_url() -> Iterator[str]:
    """A server of its own, with a run that has kept steps 0 to 30."""
    with serving() as address:
        post(address, "api/training/start", {"steps": STEPS, "evaluate_every": 10})
        with urlopen(f"{address}api/training/events", timeout=30) as events:
            next(line for line in events if b'"finished"' in line)
        yield address


@pytest.fixture(scope="module")
def states(server_url: str) -> dict[int | None, Any]:
    """The trace of the page's records at each state, by step; None is the model as loaded."""
    records = [{"text": text} for text in TEXTS]
    return {
        step: post(server_url, "api/trace", {"records": records, "slots": "context", "step": step})
        for step in [None, *SAVED]
    }


def mark(page: Page, which: str = "b") -> Locator:
    """The timeline's mark on a state."""
    return page.locator(f'.timeline-mark[data-which="{which}"]')


def drag(page: Page, which: str, step: int) -> None:
    """Take a mark by the pointer to a step of the line."""
    line, at = page.locator(".timeline-line").bounding_box(), mark(page, which).bounding_box()
    assert line is not None
    assert at is not None
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.mouse.down()
    page.mouse.move(line["x"] + line["width"] * step / STEPS, line["y"] + 2, steps=4)
    page.mouse.up()


def expect_step(page: Page, step: int | None, trace: Any) -> None:
    """The whole page is at the step: loss, tensors, and the page's own recomputation of them."""
    expect(page.locator("#mean-loss")).to_have_text(f"{trace['loss']:.6f}")
    row = trace["records"][0]["tensors"]["blocks"][0]["block_output"][POSITION]
    shown = page.locator('.position-table [data-tensor="block_output:0"] .number')
    if shown.count() == 0:
        shown = page.locator('.position-table tr[data-tensor^="block_output"] .number')
    expect(shown.first).to_have_text(f"{row[0]:.6f}".replace("-", MINUS))
    expect(page.locator("#verified")).to_have_attribute("data-verdict", "agrees")
    expect(page.locator("#model")).to_have_text(f"MG-1, step {step}" if step else "MG-1, untrained")


def exact(cell: Locator) -> float:
    """A number of a table with all its digits."""
    return float((cell.get_attribute("title") or "").replace(MINUS, "-"))


def test_the_slider_brings_the_whole_page_to_a_step(
    open_page: OpenPage, states: dict[int | None, Any]
) -> None:
    page = open_page("mode=train&step=20&stage=3")
    expect_step(page, 20, states[20])
    drag(page, "b", 10)
    expect(mark(page)).to_be_focused()
    expect(mark(page)).to_have_attribute("aria-valuetext", "step 10, of 30")
    expect_step(page, 10, states[10])
    weights = states[10]["records"][0]["tensors"]["blocks"][0]["weights"][0][POSITION]
    expect(page.locator(".query-table tbody tr:visible").first).to_contain_text(f"{weights[0]:.4f}")
    page.keyboard.press("End")
    expect_step(page, 30, states[30])
    page.keyboard.press("Home")
    expect_step(page, None, states[None])
    page.locator("#training h2").click()
    page.keyboard.press(".")
    page.keyboard.press(".")
    expect_step(page, 20, states[20])
    expect(page).to_have_url(re.compile("step=20"))
    page.keyboard.press("Space")
    expect(mark(page)).to_have_attribute("aria-valuenow", "30")
    expect(page.locator(".train-play")).to_contain_text("Play")
    # A link to a step, and a step that there is not.
    expect(page).to_have_url(re.compile("step=30"))
    page.reload()
    expect_step(page, 30, states[30])
    page.evaluate("location.hash = 'mode=train&stage=3&step=25'")
    expect(page.locator("#training")).to_contain_text("There is no saved step 25")
    expect_step(page, None, states[None])


def test_two_states_are_laid_side_by_side(
    open_page: OpenPage, states: dict[int | None, Any]
) -> None:
    page = open_page("mode=train&step=30&show=both")
    untrained, final = states[None], states[30]
    losses = [trace["records"][0]["losses"][POSITION] for trace in (untrained, final)]
    row = page.locator("#compared tbody tr").first
    expect(row.locator("th")).to_have_text("loss")
    assert exact(row.locator("td").nth(0)) == losses[0]
    assert exact(row.locator(".number")) == losses[1]
    assert exact(row.locator("td").nth(2)) == losses[1] - losses[0]
    head = page.locator("#stage-tab-6 .stage-shape.long")
    expect(head).to_have_text(f"A {untrained['loss']:.6f} · B\xa0{final['loss']:.6f}")
    expect(page.locator(".loom-body")).to_have_count(2)
    # 15 and 17 positions, each with a bar and a line.
    expect(page.locator("#compare .loss:visible .before:visible")).to_have_count(32)
    expect(page.locator("#compare .compare-map canvas")).to_have_count(6)

    page.keyboard.press("x")
    expect(row.locator(".number")).to_have_text(f"{losses[0]:.4f}")
    expect_mean(page, untrained)
    page.keyboard.press("x")
    drag(page, "a", 10)
    expect(mark(page, "a")).to_have_attribute("aria-valuetext", "step 10, of 30")
    expect(mark(page)).to_have_attribute("aria-valuetext", "step 30, selected, of 30")
    expect(head).to_have_text(f"A {states[10]['loss']:.6f} · B\xa0{final['loss']:.6f}")
    expect(page).to_have_url(re.compile("vs=10"))

    page.keyboard.press("d")
    expect(page.locator(".tear-caption b")).to_contain_text("token_embedding")
    first = [
        state["records"][0]["tensors"]["token_embedding"][0][0] for state in (states[10], final)
    ]
    whole = f"First at [0, 0]: A {first[0]}, B {first[1]}.".replace("-", MINUS)
    ends = re.compile(re.escape(whole) + "$")
    expect(page.locator(".tear-caption")).to_have_attribute("title", ends)
    page.keyboard.press("v")
    expect(page.locator("#learning")).to_be_visible()
    page.keyboard.press("v")
    expect(page.locator(".tear-caption")).to_be_visible()
    row.locator(".number").click()
    expect(page.locator("#margin .derivation")).to_be_visible()
    expect(page.locator("#compared")).to_be_hidden()


def expect_mean(page: Page, trace: Any) -> None:
    """The mean loss of what is on show."""
    expect(page.locator("#mean-loss")).to_have_text(f"{trace['loss']:.6f}")


def test_axe_finds_nothing_in_it(open_page: OpenPage, states: dict[int | None, Any]) -> None:
    assert states
    found = []
    for view in ("theme=light&lang=en", "theme=dark&lang=zh"):
        page = open_page(f"mode=train&step=30&vs=10&show=both&{view}")
        expect(page.locator("#compared")).to_be_visible()
        page.evaluate(AXE)
        found += violations(page, view)
    assert not found, "\n\n".join(found)
