"""Tensors at run time: those that ops put together, take apart, and give another type. What is not there is an error."""

from __future__ import annotations

import numpy as np

from tfir.ir.diagnostics import Error
from tfir.ir.types import shapes_fit
from tfir.ods.arrays import dtype_of
from tfir.ods.semantics import OpSemantics


class cast(OpSemantics):
    def evaluate(source, result_types):
        if not shapes_fit(source.shape, result_types[0].shape):
            raise Error(f"makes {result_types[0]} of a tensor of shape {list(source.shape)}")
        return source


class dim(OpSemantics):
    def evaluate(source, index):
        if not 0 <= index < source.ndim:
            raise Error(f"asks for dimension {index} of a tensor of rank {source.ndim}")
        return np.int64(source.shape[int(index)])


class rank(OpSemantics):
    def evaluate(tensor):
        return np.int64(tensor.ndim)


class from_elements(OpSemantics):
    def evaluate(elements, result_types):
        type = result_types[0]
        return np.array(elements, dtype_of(type.element)).reshape(type.shape)


class extract(OpSemantics):
    def evaluate(tensor, indices):
        return tensor[place_in(tensor, indices)]


class insert(OpSemantics):
    def evaluate(scalar, dest, indices):
        result = dest.copy()
        result[place_in(dest, indices)] = scalar
        return result


def place_in(tensor, indices) -> tuple[int, ...]:
    place = tuple([int(index) for index in indices])
    if not all([0 <= index < size for index, size in zip(place, tensor.shape)]):
        raise Error(f"index {list(place)} lies outside of a tensor of shape {list(tensor.shape)}")
    return place


class reshape(OpSemantics):
    def evaluate(source, shape):
        return source.reshape([int(size) for size in shape])


class empty(OpSemantics):
    def evaluate(dynamicSizes, result_types):
        """Elements that nothing was written to are 0."""
        type = result_types[0]
        return np.zeros(filled(type.shape, dynamicSizes), dtype_of(type.element))


class splat(OpSemantics):
    def evaluate(input, dynamicSizes, result_types):
        return np.full(filled(result_types[0].shape, dynamicSizes), input)


def filled(shape, sizes) -> list[int]:
    """A shape with its unknown sizes filled in."""
    each = iter(sizes)
    return [int(next(each)) if size is None else size for size in shape]
