"""Train: a run is started, watched, paused and read, and the page keeps to what the server says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import serving, wait_for_trace

OpenPage = Callable[..., Page]

#: Milliseconds for what waits for updates: other work may share the machine.
PATIENCE = 60_000

#: The losses that an independent loop has found for the corpus, at six decimals.
SELECTED = ["selected", "100", "0.4991", "2.0707"]
FINAL = ["final", "600", "0.1864", "2.9425"]


@pytest.fixture(scope="module")
def server_url() -> Iterator[str]:
    """A server of our own: its one run is this module's."""
    with serving() as address:
        yield address


def lead(page: Page) -> Locator:
    """Start, Pause or Continue, whichever it is now."""
    return page.locator("#training .train-lead")


def sentence(page: Page) -> Locator:
    """The strip's sentence."""
    return page.locator("#training .lab-sentence")


def fill(page: Page, **settings: str) -> None:
    """Write settings of the next run."""
    for name, text in settings.items():
        page.locator(f"#train-{name.replace('_', '-')}").fill(text)


def length(page: Page) -> int:
    """How many points the curve of the batches' losses has."""
    path = page.locator(".curves-batch").get_attribute("d") or ""
    return path.count("L")


def test_a_run_is_started_and_paused_and_every_page_sees_the_same(
    open_page: OpenPage, server_url: str
) -> None:
    page = open_page("mode=train")
    expect(page.locator(".curves-empty")).to_have_text("Never trained.600 updates, about 2 s")
    expect(page.locator(".train-table")).to_be_hidden()
    fill(page, steps="9000", evaluate_every="25")
    expect(page.locator(".curves-empty")).to_contain_text("9000 updates, about 27 s")
    lead(page).click()
    expect(lead(page)).to_have_text("Pause")
    expect(page.locator(".curves-empty")).to_be_hidden()
    expect(page.locator("#train-steps")).to_have_attribute("readonly", "")
    expect(page.locator("#learning")).to_contain_text("Locked while the run is on.")
    grown = page.locator(".curves-labels .validation:not(:text('5.66'))")
    expect(grown).to_have_text(re.compile("^validation "), timeout=PATIENCE)
    lead(page).click()
    expect(page.locator(".train-progress")).to_have_text(re.compile(r"^paused at \d+ of 9000$"))

    # Who comes later sees the same run, and cannot start another.
    other = open_page("mode=train")
    expect(lead(other)).to_have_text("Continue")
    expect(other.locator("#train-steps")).to_have_value("9000")
    refused = page.request.post(f"{server_url}api/training/start", data={})
    assert (refused.status, refused.json()["error"]["code"]) == (409, "run_active")
    page.keyboard.press("e")
    expect(page.locator('.mode[data-mode="train"]')).to_have_text(re.compile(r"^Train \d+%$"))
    page.keyboard.press("r")
    expect(page.locator('.mode[data-mode="train"]')).to_have_text("Train")


def test_a_run_goes_on_without_a_page_and_is_found_again(open_page: OpenPage) -> None:
    """It begins with the run that the test before has paused, or with one of its own."""
    page, other = open_page("mode=train"), open_page("mode=train")
    expect(lead(page)).not_to_have_attribute("aria-disabled", "true")
    if lead(page).inner_text() == "Start":
        fill(page, steps="9000")
    before = length(page)
    lead(page).click()
    expect(lead(page)).to_have_text("Pause")
    expect(lead(other)).to_have_text("Pause")
    page.reload()
    wait_for_trace(page)
    expect(page.locator(".curves-labels .validation")).to_be_visible()
    assert length(page) >= before
    page.locator("#training button", has_text="Stop").click()
    expect(lead(page)).to_be_focused()
    expect(lead(page)).to_have_text("Start")
    expect(lead(other)).to_have_text("Start")
    expect(sentence(other)).to_contain_text("The loom shows the model as loaded; the run ended at")
    other.locator(".train-settings .link").click()
    expect(other.locator("#train-steps")).to_have_value("600")


