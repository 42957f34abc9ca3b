"""Stage 1: the record's arrays shifted once, its padding, and the batch around it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

# Table 20.1
IDS = [256, 84, 265, 268, 32, 277, 270, 261, 65, 276, 119, 262, 259, 270, 46]
TARGETS = [84, 265, 268, 32, 277, 270, 261, 65, 276, 119, 262, 259, 270, 46, 257]


@pytest.fixture
def batch(open_page: Callable[..., Page]) -> Page:
    """The chapter's records, stage 1 open."""
    return open_page("stage=1")


def texts(page: Page, part: str) -> list[str]:
    """One array of the valid slots, as shown."""
    return page.locator(f".slot:not(.padding) .slot-{part}").all_text_contents()


def padding(page: Page) -> Locator:
    """The padding slots that are unfolded."""
    return page.locator(".slot.padding:not(.fold)")


def test_ids_and_targets_are_one_list_shifted_once(batch: Page) -> None:
    assert texts(batch, "id") == [str(id_) for id_ in IDS]
    assert texts(batch, "target") == [str(id_) for id_ in TARGETS]
    assert set(texts(batch, "valid")) == {"●"}
    # a line from each next ID, and none to EOS, which is no slot's input
    lines = batch.locator(".slot:not(.padding) .slot-shift .line")
    drawn = [line.get_attribute("d") != "" for line in lines.all()]
    assert drawn == [True] * 14 + [False]


def test_bytes_stand_over_their_pieces(batch: Page) -> None:
    # "is " in ASCII
    assert texts(batch, "bytes")[5] == "69 73 20"
    assert texts(batch, "bytes")[0] == ""
    assert texts(batch, "piece")[:3] == ["BOS", "T", "he␠"]


def test_padding_is_folded_and_unfolds_to_all_64_slots(batch: Page) -> None:
    fold = batch.locator(".slot.fold")
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(fold.locator(".slot-number")).to_have_text("15–63")
    expect(fold).to_contain_text("×49")
    expect(padding(batch)).to_have_count(0)
    fold.click()
    expect(padding(batch)).to_have_count(49)
    last = padding(batch).last
    expect(last.locator(".slot-number")).to_have_text("63")
    expect(last.locator(".slot-id")).to_have_text("258")
    expect(last.locator(".slot-target")).to_have_text("\N{MINUS SIGN}100")
    expect(last.locator(".slot-valid")).to_have_text("○")
    expect(fold).to_be_focused()
    fold.click()
    expect(padding(batch)).to_have_count(0)


#: Whether the rightmost slot ends inside the detail.
FITS = """() => {
    const room = document.querySelector('#detail').getBoundingClientRect().right;
    const slots = [...document.querySelectorAll('.slot')];
    return Math.max(...slots.map((slot) => slot.getBoundingClientRect().right)) <= room + 1;
}"""


def test_no_line_is_wider_than_the_page(batch: Page) -> None:
    batch.locator(".slot.fold").click()
    expect(padding(batch)).to_have_count(49)
    for width in (1440, 1024, 700):
        batch.set_viewport_size({"width": width, "height": 900})
        batch.wait_for_function(FITS)


def test_a_padding_filler_from_the_lab_is_shown_where_it_is(open_page: Callable[..., Page]) -> None:
    page = open_page("stage=1&pad=0:270")
    expect(page.locator(".slot.fold .slot-id")).to_have_text("270")
    expect(page.locator(".slot.fold .slot-target")).to_have_text("\N{MINUS SIGN}100")


def test_the_sentence_is_true_of_the_record(open_page: Callable[..., Page]) -> None:
    page = open_page("stage=1")
    sentence = page.locator("#detail .detail-head .sentence")
    expect(sentence).to_contain_text("28 bytes; merges leave 14 tokens")
    # six bytes in UTF-8, none of which any merge joins
    page.locator(".record-text").first.fill("你好")
    expect(sentence).to_contain_text("6 bytes; no merge applies, so they are 6 tokens")
    page.locator(".record-text").first.fill("")
    expect(sentence).to_contain_text("Record 0 is empty")
    expect(page.locator(".slot:not(.padding)")).to_have_count(1)


def test_a_swapped_token_moves_the_target_before_it(open_page: Callable[..., Page]) -> None:
    page = open_page("stage=1&edit=0:6:274")
    assert texts(page, "id")[6] == "274"
    assert texts(page, "target")[5] == "274"
    expect(page.locator("#detail .detail-head .sentence")).to_contain_text(
        "lab has changed input IDs"
    )


def test_arrows_walk_the_slots_and_keep_focus(batch: Page) -> None:
    expect(batch.locator('.batch-slots .slot:not(.fold)[tabindex="0"]')).to_have_count(1)
    batch.locator(".slot[aria-current=true]").focus()
    batch.keyboard.press("ArrowRight")
    expect(batch.locator("#position-title")).to_have_text("Position 6, by stage")
    expect(batch.locator(".slot").nth(6)).to_be_focused()
    batch.keyboard.press("End")
    expect(batch.locator("#position-title")).to_have_text("Position 14, by stage")


def test_merges_of_the_chosen_piece(batch: Page) -> None:
    # tokenizer.json: merge 8 joins i and s, merge 19 joins "is" and a space
    steps = batch.locator(".made-steps li")
    expect(steps).to_have_count(2)
    expect(steps.nth(0)).to_have_text("i 105 + s 115 → is 266 merge 8")
    expect(steps.nth(1)).to_have_text("is 266 + ␠ 32 → is␠ 277 merge 19")
    batch.locator(".slot").nth(1).click()
    expect(steps).to_have_count(0)
    expect(batch.locator(".batch-made .note")).to_contain_text("One byte, 54")
    batch.locator(".slot").nth(0).click()
    expect(batch.locator(".batch-made .note")).to_contain_text("special")


def test_the_whole_batch_and_its_scored_targets(batch: Page) -> None:
    expect(batch.locator(".batch-whole .shape")).to_have_text("[2, 64]")
    expect(batch.locator(".batch-filled")).to_have_text(["15 valid, 49 PAD", "17 valid, 47 PAD"])
    expect(batch.locator(".batch-whole .note")).to_contain_text("15 + 17 = 32 scored targets")
    batch.locator(".batch-row").nth(1).click()
    expect(batch.locator(".slot:not(.padding)")).to_have_count(17)
    expect(batch.locator(".batch-row").nth(1)).to_have_attribute("aria-current", "true")


def test_a_full_record_has_no_padding_to_fold(open_page: Callable[..., Page]) -> None:
    # 63 bytes without a merge and BOS fill all 64 slots
    page = open_page(f"stage=1&r={quote('Z' * 63)}")
    expect(page.locator(".slot")).to_have_count(64)
    expect(page.locator(".slot.fold")).to_have_count(0)
