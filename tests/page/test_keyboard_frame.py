"""Keys of the frame, language, theme, and what the popover tells."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


def selected(page: Page) -> int:
    """Slot of the selected chip."""
    return int(page.locator("#chips [aria-selected=true]").get_attribute("data-slot") or -1)


def test_digits_open_stages(page: Page) -> None:
    for stage in "164253":
        page.keyboard.press(stage)
        expect(page.get_by_role("tab", selected=True)).to_contain_text(stage)


def test_arrows_move_the_position_on_plain_ground_and_on_chips(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    assert selected(page) == 6
    chip = page.locator("#chips .chip").nth(6)
    chip.focus()
    chip.press("ArrowLeft")
    assert selected(page) == 5
    expect(page.locator("#chips .chip").nth(5)).to_be_focused()
    page.keyboard.press("End")
    assert selected(page) == 14
    page.keyboard.press("ArrowRight")
    assert selected(page) == 14
    page.keyboard.press("Home")
    assert selected(page) == 0


def test_the_chips_are_one_tab_stop(page: Page) -> None:
    assert page.locator("#chips .chip[tabindex='0']").count() == 1
    page.locator("#chips .chip").nth(9).click()
    assert page.locator("#chips .chip[tabindex='0']").get_attribute("data-slot") == "9"


def test_focus_survives_a_new_trace(page: Page) -> None:
    chip = page.locator("#chips .chip").nth(4)
    chip.click()
    page.keyboard.press("m")
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    expect(chip).to_be_focused()


def test_what_gets_the_focus_is_clear_of_the_heads(page: Page) -> None:
    # The modes have a line of their own here: the heads end lower than elsewhere.
    page.set_viewport_size({"width": 1024, "height": 600})
    number = page.locator("#detail .number").last
    under_heads = """(node) => {
      const heads = document.getElementById('stages').getBoundingClientRect().bottom;
      const top = node.getBoundingClientRect().top;
      return top - heads;
    }"""
    number.evaluate("(node) => scrollTo(0, node.getBoundingClientRect().top + scrollY)")
    number.evaluate(f"(node) => scrollBy(0, ({under_heads})(node) + 12)")
    assert number.evaluate(under_heads) < -6
    number.focus()
    assert number.evaluate(under_heads) >= 0


def test_letters_typed_in_a_record_are_no_commands(page: Page) -> None:
    field = page.locator(".record-text").first
    field.focus()
    field.press("End")
    page.keyboard.type("mft?/1")
    assert field.input_value().endswith("mft?/1")
    expect(page.get_by_role("tab", selected=True)).to_contain_text("3")
    expect(page.locator("dialog")).to_be_hidden()


def test_t_changes_the_theme_and_help_opens_and_closes(page: Page) -> None:
    root = page.locator("html")
    assert root.get_attribute("data-theme") == "light"
    page.keyboard.press("t")
    page.keyboard.press("t")
    expect(root).to_have_attribute("data-theme", "dark")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keys")
    page.keyboard.press("2")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.get_by_role("tab", selected=True)).to_contain_text("3")


def test_letter_keys_can_be_switched_off(page: Page) -> None:
    page.keyboard.press("?")
    page.get_by_label("Letter and digit keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.keyboard.press("t")
    expect(page.get_by_role("tab", selected=True)).to_contain_text("3")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.keyboard.press("ArrowRight")
    assert selected(page) == 6


def test_slash_finds_a_candidate(page: Page) -> None:
    page.keyboard.press("/")
    expect(page.get_by_role("tab", selected=True)).to_contain_text("6")
    expect(page.locator("#detail input[type=search]:visible")).to_be_focused()


def test_the_model_is_told_in_full(page: Page) -> None:
    page.locator("#model").click()
    page.locator(".models-side").get_by_role("button", name="All settings").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("#parameter-table tfoot")).to_contain_text("13,875")
    expect(dialog.locator("#parameter-table tbody tr")).to_have_count(6)
    expect(dialog).to_contain_text("float64")
    hashes = dialog.locator("code").filter(has_text="f").all_text_contents()
    assert sum(len(text) == 64 for text in hashes) == 3


def test_both_languages_name_everything_in_the_frame(open_page: Callable[..., Page]) -> None:
    page = open_page()
    english = page.locator("header, #records").all_inner_texts()
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    chinese = page.locator("header, #records").all_inner_texts()
    assert english != chinese
    expect(page.locator("#add-record")).to_have_text("+ 添加记录")
    expect(page.locator("#badge")).to_contain_text("平均损失")


def test_the_systems_theme_is_followed_until_one_is_chosen(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(color_scheme="dark")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")


def test_the_mean_loss_is_read_at_full_precision(page: Page) -> None:
    page.locator("#mean-loss").focus()
    # the chapter's mean over both records
    expect(page.locator("#margin")).to_contain_text("5.670998865509145")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("width", "height", "density"), [(320, 256, 1), (360, 250, 4)])
def test_a_narrow_page_is_never_scrolled_sideways(
    open_page: Callable[..., Page], lang: str, width: int, height: int, density: float
) -> None:
    # 320 by 256 is 1280 by 1024 at 400 % (WCAG 1.4.10).
    viewport = {"width": width, "height": height}
    page = open_page(f"lang={lang}&r={'Q' * 63}", viewport=viewport, device_scale_factor=density)
    for stage in "123456":
        page.keyboard.press(stage)
        expect(page.get_by_role("tab", selected=True)).to_contain_text(stage)
        expect(page.locator("#detail")).not_to_be_empty()
        assert page.evaluate("document.scrollingElement.scrollWidth") == width, f"stage {stage}"
