"""Token chips: every piece visible and told apart, markup harmless, copying exact."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.page.conftest import go_to, wait_for_trace

MARKUP = ["a<b<c", '"><img src=x onerror=alert(1)>', "'", "&lt;"]


def open_text(open_page: Callable[..., Page], text: str) -> Page:
    """A page with one record."""
    return open_page(f"r={quote(text)}")


def change_to(page: Page, text: str) -> None:
    """Have one record with this text on the page, by its link."""
    go_to(page, f"r={quote(text)}")
    # A text field has no carriage return.
    expect(page.locator("#records textarea")).to_have_value(text.replace("\r", "\n"))
    wait_for_trace(page)


def test_position_id_piece_target_and_folded_padding(page: Page) -> None:
    # the chapter's table of the red-key record, position 5
    chip = page.locator("#chips .chip").nth(5)
    expect(chip).to_have_attribute("aria-label", "Position 5, ID 277, piece is space, target red")
    expect(chip.locator(".place")).to_have_text("5277")
    expect(chip.locator(".chip-target .id")).to_have_text("270")
    expect(page.locator("#chips .padding span").first).to_have_text("15–63")
    expect(page.locator("#chips .padding")).to_contain_text("−100")


def test_the_next_chip_is_marked_as_where_the_target_comes_from(page: Page) -> None:
    expect(page.locator("#chips .chip.next")).to_have_attribute("data-slot", "6")
    page.locator("#chips .chip").nth(9).click()
    expect(page.locator("#chips .chip.next")).to_have_attribute("data-slot", "10")


def test_markup_is_text(open_page: Callable[..., Page]) -> None:
    page = open_page()
    for text in MARKUP:
        change_to(page, text)
        pieces = page.locator("#chips .chip .chip-piece").all_text_contents()
        assert "".join(pieces[1:]).replace("␠", " ") == text
        assert page.locator("img, script:not([src])").count() == 0


def test_every_invisible_token_is_visible_and_unlike_any_other(
    open_page: Callable[..., Page],
) -> None:
    text = " \t\n\r\u0000\u00a0\u200d␣␠"
    page = open_text(open_page, text)
    chips = page.locator("#chips .chip:not(.padding)")
    expect(chips).to_have_count(1 + 5 + 2 + 3 + 3 + 3)
    labels = chips.evaluate_all("all => all.map(chip => chip.ariaLabel)")
    pieces = [label.split("piece ")[1].split(", target")[0] for label in labels]
    assert pieces[1:6] == [
        "space",
        "tab",
        "line feed",
        "carriage return",
        "null",
    ]
    assert "part of U+00A0" in labels[6]
    assert "part of U+200D" in labels[8]
    assert "part of ␣" in labels[11]
    assert "part of ␠" in labels[14]
    widths = chips.locator(".chip-piece").evaluate_all(
        "all => all.map(p => p.getBoundingClientRect().width)"
    )
    assert min(widths) > 3
    expect(page.locator("#chips .spelling")).to_have_text(["U+00A0", "U+200D", "␣", "␠"])
    assert page.locator("#chips .space").count() == 2  # the piece, and the target of BOS


def test_a_space_is_drawn_not_left_blank(open_page: Callable[..., Page]) -> None:
    page = open_text(open_page, " ")
    border = page.locator("#chips .chip").nth(1).locator(".chip-piece .space")
    assert border.evaluate("node => getComputedStyle(node).borderBottomStyle") == "solid"


def test_each_byte_token_points_at_the_whole_character(open_page: Callable[..., Page]) -> None:
    page = open_text(open_page, "👍🏿 John!")
    expect(page.locator("#chips .spelling")).to_have_text(["👍", "🏿"])
    for slot, whole in [(1, range(1, 5)), (4, range(1, 5)), (6, range(5, 9))]:
        page.locator("#chips .chip").nth(slot).hover()
        marked = page.locator("#chips .same-character").evaluate_all(
            "all => all.map(c => Number(c.dataset.slot))"
        )
        assert marked == list(whole)
    page.locator("#chips .chip").nth(10).hover()
    expect(page.locator("#chips .same-character")).to_have_count(0)


def copied(page: Page) -> str:
    """What a copy event from the chips puts on the clipboard."""
    text: str = page.locator("#chips .chip-list").evaluate(
        """list => {
          const clipboardData = new DataTransfer();
          const init = { clipboardData, bubbles: true, cancelable: true };
          list.dispatchEvent(new ClipboardEvent('copy', init));
          return clipboardData.getData('text/plain');
        }"""
    )
    return text


def test_copying_all_chips_gives_the_original_text(open_page: Callable[..., Page]) -> None:
    page = open_page()
    for text in (" \t\n\r\u0000\u00a0␣␠x", "👍🏿 John!", "The key is red.", "\ufeffa"):
        change_to(page, text)
        page.evaluate("getSelection().selectAllChildren(document.querySelector('.chip-list'))")
        assert copied(page) == text


def test_copying_part_of_a_character_gives_all_of_it(open_page: Callable[..., Page]) -> None:
    page = open_text(open_page, "é1")
    page.locator("#chips .chip").nth(2).focus()
    assert copied(page) == "é"
    page.locator("#chips .chip").nth(3).focus()
    assert copied(page) == "1"


def test_merge_steps_of_a_chosen_piece(page: Page) -> None:
    # 265 is "he␠": h with 260, which is "e␠", the second merge of all
    chip = page.locator("#chips .chip").nth(2)
    chip.click()
    chip.click()
    tree = page.locator("#merges")
    expect(tree).to_contain_text("How ID 265 was made")
    expect(tree.locator("small")).to_have_text(
        ["ID 265 · merge 6", "ID 104", "ID 260 · merge 1", "ID 101", "ID 32"]
    )
    page.keyboard.press("Escape")
    expect(tree).to_be_hidden()


def test_a_byte_and_a_special_say_where_they_come_from(page: Page) -> None:
    page.locator("#chips .chip").nth(1).click()
    page.locator("#chips .chip").nth(1).press("Enter")
    expect(page.locator("#merges")).to_contain_text("One byte of the text")
    page.locator("#chips .chip").nth(0).click()
    page.locator("#chips .chip").nth(0).press("Enter")
    expect(page.locator("#merges")).to_contain_text("No typed text ever becomes this ID")


def test_special_names_typed_stay_text(open_page: Callable[..., Page]) -> None:
    page = open_text(open_page, "BOS<EOS>")
    ids = page.locator("#chips .chip:not(.padding) .place .id").all_text_contents()
    assert ids[0] == "256"
    assert not {"256", "257", "258"} & set(ids[1:])
