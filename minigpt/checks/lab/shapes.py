"""Do the tensors have their shapes, and are there as many parameters as the sizes say?"""

from __future__ import annotations

from collections.abc import Mapping

from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS
from minigpt.checks.lab.evidence import Figure, Figures
from minigpt.checks.lab.subject import Subject
from minigpt.checks.lab.verdict import Check, Finding
from minigpt.checks.shapes import tensors_named
from minigpt.config import ModelConfig
from minigpt.parameters import parameter_table


def check_shapes(subject: Subject) -> Finding:
    """Compare every tensor of the batch and the trace with its declared axes."""
    config, batch = subject.context.config, subject.batch
    sizes = _sizes(config, len(subject.context.texts), subject.context.widths[-1])
    axes = dict.fromkeys(("ids", "valid", "targets"), ("B", "T"))
    figures = []
    for name, letters in (axes | INPUT_TENSORS | BLOCK_TENSORS | OUTPUT_TENSORS).items():
        expected = [sizes[letter] for letter in letters]
        shapes = [list(tensor.shape) for tensor in tensors_named(subject.trace, name)]
        # Blocks are alike; of several shapes the first that is wrong is shown.
        found = next((shape for shape in shapes if shape != expected), shapes[0])
        figures.append(figure(name, expected, found, found == expected))
    losses = subject.trace.output.losses
    assert losses is not None  # a trace always has targets
    shape, expected = list(losses.shape), list(batch.ids.shape)
    figures.append(figure("losses", expected, shape, shape == expected))
    return finding(figures)


def check_parameter_count(subject: Subject) -> Finding:
    """Compare the registered parameters with what the sizes alone ask for."""
    found = {row.component: row.count for row in parameter_table(subject.pipeline.model)}
    expected = _counts(subject.context.config)
    return finding([figure(name, n, found[name], found[name] == n) for name, n in expected.items()])


def figure(
    name: str,
    expected: float | list[int],
    found: float | list[int],
    agrees: bool,
    slots: int | None = None,
) -> Figure:
    """One line of evidence."""
    return {"name": name, "slots": slots, "expected": expected, "found": found, "agrees": agrees}


def finding(figures: list[Figure]) -> Finding:
    """Alarm if one figure does not agree."""
    apart = sum(not one["agrees"] for one in figures)
    evidence: Figures = {"kind": "figures", "figures": figures, "apart": apart}
    return Finding(apart > 0, evidence)


def _sizes(config: ModelConfig, records: int, slots: int) -> Mapping[str, int]:
    """The length of each axis of `minigpt/axes.py`."""
    return {
        "B": records,
        "T": slots,
        "Q": slots,
        "K": slots,
        "C": config.width,
        "H": config.heads,
        "d": config.head_width,
        "F": config.ffn_width,
        "V": config.vocabulary_size,
        "1": 1,
    }


def _counts(config: ModelConfig) -> dict[str, int]:
    """Table 20.3, for any sizes, with the biases there are; a tied head counts as the table."""
    vocabulary, width, middle = config.vocabulary_size, config.width, config.ffn_width
    norm = width * (2 if config.norm_bias else 1)
    counts = {
        "token_embedding": vocabulary * width,
        "position_embedding": config.context_length * width,
        "attention": config.blocks * 4 * width * (width + config.attention_bias),
        "ffn": config.blocks * (2 * width * middle + config.ffn_bias * (middle + width)),
        "norms": (2 * config.blocks + 1) * norm,
        "lm_head": vocabulary * (width * (not config.tied_head) + config.head_bias),
    }
    return counts | {"total": sum(counts.values())}


SHAPES = Check("shapes", frozenset({"batch", "model"}), check_shapes)
PARAMETER_COUNT = Check("parameter-count", frozenset({"model"}), check_parameter_count)
