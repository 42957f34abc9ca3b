"""POST /api/trace of larger models: a part of it, a lens, parts off, as JSON and as a file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

from minigpt.resources import data_dir
from minigpt.trace import trace
from server.app import create_app
from server.recent_traces import MOST_TRACES, RecentTraces
from server.schemas.take_apart import AblationsReply
from server.schemas.trace import TraceReply
from server.settings import Settings

RECORDS = [{"text": "The key is red."}, {"text": "Hi"}]


@pytest.fixture(scope="module")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model in float32 that is too large for the event loop."""
    place = tmp_path_factory.mktemp("models")
    shutil.copytree(data_dir(), place / "wide")
    config = json.loads((data_dir() / "config.json").read_text(encoding="utf-8"))
    changed = {"name": "wide", "width": 48, "heads": 3, "blocks": 2, "dtype": "float32"}
    (place / "wide" / "config.json").write_text(json.dumps(config | changed), encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def client(models_dir: Path, client_of: Callable[[Any], Any]) -> Iterator[Any]:
    app = create_app(Settings(models_dir=models_dir))
    yield client_of(app)
    app.state.models.close()


def post(client: Any, **asked: Any) -> Any:
    response = client.post("/api/trace?model=wide", {"records": RECORDS, **asked})
    assert response.status_code == 200, response.text
    return response


def traced(client: Any, **asked: Any) -> dict[str, Any]:
    found: dict[str, Any] = post(client, **asked).json()
    TraceReply.model_validate(found)
    return found


LENS = ("probability", "rank", "top_ids", "top_probabilities")


def test_a_selection_is_a_part_of_the_whole(client: Any) -> None:
    whole = traced(client)
    asked = {"tensors": ["weights", "blocks.0.norm1", "logits"], "blocks": [1], "heads": [2]}
    part = traced(client, select=asked)
    assert part["select"] == asked | {"positions": None}
    for one, all_of_it in zip(part["records"], whole["records"], strict=True):
        tensors, full = one["tensors"], all_of_it["tensors"]
        assert tensors["logits"] == full["logits"]
        assert tensors["blocks"][0] == {"norm1": full["blocks"][0]["norm1"]}
        assert tensors["blocks"][1] == {"weights": [full["blocks"][1]["weights"][2]]}
        assert one["losses"] == all_of_it["losses"]
        n = one["valid_count"]
        assert {"name": "weights", "block": 0, "shape": [3, n, n]} in one["left_out"]


def test_the_file_holds_the_models_own_numbers(client: Any) -> None:
    plain = traced(client, select={}, lens=True)
    response = post(client, select={}, lens=True, form="safetensors")
    assert response.headers["content-type"] == "application/octet-stream"
    arrays = safetensors.numpy.load(response.content)
    length = int.from_bytes(response.content[:8], "little")
    header = json.loads(response.content[8 : 8 + length])
    document = json.loads(header["__metadata__"]["document"])
    for record, told in zip(document["records"], plain["records"], strict=True):
        tensors, lens = told.pop("tensors"), told.pop("lens")
        assert record == told
        index = document["records"].index(record)
        read = {name: arrays[f"records.{index}.lens.{name}"] for name in LENS}
        assert [row["rank"] for row in lens] == [[n or None for n in row] for row in read["rank"]]
        for row, told_of in enumerate(lens):
            told_p = np.array(told_of["probability"], dtype=float)
            assert np.array_equal(told_p, read["probability"][row], equal_nan=True)
            top = np.dstack([read["top_ids"][row], read["top_probabilities"][row]])
            assert np.array_equal(np.array(told_of["top"]), top)
        weights = arrays[f"records.{index}.blocks.1.weights"]
        assert weights.dtype == np.float32
        # JSON has float64, each the very number that the float32 is.
        assert np.array_equal(weights, np.array(tensors["blocks"][1]["weights"]))
        assert arrays[f"records.{index}.blocks.0.visible"].dtype == np.bool_
        assert np.array_equal(arrays[f"records.{index}.logits"], np.array(tensors["logits"]))


def test_the_lens_ends_at_what_the_model_says(client: Any) -> None:
    record = traced(client, lens=True)["records"][0]
    assert [row["after"] for row in record["lens"]] == [-1, 0, 1]
    last = record["lens"][-1]
    assert -np.log(last["probability"]) == pytest.approx(record["losses"], abs=1e-5)
    logits = np.array(record["tensors"]["logits"])
    assert [top[0][0] for top in last["top"]] == logits.argmax(axis=-1).tolist()


def test_parts_are_off_and_residuals_exchanged(client: Any) -> None:
    off = traced(client, off=["1.2", "ffn0"])
    assert off["off"] == ["1.2", "ffn0"]
    block = off["records"][0]["tensors"]["blocks"]
    assert not np.any(block[0]["ffn_output"])
    assert not np.any(block[1]["mixtures"][2])
    assert np.any(block[1]["mixtures"][1])
    swap = [{"record": 0, "block": 0, "position": 1, "from": 1}]
    swapped = traced(client, swap=swap)
    assert swapped["swap"] == swap
    rows = [record["tensors"]["blocks"][0]["block_output"][1] for record in swapped["records"]]
    assert rows[0] == rows[1]
    assert off["loss"] != swapped["loss"] != traced(client)["loss"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"off": ["2.0"]}, "part_unknown"),
        ({"swap": [{"record": 0, "block": 5, "position": 0, "from": 1}]}, "swap_invalid"),
        ({"select": {"tensors": ["nothing"]}}, "selection_invalid"),
        ({"select": {"positions": [3]}}, "request_invalid"),
        ({"form": "pickle"}, "request_invalid"),
    ],
)
def test_what_the_model_does_not_have_is_refused(
    client: Any, error_of: Callable[[Any], dict[str, Any]], asked: dict[str, Any], code: str
) -> None:
    response = client.post("/api/trace?model=wide", {"records": RECORDS, **asked})
    assert error_of(response)["code"] == code


