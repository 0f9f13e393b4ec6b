"""Functions of one stored integer, as a table of what they give for each of them."""

from __future__ import annotations

from math import log2

from tfir.dialects.tfl.fixed_point import storage_of
from tfir.dialects.tfl.in_tensorflow import Number, constant, tf
from tfir.ir.types import I32
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def storage_limits(element: Any) -> tuple[int, int]:
    """The least and the largest number of a storage type."""
    storage: Any = storage_of(element)
    low, high = (0, (1 << storage.width) - 1) if storage.signedness == "u" else (-1 << storage.width - 1, (1 << storage.width - 1) - 1)
    return low, high


def looked_up(x: Number, table: Any, element: Any) -> Number:
    """The entries of a table for stored integers, of which the least has the first."""
    low, _ = storage_limits(x.element)
    place = x.to(I32)
    return tf("GatherV2", constant(table, element), place - low if low else place, constant(0))


def by_table(x: Number, result: Any, function: Callable[[Any], Any]) -> Number:
    """A function of stored integers, all of them as i64, whose results are limited to what the quantized type of the result holds."""
    low, high = storage_limits(x.element)
    table = function(np.arange(low, high + 1, dtype=np.int64))
    return looked_up(x, np.clip(table, *storage_limits(result)), storage_of(result))


def half_away(numbers: Any) -> Any:
    """To the nearest integer, ties away from zero."""
    return np.copysign(np.floor(np.abs(numbers) + numbers.dtype.type(0.5)), numbers)


def of_reals(x: Number, result: Any, function: Callable[[Any], Any]) -> Number:
    """A function of the numbers that stored integers stand for. Of 16 bits it is known at 513 places, with straight lines between."""
    scale, zero = np.float32(result.scales[0]), result.zero_points[0]
    if storage_of(x.quantized).width == 16:
        low, high = ((each - x.zero) * float(x.scale) for each in (-32768, 32767))
        least, most = ((each - zero) * float(scale) for each in (-32768, 32767))
        return by_table(x, result, lambda numbers: interpolated(places_of(function, low, high, least, most), numbers))

    def of_stored(numbers: Any) -> Any:
        given = x.scale * (numbers - x.zero).astype(np.float32)
        with np.errstate(all="ignore"):
            there = function(given.astype(np.float64)).astype(np.float32)
        return (half_away(there * (np.float32(1) / scale)) + np.float32(zero)).astype(np.int64)

    return by_table(x, result, of_stored)


def places_of(function: Callable[[Any], Any], low: float, high: float, least: float = -1.0, most: float = 1.0, floats: str = "f4") -> Any:
    """A function at 513 places between two numbers, as integers of 16 bits for results between two others. Each is moved by half of what the line to the next is off in the middle.
    Computed with floats of so many bytes."""
    kind: Any = np.dtype(floats).type
    step = kind((kind(high) - kind(low)) / kind(512))
    factor = kind(kind(65536) / kind(kind(most) - kind(least)))
    starts = kind(low) + np.arange(512, dtype=kind) * step

    def of(places: Any) -> Any:
        return function(places.astype(np.float64)).astype(kind)

    here, middle, there = of(starts), of(starts + step / kind(2)), of(starts + step)
    sample = half_away(here * factor)
    line = half_away((there * factor + half_away(here * factor)) / kind(2))
    bias = half_away((line - half_away(middle * factor)) / kind(2))
    last = half_away(of(np.array([high], kind)) * factor)
    return np.clip(np.concatenate([sample - bias, last]), -32768, 32767).astype(np.int64)


def interpolated(table: Any, numbers: Any) -> Any:
    """Entries of a table of 513 places for integers of 16 bits, by straight lines."""
    place, rest = 256 + (numbers >> 7), numbers & 0x7F
    return table[place] + (((table[place + 1] - table[place]) * rest + 64) >> 7)


# Sigmoid and tangent of 16 bits


# Where TFLite's own table of the sigmoid has one more than the nearest integer.
ONE_MORE = (
    4, 8, 12, 14, 15, 16, 17, 19, 20, 21, 22, 25, 27, 28, 29, 30, 31, 33, 34, 35, 37, 39, 40, 41, 43, 44, 45, 46, 49, 50, 54, 62, 63, 64, 66, 82,
    86, 93, 100, 103, 112, 116, 135, 255,
)  # fmt: skip


def sigmoid_places() -> Any:
    """65536 / (1 + exp(-i / 24)), for i below 256."""
    table = np.floor(65536 / (1 + np.exp(-np.arange(256) / 24)) + 0.5).astype(np.int64)
    table[list(ONE_MORE)] += 1
    return table


def scaled_for_sigmoid(x: Number, numbers: Any, tangent: bool) -> Any:
    """Integers in units of 1 / 12288, in which 17 bits reach to 10.7."""
    power = log2(float(x.scale))
    whole = int(np.rint(power))
    shift = 12 + whole
    if abs(power - whole) < 1e-3 and (shift in (0, 1) if tangent else shift == 0):
        return numbers * (3 << shift)
    multiplier, shift = float(x.scale) * 4096 * 3, 0
    while multiplier <= 32767.0 / 2.0 and shift <= 30:
        shift, multiplier = shift + 1, multiplier * 2
    return (numbers * int(multiplier) + ((1 << (shift - 1)) if shift > 0 else 0)) >> shift


def between_places(scaled: Any, bits: int) -> Any:
    """The table of the sigmoid at magnitudes with so many bits behind its places, on lines between these, times 2 to that power."""
    table, size = sigmoid_places(), np.abs(scaled)
    place = np.minimum(size >> bits, 254)
    line = (table[place] << bits) + (size & ((1 << bits) - 1)) * (table[place + 1] - table[place])
    return np.where(size >> bits >= 255, LAST[bits], line)


# What the function is beyond the table, by the bits behind its places
LAST = {9: 0x7FFF << 10, 8: 0xFFFF << 8}


def logistic16(x: Number, result: Any) -> Number:
    def function(numbers: Any) -> Any:
        scaled = scaled_for_sigmoid(x, numbers, False)
        line = between_places(scaled, 9)
        return np.where(scaled >= 0, line + (1 << 9), (1 << 25) - line + (1 << 9) - 1) >> 10

    return by_table(x, result, function)


def tanh16(x: Number, result: Any) -> Number:
    def function(numbers: Any) -> Any:
        scaled = scaled_for_sigmoid(x, numbers, True)
        line = between_places(scaled, 8)
        return np.where(scaled >= 0, line - (1 << 23) + (1 << 7), -line + (1 << 23) + (1 << 7) - 1) >> 8

    return by_table(x, result, function)


def sigmoid(x: Number, result: Any) -> Number:
    return of_reals(x, result, lambda numbers: 1 / (1 + np.exp(-numbers)))


def tangent(x: Number, result: Any) -> Number:
    return of_reals(x, result, np.tanh)
