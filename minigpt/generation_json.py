"""A generation as JSON-ready values, every step of it."""

from __future__ import annotations

from minigpt.generation import Ending, Step

Document = dict[str, object]


def step_document(step: Step) -> Document:
    """One step: distributions as lists over all vocabulary IDs, bytes as hexadecimal text."""
    choice = step.choice
    return {
        "index": step.index,
        "position": step.position,
        "model": choice.model.tolist(),
        "tempered": choice.tempered.tolist(),
        "removed": choice.removed,
        "filtered": choice.filtered.tolist(),
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
