"""The record list: typing, composing, order, corpus, and texts that do not fit."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

RED = "The key is red. Answer: red."
BLUE = "The key is blue. Answer: blue."
#: 75 characters of which no two are ever merged: with BOS 76 positions, 12 over 64.
OVERLONG = "Q" * 75


def texts(page: Page) -> list[str]:
    """What stands in the fields, top to bottom."""
    found: list[str] = page.locator(".record-text").evaluate_all("all => all.map(f => f.value)")
    return found


def test_opens_with_the_chapters_records_counts_and_loss(page: Page) -> None:
    assert texts(page) == [RED, BLUE]
    # Alone in its form: a browser that fills forms in reads all of one with every letter.
    alone = "all => all.every(field => field.form?.elements.length === 1)"
    assert page.locator(".record-text").evaluate_all(alone)
    expect(page.locator(".used")).to_have_text(["15/64, 49 PAD", "17/64, 47 PAD"])
    expect(page.locator("#mean-loss")).to_have_text("5.670999")


def test_everything_follows_while_typing_without_a_submit(page: Page) -> None:
    page.locator(".record-text").first.fill("The key is red.")
    expect(page.locator("#chips .chip:not(.padding)")).to_have_count(8)
    expect(page.locator(".used").first).to_have_text("8/64, 56 PAD")
    expect(page.locator("#mean-loss")).not_to_have_text("5.670999")


def test_empty_text_is_a_record_with_one_scored_target(page: Page) -> None:
    page.locator(".record-text").first.fill("")
    expect(page.locator("#chips .chip:not(.padding)")).to_have_count(1)
    expect(page.locator(".used").first).to_have_text("1/64, 63 PAD")


def test_line_ends_and_tabs_pasted_stay(page: Page) -> None:
    field = page.locator(".record-text").first
    field.fill("a\tb\n c")
    expect(page.locator("#chips .chip .chip-piece")).to_have_text(
        ["BOS", "a", "⟨09⟩", "b", "⟨0a⟩", "␠", "c"]
    )
    assert field.input_value() == "a\tb\n c"


def test_a_carriage_return_from_a_link_survives_an_edit_elsewhere(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("r=a%0Db")
    page.locator(".record-text").press("End")
    page.locator(".record-text").press("c")
    pieces = page.locator("#chips .chip .chip-piece")
    expect(pieces).to_have_text(["BOS", "a", "⟨0d⟩", "b", "c"])


def test_add_remove_and_at_most_eight(page: Page) -> None:
    for _ in range(6):
        page.locator("#add-record").click()
    expect(page.locator(".record-text")).to_have_count(8)
    expect(page.locator("#add-record")).to_be_disabled()
    expect(page.locator(".record-text").last).to_be_focused()
    for _ in range(7):
        page.locator(".record-remove").first.click()
    expect(page.locator(".record-text")).to_have_count(1)
    expect(page.locator(".record-remove")).to_be_disabled()


def test_order_by_button_and_by_key_keeps_the_focus(page: Page) -> None:
    page.get_by_role("button", name="Move record 0 down").click(force=True)
    assert texts(page) == [BLUE, RED]
    field = page.locator(".record-text").nth(1)
    field.focus()
    field.press("Alt+ArrowUp")
    assert texts(page) == [RED, BLUE]
    expect(page.locator(".record-text").first).to_be_focused()
    expect(page.locator(".used")).to_have_text(["15/64, 49 PAD", "17/64, 47 PAD"])


def test_a_record_can_be_taken_from_the_corpus(page: Page) -> None:
    picker = page.get_by_label("Fill record 1 from the corpus")
    expect(picker.locator("optgroup")).to_have_count(2)
    text = picker.locator("optgroup").nth(1).locator("option").first.get_attribute("value")
    assert text
    picker.select_option(text)
    assert texts(page)[1] == text
    expect(page.locator("#chips .chip[aria-selected=true]")).to_be_visible()


def test_nothing_is_sent_or_overwritten_while_composing(page: Page) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    field = page.locator(".record-text").first
    field.evaluate(
        """field => {
          field.focus();
          field.dispatchEvent(new CompositionEvent('compositionstart'));
          field.value = 'yao';
          field.dispatchEvent(new InputEvent('input', { isComposing: true }));
        }"""
    )
    page.locator("#chips .chip").nth(3).click()  # a redraw of the whole page
    page.keyboard.press("m")
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    assert field.input_value() == "yao"
    assert all("yao" not in url for url in sent)
    expect(page.locator("#chips .chip:not(.padding)")).to_have_count(15)
    field.evaluate(
        """field => {
          field.value = '钥';
          field.dispatchEvent(new CompositionEvent('compositionend'));
        }"""
    )
    expect(page.locator("#chips .chip .chip-piece")).to_have_text(["BOS", "⟨e9⟩", "⟨92⟩", "⟨a5⟩"])


def press_enter(page: Page, init: str) -> bool:
    """Whether an Enter of this kind was taken by the page."""
    taken: bool = page.locator(".record-text").first.evaluate(
        f"""field => {{
          field.focus();
          const init = {{ key: 'Enter', bubbles: true, cancelable: true, ...{init} }};
          return !field.dispatchEvent(new KeyboardEvent('keydown', init));
        }}"""
    )
    return taken


def test_enter_of_an_input_method_is_left_to_it(page: Page) -> None:
    field = page.locator(".record-text").first
    assert not press_enter(page, "{ isComposing: true }")
    expect(field).to_be_focused()
    assert not press_enter(page, "{ keyCode: 229 }")
    expect(field).to_be_focused()
    assert press_enter(page, "{ keyCode: 13 }")
    expect(page.locator("#chips .chip[aria-selected=true]")).to_be_focused()
    assert texts(page) == [RED, BLUE]


def test_too_long_keeps_the_text_says_by_how_much_and_marks_the_rest(page: Page) -> None:
    page.locator(".record-text").first.fill(OVERLONG)
    message = page.get_by_role("alert").first
    expect(message).to_contain_text("needs 76 slots; the context has 64. Shorten it by 12 tokens")
    assert texts(page)[0] == OVERLONG
    expect(page.locator("#chips .chip")).to_have_count(76)
    expect(page.locator("#chips .chip.beyond")).to_have_count(12)
    expect(page.locator("#chips .chip.first-beyond")).to_have_attribute("data-slot", "64")
    expect(page.locator("#badge")).to_have_attribute("data-status", "stale")
    for area in ("#stages", "#loom", "#work"):
        expect(page.locator(area)).to_have_js_property("inert", True)
    page.locator(".record-text").first.fill("Q" * 63)
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    expect(page.locator("#loom")).to_have_js_property("inert", False)
    expect(page.locator(".used").first).to_have_text("64/64, 0 PAD")
    expect(message).to_be_hidden()


def test_of_a_pasted_book_only_the_first_tokens_become_chips(page: Page) -> None:
    page.locator(".record-text").first.fill("Q" * 5000)
    expect(page.get_by_role("alert").first).to_contain_text("needs 5001 slots")
    expect(page.locator("#chips .chip-rest")).to_have_text("and 4745 more")
    chips = page.locator("#chips .chip")
    expect(chips).to_have_count(256)
    expect(page.locator("#chips .chip.beyond")).to_have_count(192)
    expect(chips.last.locator(".chip-target .piece")).to_have_text("Q")
    page.locator(".record-text").first.fill("Q" * 255)
    expect(page.locator("#chips .chip-rest")).to_have_count(0)
    expect(chips).to_have_count(256)
    expect(chips.last.locator(".chip-target .piece")).to_have_text("EOS")
    page.locator(".record-text").first.fill("Q" * 256)
    expect(page.locator("#chips .chip-rest")).to_have_text("and 1 more")
    page.locator(".record-text").first.fill("Q")
    expect(page.locator("#chips .chip-rest")).to_have_count(0)


def test_the_focus_survives_what_its_own_button_does(page: Page) -> None:
    down, up = page.get_by_label("Move record 0 down"), page.get_by_label("Move record 1 up")
    down.press("Enter")
    assert texts(page) == [BLUE, RED]
    expect(up).to_be_focused()
    up.press("Enter")
    assert texts(page) == [RED, BLUE]
    expect(down).to_be_focused()
    page.locator("#add-record").click()
    page.get_by_label("Remove record 2").press("Enter")
    expect(page.get_by_role("button", name="Record 1", exact=True)).to_be_focused()
    page.get_by_label("Remove record 0").press("Enter")
    assert texts(page) == [BLUE]
    expect(page.get_by_role("button", name="Record 0", exact=True)).to_be_focused()


def test_a_server_that_is_away_is_said_to_be_and_asked_again(page: Page) -> None:
    page.route("**/api/trace", lambda route: route.abort())
    page.locator(".record-text").first.fill("kept")
    expect(page.locator("#badge")).to_have_attribute("data-status", "unreachable")
    expect(page.locator("#stale-reason")).to_contain_text("nothing is lost")
    assert texts(page)[0] == "kept"
    page.unroute("**/api/trace")
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    expect(page.locator("#chips .chip:not(.padding)")).to_have_count(5)


def test_a_slow_reply_never_overwrites_a_newer_one(page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/trace", lambda route: held.append(route))
    field = page.locator(".record-text").first
    field.fill("older")
    field.fill("older still")
    field.fill("new")
    expect(page.locator("#badge")).to_have_attribute("data-status", "pending")
    assert len(held) == 1, "one request in flight"
    with page.expect_request("**/api/trace"):
        held[0].continue_()
    expect(page.locator("#chips .chip .chip-piece").nth(1)).to_have_text("o")
    assert field.input_value() == "new"
    assert '"text":"new"' in (held[1].request.post_data or "")
    held[1].continue_()
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    expect(page.locator("#chips .chip .chip-piece")).to_have_text(["BOS", "n", "e", "w"])
    assert len(held) == 2, "what was typed between is never sent"


def test_records_too_large_to_send_are_told_where_they_are_typed(page: Page) -> None:
    fields, messages = page.locator(".record-text"), page.locator(".record-message")
    fields.nth(1).fill("Q" * (1024 * 1024))
    expect(messages.nth(1)).to_contain_text("All of it is too large to send.")
    expect(messages.first).to_be_hidden()
    expect(fields.nth(1)).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".used").nth(1)).to_be_empty()
    page.get_by_role("button", name="中文").click()
    expect(messages.nth(1)).to_contain_text("合起来太大")
    # The server cannot say which it is: it is told at the record being looked at.
    page.locator(".record-index").first.click()
    expect(messages.first).to_contain_text("合起来太大")
    expect(messages.nth(1)).to_be_hidden()
    fields.nth(1).fill("Q")
    expect(messages.first).to_be_hidden()
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")


def test_a_server_that_fails_blames_no_record(page: Page) -> None:
    page.route("**/api/trace", lambda route: route.abort())
    page.locator(".record-text").first.fill("Q")
    expect(page.locator("#badge")).to_have_attribute("data-status", "unreachable")
    expect(page.locator(".record-list .refused")).to_have_count(0)
