"""Modules of Relax: their text, and, where TVM_PYTHON names an interpreter that has apache-tvm 0.27, what TVM computes of them."""

import ast
import os
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.nesting import with_room
from tfir.ir.types import F64

from tftranslate.modules import parsed
from tftranslate.relax.element_types import literal
from tftranslate.relax.module_writer import ModuleWriter
from tftranslate.relax.names import Names

TOOLS = Path(__file__).resolve().parents[4] / "tools"
PYTHON = os.environ.get("TVM_PYTHON")


def written(body: str, arguments: str = "%x: tensor<4xf32>", takes_parameters: bool = False) -> ModuleWriter:
    return ModuleWriter(parsed(Source("test.mlir", f"func.func @main({arguments}) {body}"), keep_names=True), takes_parameters)


UNARY = "-> tensor<{1}> {{\n  %0 = stablehlo.{0} %x : tensor<{1}>\n  return %0 : tensor<{1}>\n}}"


@pytest.mark.parametrize("op, element, operator", [
    ("exponential", "4xf32", "R.exp(x)"), ("floor", "4xf64", "R.floor(x)"), ("not", "4xi32", "R.bitwise_not(x)"), ("not", "4xi1", "R.logical_not(x)"),
    ("exponential", "4xf16", None), ("tanh", "4xf32", None), ("negate", "4xf32", None), ("negate", "4xi32", None), ("abs", "4xi32", None),
])  # fmt: skip
def test_operators_stand_where_they_are_exact(op, element, operator):
    text = written(UNARY.format(op, element), f"%x: tensor<{element}>").text()
    assert ("R.call_tir" in text) == (operator is None)
    assert operator is None or operator in text


RUNNING = """-> tensor<2x5xf32> {{
  %start = stablehlo.constant dense<{0}> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %start) ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }}) {{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [{1}]]> : tensor<2x2xi64>}} : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}}"""


@pytest.mark.parametrize("start, padding, read", [
    ("0.0", "4, 0", "x[i, k]"), ("0.0", "0, 4", "x[i, 4 - k]"),  # each element is read once
    ("1.0", "4, 0", "T.if_then_else"), ("0.0", "3, 1", "T.if_then_else"),  # beyond the edge there are ones; windows look ahead
])  # fmt: skip
def test_cumulative_sums_go_along_a_row_once(start, padding, read):
    text = written(RUNNING.format(start, padding), "%x: tensor<2x5xf32>").text()
    assert read in text and ("T.grid(2, 5)" in text) == (read == "T.if_then_else")


def test_kernels_that_are_the_same_stand_once():
    body = "-> tensor<4xf32> {\n  %0 = stablehlo.tanh %x : tensor<4xf32>\n  %1 = stablehlo.tanh %0 : tensor<4xf32>\n  return %1 : tensor<4xf32>\n}"
    text = written(body).text()
    assert (text.count("@T.prim_func"), text.count("R.call_tir(cls.tanh,")) == (1, 2)


def test_kernels_of_other_shapes_are_two():
    body = """-> (tensor<4xf32>, tensor<f32>) {
      %0 = stablehlo.tanh %x : tensor<4xf32>
      %1 = stablehlo.tanh %y : tensor<f32>
      return %0, %1 : tensor<4xf32>, tensor<f32>
    }"""
    assert written(body, "%x: tensor<4xf32>, %y: tensor<f32>").text().count("@T.prim_func") == 2


@pytest.mark.parametrize("count, is_parameter", [(64, False), (65, True)])
def test_long_constants_are_parameters(count, is_parameter):
    numbers = list(range(count))
    body = f"-> tensor<{count}xi32> {{\n  %w = stablehlo.constant dense<{numbers}> : tensor<{count}xi32>\n  return %w : tensor<{count}xi32>\n}}"
    writer = written(body, "", takes_parameters=True)
    assert ("def main(w: R.Tensor" in writer.text()) == is_parameter
    assert [array.tolist() for array in writer.parameters.values()] == ([numbers] if is_parameter else [])


