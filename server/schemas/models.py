"""All models that a server has, as a person chooses among them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from server.model_sources import Kind
from server.schemas.replies import ConfigReply, OriginItem
from server.schemas.strict import Strict


class TrainedItem(Strict):
    """How far a model's weights were trained before it came here."""

    step: Annotated[int, Field(description="Updates.")]
    validation: Annotated[
        float | None, Field(description="Loss in nats, where the files say; else null.")
    ]


class ModelItem(Strict):
    """One model, described without being loaded."""

    name: Annotated[str, Field(description="What `?model=` takes.")]
    title: str
    source: Kind
    parameters: int
    blocks: int
    heads: int
    width: int
    context_length: int
    vocabulary_size: int
    dtype: str
    activation: str
    tokenizer: str
    data: str
    trained: Annotated[TrainedItem | None, Field(description="null: untrained.")]
    missing: Annotated[
        str | None, Field(description="What it lacks and how to get it; null: nothing.")
    ]


class CheckpointItem(Strict):
    """A file that may hold a model."""

    name: str
    bytes: int


class ModelsReply(Strict):
    """The model that was opened first, the others, and files that could be opened."""

    models: list[ModelItem]
    files: list[CheckpointItem]
    folder: Annotated[str | None, Field(description="Where the files lie; null: no folder.")]


class CheckpointRequest(Strict):
    """A file of the models folder, and what a person says that it does not."""

    file: Annotated[str, Field(description="One of /api/models' files, by name.")]
    answers: Annotated[
        dict[str, int | str],
        Field(
            default_factory=dict,
            description='Such as {"heads": 6, "activation": "gelu_tanh"}: see `needed`.',
        ),
    ]


class OpenedReply(Strict):
    """A model that there is now."""

    name: str


class FoundItem(Strict):
    """A sentence on what the file says."""

    text: str


Value = int | float | str | bool


class AssumedItem(Strict):
    """A convention that is followed; `choices` where a person may say otherwise."""

    what: str
    value: Value
    reason: str
    choices: list[Value] | None


class NeededItem(Strict):
    """A question."""

    what: str
    reason: str
    choices: list[Value]


class IgnoredItem(Strict):
    """What is no part of the model."""

    name: str
    reason: str


class ImportReply(Strict):
    """The report of an import; `ready` once nothing is left to ask."""

    file: str
    layout: str
    bytes: int
    tensors: int
    config: ConfigReply | None
    found: list[FoundItem]
    assumed: list[AssumedItem]
    needed: list[NeededItem]
    origins: list[OriginItem]
    ignored: list[IgnoredItem]
    ready: bool
