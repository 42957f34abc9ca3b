"""`minigpt-explorer --data`: the whole explorer with anybody's corpus, trained or not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import httpx
import pytest
import torch

from minigpt.cli.main import main
from minigpt.corpus import Corpus
from minigpt.errors import MiniGPTError
from minigpt.opened import load
from minigpt.parameters import named_parameters
from server.app import create_app
from server.cli import main as explorer
from server.settings import Settings

#: In Chinese, with an emoji, and with fewer pairs to merge than MG-1's corpus has.
NOTES = """the cat sat
钥匙是红色的
the dog sat
a cat ran
the bird sang
鸟在唱歌 🐦
a dog ran
the cat sings
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `minigpt train --corpus` leaves."""
    place = tmp_path_factory.mktemp("data")
    notes, out = place / "notes.txt", place / "mine"
    notes.write_text(NOTES, encoding="utf-8")
    before = torch.get_num_threads()
    settings = ["--steps", "12", "--evaluate-every", "4", "--lr", "0.02", "--plain"]
    assert main(["train", "--corpus", str(notes), "--out", str(out), *settings]) == 0
    torch.set_num_threads(before)
    return out


@pytest.fixture(scope="module")
def client(folder: Path, client_of: Callable[[Any], Any]) -> Iterator[Any]:
    """The explorer of that folder."""
    app = create_app(Settings(data_dir=folder))
    yield client_of(app)
    app.state.trainer.close()


def test_it_shows_the_folders_model_as_it_was_trained(client: Any, folder: Path) -> None:
    opened = load(folder)
    model = client.get("/api/model").json()
    assert model["name"].startswith("mg-1 on notes-")
    assert model["trained_step"] in (4, 8, 12)  # one of the evaluations after the start
    assert model["config"]["vocabulary_size"] == opened.tokenizer.vocabulary_size < 291
    assert model["parameters"]["total"] == sum(
        value.numel() for value in named_parameters(opened.model).values()
    )
    told = client.get("/api/parameters").json()["parameters"]
    trained = named_parameters(opened.model)
    assert all(
        torch.equal(torch.tensor(item["values"], dtype=torch.float64), trained[item["name"]])
        for item in told
    )
    assert client.get("/api/vocabulary").json()["entries"][-1]["id"] < 290
    corpus = Corpus.load(folder / "corpus.json")
    assert [record["text"] for record in client.get("/api/corpus").json()["train"]] == [
        record.text for record in corpus.train
    ]


def test_its_records_are_traced_taken_apart_and_taken_along(client: Any) -> None:
    records = [{"text": line} for line in NOTES.splitlines()]
    reply = client.post("/api/trace", {"records": records, "mask": "none"}).json()
    assert len(reply["records"]) == len(records)
    assert reply["loss"] > 0
    tokenized = client.post("/api/tokenize", {"text": records[1]["text"]}).json()
    assert reply["records"][1]["ids"][1:] == tokenized["ids"]
    assert client.post("/api/export/trace", {"records": records, "format": "npz"}).content
    assert client.get("/api/export/page").status_code == 200


def test_its_bugs_are_found(client: Any) -> None:
    healthy = client.get("/api/faults/none/verdicts").json()["verdicts"]
    assert {verdict["status"] for verdict in healthy} == {"silent"}
    for fault in [item["name"] for item in client.get("/api/faults").json()["faults"]]:
        verdicts = client.get(f"/api/faults/{fault}/verdicts").json()["verdicts"]
        assert "caught" in {verdict["status"] for verdict in verdicts}, fault


def test_it_is_trained_again_on_its_corpus_with_its_settings(client: Any, folder: Path) -> None:
    defaults = client.get("/api/training").json()["defaults"]
    assert (defaults["steps"], defaults["learning_rate"]) == (12, 0.02)
    trainer = client.app.state.trainer
    assert client.post("/api/training/start", {}).status_code == 200
    # No event is lost: the run's thread ends by itself.
    trainer._course._thread.join(60)
    report = client.get("/api/training").json()
    assert report["status"] == "finished"
    assert len(report["curve"]) == 4
    selected = named_parameters(trainer._states.model_at(report["selected"]))
    trained = named_parameters(load(folder).model)
    assert all(torch.allclose(selected[name], trained[name], atol=1e-9) for name in trained)


def test_the_command_opens_it(
    folder: Path, start_server: Callable[..., AbstractContextManager[Any]]
) -> None:
    with start_server("--no-browser", "--data", str(folder)) as server:
        name = httpx.get(f"{server.address}api/model").json()["name"]
    assert name == load(folder).config.name


def no_config(folder: Path) -> None:
    (folder / "config.json").unlink()


def no_json(folder: Path) -> None:
    (folder / "tokenizer.json").write_text("{\n\n", encoding="utf-8")


def other_corpus(folder: Path) -> None:
    path = folder / "corpus.json"
    path.write_text(path.read_text("utf-8").replace("cat", "cow"), encoding="utf-8")


def cut_weights(folder: Path) -> None:
    path = folder / "weights.safetensors"
    path.write_bytes(path.read_bytes()[:5000])


def wrong_settings(folder: Path) -> None:
    path = folder / "training.json"
    values = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**values, "beta1": 1}), encoding="utf-8")


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (no_json, "tokenizer.json cannot be read as JSON"),
        (other_corpus, "weights.safetensors belongs to another corpus"),
        (cut_weights, "weights.safetensors: tensor "),
        (wrong_settings, "training.json: beta1 must be from 0 to below 1, not 1."),
    ],
)
def test_a_damaged_folder_is_refused(
    folder: Path, tmp_path: Path, damage: Callable[[Path], None], says: str
) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    damage(copy)
    with pytest.raises(MiniGPTError) as refused:
        create_app(Settings(data_dir=copy))
    assert refused.value.message.startswith(says)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (no_config, " holds no model, for it has no config.json; `minigpt train --out FOLDER`"),
        (no_json, ": tokenizer.json cannot be read as JSON"),
    ],
)
def test_the_command_refuses_in_one_line(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    damage: Callable[[Path], None],
    says: str,
) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    damage(copy)
    assert explorer(["--port", "0", "--no-browser", "--data", str(copy)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"minigpt-explorer: {copy}{says}")


def test_weights_are_not_needed(
    folder: Path, tmp_path: Path, client_of: Callable[[Any], Any]
) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    (copy / "weights.safetensors").unlink()
    app = create_app(Settings(data_dir=copy))
    assert client_of(app).get("/api/model").json()["trained_step"] is None
    untrained = app.state.trainer._states.model_at(None)
    assert torch.equal(
        untrained.get_parameter("lm_bias"), torch.zeros_like(untrained.get_parameter("lm_bias"))
    )
