"""Lowers iree_hl_seq to iree_ll_seq: dispatches of known size, numbers in place of names, and memory in place of block arguments."""

from __future__ import annotations

from tfir.dialects.iree.forms import HAS_WORKLOAD
from tfir.execution.sequencer import INTERPRETED, is_host_number
from tfir.ir.attributes import IntegerAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I32

from tfopt.stablehlo_to_iree.block_arguments import keep_arguments_in_memory
from tfopt.stablehlo_to_iree.buffer_parts import PARTS

WORKS_ON = ()  # functions without dispatches take and return buffers, too
ORDINAL, WORKLOAD = "iree.ordinal", "iree.executable.workload"
# Operations that mean the same in both dialects.
SHARED = ("call", "call_indirect", "discard", "clone", "assign", "cond_assign", "trace", "cond_break", "break")
UNCHANGED = ("constant", "alloc_heap", "reshape", "dynamic_dispatch", "upload", "return", "br", "cond_br", *SHARED)


def iree_lower_sequencer_dialect(module: "Module"):
    """Lower iree_hl_seq to iree_ll_seq: static dispatches, ordinals, workloads on the executables' entries, copies where branches pass
    buffers, and ranges of bytes for parts of buffers."""
    functions = [op for op in module.body if op.name == "func.func"]
    executables = [op for op in module.body if op.name == "iree.multi_arch_executable"]
    _number(functions)
    _number(executables)
    for executable in executables:
        _number([op for op in executable.walk() if "iree.executable.export" in op.attributes])
    symbols = SymbolTable(module)
    for func in functions:
        for op in [op for block in func.region.blocks for op in block]:
            _lower(op, symbols)
        _erase_unused_constants(func)
        keep_arguments_in_memory(func.region)


def _number(ops):
    for index, op in enumerate(ops):
        op.set_attribute(ORDINAL, IntegerAttr(index, I32))


def _lower(op: Operation, symbols: SymbolTable):
    dialect, _, local = op.name.partition(".")
    if is_host_number(op):
        return
    if op.name != INTERPRETED and dialect != "iree_hl_seq":
        raise Error.on(op, "is no operation of iree_hl_seq; run --iree-outline-dispatch-regions first")
    if local == "dispatch":
        _lower_dispatch(op, symbols)
    elif local in PARTS:
        result = PARTS[local](op, Builder.before(op))
        op.replace_with([] if result is None else [result])
    elif local in UNCHANGED:
        op.rename(f"iree_ll_seq.{local}")
    else:
        raise Error.on(op, "has no form in iree_ll_seq")


def _lower_dispatch(op: Operation, symbols: SymbolTable):
    count, *arguments = op.operands
    if count.op is None or "value" not in count.op.attributes:  # the host reads it
        op.rename("iree_ll_seq.dynamic_dispatch")
        op.set_attribute(HAS_WORKLOAD, UnitAttr())
        return
    size, callee = count.op.attributes["value"], op.attributes["callee"]
    for entry in _entries(symbols.get(callee.root), callee.leaf):
        entry.set_attribute(WORKLOAD, size)
    attributes = {"callee": callee, "workload": size}
    Builder.before(op).create("iree_ll_seq.static_dispatch", arguments, [], attributes)
    op.erase()


def _entries(executable: Operation | None, name: str):
    """The functions of a name in an executable, one for each architecture."""
    if executable is None:
        raise Error(f"there is no executable with an entry @{name}")
    return [op for op in executable.walk() if op.get("sym_name") == name and op is not executable]


def _erase_unused_constants(func: Operation):
    for op in [op for block in func.region.blocks for op in block]:
        if op.name == "iree_ll_seq.constant" and not op.result.uses:
            op.erase()
