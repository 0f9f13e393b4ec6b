#!/usr/bin/env python3
"""Runs programs in each form that they take on the way to a device, and holds what comes of it to what TensorFlow or JAX computed.

    tools/check_program_forms.py [--form=NAME ...] [--ops=COUNT] [--seed=N] [FILE or FOLDER ...]

    interpreter, vulkan    the text after --pipeline=vulkan, on the interpreter and on Vulkan
    file                   the same as a module file, on Vulkan
    vm, vm file            what --pipeline=vm makes, as text and as a module file, on the machine for IREE's bytecode
    C, C++, C++ vulkan     what --pipeline=vulkan makes in the plain style, compiled as C, and as C++ for both devices of its header

A folder has a `model.pb` or a `saved_model/`, `inputs*.npz` and `outputs*.npz`, or programs; a file of `jax_programs.py` ends in `.mlir`, with
a pickle of calls beside it. `--ops` draws recorded cases of ops of TensorFlow, from each family in turn. Each program is lowered and run in
a process of its own. What differs or ends badly is a line; what a form refuses is told once for each reason, which C and C++ may have by
what they are for. Exits with 1 where anything differs, or ends in anything but an error.
"""

import argparse
import multiprocessing
import os
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from time_limit import limited

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from forms_of_programs import ALL, FORMS, lowered_for  # noqa: E402
from programs_of_forms import programs_at, recorded_ops  # noqa: E402
from tfir.cli.process import UsageError  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402

PATIENCE = 400  # seconds for a form of one program
RIGHT = "right"


def verdict(program, form, lowered) -> str:
    """What came of a form: `right`, or its kind, a colon and the rest."""
    try:
        with limited(PATIENCE):
            results = form(lowered())
            with np.errstate(all="ignore"):
                wrong = [program.wrong(call, *each) for call, each in zip(program.calls, results, strict=True)]
    except (Error, UsageError) as error:
        return f"refused: {reason(str(error))}"
    except TimeoutError:
        return f"too long: more than {PATIENCE} s"
    except Exception as error:
        return f"crashed: {type(error).__name__}: {str(error)[:300]}"
    return next((f"differs: {each}" for each in wrong if each), RIGHT)


def reason(text: str) -> str:
    """A diagnostic without its place."""
    return re.sub(r"^\S*: error: ", "", text.splitlines()[0])[:160]


def work(program, group: str, names: list[str], folder: str, told) -> None:
    """Sends what comes of each form of a group, in order. What the pipeline remarks, once for each form, is not shown."""
    made = []
    sys.stderr = open(os.devnull, "w")

    def lowered():
        if not made:
            made.append(lowered_for(program, group, Path(folder)))
        return made[0]

    for name in names:
        told.send((name, verdict(program, FORMS[group][1][name], lowered)))


def verdicts(program, names: list[str]) -> dict[str, str]:
    """What comes of each form. What ends a process is what came of the form that it was at; another goes on with the next."""
    outcomes = {}
    for group, (_, forms) in FORMS.items():
        left = [name for name in forms if name in names]
        while left:
            with tempfile.TemporaryDirectory() as folder:
                receiver, sender = multiprocessing.Pipe(duplex=False)
                process = multiprocessing.get_context("fork").Process(target=work, args=(program, group, left, folder, sender))
                process.start()
                sender.close()
                told = list(received(receiver))
                process.join()
            outcomes |= dict(told)
            left = left[len(told) :]
            if left:
                outcomes[left.pop(0)] = f"crashed: its process ended with {process.exitcode}"
    return outcomes


def received(receiver):
    while True:
        try:
            yield receiver.recv()
        except EOFError:
            return


class Table:
    def __init__(self, names: list[str]):
        self.names, self.counts, self.reasons = names, defaultdict(Counter), defaultdict(list)

    def add(self, program, outcomes: dict[str, str], seconds: float) -> None:
        for name, text in outcomes.items():
            kind, _, rest = text.partition(": ")
            self.counts[name][kind] += 1
            if kind == "refused":
                self.reasons[name, rest].append(program.name)
        shown = {text: [name for name, each in outcomes.items() if each == text] for text in outcomes.values() if text != RIGHT}
        lines = [f"{', '.join(names)}: {text}" for text, names in shown.items()] or [RIGHT]
        print(f"{program.name} ({seconds:.0f} s): {'; '.join(lines)}", flush=True)

    def show(self) -> None:
        print("\nwhat is refused:")
        for (name, rest), programs in sorted(self.reasons.items()):
            print(f"  {name}: {rest}: {len(programs)}: {', '.join(programs[:12])}{', ...' if len(programs) > 12 else ''}")
        kinds = [RIGHT, *sorted({kind for counts in self.counts.values() for kind in counts} - {RIGHT})]
        width = max(map(len, self.names)) + 2
        print("\n" + " " * width + "".join([f"{kind:>10}" for kind in kinds]))
        for name in self.names:
            print(f"{name:<{width}}" + "".join([f"{self.counts[name][kind]:>10}" for kind in kinds]))

    @property
    def is_good(self) -> bool:
        return not any([set(counts) - {RIGHT, "refused"} for counts in self.counts.values()])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--form", action="append", choices=ALL)
    parser.add_argument("--ops", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("paths", nargs="*", type=Path)
    arguments = parser.parse_args()
    programs = [program for path in arguments.paths for program in programs_at(path)]
    programs += recorded_ops(arguments.ops, arguments.seed) if arguments.ops else []
    table = Table(arguments.form or ALL)
    for program in programs:
        begun = time.monotonic()
        table.add(program, verdicts(program, table.names), time.monotonic() - begun)
    table.show()
    return 0 if table.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
