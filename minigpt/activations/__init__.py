"""What may stand between the FFN's two matrices, by its name in the config.

A new one is a file here, and a line in this table and in the config's choices;
`minigpt/scalar.py` has each formula once more, so that two programs can agree.
"""

from __future__ import annotations

from typing import Final

from minigpt.activations.activation import Activation
from minigpt.activations.gelu import GELU
from minigpt.activations.gelu_tanh import GELU_TANH
from minigpt.activations.relu import RELU

ACTIVATIONS: Final[dict[str, Activation]] = {
    "relu": RELU,
    "gelu": GELU,
    "gelu_tanh": GELU_TANH,
}
