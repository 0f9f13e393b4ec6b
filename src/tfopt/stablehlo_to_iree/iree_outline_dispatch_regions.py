"""Moves dispatch regions into executables of their own and leaves a sequence of dispatches on buffers.

A region for the host becomes an executable for the host, with the functions that it calls. It is dispatched like any other.
"""

from __future__ import annotations

from tfir.analysis.call_graph import reached_functions
from tfir.analysis.equivalence import Equivalence
from tfir.analysis.host_steps import contents
from tfir.execution.executables import entry_function, make_executable, make_host_executable, memref
from tfir.execution.sequencer import INTERPRETED, is_host_number, leaves_open
from tfir.ir.attributes import SymbolRefAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Diagnostic, Error, emit
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable, symbol_name
from tfir.ir.types import INDEX
from tfir.ods.functions import retype

from tfopt.stablehlo_to_iree.alike import give_numbers_to_alike
from tfopt.stablehlo_to_iree.host_numbers import HostNumbers
from tfopt.stablehlo_to_iree.host_regions import HOST_REGION, KEPT, SEQUENCE_CALL, functions_by_name
from tfopt.stablehlo_to_iree.iree_identify_dispatch_regions import WORKLOAD_TYPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

WORKS_ON = ()  # functions without dispatches take and return buffers, too
SAME = Equivalence(ignored=lambda op: ("sym_name",), commutes=False)  # of functions that use nothing from outside


def iree_outline_dispatch_regions(module: "Module"):
    """Move dispatch regions into executables, one for all regions that compute the same, and one for more than a few that would
    but for scalar constants and the starts of slices, which are operands then.

    Functions then take and return buffers, and consist of `iree_hl_seq` operations.
    """
    symbols, shared = SymbolTable(module), Shared()
    functions = functions_by_name(module)
    hosted = reached_functions(host_regions(functions.values()), functions)
    for func in functions.values():
        if func not in hosted:
            give_numbers_to_alike(func)
            _Sequencing(func, symbols, shared).run()
    for func in hosted:
        symbols.remove(func)


class Shared:
    """The executables that have been made: those of devices by what they compute, and how many there are for the host."""

    def __init__(self):
        self.references: dict[object, SymbolRefAttr] = {}
        self.host_steps = 0


