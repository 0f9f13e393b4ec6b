"""Prints on standard error how many operations of each name there are, as mlir-opt's pass does, by dialect, and the bytes in their constants."""

from __future__ import annotations

import sys
from collections import Counter

from tfir.analysis.constant_sizes import bytes_by_name
from tfir.ir.operations import Operation

TITLE = "PrintOpStats"
OPTIONS = {"json": "As JSON: a number for each name, and the bytes in constants under `constant_bytes`."}


def print_op_stats(root: Operation, *, json: bool = False):
    counts, sizes = Counter([op.name for op in root.walk()]), bytes_by_name(root)
    if json:
        from json import dumps

        text = dumps({**counts, "constant_bytes": sizes}, indent=2, sort_keys=True) + "\n"
    else:
        text = "".join([*counted(counts), *[f"Bytes in constants of {name}: {size}\n" for name, size in sorted(sizes.items())]])
    sys.stderr.write(text)


def counted(counts: Counter[str]) -> list[str]:
    """The lines of a table, aligned at the dots of names, and those of dialects behind it."""
    names = [(name.partition("."), count) for name, count in sorted(counts.items())]
    left, right = max([len(dialect) for (dialect, _, _), _ in names]), max([len(local) for (_, _, local), _ in names])
    lines = [f"  {dialect:>{left}}{dot}{local:{right}} , {count}\n" for (dialect, dot, local), count in names]
    dialects = Counter[str]()
    for (dialect, _, _), count in names:
        dialects[dialect] += count
    by_dialect = ", ".join([f"{dialect} {count}" for dialect, count in sorted(dialects.items())])
    return ["Operations encountered:\n", "-----------------------\n", *lines, f"By dialect: {by_dialect}\n"]
