"""Takes views of buffers apart: what is computed of sizes, strides and offsets, and a `memref.reinterpret_cast` to the result.

    before:  %0 = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
    after:   %base, %o, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
             %1 = affine.apply affine_map<()[s0] -> (s0 * 8)>()[%i]
             %0 = memref.reinterpret_cast %base to offset: [%1], sizes: [4, 4], strides: [8, 1]

What is said of a buffer that another op makes (an allocation, a cast, such a reinterpretation) is known without asking for it.
"""

from __future__ import annotations

from tfir.dialects import trait_arguments
from tfir.dialects.memref.layouts import layout_of
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, INDEX, MemRefType
from tfir.ods.views import groups_of
from tfir.text.affine import AffineAttr
from tfir.text.affine_expression import add, divide, times
from tfir.text.pieces import DYNAMIC

from tfopt.generic.canonicalization.folders import folders_about
from tfopt.generic.canonicalization.regions import simplified_whole
from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.text.affine_expression import Expression

    Number = Value | int

WORKS_ON = ()  # it folds what else a program has, as upstream's driver does
TITLE = "Expand memref operations into easier to analyze constructs"
METADATA, REINTERPRETED = "memref.extract_strided_metadata", "memref.reinterpret_cast"
NUMBERS = ("static_offsets", "static_sizes", "static_strides")


def expand_strided_metadata(root: Operation):
    """Results are those of upstream."""
    folders = folders_about({op.name for op in root.inside()})
    GreedyDriver(
        [*folders, *function_patterns(PATTERNS)], iterations=10, pooled=frozenset(["arith.constant"]), simplify_regions=simplified_whole
    ).run(root)


# Numbers that are values or constants


def held_numbers(op: Operation) -> list[list[Number]]:
    """Offsets, sizes and strides of an op that has them as operands or attributes."""
    rest = iter(op.operands[1:])
    return [[constant_or_value(next(rest)) if each == DYNAMIC else int(each) for each in op.attributes[name].values] for name in NUMBERS]


def sizes_as_written(op: Operation) -> list[Number]:
    """The sizes of a part; those of operands are values even if these are constants, as the type of the part has it."""
    offsets, sizes = [op.attributes[name].values for name in NUMBERS[:2]]
    rest = iter(op.operands[1 + list(offsets).count(DYNAMIC) :])
    return [next(rest) if each == DYNAMIC else int(each) for each in sizes]


def constant_or_value(value: Value) -> Number:
    made = value.op
    held = made.attributes.get("value") if made is not None and made.name == "arith.constant" else None
    return held.value if isinstance(held, IntegerAttr) else value


class Formula:
    """An affine expression of numbers, in which values are symbols, numbered as they occur."""

    def __init__(self) -> None:
        self.symbols: list[Value] = []

    def of(self, number: Number) -> Expression:
        if not isinstance(number, Value):
            return number
        if number not in self.symbols:
            self.symbols.append(number)
        return ("s", self.symbols.index(number))

    def built(self, rewriter: PatternRewriter, e: Expression) -> Number:
        if isinstance(e, int):
            return e
        if len(e) == 2:
            return self.symbols[e[1]]
        map = AffineAttr("affine_map", 0, len(self.symbols), [e])
        return rewriter.builder.value("affine.apply", self.symbols, INDEX, {"map": map})


def product(rewriter: PatternRewriter, numbers: Sequence[Number]) -> Number:
    formula = Formula()
    e: Expression = 1
    for number in numbers:
        e = times(e, formula.of(number))
    return formula.built(rewriter, e)


# What is known of a buffer


def strided(buffer: Value) -> Any:
    """Strides and offset that the type of a buffer says; None where its layout has none."""
    type: Any = buffer.type
    return layout_of(type)


