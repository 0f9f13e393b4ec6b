"""Has dispatches write their results where a concatenation of them puts them.

    dispatch(.., %a); dispatch(.., %b); dispatch(%a, %b, %both)   =   dispatch(.., %both); dispatch(.., %both)

Of devices these are the ones that are processors, where a barrier costs little: what writes parts of one buffer is kept apart by barriers. As they store four
words at once, parts begin and end at multiples of four, and no other part is left to be copied, which would be done by single words.

An entry that writes a part of a buffer says so as an update of what it loads from there: `store(dynamic_update_slice(load(%both), %part, ..), %both)`.
"""

from __future__ import annotations

from math import prod

from tfir.dialects import has_trait
from tfir.dialects.iree.target import TARGET, TargetAttr
from tfir.execution.executables import function_of_buffers, make_executable
from tfir.execution.sequencer import UNSPECIFIED
from tfir.ir.attributes import StringAttr, SymbolRefAttr, TypeAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I32, FunctionType, MemRefType, TensorType, storage_bits

from tfopt.stablehlo_to_iree.accesses import ALLOCATION, DISPATCHES, entry_of
from tfopt.stablehlo_to_iree.clusters import CONSTANT, is_absorbed, is_movement
from tfopt.stablehlo_to_iree.iree_identify_dispatch_regions import CONCATENATE, workload
from tfopt.stablehlo_to_iree.iree_lower_sequencer_dialect import WORKLOAD
from tfopt.stablehlo_to_iree.iree_update_in_place import SCATTER, SLICE

AFTER = ("iree-lower-sequencer-dialect",)
WORKS_ON = ("iree_ll_seq",)
LOAD, STORE = "iree.load_input", "iree.store_output"
NUMBER = TensorType((), I32)
# Operations whose results are stored in vectors along their last dimension.
BY_ROWS = ("stablehlo.convolution", "stablehlo.reduce_window", "stablehlo.pad", "iree.winograd_places")
FOURS, WORD = 4, 32  # what devices store at once, and the bits of each


def iree_concatenate_in_place(module: "Module"):
    """Write what is concatenated where it will be, if nothing else reads it; what something does is copied there."""
    symbols, writers, left = SymbolTable(module), dict[tuple, SymbolRefAttr](), list[str]()
    target = module.attributes.get(TARGET)
    has_rows = not isinstance(target, TargetAttr) or target.is_processor
    if not has_rows and target.kind != "cpu":
        return
    for step in [step for func in module.body if func.name == "func.func" for block in func.region.blocks for step in block]:
        entry = entry_of(step, symbols) if step.name == DISPATCHES[0] else None
        concatenation = concatenation_in(entry) if entry is not None else None
        if concatenation is not None:
            left.append(step.attributes["callee"].root)
            _InPlace(step, concatenation, symbols, writers, has_rows).run()
    left += [callee.root for callee, *_ in writers]
    used = {op.attributes["callee"].root for func in module.body for op in func.walk() if op.name in DISPATCHES}
    for name in dict.fromkeys(left):
        executable = symbols.get(name)
        if name not in used and executable is not None:
            symbols.remove(executable)


def concatenation_in(entry: Operation) -> Operation | None:
    """The concatenation of buffers that is all that an entry computes."""
    ops = [op for op in entry.body if op.name not in (LOAD, STORE) and not has_trait(op, "terminator")]
    op = ops[0] if len(ops) == 1 and ops[0].name == CONCATENATE else None
    if op is None or len(op.result.uses) != 1 or not op.result.type.is_static:
        return None
    return op if all([value.op is not None and value.op.name == LOAD for value in op.operands]) else None


