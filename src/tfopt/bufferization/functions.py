"""What functions do to the buffers of their arguments, and functions of buffers. Source: MLIR's bufferization of the func and cf dialects.

All arguments may be written to; who calls makes a copy where it needs one. Functions are gone through behind those that they call.
"""

from __future__ import annotations

from itertools import combinations

from tfir.analysis.call_graph import strongly_connected_components
from tfir.dialects.func import function_type
from tfir.ir.attributes import ArrayAttr, DictAttr, SymbolRefAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.dominance import branches_to
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import FunctionType, MemRefType, TensorType

from tfopt.bufferization.models import UNKNOWN, Alias, Model, model, operand, owner_of, tensor_of
from tfopt.bufferization.options import is_tensor, promoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.attributes import Attribute

    from tfopt.bufferization.analysis import Analysis
    from tfopt.bufferization.buffers import Buffers
    from tfopt.bufferization.models import Use

ACCESS, LAYOUT, WRITABLE = "bufferization.access", "bufferization.buffer_layout", "bufferization.writable"


class FunctionFacts:
    """Of functions that are analyzed: which arguments they read and write, in which of them their results lie, and which results in one
    memory."""

    def __init__(self, module: Operation):
        self.table = SymbolTable(module)
        self.read: dict[Operation, set[int]] = {}
        self.written: dict[Operation, set[int]] = {}
        self.results_in: dict[Operation, dict[int, list[tuple[int, bool]]]] = {}
        self.shared: dict[Operation, list[tuple[int, ...]]] = {}
        self.recursive: set[Operation] = set()  # of which nothing is known

    def called(self, call: Operation) -> Operation | None:
        callee = call.attributes["callee"]
        assert isinstance(callee, SymbolRefAttr)
        function = self.table.get(callee)
        return function if function is not None and function.name == "func.func" else None

    def in_order(self, module: Operation) -> list[Operation]:
        """Functions behind those that they call."""
        functions = [op for op in module.body if op.name == "func.func"]

        def callees(function: Operation) -> list[Operation]:
            calls = [self.called(op) for op in function.walk() if op.name == "func.call"]
            return [callee for callee in calls if callee is not None]

        groups = strongly_connected_components(functions, callees)
        self.recursive.update([each for group in groups for each in group if len(group) > 1 or each in callees(each)])
        return [function for group in groups for function in group]

    def learn(self, function: Operation, state: Analysis) -> None:
        """What callers are to know of a function that has been analyzed."""
        inputs = function_type(function).inputs
        arguments = function.body.arguments if function.region.blocks else [None] * len(inputs)
        read, written = set(), set()
        for at, (type, argument) in enumerate(zip(inputs, arguments)):
            access = argument_attribute(function, at, ACCESS)
            if not is_tensor(type):
                continue
            if access is not None:
                does = str(access.value).split("-")
                is_read, is_written = "read" in does, "write" in does
            else:
                is_read, is_written = argument is None or state.is_read(argument), argument is None or state.is_written(argument)
            read |= {at} if is_read else set()
            written |= {at} if is_written else set()
        self.read[function], self.written[function] = read, written
        self.results_in[function] = self._results(function, state)
        self.shared[function] = shared_results(function, state)

    def _results(self, function: Operation, state: Analysis) -> dict[int, list[tuple[int, bool]]]:
        """Where a function has no body, any result may lie in any argument."""
        type, ends = function_type(function), returns(function)
        lies: dict[int, list[tuple[int, bool]]] = {}
        for at, given in enumerate(type.inputs):
            for number, result in enumerate(type.results):
                if not is_tensor(given) or not is_tensor(result):
                    continue
                pairs = [(function.body.arguments[at], last.operands[number]) for last in ends]
                is_same = bool(pairs) and None not in (given.shape, result.shape) and all([state.are_equivalent(*pair) for pair in pairs])
                if not pairs or any([state.aliases.are_joined(*pair) for pair in pairs]):
                    lies.setdefault(at, []).append((number, is_same))
        return lies


