"""GET /api/probes while nothing, something and all is trained; and text at a saved state."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI

from minigpt.corpus import Corpus
from minigpt.generation import Ending, generate
from minigpt.generation_settings import GenerationSettings
from minigpt.opened import load
from minigpt.probes import answer, probes_of
from minigpt.resources import data_dir
from minigpt.training.loop import TrainingRun
from minigpt.training.recorded_run import RecordedRun
from minigpt.training.run_folder import material_of
from server.app import create_app
from server.schemas.generation import GenerateReply, ProbesReply
from server.training.progress import ACTIVE

PATIENCE_S = 60.0


@pytest.fixture
def app() -> Iterator[FastAPI]:
    """An application of the test's own."""
    app = create_app()
    yield app
    app.state.trainer.close()


def until(app: FastAPI, reached: Callable[[Any], bool]) -> None:
    """Wait until the run's report says so."""
    trainer, news = app.state.trainer, threading.Event()
    with trainer.log.listening(news.set):
        while not reached(trainer.report()):
            assert news.wait(PATIENCE_S)
            news.clear()


def trained(app: FastAPI, **settings: Any) -> None:
    app.state.trainer.start(settings)
    until(app, lambda report: report["status"] not in ACTIVE)


def same_run(**settings: Any) -> RecordedRun[TrainingRun]:
    """The run that the server was told to make, made here."""
    material = material_of(data_dir())
    run = RecordedRun(material.start(replace(material.training, **settings)))
    for _ in run.events():
        pass
    return run


def probes(client: Any) -> dict[str, Any]:
    response = client.get("/api/probes")
    assert response.status_code == 200
    ProbesReply.model_validate_json(response.content)
    found: dict[str, Any] = response.json()
    return found


def test_before_any_run_there_is_the_untrained_model(app: FastAPI, client_of: Any) -> None:
    reply = probes(client_of(app))
    assert reply["run"] is None
    opened, corpus = load(), Corpus.load(data_dir() / "corpus.json")
    expected = probes_of(corpus, opened.tokenizer, 64)
    assert [probe["id"] for probe in reply["probes"]] == [probe.id for probe in expected]
    for found, probe in zip(reply["probes"], expected, strict=True):
        assert (found["kind"], found["prompt"]) == (probe.kind, probe.prompt)
        assert found["expected"] == probe.expected
        ending = answer(opened.model, opened.tokenizer, probe)
        said = {"text": ending.text, "ids": list(ending.new_ids), "stop": "budget"}
        untrained = {"step": None, **said}
        assert found["states"] == {"untrained": untrained, "selected": None, "final": None}


def test_a_run_adds_what_it_has_selected_and_its_end(app: FastAPI, client_of: Any) -> None:
    client = client_of(app)
    before = probes(client)
    settings = {"steps": 60, "evaluate_every": 20, "learning_rate": 0.05}
    trained(app, **settings)
    run = same_run(**settings)
    assert run.run.selected_step == 40  # this fast, more updates already harm it
    reply = probes(client)
    assert reply["run"] == 1
    assert reply == probes(client)
    tokenizer = load().tokenizer
    corpus = Corpus.load(data_dir() / "corpus.json")
    for place, probe in enumerate(probes_of(corpus, tokenizer, 64)):
        states = reply["probes"][place]["states"]
        untrained = before["probes"][place]["states"]["untrained"]
        assert states["untrained"] == untrained | {"step": 0}
        for name, step in (("selected", 40), ("final", 60)):
            ending = answer(run.model_at(step), tokenizer, probe)
            assert states[name]["step"] == step
            assert states[name]["ids"] == list(ending.new_ids)
            assert (states[name]["text"], states[name]["stop"]) == (ending.text, ending.stop)
    assert any(
        probe["states"]["final"]["ids"] != probe["states"]["untrained"]["ids"]
        for probe in reply["probes"]
    )
    # The next run's answers are its own.
    trained(app, **settings, seed=5)
    again = probes(client)
    assert again["run"] == 2
    assert again["probes"] != reply["probes"]


def test_while_a_run_is_on_there_is_no_final_model(app: FastAPI, client_of: Any) -> None:
    trainer = app.state.trainer
    trainer.start({"steps": 16_000})
    until(app, lambda report: report["selected"] is not None)
    trainer.pause()
    states = probes(client_of(app))["probes"][0]["states"]
    assert states["final"] is None
    assert states["selected"]["step"] == trainer.report()["selected"]
    trainer.stop()
    stopped = trainer.report()["step"]
    assert probes(client_of(app))["probes"][0]["states"]["final"]["step"] == stopped


def test_text_is_made_by_the_state_that_was_asked_for(app: FastAPI, client_of: Any) -> None:
    trained(app, steps=20)
    asked = {"prompt": "The key is", "temperature": 1.0, "seed": 2, "new_tokens": 6}
    client = client_of(app)
    replies = {
        step: client.post("/api/generate", {**asked, "step": step}) for step in (None, 0, 10, 20)
    }
    run = same_run(steps=20)
    settings = GenerationSettings(temperature=1.0, seed=2, max_new_tokens=6)
    made = {}
    for step, response in replies.items():
        GenerateReply.model_validate_json(response.content)
        reply = response.json()
        assert reply["step"] == step
        model = run.model_at(step or 0)
        *_, ending = generate(model, load().tokenizer, "The key is", settings)
        assert isinstance(ending, Ending)
        assert reply["ids"] == list(ending.ids)
        made[step] = reply["steps"][0]["model"]
    assert made[None] == made[0] != made[10] != made[20]
