"""A sequence as devices are told it: with the bodies of functions in the place of their calls, and with numbers in the place of buffers that hold
sizes, offsets and workloads, which the host reads.

So a call costs a device nothing, a piece ends no earlier for it, and what takes numbers from buffers takes them as what reads a size does.
"""

from __future__ import annotations

from itertools import product

from tfir.dialects.iree.verify import IMPORT
from tfir.execution.executables import entry_function, make_host_executable
from tfir.execution.sequencer import CHOICES, LEVELS, LOAD, has_workload, is_kept_on_host, origin
from tfir.ir.attributes import IntegerAttr, SymbolRefAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.location import CallSite
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable, symbol_name
from tfir.ir.types import INDEX, FunctionType, ShapedType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ir.attributes import Attribute

CALLS = ("call", "call_import", "call_indirect")
FUNCTION = "func.constant"  # what an indirect call is given
# The operands of operations that hold numbers in a form of 2019, by how many operands that has; buffers come first afterwards.
NUMBERS = {("dynamic_copy", 5): (1, 3, 4), ("dynamic_fill", 4): (2, 3), ("dynamic_slice", 4): (1, 2, 3)}
ALLOCATING = ("alloc_heap", "alloc_stack", "alloc_stack_init")


def expanded(func: Operation, executables: SymbolTable) -> Operation:
    """The function as devices are told it, in no module; itself where nothing is to be done. What it calls of imported functions becomes
    executables for the host in the table. Raises Error for a call of what is not there, has no body, or calls itself."""
    ops = [op for block in func.region.blocks for op in block]
    if not any([is_call(op) or number_operands(op) for op in ops]):
        return func
    whole = func.clone()
    _Calls(whole, executables, str(symbol_name(func))).run()
    _Numbers(whole).run()
    return whole


def is_call(op: Operation) -> bool:
    return op.name.startswith(LEVELS) and op.name.partition(".")[2] in CALLS


class _Calls:
    """The calls of a function on their way to be bodies. Memory that a function needs for itself alone is one for all its calls, which come one
    after the other: it is allocated at the front, once."""

    def __init__(self, func: Operation, executables: SymbolTable, name: str):
        self.func, self.executables = func, executables
        self.waiting: list[tuple[Operation, tuple[str, ...]]] = [
            (op, (name,)) for block in func.region.blocks for op in block if is_call(op)
        ]
        self.shared: dict[Operation, Value] = {}

    def run(self) -> None:
        while self.waiting:
            call, callers = self.waiting.pop()
            name = called_name(call)
            function = self.executables.get(name)
            if function is None or function.name != "func.func":
                raise Error.on(call, f"calls @{name}, which is no function of this module")
            if IMPORT in function.attributes:
                self.dispatch_imported(call, function)
            elif not function.regions[0].blocks:
                raise Error.on(call, f"calls @{name}, which has no body here")
            elif name in callers:
                raise Error.on(call, f"is a call in a circle: {' -> '.join([f'@{each}' for each in (*callers, name)])}")
            else:
                self.put_body(call, function, (*callers, name))
        for op in [op for block in self.func.region.blocks for op in block if op.name == FUNCTION and not op.result.uses]:
            op.erase()

    def put_body(self, call: Operation, function: Operation, callers: tuple[str, ...]) -> None:
        """Puts a copy of a body in the place of a call; where that has several blocks, what stands behind the call becomes one more."""
        arguments, blocks = given_operands(call), function.region.blocks
        check_types(call, function, arguments)
        copies = {blocks[0]: call.block, **{block: Block([value.type for value in block.arguments]) for block in blocks[1:]}}
        mapping: dict[Any, Any] = {**copies, **self.memory_of(function)}
        for block, into in copies.items():
            mapping.update(zip(block.arguments, arguments if block is blocks[0] else into.arguments, strict=True))
        rest = split_behind(call) if len(blocks) > 1 else None
        ends: list[tuple[Operation, Operation]] = []
        for op in [op for block in blocks for op in block if op not in self.shared]:
            into = copies[op.block]
            copy = into.insert_before(op.clone(mapping), call if into is call.block else None)
            copy.set_location(CallSite(copy.location, call.location))
            if is_return(op):
                ends.append((op, copy))
            if is_call(copy):
                self.waiting.append((copy, callers))
        give_results(call, ends, rest)
        if rest is not None:
            call.block.insert_behind([*list(copies.values())[1:], rest])
        call.erase()

    def memory_of(self, function: Operation) -> dict:
        """The memory that a function does not return."""
        ops = [op for block in function.region.blocks for op in block]
        returned = {origin(value) for op in ops if is_return(op) for value in op.operands}
        if any([value.op is not None and value.op.name in CHOICES for value in returned]):
            return {}
        own = [op for op in ops if is_allocation(op) and op.result not in returned]
        for op in own:
            if op not in self.shared:
                self.shared[op] = self.func.body.insert_before(op.clone(), self.func.body.first).result
        return {op.result: self.shared[op] for op in own}

    def dispatch_imported(self, call: Operation, function: Operation) -> None:
        """Lets the host compute what an imported function does, which is known by what it does to tensors."""
        name = f"{symbol_name(function)}_imported"
        if name not in self.executables.symbols:
            self.executables.symbols[name] = imported(function, name, call)
        build = Builder.before(call)
        results = [build.value("iree_ll_seq.alloc_heap", [], value.type) for value in call.results]
        callee = SymbolRefAttr(name, str(symbol_name(function)))
        build.create("iree_ll_seq.dynamic_dispatch", [*call.operands, *results], attributes={"callee": callee})
        call.replace_with(results)