def test_all_that_has_no_counterpart_is_told():
    body = """-> tensor<4xf32> {
      %0 = stablehlo.custom_call @one(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = stablehlo.custom_call @other(%0) : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }"""
    with pytest.raises(Error, match="'one' has no counterpart.*'other' has no counterpart"):
        written(body).text()


def test_what_moves_several_elements_of_a_body_is_told():
    with pytest.raises(Error, match="stablehlo.reverse of more than one element in a region"):
        written(SEVERAL.format("reverse %3, dims = [0]"), "%x: tensor<4xi32>").text()


@pytest.mark.parametrize("number, text", [(1.5, "T.float64(1.5)"), (2.0**1000, 'T.reinterpret("float64", T.int64(9110782046170513408))')])
def test_numbers_beyond_those_of_f32(number, text):
    """The exponent of 2^1000 is 2023, whose field begins at bit 52."""
    assert literal(number, F64) == text


@pytest.mark.parametrize("wish, name", [("x", "x"), ("def", "def_"), ("a/b:0", "a_b_0"), ("0", "v0"), ("cls", "cls_1")])
def test_names_are_legal(wish, name):
    assert Names().new(wish) == name


def test_names_are_given_once():
    names = Names()
    assert [names.new("x"), names.new("x_1"), names.new("x")] == ["x", "x_1", "x_2"]


COUNT = """-> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<10000> : tensor<i32>
  %r = stablehlo.while(%a = %x) : tensor<i32> cond {
    %k = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %k : tensor<i1>
  } do {
    %t = stablehlo.add %a, %one : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }
  return %r : tensor<i32>
}"""
WITH_ITSELF = """-> tensor<2xi1> {
  %0 = stablehlo.compare NE, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}"""
SORTED = """-> tensor<5xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<5xi32>) -> tensor<5xi32>
  return %0 : tensor<5xi32>
}"""
BRANCHES = """-> tensor<2xi32> {{
  %r = "stablehlo.case"(%i) ({{
    %0 = stablehlo.add %x, %x : tensor<2xi32>
    %1 = stablehlo.multiply %0, %x : tensor<2xi32>
    stablehlo.return %1 : tensor<2xi32>
  }}, {{
    {0}
    stablehlo.return %2 : tensor<2xi32>
  }}, {{
    stablehlo.return %x : tensor<2xi32>
  }}) : (tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}}"""
SECOND = {True: "%2 = stablehlo.subtract %x, %y : tensor<2xi32>", False: "%2 = stablehlo.constant dense<7> : tensor<2xi32>"}
GIVEN = "%i: tensor<i32>, %x: tensor<2xi32>, %y: tensor<2xi32>"
PAIRS = [np.int32([3, -4]), np.int32([5, 6])]


def cases(count: int) -> str:
    sides = [
        f"{{\n %k{at} = stablehlo.constant dense<{10 * at}> : tensor<i32>\n stablehlo.return %k{at} : tensor<i32>\n}}"
        for at in range(count)
    ]
    return (
        f'-> tensor<i32> {{\n  %r = "stablehlo.case"(%i) ({", ".join(sides)}) : (tensor<i32>) -> tensor<i32>\n  return %r : tensor<i32>\n}}'
    )


LARGEST = "-> tensor<2xui64> {\n  %0 = stablehlo.constant dense<18446744073709551615> : tensor<2xui64>\n  return %0 : tensor<2xui64>\n}"
FAR = "-> tensor<2xf64> {\n  %0 = stablehlo.constant dense<-1.0e308> : tensor<2xf64>\n  return %0 : tensor<2xf64>\n}"
SEVERAL = """-> tensor<i32> {{
  %start = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.reduce"(%x, %start) ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %1, %2, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %4 = stablehlo.{0} : tensor<3xi32>
    %5 = "stablehlo.reduce"(%4, %a) ({{
    ^bb0(%c: tensor<i32>, %d: tensor<i32>):
      %6 = stablehlo.maximum %c, %d : tensor<i32>
      stablehlo.return %6 : tensor<i32>
    }}) {{dimensions = array<i64: 0>}} : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %5 : tensor<i32>
  }}) {{dimensions = array<i64: 0>}} : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}}"""