def test_the_finished_run_is_read_and_shown_and_gives_way_to_the_next(open_page: OpenPage) -> None:
    page = open_page("mode=train")
    fill(page, steps="600", evaluate_every="50")
    lead(page).click()
    done = re.compile("^600 updates in ")
    expect(page.locator(".train-progress")).to_have_text(done, timeout=PATIENCE)
    rows = page.locator(".train-table tbody tr:visible")
    for at, figures in ((1, SELECTED), (2, FINAL)):
        expect(rows.nth(at).locator("th, td")).to_have_text(figures)
    labels = page.locator(".curves-labels")
    expect(labels).to_contain_text("step 100: first minimum, 2.0707, selected")
    expect(labels).to_contain_text("overfitting from 100 on: training still falls, validation")
    expect(labels).to_contain_text("ln 291 = 5.6733")

    rows.nth(1).locator("button").click()
    expect(page.locator("#model")).to_have_text("MG-1, step 100")
    expect(rows.nth(1)).to_have_class("shown")
    expect(sentence(page)).to_have_text("The loom shows step 100; the run ended at 600.")
    curves = page.locator(".curves-plot")
    curves.focus()
    page.keyboard.press("ArrowRight")
    expect(curves).to_have_attribute("aria-valuetext", re.compile("^step 150, training 0.2"))
    expect(page.locator(".curves-reading")).to_contain_text("loss of the batch of update 150: ")
    page.keyboard.press("Enter")
    expect(page.locator("#model")).to_have_text("MG-1, step 150")
    expect(page).to_have_url(re.compile("mode=train&step=150"))
    page.locator(".learning-table summary").click()
    expect(page.locator(".learning-table tbody tr")).to_have_count(13)
    expect(page.locator(".learning-table tbody tr").last).to_have_text("6000.1864472.942524")

    # Another page's new run takes the step on show away, and says so in any mode.
    other = open_page("mode=train")
    page.keyboard.press("e")
    fill(other, steps="20")
    lead(other).click()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("A new run has taken the place of the one that step 150 was of.")
    expect(page.locator("#model")).to_have_text("MG-1, untrained")
    notice.locator("button").click()
    expect(notice).to_be_hidden()


def test_settings_out_of_range_wait_and_a_loss_that_is_no_number_ends_the_run(
    open_page: OpenPage,
) -> None:
    page = open_page("mode=train&step=77")
    expect(sentence(page)).to_contain_text("There is no saved step 77 on this server.")
    expect(page.locator("#train-steps")).to_be_visible()
    for name, text, said in (
        ("beta1", "1", "from 0 to below 1"),
        ("learning_rate", "0", "a number above 0"),
        ("batch_records", "2.5", "a whole number from 1 to 4,096"),
    ):
        fill(page, **{name: text})
        field = page.locator(f'.train-field[data-setting="{name}"]')
        expect(field.locator("input")).to_have_attribute("aria-invalid", "true")
        expect(field.locator(".train-range")).to_have_text(said)
    lead(page).click()
    expect(sentence(page)).to_contain_text("Start waits for a setting in its range.")
    page.locator(".train-settings .link").click()
    expect(page.locator(".train-range:not(:empty)")).to_have_count(0)
    # Each evaluation may be a state to keep; what is written here does not give way.
    fill(page, evaluate_every="50", steps="99999")
    page.keyboard.press("Enter")
    field = page.locator('.train-field[data-setting="steps"] .train-range')
    expect(field).to_have_text("a whole number from 1 to 80,550")
    expect(sentence(page)).to_contain_text("would not fit the 512 MiB")

    fill(page, steps="100", learning_rate="1e160")
    lead(page).click()
    broken = "Not finite at update 2; step 0 kept."
    expect(sentence(page)).to_contain_text(broken, timeout=PATIENCE)
    expect(page.locator(".curves-labels .failed")).to_have_text("update 2: not finite")
    expect(page.locator(".curves-failed")).to_have_attribute("d", re.compile("^M"))
    page.evaluate("location.hash = 'mode=train&lang=zh'")
    expect(sentence(page)).to_contain_text("第 2 步的损失不是有限的数")
