"""POST /api/trace against the chapter's figures, and its options."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from server.schemas.trace import TraceReply

# What the figures file promises for tensors, absolute.
TOLERANCE = 1e-12

BLOCK_SHAPES = {
    "block_input": (15, 16),
    "norm1": (15, 16),
    "q_projection": (15, 16),
    "k_projection": (15, 16),
    "v_projection": (15, 16),
    "q_heads": (2, 15, 8),
    "k_heads": (2, 15, 8),
    "v_heads": (2, 15, 8),
    "scores": (2, 15, 15),
    "visible": (1, 15, 15),
    "weights": (2, 15, 15),
    "mixtures": (2, 15, 8),
    "joined": (15, 16),
    "attention_output": (15, 16),
    "residual1": (15, 16),
    "norm2": (15, 16),
    "ffn_linear": (15, 64),
    "ffn_relu": (15, 64),
    "ffn_output": (15, 16),
    "block_output": (15, 16),
}


def shape(value: Any) -> tuple[int, ...]:
    return (len(value), *shape(value[0])) if isinstance(value, list) else ()


@pytest.fixture(scope="module")
def reply(client: Any, chapter_records: list[dict[str, str]]) -> dict[str, Any]:
    response = client.post("/api/trace", {"records": chapter_records})
    assert response.status_code == 200
    found: dict[str, Any] = response.json()
    return found


def test_batch_and_losses_are_the_chapters(reply: dict[str, Any], figures: dict[str, Any]) -> None:
    assert (reply["model"], reply["mask"], reply["slots"]) == ("mg-1", "causal", 17)
    assert reply["scored_events"] == 32
    assert reply["loss"] == pytest.approx(figures["mean_loss"], abs=TOLERANCE)
    for index, record in enumerate(reply["records"]):
        expected = figures["batch"]["records"][index]
        assert record["text"] == expected["text"]
        assert record["ids"] == expected["ids"]
        assert record["targets"] == expected["targets"]
        assert record["valid"] == [True] * len(expected["ids"])
        assert record["valid_count"] == len(expected["ids"])
        assert record["losses"] == pytest.approx(figures["losses"][index], abs=TOLERANCE)


def test_every_row_of_the_chapters_position_is_met(
    reply: dict[str, Any], figures: dict[str, Any]
) -> None:
    tensors = reply["records"][0]["tensors"]
    named = {**tensors, **tensors["blocks"][0]}
    rows = figures["record0_position5"]["rows"]
    assert len(rows) > 10
    for name, row in rows.items():
        assert named[name][5] == pytest.approx(row, abs=TOLERANCE), name
    for head, expected in enumerate(figures["record0_position5"]["heads"]):
        for name in ("scores", "weights"):
            # The figures list the six keys that position 5 sees.
            assert named[name][head][5][:6] == pytest.approx(expected[name], abs=TOLERANCE)


def test_tensors_are_cut_to_the_valid_positions(reply: dict[str, Any]) -> None:
    tensors = reply["records"][0]["tensors"]
    assert list(tensors) == [
        "token_embedding",
        "position_embedding",
        "blocks",
        "final_norm",
        "logits",
    ]
    assert {name: shape(array) for name, array in tensors["blocks"][0].items()} == BLOCK_SHAPES
    assert shape(tensors["token_embedding"]) == shape(tensors["position_embedding"]) == (15, 16)
    assert shape(tensors["logits"]) == (15, 291)
    assert shape(reply["records"][1]["tensors"]["blocks"][0]["scores"]) == (2, 17, 17)


def test_a_masked_score_is_null_and_flagged(reply: dict[str, Any]) -> None:
    block = reply["records"][1]["tensors"]["blocks"][0]
    for query in range(17):
        for key in range(17):
            assert block["visible"][0][query][key] is (key <= query)
            for head in range(2):
                score, weight = (
                    block["scores"][head][query][key],
                    block["weights"][head][query][key],
                )
                assert (score is not None) is (key <= query)
                assert (weight == 0) is (key > query)


def test_without_a_mask_all_valid_positions_see_each_other(
    client: Any, chapter_records: list[dict[str, str]]
) -> None:
    body = {"records": chapter_records, "mask": "none", "padded": True}
    record = client.post("/api/trace", body).json()["records"][0]
    visible = record["tensors"]["blocks"][0]["visible"][0]
    for query in range(64):
        assert visible[query] == [query < 15 and key < 15 for key in range(64)]


def test_padded_returns_all_slots(client: Any, chapter_records: list[dict[str, str]]) -> None:
    reply = client.post("/api/trace", {"records": chapter_records, "padded": True}).json()
    assert reply["slots"] == 64
    record = reply["records"][0]
    assert record["valid_count"] == 15
    assert record["valid"] == [True] * 15 + [False] * 49
    assert record["ids"][15:] == [258] * 49
    assert record["targets"][15:] == [-100] * 49
    assert record["losses"][15:] == [None] * 49
    assert None not in record["losses"][:15]
    assert shape(record["tensors"]["blocks"][0]["scores"]) == (2, 64, 64)
    assert shape(record["tensors"]["logits"]) == (64, 291)
    # A padding query reads nothing: its mixture is exactly zero, not NaN (null).
    assert record["tensors"]["blocks"][0]["mixtures"][1][40] == [0.0] * 8


def test_slots_decide_what_is_computed_not_what_is_returned(
    client: Any, chapter_records: list[dict[str, str]], reply: dict[str, Any]
) -> None:
    full = client.post("/api/trace", {"records": chapter_records, "slots": "context"}).json()
    assert full["slots"] == 64
    for record, trimmed in zip(full["records"], reply["records"], strict=True):
        assert shape(record["tensors"]["logits"]) == shape(trimmed["tensors"]["logits"])
        for row, other in zip(
            record["tensors"]["logits"], trimmed["tensors"]["logits"], strict=True
        ):
            assert row == pytest.approx(other, abs=TOLERANCE)


def logits(client: Any, *records: dict[str, Any], **options: Any) -> Any:
    body = {"records": records, "slots": "context", **options}
    response = client.post("/api/trace", body)
    assert response.status_code == 200, response.text
    return [record["tensors"]["logits"] for record in response.json()["records"]]


def test_an_edited_future_changes_nothing_before_it_bit_for_bit(
    client: Any, chapter_records: list[dict[str, str]]
) -> None:
    first, second = chapter_records
    plain = logits(client, first, second)
    edited = logits(client, {**first, "replace": [{"position": 9, "id": 7}]}, second)
    assert edited[0][:9] == plain[0][:9]
    assert edited[0][9] != plain[0][9]
    assert edited[1] == plain[1]
    leaking = [
        logits(client, first, second, mask="none"),
        logits(client, {**first, "replace": [{"position": 9, "id": 7}]}, second, mask="none"),
    ]
    assert all(a != b for a, b in zip(leaking[0][0][:9], leaking[1][0][:9], strict=True))
    assert leaking[0][1] == leaking[1][1]


def test_padding_content_and_neighbour_change_nothing_bit_for_bit(
    client: Any, chapter_records: list[dict[str, str]]
) -> None:
    first, second = chapter_records
    for mask in ("causal", "none"):
        plain = logits(client, first, second, mask=mask)
        assert logits(client, {**first, "padding_id": 114}, second, mask=mask) == plain
        assert logits(client, first, {"text": "x"}, mask=mask)[0] == plain[0]


def test_padding_id_fills_the_padding_alone(
    client: Any, chapter_records: list[dict[str, str]]
) -> None:
    body = {"records": [{**chapter_records[0], "padding_id": 114}], "padded": True}
    record = client.post("/api/trace", body).json()["records"][0]
    assert record["ids"][15:] == [114] * 49
    assert record["valid"][15:] == [False] * 49
    assert record["targets"][15:] == [-100] * 49


def test_a_replaced_input_is_the_target_before_it(client: Any) -> None:
    body = {"records": [{"text": "abc", "replace": [{"position": 2, "id": 90}]}]}
    record = client.post("/api/trace", body).json()["records"][0]
    assert record["ids"] == [256, 97, 90, 99]
    assert record["targets"] == [97, 90, 99, 257]


def test_an_empty_text_scores_its_end(client: Any) -> None:
    reply = client.post("/api/trace", {"records": [{"text": ""}]}).json()
    assert reply["records"][0]["ids"] == [256]
    assert reply["records"][0]["targets"] == [257]
    assert reply["scored_events"] == 1
    assert math.isfinite(reply["loss"])


def test_a_record_may_fill_the_context_and_no_more(
    client: Any, error_of: Callable[[httpx.Response], dict[str, Any]]
) -> None:
    # MG-1's merges hold no digit, so every digit is one token.
    full = client.post("/api/trace", {"records": [{"text": "7" * 63}]})
    assert full.json()["records"][0]["valid_count"] == 64
    response = client.post("/api/trace", {"records": [{"text": ""}, {"text": "7" * 74}]})
    assert response.status_code == 422
    error = error_of(response)
    assert (error["code"], error["record"]) == ("record_too_long", 1)
    assert error["details"] == {"positions": 75, "limit": 64, "over": 11}


@pytest.mark.parametrize("options", [{}, {"padded": True}, {"mask": "none"}])
def test_a_real_reply_is_what_openapi_declares(
    client: Any, chapter_records: list[dict[str, str]], options: dict[str, Any]
) -> None:
    # The server does not check what it sends; this does, strictly.
    response = client.post("/api/trace", {"records": chapter_records, **options})
    TraceReply.model_validate_json(response.content)


@pytest.mark.parametrize("token", [-1, 291])
def test_a_wrong_id_is_wrong_even_where_a_later_one_takes_its_place(
    client: Any, error_of: Callable[[Any], dict[str, Any]], token: int
) -> None:
    swaps = [{"position": 1, "id": token}, {"position": 1, "id": 97}]
    records = [{"text": "abc"}, {"text": "abc", "replace": swaps}]
    error = error_of(client.post("/api/trace", {"records": records}))
    assert error["record"] == 1
    assert str(token) in error["message"]
