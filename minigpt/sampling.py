"""From the logits of one position to one token, with everything that happened on the way.

Pure functions on one row; the model and the text are `generation.py`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from minigpt.errors import NonFiniteError
from minigpt.generation_settings import GenerationSettings


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """How one token was chosen. All rows are [V].

    model: softmax of the logits as they are.
    tempered: after the temperature, without the forbidden tokens; when greedy, without them
        alone.
    taken_out: by "forbidden", "top_k", "top_p" in this order, what each took out, [V] bool.
    filtered: what is left, divided by its sum; exactly 0 for what was removed. When greedy,
        1 for the token taken.
    u: the number from [0, 1) that drew, None when nothing was drawn.
    token: the ID chosen.
    """

    model: Tensor
    tempered: Tensor
    taken_out: dict[str, Tensor]
    filtered: Tensor
    u: float | None
    token: int

    @property
    def removed(self) -> dict[str, list[int]]:
        """The IDs that each filter took out, made when they are asked for."""
        return {name: mask.nonzero()[:, 0].tolist() for name, mask in self.taken_out.items()}


def choose(
    logits: Tensor,
    settings: GenerationSettings,
    generator: torch.Generator,
    forbidden: Sequence[int] = (),
) -> Choice:
    """Choose one token from logits [V].

    Args:
        logits: [V].
        settings: temperature, top_k, top_p.
        generator: asked for one number, unless the temperature is 0.
        forbidden: IDs that must not come out.

    Raises:
        NonFiniteError: a logit is not finite, so no probabilities follow.
    """
    if not bool(torch.isfinite(logits).all()):
        raise NonFiniteError("The model's logits are not finite; no token can be chosen.")
    banned = torch.zeros(logits.shape, dtype=torch.bool)  # [V]
    banned[list(forbidden)] = True  # [V]
    allowed = logits.masked_fill(banned, -torch.inf)  # [V]
    model = logits.softmax(dim=-1)  # [V]
    if settings.temperature == 0:
        token = int(allowed.argmax())
        only = torch.zeros_like(logits)  # [V]
        only[token] = 1.0
        return Choice(model, allowed.softmax(dim=-1), _by_filter(banned), only, None, token)
    # The largest first, so that a temperature near 0 gives -inf, never inf - inf.
    tempered = ((allowed - allowed.max()) / settings.temperature).softmax(dim=-1)  # [V]
    after_k = keep_top_k(tempered, settings.top_k, ~banned)  # [V]
    filtered = renormalised(tempered, after_k)  # [V]
    after_p = keep_top_p(filtered, settings.top_p, after_k)  # [V]
    if after_p is not after_k:
        filtered = renormalised(tempered, after_p)  # [V]
    u = float(torch.rand((), generator=generator, dtype=torch.float64))
    taken_out = _by_filter(banned, after_k, after_p)
    return Choice(model, tempered, taken_out, filtered, u, draw(filtered, u))


def keep_top_k(probabilities: Tensor, k: int, kept: Tensor) -> Tensor:
    """Which of the `kept` [V] are among the `k` likeliest of them, [V]; k = 0 keeps all.

    Of equals the lowest IDs stay, so that never more than `k` do.
    """
    if k == 0 or k >= int(kept.sum()):
        return kept
    order = _likeliest_first(probabilities, kept)  # [V]
    result = torch.zeros_like(kept)  # [V]
    result[order[:k]] = True
    return result


def keep_top_p(probabilities: Tensor, p: float, kept: Tensor) -> Tensor:
    """The fewest of the `kept` [V] that together have at least `p`, at least one; [V].

    `probabilities` [V] must sum to 1 over `kept`. Of equals the lowest IDs stay.
    """
    if p >= 1:
        return kept
    order = _likeliest_first(probabilities, kept)  # [V]
    reached = probabilities[order].cumsum(dim=-1)  # [V]
    # One more than those whose sum still falls short of p.
    count = min(int((reached < p).sum()) + 1, int(kept.sum()))
    result = torch.zeros_like(kept)  # [V]
    result[order[:count]] = True
    return result


def renormalised(probabilities: Tensor, kept: Tensor) -> Tensor:
    """The `kept` [V] of probabilities [V] divided by their sum, the rest exactly 0; [V]."""
    left = probabilities.masked_fill(~kept, 0.0)  # [V]
    return left / left.sum()  # [V]


def draw(probabilities: Tensor, u: float) -> int:
    """The first ID whose cumulated probability is above `u`, from [0, 1).

    An ID of probability 0 adds nothing to the sum, so it is never the first; should the sum
    of all stay below `u` by rounding, the last ID with a probability is taken.
    """
    reached = probabilities.cumsum(dim=-1)  # [V]
    above = int((reached <= u).sum())
    return min(above, int(probabilities.nonzero()[-1, 0]))


def _likeliest_first(probabilities: Tensor, kept: Tensor) -> Tensor:
    """All IDs [V]: the kept ones by falling probability, of equals the lowest first."""
    ranked = probabilities.masked_fill(~kept, -1.0)  # [V], the others last
    return ranked.argsort(descending=True, stable=True)  # [V]


def _by_filter(
    banned: Tensor, after_k: Tensor | None = None, after_p: Tensor | None = None
) -> dict[str, Tensor]:
    """What each filter took out, from the masks [V] of what was left after it."""
    after_k = ~banned if after_k is None else after_k  # [V]
    after_p = after_k if after_p is None else after_p  # [V]
    return {"forbidden": banned, "top_k": ~(after_k | banned), "top_p": after_k & ~after_p}
