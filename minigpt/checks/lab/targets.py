"""Is each slot asked for the next token of its text, and does every target count once?"""

from __future__ import annotations

from minigpt.batch import IGNORED
from minigpt.checks.lab.evidence import TargetAt, Targets
from minigpt.checks.lab.shapes import figure, finding
from minigpt.checks.lab.subject import Context, Subject
from minigpt.checks.lab.verdict import Check, Finding


def check_shift_and_eos(subject: Subject) -> Finding:
    """Lay the texts' own tokens beside the batch: what goes in, and what comes next."""
    batch, context = subject.batch, subject.context
    positions: list[TargetAt] = []
    wrong = 0
    for record, expected in enumerate(_expected(context)):
        ids, targets = batch.ids[record].tolist(), batch.targets[record].tolist()  # [T] each
        for slot, (own_id, own_target) in enumerate(zip(ids, targets, strict=True)):
            real = slot < len(expected)
            right_id, right_target = expected[slot] if real else (context.tokenizer.pad_id, IGNORED)
            wrong += (own_id, own_target) != (right_id, right_target)
            if real:
                positions.append(
                    {
                        "record": record,
                        "position": slot,
                        "id": own_id,
                        "expected": right_target,
                        "found": own_target,
                    }
                )
    evidence: Targets = {"kind": "targets", "positions": positions, "wrong": wrong}
    return Finding(wrong > 0, evidence)


def check_scored_events(subject: Subject) -> Finding:
    """Count the targets in the batch, and what the sum of the losses is divided by."""
    slots = [slot for record in _expected(subject.context) for slot in record]
    expected = sum(target != IGNORED for _, target in slots)
    in_batch, divisor = subject.batch.scored_events, subject.trace.output.scored_events
    return finding(
        [
            figure("targets", expected, in_batch, in_batch == expected),
            figure("divisor", expected, divisor, divisor == expected),
        ]
    )


def _expected(context: Context) -> list[list[tuple[int, int]]]:
    """(input ID, target) of each real position of each record, straight from the texts."""
    bos, eos = context.tokenizer.bos_id, context.tokenizer.eos_id
    if bos is None or eos is None:  # pieces of a stream; what follows them is not known
        return [list(zip(ids, [*ids[1:], IGNORED], strict=True)) for ids in context.sequences]
    return [list(zip([bos, *ids], [*ids, eos], strict=True)) for ids in context.sequences]


SHIFT_AND_EOS = Check("shift-and-eos", frozenset({"batch"}), check_shift_and_eos)
SCORED_EVENTS = Check("scored-events", frozenset({"batch", "score"}), check_scored_events)
