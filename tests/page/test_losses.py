"""Stage 6: from one logit to its loss, and the losses of all targets."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

OpenPage = Callable[..., Page]


@pytest.fixture
def losses(open_page: OpenPage) -> Page:
    """Stage 6 at the chapter's position."""
    return open_page("stage=6&pos=5")


def step(page: Page, name: str) -> Locator:
    """The number of one step of the ladder."""
    return page.locator(f'.ladder [data-step="{name}"] .number')


def exact(page: Page, number: Locator) -> float:
    """What the margin reads out, every digit."""
    number.focus()
    shown = number.text_content() or ""
    expect(page.locator("#margin .readout-value")).to_contain_text(shown[:6])
    digits = page.locator("#margin .readout-digits").text_content() or ""
    return float(digits.replace("−", "-"))


def test_the_sentence_says_what_the_position_pays(losses: Page) -> None:
    expect(losses.locator("#detail .sentence")).to_have_text(
        "The target, red (270), has probability 0.003794, so position 5 pays 5.574376 nats."
    )


def test_the_chapters_ladder_at_full_precision(losses: Page) -> None:
    """Section 20.5. 1e-12: the tolerance of the chapter's own checks."""
    assert exact(losses, step(losses, "target")) == pytest.approx(0.09915046290174213, abs=1e-12)
    assert exact(losses, step(losses, "max")) == pytest.approx(0.20936204844775802, abs=1e-12)
    shifted = 0.09915046290174213 - 0.20936204844775802
    assert exact(losses, step(losses, "shifted")) == pytest.approx(shifted, abs=1e-12)
    exponential = exact(losses, step(losses, "exponential"))
    assert exponential == pytest.approx(math.exp(shifted), abs=1e-12)
    # A sum of 291 numbers below 1: rounding grows with their number.
    assert exact(losses, step(losses, "sum")) == pytest.approx(236.07843517556194, abs=1e-11)
    # The chapter prints ten and nine decimals.
    assert exact(losses, step(losses, "probability")) == pytest.approx(0.003793843386, abs=1e-12)
    assert exact(losses, step(losses, "loss")) == pytest.approx(5.574375688, abs=1e-9)


def test_the_ladder_follows_the_position(losses: Page) -> None:
    before = step(losses, "loss").text_content()
    losses.keyboard.press("ArrowRight")
    expect(step(losses, "loss")).not_to_have_text(before or "")
    expect(losses.locator('.ladder [data-step="target"] .who')).to_contain_text("261")


def test_one_bar_for_each_scored_target_with_mean_and_uniform(losses: Page) -> None:
    expect(losses.locator(".loss:not([hidden])")).to_have_count(32)
    expect(losses.locator(".losses h3")).to_have_text("Losses of all 32 scored targets")
    expect(losses.locator(".mean-label")).to_contain_text("5.670999")
    expect(losses.locator(".uniform")).to_have_text("ln 291 5.673323")
    sum_ = losses.locator(".losses .sum").text_content() or ""
    total, count = re.findall(r"[\d.]+", sum_)
    assert float(total) / int(count) == pytest.approx(5.670998865509144, abs=1e-7)


def test_bars_start_at_zero_and_are_to_scale(losses: Page) -> None:
    bars = losses.locator(".loss:not([hidden]) .bar")
    expect(bars).to_have_count(32)
    heights = bars.evaluate_all(
        "all => all.map(bar => [bar.getBoundingClientRect().height, Number(bar.textContent)])"
    )
    scale = heights[0][0] / heights[0][1]
    for height, loss in heights:
        assert height / loss == pytest.approx(scale, rel=0.02)  # bars end on whole device pixels


def test_a_click_selects_record_and_position(losses: Page) -> None:
    losses.locator(".loss-record").nth(1).locator(".loss").nth(3).click()
    expect(losses.locator("#detail .sentence")).to_contain_text("position 3 pays 5.647")
    current = losses.locator('.loss[aria-current="true"]')
    expect(current).to_have_count(1)
    expect(current).to_have_attribute("aria-label", re.compile("^record 1, position 3, target .: "))


def test_one_tab_stop_and_arrows_run_on_into_the_next_record(losses: Page) -> None:
    stop = losses.locator('.loss-bars [tabindex="0"]')
    expect(stop).to_have_count(1)
    stop.focus()
    for _ in range(10):
        losses.keyboard.press("ArrowRight")
    focused = losses.locator(".loss:focus")
    expect(focused).to_have_attribute("aria-label", re.compile("^record 1, position 0, "))
    expect(focused).to_have_attribute("aria-current", "true")
    expect(stop).to_have_count(1)


def test_a_shorter_record_has_fewer_bars(losses: Page) -> None:
    losses.locator(".record-text").first.fill("")
    expect(losses.locator(".loss:not([hidden])")).to_have_count(18)
    expect(losses.locator(".losses h3")).to_have_text("Losses of all 18 scored targets")
