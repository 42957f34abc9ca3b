"""Checkpoints of the models folder: read, opened, refused; and the text of a stream's model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from minigpt.importing import Answers, import_checkpoint
from minigpt.importing.model_folder import write_model_folder
from minigpt.stream.text import TextIdentity
from server.app import create_app
from server.schemas.models import ImportReply, ModelsReply
from server.schemas.replies import ModelReply, VocabularyReply
from server.schemas.text import TextReply
from server.schemas.training import TrainingReply
from server.settings import Settings

V, T, C = 11, 6, 8


def nanogpt_tensors() -> dict[str, torch.Tensor]:
    """A state dict in nanoGPT's names: one block, tied head, no biases."""
    generator = torch.Generator().manual_seed(5)

    def drawn(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=generator)

    table = drawn(V, C)
    return {
        "transformer.wte.weight": table,
        "transformer.wpe.weight": drawn(T, C),
        "transformer.h.0.ln_1.weight": drawn(C),
        "transformer.h.0.attn.c_attn.weight": drawn(3 * C, C),
        "transformer.h.0.attn.c_proj.weight": drawn(C, C),
        "transformer.h.0.ln_2.weight": drawn(C),
        "transformer.h.0.mlp.c_fc.weight": drawn(4 * C, C),
        "transformer.h.0.mlp.c_proj.weight": drawn(C, 4 * C),
        "transformer.ln_f.weight": drawn(C),
        "lm_head.weight": table,
    }


@pytest.fixture(scope="module")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("models")
    tensors = nanogpt_tensors()
    torch.save(tensors, place / "mine.pt")
    torch.save({k: v for k, v in tensors.items() if "ln_2" not in k}, place / "lacking.pt")
    outside = tmp_path_factory.mktemp("outside") / "secret.pt"
    torch.save(tensors, outside)
    (place / "way-out.pt").symlink_to(outside)
    stream_model(place / "letters")
    answers = Answers(heads=2, activation="gelu")
    imported = import_checkpoint(place / "mine.pt", answers, name="kept")
    write_model_folder(imported, place / "kept")
    return place


