"""Complex numbers by arithmetic on their parts, and MLIR's functions of floats."""

EXACT = False
