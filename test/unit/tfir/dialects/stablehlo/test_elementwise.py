"""Element by element: values from the StableHLO specification's definitions and examples, and arithmetic on paper."""

import numpy as np
import pytest

INF, NAN = np.inf, np.nan

UNARY = [
    ("abs", "i32", "[-2, 0, 2, -2147483648]", [2, 0, 2, -2147483648]),
    ("abs", "f32", "[-2.5, -0.0, 0xFF800000]", [2.5, 0.0, INF]),
    ("negate", "f32", "[0.0, -0.0, 1.5]", [-0.0, 0.0, -1.5]),
    ("negate", "i4", "[-8, 7, 0]", [-8, -7, 0]),
    ("negate", "ui8", "[0, 1, 255]", [0, 255, 1]),
    ("sign", "f64", "[0x7FFFFFFFFFFFFFFF, -1.0, -0.0, 0.0, 1.0]", [NAN, -1.0, -0.0, 0.0, 1.0]),
    ("sign", "i32", "[-7, 0, 7]", [-1, 0, 1]),
    ("ceil", "f32", "[-0.8166, -0.2530, 0.2530, 0.8166, 2.0]", [-0.0, -0.0, 1.0, 1.0, 2.0]),
    ("floor", "f32", "[-0.8166, -0.2530, 0.2530, 0.8166, 2.0]", [-1.0, -1.0, 0.0, 0.0, 2.0]),
    ("round_nearest_even", "f64", "[-2.5, 0.4, 0.5, 0.6, 2.5]", [-2.0, 0.0, 0.0, 1.0, 2.0]),
    ("round_nearest_afz", "f64", "[-2.5, 0.4, 0.5, 0.6, 2.5, -0.25]", [-3.0, 0.0, 1.0, 1.0, 3.0, -0.0]),
    ("round_nearest_afz", "f8E4M3FNUZ", "[-1.0, -1.5, 0.25, 2.5]", [-1.0, -2.0, 0.0, 3.0]),
    ("round_nearest_afz", "f32", "[0.49999997, 8388609.0]", [0.0, 8388609.0]),
    ("not", "i32", "[1, 2]", [-2, -3]),
    ("not", "i1", "[true, false]", [False, True]),
    ("popcnt", "i64", "[0, 1, 2, 127, -1]", [0, 1, 1, 7, 64]),
    ("count_leading_zeros", "i32", "[0, 1, -1, 65536]", [32, 31, 0, 15]),
    ("count_leading_zeros", "ui8", "[0, 1, 128]", [8, 7, 0]),
    ("sqrt", "f32", "[0.0, 1.0, 4.0, -1.0]", [0.0, 1.0, 2.0, NAN]),
    ("rsqrt", "f32", "[1.0, 4.0, 0.25, 0.0]", [1.0, 0.5, 2.0, INF]),
    ("cbrt", "f64", "[0.0, 1.0, 8.0, 64.0, -8.0]", [0.0, 1.0, 2.0, 4.0, -2.0]),  # that of 27 is an ulp off on some processors
    ("exponential", "f32", "[0.0, 0xFF800000, 0x7F800000, 0x7FC00000]", [1.0, 0.0, INF, NAN]),
    ("exponential_minus_one", "f64", "[0.0, 0xFFF0000000000000]", [0.0, -1.0]),
    ("log", "f32", "[1.0, 0.0, -1.0]", [0.0, -INF, NAN]),
    ("log_plus_one", "f32", "[0.0, -1.0]", [0.0, -INF]),
    ("logistic", "f32", "[0.0, 0xFF800000, 0x7F800000]", [0.5, 0.0, 1.0]),
    ("logistic", "f32", "[-200.0]", [0.0]),
    ("sine", "f32", "[0.0]", [0.0]),
    ("cosine", "f32", "[0.0]", [1.0]),
    ("tan", "f64", "[0.0]", [0.0]),
    ("tanh", "bf16", "[0.0, 0x7F80]", [0.0, 1.0]),
    ("real", "complex<f32>", "[(1.0, 2.0)]", [1.0]),
    ("imag", "complex<f32>", "[(1.0, 2.0)]", [2.0]),
    ("abs", "complex<f32>", "[(3.0, -4.0)]", [5.0]),
]


