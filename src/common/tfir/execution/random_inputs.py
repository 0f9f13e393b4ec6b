"""Random inputs for running a program without data: by a seed, the same at every stage."""

from __future__ import annotations

import re
from zlib import crc32

import numpy as np

from tfir.execution.entry import Entry, Port, plain_name
from tfir.execution.inputs import Given, read_values
from tfir.execution.values import TYPED, element_type, typed
from tfir.ir.dense import ElementsAttr
from tfir.ir.types import TensorType
from tfir.ods.arrays import array_of, dtype_of, is_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FILLING = re.compile(r"random(?::(\d+))?|zeros")
UNKNOWN_SIZE = 2
LARGEST_INTEGER = 10


class RandomInputs:
    """Arrays by feed. A feed's array depends on the seed, its name and its type alone; those in the file of `path` come first.

    Sizes that the type leaves open are those of `shapes` (name -> sizes), else `UNKNOWN_SIZE`; the first one is `batch`, if that is given.
    """

    def __init__(
        self, seed: int, path: str | None = None, shapes: Mapping[str, tuple[int | None, ...]] | None = None, batch: int | None = None
    ):
        self.seed, self.path, self.shapes, self.batch = seed, path, shapes or {}, batch
        self.given = {value.name: value.array for value in read_values([f"@{path}"], "inputs")} if path is not None else {}
        self.sizes: dict[tuple[str, int], tuple[int, ...]] = {}

    def arrays(self, entry: Entry) -> list[np.ndarray]:
        """One array for each feed. A variable that a constant says the first value of has that one: it counts what was drawn."""
        constants = [port.initial if isinstance(port.initial, ElementsAttr) else None for port in entry.feeds]
        return [
            self.array(entry.name, index, port) if initial is None else array_of(initial)
            for index, (port, initial) in enumerate(zip(entry.feeds, constants))
        ]

    def array(self, function: str, index: int, port: Port) -> np.ndarray:
        dtype = dtype_of(tensor_type(port).element)
        if port.name in self.given:
            return typed(self.given[port.name], dtype)
        shape = self.shape(function, index, port)
        return random_array(np.random.default_rng([self.seed, crc32(port.name.encode()), index]), shape, dtype)

    def shape(self, function: str, index: int, port: Port) -> tuple[int, ...]:
        """Once chosen for a feed, sizes stay, as far as a later type allows it."""
        declared = tensor_type(port).shape
        chosen = self.shapes.get(port.name) or self.sizes.get((function, index)) or ()
        if declared is None:
            declared = (None,) * len(chosen)
        sizes = chosen if len(chosen) == len(declared) else (None,) * len(declared)
        unsaid = [self.batch or UNKNOWN_SIZE, *[UNKNOWN_SIZE] * len(declared)]
        settled = tuple([next(size for size in each if size is not None) for each in zip(declared, sizes, unsaid)])
        self.sizes[function, index] = settled
        return settled


def filling(text: str) -> Callable[[Port], np.ndarray] | None:
    """What `random`, `random:SEED` or `zeros` fills a feed with; None for any other text."""
    match = FILLING.fullmatch(text)
    if match is None:
        return None
    drawn = RandomInputs(int(match[1] or 0))
    return zeros if text == "zeros" else lambda port: drawn.array("", 0, port)


def zeros(port: Port) -> np.ndarray:
    """Zeros, or empty words, of the shape that a random array would have."""
    dtype, shape = dtype_of(tensor_type(port).element), RandomInputs(0).shape("", 0, port)
    return np.full(shape, b"", object) if dtype == np.object_ else np.zeros(shape, dtype)


def given_filling(text: str) -> Given | None:
    """The value of `[NAME=][TYPE=]random` or `zeros` behind a name or a type, which says the sizes that its feed leaves open; None for another
    text."""
    head, equals, word = text.rpartition("=")
    fill = filling(word) if equals else None
    if fill is None:
        return None
    name, _, kind = head.rpartition("=")
    typed = TYPED.fullmatch(f"{kind}=")
    if typed is None:
        return Given(plain_name(head), None, text, made=fill)
    shape = tuple([int(size) for size in typed[1].split("x") if size])
    port = Port(name, TensorType(shape, element_type(typed[2], text)), True)
    return Given(plain_name(name) or None, fill(port), text)


def tensor_type(port: Port) -> TensorType:
    assert isinstance(port.type, TensorType)
    return port.type


def random_array(generator: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Numbers near 0 on both sides of it, zeros among them; small whole numbers that may be indices; words."""
    if dtype == np.object_:
        words = np.empty(shape, object)
        words.reshape(-1)[:] = [b"word %d" % number for number in generator.integers(0, LARGEST_INTEGER, int(np.prod(shape)))]
        return words
    if dtype == np.bool_:
        return generator.integers(0, 2, shape).astype(np.bool_)
    if is_float(dtype) or dtype.kind == "c":
        numbers = generator.standard_normal(shape) * (generator.random(shape) > 0.05)
        return np.asarray(numbers + 1j * generator.standard_normal(shape) if dtype.kind == "c" else numbers).astype(dtype)
    return np.asarray(generator.integers(0, LARGEST_INTEGER, shape)).astype(dtype)
