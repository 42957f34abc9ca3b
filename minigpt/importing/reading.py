"""What one layout makes of one checkpoint: parameters, settings of the model, sentences."""

from __future__ import annotations

from dataclasses import dataclass, field

from minigpt.importing.answers import Answers
from minigpt.importing.assembly import Assembly
from minigpt.importing.report import Assumed, Statements
from minigpt.importing.source import Source


@dataclass(slots=True)
class Reading:
    """A checkpoint on its way to a model.

    settings: fields of `ModelConfig` by name; `heads` is None until it is known.
    """

    source: Source
    answers: Answers
    assembly: Assembly
    said: Statements = field(default_factory=Statements)
    settings: dict[str, object] = field(default_factory=dict)

    def take_head(self, head: str, embedding: str, *, tied: bool | None) -> None:
        """Take the output matrix, stored [V, C], or tie it to the embedding.

        Args:
            head: the output matrix, with an optional bias beside its weight.
            embedding: the token embedding [V, C], which has been taken.
            tied: whether this layout has one matrix for both. None: two, unless they are equal.

        Raises:
            TensorMissingError: there is none, and two matrices are what the layout has.
            others: as `Assembly.take`.
        """
        assembly, weight = self.assembly, f"{head}.weight"
        vocabulary, width = assembly.shape(embedding, 2)
        written = self.source.written.get(embedding, embedding)
        absent = not assembly.has(weight)
        equal = not absent and assembly.equal(weight, embedding)
        self.settings["tied_head"] = one = (absent and tied is True) or (
            equal and tied is not False
        )
        if one and absent:
            reason = f"the file has no {weight}: the rows of {written} are used both ways"
        elif one:
            reason = f"{weight} holds the same numbers as {written}: kept once"
            assembly.set_aside(weight, f"equal to {written}, to which it is tied")
        else:
            assembly.take("lm_head", weight, (width, vocabulary), transposed=True)
            reason = f"{weight} and {written} are kept as two matrices; " + (
                "both hold the same numbers now" if equal else "they differ"
            )
        self.said.assumed.append(Assumed("head", "tied" if one else "separate", reason))
        self.settings["head_bias"] = assembly.has(f"{head}.bias")
        if assembly.has(f"{head}.bias"):
            assembly.take("lm_bias", f"{head}.bias", (vocabulary,))

    def assume(self, what: str, value: str | float, reason: str) -> None:
        """Write down a convention that leaves nothing to choose."""
        self.said.assumed.append(Assumed(what, value, reason))
