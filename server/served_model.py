"""One model as it is served: what was loaded, its states, its run, and replies kept for it."""

from __future__ import annotations

from functools import cached_property

from minigpt.trace_json import to_json
from server.described_model import describe_corpus, describe_model, describe_vocabulary
from server.loaded_model import LoadedModel
from server.probes_reply import ProbeReplies
from server.states import States
from server.text_reply import TextReplies
from server.training.states_budget import StatesBudget
from server.training.trainer import Trainer
from server.verdict_reply import VerdictReplies
from server.work import Work


class ServedModel:
    """A model under the name that requests ask for it by. What is kept is made when first asked."""

    def __init__(self, name: str, loaded: LoadedModel, work: Work, budget: StatesBudget) -> None:
        """With no run yet."""
        self.name = name
        self.loaded = loaded
        self.states = States(loaded)
        self.trainer = Trainer(name, loaded, self.states, work, budget)

    @property
    def is_in_use(self) -> bool:
        """Whether something would be lost if it were let go: a run, or somebody who listens."""
        return self.states.recorded is not None or self.trainer.log.is_listened_to

    @cached_property
    def verdicts(self) -> VerdictReplies:
        """What the checks say about each fault of it."""
        return VerdictReplies(self.loaded)

    @cached_property
    def probes(self) -> ProbeReplies:
        """What its states make of the probes."""
        return ProbeReplies(self.loaded, self.states)

    @cached_property
    def text(self) -> TextReplies:
        """The text that it learns from, if there is one."""
        return TextReplies(self.loaded)

    @cached_property
    def described(self) -> bytes:
        """Configuration, parameter table, identities, versions; as JSON."""
        return to_json(describe_model(self.loaded))

    @cached_property
    def corpus(self) -> bytes:
        """Its records; as JSON."""
        return to_json(describe_corpus(self.loaded))

    @cached_property
    def vocabulary(self) -> bytes:
        """What each ID is; as JSON."""
        return to_json(describe_vocabulary(self.loaded))
