"""The exercises on the live page: answered by keyboard, judged with reasons, shown, kept."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.page.conftest import wait_for_trace

OpenPage = Callable[..., Page]


def fields(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator(".exercise input").all()]


def test_one_exercise_by_keyboard_alone(page: Page) -> None:
    page.keyboard.press("l")
    for _ in range(14):
        page.keyboard.press("Enter")
    expect(page.locator("#lesson-title")).to_have_text("A. What fills the slots")
    # whoever came by keyboard is in the first field
    expect(page.locator(".exercise input").first).to_be_focused()
    page.keyboard.type("16")
    page.keyboard.press("Tab")
    page.keyboard.type("49")
    page.keyboard.press("Tab")
    page.keyboard.type("15")
    page.keyboard.press("Enter")
    verdict = page.locator(".verdict")
    expect(verdict).to_have_text(re.compile(r"^Not yet\. 16 counts EOS as an input"))
    expect(page.locator(".exercise input").first).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Control+A")
    page.keyboard.type("15")
    page.keyboard.press("Enter")
    expect(verdict).to_have_text(re.compile(r"^Yes\. 14 tokens and BOS are 15 inputs"))
    expect(page.locator(".exercise [aria-invalid]")).to_have_count(0)


def test_answers_follow_the_records(open_page: OpenPage) -> None:
    page = open_page("ex=A")
    for field, answer in zip(
        page.locator(".exercise input").all(), ("15", "49", "15"), strict=True
    ):
        field.fill(answer)
    page.get_by_role("button", name="Check").click()
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Yes.")
    page.locator(".record-text").first.fill("The key is red.")
    wait_for_trace(page)
    expect(verdict).to_contain_text("Not yet.")
    page.locator(".record-text").first.fill("The key is red. Answer: red.")
    expect(verdict).to_contain_text("Yes.")


def test_the_wrong_mean_is_worked_out_from_the_page(open_page: OpenPage) -> None:
    page = open_page("ex=D")
    mean = float(page.locator("#detail .mean-label .number").inner_text())
    field = page.locator(".exercise input")
    field.fill(f"{mean * 32 / 64:.4f}")
    field.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("You divided by 64, the slots of one record.")
    field.fill(f"{mean * 32 / 128:.4f}")
    field.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Yes. 32 × 5.6710")


def test_one_more_entry_costs_33_parameters(open_page: OpenPage) -> None:
    page = open_page("ex=E")
    field = page.locator(".exercise input")
    field.fill("32")
    field.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Each candidate has a bias besides.")
    field.fill("33")
    field.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("from 13,875 to 13,908")


def test_show_me_sets_the_page_so_that_the_leak_is_seen(open_page: OpenPage) -> None:
    page = open_page("ex=F")
    page.get_by_label("the shapes of all tensors").check()
    page.get_by_label("logits before a swapped token").check()
    page.get_by_label("who sees whom").check()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict")).to_contain_text("Shapes cannot tell: the logits are 15 × 291")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#lab .lab-switch")).to_have_attribute("aria-checked", "false")
    expect(page.locator("#lab .lab-lead")).to_have_text("The future leaks.")
    expect(page.locator(".verdict")).to_contain_text("Who sees whom, what norms average over")


def test_back_to_where_i_was_ends_the_leak(page: Page) -> None:
    page.keyboard.press("l")
    page.locator(".lesson-jump").last.click()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#lab .lab-lead")).to_be_visible()
    page.get_by_role("button", name="Back to where I was").click()
    expect(page.locator("#lab .lab-switch")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#chips .edited")).to_have_count(0)
    wait_for_trace(page)
    expect(page.locator("#lab .lab-lead")).to_be_hidden()


def test_answers_survive_leaving(open_page: OpenPage) -> None:
    page = open_page("ex=C")
    page.locator(".exercise input").first.fill("6")
    page.locator(".exercise input").last.fill("15")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict")).to_contain_text("Positions never compete in the output")
    page.get_by_role("button", name="Leave", exact=True).click()
    page.locator("#learn").click()
    expect(page.locator("#lesson-title")).to_have_text("C. Two softmaxes")
    assert fields(page) == ["6", "15"]
    expect(page.locator(".verdict")).to_contain_text("Positions never compete in the output")


def test_letters_in_a_field_are_no_commands(open_page: OpenPage) -> None:
    page = open_page("ex=D")
    page.locator(".exercise input").focus()
    page.keyboard.type("lpmf1")
    assert fields(page) == ["lpmf1"]
    expect(page.locator("html")).not_to_have_class(re.compile("presenting"))


def test_the_exercises_speak_chinese(open_page: OpenPage) -> None:
    page = open_page("ex=B&lang=zh")
    expect(page.locator("#lesson-title")).to_have_text("B. 错开两次")
    page.locator(".exercise input").first.fill("270")
    page.locator(".exercise input").last.fill("14")
    page.get_by_role("button", name="检查").click()
    expect(page.locator(".verdict")).to_contain_text("还不对。 270（red）是错开一次的目标")
