"""Ops on quantized values, against the formulas of the specification ("Quantization computations") in exact fractions.

Scales are powers of two, so that the expressed type holds what the formulas give.
"""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from tfir.dialects import dialect
from tfir.ir.diagnostics import Error
from tfir.ods.signature import Slot


class Quantized:
    """A quantized type with one scale and zero point."""

    def __init__(self, storage: str, scale: float, zero: int = 0, expressed: str = "f32", limits: tuple[int, int] | None = None):
        self.storage, self.scale, self.zero, self.limits = storage, Fraction(scale), zero, limits
        low, high = limits or self.range()
        self.low, self.high = low, high
        narrow = f"<{low}:{high}>" if limits else ""
        self.text = f"!quant.uniform<{storage}{narrow}:{expressed}, {scale!r}:{zero}>"

    def range(self) -> tuple[int, int]:
        width = int(self.storage.lstrip("iu"))
        return (0, 2**width - 1) if self.storage[0] == "u" else (-(2 ** (width - 1)), 2 ** (width - 1) - 1)

    def number(self, stored: int) -> Fraction:
        return (stored - self.zero) * self.scale

    def store(self, number: Fraction) -> int:
        return round(min(max(number / self.scale + self.zero, Fraction(self.low)), Fraction(self.high)))

    def constant(self, name: str, stored: list) -> str:
        shape = "x".join(map(str, np.shape(stored)))
        shape += "x" if shape else ""
        return f'  {name} = "stablehlo.constant"() <{{value = dense<{stored}> : tensor<{shape}{self.storage}>}}> : () -> tensor<{shape}{self.text}>\n'

    def sample(self) -> list[int]:
        """Both ends of what can be stored, and some numbers between."""
        middle = (self.low + self.high) // 2
        return sorted({self.low, self.low + 1, middle - 2, middle, middle + 3, self.zero, self.zero + 1, self.high - 1, self.high})


TYPES = [
    Quantized("i4", 0.5, 1), Quantized("ui4", 0.25, 3), Quantized("i8", 0.25, -5), Quantized("ui8", 0.5, 128), Quantized("i16", 0.125, 7),
    Quantized("i8", 0.5, 2, limits=(-100, 90)), Quantized("i8", 2.0, expressed="f64"), Quantized("i32", 0.5, 3, expressed="f64"),
]  # fmt: skip


def remainder(x: Fraction, y: Fraction) -> Fraction:
    return x - math.trunc(x / y) * y


def away(x: Fraction) -> Fraction:
    return Fraction(math.floor(abs(x) + Fraction(1, 2)) * (-1 if x < 0 else 1))


BINARY = {
    "add": Fraction.__add__, "subtract": Fraction.__sub__, "multiply": Fraction.__mul__, "maximum": max, "minimum": min,
    "divide": Fraction.__truediv__, "remainder": remainder,
}  # fmt: skip
UNARY = {
    "abs": abs, "negate": Fraction.__neg__, "floor": lambda x: Fraction(math.floor(x)), "ceil": lambda x: Fraction(math.ceil(x)),
    "round_nearest_even": lambda x: Fraction(round(x)), "round_nearest_afz": away, "sign": lambda x: Fraction((x > 0) - (x < 0)),
}  # fmt: skip


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.text)
@pytest.mark.parametrize("op", UNARY)
def test_one_operand(compute, same, kind, op):
    values = kind.sample()
    type = f"tensor<{len(values)}x{kind.text}>"
    result = compute(kind.constant("%x", values) + f"  %r = stablehlo.{op} %x : {type}")
    same(result, [kind.store(UNARY[op](kind.number(value))) for value in values])


FUNCTIONS = {
    "exponential": math.exp, "exponential_minus_one": math.expm1, "log_plus_one": math.log1p, "sine": math.sin, "cosine": math.cos, "tan": math.tan,
    "tanh": math.tanh, "cbrt": math.cbrt, "logistic": lambda x: 1 / (1 + math.exp(-x)), "log": math.log, "sqrt": math.sqrt,
    "rsqrt": lambda x: 1 / math.sqrt(x),
}  # fmt: skip


