"""Traits are true: each trait that evaluation can tell is held against every op that can be evaluated, in both directions.

An op that has the trait must not be refuted by any sample; an op that is confirmed by its samples, and refuted by none, must have it.
Samples of `tf` are what TensorFlow answered (`tensorflow_values`), and those operands drawn again; samples of other dialects are drawn.
"""

from __future__ import annotations

import warnings
from functools import cache

import numpy as np
import pytest
import tensorflow_values
from reference_functions import FUNCTIONS
from tfir.dialects import dialect, lookup
from tfir.dialects.tf.numerics import finite_limit
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, I1, I32, I64, ComplexType, TensorType
from tfir.ods.arrays import dense_of, dtype_of, element_of
from tfir.ods.declared import verify_declared
from tfir.ods.inference import evaluate, result_types


class Sample:
    """An op with operands that it can be applied to; `element` is that of the results, where it is not for the op to say."""

    def __init__(self, definition, operands: list[np.ndarray], attributes: dict, element=None, expected=None):
        self.definition, self.operands, self.attributes, self.element = definition, operands, attributes, element
        self.name, self.expected = definition.name, expected

    def __call__(self, operands: list[np.ndarray]) -> list[np.ndarray]:
        """The results; raises `Inapplicable` where the op does not take the operands."""
        try:
            if self.name in FUNCTIONS:
                return self.by_reference(operands)
            values = [Value(TensorType(each.shape, element_of(each.dtype)), None, at) for at, each in enumerate(operands)]
            written = [TensorType(operands[0].shape, self.element)] if self.element is not None else None
            types = written or self.as_recorded(result_types(self.definition, values, self.attributes))
            op = Operation.draft(self.name, values, types, self.attributes)
            with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
                results = [np.asarray(result) for result in evaluate(op, self.definition, operands)]
            if self.definition.name.startswith("stablehlo."):
                self.verify(op, results)
            return results
        except (Error, ValueError, TypeError, IndexError, KeyError, AttributeError, OverflowError, ZeroDivisionError) as failure:
            raise Inapplicable from failure

    def as_recorded(self, types: list) -> list:
        """The types with the element types of recorded results: attributes that only repeat these are not stored."""
        return [
            type if each is None else TensorType(type.shape, element_of(each.dtype))
            for type, each in zip(types, self.expected or [None] * len(types))
        ]

    def by_reference(self, operands: list[np.ndarray]) -> list[np.ndarray]:
        with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            results = FUNCTIONS[self.name](*operands)
        return [np.asarray(result) for result in (results if isinstance(results, tuple) else (results,))]

    def verify(self, op: Operation, results: list[np.ndarray]) -> None:
        """Raises where the op does not take operands of these types, though its `evaluate` does."""
        types = [TensorType(each.shape, element_of(each.dtype)) for each in results]
        verify_declared(Operation.draft(self.name, op.operands, types, self.attributes), self.definition)


class Inapplicable(Exception):
    """The operands are none for this op."""


def same(actual: np.ndarray, expected: np.ndarray) -> bool:
    """Equal to the bit, but that all NaN are one."""
    if actual.dtype != expected.dtype or actual.shape != expected.shape:
        return False
    if actual.dtype.kind in "fcV":
        return np.array_equal(actual.astype(np.complex128), expected.astype(np.complex128), equal_nan=True)
    return np.array_equal(actual, expected)


def near(actual: np.ndarray, expected: np.ndarray) -> bool:
    """Equal but for rounding, where both are finite; some must be."""
    if actual.dtype != expected.dtype or actual.shape != expected.shape:
        return False
    if actual.dtype.kind not in "fcV":
        return np.array_equal(actual, expected)
    tolerance = 3e-2 if actual.dtype.itemsize == 2 else 1e-4
    actual, expected = actual.astype(np.complex128), expected.astype(np.complex128)
    finite = np.isfinite(actual) & np.isfinite(expected)
    if not finite.any():
        raise Inapplicable
    return bool(np.allclose(actual[finite], expected[finite], rtol=tolerance, atol=tolerance))


