"""Random graphs through all of the arithmetic optimizer: strictly, results keep every bit, NaN, infinity and sign of zero; otherwise
they are close. A second run changes nothing, and no graph grows by more than constants."""

from __future__ import annotations

import numpy as np
import pytest
from small_graphs import Graph
from tfir.ir.types import F32, I32

from tfopt.grappler.arithmetic import STAGES

UNARY = ("Neg", "Abs", "Square", "Exp", "Relu", "Tanh", "Sqrt", "Log", "Reciprocal", "Sign", "Identity")
UNARY_OF_INTEGERS = ("Neg", "Abs", "Square", "Relu", "Sign", "Invert", "Identity")
BINARY = ("AddV2", "AddV2", "AddV2", "Sub", "Mul", "Mul", "Maximum", "Minimum")
SHAPES = ((3, 4), (3, 4), (3, 4), (4,), (), (3, 1))
SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5, -2.0, 3e38, 1e-40, 1.0], np.float32)


def array(random, shape, is_integer: bool, is_special: bool):
    if is_integer:
        return random.integers(-9, 9, shape).astype(np.int32)
    return random.choice(SPECIAL, shape) if is_special else random.uniform(0.5, 1.5, shape).astype(np.float32)


def build(graph: Graph, random, is_integer: bool, is_special: bool):
    """Some twenty nodes over a few inputs, later ones more often read; answers with two of the last."""
    values = [graph.input(array(random, shape, is_integer, is_special)) for shape in SHAPES[: random.integers(2, 7)]]
    values.append(graph.constant(np.int32(2) if is_integer else np.float32(2)))
    for _ in range(random.integers(6, 22)):
        one, other = (values[-1 - min(int(random.geometric(0.3)) - 1, len(values) - 1)] for _ in range(2))
        kind = random.integers(10)
        if kind < 6:
            values.append(getattr(graph, str(random.choice(BINARY)))(one, other))
        elif kind < 9:
            values.append(getattr(graph, str(random.choice(UNARY_OF_INTEGERS if is_integer else UNARY)))(one))
        else:
            values.append(moved(graph, one, random))
    return values[-1], values[-3]


def moved(graph: Graph, value, random):
    """A transpose, a reshape, a cast there and back, or a largest along an axis, whatever the value's rank."""
    rank = len(graph.compute([value])[0].shape)
    if rank < 2:
        return graph.Reshape(graph.Reshape(value, graph.constant(np.array([-1], np.int32))), graph.Shape(value))
    choice = random.integers(4)
    order = graph.constant(np.array([1, 0], np.int32))
    if choice == 0:
        return graph.Transpose(graph.Transpose(value, order), order)
    if choice == 1:
        wide = F32 if value.type.element is F32 else I32
        return graph.Transpose(graph.Cast(graph.Transpose(value, order), DstT=wide), order)
    if choice == 2:
        return graph.Max(value, graph.constant(np.int32(1)), keep_dims=True)
    first = graph.constant(np.int32(0))
    return graph.Min(graph.ConcatV2(graph.Neg(value), graph.Neg(value), first), first, keep_dims=True)


def built(seed: int, is_integer: bool, is_special: bool):
    random, graph = np.random.default_rng(seed), Graph()
    return graph, build(graph, random, is_integer, is_special)


@pytest.mark.parametrize("seed", range(40))
def test_strictly_every_bit_is_kept(seed):
    for is_integer in (False, True):
        graph, fetched = built(seed, is_integer, is_special=True)
        change = graph.change(*fetched, stages=STAGES, fp="fast" if is_integer else "strict", trust_feed_shapes=seed % 2 == 0)
        assert change.kinds() == set()


@pytest.mark.parametrize("seed", range(40))
def test_otherwise_results_are_close(seed):
    graph, fetched = built(seed, is_integer=False, is_special=False)
    change = graph.change(*fetched, stages=STAGES)
    for before, after in zip(change.before, change.after):
        # In double precision both are what they mean; a difference of large numbers may keep few of its digits.
        scale = np.maximum(np.abs(before), np.abs(graph_scale(before)))
        finite = np.isfinite(before) & np.isfinite(after)
        with np.errstate(invalid="ignore"):
            difference = np.abs(before - after)
        assert np.all((difference <= 1e-3 * scale)[finite])


def graph_scale(values):
    return np.max(np.abs(values[np.isfinite(values)]), initial=1.0)


@pytest.mark.parametrize("seed", range(40))
def test_a_second_run_changes_nothing(seed):
    graph, fetched = built(seed, seed % 2 == 0, is_special=False)
    graph.change(*fetched, stages=STAGES)
    assert not graph.optimize(STAGES).fired
