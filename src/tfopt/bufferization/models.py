"""What an op does to the buffers of its tensors: what it reads and writes, which results lie in which operands' memory, and what it becomes.

A use is an operation with the number of an operand. A model describes ops of one name; `@model("tensor.extract")` enters it.
"""

from __future__ import annotations

from tfir.ir.attributes import IntegerAttr
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.types import MemRefType, TensorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tfopt.bufferization.analysis import Analysis
    from tfopt.bufferization.buffers import Buffers

    Use = tuple[Operation, int]


class Alias:
    """A value that may lie in the memory of a use, or a use in that of a value. `is_equivalent`: in all of it, from the same start on;
    `is_definite`: not only sometimes."""

    __slots__ = ("value", "use", "is_equivalent", "is_definite")

    def __init__(self, value: Value, use: Use, is_equivalent: bool, is_definite: bool = True):
        self.value, self.use, self.is_equivalent, self.is_definite = value, use, is_equivalent, is_definite


class Model:
    """By default an op reads its tensors, writes none, and its results have memory of their own."""

    has_blocks = False  # whether regions of several blocks can become buffers
    allocates = False

    def must_be_in_place(self, use: Use) -> bool:
        return False

    def reads(self, state: Analysis, use: Use) -> bool:
        return True

    def writes(self, state: Analysis, use: Use) -> bool:
        return False

    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        """The values that lie in the memory of an operand, if it is bufferized in place."""
        return []

    def operands_of(self, state: Analysis, value: Value) -> list[Alias]:
        """The operands in whose memory a value lies."""
        owner = owner_of(value)
        return [alias for use in tensor_uses(owner) for alias in self.results_in(state, use) if alias.value is value]

    def shared(self, state: Analysis, op: Operation) -> list[list[Value]]:
        """Groups of values of an op that may lie in one memory, be it an operand's or a copy of it."""
        return [[alias.value for alias in self.results_in(state, use)] for use in tensor_uses(op)]

    def is_writable(self, value: Value) -> bool:
        return value.op is not None

    def defines(self, state: Analysis, result: Value) -> bool:
        """Whether the contents of a result are written by the op, or by what is inside of it."""
        sources = self.operands_of(state, result)
        if not sources or any([state.writes(source.use) for source in sources]):
            return True
        op = owner_of(result)

        def is_written_inside(value: Value) -> bool:
            return value.op is not op and owner_of(value).is_inside(op) and state.defines(value)

        return any([state.found_behind(source.use, is_written_inside, leaves=False) for source in sources])

    def repeats(self, region: Region) -> bool:
        return False

    def is_parallel(self, op: Operation) -> bool:
        return False

    def inserts_into(self, op: Operation) -> tuple[int, int] | None:
        """The numbers of what is inserted and of where, of an op that writes a part of an operand."""
        return None

    def resolve(self, op: Operation, state: Analysis) -> None:
        """Makes copies of what is not bufferized in place."""
        state.copies.make(op)

    def check(self, op: Operation, state: Analysis) -> None:
        """Raises Error for what was found about an op that cannot become buffers."""

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        if value.op is not None:
            sources = self.operands_of(buffers.state, value)
            if sources and sources[0].is_equivalent:
                return buffers.type_of(operand(sources[0].use), asked)
        return buffers.options.unknown_type(tensor_of(value))

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        raise NotImplementedError


class Destination(Model):
    """An op whose result is one of its operands, written to."""

    at = 1

    def writes(self, state: Analysis, use: Use) -> bool:
        return use[1] == self.at

    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        op, number = use
        return [Alias(op.result, use, True)] if number == self.at and op.results else []


class View(Model):
    """An op whose result is its first operand, seen otherwise."""

    is_equivalent = True

    def reads(self, state: Analysis, use: Use) -> bool:
        return False

    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        op, number = use
        return [Alias(op.result, use, self.is_equivalent)] if number == 0 else []


class Unknown(Model):
    """An op that no model describes: any of its results may lie in any of its operands, and it reads and writes them."""

    def writes(self, state: Analysis, use: Use) -> bool:
        return True

    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        op = use[0]
        values = [*op.results, *[each for region in op.regions if region.blocks for each in region.entry.arguments]]
        return [Alias(value, use, False, False) for value in values if isinstance(value.type, TensorType)]

    def is_writable(self, value: Value) -> bool:
        return False

    def defines(self, state: Analysis, result: Value) -> bool:
        return True


UNKNOWN = Unknown()
MODELS: dict[str, Model] = {}


def model(*names: str) -> Callable[[type[Model]], type[Model]]:
    def enter(kind: type[Model]) -> type[Model]:
        MODELS.update(dict.fromkeys(names, kind()))
        return kind

    return enter


def owner_of(value: Value) -> Operation:
    """The operation that makes a value, or around the block whose argument it is."""
    owner = value.op if value.op is not None else value.block.parent_op if value.block is not None else None
    assert owner is not None
    return owner


def operand(use: Use) -> Value:
    return use[0].operands[use[1]]


def constant_of(value: Value) -> int | None:
    held = value.op.attributes.get("value") if value.op is not None and value.op.name == "arith.constant" else None
    return held.value if isinstance(held, IntegerAttr) else None


def tensor_of(value: Value) -> TensorType:
    """The type of a value that is a tensor."""
    assert isinstance(value.type, TensorType)
    return value.type


def memref_of(value: Value) -> MemRefType:
    """The type of a value that is a buffer."""
    assert isinstance(value.type, MemRefType)
    return value.type


def uses_of(value: Value) -> Iterator[Use]:
    for user in value.users:
        yield from [(user, number) for number, each in enumerate(user.operands) if each is value]


def tensor_uses(op: Operation) -> list[Use]:
    return [(op, number) for number, value in enumerate(op.operands) if isinstance(value.type, TensorType)]


def is_on_tensors(op: Operation) -> bool:
    """Whether an op is given tensors or makes some; of a function, its callers and returns."""
    values = [*op.operands, *op.results]
    if op.name == "func.func":
        function = op.attributes["function_type"].type
        return any([isinstance(type, TensorType) for type in (*function.inputs, *function.results)])
    return any([isinstance(value.type, TensorType) for value in values])
