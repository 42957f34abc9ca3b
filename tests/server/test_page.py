"""The page as it is sent, and the prefix it may lie under (S6)."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from server.app import create_app
from server.module_graph import module_graph
from server.resources import static_dir
from server.settings import Settings

PREFIX = "/lab/gpt"


class Addresses(HTMLParser):
    """Collects what a page would load."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.preloaded: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        address = named.get("src") if tag == "script" else named.get("href")
        if tag not in ("script", "link") or address is None:
            return
        self.loaded.append(address)
        if named.get("rel") == "modulepreload":
            self.preloaded.append(address)


def test_the_page_is_sent_and_revalidated(client: Any) -> None:
    response = client.get("/")
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    assert "<script" in response.text
    again = client.get("/", headers={"if-none-match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.request("HEAD", "/").status_code == 200


def test_everything_the_page_loads_is_there(client: Any) -> None:
    addresses = Addresses(client.get("/").text)
    assert "static/js/main.js" in addresses.loaded
    for address in addresses.loaded:
        assert "://" not in address
        assert not address.startswith("/")
        assert client.get(f"/{address}").status_code == 200, address


def test_the_page_preloads_what_its_script_imports(client: Any) -> None:
    preloaded = Addresses(client.get("/").text).preloaded
    assert len(preloaded) == len(set(preloaded))
    expected = [
        f"static/{module.relative_to(static_dir()).as_posix()}"
        for module in module_graph(static_dir() / "js" / "main.js")
    ]
    assert expected
    assert preloaded == expected


def test_imports_are_followed_and_comments_are_not(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    sources = {
        "main.js": (
            "/** @import {State} from './types.js' */\n"
            "import { a,\n  b } from './a.js';\n"
            "import './deep/side.js';\n"
            'import * as all from "./deep/all.js"\n'
            "import ready from 'elsewhere';\n"
            "// import { old } from './old.js';\n"
            "const text = `import x from './text.js'`;\n"
            "/** @param {import('./types.js').State} state */\n"
        ),
        "a.js": "export { c } from './c.js';\nimport { main } from './main.js';\n",
        "c.js": "export const c = 1;\n",
        "deep/side.js": "import { up } from '../c.js';\n",
        "deep/all.js": "export * from './gone.js';\n",
        "types.js": "",
        "old.js": "",
        "text.js": "",
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source)
    found = [path.relative_to(tmp_path).as_posix() for path in module_graph(tmp_path / "main.js")]
    assert found == ["a.js", "deep/side.js", "deep/all.js", "c.js"]


@pytest.mark.parametrize("stripping", [True, False])
def test_the_page_works_under_a_prefix(
    client_of: Callable[[Any], Any], chapter_records: list[dict[str, str]], stripping: bool
) -> None:
    app = create_app(Settings(root_path=PREFIX))

    async def proxy(scope: Any, receive: Any, send: Any) -> None:
        # What a proxy passes on when it publishes the page under PREFIX and nothing else.
        path = scope["path"]
        assert path.startswith(f"{PREFIX}/"), f"{path} leaves the prefix"
        if stripping:
            scope = {**scope, "path": path[len(PREFIX) :]}
        await app(scope, receive, send)

    client = client_of(proxy)
    page = client.get(f"{PREFIX}/")
    assert page.status_code == 200
    for address in Addresses(page.text).loaded:
        assert client.get(urljoin(f"{PREFIX}/", address)).status_code == 200, address
    assert client.get(f"{PREFIX}/api/model").json()["name"] == "mg-1"
    trace = client.post(f"{PREFIX}/api/trace", {"records": chapter_records})
    assert trace.status_code == 200
    assert client.get(f"{PREFIX}/static/nothing.js").status_code == 404
    described = client.get(f"{PREFIX}/api/openapi.json").json()
    assert described["servers"] == [{"url": PREFIX}]


def test_without_its_slash_the_prefix_leads_to_the_page(client_of: Callable[[Any], Any]) -> None:
    client = client_of(create_app(Settings(root_path=PREFIX)))
    response = client.get(PREFIX)
    assert response.status_code == 307
    assert response.headers["location"] == f"{PREFIX}/"
    assert client.get(f"{PREFIX}x/").status_code == 404


@pytest.mark.parametrize("prefix", ["lab", "/lab/", "/", "//lab", "/lab//gpt"])
def test_a_malformed_prefix_is_refused_at_the_start(prefix: str) -> None:
    with pytest.raises(ValueError, match="root path"):
        Settings(root_path=prefix)
