"""What untrained, selected and final model make of the probes, worked out when first asked for."""

from __future__ import annotations

from collections.abc import Mapping

from minigpt.errors import StepUnknownError
from minigpt.model import MiniGPT, create_model
from minigpt.probes import Probe, answer, probes_of
from minigpt.trace_json import to_json
from server.loaded_model import LoadedModel
from server.states import States
from server.training.progress import ACTIVE

#: To every probe, in order.
Answers = list[dict[str, object]]


def _probes(loaded: LoadedModel) -> tuple[Probe, ...]:
    if loaded.corpus is None:
        return ()
    return probes_of(loaded.corpus, loaded.tokenizer, loaded.config.context_length)


class ProbeReplies:
    """One server's probes. To be asked from one thread at a time, as `Work` does."""

    def __init__(self, loaded: LoadedModel, states: States) -> None:
        """Work nothing out yet."""
        self._loaded = loaded
        self._states = states
        self._probes = _probes(loaded)
        self._run: object = None
        self._known: dict[int, Answers] = {}
        self._untrained: Answers | None = None

    def reply(self, training: Mapping[str, object]) -> bytes:
        """The probes with their answers; `training` is what the trainer reports."""
        if training["run"] != self._run:
            self._run, self._known = training["run"], {}
        is_over = training["status"] not in ACTIVE
        selected = self._at(training["selected"])
        final = self._at(training["step"] if is_over else None)
        untrained = self._at(0) or self._before_any_run()
        probes = [
            {
                "id": probe.id,
                "kind": probe.kind,
                "prompt": probe.prompt,
                "expected": probe.expected,
                "states": {
                    "untrained": untrained[place],
                    "selected": selected[place] if selected else None,
                    "final": final[place] if final else None,
                },
            }
            for place, probe in enumerate(self._probes)
        ]
        return to_json({"run": self._run, "probes": probes})

    def _at(self, step: object) -> Answers | None:
        """The answers after `step` updates of the run; None where there is no such state."""
        if self._run is None or not isinstance(step, int):
            return None
        if step not in self._known:
            try:
                model = self._states.model_at(step)
            except StepUnknownError:  # it will come, or another run has just taken its place
                return None
            self._known[step] = self._answers(model, step)
        return self._known[step]

    def _before_any_run(self) -> Answers:
        if self._untrained is None:
            self._untrained = self._answers(create_model(self._loaded.config), None)
        return self._untrained

    def _answers(self, model: MiniGPT, step: int | None) -> Answers:
        answers: Answers = []
        for probe in self._probes:
            ending = answer(model, self._loaded.tokenizer, probe)
            answers.append(
                {
                    "step": step,
                    "text": ending.text,
                    "ids": list(ending.new_ids),
                    "stop": ending.stop,
                }
            )
        return answers