@pytest.mark.parametrize("name, element, operand, expected", UNARY)
def test_one_operand(compute, same, name, element, operand, expected):
    size = len(expected)
    result = element[8:-1] if name in ("real", "imag", "abs") and "complex" in element else element
    form = f"(tensor<{size}x{element}>) -> tensor<{size}x{result}>"
    same(compute(f"""
      %x = stablehlo.constant dense<{operand}> : tensor<{size}x{element}>
      %y = "stablehlo.{name}"(%x) : {form}
    """), expected)  # fmt: skip


BINARY = [
    ("add", "i8", "[127, -128]", "[1, -1]", [-128, 127]),
    ("add", "i1", "[true, true, false]", "[true, false, false]", [True, True, False]),
    ("add", "bf16", "[1.0, 256.0]", "[2.0, 1.0]", [3.0, 256.0]),
    ("subtract", "ui32", "[0]", "[1]", [4294967295]),
    ("multiply", "i1", "[true, true, false]", "[true, false, false]", [True, False, False]),
    ("multiply", "f32", "[0.0, -0.0, 0x7F800000]", "[-1.0, 1.0, 0.0]", [-0.0, -0.0, NAN]),
    ("divide", "i64", "[17, -17, 17, -17]", "[3, 3, -3, -3]", [5, -5, -5, 5]),
    ("divide", "i32", "[-2147483648, 7]", "[-1, 0]", [-2147483648, -1]),
    ("divide", "ui8", "[255, 7]", "[16, 0]", [15, 255]),
    ("divide", "f32", "[17.1, 1.0, 0.0]", "[17.1, 0.0, 0.0]", [1.0, INF, NAN]),
    ("remainder", "i64", "[17, -17, 17, -17]", "[3, 3, -3, -3]", [2, -2, 2, -2]),
    ("remainder", "i32", "[-2147483648, 7]", "[-1, 0]", [0, 7]),
    ("remainder", "f32", "[17.5, -17.5, 17.5, -17.5]", "[3.0, 3.0, -3.0, -3.0]", [2.5, -2.5, 2.5, -2.5]),
    ("power", "f64", "[-2.0, -0.0, -36.0, 5.0, 10000.0]", "[2.0, 2.0, 1.1, 2.0, 10.0]", [4.0, 0.0, NAN, 25.0, 1e40]),
    ("power", "i64", "[-1, -1, -3, 1, -3, 0]", "[1, 0, -3, -3, 3, 1]", [-1, 1, 0, 1, -27, 0]),
    ("atan2", "f64", "[0.0, 0.0]", "[1.0, -1.0]", [0.0, np.pi]),
    ("maximum", "f32", "[0x7FC00000, 1.0, 1.0]", "[1.0, 0x7FC00000, 2.0]", [NAN, NAN, 2.0]),
    ("minimum", "f32", "[0x7FC00000, 1.0, 1.0]", "[1.0, 0x7FC00000, 2.0]", [NAN, NAN, 1.0]),
    ("maximum", "f32", "[0.0, -0.0, -0.0]", "[-0.0, 0.0, -0.0]", [0.0, 0.0, -0.0]),
    ("minimum", "f32", "[0.0, -0.0, 0.0]", "[-0.0, 0.0, 0.0]", [-0.0, -0.0, 0.0]),
    ("maximum", "bf16", "[0.0, -0.0]", "[-0.0, 0.0]", [0.0, 0.0]),
    ("minimum", "f64", "[0.0, -0.0]", "[-0.0, 0.0]", [-0.0, -0.0]),
    ("maximum", "i4", "[-8, 3]", "[7, -1]", [7, 3]),
    ("maximum", "complex<f32>", "[(1.0, 2.0)]", "[(1.0, 3.0)]", [1 + 3j]),
    ("minimum", "i1", "[true, true]", "[true, false]", [True, False]),
    ("and", "i32", "[5, 6]", "[7, 8]", [5, 0]),
    ("or", "i32", "[5, 6]", "[7, 8]", [7, 14]),
    ("xor", "i32", "[5, 6]", "[7, 8]", [2, 14]),
    ("xor", "i1", "[true, true]", "[true, false]", [False, True]),
    ("shift_left", "i64", "[-1, 0, 1, 1, 1]", "[1, 2, 3, 64, -1]", [-2, 0, 8, 0, 0]),
    ("shift_right_arithmetic", "i64", "[-1, 0, 8, -8, 8]", "[1, 2, 3, 64, 64]", [-1, 0, 1, -1, 0]),
    ("shift_right_logical", "i64", "[-1, 0, 8, -1]", "[1, 2, 3, 64]", [9223372036854775807, 0, 1, 0]),
    ("shift_right_logical", "i8", "[-128, -1]", "[7, 8]", [1, 0]),
]


