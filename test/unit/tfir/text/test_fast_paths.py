"""The fast path and the general parser: whatever the fast path accepts, both must read the same way."""

from pathlib import Path
from random import Random
from runpy import run_path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation

SHAPES = ["tensor<4xf32>", "tensor<2x?xf32>", "tensor<f32>", "tensor<4x8xi32>"]
PIECES = [
    "%{r} = stablehlo.add %{a}, %{b} : {t}",
    "%{r} = stablehlo.add %{a}, %{b} {{note = 1 : i64}} : {t}",
    '%{r} = stablehlo.abs %{a} : {t} loc("x")',
    "%{r} = stablehlo.abs %{a} : {t} // a comment : with, pieces",
    "%{r} = stablehlo.abs %{a} : ({t}) -> {t}",
    "%{r}= stablehlo.abs %{a} : {t}",
    "%{r} = stablehlo.abs\n  %{a} : {t}",
    "%{r} = stablehlo.reshape %{a} : ({t}) -> {t}",
    "%{r} = stablehlo.compare LT, %{a}, %{b} : ({t}, {t}) -> {t}",
    "%{r} = stablehlo.select %{a}, %{b}, %{b} : {t}, {t}",
    "%{r} = stablehlo.transpose %{a}, dims = [0] {{note = 1 : i64}} : ({t}) -> {t}",
    "%{r} = stablehlo.transpose %{a}, dims = [0] {{permutation = array<i64: 0>}} : ({t}) -> {t}",
    "%{r} = stablehlo.transpose %{a}, dims = [0] {{note = 1, note = 2}} : ({t}) -> {t}",
    "%{r} = stablehlo.transpose %{a}, dims = [0] {{}} : ({t}) -> {t}",
    '%{r} = stablehlo.transpose %{a}, dims = [0] {{a = ["x"], b = "}}"}} : ({t}) -> {t}',
    "%{r} = stablehlo.constant {{note}} dense<1> : tensor<4x8xi32>",
    "%{r} = stablehlo.constant dense<1> : tensor<4x8xi32>",
    "%{r} = stablehlo.concatenate %{a}, %{b}, dim = 0 : ({t}, {t}) -> {t}",
    "%{r}:2 = stablehlo.abs %{a} : {t}",
    "%{r} = stablehlo.abs %{a}#0 : {t}",
    "stablehlo.abs %{a} : {t}",
    '%{r} = stablehlo.abs %{a} : {t}\n  loc("x")',
    '%{r} = stablehlo.abs %{a} : {t}\n  // a comment\n\n  loc("x")',
    "// a comment with %{a}",
    "",
    "%{r} = stablehlo.add %{a},%{b}   : {t} // %{b}",
    "%{r} = stablehlo.add %{b}, // %{a}\n  %{a} : {t}",
    '%{r} = "stablehlo.add"(%{a}, %{b}) {{note = "%{b}"}} : ({t}, {t}) -> {t}',
    "%{r} = stablehlo.reduce(%{a} init: %{b}) applies stablehlo.add across dimensions = [0] : ({t}, tensor<f32>) -> tensor<f32>",
    "%{r}x = stablehlo.abs %{a} : {t}",
    "%{r}:2 = stablehlo.optimization_barrier %{a}, %{b} : {t}, {t}",
    "%{r} = stablehlo.abs %{a}#1 : {t}",
    "%{r} = stablehlo.add %{a}, %{b}#0[[]] : {t}",
    "%{r} = stablehlo.reshape %{a}#0[[]] : ({t}) -> {t}",
    "attributes {{note}}",
    "%{r} = stablehlo.abs %{a}, %{b} : {t}",
    "%{r} = stablehlo.add %{a} : {t}",
    "%{r} = stablehlo.abs %{a} : {t} {t}",
]
FUZZ = run_path(str(Path(__file__).parents[4] / "tools" / "fuzz_parser.py"))
PROGRAMS = FUZZ["sections"](sorted((Path(__file__).parents[4] / "test" / "lit" / "tfir").rglob("*.mlir")))
names = st.integers(0, 9).map(str)
lines = st.builds(
    lambda piece, r, a, b, t: piece.format(r=r, a=a, b=b, t=t), st.sampled_from(PIECES), names, names, names, st.sampled_from(SHAPES)
)


def outcome(text: str, use_fast_paths: bool):
    try:
        module = parse(Source("input", text), lookup, dialect, use_fast_paths=use_fast_paths)
    except Error as error:
        return [(d.message, d.place() and (d.place().line, d.place().column)) for d in error.diagnostics]
    return print_operation(module, lookup, PrintOptions(debug_info=True))


@given(st.lists(lines, max_size=8), st.sampled_from(SHAPES))
def test_fast_path_agrees_with_the_general_parser(body, type):
    text = f"func.func @f(%0: {type}, %1: {type}) {{\n" + "".join(f"  {line}\n" for line in body) + "  return\n}\n"
    assert outcome(text, True) == outcome(text, False)


