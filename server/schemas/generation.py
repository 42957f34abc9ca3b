"""A text continued token by token, and what trained and untrained models make of probes."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from minigpt.generation import Stop
from minigpt.generation_settings import MOST_TEMPERATURE, GenerationSettings
from minigpt.probes import Kind
from server.schemas.replies import CorpusText, TextPiece
from server.schemas.strict import Strict

_DEFAULTS: Final = GenerationSettings()
_MOST: Final = 2**63 - 1


def _range(most: float) -> dict[str, float]:
    """For the description alone: the settings check themselves, and name field and range."""
    return {"minimum": 0, "maximum": most}


class GenerateRequest(Strict):
    """A prompt, and how it is continued."""

    prompt: str
    step: Annotated[
        int | None,
        Field(description="One of the saved updates of the current run; null: as loaded."),
    ] = None
    temperature: Annotated[
        float,
        Field(
            description="0 takes the likeliest token.", json_schema_extra=_range(MOST_TEMPERATURE)
        ),
    ] = _DEFAULTS.temperature
    top_k: Annotated[
        int,
        Field(
            description="Keep so many of the likeliest; 0: all.", json_schema_extra=_range(_MOST)
        ),
    ] = _DEFAULTS.top_k
    top_p: Annotated[
        float,
        Field(
            description="Keep the fewest that together are so likely; 1: all.",
            json_schema_extra=_range(1),
        ),
    ] = _DEFAULTS.top_p
    seed: Annotated[int, Field(description="Of the draws.", json_schema_extra=_range(_MOST))] = (
        _DEFAULTS.seed
    )
    new_tokens: Annotated[
        int,
        Field(
            description="At most so many; the context may be full before.",
            json_schema_extra=_range(_MOST),
        ),
    ] = _DEFAULTS.max_new_tokens


class UsedSettings(Strict):
    """How it was continued."""

    temperature: float
    top_k: int
    top_p: float
    seed: int
    max_new_tokens: int


class RemovedIDs(Strict):
    """The IDs that each filter took out, in the order they are applied."""

    forbidden: Annotated[list[int], Field(description="BOS and PAD.")]
    top_k: list[int]
    top_p: list[int]


class GeneratedToken(Strict):
    """One forward pass and the choice at its last position; lists over all vocabulary IDs."""

    index: int
    position: Annotated[int, Field(description="The slot whose logits chose.")]
    window: Annotated[
        int | None,
        Field(description="In a stream: how many of all IDs lie before slot 0; else absent."),
    ] = None
    model: Annotated[list[float], Field(description="Softmax of the logits as they are.")]
    tempered: Annotated[
        list[float], Field(description="After the temperature, without what is never chosen.")
    ]
    removed: RemovedIDs
    filtered: Annotated[
        list[float], Field(description="What is left, divided by its sum; else exactly 0.")
    ]
    u: Annotated[float | None, Field(description="What drew, from [0, 1); null when greedy.")]
    token: int
    hex: Annotated[str, Field(description="Its bytes; empty for EOS.")]
    text: Annotated[str, Field(description="What became certain of the text with it.")]


class Alignment(Strict):
    """A prompt whose text begins a training record, and whose tokens do not."""

    record: CorpusText
    slot: Annotated[int, Field(description="Of the first token that differs; BOS is in slot 0.")]
    prompt: Annotated[list[TextPiece], Field(description="The prompt's tokens from there on.")]
    training: Annotated[
        list[TextPiece],
        Field(description="The record's from there to where the prompt ends, or past it."),
    ]


class GenerateReply(Strict):
    """A continuation with every step of it."""

    model: str
    step: Annotated[int | None, Field(description="The state that was asked for; null: as loaded.")]
    prompt: str
    settings: UsedSettings
    alignment: Alignment | None
    steps: list[GeneratedToken]
    stop: Stop
    ids: Annotated[list[int], Field(description="BOS, the prompt's, the new ones; without EOS.")]
    new_ids: list[int]
    hex: Annotated[str, Field(description="Bytes of the new tokens.")]
    text: Annotated[str, Field(description="They as text; U+FFFD for what is none.")]
    is_utf8: bool


class ProbeAnswer(Strict):
    """What one state of the model made of a probe, greedily."""

    step: Annotated[
        int | None, Field(description="A saved update of the current run; null: of no run.")
    ]
    text: str
    ids: Annotated[list[int], Field(description="The new tokens, without EOS.")]
    stop: Stop


class ProbeStates(Strict):
    """The model before training, at its first minimum of validation loss, and in the end."""

    untrained: ProbeAnswer
    selected: Annotated[ProbeAnswer | None, Field(description="null before an evaluation.")]
    final: Annotated[ProbeAnswer | None, Field(description="null while the run is not over.")]


class ProbeItem(Strict):
    """A prompt made from the corpus, and what a record that begins so would say."""

    id: str
    kind: Kind
    prompt: str
    expected: str
    states: ProbeStates


class ProbesReply(Strict):
    """All probes and their answers."""

    run: Annotated[int | None, Field(description="null: nothing was trained here yet.")]
    probes: list[ProbeItem]
