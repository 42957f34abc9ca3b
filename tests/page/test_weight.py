"""What the page loads before its first trace, and that the rest follows by itself."""

from __future__ import annotations

from playwright.sync_api import Browser, Response, expect

#: Bytes, uncompressed, of page, styles and scripts; what the API answers is not weight but data.
_LIMIT = 200_000


def test_under_200_kilobytes_before_the_first_trace(browser: Browser, server_url: str) -> None:
    before: list[Response] = []
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    is_traced = False

    def note(response: Response) -> None:
        nonlocal is_traced
        is_traced = is_traced or response.url.endswith("/api/trace")
        if not is_traced and not response.url.startswith(f"{server_url}api/"):
            before.append(response)

    page.on("response", note)
    page.goto(server_url)
    expect(page.locator("#detail-title")).to_be_visible()  # loaded after the first picture
    expect(page.locator("#lab")).not_to_be_empty()
    sizes = {response.url.removeprefix(server_url): len(response.body()) for response in before}
    page.close()
    assert "static/js/main.js" in sizes
    assert "static/js/late.js" not in sizes
    assert sum(sizes.values()) < _LIMIT, sizes
