"""The elements of a tensor in another order: constants as other constants."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Value
from tfir.ods.arrays import array_of, dense_of

from tfopt.rewrite.constants import elements_of


def transposed(build: Builder, value: Value, order: list[int]) -> Value:
    """A value with its dimensions in another order."""
    if order == list(range(len(order))):
        return value
    type = value.type.with_shape([value.type.shape[d] for d in order])
    return moved(build, value, type, lambda array: array.transpose(order), "stablehlo.transpose", permutation=order)


def reversed_along(build: Builder, value: Value, dimensions: list[int]) -> Value:
    """A value whose elements come the other way around along dimensions."""
    if not dimensions:
        return value
    return moved(build, value, value.type, lambda array: np.flip(array, tuple(dimensions)), "stablehlo.reverse", dimensions=dimensions)


def moved(build: Builder, value: Value, type, of_array: Callable[[np.ndarray], np.ndarray], name: str, **numbers: list[int]) -> Value:
    constant = elements_of(value)
    if constant is None:
        return build.value(name, [value], type, {key: DenseArrayAttr(each) for key, each in numbers.items()})
    content = dense_of(np.ascontiguousarray(of_array(array_of(constant))), type.element)
    return build.value("stablehlo.constant", [], type, {"value": content})
