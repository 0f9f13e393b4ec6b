"""Sizes that are known when a call comes: numbers that the host computes of the sizes of a function's arguments, in front of all else."""

from __future__ import annotations

from tfir.analysis.feeds import entry_names, feeds_to_pin, is_static
from tfir.analysis.shapes import ShapeAnalysis
from tfir.dialects import lookup
from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.dominance import post_order
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64
from tfir.ods.shapes import BROADCAST, Size, Symbol

from tfopt.arithmetic.sizes import OPERATIONS, UnknownSizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SIZE_OF = "stablehlo.get_dimension_size"
COMPUTED = (*OPERATIONS, BROADCAST)  # how sizes are computed of others
SIZES = "1D<dimension>"  # how a signature calls an operand that gives sizes or places


def size_operands(op: Operation) -> list[int]:
    """The positions of the operands by which an operation is told sizes or places."""
    definition = lookup(op.name)
    signature = definition.signature if definition is not None and op.name.startswith("stablehlo.") else None
    slots = () if signature is None else signature.operands
    return [at for at, slot in enumerate(slots) if slot.type.endswith(SIZES)]


class HostSizes(UnknownSizes):
    """What the host computes of sizes in a function of StableHLO whose arguments leave some open. `made` are the operations that compute
    it, `pin` says which feeds could be given shapes instead; of a function of static arguments both are empty."""

    def __init__(self, func: Operation):
        super().__init__()
        self.func, self.made = func, set[Operation]()
        self.numbers: dict[Size, Value] = {}
        self.vectors: dict[tuple[Size, ...], Value] = {}
        self.analysis = ShapeAnalysis()
        names, count = entry_names(func), len(func.body.arguments)
        self.pin = feeds_to_pin(func, names if len(names) == count else [f"arg{index}" for index in range(count)])
        if self.pin:
            self._follow_sizes()

    def follow(self, value: Value) -> bool:
        """Whether the sizes of a value follow from those of the arguments."""
        shape = self.analysis[value].shape
        return bool(self.pin) and shape is not None and all(map(self.is_told, shape))

    def is_told(self, size: Size) -> bool:
        """Whether a size is a number, an argument's, or computed of such."""
        if isinstance(size, int) or size in self.carriers:
            return True
        operator, *parts = size.formula or ("",)
        return operator in COMPUTED and all(map(self.is_told, parts))

    def of(self, results: Sequence[Value]) -> Value | None:
        """The shape, as a list of i32, that results of an operation have of which the types leave sizes open; None where they leave none.
        Raises Error for results of different shapes."""
        unknown = [value for value in results if not is_static(value.type)]
        shapes = {self._list(self.analysis[value].shape or ()) for value in unknown}
        if len(shapes) > 1 and unknown[0].op is not None:
            raise Error.on(unknown[0].op, f"has results of different shapes, of which sizes are not known; {self.pin}")
        return shapes.pop() if shapes else None

    def replace(self, old: Value, new: Value) -> None:
        """Another value has the shape of one that goes."""
        if not is_static(old.type):
            self.analysis.assume(new, self.analysis[old])

    def asked_by(self, op: Operation) -> Size | None:
        """The size that an operation of those `made` asks an argument for."""
        return next((size for size, number in self.numbers.items() if number.op is op and op.name == SIZE_OF), None)

    def number(self, size: Size, build: Builder) -> Value:
        """A size as a scalar, computed once."""
        if size not in self.numbers:
            self.numbers[size] = super().number(size, build)
        return self.numbers[size]

    def _follow_sizes(self) -> None:
        """Lets operations have sizes from what the host computes, and drops what has computed them."""
        body = self.func.body
        ops = [op for block in post_order(self.func.region.entry)[::-1] for op in block]
        self.analysis.run(ops)
        self.front = Builder(body, body.first, self.func.location)
        for argument in body.arguments:
            if self.analysis[argument].shape is not None:
                self.note(argument, self.analysis[argument].shape)
        idle = {maker for op in ops for maker in self._ask_arguments(op)}
        for op in reversed(ops):
            if op in idle and not any([value.uses for value in op.results]):
                idle.update([value.op for value in op.operands])
                op.erase()
        last = next(reversed(self.front.created), None)
        self.front = Builder(body, body.first if last is None else last.next, self.func.location)

    def _ask_arguments(self, op: Operation) -> list[Operation | None]:
        """Lets an operation have sizes from what the host computes, and one that asks for a size ask an argument. What gave sizes before."""
        before, operands = [], list(op.operands)
        for at in size_operands(op):
            sizes = self.analysis[operands[at]].numbers
            if sizes is not None and all([size is not None and self.is_told(size) for size in sizes]):
                before.append(operands[at].op)
                operands[at] = self._list(sizes)
        op.set_operands(operands)
        if op.name == SIZE_OF:
            (size,) = self.analysis[op.result].numbers or (None,)
            for argument, axis in (self.carriers.get(size, []) if isinstance(size, Symbol) else [])[:1]:
                op.set_operands([argument])
                op.set_attribute("dimension", IntegerAttr(axis, I64))
        return before

    def _list(self, sizes: Sequence[Size]) -> Value:
        key = tuple(sizes)
        if key not in self.vectors:
            self.vectors[key] = self.shape(key, self.front)
            self.made.update(self.front.created)
        return self.vectors[key]
