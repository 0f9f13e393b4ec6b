"""Whole numbers of 1, 2 and 4 bits: every operation on all of their values, against Python's arithmetic of as many bits."""

import math

import numpy
import pytest

KINDS = {"i2": (2, True), "ui2": (2, False), "i4": (4, True), "ui4": (4, False)}


def numbers(kind):
    width, signed = KINDS[kind]
    return list(range(-(1 << width - 1), 1 << width - 1)) if signed else list(range(1 << width))


def wrapped(number, kind):
    width, signed = KINDS[kind]
    low = int(number) & ((1 << width) - 1)
    return low - (1 << width) if signed and low >> (width - 1) else low


def bits(x, kind):
    return x & ((1 << KINDS[kind][0]) - 1)


def divided(x, y, kind):
    """Towards zero."""
    return -1 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def rest(x, y, kind):
    return x if y == 0 else x - divided(x, y, kind) * y


def power(x, y, kind):
    if y >= 0:
        return x**y
    return {1: 1, -1: (-1) ** (y & 1)}.get(x, 0)


def shifted(x, count, kind, way):
    """By the count as an unsigned number; from its width on every bit is gone."""
    width, count = KINDS[kind][0], bits(count, kind)
    if way == "left":
        return x << count if count < width else 0
    if way == "logical":
        return bits(x, kind) >> count if count < width else 0
    return wrapped(bits(x, kind), kind.removeprefix("u")) >> min(count, width - 1)


