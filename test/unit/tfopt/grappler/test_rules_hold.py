"""What Grappler's rules say is true: a rule computes the same on both sides, to the bit, unless it is marked; a marked one changes
what it is marked for and nothing else, is close on ordinary numbers, and exact on integers.

Stages are found by importing. Rules `pattern >> replacement` are built from their patterns; those that are functions have graphs
written for them in `rule_cases.py`. Arrays hold NaN, infinities, signed zeros and extreme integers; shapes are empty, of size 1, and
such that operands spread.
"""

from __future__ import annotations

import itertools
import pkgutil
from importlib import import_module

import constant_folding_cases  # noqa: F401  its graphs join the cases
import numpy as np
import pytest
import remapper_cases  # noqa: F401
from rule_cases import CASES
from small_graphs import Graph
from tfir.define.arrays import dtype_of
from tfir.define.binding import element_of_word
from tfir.dialects import lookup
from tfir.ir.attributes import TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F16, F32, F64, I1, I8, I32, ComplexType, FloatType, IntegerType

import tfopt.grappler
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.terms import Apply, Bound, Constant, Number, Once, Rest, Variable, Where

# Rules compute with NaN and infinities here; `grappler-constfold` as a whole says nothing of it either.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
C64 = ComplexType(F32)
ELEMENTS = (F32, I32, I1, C64, F16, F64, I8)
SPECIAL = {
    "float": [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5, -2.0, 1.0, 6e4, 1e-7, -0.3, 0.7, 2.5, -1.0],
    "complex": [complex(1, -0.0), complex(np.nan, 1), complex(-np.inf, 2), 0j, complex(0.5, -0.25), complex(-3, 4)],
    "bool": [True, False],
}
SHAPES = [((2, 3), (2, 3)), ((2, 3), (3,)), ((1,), (4,)), ((2, 1), (1, 3)), ((0, 3), (0, 3)), ((), ()), ((), (5,)), ((41,), (41,))]
SEEDS = (0, 1)
# Operands that say how rather than hold numbers: (op, position) -> the value for an operand of some shape.
SAYING = {
    ("tf.Reshape", 1): lambda shape: np.array(shape[::-1], np.int32),
    ("tf.BroadcastTo", 1): lambda shape: np.array(shape, np.int32),
    ("tf.Transpose", 1): lambda shape: np.arange(len(shape), dtype=np.int32)[::-1].copy(),
    ("tf.ConjugateTranspose", 1): lambda shape: np.arange(len(shape), dtype=np.int32)[::-1].copy(),
    ("tf.ExpandDims", 1): lambda shape: np.array(0, np.int32),
}
ATTRIBUTES = {
    ("tf.Bitcast", "type"): [I32, F32], ("tf.Cast", "DstT"): [F32, I32],
    ("tf.CheckNumerics", "message"): ["", "no number"], ("tf.CheckNumericsV2", "message"): ["", "no number"],
}  # fmt: skip


def all_stages() -> list[Stage]:
    found: dict[int, Stage] = {}
    for module in pkgutil.walk_packages(tfopt.grappler.__path__, "tfopt.grappler."):
        for thing in vars(import_module(module.name)).values():
            for stage in thing if isinstance(thing, (list, tuple)) else [thing]:
                if isinstance(stage, Stage):
                    found[id(stage)] = stage
    return list(found.values())


STAGES = all_stages()
ARITHMETIC = import_module("tfopt.grappler.arithmetic").STAGES
RULES = [(stage, rule) for stage in STAGES for rule in stage.rules if rule.is_declarative]


def name_of(pair) -> str:
    return f"{pair[0].name}-{pair[1].at}"


def kind_of(element) -> str:
    if element is I1:
        return "bool"
    return "integer" if isinstance(element, IntegerType) else "complex" if isinstance(element, ComplexType) else "float"


