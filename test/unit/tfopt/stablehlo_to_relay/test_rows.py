"""Each operation of XLA's that has a recipe in Relay: what the program computes as StableHLO and as Relay, and what NumPy or paper says.

A row is called as docs/relay.md calls it; several programs of a row have a word behind the name.
"""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import numpy as np
import pytest
from random_stablehlo_legs import as_pairs, executed, module_of, together
from tfir.dialects import verify

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner

F, I, B = np.float32, np.int32, np.bool_
X = np.array([-2.5, -1.0, -0.25, 0.0, 0.5, 1.0, 1.5, 3.0], F)
Y = np.array([2.0, -3.0, 0.5, 4.0, -0.5, 1.0, 2.5, -1.25], F)
POSITIVE = np.array([0.25, 1.0, 2.0, 9.0, 0.5, 1e-3, 100.0, 7.0], F)
WHOLE = np.array([-7, -1, 0, 1, 6, 100, -128, 2**31 - 1], I)
OTHER = np.array([2, 3, -1, 5, -4, 7, 3, -1], I)
# Quotients of up to 2046 binary places, subnormal numbers among them, zeros, infinities and NaN
FAR = np.array([1e308, -1.7e308, 1e17, 7.5, -0.0, 5e-324, -3e-310, 1e300, np.inf, 3.0, np.nan, 2.5, -9.0, 2.0**53 + 2])
NEAR = np.array([5e-324, 3e-310, 0.1, -2.0, 3.0, 2e-323, 1e-310, 7e-300, 2.0, np.inf, 1.0, 0.0, 4.5, 3.0])
with np.errstate(invalid="ignore"):
    REST = np.fmod(FAR, NEAR)
TRUTH, FALSEHOOD = np.array([True, True, False, False]), np.array([True, False, True, False])


class Row:
    """A program, the arrays that it is given, and the results."""

    def __init__(self, text: str, arrays, expected):
        self.text, self.arrays, self.expected = text, arrays, expected


def plain(op: str, arrays, result: np.ndarray, attributes: str = "", other: str = "") -> Row:
    """A function of one operation, in its generic form."""
    types = [type_of(array) for array in arrays]
    names = [f"%a{at}" for at in range(len(arrays))]
    head = ", ".join([f"{name}: {type}" for name, type in zip(names, types)])
    kind = type_of(result)
    told = f" <{{{attributes}}}>" if attributes else ""
    body = f'%0 = "{op}"({", ".join(names)}){told}{other} : ({", ".join(types)}) -> {kind}'
    return Row(f"func.func @main({head}) -> {kind} {{\n{body}\nreturn %0 : {kind}\n}}", arrays, [result])


NAMES = {"float32": "f32", "float64": "f64", "float16": "f16", "bool": "i1", "complex64": "complex<f32>"}


def type_of(array: np.ndarray) -> str:
    name = array.dtype.name
    element = NAMES.get(name) or name.replace("uint", "ui").replace("int", "i")
    return f"tensor<{''.join([f'{size}x' for size in array.shape])}{element}>"


def op(name: str, arrays, result, attributes: str = "", other: str = "") -> Row:
    return plain(f"stablehlo.{name}", arrays, np.asarray(result), attributes, other)


def body(name: str, element: str) -> str:
    """The region (a, b) -> a `name` b."""
    t = f"tensor<{element}>"
    return f' ({{\n^bb0(%x: {t}, %y: {t}):\n%z = stablehlo.{name} %x, %y : {t}\n"stablehlo.return"(%z) : ({t}) -> ()\n}})'


def compared(direction: str, function) -> Row:
    attributes = f"comparison_direction = #stablehlo<comparison_direction {direction}>"
    return op("compare", [X, Y], function(X, Y), attributes)


def whole(text: str, arrays, *expected) -> Row:
    return Row(text, arrays, list(expected))


def shape(*numbers) -> str:
    return f"array<i64{': ' if numbers else ''}{', '.join(map(str, numbers))}>"


IMAGE = np.arange(2 * 5 * 6 * 3, dtype=F).reshape(2, 5, 6, 3) % 7 - 3
KERNEL = np.arange(3 * 2 * 3 * 4, dtype=F).reshape(3, 2, 3, 4) % 5 - 2
SQUARE = np.array([[4.0, 1, 0.5], [1, 3, -1], [0.5, -1, 5]], F)
MATRIX = np.arange(12, dtype=F).reshape(3, 4)


