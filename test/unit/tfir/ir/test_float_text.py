"""How numbers print: with six digits where these tell the number, else with as many as it needs. Expected texts are MLIR's own."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tfir.ir.numbers import float_bits, float_text
from tfir.ir.types import BF16, F16, F32, F64, FloatType


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
