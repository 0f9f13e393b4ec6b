"""What complex functions give, as they stand and computed by their parts, against Python's `cmath`, which is C's.

By parts signs and powers choose between complex numbers at their end, which is left to the lowering of these.
"""

import cmath
import math
from itertools import product

import numpy as np
import pytest
from random_stablehlo_legs import executed, module_of
from tfir.dialects import verify
from tfir.ir.operations import Operation

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

NUMBERS = [complex(x, y) for x in (-2.5, -0.25, 0.0, 0.75, 3.0) for y in (-1.5, 0.0, 0.5, 2.0)]
EXPECTED = {
    "cos": cmath.cos, "exp": cmath.exp, "expm1": lambda a: cmath.exp(a) - 1, "log": cmath.log, "log1p": lambda a: cmath.log(1 + a),
    "neg": lambda a: -a, "conj": complex.conjugate, "rsqrt": lambda a: 1 / cmath.sqrt(a), "sin": cmath.sin,
    "sqrt": cmath.sqrt, "tan": cmath.tan, "tanh": cmath.tanh,
}  # fmt: skip
OF_TWO = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a / b,
    "atan2": lambda a, b: -1j * cmath.log((b + 1j * a) / cmath.sqrt(b * b + a * a)),
}  # fmt: skip


AS_THEY_STAND = {"sign": lambda a: a / abs(a) if a else a}
OF_TWO_AS_THEY_STAND = {"pow": lambda a, b: a**b}


def module_for(op: str, numbers: list[complex]) -> Operation:
    names = [f"%x{at}, %y{at}" for at in range(len(numbers))]
    lines = [f"%a{at} = complex.create {each} : complex<f64>" for at, each in enumerate(names)]
    given = ", ".join([f"%a{at}" for at in range(len(numbers))])
    text = "\n".join([
        f"func.func @main({', '.join([each.replace(',', ': f64,') + ': f64' for each in names])}) -> (f64, f64) {{", *lines,
        f"%0 = complex.{op} {given} : complex<f64>", "%1 = complex.re %0 : complex<f64>", "%2 = complex.im %0 : complex<f64>",
        "return %1, %2 : f64, f64", "}",
    ])  # fmt: skip
    return module_of(text)


def number_of(module: Operation, numbers: list[complex]) -> complex:
    return complex(*[float(each) for each in executed(module, [np.float64(part) for each in numbers for part in (each.real, each.imag)])])


def as_it_stands(op: str, numbers: list[complex]) -> complex:
    return number_of(module_for(op, numbers), numbers)


def computed(op: str, numbers: list[complex], option: str = "") -> complex:
    module = module_for(op, numbers)
    Runner(verify).run(parse_pipeline(f"convert-complex-to-standard{option},canonicalize"), module)
    assert not any([each.dialect == "complex" for each in module.walk()])
    return number_of(module, numbers)


@pytest.mark.parametrize(("way", "op"), [*product([computed, as_it_stands], EXPECTED), *product([as_it_stands], AS_THEY_STAND)])
def test_of_one_number(way, op):
    undefined = (0,) if op in ("log", "rsqrt") else (-1,) if op == "log1p" else ()
    expected = EXPECTED | AS_THEY_STAND
    for number in [each for each in NUMBERS if each not in undefined]:
        assert way(op, [number]) == pytest.approx(expected[op](number), rel=1e-11, abs=1e-13), number


@pytest.mark.parametrize(("way", "op"), [*product([computed, as_it_stands], OF_TWO), *product([as_it_stands], OF_TWO_AS_THEY_STAND)])
def test_of_two_numbers(way, op):
    expected = OF_TWO | OF_TWO_AS_THEY_STAND
    for number, other in zip(NUMBERS, NUMBERS[7:]):
        if number and other and (op != "atan2" or number**2 + other**2):
            assert way(op, [number, other]) == pytest.approx(expected[op](number, other), rel=1e-11, abs=1e-13), (number, other)


def test_quotients_near_the_ends_of_the_range():
    large = complex(1e200, 2e200)
    assert computed("div", [large, large]) == pytest.approx(1, rel=1e-15)
    assert cmath.isnan(computed("div", [large, large], "{complex-range=basic}"))


def test_quotients_by_zero_and_infinity():
    assert computed("div", [complex(1, -1), 0j]) == complex(math.inf, -math.inf)
    assert computed("div", [complex(1, -1), complex(math.inf, 0)]) == 0
