"""What feeds an open derivation is marked in the bars of stage 6 too."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import OpenPage

CODE = ".derivation-code"


def test_all_losses_that_a_mean_is_made_of_are_marked(open_page: OpenPage) -> None:
    page = open_page("stage=6&trail=mean_loss")
    expect(page.locator(".loss.fed")).to_have_count(15 + 17)
    page.keyboard.press("Escape")
    expect(page.locator(".loss.fed")).to_have_count(0)


def test_the_bar_that_a_loss_comes_from_is_framed(open_page: OpenPage) -> None:
    page = open_page("stage=6")
    plot = page.locator(".bars-canvas")
    plain = plot.screenshot()
    page.locator(".loss[aria-current]").click()
    expect(page.locator(CODE)).to_have_text("loss[0, 5]")
    framed = plot.screenshot()
    assert framed != plain
    # the mean comes from losses, and from no bar
    page.keyboard.press("Backspace")
    page.locator(".losses .mean-label .number").click()
    expect(page.locator(CODE)).to_have_text("mean_loss")
    assert plot.screenshot() != framed
