"""Behind a real proxy that strips the prefix, as most do: every address still leads somewhere."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urljoin

import httpx

PREFIX = "/lab/gpt"


@contextmanager
def stripping_proxy(upstream: str) -> Iterator[str]:
    """Publishes `upstream` under PREFIX and nothing else; yields the proxy's own origin."""

    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.pass_on()

        def do_POST(self) -> None:
            self.pass_on()

        def pass_on(self) -> None:
            if not self.path.startswith(f"{PREFIX}/"):
                self.send_error(404)
                return
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            # The upstream's own name stands in Host, as proxies have it by default.
            headers = {name: value for name, value in self.headers.items() if name != "Host"}
            answer = passing.request(
                self.command,
                urljoin(upstream, self.path.removeprefix(PREFIX)),
                content=body,
                headers={**headers, "accept-encoding": "identity"},
            )
            self.send_response(answer.status_code)
            for name in ("content-type", "location"):
                if name in answer.headers:
                    self.send_header(name, answer.headers[name])
            self.send_header("content-length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        def log_message(self, *_: object) -> None:
            pass

    # One client for all: each reads the system's certificates before its first request.
    with httpx.Client() as passing, ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        serving = threading.Thread(target=proxy.serve_forever)
        serving.start()
        try:
            yield f"http://127.0.0.1:{proxy.server_port}"
        finally:
            proxy.shutdown()
            serving.join()


def test_the_page_and_its_requests_work_behind_a_proxy_that_strips_the_prefix(
    start_server: Callable[..., Any],
) -> None:
    with start_server("--no-browser", "--root-path", PREFIX) as running:
        upstream = running.address.removesuffix(f"{PREFIX[1:]}/")
        with stripping_proxy(upstream) as origin, httpx.Client() as client:
            page = client.get(f"{origin}{PREFIX}/")
            assert page.status_code == 200
            addresses = re.findall(r'<(?:script|link)[^>]+(?:src|href)="([^"]+)"', page.text)
            assert addresses
            for address in addresses:
                assert client.get(urljoin(str(page.url), address)).status_code == 200, address
            # As the page's own script sends it: vouched for by the browser, by the proxy's name.
            trace = client.post(
                urljoin(str(page.url), "api/trace"),
                content=json.dumps({"records": [{"text": "red"}]}),
                headers={
                    "content-type": "application/json",
                    "origin": origin,
                    "sec-fetch-site": "same-origin",
                },
            )
            assert trace.status_code == 200
            assert trace.json()["records"][0]["ids"] == [256, 270]
            described = client.get(f"{origin}{PREFIX}/api/openapi.json").json()
            assert described["servers"] == [{"url": PREFIX}]
