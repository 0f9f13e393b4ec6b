"""Sizes that are known when the program runs: where a program being built has tensors of unknown sizes, these have names.

A `Tensor`'s shape then holds symbols, and what is computed of shapes computes with them. A symbol stands for a number that the program
asks for, of any value that has such a size, or computes from others, as its formula says.
"""

from __future__ import annotations

from functools import partial

from tfir.dialects.stablehlo.inference.checks import bounds_of
from tfir.ir.attributes import EnumAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I1, I32, I64, FunctionType, ShapedType, TensorType, Type
from tfir.ods.shapes import (
    BROADCAST,
    CEILDIV,
    FLOORDIV,
    MAX,
    MIN,
    QUOTIENT,
    AnyShape,
    Size,
    Symbol,
    anonymous,
    fresh,
    is_natural,
    least,
    most,
    named,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

NUMBER, LIST_OF_ONE = TensorType((), I32), TensorType((1,), I32)
OPERATIONS = {"+": "add", "-": "subtract", "*": "multiply", QUOTIENT: "divide", MIN: "minimum", MAX: "maximum"}
MOST_BITS = 29  # of the number before the last place of what a power of two has room for
UNTOLD = "has a size that nothing tells before it is computed"
COMPUTED = (*OPERATIONS, BROADCAST, CEILDIV, FLOORDIV)  # how sizes are computed of others


class UnknownSizes:
    """Value -> its shape, in which unknown sizes are symbols. While it lasts (`with`), tensors have these shapes."""

    def __init__(self) -> None:
        self.shapes: dict[Value, tuple[Size, ...]] = {}
        self.carriers: dict[Symbol, list[tuple[Value, int]]] = {}  # values of that size, and which of their dimensions it is
        self.contents: dict[Value, list[Size]] = {}  # small lists of numbers, sizes among them
        self.lengths: set[Size] = set()  # that values have, if there is no value to ask: they are not negative
        self.tellers: dict[Symbol, list[Value]] = {}  # whole numbers that are that size
        self.signatures: dict[str, FunctionType] = {}  # what functions take and return, by name
        self.around: dict[Block, Block | None] = {}  # where the op will stand whose block is being built

    def __enter__(self) -> UnknownSizes:
        active.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        active.pop()

    def shape_of(self, value: Value) -> tuple[Size, ...]:
        """The shape of a value of known rank."""
        if value not in self.shapes:
            type = value.type
            shape = named(type.shape) if isinstance(type, TensorType) else None
            if shape is None:
                raise Error(f"has a value of type {type}, of which not even the rank is known")
            self.note(value, shape)
        return self.shapes[value]

    def note(self, value: Value, shape: Sequence[Size | None] | None) -> None:
        """From now on the value has this shape."""
        assert shape is not None, "a value whose rank is known"
        self.shapes[value] = tuple(named(tuple(shape)) or ())
        for axis, size in enumerate(self.shapes[value]):
            if isinstance(size, Symbol):
                self.carriers.setdefault(size, []).append((value, axis))

    def number(self, size: Size, build: Builder) -> Value:
        """A size as a scalar of i32, built where the builder stands. Raises Error where nothing says it."""
        if isinstance(size, int):
            return self.literal(size, build)
        for value, axis in self.carriers.get(size, ()):
            if self.is_visible(value, build.block):
                return self.asked(value, axis, build)
        for value in self.tellers.get(size, ()):
            if self.is_visible(value, build.block):
                return self.told(value, build)
        return self.computed(size, build)

    def computed(self, size: Symbol, build: Builder) -> Value:
        """A size by its formula. Raises Error where it has none, or one that is not computed here."""
        if size.formula is None:
            raise Error(UNTOLD)
        operator, *parts = size.formula
        if operator == BROADCAST:
            return self.chosen(self.number(parts[0], build), self.number(parts[1], build), build)
        if operator in (CEILDIV, FLOORDIV):
            return self.divided(size, parts[0] + parts[1] - 1 if operator == CEILDIV else parts[0], parts[1], build)
        if operator not in OPERATIONS:
            raise Error(f"has the size {size}, which is not computed here")
        total = self.number(parts[0], build)
        for part in parts[1:]:
            total = self.combined(operator, total, self.number(part, build), build)
        return total

    def divided(self, size: Symbol, dividend: Size, divisor: Size, build: Builder) -> Value:
        """A quotient rounded down. One towards zero is the same where it is no negative number, as are lengths and what comes of them."""
        one, other = self.number(dividend, build), self.number(divisor, build)
        if size in self.lengths or size in self.carriers or dividend in self.carriers or is_natural(dividend):
            return self.combined(QUOTIENT, one, other, build)
        return self.rounded_down(one, other, divisor, build)

    def is_told_in(self, size: Symbol, block: Block) -> bool:
        """Whether a value that stands in a block or around it tells a size; in another function one may have the same."""
        values = [*self.tellers.get(size, ()), *[value for value, _ in self.carriers.get(size, ())]]
        return any([self.is_visible(value, block) for value in values])

    def is_visible(self, value: Value, block: Block | None) -> bool:
        """Whether a value stands in a block or around it; what stands behind the end of a block is not asked for."""
        if value.op is not None and value.op.parent is None:
            return False  # erased meanwhile
        home: Block | None = value.block
        while block is not None and block is not home:
            above: Operation | None = block.parent_op
            block = self.around.get(block) if above is None else above.parent
        return block is not None

    # The operations that sizes are asked for and computed by

    def literal(self, number: int, build: Builder) -> Value:
        return build.value("stablehlo.constant", [], NUMBER, {"value": DenseAttr.of(number, NUMBER)})

    def asked(self, value: Value, axis: int, build: Builder) -> Value:
        return build.value("stablehlo.get_dimension_size", [value], NUMBER, {"dimension": IntegerAttr(axis, I64)})

    def told(self, value: Value, build: Builder) -> Value:
        return value if value.type is NUMBER else build.value("stablehlo.convert", [value], NUMBER)

    def chosen(self, one: Value, other: Value, build: Builder) -> Value:
        """The size that two sizes broadcast to: the other where the first is 1."""
        is_one = self.compared(one, self.literal(1, build), build)
        return build.value("stablehlo.select", [is_one, other, one], NUMBER)

    def compared(self, one: Value, other: Value, build: Builder) -> Value:
        """Whether two sizes are equal."""
        attributes = {
            "comparison_direction": EnumAttr("stablehlo.comparison_direction", "EQ"),
            "compare_type": EnumAttr("stablehlo.comparison_type", "SIGNED"),
        }
        return build.value("stablehlo.compare", [one, other], TensorType((), I1), attributes)

    def combined(self, operator: str, one: Value, other: Value, build: Builder) -> Value:
        return build.value(f"stablehlo.{OPERATIONS[operator]}", [one, other], NUMBER)

    def rounded_down(self, one: Value, other: Value, divisor: Size, build: Builder) -> Value:
        """A quotient rounded down, of what is above zero less that of what is below."""
        zero, reach = self.literal(0, build), self.number(divisor - 1, build)
        above = self.combined(QUOTIENT, self.combined(MAX, one, zero, build), other, build)
        below = self.combined("-", reach, self.combined(MIN, one, zero, build), build)
        return self.combined("-", above, self.combined(QUOTIENT, below, other, build), build)

    def shape(self, sizes: Sequence[Size], build: Builder) -> Value:
        """A shape as a list of i32, as dynamic operations take it."""
        parts: list[Value] = []
        numbers: list[int] = []
        for size in (*sizes, None):
            if size is not None and not isinstance(size, Symbol):
                numbers.append(int(size))
                continue
            if numbers:
                type = TensorType((len(numbers),), I32)
                parts.append(build.value("stablehlo.constant", [], type, {"value": DenseAttr.of(numbers, type)}))
                numbers = []
            if size is not None:
                parts.append(build.value("stablehlo.reshape", [self.number(size, build)], LIST_OF_ONE))
        if len(parts) == 1:
            return parts[0]
        return build.value("stablehlo.concatenate", parts, TensorType((len(sizes),), I32), {"dimension": IntegerAttr(0, I64)})


active: list[UnknownSizes] = []
builders: list[Builder] = []  # where operations are being built, innermost last


def tell(size: Size, computed: Callable[[], Any]) -> None:
    """Lets a size that nothing tells be a scalar Tensor that the program computes, as `computed` builds it."""
    if isinstance(size, Symbol) and size.formula is None and not active[-1].is_told_in(size, builders[-1].block):
        active[-1].tellers.setdefault(size, []).append(computed().value)


def tell_shape(shape: Sequence[Size], numbers: Any) -> None:
    """The same of each size of a shape, by a list of numbers [rank]."""
    for at, size in enumerate(shape):
        tell(size, partial(number_at, numbers, at))


def number_at(numbers: Any, at: int) -> Any:
    """One of a list of numbers, as a scalar of i32."""
    return numbers.reshape(numbers.size)[at].reshape().convert(I32)


def told(number: Any) -> Size:
    """A size of its own, which a scalar Tensor tells."""
    size = fresh()
    tell(size, lambda: number)
    return size


def note_named(values: Sequence[Value], types: Sequence[TensorType]) -> None:
    """Lets values have the sizes that types with symbols say."""
    for value, type in zip(values, types):
        if value.type is not type:
            active[-1].note(value, type.shape)


def named_type(shape: AnyShape, element: Type) -> TensorType:
    """A type in which unknown sizes are symbols, for the arithmetic that builds programs alone: no value has it."""
    return TensorType(shape, element)  # type: ignore[arg-type]  # symbols are no sizes of the IR's types


def ir_type(type: ShapedType) -> TensorType:
    """A tensor type as the IR has it: without symbols for unknown sizes."""
    return TensorType(anonymous(type.shape), type.element, getattr(type, "encoding", None))


def range_in(size: Size, part: int | slice) -> tuple[Size, Size, int]:
    """The start, limit and step of an index or a slice in an axis. Of an axis of unknown size, or with bounds that are sizes, a slice is taken
    to lie inside."""
    bounds = (part.start, part.stop) if isinstance(part, slice) else (part,)
    if isinstance(size, int) and not any([isinstance(bound, Symbol) for bound in bounds]):
        return part.indices(size) if isinstance(part, slice) else (part % size, part % size + 1, 1)
    start, limit, step = (part.start or 0, part.stop, part.step or 1) if isinstance(part, slice) else (part, part + 1, 1)
    if isinstance(start, int) and start < 0 or isinstance(limit, int) and limit < 0 or step < 1:
        raise Error("takes elements of an axis of unknown size from its end")
    return start, size if limit is None else limit, step


def stated(shape: AnyShape) -> AnyShape:
    """A shape as it is stated of a result: unknown sizes have names only while a program with unknown sizes is built."""
    return shape if active else anonymous(shape)


def power_of_two(n: Size) -> Size:
    """The least power of two from n up, of one that is not known in terms of sizes, so that loops over what is so long can be told of it in advance."""
    below = most(n, 1) - 1
    if isinstance(below, int):
        return 1 << below.bit_length()
    return 1 + sum([(1 << bit) * least(1, below // (1 << bit)) for bit in range(MOST_BITS)])


def limits(type: TensorType) -> list[int | None]:
    """The sizes, and where one is unknown its bound; None without one."""
    shape = type.shape or ()
    return [size if size is not None else bound for size, bound in zip(shape, bounds_of(type) or (None,) * len(shape))]
