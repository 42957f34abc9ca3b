"""All models of one server: the one it opened first, and others as they are asked for.

Loaded models are kept within `MOST_BYTES`; the one that nobody has asked for the longest goes
first and is loaded again when it is asked for. The first model stays, and so does one with a
run, or with somebody who listens to its run.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from minigpt.model import MiniGPT
from minigpt.parameters import named_parameters
from server.errors import RefusedRequestError
from server.imports import Imports
from server.loaded_model import LoadedModel
from server.model_sources import Source
from server.served_model import ServedModel
from server.training.states_budget import StatesBudget
from server.work import Work

#: What the parameters of loaded models may take, the first one's not counted.
MOST_BYTES: Final = 256 * 1024 * 1024


class Models:
    """One server's models, by name. Loading is large work: one at a time, off the event loop."""

    def __init__(
        self,
        first: LoadedModel,
        work: Work,
        sources: Callable[[], Iterable[Source]] = tuple,
        imports: Imports | None = None,
        forget: Callable[[MiniGPT], None] = lambda model: None,
    ) -> None:
        """With `first` loaded.

        Args:
            first: what is meant where no name is given.
            work: where models are loaded.
            sources: tells what else there is at the moment.
            imports: a person's checkpoints; None: there is no folder of them.
            forget: is told of a model that is let go.
        """
        self._budget = StatesBudget()
        self.first = ServedModel(first.config.name, first, work, self._budget)
        self._work = work
        self._sources = sources
        self.imports = imports or Imports(None)
        self._forget = forget
        # A request moves one to the end while the thread that loads another makes room.
        self._changing = threading.Lock()
        self._loaded: dict[str, ServedModel] = {}  # the latest asked for comes last

    async def named(self, name: str) -> ServedModel:
        """The model of that name, loaded if it was not.

        Raises:
            RefusedRequestError: 404, there is none.
            MiniGPTError, OSError: its files are damaged or cannot be read.
        """
        if name == self.first.name:
            return self.first
        with self._changing:
            if (served := self._loaded.pop(name, None)) is not None:
                self._loaded[name] = served
                return served
        return await self._work.run(lambda: self._load(name), small=False)

    def sources(self) -> dict[str, Source]:
        """What can be loaded besides the first, by name; of two of one name the earlier."""
        found: dict[str, Source] = {}
        for source in (*self._sources(), *self.imports.sources()):
            if source.name != self.first.name:
                found.setdefault(source.name, source)
        return found

    def open(self, file: str, answers: Mapping[str, object]) -> str:
        """Open a checkpoint of the models folder as a model; its name. Large work.

        Raises:
            ImportRefusedError: it cannot be opened; nothing has changed.
            RefusedRequestError: there is no folder, or too many are open.
        """
        return self.imports.open(file, answers, {self.first.name, *self.sources()}).name

    def served(self) -> tuple[ServedModel, ...]:
        """Those in memory, the first one first."""
        with self._changing:
            return (self.first, *self._loaded.values())

    def end_streams(self) -> None:
        """Tell all who listen to a run that nothing more will come."""
        for served in self.served():
            served.trainer.log.close()

    def close(self) -> None:
        """End all runs, for good."""
        for served in self.served():
            served.trainer.close()

    def _load(self, name: str) -> ServedModel:
        if name in self._loaded:  # by a request that was before this one
            return self._loaded[name]
        sources = self.sources()
        if (source := sources.get(name)) is None:
            known = ", ".join([self.first.name, *sources])
            raise RefusedRequestError(
                404, "model_unknown", f"There is no model of this name; there are {known}."
            )
        served = ServedModel(name, source.load(), self._work, self._budget)
        with self._changing:
            self._make_room(_bytes_of(served))
            self._loaded[name] = served
        return served

    def _make_room(self, needed: int) -> None:
        """Let go of what was asked for longest ago, until there is room."""
        kept = sum(map(_bytes_of, self._loaded.values()))
        for name, served in tuple(self._loaded.items()):
            if kept + needed <= MOST_BYTES:
                return
            if not served.is_in_use:
                del self._loaded[name]
                self._forget(served.loaded.model)
                kept -= _bytes_of(served)


def _bytes_of(served: ServedModel) -> int:
    return sum(tensor.nbytes for tensor in named_parameters(served.loaded.model).values())
