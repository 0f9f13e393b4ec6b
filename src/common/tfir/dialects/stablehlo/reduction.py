"""Many numbers to few: reduce and map. Source: StableHLO specification, "Ops".

A region arrives in `regions` as a computation that works on whole arrays, element by element. One that is a single known op
(`combines`) is left to NumPy; any other is applied to one after the other where they are few, as StableHLO's reference interpreter
does, else to neighbours in pairs until one is left, which keeps their order too.
"""

from __future__ import annotations

import math

import numpy as np

from tfir.dialects.stablehlo.bodies import as_arguments, on_arrays
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ods.arrays import NATIVE, converted, element_of, has_negative_zero, is_narrow_float, widened
from tfir.ods.semantics import OpSemantics

# What NumPy reduces and scatters by itself. Integer sums must wrap in their own width, so the dtype is always given.
REDUCTIONS = {
    "stablehlo.add": np.add, "stablehlo.multiply": np.multiply, "stablehlo.maximum": np.maximum,
    "stablehlo.minimum": np.minimum, "stablehlo.and": np.bitwise_and, "stablehlo.or": np.bitwise_or,
    "stablehlo.xor": np.bitwise_xor,
}  # fmt: skip


class reduce(OpSemantics):
    def evaluate(inputs, init_values, dimensions, regions, op):
        return reduced(*promoted(op, inputs, init_values, regions[0]), tuple(integers(dimensions)), regions[0])

    def bind(inputs, init_values, dimensions, regions):
        ufunc, initial = REDUCTIONS.get(regions[0].combines), init_values[0].value
        is_plain = len(inputs) == 1 and inputs[0].element in NATIVE and inputs[0].element is init_values[0].element
        if not is_plain or ufunc is None or initial is None:
            return None
        return reducing(ufunc, inputs[0].shape, initial, tuple(integers(dimensions)))


def promoted(op, inputs, init_values, body):
    """The inputs and initial values of a reduction as its body takes them."""
    count = len(inputs)
    return as_arguments(body, inputs, op.operands[:count], first=count), as_arguments(body, init_values, op.operands[count:])


def reduced(inputs, init_values, axes, body):
    """The results of stablehlo.reduce: each of `inputs` combined along `axes` by `body`, beginning with its initial value."""
    ufunc = REDUCTIONS.get(body.combines)
    if len(inputs) == 1 and ufunc is not None and inputs[0].dtype == init_values[0].dtype and is_reducible(inputs[0].dtype):
        return [reduced_by(ufunc, inputs[0], init_values[0], axes)]
    kept = [axis for axis in range(inputs[0].ndim) if axis not in axes]
    shape = [inputs[0].shape[axis] for axis in kept]
    count = math.prod([inputs[0].shape[axis] for axis in axes])
    flat = [part.transpose(*kept, *axes).reshape(*shape, count) for part in inputs]
    return reduced_pairwise(flat, init_values, body)


def is_reducible(dtype) -> bool:
    """Whether NumPy's own reductions take the dtype."""
    return dtype.kind not in "cV" or is_narrow_float(dtype)


def reduced_by(ufunc, array, initial, axes):
    """One array reduced by a ufunc along `axes`, beginning with the scalar `initial`. Narrow floats are accumulated in f32."""
    dtype = array.dtype
    if is_narrow_float(dtype):
        return converted(reduced_by(ufunc, widened(array), widened(initial), axes), dtype)
    if ufunc is np.add and is_neutral(ufunc, initial) and dtype.kind == "f" and 0 < len(axes):
        return sum_by_product(array, axes)
    if is_neutral(ufunc, initial) and array.size:
        return with_signs_of_zeros(ufunc, np.asarray(ufunc.reduce(array, axes, dtype)), array, None, any_along(axes))
    result = ufunc.reduce(array, axes, dtype, initial=initial.item() if dtype.kind == "b" else initial[()])
    return with_signs_of_zeros(ufunc, np.asarray(result, dtype), array, initial, any_along(axes))


def with_signs_of_zeros(ufunc, result, array, initial, any_of):
    """What a maximum or minimum comes to, where zeros are told apart: +0 is the larger, and NumPy answers either. `any_of` reduces truth values, those of the
    elements and that of the initial value, which is None where it is neutral."""
    is_minimum = ufunc is np.minimum
    if array.dtype.char not in "efd" or not (is_minimum or ufunc is np.maximum) or result.all():
        return result
    if not is_minimum and not has_negative_zero(result):  # +0 is the larger wherever it stands
        return result
    if not has_negative_zero(array) and (initial is None or not has_negative_zero(initial)):
        return result
    begins = initial is not None and bool(goes_before(initial, is_minimum))
    chosen = any_of(goes_before(array, is_minimum), begins)
    return np.where(result == 0, np.where(chosen == is_minimum, result.dtype.type(-0.0), result.dtype.type(0)), result)


