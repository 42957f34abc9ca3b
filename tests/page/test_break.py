"""Break: one step of the model is wrong, the page computes with it, and shows who notices."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from minigpt.faults import FAULTS
from tests.page.conftest import go_to, wait_for_trace

OpenPage = Callable[..., Page]

FAULT = "mask-one-ahead"
BROKEN = f"mode=break&fault={FAULT}&show=difference"


def verdicts_of(page: Page, fault: str) -> dict[str, str]:
    """What each check says of a fault, as the matrix has it, once all have been asked."""
    cells = page.locator(f'#panel tr[data-fault="{fault}"] [data-check]')
    expect(page.locator(f'#panel tr[data-fault="{fault}"] [data-status="asking"]')).to_have_count(0)
    found: dict[str, str] = cells.evaluate_all(
        "all => Object.fromEntries(all.map(cell => [cell.dataset.check, cell.dataset.status]))"
    )
    return found


def traced_values(page: Page) -> str:
    """The selected position, all stages, every digit, as the page hands it on."""
    said = page.locator(".position .copied").first
    for slot in (6, 5):  # elsewhere and back, so that nothing is said of an earlier copy
        page.locator(f'#chips [data-slot="{slot}"]').click()
    expect(said).to_have_text("")
    page.locator(".position-copy button", has_text="JSON").click()
    expect(said).to_contain_text("of JSON")
    exported = json.loads(page.evaluate("navigator.clipboard.readText()"))
    return json.dumps([exported["tensors"], exported["loss"]])


def sentence(page: Page) -> Locator:
    """The strip's sentence."""
    return page.locator("#bugs .lab-sentence")


def expect_tear(page: Page, name: str) -> None:
    """The tear's caption names the first tensor that differs."""
    expect(page.locator(".tear-caption b")).to_have_text(f"first tensor that parts ways: {name}.")
    expect(page.locator(".tear-line")).to_be_visible()


def test_a_fault_is_chosen_seen_and_understood_by_keyboard_alone(page: Page) -> None:
    page.keyboard.press("b")
    expect(page.locator('.mode[data-mode="break"]')).to_have_attribute("aria-current", "true")
    expect(sentence(page)).to_have_text("Choose a ◇ to break one step.")
    stop = page.locator('#rail [tabindex="0"]')
    expect(stop).to_have_count(1)
    stop.focus()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    for _ in range(40):
        if page.locator(f'#rail .diamond[data-fault="{FAULT}"]:focus').count():
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(f'#rail [data-fault="{FAULT}"]')).to_have_attribute("aria-pressed", "true")
    expect_tear(page, "scores")
    expect(sentence(page).locator("strong")).to_have_text("3 of 13 checks speak up.")
    expect(sentence(page)).to_contain_text("Shapes fit, rows of A sum to 1, and the mean loss")

    cells = page.locator('#panel [tabindex="0"]')
    expect(cells).to_have_count(1)
    cells.focus()
    for _ in range(40):
        if page.locator(f'#panel .fault[data-fault="{FAULT}"]:focus').count():
            break
        page.keyboard.press("ArrowDown")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    focused = page.locator("#panel :focus")
    expect(focused).to_have_attribute(
        "aria-label", "A query sees one ahead; prefix unchanged: caught"
    )
    page.keyboard.press("Enter")
    evidence = page.locator("#evidence")
    expect(evidence.locator("h2")).to_have_text("prefix unchanged: caught")
    expect(evidence.locator(".betrays")).to_contain_text("though nothing that it may see")
    expect(evidence.locator("tr.bad")).not_to_have_count(0)
    page.keyboard.press(".")
    expect(evidence.locator("h2")).to_have_text("padding unchanged: silent")


def test_switched_off_every_value_is_the_one_before_bit_for_bit(open_page: OpenPage) -> None:
    page = open_page("mode=break&stage=3", permissions=["clipboard-read", "clipboard-write"])
    before = traced_values(page)
    page.locator(".bug-select").select_option(FAULT)
    expect(page.locator(".fault-tag")).to_have_text(
        "Computed with the fault: A query sees one ahead"
    )
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    assert traced_values(page) != before
    page.locator("#bugs [role=switch]").click()
    expect(page.locator(".fault-tag")).to_be_hidden()
    assert traced_values(page) == before
    expect(sentence(page)).to_contain_text("The switch brings back: A query sees one ahead.")
    page.locator("#bugs [role=switch]").click()
    expect(page.locator(".bug-select")).to_have_value(FAULT)


