"""Every `pattern >> replacement` computes the same on both sides: both are built and evaluated on arrays that hold NaN, infinities,
signed zeros, extreme integers, and on empty ones. A rule whose sides nothing could be found for is an error of this test."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from tfir.dialects import lookup, verify
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import F32, I1, I32, ComplexType, TensorType
from tfir.ods.arrays import dense_of, dtype_of, element_of
from tfir.ods.inference import evaluate

from tfopt.generic.canonicalization import patterns_of
from tfopt.rewrite import building
from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.terms import Apply, Bound, Constant, Number, Once, Rest, Term, Variable, variables_in

RULES = [rule for dialect in ("tf", "stablehlo") for rule in patterns_of(dialect) if rule.is_declarative]
C64 = ComplexType(F32)
SHAPES = [(2, 3), (4,), (0, 3), ()]
EXTREMES = {
    F32: [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5, -2.0, 3.4e38, 1e-45],
    I32: [0, 1, -1, 2**31 - 1, -(2**31), 7],
    I1: [True, False],
    C64: [complex(1, -0.0), complex(np.nan, 1), complex(-np.inf, 2), 0j],
}
# Operands that say shapes rather than hold numbers: op, position -> value for a result of shape (2, 3).
SAYS_SHAPE = {("tf.Reshape", 1), ("tf.BroadcastTo", 1)}


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
    """Shapes and element types for the variables of one trial."""

    def __init__(self, shape, element, predicate_shape):
        self.shape, self.element, self.predicate_shape = shape, element, predicate_shape


def build(term: Term, program: Program, found: dict, choice: Choice, of=None):
    """The pattern as operations; variables become arguments as they are met."""
    if isinstance(term, Rest):
        return build(term.variable, program, found, choice, of)
    if isinstance(term, (Bound, Once)):
        return build(term.term, program, found, choice, of)
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
    if of in SAYS_SHAPE:
        return program.constant(np.array(choice.shape, np.int32), I32)
    if isinstance(term, Constant):
        return program.constant(array_for(choice.shape, choice.element, seed), choice.element)
    is_predicate = of in (("stablehlo.select", 0), ("tf.SelectV2", 0))
    element, shape = (I1, choice.predicate_shape) if is_predicate else (choice.element, choice.shape)
    return program.argument(array_for(shape, element, seed), element)


def attributes_of(term: Apply, operands) -> dict:
    if term.op.name in ("stablehlo.convert", "stablehlo.reshape"):
        return {"type": operands[0].type}
    return {"DstT": operands[0].type.element, "type": operands[0].type} if term.op.name == "tf.Cast" else {}


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
        np.testing.assert_array_equal(actual, expected)
        if actual.dtype.kind == "f":
            signs = ~np.isnan(expected)
            np.testing.assert_array_equal(np.signbit(actual)[signs], np.signbit(expected)[signs], "a zero lost its sign")
    return True


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.at)
def test_both_sides_compute_the_same(rule):
    trials = [trial(rule, Choice(shape, element, predicate))
              for shape, element in itertools.product(SHAPES, EXTREMES) for predicate in {shape, ()}]  # fmt: skip
    assert sum(trials) >= 2, f"{rule.at} could not be tried"


def test_the_names_of_a_rule_are_bound():
    for rule in RULES:
        used = {name for name, _ in variables_in(rule.replacement)}
        assert used <= {name for name, _ in variables_in(rule.pattern)}
