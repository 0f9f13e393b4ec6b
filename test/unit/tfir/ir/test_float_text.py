"""How numbers print: with six digits where these tell the number, else with as many as it needs. Expected texts are MLIR's own."""

import struct

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tfir.ir.numbers import bits_of_literal, fitted, float_bits, float_from_bits, float_text
from tfir.ir.types import BF16, F16, F32, F64, I1, I8, I64, INDEX, FloatType, IntegerType


@pytest.mark.parametrize(
    "value, type, text",
    [
        (1.0, F32, "1.000000e+00"),
        (-0.0, F32, "-0.000000e+00"),
        (1 / 3, F32, "0.333333343"),
        (0.00737133, F32, "7.371330e-03"),
        # Seven digits would do, but six are tried.
        (0.09501462, F32, "0.0950146168"),
        # Cut before it is rounded, so the nines do not carry.
        (1e-12, F32, "9.99999996E-13"),
        (0.1, F64, "1.000000e-01"),
        (1 / 3, F64, "0.33333333333333331"),
        (1e22, F64, "1.000000e+22"),
        # Nine digits without a point would read as an integer.
        (123456789.0, F64, "0x419D6F3454000000"),
        (3.140625, BF16, "3.140630e+00"),
        (0.333251953125, F16, "3.332520e-01"),
        (float("inf"), F32, "0x7F800000"),
        (float("-inf"), F16, "0xFC00"),
        (float("nan"), F32, "0x7FC00000"),
        (448.0, FloatType("f8E4M3FN"), "4.480000e+02"),
    ],
)
def test_text(value, type, text):
    assert float_text(float_bits(value, type), type) == text


@given(st.integers(0, 2**32 - 1))
def test_text_reads_back_as_the_same_number(bits):
    text = float_text(bits, F32)
    if text.startswith("0x"):
        assert int(text, 16) == bits
    else:
        assert struct.unpack("<I", struct.pack("<f", float(text)))[0] == bits


F80, F128, TF32 = FloatType("f80"), FloatType("f128"), FloatType("tf32")


@pytest.mark.parametrize(
    "literal, type, text",
    [
        ("0.1", F128, "1.000000e-01"),
        ("1.0e4000", F128, "1.000000e+4000"),
        ("1.0e4930", F80, "1.000000e+4930"),
        ("3.14159265358979323846", F80, "3.14159265358979323851"),
        ("-2.5e-4940", F80, "-2.500000e-4940"),
        ("-0.0", F80, "-0.000000e+00"),
        ("1.0e100000", F80, "0x7FFF8000000000000000"),
        ("-1.0e100000", F128, "0xFFFF0000000000000000000000000000"),
        ("1.0e-100000", F128, "0.000000e+00"),
        ("1.5", TF32, "1.500000e+00"),
        ("1.0e40", TF32, "0x3FC00"),
        # Between two numbers, and nearer to the upper one by what a double does not see.
        ("1.000000059604644775390625000000000000000000001", F32, "1.00000012"),
        ("1.000000059604644775390625", F32, "1.000000e+00"),
        ("1.000000059604644775390624999999999999999999999", F32, "1.000000e+00"),
    ],
)
def test_literals(literal, type, text):
    assert float_text(bits_of_literal(literal, type), type) == text


@pytest.mark.parametrize(
    "bits, type, text",
    [
        (0x3FFF8000000000000000, F80, "1.000000e+00"),
        (0x3FFFC90FDAA22168C235, F80, "1.57079632679489661926"),
        (0x1, F80, "3.645200e-4951"),
        (0x7FFFC000000000000000, F80, "0x7FFFC000000000000000"),
        # The first digit, which this format writes out, is missing: no number.
        (0x3FFF4000000000000000, F80, "0x7FFF4000000000000000"),
        (0x3FFF0000000000000000000000000001, F128, "1.00000000000000000000000000000000019"),
        (0x1, F128, "6.475180e-4966"),
        (0x7FFF0000000000000000000000000000, F128, "0x7FFF0000000000000000000000000000"),
        (0xF, FloatType("f4E2M1FN"), "-6.000000e+00"),
        (0x7FFFF, TF32, "0x7FFFF"),
    ],
)
def test_bits(bits, type, text):
    assert float_text(bits, type) == text


@given(st.sampled_from([F80, F128]), st.floats())
def test_doubles_are_wide_numbers_too(type, value):
    again = float_from_bits(float_bits(value, type), type)
    assert again == value or value != value != again != value


@example(F80, 1 << 111)  # exponent 0 with a leading digit, which stands for the same number as exponent 1
@given(st.sampled_from([F80, F128]), st.integers(0, 2**128 - 1))
def test_text_reads_back(type, bits):
    text = float_text(bits >> (128 - type.width), type)
    if not text.startswith("0x"):
        assert bits_of_literal(text, type) == bits >> (128 - type.width)


@pytest.mark.parametrize(
    "token, type, value",
    [
        ("255", I8, -1), ("0xFF", I8, -1), ("-128", I8, -128), ("-129", I8, None), ("256", I8, None), ("-0", I8, None), ("-0x1", I8, -1),
        ("127", IntegerType(8, "s"), 127), ("128", IntegerType(8, "s"), None), ("255", IntegerType(8, "u"), 255),
        ("0", IntegerType(0), 0), ("1", IntegerType(0), None), ("-0", IntegerType(0), None),
        ("9223372036854775807", INDEX, 2**63 - 1), ("9223372036854775808", INDEX, None),
        ("1", I1, -1), ("18446744073709551615", I64, -1),
    ],
)  # fmt: skip
def test_integers_that_fit(token, type, value):
    assert fitted(token, type) == value
