"""One record as a row: its inputs, and after them its last target.

Whole texts begin with BOS and end with EOS; pieces of a stream have nothing around them. Which
of the two, the tokenizer says. It makes no arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from minigpt.errors import EmptyRecordError, TokenIdError
from minigpt.tokens import TokenMap

#: The target of a position that is not scored. It is no vocabulary ID.
IGNORED: Final = -100


class RecordRow(Protocol):
    """One of the two ways."""

    def __call__(
        self,
        record: int,
        sequence: Sequence[int],
        more: Sequence[int] | None,
        then: int | None,
        tokenizer: TokenMap,
        /,
    ) -> list[int]:
        """A record's inputs, and after them its last target.

        Args:
            record: its index, only named.
            sequence: the IDs of its text.
            more: IDs chosen after them; None where none were asked for.
            then: what follows it in a stream.
            tokenizer: has BOS and EOS, or neither.

        Raises:
            EmptyRecordError: no ID at all, where nothing is put before the first.
            TokenIdError: something follows a record that ends.
        """
        ...


def _whole_record(
    record: int,
    sequence: Sequence[int],
    more: Sequence[int] | None,
    then: int | None,
    tokenizer: TokenMap,
) -> list[int]:
    bos, eos = tokenizer.bos_id, tokenizer.eos_id
    assert bos is not None  # it has special IDs
    assert eos is not None
    if then is not None:
        raise TokenIdError(
            f"{then} cannot follow this record: it is a whole text, which ends with EOS.",
            record=record,
            details={"id": then},
        )
    return [bos, *sequence, *(more or ()), eos if more is None else IGNORED]


def _piece_of_stream(
    record: int,
    sequence: Sequence[int],
    more: Sequence[int] | None,
    then: int | None,
    tokenizer: TokenMap,
) -> list[int]:
    tokens = [*sequence, *(more or ())]
    if not tokens:
        raise EmptyRecordError(
            f"The record at index {record} is empty. This model puts no BOS before a text, so "
            "there is nothing to predict from; give it at least one token.",
            record=record,
        )
    return [*tokens, IGNORED if then is None else then]


def row_of(tokenizer: TokenMap) -> RecordRow:
    """How records of this tokenizer become rows."""
    return _piece_of_stream if tokenizer.bos_id is None else _whole_record
