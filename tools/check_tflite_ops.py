#!/usr/bin/env python3
"""Holds what TFLite's operators mean here, and what they are lowered to, against TFLite's reference kernels, on operands made by chance.

    tools/check_tflite_ops.py --tensorflow=PYTHON [--seed=N] [--count=N] [--ways=meaning,stablehlo,cpu,vulkan] [OP ...]

PYTHON is an interpreter that has TensorFlow, whose reference kernels answer (those that the interpreter takes by itself where an operator has no
others). Each of `--count` seeds draws all cases anew (tflite_cases.py). What a case computes with integers must be the same to the bit, floats
nearly. `meaning` is the operator's own meaning, `stablehlo` the program of it behind --pipeline=stablehlo, `cpu` and `vulkan` on these devices.
The numbers of cases are told by way; exits with 1 where something differs.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support"), str(ROOT / "tools")]

from tflite_cases import cases  # noqa: E402

WAYS = ("meaning", "stablehlo", "cpu", "vulkan")


def answers(python: str, drawn: Iterable[dict]) -> Iterator[dict]:
    """The cases with their answers, from a process that has TensorFlow."""
    command = [python, str(Path(__file__).with_name("tensorflow_lite.py"))]
    lines = "".join([json.dumps(case) + "\n" for case in drawn])
    answered = subprocess.run(command, input=lines, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    return map(json.loads, answered.stdout.splitlines())


def held(case, way: str) -> str | None:
    """What differs in one way, or None."""
    from tfir.ir.diagnostics import Error

    try:
        arrays = case.computed() if way == "meaning" else case.lowered(way)
    except (Error, ArithmeticError, LookupError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return case.difference(arrays)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tensorflow", required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--ways", default="meaning,stablehlo")
    parser.add_argument("ops", nargs="*")
    arguments = parser.parse_args()
    from tflite_values import Case

    drawn = [case for seed in range(arguments.seed, arguments.seed + arguments.count) for case in cases(seed)]
    asked = [case for case in drawn if not arguments.ops or case["op"] in arguments.ops]
    counts: Counter[str] = Counter()
    for line in answers(arguments.tensorflow, asked):
        if "error" in line:
            counts["refused by TFLite"] += 1
            print(f"refused: {line['op']} {line['attributes']}: {line['error']}", file=sys.stderr)
            continue
        case = Case(line)
        for way in arguments.ways.split(","):
            difference = held(case, way)
            counts[f"{way}, {'integers' if case.is_exact else 'floats'}: {'right' if difference is None else 'wrong'}"] += 1
            if difference is not None:
                print(f"{way}: {case.title} {line['attributes']}: {difference}", file=sys.stderr)
    for name, count in sorted(counts.items()):
        print(f"{name} {count}")
    return int(any(["wrong" in name for name in counts]))


if __name__ == "__main__":
    sys.exit(main())
