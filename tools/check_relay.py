#!/usr/bin/env python3
"""Holds what Relay's text says of programs against what others computed of them.

    tools/check_relay.py [--random=N] [--seed=N] [--only=REGEX] [--keep=FOLDER] [FOLDER...]

A folder holds models with their outputs, or programs of JAX as jax_programs.py exports them. Each goes through `--pipeline=relay`, is written
as Relay's text, read back, written to the same text again, and evaluated on the interpreter: there is no TVM any more that has Relay. `--random`
programs of StableHLO are held against the interpreter. What differs or is refused is a line; its text is kept in FOLDER. Exits with 1 where one
differs or crashes.
"""

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

import numpy as np  # noqa: E402
from forms_of_programs import Lowered  # noqa: E402
from programs_of_forms import Call, programs_at  # noqa: E402
from random_stablehlo import kinds_of_tvm  # noqa: E402
from random_stablehlo_legs import ON_DEVICES, as_pairs, narrow_again, of_pairs, passed, told_difference, widened  # noqa: E402
from random_stablehlo_ops import AnyOp  # noqa: E402
from tfir.dialects import verify  # noqa: E402
from tfir.execution.entry import find_entry  # noqa: E402
from tfir.execution.inputs import Given  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ir.location import Source  # noqa: E402
from time_limit import limited  # noqa: E402

from tfopt.pipeline.description import load_pipeline  # noqa: E402
from tfrun.devices import session  # noqa: E402
from tftranslate.modules import parsed  # noqa: E402
from tftranslate.relay.names import plain_name  # noqa: E402
from tftranslate.relay.reader import read_module  # noqa: E402
from tftranslate.relay.writer import module_text  # noqa: E402

PATIENCE = 900  # seconds for one program


class Unstable(Exception):
    """A text that is another one when it has been read and written again."""


class Told(Exception):
    """What another program says of one that it does not take."""


class Checker:
    PIPELINE = "relay"

    def __init__(self, keep: Path | None):
        self.keep, self.counts, self.text = keep, Counter(), ""

    def check(self, name: str, work) -> None:
        self.text = ""
        try:
            with limited(PATIENCE):
                line = work()
        except Error as error:
            line = f"refused: {str(error)[:400]}"
        except TimeoutError:
            line = f"too long: more than {PATIENCE} s"
        except Told as told:
            line = str(told)
        except Exception as error:
            line = f"crashed: {type(error).__name__}: {str(error)[:300]}"
        self.counts[line.partition(":")[0] if line else "right"] += 1
        if line:
            print(f"{name}: {line}", flush=True)
            if self.keep is not None and self.text:
                self.kept(re.sub("[^A-Za-z0-9_.]", "_", name))

    def kept(self, name: str) -> None:
        (self.keep / f"{name}.relay").write_text(self.text)

    def read_back(self, module):
        """What is read of a module's text."""
        self.text = "".join(module_text(module))
        again = read_module(Source("written.relay", self.text))
        verify(again)
        if "".join(module_text(again)) != self.text:
            raise Unstable("the text is another one when it has been read")
        return again

    def computed(self, module, name: str, arrays) -> list:
        with session(module, "interpreter") as program_of, np.errstate(all="ignore"):
            return [np.asarray(each) for each in program_of(find_entry(module, name))(self.taken(arrays))]

    def taken(self, arrays) -> list:
        """Arrays as the language takes them."""
        return widened(as_pairs(arrays))

    def given_to(self, call) -> list:
        return [Given(None, array, "an operand") for array in self.taken([each.array for each in call.given])]

    def recorded(self, program) -> str | None:
        if all([isinstance(call.expected, list) for call in program.calls]):  # in order, as programs of JAX have them
            program.calls = [Call(call.entry, self.given_to(call), self.taken(call.expected)) for call in program.calls]
        lowered = Lowered(program, self.PIPELINE, is_whole=True)
        module = parsed(Source(program.name, lowered.text), keep_names=True)
        again = self.read_back(module)
        results = lowered.results(module, lambda _, entry, arrays: self.computed(again, plain_name(entry.name), arrays))
        for call, (entry, values) in zip(program.calls, results, strict=True):
            if wrong := program.wrong(call, entry, values):
                return f"differs: {wrong}"
        return None

    def drawn(self, program) -> str | None:
        def run(drawn) -> list:
            again = self.read_back(passed(drawn, load_pipeline("relay")))
            return narrow_again(drawn, of_pairs(drawn, self.computed(again, "main", drawn.arrays)))

        wrong = told_difference(program, run, ON_DEVICES)
        return f"differs: {wrong}" if wrong else None


def given(options: argparse.ArgumentParser):
    options.add_argument("--random", type=int, default=0)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--only", default="")
    options.add_argument("--keep", type=Path)
    options.add_argument("folders", nargs="*", type=Path)
    return options.parse_args()


def check_all(checker: Checker, arguments, drawn) -> None:
    """Models of folders, and programs that `drawn` draws by a seed; what came of them is printed in the end."""
    if arguments.keep:
        arguments.keep.mkdir(exist_ok=True, parents=True)
    for folder in arguments.folders:
        for program in programs_at(folder):
            if re.search(arguments.only, program.name):
                checker.check(program.name, lambda program=program: checker.recorded(program))
    for number in range(arguments.random):
        with np.errstate(all="ignore"):
            program = drawn(f"{arguments.seed} {number}")
            checker.check(f"random {number}", lambda program=program: checker.drawn(program))
    print(", ".join(f"{count} {what}" for what, count in sorted(checker.counts.items())) or "no program")


def main() -> int:
    arguments = given(argparse.ArgumentParser(description=__doc__.partition("\n")[0]))
    checker = Checker(arguments.keep)
    check_all(checker, arguments, lambda seed: AnyOp(seed, kinds_of_tvm(seed)).program(6))
    return 1 if checker.counts["differs"] + checker.counts["crashed"] else 0


if __name__ == "__main__":
    sys.exit(main())
