"""Integers of 2 and 4 bits: every op on every pair of numbers, against arithmetic on Python's integers."""

import math

import ml_dtypes
import numpy as np
import pytest

KINDS = {"i2": (2, True), "ui2": (2, False), "i4": (4, True), "ui4": (4, False)}


def wrapped(number: int, width: int, signed: bool) -> int:
    low = number % 2**width
    return low - 2**width if signed and low >= 2 ** (width - 1) else low


def numbers(width: int, signed: bool) -> list[int]:
    return [wrapped(number, width, signed) for number in range(2**width)]


def bits(number: int, width: int) -> str:
    return format(number % 2**width, f"0{width}b")


def leading_zeros(number, width):
    return width - len(bits(number, width).lstrip("0"))


UNARY = {
    "abs": lambda x, width: abs(x), "negate": lambda x, width: -x, "sign": lambda x, width: (x > 0) - (x < 0), "not": lambda x, width: ~x,
    "popcnt": lambda x, width: bits(x, width).count("1"), "count_leading_zeros": leading_zeros,
}  # fmt: skip


def quotient(x, y, width):
    """Towards zero; all ones where the divisor is 0."""
    return -1 if y == 0 else int(math.copysign(1, x) * math.copysign(1, y)) * (abs(x) // abs(y))


def rest(x, y, width):
    return x if y == 0 else x - y * quotient(x, y, width)


def power(x, y, width):
    if y >= 0:
        return x**y
    return (1 if y % 2 == 0 else x) if abs(x) == 1 else 0


def shift(by, beyond):
    return lambda x, y, width: by(x, y % 2**width, width) if y % 2**width < width else beyond(x, width)


def signed_value(x, width):
    return wrapped(x, width, True)


BINARY = {
    "add": lambda x, y, width: x + y, "subtract": lambda x, y, width: x - y, "multiply": lambda x, y, width: x * y,
    "divide": quotient, "remainder": rest, "power": power,
    "maximum": lambda x, y, width: max(x, y), "minimum": lambda x, y, width: min(x, y),
    "and": lambda x, y, width: x & y, "or": lambda x, y, width: x | y, "xor": lambda x, y, width: x ^ y,
    "shift_left": shift(lambda x, n, width: x << n, lambda x, width: 0),
    "shift_right_logical": shift(lambda x, n, width: x % 2**width >> n, lambda x, width: 0),
    "shift_right_arithmetic": shift(lambda x, n, width: signed_value(x, width) >> n, lambda x, width: -1 if signed_value(x, width) < 0 else 0),
}  # fmt: skip


def constant(name, kind, values) -> str:
    return f"%{name} = stablehlo.constant dense<{values}> : tensor<{len(values)}x{kind}>\n"


def check(actual, kind, expected):
    width, signed = KINDS[kind]
    assert actual.dtype == getattr(ml_dtypes, f"{'' if signed else 'u'}int{width}")
    assert actual.astype(np.int8).tolist() == [wrapped(number, width, signed) for number in expected]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", UNARY)
def test_of_one(compute, name, kind):
    if kind[0] == "u" and name in ("abs", "sign"):
        return
    width, all_of_them = KINDS[kind][0], numbers(*KINDS[kind])
    form = f"tensor<{len(all_of_them)}x{kind}>"
    result = compute(constant("x", kind, all_of_them) + f"%y = stablehlo.{name} %x : {form}")
    check(result, kind, [UNARY[name](x, width) for x in all_of_them])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", BINARY)
def test_of_two(compute, name, kind):
    width, all_of_them = KINDS[kind][0], numbers(*KINDS[kind])
    left, right = [x for x in all_of_them for _ in all_of_them], all_of_them * len(all_of_them)
    form = f"tensor<{len(left)}x{kind}>"
    result = compute(constant("x", kind, left) + constant("y", kind, right) + f"%z = stablehlo.{name} %x, %y : {form}")
    check(result, kind, [BINARY[name](x, y, width) for x, y in zip(left, right)])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("before", KINDS)
def test_converted_into_each_other(compute, before, kind):
    all_of_them = numbers(*KINDS[before])
    size = len(all_of_them)
    result = compute(constant("x", before, all_of_them) + f"%y = stablehlo.convert %x : (tensor<{size}x{before}>) -> tensor<{size}x{kind}>")
    check(result, kind, all_of_them)


BITCASTS = [
    # 0x4E is 1, 3, 0, 2 as pairs of bits from the lowest on: 10, 11, 00, 01.
    ("2x4xui2", "[[2, 3, 0, 1], [0, 0, 0, 2]]", "2xui8", [0x4E, 0x80]),
    ("2xui8", "[78, 128]", "2x4xi2", [[-2, -1, 0, 1], [0, 0, 0, -2]]),
    ("1x2xi4", "[[-1, 7]]", "1xi8", [0x7F]),
    ("1xi16", "[-2]", "1x4xui4", [[14, 15, 15, 15]]),
    ("2xi4", "[-1, 7]", "2xui4", [15, 7]),
    ("2xi4", "[-1, 6]", "2x2xi2", [[-1, -1], [-2, 1]]),
    ("2x2xui2", "[[3, 3], [2, 1]]", "2xi4", [-1, 6]),
    ("1x8xui4", "[[0, 0, 0, 0, 0, 8, 15, 3]]", "1xf32", [1.0]),
]


@pytest.mark.parametrize("before, values, after, expected", BITCASTS)
def test_bits_are_packed_lowest_first(compute, before, values, after, expected):
    actual = compute(f"""
      %x = stablehlo.constant dense<{values}> : tensor<{before}>
      %y = stablehlo.bitcast_convert %x : (tensor<{before}>) -> tensor<{after}>
    """)
    assert actual.astype(np.float32).tolist() == np.array(expected, np.float32).tolist()