MAXIMUM = "-> tensor<3xf32> {\n  %0 = stablehlo.maximum %x, %y : tensor<3xf32>\n  return %0 : tensor<3xf32>\n}"
NAN = float("nan")
APART = """-> tensor<4xi64> {
  %0 = stablehlo.reshape %x : (tensor<3xi64>) -> tensor<1x3x1xi64>
  %1 = stablehlo.constant dense<[[[1]], [[1]]]> : tensor<2x1x1xi64>
  %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {stride = [2], pad = [[2, 2]], lhs_dilate = [2], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x3x1xi64>, tensor<2x1x1xi64>) -> tensor<1x4x1xi64>
  %3 = stablehlo.reshape %2 : (tensor<1x4x1xi64>) -> tensor<4xi64>
  return %3 : tensor<4xi64>
}"""
COMPUTED = {
    "an image put apart": (APART, "%x: tensor<3xi64>", [np.int64([10, 20, 30])], [0, 10, 20, 30]),
    "loop": (COUNT, "%x: tensor<i32>", [np.int32(0)], 10000),
    "NaN": (MAXIMUM, "%x: tensor<3xf32>, %y: tensor<3xf32>", [np.float32([NAN, 1, 2]), np.float32([1, NAN, 3])], [NAN, NAN, 3]),
    "NaN with itself": (WITH_ITSELF, "%x: tensor<2xf32>", [np.float32([NAN, 1])], [True, False]),
    "small tangent": (UNARY.format("tanh", "1xf32"), "%x: tensor<1xf32>", [np.float32([2.0**-40])], [2.0**-40]),
    "overflow": (UNARY.format("negate", "1xi32"), "%x: tensor<1xi32>", [np.int32([-(2**31)])], [-(2**31)]),
    **{f"branch {at}": (BRANCHES.format(SECOND[True]), GIVEN, [np.int32(at), *PAIRS], expected)
       for at, expected in ((0, [18, 32]), (1, [-2, -10]), (2, [3, -4]), (-1, [3, -4]))},
    **{f"branch {at} of many": (cases(300), "%i: tensor<i32>", [np.int32(at)], expected)
       for at, expected in ((0, 0), (150, 1500), (299, 2990), (-7, 2990), (300, 2990))},
    "several in a body": (SEVERAL.format("minimum %3, %3"), "%x: tensor<4xi32>", [np.int32([-5, 7, 3, -9])], 7),
    "far from f32": (FAR, "", [], [-1.0e308] * 2),
    "largest number": (LARGEST, "", [], [2**64 - 1] * 2),
    "sort": (SORTED, "%x: tensor<5xi32>", [np.int32([3, 1, 4, 1, 5])], [5, 4, 3, 1, 1]),
}  # fmt: skip


@pytest.mark.parametrize("both_compute", [True, False])
def test_branches_that_compute_are_functions(both_compute):
    """What TVM's planner of memory takes for one side it takes for there in the other and behind both, and the machine crashes. What only gives
    what there is, or a constant, stands inline; a tensor full of one number is computed."""
    text = written(BRANCHES.format(SECOND[both_compute]), GIVEN).text()
    assert text.count("@R.function(private=True)") == 2
    assert "= cls.main_branch(x)" in text and ("= cls.main_branch_1(x, y)" if both_compute else "= cls.main_branch_1()") in text
    text = written(BRANCHES.format("%2 = stablehlo.constant dense<[7, 8]> : tensor<2xi32>"), GIVEN).text()
    assert text.count("@R.function(private=True)") == 1