def numbers_of(element) -> list:
    if kind_of(element) != "integer":
        return SPECIAL[kind_of(element)]
    info = np.iinfo(dtype_of(element))
    return [0, 1, 2, 7, info.max, info.min, info.min // 3]


def special(shape, element, seed):
    return np.random.default_rng(seed).choice(np.array(numbers_of(element), dtype_of(element)), shape)


def ordinary(shape, element, seed):
    """Between 0.1 and 0.9 in floating point, small otherwise."""
    random = np.random.default_rng(seed)
    if kind_of(element) in ("bool", "integer"):
        return random.integers(0, 2 if element is I1 else 9, shape).astype(dtype_of(element))
    return random.uniform(0.1, 0.9, shape).astype(dtype_of(element))


class Trial:
    """One way to give a rule's variables types, shapes and arrays."""

    def __init__(self, element, shapes, make, seed, choice):
        self.element, self.shapes, self.make, self.seed, self.choice = element, shapes, make, seed, choice
        self.graph, self.found = Graph(), {}

    def build(self, term, place=None):
        if isinstance(term, (Bound, Once, Where)):
            return self.such(term, place) if isinstance(term, Where) else self.build(term.term, place)
        if isinstance(term, Rest):
            return self.build(term.variable, place)
        if isinstance(term, Number):
            element = I1 if isinstance(term.number, bool) else self.element
            return self.graph.constant(np.array(term.number, dtype_of(element)))
        if isinstance(term, Variable):
            if term.name not in self.found:
                self.found[term.name] = self.operand(term, place)
            return self.found[term.name]
        return self.node(term)

    def such(self, term: Where, place):
        """A value of which a function says yes: as it comes, or else a constant."""
        value = self.build(term.term, place)
        if term.holds(value):
            return value
        if not isinstance(term.term, Variable) or value not in self.graph.arrays:
            raise ValueError("no such value")
        value = self.found[term.term.name] = self.graph.constant(self.graph.arrays[value])
        if not term.holds(value):
            raise ValueError("no such value")
        return value

    def operand(self, term, place):
        if place in SAYING:
            return self.graph.constant(SAYING[place](self.shapes[0]))
        number = len(self.found)
        array = self.make(self.shapes[number % 2], self.element, 10 * self.seed + number)
        return self.graph.constant(array) if isinstance(term, Constant) else self.graph.input(array)

    def node(self, term: Apply):
        operands = [self.build(each, (term.op.name, at)) for at, each in enumerate(term.operands)]
        given = {name: value for name, value in term.attributes.items() if not isinstance(value, Variable)}
        for name in lookup(term.op.name).signature.attributes:
            if (term.op.name, name) in ATTRIBUTES and name not in given:
                given[name] = ATTRIBUTES[term.op.name, name][self.choice]
        result = getattr(self.graph, term.op.name[3:])(*operands, **given)
        result = result[term.result] if isinstance(result, (list, tuple)) else result
        require_allowed(result.op, lookup(term.op.name))
        return result


def require_allowed(op, definition) -> None:
    for name, declared in definition.signature.attributes.items():
        found = op.attributes.get(name)
        if declared.allowed and isinstance(found, TypeAttr) and found.type not in [element_of_word(word) for word in declared.allowed]:
            raise ValueError(f"{op.name} takes no {found.type}")


def tried(stage, rule, element, shapes, make, seed, choice=0):
    """The change that one trial makes; None where the pattern cannot be built so, or the rule is refused."""
    trial = Trial(element, shapes, make, seed, choice)
    try:
        root = trial.build(rule.pattern)
        change = trial.graph.change(root, stages=[Stage(stage.name, rule)], trust_feed_shapes=seed == 0)
    except (Error, ValueError, TypeError, KeyError, IndexError, AttributeError):
        return None
    return change if change.fired else None


def trials(stage, rule, make, elements=ELEMENTS):
    """(element type, change) of all that could be tried: f32 with each seed, other types with every second shape for each."""
    choices = (0, 1) if has_choice(rule.pattern) else (0,)
    for element, (number, shapes), seed, choice in itertools.product(elements, enumerate(SHAPES), SEEDS, choices):
        if element is F32 or number % 2 == seed:
            change = tried(stage, rule, element, shapes, make, seed, choice)
            if change is not None:
                yield element, change


def has_choice(term) -> bool:
    """Whether a pattern leaves an attribute open that several types may have."""
    if isinstance(term, Apply):
        return any(name == term.op.name for name, _ in ATTRIBUTES) or any(map(has_choice, term.operands))
    return has_choice(term.term) if isinstance(term, (Bound, Once, Where)) else False


TOLERANCE = {F16: 2e-2, F32: 2e-5, F64: 1e-10, C64: 2e-5}


@pytest.mark.parametrize("pair", RULES, ids=name_of)
def test_both_sides_of_a_declarative_rule_compute_the_same(pair):
    stage, rule = pair
    seen, count = set(), 0
    for element, change in trials(stage, rule, special):
        kinds = change.kinds()
        count += 1
        has_floats = isinstance(element, (FloatType, ComplexType))
        # A truth value that differs where a NaN is compared is told as a change of bits.
        kinds = {"nan"} if kinds == {"bits"} and change.before[0].dtype == bool and rule.changes == ("nan",) else kinds
        assert kinds <= (set(rule.changes) if has_floats else set()), f"{rule.at} on {element} changes {kinds}"
        seen |= kinds
    if not count and stage not in ARITHMETIC:
        pytest.skip("its operands are of kinds that this test cannot make")
    assert count >= 2, f"{rule.at} could not be tried"
    assert bool(seen) == bool(rule.changes), f"{rule.at} is marked to change {rule.changes}, and changes nothing"


@pytest.mark.parametrize("pair", [pair for pair in RULES if pair[1].changes], ids=name_of)
def test_a_marked_rule_is_close_on_ordinary_numbers(pair):
    for element, change in trials(*pair, ordinary):
        np.testing.assert_allclose(change.after[0], change.before[0], rtol=TOLERANCE.get(element, 0), atol=TOLERANCE.get(element, 0))


# Rules that are functions


def arrays(make, element, seed):
    """A function that gives another array each time."""
    count = itertools.count()
    return lambda shape: make(shape, element, seed + 7 * next(count))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_a_case_of_a_function_fires_and_holds(case):
    """With its marks counted: what the stage's rules are marked for may change, nothing else."""
    stages = {stage.name: stage for stage in STAGES}
    fired, allowed = 0, set()
    for element, make, seed in itertools.product(case.elements, (special, ordinary), SEEDS):
        graph = Graph()
        fetched = case(graph, arrays(make, element, seed))
        change = graph.change(*(fetched if isinstance(fetched, (list, tuple)) else [fetched]), stages=[stages[case.stage]])
        allowed = {kind for rule in stages[case.stage].rules if rule.at in change.fired for kind in rule.changes}
        fired += bool(change.fired)
        assert not change.fired or case.fires, f"{case.__name__} fires on {element}"
        kinds = change.kinds()
        assert kinds <= (allowed if isinstance(element, (FloatType, ComplexType)) else set()), f"{element}: {kinds}"
        if make is ordinary:
            for one, other in zip(change.before, change.after):
                np.testing.assert_allclose(other, one, rtol=TOLERANCE.get(element, 0), atol=TOLERANCE.get(element, 0))
        if case.leaves is not None and change.fired:
            left = {name: count for name, count in change.ops.items() if name not in ("Placeholder", "Const", "Identity")}
            assert left == case.leaves
    assert bool(fired) == case.fires


def test_every_rule_of_arithmetic_that_is_a_function_has_a_case():
    with_case = {case.stage for case in CASES if case.fires}
    missing = [stage.name for stage in ARITHMETIC if any(not rule.is_declarative for rule in stage.rules) and stage.name not in with_case]
    assert not missing
