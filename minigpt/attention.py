"""Who may see whom, and a softmax over exactly those.

Two pure functions without parameters. The projections and the mixing of
values are the block's.
"""

from __future__ import annotations

from typing import Literal, get_args

import torch
from torch import Tensor

Mask = Literal["causal", "none"]


def visible_pairs(valid: Tensor, mask: Mask) -> Tensor:
    """Which key each query may read: [B, 1, Q, K], one axis of length 1 for all heads.

    Padding neither reads nor is read. Under "causal" a valid query reads the
    valid keys up to and including its own slot; under "none", every valid key.

    Args:
        valid: [B, T] bool, True at real positions.
        mask: "causal" or "none".

    Raises:
        ValueError: another `mask`.
    """
    visible = valid[:, :, None] & valid[:, None, :]  # [B, Q, K]
    if mask == "causal":
        visible = visible.tril()  # [B, Q, K], the triangle K <= Q
    elif mask != "none":
        raise ValueError(f"mask must be one of {get_args(Mask)}, not {mask!r}.")
    return visible[:, None]  # [B, 1, Q, K]


def visible_softmax(scores: Tensor, visible: Tensor) -> Tensor:
    """Softmax of scores [B, H, Q, K] over the visible keys K; [B, H, Q, K].

    Invisible keys weigh exactly zero. A query that sees no key at all gets a
    row of zeros: no NaN, in the values or in their gradients.

    Args:
        scores: [B, H, Q, K].
        visible: [B, 1, Q, K] bool.
    """
    masked = scores.where(visible, -torch.inf)  # [B, H, Q, K]
    # Shifting a row does not change its softmax, so no gradient belongs to the
    # shift. The clamp only moves the -inf of a row without keys, where
    # -inf - -inf would be NaN.
    peak = masked.detach().amax(dim=-1, keepdim=True)  # [B, H, Q, 1]
    peak = peak.clamp(min=torch.finfo(scores.dtype).min)  # [B, H, Q, 1]
    raised = (masked - peak).exp()  # [B, H, Q, K]
    # A row with keys holds exp(0) = 1, so its sum is at least 1 and the clamp
    # changes nothing; an empty row divides 0 by 1.
    total = raised.sum(dim=-1, keepdim=True).clamp(min=1.0)  # [B, H, Q, 1]
    return raised / total  # [B, H, Q, K]
