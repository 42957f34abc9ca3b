"""nanoGPT: GPT-2's names, matrices stored out × in, one matrix for embedding and output.

Its `ckpt.pt` brings `model_args`; a bare state dict does not, and no longer tells the heads.
"""

from __future__ import annotations

from typing import Final

from minigpt.importing.answers import TIED
from minigpt.importing.conventions import activation_assumed, fraction, heads_of, whole_number
from minigpt.importing.errors import ImportSettingError
from minigpt.importing.gpt2_names import HEAD, prefix_of, read_gpt2_names, stored_as
from minigpt.importing.reading import Reading
from minigpt.importing.report import Needed
from minigpt.importing.source import Source
from minigpt.readable import brief

SETTINGS: Final = "model_args"
_KNOWN: Final = {"n_layer", "n_head", "n_embd", "block_size", "bias", "vocab_size", "dropout"}
_EPSILON: Final = 1e-5
_NO_HEAD: Final = (
    "the file has no lm_head.weight: nanoGPT's is the embedding, but minGPT, whose names these "
    "are too, has one of its own, which would be missing then"
)


def has_own_head(source: Source) -> bool:
    """Whether the output matrix is there and is not the embedding's: nanoGPT's always is."""
    head = source.tensors.get(f"{HEAD}.weight")
    embedding = source.tensors.get(f"{prefix_of(source)}wte.weight")
    if head is None or embedding is None or head.shape != embedding.shape:
        return False
    return head.dtype != embedding.dtype or not bool((head == embedding).all())


class NanoGPT:
    """Files of nanoGPT, from `train.py` or of a state dict alone."""

    name = "nanogpt"

    def recognises(self, source: Source) -> bool:
        """By `model_args`, else by matrices out × in and an output matrix that is tied."""
        if source.settings_from == SETTINGS:
            return source.any_name(".c_attn.weight", ".c_proj.weight", ".wte.weight")
        if source.settings_from or stored_as(source) != "out × in":
            return False
        return not has_own_head(source)

    def read(self, reading: Reading) -> None:
        """Every parameter, transposed where it is a matrix."""
        settings, answers, said = reading.source.settings, reading.answers, reading.said
        if unknown := sorted(brief(name) for name in settings if name not in _KNOWN):
            raise ImportSettingError(
                f"{SETTINGS}: {unknown[0]} is not known here; it may change what is computed.",
                details={"setting": unknown[0]},
            )
        read_gpt2_names(reading, "out × in")
        if not settings and answers.head is None and not reading.assembly.has(f"{HEAD}.weight"):
            said.needed.append(Needed("head", _NO_HEAD, TIED))
        reading.take_head(HEAD, f"{prefix_of(reading.source)}wte.weight", tied=True)
        width = reading.assembly.parameters["token_embedding"].shape[1]
        told = whole_number(settings, "n_head", SETTINGS)
        reason = "nanoGPT has computed the exact form since 2023, the tanh form before"
        reading.settings |= {
            "heads": heads_of(said, width, told, SETTINGS, answers.heads),
            "activation": activation_assumed(said, "gelu", reason, answers.activation),
            "norm_epsilon": _EPSILON,
            "dropout": fraction(settings, "dropout", SETTINGS, 0.0),
        }
        reading.assume("norm_epsilon", _EPSILON, "nanoGPT's code has this number, its files none")


LAYOUT = NanoGPT()
