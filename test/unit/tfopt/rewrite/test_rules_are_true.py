"""Every `pattern >> replacement` computes the same on both sides: both are built and evaluated on arrays that hold NaN, infinities,
signed zeros, extreme integers, and on empty ones. A rule whose sides nothing could be found for is an error of this test."""

from __future__ import annotations

import itertools

import float_sweeps
import numpy as np
import pytest
from small_graphs import kinds_of
from tfir.dialects import lookup, verify
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import F32, I1, I32, ComplexType, TensorType
from tfir.ods.arrays import dense_of, dtype_of, element_of
from tfir.ods.inference import evaluate

from tfopt.generic.canonicalization import patterns_of
from tfopt.rewrite import building
from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.terms import Apply, Bound, Constant, Number, Once, Rest, Term, Variable, Where, variables_in

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
RULES = [rule for dialect in ("tf", "stablehlo") for rule in patterns_of(dialect) if rule.is_declarative]
C64 = ComplexType(F32)
SHAPES = [(2, 3), (4,), (0, 3), ()]
EXTREMES = {
    F32: [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5, -2.0, 3.4e38, 1e-45],
    I32: [0, 1, -1, 2**31 - 1, -(2**31), 7],
    I1: [True, False],
    C64: [complex(1, -0.0), complex(np.nan, 1), complex(-np.inf, 2), 0j],
}
# Operands that say how rather than hold numbers: (op, position) -> what says "as it is" of an operand of some shape.
SAYING = {
    ("tf.Reshape", 1): np.array, ("tf.BroadcastTo", 1): np.array, ("tf.ConcatV2", 1): lambda shape: 0,
    ("tf.Transpose", 1): lambda shape: np.arange(len(shape)),
}  # fmt: skip
SCALARS = {("stablehlo.pad", 1)}
# Attributes that leave an operand of some type as it is.
LEAVING = {
    "stablehlo.convert": lambda type: {"type": type},
    "stablehlo.reshape": lambda type: {"type": type},
    "stablehlo.transpose": lambda type: {"permutation": list(range(type.rank))},
    "stablehlo.broadcast_in_dim": lambda type: {"broadcast_dimensions": list(range(type.rank)), "type": type},
    "stablehlo.concatenate": lambda type: {"dimension": 0},
    "stablehlo.slice": lambda type: {"start_indices": [0] * type.rank, "limit_indices": list(type.shape), "strides": [1] * type.rank},
    "stablehlo.pad": lambda type: {name: [0] * type.rank for name in ("edge_padding_low", "edge_padding_high", "interior_padding")},
    "tf.Cast": lambda type: {"DstT": type.element, "type": type},
}  # fmt: skip


def array_for(shape, element, seed):
    random = np.random.default_rng(seed)
    return random.choice(np.array(EXTREMES[element], dtype_of(element)), shape)


class Program:
    """A block in which one side of a rule is built."""

    def __init__(self, dialect: str):
        self.block = Block()
        Region([self.block])
        self.anchor = self.block.append(Operation(f"{dialect}.anchor"))
        self.arrays = {}

    def argument(self, array, element):
        value = self.block.add_argument(TensorType(array.shape, element))
        self.arrays[value] = array
        return value

    def constant(self, array, element):
        with building.building_before(self.anchor):
            return building.constant(dense_of(np.asarray(array), element))

    def value_of(self, value):
        if value in self.arrays:
            return self.arrays[value]
        op = value.op
        results = evaluate(op, lookup(op.name), [self.value_of(operand) for operand in op.operands])
        return results[value.index]


class Choice:
    """Shapes and element types for the variables of one trial, and what they hold where that is not drawn."""

    def __init__(self, shape, element, predicate_shape, arrays=None):
        self.shape, self.element, self.predicate_shape, self.arrays = shape, element, predicate_shape, arrays


