"""Operations on numbers at the edges of their types, as ONNX: what StableHLO's specification says of each, on paper. ONNX Runtime gave the same."""

from __future__ import annotations

from math import atan, expm1, inf, log, nan, tan

import numpy as np
import pytest
from onnx_tests import computed_as_onnx
from tfir.dialects import dialect, lookup, verify
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner

LARGEST = float(np.finfo(np.float32).max)
CASES = {
    # name: (operation, element types of operands and of the result, operands, result)
    "f32_to_i32": ("convert", "f32 i32", [[nan, inf, -inf, 3e9, -1.9, 2147483520.0]], [0, 2**31 - 1, -(2**31), 2**31 - 1, -1, 2147483520]),
    "f32_to_i64": ("convert", "f32 i64", [[nan, 1e19, -1e19, -7.5]], [0, 2**63 - 1, -(2**63), -7]),
    "f32_to_ui8": ("convert", "f32 ui8", [[nan, -1.0, 255.9, 256.0, 1.5]], [0, 0, 255, 255, 1]),
    "f64_to_ui32": ("convert", "f64 ui32", [[4294967294.5, 4294967296.0, -0.5]], [4294967294, 4294967295, 0]),
    "f64_to_ui64": ("convert", "f64 ui64", [[nan, 1e20, 2.0**63]], [0, 2**64 - 1, 2**63]),
    "power": ("power", "i32 i32 i32", [[2, -1, -1, 1, 0, 2, 3], [-1, -3, -2, -5, 0, 31, 4]], [0, -1, 1, 1, 1, -(2**31), 81]),
    "divide": (
        "divide", "ui64 ui64 ui64", [[2**64 - 1, 2**64 - 1, 2**63, 7, 9], [3, 2**64 - 1, 2**63 + 1, 0, 4]], [(2**64 - 1) // 3, 1, 0, 2**64 - 1, 2],
    ),
    "remainder": ("remainder", "ui64 ui64 ui64", [[2**64 - 1, 2**63, 7, 9], [10, 2**63 + 1, 0, 4]], [5, 2**63, 7, 1]),
    "exponential_minus_one": ("exponential_minus_one", "f32 f32", [[88.0, -inf, 1e-10]], [expm1(88.0), -1, 1e-10]),
    "log_plus_one": ("log_plus_one", "f32 f32", [[LARGEST, -1.0, inf, 1e-10]], [log(LARGEST), -inf, inf, 1e-10]),
    "atan2": ("atan2", "f64 f64 f64", [[1.0, -inf, 3.0], [3.0, 1.0, 1e-300]], [atan(1 / 3), -np.pi / 2, np.pi / 2]),
    "tan": ("tan", "f64 f64", [[1.25, -0.1]], [tan(1.25), tan(-0.1)]),
    "sign": ("sign", "f16 f16", [[nan, -2.0, 0.0]], [nan, -1, 0]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_numbers_at_the_edges(name):
    operation, elements, operands, expected = CASES[name]
    *given, result = elements.split()
    types = [f"tensor<{len(expected)}x{each}>" for each in (*given, result)]
    names = [f"%{at}" for at in "ab"[: len(operands)]]
    arguments = ", ".join([f"{each}: {type}" for each, type in zip(names, types)])
    text = f"""func.func @main({arguments}) -> {types[-1]} {{
  %r = stablehlo.{operation} {", ".join(names)} : ({", ".join(types[:-1])}) -> {types[-1]}
  return %r : {types[-1]}
}}"""
    dtypes = [np.dtype({"f": "float", "u": "uint", "i": "int"}[each[0]] + each.lstrip("fui")) for each in (*given, result)]
    array = computed_as_onnx(text, [np.array(each, dtype) for each, dtype in zip(operands, dtypes)])
    assert array.dtype == dtypes[-1]
    if array.dtype.kind == "f":
        np.testing.assert_allclose(array, np.array(expected, array.dtype), rtol={2: 1e-3, 4: 1e-6, 8: 1e-14}[array.itemsize])
    else:
        assert array.tolist() == expected


def test_a_limit_that_is_no_number_is_passed_on():
    text = """func.func @main(%l: tensor<f32>, %x: tensor<2xf32>, %h: tensor<f32>) -> tensor<2xf32> {
  %r = stablehlo.clamp %l, %x, %h : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}"""
    numbers = [np.float32(nan), np.array([1, 2], np.float32), np.float32(3)]
    assert np.isnan(computed_as_onnx(text, numbers)).all()
    assert computed_as_onnx(text, [np.float32(1.5), *numbers[1:]]).tolist() == [1.5, 2]


def test_integers_are_added_up_with_the_bits_that_they_have():
    """2**62 four times is 0, and 1 besides; ONNX Runtime's ReduceSum adds floats."""
    text = """func.func @main(%x: tensor<5x1xi64>) -> tensor<1xi64> {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %r = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<5x1xi64>, tensor<i64>) -> tensor<1xi64>
  return %r : tensor<1xi64>
}"""
    module = parse(Source("text", text), lookup, dialect)
    Runner(verify).run(load_pipeline("onnx"), module)
    assert not [op for op in module.walk() if op.name == "onnx.ReduceSum"]
    assert computed_as_onnx(text, [np.array([[2**62]] * 4 + [[1]], np.int64)]).tolist() == [1]