@pytest.mark.parametrize("name, element, left, right, expected", BINARY)
def test_two_operands(compute, same, name, element, left, right, expected):
    type = f"tensor<{len(expected)}x{element}>"
    same(compute(f"""
      %a = stablehlo.constant dense<{left}> : {type}
      %b = stablehlo.constant dense<{right}> : {type}
      %y = "stablehlo.{name}"(%a, %b) : ({type}, {type}) -> {type}
    """), expected)  # fmt: skip


@pytest.mark.parametrize(
    "direction, kind, expected",
    [
        ("EQ", "FLOAT", [False, True, False, False]),
        ("NE", "FLOAT", [True, False, True, True]),
        ("LT", "FLOAT", [True, False, False, False]),
        ("GE", "FLOAT", [False, True, True, False]),
        ("LT", "TOTALORDER", [True, True, False, True]),
        ("EQ", "TOTALORDER", [False, False, False, False]),
        ("GT", "TOTALORDER", [False, False, True, False]),
    ],
)
def test_compare(compute, same, direction, kind, expected):
    """Against FLOAT a NaN is unequal to all; in the total order -0 comes before +0 and NaN after infinity."""
    same(compute(f"""
      %a = stablehlo.constant dense<[1.0, -0.0, 2.9, 0x7F800000]> : tensor<4xf32>
      %b = stablehlo.constant dense<[1.1, 0.0, 2.8, 0x7FC00000]> : tensor<4xf32>
      %y = stablehlo.compare {direction}, %a, %b, {kind} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    """), expected)  # fmt: skip


def test_compare_unsigned(compute, same):
    same(compute("""
      %a = stablehlo.constant dense<[255, 1]> : tensor<2xui8>
      %b = stablehlo.constant dense<[1, 255]> : tensor<2xui8>
      %y = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>
    """), [False, True])  # fmt: skip


CONVERSIONS = [
    ("i64", "[-1, 0, 1]", "complex<f64>", [-1, 0, 1]),
    ("f32", "[2.9, -2.9, 3.0e9, -3.0e9, 0x7FC00000]", "i32", [2, -2, 2147483647, -2147483648, 0]),
    ("f32", "[-1.0, 300.0, 255.5, 0x7F800000]", "ui8", [0, 255, 255, 255]),
    ("f64", "[1.0e19, -1.0e19, 9007199254740993.0]", "i64", [9223372036854775807, -9223372036854775808, 9007199254740992]),
    ("f32", "[0.0, -0.0, 0.5, 0x7FC00000]", "i1", [False, False, True, True]),
    ("i1", "[true, false]", "f32", [1.0, 0.0]),
    ("i32", "[257, -1]", "i8", [1, -1]),
    ("i32", "[9, -9, 15]", "i4", [-7, 7, -1]),
    ("f32", "[1.00390625, 1.01171875]", "bf16", [1.0, 1.015625]),
    ("complex<f32>", "[(1.5, 2.0), (0.0, 1.0)]", "f32", [1.5, 0.0]),
    ("complex<f32>", "[(1.5, 2.0), (0.0, 1.0)]", "i1", [True, False]),
    ("ui8", "[255]", "i8", [-1]),
]


@pytest.mark.parametrize("source, operand, target, expected", CONVERSIONS)
def test_convert(compute, same, source, operand, target, expected):
    size = len(expected)
    same(compute(f"""
      %x = stablehlo.constant dense<{operand}> : tensor<{size}x{source}>
      %y = stablehlo.convert %x : (tensor<{size}x{source}>) -> tensor<{size}x{target}>
    """), expected)  # fmt: skip


