"""Generate: a text is drawn token by token, as the server generates it, and read back and forth."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page.conftest import serving, wait_for_trace
from tests.page.generating import (
    ASKED,
    PROMPT,
    WARM,
    cells,
    generated,
    ids,
    press,
    prompt,
    selected,
    sentence,
    setting,
    train,
)
from tests.page.test_derivation import operand

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def server_url() -> Iterator[str]:
    """A server of our own, whose run this module starts."""
    with serving() as address:
        yield address


@pytest.fixture
def own_url() -> Iterator[str]:
    """A server that has trained nothing yet."""
    with serving() as address:
        yield address


def test_probes_before_and_after_a_run(page: Page, own_url: str) -> None:
    page.goto(f"{own_url}#mode=generate")
    wait_for_trace(page)
    rows = page.locator(".probe-table tbody tr")
    expect(rows.first.locator("td")).to_have_text(["red.", "× not as expected: bytes", "–", "–"])
    expect(page.locator(".probe-evidence")).to_contain_text("Only the untrained model")
    page.request.post(f"{own_url}api/training/start", data={"steps": 100})
    after = ["red.", "× not as expected: bytes", "✓ as expected: red.", "✓ as expected: red."]
    expect(rows.first.locator("td")).to_have_text(after)
    told = page.request.get(f"{own_url}api/probes").json()["probes"]
    expect(rows).to_have_count(len(told))
    seen = [one for one in told if one["kind"] in ("seen", "aligned")]
    right = sum(one["states"]["final"]["text"] == one["expected"] for one in seen)
    expect(page.locator(".probe-evidence")).to_contain_text(f"{right} of {len(seen)} seen prompts")
    # A probe's prompt is taken, and its unaligned end explained where it happens.
    rows.filter(has_text="unaligned").locator("button").click()
    expect(prompt(page)).to_have_value("The key is red. Answer:")
    expect(page.locator(".boundary")).to_contain_text("This prompt stops inside a token")
    expect(page.locator(".boundary-token.parts .id")).to_have_text(["259", "58"])
    page.locator(".boundary button").click()
    expect(prompt(page)).to_have_value(PROMPT)
    expect(page.locator(".boundary")).to_be_hidden()


def test_tokens_are_drawn_as_the_server_generates_them(
    open_page: OpenPage, server_url: str
) -> None:
    page = open_page(WARM)
    reply = generated(page, server_url, PROMPT, **ASKED)
    before = len(reply["ids"]) - 6
    expect(prompt(page)).to_have_value(PROMPT)
    expect(page.locator(".chip[data-slot]")).to_have_count(before)
    for count, step in enumerate(reply["steps"], 1):
        press(page, "Next token")
        expect(cells(page)).to_have_count(count)
        expect(page.locator("#drawn-title")).to_have_text(f"Token {count} of 6")
        expect(selected(page)).to_have_attribute("data-slot", str(step["position"]))
        expect(cells(page).nth(count - 1)).to_have_attribute("aria-current", "true")
        row = page.locator(".draw-table tr[aria-current]")
        expect(row.locator(".id")).to_have_text(str(step["token"]))
        expect(row.locator(".kept .draw-value")).to_have_text(
            f"{step['filtered'][step['token']]:.4f}"
        )
        kept = sum(p > 0 for p in step["filtered"])
        expect(page.locator("#drawn .detail-sentence")).to_contain_text(f"{kept} survive")
        expect(page.locator(".lot-value")).to_have_text(f"u = {step['u']:.6f}")
    assert ids(page) == reply["ids"]
    expect(page.locator(".chip.drawn")).to_have_count(6)
    expect(page.locator(".draw-stop")).to_have_text("stopped: 6 tokens")
    expect(page.locator("#drawing .primary")).to_be_disabled()
    expect(page.locator("#records .used")).to_have_text(f"{before + 6}/64, 6 drawn")
    expect(page.locator(".gutter-padding")).to_have_text(f"free ×{64 - before - 6}")


def test_back_and_forth_and_another_setting(open_page: OpenPage, server_url: str) -> None:
    """What was drawn later is dimmed; another setting makes other tokens, and says so."""
    page = open_page(f"{WARM}&draw=6")
    reply = generated(page, server_url, PROMPT, **ASKED)
    before = len(reply["ids"]) - 6
    expect(cells(page)).to_have_count(6)
    expect(selected(page)).to_have_attribute("data-slot", str(reply["steps"][-1]["position"]))
    page.keyboard.press(",")
    page.keyboard.press(",")
    expect(page.locator(".draw-cell.later")).to_have_count(2)
    expect(cells(page).nth(3)).to_have_attribute("aria-current", "true")
    expect(sentence(page)).to_contain_text("Token 4 is on show")
    page.keyboard.press(".")
    expect(page.locator("#drawn-title")).to_have_text("Token 5 of 6")
    page.locator(".chip.drawn").last.click()
    expect(page.locator("#drawn .detail-sentence")).to_contain_text("as many as were asked for")

    setting(page, "seed").fill("3")
    expect(sentence(page)).to_contain_text("The change discarded 6 tokens.")
    expect(cells(page)).to_have_count(0)
    assert ids(page) == reply["ids"][:before]
    press(page, "Greedy")
    expect(setting(page, "temperature")).to_have_value("0")
    page.locator("#drawn-title").click()
    page.keyboard.press(" ")
    expect(page.locator(".draw-stop")).to_have_text("stopped: 6 tokens")
    greedy = generated(page, server_url, PROMPT, **{**ASKED, "temperature": 0})
    assert ids(page) == greedy["ids"]
    expect(page.locator(".interval")).to_be_hidden()
    press(page, "Greedy")
    expect(setting(page, "temperature")).to_have_value("1.5")


def test_where_it_stops(open_page: OpenPage, server_url: str) -> None:
    train(open_page("mode=train"), server_url)
    page = open_page("mode=generate&step=100")
    expect(sentence(page)).not_to_be_empty()
    page.keyboard.press(" ")
    expect(page.locator(".draw-stop")).to_have_text("stopped: EOS")
    expect(cells(page).last).to_contain_text("EOS")
    reply = generated(page, server_url, PROMPT, step=100)
    assert (reply["text"], reply["stop"]) == ("red.", "eos")
    assert ids(page) == reply["ids"]
    press(page, "Discard")
    expect(cells(page)).to_have_count(0)

    # A wish to draw what is still with the server is told, and kept.
    held: list[Route] = []
    page.route("**/api/generate*", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/generate*"):
        setting(page, "seed").fill("7")
    page.locator("#drawn-title").click()
    page.keyboard.press(" ")
    expect(sentence(page)).to_contain_text("drawing begins once that is here")
    expect(page.locator("#drawing button", has_text="Pause")).to_be_enabled()
    held[0].continue_()
    expect(page.locator(".draw-stop")).to_have_text("stopped: EOS")


def test_prompts_from_none_to_too_long(open_page: OpenPage) -> None:
    page = open_page("mode=generate")
    # Typing while tokens are drawn ends that.
    prompt(page).fill("Q" * 30)
    press(page, "Run")
    expect(cells(page)).not_to_have_count(0)
    prompt(page).fill("Q" * 62)
    expect(page.locator("#drawing button", has_text="Run")).to_be_enabled()
    expect(cells(page)).to_have_count(0)
    press(page, "Run")
    expect(page.locator(".draw-stop")).to_have_text(re.compile("^stopped: (EOS|context full)$"))
    prompt(page).fill("Q" * 63)
    expect(sentence(page)).to_have_text("The context is full: nothing more can be drawn.")
    expect(page.locator("#drawing .primary")).to_be_disabled()
    wait_for_trace(page)
    prompt(page).fill("Q" * 64)
    message = page.locator(".record-message")
    expect(message).to_contain_text("This record needs 65 slots; the context has 64.")
    expect(sentence(page)).to_contain_text("Shorten it by 1 token.")
    prompt(page).fill("")
    wait_for_trace(page)
    expect(page.locator("#mean-loss")).to_have_text("–")
    press(page, "Next token")
    expect(cells(page)).to_have_count(1)


def test_what_cannot_be_used_and_bytes_that_are_no_text(open_page: OpenPage) -> None:
    """The range is named, in the page's language; what holds no number is not asked for."""
    page = open_page("mode=generate")
    for lang, name, text, said in (
        ("EN", "temperature", "101", "temperature: from 0 to 100."),
        ("EN", "top_p", "1.5", "top-p: from 0 to 1."),
        ("中文", "temperature", "-1", "温度: 范围 0 到 100。"),
        ("中文", "seed", "1.5", "种子: 请填写整数，最大 2⁵³ − 1。"),
    ):
        page.get_by_role("button", name=lang, exact=True).click()
        setting(page, name).fill(text)
        expect(page.locator(".draw-refusal")).to_have_text(said)
        expect(setting(page, name)).to_have_attribute("aria-invalid", "true")
        expect(cells(page)).to_have_count(0)
        setting(page, name).fill("")
        expect(page.locator(".draw-refusal")).to_be_hidden()

    # Bytes that are no UTF-8 are kept, shown as bytes, and flagged.
    page = open_page("mode=generate&n=2&draw=2&prompt=The+key")
    expect(sentence(page)).to_contain_text("What was drawn is no UTF-8 text")
    expect(cells(page).nth(1)).to_have_attribute("aria-label", re.compile("Token 2: ⟨..⟩, "))