def shared_results(function: Operation, state: Analysis) -> list[tuple[int, ...]]:
    """Pairs of results that may lie in one memory; without a body all of them."""
    tensors = [number for number, type in enumerate(function_type(function).results) if is_tensor(type)]
    ends = returns(function)
    if not ends:
        return [tuple(tensors)]
    return [
        pair
        for pair in combinations(tensors, 2)
        if any([state.aliases.are_joined(*[last.operands[number] for number in pair]) for last in ends])
    ]


def returns(function: Operation) -> list[Operation]:
    return [block.last for block in function.region.blocks if block.last is not None and block.last.name == "func.return"]


def argument_attribute(function: Operation, at: int, name: str) -> Attribute | None:
    held = function.attributes.get("arg_attrs")
    return held.elements[at].entries.get(name) if isinstance(held, ArrayAttr) else None


@model("func.call")
class Call(Model):
    def _fact(self, state: Analysis, use: Use, facts: dict[Operation, set[int]]) -> bool:
        function = state.functions.called(use[0]) if state.functions is not None else None
        return function not in facts or use[1] in facts[function]

    def reads(self, state: Analysis, use: Use) -> bool:
        return state.functions is None or self._fact(state, use, state.functions.read)

    def writes(self, state: Analysis, use: Use) -> bool:
        return state.functions is None or self._fact(state, use, state.functions.written)

    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        facts = state.functions
        function = facts.called(use[0]) if facts is not None else None
        if facts is None or function not in facts.results_in:
            return UNKNOWN.results_in(state, use)
        lies = facts.results_in[function].get(use[1], [])
        is_one = len(lies) == 1
        return [Alias(use[0].results[number], use, is_one and is_same, is_one and is_same) for number, is_same in lies]

    def shared(self, state: Analysis, op: Operation) -> list[list[Value]]:
        function = state.functions.called(op) if state.functions is not None else None
        if state.functions is None or function not in state.functions.shared:
            return [[result for result in op.results if is_tensor(result.type)]]
        return [[op.results[number] for number in numbers] for numbers in state.functions.shared[function]]

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        type = function_type(self._function(owner_of(value), buffers)).results[value.index]
        return type if isinstance(type, MemRefType) else buffers.options.boundary_type(tensor_of(value))

    def _function(self, op: Operation, buffers: Buffers) -> Operation:
        assert buffers.state.functions is not None
        function = buffers.state.functions.called(op)
        assert function is not None
        return function

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        function = self._function(op, buffers)
        operands, types = list(op.operands), [buffers.type_of(each) if is_tensor(each.type) else each.type for each in op.results]
        for at, value in enumerate(op.operands):
            if is_tensor(value.type):
                buffer = buffers.buffer(value)
                asked = function_type(function).inputs[at]
                type = asked if isinstance(asked, MemRefType) else argument_type(function, at, buffers)
                operands[at] = buffers.cast_or_copied(Builder.before(op), buffer, type)
        buffers.become(op, "func.call", operands, types, op.attributes)


@model("func.return")
class Return(Model):
    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        """It becomes one of buffers with its function."""


def argument_type(function: Operation, at: int, buffers: Buffers) -> MemRefType:
    type = function_type(function).inputs[at]
    assert isinstance(type, TensorType)
    layout = argument_attribute(function, at, LAYOUT)
    plain = buffers.options.boundary_type(type)
    return plain if layout is None else MemRefType(plain.shape, plain.element, layout, plain.space)


