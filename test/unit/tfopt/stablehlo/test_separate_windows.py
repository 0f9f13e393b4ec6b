"""Windows along several axes that are taken one axis after the other. Expected values are those of loops over the places, as the specification
writes them."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_decompose import stablehlo_decompose

CODES = {"f16": "f2", "f32": "f4", "i32": "i4", "ui8": "u1"}
COMBINE = {"add": np.add, "maximum": np.maximum, "minimum": np.minimum, "xor": np.bitwise_xor}


def decomposed(type: str, result: str, body: str, initial: str, window, strides, padding):
    kind = type.rpartition("x")[2]
    text = f"""
        func.func @main(%x: tensor<{type}>) -> tensor<{result}> {{
          %i = stablehlo.constant dense<{initial}> : tensor<{kind}>
          %r = "stablehlo.reduce_window"(%x, %i) <{{
            window_dimensions = array<i64: {", ".join(map(str, window))}>, window_strides = array<i64: {", ".join(map(str, strides))}>,
            padding = dense<{padding}> : tensor<{len(window)}x2xi64>
          }}> ({{
          ^bb0(%a: tensor<{kind}>, %b: tensor<{kind}>):
            %c = stablehlo.{body} %a, %b : tensor<{kind}>
            stablehlo.return %c : tensor<{kind}>
          }}) : (tensor<{type}>, tensor<{kind}>) -> tensor<{result}>
          return %r : tensor<{result}>
        }}"""
    module = parse(Source("test", text), lookup, dialect)
    stablehlo_decompose(module)
    verify(module)
    return module


def windows_of(module) -> list[list[int]]:
    return [[*op.attributes["window_dimensions"].values] for op in module.walk() if op.name == "stablehlo.reduce_window"]


def by_loops(x, combine, initial, window, strides, padding):
    wide = np.pad(x.astype(np.float64 if x.dtype.kind == "f" else x.dtype), padding, constant_values=initial)
    places = [(size - length) // stride + 1 for size, length, stride in zip(wide.shape, window, strides)]
    result = np.empty(places, wide.dtype)
    for place in np.ndindex(*places):
        seen = wide[tuple([slice(at * stride, at * stride + length) for at, stride, length in zip(place, strides, window)])]
        result[place] = combine.reduce(seen.ravel(), initial=initial)
    return result.astype(x.dtype)


@pytest.mark.parametrize(
    ("type", "result", "body", "initial", "window", "strides", "padding", "apart"),
    [
        ("12x9xf32", "12x9xf32", "add", "0.0", (12, 9), (1, 1), [(11, 0), (8, 0)], [[12, 1], [1, 9]]),  # what went before
        ("12x9xf16", "12x9xf16", "add", "0.0", (12, 9), (1, 1), [(11, 0), (8, 0)], [[12, 1], [1, 9]]),
        ("20x13xi32", "5x13xi32", "xor", "0", (9, 11), (3, 1), [(1, 0), (5, 5)], [[9, 1], [1, 11]]),
        ("13x20xi32", "13x5xi32", "add", "0", (11, 9), (1, 3), [(5, 5), (1, 0)], [[1, 9], [11, 1]]),  # what leaves fewer goes first
        ("10x11xf32", "2x2xf32", "maximum", "1.5", (9, 10), (1, 1), [(0, 0), (0, 0)], [[9, 1], [1, 10]]),  # another beginning
        ("9x9x9xui8", "9x9x9xui8", "minimum", "7", (5, 5, 5), (1, 1, 1), [(2, 2)] * 3, [[5, 1, 1], [1, 5, 1], [1, 1, 5]]),
        ("?x12x9xi32", "?x12x9xi32", "add", "0", (1, 12, 9), (1, 1, 1), [(0, 0), (0, 11), (8, 0)], [[1, 12, 1], [1, 1, 9]]),
    ],
)
def test_axes_apart(type, result, body, initial, window, strides, padding, apart):
    module = decomposed(type, result, body, initial, window, strides, [list(pair) for pair in padding])
    assert [each for each in windows_of(module) if max(each) > 1] == apart
    *sizes, kind = type.split("x")
    x = (np.random.default_rng(5).standard_normal([3 if size == "?" else int(size) for size in sizes]) * 20).astype(CODES[kind])
    (actual,) = Program(module).run({"arg0": x}).values()
    expected = by_loops(x, COMBINE[body], float(initial) if kind[0] == "f" else int(initial), window, strides, padding)
    tolerance = {"f16": 1e-3, "f32": 1e-5}.get(kind, 0)
    np.testing.assert_allclose(actual, expected, tolerance, 20 * tolerance)


@pytest.mark.parametrize(
    ("type", "result", "body", "initial", "window"),
    [
        ("8x8xf32", "1x1xf32", "add", "0.0", (8, 8)),  # few are added in order
        ("9x90xi32", "8x1xi32", "add", "0", (2, 90)),  # hardly more steps
        ("12x9xi32", "2x1xi32", "add", "1", (11, 9)),  # would be taken in more than once
        ("12x9xf32", "2x1xf32", "subtract", "0.0", (11, 9)),
        ("12x9xf32", "2x1xf32", "power", "1.0", (11, 9)),
    ],
)
def test_axes_together(type, result, body, initial, window):
    assert windows_of(decomposed(type, result, body, initial, window, (1, 1), [[0, 0], [0, 0]])) == [[*window]]