def called_name(call: Operation) -> str:
    """The function that is called. Raises Error where an indirect call is given one that is not known."""
    reference = call.attributes.get("callee")
    if reference is None:
        source = call.operands[0].op
        reference = source.attributes["value"] if source is not None and source.name == FUNCTION else None
    if not isinstance(reference, SymbolRefAttr):
        raise Error.on(call, f"calls a function that is not known before it runs; expected one of {FUNCTION}")
    return reference.leaf


def given_operands(call: Operation) -> list[Value]:
    return list(call.operands[1:] if call.name.endswith("indirect") else call.operands)


def is_allocation(op: Operation) -> bool:
    """Whether an operation gives memory of a size that its type says."""
    return op.name.endswith("_seq.alloc_heap") and not op.operands and not is_kept_on_host(op.result.type)


def is_return(op: Operation) -> bool:
    return op.name in [f"{level}return" for level in LEVELS]


def check_types(call: Operation, function: Operation, arguments: list[Value]) -> None:
    given = FunctionType([value.type for value in arguments], [value.type for value in call.results])
    declared = function.attributes["function_type"]
    if not isinstance(declared, TypeAttr) or declared.value is not given:
        raise Error.on(call, f"is of type {given}, and @{symbol_name(function)} of type {declared}")


def split_behind(call: Operation) -> Block:
    """A block of what stands behind a call, in no region."""
    rest = Block()
    while call.next is not None:
        rest.append(call.next.remove())
    return rest


def give_results(call: Operation, ends: list[tuple[Operation, Operation]], rest: Block | None) -> None:
    """What is returned in the place of a call's results, for a function's returns and their copies. What the call has given is copied: its
    memory may be needed for something else before it is read."""
    arguments = ends[0][0].parent_op.body.arguments if ends and ends[0][0].parent_op is not None else ()
    returned: list[list[Value]] = []
    for end, copy in ends:
        build = Builder.before(copy)
        are_given = [origin(value) in arguments for value in end.operands]
        values = [
            build.value("iree_ll_seq.clone", [value], value.type) if is_given else value
            for value, is_given in zip(copy.operands, are_given, strict=True)
        ]
        if rest is not None:
            build.create("iree_ll_seq.br", values if len(ends) > 1 else (), successors=[rest])
        copy.erase()
        returned.append(values)
    if rest is not None and len(ends) > 1:
        returned = [[rest.add_argument(value.type) for value in call.results]]
    for result, value in zip(call.results, returned[0], strict=True):
        result.replace_all_uses_with(value)


def imported(function: Operation, name: str, call: Operation) -> Operation:
    """An executable for the host that computes what an imported function does. Raises Error where that is not known."""
    if not function.regions[0].blocks or len(function.region.blocks) > 1:
        raise Error.on(call, f"calls the imported function @{symbol_name(function)}, of which nothing says what it computes")
    region = function.clone().take_regions()[0]
    entry = entry_function(str(symbol_name(function)), region, function.location)
    end = entry.body.terminator
    Builder.before(end).create("iree.return")
    end.erase()
    return make_host_executable(name, entry, [])


# Numbers in buffers


def number_operands(op: Operation) -> tuple[int, ...]:
    """The positions of the operands that an operation of the sequencer takes numbers from, which are buffers."""
    if not op.name.startswith(LEVELS):
        return ()
    local = op.name.partition(".")[2]
    if local in ALLOCATING or (local == "reshape" and len(op.operands) == 2):
        return tuple([at for at, value in enumerate(op.operands) if isinstance(value.type, ShapedType) and (at or local != "reshape")])
    if local in ("dispatch", "dynamic_dispatch"):
        return (0,) if has_workload(op) and constant_of(op.operands[0]) is None else ()
    return () if "offset" in op.attributes else NUMBERS.get((local, len(op.operands)), ())


def constant_of(buffer: Value) -> Attribute | None:
    return buffer.op.attributes.get("value") if buffer.op is not None and buffer.op.name.endswith("constant") else None


class _Numbers:
    """The numbers that operations of a function take from buffers, on their way to be read by the host."""

    def __init__(self, func: Operation):
        self.func = func
        self.places: dict[int, Value] = {}

    def run(self) -> None:
        for op in [op for block in self.func.region.blocks for op in block]:
            positions = number_operands(op)
            if positions:
                numbers = [number for at in positions for number in self.read(op.operands[at], op)]
                op.set_operands([value for at, value in enumerate(op.operands) if at not in positions] + numbers)

    def read(self, buffer: Value, op: Operation) -> list[Value]:
        """The elements of a buffer. Raises Error where it is not known how many there are."""
        type = buffer.type
        if is_kept_on_host(type) or not isinstance(type, ShapedType):
            raise Error.on(op, f"takes numbers from a buffer of type {type}")
        build = Builder.before(op)
        places = product(*[range(size) for size in type.sizes])
        return [build.value(LOAD, [buffer, *map(self.place, each)], type.element) for each in places]

    def place(self, number: int) -> Value:
        """Of an element: a constant at the front of the function, so that what reads several of them does so at once."""
        if number not in self.places:
            build = Builder(self.func.body, self.func.body.first, self.func.location)
            self.places[number] = build.value("arith.constant", [], INDEX, {"value": IntegerAttr(number, INDEX)})
        return self.places[number]
