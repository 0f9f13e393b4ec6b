"""When what a pass leaves is verified."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import parse_pipeline
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
    (NOTHING_TO_DO, "symbol-dce", 1),  # a pass that does not say what it did
])  # fmt: skip
def test_the_program_is_verified_where_a_pass_may_have_changed_it(text, passes, verified):
    module = parse(Source("f", text), lookup, dialect)
    seen = []
    Runner(seen.append).run(parse_pipeline(passes), module)
    assert len(seen) == verified
