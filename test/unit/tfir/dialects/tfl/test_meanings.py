"""What operators of TFLite mean, against what its reference kernels answered: integers to the bit."""

import numpy as np
import pytest
from tfir.dialects.tfl.fixed_point import activation_limits, factor, high_product, rounding_shift, scaled, scaled_wide
from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import F32, I8
from tflite_values import Case, recorded_cases

CASES = recorded_cases()


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_an_operator_gives_what_tflite_answered(case):
    assert case.difference(case.computed()) is None


def test_the_last_product_of_many_is_scaled_as_those_before():
    """TFLite's kernel answered -6423, by a multiplier of 15 bits; one of 31 gives -6422."""
    values = [-27240, -18756, 19351, -25984, -19237, -11661, 11118, 17103]
    operand = {"type": "i16", "shape": [2, 2, 2], "data": values, "scale": [9.999999747378752e-05], "zero": [0]}
    axes = {"type": "i32", "shape": [2], "data": [1, 2], "const": True}
    result = {"type": "i16", "scale": [0.004000000189989805], "zero": [0], "shape": [2], "data": [-6423, 1066]}
    line = {"number": 569, "op": "reduce_prod", "operands": [operand, axes], "results": [result], "attributes": {"keep_dims": False}}
    case = Case(line)
    assert case.difference(case.computed()) is None


def test_softmax_of_8_bits_is_computed_by_fixed_point_numbers():
    """TFLite's reference kernel answered -1832 at the end; its kernel of floats answers -1831."""
    operand = {"type": "ui8", "shape": [2, 2], "data": [228, 203, 170, 168], "scale": [0.03291237726807594], "zero": [3]}
    result = {"type": "i16", "scale": [2.0**-16], "zero": [-32768], "shape": [2, 2], "data": [19791, -19791, 1831, -1832]}
    case = Case({"number": 0, "op": "softmax", "operands": [operand], "results": [result], "attributes": {"beta": 1.7000000476837158}})
    assert case.difference(case.computed()) is None


def test_softmax_of_16_bits_has_tables_of_doubles():
    """TFLite's kernel answered this of two integers that are 3632, 7601 and 100 apart, at a scale of 10 / 65535; with entries 160 and 294 of its table of 1 / (1 + x)
    computed with floats the first two rows are off by one."""
    rows = [[32767, 32767 - distance] for distance in (3632, 7601, 100)]
    operand = {"type": "i16", "shape": [3, 2], "data": sum(rows, []), "scale": [float(np.float32(10 / 65535))], "zero": [0]}
    result = {"type": "i16", "scale": [2.0**-15], "zero": [0], "shape": [3, 2], "data": [20810, 11957, 24946, 7822, 16509, 16260]}
    case = Case({"number": 0, "op": "softmax", "operands": [operand], "results": [result], "attributes": {"beta": 1.0}})
    assert case.difference(case.computed()) is None


def test_fully_connected_rounds_once():
    """TFLite's kernel answered this for -2107 and -1699 times 0.02206, -46.49 and -37.49; rounded to 32nds first they would be -47 and -38."""
    weights = [-104, -113, 47, -125, -79, 99, 36, 45, -98, -95, -113, 103]
    rows = [-5, 30, 97, -83, -106, 79, -117, 17, 96, 77, -61, -57], [64, 69, 91, -46, 43, -119, 110, 117, -6, 9, -111, 74]
    operand = {"type": "i8", "shape": [2, 12], "data": [*rows[0], *rows[1]], "scale": [0.09171061217784882], "zero": [-31]}
    filter = {"type": "i8", "shape": [1, 12], "data": weights, "scale": [0.012029476463794708], "zero": [0], "const": True}
    bias = {"type": "i32", "shape": [1], "data": [1089], "scale": [0.0011032306356355548], "zero": [0], "const": True}
    result = {"type": "i8", "scale": [0.05000000074505806], "zero": [7], "shape": [2, 1], "data": [-39, -30]}
    attributes = {"fused_activation_function": "NONE", "weights_format": "DEFAULT", "keep_num_dims": False}
    case = Case({"number": 0, "op": "fully_connected", "operands": [operand, filter, bias], "results": [result], "attributes": attributes})
    assert case.difference(case.computed()) is None


def test_a_real_factor_is_a_multiplier_and_a_shift():
    """Of 0.75 the multiplier is 0.75 * 2**31; a number that is rounded up to 1 is half of 2."""
    assert factor(0.75) == (1610612736, 0)
    assert factor(3.0) == (1610612736, 2)
    assert factor(1 - 2**-40) == (1 << 30, 1)
    assert factor(0.0) == factor(2.0**-40) == (0, 0)


def test_products_are_rounded_twice():
    """-0.5 is rounded up by the first step, away from zero by the second; 0.5 up by both."""
    assert int(high_product(np.int64(-1), np.int64(1 << 30))) == 0
    assert int(high_product(np.int64(1), np.int64(1 << 30))) == 1
    assert [int(rounding_shift(np.int64(each), np.int64(1))) for each in (-3, -1, 1, 3)] == [-2, -1, 1, 2]
    # 5 * 0.3: 1.5 is 2 as a product of 31 bits; with a shift of one the product 3 becomes 2 likewise
    assert int(scaled(np.int64(5), *map(np.int64, factor(0.3)))) == 2


def test_wide_products_are_rounded_once():
    """A multiplier of 15 bits: 3 * 0.5 = 1.5 is rounded up, and so is -1.5."""
    assert [int(scaled_wide(np.int64(each), *factor(0.5))) for each in (3, -3)] == [2, -1]


def test_an_activation_limits_what_is_stored():
    element = QuantizedType(I8, F32, None, (0.0625,), (-8,), -128, 127)
    assert activation_limits("NONE", element) == (-128, 127)
    assert activation_limits("RELU", element) == (-8, 127)
    assert activation_limits("RELU6", element) == (-8, 88)
    assert activation_limits("RELU_N1_TO_1", element) == (-24, 8)
