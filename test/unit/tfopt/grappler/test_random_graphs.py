"""Random programs before and after Grappler, on the interpreter: fetches, variables after each of two steps, errors and what is printed
are the same, also where all that touches state comes in the worst order that the edges allow.

`tools/check_random_graphs.py` does the same with TensorFlow, on any number of programs."""

import numpy as np
import pytest
from graph_runs import difference, in_worst_order, ranks, run_interpreted, wanted_nodes
from option_sets import EXACT, apply, sets_for
from random_graphs import random_program
from tfir.execution.entry import find_entry
from tfir.execution.program import interpreted
from tfir.storage.graphdef.export_graphdef import export_graphdef
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tfopt.pipeline import discovery
from tfopt.pipeline.description import Step
from tfopt.pipeline.execution import Runner

CLOSE = 1e-3  # of tame numbers, whose sums may come in another order
PER_PROGRAM = 4  # sets of options, drawn in turn


def first_difference(expected, actual, tolerance: float = 0.0, is_quiet: bool = False):
    for one, two in zip(expected, actual):
        if is_quiet and one.error is not None:
            return None
        told = difference(one.without_texts(), two.without_texts(), tolerance) if is_quiet else difference(one, two, tolerance)
        if told:
            return told
    return None


def in_worst_order_of(graph, program, rank):
    module = import_graphdef(graph)
    in_worst_order(module, wanted_nodes(program), rank)
    return module


@pytest.mark.parametrize("seed", range(20))
def test_programs_say_in_which_order_they_run(seed):
    program = random_program(seed)
    graph = export_graphdef(program.module)
    chained = in_worst_order_of(graph, program, ranks(import_graphdef(graph)))
    assert first_difference(run_interpreted(import_graphdef(graph), program), run_interpreted(chained, program)) is None


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(20, 50))
def test_grappler_keeps_what_programs_do(seed):
    program = random_program(seed)
    graph = export_graphdef(program.module)
    expected, rank = run_interpreted(import_graphdef(graph), program), ranks(import_graphdef(graph))
    names = sets_for(program)
    for number in range(PER_PROGRAM):
        name = names[(seed * PER_PROGRAM + number) % len(names)]
        module = import_graphdef(graph)
        apply(module, name, [*program.fetches, *program.targets], program.fed)
        actual = run_interpreted(in_worst_order_of(export_graphdef(module), program, rank), program)
        assert first_difference(expected, actual, 0.0 if name in EXACT else CLOSE, is_quiet=name == "debug-stripper") is None, name


@pytest.mark.parametrize("seed", range(50, 64))
def test_loops_and_branches_that_grappler_leaves_are_functional(seed):
    program = random_program(seed, variables=False, special=False, failing=False)
    graph = export_graphdef(program.module)
    module = import_graphdef(graph)
    apply(module, "grappler", [*program.fetches, *program.targets], program.fed)
    lifted = {"feeds": tuple(program.feeds[0]), "fetches": tuple(program.fetches), "control_rets": tuple(program.targets)}
    steps = [("tfg-lift-graph-to-func", lifted), ("tfg-to-executor", {}), ("tf-functionalize-control-flow", {}), ("executor-to-tf", {})]
    Runner().run([Step(discovery.load(name), options) for name, options in steps], module)
    entry = find_entry(module, "main")
    run = interpreted(module, entry)
    for expected, feeds in zip(run_interpreted(import_graphdef(graph), program), program.feeds):
        for one, other in zip(expected.values, run([feeds[port.name] for port in entry.feeds])):
            np.testing.assert_allclose(other, one, CLOSE, CLOSE)
