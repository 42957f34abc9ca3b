"""What can be read without asking for a computation, and the tokenizer's answers."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from minigpt.resources import data_dir
from server.schemas.replies import (
    CorpusReply,
    ModelReply,
    ParametersReply,
    TokenizeReply,
    VocabularyReply,
)

REPLIES: dict[str, type[BaseModel]] = {
    "/api/model": ModelReply,
    "/api/parameters": ParametersReply,
    "/api/corpus": CorpusReply,
    "/api/vocabulary": VocabularyReply,
}


@pytest.mark.parametrize("path", list(REPLIES))
def test_a_real_reply_is_what_openapi_declares(
    client: Any, parse: Callable[[bytes], Any], path: str
) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    parse(response.content)
    REPLIES[path].model_validate_json(response.content)


def test_the_model_says_what_it_is(client: Any, figures: dict[str, Any]) -> None:
    model = client.get("/api/model").json()
    assert model["name"] == "mg-1"
    assert (model["config"]["seed"], model["config"]["norm_epsilon"]) == (1729, 1e-5)
    counts = {row["component"]: row["count"] for row in model["parameters"]["components"]}
    counts["total"] = model["parameters"]["total"]
    assert counts == figures["parameters"]
    for name, identity in model["identities"].items():
        content = (data_dir() / f"{name}.json").read_bytes()
        assert identity == hashlib.sha256(content).hexdigest()
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", model["versions"]["torch"])


def test_all_parameters_are_there(client: Any) -> None:
    parameters = client.get("/api/parameters").json()["parameters"]
    by_name = {parameter["name"]: parameter for parameter in parameters}
    assert by_name["token_embedding"]["shape"] == [291, 16]
    assert by_name["blocks.0.w1"]["shape"] == [16, 64]
    assert by_name["blocks.0.norm1.scale"]["values"] == [1.0] * 16
    total = 0
    for parameter in parameters:
        rows, *columns = parameter["shape"]
        assert len(parameter["values"]) == rows
        assert all(len(row) == columns[0] for row in parameter["values"] if columns)
        total += rows * (columns[0] if columns else 1)
    assert total == 13_875


def test_the_corpus_is_whole(client: Any) -> None:
    corpus = client.get("/api/corpus").json()
    assert corpus["version"] == "mini-gpt-corpus-v1"
    assert (len(corpus["train"]), len(corpus["validation"])) == (24, 8)
    assert corpus["train"][0] == {"id": "train-01", "text": "Paris: the capital of France."}


def test_the_vocabulary_has_291_entries(client: Any, figures: dict[str, Any]) -> None:
    entries = client.get("/api/vocabulary").json()["entries"]
    assert [entry["id"] for entry in entries] == list(range(291))
    assert [entry["kind"] for entry in entries] == ["byte"] * 256 + ["special"] * 3 + ["merge"] * 32
    assert entries[32] == {
        "id": 32,
        "kind": "byte",
        "hex": "20",
        "name": "␠",
        "rank": None,
        "left": None,
        "right": None,
    }
    assert [(entry["name"], entry["hex"]) for entry in entries[256:259]] == [
        ("BOS", ""),
        ("EOS", ""),
        ("PAD", ""),
    ]
    merges = [[entry["left"], entry["right"]] for entry in entries[259:]]
    assert merges == figures["tokenizer"]["merges"]
    assert [entry["rank"] for entry in entries[259:]] == list(range(32))


def test_a_text_is_taken_apart_by_bytes(client: Any) -> None:
    response = client.post("/api/tokenize", {"text": "é key"})
    assert response.status_code == 200
    TokenizeReply.model_validate_json(response.content)
    reply = response.json()
    # "key" is merge 5 (e, y) joined with k by merge 9; é and the space stay bytes.
    assert reply["ids"] == [0xC3, 0xA9, 32, 268]
    assert reply["pieces"] == [
        {"id": 0xC3, "start": 0, "end": 1},
        {"id": 0xA9, "start": 1, "end": 2},
        {"id": 32, "start": 2, "end": 3},
        {"id": 268, "start": 3, "end": 6},
    ]
    assert reply["steps"] == [
        {"rank": 5, "left": 101, "right": 121, "id": 264, "at": [4]},
        {"rank": 9, "left": 107, "right": 264, "id": 268, "at": [3]},
    ]


def test_typed_names_of_specials_stay_text(client: Any) -> None:
    ids = client.post("/api/tokenize", {"text": "<BOS>\x00BOS"}).json()["ids"]
    assert not {256, 257, 258} & set(ids)
