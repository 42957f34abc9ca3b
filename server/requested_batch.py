"""The records of a request as a batch, and whether computing them is small work."""

from __future__ import annotations

from minigpt.batch import Batch, check_token_id, encode_records
from minigpt.pipeline import MakeBatch, make_batch
from server.loaded_model import LoadedModel
from server.schemas.requests import RecordsRequest
from server.work import SMALL_MODEL, SMALL_POSITIONS, SMALL_TEXT


def requested_batch(
    loaded: LoadedModel, request: RecordsRequest, make_batch: MakeBatch = make_batch
) -> Batch:
    """The records in as many slots as asked for, with the requested IDs put in.

    Raises:
        MiniGPTError: a text, an ID or a position cannot be used; names the record.
    """
    limit = loaded.config.context_length
    sequences = encode_records([record.text for record in request.records], loaded.tokenizer)
    continued = [record.continued for record in request.records]
    following = [record.next for record in request.records]
    # A whole text has BOS before it; a piece of a stream has nothing.
    before = 0 if loaded.tokenizer.bos_id is None else 1
    lengths = [
        len(sequence) + len(more or ()) + before
        for sequence, more in zip(sequences, continued, strict=True)
    ]
    longest = max(1, *lengths)
    # More than the limit is left to the batcher to refuse: it names the record.
    slots = limit if request.all_slots else min(longest, limit)
    edits = []
    for place, (length, record) in enumerate(zip(lengths, request.records, strict=True)):
        replacements: dict[int, int] = {}
        if record.padding_id is not None:
            # A wrong one is wrong even where nothing is left to be filled.
            check_token_id(place, record.padding_id, loaded.tokenizer.vocabulary_size)
            padding = range(length, slots)
            replacements.update(dict.fromkeys(padding, record.padding_id))
        for edit in record.replace:
            # Likewise where a later one takes its place.
            check_token_id(place, edit.id, loaded.tokenizer.vocabulary_size)
            replacements[edit.position] = edit.id
        edits.append(replacements)
    return make_batch(
        sequences,
        loaded.tokenizer,
        limit,
        slots=slots,
        continued=continued,
        following=following,
        edits=edits,
    )


def is_small(loaded: LoadedModel, request: RecordsRequest, *, passes: int = 1) -> bool:
    """Whether the event loop may do it: few slots to compute, and little text to read.

    A record has at most one token per byte of UTF-8, so no text needs to be encoded
    to know; the estimate only ever errs towards the worker. `passes`: how many times the
    work of a trace it is.
    """
    texts = [record.text for record in request.records]
    limit = loaded.config.context_length
    longest = limit if request.all_slots else max(len(text.encode()) for text in texts) + 1
    # Put in by hand, one by one; a continuation also makes its record longer.
    continued = sum(len(record.continued or ()) for record in request.records)
    given = continued + sum(len(record.replace) for record in request.records)
    # As many times the work of a trace of MG-1 as the model is larger.
    passes *= max(1, loaded.parameter_count // SMALL_MODEL)
    return (
        passes * len(texts) * min(longest + continued, limit) <= SMALL_POSITIONS
        and sum(map(len, texts)) <= SMALL_TEXT
        and given <= SMALL_POSITIONS
    )
