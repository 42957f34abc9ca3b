"""Generate: a text is drawn token by token, as the server generates it, and read back and forth."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.page.conftest import serving, wait_for_trace
from tests.page.test_derivation import operand

OpenPage = Callable[..., Page]

#: Warm enough that chance decides, with both filters at work.
WARM = "mode=generate&t=1.5&k=8&p=0.9&seed=2&n=6"
ASKED = {"temperature": 1.5, "top_k": 8, "top_p": 0.9, "seed": 2, "new_tokens": 6}
PROMPT = "The key is red. Answer: "


@pytest.fixture(scope="module")
def server_url() -> Iterator[str]:
    """A server of our own, whose run this module starts."""
    with serving() as address:
        yield address


@pytest.fixture
def trained(open_page: OpenPage, server_url: str) -> None:
    """The server has a finished run of 100 updates."""
    page = open_page("mode=train")
    if page.request.get(f"{server_url}api/training").json()["status"] != "finished":
        page.request.post(f"{server_url}api/training/start", data={"steps": 100})
    expect(page.locator(".train-progress")).to_have_text(re.compile("^100 updates in "))


def generated(page: Page, url: str, prompt: str, **asked: object) -> dict[str, Any]:
    """What the server says to the same prompt."""
    reply = page.request.post(f"{url}api/generate", data={"prompt": prompt, **asked})
    found: dict[str, Any] = reply.json()
    return found


def cells(page: Page) -> Locator:
    """The tokens drawn, on the strip."""
    return page.locator(".draw-cell")


def sentence(page: Page) -> Locator:
    """The strip's sentence."""
    return page.locator("#drawing .lab-sentence")


def prompt(page: Page) -> Locator:
    """The prompt's field."""
    return page.locator("#records .record-text")


def setting(page: Page, name: str) -> Locator:
    """The field of a setting."""
    return page.locator(f'input[data-setting="{name}"]')


def ids(page: Page) -> list[int]:
    """All IDs on the chips."""
    return [int(text) for text in page.locator(".chip[data-slot] .place .id").all_inner_texts()]


def selected(page: Page) -> Locator:
    """The chip of the selected position."""
    return page.locator("#chips [aria-selected=true]")


def press(page: Page, name: str) -> None:
    """One of the strip's buttons."""
    page.locator("#drawing button", has_text=name).click()


def test_probes_before_and_after_a_run(open_page: OpenPage, server_url: str) -> None:
    page = open_page("mode=generate")
    rows = page.locator(".probe-table tbody tr")
    expect(rows.first.locator("td")).to_have_text(["red.", "× not as expected: bytes", "–", "–"])
    expect(page.locator(".probe-evidence")).to_contain_text("Only the untrained model")
    page.request.post(f"{server_url}api/training/start", data={"steps": 100})
    after = ["red.", "× not as expected: bytes", "✓ as expected: red.", "✓ as expected: red."]
    expect(rows.first.locator("td")).to_have_text(after)
    told = page.request.get(f"{server_url}api/probes").json()["probes"]
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

    # Back and forth; what was drawn later is dimmed.
    page.keyboard.press(",")
    page.keyboard.press(",")
    expect(page.locator(".draw-cell.later")).to_have_count(2)
    expect(cells(page).nth(3)).to_have_attribute("aria-current", "true")
    expect(sentence(page)).to_contain_text("Token 4 is on show")
    page.keyboard.press(".")
    expect(page.locator("#drawn-title")).to_have_text("Token 5 of 6")
    page.locator(".chip.drawn").last.click()
    expect(page.locator("#drawn .detail-sentence")).to_contain_text("as many as were asked for")

    # Another setting makes other tokens: these are gone, and it is said.
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


