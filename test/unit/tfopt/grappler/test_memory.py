"""Computing again and splitting sums keep every bit and close no circle, in random graphs as in loops."""

from __future__ import annotations

import numpy as np
import pytest
from small_graphs import Graph
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.grappler.grappler_memory import grappler_memory
from tfopt.grappler.item import Item, optimize
from tfopt.grappler.memory.aggregation import may_be_split, split
from tfopt.grappler.memory.order import order_of

BINARY, UNARY = ("AddV2", "Mul", "Sub", "Maximum"), ("Neg", "Relu", "Square", "Sin", "Tanh", "Cos")


def random_graph(seed: int) -> tuple[Graph, list]:
    """Some forty nodes, later ones more often read."""
    random, graph = np.random.default_rng(seed), Graph()
    values = [graph.input(random.uniform(-1, 1, (4, 3)).astype(np.float32)) for _ in range(3)]
    for _ in range(40):
        one, other = (values[-1 - min(int(random.geometric(0.15)) - 1, len(values) - 1)] for _ in range(2))
        kind = random.integers(10)
        if kind < 5:
            values.append(getattr(graph, str(random.choice(UNARY)))(one))
        elif kind < 9:
            values.append(getattr(graph, str(random.choice(BINARY)))(one, other))
        else:
            values.append(graph.AddN(*dict.fromkeys((one, other, values[0], values[-1])), N=len({one, other, values[0], values[-1]})))
    return graph, [values[-1], values[-3]]


@pytest.mark.parametrize("scope", ["Sin_", "Mul_", "Cos_1"])
def test_computing_again_keeps_every_bit(scope):
    copies = 0
    for seed in range(25):
        graph, fetched = random_graph(seed)
        before = graph.compute(fetched)
        item = Item(graph.target, fetches=tuple([node_name(value.op) for value in fetched]))
        optimize(item, grappler_memory, mode="recomputation_heuristics", scope=scope)
        verify(graph.module)
        item.sort()  # refuses a circle
        copies += sum([node_name(op).startswith("Recomputed/") for op in item.block])
        for one, other in zip(before, graph.compute(fetched)):
            np.testing.assert_array_equal(one, other)
    assert copies


def test_sums_in_place_close_no_circle():
    sums = 0
    for seed in range(40):
        graph, fetched = random_graph(seed)
        item = Item(graph.target, fetches=tuple([node_name(value.op) for value in fetched]), trust_feed_shapes=True)
        for op in [op for op in item.block if may_be_split(item, op)]:
            split(item, op, order_of(item))
            sums += 1
        item.sort()
        verify(graph.module)
    assert sums


LOOP = """tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %out, %out_c = Exit(%switch#0) name("out") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  %zero, %zero_c = Const name("zero") {dtype = f32, value = dense<0.0> : tensor<f32>} : () -> (tensor<f32>)
  %late, %late_c = Const name("late") {dtype = f32, value = dense<9.0> : tensor<f32>} : () -> (tensor<f32>)
  %in, %in_c = Enter(%zero) name("in") {T = f32, frame_name = "w", is_constant = false, parallel_iterations = 10 : i64} : (tensor<f32>) -> (tensor<f32>)
  %limit, %limit_c = Enter(%late) name("limit") {T = f32, frame_name = "w", is_constant = true, parallel_iterations = 10 : i64} : (tensor<f32>) -> (tensor<f32>)
  %merge:2, %merge_c = Merge(%in, %next) name("merge") {N = 2 : i64, T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  %less, %less_c = Less(%merge#0, %zero) name("less") {T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
  %go, %go_c = LoopCond(%less) name("go") : (tensor<i1>) -> (tensor<i1>)
  %switch:2, %switch_c = Switch(%merge#0, %go) name("switch") {T = f32} : (tensor<f32>, tensor<i1>) -> (tensor<f32>, tensor<f32>)
  %sum, %sum_c = AddV2(%switch#1, %limit) name("sum") {T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
  %next, %next_c = NextIteration(%sum) name("next") {T = f32} : (tensor<f32>) -> (tensor<f32>)
}
"""


def test_what_leaves_a_loop_stands_behind_all_that_enters():
    """Only the body reads `limit`, and a circle through it is closed by the NextIteration alone."""
    module = parse(Source("loop", LOOP), lookup, dialect)
    item = Item(module.body.first, fetches=("out",))
    places = order_of(item)
    assert len(places) == len(item.names)
    assert places[item.names["out"]] > places[item.names["limit"]] > places[item.names["late"]]