def convolved(image, kernel, strides=(1, 1), padding=((0, 0), (0, 0)), image_gap=(1, 1), kernel_gap=(1, 1), groups: int = 1):
    """[N, H, W, C] by [H, W, C of one group, O], place by place, from the definition."""
    n, h, w, c = image.shape
    spread = np.zeros((n, (h - 1) * image_gap[0] + 1, (w - 1) * image_gap[1] + 1, c), image.dtype)
    spread[:, :: image_gap[0], :: image_gap[1]] = image
    around = np.pad(spread, [(0, 0), *padding, (0, 0)])
    kh, kw, inner, outer = kernel.shape
    reach = [(kh - 1) * kernel_gap[0] + 1, (kw - 1) * kernel_gap[1] + 1]
    places = [(size - far) // stride + 1 for size, far, stride in zip(around.shape[1:3], reach, strides)]
    result = np.zeros((n, *places, outer), image.dtype)
    for y, x in np.ndindex(*places):
        seen = around[:, y * strides[0] :, x * strides[1] :][:, : reach[0] : kernel_gap[0], : reach[1] : kernel_gap[1]]
        for group in range(groups):
            own = slice(group * outer // groups, (group + 1) * outer // groups)
            part = seen[..., group * inner : (group + 1) * inner]
            result[:, y, x, own] = np.einsum("nhwc,hwco->no", part, kernel[..., own])
    return result


def convolution(image, kernel, result, window: str, groups: str = "feature_group_count = 1 : i64, batch_group_count = 1 : i64",
                names: str = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]") -> Row:  # fmt: skip
    a, b, c = map(type_of, (image, kernel, result))
    return Row(
        f"func.func @main(%a: {a}, %b: {b}) -> {c} {{\n%0 = stablehlo.convolution(%a, %b) dim_numbers = {names}, window = {{{window}}} "
        f"{{{groups}}} : ({a}, {b}) -> {c}\nreturn %0 : {c}\n}}", [image, kernel], [result],
    )  # fmt: skip


def windows(array, size: int):
    return np.lib.stride_tricks.sliding_window_view(array, size, axis=-1)


def window(**attributes) -> str:
    return ", ".join([f"{name} = {shape(*value)}" for name, value in attributes.items()])


INDEX = np.array([2, 0, 9, -1], I)
GATHER = "dimension_numbers = #stablehlo.gather<{}>, slice_sizes = {}, indices_are_sorted = false"
SCATTER = (
    "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
    "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false"
)  # fmt: skip


def scattered(put) -> np.ndarray:
    """Rows 2, 0 and 2 of a matrix of ones with rows put in; row 7 is not there."""
    result = np.ones((3, 2), F)
    for at, row in zip([2, 0, 7, 2], np.arange(1, 9, dtype=F).reshape(4, 2)):
        if at < 3:
            result[at] = put(result[at], row)
    return result


UPDATES = [np.ones((3, 2), F), np.array([[2], [0], [7], [2]], I), np.arange(1, 9, dtype=F).reshape(4, 2)]
LOOP = """func.func @main(%a: tensor<i32>, %x: tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>) {
  %0:2 = "stablehlo.while"(%a, %x) ({
  ^bb0(%i: tensor<i32>, %y: tensor<2xf32>):
    %c = stablehlo.constant dense<5> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %y: tensor<2xf32>):
    %c = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %c : tensor<i32>
    %z = stablehlo.add %y, %y : tensor<2xf32>
    stablehlo.return %n, %z : tensor<i32>, tensor<2xf32>
  }) : (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<i32>, tensor<2xf32>
}"""
BRANCHES = """func.func @main(%a: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.if"(%a) ({
    %1 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    %1 = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
CASES = """func.func @main(%a: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.case"(%a) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    %1 = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
CALL = """func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = call @twice(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}"""
TUPLES = """func.func @main(%a: tensor<2xf32>, %b: tensor<3xi32>) -> (tensor<3xi32>, tensor<2xf32>) {
  %0 = stablehlo.tuple %a, %b : tuple<tensor<2xf32>, tensor<3xi32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<3xi32>>) -> tensor<3xi32>
  %2 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<2xf32>, tensor<3xi32>>) -> tensor<2xf32>
  return %1, %2 : tensor<3xi32>, tensor<2xf32>
}"""
PAIR = np.array([3.0, 1.0], F)
TWO = np.array([1.5, -2.0], F)
ARGMAX = """func.func @main(%a: tensor<2x4xf32>) -> tensor<2xi32> {
  %i = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %lowest), (%i init: %zero) across dimensions = [1] : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %g = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %m = stablehlo.select %g, %x, %y : tensor<i1>, tensor<f32>
    %n = stablehlo.select %g, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %m, %n : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<2xi32>
}"""
BRANCHING_BODY = """func.func @main(%a: tensor<3x2xf32>, %s: tensor<f32>) -> tensor<2xf32> {
  %0 = "stablehlo.reduce"(%a, %s) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %t = stablehlo.compare GT, %y, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %r = "stablehlo.if"(%t) ({
      "stablehlo.return"(%y) : (tensor<f32>) -> ()
    }, {
      "stablehlo.return"(%x) : (tensor<f32>) -> ()
    }) : (tensor<i1>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
SORT_TWO = """func.func @main(%a: tensor<5xi32>, %b: tensor<5xf32>) -> (tensor<5xi32>, tensor<5xf32>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %p: tensor<f32>, %q: tensor<f32>):
    %l = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %e = stablehlo.compare EQ, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %g = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %t = stablehlo.and %e, %g : tensor<i1>
    %r = stablehlo.or %l, %t : tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xf32>) -> (tensor<5xi32>, tensor<5xf32>)
  return %0#0, %0#1 : tensor<5xi32>, tensor<5xf32>
}"""
SORT = """func.func @main(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}"""
MAP = """func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %r = stablehlo.add %p, %x : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
COMPLEX = """func.func @main(%z: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %0 = stablehlo.multiply %z, %z : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}"""
SELECT_AND_SCATTER = """func.func @main(%a: tensor<4x4xf32>, %s: tensor<2x2xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%a, %s, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %t = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %t = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}"""
POOLED = np.array([[1, 2, 3, 4], [8, 7, 6, 5], [9, 10, 16, 15], [12, 11, 14, 13]], F)
SOURCE = np.array([[1, 2], [3, 4]], F)
SELECTED = np.array([[0, 0, 0, 0], [1, 0, 2, 0], [0, 0, 4, 0], [3, 0, 0, 0]], F)
CONSTANT = "func.func @main() -> tensor<2xf32> {\n%0 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf32>\nreturn %0 : tensor<2xf32>\n}"
REPLICAS = """func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %t = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}"""


def normalized(x, scale, offset, mean, variance, epsilon: float):
    return (x - mean) / np.sqrt(variance + F(epsilon)) * scale + offset


FEATURES = [np.array(each, F) for each in ([1.0, 2, 0.5], [0, 1, -1], [0.25, -0.5, 1], [1, 4, 0.25])]
NORM = "epsilon = 1.000000e-03 : f32, feature_index = 3 : i64"
CENTERED = IMAGE - IMAGE.mean((0, 1, 2))
BATCH = (CENTERED / np.sqrt(IMAGE.var((0, 1, 2)) + F(1e-3))) * FEATURES[0] + FEATURES[1]
TRAINING = f"""func.func @main(%x: {type_of(IMAGE)}, %s: tensor<3xf32>, %o: tensor<3xf32>) -> ({type_of(IMAGE)}, tensor<3xf32>, tensor<3xf32>) {{
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{{{NORM}}}> : ({type_of(IMAGE)}, tensor<3xf32>, tensor<3xf32>) -> ({type_of(IMAGE)}, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : {type_of(IMAGE)}, tensor<3xf32>, tensor<3xf32>
}}"""
GRADIENT = f"""func.func @main(%x: {type_of(IMAGE)}, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: {type_of(IMAGE)}) -> ({type_of(IMAGE)}, tensor<3xf32>, tensor<3xf32>) {{
  %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{{{NORM}}}> : ({type_of(IMAGE)}, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, {type_of(IMAGE)}) -> ({type_of(IMAGE)}, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : {type_of(IMAGE)}, tensor<3xf32>, tensor<3xf32>
}}"""


def gradient(given):
    """Of the operand, the scale and the offset, where mean and variance are numbers that are given: Ioffe and Szegedy, 2015, section 3."""
    scale, mean, variance = (each.astype(float) for each in (FEATURES[0], *FEATURES[2:]))
    deviation, count = np.sqrt(variance + 1e-3), IMAGE.size // 3
    normal, given = (IMAGE - mean) / deviation, given.astype(float)
    of_offset, of_scale = given.sum((0, 1, 2)), (given * normal).sum((0, 1, 2))
    of_operand = scale / deviation * (given - of_offset / count - normal * of_scale / count)
    return [each.astype(F) for each in (of_operand, of_scale, of_offset)]


SHIFTS = [np.array([1, -1, 5, -128, 127, 3], np.int8), np.array([1, 7, 8, 3, -1, 0], np.int8)]
UPPER = np.triu(SQUARE)
AFZ = np.array([0.5, -0.5, 2.5, -1.4999, 0.49999997, -0.0], F)
NUMBERS = np.array([1e-9, -1e-6, 0.5, 20.0], F)


def unary(name: str, array, function) -> Row:
    return op(name, [array], function(array).astype(array.dtype))


def rng(element: str, a, b, distribution: str, expected) -> Row:
    """Numbers of a distribution that has only one: from 3 to below 4, or without deviation."""
    kind = f"tensor<2x3x{element}>"
    return Row(
        f"""func.func @main() -> {kind} {{
      %a = stablehlo.constant dense<{a}> : tensor<{element}>
      %b = stablehlo.constant dense<{b}> : tensor<{element}>
      %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
      %0 = stablehlo.rng %a, %b, %shape, distribution = {distribution} : (tensor<{element}>, tensor<{element}>, tensor<2xi64>) -> {kind}
      return %0 : {kind}\n}}""",
        [],
        [expected],
    )


ROWS: dict[str, Row] = {
    "Abs": unary("abs", X, np.abs),
    "Add": op("add", [X, Y], X + Y),
    "Add of truth values": op("add", [TRUTH, FALSEHOOD], TRUTH | FALSEHOOD),
    "AllReduce": whole(REPLICAS, [PAIR], PAIR),
    "AllToAll": op("all_to_all", [PAIR], PAIR, "split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>"),
    "And": op("and", [TRUTH, FALSEHOOD], TRUTH & FALSEHOOD),
    "And of integers": op("and", [WHOLE, OTHER], WHOLE & OTHER),
    "Atan2": op("atan2", [np.array([1, 1, -1, 0, -0.0, 0, 2, np.inf], F), np.array([1, -1, -1, -1, -1, 1, 0, -np.inf], F)],
                np.arctan2(np.array([1, 1, -1, 0, -0.0, 0, 2, np.inf], F), np.array([1, -1, -1, -1, -1, 1, 0, -np.inf], F))),
    "BatchNormGrad": whole(GRADIENT, [IMAGE, FEATURES[0], FEATURES[2], FEATURES[3], IMAGE[::-1].copy()], *gradient(IMAGE[::-1])),
    "BatchNormInference": op("batch_norm_inference", [IMAGE, *FEATURES], normalized(IMAGE, *FEATURES, 1e-3), NORM),
    "BatchNormTraining": whole(TRAINING, [IMAGE, *FEATURES[:2]], BATCH, IMAGE.mean((0, 1, 2)), IMAGE.var((0, 1, 2))),
    "BitcastConvertType": op("bitcast_convert", [X], X.view(I)),
    "BitcastConvertType to a narrower type": op("bitcast_convert", [WHOLE], WHOLE.view(np.int16).reshape(8, 2)),
    "BitcastConvertType to a wider type": op("bitcast_convert", [WHOLE.view(np.uint8).reshape(8, 4)], WHOLE),
    "Broadcast": op("broadcast", [PAIR], np.broadcast_to(PAIR, (3, 2)), "broadcast_sizes = array<i64: 3>"),
    "BroadcastInDim": op("broadcast_in_dim", [MATRIX], np.broadcast_to(MATRIX.T[:, None, :], (4, 2, 3)),
                         "broadcast_dimensions = array<i64: 2, 0>"),
    "Call": whole(CALL, [PAIR], PAIR * 4),
    "Ceil": unary("ceil", X, np.ceil),
    "Cholesky": op("cholesky", [SQUARE], np.linalg.cholesky(SQUARE.astype(float)).astype(F), "lower = true"),
    "Clamp": op("clamp", [np.array(-1, F), X, np.array(1, F)], np.clip(X, -1, 1)),
    "Clamp to constants": whole(f"func.func @main(%x: {type_of(X)}) -> {type_of(X)} {{\n%l = stablehlo.constant dense<0.0> : tensor<f32>\n"
                                f"%h = stablehlo.constant dense<6.0> : tensor<f32>\n%0 = stablehlo.clamp %l, %x, %h : (tensor<f32>, {type_of(X)}, tensor<f32>) -> {type_of(X)}\n"
                                f"return %0 : {type_of(X)}\n}}", [X * 4], np.clip(X * 4, 0, 6)),
    "Clz": op("count_leading_zeros", [np.array([0, 1, -1, 255, 2**30], I)], np.array([32, 31, 0, 24, 1], I)),
    "Collapse": op("reshape", [MATRIX], MATRIX.reshape(12)),
    "Compare": op("compare", [np.array([-0.0, np.nan, 1], F), np.array([0.0, np.inf, 1], F)], np.array([True, False, False]),
                  "comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type TOTALORDER>"),
    "Complex": whole(COMPLEX, [np.array([1.0, 2.0], F), np.array([3.0, -1.0], F)], np.array([-8, 3], F), np.array([6, -4], F)),
    "CollectivePermute": op("collective_permute", [PAIR], PAIR, "source_target_pairs = dense<0> : tensor<1x2xi64>"),
    "Concatenate": op("concatenate", [MATRIX, MATRIX + 1], np.concatenate([MATRIX, MATRIX + 1], 1), "dimension = 1 : i64"),
    "Conditional": whole(BRANCHES, [np.array(True), PAIR], -PAIR),
    "Conditional otherwise": whole(BRANCHES, [np.array(False), PAIR], 2 * PAIR),
    "Conditional of three": whole(CASES, [np.array(1, I), PAIR], -PAIR),
    "Conditional beyond the last": whole(CASES, [np.array(9, I), PAIR], 2 * PAIR),
    "Constant": whole(CONSTANT, [], TWO),
    "Conv": convolution(IMAGE, KERNEL, convolved(IMAGE, KERNEL), ""),
    "Conv with dilated kernel": convolution(IMAGE, KERNEL, convolved(IMAGE, KERNEL, kernel_gap=(2, 3)), "rhs_dilate = [2, 3]"),
    "Conv of a dilated image": convolution(IMAGE, KERNEL, convolved(IMAGE, KERNEL, image_gap=(2, 3)), "lhs_dilate = [2, 3]"),
    "Conv with a turned kernel": convolution(IMAGE, KERNEL, convolved(IMAGE, KERNEL[::-1]), "reverse = [true, false]"),
    "Conv in groups": convolution(IMAGE, KERNEL[:, :, :1, :3], convolved(IMAGE, KERNEL[:, :, :1, :3], groups=3), "",
                                  "feature_group_count = 3 : i64, batch_group_count = 1 : i64"),
    "Conv in groups of the batch": convolution(
        IMAGE, KERNEL, np.concatenate([convolved(IMAGE[:1], KERNEL[..., :2]), convolved(IMAGE[1:], KERNEL[..., 2:])], 3), "",
        "feature_group_count = 1 : i64, batch_group_count = 2 : i64"),
    "Conv in another order": convolution(IMAGE.transpose(3, 0, 1, 2), KERNEL.transpose(3, 0, 1, 2), convolved(IMAGE, KERNEL).transpose(1, 3, 0, 2), "",
                                         names="[f, b, 0, 1]x[o, 0, 1, i]->[0, f, b, 1]"),
    "Conv of one dimension": convolution(IMAGE[:, 0], KERNEL[0], convolved(IMAGE[:, :1], KERNEL[:1])[:, 0], "", names="[b, 0, f]x[0, i, o]->[b, 0, f]"),
    "Conv of three dimensions": convolution(IMAGE[:, None], KERNEL[None], convolved(IMAGE, KERNEL)[:, None], "", names="[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]"),
    "Conv of four dimensions": convolution(IMAGE[:, None, None], KERNEL[None, None], convolved(IMAGE, KERNEL)[:, None, None], "", names="[b, 0, 1, 2, 3, f]x[0, 1, 2, 3, i, o]->[b, 0, 1, 2, 3, f]"),
    "ConvWithGeneralPadding": convolution(IMAGE, KERNEL, convolved(IMAGE, KERNEL, (2, 1), ((1, 2), (0, 3))), "stride = [2, 1], pad = [[1, 2], [0, 3]]"),
    "ConvWithGeneralPadding, negative": convolution(IMAGE, KERNEL, convolved(IMAGE[:, 1:], KERNEL, (1, 1), ((0, 0), (0, 3))), "pad = [[-1, 0], [0, 3]]"),
    "ConvertElementType": op("convert", [X], X.astype(I)),
    "ConvertElementType to truth values": op("convert", [X], X != 0),
    "Cos": unary("cosine", X, np.cos),
    "Div": op("divide", [X, Y], X / Y),
    "Div of integers": op("divide", [np.array([7, -7, 7, -2**31, 5], I), np.array([2, 2, -2, -1, 0], I)], np.array([3, -3, -3, -2**31, -1], I)),
    "Dot": op("dot", [MATRIX, MATRIX.T.copy()], MATRIX @ MATRIX.T),
    "Dot of vectors": op("dot", [X, Y], X @ Y),
    "DotGeneral": op("dot_general", [IMAGE, IMAGE + 1], np.einsum("bhwc,bhkc->bhwk", IMAGE, IMAGE + 1),
                     "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>"),
    "DynamicSlice": op("dynamic_slice", [MATRIX, np.array(1, I), np.array(9, I)], MATRIX[1:3, 1:4], "slice_sizes = array<i64: 2, 3>"),
    "DynamicUpdateSlice": op("dynamic_update_slice", [MATRIX, -MATRIX[:2, :2], np.array(9, I), np.array(-1, I)],
                             np.concatenate([MATRIX[:1], np.concatenate([-MATRIX[:2, :2], MATRIX[1:, 2:]], 1)])),
    "Eq": compared("EQ", np.equal), "Ne": compared("NE", np.not_equal), "Ge": compared("GE", np.greater_equal),
    "Gt": compared("GT", np.greater), "Le": compared("LE", np.less_equal), "Lt": compared("LT", np.less),
    "Exp": unary("exponential", X, np.exp),
    "Expm1": unary("exponential_minus_one", NUMBERS, lambda x: np.expm1(x.astype(float))),
    "Fft": whole("func.func @main(%a: tensor<8xf32>) -> tensor<5xcomplex<f32>> {\n%0 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>\n"
                 "return %0 : tensor<5xcomplex<f32>>\n}", [X], np.fft.rfft(X).real.astype(F), np.fft.rfft(X).imag.astype(F)),
    "Floor": unary("floor", X, np.floor),
    "Gather": op("gather", [MATRIX, INDEX.reshape(4, 1)], MATRIX[[2, 0, 2, 0]],
                 GATHER.format("offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1", shape(1, 4))),
    "Gather of windows": op("gather", [MATRIX, np.array([[0, 1], [5, 5]], I)], np.stack([MATRIX[0:2, 1:4], MATRIX[1:3, 1:4]]),
                            GATHER.format("offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1", shape(2, 3))),
    "Gather in batches": op("gather", [MATRIX, np.array([3, 0, 1], I)], MATRIX[[0, 1, 2], [3, 0, 1]],
                            GATHER.format("collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1", shape(1, 1))),
    "GetDimensionSize": op("get_dimension_size", [MATRIX], np.array(4, I), "dimension = 1 : i64"),
    "GetTupleElement": whole(TUPLES, [PAIR, np.arange(3, dtype=I)], np.arange(3, dtype=I), PAIR),
    "Imag": whole("func.func @main(%z: tensor<2xcomplex<f32>>) -> tensor<2xf32> {\n%0 = stablehlo.imag %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>\nreturn %0 : tensor<2xf32>\n}", [PAIR, TWO], TWO),
    "Iota": op("iota", [], np.broadcast_to(np.arange(3, dtype=I)[:, None], (3, 2)).copy(), "iota_dimension = 0 : i64"),
    "IsFinite": op("is_finite", [np.array([1, np.inf, np.nan, -np.inf], F)], np.array([True, False, False, False])),
    "Log": unary("log", POSITIVE, np.log),
    "Log1p": unary("log_plus_one", NUMBERS, lambda x: np.log1p(x.astype(float))),
    "Map": whole(MAP, [X[:4], Y[:4]], X[:4] * Y[:4] + X[:4]),
    "Max": op("maximum", [X, Y], np.maximum(X, Y)), "Min": op("minimum", [X, Y], np.minimum(X, Y)),
    "Mul": op("multiply", [X, Y], X * Y), "Neg": unary("negate", X, np.negative),
    "Not": op("not", [TRUTH], ~TRUTH), "Not of integers": op("not", [WHOLE], ~WHOLE),
    "Or": op("or", [TRUTH, FALSEHOOD], TRUTH | FALSEHOOD),
    "Pad": op("pad", [MATRIX, np.array(9, F)], np.pad(MATRIX, [(1, 0), (0, 2)], constant_values=9),
              window(edge_padding_low=(1, 0), edge_padding_high=(0, 2), interior_padding=(0, 0))),
    "Pad by less and between": op("pad", [PAIR, np.array(9, F)], np.array([9, 1, 9], F),
                                  window(edge_padding_low=(-1,), edge_padding_high=(1,), interior_padding=(1,))),
    "Parameter": whole("func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\nreturn %a : tensor<2xf32>\n}", [PAIR], PAIR),
    "PartitionId": whole("func.func @main() -> tensor<ui32> {\n%0 = stablehlo.partition_id : tensor<ui32>\nreturn %0 : tensor<ui32>\n}", [], np.array(0, np.uint32)),
    "PopulationCount": op("popcnt", [WHOLE], np.array([bin(int(n) & 0xFFFFFFFF).count("1") for n in WHOLE], I)),
    "Power": op("power", [POSITIVE, Y], POSITIVE**Y),
    "Power of integers": op("power", [np.array([2, -3, 7, -1, 5], I), np.array([10, 3, 0, -3, -1], I)], np.array([1024, -27, 1, -1, 0], I)),
    "Reduce": op("reduce", [MATRIX, np.array(0, F)], MATRIX.sum(0), "dimensions = array<i64: 0>", body("add", "f32")),
    "Reduce with an initial value": op("reduce", [MATRIX, np.array(100, F)], np.full(3, 100, F), "dimensions = array<i64: 1>", body("maximum", "f32")),
    "Reduce by another body": op("reduce", [WHOLE.reshape(2, 4), np.array(0, I)], np.bitwise_xor.reduce(WHOLE.reshape(2, 4), 1),
                                 "dimensions = array<i64: 1>", body("xor", "i32")),
    "Reduce to places": whole(ARGMAX, [np.array([[1, 5, 5, 2], [3, 0, 3, 1]], F)], np.array([1, 0], I)),
    "Reduce by a body with branches": whole(BRANCHING_BODY, [MATRIX[:, :2].copy(), np.array(3, F)], np.array([8, 9], F)),
    "ReducePrecision": op("reduce_precision", [np.array([1.2345678, 1e30, 1e-30], F)], np.array([1.234375, np.inf, 0], F), "exponent_bits = 5 : i32, mantissa_bits = 10 : i32"),
    "ReducePrecision to bf16": op("reduce_precision", [np.array([1.2345678, 1e30], F)], np.array([0x3F9E0000, 0x714A0000], np.uint32).view(F),
                                  "exponent_bits = 8 : i32, mantissa_bits = 7 : i32"),
    "ReduceWindow": op("reduce_window", [IMAGE, np.array(-np.inf, F)], IMAGE[:, :4, :].reshape(2, 2, 2, 3, 2, 3).max((2, 4)),
                       window(window_dimensions=(1, 2, 2, 1), window_strides=(1, 2, 2, 1)), body("maximum", "f32")),
    "ReduceWindow of sums": op("reduce_window", [X, np.array(0, F)], windows(X, 3).sum(-1), window(window_dimensions=(3,)), body("add", "f32")),
    "ReduceWindow of running sums": op("reduce_window", [X, np.array(0, F)], np.cumsum(X), window(window_dimensions=(8,)) + ", padding = dense<[[7, 0]]> : tensor<1x2xi64>", body("add", "f32")),
    "ReduceWindow by another body": op("reduce_window", [WHOLE, np.array(0, I)], np.bitwise_xor.reduce(windows(WHOLE, 2), -1), window(window_dimensions=(2,)), body("xor", "i32")),
    "ReduceWindowWithGeneralPadding": op("reduce_window", [IMAGE, np.array(0, F)], np.pad(IMAGE, [(0, 0), (1, 0), (0, 0), (0, 0)]).reshape(2, 3, 2, 3, 2, 3).sum((2, 4)),
                                         window(window_dimensions=(1, 2, 2, 1), window_strides=(1, 2, 2, 1)) + ", padding = dense<[[0, 0], [1, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>", body("add", "f32")),
    "Rem": op("remainder", [X, Y], np.fmod(X, Y)),
    "Rem of large quotients": op("remainder", [np.array([1e30, -1e20, 3e38], F), np.array([7, 3, 1e-30], F)],
                                 np.fmod(np.array([1e30, -1e20, 3e38], F), np.array([7, 3, 1e-30], F))),
    "Rem of f64": op("remainder", [FAR, NEAR], REST), "Rem of one f64": op("remainder", [FAR[0], NEAR[0]], REST[0]),
    "Rem of integers": op("remainder", [np.array([7, -7, 7, -2**31, 5], I), np.array([2, 2, -2, -1, 0], I)], np.array([1, -1, 1, 0, 5], I)),
    "ReplicaId": whole("func.func @main() -> tensor<ui32> {\n%0 = stablehlo.replica_id : tensor<ui32>\nreturn %0 : tensor<ui32>\n}", [], np.array(0, np.uint32)),
    "Reshape": op("reshape", [MATRIX], MATRIX.reshape(2, 1, 6)),
    "Rev": op("reverse", [MATRIX], MATRIX[::-1, ::-1].copy(), "dimensions = array<i64: 0, 1>"),
    "RngNormal": rng("f32", 1.5, 0.0, "NORMAL", np.full((2, 3), 1.5, F)), "RngUniform": rng("i32", 3, 4, "UNIFORM", np.full((2, 3), 3, I)),
    "RoundNearestAfz": op("round_nearest_afz", [AFZ], np.array([1, -1, 3, -1, 0, -0.0], F)),
    "RoundNearestEven": op("round_nearest_even", [AFZ], np.rint(AFZ)),
    "Rsqrt": unary("rsqrt", POSITIVE, lambda x: 1 / np.sqrt(x)),
    "Scatter": op("scatter", UPDATES, scattered(lambda old, new: new), SCATTER, ' ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"stablehlo.return"(%y) : (tensor<f32>) -> ()\n})'),
    "Scatter of sums": op("scatter", UPDATES, scattered(np.add), SCATTER, body("add", "f32")),
    "Scatter by another body": op("scatter", UPDATES, scattered(np.subtract), SCATTER, body("subtract", "f32")),
    "Select": op("select", [X > 0, X, Y], np.where(X > 0, X, Y)),
    "SelectAndScatter": whole(SELECT_AND_SCATTER, [POOLED, SOURCE], SELECTED),
    "ShiftLeft": op("shift_left", SHIFTS, np.array([2, -128, 0, 0, 0, 3], np.int8)),
    "ShiftRightArithmetic": op("shift_right_arithmetic", SHIFTS, np.array([0, -1, 0, -16, 0, 3], np.int8)),
    "ShiftRightLogical": op("shift_right_logical", SHIFTS, np.array([0, 1, 0, 16, 0, 3], np.int8)),
    "SetDimensionSize": whole("""func.func @main(%x: tensor<3x4xf32>, %n: tensor<i32>) -> tensor<?x4xf32> {
      %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3x4xf32>, tensor<i32>) -> tensor<?x4xf32>
      return %0 : tensor<?x4xf32>\n}""", [MATRIX, np.array(2, I)], MATRIX[:2]),
    "Sign": op("sign", [np.array([-2, -0.0, 0, 3, np.nan], F)], np.array([-1, -0.0, 0, 1, np.nan], F)),
    "Sin": unary("sine", X, np.sin),
    "Slice": op("slice", [MATRIX], MATRIX[0:3:2, 1:4], window(start_indices=(0, 1), limit_indices=(3, 4), strides=(2, 1))),
    "Sort": whole(SORT, [np.array([[3, 1, 2, 2], [0, -1, 5, 4]], F)], np.array([[3, 2, 2, 1], [5, 4, 0, -1]], F)),
    "Sort by two keys": whole(SORT_TWO, [np.array([2, 1, 2, 1, 0], I), np.array([1, 5, 9, 7, 0], F)], np.array([0, 1, 1, 2, 2], I), np.array([0, 7, 5, 9, 1], F)),
    "Sqrt": unary("sqrt", POSITIVE, np.sqrt),
    "Sub": op("subtract", [X, Y], X - Y),
    "Tanh": unary("tanh", X, np.tanh), "Tan": unary("tan", X, np.tan), "Cbrt": unary("cbrt", X, np.cbrt),
    "Logistic": unary("logistic", X, lambda x: 1 / (1 + np.exp(-x))),
    "Transpose": op("transpose", [IMAGE], IMAGE.transpose(3, 0, 2, 1).copy(), "permutation = array<i64: 3, 0, 2, 1>"),
    "TriangularSolve": op("triangular_solve", [UPPER, MATRIX], np.linalg.solve(UPPER.astype(float), MATRIX).astype(F),
                          "left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>"),
    "Tuple": whole(TUPLES, [PAIR, np.arange(3, dtype=I)], np.arange(3, dtype=I), PAIR),
    "While": whole(LOOP, [np.array(2, I), PAIR], np.array(5, I), PAIR * 8),
    "While that does not run": whole(LOOP, [np.array(7, I), PAIR], np.array(7, I), PAIR),
    "Xor": op("xor", [TRUTH, FALSEHOOD], TRUTH ^ FALSEHOOD), "Xor of integers": op("xor", [WHOLE, OTHER], WHOLE ^ OTHER),
}  # fmt: skip


def in_relay(text: str):
    module = module_of(text)
    Runner(verify).run(load_pipeline("relay"), module)
    return module


@pytest.mark.parametrize("name", ROWS)
def test_a_row_computes_what_it_should_on_both_sides(name):
    row = ROWS[name]
    relay = in_relay(row.text)
    left = {op.name for op in relay.walk() if op.dialect in ("stablehlo", "chlo")}
    assert not left
    sides = [executed(relay, row.arrays)]
    if "complex" not in row.text:  # in which a complex tensor is one, and not two
        sides.append(executed(module_of(row.text), row.arrays))
    for results in sides:
        for got, wanted in zip(results, row.expected, strict=True):
            assert_agree(got, wanted)


@pytest.mark.parametrize("name", ROWS)
def test_both_sides_of_a_row_are_equal_on_drawn_arrays(name):
    chance = np.random.default_rng(crc32(name.encode()))
    arrays, module = [drawn(name, array, chance) for array in ROWS[name].arrays], module_of(ROWS[name].text)
    parts = iter(arrays)
    given = [
        together(next(parts), next(parts)) if "complex" in argument.type.text else next(parts)
        for argument in module.body.first.body.arguments
    ]
    for got, wanted in zip(executed(in_relay(ROWS[name].text), arrays), as_pairs(executed(module, given)), strict=True):
        assert_agree(got, wanted)


def drawn(name: str, array: np.ndarray, chance) -> np.ndarray:
    """Another array of a shape and type: whole numbers of the same set, which may be places; matrices that can be factored or solved for."""
    if array.dtype == np.bool_:
        return chance.random(array.shape) < 0.5
    if array.dtype.kind in "iu":
        return chance.choice(array.ravel(), array.shape)
    numbers = chance.choice([-1.0, 1.0], array.shape) * np.exp(chance.normal(0, 1, array.shape))
    if name.startswith("Cholesky"):
        numbers = numbers @ np.swapaxes(numbers, -1, -2) + 3 * np.eye(array.shape[-1])
    if name.startswith("Triangular") and array.shape[-1] == array.shape[-2]:
        numbers = numbers + 9 * np.eye(array.shape[-1])
    return np.asarray(numbers).astype(array.dtype)


def test_the_document_names_each_program():
    """docs/relay_recipes.md has 108 rows; those that have a recipe say which programs hold it."""
    text = (Path(__file__).parents[4] / "docs" / "relay_recipes.md").read_text()
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in text.splitlines() if line.startswith("| ")]
    told = {test for row in rows[1:] for test in row[-1].split("; ") if test}
    assert len(rows) == 109
    assert told <= set(ROWS)
    assert all([name in told or f"({name})" in text for name in ROWS])
    assert [row[0] for row in rows[1:] if not row[-1] and "no " not in row[-2]] == []


def assert_agree(got: np.ndarray, wanted: np.ndarray) -> None:
    """Integers to the bit; floats within a few units of the largest, and zeros with their signs."""
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
    if wanted.dtype.kind != "f":
        np.testing.assert_array_equal(got, wanted)
        return
    largest = np.max(np.abs(wanted), where=np.isfinite(wanted), initial=1)
    np.testing.assert_allclose(got, wanted, rtol=2e-6, atol=2e-6 * largest if largest < 1e6 else 0)
    zero = (got == 0) & (wanted == 0)
    np.testing.assert_array_equal(np.signbit(got[zero]), np.signbit(wanted[zero]))
