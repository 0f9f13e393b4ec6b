"""Numbers that processors have no instruction for, against NumPy."""

import numpy as np
import pytest
from device_calls import call, lowered


@pytest.fixture
def halves():
    """Doubles around what halves lie between: the middle of two, and beside it by as little as doubles can be."""
    random = np.random.default_rng(1)
    near = random.integers(0, 65536, 20000).astype(np.uint16).view(np.float16).astype(np.float64)
    factors = [
        1,
        1 + 2.0**-11,
        1 + 2.0**-12,
        1 + 2.0**-11 + 2.0**-40,
        1 + 2.0**-11 - 2.0**-40,
        1 + 2.0**-52,
        1 - 2.0**-53,
        1 + 3 * 2.0**-11,
    ]
    odd = [
        1e300,
        -1e300,
        65520,
        65519.999999,
        65520.000001,
        np.inf,
        -np.inf,
        np.nan,
        5e-324,
        2**-25,
        2**-25 * (1 + 2**-50),
        1.5 * 2**-24,
        0,
        -0.0,
    ]
    with np.errstate(invalid="ignore"):
        return np.concatenate([near * random.choice(factors, near.shape), odd])


def test_doubles_are_rounded_to_halves_once(halves):
    kind = f"tensor<{len(halves)}x%s>"
    text = f"""func.func @main(%x: {kind % "f64"}) -> {kind % "f16"} {{
      %0 = stablehlo.convert %x : ({kind % "f64"}) -> {kind % "f16"}
      return %0 : {kind % "f16"}
    }}"""
    with np.errstate(all="ignore"):
        expected = halves.astype(np.float16)
    ((result,),) = call(lowered(text, "x86-64-v3", "cpu"), "cpu", [[halves]])
    same = (result.view(np.uint16) == expected.view(np.uint16)) | (np.isnan(result) & np.isnan(expected))
    assert same.all(), (halves[~same][:5], result[~same][:5])


@pytest.mark.parametrize("type, least", [("i16", -(2**15)), ("i32", -(2**31))])
@pytest.mark.parametrize("amount", [15, 17, 31])
def test_products_of_few_bits_are_shifted_with_their_sign(type, least, amount):
    """As kernels of 16 bits round, within -32768 and 32767. LLVM 22 by itself has zeros in the place of the
    sign where the amount is above 16 and the factors have 16 bits."""
    text = f"""func.func @main(%x: tensor<64x{type}>, %y: tensor<64x{type}>) -> tensor<64xi64> {{
      %0 = stablehlo.convert %x : (tensor<64x{type}>) -> tensor<64xi64>
      %1 = stablehlo.convert %y : (tensor<64x{type}>) -> tensor<64xi64>
      %2 = stablehlo.multiply %0, %1 : tensor<64xi64>
      %n = stablehlo.constant dense<{amount}> : tensor<64xi64>
      %3 = stablehlo.shift_right_arithmetic %2, %n : tensor<64xi64>
      %all = stablehlo.constant dense<{2**amount - 1}> : tensor<64xi64>
      %rest = stablehlo.and %2, %all : tensor<64xi64>
      %half = stablehlo.constant dense<{2 ** (amount - 1) - 1}> : tensor<64xi64>
      %is_more = stablehlo.compare GT, %rest, %half, SIGNED : (tensor<64xi64>, tensor<64xi64>) -> tensor<64xi1>
      %one = stablehlo.convert %is_more : (tensor<64xi1>) -> tensor<64xi64>
      %4 = stablehlo.add %3, %one : tensor<64xi64>
      %low = stablehlo.constant dense<-32768> : tensor<64xi64>
      %high = stablehlo.constant dense<32767> : tensor<64xi64>
      %5 = stablehlo.maximum %4, %low : tensor<64xi64>
      %6 = stablehlo.minimum %5, %high : tensor<64xi64>
      return %6 : tensor<64xi64>
    }}"""
    random = np.random.default_rng(amount)
    dtype = {"i16": np.int16, "i32": np.int32}[type]
    x, y = random.integers(least, -least, (2, 64)).astype(dtype)
    x[:2], y[:2] = least, (least, -1)
    product = x.astype(np.int64) * y
    expected = np.clip((product >> amount) + (product % 2**amount >= 2 ** (amount - 1)), -32768, 32767)
    ((result,),) = call(lowered(text, "x86-64-v3", "cpu"), "cpu", [[x, y]])
    np.testing.assert_array_equal(result, expected)
