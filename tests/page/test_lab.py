"""The causal-mask lab on real traces: what must not move does not, and a leak is called one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import go_to

V = 291
IDENTICAL = "≡ 0"
OpenPage = Callable[..., Page]


def press(page: Page, key: str) -> None:
    """A key of the lab, once the lab is there."""
    expect(page.locator("#lab [data-position]").first).to_be_visible()
    page.keyboard.press(key)


def changes(page: Page) -> list[str]:
    """Per position: none, identical, moved, leak or new."""
    cells = page.locator("#lab [data-position]")
    found: list[str] = cells.evaluate_all("all => all.map(cell => cell.dataset.change)")
    return found


def sentence(page: Page) -> Locator:
    """The strip's sentence."""
    return page.locator("#lab .lab-sentence")


def expect_changes(page: Page, wanted: list[str]) -> None:
    """Wait for the trace of the edit and of its baseline, then compare every cell."""
    expect(page.locator("#lab [data-position]")).to_have_count(len(wanted))
    for kind in ("none", "identical", "moved", "leak", "new"):
        cells = page.locator(f'#lab [data-position][data-change="{kind}"]')
        expect(cells).to_have_count(wanted.count(kind))
    assert changes(page) == wanted


def test_unedited_records_claim_nothing(page: Page) -> None:
    expect(page.locator("#lab [data-position]")).to_have_count(15)
    assert changes(page) == ["none"] * 15
    expect(page.get_by_role("switch")).to_be_checked()
    expect(sentence(page)).to_contain_text("Swap the token after position 5")


def test_with_the_mask_a_future_edit_leaves_every_earlier_position_identical(page: Page) -> None:
    press(page, "f")
    expect_changes(page, ["identical"] * 6 + ["moved"] * 9)
    expect(page.locator("#lab .lab-cell .by").first).to_have_text(IDENTICAL)
    expect(sentence(page)).to_contain_text("Position 6 changed, red → blu.")
    expect(sentence(page)).to_contain_text(f"all {6 * V:,} logits are identical, bit for bit")
    expect(page.locator("#lab .lab-lead")).to_be_hidden()


def test_without_the_mask_the_same_edit_leaks_into_every_earlier_position(page: Page) -> None:
    press(page, "m")
    expect(page.get_by_role("switch")).not_to_be_checked()
    press(page, "f")
    expect_changes(page, ["leak"] * 6 + ["moved"] * 9)
    expect(sentence(page)).to_contain_text("The future leaks.")
    expect(sentence(page)).to_contain_text("Yet 6 of the 6 positions before it moved")
    press(page, "m")
    expect_changes(page, ["identical"] * 6 + ["moved"] * 9)


@pytest.mark.parametrize("mask", ["1", "0"])
def test_padding_content_moves_nothing(open_page: OpenPage, mask: str) -> None:
    page = open_page(f"mask={mask}")
    page.locator("#lab .lab-cell.padding").click()
    expect_changes(page, ["identical"] * 15)
    expect(page.locator("#lab .lab-cell.padding")).to_have_attribute("aria-pressed", "true")
    expect(sentence(page)).to_contain_text("The padding holds")
    expect(sentence(page)).to_contain_text(f"all {15 * V:,} logits are identical, bit for bit")


@pytest.mark.parametrize("mask", ["1", "0"])
def test_a_neighbour_record_moves_nothing(open_page: OpenPage, mask: str) -> None:
    page = open_page(f"mask={mask}")
    page.locator("#lab .lab-cell.neighbour").click()
    expect_changes(page, ["identical"] * 15)
    expect(sentence(page)).to_contain_text("Record 1 changed. Nothing moved in record 0")
    page.locator("#lab .lab-cell.neighbour").click()
    expect_changes(page, ["none"] * 15)


def test_typing_into_the_future_of_the_text_leaves_the_prefix_identical(page: Page) -> None:
    page.locator(".record-text").first.fill("The key is red. Answer: blue.")
    expect_changes(page, ["identical"] * 13 + ["moved"] * 2 + ["new"])
    expect(sentence(page)).to_contain_text(f"all {13 * V:,} logits are identical, bit for bit")


def test_remember_makes_what_is_typed_the_baseline(page: Page) -> None:
    page.locator(".record-text").first.fill("The key is red")
    expect(sentence(page)).to_contain_text("bit for bit")
    page.locator("#lab .lab-remember").click()
    expect(sentence(page)).to_contain_text("Swap the token")
    assert set(changes(page)) == {"none"}


def test_another_token_is_chosen_and_all_is_undone(page: Page) -> None:
    page.locator('#lab [data-position="7"]').click()
    page.locator("#lab .lab-select").select_option("65")
    expect(sentence(page)).to_contain_text("→ A.")
    expect_changes(page, ["identical"] * 7 + ["moved"] * 8)
    page.locator("#lab .lab-undo").click()
    expect_changes(page, ["none"] * 15)


def test_the_first_position_has_nothing_before_it(page: Page) -> None:
    page.locator('#lab [data-position="0"]').click()
    expect_changes(page, ["moved"] * 15)
    expect(sentence(page)).to_contain_text("Nothing comes before it")


def test_a_link_may_change_one_padding_slot_and_the_padding_cell_takes_it_back(
    open_page: OpenPage,
) -> None:
    page = open_page("edit=0:60:70")
    expect_changes(page, ["identical"] * 15)
    expect(sentence(page)).to_contain_text("The padding changed. Nothing moved in record 0")
    page.locator("#lab .lab-cell.padding").click()
    expect_changes(page, ["none"] * 15)
    expect(page.locator("#lab .lab-cell.padding")).to_have_attribute("aria-pressed", "false")


