"""A Chromium, a real server on a free port, and pages that must end without an error.

Most of the time that these tests take is the opening of pages: about a second of the processor
each, and several seconds where nothing is at hand, which is what a context, a process or a server
of its own begins with. An action and what is expected of it take some hundredths. So:

- One test asks several things of one page. Cases that differ by their link, their records or a
  key go through `go_to`, typing or that key; `expect(..., case)` says which one failed.
- A viewport costs nothing. Each other option of `open_page` is a context of its own.
- A reload is an opening. While `page.route` is in force the browser keeps no files, so a changed
  answer is asked for by typing, not by a reload.
- `serving` is for what needs a server with a run or with models of its own, once for its module.
- What needs no layout, focus or canvas is tested in tests/js, in Node.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.page.chromium import ADVICE, FLAGS, find_chromium
from tests.page.pages import Pages

ROOT = Path(__file__).parents[2]
OpenPage = Callable[..., Page]
PATIENCE_MS = 15_000


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright itself, once."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium, or Playwright's own, fetched if need be."""
    # Another worker's browser may have the cores; what does not come at all still fails.
    expect.set_options(timeout=PATIENCE_MS)
    found = find_chromium(playwright)
    if found is None:
        pytest.fail(ADVICE, pytrace=False)
    running = playwright.chromium.launch(executable_path=found, args=FLAGS)
    yield running
    running.close()


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """Address of a server in a process of its own, nearly as a person starts it."""
    with serving() as address:
        yield address


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """The same, for tests that want one for themselves: a server has one training run."""
    command = [sys.executable, "-m", "tests.page.kept_files", "--port", "0", "--no-browser"]
    command += options
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield _announced_address(process)
        finally:  # a test that fails must not wait for a server that nobody ends
            process.terminate()
            process.communicate()


def _announced_address(process: subprocess.Popen[str]) -> str:
    said: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:  # ends when the process does
        said.append(line)
        for word in line.split():
            if word.startswith("http://"):
                return word
    pytest.fail(f"the server did not start: {''.join(said)}", pytrace=False)


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Iterator[Pages]:
    """All pages of this browser."""
    kept = Pages(browser)
    yield kept
    kept.close()


@pytest.fixture
def open_page(pages: Pages, server_url: str, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """`open_page(hash, **context)`: a page with its first trace drawn.

    Nothing that a page has stored reaches the next test. At the end of the test, an
    uncaught error or a console error on any of them fails it. An answer with a 4xx status,
    which the page is meant to show, does not; nor does a server that a test has cut off.
    """

    def open_one(hash_: str = "", *, wait: bool = True, **context: object) -> Page:
        page = pages.take(context)
        page.goto(f"{server_url}{'#' if hash_ else ''}{hash_}")
        if wait:
            wait_for_trace(page)
        return page

    failed = request.session.testsfailed
    yield open_one
    # A test that broke off may have left a key or a button down.
    errors = pages.give_back(server_url, may_keep=request.session.testsfailed == failed)
    assert errors == []


def wait_for_trace(page: Page) -> None:
    """Until all is drawn, and the numbers on show are those of the records as they stand."""
    expect(page.locator("main")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    expect(page.locator("#chips [aria-selected=true] .piece").first).to_be_visible()


def go_to(page: Page, hash_: str) -> None:
    """Follow a link within the page, in a fraction of the time that opening it anew takes."""
    page.evaluate("hash => { location.hash = hash; }", hash_)


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A plainly opened page: the chapter's two records."""
    return open_page()
