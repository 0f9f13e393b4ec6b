"""Operators of TFLite from StableHLO that call functions or have dimension numbers, and powers of integers; numbers on paper."""

from __future__ import annotations

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner
from tfrun.devices import session

CALLS = """
func.func @main(%x: tensor<3xf32>, %n: tensor<i32>) -> tensor<3xf32> {
  %0 = "tfl.stablehlo_composite"(%x) {name = "test.twice", decomposition = @twice, composite_attributes = #tfl<const_bytes : "0x">,
    composite_attributes_format = "FLEXBUFFERS", version = 1 : i32} : (tensor<3xf32>) -> tensor<3xf32>
  %1:2 = "tfl.stablehlo_while"(%n, %0) {cond = @more, body = @step} : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)
  %2 = "tfl.stablehlo_case"(%n) {branches = [@one, @two]} : (tensor<i32>) -> tensor<3xf32>
  %3 = "tfl.stablehlo_add"(%1#1, %2) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %3 : tensor<3xf32>
}
func.func private @twice(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "tfl.stablehlo_add"(%x, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func private @more(%n: tensor<i32>, %x: tensor<3xf32>) -> tensor<i1> {
  %c = "tfl.pseudo_const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %0 = "tfl.stablehlo_compare"(%n, %c) {comparison_direction = "STABLEHLO_COMPARISON_DIRECTION_LT",
    compare_type = "STABLEHLO_COMPARISON_TYPE_NOTYPE"} : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @step(%n: tensor<i32>, %x: tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>) {
  %c = "tfl.pseudo_const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %0 = "tfl.stablehlo_add"(%n, %c) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = "tfl.stablehlo_add"(%x, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<i32>, tensor<3xf32>
}
func.func private @one() -> tensor<3xf32> {
  %c = "tfl.pseudo_const"() {value = dense<100.0> : tensor<3xf32>} : () -> tensor<3xf32>
  return %c : tensor<3xf32>
}
func.func private @two() -> tensor<3xf32> {
  %c = "tfl.pseudo_const"() {value = dense<200.0> : tensor<3xf32>} : () -> tensor<3xf32>
  return %c : tensor<3xf32>
}
"""


def program(text: str, device: str):
    module = parse(Source("operators", text), lookup, dialect)
    Runner(verify).run(load_pipeline(device), module)
    return module


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_bodies_are_functions(device):
    """x is doubled once, then as often as n is below 3; 100 for n = 0, 200 for any other."""
    module = program(CALLS, device)
    with session(module, device) as program_of:
        run = program_of(find_entry(module))
        given = np.array([1, 2, 3], np.float32)
        results = {n: run([given, np.array(n, np.int32)])[0].tolist() for n in (0, 2, 7)}
    assert results == {0: [116, 132, 148], 2: [204, 208, 212], 7: [202, 204, 206]}


def computed(operator: str, attributes: str, operands: list[np.ndarray], result: str) -> np.ndarray:
    words = {"f": "f32", "i": "i32"}
    types = [f"tensor<{''.join([f'{size}x' for size in each.shape])}{words[each.dtype.kind]}>" for each in operands]
    heads = ", ".join([f"%a{at}: {type}" for at, type in enumerate(types)])
    names = ", ".join([f"%a{at}" for at in range(len(types))])
    text = f"""func.func @main({heads}) -> {result} {{
      %0 = "tfl.{operator}"({names}) {{{attributes}}} : ({", ".join(types)}) -> {result}
      return %0 : {result}
    }}"""
    module = program(text, "interpreter")
    with session(module, "interpreter") as program_of:
        return program_of(find_entry(module))(operands)[0]


def test_slices_are_gathered_by_dimension_numbers():
    x = np.arange(24, dtype=np.float32).reshape(3, 8)
    places = np.array([[0, 5, 7], [0, 1, 2]], np.int32)  # (column, row), of rows of one column
    numbers = (
        "offset_dims = array<i64: 0>, collapsed_slice_dims = array<i64: 1>, start_index_map = array<i64: 1, 0>, index_vector_dim = 0 : i64"
    )
    y = computed(
        "stablehlo_gather", f"{numbers}, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false", [x, places], "tensor<1x3xf32>"
    )
    assert y.tolist() == [[0, 13, 23]]


def test_products_have_dimension_numbers():
    a, b = np.arange(12, dtype=np.float32).reshape(2, 3, 2), np.arange(8, dtype=np.float32).reshape(2, 2, 2)
    numbers = ", ".join(
        [f"{side}_{kind}_dimensions = array<i64: {at}>" for side in ("lhs", "rhs") for kind, at in (("batching", 0), ("contracting", 2))]
    )
    y = computed("stablehlo_dot_general", f"{numbers}, precision_config = []", [a, b], "tensor<2x3x2xf32>")
    assert y.tolist() == np.einsum("bij,bkj->bik", a, b).tolist()


def test_windows_may_be_turned_round():
    """2 * x[i] + 1 * x[i + 1], where the kernel is (1, 2) turned round, every other place, with a zero behind."""
    x, kernel = np.array([1, 2, 3, 4, 5], np.float32).reshape(1, 5, 1), np.array([1, 2], np.float32).reshape(2, 1, 1)
    places = {
        "input_batch": 0,
        "input_feature": 2,
        "kernel_input_feature": 1,
        "kernel_output_feature": 2,
        "output_batch": 0,
        "output_feature": 2,
    }
    numbers = ", ".join([f"{name}_dimension = {at} : i64" for name, at in places.items()])
    space = ", ".join([f"{name}_spatial_dimensions = array<i64: {at}>" for name, at in (("input", 1), ("kernel", 0), ("output", 1))])
    window = "window_strides = array<i64: 2>, padding = array<i64: 0, 1>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>"
    groups = "window_reversal = array<i1: true>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = []"
    y = computed("stablehlo_convolution", f"{numbers}, {space}, {window}, {groups}", [x, kernel], "tensor<1x3x1xf32>")
    assert y.ravel().tolist() == [4, 10, 10]


def test_a_power_that_overflows_is_the_least_integer():
    """So TensorFlow's kernel of TFLite has it; 46341 * 46341 is 2147488281, and -2 ** 31 has room."""
    x, y = np.array([2, -2, 46340, 46341, -3, 1, 0, 10], np.int32), np.array([31, 31, 2, 2, 19, 1000, 0, 10], np.int32)
    least = -(1 << 31)
    assert computed("pow", "", [x, y], "tensor<8xi32>").tolist() == [least, least, 2147395600, least, -1162261467, 1, 1, least]
