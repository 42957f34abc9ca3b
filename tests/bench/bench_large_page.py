"""The page with the larger models in headless Chromium: a key, a click on a position or a head.

Run with `python -m tests.bench large_page`. As in `bench_page.py`, keys and clicks are real events,
and the numbers are of the frame that shows them. MG-1 is measured in the same run, so that a slow
machine can be told from a slow page, and beside the wall clock stands what the page's main thread
has spent.
"""

from __future__ import annotations

from statistics import median
from string import ascii_letters
from typing import Any, NamedTuple
from urllib.parse import quote

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.bench.bench_page import PROBE, SPLIT, _spans
from tests.bench.main_thread import MainThread
from tests.bench.processes import server_process
from tests.bench.result import Result
from tests.page.chromium import ADVICE, FLAGS, find_chromium

LINE = "Now is the winter of our discontent made glorious summer by this sun of York. "
LETTERS = ascii_letters
WARM_UP = 6
MG1_KEYS = 40
CLICKS = 40
HEADS = 16
DERIVATIONS = 24
#: Steps of an arrow that is held, and milliseconds between two: keyboards repeat 30 times a second.
STEPS, REPEAT_MS = 120, 33
#: Milliseconds after a key or click in which what follows of it still counts to its thread.
AFTER = 150

MOST_CLICK_MS = 50.0
MOST_DERIVATION_MS = 16.0
MOST_STEP_MS = 16.7
LEAST_FRAMES = -58.0


class Case(NamedTuple):
    """One model: positions, keys, the most milliseconds to the painted page, its widest sum."""

    model: str
    positions: int
    keys: int
    most: float
    terms: int


CASES = (Case("shakespeare", 128, 60, 60.0, 512), Case("shakespeare-large", 256, 24, 400.0, 1536))

#: Frames that were shown while something went on.
COUNT_FRAMES = """() => {
  window.frames_seen = [];
  const next = () => { window.counting = requestAnimationFrame(note); };
  const note = (now) => { window.frames_seen.push(now); next(); };
  next();
}"""
FRAMES = "() => { cancelAnimationFrame(window.counting); return window.frames_seen; }"


def run() -> list[Result]:
    """Every model in a page of its own, one server."""
    results: list[Result] = []
    with server_process() as (_, port), sync_playwright() as playwright:
        found = find_chromium(playwright)
        assert found is not None, ADVICE
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        address = f"http://127.0.0.1:{port}/"
        results += _mg1(browser, address)
        beside = results[0].value
        for case in CASES:
            page = _open(browser, f"{address}#model={case.model}&r={_text(case.positions)}")
            expect(page.locator("#model")).to_contain_text(case.model, timeout=60_000)
            results += [*_keystrokes(page, case, beside), *_clicks(page, case.model)]
            results += [*_heads(page, case.model), *_held_arrow(page, case.model)]
            results.append(_derivation(page, case.model, case.terms, MOST_DERIVATION_MS))
            page.close()
        browser.close()
    return results


def _text(positions: int) -> str:
    return quote((LINE * 4)[: positions - 1])


def _open(browser: Browser, address: str) -> Page:
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    page.add_init_script(path=PROBE)
    page.goto(address)
    expect(page.locator("main")).to_have_attribute("aria-busy", "false", timeout=60_000)
    return page


def _mg1(browser: Browser, address: str) -> list[Result]:
    """What a key costs the smallest model here and now."""
    page = _open(browser, address)
    strokes, spent = _typed(page, MG1_KEYS)
    derivation = _derivation(page, "mg-1", 64, None)
    page.close()
    times = [marks["painted"] - marks["event"] for marks in strokes]
    return [
        Result("mg-1: keystroke to painted page, median", median(times), "ms", None, "to compare"),
        Result("· its main thread", median(spent), "ms", None, "processor time of a key"),
        derivation,
    ]


def _keystrokes(page: Page, case: Case, beside: float) -> list[Result]:
    """A letter at the last position."""
    strokes, spent = _typed(page, case.keys)
    total = sorted(marks["painted"] - marks["event"] for marks in strokes)
    how = f"{case.keys} letters at {case.positions} positions, slowest {total[-1]:.0f} ms"
    name = f"{case.model}: keystroke to painted page"
    return [
        Result(f"{name}, median", median(total), "ms", case.most, how),
        Result("· over mg-1's in this run", median(total) / beside, "x"),
        Result("· its main thread", median(spent), "ms", None, "processor time of a key"),
        *(
            Result(f"· {part}", median(_spans(strokes, begin, end)), "ms", None, detail)
            for part, begin, end, detail in SPLIT
        ),
    ]


