"""The page with the larger models in headless Chromium: a keystroke, a click on a position or head.

Run with `python -m tests.bench large_page`. As in `bench_page.py`, keys and clicks are real events,
and the numbers are of the frame that shows them.
"""

from __future__ import annotations

from statistics import median
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.bench.bench_page import PROBE, SPLIT, _spans
from tests.bench.processes import server_process
from tests.bench.result import Result
from tests.page.chromium import ADVICE, FLAGS, find_chromium

LINE = "Now is the winter of our discontent made glorious summer by this sun of York. "
WARM_UP = 6
#: Model, positions, keys, and the most milliseconds to the painted page.
CASES = (("shakespeare", 128, 60, 60.0), ("shakespeare-large", 256, 24, 400.0))
MOST_CLICK_MS = 50.0
CLICKS = 40


def run() -> list[Result]:
    """Every model in a page of its own, one server."""
    results: list[Result] = []
    with server_process() as (_, port), sync_playwright() as playwright:
        found = find_chromium(playwright, whole=True)
        assert found is not None, ADVICE
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        for model, positions, keys, most in CASES:
            page = _open(browser, f"http://127.0.0.1:{port}/", model, positions)
            results += [*_keystrokes(page, model, positions, keys, most), *_clicks(page, model)]
            page.close()
        browser.close()
    return results


def _open(browser: Browser, address: str, model: str, positions: int) -> Page:
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    page.add_init_script(path=PROBE)
    text = (LINE * 4)[: positions - 1]
    page.goto(f"{address}#model={model}&r={quote(text)}")
    expect(page.locator("#model")).to_contain_text(model, timeout=60_000)
    expect(page.locator("main")).to_have_attribute("aria-busy", "false")
    return page


def _keystrokes(page: Page, model: str, positions: int, keys: int, most: float) -> list[Result]:
    """A letter at the last position, and away with it again."""
    page.locator(".record-text").first.focus()
    page.keyboard.press("End")
    strokes = []
    for turn in range(WARM_UP + keys):
        page.evaluate("probe.watch('input', '#mean-loss')")
        page.keyboard.press("Backspace" if turn % 2 else "e")
        marks = page.evaluate("probe.marks()")
        if turn >= WARM_UP:
            strokes.append(marks)
        page.wait_for_timeout(150)
    total = sorted(marks["painted"] - marks["event"] for marks in strokes)
    how = f"{keys} keys at {positions} positions, slowest {total[-1]:.0f} ms"
    return [
        Result(f"{model}: keystroke to painted page, median", median(total), "ms", most, how),
        *(
            Result(f"· {name}", median(_spans(strokes, begin, end)), "ms", None, detail)
            for name, begin, end, detail in SPLIT
        ),
    ]


def _clicks(page: Page, model: str) -> list[Result]:
    """Positions on the running text, heads in the open stage: nothing is asked of the server."""
    places = page.locator("#running [role=option]")
    positions = [_click(page, places.nth(9 + 2 * turn)) for turn in range(CLICKS)]
    how = f"median of {CLICKS}, slowest {max(positions):.0f} ms"
    name = f"{model}: click on another position"
    return [Result(name, median(positions), "ms", MOST_CLICK_MS, how)]


def _click(page: Page, target: object) -> float:
    page.evaluate("probe.watch('click', '#margin')")
    target.click()  # type: ignore[attr-defined]  # a Locator
    marks = page.evaluate("probe.marks()")
    took: float = marks["painted"] - marks["event"]
    page.wait_for_timeout(60)
    return took
