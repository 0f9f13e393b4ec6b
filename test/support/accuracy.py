"""What the accuracy that an op's line states (`tfir.ods.accuracy`, docs/accuracy.md) allows: bounds on how far results may be off."""

from __future__ import annotations

import ml_dtypes
import numpy as np
from tfir.dialects import lookup
from tfir.execution.state import State
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F64, ComplexType, FloatType, TensorType
from tfir.ods.accuracy import Accuracy, accuracy_of
from tfir.ods.arrays import element_of, is_float
from tfir.ods.inference import evaluate

WORDS = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "complex64": "complex", "complex128": "complex"}
BESIDES_TERMS = 4  # units that a sum may be off besides the root of its terms


def is_floating(dtype) -> bool:
    return is_float(dtype) or dtype.kind == "c"


def form_of(dtype):
    """The limits of a float type; of a complex one, those of its parts."""
    return ml_dtypes.finfo(np.dtype(f"f{dtype.itemsize // 2}") if dtype.kind == "c" else dtype)


def digits(dtype) -> int:
    """How many digits numbers of a type have, in base 2."""
    return int(form_of(dtype).nmant)


def unit(numbers: np.ndarray, dtype) -> np.ndarray:
    """The unit in the last place, in `dtype`, of each of some real numbers; of complex ones, that of their moduli. Numbers below the smallest
    normal one may vanish, as TensorFlow and devices have it, but of types whose smallest is no tiny number."""
    form, sizes = form_of(dtype), np.abs(numbers)
    _, exponents = np.frexp(sizes)
    units = np.ldexp(np.ones((), sizes.dtype), np.maximum(exponents - 1, int(form.minexp)) - int(form.nmant))
    smallest = float(form.smallest_normal)
    return np.where(sizes < smallest, smallest, units) if smallest < 1e-30 else units


def widened(array: np.ndarray) -> np.ndarray:
    """Floating-point numbers in double precision; others as they are."""
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64) if is_floating(array.dtype) else array


def wide_type(type):
    """The type of `widened` arrays of a type."""
    element = type.element
    wide = F64 if isinstance(element, FloatType) else ComplexType(F64) if isinstance(element, ComplexType) else element
    return TensorType(type.shape, wide)


def in_double_precision(op: Operation, definition, operands: list[np.ndarray], **context) -> list[np.ndarray]:
    """What the op makes of its operands in double precision: the exact results, as far as narrower types can tell."""
    wide = [widened(each) for each in operands]
    values = [Value(TensorType(each.shape, element_of(each.dtype)), None, at) for at, each in enumerate(wide)]
    attributes = {name: F64 if isinstance(each, FloatType) else each for name, each in op.attributes.items()}
    draft = Operation.draft(definition.name, values, [wide_type(result.type) for result in op.results], attributes)
    return evaluate(draft, definition, wide, **context)


class Sum:
    """What the bound of a sum is counted in, for one result: the number of terms of each element, and what the op makes of its operands' sizes."""

    def __init__(self, operands: list[np.ndarray], of_ones: np.ndarray, of_sizes: np.ndarray):
        largest = max([each.size for each in operands], default=0)
        self.terms = np.maximum(np.abs(of_ones), largest / max(of_ones.size, 1))  # a mean or a product of ones is 1, of however many
        self.sizes = np.abs(of_sizes)

    @classmethod
    def of_each(cls, operands: list[np.ndarray], function) -> list[Sum]:
        """For each result of `function`, which is the op in double precision."""
        ones = function([np.ones_like(each) if is_floating(each.dtype) else each for each in operands])
        sizes = function([np.abs(each) if is_floating(each.dtype) else each for each in operands])
        return [cls(operands, *each) for each in zip(ones, sizes)]

    def bound(self, dtype) -> np.ndarray:
        with np.errstate(invalid="ignore"):
            return np.where(np.isfinite(self.sizes), (np.sqrt(self.terms) + BESIDES_TERMS) * unit(self.sizes, dtype), np.inf)


