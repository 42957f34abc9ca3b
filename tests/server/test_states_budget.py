"""States of all runs of a server within one budget: finished ones make room, others stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from server.app import create_app
from server.errors import RefusedRequestError
from server.settings import Settings
from server.training import states_budget
from server.training.states_budget import StatesBudget
from tests.minigpt.tiny_text import tiny_text_folder
from tests.server.trained import Trained

OTHER = "?model=other"


class Run:
    """Whoever holds states, and whether they are to stay."""

    def __init__(self, name: str, *, is_on: bool = False) -> None:
        self.name = name
        self.is_on = is_on
        self.gone = False

    def let_go(self) -> bool:
        self.gone = not self.is_on
        return self.gone


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states_budget, "MOST_BYTES", 10)


@pytest.mark.usefixtures("_small")
def test_the_oldest_finished_ones_make_room_and_no_more_of_them() -> None:
    budget, runs = StatesBudget(), [Run("a"), Run("b", is_on=True), Run("c")]
    for run in runs:
        budget.take(run, 3)
    budget.take(Run("d"), 4)
    assert [run.gone for run in runs] == [True, False, False]


@pytest.mark.usefixtures("_small")
def test_a_run_takes_the_place_of_its_own_last_one() -> None:
    budget, mine, other = StatesBudget(), Run("mine"), Run("other")
    budget.take(other, 4)
    for needed in (6, 2, 6):
        budget.take(mine, needed)
    assert not other.gone
    assert not mine.gone


@pytest.mark.usefixtures("_small")
def test_what_is_on_is_named_and_nothing_else_goes_for_it() -> None:
    budget, done, on = StatesBudget(), Run("done"), Run("on", is_on=True)
    budget.take(done, 3)
    budget.take(on, 7)
    with pytest.raises(RefusedRequestError, match=r"that are on \(on\) may take") as refused:
        budget.take(Run("new"), 4)
    assert (refused.value.status, refused.value.code) == (409, "states_full")
    assert not done.gone
    on.is_on = False
    budget.take(Run("new"), 4)  # the refused one holds nothing
    assert (done.gone, on.gone) == (True, True)


@pytest.fixture
def app(one_thread: None, tmp_path: Path) -> Iterator[FastAPI]:
    """Two models that learn the same text."""
    tiny_text_folder(tmp_path / "models" / "other")
    first = tiny_text_folder(tmp_path / "first")
    app = create_app(Settings(data_dir=first, models_dir=tmp_path / "models"))
    yield app
    app.state.models.close()


def test_a_finished_run_goes_when_another_models_needs_the_room(
    app: FastAPI, client_of: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    learning = Trained(app, client_of(app))
    finished = learning.finished(steps=4)
    # Room for the states of one such run: 0 and 4 of each, weights and both moments in 32 bits.
    numbers = sum(value.numel() for value in learning.parameters(None).values())
    monkeypatch.setattr(states_budget, "MOST_BYTES", 3 * 3 * 4 * numbers)
    many = {"steps": 25_000, "save_every": 4}
    started = learning.client.post(f"/api/training/start{OTHER}", many)
    assert started.status_code == 422  # by itself too large: nothing goes for it
    assert learning.report() == finished
    assert learning.client.post(f"/api/training/start{OTHER}", {"steps": 4}).status_code == 200
    gone = learning.report()
    assert (gone["status"], gone["run"], gone["saved"]) == ("idle", None, [])
    asked = learning.client.get("/api/parameters?step=4")
    assert asked.status_code == 404
    assert "made room for another model's run" in asked.json()["error"]["message"]
    assert not app.state.models.first.is_in_use
    # The next run has a number of its own, so that no page takes it for the one that went.
    other = app.state.models.served()[1].trainer
    other.close()
    assert learning.finished(steps=4)["run"] == 2
