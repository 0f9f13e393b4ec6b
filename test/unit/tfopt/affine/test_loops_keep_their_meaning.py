"""Drawn loop nests leave the same in memory before and after each pass on them.

`tools/check_affine_loops.py` runs more of them.
"""

import numpy as np
import pytest
import random_affine
from random_affine import Nest, inputs_of
from random_stablehlo_legs import executed, module_of
from tfir.dialects import lookup, verify
from tfir.text.printer import print_operation

from tfopt.affine.parallelism import is_order_free
from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

PASSES = random_affine.PASSES


@pytest.mark.sweep
@pytest.mark.parametrize("pipeline", PASSES)
def test_memory_is_the_same(pipeline, monkeypatch):
    monkeypatch.setattr(random_affine, "SIZE", 6)
    changed = 0
    for seed in range(25):
        nest = Nest(seed, perfect=seed % 2 == 1, again=0.6, wild=seed % 3 == 2)
        module = module_of(nest.text())
        before, expected = print_operation(module, lookup), executed(module, inputs_of(nest))
        Runner(verify).run(parse_pipeline(pipeline), module)
        changed += print_operation(module, lookup) != before
        results = executed(module, inputs_of(nest))
        assert len(results) == len(expected) and all(map(np.array_equal, results, expected)), f"{pipeline} {seed}\n{before}"
    assert changed > 2


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_loops_are_parallel_where_no_iteration_meets_another(first, monkeypatch):
    """The interpreter runs parallel loops in order, so that their memory alone would not tell."""
    monkeypatch.setattr(random_affine, "SIZE", 6)
    answers = []
    for seed in range(first, first + 20):
        nest = Nest(seed, symbols=False, perfect=True, again=0.5)
        loops = [op for op in module_of(nest.text()).walk() if op.name == "affine.for"]
        numbers = {access: at for at, access in enumerate(nest.accesses())}
        dependences = nest.dependences()
        for op, (loop, depth) in zip(loops, nest.loops(), strict=True):
            inside = {numbers[access] for access in nest.accesses(loop.body)}
            carried = [key for key in dependences if key[2] == depth and inside >= {*key[:2]}]
            answers.append(is_order_free(op, allows_reductions=False))
            assert answers[-1] == (not carried and loop.carried is None), (seed, loop.variable, carried)
    assert {True, False} == {*answers}