def test_bitcast_to_the_same_width(compute, same):
    same(compute("""
      %x = stablehlo.constant dense<[1.0, -0.0]> : tensor<2xf32>
      %y = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2xi32>
    """), [0x3F800000, -0x80000000])  # fmt: skip


def test_bitcast_to_narrower_elements_adds_a_dimension(compute, same):
    same(compute("""
      %x = stablehlo.constant dense<0x0123456789ABCDEF> : tensor<f64>
      %y = stablehlo.bitcast_convert %x : (tensor<f64>) -> tensor<4xui16>
    """), [0xCDEF, 0x89AB, 0x4567, 0x0123])  # fmt: skip


def test_bitcast_to_wider_elements_drops_one(compute, same):
    same(compute("""
      %x = stablehlo.constant dense<[[1, 0, 0, 0], [0, 1, 0, 0]]> : tensor<2x4xui8>
      %y = stablehlo.bitcast_convert %x : (tensor<2x4xui8>) -> tensor<2xi32>
    """), [1, 256])  # fmt: skip


def test_reduce_precision(compute, same):
    """The specification's example: (5, 10) is the format of f16; 65520 rounds past its greatest number."""
    same(compute("""
      %x = stablehlo.constant dense<[0x7FF0000000000000, 0x7FFFFFFFFFFFFFFF, 0.0, 1000.0, 1000000.0, 65519.0]> : tensor<6xf64>
      %y = stablehlo.reduce_precision %x, format = e5m10 : tensor<6xf64>
    """), [INF, NAN, 0.0, 1000.0, INF, 65504.0])  # fmt: skip


def test_reduce_precision_of_small_floats(compute, same):
    """e4m1 has 1.0, 1.5, 2.0, 3.0 and so on up to 192; 2.5 is halfway, and goes to the even digit. What is beyond has no infinity in E4M3FN."""
    same(compute("""
      %x = stablehlo.constant dense<[1.0, 1.125, 2.5, -3.5, 224.0]> : tensor<5xf8E4M3FN>
      %c = stablehlo.reduce_precision %x, format = e4m1 : tensor<5xf8E4M3FN>
      %y = stablehlo.convert %c : (tensor<5xf8E4M3FN>) -> tensor<5xf32>
    """), [1.0, 1.0, 2.0, -4.0, NAN])  # fmt: skip


def test_select_by_scalar_and_by_element(compute, same):
    text = """
      %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
      %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
      %p = stablehlo.constant dense<{pred}> : tensor<{size}i1>
      %y = stablehlo.select %p, %a, %b : tensor<{size}i1>, tensor<2xi32>
    """
    same(compute(text.format(pred="false", size="")), [3, 4])
    same(compute(text.format(pred="[false, true]", size="2x")), [3, 2])


def test_clamp(compute, same):
    same(compute("""
      %low = stablehlo.constant dense<0.0> : tensor<f32>
      %high = stablehlo.constant dense<6.0> : tensor<f32>
      %x = stablehlo.constant dense<[-1.0, 3.0, 7.0, 0x7FC00000, 0xFF800000]> : tensor<5xf32>
      %y = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    """), [0.0, 3.0, 6.0, NAN, 0.0])  # fmt: skip
    same(compute("""
      %low = stablehlo.constant dense<[5, 10, 15]> : tensor<3xi32>
      %x = stablehlo.constant dense<[3, 13, 23]> : tensor<3xi32>
      %high = stablehlo.constant dense<[10, 15, 20]> : tensor<3xi32>
      %y = stablehlo.clamp %low, %x, %high : tensor<3xi32>
    """), [5, 13, 20])  # fmt: skip


def test_clamp_of_small_floats(compute, same):
    for kind in ("f8E5M2", "f8E4M3FN", "bf16", "i4"):
        values = [-3, 2] if kind == "i4" else [-3.0, 2.0]
        same(compute(f"""
          %low = stablehlo.constant dense<{values[0]}> : tensor<{kind}>
          %x = stablehlo.constant dense<{values}> : tensor<2x{kind}>
          %y = stablehlo.clamp %low, %x, %x : (tensor<{kind}>, tensor<2x{kind}>, tensor<2x{kind}>) -> tensor<2x{kind}>
        """), [-3, 2])  # fmt: skip


