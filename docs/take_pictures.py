"""Take the README's pictures anew, from the page as it is: `python docs/take_pictures.py`.

Starts a server of this checkout, opens each state by its link in headless
Chromium, and writes a PNG beside this file. Those of Train and Generate show the
default run, which it has the server train first.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.page.chromium import ADVICE, FLAGS, find_chromium  # noqa: E402  (needs the path above)

#: File name, what the link says, and what must stand on the page before it is taken.
PICTURES = {
    "loom-light.png": ("theme=light", "#detail"),
    "leak.png": ("theme=light&mask=none&edit=0:6:274", "#lab"),
    "cross-entropy.png": ("theme=light&stage=6", "#detail"),
    "dark.png": ("theme=dark&lang=zh&stage=4", "#detail"),
    "derivation.png": (
        "theme=light&trail=loss:r0:5*logits:r0:5.270*final_norm:r0:5.0",
        ".derivation",
    ),
    "bug-lab.png": (
        "theme=light&mode=break&fault=mask-one-ahead&check=prefix-unchanged&show=difference",
        ".betrays",
    ),
    "train.png": (
        "theme=light&mode=train&step=100&show=gradients&param=blocks.0.wq:3,5",
        "#learning",
    ),
    "compare.png": ("theme=light&mode=train&step=100&show=both", "#compare"),
    "generate.png": (
        "theme=light&mode=generate&step=100&prompt=The+key+is+blue.+Answer:+"
        "&t=1.5&k=8&p=0.9&seed=2&draw=2",
        "#probes [data-right]",
    ),
}


def main() -> None:
    """Take all pictures, or those named on the command line."""
    wanted = sys.argv[1:] or list(PICTURES)
    command = [sys.executable, "-m", "server.cli", "--port", "0", "--no-browser"]
    with (
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        try:
            assert server.stdout is not None
            address = next(word for line in server.stdout for word in line.split() if "://" in word)
            browser = playwright.chromium.launch(
                executable_path=find_chromium(playwright) or sys.exit(ADVICE), args=FLAGS
            )
            train(browser, address)
            for name in wanted:
                take(browser, address, name)
            browser.close()
        finally:
            server.terminate()


def train(browser: Browser, address: str) -> None:
    """Have the server make the default run, and wait for its end."""
    page = browser.new_page()
    page.goto(f"{address}#mode=train")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#training .lab-sentence")).to_contain_text("ended at", timeout=60_000)
    page.close()


def take(browser: Browser, address: str, name: str) -> None:
    """Write one picture once its numbers, and what they are compared with, have arrived."""
    link, shown = PICTURES[name]
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    page.goto(f"{address}#{link}")
    expect(page.locator("main")).to_have_attribute("aria-busy", "false")
    expect(page.locator(shown).first).to_be_visible(timeout=60_000)
    expect(page.locator('[data-status="asking"]')).to_have_count(0, timeout=60_000)
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    page.screenshot(path=ROOT / "docs" / name)
    page.close()


if __name__ == "__main__":
    main()