def drawn_like(array: np.ndarray, random: np.random.Generator, positive: bool = False) -> np.ndarray:
    """Other numbers of the same type and shape; strings and handles stay what they are."""
    kind = array.dtype.kind
    if kind == "b":
        return random.random(array.shape) < 0.5
    if kind in "iu":
        return random.integers(1 if positive or kind == "u" else -9, 10, array.shape).astype(array.dtype)
    if kind not in "fcV":
        return array
    real, imaginary = random.standard_normal(array.shape) * 3, random.standard_normal(array.shape)
    real = np.abs(real) + 0.1 if positive else real
    return (real + 1j * imaginary if kind == "c" else real).astype(array.dtype)


def drawn(sample: Sample, seed: int) -> list[np.ndarray]:
    random = np.random.default_rng(seed)
    return [drawn_like(each, random) for each in sample.operands]


def widened(sample: Sample) -> Sample:
    """The same with operands of one shape, if they are of one type and broadcast."""
    if len(sample.operands) == 2 and sample.operands[0].dtype == sample.operands[1].dtype:
        operands = [each.copy() for each in np.broadcast_arrays(*sample.operands)]
        return Sample(sample.definition, operands, sample.attributes, sample.element)
    return sample


# Each property answers True or False where the sample tells, None where it does not.


def is_elementwise(sample: Sample) -> bool | None:
    """Reordered elements give reordered results, and elements change those at their own places alone."""
    shape = np.broadcast_shapes(*[each.shape for each in sample.operands])
    size = int(np.prod(shape))
    if size < 2 or not sample.operands:
        return None
    whole = [each if each.ndim == 0 else np.broadcast_to(each, shape).copy() for each in sample.operands]
    results = sample(whole)
    if any(result.shape != shape for result in results):
        return False
    kept = np.arange(size).reshape(shape) % 2 == 0
    for order in (np.arange(size)[::-1], np.random.default_rng(1).permutation(size)):
        moved = [each if each.ndim == 0 else each.ravel()[order].reshape(shape) for each in whole]
        mixed = [each if each.ndim == 0 else np.where(kept, each, other).astype(each.dtype) for each, other in zip(whole, moved)]
        try:
            reordered, changed = sample(moved), sample(mixed)
        except Inapplicable:
            return False  # the elements are the same, only their places are not
        for result, again, other in zip(results, reordered, changed):
            if not same(again, result.ravel()[order].reshape(shape)) or not same(other[kept], result[kept]):
                return False
    return True


def is_commutative(sample: Sample) -> bool | None:
    sample = widened(sample)
    if len(sample.operands) < 2:
        return False
    if len({(each.dtype, each.shape) for each in sample.operands}) > 1:
        return None if len({each.dtype for each in sample.operands}) == 1 else False
    operands = drawn(sample, 3)
    return all(near(actual, expected) for actual, expected in zip(sample(operands[::-1]), sample(operands)))


def closed(sample: Sample, count: int) -> bool | None:
    """Whether the op makes of `count` tensors of one type one more of them; None where the sample has other operands than could be."""
    slots = sample.definition.signature.operands
    if len(sample.operands) != count or len({slot.type for slot in slots}) != 1 or len(slots) != count:
        return False
    types = {(each.dtype, each.shape) for each in sample.operands}
    results = sample(sample.operands)
    if len(types) != 1 or sample.operands[0].dtype.kind == "c" != results[0].dtype.kind:
        return None
    return len(results) == 1 and (results[0].dtype, results[0].shape) in types


def is_associative(sample: Sample) -> bool | None:
    sample = widened(sample)
    if not closed(sample, 2):
        return closed(sample, 2)
    for seed in (4, 5, 6):
        (x, y), (z, _) = drawn(sample, seed), drawn(sample, seed + 10)
        [left], [right] = sample([sample([x, y])[0], z]), sample([x, sample([y, z])[0]])
        if not near(left, right):
            return False
    return True


def is_idempotent(sample: Sample) -> bool | None:
    sample, count = widened(sample), len(sample.operands)
    is_closed = count in (1, 2) and closed(sample, count)
    if not is_closed:
        return is_closed
    operands = [drawn(sample, seed)[0] for seed in (4, 5)]
    if count == 2:
        return all(same(sample([x, x])[0], x) for x in operands)
    once = [sample([x])[0] for x in operands]
    return all(near(result, result) and near(sample([result])[0], result) for result in once)


