"""Buffers: sizes that what makes them tells, accesses through casts, views there and back, buffers that are only written to. Source:
MLIR's memref dialect."""

from __future__ import annotations

from tfir.analysis.effects import effects_of
from tfir.dialects.memref.layouts import layout_of, sliced
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, MemRefType, shapes_fit
from tfir.text.pieces import DYNAMIC

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import constant, number, replace_in, signed
from tfopt.generic.canonicalization.shapes import cast_back, rank_known, size_known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.rewriter import PatternRewriter


def shape_of(value: Value) -> tuple[int | None, ...] | None:
    """The sizes of a buffer's type; None where it has no rank."""
    return value.type.shape if isinstance(value.type, MemRefType) else None


def size_given(op: Operation, rewriter: PatternRewriter) -> bool:
    """The size that an allocation or a part of a buffer was made with."""
    at, maker, shape = number(op.operands[1]), op.operands[0].op, shape_of(op.operands[0])
    if at is None or maker is None or shape is None or at >= len(shape) or shape[at] is not None:
        return False
    effects = effects_of(maker)
    if maker.dialect == "memref" and effects.allocates and not effects.writes:
        return rewriter.replace(op, [maker.operands[shape[:at].count(None)]])
    if maker.name != "memref.subview" or len(shape) != len(shape_of(maker.operands[0]) or ()):
        return False
    sizes, groups = maker.attributes["static_sizes"].values, maker.attributes["operandSegmentSizes"].values
    if sizes[at] != DYNAMIC:
        return rewriter.replace(op, [constant(rewriter, sizes[at], op.result.type)])
    return rewriter.replace(op, [maker.operands[1 + groups[1] + list(sizes[:at]).count(DYNAMIC)]])


def of_uncast(op: Operation, rewriter: PatternRewriter) -> bool:
    """What is made of a buffer under another type is made of the buffer; it has a rank before the cast too."""
    changed = False
    for at, value in enumerate(op.operands):
        inner = made_by(value, "memref.cast")
        if inner is not None and shape_of(inner.operands[0]) is not None and shape_of(value) is not None:
            op.set_operand(at, inner.operands[0])
            rewriter.revisit(inner)
            changed = True
    return changed and rewriter.modified(op)


def of_any_uncast(op: Operation, rewriter: PatternRewriter) -> bool:
    """What only takes a buffer's memory takes it whatever its type is."""
    inner = made_by(op.operands[0], "memref.cast")
    if inner is None:
        return False
    op.set_operand(0, inner.operands[0])
    rewriter.revisit(inner)
    return rewriter.modified(op)


def cast_at_once(op: Operation, rewriter: PatternRewriter) -> bool:
    """Two casts, where the first and the last type may be of the same buffer."""
    inner = made_by(op.operands[0], op.name)
    first, last = None if inner is None else inner.operands[0].type, op.result.type
    if inner is None or not isinstance(first, MemRefType) or not isinstance(last, MemRefType) or not shapes_fit(first.shape, last.shape):
        return False
    layouts = layout_of(first), layout_of(last)
    if layouts[0] is None or layouts[1] is None:
        return False
    (strides, offset), (others, other) = layouts
    if any([one != two and None not in (one, two) for one, two in zip([*strides, offset], [*others, other])]):
        return False
    op.set_operands(inner.operands)
    rewriter.revisit(inner)
    return rewriter.modified(op)


def onto_itself(op: Operation, rewriter: PatternRewriter) -> bool:
    """A copy of a buffer to itself."""
    if op.operands[0] is not op.operands[1]:
        return False
    rewriter.erase(op)
    return True


def never_read(op: Operation, rewriter: PatternRewriter) -> bool:
    """A buffer that is only written to and freed."""
    users = op.result.users
    if not all([user.name == "memref.dealloc" or (user.name == "memref.store" and user.operands[0] is not op.result) for user in users]):
        return False
    for user in users:
        rewriter.erase(user)
    rewriter.erase(op)
    return True


