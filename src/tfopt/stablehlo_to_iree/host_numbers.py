"""Sizes that the host computes as lists of StableHLO become numbers of type `index`, with the arithmetic of arith, where these stood. What a
device computes of them is read from its buffer."""

from __future__ import annotations

from itertools import product

from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, INDEX, IntegerType, ShapedType, TensorType

from tfopt.stablehlo_to_iree.host_regions import HOST_REGION
from tfopt.stablehlo_to_iree.sizes import behind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

DISPATCH_REGION = "iree.dispatch_region"
Number: TypeAlias = "Value | int"
ARITHMETIC = {
    "stablehlo.add": "arith.addi",
    "stablehlo.subtract": "arith.subi",
    "stablehlo.multiply": "arith.muli",
    "stablehlo.divide": "arith.divsi",
    "stablehlo.minimum": "arith.minsi",
    "stablehlo.maximum": "arith.maxsi",
}


class HostNumbers:
    """The sizes of results in a function of dispatch regions. `lists` has for each operation of unknown size its sizes."""

    def __init__(self):
        self.lists: dict[Operation, list[Number]] = {}
        self.made: dict[Value, list[Number]] = {}
        self.read: set[Value] = set()  # lists that devices or steps of the host compute
        self.constants: dict[int, Value] = {}

    def compute(self, func: Operation) -> None:
        """Writes what the host computes, and takes away the operands that gave sizes."""
        self.func = func
        given = [(op, sizes) for block in func.region.blocks for op in block if (sizes := given_sizes(op)) is not None]
        for op, sizes in given:
            self.lists[op] = self.numbers(sizes)
        for op, _ in given:
            op.set_operands(op.operands[1:] if op.name == DISPATCH_REGION else op.operands[:1])
        for maker in [value.op for value in reversed(self.made) if value not in self.read]:
            if maker is not None and not any([result.uses for result in maker.results]):
                maker.erase()

    def of(self, result: Value, op: Operation) -> list[Value]:
        """The sizes that the type of a result leaves open; none for what only the host makes."""
        kind, sizes = result.type, self.lists.get(op)
        if not isinstance(kind, ShapedType) or kind.is_static or op.name == HOST_REGION:
            return []
        if sizes is None or kind.shape is None or len(sizes) != len(kind.shape):
            raise Error.on(op, f"has a result of type {kind}, and nothing says its sizes; run --iree-identify-dispatch-regions first")
        return [self.value(number) for size, number in zip(kind.shape, sizes) if size is None]

    def numbers(self, value: Value) -> list[Number]:
        """The elements of a scalar or list of whole numbers that the host computes, after all that it is computed of."""
        waiting = [value]
        while waiting:
            last = waiting[-1]
            missing = [operand for operand in self.computed_of(last) if operand not in self.made] if last not in self.made else []
            waiting += missing[::-1]
            if not missing:
                self.make(waiting.pop())
        return self.made[value]

    def computed_of(self, value: Value) -> Sequence[Value]:
        """The numbers that a number of the host's is computed of."""
        op = value.op
        return op.operands if op is not None and (op.name in ARITHMETIC or op.name in RULES and op.name not in LEAVES) else ()

    def make(self, value: Value) -> None:
        """Makes numbers of a value's elements, where those that they are computed of are made."""
        op = value.op
        if value in self.made:
            return
        if op is None or (op.name not in RULES and op.name not in ARITHMETIC):
            self.read.add(value)
            self.made[value] = self.elements_read(value)
        elif op.name in ARITHMETIC:
            pairs = list(zip(*[self.made[operand] for operand in op.operands]))
            build = Builder.before(op)
            self.made[value] = [build.value(ARITHMETIC[op.name], map(self.value, pair), INDEX) for pair in pairs]
        else:
            self.made[value] = RULES[op.name](self, op)

    def elements_read(self, value: Value) -> list[Number]:
        """The elements of what is computed as the program runs, read behind that."""
        type = value.type
        if not isinstance(type, TensorType) or not type.is_static or not isinstance(type.element, IntegerType):
            wrong = "a size is given that is no whole number"
            raise Error(wrong) if value.op is None else Error.on(value.op, wrong)
        build = behind(value) if value.owner is not self.func.body else self.behind_constants()
        places = [map(self.value, place) for place in product(*map(range, type.sizes))]
        loads = [build.value("memref.load", [value, *place], type.element) for place in places]
        return [build.value("arith.index_cast", [number], INDEX) for number in loads]

    def front(self) -> Builder:
        return Builder(self.func.body, self.func.body.first, self.func.location)

    def behind_constants(self) -> Builder:
        """Where all is there that stands at the front."""
        made = {value.op for value in self.constants.values()}
        return Builder.before(next(op for op in self.func.body if op not in made))

    def value(self, number: Number) -> Value:
        """A number as an operand; constants stand once."""
        if isinstance(number, Value):
            return number
        if number not in self.constants:
            self.constants[number] = self.front().value("arith.constant", [], INDEX, {"value": IntegerAttr(number, INDEX)})
        return self.constants[number]

    def elements(self, op: Operation) -> list[Number]:
        return [int(number) for number in op.get("value").values()]

    def dimension(self, op: Operation) -> list[Number]:
        return [Builder.before(op).value("memref.dim", [op.operands[0], self.value(op.get("dimension"))], INDEX)]

    def joined(self, op: Operation) -> list[Number]:
        return [number for operand in op.operands for number in self.made[operand]]

    def comparison(self, op: Operation) -> list[Number]:
        """Of sizes that may be broadcast, which are compared with 1."""
        operands = [self.value(number) for operand in op.operands for number in self.made[operand]]
        return [Builder.before(op).value("arith.cmpi", operands, I1, {"predicate": 0})]

    def choice(self, op: Operation) -> list[Number]:
        operands = [self.value(number) for operand in op.operands for number in self.made[operand]]
        return [Builder.before(op).value("arith.select", operands, INDEX)]

    def part(self, op: Operation) -> list[Number]:
        bounds = [op.attributes[name].values[0] for name in ("start_indices", "limit_indices", "strides")]
        return self.made[op.operands[0]][slice(*map(int, bounds))]


def given_sizes(op: Operation) -> Value | None:
    """The operand that says the sizes of an operation's results; None where their types do."""
    if op.name == "stablehlo.dynamic_reshape":
        return op.operands[1]
    is_open = op.name == DISPATCH_REGION and not all([value.type.is_static for value in op.results])
    return op.operands[0] if is_open else None


RULES = {
    "stablehlo.constant": HostNumbers.elements,
    "stablehlo.get_dimension_size": HostNumbers.dimension,
    "stablehlo.reshape": HostNumbers.joined,
    "stablehlo.concatenate": HostNumbers.joined,
    "stablehlo.convert": HostNumbers.joined,
    "stablehlo.slice": HostNumbers.part,
    "stablehlo.compare": HostNumbers.comparison,
    "stablehlo.select": HostNumbers.choice,
}
LEAVES = ("stablehlo.constant", "stablehlo.get_dimension_size")  # computed of no numbers
