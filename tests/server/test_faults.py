"""The bug lab over HTTP: what is listed, what a fault does to a trace, and that it stays there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from minigpt.checks.lab import CHECKS
from minigpt.config import ModelConfig
from minigpt.faults import faults_of
from minigpt.resources import data_dir
from server.schemas.replies import FaultsReply, VerdictsReply
from server.schemas.trace import TraceReply

#: Those that the model served here can have.
OF_MG1 = faults_of(ModelConfig.load(data_dir() / "config.json"))


def traced(client: Any, records: Sequence[Mapping[str, Any]], **options: Any) -> bytes:
    response: httpx.Response = client.post("/api/trace", {"records": records, **options})
    assert response.status_code == 200, response.text
    return response.content


def test_faults_and_checks_are_listed_in_order(client: Any) -> None:
    reply = client.get("/api/faults").json()
    FaultsReply.model_validate(reply)
    assert [fault["name"] for fault in reply["faults"]] == list(OF_MG1)
    assert reply["checks"] == list(CHECKS)
    assert reply["faults"][0] == {"name": "targets-shifted-twice", "stage": 1, "first": "targets"}


def test_another_model_has_other_faults(client: Any, chapter_records: list[Any]) -> None:
    listed = client.get("/api/faults?model=gpt2-mini").json()["faults"]
    names = {fault["name"] for fault in listed}
    assert names - OF_MG1.keys() == {"relu-for-gelu", "tanh-for-exact-gelu", "head-not-tied"}
    assert OF_MG1.keys() - names == {"gelu-for-relu", "embeddings-tied"}
    response = client.post("/api/trace", {"records": chapter_records, "fault": "head-not-tied"})
    assert response.status_code == 422
    error = response.json()["error"]
    assert error["code"] == "fault_not_applicable"
    assert "not applicable to 'mg-1': it is only in a model with a tied head" in error["message"]


def test_a_trace_without_a_fault_says_so(
    client: Any, chapter_records: list[dict[str, str]], parse: Callable[[bytes], Any]
) -> None:
    plain = traced(client, chapter_records)
    assert parse(plain)["fault"] is None
    assert traced(client, chapter_records, fault=None) == plain


@pytest.mark.parametrize("name", OF_MG1)
def test_every_fault_traces_to_valid_json_that_fits_the_description(
    client: Any, chapter_records: list[dict[str, str]], parse: Callable[[bytes], Any], name: str
) -> None:
    reply = parse(traced(client, chapter_records, fault=name, padded=True))
    TraceReply.model_validate(reply)
    assert reply["fault"] == name


def test_a_fault_changes_its_own_reply_and_no_other(
    client: Any, chapter_records: list[dict[str, str]]
) -> None:
    """Faulty and healthy requests side by side; each fault shares the healthy parameters."""
    plain = traced(client, chapter_records)
    names = [None, "mask-missing", None, "float32", None, "embeddings-tied", None, "gelu-for-relu"]
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda name: traced(client, chapter_records, fault=name), names))
    assert all(
        (reply == plain) == (name is None) for name, reply in zip(names, replies, strict=True)
    )
    assert len(set(replies)) == 5
    assert traced(client, chapter_records) == plain


def test_a_fault_reaches_records_with_edited_ids(
    client: Any, parse: Callable[[bytes], Any]
) -> None:
    """The target faults spoil the targets of what is put in, not of what was there before."""
    record = {"text": "abc", "replace": [{"position": 2, "id": 120}]}
    right = parse(traced(client, [record]))["records"][0]
    assert right["targets"] == [97, 120, 99, 257]
    for name, targets in {
        "targets-not-shifted": [256, 97, 120, 99],
        "targets-shifted-twice": [120, 99, 257, -100],
        "eos-dropped": [97, 120, 99, -100],
    }.items():
        wrong = parse(traced(client, [record], fault=name))["records"][0]
        assert wrong["ids"] == right["ids"] == [256, 97, 120, 99]
        assert wrong["targets"] == targets


def test_rows_that_are_no_numbers_are_null(
    client: Any, chapter_records: list[dict[str, str]], parse: Callable[[bytes], Any]
) -> None:
    reply = parse(traced(client, chapter_records, fault="masked-rows-nan", padded=True))
    tensors = reply["records"][0]["tensors"]
    assert tensors["blocks"][0]["weights"][0][15] == [None] * 64
    assert tensors["logits"][15] == [None] * 291
    assert None not in tensors["logits"][14]


def test_float32_numbers_arrive_as_the_numbers_they_are(
    client: Any, chapter_records: list[dict[str, str]], parse: Callable[[bytes], Any]
) -> None:
    """Printed as float32 they would read back as other float64 numbers."""
    import numpy as np

    reply = parse(traced(client, chapter_records, fault="float32"))
    logits = np.array(reply["records"][0]["tensors"]["logits"])  # [n, V]
    assert np.array_equal(logits, logits.astype(np.float32).astype(np.float64))


def test_verdicts_name_the_leak_in_numbers(client: Any, parse: Callable[[bytes], Any]) -> None:
    response = client.get("/api/faults/mask-one-ahead/verdicts")
    reply = parse(response.content)
    VerdictsReply.model_validate(reply)
    assert (response.status_code, reply["fault"]) == (200, "mask-one-ahead")
    assert [verdict["check"] for verdict in reply["verdicts"]] == list(CHECKS)
    prefix = next(v for v in reply["verdicts"] if v["check"] == "prefix-unchanged")
    assert prefix["status"] == "caught"
    positions = prefix["evidence"]["positions"]
    assert any(at["must_hold"] and at["faulty"] > 1e-3 for at in positions)
    assert all(at["healthy"] == 0 for at in positions if at["must_hold"])


def test_verdicts_on_the_healthy_model_are_silent_and_do_not_change(client: Any) -> None:
    first = client.get("/api/faults/none/verdicts")
    assert {verdict["status"] for verdict in first.json()["verdicts"]} == {"silent"}
    assert client.get("/api/faults/none/verdicts").content == first.content


@pytest.mark.parametrize(
    "name", ["nope", "None", "MASK-MISSING", "mask-missing%00", "%F0%9F%99%82"]
)
def test_an_unknown_fault_is_refused_with_the_known_ones(
    client: Any, error_of: Callable[[httpx.Response], dict[str, Any]], name: str
) -> None:
    error = error_of(client.get(f"/api/faults/{name}/verdicts"))
    assert error["code"] == "fault_unknown"
    assert error["details"] == {"known": list(OF_MG1)}


@pytest.mark.parametrize("name", ["nope", "", "none"])
def test_an_unknown_fault_in_a_trace_is_refused_with_the_known_ones(
    client: Any,
    chapter_records: list[dict[str, str]],
    error_of: Callable[[httpx.Response], dict[str, Any]],
    name: str,
) -> None:
    """Without a fault the field is null or absent; "none" is no fault's name."""
    response = client.post("/api/trace", {"records": chapter_records, "fault": name})
    error = error_of(response)
    assert (response.status_code, error["code"]) == (422, "fault_unknown")
    assert "mask-missing" in error["message"]


def test_a_fault_must_be_a_name(client: Any, error_of: Callable[..., dict[str, Any]]) -> None:
    error = error_of(client.post("/api/trace", {"records": [{"text": ""}], "fault": 3}))
    assert error["details"]["fields"] == ["fault"]
