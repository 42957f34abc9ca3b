"""What can be taken along from the page: pictures, numbers, tables, and the page itself.

Files are read by other hands: XML and PNG by the standard library, arrays by numpy and
safetensors, and the saved page by a browser that is offline.
"""

from __future__ import annotations

import json
import struct
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy
from playwright.sync_api import Browser, Page, Request, expect

from minigpt.corpus import Corpus
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer

OpenPage = Callable[..., Page]
SVG = "{http://www.w3.org/2000/svg}"


def share(page: Page) -> None:
    page.locator("#share").click()
    expect(page.locator("#popover-title")).to_be_visible()


def saved(page: Page, kind: str, folder: Path) -> Path:
    """Press one of the popover's buttons; the file it makes, under its own name."""
    with page.expect_download() as download:
        page.locator(f"[data-save={kind}]").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    expect(page.locator(".share-said")).to_contain_text(path.name)
    return path


def picture(page: Page, folder: Path) -> ET.Element:
    share(page)
    path = saved(page, "svg", folder)
    page.keyboard.press("Escape")
    return ET.fromstring(path.read_text(encoding="utf-8"))


def written(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def test_every_number_as_files(page: Page, tmp_path: Path) -> None:
    share(page)
    document = json.loads(saved(page, "json", tmp_path).read_text())
    tensors = safetensors.numpy.load_file(saved(page, "safetensors", tmp_path))
    path = saved(page, "npz", tmp_path)
    assert path.name == "mg-1_2-records_causal.npz"
    with np.load(path, allow_pickle=False) as archive:
        for index, record in enumerate(document["records"]):
            logits = archive[f"record{index}.logits"]
            assert logits.tolist() == record["tensors"]["logits"]
            assert logits.tobytes() == tensors[f"record{index}.logits"].tobytes()


def test_a_position_as_tables(page: Page, tmp_path: Path) -> None:
    share(page)
    csv = saved(page, "csv", tmp_path).read_text(encoding="utf-8")
    # Table 20.4, record 0, position 5: as printed by the chapter.
    assert "joined,0,,0,0.0351020741464729" in csv
    markdown = saved(page, "markdown", tmp_path).read_text(encoding="utf-8")
    assert "| `joined` | 0.035102 |" in markdown
    assert markdown.startswith(
        'Record 0, `"The key is red. Answer: red."`, position 5: `is␠` (277)'
    )


def test_a_page_that_cannot_be_made_is_not_offered(open_page: OpenPage) -> None:
    page = open_page("model=shakespeare", wait=False)
    expect(page.locator("#model")).to_contain_text("shakespeare, step")
    share(page)
    expect(page.locator("[data-save=npz]")).to_be_enabled(timeout=15_000)
    expect(page.locator("[data-save=html]")).to_be_disabled()
    said = page.locator("section", has=page.locator("[data-save=html]"))
    expect(said).to_contain_text("shakespeare has 826,433 and tokens of another kind")


def test_a_picture_of_the_loom_in_lines(page: Page, tmp_path: Path) -> None:
    root = picture(page, tmp_path)
    texts = written(root)
    assert texts[0] == "Record 0, “The key is red. Answer: red.” · position 5: is␣ → red"
    assert "mean loss 5.670999 nats" in texts[1]
    assert {
        "Batch",
        "Between positions",
        "Cross-entropy",
        "A₀",
        "logits",
        "masked: no weight exists",
    } <= {*texts}
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert kinds == {"svg", "g", "rect", "path", "text"}  # no picture in it that could blur
    assert "http" not in ET.tostring(root, encoding="unicode").replace(
        "http://www.w3.org/2000/svg", ""
    )
    # All 291 candidates of all 15 positions are there: the cells of a row fill its width.
    widths = [cells(group) for group in root.iter(f"{SVG}g") if group.get("shape-rendering")]
    assert 15 * 291 in widths
    assert sorted(widths)[-1] == 15 * 291


def cells(group: ET.Element) -> int:
    """How many numbers the rectangles of a tensor cover."""
    runs = "".join(path.get("d", "") for path in group).split("M")[1:]
    return sum(int(run.split("h")[1].split("v")[0]) for run in runs)


def test_a_picture_is_light_whatever_the_theme(open_page: OpenPage, tmp_path: Path) -> None:
    light = picture(open_page("theme=light"), tmp_path)
    dark = picture(open_page("theme=dark"), tmp_path)
    assert ET.tostring(light) == ET.tostring(dark)


def test_a_picture_shows_the_present_state(open_page: OpenPage, tmp_path: Path) -> None:
    text = "</text><b>&amp; 钥匙"
    page = open_page(f"r={text.replace('&', '%26')}&pos=3&mask=0&lang=zh")
    root = picture(page, tmp_path)
    texts = written(root)
    assert texts[0].startswith(f"记录 0，“{text}” · 位置 3")
    assert "因果掩码关" in texts[1]
    assert "被掩码：不存在权重" not in texts
    dashed = [path for path in root.iter(f"{SVG}path") if path.get("stroke-dasharray")]
    assert dashed  # what it reads of its own future
    page.locator("#loom .gutter-row").nth(6).click()
    assert "位置 6" in written(picture(page, tmp_path))[0]


def test_a_picture_under_a_fault_shows_what_the_loom_shows(
    open_page: OpenPage, tmp_path: Path
) -> None:
    values = picture(open_page("mode=break&fault=scale-missing"), tmp_path)
    assert "fault: " in written(values)[1]
    difference = picture(open_page("mode=break&fault=scale-missing&show=difference"), tmp_path)
    assert "faulty − healthy" in written(difference)[1]
    assert any(text.startswith("Q ≡") for text in written(difference))  # before the scale: the same
    assert "attention weight, 0 to 1" not in written(difference)
    assert written(difference).count("Δ") == 14  # BOS sees itself alone, whatever the scale
    assert written(difference).count("≡") == 1


def test_a_picture_in_pixels_is_twice_as_fine(page: Page, tmp_path: Path) -> None:
    root = picture(page, tmp_path)
    share(page)
    content = saved(page, "png", tmp_path).read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    assert (width, height) == (2 * float(root.get("width", 0)), 2 * float(root.get("height", 0)))


def test_the_link_is_copied(open_page: OpenPage) -> None:
    page = open_page("pos=7", permissions=["clipboard-read", "clipboard-write"])
    share(page)
    page.locator("#copy-link").click()
    expect(page.locator(".share-said")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_server_that_is_gone_is_told(open_page: OpenPage) -> None:
    page = open_page()
    share(page)
    page.context.set_offline(True)
    page.locator("[data-save=npz]").click()
    expect(page.locator(".share-said")).to_have_text(
        "That could not be made: the server does not answer."
    )


@pytest.fixture
def open_saved(browser: Browser, tmp_path: Path) -> Iterator[Callable[[Path], Page]]:
    """Opens a saved page from its file, offline; fails on any error or request."""
    wrong: list[str] = []
    pages: list[Page] = []

    def note(request: Request) -> None:
        if not request.url.startswith(("data:", "file:")):
            wrong.append(request.url)

    def open_one(path: Path) -> Page:
        page = browser.new_context(
            viewport={"width": 1440, "height": 1000}, offline=True
        ).new_page()
        pages.append(page)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda message: (
                wrong.append(message.text) if message.type in ("error", "warning") else None
            ),
        )
        page.on("request", note)
        page.goto(path.as_uri())
        expect(page.locator("main")).to_have_attribute("aria-busy", "false")
        return page

    yield open_one
    for page in pages:
        page.context.close()
    assert wrong == []


def shown(page: Page) -> dict[str, str]:
    """What stands on the page, as text: the loom's frame, the stage, the position's table."""
    expect(page.locator("#verified")).to_have_attribute("data-verdict", "agrees")
    areas = ("#chips", "#stages", "#detail", "#margin", "#mean-loss")
    return {area: page.locator(area).inner_text() for area in areas}


def test_a_saved_page_shows_the_same_numbers_without_a_server(
    open_page: OpenPage, open_saved: Callable[[Path], Page], tmp_path: Path
) -> None:
    page = open_page("pos=9&stage=4&lang=zh")
    share(page)
    path = saved(page, "html", tmp_path)
    assert path.stat().st_size < 3_000_000
    page.keyboard.press("Escape")
    alone = open_saved(path)
    assert shown(alone) == shown(page)
    # Not merely the same to six decimals: the page beside them has recomputed all of them.
    difference = alone.locator("#largest-difference").inner_text()
    assert difference == page.locator("#largest-difference").inner_text()


def test_a_saved_page_keeps_both_runs_of_the_lab(
    open_page: OpenPage, open_saved: Callable[[Path], Page], tmp_path: Path
) -> None:
    page = open_page("mask=0&edit=0:6:274")
    finding = page.locator("#lab .lab-says")
    expect(finding).to_contain_text("leaks")
    share(page)
    alone = open_saved(saved(page, "html", tmp_path))
    expect(alone.locator("#lab .lab-says")).to_have_text(finding.inner_text(), use_inner_text=True)
    assert shown(alone) == shown(page)


def test_a_saved_page_still_says_where_a_number_comes_from(
    open_page: OpenPage, open_saved: Callable[[Path], Page], tmp_path: Path
) -> None:
    page = open_page("trail=weights:r0:b0:0.5.3")
    share(page)
    alone = open_saved(saved(page, "html", tmp_path))
    expect(alone.locator(".derivation-code")).to_have_text("weights[0, 0, 5, 3]")
    score = alone.get_by_text("scores[0, 0, 5, 3]", exact=True)
    alone.locator(".operand-button").filter(has=score).first.click()
    expect(alone.locator(".derivation-code")).to_have_text("scores[0, 0, 5, 3]")
    # Table 20.5, head 0, key 3, as the chapter prints it.
    expect(alone.locator(".derivation .derivation-digits")).to_contain_text("0.00156")


def test_a_saved_page_computes_edited_records_itself(
    page: Page, open_saved: Callable[[Path], Page], tmp_path: Path
) -> None:
    share(page)
    alone = open_saved(saved(page, "html", tmp_path))
    field = alone.locator("#records .record-text").first
    field.fill("The key is green. 钥匙")
    expect(alone.locator("#verified")).to_have_attribute("data-verdict", "own")
    page.keyboard.press("Escape")
    page.locator("#records .record-text").first.fill("The key is green. 钥匙")
    expect(page.locator("#loom .gutter-row")).to_have_count(
        alone.locator("#loom .gutter-row").count()
    )
    expect(page.locator("#mean-loss")).to_have_text(alone.locator("#mean-loss").inner_text())
    field.fill("x" * 70)
    expect(alone.locator("#badge")).to_have_attribute("data-status", "stale")


def test_a_saved_page_compares_only_what_it_has_computed_itself(
    page: Page, open_saved: Callable[[Path], Page], tmp_path: Path
) -> None:
    """The server's sums and the page's differ in last bits: mixed, they would look like a leak."""
    share(page)
    alone = open_saved(saved(page, "html", tmp_path))
    alone.keyboard.press("f")  # changes the token after position 5
    marks = alone.locator("#loom .gutter-mark")
    expect(marks.nth(6)).to_have_attribute("data-kind", "moved")
    kinds = [marks.nth(position).get_attribute("data-kind") for position in range(6)]
    assert kinds == ["identical"] * 6
    alone.keyboard.press("m")
    expect(marks.nth(0)).to_have_attribute("data-kind", "leak")


def test_a_saved_page_keeps_its_fault_and_says_what_it_cannot_do(
    open_page: OpenPage, open_saved: Callable[[Path], Page], tmp_path: Path
) -> None:
    page = open_page("mode=break&fault=masked-rows-nan&show=difference")
    share(page)
    alone = open_saved(saved(page, "html", tmp_path))
    page.keyboard.press("Escape")
    loom = "#loom .loom-labels"
    assert alone.locator(loom).inner_text() == page.locator(loom).inner_text()
    share(alone)
    alone.locator("[data-save=npz]").click()
    expect(alone.locator(".share-said")).to_contain_text("a saved page has no server to ask")


def test_the_pages_tokenizer_is_the_models(page: Page) -> None:
    """On whole records, and on texts that merges meet in unusual order."""
    corpus = Corpus.load(data_dir() / "corpus.json")
    tokenizer = Tokenizer.load(data_dir() / "tokenizer.json")
    texts = [record.text for record in (*corpus.train, *corpus.validation)]
    pieces = [tokenizer.piece(merge.id).decode() for merge in tokenizer.merges]
    texts += [a + b for a in pieces for b in pieces] + [
        "",
        "   ",
        "aaaaa",
        "🙂 é\u0000\r\n",
        "钥匙",
    ]
    own = page.evaluate(
        """async (texts) => {
          const { encode } = await import('./static/js/math/bpe.js');
          const { entries } = await (await fetch('api/vocabulary')).json();
          return texts.map((text) => encode(text, entries));
        }""",
        texts,
    )
    assert own == [tokenizer.encode(text) for text in texts]