def test_small_floats_as_powers_of_two(compute, same):
    for kind in ("f8E4M3FNUZ", "f8E5M2FNUZ", "bf16", "f16", "i4", "i2"):
        values = "[1, -1]" if kind[0] == "i" else "[1.0, -1.0]"
        same(compute(f"""
          %x = stablehlo.constant dense<{values}> : tensor<2x{kind}>
          %y = stablehlo.convert %x : (tensor<2x{kind}>) -> tensor<2xf8E8M0FNU>
        """), [1.0, NAN])  # fmt: skip


TINY, NAN_BYTE = 0, 255  # 2^-127, and NaN, in f8E8M0FNU; other bytes stand for 2^(byte - 127)


@pytest.mark.parametrize(
    "op, lhs, rhs, expected",
    [
        ("subtract", [127, 129, 0, 255], [127, 127, 0, 0], [TINY, 129, TINY, NAN_BYTE]),  # 1 - 1, 4 - 1 = 3, nearest with ties up is 4
        ("subtract", [127], [128], [NAN_BYTE]),  # -1: there are no negative numbers
        ("multiply", [0, 63, 64, 254], [0, 63, 64, 128], [TINY, TINY, 1, NAN_BYTE]),  # 2^-254, 2^-128, 2^-126, 2^128
        ("divide", [0, 127, 128], [127, 254, 127], [TINY, TINY, 128]),  # the smallest itself, 2^-127, 2
        ("remainder", [129, 129], [128, 130], [TINY, 129]),  # 4 mod 2 = 0, 4 mod 8 = 4
        ("add", [126, 0], [126, 0], [127, 1]),
    ],
)
def test_results_of_zero_in_a_type_without_zero(compute, same, op, lhs, rhs, expected):
    """f8E8M0FNU has no zero: a result that is 0, or too small, is its smallest number (OCP Microscaling Formats 1.0, section 5.4.1: E8M0
    has the exponents -127 to 127, and 255 is NaN)."""
    size = len(lhs)
    same(compute(f"""
      %a = stablehlo.constant dense<{lhs}> : tensor<{size}xui8>
      %b = stablehlo.constant dense<{rhs}> : tensor<{size}xui8>
      %x = stablehlo.bitcast_convert %a : (tensor<{size}xui8>) -> tensor<{size}xf8E8M0FNU>
      %y = stablehlo.bitcast_convert %b : (tensor<{size}xui8>) -> tensor<{size}xf8E8M0FNU>
      %z = stablehlo.{op} %x, %y : tensor<{size}xf8E8M0FNU>
      %result = stablehlo.bitcast_convert %z : (tensor<{size}xf8E8M0FNU>) -> tensor<{size}xui8>
    """), expected)  # fmt: skip


@pytest.mark.parametrize(
    "op, expected",
    [
        ("floor", [TINY, TINY, 127, 128]),  # of 2^-127, 1/2, 1, 2
        ("round_nearest_even", [TINY, TINY, 127, 128]),
        ("sign", [127, 127, 127, 127]),
        ("ceil", [127, 127, 127, 128]),
    ],
)
def test_whole_numbers_in_a_type_without_zero(compute, same, op, expected):
    same(compute(f"""
      %a = stablehlo.constant dense<[0, 126, 127, 128]> : tensor<4xui8>
      %x = stablehlo.bitcast_convert %a : (tensor<4xui8>) -> tensor<4xf8E8M0FNU>
      %z = stablehlo.{op} %x : tensor<4xf8E8M0FNU>
      %result = stablehlo.bitcast_convert %z : (tensor<4xf8E8M0FNU>) -> tensor<4xui8>
    """), expected)  # fmt: skip