@pytest.mark.parametrize("seed", range(4))
def test_lanes_agree_with_the_general_parser_on_damaged_programs(seed):
    """Whatever is done to a golden program: the same comes of it, or the same error at the same place."""
    for number in range(50):
        text = FUZZ["mutated"](Random(f"{seed} {number}"), PROGRAMS)
        assert FUZZ["outcome"](text, number, True) == FUZZ["outcome"](text, number, False), text


@pytest.mark.parametrize(
    "line", ["%1 = stablehlo.add %0, %0 : tensor<4xf32>", "%1 = stablehlo.transpose %0, dims = [0] : (tensor<4xf32>) -> tensor<4xf32>"]
)
def test_the_fast_path_takes_what_the_printer_prints(line):
    """Guards against a fast path that never accepts anything, which the comparison above would not notice."""
    name = line.split()[2]
    calls = []
    fast_path = lookup(name).form.fast_path

    class Counted:
        def __getattr__(self, attribute):
            return getattr(lookup(name).form, attribute)

        def fast_path(self, *arguments):
            calls.append(fast_path(*arguments))
            return calls[-1]

    class Definition:
        form = Counted()

        def __getattr__(self, attribute):
            return getattr(lookup(name), attribute)

    # Fast paths are made for ops that come more often; indented in another way, a line is unlike the others.
    body = "".join([f"{' ' * number}{line.replace('%1', f'%{number}')}\n" for number in range(1, 6)])
    text = f"func.func @f(%0: tensor<4xf32>) {{\n{body}  return\n}}\n"
    # The type has been met: in the signature.
    parse(Source("input", text), lambda expected: Definition() if expected == name else lookup(expected), dialect)
    assert calls and calls[0] is not None


@pytest.mark.parametrize("arguments", [
    "", "%a: i32", "%a: i32, %b: tensor<4xf32>", "%a: i32,%b: f32", "%a: i32, f32", "%a: i32, ", "%a: i32, %a: i32", "%a: foo",
    "%a: tensor<4xq>", "%a: i32 {a.b}, %c: i32", "%a: i32, %b: i32 {a.b}, %c: i32", "%a : i32", '%a: i32 loc("x"), %b: i32',
    "%a: i32\n, %b: i32", "%a: i32 // c\n, %b: i32", "%a: tuple<i32>, %b: i1", "i32, %a: i32", "%a: i32 %b: i32", "%a#1: i32", "%a: i0",
    "%a: tensor<?x4xf32>, %b: !x", "%a: vector<4xi32>, %0: i1, %0a: i32",
])  # fmt: skip
def test_arguments_of_functions_read_as_by_the_general_parser(arguments):
    text = f"func.func @f({arguments}) {{\n  return\n}}\n"
    assert outcome(text, True) == outcome(text, False)


@pytest.mark.parametrize("calls", [
    ["%1 = call @g(%0) : (i32) -> i32", "%2 = call @g(%1) : (i32) -> i32", "%3 = call @h(%2) : (i32) -> i32", "%4 = call @g(%3) : (i32) -> i32"],
    ["%1 = call @g(%0) : (i32) -> i32", "%2 = call @g (%1) : (i32) -> i32", "%3 = func.call @h(%2) : (i32) -> i32"],
    ["call @k() : () -> ()", "call @k() : () -> ()", " call @k() : () -> ()"],
    ["%1 = call @g(%0) : (i32) -> i32", ' %2 = call @"g"(%1) : (i32) -> i32', "%3 = call @g(%2) {a = 1} : (i32) -> i32", " %4 = call @g(%3) {a} : (i32) -> i32"],
    ["%1:2 = call @two(%0) : (i32) -> (i32, i32)", " %2:2 = call @two(%1#1) : (i32) -> (i32, i32)", "%3:2 = call @two(%2#0) : (i32) -> (i32, i32)"],
    ["%1 = call @g(%0) : (i32) -> i32", " %2 = call @g::@h(%0) : (i32) -> i32", " %3 = call @g() : (i32) -> i32", "%4 = call @g(%9) : (i32) -> i32"],
])  # fmt: skip
def test_calls_read_as_by_the_general_parser(calls):
    text = "func.func @f(%0: i32) {\n" + "".join([f"  {call}\n" for call in calls]) + "  return\n}\n"
    assert outcome(text, True) == outcome(text, False)


@pytest.mark.parametrize("lines", [
    ["return %0 : i32", "return %0 : i32"], ["return %0, %0 : i32, i32", "return %0, %0 : i32,i32"], ["return", "return"],
    ["return %0 : i32", "return %0 : i32 {a}"], ["return %0 : i32", "return %0 {a} : i32"], ["return %0 : i32", "return %0 : i64"],
    ["return %0 : i32", "return %0, %0 : i32"], ["return %0 : i32", "return %1 : i32"], ["return %0 : i32", "%1 = return %0 : i32"],
    ["return %0 : i32", "func.return %0 : i32"], ["return %0 : i32", "return %0 : i32 // and more"],
])  # fmt: skip
def test_returns_read_as_by_the_general_parser(lines):
    text = "".join([f"func.func @f{number}(%0: i32) {{\n{' ' * number}{line}\n}}\n" for number, line in enumerate([*lines, *lines])])
    assert outcome(text, True) == outcome(text, False)