class _Sequencing:
    """One function on its way from tensor values to buffers. Each operation has a rule below, by name."""

    def __init__(self, func: Operation, symbols: SymbolTable, shared: Shared):
        self.func, self.symbols, self.shared = func, symbols, shared
        self.sizes = HostNumbers()

    def run(self):
        self.sizes.compute(self.func)
        blocks, types = self.func.region.blocks, self.func.attributes["function_type"].value.results
        for value in [value for block in blocks for value in block.arguments]:
            value.retype(memref(value.type))
        for op in [op for block in blocks for op in block if not is_host_number(op)]:
            rule = RULES.get(op.name)
            if rule is None:
                raise Error.on(op, "stands outside of a dispatch region; run --iree-identify-dispatch-regions first")
            rule(self, op, Builder.before(op))
        retype(self.func, [memref(type) for type in types])
        if self.func.remove_attribute(KEPT) is None:
            self.func.set_attribute("iree.module.export", UnitAttr())

    def constant(self, op: Operation, build: Builder):
        value = op.attributes["value"]
        op.replace_with(build.create(INTERPRETED, [], [memref(value.type)], {"value": value}))

    def reshape(self, op: Operation, build: Builder):
        operands = [op.operands[0], *self.sizes.of(op.result, op)]
        op.replace_with(build.create("iree_hl_seq.reshape", operands, [memref(op.result.type)]))

    def dispatch(self, op: Operation, build: Builder):
        self.dispatch_to(self.outline(op), op, op.operands, build)

    def host_step(self, op: Operation, build: Builder):
        one = build.value(INTERPRETED, [], memref(WORKLOAD_TYPE), {"value": DenseAttr.of(1, WORKLOAD_TYPE)})
        for result in [result for result in op.results if leaves_open(result.type)]:
            self.upload(result, Builder(op.block, op.next, op.location))
        self.dispatch_to(self.outline_for_host(op), op, [one, *op.operands], build)

    def upload(self, made: Value, build: Builder):
        """Lets devices have what the host has made, and can tell the sizes of now."""
        users = [user for user in made.users if user.name in READ_BY_DEVICES]
        if not users:
            return
        open_axes = [axis for axis, size in enumerate(made.type.shape) if size is None]
        dimensions = [build.value("memref.dim", [made, self.sizes.value(axis)], INDEX) for axis in open_axes]
        buffer = build.value("iree_hl_seq.alloc_heap", dimensions, memref(made.type))
        build.create("iree_hl_seq.upload", [made, buffer])
        for user in users:
            user.set_operands([buffer if value is made else value for value in user.operands])

    def dispatch_to(self, callee: SymbolRefAttr, op: Operation, operands: Iterable[Value], build: Builder):
        """Dispatches, in the place of a region, an entry that takes its operands, and buffers for its results."""
        outputs = [build.value("iree_hl_seq.alloc_heap", self.sizes.of(value, op), memref(value.type)) for value in op.results]
        for old, new in zip(op.results, outputs):
            new.name = old.name
        name = "iree_hl_seq.dynamic_dispatch" if op in self.sizes.lists else "iree_hl_seq.dispatch"
        build.create(name, [*operands, *outputs], [], {"callee": callee})
        op.replace_with(outputs)

    def outline(self, op: Operation) -> SymbolRefAttr:
        prefix, number = symbol_name(self.func), len(self.shared.references)
        entry = entry_function(f"{prefix}_rgn_dispatch_{number}", op.take_regions()[0], op.location)
        key = SAME.operation(entry)
        if key not in self.shared.references:
            made = make_executable(f"{prefix}_ex_dispatch_{number}", entry)
            self.symbols.add(made, before=self.func)
            self.shared.references[key] = SymbolRefAttr(made.get("sym_name"), entry.get("sym_name"))
        return self.shared.references[key]

    def outline_for_host(self, op: Operation) -> SymbolRefAttr:
        """An executable of its own, even for a region like another: what keeps a state is told apart by where it stands."""
        prefix, number = symbol_name(self.func), self.shared.host_steps
        self.shared.host_steps += 1
        emit(Diagnostic(f"host step '{prefix}_host_{number}' computes {contents(op)}", op, "remark"))
        functions = functions_by_name(self.symbols.op)
        called = [func.clone() for func in functions.values() if func in reached_functions([op], functions)]
        entry = entry_function(f"{prefix}_host_{number}", op.take_regions()[0], op.location)
        made = make_host_executable(f"{prefix}_ex_host_{number}", entry, called)
        self.symbols.add(made, before=self.func)
        return SymbolRefAttr(made.get("sym_name"), entry.get("sym_name"))

    def call(self, op: Operation, build: Builder):
        op.replace_with(
            build.create("iree_hl_seq.call", op.operands, [memref(value.type) for value in op.results], {"callee": op.attributes["callee"]})
        )

    def decision(self, op: Operation, build: Builder):
        """What a branch decides by stays in its buffer, which the host reads."""
        op.replace_with(op.operands[0])

    def terminator(self, op: Operation, build: Builder):
        op.rename(f"iree_hl_seq.{op.name.partition('.')[2]}")


def host_regions(functions: Iterable[Operation]) -> list[Operation]:
    return [op for func in functions for block in func.region.blocks for op in block if op.name == HOST_REGION]


READ_BY_DEVICES = ("iree.dispatch_region", "stablehlo.reshape", "stablehlo.dynamic_reshape")
RULES = {
    "stablehlo.constant": _Sequencing.constant,
    "stablehlo.reshape": _Sequencing.reshape,
    "stablehlo.dynamic_reshape": _Sequencing.reshape,
    "iree.dispatch_region": _Sequencing.dispatch,
    HOST_REGION: _Sequencing.host_step,
    SEQUENCE_CALL: _Sequencing.call,
    "tensor.extract": _Sequencing.decision,
    **dict.fromkeys(("func.return", "cf.br", "cf.cond_br"), _Sequencing.terminator),
}
