"""Records that are being continued: IDs appended to a text's own, and an open end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from minigpt.config import ModelConfig
from minigpt.faults import faults_of
from minigpt.resources import data_dir
from server.schemas.trace import TraceReply

ErrorOf = Callable[[httpx.Response], dict[str, Any]]


def traced(client: Any, *records: dict[str, Any], **options: Any) -> dict[str, Any]:
    response = client.post("/api/trace", {"records": records, **options})
    assert response.status_code == 200, response.text
    TraceReply.model_validate_json(response.content)
    found: dict[str, Any] = response.json()
    return found


def test_the_last_position_is_real_and_has_no_target(client: Any) -> None:
    reply = traced(client, {"text": "ab", "continued": [259, 99]}, {"text": "x"})
    record = reply["records"][0]
    assert record["ids"] == [256, 97, 98, 259, 99]
    assert record["targets"] == [97, 98, 259, 99, -100]
    assert record["valid"] == [True] * 5
    assert record["valid_count"] == 5
    assert len(record["tensors"]["logits"]) == 5
    assert [loss is None for loss in record["losses"]] == [False] * 4 + [True]
    assert reply["records"][1]["targets"] == [120, 257]
    scored = [loss for each in reply["records"] for loss in each["losses"] if loss is not None]
    assert reply["scored_events"] == len(scored) == 6
    assert reply["loss"] == pytest.approx(sum(scored) / 6, abs=1e-12)


def test_it_computes_what_the_same_ids_as_text_give_bit_for_bit(client: Any) -> None:
    # "ab" is 97, 98: no merge of MG-1 makes one token of it.
    open_end = traced(client, {"text": "a", "continued": [98]})["records"][0]
    as_text = traced(client, {"text": "ab"})["records"][0]
    assert open_end["tensors"] == as_text["tensors"]
    assert open_end["losses"] == [*as_text["losses"][:2], None]


def test_ids_are_never_merged_again(client: Any) -> None:
    assert traced(client, {"text": ": "})["records"][0]["ids"] == [256, 259]
    appended = traced(client, {"text": "", "continued": [58, 32]})["records"][0]
    assert appended["ids"] == [256, 58, 32]


@pytest.mark.parametrize("token", [0, 256, 257, 258, 290])
def test_any_id_of_the_vocabulary_may_be_appended(client: Any, token: int) -> None:
    record = traced(client, {"text": "a", "continued": [token, 97]})["records"][0]
    assert record["ids"] == [256, 97, token, 97]
    assert record["targets"] == [97, token, 97, -100]


@pytest.mark.parametrize("options", [{}, {"slots": "context"}, {"padded": True}, {"mask": "none"}])
def test_where_nothing_at_all_is_scored_there_is_no_loss(
    client: Any, options: dict[str, Any]
) -> None:
    reply = traced(client, {"text": "", "continued": []}, **options)
    assert reply["loss"] is None
    assert reply["scored_events"] == 0
    record = reply["records"][0]
    assert record["valid_count"] == 1
    assert set(record["losses"]) == {None}
    assert set(record["targets"]) == {-100}


@pytest.mark.parametrize("fault", faults_of(ModelConfig.load(data_dir() / "config.json")))
def test_every_fault_takes_it(client: Any, fault: str) -> None:
    traced(client, {"text": "ab", "continued": [99]}, {"text": "c"}, fault=fault)
    traced(client, {"text": "", "continued": []}, fault=fault)


def test_edits_and_another_padding_reach_into_it(client: Any) -> None:
    record = {
        "text": "ab",
        "continued": [99],
        "replace": [{"position": 2, "id": 90}, {"position": 5, "id": 65}],
        "padding_id": 7,
    }
    found = traced(client, record, padded=True)["records"][0]
    assert found["ids"] == [256, 97, 90, 99, 7, 65, *[7] * 58]
    assert found["targets"] == [97, 90, 99, *[-100] * 61]
    assert found["valid"] == [True] * 4 + [False] * 60


def test_it_may_fill_the_context_and_no_more(client: Any, error_of: ErrorOf) -> None:
    full = traced(client, {"text": "7" * 60, "continued": [97] * 3})
    assert full["records"][0]["valid_count"] == 64
    over = {"text": "7" * 60, "continued": [97] * 4}
    error = error_of(client.post("/api/trace", {"records": [{"text": ""}, over]}))
    assert (error["code"], error["record"]) == ("record_too_long", 1)
    assert error["details"] == {"positions": 65, "limit": 64, "over": 1}


@pytest.mark.parametrize(
    ("continued", "code"),
    [
        ([-1], "token_id_unknown"),
        ([97, 291], "token_id_unknown"),
        ([2**63], "token_id_unknown"),
        (["a"], "request_invalid"),
        ([1.0], "request_invalid"),
        ([True], "request_invalid"),
        ("97", "request_invalid"),
        ([[]] * 100_000, "request_invalid"),
    ],
)
def test_what_is_no_id_is_refused_by_record(
    client: Any, error_of: ErrorOf, continued: Any, code: str
) -> None:
    records = [{"text": "a"}, {"text": "a", "continued": continued}]
    error = error_of(client.post("/api/trace", {"records": records}))
    assert (error["code"], error["record"]) == (code, 1)


def test_a_file_of_it_has_the_same_numbers(client: Any) -> None:
    body = {"records": [{"text": "", "continued": []}], "format": "json"}
    response = client.post("/api/export/trace", body)
    assert response.status_code == 200
    assert response.json()["loss"] is None
    for form in ("npz", "safetensors"):
        assert client.post("/api/export/trace", {**body, "format": form}).status_code == 200
