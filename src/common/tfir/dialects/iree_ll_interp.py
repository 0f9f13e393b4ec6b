"""IREE's interpreter dialect of 2019 in which operations write to buffers: what its bytecode encodes, an instruction for each."""

from __future__ import annotations

from tfir.dialects.func import verify_return
from tfir.dialects.iree import SYNTAX
from tfir.dialects.iree.forms import BRANCH_FORMS, BRANCH_OPS, VERIFY_BRANCHES, VERIFY_CONDITIONS
from tfir.dialects.iree_interp import LINES, operations
from tfir.dialects.iree_interp.verify import verifier
from tfir.ods.dialect import Dialect

OWN = """
    constant(; value: elements) -> (result: memref) !pure !constant_like
    call_import(operands: *any; callee: symbol) -> (results: *any) !call(callee)
    alloc_static(; value: elements) -> (result: memref) !effects(allocate memory)
    alloc_stack(sizes: *any; memory_space: i32 = 0) -> (result: memref) !effects(allocate memory)
    alloc_stack_init(sizes: *any; value: elements) -> (result: memref) !effects(allocate memory)
    dynamic_slice(operand: memref, indices: memref, lengths: memref) -> (result: memref) !effects(read memory)
    static_slice(operand: memref; offsets: array<i64>, lengths: array<i64>) -> (result: memref) !effects(read memory)
    dynamic_copy(source: memref, source_indices: memref, target: memref, target_indices: memref, lengths: memref) !effects(read memory, write memory)
    static_copy(source: memref, target: memref; source_offsets: array<i64>, target_offsets: array<i64>, lengths: array<i64>) !effects(read memory, write memory)
"""

DIALECT = Dialect(
    "iree_ll_interp",
    operations("low", OWN) + BRANCH_OPS,
    package="tfir.dialects.iree_interp",
    families=("low_level",),
    forms=BRANCH_FORMS,
    syntax=SYNTAX,
    verify={**{name: verifier(name) for name in LINES}, **VERIFY_CONDITIONS},
    verify_in_context={"return": verify_return, **VERIFY_BRANCHES},
)
