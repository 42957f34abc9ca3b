"""From the logits of one position to one token, with everything that happened on the way.

Pure functions on one row; the model and the text are `generation.py`'s. They work with
numpy, whose operations on so short a row take a tenth of what torch's do: the filters
must not take longer than the forward pass that they follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from minigpt.errors import NonFiniteError
from minigpt.generation_settings import GenerationSettings

#: One number for each vocabulary ID, [V].
Row = NDArray[np.floating]
#: True at the IDs that are meant, [V].
Kept = NDArray[np.bool_]
#: All IDs in some order, [V].
Order = NDArray[np.intp]


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

    model: Row
    tempered: Row
    taken_out: dict[str, Kept]
    filtered: Row
    u: float | None
    token: int

    @property
    def removed(self) -> dict[str, list[int]]:
        """The IDs that each filter took out, made when they are asked for."""
        return {name: mask.nonzero()[0].tolist() for name, mask in self.taken_out.items()}


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
    # float32 logits are float64 numbers; all that follows is computed in those.
    row = logits.double().numpy()  # [V]
    if not np.isfinite(row).all():
        raise NonFiniteError("The model's logits are not finite; no token can be chosen.")
    banned = np.zeros(row.shape, dtype=np.bool_)  # [V]
    banned[list(forbidden)] = True  # [V]
    allowed = np.where(banned, -np.inf, row)  # [V]
    model = _softmax(row)  # [V]
    if settings.temperature == 0:
        token = int(allowed.argmax())
        only = np.zeros_like(row)  # [V]
        only[token] = 1.0
        return Choice(model, _softmax(allowed), _by_filter(banned), only, None, token)
    tempered = _softmax(allowed, settings.temperature)  # [V]
    order = likeliest_first(tempered, ~banned)  # [V], for both filters: dividing changes no rank
    after_k = keep_top_k(order, settings.top_k, ~banned)  # [V]
    filtered = renormalised(tempered, after_k)  # [V]
    after_p = keep_top_p(order, filtered, settings.top_p, after_k)  # [V]
    if after_p is not after_k:
        filtered = renormalised(tempered, after_p)  # [V]
    u = torch.rand((), generator=generator, dtype=torch.float64).item()
    taken_out = _by_filter(banned, after_k, after_p)
    return Choice(model, tempered, taken_out, filtered, u, draw(filtered, u))


def likeliest_first(probabilities: Row, kept: Kept) -> Order:
    """All IDs [V]: the `kept` [V] by falling probability, of equals the lowest first."""
    falling = np.where(kept, -probabilities, 1.0)  # [V], the others last
    return falling.argsort(kind="stable")  # [V]


def keep_top_k(order: Order, k: int, kept: Kept) -> Kept:
    """Which of the `kept` [V] are among the first `k` of `order` [V], [V]; k = 0 keeps all."""
    if k == 0 or k >= np.count_nonzero(kept):
        return kept
    result = np.zeros_like(kept)  # [V]
    result[order[:k]] = True
    return result


def keep_top_p(order: Order, probabilities: Row, p: float, kept: Kept) -> Kept:
    """The fewest of the `kept` [V] that together have at least `p`, at least one; [V].

    They are the first of `order` [V]; `probabilities` [V] must sum to 1 over `kept`.
    """
    if p >= 1:
        return kept
    reached = probabilities[order].cumsum()  # [V]
    # One more than those whose sum still falls short of p.
    count = min(int(reached.searchsorted(p)) + 1, np.count_nonzero(kept))
    result = np.zeros_like(kept)  # [V]
    result[order[:count]] = True
    return result


def renormalised(probabilities: Row, kept: Kept) -> Row:
    """The `kept` [V] of probabilities [V] divided by their sum, the rest exactly 0; [V]."""
    left = np.where(kept, probabilities, 0.0)  # [V]
    shares: Row = left / left.sum()  # [V]
    return shares


def draw(probabilities: Row, u: float) -> int:
    """The first ID whose cumulated probability is above `u`, from [0, 1).

    An ID of probability 0 adds nothing to the sum, so it is never the first; should the sum
    of all stay below `u` by rounding, the last ID with a probability is taken.
    """
    above = int(probabilities.cumsum().searchsorted(u, side="right"))
    return min(above, int(probabilities.nonzero()[0][-1]))


def _softmax(logits: Row, temperature: float = 1.0) -> Row:
    """The probabilities [V] of logits [V] over `temperature`; exactly 0 for a logit of -inf."""
    shifted = logits - logits.max()  # [V]
    if temperature != 1:
        # Near 0 this overflows to -inf, as it should; the largest is 0 already, never inf.
        with np.errstate(over="ignore"):
            shifted = shifted / temperature  # [V]
    raised = np.exp(shifted)  # [V]
    shares: Row = raised / raised.sum()  # [V]
    return shares


def _by_filter(
    banned: Kept, after_k: Kept | None = None, after_p: Kept | None = None
) -> dict[str, Kept]:
    """What each filter took out, from the masks [V] of what was left after it."""
    after_k = ~banned if after_k is None else after_k  # [V]
    after_p = after_k if after_p is None else after_p  # [V]
    return {"forbidden": banned, "top_k": ~(after_k | banned), "top_p": after_k & ~after_p}
