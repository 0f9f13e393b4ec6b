"""Sums of products: dot_general and its relatives. Source: StableHLO specification, "dot_general"."""

from __future__ import annotations

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
        wide = np.float64 if dtype == np.float64 else np.float32
    elif is_integer(dtype) and is_integer(lhs.dtype) and lhs.dtype.itemsize <= 2:
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


def dimensions_of(numbers):
    """(batching, contracting) dimensions of the left, then of the right side."""
    return (
        (integers(numbers.lhs_batching_dimensions), integers(numbers.lhs_contracting_dimensions)),
        (integers(numbers.rhs_batching_dimensions), integers(numbers.rhs_contracting_dimensions)),
    )


def contracted(lhs, rhs, numbers, dtype):
    """dot_general: lhs and rhs -> [batching..., free of lhs..., free of rhs...], in `dtype`. Raises Error where contracted sizes differ."""
    (left_batch, left_inner), (right_batch, right_inner) = dimensions_of(numbers)
    shape = dot_general_shape(numbers, lhs.shape, rhs.shape)
    left, right = accumulated_as(lhs, rhs, dtype)
    left_free = [axis for axis in range(lhs.ndim) if axis not in left_batch + left_inner]
    right_free = [axis for axis in range(rhs.ndim) if axis not in right_batch + right_inner]
    inner = int(np.prod([lhs.shape[axis] for axis in left_inner], dtype=np.int64))
    batch = [lhs.shape[axis] for axis in left_batch]
    rows = int(np.prod([lhs.shape[axis] for axis in left_free], dtype=np.int64))
    columns = int(np.prod([rhs.shape[axis] for axis in right_free], dtype=np.int64))
    left = left.transpose(*left_batch, *left_free, *left_inner).reshape(*batch, rows, inner)
    right = right.transpose(*right_batch, *right_inner, *right_free).reshape(*batch, inner, columns)
    product = complex_product if left.dtype.kind == "c" and left.size * columns <= FEW_PRODUCTS else np.matmul
    return finished(product(left, right), dtype).reshape(shape)


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


class einsum(OpSemantics):
    def evaluate(lhs, rhs, einsum_config):
        left, right = accumulated_as(lhs, rhs, lhs.dtype)
        return finished(np.einsum(einsum_config, left, right), lhs.dtype)


class unary_einsum(OpSemantics):
    """Sums and transposes one operand."""

    def evaluate(operand, einsum_config):
        wide, _ = accumulated_as(operand, operand, operand.dtype)
        return finished(np.einsum(einsum_config, wide), operand.dtype)
