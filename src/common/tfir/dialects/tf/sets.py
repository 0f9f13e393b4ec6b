"""Semantics: sets, which are the rows along the last axis of dense or sparse tensors; and how often numbers occur in rows."""

from __future__ import annotations

from collections import deque
from functools import partial
from itertools import groupby

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.sparse import as_places, check_order, in_rows
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh

OPERATIONS = {"a-b": set.difference, "b-a": lambda a, b: b - a, "intersection": set.intersection, "union": set.union}


def dense_sets(content) -> tuple[list, tuple]:
    """Each place with what gives its set, and the shape of the places."""
    if content.ndim < 2:
        raise Error(f"Shape rank must be at least 2, got {content.ndim}")
    outer = content.shape[:-1]
    return [(place, partial(set, content[place].tolist())) for place in np.ndindex(outer)], outer


def sparse_sets(indices, values, shape, validate_indices: bool) -> tuple[list, tuple]:
    """A set is a run of elements at one place: where order is not asked for, a place can have several. What is not come to may be wrong."""
    if len(shape) < 2:
        raise Error(f"Invalid rank {len(shape)}.")
    if validate_indices:
        check_order(indices, shape)
    outer, sets = tuple([int(size) for size in shape[:-1]]), []
    for place, run in groupby(zip(in_rows(indices), values.tolist()), lambda element: element[0][:-1]):
        places, elements = zip(*run)
        sets.append((place, partial(set_of, places, elements, shape[-1])))
    return sets, outer


def set_of(places: tuple, elements: tuple, end: int) -> set:
    """The elements of a set at these places, none of which may lie behind the end."""
    for row, (*outer, at) in enumerate(places):
        check_end(at, end, row, len(outer))
    return set(elements)


def check_ends(place: tuple, shape: tuple) -> None:
    for axis, (at, size) in enumerate(zip(place, shape)):
        check_end(at, size, 0, axis)


def check_end(at: int, size: int, row: int, axis: int) -> None:
    """Raises Error where an index lies behind the end, by its row in the set; TensorFlow does not look for one before the start."""
    if at >= size:
        raise Error(f"indices[{row}, {axis}] expected < {size}, got {at}.")


class SetOperation(OpSemantics, family=True):
    def infer():
        return [(count := fresh(), rank := fresh()), (count,), (rank,)]


def met(first: list, second: list, whole: bool):
    """The sets of two tensors by their places, each in its order: those of one place meet, and of others the lower comes first.

    `whole`: the first has every place, and what the second has out of its order is not reached.
    """
    left, right = deque(first), deque(second)
    while left or (right and not whole):
        place = left[0][0] if whole else min([sets[0][0] for sets in (left, right) if sets])
        yield place, *[sets.popleft()[1]() if sets and sets[0][0] == place else set() for sets in (left, right)]


def operation_of(first, second, set_operation: str, like, whole: bool = True) -> list:
    """The sets of two tensors combined place by place, as a sparse tensor with rising elements."""
    (a_sets, outer), (b_sets, other) = first, second
    if outer != other:
        raise Error(f"Mismatched shapes {listed(outer)} vs {listed(other)}")
    if set_operation.lower() not in OPERATIONS:
        raise Error(f"Invalid set_operation {set_operation}.")
    combine = OPERATIONS[set_operation.lower()]
    results = [(place, sorted(combine(a, b))) for place, a, b in met(a_sets, b_sets, whole)]
    for place, _ in results:
        check_ends(place, outer)
    places = [(*place, at) for place, elements in results for at in range(len(elements))]
    values = np.empty(len(places), like.dtype)
    values[:] = [element for _, elements in results for element in elements]
    longest = max([len(elements) for _, elements in results], default=0)
    return [as_places(places, len(outer) + 1), values, np.array([*outer, longest], np.int64)]


class DenseToDenseSetOperation(SetOperation):
    def evaluate(set1, set2, set_operation):
        return operation_of(dense_sets(set1), dense_sets(set2), set_operation, set1)


class DenseToSparseSetOperation(SetOperation):
    def evaluate(set1, set2_indices, set2_values, set2_shape, set_operation, validate_indices):
        second = sparse_sets(set2_indices, set2_values, set2_shape, validate_indices)
        return operation_of(dense_sets(set1), second, set_operation, set1)


