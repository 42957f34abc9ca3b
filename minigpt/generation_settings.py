"""How the next token is chosen, and when to stop: ranges checked, nothing computed."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass

from minigpt.errors import GenerationError

#: Far beyond any use; a temperature of 100 already makes MG-1 guess blindly.
MOST_TEMPERATURE = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationSettings:
    """Greedy by default.

    temperature: 0 to 100. 0 takes the likeliest token, of equals the lowest ID; above 0
        logits are divided by it and a token is drawn.
    top_k: keep so many of the likeliest; 0 is off, and so is any k beyond the vocabulary.
    top_p: 0 to 1. Of what top_k left, keep the fewest tokens that together have at least
        this probability, always one; 1 is off.
    seed: of the generator that draws.
    max_new_tokens: the budget.

    Raises:
        GenerationError: from `__post_init__`, naming the field and its range.
    """

    temperature: float = 0.0
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 0
    max_new_tokens: int = 24

    def __post_init__(self) -> None:
        for field, most in (("temperature", MOST_TEMPERATURE), ("top_p", 1.0)):
            value = getattr(self, field)
            fits = type(value) in (int, float) and math.isfinite(value) and 0 <= value <= most
            if not fits:
                raise GenerationError(
                    f"{field} must be a number from 0 to {most:g}, not {value!r}.",
                    details={"setting": field, "least": 0, "most": most},
                )
        for field in ("top_k", "seed", "max_new_tokens"):
            value = getattr(self, field)
            if type(value) is not int or not 0 <= value < 2**63:
                raise GenerationError(
                    f"{field} must be a whole number from 0 to 2^63-1, not {value!r}.",
                    details={"setting": field, "least": 0, "most": 2**63 - 1},
                )

    def to_dict(self) -> dict[str, float | int]:
        """The fields as plain JSON-ready values."""
        return asdict(self)
