"""Browser pages that outlive a test: the next one finds scripts and styles at hand.

A new page takes a process of its own, which reads and compiles everything once more. One that
is used again loads the same document from the beginning, so nothing of its scripts' state is
left; what the browser keeps beside the document is put back here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

#: After one of these a page or its context is no longer as it was made, and is not used again.
_SPENDING: Final = {
    Page: (
        "add_init_script",
        "close",
        "emulate_media",
        "expose_binding",
        "expose_function",
        "on",
        "once",
        "route_web_socket",
        "set_default_navigation_timeout",
        "set_default_timeout",
        "set_extra_http_headers",
    ),
    BrowserContext: ("new_cdp_session", "set_offline"),
}

#: A document of the same origin with no script, so that the next one gets the same process.
_REST: Final = "static/icon.svg"


_SIZE: Final = {"width": 1440, "height": 1000}

#: Makes an error of what a large model's rows would lose.
_TYPED_ROWS: Final = Path(__file__).with_name("typed_rows.js")


class Pages:
    """The pages of one browser, in contexts by their options, each made once."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[str, BrowserContext] = {}
        self._idle: dict[BrowserContext, list[Page]] = {}
        self._taken: list[Page] = []
        self._spent: set[Page] = set()
        self._errors: list[str] = []

    def take(self, options: dict[str, Any]) -> Page:
        """A page as if just made, in a context with these options."""
        size = options.get("viewport", _SIZE)
        context = self._context({**options, "viewport": _SIZE})
        idle = self._idle[context]
        page = idle.pop() if idle else self._new_page(context)
        self._taken.append(page)
        if page.viewport_size != size:
            page.set_viewport_size(size)
        return page

    def give_back(self, url: str, *, may_keep: bool) -> list[str]:
        """All pages that were taken, to be used again at the server with this address.

        Returns what went wrong on them.
        """
        taken, self._taken = self._taken, []
        for page in taken:
            if may_keep and page not in self._spent and page.url.startswith(url):
                self._lay_to_rest(page, url)
            else:
                self._discard(page)
        errors, self._errors = self._errors, []
        return errors

    def close(self) -> None:
        """The contexts, with all that is in them."""
        for context in self._contexts.values():
            context.close()

    def _context(self, options: dict[str, Any]) -> BrowserContext:
        options = {"locale": "en-GB", **options}
        if (key := repr(sorted(options.items()))) not in self._contexts:
            context = self._browser.new_context(**options)
            context.add_init_script(path=_TYPED_ROWS)
            self._contexts[key], self._idle[context] = context, []
            self._watch(context, lambda: self._spent.update(context.pages))
        return self._contexts[key]

    def _new_page(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: self._errors.append(str(error)))
        page.on("console", self._note)
        self._watch(page, lambda: self._spent.add(page))
        return page

    def _watch(self, owner: Page | BrowserContext, spend: Callable[[], None]) -> None:
        for name in _SPENDING[type(owner)]:
            setattr(owner, name, _preceded(getattr(owner, name), spend))

    def _lay_to_rest(self, page: Page, url: str) -> None:
        page.unroute_all(behavior="ignoreErrors")
        page.goto(f"{url}{_REST}")
        page.evaluate("[localStorage, sessionStorage].forEach(storage => storage.clear())")
        page.mouse.move(-1, -1)  # what the next document has where it was would be pointed at
        self._idle[page.context].append(page)

    def _discard(self, page: Page) -> None:
        BrowserContext.set_offline(page.context, False)  # past our own watch
        if not page.is_closed():
            if page.url != "about:blank":
                page.evaluate("localStorage.clear()")
            page.close()
        self._spent.discard(page)

    def _note(self, message: ConsoleMessage) -> None:
        is_refusal = message.text.startswith("Failed to load resource:")
        if message.type in ("error", "warning") and not is_refusal:
            self._errors.append(message.text)


def _preceded(method: Callable[..., Any], first: Callable[[], None]) -> Callable[..., Any]:
    @functools.wraps(method)
    def both(*args: Any, **kwargs: Any) -> Any:
        first()
        return method(*args, **kwargs)

    return both
