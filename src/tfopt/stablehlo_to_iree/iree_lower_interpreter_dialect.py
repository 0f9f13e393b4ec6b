"""Lowers iree_hl_interp to iree_ll_interp: results become memory that is allocated and written to."""

from __future__ import annotations

from tfir.dialects.iree.verify import IMPORT
from tfir.dialects.iree_interp import LINES
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import MemRefType

HIGH, LOW = "iree_hl_interp", "iree_ll_interp"
WORKS_ON = (HIGH,)
EXACT = False  # what is transposed in memory of its own is summed in another order than what is only looked at so
RENAMED = {"copy": "dynamic_copy", "slice": "dynamic_slice"}  # others have the same name at both levels
CONSTANT = "iree.constant"


def iree_lower_interpreter_dialect(module: "Module"):
    """Lower iree_hl_interp to iree_ll_interp: memory that is written to in place of results, and calls of imports."""
    for func in [op for op in module.walk() if op.name == "func.func" and IMPORT not in op.attributes]:
        operations = [op for block in func.region.blocks for op in block]
        if any([op.dialect == HIGH for op in operations]):
            symbols = SymbolTable(func.parent_op)
            for op in operations:
                lower(op, symbols)


def lower(op: Operation, symbols: SymbolTable) -> None:
    dialect, _, local = op.name.partition(".")
    if op.name == CONSTANT:
        op.rename(f"{LOW}.constant")
    elif dialect != HIGH:
        return
    elif local in LINES:
        target = allocated(op)
        Builder.before(op).create(f"{LOW}.{local}", [*op.operands, target], [], op.attributes)
        op.replace_with(target)
    elif local == "concat":
        op.replace_with(joined(op))
    elif local == "call":
        callee = symbols.get(op.get("callee"))
        op.rename(f"{LOW}.call_import" if callee is not None and IMPORT in callee.attributes else f"{LOW}.call")
    else:
        op.rename(f"{LOW}.{RENAMED.get(local, local)}")


def allocated(op: Operation) -> Value:
    """Memory for the only result of an operation. Raises Error where its size is not known."""
    type = op.result.type
    if not isinstance(type, MemRefType) or not type.is_static:
        raise Error.on(op, f"has a result of type {type}, for which no memory can be allocated")
    return Builder.before(op).value(f"{LOW}.alloc_heap", [], type)


def joined(op: Operation) -> Value:
    """Memory to which buffers are copied one behind another."""
    target, place, dimension = allocated(op), 0, op.get("dimension")
    rank = len(op.result.type.shape)
    for value in op.operands:
        sizes = value.type.shape
        starts = [place if axis == dimension else 0 for axis in range(rank)]
        offsets = {"source_offsets": [0] * rank, "target_offsets": starts, "lengths": list(sizes)}
        attributes = {name: DenseArrayAttr(numbers) for name, numbers in offsets.items()}
        Builder.before(op).create(f"{LOW}.static_copy", [value, target], [], attributes)
        place += sizes[dimension]
    return target
