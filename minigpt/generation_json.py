"""A generation as one document: what `minigpt generate --json` and `POST /api/generate` share.

It arranges; numbers keep their full precision, and nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from minigpt.alignment import Misalignment
from minigpt.encoding import Piece
from minigpt.errors import GenerationError
from minigpt.generation import Ending, Step
from minigpt.generation_settings import GenerationSettings
from minigpt.tokens import TokenMap

Document = dict[str, object]
#: Each step has three rows over the whole vocabulary.
MOST_STEPS: Final = 2048


def check_recordable(settings: GenerationSettings, tokens: TokenMap) -> None:
    """Refuse a budget whose document would have no end in sight: in a stream nothing else ends it.

    Raises:
        GenerationError: `max_new_tokens` is more than a document may hold steps.
    """
    if tokens.bos_id is None and settings.max_new_tokens > MOST_STEPS:
        raise GenerationError(
            f"max_new_tokens must be a whole number from 0 to {MOST_STEPS} where every step is "
            f"kept and no text ends by itself, not {settings.max_new_tokens}.",
            details={"setting": "max_new_tokens", "least": 0, "most": MOST_STEPS},
        )


def generation_document(
    made: Iterable[Step | Ending],
    *,
    model_name: str,
    prompt: str,
    settings: GenerationSettings,
    alignment: Misalignment | None,
) -> Document:
    """Everything from the prompt to the ending, for `minigpt.trace_json.to_json`.

    Args:
        made: what `generate` yields; it is run through.
        model_name: what the document says it came from.
        prompt: what was continued.
        settings: how.
        alignment: how the prompt parts from the training records, if it does.

    Raises:
        What `generate` raises on the way.
    """
    *steps, ending = made
    assert isinstance(ending, Ending)  # it always comes, and comes last
    return {
        "model": model_name,
        "prompt": prompt,
        "settings": settings.to_dict(),
        "alignment": None if alignment is None else alignment_document(alignment),
        "steps": [step_document(step) for step in steps if isinstance(step, Step)],
        **ending_document(ending),
    }


def step_document(step: Step) -> Document:
    """One step: distributions as arrays over all vocabulary IDs, bytes as hexadecimal text."""
    choice = step.choice
    return {
        "index": step.index,
        "position": step.position,
        **({} if step.window is None else {"window": step.window}),
        "model": choice.model,
        "tempered": choice.tempered,
        "removed": choice.removed,
        "filtered": choice.filtered,
        "u": choice.u,
        "token": step.token,
        "hex": step.content.hex(),
        "text": step.text,
    }


def ending_document(ending: Ending) -> Document:
    """Why it stopped and what there is."""
    return {
        "stop": ending.stop,
        "ids": list(ending.ids),
        "new_ids": list(ending.new_ids),
        "hex": ending.content.hex(),
        "text": ending.text,
        "is_utf8": ending.is_utf8,
    }


def alignment_document(alignment: Misalignment) -> Document:
    """The record, the slot of the first token that differs, and both sides from there."""
    record = alignment.record
    return {
        "record": {"id": record.id, "text": record.text},
        "slot": alignment.slot,
        "prompt": _pieces(alignment.prompt),
        "training": _pieces(alignment.training),
    }


def _pieces(pieces: Iterable[Piece]) -> list[Document]:
    return [piece._asdict() for piece in pieces]
