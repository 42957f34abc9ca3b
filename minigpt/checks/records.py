"""Section 20.2: the two records become the IDs and targets of Table 20.1, shifted once."""

from __future__ import annotations

from minigpt.batch import IGNORED, Batch
from minigpt.checks.expected import Expected
from minigpt.checks.row import CheckRow, same
from minigpt.tokens import TokenMap


def check_records(batch: Batch, tokenizer: TokenMap, expected: Expected) -> list[CheckRow]:
    """Compare every slot of the batch: IDs, targets, validity, and what padding holds."""
    rows = []
    for index, record in enumerate(expected.records):
        n = len(record.ids)
        name = f"record {index}"
        rows += [
            same(f"{name}: input IDs", record.ids, batch.ids[index, :n].tolist()),  # [n]
            same(f"{name}: targets", record.targets, batch.targets[index, :n].tolist()),  # [n]
            same(f"{name}: valid positions", n, batch.lengths[index]),
            _padding(f"{name}: padding slots", batch, index, n, tokenizer.pad_id),
        ]
    return [*rows, same("scored events", expected.scored_events, batch.scored_events)]


def _padding(name: str, batch: Batch, record: int, n: int, pad_id: int) -> CheckRow:
    found = zip(
        batch.ids[record, n:].tolist(),  # [T-n]
        batch.targets[record, n:].tolist(),  # [T-n]
        batch.valid[record, n:].tolist(),  # [T-n]
        strict=True,
    )
    return same(name, _kinds({(pad_id, IGNORED, False)}), _kinds(set(found)))


def _kinds(slots: set[tuple[int, int, bool]]) -> str:
    return "; ".join(f"ID {i}, target {t}, valid {v}" for i, t, v in sorted(slots))
