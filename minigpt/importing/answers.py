"""What a person says about a checkpoint that its file does not.

Only what was said is here; whether it fits a file is decided where that file is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Self

from minigpt.importing.errors import ImportAnswerError

ACTIVATIONS: Final = ("gelu", "gelu_tanh")
TIED: Final = ("tied",)
TOKENIZERS: Final = ("file", "ids")
_CHOICES: Final = {"activation": ACTIVATIONS, "head": TIED, "tokenizer": TOKENIZERS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Answers by what they answer; None: nothing was said.

    heads: heads of a block.
    activation: "gelu" (exact) or "gelu_tanh".
    head: "tied": the output matrix that is not there is the embedding.
    tokenizer: "file" (the one beside the checkpoint) or "ids" (none: IDs alone).

    Raises:
        ImportAnswerError: from the constructor; names the question and what may be said.
    """

    heads: int | None = None
    activation: str | None = None
    head: str | None = None
    tokenizer: str | None = None

    def __post_init__(self) -> None:
        if self.heads is not None and (type(self.heads) is not int or self.heads < 1):
            raise ImportAnswerError(
                "heads must be a whole number of at least 1.", details={"answer": "heads"}
            )
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value is not None and value not in choices:
                raise ImportAnswerError(
                    f"{name} must be {' or '.join(choices)}.", details={"answer": name}
                )

    @classmethod
    def from_dict(cls, said: Mapping[str, object]) -> Self:
        """Answers from JSON.

        Raises:
            ImportAnswerError: an answer to nothing that is asked, or of the wrong kind.
        """
        known = {field.name for field in fields(cls)}
        if unknown := sorted(set(said) - known):
            raise ImportAnswerError(
                f"Nothing asks for {unknown[0][:40]!r}; answers are {', '.join(sorted(known))}.",
                details={"answer": unknown[0][:40]},
            )
        return cls(**said)  # type: ignore[arg-type]  # __post_init__ checks every answer
