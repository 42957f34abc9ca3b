"""Stages 5 and 6: all candidates of a position, by ID and by value, and how one is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Position, expect

V = 291
OpenPage = Callable[..., Page]


@pytest.fixture
def scores(open_page: OpenPage) -> Page:
    """Stage 5 at the chapter's position."""
    return open_page("stage=5&pos=5")


def panel(page: Page) -> Locator:
    """The open stage."""
    return page.locator(".stage-panel:not([hidden])")


def reading(page: Page) -> Locator:
    """The line on the candidate that is looked at."""
    return panel(page).locator(".candidate-reading")


def find(page: Page, query: str) -> None:
    """Type into the search."""
    panel(page).locator(".candidate-find").fill(query)


def test_the_chapters_target_logit_rank_and_highest(scores: Page) -> None:
    expect(scores.locator("#detail .sentence")).to_have_text(
        "The target of position 5, red (270), is number 29 of 291; + (43) scores highest."
    )
    expect(reading(scores)).to_contain_text("target 270 red")
    logit = reading(scores).locator(".number").first
    expect(logit).to_have_text("0.099150")
    logit.focus()
    expect(scores.locator("#margin .readout-code")).to_have_text("logits[0, 5, 270]")
    digits = scores.locator("#margin .readout-digits").text_content() or ""
    assert float(digits) == pytest.approx(0.09915046290174213, abs=1e-12)  # the chapter's tolerance


def test_candidates_are_found_by_id_text_and_hex(scores: Page) -> None:
    row = panel(scores).locator(".table-row[aria-selected=true]")
    # What is on show already would not be seen to be found.
    for query, id_, piece in [
        ("e7", "231", "⟨e7⟩"),
        ("270", "270", "red"),
        ("0xe7", "231", "⟨e7⟩"),
        ("red", "270", "red"),
    ]:
        find(scores, query)
        expect(reading(scores), query).to_contain_text(f"{id_} {piece}")
        expect(row, query).to_contain_text(id_)


def test_enter_walks_through_the_matches_and_nothing_is_found_for_nonsense(scores: Page) -> None:
    find(scores, "e")
    expect(panel(scores).locator(".candidate-found")).to_contain_text("1 of 13")
    panel(scores).locator(".candidate-find").press("Enter")
    expect(panel(scores).locator(".candidate-found")).to_contain_text("2 of 13")
    find(scores, "zebra")
    expect(panel(scores).locator(".candidate-found")).to_have_text("none")


def test_enter_that_ends_a_composition_does_not_move_on(scores: Page) -> None:
    find(scores, "e")
    panel(scores).locator(".candidate-find").evaluate(
        "field => field.dispatchEvent(new KeyboardEvent('keydown',"
        " {key: 'Enter', keyCode: 229, bubbles: true}))"
    )
    expect(panel(scores).locator(".candidate-found")).to_contain_text("1 of 13")


def test_slash_opens_and_focuses_the_search(page: Page) -> None:
    expect(page.locator("#lab [data-position]").first).to_be_visible()  # all is loaded
    page.keyboard.press("/")
    expect(panel(page).locator(".candidate-find")).to_be_focused()


def test_every_candidate_is_in_the_table_in_either_order(scores: Page) -> None:
    table = panel(scores).locator(".candidate-table")
    expect(table).to_have_attribute("aria-rowcount", str(V + 1))
    panel(scores).get_by_role("button", name="By value").click()
    table.focus()
    scores.keyboard.press("Home")
    expect(table.locator("[aria-selected=true] .rank")).to_have_text("1")
    expect(table.locator("[aria-selected=true] .id")).to_have_text("43")
    scores.keyboard.press("End")
    expect(table.locator("[aria-selected=true] .rank")).to_have_text(str(V))
    panel(scores).get_by_role("button", name="By ID").click()
    scores.keyboard.press("Escape")
    table.focus()
    scores.keyboard.press("End")
    expect(table.locator("[aria-selected=true] .id")).to_have_text(str(V - 1))


def test_the_table_holds_few_elements_however_many_candidates(scores: Page) -> None:
    assert panel(scores).locator(".table-row").count() < 20


def test_bars_are_one_tab_stop_whose_arrows_move_the_candidate(scores: Page) -> None:
    bars = panel(scores).get_by_role("slider")
    expect(bars).to_have_attribute("aria-valuenow", "270")
    bars.focus()
    scores.keyboard.press("ArrowRight")
    expect(bars).to_have_attribute("aria-valuenow", "271")
    scores.keyboard.press("Home")
    expect(bars).to_have_attribute("aria-valuenow", "0")
    spoken = bars.get_attribute("aria-valuetext")
    assert spoken is not None
    assert spoken.startswith("candidate 0, ⟨00⟩: logit ")
    scores.keyboard.press("End")
    expect(bars).to_have_attribute("aria-valuenow", str(V - 1))
    expect(bars).to_be_focused()


def test_a_bar_is_read_under_the_pointer_and_chosen_by_a_click(scores: Page) -> None:
    canvas = panel(scores).locator(".bars-canvas")
    box = canvas.bounding_box()
    assert box is not None
    place: Position = {"x": box["width"] - 1, "y": box["height"] / 2}
    canvas.hover(position=place)
    expect(scores.locator("#margin .readout-code")).to_have_text("probability[0, 5, 290]")
    canvas.click(position=place)
    expect(reading(scores)).to_contain_text("candidate 290")


def test_bars_stay_sharp_at_any_pixel_ratio(open_page: OpenPage) -> None:
    page = open_page("stage=6&pos=5", device_scale_factor=2)
    sizes = (
        panel(page)
        .locator(".bars-canvas")
        .evaluate("c => [c.width, c.getBoundingClientRect().width]")
    )
    assert sizes[0] == round(2 * sizes[1])


def test_typing_a_record_keeps_what_was_searched(scores: Page) -> None:
    find(scores, "red")
    scores.locator(".record-text").first.fill("The key is red. Answer: blue.")
    expect(scores.locator("#chips .chip:not(.padding)")).to_have_count(16)
    expect(panel(scores).locator(".candidate-find")).to_have_value("red")
    expect(reading(scores)).to_contain_text("270 red")
