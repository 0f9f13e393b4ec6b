"""Which entries are different: NaN and zeros of both signs, by comparing all pairs and by sorting. The answers are TensorFlow's."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tf_to_stablehlo import choosing
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

NAN, INF = np.nan, np.inf
NUMBERS = [NAN, -0.0, INF, NAN, 0.0, -INF, NAN, 1.0]
MERGED = [NAN, -0.0, INF, NAN, -INF, NAN, 1.0], [0, 1, 2, 3, 1, 4, 5, 6], [1, 2, 1, 1, 1, 1, 1]
APART = NUMBERS, list(range(8)), [1] * 8
CASES = {
    "of 32 bits 0 is -0": ("f32", NUMBERS, *MERGED),
    "of 64 bits 0 is -0": ("f64", NUMBERS, *MERGED),
    "of 16 bits 0 and -0 are two": ("f16", NUMBERS, *APART),
    "so of columns of one": ("f16", [[-0.0], [0.0], [-0.0]], [[-0.0], [0.0]], [0, 1, 0], [2, 1]),
    "not of rows": ("f16", [[-0.0, 1], [0.0, 1], [NAN, 1], [NAN, 1]], [[-0.0, 1], [NAN, 1], [NAN, 1]], [0, 0, 1, 2], [2, 1, 1]),
    "rows of whole numbers": ("i32", [[2, 1], [1, 2], [2, 1], [2, 0], [1, 2]], [[2, 1], [1, 2], [2, 0]], [0, 1, 0, 2, 1], [2, 2, 1]),
    "whole numbers": ("i32", [3, -1, 3, 0, -1], [3, -1, 0], [0, 1, 0, 2, 1], [2, 2, 1]),
    "truth values": ("i1", [True, True, False], [True, False], [0, 0, 1], [2, 1]),
    "one": ("f32", [NAN], [NAN], [0], [1]),
    "none": ("f32", [], [], [], []),
}
DTYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i32": np.int32, "i1": np.bool_}


@pytest.mark.parametrize("way", ["the op", "pairs", "order"])
@pytest.mark.parametrize("name", CASES)
def test_different_entries_are_tensorflows(name, way, monkeypatch):
    element, entries, *expected = CASES[name]
    x = np.array(entries, DTYPES[element])
    monkeypatch.setattr(choosing, "MOST_COMPARED", 0 if way == "order" else 4096)
    types = [
        "x".join([*map(str, sizes), kind]) for sizes, kind in ((x.shape, element), (("?", *x.shape[1:]), element), (x.shape[:1], "i32"))
    ]
    given, values, numbers = [f"tensor<{each}>" for each in types]
    results = f"({values}, {numbers}, tensor<?xi32>)"
    text = f"""func.func @main(%x: {given}) -> {results} {{
      %a = "tf.Const"() {{value = dense<0> : tensor<1xi32>}} : () -> tensor<1xi32>
      %y:3 = "tf.UniqueWithCountsV2"(%x, %a) : ({given}, tensor<1xi32>) -> {results}
      return %y#0, %y#1, %y#2 : {results[1:-1]} }}"""
    module = parse(Source("test", text), lookup, dialect)
    if way != "the op":
        tf_to_stablehlo(module)
    for answer, wanted in zip(Program(module).run({"arg0": x}).values(), expected, strict=True):
        np.testing.assert_array_equal(answer, np.array(wanted, answer.dtype).reshape(answer.shape))
        assert answer.size == np.size(wanted)
        if answer.dtype.kind == "f":
            is_number = answer == answer
            np.testing.assert_array_equal(np.signbit(answer[is_number]), np.signbit(np.array(wanted)[is_number]))
