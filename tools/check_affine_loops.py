#!/usr/bin/env python3
"""Runs drawn affine loop nests before and after each pass on them, and holds dependences against all iterations.

    tools/check_affine_loops.py [--count=N] [--seed=N] [--size=N] [--mlir-opt=PROGRAM] [--chains] [PIPELINE...]

What memory holds at the end must be the same. Each nest is drawn by its number; a small size of buffers makes more accesses meet. Without
pipelines those of the tests are run. With `--chains` pipelines are run on functions of several nests that pass buffers on, as the tests
do those that need such. `--mlir-opt` compares the text of what is drawn with upstream's too, and runs that where it differs: a difference
where upstream's program leaves something else in memory is one that there has to be. Exits with 1 where memory or a dependence differs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

import numpy as np  # noqa: E402
import random_affine  # noqa: E402
import random_affine_chains  # noqa: E402
from random_affine import Nest, inputs_of  # noqa: E402
from random_affine_chains import Chain  # noqa: E402
from random_stablehlo_legs import executed, module_of  # noqa: E402
from tfir.analysis.affine_dependence import Access, dependence  # noqa: E402
from tfir.analysis.affine_memory import ACCESSES  # noqa: E402
from tfir.dialects import lookup, verify  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.text.printer import print_operation  # noqa: E402

from tfopt.pipeline.description import parse_pipeline  # noqa: E402
from tfopt.pipeline.execution import Runner  # noqa: E402


def nest_of(seed: int, symbols: bool = True) -> Nest:
    return Nest(seed, symbols=symbols, perfect=seed % 2 == 1, again=(seed % 5) / 5, wild=symbols and seed % 3 > 0)


class Trial:
    """A drawn function, the text of it after a pipeline, and whether memory is the same then."""

    def __init__(self, pipeline: str, text: str, inputs):
        self.pipeline, self.text, self.inputs = pipeline, text, inputs
        module = module_of(text)
        self.expected = executed(module, inputs())
        Runner(verify).run(parse_pipeline(pipeline), module)
        self.result = print_operation(module, lookup)
        self.is_kept = self.keeps_memory(module)

    def keeps_memory(self, module) -> bool:
        return all(map(np.array_equal, executed(module, self.inputs()), self.expected))

    def upstream(self, program: str) -> str:
        """How upstream's text compares: `same`, `refused`, `other`, or `wrong` where it leaves something else in memory."""
        command = [program, "-", f"--pass-pipeline=builtin.module({self.pipeline})"]
        done = subprocess.run(command, input=self.text, capture_output=True, text=True)
        if done.returncode:
            return "refused"
        if lines_of(done.stdout) == lines_of(self.result):
            return "same"
        try:
            return "other" if self.keeps_memory(module_of(done.stdout)) else "wrong"
        except Error:  # it accesses what is outside of a buffer
            return "wrong"


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def trial(pipeline: str, seed: int, chain: bool, vectors: bool) -> Trial:
    if chain:
        drawn = Chain(seed, vectors=vectors)
        return Trial(pipeline, drawn.text(), drawn.inputs)
    nest = nest_of(seed)
    return Trial(pipeline, nest.text(), lambda: inputs_of(nest))


def check(pipeline: str, seeds: range, program: str | None, chain: bool, vectors: bool) -> int:
    """How many of the drawn functions leave something else in memory."""
    wrong, answers = [], {}
    for seed in seeds:
        done = trial(pipeline, seed, chain, vectors)
        if not done.is_kept:
            wrong.append(seed)
        if program is not None:
            answers.setdefault(done.upstream(program), []).append(seed)
    print(f"{pipeline}: {len(seeds) - len(wrong)} of {len(seeds)} leave the same{f'; not {wrong}' if wrong else ''}")
    for answer, numbers in sorted(answers.items()):
        print(f"  upstream's text is {answer}: {len(numbers)}{f' {numbers}' if answer != 'same' else ''}")
    return len(wrong)


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
    parser.add_argument("pipelines", nargs="*")
    parser.add_argument("--mlir-opt", metavar="PROGRAM")
    for flag in ("chains", "vectors"):
        parser.add_argument(f"--{flag}", action="store_true")
    for name, number in (("count", 200), ("seed", 0), ("size", 6)):
        parser.add_argument(f"--{name}", type=int, default=number)
    arguments = parser.parse_args()
    random_affine.SIZE = arguments.size
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    given = [(each, arguments.chains or arguments.vectors, arguments.vectors) for each in arguments.pipelines]
    every = [(each, False, False) for each in random_affine.PASSES]
    every += [(each, True, vectors) for each, vectors in random_affine_chains.PASSES]
    failed = sum([check(each, seeds, arguments.mlir_opt, chain, vectors) for each, chain, vectors in given or every])
    if arguments.chains or arguments.vectors:
        return int(failed > 0)
    wrong = [seed for seed in seeds if not has_its_dependences(seed)]
    print(f"dependences: those of {len(seeds) - len(wrong)} of {len(seeds)} nests{f'; not {wrong}' if wrong else ''}")
    return int(bool(failed or wrong))


if __name__ == "__main__":
    sys.exit(main())
