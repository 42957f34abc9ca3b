"""Many models on a server: chosen by name, loaded when asked for, let go of when space is short."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import server.models
from minigpt.resources import data_dir
from server.app import create_app
from server.schemas.models import ModelsReply
from server.settings import Settings

RED = {"records": [{"text": "The key is red. Answer: red."}]}


def small_model(folder: Path, **changed: Any) -> Path:
    """A folder with MG-1's records and a config of its own."""
    shutil.copytree(data_dir(), folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(config | changed), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two small models, a folder of something else, and a link out of it."""
    place = tmp_path_factory.mktemp("models")
    small_model(place / "narrow", name="narrow", width=8, blocks=2)
    small_model(place / "other seed", name="seed", seed=7)
    (place / "theirs").mkdir()
    (place / "theirs" / "config.json").write_text('{"model_type": "gpt2"}', encoding="utf-8")
    outside = tmp_path_factory.mktemp("outside")
    (place / "linked").symlink_to(small_model(outside / "linked"))
    small_model(place / "partly")
    (place / "partly" / "weights.safetensors").symlink_to(outside / "linked" / "config.json")
    return place


@pytest.fixture(scope="module")
def client(models_dir: Path, client_of: Callable[[Any], Any]) -> Iterator[Any]:
    app = create_app(Settings(models_dir=models_dir))
    yield client_of(app)
    app.state.models.close()


def test_the_model_that_was_opened_comes_first(client: Any) -> None:
    reply = client.get("/api/models").json()
    ModelsReply.model_validate(reply)
    first, *others = reply["models"]
    assert first == {
        **{"name": "mg-1", "title": "mg-1", "source": "preset", "parameters": 13875},
        **{"blocks": 1, "heads": 2, "width": 16, "context_length": 64, "vocabulary_size": 291},
        **{"dtype": "float64", "activation": "relu", "tokenizer": "byte-bpe", "data": "records"},
        **{"trained": None, "missing": None},
    }
    own = {item["name"]: item for item in others if item["source"] == "folder"}
    assert list(own) == ["narrow", "other seed"]  # neither what is not ours, nor a way out
    assert (own["narrow"]["width"], own["narrow"]["blocks"]) == (8, 2)
    # A model is asked for by its folder's name, whatever it calls itself.
    assert [item["title"] for item in own.values()] == ["narrow", "other seed (seed)"]


def test_without_the_parameter_nothing_has_changed(client: Any) -> None:
    for path in ("model", "vocabulary", "corpus", "parameters", "training", "faults"):
        assert (
            client.get(f"/api/{path}").content == client.get(f"/api/{path}?model=mg-1").content
        ), path
    assert (
        client.post("/api/trace", RED).content == client.post("/api/trace?model=mg-1", RED).content
    )


def test_every_address_answers_for_the_model_it_is_asked_for(client: Any) -> None:
    at = "?model=narrow"
    assert client.get(f"/api/model{at}").json()["config"]["width"] == 8
    assert client.get(f"/api/parameters{at}").json()["parameters"][0]["shape"] == [291, 8]
    traced = client.post(f"/api/trace{at}", RED).json()
    assert len(traced["records"][0]["tensors"]["blocks"]) == 2
    gradients = client.post(f"/api/gradients{at}", RED).json()
    assert gradients["loss"] == traced["loss"]
    generated = client.post(f"/api/generate{at}", {"prompt": "The", "new_tokens": 1}).json()
    assert (generated["model"], len(generated["steps"])) == ("narrow", 1)
    assert client.post(f"/api/tokenize{at}", {"text": "The"}).status_code == 200
    verdicts = client.get(f"/api/faults/none/verdicts{at}").json()["verdicts"]
    parameters = client.get("/api/faults/none/verdicts").json()["verdicts"]
    assert verdicts != parameters
    exported = client.post(f"/api/export/trace{at}", RED | {"format": "json"})
    assert 'filename="narrow_' in exported.headers["content-disposition"]
    assert (
        'filename="narrow.html"'
        in client.get(f"/api/export/page{at}").headers["content-disposition"]
    )


def test_each_model_has_a_run_of_its_own(client: Any) -> None:
    at = "?model=other%20seed"
    assert client.post(f"/api/training/start{at}", {"steps": 1}).status_code == 200
    assert client.get(f"/api/training{at}").json()["run"] == 1
    assert client.get("/api/training").json()["run"] is None


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_unknown_model_is_refused_with_those_there_are(
    client: Any, error_of: Callable[[Any], dict[str, Any]], method: str
) -> None:
    path = "/api/model?model=nobody" if method == "GET" else "/api/trace?model=nobody"
    response = client.get(path) if method == "GET" else client.post(path, RED)
    assert response.status_code == 404
    error = error_of(response)
    assert error["code"] == "model_unknown"
    assert "mg-1, " in error["message"]
    assert "narrow" in error["message"]
    assert "nobody" not in error["message"]


def test_what_was_asked_for_longest_ago_goes_first(
    models_dir: Path,
    client_of: Callable[[Any], Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    for name in "abc":
        small_model(tmp_path / name, name=name)
    each = 13875 * 8
    monkeypatch.setattr(server.models, "MOST_BYTES", 2 * each)
    app = create_app(Settings(models_dir=tmp_path))
    client, models = client_of(app), app.state.models

    def loaded() -> list[str]:
        return [served.name for served in models.served()]

    for name in "aba":
        client.get(f"/api/model?model={name}")
    assert loaded() == ["mg-1", "b", "a"]
    client.get("/api/model?model=c")
    assert loaded() == ["mg-1", "a", "c"]
    # One with a run would lose its states.
    client.post("/api/training/start?model=a", {"steps": 1})
    client.get("/api/model?model=c")
    client.get("/api/model?model=b")
    assert loaded() == ["mg-1", "a", "b"]
    models.close()


def test_a_damaged_model_is_refused_and_the_others_stay(
    client_of: Callable[[Any], Any], error_of: Callable[[Any], dict[str, Any]], tmp_path: Path
) -> None:
    folder = small_model(tmp_path / "bad")
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    client = client_of(create_app(Settings(models_dir=tmp_path)))
    assert error_of(client.get("/api/model?model=bad"))["code"] == "tokenizer_invalid"
    assert client.get("/api/model").json()["name"] == "mg-1"
