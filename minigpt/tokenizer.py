"""The byte-level BPE tokenizer: text to token IDs and back, exactly.

Vocabulary: 0-255 the bytes, 256 BOS, 257 EOS, 258 PAD, from 259 the merges in
rank order. Text is neither normalised nor split beforehand, and no text ever
yields a special ID. It builds no batches and knows no model.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from minigpt.bpe import Merge, apply_merges, passes_of, tokens_by_passes, train_merges
from minigpt.encoding import Encoding, MergeStep, Piece
from minigpt.errors import TokenizerError
from minigpt.json_object import exact_object, read_object
from minigpt.piece_table import PieceTable
from minigpt.utf8 import utf8_bytes

if TYPE_CHECKING:
    from minigpt.config import ModelConfig

BYTES: Final = 256
SPECIALS: Final[dict[str, int]] = {"BOS": 256, "EOS": 257, "PAD": 258}
FIRST_MERGE_ID: Final = BYTES + len(SPECIALS)
MERGES: Final = 32
NAME: Final = "book-byte-bpe-v1"
#: With more merges, a pass over the text for each costs more than tracking where they fire.
_MOST_PASSES: Final = 256

_MERGE_FIELDS = tuple(field.name for field in fields(Merge))


class Tokenizer(PieceTable):
    """An immutable list of merges over bytes.

    Raises:
        TokenizerError: from the constructor, if the merges contradict each other.
    """

    __slots__ = ("_passes", "_ranks", "merges", "name")

    kind: Final = "byte-bpe"

    def __init__(self, merges: Iterable[Merge], name: str = NAME) -> None:
        self.name = name
        self.merges = tuple(merges)
        self._ranks: dict[tuple[int, int], int] = {}
        pieces = [bytes([value]) for value in range(BYTES)] + [b""] * len(SPECIALS)
        for rank, merge in enumerate(self.merges):
            self._check(rank, merge)
            self._ranks[merge.left, merge.right] = rank
            pieces.append(pieces[merge.left] + pieces[merge.right])
        self._pieces = tuple(pieces)
        self._passes = passes_of(self.merges) if len(self.merges) <= _MOST_PASSES else None

    def _check(self, rank: int, merge: Merge) -> None:
        where = f"merge {rank}"
        if merge.rank != rank:
            raise TokenizerError(f"{where} says its rank is {merge.rank}; ranks count up from 0.")
        if merge.id != FIRST_MERGE_ID + rank:
            raise TokenizerError(f"{where} must make ID {FIRST_MERGE_ID + rank}, not {merge.id}.")
        for side, part in (("left", merge.left), ("right", merge.right)):
            if not 0 <= part < merge.id:
                raise TokenizerError(
                    f"{where}: {side} must be an ID from 0 to {merge.id - 1}, not {part}."
                )
            if part in SPECIALS.values():
                raise TokenizerError(f"{where}: {side} is {part}, a special ID; text has none.")
        if (earlier := self._ranks.get((merge.left, merge.right))) is not None:
            raise TokenizerError(
                f"{where} merges ({merge.left}, {merge.right}), as merge {earlier} already does."
            )
        if not 1 <= merge.replaced <= merge.count:
            raise TokenizerError(
                f"{where}: of {merge.count} counted pairs {merge.replaced} cannot be replaced."
            )

    @property
    def bos_id(self) -> int:
        """The ID that opens every input."""
        return SPECIALS["BOS"]

    @property
    def eos_id(self) -> int:
        """The ID that is every record's last target."""
        return SPECIALS["EOS"]

    @property
    def pad_id(self) -> int:
        """The ID in unused slots."""
        return SPECIALS["PAD"]

    @classmethod
    def train(cls, texts: Iterable[str], merges: int = MERGES, *, name: str = NAME) -> Self:
        """Learn up to `merges` merges from `texts`, each text by itself.

        Fewer come back when the texts no longer hold any pair twice; the
        special IDs stay the same in any case.

        Raises:
            TextError: a text has no UTF-8 encoding.
        """
        sequences = [utf8_bytes(text) for text in texts]
        return cls(train_merges(sequences, merges, FIRST_MERGE_ID), name)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a file that `save` wrote.

        Raises:
            TokenizerError: the file is not such JSON or contradicts itself; says where.
        """
        found = read_object(path, ("name", "specials", "merges"), TokenizerError)
        name, specials, merges = found["name"], found["specials"], found["merges"]
        if not isinstance(name, str) or not name:
            raise TokenizerError(f"{path.name}: name must be a non-empty string, not {name!r}.")
        _check_specials(specials)
        if not isinstance(merges, list):
            raise TokenizerError(f"{path.name}: merges must be a list.")
        return cls([_merge(item, rank) for rank, item in enumerate(merges)], name)

    def save(self, path: Path) -> None:
        """Write readable JSON, one merge a line; the same merges give the same bytes."""
        merges = ",".join(f"\n    {json.dumps(asdict(merge))}" for merge in self.merges)
        text = (
            "{\n"
            f'  "name": {json.dumps(self.name)},\n'
            f'  "specials": {json.dumps(SPECIALS)},\n'
            f'  "merges": [{merges}\n  ]\n'
            "}\n"
        )
        path.write_bytes(text.encode("utf-8"))

    def encode(self, text: str) -> list[int]:
        """The token IDs of `text`, without BOS and EOS, in O(n log n).

        Raises:
            TextError: the text has no UTF-8 encoding.
        """
        data = utf8_bytes(text)
        if self._passes is not None:
            return tokens_by_passes(data, self._passes)
        return apply_merges(data, self.merges, self._ranks).tokens

    def encode_steps(self, text: str) -> Encoding:
        """As `encode`, with each token's bytes and the merges that led there.

        Raises:
            TextError: the text has no UTF-8 encoding.
        """
        data = utf8_bytes(text)
        ids, starts, fired = apply_merges(data, self.merges, self._ranks)
        ends = [*starts, len(data)][1:]
        pieces = [Piece(*piece) for piece in zip(ids, starts, ends, strict=True)]
        steps = []
        for rank, places in fired:
            merge = self.merges[rank]
            steps.append(MergeStep(rank, merge.left, merge.right, merge.id, places))
        return Encoding(ids, pieces, steps)


def open_tokenizer(folder: Path, config: ModelConfig) -> Tokenizer:
    """The one in the folder's tokenizer.json.

    Raises:
        TokenizerError: the file is missing or damaged.
    """
    return Tokenizer.load(folder / "tokenizer.json")


def _check_specials(value: object) -> None:
    specials = exact_object(value, tuple(SPECIALS), "specials", TokenizerError)
    for name, token in SPECIALS.items():
        if type(specials[name]) is not int or specials[name] != token:
            raise TokenizerError(f"specials: {name} must be {token}, not {specials[name]!r}.")


def _merge(value: object, rank: int) -> Merge:
    where = f"merge {rank}"
    found = exact_object(value, _MERGE_FIELDS, where, TokenizerError)
    numbers: list[int] = []
    for field in _MERGE_FIELDS:
        number = found[field]
        if type(number) is not int:
            raise TokenizerError(f"{where}: {field} must be a whole number, not {number!r}.")
        numbers.append(number)
    return Merge(*numbers)
