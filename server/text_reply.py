"""A piece of the text that a model learns from, and where some words are in it."""

from __future__ import annotations

from minigpt.errors import TextMissingError
from minigpt.stream.places import Places
from minigpt.stream.text import Split, load_text, sample_text
from minigpt.trace_json import to_json
from minigpt.training.stream.material import StreamMaterial
from server.errors import RefusedRequestError
from server.loaded_model import LoadedModel
from server.schemas.text import AnySplit


class TextReplies:
    """One model's text, read and encoded when it is first asked for."""

    def __init__(self, loaded: LoadedModel) -> None:
        """Read nothing yet."""
        self._loaded = loaded
        self._known: dict[AnySplit, Places] = {}

    def piece(self, split: AnySplit, start: int, length: int) -> bytes:
        """Up to `length` tokens from `start`, and what comes after them.

        Raises:
            TextMissingError: the text is not here, or there is none; says how to get it.
            TextDamagedError: a file is there and is another text.
            RefusedRequestError: 422, the text is shorter.
        """
        places = self._places(split)
        if start >= places.total:
            raise RefusedRequestError(
                422,
                "text_place_unknown",
                f"This split has {places.total:,} tokens; begin at 0 to {places.total - 1:,}.",
            )
        piece = places.piece(start, length)
        told = {"split": split, "from": start, "total": places.total}
        return to_json(told | {"text": piece.text, "ids": piece.ids, "next": piece.next})

    def find(self, split: AnySplit, query: str, after: int) -> bytes:
        """The first place after `after` at which `query` begins.

        Raises:
            TextMissingError, TextDamagedError: as `piece`.
            RefusedRequestError: 404, it is nowhere.
        """
        if (found := self._places(split).find(query, after)) is None:
            raise RefusedRequestError(
                404, "not_found", "These words do not come after that place in this split."
            )
        return to_json({"from": found})

    def _places(self, split: AnySplit) -> Places:
        if split not in self._known:
            self._known[split] = Places(self._text(split), self._loaded.tokenizer)
        return self._known[split]

    def _text(self, split: AnySplit) -> str:
        material = self._loaded.material
        if not isinstance(material, StreamMaterial):
            what = "from records" if material else "elsewhere"
            raise TextMissingError(
                f"This model has learned {what}: there is no text of it to choose a piece from."
            )
        if split != "sample":
            known: Split = split
            return load_text(material.folder).split(known)
        sample = sample_text(material.folder)
        if not sample:
            raise TextMissingError("There is no sample of this model's text.")
        return sample
