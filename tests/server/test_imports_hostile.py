"""Checkpoints with values that no JSON holds or no one can wait for: refused, and all goes on."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from server.app import create_app
from server.schemas.models import ImportReply
from server.schemas.replies import ModelReply
from server.settings import Settings
from tests.server.test_imports import C, T, V, nanogpt_tensors

ARGS = {"n_layer": 1, "n_head": 2, "n_embd": C, "block_size": T, "bias": False, "vocab_size": V}
HUGE = 10**400
NAME = "\x1b[2J\ud800x"
#: A dict whose key takes 2^60 steps to hash.
BOMB = (
    b"\x80\x02}q\x00)q\x01"
    + b"".join(
        b"h" + bytes([at]) + b"h" + bytes([at]) + b"\x86q" + bytes([at + 1]) for at in range(1, 61)
    )
    + b"h\x00h=K\x01s."
)
CONTENTS: dict[str, dict[Any, Any]] = {
    "updates.pt": {"iter_num": 10**30},
    "more-updates.pt": {"iter_num": HUGE, "best_val_loss": HUGE},
    "name.pt": {NAME: 1},
}
REFUSED: dict[str, dict[Any, Any]] = {
    "tensor.pt": {"model": nanogpt_tensors() | {NAME: torch.ones(2)}},
    "keys.pt": {"model_args": ARGS | {1: 2, "x": 3}},
    "dropout.pt": {"model_args": ARGS | {"dropout": HUGE}},
    "vocabulary.pt": {"model_args": ARGS | {"vocab_size": 10**30}},
    "meta.pt": {"best_val_loss": torch.empty((), device="meta")},
    "bomb.pt": {},
}


@pytest.fixture(scope="module")
def client(
    tmp_path_factory: pytest.TempPathFactory, client_of: Callable[[Any], Any]
) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("models")
    for name, beside in (CONTENTS | REFUSED).items():
        whole = {"model": nanogpt_tensors(), "model_args": ARGS} | beside
        torch.save(whole, folder / name)
    put_bomb(folder / "bomb.pt")
    app = create_app(Settings(models_dir=folder))
    yield client_of(app)
    app.state.models.close()


def put_bomb(path: Path) -> None:
    """In place of the description, in an archive that is otherwise as it was."""
    with zipfile.ZipFile(path) as archive:
        records = {each.filename: archive.read(each) for each in archive.infolist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in records.items():
            archive.writestr(name, BOMB if name.endswith("data.pkl") else content)


@pytest.mark.parametrize("file", CONTENTS)
def test_it_opens_and_everything_is_told_of_it(client: Any, file: str) -> None:
    report = client.post("/api/models/read", {"file": file}).json()
    ImportReply.model_validate(report)
    opened = client.post("/api/models/open", {"file": file})
    assert opened.status_code == 200
    name = opened.json()["name"]
    listed = {each["name"]: each for each in client.get("/api/models").json()["models"]}
    assert listed[name]["trained"] == {"step": 0, "validation": None}
    described = client.get(f"/api/model?model={name}").json()
    ModelReply.model_validate(described)
    assert described["trained_step"] == 0


@pytest.mark.parametrize("file", REFUSED)
def test_it_is_refused_in_a_sentence_that_json_holds(
    client: Any, error_of: Callable[[Any], dict[str, Any]], file: str
) -> None:
    before = client.get("/api/models").json()
    for do in ("read", "open"):
        refused = client.post(f"/api/models/{do}", {"file": file})
        assert refused.status_code == 422
        assert not any(sign in error_of(refused)["message"] for sign in NAME[:1] + NAME[4:5])
    assert client.get("/api/models").json() == before
