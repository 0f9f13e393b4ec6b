"""Moves dispatch regions into executables of their own and leaves a sequence of dispatches on buffers."""

from __future__ import annotations

from tfir.analysis.equivalence import Equivalence
from tfir.ir.attributes import SymbolRefAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable, symbol_name
from tfir.ods.functions import retype

from tfopt.stablehlo_to_iree.alike import give_numbers_to_alike
from tfopt.stablehlo_to_iree.executables import entry_function, make_executable, memref
from tfopt.stablehlo_to_iree.static_shapes import require_static_shapes

WORKS_ON = ("iree",)
SAME = Equivalence(ignored=lambda op: ("sym_name",), commutes=False)  # of functions that use nothing from outside


def iree_outline_dispatch_regions(module: "Module"):
    """Move dispatch regions into executables, one for all regions that compute the same, and one for more than a few that would
    but for scalar constants and the starts of slices, which are operands then.

    Functions then take and return buffers, and consist of `iree_hl_seq` operations.
    """
    symbols = SymbolTable(module)
    shared: dict = {}
    for func in [op for op in module.body if op.name == "func.func" and op.regions[0].blocks]:
        require_static_shapes(func)
        give_numbers_to_alike(func)
        _Sequencing(func, symbols, shared).run()


class _Sequencing:
    """One function on its way from tensor values to buffers. Each operation has a rule below, by name."""

    def __init__(self, func: Operation, symbols: SymbolTable, shared: dict):
        self.func, self.symbols, self.shared = func, symbols, shared

    def run(self):
        blocks, types = self.func.region.blocks, self.func.attributes["function_type"].value.results
        for value in [value for block in blocks for value in block.arguments]:
            value.retype(memref(value.type))
        for op in [op for block in blocks for op in block]:
            rule = RULES.get(op.name)
            if rule is None:
                raise Error.on(op, "stands outside of a dispatch region; run --iree-identify-dispatch-regions first")
            rule(self, op, Builder.before(op))
        retype(self.func, [memref(type) for type in types])
        self.func.set_attribute("iree.module.export", UnitAttr())

    def constant(self, op: Operation, build: Builder):
        value = op.attributes["value"]
        op.replace_with(build.create("iree_hl_seq.constant", [], [memref(value.type)], {"value": value}))

    def reshape(self, op: Operation, build: Builder):
        op.replace_with(build.create("iree_hl_seq.reshape", op.operands, [memref(op.result.type)]))

    def dispatch(self, op: Operation, build: Builder):
        outputs = [build.value("iree_hl_seq.alloc_heap", [], memref(value.type)) for value in op.results]
        for old, new in zip(op.results, outputs):
            new.name = old.name
        build.create("iree_hl_seq.dispatch", [*op.operands, *outputs], [], {"callee": self.outline(op)})
        op.replace_with(outputs)

    def outline(self, op: Operation) -> SymbolRefAttr:
        prefix, number = symbol_name(self.func), len(self.shared)
        entry = entry_function(f"{prefix}_rgn_dispatch_{number}", op.take_regions()[0], op.location)
        key = SAME.operation(entry)
        if key not in self.shared:
            made = make_executable(f"{prefix}_ex_dispatch_{number}", entry)
            self.symbols.add(made, before=self.func)
            self.shared[key] = SymbolRefAttr(made.get("sym_name"), entry.get("sym_name"))
        return self.shared[key]

    def decision(self, op: Operation, build: Builder):
        """What a branch decides by stays in its buffer, which the host reads."""
        op.replace_with(op.operands[0])

    def terminator(self, op: Operation, build: Builder):
        op.rename(f"iree_hl_seq.{op.name.partition('.')[2]}")


RULES = {
    "stablehlo.constant": _Sequencing.constant,
    "stablehlo.reshape": _Sequencing.reshape,
    "iree.dispatch_region": _Sequencing.dispatch,
    "tensor.extract": _Sequencing.decision,
    **dict.fromkeys(("func.return", "cf.br", "cf.cond_br"), _Sequencing.terminator),
}
