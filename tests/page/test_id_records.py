"""A model without a tokenizer: records of IDs, with neither bytes nor a PAD of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from minigpt.importing.model_folder import write_model_folder
from tests.minigpt.foreign_models import SIZES, nanogpt_state
from tests.minigpt.importing import imported_from
from tests.page.conftest import serving, wait_for_trace

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def ids_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has such a model, already read."""
    models = tmp_path_factory.mktemp("models")
    content = {"model": nanogpt_state(), "model_args": SIZES.model_args, "iter_num": 2750}
    write_model_folder(imported_from(tmp_path_factory.mktemp("file"), content), models / "tiny")
    with serving("--models", str(models)) as address:
        yield address


@pytest.fixture
def page(open_page: OpenPage, ids_url: str) -> Iterator[Page]:
    """A page on which three IDs are written."""
    opened = open_page(wait=False)
    opened.goto(f"{ids_url}#model=tiny&stage=1")
    wait_for_trace(opened)
    opened.locator(".record-text").fill("3 #18 0")
    expect(opened.locator("#chips [role=option]")).to_have_count(3)
    yield opened
    opened.close()


def test_stage_1_shows_what_the_batch_holds(page: Page) -> None:
    slots, detail = page.locator(".slot"), page.locator("#detail")
    expect(slots).to_have_count(4)
    expect(page.locator(".slot-bytes").filter(has_text="23")).to_have_count(0)
    expect(page.locator(".slot-labels")).not_to_contain_text("bytes")
    expect(slots.nth(2).locator(".slot-target")).to_have_text("\u2212100")
    expect(slots.nth(2)).to_have_attribute(
        "aria-label", "slot 2: ID 0, #0; target \u2212100, not scored; valid"
    )
    expect(page.locator("#chips [role=option]").nth(2).locator(".chip-target .id")).to_be_visible()
    fold = page.locator(".fold")
    expect(fold.locator(".slot-id")).to_have_text("0")
    expect(fold.locator(".slot-piece")).to_have_text("PAD")
    expect(page.locator(".batch-label")).to_have_text("record 0")
    expect(page.locator(".batch-filled")).to_have_text("3 valid, 6 PAD")
    expect(detail).to_contain_text("2 scored targets in 9 slots.")
    expect(detail).not_to_contain_text("2 = 2")
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".batch-label")).to_have_text("记录 0")
    expect(page.locator(".slot-labels")).not_to_contain_text("字节")
    expect(detail).to_contain_text("9 个槽位中有 2 个计分的目标。")


def test_train_says_why_there_is_nothing_to_learn(page: Page) -> None:
    failed: list[str] = []
    page.on("response", lambda reply: failed.append(reply.url) if reply.status >= 400 else None)
    page.reload()
    wait_for_trace(page)
    page.get_by_role("button", name="Train").click()
    why = "there is nothing here that it could learn from"
    expect(page.locator("#learning .sentence")).to_contain_text(why)
    expect(page.locator(".learning-parts")).to_be_hidden()
    expect(page.get_by_text("no run yet").locator("visible=true")).to_have_count(0)
    says = page.locator("#training .lab-says")
    expect(says).to_contain_text(why)
    page.set_viewport_size({"width": 1440, "height": 1000})
    assert says.evaluate("node => node.scrollHeight <= node.clientHeight")
    assert failed == []