def is_involution(sample: Sample) -> bool | None:
    if not closed(sample, 1) or sample.operands[0].size == 0:
        return closed(sample, 1)
    operands = [drawn(sample, seed)[0] for seed in (4, 5)]
    return all(near(sample(sample([x]))[0], x) and np.isfinite(sample([x])[0].astype(np.complex128)).all() for x in operands)


def direction(sample: Sample) -> set[str] | None:
    """In which directions the op may be monotonic."""
    if len(sample.operands) != 1 or sample.operands[0].dtype.kind not in "fiV" or not is_elementwise(sample):
        return None
    dtype = sample.operands[0].dtype
    line = np.r_[-np.inf, np.linspace(-6, 6, 241), np.inf] if dtype.kind != "i" else np.arange(-9, 10)
    [found] = sample([line.astype(dtype)])
    if found.dtype.kind not in "fiV":
        return None
    found = found[1:-1] if np.isinf(line[0]) and found.dtype.kind == "i" else found  # of which infinity is none
    found = found.astype(np.float64)
    has_number = ~np.isnan(found)
    with np.errstate(invalid="ignore"):
        steps = np.diff(found[has_number])
    rising, falling = (steps >= -1e-6).all(), (steps <= 1e-6).all()
    told = {word for word, holds in (("increasing", rising), ("decreasing", falling)) if holds}
    told |= lower_end(sample) if told == {"increasing"} and dtype.kind != "i" and len(found) == len(line) else set()
    if has_number.all():
        return told
    return told | {"partial", "below"} if has_number[np.argmax(has_number) :].all() and has_number.any() else told | {"partial"}


def lower_end(sample: Sample) -> set[str]:
    """What an increasing function of floats does of its smallest operands."""
    dtype = sample.operands[0].dtype
    [values] = sample([np.array([finite_limit(dtype, -1), -1e4, -1, 0, 1]).astype(dtype)])
    values = values.astype(np.float64)
    if np.isneginf(values).any():
        return {"infinite"}
    return {"bounded"} if values[0] >= -2 else set()


def is_monotonic(sample: Sample) -> bool | None:
    told, marked = direction(sample), sample.definition.traits.get("monotonic")
    if told is None:
        return None
    directions = {"increasing", "decreasing"}
    if marked is None:
        return bool(told & directions)
    of_floats = {"bounded", "infinite"} if sample.operands[0].dtype.kind == "i" else set()
    return set(marked) - of_floats <= told and told - directions <= set(marked)


def is_passthrough(sample: Sample) -> bool | None:
    if not sample.operands or not any(each.size for each in sample.operands):
        return None
    operands = drawn(sample, 7)
    results = sample(operands)
    return len(results) == len(operands) and all(same(result, operand) for result, operand in zip(results, operands))


def is_view(sample: Sample) -> bool | None:
    if not sample.operands or sample.operands[0].size < 4:
        return None
    kind, random = sample.operands[0].dtype, np.random.default_rng(9)
    operands = [drawn_like(each, random) if each.dtype == kind and kind.kind in "fcV" else each for each in sample.operands]
    results = sample(operands)
    first = operands[0].tobytes() if operands[0].dtype != object else operands[0].ravel().tolist()
    return all((result.tobytes() if result.dtype != object else result.ravel().tolist()) == first for result in results[:1])


def data_drawn(sample: Sample) -> list[np.ndarray]:
    """New positive numbers for the operands of the type of the first; the others say where elements go."""
    random = np.random.default_rng(8)
    kind = sample.operands[0].dtype
    return [drawn_like(each, random, positive=True) if each.dtype == kind else each for each in sample.operands]


def is_movement(sample: Sample) -> bool | None:
    """Elements of the results are elements of the operands, or zero; negative ones come to the same places."""
    if not sample.operands or sample.operands[0].dtype.kind not in "fcV" or sample.operands[0].size < 2:
        return None
    operands = data_drawn(sample)
    kind = operands[0].dtype
    results = sample(operands)
    if not {result.dtype for result in results} <= {operand.dtype for operand in operands}:
        return False
    results = [result for result in results if result.dtype == kind]
    if not any(result.size > 1 for result in results):
        return None
    there = {0, *[number for each in operands if each.dtype == kind for number in each.ravel().tolist()]}
    if not any(result.any() for result in results) or not all(set(result.ravel().tolist()) <= there for result in results):
        return False
    negative = sample([-each if each.dtype == kind else each for each in operands])
    return all(same(found, -result) for found, result in zip([each for each in negative if each.dtype == kind], results))