def metadata(rewriter: PatternRewriter, buffer: Value) -> tuple[Value, Number, list[Number], list[Number]]:
    """The buffer of no dimensions at the beginning, offset, sizes and strides; asked for where nothing says them."""
    made = buffer.op
    if made is not None and made.name == REINTERPRETED and made.operands[0].type.shape == ():
        (offset,), sizes, strides = held_numbers(made)
        base = made.operands[0]
        if base.type.layout is not None:  # its own offset does not count
            base, *_ = metadata(rewriter, base)
        return base, offset, sizes, strides
    type = buffer.type
    rank = len(type.shape)
    types = [MemRefType((), type.element, None, type.space), *[INDEX] * (1 + 2 * rank)]
    base, *numbers = rewriter.create(METADATA, [buffer], types, {}).results
    strides, offset = strided(buffer)
    given = [value if fixed is None else fixed for value, fixed in zip(numbers, [offset, *type.shape, *strides])]
    return base, given[0], given[1 : 1 + rank], given[1 + rank :]


def reinterpreted(
    rewriter: PatternRewriter, op: Operation, base: Value, offset: Number, sizes: Sequence[Number], strides: Sequence[Number]
) -> bool:
    type, lists = op.results[0].type, [[offset], sizes, strides]
    if base.type is type:
        return rewriter.replace(op, [base])
    attributes = {
        name: DenseArrayAttr([DYNAMIC if isinstance(each, Value) else each for each in numbers], I64)
        for name, numbers in zip(NUMBERS, lists)
    }
    values = [[each for each in numbers if isinstance(each, Value)] for numbers in lists]
    attributes["operandSegmentSizes"] = DenseArrayAttr([1, *map(len, values)], I32)
    operands = [base, *[each for numbers in values for each in numbers]]
    return rewriter.replace(op, [rewriter.create(REINTERPRETED, operands, [type], attributes).result])


# Views


def subview(op: Operation, rewriter: PatternRewriter) -> bool:
    """Strides times steps; the offset is the sum of all offsets times strides."""
    source = op.operands[0]
    if strided(source) is None or strided(op.result) is None:
        return False
    base, offset, _, strides = metadata(rewriter, source)
    offsets, _, steps = held_numbers(op)
    sizes = sizes_as_written(op)
    new_strides = [product(rewriter, pair) for pair in zip(steps, strides)]
    formula = Formula()
    total = formula.of(offset)
    for start, stride in zip(offsets, strides):
        first, second = formula.of(start), formula.of(stride)
        total = add(total, times(first, second))
    kept = kept_dimensions(op, sizes)
    new_offset = formula_without_unused(formula, total, rewriter)
    return reinterpreted(rewriter, op, base, new_offset, [sizes[at] for at in kept], [new_strides[at] for at in kept])


def formula_without_unused(formula: Formula, e: Expression, rewriter: PatternRewriter) -> Number:
    """A sum whose symbols are numbered as they are left in it."""
    compact = Formula()

    def renumbered(part: Expression) -> Expression:
        if isinstance(part, int):
            return part
        if len(part) == 2:
            return compact.of(formula.symbols[part[1]])
        return (part[0], renumbered(part[1]), renumbered(part[2]))

    used = set[int]()
    collect(e, used)
    for number in sorted(used):
        compact.of(formula.symbols[number])
    return compact.built(rewriter, renumbered(e))


def collect(e: Expression, symbols: set[int]) -> None:
    if isinstance(e, int):
        return
    if len(e) == 2:
        symbols.add(e[1])
    else:
        collect(e[1], symbols)
        collect(e[2], symbols)


def kept_dimensions(op: Operation, sizes: Sequence[Number]) -> list[int]:
    """The dimensions of a part that its type has: all but some of size 1."""
    shape, strides = list(op.result.type.shape), list(strided(op.result)[0])
    source_strides = strided(op.operands[0])[0]
    steps = held_numbers(op)[2]
    kept: list[int] = []
    for at, size in enumerate(sizes):
        left, needed = len(sizes) - at, len(shape) - len(kept)
        step = steps[at]
        stride = source_strides[at] * step if isinstance(source_strides[at], int) and isinstance(step, int) else None
        fits = needed and shape[len(kept)] == (None if isinstance(size, Value) else size)
        if fits and (left == needed or size != 1 or strides[len(kept)] == stride):
            kept.append(at)
    return kept


