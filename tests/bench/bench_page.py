"""The page in headless Chromium, on a running server: how soon its numbers are on the screen.

Run with `python -m tests.bench page`. Keys are real key events. "On the screen" is the first
message after the frame whose callbacks saw the new numbers; chips, loom and the open stage are
drawn in the same turn as the text that is watched.
"""

from __future__ import annotations

import random
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, Response, expect, sync_playwright

from tests.bench.processes import server_process
from tests.bench.result import Result
from tests.page.chromium import ADVICE, FLAGS, find_chromium

PROBE = Path(__file__).with_name("page_probe.js")

KEYS = 160
WARM_UP = 24
OPENINGS = 5
DERIVATIONS = 60
RECOMPUTATIONS = 200

MOST_MEDIAN_MS = 16.7
MOST_P95_MS = 33.0
MOST_WEIGHT_KB = 200.0
MOST_FIRST_PICTURE_S = 1.0
MOST_RECOMPUTED_MS = 10.0
MOST_DERIVATION_MS = 16.0

#: Both records as on show, computed and compared again and again by the page's own modules.
RECOMPUTE = """async (runs) => {
  const { recompute } = await import(new URL('static/js/math/recomputation.js', location.href));
  const get = async (path, body) => (await fetch(path, body)).json();
  const [{ parameters }, { config }, { entries }] =
    await Promise.all(['parameters', 'model', 'vocabulary'].map((name) => get(`api/${name}`)));
  const texts = [...document.querySelectorAll('.record-text')].map(({ value }) => value);
  const trace = await get('api/trace', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ records: texts.map((text) => ({ text })) }),
  });
  const eosId = entries.find(({ name }) => name === 'EOS').id;
  const times = [];
  let outcome;
  for (let run = 0; run < runs; run += 1) {
    const begin = performance.now();
    const steps = recompute({ trace, mask: 'causal' }, { parameters, config, eosId });
    for (let step = steps.next(); ; step = steps.next()) {
      outcome = step.value;
      if (step.done) break;
    }
    times.push(performance.now() - begin);
  }
  return { times, count: outcome.count, agrees: outcome.first === null };
}"""


def run() -> list[Result]:
    """Everything in one browser, one server."""
    with server_process() as (_, port), sync_playwright() as playwright:
        found = find_chromium(playwright, whole=True)
        assert found is not None, ADVICE
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        address = f"http://127.0.0.1:{port}/"
        page = _open(browser, address)
        results = [
            *_weight_and_first_picture(browser, address),
            _recomputation(page),
            *_keystrokes(page),
            _derivation(page),
        ]
        browser.close()
    return results


def _open(browser: Browser, address: str) -> Page:
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    page.add_init_script(path=PROBE)
    page.goto(address)
    expect(page.locator("#verified")).to_have_attribute("data-verdict", "agrees")
    return page


def _weight_and_first_picture(browser: Browser, address: str) -> list[Result]:
    openings = [_opening(browser, address) for _ in range(OPENINGS)]
    seconds = [picture for picture, _ in openings]
    _, files = openings[-1]
    many = f"{len(files)} files, uncompressed"
    how = f"median of {OPENINGS}, slowest {max(seconds):.2f} s, empty cache"
    return [
        Result("weight before the first trace", sum(files) / 1000, "KB", MOST_WEIGHT_KB, many),
        Result("opening to first picture", median(seconds), "s", MOST_FIRST_PICTURE_S, how),
    ]


def _opening(browser: Browser, address: str) -> tuple[float, list[int]]:
    """Seconds to the first picture, and bytes of each file before it, with nothing cached."""
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    page.add_init_script(path=PROBE)
    responses: list[Response] = []

    def note(response: Response) -> None:
        responses.append(response)

    page.on("response", note)
    page.goto(address)
    seconds: float = page.evaluate("probe.firstPicture") / 1000
    traced = next(i for i, each in enumerate(responses) if each.url.endswith("/api/trace"))
    asked = f"{address}api/"
    files = [len(each.body()) for each in responses[:traced] if not each.url.startswith(asked)]
    page.close()
    return seconds, files


def _keystrokes(page: Page) -> list[Result]:
    """Type into the first record, at moments that have nothing to do with the frames."""
    page.locator(".record-text").first.focus()
    page.keyboard.press("End")
    pauses = random.Random(20)
    strokes = []
    for turn in range(WARM_UP + KEYS):
        key = "abcdefgh"[turn % 8] if turn // 8 % 2 == 0 else "Backspace"
        page.evaluate("probe.watch('input', '#mean-loss')")
        page.keyboard.press(key)
        marks = page.evaluate("probe.marks()")
        if turn >= WARM_UP:
            strokes.append(marks)
        page.wait_for_timeout(pauses.uniform(30, 90))
    total = sorted(marks["painted"] - marks["event"] for marks in strokes)
    p95 = total[int(0.95 * len(total))]
    how = f"{KEYS} keys"
    return [
        Result("keystroke to painted page, median", median(total), "ms", MOST_MEDIAN_MS, how),
        Result("keystroke to painted page, p95", p95, "ms", MOST_P95_MS, how),
        *(
            Result(f"· {name}", median(_spans(strokes, begin, end)), "ms", None, detail)
            for name, begin, end, detail in SPLIT
        ),
    ]


#: The medians of the parts; they need not add up to the median of the whole.
SPLIT = (
    ("state before the request", "event", "sent", "input event to fetch"),
    ("request", "sent", "received", "fetch to last byte, the server's part included"),
    ("parse", "received", "parsed", "last byte to the parsed reply"),
    ("state and draw", "parsed", "updated", "new state, all views, all canvases"),
    ("wait for the frame", "updated", "frame", "up to 16.7 ms at 60 frames per second"),
    ("layout and paint", "frame", "painted", "style, layout, paint, commit"),
)


def _spans(strokes: list[dict[str, float]], begin: str, end: str) -> list[float]:
    return [marks[end] - marks[begin] for marks in strokes]


def _recomputation(page: Page) -> Result:
    done: dict[str, Any] = page.evaluate(RECOMPUTE, RECOMPUTATIONS)
    assert done["agrees"], "the page and the server differ"
    times = done["times"]
    how = f"{done['count']:,} numbers, median of {len(times)}; the first took {times[0]:.1f} ms"
    return Result("recompute and compare", median(times), "ms", MOST_RECOMPUTED_MS, how)


def _derivation(page: Page) -> Result:
    """Ask where a number comes from, by keyboard, for one number after another."""
    numbers = page.locator("#margin .position-table .number")
    times = []
    for turn in range(DERIVATIONS):
        numbers.nth(turn % numbers.count()).focus()
        page.evaluate("probe.watch('keydown', '#margin')")
        page.keyboard.press("Enter")
        marks = page.evaluate("probe.marks()")
        times.append(marks["painted"] - marks["event"])
        page.keyboard.press("Backspace")
    how = f"median of {DERIVATIONS}, slowest {max(times):.1f} ms"
    return Result("opening a derivation", median(times), "ms", MOST_DERIVATION_MS, how)