@pytest.mark.usefixtures("trained")
def test_where_it_stops_and_what_cannot_be_generated(open_page: OpenPage, server_url: str) -> None:
    page = open_page("mode=generate&step=100")
    page.keyboard.press(" ")
    expect(page.locator(".draw-stop")).to_have_text("stopped: EOS")
    expect(cells(page).last).to_contain_text("EOS")
    reply = generated(page, server_url, PROMPT, step=100)
    assert (reply["text"], reply["stop"]) == ("red.", "eos")
    assert ids(page) == reply["ids"]
    press(page, "Discard")
    expect(cells(page)).to_have_count(0)

    # Typing into the prompt while tokens are drawn ends that.
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

    # The range is named, in the page's language; what holds no number is not asked for.
    for lang, name, text, said in (
        ("EN", "temperature", "101", "temperature: from 0 to 100."),
        ("EN", "top_p", "1.5", "top-p: from 0 to 1."),
        ("中文", "temperature", "-1", "温度: 范围 0 到 100。"),
        ("中文", "seed", "many", "种子: 请填写数字。"),
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


@pytest.mark.usefixtures("trained")
def test_a_drawn_token_has_a_whole_trace(open_page: OpenPage, server_url: str) -> None:
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


def test_records_come_back_and_the_prompt_waits(open_page: OpenPage, server_url: str) -> None:
    page = open_page("r=The+cat.&r=A+dog:+x&rec=1&pos=2")
    page.keyboard.press("g")
    expect(prompt(page)).to_have_value("A dog: ")
    press(page, "Next token")
    expect(cells(page)).to_have_count(1)
    page.keyboard.press("l")  # lessons are about the records
    expect(page.locator(".stop-text")).to_be_visible()
    expect(prompt(page)).to_have_count(2)
    page.locator(".lesson-head button", has_text="Back to where I was").click()
    expect(prompt(page)).to_have_value("A dog: ")
    expect(cells(page)).to_have_count(1)
    page.keyboard.press("b")
    expect(prompt(page)).to_have_count(2)
    wait_for_trace(page)
    page.keyboard.press("p")
    page.keyboard.press("g")
    expect(page.locator("html.presenting #drawn")).to_be_visible()
    page.keyboard.press("p")
    press(page, "Next token")
    expect(cells(page)).to_have_count(2)

    # The address brings all of it back.
    expect(page).to_have_url(re.compile(r"mode=generate&prompt=A\+dog:\+&draw=2"))
    drawn = ids(page)
    page.reload()
    wait_for_trace(page)
    expect(cells(page)).to_have_count(2)
    assert ids(page) == drawn

    # Kept as records, as many as there is room for.
    keep = page.locator("#prompt > button")
    for count in range(3, 9):
        keep.click()
        expect(page.locator(".prompt-uses button")).to_have_count(count)
    expect(keep).to_be_disabled()
    page.keyboard.press("e")
    expect(prompt(page)).to_have_count(8)
    wait_for_trace(page)
    steps = generated(page, server_url, "A dog: ", new_tokens=2)["steps"]
    text = "".join(step["text"] for step in steps)
    assert prompt(page).last.input_value() == f"A dog: {text}"
    expect(page.locator("#records .current .record-text")).to_have_value(f"A dog: {text}")

    # A link to elsewhere leaves Generate; a step that is not there leaves the prompt.
    page.evaluate("location.hash = 'mode=generate&step=7777&prompt=Q&draw=1'")
    expect(page.locator(".notice")).to_contain_text("no saved step 7777")
    expect(cells(page)).to_have_count(1)
    page.evaluate("location.hash = 'pos=3'")
    expect(prompt(page)).to_have_count(2)
    wait_for_trace(page)


def test_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("")
    page.keyboard.press("g")
    expect(page.locator("#drawing .primary")).to_be_enabled()
    for count in (1, 2, 3):
        page.keyboard.press(".")
        expect(cells(page)).to_have_count(count)
    cells(page).nth(2).focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#drawn-title")).to_have_text("Token 2 of 24")
    expect(cells(page).nth(1)).to_be_focused()
    assert page.locator(".draw-cell[tabindex='0']").count() == 1
    setting(page, "seed").focus()
    page.keyboard.type("1 ")  # letters, digits and spaces are written there
    expect(setting(page, "seed")).to_have_value("1 ")
    expect(sentence(page)).to_contain_text("The change discarded 3 tokens.")
    expect(page.locator("#drawn")).to_be_visible()


@pytest.mark.usefixtures("trained")
def test_saved_at_a_step_it_needs_no_server(
    open_page: OpenPage, browser: Browser, tmp_path: Path
) -> None:
    page = open_page(f"{WARM}&step=100&draw=6")
    expect(cells(page)).not_to_have_count(0)
    count = cells(page).count()
    page.locator("#share").click()
    with page.expect_download() as download:
        page.locator("[data-save=html]").click()
    path = tmp_path / "saved.html"
    download.value.save_as(path)
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    wait_for_trace(page)
    loss = page.locator("#mean-loss").inner_text()

    wrong: list[str] = []
    alone = browser.new_context(viewport={"width": 1440, "height": 1000}, offline=True).new_page()
    alone.on("pageerror", lambda error: wrong.append(str(error)))
    alone.goto(path.as_uri())
    wait_for_trace(alone)
    expect(alone.locator("#model")).to_have_text("MG-1, step 100")
    expect(cells(alone)).to_have_count(count)
    alone.keyboard.press("2")
    alone.keyboard.press("0")
    prompt(alone).fill("The cat")
    expect(sentence(alone)).to_have_text("A saved page cannot generate: the server does.")
    expect(alone.locator("#badge")).to_have_attribute("data-status", "ok")
    alone.keyboard.press("Escape")
    alone.locator('.mode[data-mode="explore"]').click()
    expect(alone.locator("#mean-loss")).to_have_text(loss)
    alone.context.close()
    assert wrong == []


def test_while_the_server_is_away_the_page_waits(open_page: OpenPage) -> None:
    page = open_page("mode=generate")
    page.route("**/api/generate", lambda route: route.abort())
    setting(page, "seed").fill("9")
    expect(sentence(page)).to_have_text("The server is generating.")
    expect(page.locator("#drawing .primary")).to_be_disabled()
    page.unroute("**/api/generate")
    expect(page.locator("#drawing .primary")).to_be_enabled()
    press(page, "Next token")
    expect(cells(page)).to_have_count(1)
