#!/usr/bin/env python3
"""Holds what TVM computes of modules of Relax that are written here against what others computed.

    tools/check_relax.py --tvm=PYTHON [--random=N] [--seed=N] [--only=REGEX] [--input-shapes=NAME=SIZES,..] [--keep=FOLDER] [--patience=S]
        [--times] [FOLDER...]

PYTHON is an interpreter that has apache-tvm 0.27. A folder holds models with their outputs, or programs of JAX as jax_programs.py exports
them. Each program goes through `--pipeline=relax` and `--mlir-to-relax`, is parsed, found well-formed, compiled for `llvm` and run.
`--random` programs of StableHLO are held against the interpreter. `--input-shapes` are those of feeds with unknown sizes, as tf-opt takes
them. What differs, is refused or fails is a line; its module is kept in FOLDER. `--times` tells of each program how long it is and how many
seconds of the processor TVM's steps took; S is how many seconds TVM may take, 300 unless said. Exits with 1 where one differs or TVM fails.
"""

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

from peer_process import Failed
from time_limit import limited
from tvm_process import Tvm

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

import numpy as np  # noqa: E402
from forms_of_programs import Lowered  # noqa: E402
from programs_of_forms import Call, programs_at  # noqa: E402
from random_stablehlo import kinds_of_tvm  # noqa: E402
from random_stablehlo_legs import ON_DEVICES, narrow_again, passed, told_difference, widened  # noqa: E402
from random_stablehlo_ops import AnyOp  # noqa: E402
from tfir.execution.entry import find_entry  # noqa: E402
from tfir.execution.inputs import Given  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ir.location import Source  # noqa: E402
from tfir.ir.types import ComplexType  # noqa: E402

from tfopt.flags import shapes  # noqa: E402
from tfopt.pipeline.description import load_pipeline  # noqa: E402
from tftranslate.modules import parsed  # noqa: E402
from tftranslate.relax.module_writer import ModuleWriter  # noqa: E402


def as_passed(array) -> np.ndarray:
    """Complex and narrow numbers as modules of Relax take them: a last dimension of two, and wider types."""
    (array,) = widened([np.asarray(array)])
    return np.stack([array.real, array.imag], axis=-1) if array.dtype.kind == "c" else array


def as_given(array, element) -> np.ndarray:
    """The other way round."""
    if not isinstance(element, ComplexType):
        return array
    return np.ascontiguousarray(array).view(np.result_type(array.dtype, np.complex64))[..., 0]


def widened_of(given) -> list:
    return [Given(None, array, "an operand") for array in widened([each.array for each in given])]


class Written:
    """An entry of a lowered module as a module of Relax, and the constants that are its last arguments."""

    def __init__(self, module, entry):
        writer = ModuleWriter(module, takes_parameters=True, entry=entry)
        self.text = writer.text()
        self.entry, self.constants = entry, list(writer.parameters.values())

    def results(self, tvm: Tvm, arrays) -> list:
        types = [port.type.element for port in self.entry.fetches]
        results = tvm.run(self.text, [[*map(as_passed, arrays), *self.constants]])[0]
        return [as_given(result, type) for result, type in zip(results, types, strict=True)]


class Checker:
    def __init__(self, tvm: Tvm, keep: Path | None, has_times: bool, input_shapes=None):
        self.tvm, self.keep, self.has_times, self.counts, self.text = tvm, keep, has_times, Counter(), ""
        self.input_shapes = input_shapes

    def check(self, name: str, work) -> None:
        self.text, self.tvm.times = "", {}
        try:
            with limited(2 * self.tvm.patience):
                line = work()
        except Error as error:
            line = f"refused: {str(error)[:400]}"
        except Failed as error:
            line = f"TVM fails: {' '.join(str(error).split())[-300:]}"
        except TimeoutError:
            line = f"too long: more than {2 * self.tvm.patience} s"
            self.tvm.end()
        except Exception as error:
            line = f"crashed: {type(error).__name__}: {str(error)[:300]}"
        self.counts[line.partition(":")[0] if line else "right"] += 1
        if self.has_times and self.tvm.times:
            steps = ", ".join([f"{step} {seconds:.1f} s" for step, seconds in self.tvm.times.items()])
            print(f"{name}: {self.text.count(chr(10))} lines, {self.text.count('@T.prim_func')} functions of loops: {steps}", flush=True)
        if line:
            print(f"{name}: {line}", flush=True)
            if self.keep is not None and self.text:
                (self.keep / f"{re.sub('[^A-Za-z0-9_.]', '_', name)}.py").write_text(self.text)

    def recorded(self, program) -> str | None:
        if all([isinstance(call.expected, list) for call in program.calls]):
            program.calls = [Call(call.entry, widened_of(call.given), widened(call.expected)) for call in program.calls]
        lowered = Lowered(program, "relax", is_whole=True, input_shapes=self.input_shapes)
        module = parsed(Source(program.name, lowered.text))
        for call, (entry, results) in zip(program.calls, lowered.results(module, self.computed), strict=True):
            if wrong := program.wrong(call, entry, results):
                return f"differs: {wrong}"
        return None

    def computed(self, module, entry, arrays) -> list:
        written = Written(module, entry)
        self.text = written.text
        return written.results(self.tvm, arrays)

    def drawn(self, program) -> str | None:
        def run(drawn) -> list:
            module = passed(drawn, load_pipeline("relax"))
            return narrow_again(drawn, self.computed(module, find_entry(module), drawn.arrays))

        wrong = told_difference(program, run, ON_DEVICES)
        return f"differs: {wrong}" if wrong else None


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--tvm", required=True)
    options.add_argument("--random", type=int, default=0)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--only", default="")
    options.add_argument("--input-shapes", type=shapes, metavar="NAME=SIZES,..")
    options.add_argument("--keep", type=Path)
    options.add_argument("--patience", type=int, default=300)
    options.add_argument("--times", action="store_true")
    options.add_argument("folders", nargs="*", type=Path)
    arguments = options.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(exist_ok=True, parents=True)
    checker = Checker(Tvm(arguments.tvm, arguments.patience), arguments.keep, arguments.times, arguments.input_shapes)
    for folder in arguments.folders:
        for program in programs_at(folder):
            if re.search(arguments.only, program.name):
                checker.check(program.name, lambda program=program: checker.recorded(program))
    for number in range(arguments.random):
        with np.errstate(all="ignore"):
            program = AnyOp(f"{arguments.seed} {number}", kinds_of_tvm(f"{arguments.seed} {number}")).program(6)
            checker.check(f"random {number}", lambda program=program: checker.drawn(program))
    print(", ".join(f"{count} {what}" for what, count in sorted(checker.counts.items())) or "no program")
    return 1 if checker.counts["differs"] + checker.counts["TVM fails"] + checker.counts["crashed"] else 0


if __name__ == "__main__":
    sys.exit(main())