def test_too_many_numbers_are_no_json(
    client: Any, error_of: Callable[[Any], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.errors.MOST_NUMBERS", 1000)
    body = {"records": RECORDS, "slots": "context"}
    refused = error_of(client.post("/api/trace?model=wide", body))
    assert (refused["code"], "select" in refused["message"]) == ("reply_too_large", True)
    assert post(client, form="safetensors").status_code == 200
    assert post(client, select={"tensors": ["final_norm"]}).status_code == 200
    parameters = client.get("/api/parameters?model=wide")
    assert error_of(parameters)["code"] == "reply_too_large"
    for path, more in (("gradients", {}), ("export/trace", {"format": "json"})):
        large = client.post(f"/api/{path}?model=wide", body | more)
        assert error_of(large)["code"] == "reply_too_large"
    exported = client.post("/api/export/trace?model=wide", body | {"format": "safetensors"})
    arrays = safetensors.numpy.load(exported.content)
    assert arrays["record1.logits"].dtype == np.float32


def test_another_slice_needs_no_other_pass(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    passes = []

    def counted(*arguments: Any) -> Any:
        passes.append(arguments)
        return trace(*arguments)

    monkeypatch.setattr("server.trace_reply.trace", counted)
    text = [{"text": "only here"}]
    for block in (0, 1, 0):
        post(client, records=text, select={"blocks": [block]})
    assert len(passes) == 1
    post(client, records=text, select={}, mask="none")
    post(client, records=text, select={}, fault="scale-missing")
    assert len(passes) == 3
    post(client, records=[{"text": "only her"}], select={})
    assert len(passes) == 4


def test_what_is_kept_stays_within_its_bytes(
    models_dir: Path, client_of: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    recent, most = RecentTraces(), 3 * 10**6
    monkeypatch.setattr("server.app.RecentTraces", lambda: recent)
    monkeypatch.setattr("server.recent_traces.MOST_BYTES", most)
    client = client_of(create_app(Settings(models_dir=models_dir)))
    for count, letter in enumerate("abcdefgh", start=1):
        post(client, records=[{"text": letter}], slots="context", select={})
        kept = sum(size for _, size in recent._held.values())
        assert 0 < kept <= most
        assert len(recent) <= count
    assert 1 < len(recent) < 8


def test_no_more_are_kept_than_somebody_goes_back_to(
    models_dir: Path, client_of: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    recent = RecentTraces()
    monkeypatch.setattr("server.app.RecentTraces", lambda: recent)
    client = client_of(create_app(Settings(models_dir=models_dir)))
    for letter in "abcdefghij":
        post(client, records=[{"text": letter}], slots="context", select={})
    assert len(recent) == MOST_TRACES
    newest = list(recent._held)[-1]
    post(client, records=[{"text": "c"}], slots="context", select={})
    post(client, records=[{"text": "k"}], slots="context", select={})
    assert len(recent) == MOST_TRACES
    assert newest in recent._held


def test_each_part_alone_is_as_when_it_is_switched_off(client: Any) -> None:
    body = {"records": RECORDS, "record": 1}
    response = client.post("/api/ablations?model=wide", body)
    reply = response.json()
    AblationsReply.model_validate(reply)

    def loss(*off: str) -> float:
        losses = traced(client, off=list(off))["records"][1]["losses"]
        return float(np.mean(losses))

    assert reply["loss"] == pytest.approx(loss(), abs=1e-5)
    assert reply["heads"][1][2] == pytest.approx(loss("1.2"), abs=1e-5)
    assert reply["ffn"][0] == pytest.approx(loss("ffn0"), abs=1e-5)
    assert reply["blocks"][1] == pytest.approx(loss("block1"), abs=1e-5)
    assert client.post("/api/ablations?model=wide", body | {"record": 2}).status_code == 422


def test_parameters_by_name_and_as_a_file(
    client: Any, error_of: Callable[[Any], dict[str, Any]]
) -> None:
    at = "/api/parameters?model=wide"
    told = client.get(f"{at}&names=lm_bias,final_norm.scale").json()["parameters"]
    assert [item["name"] for item in told] == ["lm_bias", "final_norm.scale"]
    arrays = safetensors.numpy.load(client.get(f"{at}&form=safetensors").content)
    every = client.get(at).json()["parameters"]
    assert set(arrays) == {item["name"] for item in every}
    for item in every:
        assert arrays[item["name"]].dtype == np.float32
        assert np.array_equal(arrays[item["name"]], np.array(item["values"])), item["name"]
    assert error_of(client.get(f"{at}&names=wq"))["code"] == "parameter_unknown"
