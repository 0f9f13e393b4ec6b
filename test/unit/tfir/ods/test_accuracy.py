"""Accuracy is as stated: each op with floating-point results states a class, no op is less accurate than that, and none is far better.

What is exact is computed in a wider type: what narrow floats make is held against the same meaning in double precision, double precision
against long doubles where the machine has such, and special functions, which are computed in double precision for all types, against
decimals from mpmath. What TensorFlow answered is held against the same.
"""

from __future__ import annotations

import json
from collections import defaultdict
from decimal import Decimal
from functools import cache
from math import ulp
from pathlib import Path

import accuracy
import numpy as np
import pytest
import tensorflow_values
from accuracy import Allowance, assert_agrees, in_double_precision, is_floating, unit, widened
from float_sweeps import every, sweep
from tfir.dialects import lookup
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import BF16, F16, F32, F64, ComplexType, TensorType
from tfir.ods.accuracy import CLASSES, accuracy_of
from tfir.ods.arrays import element_of
from tfir.ods.inference import evaluate, result_types

from tfopt.reference import dialects

C64 = ComplexType(F32)
DEFINITIONS = [lookup(f"{each.name}.{local}") for each in dialects() for local in each.table]
COMPUTED = [each for each in DEFINITIONS if each.semantics is not None and each.semantics.evaluate is not None]
TOO_WIDE = 8  # times what was measured, where more than as many units are stated


def test_every_op_states_how_accurate_it_is():
    silent = [each.name for each in COMPUTED if accuracy_of(each) is None]
    assert not silent, f"docs/accuracy.md has the classes that their lines in the tables may state: {' '.join(silent)}"


def test_an_op_states_one_class():
    several = [each.name for each in DEFINITIONS if len([name for name in CLASSES if name in each.traits]) > 1]
    assert several == []


def test_classes_are_spelled_as_documented():
    for each in COMPUTED:
        stated = accuracy_of(each)
        assert set(stated.besides) <= {"complex", "f64", "TensorFlow"}, each.name
        assert all(units > 0 for units in stated.besides.values())
        assert (stated.units > 0) == (stated.kind in ("ulp", "library")), each.name


# Functions of one number, and of two


def operation(definition, operands: list[np.ndarray]) -> Operation:
    values = [Value(TensorType(each.shape, element_of(each.dtype)), None, at) for at, each in enumerate(operands)]
    types = result_types(definition, values, {}) if definition.dialect.name == "tf" else [values[0].type]  # which others compute without
    return Operation.draft(definition.name, values, types, {})


def is_function_of_numbers(definition) -> bool:
    """Whether the op is computed of one or two floating-point numbers alone, element by element, and needs no attributes for it."""
    signature = definition.declaration
    alike = {slot.type for slot in signature.operands}
    needed = [name for name, each in signature.attributes.items() if each.required and name not in alike]
    plain = not any(slot.variadic or slot.number for slot in signature.operands) and not needed and len(signature.results) == 1
    return (
        definition.has_trait("elementwise") and plain and len(signature.operands) in (1, 2) and len(alike) == 1 and takes(definition, F32)
    )


WORDS = {F16: "f16", BF16: "bf16", F32: "f32", F64: "f64", C64: "c64"}


def takes(definition, element) -> bool:
    """Whether the line of the op allows the element type for its first operand."""
    signature = definition.declaration
    parameter = signature.attributes.get(signature.operands[0].type)
    if parameter is not None:
        return not parameter.allowed or WORDS[element] in parameter.allowed
    return definition.dialect.constraints.type(signature.operands[0].type).accepts(TensorType((4,), element))


FUNCTIONS = [each for each in COMPUTED if is_function_of_numbers(each) and set(each.traits) & {"exact", "ulp"}]
# What is no function of real numbers: it depends on how these are written, or on where it is cut.
DISCONTINUOUS = {
    "arith.flush_denormals": "each type has its own denormal numbers",
    **dict.fromkeys(["chlo.next_after", "chlo.broadcast_next_after", "tf.NextAfter"], "the next number is another one in each type"),
    **dict.fromkeys(["tf.FloorDiv", "tf.TruncateDiv"], "the quotient is rounded before it is cut"),
    **dict.fromkeys(["tf.LeakyRelu", "tf.LeakyReluGrad"], "alpha is a number of the type"),
    **{f"chlo.broadcast_shift_{way}": "integers" for way in ("left", "right_arithmetic", "right_logical")},
    "tf.XlaSelfAdjointEig": "an eigenvector has the sign that rounding gives it",
    "tf.MaxPoolGrad": "magnitudes, by which a sum is judged, have their largest elsewhere",
    "tf.RandomGammaGrad": "0 where a density is less than any number of the type",
}  # fmt: skip
# Computed number by number; recorded values hold them.
SLOW = {f"{prefix}{name}" for prefix in ("chlo.", "chlo.broadcast_") for name in ("polygamma", "zeta")} | {"tf.Polygamma", "tf.Zeta"}