def stream_model(folder: Path) -> None:
    """A model of characters and its own text."""
    folder.mkdir()
    text = "to be or not to be, that is the question\n" * 5
    characters = "".join(sorted(set(text)))
    config = {
        **{"name": "letters", "vocabulary_size": len(characters), "context_length": 8},
        **{"width": 8, "heads": 2, "ffn_width": 16, "blocks": 2, "activation": "gelu"},
        **{"norm_epsilon": 1e-5, "dropout": 0, "dtype": "float32", "device": "cpu", "seed": 1},
        **{"init_std": 0.02, "tokenizer": "characters", "data": "stream"},
    }
    training = {
        **{"steps": 4, "batch_windows": 2, "learning_rate": 0.01, "min_learning_rate": 0.001},
        **{"warmup_steps": 1, "decay_steps": 4, "beta1": 0.9, "beta2": 0.99, "epsilon": 1e-8},
        **{"weight_decay": 0.1, "clip_norm": 1.0, "seed": 1, "evaluate_every": 2, "save_every": 2},
    }
    identity = TextIdentity.of(text.encode(), "Hamlet").to_dict()
    tokenizer = {"name": "letters", "characters": characters}
    for name, document in {
        "config": config,
        "training": training,
        "text": identity,
        "tokenizer": tokenizer,
    }.items():
        (folder / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
    (folder / "text.txt").write_bytes(text.encode())
    (folder / "sample.txt").write_text("to be", encoding="utf-8")


@pytest.fixture(scope="module")
def client(models_dir: Path, client_of: Callable[[Any], Any]) -> Iterator[Any]:
    app = create_app(Settings(models_dir=models_dir))
    yield client_of(app)
    app.state.models.close()


def test_the_folder_offers_its_files_and_no_way_out(client: Any, models_dir: Path) -> None:
    reply = client.get("/api/models").json()
    ModelsReply.model_validate(reply)
    assert reply["folder"] == models_dir.name
    assert [file["name"] for file in reply["files"]] == ["lacking.pt", "mine.pt"]
    assert reply["files"][1]["bytes"] == (models_dir / "mine.pt").stat().st_size


@pytest.mark.parametrize("file", ["way-out.pt", "../outside.pt", "/etc/passwd", "none.pt", ""])
def test_nothing_else_is_opened(
    client: Any, error_of: Callable[[Any], dict[str, Any]], file: str
) -> None:
    for do in ("read", "open"):
        refused = error_of(client.post(f"/api/models/{do}", {"file": file}))
        assert refused["code"] == "import_path_unknown"


def test_a_checkpoint_is_asked_about_and_then_opened(
    client: Any, error_of: Callable[[Any], dict[str, Any]]
) -> None:
    report = client.post("/api/models/read", {"file": "mine.pt"}).json()
    ImportReply.model_validate(report)
    assert (report["ready"], "heads" in {each["what"] for each in report["needed"]}) == (
        False,
        True,
    )
    refused = error_of(client.post("/api/models/open", {"file": "mine.pt"}))
    assert refused["code"] == "import_unanswered"
    answers = {each["what"]: each["choices"][0] for each in report["needed"]} | {"heads": 2}
    body = {"file": "mine.pt", "answers": answers}
    assert client.post("/api/models/read", body).json()["ready"] is True
    assert client.post("/api/models/open", body).json() == {"name": "mine"}
    assert client.post("/api/models/open", body).json() == {"name": "mine-2"}
    listed = {item["name"]: item for item in client.get("/api/models").json()["models"]}
    assert (listed["mine"]["source"], listed["mine"]["heads"]) == ("imported", 2)
    assert listed["mine"]["trained"] == {"step": 0, "validation": None}
    assert (listed["kept"]["source"], listed["letters"]["source"]) == ("imported", "folder")
    described = client.get("/api/model?model=mine").json()
    ModelReply.model_validate(described)
    # Its file does not say after how many updates it is.
    assert (described["name"], described["trained_step"]) == ("mine", 0)
    kept = client.get("/api/model?model=kept").json()
    ModelReply.model_validate(kept)
    for imported in (described["imported"], kept["imported"]):
        (origin,) = [one for one in imported["origins"] if one["parameter"] == "blocks.0.w2"]
        assert origin["from"] == "transformer.h.0.mlp.c_proj.weight"
        assert (imported["file"], origin["shape"]) == ("mine.pt", [4 * C, C])
    assert client.get("/api/model?model=letters").json()["imported"] is None
    VocabularyReply.model_validate(client.get("/api/vocabulary?model=mine").json())
    traced = client.post("/api/trace?model=mine", {"records": [{"text": "1 2 3", "next": 4}]})
    assert traced.json()["records"][0]["targets"] == [2, 3, 4]
    training = client.get("/api/training?model=mine").json()
    TrainingReply.model_validate(training)
    assert training["defaults"] is None
    started = client.post("/api/training/start?model=mine", {})
    assert error_of(started)["code"] == "training_config_invalid"


def test_a_refused_checkpoint_changes_nothing(
    client: Any, error_of: Callable[[Any], dict[str, Any]]
) -> None:
    before = client.get("/api/models").json()
    body = {"file": "lacking.pt", "answers": {"heads": 2}}
    error = error_of(client.post("/api/models/open", body))
    assert error["code"] == "tensor_missing"
    assert "ln_2" in error["message"]
    assert client.get("/api/models").json() == before


def test_what_was_let_go_of_is_read_again(
    models_dir: Path, client_of: Callable[[Any], Any]
) -> None:
    app = create_app(Settings(models_dir=models_dir))
    client = client_of(app)
    body = {"file": "mine.pt", "answers": {"heads": 4, "activation": "gelu"}}
    assert client.post("/api/models/open", body).status_code == 200
    first = client.get("/api/parameters?model=mine").content
    app.state.models._loaded.clear()
    assert client.get("/api/parameters?model=mine").content == first


def test_without_a_folder_there_is_nothing_to_open(
    client_of: Callable[[Any], Any], error_of: Callable[[Any], dict[str, Any]]
) -> None:
    response = client_of(create_app()).post("/api/models/open", {"file": "mine.pt"})
    assert response.status_code == 404
    assert "--models" in error_of(response)["message"]


def test_pieces_of_the_text(client: Any, error_of: Callable[[Any], dict[str, Any]]) -> None:
    at = "/api/text?model=letters"
    piece = client.get(f"{at}&split=train&from=3&length=5").json()
    TextReply.model_validate(piece, by_name=True, by_alias=True)
    assert (piece["text"], piece["from"], piece["total"]) == ("be or", 3, 184)
    assert client.post("/api/tokenize?model=letters", {"text": "be or "}).json()["ids"] == [
        *piece["ids"],
        piece["next"],
    ]
    sample = client.get(f"{at}&split=sample").json()
    assert (sample["text"], sample["next"]) == ("to be", None)
    validation = client.get(f"{at}&split=validation&length=4096").json()
    assert validation["total"] == len(validation["ids"]) == 21
    found = client.get("/api/text/find?model=letters&split=train&query=be&after=3").json()
    assert found == {"from": 16}
    missing = client.get("/api/text/find?model=letters&split=sample&query=be&after=3")
    assert (missing.status_code, error_of(missing)["code"]) == (404, "not_found")
    past = client.get(f"{at}&from=184")
    assert error_of(past)["code"] == "text_place_unknown"
    records = client.get("/api/text")
    assert (records.status_code, error_of(records)["code"]) == (404, "text_missing")


def test_a_run_on_a_text(client: Any, error_of: Callable[[Any], dict[str, Any]]) -> None:
    at = "?model=letters"
    foreign = client.post(f"/api/training/start{at}", {"batch_records": 3})
    assert error_of(foreign)["details"] == {"field": "batch_records"}
    assert client.post(f"/api/training/start{at}", {"batch_windows": 3}).status_code == 200
    models = client.app.state.models
    (served,) = [served for served in models.served() if served.name == "letters"]
    served.trainer._course._thread.join(60)
    report = client.get(f"/api/training{at}").json()
    TrainingReply.model_validate(report)
    assert (report["status"], report["config"]["batch_windows"]) == ("finished", 3)
    traced = client.post(f"/api/trace{at}", {"records": [{"text": "to be"}], "step": 4}).json()
    assert traced["step"] == 4
    update = {"step": 2, "parameter": "lm_bias", "index": [0]}
    told = client.post(f"/api/update{at}", update).json()
    assert (told["next"], told["length"], len(told["windows"])) == (3, 8, 3)


def test_an_empty_record_has_nothing_to_predict_from(
    client: Any, error_of: Callable[[Any], dict[str, Any]]
) -> None:
    empty = client.post("/api/trace?model=letters", {"records": [{"text": ""}]})
    assert error_of(empty)["code"] == "record_empty"
    foreign = {"records": [{"text": "to be"}, {"text": "é"}]}
    refused = error_of(client.post("/api/trace?model=letters", foreign))
    assert (refused["code"], refused["record"]) == ("character_unknown", 1)
    words = error_of(client.post("/api/trace?model=kept", {"records": [{"text": "1 to 3"}]}))
    assert (words["code"], words["record"], words["details"]["position"]) == ("text_not_ids", 0, 2)
