"""The model's parameters counted by component, and listed by name.

Everything is read off the registered parameters; nothing here is a constant of
MG-1. It loads and saves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from torch import Tensor

from minigpt.exact_numbers import widened
from minigpt.model import MiniGPT

_TIMES: Final = " \N{MULTIPLICATION SIGN} "

#: Each component's parameters, by the last part of their names.
_COMPONENTS: Final[Mapping[str, frozenset[str]]] = {
    "token_embedding": frozenset({"token_embedding"}),
    "position_embedding": frozenset({"position_embedding"}),
    "attention": frozenset({"wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo"}),
    "ffn": frozenset({"w1", "b1", "w2", "b2"}),
    "norms": frozenset({"scale", "offset"}),
    "lm_head": frozenset({"lm_head", "lm_bias"}),
}


@dataclass(frozen=True, slots=True)
class ParameterRow:
    """One line of the parameter table.

    shape: how the count comes about, as a sum of products; empty for the total.
    """

    component: str
    shape: str
    count: int


def named_parameters(model: MiniGPT) -> dict[str, Tensor]:
    """All parameters by name, detached; they share memory with the model's own."""
    return {name: parameter.detach() for name, parameter in model.named_parameters()}


def parameter_lists(model: MiniGPT) -> dict[str, Any]:
    """The parameters as plain nested lists of floats by name, for `minigpt/scalar.py`."""
    return {name: tensor.tolist() for name, tensor in named_parameters(model).items()}


def listed_parameters(tensors: Mapping[str, Tensor]) -> list[dict[str, Any]]:
    """One number for each parameter, by name, for a JSON document; values are arrays."""
    return [
        {
            "name": name,
            "shape": list(tensor.shape),
            "values": widened(tensor.contiguous().numpy()),
        }
        for name, tensor in tensors.items()
    ]


def parameter_table(model: MiniGPT) -> list[ParameterRow]:
    """The six components in the chapter's order (Table 20.3) and, last, the total.

    A tied matrix is one parameter: it counts as token_embedding, and not again as lm_head.
    """
    parameters = named_parameters(model)
    rows = []
    for component, leaves in _COMPONENTS.items():
        owners: dict[str, list[Sequence[int]]] = {}
        count = 0
        for name, tensor in parameters.items():
            owner, _, leaf = name.rpartition(".")
            if leaf in leaves:
                owners.setdefault(owner, []).append(tuple(tensor.shape))
                count += tensor.numel()
        rows.append(ParameterRow(component, _formula(list(owners.values())), count))
    total = sum(tensor.numel() for tensor in parameters.values())
    return [*rows, ParameterRow("total", "", total)]


def _formula(owners: Sequence[Sequence[Sequence[int]]]) -> str:
    """The shapes as a sum; owners are alike (one per block or norm), so they multiply.

    "0" where there are none: a tied head without a bias.
    """
    if not owners:
        return "0"
    terms = []
    for shape, alike in groupby(owners[0]):
        times = len(list(alike))
        factors = ([times] if times > 1 else []) + list(shape)
        terms.append(_TIMES.join(str(factor) for factor in factors))
    formula = " + ".join(terms)
    if len(owners) == 1:
        return formula
    return f"{len(owners)}{_TIMES}({formula})"