class SparseToSparseSetOperation(SetOperation):
    def evaluate(
        set1_indices, set1_values, set1_shape, set2_indices, set2_values, set2_shape, set_operation, validate_indices
    ):  # fmt: skip
        first = sparse_sets(set1_indices, set1_values, set1_shape, validate_indices)
        second = sparse_sets(set2_indices, set2_values, set2_shape, validate_indices)
        return operation_of(first, second, set_operation, set1_values, whole=False)


class SetSize(OpSemantics):
    """How many different elements each set has."""

    def infer(set_shape):
        shape = set_shape.as_shape
        return None if shape is None else shape[:-1]

    def evaluate(set_indices, set_values, set_shape, validate_indices):
        sets, outer = sparse_sets(set_indices, set_values, set_shape, validate_indices)
        sizes = np.zeros(outer, np.int32)
        for place, elements in sets:
            check_ends(place, outer)
            sizes[place] = len(elements())
        return sizes


# How often numbers occur


class Counts(OpSemantics, family=True):
    """A sparse tensor that has for each row the sum of the weights of each number, or how often it is there, or 1."""

    infer = SetOperation.infer


def counted(rows, values, weights, minlength: int, maxlength: int, binary_output: bool, count: int | None) -> list:
    """Counts `values`, of which `rows` says where each is; without a number of rows all are one, and the result is a vector."""
    if (values < 0).any():
        raise Error("Input values must all be non-negative")
    sums: dict[tuple[int, int], int | float] = {}
    for at, (row, value) in enumerate(zip(rows.tolist(), values.tolist())):
        if maxlength < 0 or value < maxlength:
            by = weights[at] if weights.size else weights.dtype.type(1)
            sums[row, value] = weights.dtype.type(1) if binary_output else sums.get((row, value), weights.dtype.type(0)) + by
    largest = max([value for _, value in sums], default=0)
    width = maxlength if maxlength >= 0 else max(largest + 1, minlength)
    places, is_vector = sorted(sums), count is None
    shown = [place[1:] if is_vector else place for place in places]
    shape = [width] if is_vector else [count, width]
    return [as_places(shown, len(shape)), np.array([sums[place] for place in places], weights.dtype), np.array(shape, np.int64)]


def check_weights(weights, values) -> None:
    if weights.size and weights.shape != values.shape:
        raise Error("Weights and values must have the same shape.")


class DenseCountSparseOutput(Counts):
    def evaluate(values, weights, minlength, maxlength, binary_output):
        if values.ndim not in (1, 2):
            raise Error(f"Input must be a 1 or 2-dimensional tensor. Got shape: {listed(values.shape)}")
        check_weights(weights, values)
        if values.ndim == 2 and not len(values):
            raise Error("Invalid input: Shapes dimension cannot be 0.")
        rows = np.zeros(values.shape, int) if values.ndim == 1 else np.repeat(np.arange(len(values))[:, None], values.shape[1], 1)
        count = None if values.ndim == 1 else len(values)
        return counted(rows.ravel(), values.ravel(), weights.ravel(), minlength, maxlength, binary_output, count)


class SparseCountSparseOutput(Counts):
    def evaluate(indices, values, dense_shape, weights, minlength, maxlength, binary_output):
        check_weights(weights, values)
        is_vector = len(dense_shape) == 1
        rows = np.zeros(len(values), int) if is_vector else indices[:, 0]
        return counted(rows, values, weights, minlength, maxlength, binary_output, None if is_vector else int(dense_shape[0]))


class RaggedCountSparseOutput(Counts):
    def evaluate(splits, values, weights, minlength, maxlength, binary_output):
        splits = splits.ravel()  # of any rank, in TensorFlow's kernel
        if splits[0] != 0:
            raise Error("Splits must start with 0")
        if splits[-1] != values.size:
            raise Error(f"Splits must end with the number of values, got {splits[-1]} instead of {values.size}")
        check_weights(weights, values)
        rows = np.searchsorted(np.maximum.accumulate(splits[1:]), np.arange(values.size), "right")
        return counted(rows, values.ravel(), weights, minlength, maxlength, binary_output, len(splits) - 1)
