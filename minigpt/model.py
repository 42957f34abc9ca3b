"""MiniGPT whole: token IDs in, one score per vocabulary ID at every slot out.

Look-ups, blocks, final norm, LM head. It reads no text, draws no tokens and
changes no parameter; scoring is `minigpt/loss.py`'s. Each step is a method of its
own, so that `minigpt/faults` can replace one and leave the others alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from minigpt.affine import affine
from minigpt.attention import Mask, visible_pairs
from minigpt.block import Block
from minigpt.config import ModelConfig
from minigpt.dropout import dropout
from minigpt.errors import EmptyBatchError, ShapeError, TokenIdError
from minigpt.loss import Loss, cross_entropy
from minigpt.row_norm import RowNorm
from minigpt.taps import Tap, no_tap


@dataclass(frozen=True, slots=True)
class Output:
    """What one forward pass returns; losses in nats.

    logits: [B, T, V] raw scores.
    losses: [B, T], exactly 0 where the target is ignored; None without targets.
    loss: [] mean over the scored targets; None if there are none.
    scored_events: number of scored targets.
    """

    logits: Tensor
    losses: Tensor | None
    loss: Tensor | None
    scored_events: int


class MiniGPT(nn.Module):
    """A decoder-only transformer with learned absolute positions.

    Its head has a matrix of its own, or is tied: then `lm_head` is None, and the
    output matrix is the token table transposed, one parameter in two uses.
    """

    lm_head: nn.Parameter | None
    lm_bias: nn.Parameter | None

    def __init__(self, config: ModelConfig) -> None:
        """Every parameter under its name and shape; `create_model` gives the numbers."""
        super().__init__()
        self.config = config
        vocabulary, width = config.vocabulary_size, config.width
        self.token_embedding = nn.Parameter(torch.zeros(vocabulary, width))  # [V, C]
        self.position_embedding = nn.Parameter(
            torch.zeros(config.context_length, width)
        )  # [context_length, C]
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.blocks))
        self.drop_rows = dropout(config)
        self.final_norm = RowNorm(width, config.norm_epsilon, offset=config.norm_bias)
        head = None if config.tied_head else nn.Parameter(torch.zeros(width, vocabulary))  # [C, V]
        self.register_parameter("lm_head", head)
        bias = nn.Parameter(torch.zeros(vocabulary)) if config.head_bias else None  # [V]
        self.register_parameter("lm_bias", bias)
        self.to(device=config.device, dtype=getattr(torch, config.dtype))

    def forward(
        self,
        ids: Tensor,
        valid: Tensor,
        targets: Tensor | None = None,
        *,
        mask: Mask = "causal",
        tap: Tap = no_tap,
    ) -> Output:
        """Score every slot of a batch. T may be anything from 1 to context_length.

        Args:
            ids: [B, T] long, each 0..V-1, also at padding.
            valid: [B, T] bool, False at padding.
            targets: [B, T] long, each 0..V-1 or -100 (not scored), or None.
            mask: "causal", or "none": each valid query sees each valid key.
            tap: sees every tensor named in `minigpt/axes.py`, in that order.

        Raises:
            EmptyBatchError: B is 0.
            ShapeError: wrong axes or element types, or T over context_length.
            TokenIdError: an ID outside 0..V-1.
            TargetIdError: a target outside 0..V-1 that is not -100.
        """
        self._check_shapes(ids, valid, targets)
        self._check_ids(ids)
        token_rows = tap("token_embedding", self._token_rows(ids))  # [B, T, C]
        position_rows = tap("position_embedding", self._position_rows(ids.shape[1]))  # [T, C]
        x = self.drop_rows(token_rows + position_rows)  # [B, T, C]
        visible = self._visible(valid, mask)  # [B, 1, Q, K]
        for index, block in enumerate(self.blocks):
            x = block(x, visible, tap.block(index))  # [B, T, C]
        x = tap("final_norm", self.final_norm(x))  # [B, T, C]
        logits = tap("logits", self._logits(x))  # [B, T, V]
        if targets is None:
            return Output(logits, None, None, 0)
        scored = self.score(logits, targets)
        return Output(logits, scored.losses, scored.mean, scored.scored_events)

    def read_out(self, residual: Tensor) -> Tensor:
        """Final norm and head on any rows [..., C] of a residual stream: logits [..., V]."""
        return self._logits(self.final_norm(residual))  # [..., V]

    def score(self, logits: Tensor, targets: Tensor) -> Loss:
        """The loss of logits [..., V] against targets [...]; see `cross_entropy`."""
        return cross_entropy(logits, targets)

    @property
    def output_matrix(self) -> Tensor:
        """What scores the vocabulary, [C, V]: the head's own matrix, or a view of the tied one."""
        return self.token_embedding.t() if self.lm_head is None else self.lm_head  # [C, V]

    def drawn(self) -> Iterator[tuple[nn.Parameter, float]]:
        """The randomly initialised matrices in the order drawn, each with its deviation."""
        usual = self.config.init_std
        # GPT-2 (Radford et al. 2019, 2.3): each of 2 * blocks sums adds to the stream's variance.
        shrink = math.sqrt(2 * self.config.blocks) if self.config.residual_init else 1.0
        yield self.token_embedding, usual
        yield self.position_embedding, usual
        for block in self.blocks:
            assert isinstance(block, Block)  # ModuleList does not carry its element type
            yield from ((matrix, usual) for matrix in (block.wq, block.wk, block.wv))
            yield block.wo, usual / shrink
            yield block.w1, usual
            yield block.w2, usual / shrink
        if self.lm_head is not None:
            yield self.lm_head, usual

    def _token_rows(self, ids: Tensor) -> Tensor:
        """The rows [B, T, C] of the token table that ids [B, T] name."""
        return self.token_embedding[ids]  # [B, T, C]

    def _position_rows(self, slots: int) -> Tensor:
        """The rows [T, C] of the position table for slots 0 to T - 1."""
        return self.position_embedding[:slots]  # [T, C]

    def _visible(self, valid: Tensor, mask: Mask) -> Tensor:
        """Which key each query may read, [B, 1, Q, K], from valid [B, T]."""
        return visible_pairs(valid, mask)  # [B, 1, Q, K]

    def _logits(self, x: Tensor) -> Tensor:
        """One score per vocabulary ID, [B, T, V], from rows [B, T, C]."""
        return affine(x, self.output_matrix, self.lm_bias)  # [B, T, V]

    def _check_shapes(self, ids: Tensor, valid: Tensor, targets: Tensor | None) -> None:
        if ids.ndim != 2 or ids.dtype != torch.long:
            raise ShapeError(f"ids must be [B, T] of torch.long, not {_kind(ids)}.")
        records, slots = ids.shape
        if records == 0:
            raise EmptyBatchError("a batch needs at least one record.")
        if not 1 <= slots <= self.config.context_length:
            raise ShapeError(
                f"ids have {slots} slots; this model takes 1 to {self.config.context_length}.",
                details={"slots": slots, "limit": self.config.context_length},
            )
        if valid.shape != ids.shape or valid.dtype != torch.bool:
            raise ShapeError(
                f"valid must be {list(ids.shape)} of torch.bool like ids, not {_kind(valid)}."
            )
        if targets is not None and (targets.shape != ids.shape or targets.dtype != torch.long):
            raise ShapeError(
                f"targets must be {list(ids.shape)} of torch.long like ids, not {_kind(targets)}."
            )

    def _check_ids(self, ids: Tensor) -> None:
        # An index of -1 would silently read the last row of the table.
        smallest, largest = (int(bound) for bound in torch.aminmax(ids))
        limit = self.config.vocabulary_size
        if smallest >= 0 and largest < limit:
            return
        unknown = smallest if smallest < 0 else largest
        record, slot = (ids == unknown).nonzero()[0].tolist()
        raise TokenIdError(
            f"token ID {unknown} at slot {slot} is not in the vocabulary 0..{limit - 1}.",
            record=record,
            details={"id": unknown, "slot": slot, "vocabulary_size": limit},
        )


def create_model(config: ModelConfig) -> MiniGPT:
    """A model with its initial numbers, in evaluation mode.

    Each matrix is one draw of normal numbers times its deviation, in the order of
    `MiniGPT.drawn`; a tied head is no draw of its own. Biases and offsets are zero,
    scales one. The numbers come from a generator of their own, seeded with
    `config.seed`: the global one is neither read nor moved.
    """
    model = MiniGPT(config)
    generator = torch.Generator(device=config.device).manual_seed(config.seed)
    with torch.no_grad():
        for matrix, deviation in model.drawn():
            draw = torch.randn(matrix.shape, generator=generator, dtype=matrix.dtype)  # [in, out]
            matrix.copy_(draw * deviation)
    return model.eval()


def _kind(tensor: Tensor) -> str:
    return f"{list(tensor.shape)} of {tensor.dtype}"
