"""Puts a model's parameters together from somebody else's tensors, each accounted for once.

A layout says which tensor becomes which parameter and how; here each is held to its shape, its
type and finite numbers, copied, and its origin written down. What nobody took is refused at
the end: nothing is loaded by half, and nothing is left out in silence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import torch
from torch import Tensor

from minigpt.importing.errors import (
    TensorMissingError,
    TensorNotFiniteError,
    TensorShapeError,
    TensorTypeError,
    TensorUnknownError,
)
from minigpt.importing.report import Ignored, Origin
from minigpt.importing.source import Source

FLOATS: Final = (torch.float16, torch.bfloat16, torch.float32, torch.float64)


class Assembly:
    """Parameters by our names so far, with their origins, and which tensors are still to go."""

    def __init__(self, source: Source) -> None:
        self.source = source
        #: float64 stays what it is; anything smaller becomes float32, exactly.
        kinds = {tensor.dtype for tensor in source.tensors.values()}
        self.dtype = torch.float64 if torch.float64 in kinds else torch.float32
        self.parameters: dict[str, Tensor] = {}
        self.origins: list[Origin] = []
        self.ignored: list[Ignored] = []
        self._left = set(source.tensors)

    def has(self, name: str) -> bool:
        """Whether the file has this tensor."""
        return name in self.source.tensors

    def shape(self, name: str, axes: int) -> tuple[int, ...]:
        """The shape of a tensor that sizes are read off.

        Raises:
            TensorMissingError: it is not there.
            TensorShapeError: it has another number of axes, or an empty one.
        """
        shape = tuple(self._tensor(name).shape)
        if len(shape) != axes or 0 in shape:
            raise TensorShapeError(
                f"{self._written(name)} is {list(shape)}; it must have {axes} axes, none empty.",
                details={"tensor": self._written(name), "shape": list(shape)},
            )
        return shape

    def take(
        self, parameter: str, name: str, shape: Sequence[int], *, transposed: bool = False
    ) -> None:
        """Make the tensor `name` the parameter of this shape, transposed if it is stored so.

        Raises:
            TensorMissingError, TensorShapeError, TensorTypeError, TensorNotFiniteError.
        """
        stored = tuple(reversed(shape)) if transposed else tuple(shape)
        tensor = self._checked(name, stored)
        tensor = tensor.t() if transposed else tensor  # [in, out]
        self._keep(parameter, name, tensor, "transposed" if transposed else "as is")

    def take_reshaped(self, parameter: str, name: str, stored: Sequence[int]) -> None:
        """Make the tensor `name`, stored with a first axis of 1, a parameter without that axis."""
        tensor = self._checked(name, stored)
        self._keep(parameter, name, tensor[0], "first axis of 1 left out")

    def take_fused(
        self, parameters: Sequence[str], name: str, shape: Sequence[int], *, transposed: bool
    ) -> None:
        """Cut the tensor `name` into as many parameters of this shape, along their output axis.

        Raises:
            as `take`.
        """
        parts, wide = len(parameters), (*shape[:-1], shape[-1] * len(parameters))
        tensor = self._checked(name, tuple(reversed(wide)) if transposed else wide)
        tensor = tensor.t() if transposed else tensor  # [in, parts · out]
        whole = "|".join(parameter.rpartition(".")[2].strip("wb") for parameter in parameters)
        for index, part in enumerate(tensor.chunk(parts, dim=-1)):
            start, end = index * shape[-1], (index + 1) * shape[-1] - 1
            side = "rows" if transposed else "columns" if len(shape) == 2 else "elements"
            transform = f"split {whole}: {side} {start}–{end}"
            transform += ", transposed" if transposed else ""
            self._keep(parameters[index], name, part, transform)

    def set_aside(self, name: str, reason: str) -> None:
        """Leave a tensor out, with the reason for it."""
        self._left.discard(name)
        self.ignored.append(Ignored(self._written(name), reason))

    def equal(self, first: str, second: str) -> bool:
        """Whether two tensors hold the same numbers in the same shape."""
        one, other = self.source.tensors[first], self.source.tensors[second]
        return one.dtype == other.dtype and torch.equal(one, other)

    def finish(self) -> None:
        """Refuse what no one has asked for.

        Raises:
            TensorUnknownError: names the first of them, and how many more there are.
        """
        if not self._left:
            return
        names = sorted(self._written(name) for name in self._left)
        more = f", and {len(names) - 1} more" if len(names) > 1 else ""
        raise TensorUnknownError(
            f"{names[0]} has no place in this layout{more}. Nothing was loaded.",
            details={"tensor": names[0], "tensors": names[:20], "count": len(names)},
        )

    def _written(self, name: str) -> str:
        return self.source.written.get(name, name)

    def _tensor(self, name: str) -> Tensor:
        tensor = self.source.tensors.get(name)
        if tensor is None:
            raise TensorMissingError(
                f"{name} is missing. Nothing was loaded.", details={"tensor": name}
            )
        return tensor

    def _checked(self, name: str, stored: Sequence[int]) -> Tensor:
        tensor, written = self._tensor(name), self._written(name)
        if tuple(tensor.shape) != tuple(stored):
            raise TensorShapeError(
                f"{written} is {list(tensor.shape)}; "
                f"beside the other sizes it must be {list(stored)}.",
                details={"tensor": written, "shape": list(tensor.shape), "expected": list(stored)},
            )
        if tensor.dtype not in FLOATS:
            kind = str(tensor.dtype).removeprefix("torch.")
            raise TensorTypeError(
                f"{written} holds {kind}; parameters are float16, bfloat16, float32 or float64.",
                details={"tensor": written, "dtype": kind},
            )
        finite = torch.isfinite(tensor)
        if not bool(finite.all()):
            place = (~finite).nonzero()[0].tolist()
            raise TensorNotFiniteError(
                f"{written} holds {tensor[tuple(place)].item()} at {place}.",
                details={"tensor": written, "index": place},
            )
        self._left.discard(name)
        return tensor

    def _keep(self, parameter: str, name: str, tensor: Tensor, transform: str) -> None:
        # A copy of its own, in the memory order that a model made here has.
        copy = torch.empty(tensor.shape, dtype=self.dtype).copy_(tensor)
        self.parameters[parameter] = copy
        shape = tuple(copy.shape)
        self.origins.append(Origin(parameter, self._written(name), shape, transform))
