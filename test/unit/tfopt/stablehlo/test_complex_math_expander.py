"""Functions of complex numbers in real arithmetic, against Python's in double precision; where squares overflow and where they cancel."""

import cmath
from math import inf, isfinite

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_complex_math_expander import EXPANSIONS, stablehlo_complex_math_expander
from tfrun.devices import session


def log_plus_one(z: complex) -> complex:
    """By twice and squares where 1 + z would lose z."""
    x, y = z.real, z.imag
    real = 0.5 * np.log1p(2 * x + x * x + y * y) if abs(z) < 0.5 else cmath.log(1 + z).real
    return complex(real, np.arctan2(y, 1 + x))


EXPECTED = {"exponential": cmath.exp, "log": cmath.log, "log_plus_one": log_plus_one, "sqrt": cmath.sqrt}
SIZES = [0.0, 1e-30, 1e-3, 0.3, 0.70710678, 1.0, 1.0000001, 2.5, 80.0, 1e19, 3e38]


def numbers() -> np.ndarray:
    """All pairs of special sizes, in all quadrants but for -0, which upstream takes for 0, and pairs whose squares cancel: on the circle of 1, and where 2x is -y*y."""
    special = [complex(a * x, b * y) for x in SIZES for y in SIZES for a in (1, -1) for b in (1, -1) if y or b > 0]
    angles = np.linspace(0.01, 3.1, 40)
    y = np.linspace(1e-3, 0.9, 40)
    return np.array([*special, *np.exp(1j * angles), *(-0.5 * y * y + 1j * y)], "c8")


def expanded(name: str, z: np.ndarray) -> np.ndarray:
    type = f"tensor<{len(z)}xcomplex<f32>>"
    text = f"func.func @main(%z: {type}) -> {type} {{\n %0 = stablehlo.{name} %z : {type}\n return %0 : {type}\n}}"
    module = parse(Source("test", text), lookup, dialect)
    stablehlo_complex_math_expander(module.body.first)
    assert not any(op.name == f"stablehlo.{name}" and "complex" in str(op.results[0].type) for op in module.walk())
    with session(module, "interpreter") as program_of:
        return program_of(find_entry(module))([z])[0]


@pytest.mark.parametrize("name", EXPANSIONS)
def test_parts_are_within_a_few_units(name):
    z = numbers()
    if name == "log":
        z = z[z != 0]
    if name == "log_plus_one":
        z = z[abs(1 + z) > 1e-15]  # nearer to -1 squares vanish
    if name == "exponential":
        z = z[(z.real < 88) & (abs(z.imag) < 1e4)]
    for argument, result in zip(z, expanded(name, z)):
        expected = EXPECTED[name](complex(argument))
        for part, exact in ((result.real, expected.real), (result.imag, expected.imag)):
            nearest = np.float32(exact)
            if isfinite(nearest):
                assert abs(float(part) - exact) <= 4 * np.spacing(abs(nearest)), (argument, result, expected)


def test_what_real_numbers_give():
    """No imaginary part where there was none, and none of its infinity times zero."""
    z = np.array([complex(200, 0.0), complex(-inf, 0.0)], "c8")
    np.testing.assert_array_equal(expanded("exponential", z), np.array([complex(inf, 0), 0], "c8"))
    assert expanded("sqrt", np.array([-4.0], "c8"))[0] == 2j and expanded("log", np.array([1.0], "c8"))[0] == 0


def test_a_function_of_another_accuracy_stays():
    text = """func.func @main(%z: tensor<complex<f32>>) -> tensor<complex<f32>> {
      %0 = "stablehlo.log"(%z) {result_accuracy = #stablehlo.result_accuracy<ulps = 5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}
        : (tensor<complex<f32>>) -> tensor<complex<f32>>
      return %0 : tensor<complex<f32>>
    }"""
    module = parse(Source("test", text), lookup, dialect)
    assert not stablehlo_complex_math_expander(module.body.first)