def is_shape_only(sample: Sample) -> bool | None:
    if not sample.operands or not any(each.size for each in sample.operands) or any(each.dtype == object for each in sample.operands):
        return None
    results = sample(sample.operands)
    try:
        return all(same(actual, expected) for seed in (4, 5) for actual, expected in zip(sample(drawn(sample, seed)), results))
    except Inapplicable:
        return False


def is_splat(sample: Sample) -> bool | None:
    """One number, whatever the operand holds, in the shape that this has."""
    if len(sample.operands) != 1 or sample.operands[0].size < 2 or sample.operands[0].dtype.kind not in "fcV":
        return None
    found = [sample(drawn(sample, seed))[0] for seed in (4, 5)]
    return all(
        result.shape == sample.operands[0].shape and result.dtype == sample.operands[0].dtype and (result == found[0].ravel()[0]).all()
        for result in found
    )


def is_exact(sample: Sample) -> bool | None:
    """What TensorFlow answered is what is evaluated, to the bit. That samples agree does not make an op exact."""
    if sample.expected is None or not any(each is not None and each.dtype.kind in "fcV" and each.size for each in sample.expected):
        return None
    found = sample(sample.operands)
    return all(same(one, each) for one, each in zip(found, sample.expected) if each is not None)


PROPERTIES = {
    "elementwise": is_elementwise,
    "commutative": is_commutative,
    "associative": is_associative,
    "idempotent": is_idempotent,
    "involution": is_involution,
    "monotonic": is_monotonic,
    "passthrough": is_passthrough,
    "view": is_view,
    "movement": is_movement,
    "shape_only": is_shape_only,
    "splat": is_splat,
    "exact": is_exact,
}  # fmt: skip

