"""What a record's loss would be without each part of the model."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from server.schemas.requests import RecordsRequest
from server.schemas.strict import Strict


class AblationsRequest(RecordsRequest):
    """Records, and which of them is looked at."""

    record: Annotated[int, Field(description="Its index.", ge=0)] = 0


class AblationsReply(Strict):
    """Mean losses in nats: of the intact model, and without each part alone."""

    loss: float
    heads: Annotated[list[list[float | None]], Field(description="[blocks][heads]")]
    ffn: Annotated[list[float | None], Field(description="[blocks]")]
    blocks: Annotated[list[float | None], Field(description="[blocks]")]
