"""Continue a text token by token: one forward pass, one choice, one ID appended.

IDs are appended as they are and never tokenised again. Where records end, generation ends
with EOS or a full context. In a stream of text nothing ends: the model reads the last IDs that
fit its context, a window that slides along, until the budget is used up. It keeps no state
between two generations and prints nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

from minigpt.errors import EmptyRecordError, RecordTooLongError
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
    window: in a stream, how many of all IDs lie before slot 0; None where the context ends.
    content: the token's bytes; none for EOS, which ends and is no part of the text.
    text: what became certain of the text with these bytes.
    """

    index: int
    position: int
    window: int | None
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
    which BOS is one; the budget is looked at first. An empty prompt starts from BOS alone. In
    a stream only the budget ends it, and a prompt may be of any length but none.

    Raises:
        TextError, TokenIdError: the tokenizer cannot encode the prompt.
        EmptyRecordError: an empty prompt, in a stream.
        RecordTooLongError: prompt and BOS alone are more than the context holds.
        NonFiniteError: the model's logits are not finite.
    """
    prompt_ids = tokenizer.encode(prompt)
    if tokenizer.bos_id is None:
        if not prompt_ids:
            raise EmptyRecordError(
                "The prompt is empty, and this model puts no BOS before a text: there is nothing "
                "to predict from. Give it at least one token; a new line is one."
            )
        return _steps(model, tokenizer, prompt_ids, settings, _slides)
    ids = [tokenizer.bos_id, *prompt_ids]
    limit = model.config.context_length
    if len(ids) > limit:
        raise RecordTooLongError(
            f"The prompt needs {len(ids)} positions ({len(ids) - 1} tokens and BOS), and the "
            f"context has {limit}. Shorten it; nothing is cut off for you.",
            details={"positions": len(ids), "limit": limit, "over": len(ids) - limit},
        )
    return _steps(model, tokenizer, ids, settings, _stays)


#: From how many IDs there are and how many fit, where the window starts; "context": none fits.
_Window = Callable[[int, int], int | Literal["context"] | None]


def _slides(count: int, limit: int) -> int:
    return max(0, count - limit)


def _stays(count: int, limit: int) -> Literal["context"] | None:
    return "context" if count >= limit else None


def next_logits(model: MiniGPT, ids: list[int]) -> Tensor:
    """The logits [V] after the last of `ids`, which are all real positions."""
    inputs = torch.tensor([ids])  # [1, T]
    # Nobody differentiates a continuation, so torch need not keep account of one.
    with torch.inference_mode():
        logits = model(inputs, torch.ones_like(inputs, dtype=torch.bool)).logits  # [1, T, V]
    return logits[0, -1]  # type: ignore[no-any-return]  # [V]; calling a module is untyped


def _steps(
    model: MiniGPT,
    tokenizer: TokenMap,
    ids: list[int],
    settings: GenerationSettings,
    window_of: _Window,
) -> Iterator[Step | Ending]:
    generator = torch.Generator().manual_seed(settings.seed)
    forbidden = _never_chosen(model, tokenizer)
    streamed, shown, start = StreamedText(), "", len(ids)
    stop: Stop | None = None
    while stop is None:
        window = window_of(len(ids), model.config.context_length)
        if len(ids) - start >= settings.max_new_tokens:
            stop = "budget"
        elif window == "context":
            stop = "context"
        else:
            read = ids[window or 0 :]
            choice = choose(next_logits(model, read), settings, generator, forbidden)
            content = tokenizer.piece(choice.token)
            text = streamed.add(content)
            shown += text
            yield Step(len(ids) - start, len(read) - 1, window, choice, content, text)
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


def _never_chosen(model: MiniGPT, tokenizer: TokenMap) -> tuple[int, ...]:
    """BOS and PAD, and the IDs of a model that its tokenizer has no piece for."""
    without_piece = range(tokenizer.vocabulary_size, model.config.vocabulary_size)
    return (*sorted(special_ids(tokenizer) - {tokenizer.eos_id}), *without_piece)
