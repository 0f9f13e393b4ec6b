"""Result types of what combines elements along axes."""

from __future__ import annotations

from tfir.dialects.relay.inference.elementwise import like
from tfir.ir.types import I32
from tfir.ods import shapes
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import axis_in


def axes_of(rank: int, axis, exclude: bool) -> list[int]:
    """The axes that go: those named, all where none is, or with `exclude` all others."""
    named = list(range(rank)) if axis is None else [axis_in(at, rank) for at in axis]
    return [at for at in range(rank) if (at in named) is not exclude] if axis is not None else named


def reduced(data, axis, keepdims, exclude):
    return AbstractValue(reduced_shape(data, axis, keepdims, exclude), data.element)


def reduced_shape(data, axis, keepdims, exclude):
    return shapes.reduce(data.shape, axes_of(data.rank, axis, exclude), keepdims)


def places(data, axis, keepdims, exclude):
    return AbstractValue(reduced_shape(data, axis, keepdims, exclude), I32)


def running(data, axis, dtype):
    if axis is None:
        return AbstractValue((shapes.product(data.shape),), dtype or data.element)
    axis_in(axis, data.rank)
    return like(data, dtype)


INFER = dict.fromkeys("all any max mean min prod sum variance".split(), reduced) | {
    "argmax": places, "argmin": places, "cumsum": running, "cumprod": running,
}  # fmt: skip
