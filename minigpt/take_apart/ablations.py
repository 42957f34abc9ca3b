"""What each part is worth on one record: the mean loss without it, every part alone.

The blocks before a part compute what they did, so their result is taken from a trace; and the
parts of one block are tried side by side, as one batch, through the blocks that follow.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from minigpt.errors import NothingScoredError
from minigpt.model import MiniGPT
from minigpt.take_apart.switched import Change, ChangingTap
from minigpt.taps import no_tap
from minigpt.trace import Trace


@dataclass(frozen=True, slots=True)
class Ablations:
    """Mean losses of one record in nats: intact, and without each part alone.

    heads[b][h]: without head h of block b; ffn[b]: without its FFN; blocks[b]: without both.
    """

    loss: float
    heads: list[list[float]]
    ffn: list[float]
    blocks: list[float]

    def document(self) -> dict[str, object]:
        """As JSON-ready values."""
        return {"loss": self.loss, "heads": self.heads, "ffn": self.ffn, "blocks": self.blocks}


def ablations(model: MiniGPT, trace: Trace, record: int) -> Ablations:
    """The mean loss of one record without each part, from a trace of the intact model.

    Raises:
        IndexError: no such record.
        NothingScoredError: the record has no target.
    """
    n = trace.lengths[record]
    targets = trace.batch.targets[record, :n]  # [n]
    intact = trace.outputs["logits"][record, :n]  # [n, V]
    visible = trace.blocks[0]["visible"][record, :, :n, :n]  # [1, n, n]
    with torch.inference_mode():
        found = Ablations(_mean(model, intact[None], targets)[0], [], [], [])
        for index in range(len(model.blocks)):
            x = trace.blocks[index]["block_input"][record, :n]  # [n, C]
            logits = _without_each_part(model, index, x, visible)  # [H + 2, n, V]
            *heads, ffn, block = _mean(model, logits, targets)
            found.heads.append(heads)
            found.ffn.append(ffn)
            found.blocks.append(block)
    return found


def _without_each_part(model: MiniGPT, index: int, x: Tensor, visible: Tensor) -> Tensor:
    """Logits [H + 2, n, V] from what enters block `index` [n, C]: a row for each of its parts."""
    heads = model.config.heads
    variants = heads + 2
    residual = x.expand(variants, *x.shape)  # [H + 2, n, C]
    seen = visible.expand(variants, *visible.shape)  # [H + 2, 1, n, n]
    changes: dict[tuple[int, str], list[Change]] = {
        (index, "mixtures"): [_each_its_head],
        (index, "attention_output"): [_zero_from(heads + 1)],
        (index, "ffn_output"): [_zero_from(heads)],
    }
    tap = ChangingTap(no_tap, changes)
    for later in range(index, len(model.blocks)):
        residual = model.blocks[later](residual, seen, tap.block(later))  # [H + 2, n, C]
    return model.read_out(residual)  # [H + 2, n, V]


def _each_its_head(mixtures: Tensor) -> Tensor:
    """Mixtures [H + 2, H, n, d] in which row h is without head h."""
    kept = mixtures.clone()  # [H + 2, H, n, d]
    each = torch.arange(mixtures.shape[1])  # [H]
    kept[each, each] = 0  # [H, n, d]
    return kept


def _zero_from(first: int) -> Change:
    """Of the rows [H + 2, n, C] those from `first` on are zero."""

    def change(rows: Tensor) -> Tensor:
        kept = rows.clone()  # [H + 2, n, C]
        kept[first:] = 0  # [H + 2 - first, n, C]
        return kept

    return change


def _mean(model: MiniGPT, logits: Tensor, targets: Tensor) -> list[float]:
    """The mean loss of each row of logits [R, n, V] against the same targets [n]."""
    means: list[float] = []
    for row in logits:
        mean = model.score(row, targets).mean  # []
        if mean is None:
            raise NothingScoredError("The record has no target, so no loss that could change.")
        means.append(mean.item())
    return means
