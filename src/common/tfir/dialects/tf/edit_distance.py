"""Semantics: how many insertions, deletions and replacements lead from one sequence to another."""

from __future__ import annotations

from itertools import groupby
from math import prod

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.sparse import as_places, merged
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics


class EditDistance(OpSemantics):
    """Sequences lie along the last axis of two sparse tensors; where one is missing it is empty. Shares are of the truth's length."""

    def infer(hypothesis_shape, truth_shape):
        sides = [side.as_shape for side in (hypothesis_shape, truth_shape)]
        if any([side is None or not all([isinstance(size, int) for size in side]) for side in sides]):
            return None
        return tuple([max(pair) for pair in zip(*[side[:-1] for side in sides], strict=True)])

    def evaluate(
        hypothesis_indices, hypothesis_values, hypothesis_shape, truth_indices, truth_values, truth_shape, normalize
    ):  # fmt: skip
        check("hypothesis", hypothesis_indices, hypothesis_values, hypothesis_shape)
        check("truth", truth_indices, truth_values, truth_shape)
        if len(truth_shape) < 2:
            raise Error(f"Input SparseTensors must have rank at least 2, but truth_shape rank is: {len(truth_shape)}")
        if len(truth_shape) != len(hypothesis_shape):
            shapes = f"{listed(truth_shape.shape)} and {listed(hypothesis_shape.shape)}"
            raise Error(f"Expected truth and hypothesis to have matching ranks, but their shapes are: {shapes}")
        result = np.zeros(np.maximum(hypothesis_shape, truth_shape)[:-1], np.float32)
        hypotheses, truths = sequences(hypothesis_indices, hypothesis_values), sequences(truth_indices, truth_values)
        rank, flat = result.ndim, result.reshape(-1)
        strides = [prod(result.shape[at + 1 :]) for at in range(rank)]
        for place, one, other in merged(as_places([*hypotheses[0]], rank), as_places([*truths[0]], rank)):
            position = sum([at * stride for at, stride in zip(place, strides)])  # beyond an axis' end it is another row's
            if not 0 <= position < flat.size:
                raise Error(f"a sequence lies at {listed(place)}, outside of a result of shape {listed(result.shape)}")
            hypothesis, truth = [[] if at is None else side[1][at] for at, side in ((one, hypotheses), (other, truths))]
            flat[position] = share(hypothesis, truth, normalize)
        return result


def check(name: str, indices, values, shape) -> None:
    for part, tensor, rank, kind in (("indices", indices, 2, "matrix"), ("values", values, 1, "vector"), ("shape", shape, 1, "vector")):
        if tensor.ndim != rank:
            raise Error(f"{name}_{part} should be a {kind}, but got shape: {listed(tensor.shape)}")
    if len(shape) != indices.shape[1]:
        shapes = f"{listed(shape.shape)} and {listed(indices.shape)}"
        raise Error(f"Expected {name}_shape.NumElements == #cols({name}_indices), their shapes are: {shapes}")
    if len(indices) != len(values):
        raise Error(f"Expected {name}_values.NumElements == #rows({name}_indices): {len(values)} and {len(indices)}")


def sequences(indices, values) -> tuple[list[tuple[int, ...]], list[list]]:
    """Where sequences lie, and their values: those whose places follow each other."""
    pairs = zip(map(tuple, indices[:, :-1].tolist()), values.tolist())
    groups = [(place, [value for _, value in group]) for place, group in groupby(pairs, lambda pair: pair[0])]
    return [place for place, _ in groups], [group for _, group in groups]


def share(hypothesis: list, truth: list, normalize: bool) -> float:
    steps = distance(truth, hypothesis)
    if not normalize:
        return steps
    return steps / len(truth) if truth else float("inf")


def distance(first: list, second: list) -> int:
    """Source: Levenshtein, Soviet Physics Doklady 10, 1966."""
    row = list(range(len(second) + 1))
    for number, one in enumerate(first, 1):
        before, row[0] = row[0], number
        for at, other in enumerate(second, 1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (one != other))
    return row[-1]
