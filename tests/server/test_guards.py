"""Who is answered at all: hosts (S7), other sites' pages (S8), headers, methods."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from minigpt.resources import data_dir
from server.app import create_app
from server.settings import Settings

ErrorOf = Callable[[httpx.Response], dict[str, Any]]

EVERY_KIND_OF_PATH = ["/", "/api/model", "/api/openapi.json", "/static/js/types.js", "/nothing"]

FOREIGN_HOSTS = [
    "evil.example",
    "evil.example:8020",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil-localhost",
    "notlocalhost",
    "192.168.0.7",
    "0.0.0.0",
    "[::2]",
    "[::ffff:192.168.0.7]",
    "localhost@evil.example",
    "localhost:80:80",
    "localhost:port",
    "localhost/",
    "::1",
    "[::1",
    "0177.0.0.1",
    "2130706433",
    "",
    " ",
]

OWN_HOSTS = [
    "localhost",
    "LOCALHOST",
    "localhost:8020",
    "localhost.",
    "lab.localhost:1",
    "127.0.0.1",
    "127.0.0.1:8020",
    "127.255.0.3:65535",
    "[::1]",
    "[::1]:8020",
    "[0:0:0:0:0:0:0:1]:8020",
]


@pytest.mark.parametrize("path", EVERY_KIND_OF_PATH)
@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_a_foreign_host_is_refused_everywhere(
    client: Any, error_of: ErrorOf, path: str, host: str
) -> None:
    response = client.get(path, headers={"host": host})
    assert response.status_code == 403
    assert error_of(response)["code"] == "host_refused"


@pytest.mark.parametrize("host", OWN_HOSTS)
def test_a_local_host_is_answered(client: Any, host: str) -> None:
    assert client.get("/api/model", headers={"host": host}).status_code == 200


def test_a_request_without_a_host_is_refused(server: Any) -> None:
    for version, status in (("1.0", b"403"), ("1.1", b"400")):
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
            connection.sendall(f"GET /api/model HTTP/{version}\r\n\r\n".encode())
            assert connection.recv(65_536).split()[1] == status


def test_two_hosts_are_refused(client: Any) -> None:
    headers = [("host", "localhost"), ("host", "evil.example")]
    assert client.get("/", headers=headers).status_code == 403


@pytest.mark.parametrize(
    ("started_with", "host", "known"),
    [
        ("lab.example", "lab.example:8020", True),
        ("lab.example", "LAB.example", True),
        ("lab.example", "127.0.0.1", True),
        ("lab.example", "other.example", False),
        ("192.168.0.7", "192.168.0.7:8020", True),
        ("192.168.0.7", "192.168.0.8:8020", False),
        # Every address of the machine is named by these, but no name is.
        ("0.0.0.0", "192.168.0.7:8020", True),
        ("::", "[fe80::1]:8020", True),
        ("0.0.0.0", "evil.example", False),
    ],
)
def test_the_host_of_the_command_is_known(
    client_of: Callable[[Any], Any], started_with: str, host: str, known: bool
) -> None:
    client = client_of(create_app(Settings(host=started_with)))
    status = client.get("/api/model", headers={"host": host}).status_code
    assert status == (200 if known else 403)


@pytest.mark.parametrize(
    ("started_with", "address", "host", "known"),
    [
        # What the name resolved to is ours as well; an address cannot be rebound.
        ("lab.example", "192.168.0.7", "192.168.0.7:8020", True),
        ("lab.example", "192.168.0.7", "192.168.0.8:8020", False),
        # Other spellings of all addresses.
        ("0", "0.0.0.0", "0:8020", True),
        ("0", "0.0.0.0", "0.0.0.0:8020", True),
        ("0", "0.0.0.0", "192.168.0.7:8020", True),
        ("0::0", "::", "[fe80::1]:8020", True),
        ("0", "0.0.0.0", "evil.example", False),
    ],
)
def test_what_the_host_resolves_to_is_known(
    client_of: Callable[[Any], Any], started_with: str, address: str, host: str, known: bool
) -> None:
    client = client_of(create_app(Settings(host=started_with, address=address)))
    status = client.get("/api/model", headers={"host": host}).status_code
    assert status == (200 if known else 403)


def test_two_applications_in_one_process_keep_their_settings_apart(
    client_of: Callable[[Any], Any], tmp_path: Path
) -> None:
    data = shutil.copytree(data_dir(), tmp_path / "data")
    config = json.loads((data / "config.json").read_text(encoding="utf-8"))
    config |= {"name": "other", "blocks": 2}
    (data / "config.json").write_text(json.dumps(config), encoding="utf-8")
    one = client_of(create_app(Settings(host="one.example", root_path="/one")))
    other = client_of(create_app(Settings(host="other.example", data_dir=data)))
    for _ in range(2):  # the second round would meet what the first has left behind
        assert one.get("/one/api/model").json()["name"] == "mg-1"
        assert other.get("/api/model").json()["name"] == "other"
        assert other.get("/one/api/model").status_code == 404
        assert one.get("/api/model", headers={"host": "other.example"}).status_code == 403
        assert other.get("/api/model", headers={"host": "other.example"}).status_code == 200
        for client, blocks in ((one, 1), (other, 2)):
            reply = client.post("/api/trace", {"records": [{"text": "a"}]}).json()
            assert len(reply["records"][0]["tensors"]["blocks"]) == blocks
        assert one.get("/api/openapi.json").json()["servers"] == [{"url": "/one"}]
        assert "servers" not in other.get("/api/openapi.json").json()


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://localhost:3000"},
        {"origin": "http://127.0.0.1:8021"},
        {"origin": "https://127.0.0.1:8020.evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "http://127.0.0.1:8020"},
    ],
)
@pytest.mark.parametrize("content_type", ["application/json", "multipart/form-data; boundary=x"])
def test_another_sites_page_may_not_post(
    client: Any, error_of: ErrorOf, headers: dict[str, str], content_type: str
) -> None:
    response = client.request(
        "POST",
        "/api/tokenize",
        content=b'{"text": ""}',
        headers={"content-type": content_type, **headers},
    )
    assert response.status_code == 403
    assert error_of(response)["code"] == "cross_site_refused"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://127.0.0.1:8020"},
        {"sec-fetch-site": "same-origin", "origin": "http://127.0.0.1:8020"},
        {"sec-fetch-site": "none"},
        # Behind a proxy the page's origin is the proxy's; the browser still vouches for it.
        {"sec-fetch-site": "same-origin", "origin": "https://lab.example"},
    ],
)
def test_our_own_page_and_programs_may_post(client: Any, headers: dict[str, str]) -> None:
    response = client.request("POST", "/api/tokenize", json={"text": ""}, headers=headers)
    assert response.status_code == 200


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_no_method_that_writes_is_let_through_from_elsewhere(client: Any, method: str) -> None:
    response = client.request(method, "/api/model", headers={"origin": "https://evil.example"})
    assert response.status_code == 403


@pytest.mark.parametrize("headers", [{}, {"origin": "https://evil.example"}])
def test_no_answer_is_given_away_to_other_origins(client: Any, headers: dict[str, str]) -> None:
    response = client.get("/api/model", headers=headers)
    assert not [name for name in response.headers if name.startswith("access-control-")]
    preflight = client.request(
        "OPTIONS", "/api/trace", headers={**headers, "access-control-request-method": "POST"}
    )
    assert preflight.status_code == 405


@pytest.mark.parametrize(
    ("path", "host"), [(path, "localhost") for path in EVERY_KIND_OF_PATH] + [("/", "evil.example")]
)
def test_every_answer_carries_the_security_headers(client: Any, path: str, host: str) -> None:
    headers = client.get(path, headers={"host": host}).headers
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-cache"
    assert "server" not in headers


@pytest.mark.parametrize(
    "path", ["/nothing", "/api", "/api/", "/api/model/", "/docs", "/redoc", "/static", "/static/"]
)
def test_an_unknown_path_is_a_404_in_the_one_shape(
    client: Any, error_of: ErrorOf, path: str
) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert error_of(response)["code"] == "not_found"


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/trace", {"POST"}),
        ("POST", "/api/model", {"GET"}),
        ("DELETE", "/", {"GET", "HEAD"}),
        ("POST", "/static/js/types.js", {"GET", "HEAD"}),
    ],
)
def test_a_wrong_method_is_told_the_right_one(
    client: Any, error_of: ErrorOf, method: str, path: str, allowed: set[str]
) -> None:
    response = client.request(method, path)
    assert response.status_code == 405
    assert error_of(response)["code"] == "method_not_allowed"
    assert set(response.headers["allow"].split(", ")) == allowed


def test_a_fault_of_the_server_is_a_500_in_the_one_shape(
    client_of: Callable[[Any], Any], parse: Callable[[bytes], Any], monkeypatch: Any
) -> None:
    def fail(*_: object) -> bytes:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr("server.routes.trace.trace_reply", fail)
    app = create_app()

    async def swallow(scope: Any, receive: Any, send: Any) -> None:
        with pytest.raises(RuntimeError, match="secret"):  # it goes on to the log
            await app(scope, receive, send)

    response = client_of(swallow).post("/api/trace", {"records": [{"text": ""}]})
    assert response.status_code == 500
    assert parse(response.content)["error"]["code"] == "internal_error"
    assert b"secret" not in response.content
    assert "content-security-policy" in response.headers
