"""Functions for certain sizes of feeds: which there are, and which of them a call is of. Expected values by hand."""

from itertools import product

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import VARIANT_OF, find_entry
from tfir.execution.inputs import fitting
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tf.tf_name_squeezed_axes import tf_name_squeezed_axes
from tfrun.devices import session

SQUEEZED = """
func.func @f(%x: tensor<{type}xf32>) -> tensor<*xf32> attributes {{tf.entry_function = {{inputs = "x", outputs = "y"}}}} {{
{before}
  %y = "tf.Squeeze"(%last) {{squeeze_dims = []}} : (tensor<*xf32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}}
"""
AS_IT_IS = '  %last = "tf.Identity"(%x) : (tensor<{type}xf32>) -> tensor<*xf32>'
BEHIND_THE_FIRST = """
  %begin = "tf.Const"() {value = dense<[1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  %size = "tf.Const"() {value = dense<-1> : tensor<2xi32>} : () -> tensor<2xi32>
  %last = "tf.Slice"(%x, %begin, %size) : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<*xf32>"""
TWICE = """
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %last = "tf.ConcatV2"(%x, %x, %axis) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<i32>) -> tensor<*xf32>"""
SQUEEZED_BEFORE = """
  %first = "tf.Squeeze"(%x) {squeeze_dims = []} : (tensor<?x?xf32>) -> tensor<*xf32>
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %last = "tf.ExpandDims"(%first, %axis) : (tensor<*xf32>, tensor<i32>) -> tensor<*xf32>"""


def named(type: str, before: str = AS_IT_IS):
    module = parse(Source("squeezed", SQUEEZED.format(type=type, before=before.replace("{type}", type))), lookup, dialect)
    from tfopt.tf.infer_shapes import infer_shapes

    infer_shapes(module, assume_slices_fit=True)
    tf_name_squeezed_axes(module)
    return module


def variants(module) -> set[tuple]:
    return {op.body.arguments[0].type.shape for op in module.body if VARIANT_OF in op.attributes}


@pytest.mark.parametrize(
    ("type", "before", "expected"),
    [
        ("?x3", AS_IT_IS, {(1, 3)}),
        ("2x1", AS_IT_IS, set()),
        ("?x?", AS_IT_IS, {(1, None), (None, 1), (1, 1)}),
        ("?x3", BEHIND_THE_FIRST, {(2, 3)}),
        ("?x3", TWICE, set()),
        ("?x?", SQUEEZED_BEFORE, {(1, None), (None, 1), (1, 1)}),
        ("?x?x?x?x?", AS_IT_IS, {*product((None, 1), repeat=5)} - {(None,) * 5}),
        ("x".join("?" * 20), AS_IT_IS, {(1,) * 20, *[tuple([1 if at == axis else None for at in range(20)]) for axis in range(20)]}),
    ],
)
def test_there_are_variants_for_the_sizes_that_lead_to_one(type, before, expected):
    assert variants(named(type, before)) == expected


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 1), (2, 3), (0, 1)])
@pytest.mark.parametrize("before", [AS_IT_IS, SQUEEZED_BEFORE])
def test_a_call_is_of_the_variant_that_has_most_of_its_sizes(shape, before):
    module, given = named("?x?", before), np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    entry = find_entry(module)
    chosen = fitting(entry, [given])
    assert chosen.feeds[0].type.shape == (tuple([1 if size == 1 else None for size in shape]))
    with session(module, "interpreter", None) as program_of:
        (answer,) = program_of(chosen)([given])
    np.testing.assert_array_equal(answer, np.squeeze(given), strict=True)


def test_a_function_without_variants_is_what_all_calls_are_of():
    entry = find_entry(named("?x3", TWICE))
    assert fitting(entry, [np.zeros((1, 3), np.float32)]) is entry
