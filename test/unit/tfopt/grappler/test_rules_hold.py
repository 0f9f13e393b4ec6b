"""What Grappler's rules say is true: a rule computes the same on both sides, to the bit, unless it is marked; a marked one changes
exactly what it is marked for, is close on ordinary numbers, and exact on integers.

Stages are found by importing. Rules `pattern >> replacement` are built from their patterns; so are those that are functions, as far as
they fire then, and they have graphs written for them in `rule_cases.py`. Arrays hold NaN, infinities, signed zeros and extreme
integers; shapes are empty, of size 1, and such that operands spread.
"""

from __future__ import annotations

import itertools

import float_sweeps
import numpy as np
import pytest
import rule_changes
from rule_cases import CASES
from rule_trials import ARITHMETIC, ATTRIBUTES, C64, ELEMENTS, RULES, SEEDS, SHAPES, STAGES, Trial, arrays, name_of, ordinary, special
from small_graphs import Graph
from tfir.ir.diagnostics import Error
from tfir.ir.types import F16, F32, F64, ComplexType, FloatType

from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.terms import Apply, Bound, Once, Where, variables_in

# Rules compute with NaN and infinities here; `grappler-constfold` as a whole says nothing of it either.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


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
    """(element type, change) of all that could be tried: f32 of each shape with each seed, other types of every fourth, another one for each."""
    choices = (0, 1) if has_choice(rule.pattern) else (0,)
    for (at, element), (number, shapes), seed, choice in itertools.product(enumerate(elements), enumerate(SHAPES), SEEDS, choices):
        if element is F32 or (number + at) % 4 == seed:
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
    count = 0
    for element, change in trials(stage, rule, special):
        kinds = change.kinds(where_nan=change.inputs)
        count += 1
        has_floats = isinstance(element, (FloatType, ComplexType))
        assert kinds <= (set(rule.changes) if has_floats else set()), f"{rule.at} on {element} changes {kinds}"
    if not count and stage not in ARITHMETIC:
        pytest.skip("its operands are of kinds that this test cannot make")
    assert count >= 2, f"{rule.at} could not be tried"


# What kernels of TensorFlow change and NumPy does not (found by TensorFlow 2.21). Each must be needed by a rule.
POWERS = "Eigen's power is within one unit in the last place, and rounded correctly for 3 of 4 numbers only; x * x and the square root are always"
RECIPROCALS = (
    "Eigen's vectors refine an estimate of the reciprocal, the last bit of which is wrong for 1 of 3 numbers; a division's never is"
)
OF_KERNELS = {"tf.Pow(x, 2)": POWERS, "tf.Pow(x, 0.5)": POWERS, "tf.Pow(where(x, is_not_integer), -1)": POWERS,
              "tf.RealDiv(Full(1), where(x, is_float))": RECIPROCALS, "tf.Div(Full(1), where(x, is_float))": RECIPROCALS}  # fmt: skip


def swept(stage, rule) -> set | None:
    """What a rule changes on all numbers of f16 and bf16, or on tuples of special and drawn ones; None where it is about no floats."""
    operands = len({name for name, _ in variables_in(rule.pattern)})
    changes = []
    for element in float_sweeps.ELEMENTS:
        arrays = float_sweeps.sweep(element, operands)
        change = tried(stage, rule, element, [arrays[0].shape] * 2, lambda shape, element, number, arrays=arrays: arrays[number], 0)
        changes += [change.kinds(where_nan=arrays)] if change is not None else []
    return set().union(*changes) if changes else None


@pytest.mark.sweep
@pytest.mark.parametrize("pair", RULES, ids=name_of)
def test_marks_are_neither_too_wide_nor_too_narrow(pair):
    seen = swept(*pair)
    if seen is None:
        assert not pair[1].changes, "a rule that is marked must be one that floats can be put into"
        pytest.skip("its operands are no floats")
    allowed = {"bits"} if repr(pair[1].pattern) in OF_KERNELS else set()
    assert not seen & allowed, "the sweep shows it: it is no matter of kernels"
    assert seen | allowed == set(pair[1].changes)


def test_what_kernels_change_is_said_of_rules_that_there_are():
    assert OF_KERNELS.keys() <= {repr(rule.pattern) for _, rule in RULES}


@pytest.mark.sweep
@pytest.mark.parametrize("pair", [pair for pair in RULES if pair[1].changes], ids=name_of)
def test_a_marked_rule_is_close_on_ordinary_numbers(pair):
    for element, change in trials(*pair, ordinary):
        np.testing.assert_allclose(change.after[0], change.before[0], rtol=TOLERANCE.get(element, 0), atol=TOLERANCE.get(element, 0))


# Rules that are functions


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


@pytest.fixture(scope="module")
def needed():
    """The reasons for which kernels are allowed what no graph here shows."""
    return set()


@pytest.mark.sweep
@pytest.mark.parametrize("pair", rule_changes.FUNCTIONS, ids=name_of)
def test_marks_of_functions_are_neither_too_wide_nor_too_narrow(pair, needed):
    """What no graph here shows may be marked only where it is up to TensorFlow's kernels."""
    shown, changes = rule_changes.seen(*pair), set(pair[1].changes)
    if shown is None:
        assert not changes, "a marked rule needs a graph on which it fires (test/support/rule_cases.py)"
        pytest.skip("its operands are no floats, or of kinds that this test cannot make")
    kinds, of_kernels = shown
    assert kinds <= changes <= kinds.union(*of_kernels.values())
    needed |= {reason for reason, allowed in of_kernels.items() if allowed & (changes - kinds)}


def test_each_allowance_for_kernels_is_needed(needed, request):
    if not request.config.getoption("--whole"):
        pytest.skip("of the rules one in four is looked at")
    assert needed == set(rule_changes.ALLOWANCES)


def test_every_rule_of_arithmetic_that_is_a_function_has_a_case():
    with_case = {case.stage for case in CASES if case.fires}
    missing = [stage.name for stage in ARITHMETIC if any(not rule.is_declarative for rule in stage.rules) and stage.name not in with_case]
    assert not missing
