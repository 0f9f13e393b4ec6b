"""Has dispatches that write a part of a tensor over another one take one buffer for both, to which the tensor is copied before.

    dispatch(%x, %update, %start, %result)   =   static_copy %x, %result; dispatch(%update, %start, %result)

Where nothing needs the tensor afterwards, iree-plan-buffers makes one buffer of both and drops the copy: a loop that fills a tensor row by row
then writes one row in each of its trips.
"""

from __future__ import annotations

from tfir.analysis.scatters import SCATTER, writes_one_window
from tfir.dialects.iree_ll_seq import byte_size
from tfir.ir.attributes import TypeAttr, integer
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import FunctionType

from tfopt.stablehlo_to_iree.accesses import COPY, COPY_ALL, DISPATCHES, entry_of, is_loaded

AFTER = ("iree-lower-sequencer-dialect",)
WORKS_ON = ("iree_ll_seq",)
SLICE = "stablehlo.dynamic_update_slice"
OPTIONS = {"scatters": "All scatters as well, where kernels write no more of them than their updates; else those of one window."}


def iree_update_in_place(module: "Module", *, scatters: bool = True):
    """Copy what is updated to where the result will be, and update it there."""
    symbols, calls = SymbolTable(module), dict[Operation, list[Operation]]()
    for step in [step for func in module.body if func.name == "func.func" for block in func.region.blocks for step in block]:
        entry = entry_of(step, symbols) if step.name in DISPATCHES else None
        if entry is not None:
            calls.setdefault(entry, []).append(step)
    for entry, steps in calls.items():
        update = next((op for op in entry.body if op.name == SLICE or (op.name == SCATTER and scatters) or writes_one_window(op)), None)
        pair = None if update is None else updated(update)
        if pair is not None:
            for step in steps:
                copy_before(step, len(step.operands) - len(entry.body.arguments), *pair)
            keep_in_result(entry, *pair)


def updated(update: Operation) -> tuple[Value, Value] | None:
    """The arguments of an entry that a tensor is loaded from for an update alone, and that the result is stored to for nothing else to load."""
    load, result = update.operands[0].op, update.results[0]
    if load is None or load.name != "iree.load_input" or len(load.result.uses) != 1 or len(result.uses) != 1:
        return None
    (store,) = result.users
    source = load.operands[0]
    if store.name != "iree.store_output" or len(source.uses) != 1:
        return None
    target = store.operands[1]
    return (source, target) if source.type is target.type and not is_loaded(target) and len(target.uses) == 1 else None


def copy_before(step: Operation, first: int, source: Value, target: Value) -> None:
    """`first` is the number of the operand that is the first argument, behind what says how many workgroups there are."""
    operands = list(step.operands)
    before, behind = operands[first + source.index], operands[first + target.index]
    if before.type.is_static:
        sizes = {"source_offset": integer(0), "target_offset": integer(0), "length": integer(byte_size(before.type))}
        Builder.before(step).create(COPY, [before, behind], attributes=sizes)
    else:
        Builder.before(step).create(COPY_ALL, [before, behind])
    del operands[first + source.index]
    step.set_operands(operands)


def keep_in_result(entry: Operation, source: Value, target: Value) -> None:
    (load,) = source.users
    load.set_operands([target])
    entry.body.remove_argument(source.index)
    entry.set_attribute("function_type", TypeAttr(FunctionType([each.type for each in entry.body.arguments])))
