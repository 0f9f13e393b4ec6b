"""Sizes as expressions of C++: what the host computes of them, affine maps of them, shapes."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import MemRefType
from tfir.text.affine_expression import is_leaf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.text.affine import AffineAttr
    from tfir.text.affine_expression import Expression

LONGEST = 500  # characters of an expression; what is used twice stands twice in it
DIVISIONS = {"floordiv": "iree::FloorDiv", "ceildiv": "iree::CeilDiv", "mod": "iree::Mod"}
ARITHMETIC = {
    "arith.addi": "({0} + {1})", "arith.subi": "({0} - {1})", "arith.muli": "({0} * {1})", "arith.divsi": "iree::TruncDiv({0}, {1})",
    "arith.cmpi": "({0} == {1})", "arith.select": "({0} ? {1} : {2})", "arith.index_cast": "{0}", "arith.maxsi": "std::max<int64_t>({0}, {1})",
    "arith.minsi": "std::min<int64_t>({0}, {1})",
}  # fmt: skip


def affine(e: Expression, symbols: Sequence[str]) -> str:
    if isinstance(e, int):
        return str(e)
    if is_leaf(e):
        return symbols[e[1]]
    left, right = affine(e[1], symbols), affine(e[2], symbols)
    return f"{DIVISIONS[e[0]]}({left}, {right})" if e[0] in DIVISIONS else f"({left} {e[0]} {right})"


def results_of(map: AffineAttr, symbols: Sequence[str]) -> list[str]:
    return [affine(expression, symbols) for expression in map.results]


def computed(op: Operation, operands: Sequence[str]) -> str:
    """What the host computes by an operation of `arith`."""
    if op.name == "arith.constant":
        return str(int(op.get("value")))
    if op.name not in ARITHMETIC or op.get("predicate"):  # of relations eq alone is asked for
        raise Error.on(op, "has no form in C++")
    return ARITHMETIC[op.name].format(*operands)


def axis_of(op: Operation) -> int:
    """The dimension that a `memref.dim` asks for."""
    axis = op.operands[1].op
    if axis is None or axis.name != "arith.constant":
        raise Error.on(op, "asks for a dimension that is computed, which has no form in C++")
    return int(axis.get("value"))


def shape_text(shape: Sequence[str | int]) -> str:
    return f"{{{', '.join(map(str, shape))}}}"


def sizes_given(op: Operation) -> list[Value]:
    """The operands that say the sizes that the type of the result leaves open."""
    return [value for value in op.operands if not isinstance(value.type, MemRefType)]


def filled_in(type: MemRefType, sizes: Sequence[str]) -> list[str]:
    """The sizes of a type, those that it leaves open by what is given."""
    given = iter(sizes)
    return [next(given) if size is None else str(size) for size in type.shape or ()]


class SteadySizes:
    """Sizes as expressions of the sizes of a function's arguments alone, whose names are given."""

    def __init__(self, entry: Block, name: Callable[[Value], str]):
        self.entry, self.name = entry, name
        self.numbers: dict[Value, str | None] = {}

    def shape(self, value: Value) -> list[str] | None:
        """The shape of a buffer; None where it needs other sizes, or is told by the longest of expressions."""
        type = value.type
        assert isinstance(type, MemRefType)
        if type.is_static:
            return [str(size) for size in type.sizes]
        if value in self.entry.arguments:
            return [f"{self.name(value)}.shape[{axis}]" if size is None else str(size) for axis, size in enumerate(type.shape or ())]
        sizes = [self.number(size) for size in sizes_given(value.op)] if value.op is not None else []
        if None in sizes or not sizes:
            return None
        return filled_in(type, [size for size in sizes if size is not None])

    def number(self, value: Value) -> str | None:
        if value not in self.numbers:
            text = self.written(value)
            self.numbers[value] = text if text is None or len(text) <= LONGEST else None
        return self.numbers[value]

    def written(self, value: Value) -> str | None:
        op = value.op
        if op is None:
            return None
        if op.name == "memref.dim":
            source = op.operands[0]
            return f"{self.name(source)}.shape[{axis_of(op)}]" if source in self.entry.arguments else None
        operands = [self.number(operand) for operand in op.operands]
        if None in operands or (op.name != "arith.constant" and op.name not in ARITHMETIC):
            return None
        return computed(op, [operand for operand in operands if operand is not None])
