"""Tensors that are stored in parts, each a box of the whole: a start and a length in each dimension."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from operator import mul

from tfir.ir.types import TensorType, Type, storage_bits
from tfir.proto import TensorSliceProto
from tfir.storage.datatypes import TYPES, number_of
from tfir.storage.tensors import QUANTIZED

Box = list[tuple[int, int]]


def width(element: Type) -> int:
    """How many bytes are stored of an element."""
    number = number_of(element)
    return storage_bits(TYPES[QUANTIZED[number]] if number in QUANTIZED else element) // 8


def extents_of(part: TensorSliceProto) -> list[tuple[int, int | None]]:
    """Start and length in each dimension, the length None for all of it."""
    return [(extent.start, extent.length if extent.HasField("length") else None) for extent in part.extent]


def box_of(extents: Sequence[tuple[int, int | None]], shape: Sequence[int]) -> Box | None:
    """Start and length of a part in each dimension; None where it lies outside the shape."""
    box = [(start, size - start if length is None else length) for (start, length), size in zip(extents, shape)]
    fits = all(start >= 0 and length >= 0 and start + length <= size for (start, length), size in zip(box, shape))
    return box if fits and len(extents) == len(shape) else None


def joined(type: TensorType, parts: Iterable[tuple[Box, bytes | memoryview]]) -> bytes | None:
    """The bytes of a whole tensor; None where its parts are more or less than it."""
    unit = width(type.element)
    whole, filled = bytearray(type.size * unit), 0
    for box, data in parts:
        at = 0
        for stretch in stretches(type.shape, box, unit):
            size = stretch.stop - stretch.start
            whole[stretch] = data[at : at + size]
            at += size
        filled += prod([length for _, length in box])
    return bytes(whole) if filled == type.size else None


def joined_strings(type: TensorType, parts: Iterable[tuple[Box, list[bytes]]]) -> list[bytes] | None:
    """The same of a tensor of strings."""
    whole: list[bytes | None] = [None] * type.size
    filled = 0
    for box, texts in parts:
        at = 0
        for stretch in stretches(type.shape, box, 1):
            size = stretch.stop - stretch.start
            whole[stretch] = texts[at : at + size]
            at += size
        filled += len(texts)
    texts = [text for text in whole if text is not None]
    return texts if filled == type.size == len(texts) else None


def stretches(shape: Sequence[int], box: Sequence[tuple[int, ...]], unit: int) -> Iterator[slice]:
    """Where the elements of a part lie among the bytes of the whole, in order; `unit` is what an element takes. The part has a start and
    a length in each dimension."""
    sizes, spans = [1, *shape], [(0, 1), *box]
    while len(spans) > 1 and spans[-1] == (0, sizes[-1]):  # all of a dimension: its elements lie side by side
        unit *= sizes.pop()
        spans.pop()
    *outer, (first, length) = spans
    strides = [unit * prod(sizes[axis + 1 :]) for axis in range(len(outer))]
    for place in product(*[range(start, start + count) for start, count in outer]):
        start = sum(map(mul, place, strides)) + first * unit
        yield slice(start, start + length * unit)