class _InPlace:
    """A dispatch of a concatenation, whose parts are written to where they will be. `writers` are the callees that do that already, by what
    they are made of."""

    def __init__(self, step: Operation, concatenation: Operation, symbols: SymbolTable, writers: dict, has_rows: bool):
        self.step, self.symbols, self.writers, self.axis = step, symbols, writers, concatenation.get("dimension")
        self.has_rows = has_rows  # of any length, and beginning anywhere
        (store,) = concatenation.result.users
        self.whole = step.operands[store.operands[1].index]
        self.parts = [step.operands[load.operands[0].index] for load in [value.op for value in concatenation.operands] if load is not None]

    def run(self) -> None:
        steps = [self.writer(part) if self.parts.count(part) == 1 else None for part in self.parts]
        writing = [step for step in steps if step is not None]
        if not writing or self.whole.op is None or self.whole.op.name != ALLOCATION:
            return
        if not self.has_rows and (len(writing) < len(steps) or not all(map(self.is_in_fours, self.parts))):
            return
        block, start = self.step.block, 0
        first = next(op for op in block if op in writing)
        block.insert_before(self.whole.op.remove(), first)
        for part, step in zip(self.parts, steps):
            self.write_to(part, self.copying(part) if step is None else step, start)
            start += part.type.shape[self.axis]
        self.step.erase()

    def is_in_fours(self, part: Value) -> bool:
        kind = buffer_type(part)
        return storage_bits(kind.element) == WORD and prod(kind.sizes[self.axis :]) % FOURS == 0

    def writer(self, part: Value) -> Operation | None:
        """The dispatch that writes a part, where the concatenation alone reads that, and its rows can lie apart."""
        is_smaller = 0 < buffer_type(part).size < buffer_type(self.whole).size
        if not is_smaller or part.op is None or part.op.name != ALLOCATION or len(part.uses) != 2:
            return None
        others = [user for user in part.users if user is not self.step]
        entry = entry_of(others[0], self.symbols) if others and others[0].name == DISPATCHES[0] else None
        if entry is None or others[0].parent is not self.step.parent:
            return None
        argument = entry.body.arguments[list(others[0].operands).index(part)]
        stores = [op for op in entry.body if op.name == STORE]
        is_written = len(stores) == 1 and list(argument.users) == stores and stores[0].operands[0].op is not None
        return others[0] if is_written and all([is_by_rows(op) for op in entry.body]) and is_for_devices(entry) else None

    def copying(self, part: Value) -> Operation:
        """A dispatch that copies a part, to itself as yet."""
        region, block = single_block_region()
        source, target = block.add_argument(part.type), block.add_argument(part.type)
        build, size = Builder.at_end(block, self.step.location), workload(buffer_type(part))
        build.create(STORE, [build.value(LOAD, [source], TensorType(part.type.shape, part.type.element)), target])
        build.create("iree.return")
        name = self.symbols.unused_name("copy")
        entry = function_of_buffers(f"{name}_entry", region, self.step.location)
        entry.set_attribute(WORKLOAD, size)
        self.symbols.add(make_executable(name, entry), before=self.symbols.get(self.step.attributes["callee"].root))
        attributes = {"callee": SymbolRefAttr(name, entry.get("sym_name")), "workload": size}
        return Builder.before(self.step).create(DISPATCHES[0], [part, self.whole], attributes=attributes)

    def write_to(self, part: Value, step: Operation, start: int) -> None:
        operands, callee = list(step.operands), step.attributes["callee"]
        assert isinstance(callee, SymbolRefAttr)
        index = len(operands) - 1 if operands[-1] is self.whole else operands.index(part)
        key = callee, index, self.whole.type, self.axis, start
        if key not in self.writers:
            self.writers[key] = self.made(callee, index, start)
        operands[index] = self.whole
        step.set_operands(operands)
        step.set_attribute("callee", self.writers[key])

    def made(self, callee: SymbolRefAttr, index: int, start: int) -> SymbolRefAttr:
        """An entry like a callee that writes its result to where it begins along the axis."""
        original = self.symbols.get(callee.root)
        assert original is not None
        executable = original.clone()
        executable.set_attribute("sym_name", StringAttr(self.symbols.unused_name(f"{callee.root}_part")))
        self.symbols.add(executable, before=original)
        entry = next(op for op in executable.walk() if op.get("sym_name") == callee.leaf)
        update_in(entry, entry.body.arguments[index], buffer_type(self.whole), self.axis, start)
        return SymbolRefAttr(executable.get("sym_name"), callee.leaf)


def update_in(entry: Operation, argument: Value, whole: MemRefType, axis: int, start: int) -> None:
    """Has an entry write what it stores to an argument over a part of it."""
    (store,) = argument.users
    argument.retype(whole)
    build, kind = Builder.before(store), TensorType(whole.shape, whole.element)
    before = build.value(LOAD, [argument], kind)
    starts = [build.value(CONSTANT, [], NUMBER, {"value": DenseAttr.of(start * (at == axis), NUMBER)}) for at in range(len(whole.sizes))]
    store.set_operands([build.value(SLICE, [before, store.operands[0], *starts], kind), argument])
    entry.set_attribute("function_type", TypeAttr(FunctionType([each.type for each in entry.body.arguments])))


def is_by_rows(op: Operation) -> bool:
    """Whether what an operation gives is stored by elements, or in vectors along its last dimension."""
    if op.name == "stablehlo.convolution":
        numbers = op.attributes["dimension_numbers"]
        return numbers.output_feature_dimension == len(op.result.type.shape) - 1
    is_plain = has_trait(op, "elementwise", "constant_like", "terminator") or is_absorbed(op) or op.name in (LOAD, STORE, *BY_ROWS)
    return is_plain or (is_movement(op) and op.name not in (SLICE, SCATTER))


def is_for_devices(entry: Operation) -> bool:
    return any([op.get("format") == UNSPECIFIED for op in entry.ancestors()])


def buffer_type(buffer: Value) -> MemRefType:
    assert isinstance(buffer.type, MemRefType)
    return buffer.type
