"""Variables that nothing has set yet: what asks for it is told so, what reads them ends with an error, a branch that is not taken does not, and what is set goes on from
call to call. TensorFlow 2.21 has answered the calls of `unset_variables.jsonl`, in each of which reference variables of graphs and functions begin without a value."""

from pathlib import Path

import pytest
from lowered_pipelines import answers_on
from pipeline_case import agree, answers_of_interpreter, recorded
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tf.initialized_variables import tell_initialized

GRAPHS = recorded(Path(__file__).parents[3] / "support" / "unset_variables.jsonl")
WAYS = {"interpreted": answers_of_interpreter, "lowered": lambda graph: answers_on(graph, "stablehlo", "interpreter")}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.steps[0])
def test_answers_are_those_of_tensorflow(graph, way):
    for ours, theirs in zip(WAYS[way](graph), graph.answers, strict=True):
        if isinstance(theirs, tuple):
            assert isinstance(ours, str), f"{ours}, and TensorFlow says {theirs}"
        else:
            assert isinstance(ours, list) and all(map(agree, ours, theirs)), f"{ours}, and TensorFlow {theirs}"


HANDLE = '%h = "tf.VarHandleOp"() {container = "", shared_name = "v"VALUE} : () -> tensor<!tf_type.resource<tensor<SHAPExf32>>>'
ASKED = """
func.func @main() -> tensor<i1> {
  HANDLE
  %0 = "tf.VarIsInitializedOp"(%h) : (tensor<!tf_type.resource<tensor<SHAPExf32>>>) -> tensor<i1>
  return %0 : tensor<i1>
}
"""


@pytest.mark.parametrize(
    ("value", "shape", "is_told"), [("", "2", True), ("", "?", False), (", tfir.initial_value = dense<1.0> : tensor<2xf32>", "2", False)]
)
def test_variables_of_open_shape_and_those_with_a_value_count_as_set(value, shape, is_told):
    text = ASKED.replace("HANDLE", HANDLE).replace("VALUE", value).replace("SHAPE", shape)
    module = parse(Source("case", text), lookup, dialect)
    tell_initialized(list(module.body))
    assert ("tf.VarIsInitializedOp" not in [op.name for op in module.walk()]) == is_told
