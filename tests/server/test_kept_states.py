"""How often the states of a run are kept: every shipped model's own settings can be started."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minigpt.errors import TrainingConfigError
from minigpt.presets import preset_folder, preset_names
from minigpt.training.config import TrainingConfig
from server.app import create_app
from server.loaded_model import LoadedModel
from server.settings import Settings
from server.training import kept_states, states_budget
from server.training.kept_states import MOST_STEPS, bytes_of_states, fitting, most_states
from tests.minigpt.tiny_text import tiny_text_folder
from tests.server.trained import Trained


@pytest.mark.parametrize("name", preset_names())
def test_every_shipped_models_own_settings_can_be_started(name: str) -> None:
    loaded = LoadedModel.load(preset_folder(name))
    assert loaded.material is not None
    told = loaded.material.training
    each = 3 * loaded.parameter_count * next(loaded.model.parameters()).element_size()
    found = fitting(told, (), each)
    assert bytes_of_states(found, each) <= states_budget.MOST_BYTES
    intervals = {"save_every": found.save_every, "evaluate_every": found.evaluate_every}
    assert found.to_dict() == told.to_dict() | intervals  # nothing else gives way
    assert (found == told) == (bytes_of_states(told, each) <= states_budget.MOST_BYTES)


@pytest.mark.parametrize(
    ("room", "given", "save", "evaluate"),
    [
        (61, (), 10, 50),  # 0, 10, … 600: all fit
        (60, (), 13, 50),  # one too few: 12 of the 50th are no 13th
        (26, (), 25, 50),
        (13, (), 50, 50),
        (12, (), 55, 55),  # the evaluations give way last
        (2, (), 600, 600),
        (26, ("evaluate_every",), 25, 50),
        (7, ("save_every",), None, None),  # it stands, and 61 states are due
    ],
)
def test_a_default_gives_way_as_little_as_it_must(
    room: int,
    given: tuple[str, ...],
    save: int | None,
    evaluate: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(states_budget, "MOST_BYTES", room * 8)
    told = TrainingConfig.default()
    if save is None:
        with pytest.raises(TrainingConfigError, match="that there are for them"):
            fitting(told, given, 8)
    else:
        found = fitting(told, given, 8)
        assert (found.save_every, found.evaluate_every) == (save, evaluate)


def test_states_are_counted_as_a_run_may_keep_them() -> None:
    for steps, save, evaluate in ((600, 10, 50), (12, 5, 4), (7, 9, 3), (0, 3, 3), (11, 20, 20)):
        kept = {0, steps, *range(0, steps, save), *range(0, steps, evaluate)}
        assert most_states(steps, save, evaluate) == len(kept)


def test_a_model_of_which_two_states_do_not_fit_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(states_budget, "MOST_BYTES", 2 * kept_states._MEBI)
    told = TrainingConfig.default(steps=MOST_STEPS)
    with pytest.raises(TrainingConfigError, match="takes 2 MiB, and two of them"):
        fitting(told, ("steps",), 2 * kept_states._MEBI)


def test_the_reply_says_how_often_states_are_kept(
    one_thread: None,
    tmp_path: Path,
    client_of: Callable[[Any], Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = create_app(Settings(data_dir=tiny_text_folder(tmp_path)))
    learning = Trained(app, client_of(app))
    numbers = sum(value.numel() for value in learning.parameters(None).values())
    monkeypatch.setattr(states_budget, "MOST_BYTES", 3 * 3 * 4 * numbers)
    report = learning.finished()
    assert (report["save_every"], report["config"]["save_every"]) == (6, 6)
    assert report["defaults"]["save_every"] == 4
    assert report["saved"] == [0, 6, 12]
    app.state.trainer.close()
