#!/usr/bin/env python3
"""Runs drawn affine loop nests before and after each pass on them, and holds dependences against all iterations.

    tools/check_affine_loops.py [--count=N] [--seed=N] [--size=N] [PIPELINE...]

What memory holds at the end must be the same. Each nest is drawn by its number; a small size of buffers makes more accesses meet. Without
pipelines those of the tests are run. Exits with 1 where something differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

import numpy as np  # noqa: E402
import random_affine  # noqa: E402
from random_affine import Nest, inputs_of  # noqa: E402
from random_stablehlo_legs import executed, module_of  # noqa: E402
from tfir.analysis.affine_dependence import Access, dependence  # noqa: E402
from tfir.analysis.affine_memory import ACCESSES  # noqa: E402
from tfir.dialects import verify  # noqa: E402

from tfopt.pipeline.description import parse_pipeline  # noqa: E402
from tfopt.pipeline.execution import Runner  # noqa: E402


def nest_of(seed: int, symbols: bool = True) -> Nest:
    return Nest(seed, symbols=symbols, perfect=seed % 2 == 1, again=(seed % 5) / 5, wild=symbols and seed % 3 > 0)


def keeps_memory(pipeline: str, seed: int) -> bool:
    nest = nest_of(seed)
    module = module_of(nest.text())
    expected = executed(module, inputs_of(nest))
    Runner(verify).run(parse_pipeline(pipeline), module)
    return all(map(np.array_equal, executed(module, inputs_of(nest)), expected))


def has_its_dependences(seed: int) -> bool:
    nest = nest_of(seed, symbols=False)
    accesses = [Access(op) for op in module_of(nest.text()).walk() if op.name in ACCESSES]
    expected = nest.dependences()
    for one, first in enumerate(accesses):
        for other, second in enumerate(accesses):
            between = dependence(first, second)
            for depth in range(1, sum([mine is theirs for mine, theirs in zip(first.loops, second.loops)]) + 2):
                distances = expected.get((one, other, depth))
                ends = None if distances is None else [(min(each), max(each)) for each in zip(*distances)]
                if (None if between is None else between.directions(depth)) != ends:
                    return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pipelines", nargs="*", default=random_affine.PASSES)
    for name, number in (("count", 200), ("seed", 0), ("size", 6)):
        parser.add_argument(f"--{name}", type=int, default=number)
    arguments = parser.parse_args()
    random_affine.SIZE = arguments.size
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    failed = 0
    for pipeline in arguments.pipelines:
        wrong = [seed for seed in seeds if not keeps_memory(pipeline, seed)]
        print(f"{pipeline}: {len(seeds) - len(wrong)} of {len(seeds)} nests leave the same{f'; not {wrong}' if wrong else ''}")
        failed += len(wrong)
    wrong = [seed for seed in seeds if not has_its_dependences(seed)]
    print(f"dependences: those of {len(seeds) - len(wrong)} of {len(seeds)} nests{f'; not {wrong}' if wrong else ''}")
    return int(bool(failed or wrong))


if __name__ == "__main__":
    sys.exit(main())
