#!/usr/bin/env python3
"""Compares what tf-opt and mlir-opt print of modules in MLIR's standard dialects: as they are, after each pass that both have, refused.

    tools/check_standard_dialects.py [--mlir-opt=PROGRAM] [--newer=PROGRAM] [--run='FLAGS'] [--show=N] [FILE...]

Without files they are those of test/support/standard_dialects, whose modules `// -----` separates. A run is flags that both tools
understand; without `--run` all of RUNS are made. Of a module that is refused the first error is compared, its place included; behind
upstream's words tf-opt may say more. Lines are compared without their indentation, blank ones not at all. `--newer` is a second
mlir-opt of a later version, or IREE's iree-opt: where it prints what tf-opt does, that is no difference. `--show` prints the
differences of so many modules of each run. Exits with 1
where something differs that no line of `differences.txt` beside the files names: a file's name, a module's number, a run, the reason. A `*` in a
run stands for any words.
"""

from __future__ import annotations

import argparse
import difflib
import io
import os
import re
import signal
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "test" / "support" / "standard_dialects"
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src")]

SEPARATOR = "// -----"
PATIENCE = 60  # seconds for the modules of a file; a quarter of it for one of them
ALWAYS = ["--allow-unregistered-dialect", "--split-input-file"]
AFFINE = [
    "affine-loop-fusion", "affine-loop-fusion=mode=producer", "affine-loop-fusion=mode=sibling maximal=1", "affine-loop-tile=tile-size=4",
    "affine-loop-tile=tile-sizes=2,3 separate=1", "affine-loop-unroll", "affine-loop-unroll=unroll-factor=3", "affine-loop-unroll=unroll-full-threshold=20",
    "affine-loop-unroll-jam=unroll-jam-factor=2", "affine-loop-coalescing", "affine-loop-invariant-code-motion", "affine-loop-normalize",
    "affine-loop-normalize=promote-single-iter=1", "affine-parallelize", "affine-parallelize=parallel-reductions=1", "affine-scalrep",
    "affine-super-vectorize=virtual-vector-size=4", "affine-super-vectorize=virtual-vector-size=4 vectorize-reductions=true",
    "affine-data-copy-generate=generate-dma=false fast-mem-space=0 skip-non-unit-stride-loops=1",
    "affine-data-copy-generate=generate-dma=true fast-mem-space=2 fast-mem-capacity=1",
]  # fmt: skip
CONVERSIONS = [
    "lower-affine", "convert-scf-to-cf", "expand-strided-metadata", "convert-arith-to-llvm", "convert-cf-to-llvm", "convert-func-to-llvm",
    "convert-index-to-llvm", "convert-math-to-libm", "convert-math-to-llvm", "convert-ub-to-llvm", "convert-vector-to-llvm",
    "finalize-memref-to-llvm", "convert-to-llvm",
]  # fmt: skip
BUFFERS = [
    "one-shot-bufferize=allow-unknown-ops",
    "one-shot-bufferize=allow-unknown-ops bufferize-function-boundaries allow-return-allocs-from-loops",
]
GENERAL = ["mlir-print-op-generic", "cse", "canonicalize", "canonicalize=region-simplify=aggressive", "inline", "symbol-dce"]


def on_functions(step: str) -> str:
    name, _, options = step.partition("=")
    return f"--pass-pipeline=builtin.module(func.func({name}{f'{{{options}}}' if options else ''}))"


# Upstream's conversions fold on the way what they are not about, constants above all; so they are compared when both are simplified.
RUNS = [
    "",
    *["--" + run for run in GENERAL],
    *map(on_functions, AFFINE),
    *[f"--{run} --canonicalize" for run in CONVERSIONS],
    *["--" + run for run in BUFFERS],
]


def modules_of(text: str) -> list[str]:
    """The parts of a text, each behind as many blank lines as lines stand before it."""
    parts, line = [], 0
    for part in re.split(rf"(?m)^{SEPARATOR}\n", text):
        parts.append("\n" * line + part)
        line += part.count("\n") + 1
    return parts


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def upstream(program: str, path: Path, flags: list[str], count: int) -> list[list[str]]:
    """What each part prints; of a refused one the error."""
    done = answered([program, "-", *ALWAYS, *flags], path.read_text(), PATIENCE)
    printed = [] if done is None else done.stdout.split(SEPARATOR + "\n")
    if done is not None and len(printed) == count:
        return with_errors([lines_of(part) for part in printed], done.stderr, path)
    alone = []  # it has crashed, or does not end
    for part in modules_of(path.read_text()):
        done = answered([program, "-", *ALWAYS, *flags], part, PATIENCE / 4)
        errors = [] if done is None else error_lines(done.stderr)
        whole = ["does not end"] if done is None else lines_of(done.stdout) if done.returncode == 0 else ["crashed"]
        alone.append([errors[0][1]] if errors else whole)
    return alone


