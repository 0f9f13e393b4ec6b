"""Sums of products: dot_general and its relatives. Source: StableHLO specification, "dot_general"."""

from __future__ import annotations

from math import prod

import numpy as np

from tfir.dialects.stablehlo.conversion import convert_to
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.contraction import dot_general_shape
from tfir.ods.arrays import dtype_of, is_integer, is_narrow_float
from tfir.ods.semantics import OpSemantics


def accumulated_as(lhs, rhs, dtype):
    """The operands in the dtype in which products are summed: at least f32, and f64 where BLAS then is exact for integers."""
    if lhs.dtype == rhs.dtype == dtype and dtype in (np.float32, np.float64):
        return lhs, rhs
    if is_narrow_float(dtype) or is_narrow_float(lhs.dtype):
        wide = dtype if dtype == np.float64 or dtype.kind == "c" else np.float32
    elif is_integer(dtype) and all(is_integer(each.dtype) and each.dtype.itemsize <= 2 for each in (lhs, rhs)):
        wide = np.float64
    elif lhs.dtype == np.bool_:
        wide = np.float32
    else:
        wide = dtype
    return convert_to(lhs, np.dtype(wide)), convert_to(rhs, np.dtype(wide))


def finished(result, dtype):
    """A sum in its own type; what was summed exactly in f64 wraps as integers do."""
    if result.dtype == dtype:
        return result
    if dtype == np.bool_:
        return result != 0
    if is_integer(dtype) and result.dtype == np.float64:
        return convert_to(result.astype(np.int64), dtype)
    return convert_to(result, dtype)


class dot_general(OpSemantics):
    def evaluate(lhs, rhs, dot_dimension_numbers, result_types):
        return contracted(lhs, rhs, dot_dimension_numbers, dtype_of(result_types[0].element))

    def bind(lhs, rhs, dot_dimension_numbers, result_types):
        dtype = dtype_of(result_types[0].element)
        if not dtype_of(lhs.element) == dtype_of(rhs.element) == dtype or dtype not in (np.float32, np.float64):
            return None
        left, right = arranged(dot_dimension_numbers, lhs.shape, rhs.shape)
        shape = result_types[0].shape
        if left is None and right is None and shape == (*lhs.shape[:-1], rhs.shape[-1]):
            return np.matmul
        first, second = (as_it_is if each is None else each for each in (left, right))
        return lambda lhs, rhs: np.matmul(first(lhs), second(rhs)).reshape(shape)

    def channels(rhs, dot_dimension_numbers, result_types):
        batch, inner = dimensions_of(dot_dimension_numbers)[1]
        free = [axis for axis in range(rhs.rank) if axis not in batch + inner]
        return (result_types[0].rank - 1, free[0]) if len(free) == 1 else None

    def inputs(lhs, dot_dimension_numbers):
        left, right = dimensions_of(dot_dimension_numbers)
        return (left[1][0], right[1][0], 1) if len(left[1]) == 1 and not left[0] else None

    def rows(lhs, dot_dimension_numbers):
        batch, inner = dimensions_of(dot_dimension_numbers)[0]
        free = [axis for axis in range(lhs.rank) if axis not in batch + inner]
        return [(axis, place) for place, axis in enumerate((*batch, *free))]

    def terms(lhs, rhs, dot_dimension_numbers):
        sizes = [rhs.shape[axis] for axis in dimensions_of(dot_dimension_numbers)[1][1]]
        return None if None in sizes else prod(sizes)


def dimensions_of(numbers):
    """(batching, contracting) dimensions of the left, then of the right side."""
    return (
        (integers(numbers.lhs_batching_dimensions), integers(numbers.lhs_contracting_dimensions)),
        (integers(numbers.rhs_batching_dimensions), integers(numbers.rhs_contracting_dimensions)),
    )


def contracted(lhs, rhs, numbers, dtype):
    """dot_general: lhs and rhs -> [batching..., free of lhs..., free of rhs...], in `dtype`. Raises Error where contracted sizes differ."""
    shape = dot_general_shape(numbers, lhs.shape, rhs.shape)
    arrays = accumulated_as(lhs, rhs, dtype)
    left, right = [array if each is None else each(array) for array, each in zip(arrays, arranged(numbers, lhs.shape, rhs.shape))]
    product = complex_product if left.dtype.kind == "c" and left.size * right.shape[-1] <= FEW_PRODUCTS else np.matmul
    return finished(product(left, right), dtype).reshape(shape)


def arranged(numbers, left, right):
    """For operands of these shapes the functions that make matrices of them, [batching..., rows, inner] and [batching..., inner, columns]; None for
    one that is such a matrix."""
    (left_batch, left_inner), (right_batch, right_inner) = dimensions_of(numbers)
    left_free = [axis for axis in range(len(left)) if axis not in left_batch + left_inner]
    right_free = [axis for axis in range(len(right)) if axis not in right_batch + right_inner]
    batch = [left[axis] for axis in left_batch]
    rows, inner, columns = (
        prod([sizes[axis] for axis in axes]) for sizes, axes in ((left, left_free), (left, left_inner), (right, right_free))
    )
    return (
        arrangement([*left_batch, *left_free, *left_inner], left, (*batch, rows, inner)),
        arrangement([*right_batch, *right_inner, *right_free], right, (*batch, inner, columns)),
    )


def arrangement(order, sizes, shape):
    if order != sorted(order):
        return lambda array: array.transpose(order).reshape(shape)
    return None if tuple(sizes) == shape else lambda array: array.reshape(shape)


def as_it_is(array):
    return array


FEW_PRODUCTS = 1 << 20


def complex_product(left, right):
    """A matrix product of complex numbers whose real products are rounded before they are added, as XLA and the reference interpreter have
    it. BLAS fuses them, so that what cancels is off by more."""
    total = np.zeros((*left.shape[:-1], right.shape[-1]), left.dtype)
    for place in range(left.shape[-1]):
        total += left[..., place, None] * right[..., None, place, :]
    return total


class dot(OpSemantics):
    """The older form: the last dimension of the left side with the first of the right."""

    def evaluate(lhs, rhs, result_types):
        dtype = dtype_of(result_types[0].element)
        return finished(np.dot(*accumulated_as(lhs, rhs, dtype)), dtype)

    def channels(rhs, result_types):
        return (result_types[0].rank - 1, 1) if rhs.rank == 2 else None

    def inputs(lhs):
        return lhs.rank - 1, 0, 1

    def rows(lhs):
        return [(0, 0)] if lhs.rank == 2 else []

    def terms(rhs):
        return rhs.shape[0]


class einsum(OpSemantics):
    def evaluate(lhs, rhs, einsum_config):
        left, right = accumulated_as(lhs, rhs, lhs.dtype)
        return finished(np.einsum(einsum_config, left, right), lhs.dtype)


class unary_einsum(OpSemantics):
    """Sums and transposes one operand."""

    def evaluate(operand, einsum_config):
        wide, _ = accumulated_as(operand, operand, operand.dtype)
        return finished(np.einsum(einsum_config, wide), operand.dtype)