def computed_by_python(text: str):
    """`main` of a module that has scalars alone, as Python runs its text."""
    r = SimpleNamespace(
        const=lambda number, dtype: number, equal=lambda a, b: a == b, less=lambda a, b: a < b, where=lambda c, a, b: a if c else b,
        dataflow=nullcontext, output=lambda *names: None, Tensor=lambda *sizes, dtype: None, function=lambda function: function,
    )  # fmt: skip
    names = {"I": SimpleNamespace(ir_module=lambda module: module), "R": r}
    exec(text.partition("\n")[2], names)
    return names["Module"].main


@pytest.mark.parametrize("count", [1, 2, 8, 9, 300])
def test_an_index_takes_its_branch_and_any_other_the_last(count):
    """TVM's text is Python's, which allows 100 levels of indentation."""
    main = computed_by_python(written(cases(count), "%i: tensor<i32>").text())
    indices = [*range(count), count, count + 1, -1, -count, 2**31 - 1, -(2**31)]
    assert [main(index) for index in indices] == [10 * (index if 0 <= index < count else count - 1) for index in indices]


def test_functions_that_functions_call_are_written_to_any_depth():
    depth, type = 300, "tensor<2xf32>"
    calls = [
        f"func.func private @f{at}(%x: {type}) -> {type} {{\n %y = call @f{at + 1}(%x) : ({type}) -> {type}\n return %y : {type}\n}}\n"
        for at in range(depth)
    ]
    last = f"func.func private @f{depth}(%x: {type}) -> {type} {{\n return %x : {type}\n}}\n"
    body = f"-> {type} {{\n %y = call @f0(%x) : ({type}) -> {type}\n return %y : {type}\n}}\n{''.join(calls)}{last}"
    assert with_room(lambda: written(body, f"%x: {type}").text()).count("@R.function") == depth + 2


def nest(depth: int) -> str:
    """Branches within branches; the innermost gives %x."""
    inner = nest(depth - 1) if depth else "%a0 = stablehlo.add %x, %x : tensor<2xf32>"
    otherwise = f"%b{depth} = stablehlo.tanh %x : tensor<2xf32>\nstablehlo.return %b{depth} : tensor<2xf32>"
    return f"""%a{depth + 1} = "stablehlo.if"(%c) ({{
    {inner}
    stablehlo.return %a{depth} : tensor<2xf32>
  }}, {{
    {otherwise}
  }}) : (tensor<i1>) -> tensor<2xf32>"""


def test_branches_within_branches_are_functions_of_short_names():
    text = written(f"-> tensor<2xf32> {{\n{nest(80)}\nreturn %a81 : tensor<2xf32>\n}}", "%x: tensor<2xf32>, %c: tensor<i1>").text()
    names = [each.name for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef)]
    assert len(set(names)) == len(names) == 2 * 81 + 2 and max(map(len, names)) == len("main_branch_161")


@pytest.mark.parametrize("number, is_filled", [(2**63 - 1, True), (2**63, False)])
def test_numbers_that_tvm_fills_no_tensor_with(number, is_filled):
    text = written(LARGEST.replace(str(2**64 - 1), str(number)), "").text()
    assert ("R.full((2,)" in text) is is_filled and ("R.broadcast_to(" in text) is not is_filled


@pytest.mark.skipif(PYTHON is None, reason="TVM_PYTHON names no interpreter that has apache-tvm")
@pytest.mark.parametrize("name", COMPUTED)
def test_what_tvm_computes(name, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(TOOLS), *sys.path])
    from tvm_process import Tvm

    body, arguments, arrays, expected = COMPUTED[name]
    tvm = Tvm(PYTHON, 300)
    try:
        results = tvm.run(written(body, arguments).text(), [arrays])[0]
    finally:
        tvm.end()
    np.testing.assert_array_equal(results[0], expected)
