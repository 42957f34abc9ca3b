"""The saved steps of a run under the slider: how soon another state of the model is on the screen.

Run with `python -m tests.bench scrub`. Keys and pointer are real input events; "on the screen" is
the first message after the frame whose callbacks saw the new numbers, as in `bench_page`.
"""

from __future__ import annotations

import random
from statistics import median

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.bench.bench_page import PROBE
from tests.bench.processes import server_process
from tests.bench.result import Result
from tests.page.chromium import ADVICE, FLAGS, find_chromium

STEPS = 600
SAVED = 61
TURNS = 120
WARM_UP = 20
MOST_MS = 33.0
PATIENCE_MS = 60_000

#: What stands below the loom, or in it, while the steps go by.
VIEWS = {
    "curves open": "mode=train",
    "attention open": "mode=train&stage=3",
    "losses open": "mode=train&stage=6",
    "derivation open": "mode=train&trail=loss:r0:5*logits:r0:5.270",
    "difference on the loom": "mode=train&show=difference",
    "two looms": "mode=train&show=both",
}


def run() -> list[Result]:
    """Everything in one browser, one server, one run of training."""
    with server_process() as (_, port), sync_playwright() as playwright:
        found = find_chromium(playwright, whole=True)
        assert found is not None, ADVICE
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        address = f"http://127.0.0.1:{port}/"
        _train(browser, address)
        results = [_keys(browser, address, name, link) for name, link in VIEWS.items()]
        results.append(_dragged(browser, address))
        results.append(_not_at_hand(browser, address))
        browser.close()
    return results


def _train(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.request.post(f"{address}api/training/start", data={"steps": STEPS})
    page.goto(f"{address}#mode=train")
    expect(page.locator("#training")).to_contain_text(f"{STEPS} updates in", timeout=PATIENCE_MS)
    page.close()


def _open(browser: Browser, address: str, link: str, *, is_idle: bool = True) -> Page:
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    page.add_init_script(path=PROBE)
    asked: list[str] = []
    page.on("requestfinished", lambda request: asked.append(request.url))
    if not is_idle:
        page.add_init_script("window.requestIdleCallback = () => 0")
    page.goto(f"{address}#{link}&step=300")
    expect(page.locator("#verified")).to_have_attribute("data-verdict", "agrees")
    ahead = ("api/trace", "api/parameters?step=")
    while is_idle and sum(any(name in url for name in ahead) for url in asked) < 2 * SAVED:
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)
    return page


def _keys(browser: Browser, address: str, name: str, link: str) -> Result:
    """By the keys of the axis, there and back, at moments that have nothing to do with frames."""
    page = _open(browser, address, link)
    pauses = random.Random(4)
    times = []
    for turn in range(WARM_UP + TURNS):
        page.evaluate("probe.watch('keydown', '#mean-loss')")
        page.keyboard.press("." if turn // 25 % 2 == 0 else ",")
        marks = page.evaluate("probe.marks()")
        if turn >= WARM_UP:
            times.append(marks["painted"] - marks["event"])
        page.wait_for_timeout(pauses.uniform(20, 60))
    page.close()
    how = f"{TURNS} keys, p95 {_p95(times):.1f} ms"
    return Result(f"input to painted page, {name}", median(times), "ms", MOST_MS, how)


def _dragged(browser: Browser, address: str) -> Result:
    """By the pointer, from one end of the line to the other, a saved step at a time."""
    page = _open(browser, address, "mode=train")
    box = page.locator(".timeline-line").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    times = []
    for step in range(SAVED):
        page.evaluate("probe.watch('pointermove', '#mean-loss')")
        page.mouse.move(box["x"] + box["width"] * step / (SAVED - 1), middle)
        marks = page.evaluate("probe.marks()")
        times.append(marks["painted"] - marks["event"])
    page.mouse.up()
    page.close()
    how = f"{SAVED} states, p95 {_p95(times):.1f} ms"
    return Result("input to painted page, dragged", median(times), "ms", MOST_MS, how)


def _not_at_hand(browser: Browser, address: str) -> Result:
    """Each state for the first time, in a page that is never idle: the server computes it."""
    page = _open(browser, address, "mode=train", is_idle=False)
    times = []
    for _ in range(25):
        page.evaluate("probe.watch('keydown', '#mean-loss')")
        page.keyboard.press(".")
        marks = page.evaluate("probe.marks()")
        times.append(marks["painted"] - marks["event"])
        page.wait_for_timeout(40)
    page.close()
    how = f"{len(times)} states that were not asked for ahead, p95 {_p95(times):.1f} ms"
    return Result("input to painted page, not at hand", median(times), "ms", None, how)


def _p95(times: list[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]