@model("func.func")
class Function(Model):
    has_blocks = True

    def is_writable(self, value: Value) -> bool:
        held = argument_attribute(owner_of(value), value.index, WRITABLE) if is_entry(value) else None
        return held is None or bool(held.value)

    def operands_of(self, state: Analysis, value: Value) -> list[Alias]:
        if value.block is None or is_entry(value):
            return []
        return [Alias(value, use, True, False) for use in handed_to(value)]

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        if is_entry(value):
            return argument_type(owner_of(value), value.index, buffers)
        return handed_type(buffers, value, asked)

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        type = function_type(op)
        inputs = [argument_type(op, at, buffers) if is_tensor(each) else each for at, each in enumerate(type.inputs)]
        results = [buffers.options.boundary_type(each) if isinstance(each, TensorType) else each for each in type.results]
        for block in op.region.blocks:
            types = [(each, buffers.type_of(each)) for each in block.arguments if is_tensor(each.type)]
            for argument, buffer_type in types:
                buffers.convert_argument(argument, buffer_type)
        for block in op.region.blocks[1:]:
            hand_buffers(block, buffers)
        for last in returns(op):
            build = Builder.before(last)
            for at, value in enumerate(last.operands):
                if is_tensor(value.type):
                    last.set_operand(at, build.value("bufferization.to_buffer", [value], results[at]))
        op.set_attribute("function_type", TypeAttr(FunctionType(inputs, results)))


def is_entry(value: Value) -> bool:
    block = value.block
    return block is not None and block.parent is not None and block.parent.blocks[0] is block


def handed_to(argument: Value) -> list[Use]:
    """The operands of branches that become an argument of a block."""
    block = argument.block
    assert block is not None
    return [use for last in branches_to(block) for use, to in successor_operands(last) if to is argument]


def handed_type(buffers: Buffers, argument: Value, asked: tuple[Value, ...]) -> MemRefType:
    """The type of a buffer for all that branches hand to an argument of a block."""
    types = [buffers.type_of(operand(use), asked) for use in handed_to(argument) if operand(use) not in asked]
    for type in types[1:]:
        types[0] = promoted(types[0], type)
    return types[0] if types else buffers.options.unknown_type(tensor_of(argument))


def successor_operands(last: Operation) -> list[tuple[Use, Value]]:
    first = len(last.operands) - sum([len(block.arguments) for block in last.successors])
    arguments = [argument for block in last.successors for argument in block.arguments]
    return [((last, first + at), argument) for at, argument in enumerate(arguments)]


def hand_buffers(block: Block, buffers: Buffers) -> None:
    for last in branches_to(block):
        for (op, number), argument in successor_operands(last):
            value = op.operands[number]
            if is_tensor(value.type) and isinstance(argument.type, MemRefType):
                op.set_operand(number, buffers.cast(Builder.before(op), buffers.buffer(value), argument.type))


@model("cf.br", "cf.cond_br")
class Branch(Model):
    has_blocks = True

    def reads(self, state: Analysis, use: Use) -> bool:
        return False

    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        return [Alias(argument, use, True, False) for each, argument in successor_operands(use[0]) if each == use]

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        """It becomes one of buffers with the blocks that it goes to."""


def fold_casts(function: Operation) -> None:
    """Returns what was cast for the layout of the result, whose type is that of the buffer then."""
    ends = returns(function)
    for at in range(len(ends[0].operands) if ends else 0):
        sources = [uncast(last.operands[at]) for last in ends]
        if len({value.type for value in sources}) == 1:
            for last, value in zip(ends, sources):
                last.set_operand(at, value)
    if ends:
        type = FunctionType(function_type(function).inputs, [value.type for value in ends[0].operands])
        function.set_attribute("function_type", TypeAttr(type))


def uncast(value: Value) -> Value:
    """The buffer that was cast; not one of other sizes, since callers ask the type for these, which upstream lets happen."""
    if value.op is None or value.op.name != "memref.cast" or value.op.operands[0].type.shape != value.type.shape:
        return value
    return value.op.operands[0]


def remove_attributes(function: Operation) -> None:
    held = function.attributes.get("arg_attrs")
    if isinstance(held, ArrayAttr):
        kept = [DictAttr({name: each for name, each in one.entries.items() if name not in (LAYOUT, WRITABLE)}) for one in held.elements]
        if any([one.entries for one in kept]):
            function.set_attribute("arg_attrs", ArrayAttr(kept))
        else:
            function.remove_attribute("arg_attrs")
