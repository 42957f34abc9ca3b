"""Generate's page in the tests: what is asked of it, and where it says what."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

#: Warm enough that chance decides, with both filters at work.
WARM = "mode=generate&t=1.5&k=8&p=0.9&seed=2&n=6"
ASKED = {"temperature": 1.5, "top_k": 8, "top_p": 0.9, "seed": 2, "new_tokens": 6}
PROMPT = "The key is red. Answer: "


def train(page: Page, url: str) -> None:
    """See to it that the server has a finished run of 100 updates; the page shows Train."""
    if page.request.get(f"{url}api/training").json()["status"] != "finished":
        page.request.post(f"{url}api/training/start", data={"steps": 100})
    expect(page.locator(".train-progress")).to_have_text(re.compile("^100 updates in "))


def generated(page: Page, url: str, prompt: str, **asked: object) -> dict[str, Any]:
    """What the server says to the same prompt."""
    reply = page.request.post(f"{url}api/generate", data={"prompt": prompt, **asked})
    found: dict[str, Any] = reply.json()
    return found


def cells(page: Page) -> Locator:
    """The tokens drawn, on the strip."""
    return page.locator(".draw-cell")


def sentence(page: Page) -> Locator:
    """The strip's sentence."""
    return page.locator("#drawing .lab-sentence")


def prompt(page: Page) -> Locator:
    """The prompt's field."""
    return page.locator("#records .record-text")


def setting(page: Page, name: str) -> Locator:
    """The field of a setting."""
    return page.locator(f'input[data-setting="{name}"]')


def ids(page: Page) -> list[int]:
    """All IDs on the chips."""
    return [int(text) for text in page.locator(".chip[data-slot] .place .id").all_inner_texts()]


def selected(page: Page) -> Locator:
    """The chip of the selected position."""
    return page.locator("#chips [aria-selected=true]")


def press(page: Page, name: str) -> None:
    """One of the strip's buttons."""
    page.locator("#drawing button", has_text=name).click()
