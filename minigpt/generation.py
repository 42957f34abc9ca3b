"""Continue a text token by token: one forward pass, one choice, one ID appended.

IDs are appended as they are and never tokenised again. It keeps no state between two
generations and prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

from minigpt.errors import RecordTooLongError
from minigpt.generation_settings import GenerationSettings
from minigpt.model import MiniGPT
from minigpt.sampling import Choice, choose
from minigpt.streamed_text import StreamedText
from minigpt.tokens import TokenMap, special_ids

Stop = Literal["eos", "budget", "context"]


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One forward pass and what was chosen at its last position.

    position: the slot whose logits chose, 0..context_length-1; the token goes to the next.
    content: the token's bytes; none for EOS, which ends and is no part of the text.
    text: what became certain of the text with these bytes.
    """

    index: int
    position: int
    choice: Choice
    content: bytes
    text: str

    @property
    def token(self) -> int:
        """The ID chosen."""
        return self.choice.token


@dataclass(frozen=True, slots=True)
class Ending:
    """Why generation stopped, and all that it made.

    ids: the input IDs with BOS first, then the prompt's, then the new ones.
    content: the new tokens' bytes; is_utf8 says whether they are text, text shows them with
        U+FFFD where they are not. tail is the part of text that no step had shown.
    """

    stop: Stop
    ids: tuple[int, ...]
    new_ids: tuple[int, ...]
    content: bytes
    text: str
    tail: str
    is_utf8: bool


def generate(
    model: MiniGPT, tokenizer: TokenMap, prompt: str, settings: GenerationSettings
) -> Iterator[Step | Ending]:
    """Every step as it is made, and at last the ending.

    It stops at EOS, after `max_new_tokens`, or when all slots of the context hold an ID, of
    which BOS is one; the budget is looked at first. An empty prompt starts from BOS alone.

    Raises:
        TextError: the prompt has no UTF-8 encoding.
        RecordTooLongError: prompt and BOS alone are more than the context holds.
        NonFiniteError: the model's logits are not finite.
    """
    opening = [] if tokenizer.bos_id is None else [tokenizer.bos_id]
    ids = [*opening, *tokenizer.encode(prompt)]
    limit = model.config.context_length
    if len(ids) > limit:
        raise RecordTooLongError(
            f"The prompt needs {len(ids)} positions ({len(ids) - 1} tokens and BOS), and the "
            f"context has {limit}. Shorten it; nothing is cut off for you.",
            details={"positions": len(ids), "limit": limit, "over": len(ids) - limit},
        )
    return _steps(model, tokenizer, ids, settings)


def next_logits(model: MiniGPT, ids: list[int]) -> Tensor:
    """The logits [V] after the last of `ids`, which are all real positions."""
    inputs = torch.tensor([ids])  # [1, T]
    # Nobody differentiates a continuation, so torch need not keep account of one.
    with torch.inference_mode():
        logits = model(inputs, torch.ones_like(inputs, dtype=torch.bool)).logits  # [1, T, V]
    return logits[0, -1]  # type: ignore[no-any-return]  # [V]; calling a module is untyped


def _steps(
    model: MiniGPT, tokenizer: TokenMap, ids: list[int], settings: GenerationSettings
) -> Iterator[Step | Ending]:
    generator = torch.Generator().manual_seed(settings.seed)
    forbidden = tuple(special_ids(tokenizer) - {tokenizer.eos_id})
    streamed, shown, start = StreamedText(), "", len(ids)
    stop: Stop | None = None
    while stop is None:
        if len(ids) - start >= settings.max_new_tokens:
            stop = "budget"
        elif len(ids) >= model.config.context_length:
            stop = "context"
        else:
            choice = choose(next_logits(model, ids), settings, generator, forbidden)
            content = tokenizer.piece(choice.token)
            text = streamed.add(content)
            shown += text
            yield Step(len(ids) - start, len(ids) - 1, choice, content, text)
            if choice.token == tokenizer.eos_id:
                stop = "eos"
            else:
                ids = [*ids, choice.token]
    tail = streamed.finish()
    yield Ending(
        stop=stop,
        ids=tuple(ids),
        new_ids=tuple(ids[start:]),
        content=streamed.content,
        text=shown + tail,
        tail=tail,
        is_utf8=streamed.is_utf8,
    )