def test_a_link_brings_back_mode_fault_check_and_view(open_page: OpenPage) -> None:
    page = open_page(f"{BROKEN}&check=row-sums")
    expect_tear(page, "scores")
    expect(page.locator("#evidence h2")).to_have_text("row sums of A: silent")
    page.locator(".bug-select").select_option("gelu-for-relu")
    expect_tear(page, "ffn_relu")
    expect(page).to_have_url(re.compile("fault=gelu-for-relu"))
    page.reload()
    wait_for_trace(page)
    expect_tear(page, "ffn_relu")
    expect(page.locator("#evidence h2")).to_have_text("row sums of A: silent")
    page.keyboard.press("d")
    expect(page.locator(".tear-line")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("show="))


def test_a_link_with_an_unknown_fault_opens_the_whole_model(open_page: OpenPage) -> None:
    page = open_page("mode=break&fault=no-such-fault&show=difference")
    expect(sentence(page)).to_have_text("Choose a ◇ to break one step.")
    expect(page.locator("#bugs [role=switch]")).not_to_be_checked()
    expect(page.locator(".notice")).to_contain_text("names a fault “no-such-fault”")
    page.locator(".notice button").click()
    expect(page.locator(".notice")).to_be_hidden()


def test_leaving_releases_the_fault_and_coming_back_finds_it(open_page: OpenPage) -> None:
    page = open_page(f"{BROKEN}&mask=0")
    expect(page.locator("#verified")).to_have_attribute("data-verdict", "differs")
    page.keyboard.press("e")
    expect(page.locator("#verified")).to_have_attribute("data-verdict", "agrees")
    expect(page.locator("#lab [role=switch]")).not_to_be_checked()
    expect(page.locator("#bugs")).to_be_hidden()
    expect(page.locator("#rail")).to_be_hidden()
    expect(page.locator(".tear-line")).to_be_hidden()
    page.keyboard.press("b")
    expect_tear(page, "scores")
    expect(page.locator("#lab")).to_be_hidden()


def test_mask_and_future_have_no_key_in_break(page: Page) -> None:
    page.keyboard.press("b")
    expect(page.locator("#bugs")).to_be_visible()
    page.keyboard.press("m")
    page.keyboard.press("f")
    page.keyboard.press("e")
    expect(page.locator("#lab [role=switch]")).to_be_checked()
    expect(page.locator("#lab .lab-change")).to_have_attribute("aria-pressed", "false")


def test_a_fault_in_one_tab_never_reaches_another(open_page: OpenPage) -> None:
    healthy, broken = open_page(), open_page(BROKEN)
    expect(broken.locator("#verified")).to_have_attribute("data-verdict", "differs")
    for text in ("The key is red", "The key is red. Answer: red.", "key"):
        broken.locator(".record-text").first.fill(text)
        healthy.locator(".record-text").first.fill(text)
        wait_for_trace(healthy)
        expect(healthy.locator("#verified")).to_have_attribute("data-verdict", "agrees")
        expect(broken.locator("#verified")).to_have_attribute("data-verdict", "differs")


def test_stages_open_with_the_faulty_numbers_and_0_returns_to_the_panel(
    open_page: OpenPage,
) -> None:
    page = open_page(BROKEN)
    expect(page.locator("#panel")).to_be_visible()
    expect(page.locator(".stage-tab[aria-selected=true]")).to_have_count(0)
    page.keyboard.press("3")
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator("#detail .fault-tag")).to_be_visible()
    # Position 5 now reads key 6: seven keys, not six.
    expect(page.locator(".query-table tbody tr:visible")).to_have_count(7)
    page.keyboard.press("0")
    expect(page.locator("#panel")).to_be_visible()
    expect(page.locator("#detail")).to_be_hidden()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_all_faults_and_checks_of_the_server_have_words(
    open_page: OpenPage, server_url: str, lang: str
) -> None:
    page = open_page(f"mode=break&lang={lang}")
    expect(page.locator("#rail .diamond").first).to_be_visible()
    listed = page.request.get(f"{server_url}api/faults").json()
    module = "static/js/i18n/{}.js"
    texts = {
        name: page.evaluate(
            "([path, name, lang]) => import(new URL(path, document.baseURI))"
            ".then(module => module[name][lang])",
            [module.format(name), name, lang],
        )
        for name in ("faults", "checks")
    }
    assert set(texts["faults"]) == set(FAULTS) > {fault["name"] for fault in listed["faults"]}
    assert set(texts["checks"]) == set(listed["checks"])
    assert all(all(text.values()) for group in texts.values() for text in group.values())


