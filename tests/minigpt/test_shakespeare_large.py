"""`shakespeare-large` on this machine: one update, saved, gone on from; its training is a GPU's."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from minigpt.model import create_model
from minigpt.presets import preset_folder
from minigpt.training.events import Evaluated, Updated
from minigpt.training.run_folder import CHECKPOINT, RunFolder
from minigpt.training.stream.material import StreamMaterial, stream_material_of
from minigpt.training.stream.run import StreamRun
from minigpt.training.stream.splits import Splits


@pytest.fixture
def material() -> StreamMaterial:
    """As it lies in the package, but for batches of one window."""
    given = stream_material_of(preset_folder("shakespeare-large"))
    told = replace(given.training, batch_windows=1, steps=2, evaluate_every=1, save_every=1)
    return replace(given, training=told)


def started(material: StreamMaterial) -> StreamRun:
    """Without the text, which need not be here: a few words again and again."""
    ids = torch.tensor(material.tokenizer.encode("To be, or not to be: that is.\n" * 20))  # [N]
    return StreamRun(create_model(material.config), material.training, Splits(ids, ids[:200]))


def test_an_update_is_made_saved_and_gone_on_from(material: StreamMaterial, tmp_path: Path) -> None:
    run = started(material)
    assert run.parameters.vector.numel() == 10_770_816
    assert "lm_head" not in run.parameters.shapes  # tied: one parameter, and one in the file
    folder = RunFolder(tmp_path / "large")
    folder.begin(material, run.config, preset_folder("shakespeare-large"))
    events = run.events()
    first, updated, second = (next(events) for _ in range(3))
    assert isinstance(first, Evaluated)
    assert isinstance(updated, Updated)
    assert isinstance(second, Evaluated)
    assert first.evaluation.validation == pytest.approx(math.log(65), abs=0.3)  # knows nothing
    assert updated.loss != pytest.approx(first.evaluation.train)  # another window, and dropout
    folder.save(material, run)
    assert (folder.path / CHECKPOINT).stat().st_size > 4 * 4 * 10_770_816

    later = folder.resume(material, material.training, started(material))
    assert later.step == 1
    assert next(later.events()) == next(events)
    assert torch.equal(later.parameters.vector, run.parameters.vector)
