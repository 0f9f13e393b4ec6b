"""When what a pass leaves is verified."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner

NOTHING_TO_DO = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n"
TWICE_THE_SAME = """
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.sine %x : tensor<2xf32>
  %1 = stablehlo.sine %x : tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""
OF_TENSORFLOW = """
func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> attributes {tf.entry_function = {inputs = "x", outputs = "y"}} {
  %axis = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.Tanh"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "tf.Sum"(%0, %axis) {keep_dims = false} : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""
A_PART_OF_NOTHING = """
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.slice %x [0:2] : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.sine %x : tensor<2xf32>
  return %x : tensor<2xf32>
}
"""


@pytest.mark.parametrize("text, passes, verified", [
    (NOTHING_TO_DO, "cse", 0), (TWICE_THE_SAME, "cse", 1),
    (NOTHING_TO_DO, "canonicalize", 0), (A_PART_OF_NOTHING, "canonicalize", 1),
    (TWICE_THE_SAME, "cse,cse", 1),
    (NOTHING_TO_DO, "symbol-dce,inline,dce", 0), (NOTHING_TO_DO, "canonicalize,cse,func.func(cse)", 0),
])  # fmt: skip
def test_the_program_is_verified_where_a_pass_may_have_changed_it(text, passes, verified):
    module = parse(Source("f", text), lookup, dialect)
    seen = []
    Runner(seen.append).run(parse_pipeline(passes), module)
    assert len(seen) == verified


def test_no_pass_of_a_pipeline_has_verified_again_what_it_left_as_it_was():
    module = parse(Source("f", OF_TENSORFLOW), lookup, dialect)
    texts = [print_operation(module, lookup)]
    Runner(lambda _: texts.append(print_operation(module, lookup))).run(load_pipeline("vulkan"), module)
    assert len(texts) > 5
    assert all([before != after for before, after in zip(texts, texts[1:])])
