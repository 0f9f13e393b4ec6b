"""Grappler's rules `pattern >> replacement` are proved on whole numbers and truth values by an SMT solver: both sides are equal for all
numbers of 8 bits, and of 32 where that ends in time. A rule may change the last bits of floats; of whole numbers it changes nothing."""

from __future__ import annotations

import itertools

import pytest
from rule_trials import RULES, Trial, name_of, special
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I8, I32, IntegerType

from tfopt.grappler.rewriting import Stage

z3 = pytest.importorskip("z3", reason="z3-solver proves rules on whole numbers")

from bit_vectors import Execution, Symbolic, Unmodelled, prove  # noqa: E402  it imports z3

ELEMENTS = (I8, IntegerType(8, "u"), I1, I32)
SEEDS = (0, 1, 2)


def proved(stage, rule, element, seed: int, choice: int) -> bool:
    """Whether the rule fired on scalars of a type; fails where both sides differ for some numbers."""
    trial = Trial(element, ((), ()), special, seed, choice)
    try:
        root = trial.build(rule.pattern)
    except (Error, ValueError, TypeError, KeyError, IndexError, AttributeError):
        return False  # the pattern takes no such type
    graph = trial.graph
    output = graph.Identity(root)
    graph.fetches = (output.op.attributes["_mlir_name"].value,)
    symbols = {value: Symbolic(z3.BitVec(f"x{at}", value.type.element.width)) for at, value in enumerate(graph.arrays)}
    before = executed(symbols, output)
    rewriting = graph.optimize([Stage(stage.name, rule)])
    if rewriting.fired:
        prove(before, executed(symbols, rewriting.item.names[graph.fetches[0]].results[0]), list(symbols.values()))
    return bool(rewriting.fired)


def executed(symbols: dict, output) -> tuple:
    execution = Execution(symbols)
    return execution, [execution.of(output)]


@pytest.mark.parametrize("pair", RULES, ids=name_of)
def test_both_sides_are_equal_for_all_numbers(pair):
    fired = 0
    for element, seed, choice in itertools.product(ELEMENTS, SEEDS, (0, 1)):
        try:
            fired += proved(*pair, element, seed, choice)
        except Unmodelled:
            continue
    if not fired:
        pytest.skip("it is about no whole numbers, or about ops that have no formula")
