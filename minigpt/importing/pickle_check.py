"""Follows a checkpoint's description without running it, and refuses what no checkpoint needs.

PyTorch's restricted reader calls a few functions that a small file can make work without end:
a dict's key of tuples that each hold the last one twice is hashed in 2^60 steps, a bytearray
takes as many bytes as a number says. Here each step is counted first: what would be called and
with how much. Anything this does not know, the reader refuses at the same place.
"""

from __future__ import annotations

import pickletools
from collections.abc import Callable, Sequence
from typing import Final

from minigpt.importing.errors import ImportFileError

_MOST_STEPS: Final = 1_500_000
#: Values that functions and keys of dicts may be given, all together, with repetitions.
_MOST_VALUES: Final = 1 << 25
_DEEPEST: Final = 100
#: What a key counts that a file can choose so that all have one hash: each meets all others.
_CHOSEN: Final = 1000

_ORDERED: Final = "collections.OrderedDict"
_COUNTER: Final = "collections.Counter"
_ENCODE: Final = "_codecs.encode"
_HASHING: Final = (_COUNTER, "builtins.set", "__builtin__.set")
#: What files of tensors and the state of an optimiser call; `__builtin__` is Python 2's name.
_CALLED: Final = {
    _ORDERED,
    _ENCODE,  # how bytes are written
    *_HASHING,
    "builtins.complex",
    "__builtin__.complex",
    "torch.Size",
    "torch.device",
    "torch.serialization._get_layout",
    "torch._utils._rebuild_tensor",
    "torch._utils._rebuild_tensor_v2",
    "torch._utils._rebuild_tensor_v3",
    "torch._utils._rebuild_parameter",
}


class _Held:
    """A value that the reader would hold: its kind, and how many values a hash of it visits."""

    __slots__ = ("depth", "kind", "name", "parts", "size")

    def __init__(
        self, kind: str, size: int = 1, name: str = "", parts: Sequence[_Held] = (), depth: int = 0
    ) -> None:
        self.kind, self.name, self.parts, self.depth = kind, name, parts, depth
        self.size = min(size, _MOST_VALUES + 1)

    def grow(self, parts: Sequence[_Held]) -> None:
        """Take values into a list or dict."""
        self.size = min(self.size + sum(part.size for part in parts), _MOST_VALUES + 1)


_SCALAR: Final = _Held("value")
_LONG: Final = _Held("value", _CHOSEN)


def check_pickle(file: str, pickled: bytes) -> None:
    """Follow the steps of `pickled`, the description in the archive called `file`.

    Raises:
        ImportFileError: it calls what no tensor needs; it has more steps, or is nested or
            repeated more than any model's; it breaks off.
    """
    reader = _Reader(file)
    try:
        for count, (step, argument, _) in enumerate(pickletools.genops(pickled)):
            if count >= _MOST_STEPS:
                raise ImportFileError(
                    f"{file}: its description has more than {_MOST_STEPS:,} steps; "
                    "that is no model."
                )
            if not reader.follow(step.name, argument):
                return
    except (ValueError, IndexError, KeyError) as cause:
        reason = str(cause).strip(". ")[:80] or type(cause).__name__
        raise ImportFileError(f"{file} is damaged or truncated: {reason}.") from cause


