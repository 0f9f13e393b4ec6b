#!/usr/bin/env python3
"""Runs drawn functions of tensors before and after they become functions of buffers.

    tools/check_bufferization.py [--count=N] [--seed=N] [--fills] [--blocks] [--mlir-opt=PROGRAM] [--show=N] [PIPELINE...]

What they give must be the same. Each is drawn by its number; without pipelines those of PIPELINES are run. `--mlir-opt` compares the text
with upstream's, and what is decided before; `--fills` draws operations that become other loops than upstream's too, `--blocks` loops of
blocks and functions of two results. Exits with 1 where a result differs.
"""

from __future__ import annotations

import argparse
import difflib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

import numpy as np  # noqa: E402
from random_stablehlo_legs import executed, module_of  # noqa: E402
from random_tensors import Program  # noqa: E402
from tfir.dialects import lookup, verify  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.text.printer import print_operation  # noqa: E402

from tfopt.pipeline.description import parse_pipeline  # noqa: E402
from tfopt.pipeline.execution import Runner  # noqa: E402

LOOPS = "allow-return-allocs-from-loops"
PIPELINES = [
    f"one-shot-bufferize{{{LOOPS}}}", f"one-shot-bufferize{{{LOOPS} bufferize-function-boundaries}}",
    f"one-shot-bufferize{{{LOOPS} bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map}}",
    "one-shot-bufferize{copy-before-write}", f"one-shot-bufferize{{{LOOPS} bufferize-function-boundaries test-analysis-only}}",
]  # fmt: skip


class Trial:
    """A drawn function, the text of it behind a pipeline, and whether results are the same then."""

    def __init__(self, program: Program, pipeline: str):
        self.program, self.pipeline = program, pipeline
        module = module_of(program.text)
        self.expected = executed(module, program.arrays)
        try:
            Runner(verify).run(parse_pipeline(pipeline), module)
            self.text, self.is_kept = print_operation(module, lookup), self.gives_the_same(module)
        except Error as error:
            self.text, self.is_kept = str(error), False

    def gives_the_same(self, module) -> bool:
        results = executed(module, self.program.arrays)[: len(self.expected)]
        return all(map(np.array_equal, results, self.expected))

    def upstream(self, program: str) -> tuple[str, str]:
        """How upstream's text compares, `same`, `refused`, `other` or `wrong` where it gives something else, and the text."""
        command = [program, "-", f"--pass-pipeline=builtin.module({self.pipeline})"]
        done = subprocess.run(command, input=self.program.text, capture_output=True, text=True)
        if done.returncode:
            return "refused", done.stderr
        if lines_of(done.stdout) == lines_of(self.text):
            return "same", done.stdout
        try:
            return "other" if self.gives_the_same(module_of(done.stdout)) else "wrong", done.stdout
        except Error as error:
            return "other", f"{done.stdout}{error}"


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def check(pipeline: str, seeds: range, arguments: argparse.Namespace) -> int:
    """How many of the drawn functions give something else behind a pipeline."""
    wrong, answers, shown = [], {}, 0
    for seed in seeds:
        trial = Trial(Program(seed, fills=arguments.fills, blocks=arguments.blocks), pipeline)
        wrong += [] if trial.is_kept else [seed]
        answer, theirs = trial.upstream(arguments.mlir_opt) if arguments.mlir_opt else ("not asked", "")
        answers.setdefault(answer, []).append(seed)
        if answer in ("refused", "other") and shown < arguments.show:
            shown += 1
            print(
                f"=== {seed}", *difflib.unified_diff(lines_of(theirs), lines_of(trial.text), "mlir-opt", "tf-opt", "", "", 2, ""), sep="\n"
            )
    print(f"{pipeline}: {len(seeds) - len(wrong)} of {len(seeds)} give the same{f'; not {wrong}' if wrong else ''}", flush=True)
    for answer, numbers in sorted(answers.items()):
        print(f"  upstream's text is {answer}: {len(numbers)}{f' {numbers}' if answer not in ('same', 'not asked') else ''}", flush=True)
    return len(wrong)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pipelines", nargs="*")
    parser.add_argument("--mlir-opt", metavar="PROGRAM")
    for name in ("fills", "blocks"):
        parser.add_argument(f"--{name}", action="store_true")
    for name, number in (("count", 100), ("seed", 0), ("show", 0)):
        parser.add_argument(f"--{name}", type=int, default=number)
    arguments = parser.parse_args()
    seeds, failed = range(arguments.seed, arguments.seed + arguments.count), 0
    for pipeline in arguments.pipelines or PIPELINES:
        failed += check(pipeline, seeds, arguments)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
