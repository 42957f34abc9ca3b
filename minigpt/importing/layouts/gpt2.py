"""GPT-2 in Hugging Face's layout: config.json beside tensors whose matrices are in × out.

Settings that describe another computation are refused by name; settings that nothing here
depends on are named in the report.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from minigpt.importing.conventions import (
    activation_assumed,
    activation_told,
    fraction,
    heads_of,
    whole_number,
)
from minigpt.importing.errors import ImportSettingError
from minigpt.importing.gpt2_names import HEAD, prefix_of, read_gpt2_names, stored_as
from minigpt.importing.reading import Reading
from minigpt.importing.source import CONFIG_FILE, Source
from minigpt.readable import brief

_EPSILON: Final = 1e-5
#: Their name of an activation, and ours. `gelu_new` and the two after it are one formula.
_ACTIVATIONS: Final = {
    "gelu": "gelu",
    "gelu_new": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh",
    "gelu_fast": "gelu_tanh",
    "relu": "relu",
}
#: Settings with the only value that is computed here; what is not in the file has that value.
_ONLY: Final[Mapping[str, object]] = {
    "scale_attn_weights": True,
    "scale_attn_by_inverse_layer_idx": False,
    "reorder_and_upcast_attn": False,
    "add_cross_attention": False,
    "is_encoder_decoder": False,
    "quantization_config": None,
}
#: What the library takes for the same settings, by their own names.
_ALIASES: Final = {
    "hidden_size": "n_embd",
    "num_attention_heads": "n_head",
    "num_hidden_layers": "n_layer",
    "max_position_embeddings": "n_positions",
}
_DROPOUTS: Final = ("resid_pdrop", "attn_pdrop", "embd_pdrop")
_READ: Final = {
    "model_type",
    "vocab_size",
    "n_positions",
    "n_embd",
    "n_layer",
    "n_head",
    "n_inner",
    "activation_function",
    "layer_norm_epsilon",
    "tie_word_embeddings",
    *_DROPOUTS,
}


class GPT2:
    """GPT-2's layout, with its config.json or, where that is missing, with questions."""

    name = "gpt2"

    def recognises(self, source: Source) -> bool:
        """By config.json's model_type, else by matrices in × out."""
        if source.settings_from == CONFIG_FILE:
            return source.settings.get("model_type") == "gpt2"
        return not source.settings_from and stored_as(source) == "in × out"

    def read(self, reading: Reading) -> None:
        """Every parameter, matrices as they are."""
        settings = own_names(reading.source.settings)
        reading.source = replace(reading.source, settings=settings)
        _check_supported(settings)
        read_gpt2_names(reading, "in × out")
        tied = settings.get("tie_word_embeddings", True)
        if type(tied) is not bool:
            raise ImportSettingError(f"{CONFIG_FILE}: tie_word_embeddings must be true or false.")
        reading.take_head(HEAD, f"{prefix_of(reading.source)}wte.weight", tied=tied)
        width = reading.assembly.parameters["token_embedding"].shape[1]
        told = whole_number(settings, "n_head", CONFIG_FILE)
        said, answers = reading.said, reading.answers
        reading.settings |= {
            "heads": heads_of(said, width, told, CONFIG_FILE, answers.heads),
            "activation": _activation(reading),
            "norm_epsilon": _epsilon(reading),
            "dropout": _dropout(reading),
        }
        if unread := sorted(set(settings) - _READ - set(_ONLY)):
            said.found.append(f"{CONFIG_FILE} also has, and nothing here uses: {', '.join(unread)}")


def own_names(settings: Mapping[str, object]) -> dict[str, object]:
    """The settings with each of the library's aliases under the name that it stands for.

    Raises:
        ImportSettingError: both names are there with two values.
    """
    named = {name: value for name, value in settings.items() if name not in _ALIASES}
    for alias, name in _ALIASES.items():
        value = settings.get(alias)
        if value is None:
            continue
        own = named.get(name)
        if own is not None and own != value:
            raise ImportSettingError(
                f"{CONFIG_FILE}: {alias} is {brief(value)}, {name} is {brief(own)}; "
                "both are names of one setting.",
                details={"setting": alias},
            )
        named[name] = value
    return named


def _check_supported(settings: Mapping[str, object]) -> None:
    for name, only in _ONLY.items():
        value = settings.get(name, only)
        unset = value is None and only is False
        if value is not only and not unset:
            raise ImportSettingError(
                f"{CONFIG_FILE}: {name} is {brief(value)}; only {only} is computed here.",
                details={"setting": name},
            )


def _activation(reading: Reading) -> str:
    settings, said, answer = reading.source.settings, reading.said, reading.answers.activation
    theirs = settings.get("activation_function")
    if theirs is None:
        reason = "GPT-2 was trained with the tanh form"
        return activation_assumed(said, "gelu_tanh", reason, answer)
    ours = _ACTIVATIONS.get(theirs) if isinstance(theirs, str) else None
    if ours is None:
        raise ImportSettingError(
            f"{CONFIG_FILE}: activation_function {brief(theirs)} is not computed here; "
            f"{', '.join(_ACTIVATIONS)} are.",
            details={"setting": "activation_function"},
        )
    return activation_told(said, ours, f"{CONFIG_FILE} says activation_function {theirs}", answer)


def _dropout(reading: Reading) -> float:
    """Theirs has three rates, ours one."""
    settings = reading.source.settings
    rates = [fraction(settings, name, CONFIG_FILE, 0.0) for name in _DROPOUTS]
    if len(set(rates)) > 1:
        given = ", ".join(f"{name} {rate:g}" for name, rate in zip(_DROPOUTS, rates, strict=True))
        reason = f"of {given} the first is taken for all; it acts in training alone"
        reading.assume("dropout", rates[0], reason)
    return rates[0]


def _epsilon(reading: Reading) -> float:
    value = reading.source.settings.get("layer_norm_epsilon")
    if value is None:
        reading.assume("norm_epsilon", _EPSILON, "GPT-2's; the file has none")
        return _EPSILON
    if type(value) not in (int, float) or not 0 < value < 1:  # type: ignore[operator]  # a number by then
        raise ImportSettingError(
            f"{CONFIG_FILE}: layer_norm_epsilon must be a number between 0 and 1.",
            details={"setting": "layer_norm_epsilon"},
        )
    reading.said.found.append(f"layer_norm_epsilon {value}, as {CONFIG_FILE} says")
    return float(value)  # type: ignore[arg-type]  # a number by then


LAYOUT = GPT2()