@pytest.mark.parametrize("op", FUNCTIONS)
def test_functions_of_one_number(compute, same, op):
    """No result lies near the middle between two that can be stored."""
    kind, into = Quantized("i8", 0.25, -7), Quantized("i8", 0.125, 3)
    values = [-6, -3, 0, 5, 9]
    result = compute(kind.constant("%x", values) + f"  %r = stablehlo.{op} %x : (tensor<5x{kind.text}>) -> tensor<5x{into.text}>")
    places = [Fraction(FUNCTIONS[op](float(kind.number(value)))) / into.scale for value in values]
    assert all(abs(place % 1 - Fraction(1, 2)) > Fraction(1, 1000) for place in places)
    same(result, [into.store(place * into.scale) for place in places])


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.text)
@pytest.mark.parametrize("op", BINARY)
def test_two_operands_and_a_result_of_other_scales(compute, same, kind, op):
    other, into = (Quantized(kind.storage, scale, kind.zero - 1, expressed_of(kind)) for scale in (0.25, 1.0))
    pairs = [pair for pair in product(kind.sample(), other.sample()) if op not in ("divide", "remainder") or pair[1] != other.zero]
    lhs, rhs = ([pair[at] for pair in pairs] for at in (0, 1))
    types = [f"tensor<{len(pairs)}x{each.text}>" for each in (kind, other, into)]
    text = kind.constant("%x", lhs) + other.constant("%y", rhs)
    result = compute(text + f"  %r = stablehlo.{op} %x, %y : ({types[0]}, {types[1]}) -> {types[2]}")
    same(result, [into.store(BINARY[op](kind.number(x), other.number(y))) for x, y in pairs])


def expressed_of(kind: Quantized) -> str:
    return "f64" if ":f64" in kind.text else "f32"


def test_a_quotient_that_is_no_number_or_infinite(compute, same):
    kind, beside = Quantized("i8", 0.5, 4), Quantized("i8", 0.5, 4, limits=(3, 9))
    text = kind.constant("%x", [4, 6, 2]) + kind.constant("%y", [4, 4, 4])
    divided = "  %r = stablehlo.divide %x, %y : (tensor<3x{0}>, tensor<3x{0}>) -> tensor<3x{1}>"
    same(compute(text + divided.format(kind.text, kind.text)), [0, 127, -128])
    same(compute(text + divided.format(kind.text, beside.text)), [3, 9, 3])


def test_ties_go_to_even_and_what_is_beyond_to_the_limit(compute, same):
    text = "  %x = stablehlo.constant dense<[0.25, 0.75, 1.25, -0.25, -0.75, 99.0, -99.0]> : tensor<7xf32>\n"
    into = Quantized("i8", 0.5, 1, limits=(-10, 100))
    same(compute(text + f"  %r = stablehlo.uniform_quantize %x : (tensor<7xf32>) -> tensor<7x{into.text}>"), [2, 2, 4, 0, 0, 100, -10])


