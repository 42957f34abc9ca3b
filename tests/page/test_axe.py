"""axe-core finds nothing to object to: every screen, in both themes and both languages.

Every rule that axe-core has on by default is in force: WCAG 2.0 and 2.1, A and AA, and its
best practices. None is excluded. Its one rule of WCAG 2.2 AA, target-size, is off by
default and stays so: in a table of numbers the space between two rows is the table's own.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]

#: The package is untyped, and only its copy of axe-core is of use here.
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")

FAULT = "mode=break&fault=mask-one-ahead&check=prefix-unchanged&show=difference"

#: Screens by name: the link that opens each, and what is seen on it alone.
SCREENS = {
    "batch": ("stage=1", "#detail .batch-slots"),
    "embed": ("stage=2", "#detail .tables"),
    "attention": ("stage=3", "#detail .query-table"),
    "transform": ("stage=4", "#detail .transform"),
    "candidates": ("stage=5", "#detail .candidate-table"),
    "loss": ("stage=6", "#detail .losses"),
    "leak": ("mask=none&edit=0:6:274", "#lab .lab-lead"),
    "over-long record": ("r=" + "Q" * 70, "#chips .chip.beyond >> nth=0"),
    "derivation": ("trail=loss:r0:5*logits:r0:5.270", "#margin .derivation"),
    "all faults": (FAULT, "#evidence .betrays"),
    "one fault": (f"{FAULT}&stage=3", "#detail .query-table"),
    "train": ("mode=train&step=20", "#learning .curves-selected"),
    "gradients": ("mode=train&show=gradients&stage=2&param=lm_head:3,270", ".gradient-caption"),
    "generate": ("mode=generate&t=1.5&k=8&p=0.9&seed=2&draw=4", ".probe-table"),
    "a draw's stage": ("mode=generate&t=1.5&draw=4&stage=6", "#detail .losses"),
    "unaligned, refused": ("mode=generate&t=101&prompt=The+key+is+red.+Answer:", ".draw-refusal"),
    "tour": ("stop=8", ".stop-text"),
    "exercise": ("ex=F", ".exercise"),
    "present": ("present=1", "html.presenting"),
}

#: What opens each popover.
POPOVERS = {"help": "#help", "verification": "#verification", "share": "#share"}


# Each theme and each language once: colours and words do not depend on each other.
@pytest.mark.parametrize(("theme", "lang"), [("light", "en"), ("dark", "zh")])
def test_no_violation(open_page: OpenPage, server_url: str, theme: str, lang: str) -> None:
    view = f"theme={theme}&lang={lang}"
    page = open_page(view)
    # A few updates, so that there are curves to look at; or the run of an earlier test.
    page.request.post(f"{server_url}api/training/start", data={"steps": 60, "evaluate_every": 20})
    page.evaluate(AXE)
    found: list[str] = []
    for name, (link, sight) in SCREENS.items():
        page.evaluate("link => { location.hash = link; }", f"{link}&{view}")
        expect(page.locator(sight)).to_be_visible()
        wait_until_settled(page, "stale" if name == "over-long record" else "ok")
        found += violations(page, name)
    page.evaluate("link => { location.hash = link; }", view)
    expect(page.locator("html:not(.presenting)")).to_be_visible()
    wait_until_settled(page, "ok")
    for name, button in POPOVERS.items():
        page.locator(button).click()
        expect(page.locator("#popover-title")).to_be_visible()
        found += violations(page, name)
        page.keyboard.press("Escape")
    page.locator("#model").click()
    expect(page.locator(".models-table tbody tr")).not_to_have_count(0)
    found += violations(page, "models")
    page.locator(".models-open", has_text="shakespeare").first.click()
    expect(page.locator("#model")).to_contain_text("shakespeare")
    found += violations(page, "text window", "#text")
    found += violations(page, "running text", "#running")
    assert not found, "\n\n".join(found)


def wait_until_settled(page: Page, status: str) -> None:
    expect(page.locator("#badge")).to_have_attribute("data-status", status)
    expect(page.locator("main")).to_have_attribute("aria-busy", "false")


def violations(page: Page, screen: str, within: str = "html") -> list[str]:
    """Each violation with its screen, its rule, where it is and what axe says about it."""
    result: dict[str, Any] = page.evaluate(
        "part => axe.run(part, { resultTypes: ['violations'] })", within
    )
    return [
        f"{screen}: {rule['id']}: {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for rule in result["violations"]
        for node in rule["nodes"]
    ]
