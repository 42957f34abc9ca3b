"""Training: what may be asked, and what is told of a run, at once or event by event."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from server.schemas.strict import Strict
from server.training.progress import Status


class NoSettings(Strict):
    """An empty object: there is nothing to say but the address."""


class StartRequest(Strict):
    """Settings of a new run; what is left out or null is as the data folder has it."""

    steps: Annotated[int | None, Field(description="Updates in all.")] = None
    learning_rate: Annotated[float | None, Field(description="Above 0.")] = None
    beta1: Annotated[float | None, Field(description="From 0 to below 1.")] = None
    beta2: Annotated[float | None, Field(description="From 0 to below 1.")] = None
    epsilon: Annotated[float | None, Field(description="Above 0.")] = None
    batch_records: Annotated[int | None, Field(description="Records in a batch.")] = None
    seed: Annotated[int | None, Field(description="Of what draws the batches.")] = None
    evaluate_every: Annotated[int | None, Field(description="Updates between evaluations.")] = None
    save_every: Annotated[int | None, Field(description="Updates between kept states.")] = None
    batch_windows: Annotated[int | None, Field(description="Of a stream: windows in a batch.")] = (
        None
    )
    min_learning_rate: Annotated[float | None, Field(description="Of a stream.")] = None
    warmup_steps: Annotated[int | None, Field(description="Of a stream.")] = None
    decay_steps: Annotated[int | None, Field(description="Of a stream.")] = None
    weight_decay: Annotated[float | None, Field(description="Of a stream.")] = None
    clip_norm: Annotated[float | None, Field(description="Of a stream.")] = None


class TrainingSettings(Strict):
    """Everything a run is told."""

    steps: int
    learning_rate: float
    beta1: float
    beta2: float
    epsilon: float
    batch_records: int
    seed: int
    evaluate_every: int
    save_every: int


class StreamTrainingSettings(Strict):
    """Everything a run on one text is told."""

    steps: int
    batch_windows: int
    learning_rate: float
    min_learning_rate: float
    warmup_steps: int
    decay_steps: int
    beta1: float
    beta2: float
    epsilon: float
    weight_decay: float
    clip_norm: float
    seed: int
    evaluate_every: int
    save_every: int


AnySettings = TrainingSettings | StreamTrainingSettings


class EvaluationItem(Strict):
    """Both losses after `step` updates, in nats over all targets of each split."""

    step: int
    train: float
    validation: float


class FailureItem(Strict):
    """Why a run ended before its time, and the step it is back at."""

    step: int
    what: str
    kept: int


class TrainingReply(Strict):
    """The server's current run, or its last one; null and empty before the first."""

    run: Annotated[int | None, Field(description="Counts the runs of this server, from 1.")]
    status: Status
    defaults: Annotated[
        AnySettings | None, Field(description="null: there is nothing to learn from.")
    ]
    config: AnySettings | None
    step: Annotated[int, Field(description="Updates made.")]
    seconds: Annotated[float, Field(description="Spent on training, without pauses.")]
    curve: list[EvaluationItem]
    losses: Annotated[list[float], Field(description="Of each update's batch, before it.")]
    selected: Annotated[int | None, Field(description="First minimum of validation loss so far.")]
    saved: Annotated[list[int], Field(description="Steps that can be asked for, rising.")]
    save_every: int
    failure: FailureItem | None


class ProgressEvent(Strict):
    """`progress`: what is new since the one before."""

    run: int
    status: Status
    step: int
    seconds: float
    first: Annotated[int, Field(alias="from", description="Update of the first of the losses.")]
    losses: list[float]
    saved: Annotated[list[int], Field(description="New ones.")]


class EvaluatedEvent(Strict):
    """`evaluated`: both splits were scored."""

    run: int
    step: int
    train: float
    validation: float
    selected: Annotated[bool, Field(description="No earlier validation loss was as low.")]


class StatusEvent(Strict):
    """`status`: the run is in another one."""

    run: int
    status: Status
    step: int
    seconds: float
    failure: FailureItem | None


#: What the data of an event can be; `snapshot` has the whole TrainingReply.
TrainingEvent = TrainingReply | ProgressEvent | EvaluatedEvent | StatusEvent
