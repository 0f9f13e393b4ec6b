"""Small StableHLO programs as text, computed op by op; each op's `infer` must say what `evaluate` then gives."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.computation import Computation, run_step
from tfir.execution.state import State
from tfir.ir.location import Source
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import TensorType, Type
from tfir.ods.arrays import dtype_of
from tfir.ods.inference import AbstractValue, declared_value, infer, refined
from tfir.ods.shapes import anonymous, named
from tfir.text.parser import parse


@pytest.fixture
def compute():
    """The results of the last op of a program: one array, or a list of them."""

    def run(text: str):
        module = parse(Source("test", f"func.func @f() {{\n{text}\n  func.return\n}}"), lookup, dialect)
        computation = Computation(next(iter(module.body)).body, context={"state": State()})
        frame = [None] * len(computation.numbers)
        with np.errstate(all="ignore"):
            for step in computation.steps:
                step.dying = ()
                run_step(step, frame)
                agree(step.op, [frame[number] for number in step.results])
        results = [np.asarray(value) for value in (frame[number] for number in computation.steps[-1].results)]
        return results[0] if len(results) == 1 else results

    return run


def agree(op, values):
    """Also when sizes are unknown: what is inferred then must not contradict what is computed. Nor must unknown ranks break it."""
    exactly_inferred(op, values)
    for result, value in zip(op.results, values):
        if isinstance(result.type, TensorType):
            assert np.asarray(value).dtype == dtype_of(result.type.element), op.name
    ranked = [value.type for value in op.operands if isinstance(value.type, TensorType)]
    if len(ranked) == len(op.operands):
        unknown = [AbstractValue(named((None,) * len(type.shape)), type.element) for type in ranked]
        compatible(infer(op, lookup(op.name), unknown), values, op.name)
        compatible(infer(op, lookup(op.name), [AbstractValue(None, type.element) for type in ranked]), values, op.name)


def compatible(found, values, name):
    for inferred, value in zip(found or [], values):
        shape = anonymous(getattr(inferred, "shape", None if isinstance(inferred, Type) else inferred))
        if shape is not None:
            assert len(shape) == np.ndim(value), name
            assert all([size is None or size == extent for size, extent in zip(shape, np.shape(value))]), name


def exactly_inferred(op, values):
    found = infer(op, lookup(op.name), [declared_value(value) for value in op.operands])
    if found is None or not all([isinstance(result.type, TensorType) for result in op.results]):
        return
    assert len(found) == len(values), op.name
    for shape, result, value in zip(found, op.results, values):
        inferred = refined(result.type, shape)
        assert inferred.shape == np.shape(value), op.name
        # Scales are the result's own.
        assert inferred == result.type or None in result.type.shape or is_quantized(result.type), op.name


@pytest.fixture
def same():
    """Equal to the last bit, but that NaN is NaN."""

    def check(actual, expected):
        expected = np.asarray(expected)
        assert actual.shape == expected.shape
        if actual.dtype.kind in "fcV":
            actual, expected = actual.astype(np.complex128), expected.astype(np.complex128)
            np.testing.assert_array_equal(actual, expected)
            np.testing.assert_array_equal(np.signbit(actual.real) | np.isnan(actual), np.signbit(expected.real) | np.isnan(expected))
        else:
            assert actual.tolist() == expected.tolist()

    return check
