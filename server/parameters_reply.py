"""A model's parameters, all or some, as JSON or as safetensors."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
import safetensors.numpy

from minigpt.errors import UnknownParameterError
from minigpt.exact_numbers import widened
from minigpt.model import MiniGPT
from minigpt.parameters import named_parameters
from minigpt.trace_json import to_json
from server.errors import OR_A_FILE, check_reply_size

Form = Literal["json", "safetensors"]
MEDIA_TYPES: Final[dict[Form, str]] = {
    "json": "application/json",
    "safetensors": "application/octet-stream",
}


def parameters_reply(model: MiniGPT, step: int | None, form: Form, names: str | None) -> bytes:
    """Those named, with commas between, or all; in the model's order.

    Raises:
        UnknownParameterError: the model has none of that name.
        RefusedRequestError: 422, as JSON it would be too large.
    """
    known = named_parameters(model)
    asked = None if names is None else set(names.split(","))
    if asked is not None and (unknown := sorted(asked - set(known))):
        raise UnknownParameterError(
            f"The model has no parameter {unknown[0][:60]!r}; see /api/parameters.",
            details={"known": list(known)},
        )
    arrays = {
        name: np.ascontiguousarray(tensor.numpy())
        for name, tensor in known.items()
        if asked is None or name in asked
    }
    if form == "safetensors":
        return safetensors.numpy.save(arrays, {"document": to_json({"step": step}).decode()})
    check_reply_size(sum(array.size for array in arrays.values()), "names", OR_A_FILE)
    parameters = [
        {"name": name, "shape": list(array.shape), "values": widened(array)}
        for name, array in arrays.items()
    ]
    return to_json({"step": step, "parameters": parameters})
