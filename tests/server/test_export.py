"""What the server hands out to be taken along: traces as files."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import httpx
import numpy as np
import pytest
import safetensors.numpy

from minigpt import load, trace_records
from minigpt.export import export_trace

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
    client: Any, chapter_records: list[dict[str, str]], form: Any
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