def of_known_size(op: Operation, rewriter: PatternRewriter) -> bool:
    """An allocation whose sizes are constants has a type that says them."""
    shape = shape_of(op.result)
    type, groups = op.result.type, op.attributes["operandSegmentSizes"].values
    if shape is None or not isinstance(type, MemRefType) or type.layout is not None:
        return False
    sizes = iter(op.operands[: groups[0]])
    given = [next(sizes) if size is None else size for size in shape]
    told = [size if isinstance(size, int) else number(size) for size in given]
    told = [None if size is None or signed(size, 64) < 0 else size for size in told]
    if told == list(shape):
        return False
    kept = [size for size, number in zip(given, told) if number is None and not isinstance(size, int)]
    new = MemRefType(told, type.element, type.layout, type.space)
    held = dict(op.attributes) | {"operandSegmentSizes": DenseArrayAttr([len(kept), groups[1]], I32)}
    made = rewriter.create(op.name, [*kept, *op.operands[groups[0] :]], [new], held)
    return rewriter.replace(op, [rewriter.value("memref.cast", [made.result], type)])


def there_and_back(op: Operation, rewriter: PatternRewriter) -> bool:
    """Dimensions that are split as they were before they were joined, and the other way round."""
    other = "memref.collapse_shape" if op.name == "memref.expand_shape" else "memref.expand_shape"
    inner = made_by(op.operands[0], other)
    return inner is not None and inner.operands[0].type is op.result.type and rewriter.replace(op, [inner.operands[0]])


def part_told(op: Operation, rewriter: PatternRewriter) -> bool:
    """A part of a buffer whose offsets, sizes and steps are constants has a type that says them."""
    source, result = op.operands[0].type, op.result.type
    if not isinstance(source, MemRefType) or not isinstance(result, MemRefType) or source.rank != result.rank:
        return False
    values, told, kept = iter(op.operands[1:]), [], []
    for name in ("static_offsets", "static_sizes", "static_strides"):
        numbers, left = [], []
        for fixed in op.attributes[name].values:
            value = next(values) if fixed == DYNAMIC else None
            constant_ = None if value is None else number(value)
            numbers.append(fixed if value is None else DYNAMIC if constant_ is None else signed(constant_, 64))
            left += [value] if value is not None and constant_ is None else []
        told.append(numbers)
        kept.append(left)
    layout = layout_of(source)
    if layout is None or sum(map(len, kept)) == len(op.operands) - 1 or not lies_within(source.shape, *told):
        return False
    type = sliced(source, layout, *[[None if each == DYNAMIC else each for each in numbers] for numbers in told])
    held = {name: DenseArrayAttr(numbers, I64) for name, numbers in zip(("static_offsets", "static_sizes", "static_strides"), told)}
    held["operandSegmentSizes"] = DenseArrayAttr([1, *map(len, kept)], I32)
    part = rewriter.create(op.name, [op.operands[0], *kept[0], *kept[1], *kept[2]], [type], dict(op.attributes) | held).result
    return rewriter.replace(op, [part if part.type is result else rewriter.value("memref.cast", [part], result)])


def lies_within(shape, offsets: list[int], sizes: list[int], steps: list[int]) -> bool:
    """Whether a part does not surely reach beyond its buffer."""
    for all_, offset, size, step in zip(shape, offsets, sizes, steps):
        if any([each < 0 and each != DYNAMIC for each in (offset, size)]) or step != DYNAMIC and step < 0:
            return False
        if all_ is not None and DYNAMIC not in (offset, size, step) and size and offset + (size - 1) * step >= all_:
            return False
    return True


def metadata_told(op: Operation, rewriter: PatternRewriter) -> bool:
    """The offset, sizes and strides that a buffer's type tells."""
    type = op.operands[0].type
    layout = layout_of(type) if isinstance(type, MemRefType) else None
    if layout is None:
        return False
    strides, offset = layout
    changed = False
    for result, told in zip(op.results[1:], [offset, *type.shape, *strides]):
        if told is not None:
            changed |= replace_in(list(dict.fromkeys(result.users)), result, told, rewriter)
    return changed


PATTERNS = {
    "memref.subview": [part_told],
    "memref.reinterpret_cast": [of_any_uncast],
    "memref.extract_strided_metadata": [metadata_told],
    "memref.dim": [size_known, size_given, of_uncast],
    "memref.rank": [rank_known],
    "memref.cast": [cast_back, cast_at_once],
    **dict.fromkeys(("memref.load", "memref.store", "memref.prefetch", "memref.dealloc"), [of_uncast]),
    "memref.copy": [of_uncast, onto_itself],
    "memref.alloc": [never_read, of_known_size],
    "memref.alloca": [never_read, of_known_size],
    "memref.expand_shape": [there_and_back],
    "memref.collapse_shape": [there_and_back],
}
