"""What the API says of the loaded model: the same documents for routes and saved pages."""

from __future__ import annotations

import platform

import torch

from minigpt.exact_numbers import widened
from minigpt.model import MiniGPT
from minigpt.parameters import named_parameters, parameter_table
from minigpt.vocabulary import vocabulary
from server.loaded_model import LoadedModel
from server.version import project_version

Described = dict[str, object]


def describe_model(loaded: LoadedModel) -> Described:
    """Configuration, parameter table, identities of the files, versions."""
    *components, total = parameter_table(loaded.model)
    return {
        "name": loaded.config.name,
        "trained_step": loaded.trained_step,
        "config": loaded.config.to_dict(),
        "parameters": {"components": components, "total": total.count},
        "imported": loaded.imported,
        "identities": loaded.identities,
        "versions": {
            "minigpt": project_version(),
            "python": platform.python_version(),
            "torch": str(torch.__version__),
        },
    }


def describe_parameters(model: MiniGPT, step: int | None = None) -> Described:
    """All parameters by name, shape and value; values are arrays. `step` says which state it is."""
    return {
        "step": step,
        "parameters": [
            {"name": name, "shape": list(tensor.shape), "values": widened(tensor.numpy())}
            for name, tensor in named_parameters(model).items()
        ],
    }


def describe_corpus(loaded: LoadedModel) -> Described:
    """The records of both splits; none where the model learns from no records."""
    corpus = loaded.corpus
    if corpus is None:
        return {"version": loaded.config.data, "train": (), "validation": ()}
    return {"version": corpus.version, "train": corpus.train, "validation": corpus.validation}


def describe_vocabulary(loaded: LoadedModel) -> Described:
    """Every ID: its kind, its bytes, how to show it, and the pair it merges."""
    return {
        "entries": [
            {
                "id": entry.id,
                "kind": entry.kind,
                "hex": entry.bytes.hex(),
                "name": entry.name,
                "rank": entry.rank,
                "left": entry.left,
                "right": entry.right,
            }
            for entry in vocabulary(loaded.tokenizer)
        ]
    }