def build(term: Term, program: Program, found: dict, choice: Choice, of=None):
    """The pattern as operations; variables become arguments as they are met."""
    if isinstance(term, Rest):
        return build(term.variable, program, found, choice, of)
    if isinstance(term, (Bound, Once, Where)):
        value = build(term.term, program, found, choice, of)
        if isinstance(term, Where) and not term.holds(value):
            raise ValueError("no such value")
        if isinstance(term, Bound):
            found[term.variable.name] = value
        return value
    if isinstance(term, Number):
        element = I1 if isinstance(term.number, bool) else choice.element
        shape = choice.predicate_shape if isinstance(term.number, bool) and of and of[0].endswith("select") else choice.shape
        shape = shape if of[0].startswith("stablehlo.") else ()
        return program.constant(np.full(shape, term.number, dtype_of(element)), element)
    if isinstance(term, Variable):
        if term.name not in found:
            found[term.name] = new_operand(term, program, choice, len(found), of)
        return found[term.name]
    operands = [build(each, program, found, choice, (term.op.name, at)) for at, each in enumerate(term.operands)]
    with building.building_before(program.anchor):
        made = building.create(term.op.name, operands, attributes_of(term, operands))
    verify(made)
    return made.results[term.result]


def new_operand(term, program, choice, seed, of):
    if of in SAYING:
        return program.constant(np.asarray(SAYING[of](choice.shape), np.int32), I32)
    if of in SCALARS:
        return program.argument(array_for((), choice.element, seed), choice.element)
    if isinstance(term, Constant):
        return program.constant(array_for(choice.shape, choice.element, seed), choice.element)
    is_predicate = of in (("stablehlo.select", 0), ("tf.SelectV2", 0))
    element, shape = (I1, choice.predicate_shape) if is_predicate else (choice.element, choice.shape)
    if choice.arrays is not None and not is_predicate:
        return program.argument(choice.arrays[seed % len(choice.arrays)], element)
    return program.argument(array_for(shape, element, seed), element)


def attributes_of(term: Apply, operands) -> dict:
    return LEAVING[term.op.name](operands[0].type) if term.op.name in LEAVING else {}


def trial(rule, choice) -> bool:
    """Builds the pattern, lets the engine apply the rule, compares. False when the pattern cannot be built so."""
    program = Program(rule.roots[0].partition(".")[0])
    found: dict = {}
    try:
        root = build(rule.pattern, program, found, choice)
        before = [program.value_of(result) for result in root.op.results]
    except (Error, ValueError, TypeError, KeyError):
        return False
    keeper = Operation("test.keep", root.op.results)
    program.block.append(keeper)
    greedy = GreedyDriver([rule], folds=False, drops=False)
    greedy.run(Operation("test.root", regions=[program.block.parent]))
    if not greedy.fired:
        return False
    for expected, value in zip(before, keeper.operands):
        actual = program.value_of(value)
        assert element_of(actual.dtype) is element_of(expected.dtype)
        assert not kinds_of(expected, actual), f"changes {kinds_of(expected, actual)}"
    return True


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.at)
def test_both_sides_compute_the_same(rule):
    trials = [trial(rule, Choice(shape, element, predicate))
              for shape, element in itertools.product(SHAPES, EXTREMES) for predicate in {shape, ()}]  # fmt: skip
    assert sum(trials) >= 2, f"{rule.at} could not be tried"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.at)
def test_both_sides_are_equal_on_all_small_floats(rule):
    """On all numbers of f16 and bf16, or on tuples of special and drawn ones."""
    operands = min(2, len(dict(variables_in(rule.pattern))))
    for element in float_sweeps.ELEMENTS:
        arrays = float_sweeps.sweep(element, operands)
        trial(rule, Choice(arrays[0].shape, element, arrays[0].shape, arrays))


def test_the_names_of_a_rule_are_bound():
    for rule in RULES:
        used = {name for name, _ in variables_in(rule.replacement)}
        assert used <= {name for name, _ in variables_in(rule.pattern)}
