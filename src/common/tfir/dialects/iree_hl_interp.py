"""IREE's interpreter dialect of 2019 in which operations have results: an executable for the processor on its way to bytecode."""

from __future__ import annotations

from tfir.dialects.func import verify_return
from tfir.dialects.iree import SYNTAX
from tfir.dialects.iree.forms import BRANCH_FORMS, BRANCH_OPS, VERIFY_BRANCHES, VERIFY_CONDITIONS
from tfir.dialects.iree_interp import LINES, operations
from tfir.dialects.iree_interp.verify import verifier
from tfir.ods.dialect import Dialect

OWN = """
    slice(operand: memref, indices: memref, lengths: memref) -> (result: memref) !effects(allocate memory, read memory)
    copy(source: memref, source_indices: memref, target: memref, target_indices: memref, lengths: memref) !effects(read memory, write memory)
    concat(inputs: *memref; dimension: i32) -> (result: memref) !effects(allocate memory, read memory)
"""

DIALECT = Dialect(
    "iree_hl_interp",
    operations("high", OWN) + BRANCH_OPS,
    package="tfir.dialects.iree_interp",
    families=("high_level",),
    forms=BRANCH_FORMS,
    syntax=SYNTAX,
    verify={**{name: verifier(name) for name in LINES}, **VERIFY_CONDITIONS},
    verify_in_context={"return": verify_return, **VERIFY_BRANCHES},
)
