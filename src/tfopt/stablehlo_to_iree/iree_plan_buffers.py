"""Lets buffers that are not needed at the same time share one arena."""

from __future__ import annotations

from tfir.dialects.iree_ll_seq import byte_size
from tfir.ir.attributes import integer
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I8, MemRefType

from tfopt.stablehlo_to_iree.clusters import CONSTANT, is_absorbed, is_elementwise
from tfopt.stablehlo_to_iree.lifetimes import Need, aligned, place

WORKS_ON = ("iree_ll_seq",)
ALLOCATION, DISPATCH = "iree_ll_seq.alloc_heap", "iree_ll_seq.static_dispatch"
VIEWS = ("iree_ll_seq.reshape", "iree_ll_seq.static_slice")
OPTIONS = {
    "alignment": "Of every buffer in the arena, in bytes.",
    "in-place": "Let an elementwise dispatch write over an operand that is not read later.",
}


def iree_plan_buffers(module: "Module", *, alignment: int = 256, in_place: bool = True):
    """Let buffers that are not needed at the same time share one arena.

    Buffers that a function returns stay allocations of their own. `alignment` is in bytes, of every buffer in the
    arena. `in_place` lets an elementwise dispatch write over an operand that is not read later.
    """
    symbols = SymbolTable(module)
    for func in [op for op in module.body if op.name == "func.func"]:
        _Plan(func, symbols, alignment).run(in_place)


class _Plan:
    def __init__(self, func: Operation, symbols: SymbolTable, alignment: int):
        self.func, self.symbols, self.alignment = func, symbols, alignment
        self.steps = list(func.body)
        returned = {origin(value) for value in func.body.terminator.operands}
        self.temporary = [op for op in self.steps if op.name == ALLOCATION and op.result not in returned]
        self.needs: dict[Value, Need] = {}
        self.entries: dict = {}  # callee -> its entry where that is elementwise, else None

    def run(self, in_place: bool):
        self._erase_untouched()
        self._find_needs()
        if in_place:
            for number, step in enumerate(self.steps):
                if step.name == DISPATCH:
                    self._share_in_place(number, step)
        distinct = list(dict.fromkeys(self.needs.values()))
        size = place(distinct, self.alignment)
        if size:
            self._allocate(size)

    def _erase_untouched(self):
        unused = [op for op in self.temporary if not op.result.uses]
        self.temporary = [op for op in self.temporary if op.result.uses]
        for op in unused:
            op.erase()

    def _find_needs(self):
        """From the first to the last step that touches a buffer, directly or through a view."""
        for op in self.temporary:
            self.needs[op.result] = Need(aligned(byte_size(op.result.type), self.alignment), len(self.steps), 0)
        for number, step in enumerate(self.steps):
            for value in step.operands:
                need = self.needs.get(origin(value))
                if need is not None and step.name not in VIEWS:
                    need.first, need.last = min(need.first, number), max(need.last, number)
        self.needs = {value: need for value, need in self.needs.items() if need.first <= need.last}

    def _share_in_place(self, number: int, step: Operation):
        entry = self._elementwise_entry(step)
        if entry is None:
            return
        outputs = [step.operands[position] for position in written_arguments(entry)]
        mine = self.needs.get(outputs[0]) if len(outputs) == 1 else None
        if mine is None or mine.first != number:
            return
        for operand in step.operands:
            if operand is not outputs[0] and self._can_be_overwritten(operand, outputs[0], number, step, entry):
                shared = self.needs[outputs[0]] = self.needs[origin(operand)]
                shared.last = mine.last
                return

    def _elementwise_entry(self, step: Operation) -> Operation | None:
        callee = step.attributes["callee"]
        if callee not in self.entries:
            entry = entry_of(step, self.symbols)
            self.entries[callee] = entry if entry is not None and _is_elementwise_entry(entry) else None
        return self.entries[callee]

    def _can_be_overwritten(self, operand, output, number: int, step: Operation, entry: Operation) -> bool:
        need = self.needs.get(origin(operand))
        dies_here = need is not None and need.last == number and need.size >= self.needs[output].size
        arguments = entry.body.arguments
        views = [n for n, other in enumerate(step.operands) if origin(other) is origin(operand)]
        return dies_here and all(_is_read_in_place(arguments[n], output) for n in views)

    def _allocate(self, size: int):
        build = Builder(self.func.body, self.func.body.first, self.func.location)
        arena = build.value(ALLOCATION, [], MemRefType((size,), I8))
        arena.name = "arena"
        for op in self.temporary:
            need = self.needs.get(op.result)
            if need is None:
                continue  # only views of it are made, and those are not read
            place_in = {"offset": integer(need.offset), "length": integer(byte_size(op.result.type))}
            part = Builder.before(op).value("iree_ll_seq.static_slice", [arena], op.result.type, place_in)
            part.name = op.result.name
            op.replace_with(part)


def origin(value: Value) -> Value:
    """The allocation, argument or constant that a value is a view of or lies in."""
    while value.op is not None and value.op.name in VIEWS:
        value = value.op.operands[0]
    return value


def entry_of(dispatch: Operation, symbols: SymbolTable) -> Operation | None:
    """The function that says in StableHLO what a dispatch computes."""
    callee = dispatch.attributes["callee"]
    executable = symbols.get(callee.root)
    inside = executable.walk() if executable is not None else ()
    return next((op for op in inside if op.name == "func.func" and op.get("sym_name") == callee.leaf), None)


def written_arguments(entry: Operation) -> list[int]:
    """The positions of an entry's arguments that it stores to."""
    stores = [op for op in entry.body if op.name == "iree.store_output"]
    return [op.operands[1].index for op in stores]


def _is_elementwise_entry(entry: Operation) -> bool:
    return all(op.name.startswith("iree.") or op.name == CONSTANT or is_absorbed(op) or is_elementwise(op) for op in entry.body)


def _is_read_in_place(argument: Value, output: Value) -> bool:
    """Whether an element is read only for the element of the output that would take its place."""
    if argument.type is not output.type:
        return False
    loads = [user for user in argument.users if user.name == "iree.load_input"]
    users = [user for load in loads for user in load.result.users]
    return all(user.name == "iree.store_output" or is_elementwise(user) for user in users)
