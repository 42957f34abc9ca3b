"""A models folder with names and links that cannot be followed: the rest of it stays usable."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from minigpt.presets import preset_folder
from server.app import create_app
from server.settings import Settings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    torch.save({"x": torch.zeros(1)}, tmp_path / "plain.pt")
    return tmp_path


@pytest.mark.parametrize("inner", ["ours", "theirs"])
def test_a_ring_of_links_is_no_way_in(
    folder: Path, client_of: Callable[[Any], Any], inner: str
) -> None:
    if inner == "ours":
        shutil.copytree(preset_folder("mg-1"), folder / inner)
    else:
        (folder / inner).mkdir()
        torch.save({"x": torch.zeros(1)}, folder / inner / "ckpt.pt")
    (folder / inner / "ring").symlink_to("ring")
    client = client_of(create_app(Settings(models_dir=folder)))
    reply = client.get("/api/models")
    assert reply.status_code == 200
    assert [file["name"] for file in reply.json()["files"]] == ["plain.pt"]
    assert inner not in [model["name"] for model in reply.json()["models"]]
    asked = {"file": inner, "answers": {}}
    assert client.post("/api/models/open", asked).status_code == 422


@pytest.mark.parametrize("what", ["pipe", "device", "folder", "ring"])
def test_what_is_no_file_is_neither_waited_for_nor_opened(
    folder: Path, client_of: Callable[[Any], Any], what: str
) -> None:
    shutil.copytree(preset_folder("mg-1"), folder / "ours")
    (folder / "theirs").mkdir()
    torch.save({"x": torch.zeros(1)}, folder / "theirs" / "ckpt.pt")
    (folder / "ours" / "config.json").unlink()
    for place in ("ours/config.json", "theirs/config.json", "alone.pt"):
        path = folder / place
        if what == "pipe":
            os.mkfifo(path)
        elif what == "folder":
            path.mkdir()
        else:
            path.symlink_to("/dev/zero" if what == "device" else path.name)
    client = client_of(create_app(Settings(models_dir=folder)))
    reply = client.get("/api/models").json()
    assert "ours" not in [model["name"] for model in reply["models"]]
    assert "alone.pt" not in [file["name"] for file in reply["files"]]
    for name in ("theirs", "alone.pt"):
        assert client.post("/api/models/read", {"file": name, "answers": {}}).status_code == 422


def test_a_name_that_is_no_text_is_passed_over(
    folder: Path, client_of: Callable[[Any], Any]
) -> None:
    strange = os.fsencode(folder) + b"/\xff"
    try:
        shutil.copy(os.fsencode(folder / "plain.pt"), strange + b".pt")
        shutil.copytree(preset_folder("mg-1"), os.fsdecode(strange))
    except OSError:
        return  # a file system that has no such names
    client = client_of(create_app(Settings(models_dir=folder)))
    reply = client.get("/api/models")
    assert reply.status_code == 200
    assert [file["name"] for file in reply.json()["files"]] == ["plain.pt"]
    asked = {"file": "none.pt", "answers": {}}
    assert client.post("/api/models/open", asked).status_code == 422


def test_a_name_longer_than_any_file_has(folder: Path, client_of: Callable[[Any], Any]) -> None:
    client = client_of(create_app(Settings(models_dir=folder)))
    asked = {"file": "a" * 5000, "answers": {}}
    assert client.post("/api/models/read", asked).status_code == 422


def test_a_complex_figure_beside_the_tensors_is_not_told(
    folder: Path, client_of: Callable[[Any], Any]
) -> None:
    content = {"model": {"x": torch.zeros(1)}, "best_val_loss": torch.tensor(1 + 2j)}
    torch.save(content, folder / "plain.pt")
    client = client_of(create_app(Settings(models_dir=folder)))
    asked = {"file": "plain.pt", "answers": {}}
    assert client.post("/api/models/read", asked).status_code == 422