def test_behind_the_last_token_the_future_is_the_padding(open_page: OpenPage) -> None:
    page = open_page("pos=14")
    press(page, "f")
    expect_changes(page, ["identical"] * 15)
    expect(page.locator("#lab .lab-change")).to_have_attribute("aria-pressed", "true")


def test_the_strip_is_one_tab_stop_and_says_each_cell_in_full(page: Page) -> None:
    press(page, "f")
    expect_changes(page, ["identical"] * 6 + ["moved"] * 9)
    stops = page.locator('#lab .lab-cells [tabindex="0"]')
    expect(stops).to_have_count(1)
    stops.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    focused = page.locator("#lab [data-position]:focus")
    expect(focused).to_have_attribute("data-position", "1")
    expect(focused).to_have_attribute(
        "aria-label", f"position 1, T: identical, all {V} logits, bit for bit"
    )
    page.keyboard.press("End")
    expect(page.locator("#lab .neighbour")).to_be_focused()
    expect(stops).to_have_count(1)


def test_the_lab_speaks_chinese(open_page: OpenPage) -> None:
    page = open_page("lang=zh&mask=0")
    press(page, "f")
    expect(sentence(page)).to_contain_text("未来泄漏了。")
    expect(sentence(page)).to_contain_text("位置 6 改了：red → blu。")


def test_a_long_record_scrolls_inside_the_strip_and_never_moves_the_page(
    open_page: OpenPage,
) -> None:
    page = open_page("pos=55&r=" + "Q" * 60)
    expect(page.locator('#lab [data-position="55"]')).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("[scrollY, document.documentElement.scrollWidth - innerWidth]") == [0, 0]


def test_a_record_alone_has_no_neighbour_cell(open_page: OpenPage) -> None:
    page = open_page("r=abc")
    expect(page.locator("#lab .neighbour")).to_be_hidden()
    page.locator("#lab .padding").click()
    expect_changes(page, ["identical"] * 4)


def test_cells_of_a_long_record_are_filled_as_they_come_into_sight(open_page: OpenPage) -> None:
    page = open_page("pos=0&r=" + "Q" * 60)
    first, far = (page.locator(f'#lab [data-position="{at}"]') for at in (0, 59))
    expect(far).to_have_attribute("aria-label", re.compile("59.*Q"))
    expect(far.locator(".what")).to_have_count(0)
    far.scroll_into_view_if_needed()
    expect(far.locator(".what")).to_have_text("Q")
    expect(first.locator(".what")).to_have_count(0)
    first.scroll_into_view_if_needed()
    expect(first.locator(".what")).to_have_text("BOS")


def test_over_long_text_leaves_the_last_valid_run_and_says_so(page: Page) -> None:
    press(page, "f")
    expect_changes(page, ["identical"] * 6 + ["moved"] * 9)
    page.locator(".record-text").nth(1).fill("Q" * 75)
    expect(sentence(page)).to_contain_text("last valid run")


@pytest.mark.parametrize(("cell", "then"), [("14", "1"), ("0", "0")])
def test_a_cell_that_goes_hands_its_focus_to_the_nearest(page: Page, cell: str, then: str) -> None:
    page.locator(f"#lab [data-position='{cell}']").focus()
    page.evaluate("location.hash = '#r=Q&r=QQQ'")
    expect(page.locator("#lab [data-position]")).to_have_count(2)
    expect(page.locator(f"#lab [data-position='{then}']")).to_be_focused()


def test_a_source_that_goes_hands_its_focus_to_the_nearest(page: Page) -> None:
    page.locator("#lab .neighbour").focus()
    page.evaluate("location.hash = '#r=Q'")
    expect(page.locator("#lab .neighbour")).to_be_hidden()
    expect(page.locator("#lab .padding")).to_be_focused()


def test_the_selected_cell_stays_in_view_and_values_apart_at_any_width(open_page: OpenPage) -> None:
    small = {"width": 1280, "height": 720}
    page = open_page("model=shakespeare&pos=110&mask=0", wait=False, viewport=small)
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    cell = page.locator("#lab [data-position='110']")
    expect(cell).to_be_in_viewport(ratio=0.9)
    page.set_viewport_size({"width": 1440, "height": 1000})
    expect(cell).to_be_in_viewport(ratio=0.9)
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(cell).to_be_in_viewport(ratio=0.9)

    # The sentence scrolls where it is long, so keys stop at it: with a name.
    expect(page.get_by_role("group", name="What the strip says")).to_be_visible()
    go_to(page, "model=shakespeare&pos=40&mask=0")
    expect(page.locator("#lab [data-position='40']")).to_have_attribute("aria-current", "true")
    press(page, "f")
    value = page.locator("#lab [data-position='38'][data-change=leak] .by")
    expect(value).to_have_text(re.compile(r"^\d\.\de\u2212\d$"))
    written = """(value) => {
      const [text] = value.children;
      return text.checkVisibility() ? text.textContent : getComputedStyle(value, '::after').content;
    }"""
    assert re.fullmatch(r'"\de\u2212\d"', value.evaluate(written))
    page.set_viewport_size({"width": 1440, "height": 1000})
    go_to(page, "mask=0&pos=5")
    expect_changes(page, ["none"] * 15)
    page.keyboard.press("f")
    value = page.locator("#lab [data-change=leak] .by").first
    expect(value).to_be_visible()
    assert value.evaluate(written) == value.text_content()
