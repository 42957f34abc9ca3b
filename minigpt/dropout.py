"""Dropout where a model trains with it, and nothing at all where it does not."""

from __future__ import annotations

from torch import nn

from minigpt.config import ModelConfig


def dropout(config: ModelConfig) -> nn.Module:
    """A step that, in training mode alone, zeroes a share of the numbers at random.

    Srivastava et al. (2014), in the form that divides what is left by 1 - p, so
    that evaluation mode changes nothing. The draws come from torch's global
    generator, which has no other use in this project.
    """
    return nn.Dropout(config.dropout) if config.dropout else nn.Identity()
