"""The patterns of `canonicalize` for each dialect: all exact to the last bit, NaN, infinities and signed zeros included.

One file per dialect with a table `PATTERNS`, whose lists hold rules (`pattern >> replacement`) and functions `(op, rewriter) -> bool`
in the order in which they are tried. Keys are names of ops, which the functions are for, or headings of rules.
"""

from __future__ import annotations

from tfir.startup import loaded

from tfopt.rewrite.pattern import RewritePattern, function_patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any


# A dialect, or one op of it where no other simplifies, and the file about it.
FILES = {
    **{name: name for name in ("affine", "arith", "cf", "complex", "index", "llvm", "math", "memref", "scf", "shape", "stablehlo", "tensor", "tf", "vector")}, "func.call_indirect": "func",
    **dict.fromkeys(("bufferization", "builtin.unrealized_conversion_cast"), "shapes"),
}  # fmt: skip
# Dialects whose constants are gathered, and whose patterns therefore have to be tried again.
WITH_GATHERED_CONSTANTS = FILES.keys() - {"stablehlo", "tf"}


def files_about(names: Iterable[str]) -> list[str]:
    """The keys of `FILES` that are about ops of these names."""
    met = {name.partition(".")[0] for name in names} | set(names)
    return sorted(met & FILES.keys())


def patterns_of(*about: str) -> list[RewritePattern]:
    """The patterns of these files, each once."""
    return [pattern for table in {FILES[key]: table_of(key) for key in about}.values() for pattern in function_patterns(table)]


def table_of(key: str) -> Mapping[str, Sequence[Any]]:
    """The rules of the file about a dialect, or an op of it."""
    table: Mapping[str, Sequence[Any]] = loaded(f"{__name__}.{FILES[key]}").PATTERNS
    return table
