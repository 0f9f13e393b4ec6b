"""Grappler's rules `pattern >> replacement` are proved on whole numbers and truth values by an SMT solver: both sides are equal for all
numbers of 8 bits, and of 32 where that ends in time. A rule may change the last bits of floats; of whole numbers it changes nothing.
So are those that are functions, on the graphs written for them, as far as their ops work element by element."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import rule_changes  # noqa: F401  which imports all cases
from rule_cases import CASES
from rule_trials import RULES, STAGES, Trial, arrays, kind_of, name_of, special
from small_graphs import Graph
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
    return stays(trial.graph, [root], Stage(stage.name, rule))


def stays(graph, fetched: list, stage) -> bool:
    """Whether the stage changed the graph; fails where what is fetched differs for some numbers."""
    outputs = [graph.Identity(value) for value in fetched]
    graph.fetches = tuple(output.op.attributes["_mlir_name"].value for output in outputs)
    symbols = {value: Symbolic(z3.BitVec(f"x{at}", value.type.element.width)) for at, value in enumerate(graph.arrays)}
    before = executed(symbols, outputs)
    rewriting = graph.optimize([stage])
    if rewriting.fired:
        prove(before, executed(symbols, [rewriting.item.names[name].results[0] for name in graph.fetches]), list(symbols.values()))
    return bool(rewriting.fired)


def executed(symbols: dict, outputs: list) -> tuple:
    execution = Execution(symbols)
    return execution, [execution.of(output) for output in outputs]


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


def uniform(shape, element, seed):
    """An array of one number: the symbol of an input stands for any element of it."""
    return np.full(shape, special((), element, seed))


WHOLE = [case for case in CASES if case.fires and any(kind_of(each) in ("integer", "bool") for each in case.elements)]


@pytest.mark.parametrize("case", WHOLE, ids=lambda case: case.__name__)
def test_a_case_of_a_function_computes_what_it_did(case):
    (stage,) = [stage for stage in STAGES if stage.name == case.stage]
    fired = 0
    for element, seed in itertools.product([each for each in case.elements if kind_of(each) in ("integer", "bool")], SEEDS):
        graph = Graph()
        fetched = case(graph, arrays(uniform, element, seed))
        try:
            fired += stays(graph, list(fetched) if isinstance(fetched, (list, tuple)) else [fetched], stage)
        except Unmodelled:
            continue
    if not fired:
        pytest.skip("it is about no whole numbers, or about ops that have no formula")