class _Reader:
    """The stacks and the memory of PyTorch's reader, with counts in place of the values."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.values = 0
        self.stack: list[_Held] = []
        self.marked: list[list[_Held]] = []
        self.memory: dict[object, _Held] = {}

    def follow(self, step: str, argument: object) -> bool:
        """One step; False: the reader would stop here, at the end or because it refuses it."""
        if step in _SCALARS:
            self.stack.append(_SCALAR)
        elif step == "LONG1":
            short = isinstance(argument, int) and abs(argument) < 1 << 63
            self.stack.append(_SCALAR if short else _LONG)
        elif step in _EMPTY:
            self.stack.append(_Held(_EMPTY[step]))
        elif step in ("BINGET", "LONG_BINGET"):
            self.stack.append(self.memory[argument])
        elif step in ("BINPUT", "LONG_BINPUT"):
            self.memory[argument] = self.stack[-1]
        elif step == "GLOBAL":
            self.stack.append(_Held("global", name=str(argument).replace(" ", ".", 1)))
        elif step == "BINUNICODE":
            text = str(argument)
            self.stack.append(_Held("text", 1 + len(text), text[:20]))
        elif step in _TUPLES:
            self._tuple(self.stack[-_TUPLES[step] :], _TUPLES[step])
        elif known := _STEPS.get(step):
            known(self)
        else:
            return step == "PROTO"
        return True

    def mark(self) -> None:
        """Begin a new stack."""
        self.marked.append(self.stack)
        self.stack = []

    def tuple(self) -> None:
        """All since the mark becomes one value."""
        self._tuple(self._since_mark(), 0)

    def call(self) -> None:
        """A function or class by name is called with a tuple."""
        arguments, called = self.stack.pop(), self.stack.pop()
        parts, name = arguments.parts, called.name
        known = called.kind == "global" and name in _CALLED and arguments.kind == "tuple"
        if name == _ORDERED:
            known = known and not parts
        if name == _ENCODE:  # other codecs compress, or take the square of the length
            known = known and len(parts) == 2 and parts[1].name == "latin1"
        if not known:
            self._refuse_call(name if called.kind == "global" else "what it has made")
        size = 1 + sum(part.size for part in parts)
        self._count(size * _CHOSEN if name in _HASHING else size)
        kind = "dict" if name in (_ORDERED, _COUNTER) else "value"
        self.stack.append(_Held(kind, size, name))

    def build(self) -> None:
        """Attributes are set: those of an OrderedDict alone, as state dicts have them."""
        state, built = self.stack.pop(), self.stack[-1]
        if (built.kind, built.name, state.kind) != ("dict", _ORDERED, "dict"):
            self._refuse_call("__setstate__")
        self._count(state.size)

    def append(self) -> None:
        """One value to a list."""
        self._grow([self.stack.pop()])

    def appends(self) -> None:
        """All since the mark to a list."""
        self._grow(self._since_mark())

    def set_item(self) -> None:
        """One entry of a dict; its key is hashed."""
        value, key = self.stack.pop(), self.stack.pop()
        self._set([key, value])

    def set_items(self) -> None:
        """All since the mark as entries of a dict."""
        self._set(self._since_mark())

    def load_storage(self) -> None:
        """The numbers of a tensor, by a name that is looked up in a dict."""
        self._count(self.stack.pop().size)
        self.stack.append(_SCALAR)

    def _set(self, items: list[_Held]) -> None:
        keys = items[::2]
        self._count(sum(key.size * (_CHOSEN if key.kind == "tuple" else 1) for key in keys))
        self._grow(items)

    def _grow(self, parts: list[_Held]) -> None:
        if self.stack[-1].kind not in ("list", "dict"):
            raise ValueError("something is put into what is no list and no dict")
        self.stack[-1].grow(parts)

    def _tuple(self, parts: list[_Held], taken: int) -> None:
        if taken:
            if len(parts) < taken:
                raise IndexError("a tuple of more than there is")
            del self.stack[-taken:]
        depth = 1 + max((part.depth for part in parts), default=0)
        if depth > _DEEPEST:
            self._refuse_work()
        self.stack.append(_Held("tuple", 1 + sum(part.size for part in parts), "", parts, depth))

    def _since_mark(self) -> list[_Held]:
        parts, self.stack = self.stack, self.marked.pop()
        return parts

    def _count(self, values: int) -> None:
        self.values += values
        if self.values > _MOST_VALUES:
            self._refuse_work()

    def _refuse_work(self) -> None:
        raise ImportFileError(
            f"{self.file}: its description nests or repeats values without end; "
            "it was not followed."
        )

    def _refuse_call(self, name: str) -> None:
        raise ImportFileError(
            f"{self.file} cannot be read without running code from it: it calls {name[:80]}, "
            "which no plain tensor needs. Nothing was run."
        )


_SCALARS: Final = {
    *("NONE", "NEWFALSE", "NEWTRUE", "EMPTY_SET", "SHORT_BINSTRING"),
    *("BININT", "BININT1", "BININT2", "BINFLOAT"),
}
_EMPTY: Final = {"EMPTY_TUPLE": "tuple", "EMPTY_LIST": "list", "EMPTY_DICT": "dict"}
_TUPLES: Final = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
_STEPS: Final[dict[str, Callable[[_Reader], None]]] = {
    "MARK": _Reader.mark,
    "TUPLE": _Reader.tuple,
    "REDUCE": _Reader.call,
    "NEWOBJ": _Reader.call,
    "BUILD": _Reader.build,
    "APPEND": _Reader.append,
    "APPENDS": _Reader.appends,
    "SETITEM": _Reader.set_item,
    "SETITEMS": _Reader.set_items,
    "BINPERSID": _Reader.load_storage,
}
