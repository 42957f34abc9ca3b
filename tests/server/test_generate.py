"""POST /api/generate: every step, the edges of the settings, and bytes as they come (S5)."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import torch

from minigpt.generation_settings import GenerationSettings
from minigpt.model import MiniGPT
from server.app import create_app
from server.loaded_model import LoadedModel
from server.schemas.generation import GenerateReply

ErrorOf = Callable[[httpx.Response], dict[str, Any]]


def generated(client: Any, prompt: str, **options: Any) -> dict[str, Any]:
    response = client.post("/api/generate", {"prompt": prompt, **options})
    assert response.status_code == 200, response.text
    GenerateReply.model_validate_json(response.content)
    found: dict[str, Any] = response.json()
    return found


def test_what_is_left_out_is_greedy_24_tokens_of_the_model_as_loaded(client: Any) -> None:
    reply = generated(client, "The key")
    assert (reply["model"], reply["step"], reply["prompt"]) == ("mg-1", None, "The key")
    assert reply["settings"] == GenerationSettings().to_dict()
    assert (reply["stop"], len(reply["steps"]), reply["alignment"]) == ("budget", 24, None)
    assert reply["ids"] == [256, 84, 265, 268, *reply["new_ids"]]
    assert [step["token"] for step in reply["steps"]] == reply["new_ids"]
    for step in reply["steps"]:
        assert step["u"] is None
        best = max(p for token, p in enumerate(step["model"]) if token not in (256, 258))
        assert step["model"][step["token"]] == best


def test_every_step_of_a_draw_is_on_record(client: Any) -> None:
    options = {"temperature": 1.5, "top_k": 8, "top_p": 0.9, "seed": 3, "new_tokens": 5}
    reply = generated(client, "The key", **options)
    assert reply == generated(client, "The key", **options)
    assert reply["new_ids"] != generated(client, "The key", **options | {"seed": 4})["new_ids"]
    assert [step["position"] for step in reply["steps"]] == [3, 4, 5, 6, 7]
    for step in reply["steps"]:
        taken = {token for tokens in step["removed"].values() for token in tokens}
        assert len(step["removed"]["top_k"]) == 291 - 2 - 8
        for name in ("model", "tempered", "filtered"):
            assert math.fsum(step[name]) == pytest.approx(1, abs=1e-12)
        assert {t for t, p in enumerate(step["filtered"]) if p == 0} == taken
        below = math.fsum(step["filtered"][: step["token"]])
        assert below <= step["u"] + 1e-12
        assert step["u"] < below + step["filtered"][step["token"]] + 1e-12


def test_each_step_chose_by_the_logits_that_a_trace_of_it_shows(client: Any) -> None:
    """IDs go on as they are: the trace of prompt and new IDs is that of the generation."""
    reply = generated(client, "The key", new_tokens=4)
    record = {"text": "The key", "continued": reply["new_ids"]}
    traced = client.post("/api/trace", {"records": [record]}).json()["records"][0]
    assert traced["ids"] == reply["ids"]
    for step in reply["steps"]:
        row = torch.tensor(traced["tensors"]["logits"][step["position"]], dtype=torch.float64)
        # The two passes have different widths, and round their products differently.
        assert step["model"] == pytest.approx(row.softmax(-1).tolist(), abs=1e-12)


def test_a_prompt_that_stops_inside_a_token_is_explained(client: Any) -> None:
    alignment = generated(client, "The key is red. Answer:", new_tokens=0)["alignment"]
    assert alignment == {
        "record": {"id": "train-05", "text": "The key is red. Answer: red."},
        "slot": 12,
        "prompt": [{"id": 58, "start": 22, "end": 23}],
        "training": [{"id": 259, "start": 22, "end": 24}],
    }
    assert generated(client, "The key is red. Answer: ", new_tokens=0)["alignment"] is None


@pytest.mark.parametrize(
    ("letters", "budget", "new", "stop"),
    [
        (0, 0, 0, "budget"),
        (0, 3, 3, "budget"),
        (62, 10, 1, "context"),
        (63, 10, 0, "context"),
        (0, 2**63 - 1, 63, "context"),
    ],
)
def test_the_context_holds_64_ids_with_bos(
    client: Any, letters: int, budget: int, new: int, stop: str
) -> None:
    reply = generated(client, "7" * letters, new_tokens=budget)
    assert (reply["stop"], len(reply["new_ids"])) == (stop, new)
    assert len(reply["ids"]) == 1 + letters + new


def test_a_prompt_beyond_the_context_is_refused(client: Any, error_of: ErrorOf) -> None:
    error = error_of(client.post("/api/generate", {"prompt": "7" * 64}))
    assert error["code"] == "record_too_long"
    assert error["details"] == {"positions": 65, "limit": 64, "over": 1}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"temperature": -0.1}, "temperature must be a number from 0 to 100"),
        ({"temperature": 1e300}, "temperature must be a number from 0 to 100"),
        ({"top_p": 1.5}, "top_p must be a number from 0 to 1"),
        ({"top_k": -1}, "top_k must be a whole number from 0 to"),
        ({"seed": 2**63}, "seed must be a whole number from 0 to"),
        ({"new_tokens": -1}, "new_tokens must be a whole number from 0 to"),
        ({"top_k": 1.5}, "top_k"),
        ({"temperature": "1"}, "temperature"),
        ({"temperature": True}, "temperature"),
        ({"seed": None}, "seed"),
        ({"best_of": 3}, "best_of"),
    ],
)
def test_settings_out_of_range_are_refused_with_the_range(
    client: Any, error_of: ErrorOf, wrong: dict[str, Any], says: str
) -> None:
    response = client.post("/api/generate", {"prompt": "a", **wrong})
    assert response.status_code == 422
    assert says in error_of(response)["message"]


@pytest.mark.parametrize(
    "body", [b'{"prompt":"a","temperature":NaN}', b'{"prompt":"a","top_p":1e999}']
)
def test_numbers_that_are_none_are_no_json(client: Any, error_of: ErrorOf, body: bytes) -> None:
    assert error_of(client.post_raw("/api/generate", body))["code"] == "json_invalid"


@pytest.mark.parametrize("step", [0, 50, -1])
def test_a_step_that_is_not_there_is_refused(client: Any, error_of: ErrorOf, step: int) -> None:
    response = client.post("/api/generate", {"prompt": "a", "step": step})
    assert response.status_code == 404
    assert error_of(response)["code"] == "step_unknown"


def wanting(wanted: bytes, model: MiniGPT) -> None:
    """Makes `model` want these bytes one after another, and then EOS."""
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.zero_()
        model.final_norm.scale.fill_(1.0)
        generator = torch.Generator().manual_seed(1)
        rows = torch.randn(64, 16, generator=generator, dtype=torch.float64)
        model.position_embedding.copy_(rows)
        normed = model.final_norm(rows)  # what position t shows to the head
        for slot, token in enumerate([*wanted, 257]):
            model.output_matrix[:, token] += 10 * normed[slot] / len(wanted)


@pytest.mark.parametrize(
    "wanted",
    [b"\n", b"\r", b"\n\n", b"a\r\nb", b"data:", "\u2028".encode(), "🙂".encode(), b"\x00", b'"\\'],
)
def test_the_text_received_is_the_text_generated(
    client_of: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch, wanted: bytes
) -> None:
    def loaded(path: Path) -> LoadedModel:
        found = original(path)
        wanting(wanted, found.model)
        return found

    original = LoadedModel.load
    monkeypatch.setattr(LoadedModel, "load", loaded)
    reply = generated(client_of(create_app()), "")
    assert reply["stop"] == "eos"
    assert bytes.fromhex(reply["hex"]) == wanted
    assert reply["text"] == wanted.decode()
    assert "".join(step["text"] for step in reply["steps"]) == wanted.decode()
    assert b"".join(bytes.fromhex(step["hex"]) for step in reply["steps"]) == wanted
    assert reply["is_utf8"] is True


def test_bytes_that_are_no_text_are_kept_and_flagged(client: Any) -> None:
    reply = generated(client, "")  # what the untrained model says first is no UTF-8
    content = bytes.fromhex(reply["hex"])
    assert b"".join(bytes.fromhex(step["hex"]) for step in reply["steps"]) == content
    assert reply["text"] == content.decode("utf-8", errors="replace")
    assert "\ufffd" in reply["text"]
    assert reply["is_utf8"] is False