# Attributes without which an op cannot be sampled.
ATTRIBUTES = {
    "stablehlo.reverse": {"dimensions": DenseArrayAttr([1], I64)},
    "stablehlo.transpose": {"permutation": DenseArrayAttr([1, 0], I64)},
    "stablehlo.slice": {
        "start_indices": DenseArrayAttr([1, 0], I64), "limit_indices": DenseArrayAttr([3, 3], I64), "strides": DenseArrayAttr([1, 2], I64)
    },
    "stablehlo.pad": {name: DenseArrayAttr([1, 0], I64) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")},
    "stablehlo.compare": {"comparison_direction": StringAttr("LT")},
    "stablehlo.reduce_precision": {"exponent_bits": IntegerAttr(5, I32), "mantissa_bits": IntegerAttr(4, I32)},
}  # fmt: skip
ELEMENTS = (F32, I32, I1, ComplexType(F32))
CONVERTED = (F32, I32, I64)


def drawn_samples():
    """Every op whose operands are alike, of every element type that it can be computed on."""
    random = np.random.default_rng(2)
    for local in dialect("stablehlo").table:
        definition = lookup(f"stablehlo.{local}")
        slots = definition.signature.operands
        attributes = ATTRIBUTES.get(definition.name, {})
        is_whole = all(name in attributes or not each.required for name, each in definition.signature.attributes.items())
        if definition.semantics is None or definition.semantics.evaluate is None or any(slot.variadic for slot in slots) or not slots:
            continue
        for element in ELEMENTS if is_whole else ():
            operands = [drawn_like(np.zeros((4, 3), dtype_of(element)), random) for _ in slots]
            for made in CONVERTED if local in ("convert", "bitcast_convert") else (element,):
                yield Sample(definition, operands, attributes, made)


# What an operand's words allow; of chlo's, which allow all tensors, the function of NumPy says.
ELEMENTS_OF = {"float_like": F32, "integer_like": I32, "fixed_integer_like": I32, "whole_like": I32, "bool_like": I1, "ranked<int>": I32}


def reference_samples():
    """Every op that the reference computes, on numbers that its operands may be."""
    random = np.random.default_rng(2)
    for name in FUNCTIONS:
        definition = lookup(name)
        slots = definition.declaration.operands
        for element in (F32, I32, I1, ComplexType(F32)):
            elements = [I1 if slot.name == "pred" else ELEMENTS_OF.get(str(slot.type), element) for slot in slots]
            operands = [drawn_like(np.zeros((4, 3), dtype_of(each)), random) for each in elements]
            yield Sample(definition, operands, {})


@cache
def samples() -> list[Sample]:
    recorded = [Sample(case.definition, case.operands, case.attributes, expected=case.results) for case in tensorflow_values.cases()]
    return [*recorded, *drawn_samples(), *reference_samples()]


@cache
def verdicts(trait: str) -> dict[str, bool]:
    """What the samples tell of each op: False where one refutes the trait, True where none does and one confirms it."""
    told: dict[str, bool] = {}
    for sample in samples():
        try:
            holds = PROPERTIES[trait](sample)
        except (Inapplicable, ValueError, TypeError):
            continue
        if holds is not None:
            told[sample.name] = told.get(sample.name, True) and holds
    return told


# What needs no trait of its own where the op has one of these.
SAID_BY = {
    "elementwise": ("passthrough", "view", "movement", "splat"),
    "shape_only": ("splat",),
    "idempotent": ("passthrough", "view", "movement"),
    "view": ("passthrough", "movement"),
    "involution": ("passthrough", "view", "movement"),
    "monotonic": ("passthrough", "view", "movement", "splat"),
}  # fmt: skip
# Where samples confirm what is not so, or the trait depends on an attribute.
UNMARKED = {
    "elementwise": {
        "tf.SleepIdentityOp": "how long it waits is none of its elements",
        "tf.BroadcastArgs": "its operands are shapes, of which samples change one number",
        "tf.ResizeBicubicGrad": "samples give both operands one shape, and nothing is resized",
        **dict.fromkeys(
            ["tf.Dequantize", "tf.UniformQuantizedAdd", "tf.UniformQuantizedClipByValue"], "ranges and scales may be along an axis"
        ),
        "tf.BatchNormWithGlobalNormalization": "its sample has one channel",
        "tf.QuantizeAndDequantize": "without a range the largest of all elements decides, which samples leave",
    },
    "commutative": {
        "tf.DenseToDenseSetOperation": "only of the operations union and intersection",
        "tf.Add": "TensorFlow's registry says so of AddV2 alone: Add concatenates strings",
        "tf.Maximum": "not of two zeros with different signs, nor of NaN: TensorFlow's registry does not say so",
        **dict.fromkeys(["tf.Minimum", "tf.RiscMax", "tf.RiscMin"], "as Maximum"),
        "tf.MulNoNan": "a zero on the right makes zero of NaN, on the left it does not",
        "tf.BroadcastGradientArgs": "its sample is symmetric",
        "tf.ClipByValue": "its sample is symmetric",
    },
    "associative": {
        "tf.NextAfter": "it moves by less than is compared",
        **dict.fromkeys(["chlo.zeta", "chlo.broadcast_zeta"], "it is infinite or NaN of most that is drawn"),
    },
    "idempotent": {
        "stablehlo.real": "a function of complex numbers",
        "stablehlo.imag": "a function of complex numbers",
        "tf.Cholesky": "its sample is the identity",
        "tf.RiscCholesky": "what is drawn is not positive definite, and NaN is compared with nothing",
        "tf.DecodeCompressed": "its first sample is not compressed",
        "tf.UnicodeScript": "most that is drawn are controls, which are of no script",
        "tf.QuantizeAndDequantize": "what is rounded may have another largest element",
        "tf.BroadcastArgs": "its operands are shapes, of which samples change one number",
    },
    "involution": {"stablehlo.real": "a function of complex numbers"},
    "monotonic": {
        "tf.QuantizeAndDequantize": "without a range the largest of all elements decides, which samples leave",
        "arith.trunci": "it wraps around",
        "chlo.conj": "a function of complex numbers",
        "tf.LeakyRelu": "only where alpha is no negative number",
        "tf._UnaryOpsComposition": "its attribute names the functions",
        "stablehlo.real": "a function of complex numbers",
        "stablehlo.imag": "a function of complex numbers",
        "stablehlo.convert": "it wraps around and truncates",
        "tf.UnicodeScript": "most that is drawn are controls, which are of no script",
    },
    "passthrough": {
        "tf.StringNGrams": "its first sample has no text",
        **dict.fromkeys(["tf._ArrayToList", "tf._ListToArray"], "lowerings of what has it hand on one operand, or lists that are typed alike"),
        "tf.DebugIdentityV2": "it stays, for what it tells of its operand",
        "tf.QuantizedRelu": "nothing in its sample is clipped",
        **dict.fromkeys(["tf.GuaranteeConst", "tf.XlaSharding"], "it stays, for what it says of its operand"),
        "tf.DeepCopy": "it copies, which is what it is for", "stablehlo.reshape": "only to the shape that it has, as samples do"},
    "movement": {
        "tf.XlaSetDynamicDimensionSize": "how many elements are left is a number that it is told, which the elements' labels are not",
        "tf.KmeansPlusPlusInitialization": "which rows are drawn depends on their distances",
        "math.copysign": "all that is drawn is positive",
        "tf.StatelessShuffle": "its first sample has no rows",
        "tf.UniqueWithCountsV2": "its indices and counts are none of its operand's elements",
        "tf.Dilation2DBackpropFilter": "its samples have one window, so that nothing is added up",
        **dict.fromkeys(["tf.SparseAddGrad", "tf.SparseSliceGrad"], "0 where the result has no place, which samples do not show"),
    },
    "view": {
        "tf.CustomAggregator": "what is told of its operand stands beside it",
        "tf.UniqueWithCountsV2": "nothing in its sample occurs twice",
        "tf.QuantizedReshape": "its range is handed on beside what is reshaped",
        "tf.DrawBoundingBoxesV2": "boxes that are drawn by chance lie outside of the image",
    },
    "shape_only": {
        "tf.AllCandidateSampler": "only how many there are counts, but an attribute says it",
        **dict.fromkeys(
            ["stablehlo.is_finite", *[f"chlo.{name}" for name in ("is_inf", "is_neg_inf", "is_pos_inf")],
             *[f"math.{name}" for name in ("isfinite", "isinf", "isnan", "isnormal")]],
            "all that is drawn is finite",
        ),
    },
}  # fmt: skip


@pytest.mark.parametrize("trait", PROPERTIES)
def test_a_trait_holds(trait):
    refuted = [name for name, holds in verdicts(trait).items() if not holds and lookup(name).has_trait(trait)]
    assert not refuted, f"no {trait}: {' '.join(sorted(refuted))}"


@pytest.mark.parametrize("trait", sorted(PROPERTIES.keys() - {"exact"}))
def test_what_has_a_trait_is_marked(trait):
    confirmed = {name for name, holds in verdicts(trait).items() if holds}
    unmarked = {name for name in confirmed if not lookup(name).has_trait(trait, *SAID_BY.get(trait, ()))}
    assert unmarked == UNMARKED.get(trait, {}).keys()


@pytest.mark.parametrize("trait", PROPERTIES)
def test_samples_tell(trait):
    """A trait that no sample could confirm would be held to nothing."""
    marked = [name for name, holds in verdicts(trait).items() if holds and lookup(name).has_trait(trait)]
    assert marked


def test_constants_are_what_their_value_says():
    content = np.arange(6, dtype=np.float32).reshape(2, 3)
    for name in ("tf.Const", "stablehlo.constant"):
        definition = lookup(name)
        assert definition.has_trait("constant_like")
        op = Operation(name, (), [TensorType((2, 3), F32)], {"value": dense_of(content)})
        assert same(np.asarray(evaluate(op, definition, [])[0]), content)


@pytest.mark.parametrize("name", ["tf.Abs", "stablehlo.add"])
def test_the_sweep_notices_a_wrong_mark(name, monkeypatch):
    definition = lookup(name)
    monkeypatch.setitem(definition.traits, "movement", ())
    with pytest.raises(AssertionError, match=name):
        test_a_trait_holds("movement")


def test_the_sweep_notices_a_missing_mark(monkeypatch):
    monkeypatch.delitem(lookup("tf.Tanh").traits, "elementwise")
    with pytest.raises(AssertionError, match="tf.Tanh"):
        test_what_has_a_trait_is_marked("elementwise")