def expand(op: Operation, rewriter: PatternRewriter) -> bool:
    """In each group the size that is not known is what is left of the source's, and strides grow from the source's by sizes."""
    source, shape = op.operands[0], op.result.type.shape
    if strided(source) is None:
        return False
    base, offset, sizes, strides = metadata(rewriter, source)
    new_sizes: list[Number] = []
    new_strides: list[Number] = []
    groups = groups_of(op)
    for group, size, stride in zip(groups, sizes, strides):
        own = sizes_in_group(rewriter, [shape[at] for at in group], size)
        new_sizes += own
        new_strides += [product(rewriter, [*own[at + 1 :], stride]) for at in range(len(own))]
    if not groups:
        new_sizes, new_strides = [1] * len(shape), [1] * len(shape)
    return reinterpreted(rewriter, op, base, offset, new_sizes, new_strides)


def sizes_in_group(rewriter: PatternRewriter, shape: Sequence[int | None], size: Number) -> list[Number]:
    static = 1
    for extent in shape:
        static *= 1 if extent is None else extent
    formula = Formula()
    return [formula.built(rewriter, divide("floordiv", formula.of(size), static)) if extent is None else extent for extent in shape]


def collapse(op: Operation, rewriter: PatternRewriter) -> bool:
    """Each group is as large as its sizes together; its stride is that of its last dimension that has more than one element."""
    source = op.operands[0]
    if strided(source) is None:
        return False
    base, offset, sizes, strides = metadata(rewriter, source)
    new_sizes: list[Number] = []
    new_strides: list[Number] = []
    for group in groups_of(op):
        new_sizes.append(product(rewriter, [sizes[at] for at in group]))
        last = next((at for at in reversed(group) if sizes[at] != 1), group[0])
        new_strides.append(strides[last])
    return reinterpreted(rewriter, op, base, offset, new_sizes, new_strides)


# What is asked of buffers


def known_metadata(op: Operation, rewriter: PatternRewriter) -> bool:
    """What the type, or who has made the buffer, says of it."""
    source = op.operands[0]
    made = source.op
    if made is not None and trait_arguments(made, "effects") == ("allocate memory",) and source.type.layout is None:
        return of_allocation(op, rewriter, made)
    if made is not None and made.name == "memref.cast" and strided(made.operands[0]) is not None:
        source = made.operands[0]
    elif made is None or made.name != REINTERPRETED or made.operands[0].type.shape != ():
        return named_by_type(op, rewriter)
    base, offset, sizes, strides = metadata(rewriter, source)
    return rewriter.replace(op, [base, *[as_value(rewriter, each) for each in (offset, *sizes, *strides)]])


def of_allocation(op: Operation, rewriter: PatternRewriter, made: Operation) -> bool:
    """What is said of memory that is new: its sizes as it was asked for, strides that are products of them."""
    rest = iter(made.operands)
    sizes: list[Number] = [next(rest) if size is None else size for size in made.result.type.shape]
    strides = [product(rewriter, sizes[at + 1 :]) for at in range(len(sizes))]
    type = MemRefType((), made.result.type.element, None, made.result.type.space)
    attributes = {name: DenseArrayAttr([0] if name == "static_offsets" else [], I64) for name in NUMBERS}
    attributes["operandSegmentSizes"] = DenseArrayAttr([1, 0, 0, 0], I32)
    base = rewriter.create(REINTERPRETED, [made.result], [type], attributes).result
    return rewriter.replace(op, [base, *[as_value(rewriter, each) for each in (0, *sizes, *strides)]])


def named_by_type(op: Operation, rewriter: PatternRewriter) -> bool:
    type = op.operands[0].type
    strides, offset = strided(op.operands[0])
    pairs = [(result, fixed) for result, fixed in zip(op.results[1:], [offset, *type.shape, *strides]) if fixed is not None and result.uses]
    for result, fixed in pairs:
        rewriter.replace_uses(result, as_value(rewriter, fixed))
    return bool(pairs)


def as_value(rewriter: PatternRewriter, number: Number) -> Value:
    if isinstance(number, Value):
        return number
    return rewriter.value("arith.constant", (), INDEX, value=IntegerAttr(number, INDEX))


PATTERNS = {
    "memref.subview": [subview], "memref.expand_shape": [expand], "memref.collapse_shape": [collapse], METADATA: [known_metadata],
}  # fmt: skip
