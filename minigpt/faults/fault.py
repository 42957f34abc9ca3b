"""What a fault is: a name, a place, and a way to put one mistaken piece into a pipeline."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from torch import nn

from minigpt.batch import Batch
from minigpt.config import ModelConfig
from minigpt.model import MiniGPT
from minigpt.pipeline import Piece, Pipeline
from minigpt.tokens import TokenMap

Part = TypeVar("Part", bound=nn.Module)
Apply = Callable[[Pipeline], Pipeline]
Needs = Callable[[ModelConfig], bool]

MODEL: frozenset[Piece] = frozenset({"model"})
BATCH: frozenset[Piece] = frozenset({"batch"})
SCORE: frozenset[Piece] = frozenset({"score"})


def _any_model(config: ModelConfig) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Fault:
    """One classic mistake.

    Args:
        name: its ID, in words joined by hyphens.
        stage: the stage of the page it belongs to: 1 batch, 2 embed, 3 between
            positions, 4 keep and transform, 5 score candidates, 6 cross-entropy.
        first: the first thing it can change, in the order computed: "targets", a
            traced tensor of `minigpt/axes.py` (in block 0, if of a block),
            "losses", or "loss", their mean. All before it keeps every bit.
        pieces: which pieces of the pipeline are not the healthy ones any more.
        apply: a pipeline with the mistake in it. The one handed in is left as it
            is; both share their parameters.
        needs: whether a model has what the mistake is about. In another it would
            change nothing, or be another mistake.
        about: what such a model must have, in words that follow "only in a model with".
    """

    name: str
    stage: int
    first: str
    pieces: frozenset[Piece]
    apply: Apply
    needs: Needs = _any_model
    about: str = ""


def with_variant(part: type[Part], variant: type[Part]) -> Apply:
    """Every module that is exactly a `part` becomes a `variant` of it, with one step changed."""

    def apply(pipeline: Pipeline) -> Pipeline:
        model = sharing_copy(pipeline.model)
        for module in model.modules():
            if type(module) is part:
                # The same module in every number; only which code reads them differs.
                module.__class__ = variant
        return replace(pipeline, model=model)

    return apply


def with_targets(retarget: Callable[[Batch], Batch]) -> Apply:
    """The healthy batch, its targets then spoiled by `retarget`."""

    def apply(pipeline: Pipeline) -> Pipeline:
        healthy = pipeline.make_batch

        def make_batch(
            sequences: Sequence[Sequence[int]],
            tokenizer: TokenMap,
            context_length: int,
            *,
            slots: int | None = None,
            continued: Sequence[Sequence[int] | None] = (),
            following: Sequence[int | None] = (),
            edits: Sequence[Mapping[int, int]] = (),
        ) -> Batch:
            batch = healthy(
                sequences,
                tokenizer,
                context_length,
                slots=slots,
                continued=continued,
                following=following,
                edits=edits,
            )
            return retarget(batch)

        return replace(pipeline, make_batch=make_batch)

    return apply


def sharing_copy(model: MiniGPT) -> MiniGPT:
    """New modules around the very same parameters."""
    return copy.deepcopy(model, {id(parameter): parameter for parameter in model.parameters()})
