"""Simplifies what every later pass would have to see through: constants are folded, identities and dead ops go, views merge."""

from __future__ import annotations

from tfir.ir.operations import Operation

from tfopt.generic.rules import rules_of
from tfopt.rewrite.greedy import Greedy

TITLE = "Canonicalizer"
# What pipelines of mlir-opt spell out: how upstream goes about it.
ALSO_READ = {
    "cse-between-iterations": "false", "max-num-rewrites": "-1", "region-simplify": "normal", "test-convergence": "false", "top-down": "true",
}  # fmt: skip


def canonicalize(root: Operation, *, max_iterations: int = 10):
    """Exact to the bit. `max_iterations` bounds how often an op is looked at on average."""
    dialects = {name.partition(".")[0] for name in {op.name for op in root.inside()}}
    rules = [rule for dialect in sorted(dialects) for rule in rules_of(dialect)]
    Greedy(rules, rewrites_per_op=max_iterations).run(root)