def answered(command: list[str], text: str, seconds: float) -> subprocess.CompletedProcess[str] | None:
    """What a program makes of a text; None where it takes too long, and then those that it started, as iree-opt does, end with it."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as running:
        try:
            printed, errors = running.communicate(text, timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return None
    return subprocess.CompletedProcess(command, running.returncode, printed, errors)


def with_errors(printed: list[list[str]], errors: str, path: Path) -> list[list[str]]:
    starts = [len(part) - len(part.lstrip("\n")) for part in modules_of(path.read_text())]
    seen = set()
    for line, message in error_lines(errors):
        number = max([index for index, start in enumerate(starts) if start < line])
        if number not in seen:
            seen.add(number)
            printed[number] = [message]
    return printed


def error_lines(text: str) -> list[tuple[int, str]]:
    """The line and the words, from the place on, of each error."""
    return [(int(line), f"{line}:{rest}") for line, rest in re.findall(r"(?m)^[^\s:]+:(\d+):(\d+: error: .*)$", text)]


def ours(path: Path, flags: list[str]) -> list[list[str]]:
    from tfopt.main import main

    printed = []
    for part in modules_of(path.read_text()):
        kept = sys.stdin, sys.stdout, sys.stderr
        given, out, errors = sys.stdin, sys.stdout, sys.stderr = [io.TextIOWrapper(io.BytesIO(data)) for data in (part.encode(), b"", b"")]
        try:
            main(["-", *ALWAYS, *flags])
        except SystemExit:
            pass
        finally:
            sys.stdin, sys.stdout, sys.stderr = kept
        refused = error_lines(text_in(errors))
        printed.append([refused[0][1]] if refused else lines_of(text_in(out)))
    return printed


def text_in(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def says_the_same(mine: list[str], theirs: list[str]) -> bool:
    """Whether both print the same, or refuse it at the same place in the same words; behind them tf-opt may say more."""
    if len(mine) == len(theirs) == 1 and re.match(r"\d+:\d+: error: ", theirs[0]):
        return mine[0].startswith(theirs[0])
    return mine == theirs


class Comparison:
    def __init__(self, show: int, named: set[tuple[str, int, str]], newer: str | None):
        self.show, self.named, self.newer, self.unnamed = show, named, newer, 0

    def of(self, program: str, path: Path, run: str) -> tuple[int, int, list[int]]:
        """How many parts there are, how many of them print the same, and which do not."""
        flags = [f"--{flag}" for flag in re.split(r"(?:^|\s)--", run) if flag]
        mine = ours(path, flags)
        theirs = upstream(program, path, flags, len(mine))
        other = [number for number, (one, two) in enumerate(zip(mine, theirs)) if not says_the_same(one, two)]
        if other and self.newer is not None:
            newest = upstream(self.newer, path, flags, len(mine))
            other = [number for number in other if not says_the_same(mine[number], newest[number])]
        runs = {number: [each for name, at, each in self.named if (name, at) == (path.name, number)] for number in other}
        self.unnamed += len([number for number in other if not any([fnmatchcase(run, each) for each in runs[number]])])
        for number in other[: self.show]:
            print(f"\n=== {path.name} module {number} {run}")
            print("\n".join(difflib.unified_diff(theirs[number], mine[number], "mlir-opt", "tf-opt", lineterm="", n=1)))
        return len(mine), len(mine) - len(other), other


def named_differences() -> set[tuple[str, int, str]]:
    """The file, the module and the run of each."""
    lines = [line.split("\t") for line in (PROGRAMS / "differences.txt").read_text().splitlines() if line]
    return {(name, int(number), run) for name, number, run, _ in lines}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--mlir-opt", default="mlir-opt-22", metavar="PROGRAM")
    parser.add_argument("--newer", metavar="PROGRAM")
    parser.add_argument("--run", action="append", metavar="FLAGS")
    parser.add_argument("--show", type=int, default=0, metavar="N")
    arguments = parser.parse_args()
    comparison = Comparison(arguments.show, named_differences(), arguments.newer)
    for run in arguments.run or RUNS:
        answers = {path: comparison.of(arguments.mlir_opt, path, run) for path in arguments.files or sorted(PROGRAMS.glob("*.mlir"))}
        total, same = (sum([answer[place] for answer in answers.values()]) for place in (0, 1))
        print(
            f"{run or 'text'}: {same} of {total}", *[f"{path.name}{other}" for path, (_, _, other) in answers.items() if other], flush=True
        )
    return int(comparison.unnamed > 0)


if __name__ == "__main__":
    sys.exit(main())
