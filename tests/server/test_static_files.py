"""Files of the page: fresh after a reload (S6), and nothing outside their folder (S9)."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.app import create_app
from server.settings import Settings

ErrorOf = Callable[[httpx.Response], dict[str, Any]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small page's files, beside a secret."""
    (tmp_path / "secret.txt").write_text("secret")
    static = tmp_path / "static"
    (static / "js").mkdir(parents=True)
    (static / "js" / "main.js").write_text("export const version = 1;\n")
    for name in ("a.css", "icon.svg", "picture.png", "font.woff2", "data.json", "notes.md", "bare"):
        (static / name).write_text("{}")
    return static


@pytest.fixture
def files(folder: Path, client_of: Callable[[Any], Any]) -> Any:
    """A client of an application that serves `folder`."""
    return client_of(create_app(Settings(static_dir=folder)))


def test_an_unchanged_file_costs_a_304(files: Any) -> None:
    first = files.get("/static/js/main.js")
    assert first.status_code == 200
    assert first.headers["cache-control"] == "no-cache"
    again = files.get("/static/js/main.js", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["cache-control"] == "no-cache"
    assert again.headers["etag"] == first.headers["etag"]


@pytest.mark.parametrize("by_date", [False, True])
def test_a_changed_script_runs_after_a_normal_reload(
    files: Any, folder: Path, by_date: bool
) -> None:
    script = folder / "js" / "main.js"
    second = 1_700_000_000_000_000_000
    os.utime(script, ns=(second, second))
    first = files.get("/static/js/main.js")
    # As long as before, and changed within the same second: dates cannot tell.
    script.write_text("export const version = 2;\n")
    os.utime(script, ns=(second + 1_000_000, second + 1_000_000))
    known = {"if-modified-since": first.headers["last-modified"]}
    if not by_date:
        known["if-none-match"] = first.headers["etag"]
    again = files.get("/static/js/main.js", headers=known)
    assert again.status_code == 200
    assert again.text == "export const version = 2;\n"


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("js/main.js", "text/javascript; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
        ("picture.png", "image/png"),
        ("font.woff2", "font/woff2"),
        ("data.json", "application/json"),
        ("notes.md", "application/octet-stream"),
        ("bare", "application/octet-stream"),
    ],
)
def test_the_type_does_not_depend_on_the_machine(files: Any, name: str, media_type: str) -> None:
    assert files.get(f"/static/{name}").headers["content-type"] == media_type


def test_head_is_answered(files: Any) -> None:
    response = files.request("HEAD", "/static/js/main.js")
    assert (response.status_code, response.content) == (200, b"")
    assert int(response.headers["content-length"]) == len("export const version = 1;\n")


@pytest.mark.parametrize(
    "name",
    [
        "..%2fsecret.txt",
        "../secret.txt",
        "js/../../secret.txt",
        "js%2f..%2f..%2fsecret.txt",
        "..%5csecret.txt",
        "..%2f..%2f..%2f..%2fetc%2fpasswd",
        "%2fetc%2fpasswd",
        "//etc/passwd",
        "a%00b",
        "a" * 300,
        "a/" * 3000,
        "js",
        "js/",
        "js/main.js/x",
        "%e2%80%ae",
        "",
    ],
)
def test_no_name_leads_anywhere_else(files: Any, error_of: ErrorOf, name: str) -> None:
    response = files.get(f"/static/{name}")
    assert response.status_code == 404
    assert error_of(response)["code"] == "not_found"


def test_no_symbolic_link_leads_out(files: Any, folder: Path, error_of: ErrorOf) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    (folder / "up").symlink_to(folder.parent)
    for name in ("link.txt", "up/secret.txt"):
        error_of(files.get(f"/static/{name}"))


def test_a_neighbour_with_the_same_beginning_is_outside(
    files: Any, folder: Path, error_of: ErrorOf
) -> None:
    neighbour = folder.parent / "static-secret"
    neighbour.mkdir()
    (neighbour / "a.txt").write_text("secret")
    error_of(files.get("/static/..%2fstatic-secret%2fa.txt"))


def test_an_unreadable_file_is_not_told_apart_from_none(
    files: Any, error_of: ErrorOf, monkeypatch: Any
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("starlette.staticfiles.StaticFiles.lookup_path", refuse)
    response = files.get("/static/js/main.js")
    assert response.status_code == 404
    assert error_of(response)["code"] == "not_found"


@pytest.mark.parametrize(
    "target", ["/static/../../etc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd", "/../etc/passwd"]
)
def test_a_real_server_resolves_no_dots(server: Any, target: str) -> None:
    # Clients tidy such paths away; whoever means harm does not.
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert connection.recv(65_536).startswith(b"HTTP/1.1 404 ")