UNARY = {
    "abs": lambda x, kind: abs(x), "count_leading_zeros": lambda x, kind: KINDS[kind][0] - bits(x, kind).bit_length(), "negate": lambda x, kind: -x,
    "not": lambda x, kind: ~x, "popcnt": lambda x, kind: bits(x, kind).bit_count(), "sign": lambda x, kind: (x > 0) - (x < 0),
}  # fmt: skip
BINARY = {
    "add": lambda x, y, kind: x + y, "and": lambda x, y, kind: x & y, "divide": divided, "maximum": lambda x, y, kind: max(x, y),
    "minimum": lambda x, y, kind: min(x, y), "multiply": lambda x, y, kind: x * y, "or": lambda x, y, kind: x | y, "power": power, "remainder": rest,
    "shift_left": lambda x, y, kind: shifted(x, y, kind, "left"), "shift_right_arithmetic": lambda x, y, kind: shifted(x, y, kind, "arithmetic"),
    "shift_right_logical": lambda x, y, kind: shifted(x, y, kind, "logical"), "subtract": lambda x, y, kind: x - y, "xor": lambda x, y, kind: x ^ y,
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_one_operand(run, dtypes, kind):
    x = numbers(kind)
    names = [name for name in UNARY if kind[0] == "i" or name not in ("abs", "sign")]
    body = "\n".join([f'%{name} = "stablehlo.{name}"(%0) : (tensor<{len(x)}x{kind}>) -> tensor<{len(x)}x{kind}>' for name in names])
    result = run(body, [numpy.array(x, dtypes[kind])], [f"{len(x)}x{kind}"] * len(names), [f"%{name}" for name in names])
    for name, got in zip(names, result):
        assert got.astype(int).tolist() == [wrapped(UNARY[name](a, kind), kind) for a in x], name


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", BINARY)
def test_two_operands(run, dtypes, kind, name):
    pairs = [(a, b) for a in numbers(kind) for b in numbers(kind)]
    x, y = (numpy.array(side, dtypes[kind]) for side in zip(*pairs))
    type = f"tensor<{len(pairs)}x{kind}>"
    # What follows must see the number, not what was computed with
    body = f'%r = "stablehlo.{name}"(%0, %1) : ({type}, {type}) -> {type}\n%s = stablehlo.convert %r : ({type}) -> tensor<{len(pairs)}xi32>'
    result = run(body, [x, y], [f"{len(pairs)}xi32"], ["%s"])
    assert result.tolist() == [wrapped(BINARY[name](a, b, kind), kind) for a, b in pairs]


@pytest.mark.parametrize("kind", KINDS)
def test_comparisons(run, dtypes, kind):
    pairs = [(a, b) for a in numbers(kind) for b in numbers(kind)]
    x, y = (numpy.array(side, dtypes[kind]) for side in zip(*pairs))
    type, truth = f"tensor<{len(pairs)}x{kind}>", f"tensor<{len(pairs)}xi1>"
    body = "\n".join([f"%{how} = stablehlo.compare {how}, %0, %1 : ({type}, {type}) -> {truth}" for how in ("LT", "GE", "EQ")])
    below, above, same = run(body, [x, y], [f"{len(pairs)}xi1"] * 3, ["%LT", "%GE", "%EQ"])
    assert below.tolist() == [a < b for a, b in pairs] and same.tolist() == [a == b for a, b in pairs] and (above == ~below).all()


@pytest.mark.parametrize("kind", KINDS)
def test_conversions(run, dtypes, kind):
    """Whole numbers lose their upper bits, floats stop at the ends."""
    floats = numpy.array([0, 0.9, -0.9, 1.5, 6.99, 7.5, 8, 15.5, 16, -8.5, -9, 300, -300, math.inf, -math.inf, math.nan], "f4")
    whole = numpy.arange(-300, 300, 37, dtype="i4")[:16]
    body = f"""%f = stablehlo.convert %0 : (tensor<16xf32>) -> tensor<16x{kind}>
    %w = stablehlo.convert %1 : (tensor<16xi32>) -> tensor<16x{kind}>
    %x = stablehlo.convert %w : (tensor<16x{kind}>) -> tensor<16xf32>
    %t = stablehlo.convert %w : (tensor<16x{kind}>) -> tensor<16xi1>
    %u = stablehlo.convert %t : (tensor<16xi1>) -> tensor<16x{kind}>"""
    actual = run(body, [floats, whole], [f"16x{kind}", f"16x{kind}", "16xf32", "16xi1", f"16x{kind}"], ["%f", "%w", "%x", "%t", "%u"])
    low, high = min(numbers(kind)), max(numbers(kind))
    expected = [wrapped(n, kind) for n in whole]
    assert actual[0].astype(int).tolist() == [0 if math.isnan(f) else int(min(max(f, low), high)) for f in floats.tolist()]
    assert actual[1].astype(int).tolist() == expected and actual[2].tolist() == expected
    assert actual[3].tolist() == [n != 0 for n in expected] and actual[4].astype(int).tolist() == [wrapped(n != 0, kind) for n in expected]


@pytest.mark.parametrize("kind", ["i4", "i2"])
def test_the_same_bits(run, dtypes, kind):
    x, other = numbers(kind), f"u{kind}"
    body = f"%r = stablehlo.bitcast_convert %0 : (tensor<{len(x)}x{kind}>) -> tensor<{len(x)}x{other}>"
    assert run(body, [numpy.array(x, dtypes[kind])], [f"{len(x)}x{other}"]).astype(int).tolist() == [bits(n, kind) for n in x]
    body = f"%r = stablehlo.bitcast_convert %0 : (tensor<{len(x)}x{other}>) -> tensor<{len(x)}x{kind}>"
    assert run(body, [numpy.arange(len(x)).astype(dtypes[other])], [f"{len(x)}x{kind}"]).astype(int).tolist() == [
        wrapped(n, kind) for n in range(len(x))
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name, function", [("add", sum), ("maximum", max), ("minimum", min), ("multiply", math.prod)])
def test_reductions(run, dtypes, kind, name, function):
    x = [[wrapped(3 * i + j * j + 1, kind) for j in range(70)] for i in range(3)]
    start = {"add": 0, "multiply": 1, "maximum": min(numbers(kind)), "minimum": max(numbers(kind))}[name]
    body = f"""%z = stablehlo.constant dense<{start}> : tensor<{kind}>
    %r = stablehlo.reduce(%0 init: %z) applies stablehlo.{name} across dimensions = [1] : (tensor<3x70x{kind}>, tensor<{kind}>) -> tensor<3x{kind}>"""
    assert run(body, [numpy.array(x, dtypes[kind])], [f"3x{kind}"]).astype(int).tolist() == [wrapped(function(row), kind) for row in x]


@pytest.mark.parametrize("kind", KINDS)
def test_movements_products_and_sorts(run, dtypes, kind):
    x = [wrapped(5 * i + 3, kind) for i in range(8)]
    body = f"""%t = stablehlo.reverse %0, dims = [0] : tensor<8x{kind}>
    %r = stablehlo.concatenate %t, %0, dim = 0 : (tensor<8x{kind}>, tensor<8x{kind}>) -> tensor<16x{kind}>"""
    assert run(body, [numpy.array(x, dtypes[kind])], [f"16x{kind}"]).astype(int).tolist() == x[::-1] + x
    body = f"""%r = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0] : (tensor<8x{kind}>, tensor<8x{kind}>) -> tensor<i32>"""
    assert run(body, [numpy.array(x, dtypes[kind])], ["i32"]).tolist() == sum(n * n for n in x)
    body = f"""%r = "stablehlo.sort"(%0) <{{dimension = 0 : i64}}> ({{
    ^bb0(%a: tensor<{kind}>, %b: tensor<{kind}>):
      %c = stablehlo.compare LT, %a, %b : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }}) : (tensor<8x{kind}>) -> tensor<8x{kind}>"""
    assert run(body, [numpy.array(x, dtypes[kind])], [f"8x{kind}"]).astype(int).tolist() == sorted(x)
    body = f"%r = stablehlo.iota dim = 0 : tensor<16x{kind}>\n%s = stablehlo.add %r, %0 : tensor<16x{kind}>"
    assert run(body, [numpy.zeros(16, dtypes[kind])], [f"16x{kind}"], ["%s"]).astype(int).tolist() == [wrapped(i, kind) for i in range(16)]


TRUTHS = {"add": "or", "multiply": "and", "maximum": "or", "minimum": "and", "and": "and", "or": "or", "xor": "xor"}


@pytest.mark.parametrize("name", TRUTHS)
def test_truth_values(run, name):
    x, y = numpy.array([False, False, True, True]), numpy.array([False, True, False, True])
    expected = {"or": x | y, "and": x & y, "xor": x ^ y}[TRUTHS[name]]
    assert (run(f"%r = stablehlo.{name} %0, %1 : tensor<4xi1>", [x, y], ["4xi1"]) == expected).all()
