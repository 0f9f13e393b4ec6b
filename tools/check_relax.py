#!/usr/bin/env python3
"""Holds what TVM computes of modules of Relax that are written here against what others computed.

    tools/check_relax.py --tvm=PYTHON [--random=N] [--seed=N] [--only=REGEX] [--keep=FOLDER] [FOLDER...]

PYTHON is an interpreter that has apache-tvm 0.27. A folder holds models with their outputs, or programs of JAX as jax_programs.py exports
them. Each program goes through `--pipeline=relax` and `--mlir-to-relax`, is parsed, found well-formed, compiled for `llvm` and run.
`--random` programs of StableHLO are held against the interpreter. What differs, is refused or fails is a line; its module is kept in
FOLDER. Exits with 1 where one differs or TVM fails.
"""

import argparse
import random
import re
import sys
from collections import Counter
from pathlib import Path

from time_limit import limited
from tvm_process import Failed, Tvm

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

import numpy as np  # noqa: E402
from programs_of_forms import programs_at  # noqa: E402
from random_stablehlo import COMMON, KINDS  # noqa: E402
from random_stablehlo_legs import ON_DEVICES, first_difference, interpreted, module_of, narrowed  # noqa: E402
from random_stablehlo_ops import AnyOp  # noqa: E402
from tfir.dialects import verify  # noqa: E402
from tfir.execution.entry import find_entry  # noqa: E402
from tfir.execution.inputs import bind  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402

from tfopt.pipeline.description import load_pipeline  # noqa: E402
from tfopt.pipeline.execution import Runner  # noqa: E402
from tftranslate.relax.module_writer import ModuleWriter  # noqa: E402

PATIENCE = 300  # seconds for one program


def as_passed(array) -> np.ndarray:
    """Complex numbers as modules of Relax take them: a last dimension of two."""
    array = np.asarray(array)
    return np.stack([array.real, array.imag], axis=-1) if array.dtype.kind == "c" else array


def as_given(array, expected) -> np.ndarray:
    expected = np.asarray(expected)
    return np.ascontiguousarray(array).view(expected.dtype)[..., 0] if expected.dtype.kind == "c" else array


class Written:
    """A program as a module of Relax: its text, its entry, and the constants that are its last arguments."""

    def __init__(self, module):
        Runner(verify).run(load_pipeline("relax"), module)
        writer = ModuleWriter(module, takes_parameters=True)
        self.text = writer.text()
        self.entry, self.constants = find_entry(module), list(writer.parameters.values())

    def results(self, tvm: Tvm, calls) -> list:
        return tvm.run(self.text, [[*map(as_passed, arrays), *self.constants] for arrays in calls])


class Checker:
    def __init__(self, tvm: Tvm, keep: Path | None):
        self.tvm, self.keep, self.counts, self.text = tvm, keep, Counter(), ""

    def check(self, name: str, work) -> None:
        self.text = ""
        try:
            with limited(PATIENCE):
                line = work()
        except Error as error:
            line = f"refused: {str(error)[:400]}"
        except Failed as error:
            line = f"TVM fails: {' '.join(str(error).split())[-300:]}"
        except TimeoutError:
            line = f"too long: more than {PATIENCE} s"
            self.tvm.end()
        except Exception as error:
            line = f"crashed: {type(error).__name__}: {str(error)[:300]}"
        self.counts[line.partition(":")[0] if line else "right"] += 1
        if line:
            print(f"{name}: {line}", flush=True)
            if self.keep is not None and self.text:
                (self.keep / f"{re.sub('[^A-Za-z0-9_.]', '_', name)}.py").write_text(self.text)

    def recorded(self, program) -> str | None:
        written = Written(program.module())
        self.text = written.text
        calls = [bind(written.entry, call.given) for call in program.calls]
        for call, results in zip(program.calls, written.results(self.tvm, calls), strict=True):
            expected = call.pairs(written.entry, results)
            results = [as_given(one, other) for (_, one, other) in expected] if not isinstance(call.expected, dict) else results
            if wrong := program.wrong(call, written.entry, results):
                return f"differs: {wrong}"
        return None

    def drawn(self, program) -> str | None:
        expected = interpreted(program)

        def run(drawn) -> list:
            written = Written(module_of(drawn.text))
            self.text = written.text
            reference = interpreted(drawn)
            return [as_given(one, other) for one, other in zip(written.results(self.tvm, [drawn.arrays])[0], reference, strict=True)]

        op = first_difference(program, run(program), expected, ON_DEVICES)
        if op is None:
            return None
        smaller, op = narrowed(program, run, ON_DEVICES) or (program, op)
        shown = [f"{np.asarray(array).reshape(-1)[:8].tolist()}" for array in (*smaller.arrays, *interpreted(smaller), *run(smaller))]
        return f"differs: {op.name}: {op.text[:300]}: {'; '.join(shown)}"


def kinds_for(seed: str) -> list[str]:
    """Element types for a drawn program, among those that TVM has."""
    chance = random.Random(seed)
    return [chance.choice(COMMON), chance.choice(COMMON), chance.choice([kind for kind in KINDS if not re.match(r"u?i[24]$|f[48]E", kind)])]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--tvm", required=True)
    options.add_argument("--random", type=int, default=0)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--only", default="")
    options.add_argument("--keep", type=Path)
    options.add_argument("folders", nargs="*", type=Path)
    arguments = options.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(exist_ok=True, parents=True)
    checker = Checker(Tvm(arguments.tvm), arguments.keep)
    for folder in arguments.folders:
        for program in programs_at(folder):
            if re.search(arguments.only, program.name):
                checker.check(program.name, lambda program=program: checker.recorded(program))
    for number in range(arguments.random):
        with np.errstate(all="ignore"):
            program = AnyOp(f"{arguments.seed} {number}", kinds_for(f"{arguments.seed} {number}")).program(6)
            checker.check(f"random {number}", lambda program=program: checker.drawn(program))
    print(", ".join(f"{count} {what}" for what, count in sorted(checker.counts.items())) or "no program")
    return 1 if checker.counts["differs"] + checker.counts["TVM fails"] + checker.counts["crashed"] else 0


if __name__ == "__main__":
    sys.exit(main())
