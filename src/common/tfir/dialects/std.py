"""The standard dialect of 2019, as far as it computed with tensors: read, turned into StableHLO, and never printed.

Its operations were written without a prefix: `mulf %a, %b : tensor<4xf32>`.
"""

from __future__ import annotations

from tfir.define.dialect import Dialect
from tfir.dialects.xla_hlo import forms

BINARY = {
    "addf": "add", "addi": "add", "subf": "subtract", "subi": "subtract", "mulf": "multiply", "muli": "multiply",
    "divf": "divide", "divis": "divide", "remf": "remainder", "remis": "remainder", "and": "and", "or": "or", "xor": "xor",
}  # fmt: skip
UNARY = {"absf": "abs", "ceilf": "ceil", "cos": "cosine", "exp": "exponential", "negf": "negate", "tanh": "tanh"}

DIALECT = Dialect("std", "\n", forms=forms(BINARY, UNARY), is_open=True)
