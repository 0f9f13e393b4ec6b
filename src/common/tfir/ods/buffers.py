"""Buffers at run time: memory that programs write to, as NumPy arrays of a class of their own. What sees a part of it, in any order of
dimensions, is a view of the same memory; a load copies.

The elements of a buffer of vectors are its last dimensions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.ods.arrays import Array


class Buffer(np.ndarray[Any, np.dtype[Any]]):
    """An array that is a place rather than a value: it is never copied, frozen or used again for something else."""


def as_buffer(array: Array) -> Buffer:
    """A buffer with a copy of an array's elements."""
    return np.array(array, order="C").view(Buffer)


def value_in(elements: Array) -> Array:
    """What lies in a buffer, or in one of its elements, as a value that does not change with it."""
    return np.array(elements) if isinstance(elements, np.ndarray) else elements


def place_in(buffer: Array, indices: Iterable[Any]) -> tuple[int, ...]:
    """The indices as numbers. Raises Error where one lies outside."""
    place = tuple([int(index) for index in indices])
    for at, (index, size) in enumerate(zip(place, buffer.shape)):
        if not 0 <= index < size:
            raise Error(f"index {index} lies outside of dimension {at}, of size {size}")
    return place