class Allowance:
    """How far the results of one op, of these operands, may be off by its class."""

    def __init__(self, definition, operands: list[np.ndarray], sums: list[Sum] | None = None):
        stated = accuracy_of(definition)
        assert stated is not None, f"{definition.name} has floating-point results; its line says nothing of their accuracy"
        self.accuracy: Accuracy = stated
        self.operands, self.sums = operands, sums

    @classmethod
    def of(cls, op: Operation, definition, operands: list[np.ndarray], **context) -> Allowance:
        allowance = cls(definition, operands)
        if allowance.accuracy.kind == "summed":
            allowance.sums = Sum.of_each(operands, lambda each: in_double_precision(op, definition, each, **context))
        return allowance

    def bound(self, number: int, expected: np.ndarray, dtype, of_tensorflow: bool = False) -> np.ndarray:
        """How far result `number` of an element type may lie from `expected`, the exact results, here or in TensorFlow's kernel."""
        accuracy, size = self.accuracy, np.abs(expected)
        word = "TensorFlow" if of_tensorflow and "TensorFlow" in accuracy.besides else self.word(dtype)
        count = accuracy.besides.get(word, accuracy.units)
        if accuracy.kind == "library":
            narrowest = min([each.dtype for each in self.operands if is_floating(each.dtype)], key=digits, default=dtype)
            return np.full(expected.shape, count * unit(np.array(self.largest(expected)), min(narrowest, dtype, key=digits)))
        if accuracy.kind == "summed":
            return self.sums[number].bound(dtype)
        return count * unit(np.maximum(size, 1) if word in accuracy.besides else size, dtype)  # none where exact

    def apart(self, number: int, expected: np.ndarray) -> np.ndarray:
        """How far our result may lie from TensorFlow's: both may be off."""
        if not is_floating(expected.dtype):
            return np.zeros(expected.shape)
        exact = widened(expected)
        return self.bound(number, exact, expected.dtype) + self.bound(number, exact, expected.dtype, of_tensorflow=True)

    def word(self, dtype) -> str:
        """The word by which a class may say something of its own: of complex operands, whatever the results are, and of types."""
        return "complex" if any([each.dtype.kind == "c" for each in self.operands]) else WORDS.get(dtype.name, "")

    def largest(self, expected: np.ndarray) -> float:
        """The largest finite number among operands and expected results."""
        sizes = [np.abs(widened(each)) for each in (*self.operands, expected) if is_floating(each.dtype)]
        return max([float(each[np.isfinite(each)].max(initial=0)) for each in sizes])


def assert_within(actual: np.ndarray, expected: np.ndarray, allowed: np.ndarray | float) -> None:
    """Same types, shapes, NaN and infinities; finite floating-point numbers no further apart than is allowed, others equal."""
    assert actual.dtype == expected.dtype
    assert actual.shape == expected.shape
    if not is_floating(actual.dtype):
        np.testing.assert_array_equal(actual, expected)
        return
    one, other = widened(actual), widened(expected)
    with np.errstate(invalid="ignore"):
        near = (one == other) | (np.isnan(one) & np.isnan(other)) | (np.abs(one - other) <= allowed)
    if not near.all():
        at = np.unravel_index(np.argmin(near), near.shape)
        limit = np.broadcast_to(allowed, near.shape)[at]
        raise AssertionError(
            f"{one[at]} for {other[at]} at {list(map(int, at))}: off by {abs(one[at] - other[at]):.3g}, allowed {limit:.3g}; {(~near).sum()} such"
        )


def assert_agrees(case, results: list[np.ndarray], slack: float = 1) -> None:
    """Holds our results against those of a recorded case by the class of its op. Results that TensorFlow leaves to its implementation are None
    there. `slack` is for chains of other ops that stand for the op."""
    allowance = Allowance.of(case.op, case.definition, case.operands, state=State())
    for number, (result, expected) in enumerate(zip(results, case.results, strict=True)):
        if expected is not None:
            assert_within(np.asarray(result), expected, slack * allowance.apart(number, expected))


def assert_sums(name: str, actual: np.ndarray, function, *operands: np.ndarray) -> None:
    """Holds what a device made of one op that adds up, against `function`, the same in double precision, by the op's class."""
    sums = Sum.of_each(list(map(widened, operands)), lambda each: [function(*each)])
    exact = function(*map(widened, operands))
    assert_within(actual, exact.astype(actual.dtype), Allowance(lookup(name), list(operands), sums).bound(0, exact, actual.dtype))
