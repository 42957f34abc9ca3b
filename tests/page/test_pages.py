"""A page that is used again is as one just made; what cannot be put back is not used again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.page.conftest import wait_for_trace
from tests.page.pages import Pages

KEPT = "[localStorage.length, sessionStorage.length, window.left]"
FAIL = """() => new Promise((done) => setTimeout(() => {
  setTimeout(done);
  console.error('one');
  throw new Error('two');
}))"""
POINTED_AT = "() => [...document.querySelectorAll(':hover')].map((node) => node.id)"


@pytest.fixture
def own(browser: Browser) -> Iterator[Pages]:
    pages = Pages(browser)
    yield pages
    pages.close()


def test_nothing_of_a_test_reaches_the_next(own: Pages, server_url: str) -> None:
    first = own.take({"viewport": {"width": 800, "height": 600}})
    first.goto(f"{server_url}#theme=dark&pos=3")
    wait_for_trace(first)
    first.evaluate("localStorage.a = sessionStorage.a = window.left = 1")
    first.route("**/api/**", lambda route: route.abort())
    first.locator("#theme").hover()
    assert "theme" in first.evaluate(POINTED_AT)
    first.evaluate(FAIL)
    errors = own.give_back(server_url, may_keep=True)
    assert [error.split("\n")[0] for error in errors] == ["one", "two"]

    again = own.take({})
    assert again is first
    again.goto(server_url)
    wait_for_trace(again)
    assert again.viewport_size == {"width": 1440, "height": 1000}
    assert again.evaluate(KEPT) == [0, 0, None]
    assert again.evaluate("document.documentElement.dataset.theme") == "light"
    assert again.evaluate(POINTED_AT) == []
    assert own.take({}) is not again
    assert own.give_back(server_url, may_keep=True) == []


def test_a_page_that_was_changed_is_not_used_again(own: Pages, server_url: str) -> None:
    address = f"{server_url}static/icon.svg"
    heard, alone, left, broken = (own.take({}) for _ in range(4))
    for page in (heard, alone, broken):
        page.goto(address)
    heard.on("request", lambda _: None)
    alone.close()
    left.goto("about:blank")
    own.give_back(server_url, may_keep=True)
    assert own.take({}) is broken
    own.give_back(server_url, may_keep=False)
    assert own.take({}) not in (heard, alone, left, broken)

    page = own.take({})
    page.goto(address)
    page.context.set_offline(True)
    own.give_back(server_url, may_keep=True)
    again = own.take({})
    assert again is not page
    again.goto(address)