def test_a_drawn_token_has_a_whole_trace(open_page: OpenPage, server_url: str) -> None:
    train(open_page("mode=train"), server_url)
    page = open_page("mode=generate&step=100&n=4&draw=4&t=1&seed=5")
    reply = generated(page, server_url, PROMPT, step=100, temperature=1, seed=5, new_tokens=4)
    expect(cells(page)).to_have_count(len(reply["steps"]))
    first = reply["steps"][0]
    cells(page).first.click()
    expect(selected(page)).to_have_attribute("data-slot", str(first["position"]))
    expect(page.locator("#verified")).to_have_attribute("data-verdict", "agrees")
    row = page.locator(".draw-table tr[aria-current]")
    row.locator("td .number").first.click()
    code = f"probability[0, {first['position']}, {first['token']}]"
    expect(page.locator(".derivation-code")).to_have_text(code)
    digits = page.locator(".derivation .derivation-digits").inner_text()
    assert float(digits) == pytest.approx(first["model"][first["token"]], rel=1e-12)
    for name in ("exponential", "shifted_logit", "logits"):
        operand(page, f"{name}[0, {first['position']}, {first['token']}]").click()
    expect(page.locator(".derivation-check:visible")).to_have_attribute("data-kind", "same")
    page.locator(".derivation-path button").first.click()
    expect(page.locator(".probe-table")).to_be_visible()
    for stage in (3, 6):
        page.keyboard.press(str(stage))
        expect(page.locator(f'#detail .stage-panel[data-stage="{stage}"]')).to_be_visible()
        expect(selected(page)).to_have_attribute("data-slot", str(first["position"]))
    expect(page.locator("#detail-title")).to_have_text("6 Draw")
    # The last position has nothing to be scored by yet, and is traced all the same.
    page.locator(".chip[data-slot]").last.click()
    last = len(reply["ids"]) - 1
    expect(page.locator("#detail")).to_contain_text(
        f"Position {last} has no target: nothing is scored here."
    )
    expect(page.locator("#detail .losses h3")).to_contain_text(f"{last} scored targets")
    page.locator("#detail .candidate-reading .number").first.click()
    expect(page.locator(".derivation-check:visible")).to_have_attribute("data-kind", "same")
    page.keyboard.press("0")
    expect(page.locator("#drawn")).to_be_visible()
