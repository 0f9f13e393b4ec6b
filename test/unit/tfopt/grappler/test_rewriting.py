"""What the driver of rules does with the nodes that a rule builds."""

import numpy as np
import pytest
from small_graphs import Graph

from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.terms import rewrite, tf, variables

(x,) = variables("x")


@rewrite(tf.Neg(x))
def by_sigmoid(x):
    """Nothing that is true: Square takes whole numbers, Sigmoid none."""
    return tf.Sigmoid(tf.Square(x))


@pytest.mark.parametrize("dtype, is_taken", [("int32", False), ("float32", True)])
def test_nodes_are_taken_back_where_an_op_refuses_its_types(dtype, is_taken):
    """Those too that were built before the one that is refused, and their names."""
    graph = Graph()
    output = graph.Identity(graph.Neg(graph.input(np.zeros((2,), dtype))))
    before = list(graph.target.body)
    graph.fetches = (output.op.attributes["_mlir_name"].value,)
    rewriting = graph.optimize([Stage("Sigmoids", by_sigmoid)])
    assert bool(rewriting.fired) is is_taken
    assert graph.ops()["Sigmoid"] == graph.ops()["Square"] == int(is_taken)
    assert sorted(rewriting.item.names) == sorted([op.attributes["_mlir_name"].value for op in graph.target.body])
    assert is_taken or list(graph.target.body) == before
    assert all([user.parent is graph.target.body for op in graph.target.body for result in op.results for user in result.uses])
