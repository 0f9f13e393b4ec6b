"""Constants whose bytes stand at the end of a file, with the alignment that they want."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.dense import ResourceAttr
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.generic.canonicalize import canonicalize

FUNCTION = """
func.func @f() -> tensor<2x2xf32> {
  %0 = "tf.Const"() {value = dense_resource<weights> : tensor<4xf32>} : () -> tensor<4xf32>
  %1 = "tf.Const"() {value = dense<2> : tensor<2xi32>} : () -> tensor<2xi32>
  %2 = "tf.Reshape"(%0, %1) : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}
"""
ONES = "0000803F" * 4
# The alignment is a little-endian u32 in front of the data, whatever the elements are; 64 is 40 in hexadecimal.
ALIGNMENTS = {1: "01000000", 4: "04000000", 64: "40000000", 1 << 16: "00000100"}


def module(data: str):
    resources = f"{{-# dialect_resources: {{ builtin: {{ {data} }} }} #-}}"
    return parse(Source("text", FUNCTION + resources), lookup, dialect)


def resources(program) -> list[ResourceAttr]:
    return [attr for op in program.walk() for attr in op.attributes.values() if isinstance(attr, ResourceAttr)]


@pytest.mark.parametrize("alignment, spelled", ALIGNMENTS.items())
def test_an_alignment_is_kept_where_a_constant_gets_another_shape(alignment, spelled):
    program = module(f'weights: "0x{spelled}{ONES}"')
    assert [attr.alignment for attr in resources(program)] == [alignment]
    canonicalize(program)
    [reshaped] = resources(program)
    assert (reshaped.type.shape, reshaped.alignment, reshaped.values()) == ((2, 2), alignment, [1.0] * 4)
    assert f'weights: "0x{spelled}{ONES}"' in print_operation(program, lookup)


def test_a_resource_without_data_has_no_alignment_to_print():
    program = module(f'others: "0x40000000{ONES}"')
    assert [attr.blob for attr in resources(program)] == [None]
    assert "dialect_resources" not in print_operation(program, lookup)