def _typed(page: Page, keys: int) -> tuple[list[dict[str, float]], list[float]]:
    """Marks of every letter, and the main thread's milliseconds.

    Each is another one: of a text that it has just had, the server holds the trace. So what takes
    a letter away again is not counted.
    """
    page.locator(".record-text").first.focus()
    page.keyboard.press("End")
    thread = MainThread(page)
    strokes, spent = [], []
    for turn in range(WARM_UP + keys):
        before = thread.milliseconds()
        page.evaluate("probe.watch('input', '#mean-loss')")
        page.keyboard.press(LETTERS[turn % len(LETTERS)])
        marks = page.evaluate("probe.marks()")
        page.wait_for_timeout(AFTER)
        if turn >= WARM_UP:
            strokes.append(marks)
            spent.append(thread.milliseconds() - before)
        page.evaluate("probe.watch('input', '#mean-loss')")
        page.keyboard.press("Backspace")
        page.evaluate("probe.marks()")
        page.wait_for_timeout(AFTER)
    return strokes, spent


def _clicks(page: Page, model: str) -> list[Result]:
    """Positions on the running text: nothing is asked of the server."""
    places = page.locator("#running [role=option]")
    targets = [places.nth(9 + 2 * turn) for turn in range(CLICKS)]
    return _clicked(page, f"{model}: click on another position", targets, "#margin")


def _heads(page: Page, model: str) -> list[Result]:
    """Heads in small in stage 3: of the open block, then of others, whose rest is asked for."""
    blocks = page.locator(".head-strip .head-block")
    expect(page.locator(".head-strip .head-thumbnail").last).to_be_visible()
    page.wait_for_timeout(1000)
    count = blocks.first.locator("button").count()
    own = [blocks.first.locator("button").nth((turn + 1) % count) for turn in range(HEADS)]
    others = [
        blocks.nth((turn + 1) % blocks.count()).locator("button").nth(turn % count)
        for turn in range(HEADS)
    ]
    return [
        *_clicked(page, f"{model}: click on another head", own, "#detail .attention-numbers"),
        *_clicked(page, f"{model}: click on a head of another block", others, "#stages"),
    ]


def _clicked(page: Page, name: str, targets: list[Locator], changes: str) -> list[Result]:
    thread = MainThread(page)
    times, spent = [], []
    for target in targets:
        target.hover()
        page.wait_for_timeout(AFTER)
        before = thread.milliseconds()
        page.evaluate(f"probe.watch('click', '{changes}')")
        target.click()
        marks = page.evaluate("probe.marks()")
        page.wait_for_timeout(AFTER)
        times.append(marks["painted"] - marks["event"])
        spent.append(thread.milliseconds() - before)
    how = f"median of {len(times)}, slowest {max(times):.0f} ms"
    return [
        Result(name, median(times), "ms", MOST_CLICK_MS, how),
        Result("· its main thread", median(spent), "ms", None, "processor time of a click"),
    ]


def _held_arrow(page: Page, model: str) -> list[Result]:
    """Down through the loom as fast as a keyboard repeats, from the first position on."""
    page.locator("#loom .loom-body").focus()
    page.keyboard.press("Home")
    page.wait_for_timeout(AFTER)
    thread = MainThread(page)
    page.evaluate(COUNT_FRAMES)
    spent = thread.of(lambda: _repeat(page, "ArrowDown"))
    page.keyboard.up("ArrowDown")
    frames: list[float] = page.evaluate(FRAMES)
    seconds = (frames[-1] - frames[0]) / 1000
    rate = (len(frames) - 1) / seconds
    name = f"{model}: step of a held arrow, main thread"
    how = f"{STEPS} steps in {seconds:.1f} s, {1000 * seconds / STEPS:.0f} ms each"
    return [
        Result(name, spent / STEPS, "ms", MOST_STEP_MS, how),
        Result("· frames meanwhile", rate, "a second", LEAST_FRAMES),
    ]


def _repeat(page: Page, key: str) -> None:
    for _ in range(STEPS):
        page.keyboard.down(key)
        page.wait_for_timeout(REPEAT_MS)


def _derivation(page: Page, model: str, terms: int, most: float | None) -> Result:
    """Ask by keyboard where the widest sum of the table comes from, that of the second FFN step."""
    page.wait_for_function("() => document.querySelector('#margin .position-table .number')")
    numbers = page.locator("#margin .row[data-tensor=ffn_output] .number")
    times = [_derived(page, numbers.nth(turn % numbers.count())) for turn in range(DERIVATIONS)]
    opened = [marks["painted"] - marks["event"] for marks in times]
    how = f"median of {DERIVATIONS}, slowest {max(opened):.1f} ms"
    return Result(f"{model}: opening a sum of {terms:,} terms", median(opened), "ms", most, how)


def _derived(page: Page, number: Locator) -> dict[str, Any]:
    number.focus()
    page.evaluate("probe.watch('keydown', '#margin')")
    page.keyboard.press("Enter")
    marks: dict[str, Any] = page.evaluate("probe.marks()")
    page.keyboard.press("Backspace")
    page.wait_for_timeout(50)
    return marks
