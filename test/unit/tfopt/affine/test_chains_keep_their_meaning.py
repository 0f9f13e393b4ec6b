"""Drawn functions of several loop nests leave the same in memory before and after each pass on them.

`tools/check_affine_loops.py` runs more of them, and compares the text with upstream's.
"""

import numpy as np
import pytest
from random_affine_chains import PASSES, Chain
from random_stablehlo_legs import executed, module_of
from tfir.dialects import lookup, verify
from tfir.text.printer import print_operation

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner


@pytest.mark.sweep
@pytest.mark.parametrize(("pipeline", "vectors"), PASSES)
def test_memory_is_the_same(pipeline, vectors):
    changed = 0
    for seed in range(35, 65):
        chain = Chain(seed, vectors=vectors)
        module = module_of(chain.text())
        before, expected = print_operation(module, lookup), executed(module, chain.inputs())
        Runner(verify).run(parse_pipeline(pipeline), module)
        changed += print_operation(module, lookup) != before
        results = executed(module, chain.inputs())
        assert len(results) == len(expected) and all(map(np.array_equal, results, expected)), f"{pipeline} {seed}\n{before}"
    assert changed > 2
