"""What one server is told at its start; nothing here is read from the environment."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from minigpt.resources import data_dir
from server.resources import static_dir, templates_dir


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How and from which folders one server serves.

    Args:
        host: the name or address it listens on; `Host` headers may name it.
        address: what `host` resolved to, if that is known; `Host` headers may name it too.
        root_path: the path prefix a proxy puts before it, such as "/lab/gpt"; "" for none.
        data_dir: config.json, corpus.json, tokenizer.json.
        models_dir: a person's own models and checkpoints; None: there is no such folder.
        static_dir: scripts and style sheets.
        templates_dir: index.html.

    Raises:
        ValueError: `root_path` is neither empty nor of the form "/a/b".
    """

    host: str = "127.0.0.1"
    address: str = ""
    root_path: str = ""
    data_dir: Path = field(default_factory=data_dir)
    models_dir: Path | None = None
    static_dir: Path = field(default_factory=static_dir)
    templates_dir: Path = field(default_factory=templates_dir)

    def __post_init__(self) -> None:
        prefix = self.root_path
        if prefix and (prefix[0] != "/" or prefix[-1] == "/" or "//" in prefix):
            raise ValueError(f"root path {prefix!r} must start with one slash and not end in one.")
