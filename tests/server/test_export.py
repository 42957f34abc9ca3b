"""What the server hands out to be taken along: traces as files, and the page as one file."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import unquote

import httpx
import numpy as np
import pytest
import safetensors.numpy

from minigpt import load, trace_records
from minigpt.export import export_trace
from server.resources import static_dir

MEDIA_TYPES = {
    "json": "application/json",
    "npz": "application/zip",
    "safetensors": "application/octet-stream",
}


@pytest.mark.parametrize("form", MEDIA_TYPES)
def test_a_trace_is_sent_as_a_file_to_be_saved(
    client: Any, chapter_records: list[dict[str, str]], form: str
) -> None:
    response = client.post("/api/export/trace", {"records": chapter_records, "format": form})
    assert response.status_code == 200
    assert response.headers["content-type"] == MEDIA_TYPES[form]
    name = f"mg-1_2-records_causal.{form}"
    assert response.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert response.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("form", ["npz", "safetensors"])
def test_the_server_and_the_terminal_write_the_same_bytes(
    one_thread: None, client: Any, chapter_records: list[dict[str, str]], form: Any
) -> None:
    response = client.post("/api/export/trace", {"records": chapter_records, "format": form})
    traced = trace_records(load(), [record["text"] for record in chapter_records])
    # A trace that was asked for without a fault says the same as one that knows of none.
    assert response.content == export_trace(traced.document(), form, traced.opened.identities)


def test_the_file_holds_what_the_trace_of_the_same_body_holds(
    client: Any, chapter_records: list[dict[str, str]], parse: Callable[[bytes], Any]
) -> None:
    body = {
        "records": [{**chapter_records[0], "replace": [{"position": 3, "id": 65}]}],
        "mask": "none",
        "slots": "context",
        "fault": "scale-missing",
    }
    trace = parse(client.post("/api/trace", body).content)
    document = parse(client.post("/api/export/trace", {**body, "format": "json"}).content)
    assert {key: value for key, value in document.items() if key != "identities"} == trace
    saved = client.post("/api/export/trace", {**body, "format": "npz"}).content
    with np.load(io.BytesIO(saved), allow_pickle=False) as archive:
        logits = archive["record0.logits"]
        described = json.loads(archive["metadata"].tobytes())
    assert logits.tolist() == trace["records"][0]["tensors"]["logits"]
    assert (described["fault"], described["mask"]) == ("scale-missing", "none")
    binary = client.post("/api/export/trace", {**body, "format": "safetensors"}).content
    assert safetensors.numpy.load(binary)["record0.ids"][3] == 65


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "pickle"}, "request_invalid"),
        ({}, "request_invalid"),
        ({"format": "npz", "records": []}, "request_invalid"),
        ({"format": "npz", "records": [{"text": "x" * 80}]}, "record_too_long"),
        ({"format": "npz", "fault": "no-such-fault"}, "fault_unknown"),
    ],
)
def test_what_cannot_be_exported_is_refused(
    client: Any,
    error_of: Callable[[httpx.Response], dict[str, Any]],
    change: dict[str, Any],
    code: str,
) -> None:
    body = {"records": [{"text": "red"}], **change}
    assert error_of(client.post("/api/export/trace", body))["code"] == code


def block(html: str, name: str) -> Any:
    """A block of JSON in a saved page."""
    (found,) = re.findall(rf'<script type="application/json" id="{name}">(.*?)</script>', html)
    return json.loads(found)


@pytest.fixture(scope="module")
def page(client: Any) -> str:
    response = client.get("/api/export/page")
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["content-disposition"] == 'attachment; filename="mg-1.html"'
    return str(response.text)


def test_a_saved_page_holds_what_the_api_answers(client: Any, page: str) -> None:
    held = block(page, "held-model")
    assert held["model"] == client.get("/api/model").json()
    assert held["corpus"] == client.get("/api/corpus").json()
    assert held["vocabulary"] == client.get("/api/vocabulary").json()["entries"]
    assert held["parameters"] == client.get("/api/parameters").json()["parameters"]
    assert block(page, "held-state") == {}  # opened plainly


def test_a_saved_page_holds_every_module_under_the_names_they_import(page: str) -> None:
    (text,) = re.findall(r'<script type="importmap">(.*?)</script>', page)
    imports: dict[str, str] = json.loads(text)["imports"]
    folder = static_dir() / "js"
    names = {f"page/{path.relative_to(folder).as_posix()}" for path in folder.rglob("*.js")}
    stand_ins = {f"page/offline/{name}.js" for name in ("client", "late-client", "sheets")}
    assert imports.keys() == names - stand_ins
    statement = (
        r"""^(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]"""
        r"""|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\)"""
    )
    for name, address in imports.items():
        kind, _, content = address.partition(",")
        assert kind == "data:text/javascript"
        assert not set('#?\t\n\r"<') & set(content), f"{name} would be cut or changed"
        code = re.sub(r"/\*.*?\*/", "", unquote(content), flags=re.S)
        for found in re.findall(statement, code, flags=re.M):
            assert "".join(found) in imports, f"{name} imports {found}"
    assert "fetch(" not in unquote(imports["page/api/client.js"])
    # A module that imports nothing is in the file as it lies on the disk.
    held = unquote(imports["page/format/numbers.js"].partition(",")[2])
    assert held == (folder / "format" / "numbers.js").read_text("utf-8")


def test_a_saved_page_has_every_sheet_in_the_pages_order(client: Any, page: str) -> None:
    (style,) = re.findall(r"<style>(.*?)</style>", page, flags=re.S)
    places = [style.index(path.read_text("utf-8")) for path in (static_dir() / "css").glob("*.css")]
    assert len(places) == len(set(places)) > 10
    linked = re.findall(r"static/css/([\w-]+)\.css", client.get("/").text)
    own = [style.index((static_dir() / "css" / f"{name}.css").read_text()) for name in linked]
    assert own == sorted(places)[: len(own)]


def test_a_saved_page_allows_itself_and_nothing_else(page: str) -> None:
    """Each inline script and the style are named by their hash; data blocks are no scripts."""
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    directives = dict(part.strip().split(" ", 1) for part in unescape(policy).split(";"))
    assert directives["default-src"] == directives["connect-src"] == "'none'"

    def sha256(text: str) -> str:
        digest = hashlib.sha256(text.encode()).digest()
        return f"'sha256-{base64.b64encode(digest).decode()}'"

    inline = re.findall(r'<script type="(?:importmap|module)">(.*?)</script>', page, flags=re.S)
    assert directives["script-src"].split() == ["data:", *map(sha256, inline)]
    assert len(inline) == 2
    styles = re.findall(r"<style>(.*?)</style>", page, flags=re.S)
    assert directives["style-src"].split() == [sha256(style) for style in styles]
    assert not re.findall(r"""(?:src|href)=["'](?!data:|#)""", page)


def test_a_saved_page_stays_small(page: str) -> None:
    # The trace of two records adds 22,000 numbers; with it the file must stay below 3 MB.
    assert len(page.encode()) < 2_500_000
