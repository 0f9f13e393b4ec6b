#!/usr/bin/env python3
"""Holds what programs of JAX compute here, on the interpreter or a device, against what JAX computes.

    tools/check_jax_numbers.py FOLDER [REGEX] [--jax=PYTHON] [--device=interpreter|vulkan|cpu] [--serialized] [--target=FACTS]

FOLDER holds what jax_programs.py exported; with --jax an interpreter that has jax exports it first. Programs of open sizes are lowered
once and called with several sizes. `--serialized` begins with what jax.export serialized instead of text. Each program that differs or is
refused is a line; floating-point numbers may be off by what decompositions and sums in other orders bring. Exits with 1 where one differs.
"""

import argparse
import pickle
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from peer_process import array_of
from time_limit import limited

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src")]

import numpy as np  # noqa: E402
from tfir.conversion.vhlo.artifact import deserialize  # noqa: E402
from tfir.dialects import dialect, lookup, verify  # noqa: E402
from tfir.execution.entry import find_entry  # noqa: E402
from tfir.execution.inputs import Given, bind  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ir.location import Source  # noqa: E402
from tfir.ods.arrays import is_float  # noqa: E402
from tfir.text.parser import parse  # noqa: E402

from tfopt.iree_to_spirv.target import read_target  # noqa: E402
from tfopt.pipeline.description import load_pipeline  # noqa: E402
from tfopt.pipeline.execution import Runner  # noqa: E402
from tfrun.devices import session  # noqa: E402
from tftranslate.modules import module_of  # noqa: E402

PATIENCE = 120  # seconds for one program
RELATIVE = {8: 1e-9, 4: 2e-4, 2: 0.03, 1: 0.15}  # by the bytes of a number


def width(array) -> int:
    """The bytes of a number, or of a part of a complex one; 8 where numbers are exact."""
    return array.dtype.itemsize // 2 if array.dtype.kind == "c" else array.dtype.itemsize if is_float(array.dtype) else 8


def difference(result, expected, narrowest: int) -> str | None:
    """What is wrong with an array, None where nothing is. `narrowest`: the bytes of the narrowest floating-point operand."""
    result = np.asarray(result)
    if (result.shape, result.dtype) != (expected.shape, expected.dtype):
        return f"is {result.dtype}{list(result.shape)}, not {expected.dtype}{list(expected.shape)}"
    if not is_float(expected.dtype) and expected.dtype.kind != "c":
        wrong = result != expected
    else:
        wide = np.complex128 if expected.dtype.kind == "c" else np.float64
        one, other = result.astype(wide), expected.astype(wide)
        finite = np.abs(other[np.isfinite(other)])
        limit = RELATIVE[min(width(expected), narrowest)] * (np.abs(other) + 0.1 * min(1.0, finite.max(initial=0)))
        with np.errstate(all="ignore"):
            wrong = ~((np.abs(one - other) <= limit) | (one == other) | (np.isnan(one) & np.isnan(other)))
    if not wrong.any():
        return None
    at = tuple(np.argwhere(wrong)[0])
    return f"{wrong.sum()} of {wrong.size} differ, at {[int(k) for k in at]} {result[at]}, not {expected[at]}"


def problem(path: Path, arguments) -> str | None:
    """The kind of what went wrong with a program, and the rest of the line; None where nothing did."""
    calls = [[[array_of(*each) for each in arrays] for arrays in call] for call in pickle.loads(path.with_suffix(".pickle").read_bytes())]
    if arguments.serialized:
        module = module_of(path.with_suffix(".jax").read_bytes(), str(path))
        deserialize(module)
    else:
        module = parse(Source(str(path), path.read_text()), lookup, dialect)
    verify(module)
    if arguments.target:
        module.set_attribute("iree.target", read_target(arguments.target))
    if arguments.device != "interpreter":
        Runner(verify).run(load_pipeline(arguments.device), module)
    with session(module, arguments.device) as program_of, np.errstate(all="ignore"):
        entry = find_entry(module)
        program = program_of(entry)
        for operands, expected in calls:
            given = bind(entry, [Given(None, operand, "an operand") for operand in operands])
            results, narrowest = program(given), min(map(width, operands), default=8)
            if len(results) != len(expected):
                return f"differs: {len(results)} results, not {len(expected)}"
            for at, (one, other) in enumerate(zip(results, expected)):
                if wrong := difference(one, other, narrowest):
                    return f"differs: result {at}: {wrong}"
    return None


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("folder", type=Path)
    options.add_argument("regex", nargs="?", default="")
    options.add_argument("--jax")
    options.add_argument("--device", default="interpreter")
    options.add_argument("--target")
    options.add_argument("--serialized", action="store_true")
    arguments = options.parse_args()
    if arguments.jax:
        arguments.folder.mkdir(exist_ok=True)
        subprocess.run([arguments.jax, str(ROOT / "tools" / "jax_programs.py"), str(arguments.folder), arguments.regex], check=True)
    counts = Counter()
    for path in sorted(arguments.folder.glob("*.mlir")):
        if not re.search(arguments.regex, path.stem):
            continue
        begun = time.process_time()
        try:
            with limited(PATIENCE):
                line = problem(path, arguments)
        except Error as error:
            line = f"refused: {str(error).splitlines()[0][:250]}"
        except TimeoutError:
            line = f"too long: more than {PATIENCE} s"
        except Exception as error:
            line = f"crashed: {type(error).__name__}: {str(error).splitlines()[:1]}"
        counts[line.partition(":")[0] if line else "right"] += 1
        if line or time.process_time() - begun > 5:
            print(f"{path.stem}: {line or 'right'} ({time.process_time() - begun:.1f} s)", flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())) or "no program")
    return 1 if counts["differs"] + counts["crashed"] else 0


if __name__ == "__main__":
    sys.exit(main())
