"""Sorting out the largest, products with ragged groups, scans. Source: openxla/stablehlo, ChloOps.td."""

from __future__ import annotations

import numpy as np

from tfir.dialects.stablehlo.contraction import contracted
from tfir.dialects.stablehlo.elementwise import total_order
from tfir.ods.arrays import dtype_of, is_float
from tfir.ods.semantics import OpSemantics


class top_k(OpSemantics):
    """Of equal numbers the first comes first. NaN of positive sign comes before infinity, as in IEEE 754's totalOrder, by which XLA sorts."""

    def evaluate(operand, k):
        keys = total_order(operand) if is_float(operand.dtype) else operand
        last = operand.shape[-1] - 1
        order = last - np.argsort(keys[..., ::-1], -1, kind="stable")[..., ::-1][..., :k]
        return [np.take_along_axis(operand, order, -1), order.astype(np.int32)]


class ragged_dot(OpSemantics):
    """`dot_general` in which each group of places along one dimension of the left side meets a matrix of its own.

    Groups follow each other in the ragged dimension. Of a dimension that is not contracted each group takes its part of the right side, and
    places that no group has give 0: [M, K], [G, K, N] -> [M, N]. A contracted one gives a product for each group: [M, K], [K, N] -> [G, M, N].
    Groups of a batching one are those of a plain product.
    """

    def evaluate(lhs, rhs, group_sizes, ragged_dot_dimension_numbers, result_types):
        dims, dtype = ragged_dot_dimension_numbers, dtype_of(result_types[0].element)
        ragged = dims.lhs_ragged_dimensions[0]
        if ragged in dims.lhs_batching_dimensions:
            return contracted(lhs, rhs, dims, dtype)
        masks = group_masks(lhs, dims, group_sizes)
        if ragged in dims.lhs_contracting_dimensions:
            return np.stack([contracted(np.where(mask, lhs, lhs.dtype.type(0)), rhs, dims, dtype) for mask in masks])
        return sum_of_groups(lhs, rhs, masks, dims, dtype)


def group_masks(lhs, dims, group_sizes):
    """For each group which places of the left side are of it, in an array that broadcasts to that. Sizes may differ along the dimensions
    that stand before the ragged one: batching ones, and of its own kind."""
    ragged = dims.lhs_ragged_dimensions[0]
    batching, contracting = tuple(dims.lhs_batching_dimensions), tuple(dims.lhs_contracting_dimensions)
    if ragged in contracting:
        prefix = (*batching, *contracting[: contracting.index(ragged)])
    else:
        prefix = (*batching, *[axis for axis in range(ragged) if axis not in batching + contracting])
    ends = np.cumsum(group_sizes.astype(np.int64), -1)
    places = np.arange(lhs.shape[ragged]).reshape([-1 if axis == ragged else 1 for axis in range(lhs.ndim)])
    for group in range(group_sizes.shape[-1]):
        end, size = ends[..., group], group_sizes[..., group].astype(np.int64)
        if group_sizes.ndim > 1:  # [prefix...] -> a dimension for each of the left side's
            end, size = [spread(each, prefix, lhs.ndim) for each in (end, size)]
        yield (places >= end - size) & (places < end)


def spread(array, axes, rank: int):
    order = np.argsort(axes)
    sizes = dict(zip(axes, array.shape))
    return array.transpose(order).reshape([sizes.get(axis, 1) for axis in range(rank)])


def sum_of_groups(lhs, rhs, masks, dims, dtype):
    """Each group's product with its part of the right side; where a place is of no group, 0."""
    group_axis = dims.rhs_group_dimensions[0]
    plain = without_axis(dims, group_axis)
    total = None
    for number, mask in enumerate(masks):
        of_group = np.where(mask, lhs, lhs.dtype.type(0))
        product = contracted(of_group, np.take(rhs, number, group_axis), plain, dtype)
        total = product if total is None else total + product
    return total


def without_axis(dims, axis: int):
    """The dimension numbers when a dimension of the right side is gone."""
    from types import SimpleNamespace

    def fewer(axes):
        return tuple([each - (each > axis) for each in axes])

    return SimpleNamespace(
        lhs_batching_dimensions=dims.lhs_batching_dimensions, lhs_contracting_dimensions=dims.lhs_contracting_dimensions,
        rhs_batching_dimensions=fewer(dims.rhs_batching_dimensions), rhs_contracting_dimensions=fewer(dims.rhs_contracting_dimensions),
    )  # fmt: skip


class scan(OpSemantics):
    """Steps along one dimension: the body takes a slice of each input and what the step before carried, and gives a slice of each output and
    what the next step gets."""

    def evaluate(inputs, inits, dimension, is_reverse, regions, result_types):
        carries, steps = list(inits), []
        count = len(result_types) - len(inits)
        length = inputs[0].shape[dimension] if inputs else result_types[0].shape[dimension]
        for place in reversed(range(length)) if is_reverse else range(length):
            outcome = regions[0](*[np.take(each, place, dimension) for each in inputs], *carries)
            steps.append(outcome[:count])
            carries = list(outcome[count:])
        if is_reverse:
            steps.reverse()
        outputs = [stacked([step[number] for step in steps], type, dimension) for number, type in enumerate(result_types[:count])]
        return [*outputs, *carries]


def stacked(slices, type, dimension: int):
    return np.stack(slices, dimension) if slices else np.zeros(type.shape, dtype_of(type.element))