@pytest.mark.parametrize("expressed", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize("storage", ["i4", "ui4", "i8", "ui8", "i16", "i32"])
def test_there_and_back(compute, same, storage, expressed):
    kind = Quantized(storage, 0.5, 2, expressed)
    values = [kind.zero + offset for offset in (-2, -1, 0, 1, 5)]
    there = kind.constant("%x", values) + f"  %r = stablehlo.uniform_dequantize %x : (tensor<5x{kind.text}>) -> tensor<5x{expressed}>\n"
    numbers = compute(there)
    same(numbers, [float(kind.number(value)) for value in values])
    same(compute(there + f"  %s = stablehlo.uniform_quantize %r : (tensor<5x{expressed}>) -> tensor<5x{kind.text}>"), values)


def test_numbers_are_rounded_to_the_expressed_type(compute, same):
    """bf16 has 8 bits: 259 / 1 is 260 in it, and stored integers that are farther from the zero point lose theirs."""
    text = "  %x = stablehlo.constant dense<[259.0, 257.0]> : tensor<2xbf16>\n"
    kind = Quantized("i16", 1.0, 0, "bf16")
    same(compute(text + f"  %r = stablehlo.uniform_quantize %x : (tensor<2xbf16>) -> tensor<2x{kind.text}>"), [260, 256])
    back = kind.constant("%x", [259, 32767]) + f"  %r = stablehlo.uniform_dequantize %x : (tensor<2x{kind.text}>) -> tensor<2xbf16>"
    same(compute(back), [260.0, 32768.0])


def test_a_limit_that_the_expressed_type_lacks(compute, same):
    text = "  %x = stablehlo.constant dense<[3.0e9, -3.0e9]> : tensor<2xf32>\n"
    result = compute(text + "  %r = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i32:f32, 1.0>>")
    same(result, [2**31 - 1, -(2**31)])


AXIS = "!quant.uniform<i8:f32:1, {0.5:3, 0.25:-1}>"


def test_scales_of_an_axis(compute, same):
    text = f"""
  %x = "stablehlo.constant"() <{{value = dense<[[3, -1], [5, 7], [127, -128]]> : tensor<3x2xi8>}}> : () -> tensor<3x2x{AXIS}>
"""
    same(
        compute(text + f"  %r = stablehlo.uniform_dequantize %x : (tensor<3x2x{AXIS}>) -> tensor<3x2xf32>"), [[0, 0], [1, 2], [62, -31.75]]
    )
    one = "!quant.uniform<i8:f32, 1.0:1>"
    same(compute(text + f"  %r = stablehlo.uniform_quantize %x : (tensor<3x2x{AXIS}>) -> tensor<3x2x{one}>"), [[1, 1], [2, 3], [63, -31]])
    same(compute(text + f"  %r = stablehlo.add %x, %x : tensor<3x2x{AXIS}>"), [[3, -1], [7, 15], [127, -128]])
    turned = "!quant.uniform<i8:f32:0, {0.5:3, 0.25:-1}>"
    moved = text + f"  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x2x{AXIS}>) -> tensor<2x3x{turned}>\n"
    same(compute(moved), [[3, 5, 127], [-1, 7, -128]])
    numbers = compute(moved + f"  %r = stablehlo.uniform_dequantize %t : (tensor<2x3x{turned}>) -> tensor<2x3xf32>")
    same(numbers, [[0, 1, 62], [0, 2, -31.75]])


def test_what_only_moves_keeps_what_is_stored(compute, same):
    """Numbers that the expressed type would round."""
    kind = Quantized("i32", 1.0, 0)
    text = kind.constant("%x", [2**24 + 1, -(2**30) - 3])
    same(compute(text + f"  %r = stablehlo.reverse %x, dims = [0] : tensor<2x{kind.text}>"), [-(2**30) - 3, 2**24 + 1])
    same(compute(text + f"  %r = stablehlo.bitcast_convert %x : (tensor<2x{kind.text}>) -> tensor<2xi32>"), [2**24 + 1, -(2**30) - 3])


def test_choices_and_comparisons(compute, same):
    one, other = Quantized("i8", 0.5, 1), Quantized("i8", 0.25, -3)
    text = one.constant("%x", [3, 5]) + other.constant("%y", [1, 4]) + "  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>\n"
    pair = f"tensor<2x{one.text}>, tensor<2x{other.text}>"
    same(compute(text + f"  %r = stablehlo.compare EQ, %x, %y : ({pair}) -> tensor<2xi1>"), [True, False])  # 1 and 1, 2 and 1.75
    same(compute(text + f"  %r = stablehlo.select %p, %x, %x : tensor<2xi1>, tensor<2x{one.text}>"), [3, 5])
    same(compute(text + f"  %r = stablehlo.is_finite %x : (tensor<2x{one.text}>) -> tensor<2xi1>"), [True, True])
    same(compute(f"  %r = stablehlo.iota dim = 0 : tensor<4x{one.text}>"), [1, 3, 5, 7])


def dot(lhs, rhs, a, b, c):
    """The stored product of a matrix and a matrix whose columns have types of their own."""
    return [
        [
            c[column].store(sum(a.number(x) * b[column].number(row[column]) for x, row in zip(line, rhs)))
            for column in range(len(rhs[0]))
        ]
        for line in lhs
    ]  # fmt: skip


LEFT, RIGHT = [[3, -7, 100], [0, 127, -128]], [[1, -2], [-128, 127], [5, 6]]
DOT = "  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3x{}>, tensor<3x2x{}>) -> tensor<2x2x{}>"


def test_a_product_of_matrices(compute, same):
    a, b, c = Quantized("i8", 0.5, 3), Quantized("i8", 0.25), Quantized("i8", 4.0, -9)
    text = a.constant("%x", LEFT) + b.constant("%y", RIGHT)
    same(compute(text + DOT.format(a.text, b.text, c.text)), dot(LEFT, RIGHT, a, [b, b], [c, c]))
    wide = Quantized("i32", 0.125)
    same(compute(text + DOT.format(a.text, b.text, wide.text)), dot(LEFT, RIGHT, a, [b, b], [wide, wide]))


def test_weights_with_scales_of_their_own(compute, same):
    a, b = Quantized("i8", 0.5, 3), [Quantized("i8", 0.25), Quantized("i8", 0.5)]
    c = [Quantized("i32", 0.5, 1), Quantized("i32", 0.25, 2)]
    weights, result = "!quant.uniform<i8:f32:1, {0.25, 0.5}>", "!quant.uniform<i32:f32:1, {0.5:1, 0.25:2}>"
    text = a.constant("%x", LEFT) + b[0].constant("%y", RIGHT).replace(b[0].text, weights)
    same(compute(text + DOT.format(a.text, weights, result)), dot(LEFT, RIGHT, a, b, c))


def test_weights_alone_are_quantized(compute, same):
    b = Quantized("i8", 0.25)
    text = "  %x = stablehlo.constant dense<[[0.5, 2.0, -1.0], [8.0, 0.0, 0.25]]> : tensor<2x3xf32>\n" + b.constant("%y", RIGHT)
    lines = [[0.5, 2.0, -1.0], [8.0, 0.0, 0.25]]
    expected = [[float(sum(Fraction(x) * b.number(row[at]) for x, row in zip(line, RIGHT))) for at in (0, 1)] for line in lines]
    same(compute(text + DOT.replace("tensor<2x3x{}>", "tensor<2x3xf32>").format(b.text, "f32")), expected)


def test_a_convolution_pads_with_zero_points(compute, same):
    """Padding is of numbers 0, which are stored as the zero point."""
    a, b, c = Quantized("i8", 0.5, 7), Quantized("i8", 1.0), Quantized("i8", 0.5, -3)
    text = a.constant("%x", [[[7], [9], [20]]]) + b.constant("%w", [[[1]], [[10]], [[-1]]])
    text += (
        "  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]}"
        f" {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : (tensor<1x3x1x{a.text}>, tensor<3x1x1x{b.text}>)"
        f" -> tensor<1x3x1x{c.text}>"
    )
    row = [Fraction(0), *[a.number(each) for each in (7, 9, 20)], Fraction(0)]
    expected = [c.store(x + 10 * y - z) for x, y, z in zip(row, row[1:], row[2:])]
    same(compute(text), np.reshape(expected, (1, 3, 1)))


def body(op: str, type: str) -> str:
    return f"({{\n^bb0(%a: {type}, %b: {type}):\n  %c = stablehlo.{op} %a, %b : {type}\n  stablehlo.return %c : {type}\n}})"


def test_reductions_compute_with_numbers(compute, same):
    kind = Quantized("i8", 0.5, 3)
    text = kind.constant("%x", [[4, 5, 6], [3, 2, 90]]) + kind.constant("%z", 3)
    add, largest = (body(op, f"tensor<{kind.text}>") for op in ("add", "maximum"))
    into = f"(tensor<2x3x{kind.text}>, tensor<{kind.text}>) -> tensor<2x{kind.text}>"
    same(compute(text + f'  %r = "stablehlo.reduce"(%x, %z) {add} {{dimensions = array<i64: 1>}} : {into}'), [9, 89])
    same(compute(text + f'  %r = "stablehlo.reduce"(%x, %z) {largest} {{dimensions = array<i64: 1>}} : {into}'), [6, 90])
    windows = f"(tensor<2x3x{kind.text}>, tensor<{kind.text}>) -> tensor<2x2x{kind.text}>"
    same(
        compute(text + f'  %r = "stablehlo.reduce_window"(%x, %z) {add} {{window_dimensions = array<i64: 1, 2>}} : {windows}'),
        [[6, 8], [2, 89]],
    )


def test_a_reduction_in_a_wider_type(compute, same):
    """The body's type may be another than the operand's: 100 + 100 is no i8."""
    kind, wide = Quantized("i8", 0.5, 3), Quantized("i32", 0.25, -1)
    text = kind.constant("%x", [103, 103, 4]) + kind.constant("%z", 3)
    into = f"(tensor<3x{kind.text}>, tensor<{kind.text}>) -> tensor<{wide.text}>"
    result = compute(
        text + f'  %r = "stablehlo.reduce"(%x, %z) {body("add", f"tensor<{wide.text}>")} {{dimensions = array<i64: 0>}} : {into}'
    )
    same(result, wide.store(Fraction(50 + 50) + Fraction(1, 2)))


def test_scattering_sums_numbers(compute, same):
    kind = Quantized("i8", 0.5, 3)
    text = kind.constant("%x", [3, 5, 7]) + kind.constant("%u", [4, 13]) + "  %i = stablehlo.constant dense<[[1], [1]]> : tensor<2x1xi32>\n"
    numbers = "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"
    types = f"(tensor<3x{kind.text}>, tensor<2x1xi32>, tensor<2x{kind.text}>) -> tensor<3x{kind.text}>"
    update = (
        f'  %r = "stablehlo.scatter"(%x, %i, %u) {body("add", f"tensor<{kind.text}>")} {{scatter_dimension_numbers = {numbers}}} : {types}'
    )
    same(compute(text + update), [3, 16, 7])


def test_sorting_by_numbers(compute, same):
    kind = Quantized("i8", 0.5, 3)
    comparator = (
        f"({{\n^bb0(%a: tensor<{kind.text}>, %b: tensor<{kind.text}>):\n"
        f"  %c = stablehlo.compare GT, %a, %b : (tensor<{kind.text}>, tensor<{kind.text}>) -> tensor<i1>\n  stablehlo.return %c : tensor<i1>\n}})"
    )
    text = kind.constant("%x", [4, -128, 127, 0])
    same(
        compute(
            text + f'  %r = "stablehlo.sort"(%x) {comparator} {{dimension = 0 : i64}} : (tensor<4x{kind.text}>) -> tensor<4x{kind.text}>'
        ),
        [127, 4, 0, -128],
    )


def test_expectations_compare_what_is_stored(compute):
    kind = Quantized("i8", 0.5, 3)
    text = kind.constant("%x", [4, 5]) + kind.constant("%y", [4, 6])
    compute(
        text
        + f'  "check.expect_eq"(%x, %x) : (tensor<2x{kind.text}>, tensor<2x{kind.text}>) -> ()\n  %r = stablehlo.abs %x : tensor<2x{kind.text}>'
    )
    with pytest.raises(Error, match=r"element \[1\] is 5, but was expected to be equal to 6"):
        compute(
            text
            + f'  "check.expect_eq"(%x, %y) : (tensor<2x{kind.text}>, tensor<2x{kind.text}>) -> ()\n  %r = stablehlo.abs %x : tensor<2x{kind.text}>'
        )


def takes_quantized(slot: Slot) -> bool:
    return "quantized" in str(slot.type) or "tensor" in str(slot.type)


def test_each_op_says_what_it_does_with_quantized_values():
    """It computes with their numbers, moves what is stored, runs a region on it, or hands it on between devices or parts of the program."""
    silent = {"constant", "bitcast_convert", "optimization_barrier", "outfeed", "send"}
    silent |= {name for name in dialect("stablehlo").table if name.startswith(("all_", "collective_", "cross-", "set_dimension"))}
    table = dialect("stablehlo").table
    for name in table:
        signature = table[name]
        if any(map(takes_quantized, (*signature.operands, *signature.results))) and name not in silent:
            said = signature.traits.keys() & {"dequantizing", "movement", "regions", "shape_only"}
            assert said, name
            assert said != {"dequantizing", "regions"}, name
