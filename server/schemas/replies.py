"""What comes back, but for traces.

Replies are written elsewhere, by faster means, and only described here; the
tests hold real replies against these descriptions.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from minigpt.checks.lab.verdict import Status
from minigpt.vocabulary import Kind
from server.schemas.strict import Strict


class ErrorBody(Strict):
    """Why a request was refused, and what to do about it."""

    code: Annotated[str, Field(description="Stable; made for programs.")]
    message: Annotated[str, Field(description="A sentence; made for people.")]
    record: Annotated[int | None, Field(description="Index of the record it is about.")]
    details: dict[str, Any]


class ErrorReply(Strict):
    """The one shape of every refusal."""

    error: ErrorBody


class ComponentCount(Strict):
    """One line of the parameter table."""

    component: str
    shape: str
    count: int


class ParameterCounts(Strict):
    """Parameters by component, and their total."""

    components: list[ComponentCount]
    total: int


class Identities(Strict):
    """SHA-256 of the files the model was built on, those that there are."""

    config: str | None = None
    tokenizer: str | None = None
    corpus: str | None = None
    text: str | None = None


class Versions(Strict):
    """What computed the numbers."""

    minigpt: str
    python: str
    torch: str


class ConfigReply(Strict):
    """Everything that is fixed before the model has any numbers."""

    name: str
    vocabulary_size: int
    context_length: int
    width: int
    heads: int
    ffn_width: int
    blocks: int
    activation: str
    norm_epsilon: float
    dropout: float
    dtype: str
    device: str
    seed: int
    init_std: float
    attention_bias: bool
    ffn_bias: bool
    norm_bias: bool
    head_bias: bool
    tied_head: bool
    residual_init: bool
    tokenizer: Annotated[str, Field(description="byte-bpe, characters, ids or library.")]
    data: Annotated[str, Field(description="records or stream.")]


class OriginItem(Strict):
    """Where one parameter comes from."""

    parameter: str
    source: Annotated[str, Field(alias="from")]
    shape: list[int]
    transform: str


class ImportedReply(Strict):
    """Whose checkpoint the parameters were read from."""

    file: str
    origins: list[OriginItem]


class ModelReply(Strict):
    """The model that this server explains."""

    name: str
    trained_step: Annotated[
        int | None,
        Field(description="Updates behind the weights as loaded; null: untrained, of the seed."),
    ]
    config: ConfigReply
    parameters: ParameterCounts
    imported: Annotated[
        ImportedReply | None, Field(description="null: the weights are of this project's own.")
    ]
    identities: Identities
    versions: Versions


class Parameter(Strict):
    """One array of parameters; a matrix is a list of rows, [in, out]."""

    name: str
    shape: list[int]
    values: list[float] | list[list[float]]


class ParametersReply(Strict):
    """All parameters, in full precision."""

    step: Annotated[int | None, Field(description="The state that was asked for; null: as loaded.")]
    parameters: list[Parameter]


class CorpusText(Strict):
    """One record of the corpus."""

    id: str
    text: str


class CorpusReply(Strict):
    """The corpus in its two splits."""

    version: str
    train: list[CorpusText]
    validation: list[CorpusText]


class VocabularyItem(Strict):
    """One ID; rank, left and right are those of a merge."""

    id: int
    kind: Kind
    hex: Annotated[str, Field(description="Its bytes; empty for specials.")]
    name: Annotated[str, Field(description="How to show it.")]
    rank: int | None
    left: int | None
    right: int | None


class VocabularyReply(Strict):
    """All entries, by ID."""

    entries: list[VocabularyItem]


class TextPiece(Strict):
    """A token and the bytes of the text it covers; `end` is excluded."""

    id: int
    start: int
    end: int


class FiredMerge(Strict):
    """A merge that fired; `at` has the byte offset of its left part, each time."""

    rank: int
    left: int
    right: int
    id: int
    at: list[int]


class TokenizeReply(Strict):
    """Token IDs, without BOS and EOS, and how they came about."""

    ids: list[int]
    pieces: list[TextPiece]
    steps: list[FiredMerge]


class FaultItem(Strict):
    """One mistake that the model can be computed with."""

    name: str
    stage: Annotated[int, Field(description="1 batch ... 6 cross-entropy.", ge=1, le=6)]
    first: Annotated[
        str,
        Field(
            description='What it can change first: "targets", a traced tensor, "losses" or '
            '"loss". All that is computed before keeps every bit.'
        ),
    ]


class FaultsReply(Strict):
    """All mistakes, and the checks that each is put before, in order."""

    faults: list[FaultItem]
    checks: list[str]


class VerdictItem(Strict):
    """What one check says; not_applicable: it does not look at what the fault replaced."""

    check: str
    status: Status
    evidence: Annotated[
        dict[str, Any],
        Field(
            description='Labelled numbers; "kind" is one of figures, targets, unchanged, row_sums, '
            "numbers, losses, gradients, untouched. NaN is null."
        ),
    ]


class VerdictsReply(Strict):
    """Every check's verdict on one fault, on the chapter's two records."""

    fault: str
    verdicts: list[VerdictItem]