def test_the_matrix_is_what_the_server_says(open_page: OpenPage, server_url: str) -> None:
    page = open_page("mode=break")
    expect(page.locator("#panel tr[data-fault]")).to_have_count(28)
    for fault in ("mask-one-ahead", "softmax-twice", "masked-rows-nan"):
        reply = page.request.get(f"{server_url}api/faults/{fault}/verdicts").json()
        assert verdicts_of(page, fault) == {
            one["check"]: one["status"] for one in reply["verdicts"]
        }


#: A fault, a check, and what its evidence says.
EVIDENCE = [
    ("targets-shifted-twice", "shift-and-eos", "position 0 should predict T (84)"),
    ("embeddings-tied", "parameter-count", "LM head should be 4947 and is 291."),
    ("softmax-over-queries", "row-sums", "The weights of query"),
    ("mask-one-ahead", "scalar-attention", "should be 0 and is 0.143247"),
    ("gelu-for-relu", "full-scalar", "ffn_relu["),
    ("padding-in-mean", "uniform-loss", "should be 5.673323 and is"),
    ("padding-in-mean", "padding-unchanged", "More padding moves the mean loss"),
    ("softmax-twice", "loss-by-hand", "from its own logits the loss is"),
    ("output-projection-dropped", "gradients-reach", "the first is blocks.0.wo."),
    ("targets-not-shifted", "row-sums", "This check reads only the forward pass."),
    ("float32", "shapes", "figures agree."),
]


def test_every_kind_of_evidence_names_the_number(open_page: OpenPage) -> None:
    page = open_page("mode=break")
    for fault, check, said in EVIDENCE:
        go_to(page, f"mode=break&fault={fault}&check={check}")
        betrays = page.locator("#evidence .betrays")
        expect(betrays, f"{fault}, {check}").to_contain_text(said)


def test_a_number_of_the_evidence_leads_into_the_trace(open_page: OpenPage) -> None:
    page = open_page(f"mode=break&fault={FAULT}&check=scalar-attention")
    page.locator("#evidence .betrayed .number").click()
    expect(page.locator("#evidence")).to_be_hidden()
    expect(page.locator("#margin")).to_contain_text("weights[0, 1, 5, 6]")


def test_a_position_without_a_target_says_so(open_page: OpenPage) -> None:
    page = open_page("mode=break&fault=eos-dropped&stage=6&pos=14")
    expect(page.locator("#detail .sentence")).to_have_text(
        "Position 14 has no target: nothing is scored here."
    )
    expect(page.locator(".losses h3")).to_have_text("Losses of all 30 scored targets")


def test_every_stage_can_be_drawn_under_every_fault(open_page: OpenPage, server_url: str) -> None:
    page = open_page("mode=break&stage=6&pos=14&fault=float32")
    listed = page.request.get(f"{server_url}api/faults").json()
    for fault in listed["faults"]:
        page.locator(".bug-select").select_option(fault["name"])
        expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
        for stage in "123456":
            page.locator(f"#stage-tab-{stage}").click()
        expect(page.locator(".tear-caption")).to_be_visible()
        assert "undefined" not in page.locator("main").inner_text()


def test_the_gutter_says_which_rows_the_fault_moved(open_page: OpenPage) -> None:
    """One ahead of the diagonal there is nothing for the last position to see."""
    page = open_page("mode=break&fault=mask-one-ahead")
    expect(page.locator(".gutter-mark[data-kind=moved]")).to_have_count(14)
    expect(page.locator(".gutter-mark[data-kind=identical]")).to_have_count(1)
    expect(page.locator(".gutter-mark").last).to_have_text("≡")