def goes_before(array, is_minimum: bool):
    """Where an array has zeros of the sign that goes before the other."""
    return (array == 0) & (np.signbit(array) == is_minimum)


def any_along(axes):
    return lambda flags, begins: np.any(flags, axes) | begins


def reducing(ufunc, sizes, initial, axes):
    """`reduced_by` as a function of arrays of a shape, of a type that NumPy reduces as it is; None where it depends on more than that."""
    dtype = initial.dtype
    if is_narrow_float(dtype) or dtype.kind not in "fiu" or 0 in sizes or not is_neutral(ufunc, initial):
        return None
    if ufunc is np.add and dtype.kind == "f" and axes:
        product = product_of_ones(sizes, axes, dtype)
        if product is not None:
            return lambda array, *_: product(array) if array.flags.c_contiguous else np.asarray(np.add.reduce(array, axes, dtype))
    told = any_along(axes)
    return lambda array, *_: with_signs_of_zeros(ufunc, np.asarray(ufunc.reduce(array, axes, dtype)), array, None, told)


def sum_by_product(array, axes):
    """A sum over leading or trailing axes as a product with ones, which BLAS does faster than a strided sum; else NumPy's pairwise sum."""
    product = product_of_ones(array.shape, axes, array.dtype) if array.flags.c_contiguous else None
    return np.asarray(np.add.reduce(array, axes, array.dtype)) if product is None else product(array)


def product_of_ones(sizes, axes, dtype):
    """A sum over leading axes, or few numbers along trailing ones, of arrays whose elements lie in order as a function of them; None of others."""
    shape = [size for axis, size in enumerate(sizes) if axis not in axes]
    count, inner = (max(1, math.prod([sizes[axis] for axis in axes])), math.prod(shape))
    run = sorted(axes)
    if run == list(range(len(shape), len(sizes))) and inner >= 8 and 16 <= count <= MOST_IN_A_ROW:
        return lambda array: (array.reshape(inner, count) @ np.ones(count, dtype)).reshape(shape)
    outer = math.prod(sizes[: run[0]])
    if not shape or outer != 1 or run != list(range(run[0], run[-1] + 1)) or inner < 16 or count < 16:
        return None
    return lambda array: (np.ones(count, dtype) @ array.reshape(count, inner)).reshape(shape)


def is_neutral(ufunc, initial) -> bool:
    """Whether starting from this value changes nothing."""
    value = initial.item()
    if ufunc is np.add:
        return value == 0
    if ufunc is np.multiply:
        return value == 1
    lowest, highest = element_of(initial.dtype).limits
    return (ufunc is np.maximum and value == lowest) or (ufunc is np.minimum and value == highest)


MOST_IN_A_ROW = 4096  # elements that BLAS adds up along a row, which it does in fewer parts than NumPy
FEW = 64  # elements: to combine them in order rounds as the reference interpreter and XLA do


def reduced_pairwise(parts, init_values, body):
    """Reduces the last axis: few in order, of more neighbours until one element is left; the initial values come first of all."""
    wide = [first.dtype for first in init_values]
    parts = [part.astype(dtype) if part.dtype != dtype else part for part, dtype in zip(parts, wide)]
    shape, body = parts[0].shape[:-1], on_arrays(body)
    starts = [np.broadcast_to(first, shape) for first in init_values]
    if parts[0].shape[-1] == 0:
        return [start.copy() for start in starts]
    if parts[0].shape[-1] <= FEW:
        for place in range(parts[0].shape[-1]):
            starts = body(*starts, *[part[..., place] for part in parts])
        return [np.array(np.broadcast_to(start, shape)) for start in starts]
    while parts[0].shape[-1] > 1:
        length = parts[0].shape[-1]
        even = length - length % 2
        combined = body(*[part[..., 0:even:2] for part in parts], *[part[..., 1:even:2] for part in parts])
        parts = [np.concatenate([new, old[..., even:]], -1) if even < length else new for new, old in zip(combined, parts)]
    return [np.array(np.broadcast_to(part, shape)) for part in body(*starts, *[part[..., 0] for part in parts])]


class map(OpSemantics):
    def evaluate(inputs, regions):
        return [np.broadcast_to(part, inputs[0].shape) for part in on_arrays(regions[0])(*inputs)]
