#!/usr/bin/env python3
"""Exports varied programs from JAX and holds what tf-opt prints of them against iree-opt, in each mode of printing.

    tools/check_jax_programs.py [REGEX] [--jax=PYTHON] [--iree-opt=PROGRAM] [--keep=FOLDER]

PYTHON is an interpreter that has jax, and exports those programs of jax_programs.py whose names REGEX finds. Two things are asked of each
program and mode: that the texts are the same, and that iree-opt accepts what tf-opt has printed. Exits with 1 where one does not hold.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

MODES = [
    [], ["--mlir-print-op-generic"], ["--mlir-print-debuginfo"], ["--mlir-print-op-generic", "--mlir-print-debuginfo"],
    ["--mlir-print-local-scope"], ["--mlir-print-debuginfo", "--mlir-print-local-scope"], ["--mlir-elide-elementsattrs-if-larger=4"],
    ["--mlir-print-elementsattrs-with-hex-if-larger=2"], ["--mlir-print-elementsattrs-with-hex-if-larger=-1"],
    ["--mlir-elide-resource-strings-if-larger=8"],
]  # fmt: skip


def printed(tool: str, arguments: list, path: Path) -> subprocess.CompletedProcess:
    return subprocess.run([tool, str(path), *arguments], capture_output=True, text=True, check=False)


def problems(path: Path, mode: list, ours: str, theirs: str) -> list[str]:
    """What does not hold of one program in one mode. Only the blank line at the end may differ."""
    one, other = printed(ours, mode, path), printed(theirs, mode, path)
    reasons = []
    if one.stdout.rstrip() != other.stdout.rstrip() or one.returncode != other.returncode:
        lines = zip(one.stdout.split("\n") + one.stderr.split("\n"), other.stdout.split("\n") + other.stderr.split("\n"))
        reasons.append(next((f"prints {a[:150]!r}, not {b[:150]!r}" for a, b in lines if a != b), "length differs"))
    if not any("elide" in flag for flag in mode):
        again = subprocess.run([theirs, "-"], input=one.stdout, capture_output=True, text=True, check=False)
        if again.returncode:
            reasons.append(f"is refused: {again.stderr.splitlines()[0][:200]}")
    return reasons


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("regex", nargs="?", default="")
    options.add_argument("--jax", default=sys.executable)
    options.add_argument("--iree-opt", default="iree-opt")
    options.add_argument("--tf-opt", default="tf-opt")
    options.add_argument("--keep", type=Path)
    arguments = options.parse_args()
    with TemporaryDirectory() as made:
        folder = arguments.keep or Path(made)
        folder.mkdir(exist_ok=True)
        subprocess.run([arguments.jax, str(Path(__file__).with_name("jax_programs.py")), str(folder), arguments.regex], check=True)
        wrong, tried = 0, 0
        for path in sorted(folder.glob("*.mlir")):
            for mode in MODES:
                tried += 1
                for problem in problems(path, mode, arguments.tf_opt, arguments.iree_opt):
                    wrong += 1
                    print(f"{path.stem} {' '.join(mode)}: {problem}")
    print(f"{tried} texts of {tried // len(MODES)} programs, {wrong} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