@pytest.mark.parametrize(
    "kind, bits, lesser, greater",
    [
        ("f8E8M0FNU", "ui8", [0, 127, 254], [127, 128, 255]),  # 2^-127 < 1 < 2, 2^127 < NaN: there is no sign
        ("f4E2M1FN", "ui4", [9, 8, 15], [1, 0, 9]),  # -0.5 < 0.5, -0 < +0, -6 < -0.5
        ("f8E4M3FNUZ", "ui8", [128, 255, 129], [255, 129, 0]),  # NaN < -240 < -2^-10 < 0
        ("f8E5M2FNUZ", "ui8", [128, 1, 128], [127, 127, 0]),  # NaN < 57344, 2^-17 < 57344, NaN < 0
        ("f8E4M3FN", "ui8", [255, 129, 128], [129, 128, 0]),  # -NaN < -2^-9 < -0 < +0
        ("f8E4M3", "ui8", [129, 128, 1], [1, 0, 127]),  # a sign in the highest of eight bits: as ever
    ],
)
def test_total_order_by_the_place_of_the_sign(compute, same, kind, bits, lesser, greater):
    same(compute(f"""
      %a = stablehlo.constant dense<{lesser}> : tensor<3x{bits}>
      %b = stablehlo.constant dense<{greater}> : tensor<3x{bits}>
      %x = stablehlo.bitcast_convert %a : (tensor<3x{bits}>) -> tensor<3x{kind}>
      %y = stablehlo.bitcast_convert %b : (tensor<3x{bits}>) -> tensor<3x{kind}>
      %z = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<3x{kind}>, tensor<3x{kind}>) -> tensor<3xi1>
    """), [True] * 3)  # fmt: skip


def test_complex_and_is_finite(compute, same):
    same(compute("""
      %a = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf64>
      %b = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
      %y = "stablehlo.complex"(%a, %b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f64>>
    """), [1 + 2j, 3 + 4j])  # fmt: skip
    same(compute("""
      %a = stablehlo.constant dense<[0xFF80, 0x7FC0, -10.0, -0.0]> : tensor<4xbf16>
      %y = stablehlo.is_finite %a : (tensor<4xbf16>) -> tensor<4xi1>
    """), [False, False, True, True])  # fmt: skip


def test_empty_and_size_one(compute):
    assert compute("""
      %a = stablehlo.constant dense<> : tensor<0x3xf32>
      %y = stablehlo.maximum %a, %a : tensor<0x3xf32>
    """).shape == (0, 3)  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<2.0> : tensor<f32>
      %y = stablehlo.multiply %a, %a : tensor<f32>
    """) == 4.0  # fmt: skip


def test_comparison_with_one_number_keeps_nan(compute, same):
    """Maximum against a broadcast constant goes another way than against a tensor; NaN must survive it."""
    same(compute("""
      %z = stablehlo.constant dense<0.0> : tensor<3xf32>
      %x = stablehlo.constant dense<[0x7FC00000, -1.0, 0x7F800000]> : tensor<3xf32>
      %y = stablehlo.maximum %x, %z : tensor<3xf32>
    """), [NAN, 0.0, INF])  # fmt: skip
    same(compute("""
      %z = stablehlo.constant dense<0x7FC00000> : tensor<3xf32>
      %x = stablehlo.constant dense<[1.0, -1.0, 0x7F800000]> : tensor<3xf32>
      %y = stablehlo.minimum %x, %z : tensor<3xf32>
    """), [NAN, NAN, NAN])  # fmt: skip


def test_select_of_many(compute):
    """Large enough to go bit by bit: NaN, infinities and zeros of both signs stay what they are."""
    chosen = compute("""
      %i = stablehlo.iota dim = 0 : tensor<12000xi32>
      %two = stablehlo.constant dense<2> : tensor<12000xi32>
      %r = stablehlo.remainder %i, %two : tensor<12000xi32>
      %zero = stablehlo.constant dense<0> : tensor<12000xi32>
      %p = stablehlo.compare EQ, %r, %zero : (tensor<12000xi32>, tensor<12000xi32>) -> tensor<12000xi1>
      %a = stablehlo.constant dense<0x7FC00000> : tensor<12000xf32>
      %b = stablehlo.constant dense<-0.0> : tensor<12000xf32>
      %y = stablehlo.select %p, %a, %b : tensor<12000xi1>, tensor<12000xf32>
    """)
    assert np.isnan(chosen[::2]).all()
    assert (chosen[1::2] == 0).all() and np.signbit(chosen[1::2]).all()
