"""Stage 3: what each query reads, in pictures that can be walked and in numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Position, expect

OpenPage = Callable[..., Page]

#: Table 20.5 as the chapter prints it (six decimals), cut by the page to five:
#: position 5 of the red-key record, head 0.
SCORES = ["-0.00519", "-0.00673", "-0.00386", "0.00157", "0.00134", "0.00439"]
WEIGHTS = ["0.16604", "0.16578", "0.16626", "0.16716", "0.16712", "0.16764"]

#: Reads a map's pixels off a copy, as reading the canvas itself makes Chromium warn.
PIXELS = """const read = (head) => {
  const canvas = document.querySelectorAll('.map-canvas')[head];
  const cell = parseFloat(canvas.closest('.heat-map').style.getPropertyValue('--cell'));
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const pen = copy.getContext('2d', { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0);
  return { cell, pen };
};"""

#: Colours of the middle of a map's cells: [red, green, blue, alpha], row by row.
CELLS = f"""([head, count]) => {{
  {PIXELS}
  const {{ cell, pen }} = read(head);
  const place = (at) => Math.floor(3 + (at + 0.5) * cell);
  const colour = (query, key) => [...pen.getImageData(place(key), place(query), 1, 1).data];
  const each = (value) => Array.from({{ length: count }}, (_, at) => value(at));
  return each((query) => each((key) => colour(query, key)));
}}"""

#: How many different colours a cell has.
SHADES = f"""([query, key]) => {{
  {PIXELS}
  const {{ cell, pen }} = read(0);
  const [x, y] = [key, query].map((at) => Math.ceil(3 + at * cell) + 2);
  const {{ data }} = pen.getImageData(x, y, Math.floor(cell) - 4, Math.floor(cell) - 4);
  return new Set(new Uint32Array(data.buffer)).size;
}}"""

#: Ink and ground of all cells of all strips.
INKS = """(cells) => cells.map((cell) => {
  const { color, backgroundColor } = getComputedStyle(cell);
  return [color, backgroundColor];
})"""

#: CSS px of one cell of a map.
CELL_SIZE = "(map) => parseFloat(map.style.getPropertyValue('--cell'))"


def minus(text: str) -> str:
    """The page's minus is U+2212."""
    return text.replace("-", "\N{MINUS SIGN}")


def map_of(page: Page, head: int) -> Locator:
    """A head's walkable picture."""
    return page.locator(".map-walk").nth(head)


def rows(page: Page) -> Locator:
    """The query table's rows of visible keys."""
    return page.locator(".query-table tbody tr:visible")


def column(page: Page, at: int) -> list[str]:
    """One column of numbers of the query table."""
    numbers = [row.locator(".number").nth(at) for row in rows(page).all()]
    return [number.inner_text() for number in numbers]


def weights(page: Page, mask: str = "causal") -> Any:
    """The server's own weights of the red-key record, [heads, T, T]."""
    texts = ["The key is red. Answer: red.", "The key is blue. Answer: blue."]
    body = {"records": [{"text": text} for text in texts], "mask": mask}
    reply = page.request.post(page.url.split("#")[0] + "api/trace", data=body).json()
    return reply["records"][0]["tensors"]["blocks"][0]["weights"]


def test_the_query_table_is_the_chapters(page: Page) -> None:
    expect(rows(page)).to_have_count(6)
    assert column(page, 1) == [minus(score) for score in SCORES]
    assert column(page, 2) == WEIGHTS
    heads = page.locator(".query-table thead tr:last-child th").all_inner_texts()
    assert heads == ["key", "token"] + ["q·k", "÷√8", "weight"] * 2


def test_keys_without_a_weight_have_one_row_each(page: Page) -> None:
    absent = page.locator(".query-table .absent")
    expect(absent).to_have_text(["6–14: 9 keys masked, no weight exists", "15–63: 49 PAD keys"])
    page.locator(".gutter-row").nth(14).click()
    expect(rows(page)).to_have_count(15)
    expect(absent).to_have_text(["15–63: 49 PAD keys"])


def test_the_sentence_says_what_the_mask_allows(page: Page) -> None:
    sentence = page.locator("#detail .sentence")
    expect(sentence).to_contain_text("may read 6 of 64 slots")
    expect(sentence).to_contain_text("between 0.1658 and 0.1676")
    page.keyboard.press("m")
    expect(sentence).to_contain_text("reads all 15 tokens of its record, 9 of which come after it")


def test_without_the_mask_the_future_is_in_the_table_and_the_staircase_stays(page: Page) -> None:
    page.keyboard.press("m")
    expect(rows(page)).to_have_count(15)
    expect(page.locator(".query-table .future")).to_have_count(9)
    expect(page.locator(".query-table .absent")).to_have_text(["15–63: 49 PAD keys"])
    expect(page.locator(".map-legend .staircase")).to_be_visible()
    expect(page.locator(".map-legend .masked")).to_have_count(0)


def test_a_map_is_walked_by_keys_and_says_where_one_is(page: Page) -> None:
    page.locator(".gutter-row").nth(3).click()
    first = map_of(page, 0)
    first.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    spoken = page.locator(".heat-map").nth(0).locator("[aria-live]")
    expect(spoken).to_have_text(f"query 3 → key 1: {weights(page)[0][3][1]!r}")
    # The margin shows the number, and leaves it to the map to say it.
    expect(page.locator(".readout-code")).to_have_text("weights[0, 0, 3, 1]")
    expect(page.locator(".readout [aria-live]")).to_have_text("")
    page.keyboard.press("ArrowDown")
    expect(spoken).to_have_text(f"query 4 → key 1: {weights(page)[0][4][1]!r}")
    expect(page.locator(".gutter-row.selected .gutter-number")).to_have_text("4")
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(spoken).to_have_text(f"query 4 → key 4: {weights(page)[0][4][4]!r}")
    page.keyboard.press("ArrowUp")
    expect(spoken).to_have_text(f"query 3 → key 3: {weights(page)[0][3][3]!r}")


def test_each_map_is_one_tab_stop_and_keeps_focus_when_redrawn(page: Page) -> None:
    for head in (0, 1):
        stops = page.locator(".heat-map").nth(head).locator("[tabindex], button, a, input")
        expect(stops).to_have_count(1)
    map_of(page, 0).focus()
    page.keyboard.press("m")
    expect(page.locator(".query-table .future")).to_have_count(9)
    expect(map_of(page, 0)).to_be_focused()
    page.keyboard.press("Tab")
    expect(map_of(page, 1)).to_be_focused()


def test_pointing_at_a_cell_reads_it(page: Page) -> None:
    canvas = page.locator(".map-canvas").nth(1)
    cell = float(page.locator(".heat-map").nth(1).evaluate(CELL_SIZE))
    middle: Position = {"x": 3 + 2.5 * cell, "y": 3 + 7.5 * cell}
    canvas.hover(position=middle)
    value = repr(weights(page)[1][7][2])
    expect(canvas).to_have_attribute("title", f"query 7 → key 2: {value}")
    canvas.click(position=middle)
    expect(page.locator(".gutter-row.selected .gutter-number")).to_have_text("7")
    expect(page.locator(".readout-digits")).to_have_text(value)
    canvas.hover(position={"x": 3 + 9.5 * cell, "y": 3 + 7.5 * cell})
    expect(canvas).to_have_attribute("title", "query 7 → key 9: masked, no weight exists")


def test_weights_are_coloured_from_0_to_1_whatever_there_is(page: Page) -> None:
    cells = page.evaluate(CELLS, [0, 15])
    # BOS sees itself alone: weight 1, the scale's end.
    assert cells[0][0] == [0x35, 0x20, 0x6F, 255]
    # Nearly uniform rows must look so: no contrast is invented.
    for query in range(8, 15):
        shown = [cells[query][key][:3] for key in range(query + 1)]
        spread = max(max(channel) - min(channel) for channel in zip(*shown, strict=True))
        assert spread <= 3
    # 1/15 lies 0.27 of the way from #f1ede3 (0) to #cfc3ea (0.25); no weight is 0.01 off it.
    assert cells[14][3][:3] == pytest.approx([232, 226, 229], abs=3)


def test_a_masked_cell_is_no_zero(page: Page) -> None:
    page.get_by_role("button", name="Scores").click()
    expect(page.locator(".map-legend")).to_contain_text("score, ±")
    # Away from the selected query's frame. A value has one colour, hatching several.
    assert page.evaluate(SHADES, [9, 3]) == 1
    assert page.evaluate(SHADES, [9, 12]) > 1


def test_a_map_of_one_cell_is_its_value(open_page: OpenPage) -> None:
    page = open_page("r=&pos=0")
    expect(rows(page)).to_have_count(1)
    expect(page.locator(".map-legend")).to_contain_text("all 1.0000")
    assert page.evaluate(CELLS, [0, 1]) == [[[0x35, 0x20, 0x6F, 255]]]
    expect(page.locator(".query-table .absent")).to_have_text(["1–63: 63 PAD keys"])


def test_strips_hold_the_chapters_numbers(page: Page) -> None:
    norm = page.locator("[data-strip=norm1] .strip-cell")
    expect(norm).to_have_count(16)
    # Table 20.4, norm1: 1.500366, -0.745166, -0.692521.
    assert norm.all_inner_texts()[:3] == ["1.5004", minus("-0.7452"), minus("-0.6925")]
    output = page.locator("[data-strip=attention_output] .strip-cell")
    # attention_output: 0.002184, 0.001408, -0.002312.
    assert output.all_inner_texts()[:3] == ["0.0022", "0.0014", minus("-0.0023")]
    expect(page.locator("[data-strip^=mixture] .strip-cell")).to_have_count(16)


def test_a_strip_is_one_tab_stop_and_reads_in_full(page: Page) -> None:
    cells = page.locator("[data-strip=norm1] .strip-cell")
    expect(page.locator("[data-strip=norm1] [tabindex='0']")).to_have_count(1)
    cells.first.focus()
    page.keyboard.press("ArrowRight")
    expect(cells.nth(1)).to_be_focused()
    expect(page.locator(".readout-code")).to_have_text("norm1[0, 5, 1]")
    digits = page.locator(".readout-digits").inner_text().replace(minus("-"), "-")
    # Table 20.4 prints six decimals.
    assert float(digits) == pytest.approx(-0.745166, abs=5e-7)
    page.keyboard.press("End")
    expect(cells.nth(15)).to_be_focused()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_on_a_strip_is_readable(open_page: OpenPage, theme: str) -> None:
    page = open_page(f"theme={theme}")
    # norm1, Q, K, V, join and output have 16 numbers each; two mixtures have 8.
    cells = page.locator(".strip-cell")
    expect(cells).to_have_count(6 * 16 + 2 * 8)
    pairs = cells.evaluate_all(INKS)
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5


def contrast(a: str, b: str) -> float:
    """WCAG 2.2 contrast of two CSS colours."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """WCAG 2.2 relative luminance of `rgb(r, g, b)`."""
    shares = [int(part) / 255 for part in colour[4:-1].split(",")]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
