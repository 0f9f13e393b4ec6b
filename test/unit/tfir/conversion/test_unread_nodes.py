"""A session leaves out what is only waited for, where it computes and does no more. TensorFlow's answers are in `unread_graphs.jsonl`: of each graph that
a node which cannot be computed stands in, under a name that says what is there besides."""

from pathlib import Path

import pytest
from pipeline_case import agree, answers_of_interpreter, recorded
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tfg.tfg_drop_unneeded_results import tfg_drop_unneeded_results

GRAPHS = recorded(Path(__file__).parents[3] / "support" / "unread_graphs.jsonl")
# A check of numbers, what is read or drawn as well, reads of variables through an Identity, a stack that is popped from or fetched.
FAILING = {"read_too", "check", "varid", "varadd", "varread", "draw", "push_pop", "stackfetch"}


@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.steps[0])
def test_what_is_left_out(graph):
    for ours, theirs in zip(answers_of_interpreter(graph), graph.answers, strict=True):
        assert isinstance(ours, str) == isinstance(theirs, tuple) == (graph.steps[0] in FAILING), ours
        assert isinstance(ours, str) or all(map(agree, ours, theirs))


def test_what_is_fetched_stays():
    """On paper: the product's token is a result of the function, and its operand is what another result is."""
    module = parse(
        Source(
            "here",
            """tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32>) {
  %e, %ec = Exp(%a) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m, %mc = MatMul(%e, %e) name("m") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %l, %lc = Log(%a) name("l") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %s, %sc = Sqrt(%a) [%lc, %mc] name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%s) [%mc {tfg.name = "m"}] : tensor<*xf32>
}
""",
        ),
        lookup,
        dialect,
    )
    tfg_drop_unneeded_results(module)
    assert [op.name for op in next(iter(module.body)).body] == ["tfg.Exp", "tfg.MatMul", "tfg.NoOp", "tfg.Sqrt", "tfg.return"]
