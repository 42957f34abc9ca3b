"""Many ask for models at the same time: each gets the one it asked for, whatever goes meanwhile."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import torch

import server.models
from minigpt.resources import data_dir
from server.app import create_app
from server.settings import Settings
from tests.server.test_imports import nanogpt_tensors


@pytest.fixture
def _hasty() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_hasty")
def test_a_model_is_asked_for_while_another_makes_room(
    client_of: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = ["narrow", "other", "third"]
    for place, name in enumerate(names):
        shutil.copytree(data_dir(), tmp_path / name)
        path = tmp_path / name / "config.json"
        config = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps(config | {"name": name, "seed": place}), encoding="utf-8")
    monkeypatch.setattr(server.models, "MOST_BYTES", 2 * 13875 * 8)
    client = client_of(create_app(Settings(models_dir=tmp_path)))

    def ask(number: int) -> tuple[int, str, str]:
        name = names[number * number % 3 if number % 4 else number // 4 % 3]
        reply = client.get(f"/api/model?model={name}")
        return reply.status_code, reply.json().get("name"), name

    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(ask, range(48)))
    assert [(status, got == name) for status, got, name in told] == [(200, True)] * 48
    assert len(client.app.state.models.served()) <= 3


def test_two_open_the_same_file_and_get_two_models(
    client_of: Callable[[Any], Any], tmp_path: Path
) -> None:
    torch.save(nanogpt_tensors(), tmp_path / "mine.pt")
    client = client_of(create_app(Settings(models_dir=tmp_path)))
    asked = {"file": "mine.pt", "answers": {"heads": 2, "activation": "gelu"}}
    with ThreadPoolExecutor(2) as threads:
        replies = list(threads.map(lambda _: client.post("/api/models/open", asked), range(2)))
    assert [reply.status_code for reply in replies] == [200, 200]
    assert sorted(reply.json()["name"] for reply in replies) == ["mine", "mine-2"]
