"""The high-level sequencer: what the host does, in order, on buffers. Source: IREE's walkthrough of 2019."""

from __future__ import annotations

from tfir.dialects.func import verify_return
from tfir.dialects.iree import SYNTAX
from tfir.dialects.iree.forms import (
    BRANCH_FORMS,
    BRANCH_OPS,
    SEQUENCER_OPS,
    VERIFY_BRANCHES,
    VERIFY_CONDITIONS,
    ConstantForm,
    DispatchForm,
    ReshapeForm,
)
from tfir.dialects.iree.verify import VERIFY_CALLS, VERIFY_PARTS
from tfir.ods.dialect import Dialect

OPS = """
    constant(; value: elements) -> (result: memref) !pure !constant_like
    alloc_heap(sizes: *index) -> (result: memref)
    reshape(source: memref, sizes: *any) -> (result: memref) !pure
    dispatch(workload: memref, arguments: *memref; callee: symbol)
    dynamic_dispatch(arguments: *memref; callee: symbol, has_workload?: unit)
    upload(source: memref, target: memref)
      $source to $target attr-dict : type($source), type($target)
    rank(operand: memref) -> (result: memref)
    dim(operand: memref; dimension: i32) -> (result: memref)
    shape(operand: memref) -> (result: memref)
    length(operand: memref) -> (result: memref)
    slice(operand: memref, indices: memref, lengths: memref) -> (result: memref)
    copy(source: memref, source_indices: memref, target: memref, target_indices: memref, lengths: memref)
    fill(value: memref, target: memref, target_indices: memref, lengths: memref)
    concat(inputs: *memref; dimension: i32) -> (result: memref)
    return(operands: *any) !terminator
      $operands attr-dict <ReturnTypes>()
"""

DIALECT = Dialect(
    "iree_hl_seq",
    OPS + SEQUENCER_OPS + BRANCH_OPS,
    forms={
        "constant": ConstantForm(),
        "reshape": ReshapeForm(),
        "dynamic_dispatch": DispatchForm(None),
        "dispatch": DispatchForm("operand"),
        **BRANCH_FORMS,
    },
    syntax=SYNTAX,
    verify={**VERIFY_CONDITIONS, **VERIFY_PARTS},
    verify_in_context={
        "return": verify_return,
        "call": VERIFY_CALLS["call"],
        "call_indirect": VERIFY_CALLS["call_indirect"],
        **VERIFY_BRANCHES,
    },
)
