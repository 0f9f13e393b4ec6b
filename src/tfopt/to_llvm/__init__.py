"""From MLIR's standard dialects to LLVM's, under upstream's names: one arrow from each of several dialects.

Each pass converts the ops of one dialect, and `convert-to-llvm` those of all. Types are converted by `llvm_types.py`, casts between old and new ones
are `rewrite/type_conversion.py`'s; `reconcile-unrealized-casts` takes them away once both sides are converted.
"""

WORKS_ON = ("arith", "cf", "complex", "func", "index", "math", "memref", "ub", "vector")
OPTIONS = {"index-bitwidth": "How many bits an `index` has; 0 for as many as a pointer, 64."}