def samples(definition, element) -> list[np.ndarray]:
    """All numbers of 16 bits, or of what is computed number by number a part; pairs of special numbers and drawn ones."""
    count = len(definition.declaration.operands)
    step = 1 if count == 1 else 61
    step *= 64 if "f64" in accuracy_of(definition).besides else 1
    operands = [every(element)] if count == 1 else [each.ravel() for each in sweep(element, count)]
    if element is C64:  # whose parts would be multiplied beyond their range
        operands = [each[np.abs(each) < 16] for each in operands] if count == 1 else moderate_pairs(*operands)
    return [each[::step] for each in operands]


def moderate_pairs(x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    near = (np.abs(x) < 16) & (np.abs(y) < 16)
    return [x[near], y[near]]


def measured(definition, element) -> float:
    """By how many of the units that its class counts the op is off at most; 0 where the element type is none that it is computed for."""
    operands = samples(definition, element)
    op = operation(definition, operands)
    try:
        [actual], [exact] = evaluate(op, definition, operands), in_double_precision(op, definition, operands)
    except Error:
        return 0.0
    return units_off(definition, operands, actual, exact) if is_floating(actual.dtype) else 0.0


def units_off(definition, operands, actual: np.ndarray, exact: np.ndarray) -> float:
    """The largest error where the exact result is a number of the type; of what is exact, the number of results that are not rounded."""
    with np.errstate(all="ignore"):
        rounded = exact.astype(actual.dtype)
        finite = np.isfinite(rounded) & np.isfinite(actual)
        stated, allowance = accuracy_of(definition), Allowance(definition, operands)
        count = stated.besides.get(allowance.word(actual.dtype), stated.units)
        if count == 0:
            return float((finite & (actual != rounded)).sum())
        off = np.abs(widened(actual) - exact) / allowance.bound(0, exact, actual.dtype) * count
    return float(np.max(off, where=finite, initial=0))


@cache
def errors(name: str) -> dict:
    """The measured units by element type, of those that the op takes."""
    definition = lookup(name)
    return {str(element): measured(definition, element) for element in (F16, BF16, F32, C64) if takes(definition, element)}


SWEPT = [each.name for each in FUNCTIONS if each.name not in DISCONTINUOUS and each.name not in SLOW]


@pytest.mark.parametrize("name", SWEPT)
def test_a_function_is_as_accurate_as_stated(name):
    stated = accuracy_of(lookup(name))
    for element, units in errors(name).items():
        assert units <= stated.besides.get("complex" if "complex" in element else "", stated.units), element


@pytest.mark.parametrize("name", SWEPT)
def test_a_function_is_not_far_more_accurate_than_stated(name):
    """Four units are what NumPy allows itself, by the machine that it runs on."""
    stated = accuracy_of(lookup(name))
    for element in ("complex<f32>", "f32"):
        count = stated.besides.get("complex", stated.units) if "complex" in element else stated.units
        assert count <= max(4, TOO_WIDE * errors(name).get(element, count)), element


def test_functions_are_measured():
    assert len([name for name in SWEPT if errors(name)]) > 100


# Double precision


def has_wider_floats() -> bool:
    return np.finfo(np.longdouble).nmant > np.finfo(np.float64).nmant


@pytest.mark.skipif(not has_wider_floats(), reason="long doubles are doubles here")
@pytest.mark.parametrize("name", [name for name in SWEPT if "f64" not in accuracy_of(lookup(name)).besides])
def test_a_function_is_as_accurate_in_double_precision(name):
    definition = lookup(name)
    if len(definition.declaration.operands) > 1 or not takes(definition, F64):
        pytest.skip("a function of one real number is needed")
    numbers = np.random.default_rng(3).uniform(-8, 8, 4000)
    function = definition.semantics.evaluate
    try:
        with np.errstate(all="ignore"):
            exact = np.asarray(in_long_double(function, numbers))
    except (TypeError, AttributeError, ValueError):
        pytest.skip("it is not written for long doubles")
    [actual] = evaluate(operation(definition, [numbers]), definition, [numbers])
    if exact.dtype == np.longdouble:
        finite = np.isfinite(exact) & np.isfinite(actual)
        off = np.abs(actual - exact)[finite] / unit(exact[finite], np.dtype(np.float64))
        assert off.max(initial=0) <= max(accuracy_of(definition).units, 0.5)


def in_long_double(function, numbers: np.ndarray) -> np.ndarray:
    """The same meaning on long doubles; chlo's takes its operands as a list and computes in f64 itself, which says nothing."""
    parameters = getattr(getattr(function, "__code__", None), "co_varnames", ("x",))
    if parameters[:1] == ("operands",):
        raise TypeError("computed in double precision whatever it is given")
    return function(numbers.astype(np.longdouble))


RECORDED = [json.loads(line) for line in (Path(accuracy.__file__).parent / "special_functions.jsonl").read_text().splitlines()]
AS_CHLO = {
    "Erf": "erf", "Erfc": "erfc", "Erfinv": "erf_inv", "Lgamma": "lgamma", "Digamma": "digamma", "BesselI1e": "bessel_i1e", "Zeta": "zeta",
    "Polygamma": "polygamma",
}  # fmt: skip


def special_error(name: str, line: dict) -> float:
    """The largest error in units in the last place of the larger of the value and 1."""
    definition = lookup(name)
    operands = [np.array([float.fromhex(text) for text in column]) for column in line["places"]]
    [actual] = evaluate(operation(definition, operands), definition, operands)
    pairs = [(Decimal(float(one)), Decimal(other)) for one, other in zip(actual, line["values"], strict=True)]
    return max([float(abs(one - other)) / ulp(max(1.0, float(abs(other)))) for one, other in pairs])


@pytest.mark.parametrize("line", RECORDED, ids=lambda line: line["op"])
def test_a_special_function_is_as_accurate_as_stated(line):
    for name in (f"tf.{line['op']}", f"chlo.{AS_CHLO.get(line['op'])}"):
        if lookup(name) is not None:
            count = accuracy_of(lookup(name)).besides["f64"]
            assert special_error(name, line) <= count <= max(4, TOO_WIDE * special_error(name, line)), name


def test_bessel_functions_keep_their_digits_near_0():
    """J0 = 1 - x*x/4, Y1 = -2 / (pi * x) + x / pi * (log(x / 2) + Euler's constant - 1/2), both to the next order (DLMF 10.8)."""
    x = np.array([1e-3, 1e-5, 3e-6, 1e-8])
    assert np.abs(value("tf.BesselJ0", x) - (1 - x * x / 4 + x**4 / 64)).max() <= 2.3e-16
    nearly = -2 / (np.pi * x) + x / np.pi * (np.log(x / 2) + np.euler_gamma - 0.5)
    assert np.abs(value("tf.BesselY1", x) / nearly - 1)[1:].max() <= 1e-15


def value(name: str, *operands: np.ndarray) -> np.ndarray:
    definition = lookup(name)
    return evaluate(operation(definition, list(operands)), definition, list(operands))[0]


# All other ops of TensorFlow's, by what it answered


def draws(definition) -> bool:
    """Whether the op's bits are drawn: each type has its own."""
    return definition.semantics.__module__.rpartition(".")[2] in ("random", "distributions", "sampling", "truncated_normals")


def is_bounded(definition) -> bool:
    """Whether results may be off, by no more than a class says."""
    stated = accuracy_of(definition)
    return (
        stated is not None
        and stated.kind in ("ulp", "summed", "library")
        and not draws(definition)
        and definition.name not in DISCONTINUOUS
    )


def is_singular(case) -> bool:
    """Whether the answer is made of a pivot or an eigenvalue that is 0 but for the rounding of its type: no class says anything of it."""
    if case.name == "MatrixLogarithm":
        return bool(np.any(np.linalg.matrix_rank(case.operands[0], tol=1e-5) < case.operands[0].shape[-1]))
    return bool(case.attributes.get("perturb_singular"))


CASES = [case for case in tensorflow_values.cases() if is_bounded(case.definition) and not is_singular(case)]


def excess(case, operands: list[np.ndarray], results: list, of_tensorflow: bool) -> float:
    """The largest error of results, as a part of what the op's class allows."""
    state, worst = State(), 0.0
    allowance = Allowance.of(case.op, case.definition, operands, state=state)
    for number, (result, exact) in enumerate(zip(results, in_double_precision(case.op, case.definition, operands, state=state))):
        if result is None or not is_floating(result.dtype) or result.shape != exact.shape or result.size == 0:
            continue
        exact = widened(exact)
        bound = allowance.bound(number, exact, result.dtype, of_tensorflow)
        with np.errstate(all="ignore"):
            finite = np.isfinite(widened(result)) & np.isfinite(exact.astype(result.dtype))
            off = np.abs(widened(result) - exact)
            worst = max(worst, float(np.max(np.where(off == 0, 0, off / bound), where=finite & np.isfinite(off), initial=0)))
    return worst


@cache
def parts() -> dict:
    """For each op of a recorded case the largest part of its allowance that is used, here and by TensorFlow."""
    used: dict = defaultdict(float)
    for case in CASES:
        used[case.name, "here"] = max(used[case.name, "here"], excess(case, case.operands, computed(case, case.operands), False))
        used[case.name, "TensorFlow"] = max(used[case.name, "TensorFlow"], excess(case, case.operands, case.results, True))
        for operands in drawn_again(case):
            used[case.name, "here"] = max(used[case.name, "here"], excess(case, operands, computed(case, operands), False))
    return used


def computed(case, operands: list[np.ndarray]) -> list[np.ndarray]:
    return evaluate(case.op, case.definition, operands, state=State())


def drawn_again(case):
    """Operands with other floating-point numbers, as far as the op takes them."""
    for seed in (1, 2):
        random = np.random.default_rng(seed)
        operands = [(random.uniform(0, 1, each.shape) if is_floating(each.dtype) else each).astype(each.dtype) for each in case.operands]
        try:
            computed(case, operands)
        except Error:
            continue
        yield operands


@pytest.mark.parametrize("who", ["here", "TensorFlow"])
def test_recorded_ops_are_as_accurate_as_stated(who):
    worse = {name: round(used, 2) for (name, by), used in parts().items() if by == who and used > 1}
    assert worse == {}


def test_recorded_ops_are_not_far_more_accurate_than_stated():
    for name in {case.name for case in CASES}:
        stated, used = accuracy_of(lookup(f"tf.{name}")), max(parts()[name, "here"], parts()[name, "TensorFlow"])
        if stated.kind == "library" and used > 0:
            assert stated.units <= max(4, TOO_WIDE * used * stated.units), name


# That all of this notices


@pytest.mark.parametrize("units, test", [
    ("1", test_a_function_is_as_accurate_as_stated), ("4096", test_a_function_is_not_far_more_accurate_than_stated),
])  # fmt: skip
def test_a_wrong_class_of_a_function_is_noticed(units, test, monkeypatch):
    monkeypatch.setitem(lookup("stablehlo.tan").traits, "ulp", (units,))
    with pytest.raises(AssertionError):
        test("stablehlo.tan")


def test_an_op_that_says_nothing_is_noticed(monkeypatch):
    monkeypatch.delitem(lookup("tf.Softmax").traits, "library")
    with pytest.raises(AssertionError, match="tf.Softmax"):
        test_every_op_states_how_accurate_it_is()


@pytest.mark.parametrize("name, passing, failing", [("Sub", 0, 1), ("Tanh", 3, 40), ("MatMul", 1, 200), ("Softmax", 1, 400)])
def test_results_are_held_to_the_class(name, passing, failing):
    """Off by so many units of the largest result: of what is exact by nothing."""
    case = next(case for case in tensorflow_values.cases() if case.name == name and case.results[0].dtype == np.float32)
    largest = unit(np.abs(case.results[0]).max(), np.dtype(np.float32))
    assert_agrees(case, [case.results[0] + np.float32(passing * largest)])
    with pytest.raises(AssertionError, match="allowed"):
        assert_agrees(case, [case.results[0] + np.float32(failing * largest)])
