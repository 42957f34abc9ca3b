"""A pipeline on the table, and everything about the healthy one that does not depend on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from minigpt.attention import Mask
from minigpt.batch import Batch
from minigpt.checks.recomputed import recomputed
from minigpt.checks.row import tolerance_in
from minigpt.config import ModelConfig
from minigpt.pipeline import Pipeline
from minigpt.tokens import TokenMap
from minigpt.trace import Trace, trace

#: From so many parameters on, a check that needs a forward pass for each position tries some,
#: and no more slots are computed than these.
_LARGE: Final = 100_000
_POSITIONS: Final = 6
_SLOTS: Final = 64


@dataclass(frozen=True)
class Context:
    """The records to check with, the healthy pipeline, and what was worked out from them once."""

    healthy: Pipeline
    tokenizer: TokenMap
    texts: Sequence[str]

    @property
    def config(self) -> ModelConfig:
        """The healthy model's."""
        return self.healthy.model.config

    @property
    def tolerance(self) -> float:
        """How far two right numbers may be apart; a model of float32 rounds more."""
        return tolerance_in(self.healthy.model.token_embedding.dtype)

    @cached_property
    def _is_large(self) -> bool:
        return sum(p.numel() for p in self.healthy.model.parameters()) > _LARGE

    @property
    def most_positions(self) -> int | None:
        """How many positions of a record to change the future of; None: all of them."""
        return _POSITIONS if self._is_large else None

    @cached_property
    def sequences(self) -> list[list[int]]:
        """The token IDs of each text, without BOS and EOS."""
        return [self.tokenizer.encode(text) for text in self.texts]

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """Slots to compute at: as few as the records need, one more, and the whole context.

        A large model's context is taken to be shorter, where its records fit.
        """
        around = 0 if self.tokenizer.bos_id is None else 1
        longest = max(map(len, self.sequences)) + around
        most = self.config.context_length
        if self._is_large:
            most = min(most, max(_SLOTS, longest))
        return tuple(sorted({longest, min(longest + 1, most), most}))

    def batch(self, pipeline: Pipeline, slots: int) -> Batch:
        """The records as `pipeline` lays them out."""
        return pipeline.make_batch(
            self.sequences, self.tokenizer, self.config.context_length, slots=slots
        )

    @cached_property
    def narrow(self) -> Batch:
        """The healthy batch in as few slots as the records need."""
        return self.batch(self.healthy, self.widths[0])

    @cached_property
    def wide(self) -> Batch:
        """The healthy batch in all slots."""
        return self.batch(self.healthy, self.widths[-1])

    @cached_property
    def recomputed(self) -> dict[str, Any]:
        """The healthy narrow batch computed again, number by number, by `minigpt/scalar.py`."""
        return recomputed(self.healthy.model, self.narrow)


@dataclass(frozen=True)
class Subject:
    """One pipeline, whole or broken, with its traces of the context's records."""

    pipeline: Pipeline
    context: Context

    @cached_property
    def batch(self) -> Batch:
        """The records in all slots, as this pipeline lays them out."""
        return self.context.batch(self.pipeline, self.context.widths[-1])

    @cached_property
    def trace(self) -> Trace:
        """This pipeline's own trace of its batch."""
        return trace(self.pipeline.model, self.batch)

    @cached_property
    def narrow_trace(self) -> Trace:
        """The model's trace of the healthy batch in as few slots as it needs."""
        return self.traced(self.context.narrow)

    def traced(self, batch: Batch, mask: Mask = "causal") -> Trace:
        """The model's trace of any batch."""
        return trace(self.pipeline.model, batch, mask)
