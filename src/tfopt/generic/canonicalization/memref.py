"""Buffers: sizes that what makes them tells, accesses through casts, views there and back, buffers that are only written to. Source:
MLIR's memref dialect."""

from __future__ import annotations

from collections import Counter
from math import prod

from tfir.analysis.effects import UNKNOWN, effects_of
from tfir.dialects import has_trait
from tfir.dialects.memref.layouts import collapsed, expanded, layout_of, sliced
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.dominance import is_within
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, MemRefType, shapes_fit
from tfir.text.affine import AffineAttr
from tfir.text.pieces import DYNAMIC
from tfir.text.strided_layout import StridedAttr

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import constant, number, replace_in, signed
from tfopt.generic.canonicalization.reshapes import groups_of, joined_twice, other_way_then, output_sizes, split_twice, there_and_back
from tfopt.generic.canonicalization.shapes import cast_back, rank_known, size_known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfopt.rewrite.rewriter import PatternRewriter


def shape_of(value: Value) -> tuple[int | None, ...] | None:
    """The sizes of a buffer's type; None where it has no rank."""
    return value.type.shape if isinstance(value.type, MemRefType) else None


def buffer(value: Value) -> MemRefType:
    assert isinstance(value.type, MemRefType), "the op's line in its dialect's table says so"
    return value.type


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
    return uncast(op, rewriter, lambda before, after: True)


def of_blurred(op: Operation, rewriter: PatternRewriter) -> bool:
    """The same where the cast only leaves out what the buffer's type says."""
    return uncast(op, rewriter, tells_more)


def uncast(op: Operation, rewriter: PatternRewriter, may_go: Callable[[MemRefType, MemRefType], bool]) -> bool:
    """Gives an operation buffers as they are before casts that may go by the types before and behind them."""
    changed = False
    stored = op.operands[0] if op.name in ("memref.store", "memref.atomic_rmw") else None  # which may be a buffer too
    for at, value in enumerate(op.operands):
        inner = made_by(value, "memref.cast")
        if value is stored or inner is None or shape_of(inner.operands[0]) is None or shape_of(value) is None:
            continue
        if may_go(buffer(inner.operands[0]), buffer(value)):
            op.set_operand(at, inner.operands[0])
            rewriter.revisit(inner)
            changed = True
    return changed and rewriter.modified(op)


def size_uncast(op: Operation, rewriter: PatternRewriter) -> bool:
    """A size that the buffer has, of the buffer as it is before a cast; as upstream where it is known which."""
    at, shape = number(op.operands[1]), shape_of(op.operands[0])
    return at is not None and shape is not None and at < len(shape) and of_uncast(op, rewriter)


def ranked_cast_back(op: Operation, rewriter: PatternRewriter) -> bool:
    """A cast to the type that a buffer of a known rank had before."""
    inner = made_by(op.operands[0], op.name)
    return (inner is None or shape_of(inner.operands[0]) is not None) and cast_back(op, rewriter)


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
    if inner is None or shape_of(inner.operands[0]) is None:
        return False
    if shape_of(op.result) is None:
        return rewriter.replace_with(op, op.name, inner.operands)
    if not shapes_fit(shape_of(inner.operands[0]), shape_of(op.result)):
        return False
    layouts = layout_of(buffer(inner.operands[0])), layout_of(buffer(op.result))
    if layouts[0] is None or layouts[1] is None:
        return False
    (strides, offset), (others, other) = layouts
    if any([one != two and None not in (one, two) for one, two in zip([*strides, offset], [*others, other])]):
        return False
    op.set_operands(inner.operands)
    rewriter.revisit(inner)
    return rewriter.modified(op)


def onto_itself(op: Operation, rewriter: PatternRewriter) -> bool:
    """A copy of a buffer to itself, or of nothing."""
    if op.operands[0] is not op.operands[1] and not any([0 in (shape_of(value) or ()) for value in op.operands]):
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
    if shape is None or not isinstance(type, MemRefType):
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


def split_of_uncast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Dimensions of a buffer whose type was made to say less, split into sizes of which as many are known."""
    source = narrower(op.operands[0])
    if source is None:
        return False
    sizes, groups = output_sizes(op), groups_of(op)
    shape = [None if isinstance(size, Value) else size for size in sizes]
    if any([(None in [shape[at] for at in group]) is not (size is None) for group, size in zip(groups, buffer(source).shape)]):
        return False
    held = {
        "reassociation": op.attributes["reassociation"],
        "static_output_shape": DenseArrayAttr([DYNAMIC if size is None else size for size in shape], I64),
    }
    values = [size for size in sizes if isinstance(size, Value)]
    return reshaped(op, expanded(buffer(source), shape, groups), [source, *values], held, rewriter)


def joined_of_uncast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Dimensions joined of a buffer whose type was made to say less."""
    source = narrower(op.operands[0])
    if source is None:
        return False
    groups = groups_of(op)
    sizes = [[buffer(source).shape[at] for at in group] for group in groups]
    shape = [None if None in group else prod(group) for group in sizes]
    return reshaped(op, collapsed(buffer(source), shape, groups), [source], dict(op.attributes), rewriter)


def reshaped(op: Operation, type: MemRefType | None, operands: list[Value], held: dict, rewriter: PatternRewriter) -> bool:
    """The reshape, to a type that there is one of, that takes an operation's place."""
    if type is None:
        return False
    made = rewriter.create(op.name, operands, [type], held).result
    return rewriter.replace(op, [as_type(made, buffer(op.result), rewriter)])


def narrower(value: Value) -> Value | None:
    """What a buffer was before a cast that only leaves out what its type says."""
    inner = made_by(value, "memref.cast")
    source = None if inner is None else inner.operands[0]
    if source is None or shape_of(source) is None or shape_of(value) is None:
        return None
    return source if tells_more(buffer(source), buffer(value)) else None


# Parts


def numbers_of_part(op: Operation, first: int) -> list[list[Value | int]]:
    """Offsets, sizes and steps: values where they are operands, from the `first` on."""
    values = iter(op.operands[first:])
    return [[next(values) if each == DYNAMIC else int(each) for each in op.attributes[name].values] for name in PART]


PART = ("static_offsets", "static_sizes", "static_strides")


def fixed(each: Value | int) -> Value | int:
    held = number(each) if isinstance(each, Value) else None
    return each if held is None else signed(held, 64)


def of_part(lists: Sequence[Sequence[Value | int]]) -> tuple[list[Value], dict]:
    """The operands and attributes that say such numbers."""
    values = [[each for each in numbers if isinstance(each, Value)] for numbers in lists]
    held = {
        name: DenseArrayAttr([DYNAMIC if isinstance(each, Value) else each for each in numbers], I64) for name, numbers in zip(PART, lists)
    }
    held["operandSegmentSizes"] = DenseArrayAttr([1, *map(len, values)], I32)
    return [value for each in values for value in each], held


def type_of_part(op: Operation, source: MemRefType, lists: Sequence[Sequence[Value | int]]) -> MemRefType | None:
    """The type of a part of a buffer, without the dimensions of size 1 that an operation's type leaves out."""
    layout = layout_of(source)
    without = left_out(op)
    if layout is None or without is None:
        return None
    whole = sliced(source, layout, *open_numbers(lists))
    if not without:
        return whole
    kept = [at for at in range(len(whole.shape)) if at not in without]
    strides, offset = layout_of(whole)
    return MemRefType([whole.shape[at] for at in kept], whole.element, StridedAttr([strides[at] for at in kept], offset), whole.space)


def open_numbers(lists: Sequence[Sequence[Value | int]]) -> list[list[int | None]]:
    return [[None if isinstance(each, Value) else each for each in numbers] for numbers in lists]


def left_out(op: Operation) -> set[int] | None:
    """Which dimensions of size 1 the type of a part leaves out, by their strides where there are more of them; None where that tells
    not enough."""
    source, type = buffer(op.operands[0]), buffer(op.result)
    layouts = layout_of(source), layout_of(type)
    if layouts[0] is None or layouts[1] is None:
        return None
    lists = open_numbers(numbers_of_part(op, 1))
    missing = len(lists[1]) - len(type.shape)
    ones = [at for at, size in enumerate(lists[1]) if size == 1]
    if missing in (0, len(ones)):
        return set(ones) if missing else set()
    strides = layout_of(sliced(source, layouts[0], *lists))[0]
    left, given = Counter(strides), Counter(layouts[1][0])
    out = set()
    for at in ones:
        if left[strides[at]] > given[strides[at]]:
            left[strides[at]] -= 1
            out.add(at)
    return out if len(out) == missing else None


def part_of(op: Operation, source: Value, lists: Sequence[Sequence[Value | int]], rewriter: PatternRewriter) -> bool:
    """The part of a buffer that takes an operation's place, under its type."""
    type = type_of_part(op, buffer(source), lists)
    if type is None:
        return False
    values, held = of_part(lists)
    part = rewriter.create(op.name, [source, *values], [type], dict(op.attributes) | held).result
    return rewriter.replace(op, [as_type(part, buffer(op.result), rewriter)])


def as_type(value: Value, type: MemRefType, rewriter: PatternRewriter) -> Value:
    return value if value.type is type else rewriter.value("memref.cast", [value], type)


def whole_part(op: Operation, rewriter: PatternRewriter) -> bool:
    """All of a buffer whose sizes are known, or of a part that was just taken."""
    source, type = op.operands[0], op.result.type
    offsets, sizes, steps = numbers_of_part(op, 1)
    if set(offsets) - {0} or set(steps) - {1}:
        return False
    inner = made_by(source, op.name)
    is_whole = source.type is type and inner is not None and sizes == numbers_of_part(inner, 1)[1]
    return (is_whole or source.type is type and sizes == list(type.shape)) and rewriter.replace(op, [source])


def whole_part_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """All of a buffer under another type."""
    source, type = op.operands[0], buffer(op.result)
    offsets, sizes, steps = numbers_of_part(op, 1)
    if set(offsets) - {0} or set(steps) - {1} or source.type is type:
        return False
    return sizes == list(source.type.shape) == list(type.shape) and rewriter.replace(op, [as_type(source, type, rewriter)])


def part_told(op: Operation, rewriter: PatternRewriter) -> bool:
    """A part of a buffer whose offsets, sizes and steps are constants has a type that says them."""
    source, lists = op.operands[0], numbers_of_part(op, 1)
    new = [[fixed(each) for each in numbers] for numbers in lists]
    new[2] = [old if told == 0 else told for old, told in zip(lists[2], new[2])]
    if new == lists or not lies_within(
        source.type.shape, *[[DYNAMIC if isinstance(each, Value) else each for each in numbers] for numbers in new]
    ):
        return False
    return part_of(op, source, new, rewriter)


def part_of_uncast(op: Operation, rewriter: PatternRewriter) -> bool:
    """A part of a buffer whose type was made to say less."""
    source = narrower(op.operands[0])
    return source is not None and part_of(op, source, numbers_of_part(op, 1), rewriter)


def tells_more(one: MemRefType, other: MemRefType) -> bool:
    """Whether all that one type says of sizes and strides another one says too."""
    layouts = layout_of(one), layout_of(other)
    if layouts[0] is None or layouts[1] is None:
        return False
    (strides, offset), (others, other_offset) = layouts
    pairs = zip([*one.shape, *strides, offset], [*other.shape, *others, other_offset])
    return all([second is None or first == second for first, second in pairs])


def lies_within(shape, offsets: list[int], sizes: list[int], steps: list[int]) -> bool:
    """Whether a part does not surely reach beyond its buffer."""
    for all_, offset, size, step in zip(shape, offsets, sizes, steps):
        if any([each < 0 and each != DYNAMIC for each in (offset, size)]):
            return False
        if all_ is not None and offset != DYNAMIC and offset >= all_:
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


def metadata_of_uncast(op: Operation, rewriter: PatternRewriter) -> bool:
    """What a buffer is made of, of the buffer as it is before a cast, and of what the type behind the cast says."""
    inner = made_by(op.operands[0], "memref.cast")
    if inner is None or shape_of(inner.operands[0]) is None:
        return False
    type = buffer(op.operands[0])
    layouts = layout_of(type), layout_of(buffer(inner.operands[0]))
    if layouts[0] is None or layouts[1] is None:
        return False
    strides, offset = layouts[0]
    index = op.results[1].type
    made = rewriter.create(op.name, inner.operands, [each.type for each in op.results], op.attributes).results
    told = [
        value if number is None else constant(rewriter, number, index) for value, number in zip(made[1:], [offset, *type.shape, *strides])
    ]
    return rewriter.replace(op, [made[0], *told])


# Other views


def reinterpreted_told(op: Operation, rewriter: PatternRewriter) -> bool:
    """Constants that say how a buffer is taken stand in its type."""
    lists = numbers_of_part(op, 1)
    new = [[fixed(each) for each in numbers] for numbers in lists]
    if new == lists or any([isinstance(each, int) and each < 0 for each in new[1]]):
        return False
    values, held = of_part(new)
    offsets, sizes, strides = [[None if isinstance(each, Value) else each for each in numbers] for numbers in new]
    old = buffer(op.result)
    type = MemRefType(sizes, old.element, StridedAttr(strides, offsets[0]), old.space)
    made = rewriter.create(op.name, [op.operands[0], *values], [type], dict(op.attributes) | held).result
    return rewriter.replace(op, [as_type(made, old, rewriter)])


def of_reinterpreted(op: Operation, rewriter: PatternRewriter) -> bool:
    """How a buffer was taken before does not count, nor that a part was from its first element on."""
    inner = op.operands[0].op
    if inner is None or inner.name not in ("memref.reinterpret_cast", "memref.subview"):
        return False
    if inner.name == "memref.subview" and set(numbers_of_part(inner, 1)[0]) - {0}:
        return False
    return of_source(op, inner, rewriter)


def of_base(op: Operation, rewriter: PatternRewriter) -> bool:
    """The memory where a buffer begins is that of the buffer."""
    inner = made_by(op.operands[0], "memref.extract_strided_metadata")
    return inner is not None and op.operands[0] is inner.results[0] and of_source(op, inner, rewriter)


def of_source(op: Operation, inner: Operation, rewriter: PatternRewriter) -> bool:
    op.set_operand(0, inner.operands[0])
    rewriter.revisit(inner)
    return rewriter.modified(op)


def of_own_metadata(op: Operation, rewriter: PatternRewriter) -> bool:
    """A buffer taken apart and put together as it was."""
    inner = made_by(op.operands[0], "memref.extract_strided_metadata")
    if inner is None or op.operands[0] is not inner.results[0]:
        return False
    type, (offset, sizes, strides) = buffer(inner.operands[0]), numbers_of_part(op, 1)
    layout = layout_of(type)
    if layout is None or len(sizes) != len(type.shape):
        return False
    told = [layout[1], *type.shape, *layout[0]]
    given = [fixed(each) for each in (*offset, *sizes, *strides)]
    if not all(
        [each is result or each == fixed_one and fixed_one is not None for each, result, fixed_one in zip(given, inner.results[1:], told)]
    ):
        return False
    return rewriter.replace(op, [as_type(inner.operands[0], buffer(op.result), rewriter)])


def reinterpreted_alike(op: Operation, rewriter: PatternRewriter) -> bool:
    """A buffer taken as it is; its type says all of it."""
    source, layout = op.operands[0], layout_of(buffer(op.result))
    is_same = source.type is op.result.type and layout is not None and None not in (*op.result.type.shape, *layout[0], layout[1])
    return is_same and rewriter.replace(op, [source])


def aligned_alike(op: Operation, rewriter: PatternRewriter) -> bool:
    """What is assumed of a buffer for the second time."""
    inner = made_by(op.operands[0], op.name)
    return inner is not None and inner.get("alignment") == op.get("alignment") and rewriter.replace(op, inner.results)


def all_viewed(op: Operation, rewriter: PatternRewriter) -> bool:
    """A view of all bytes of a buffer as bytes."""
    source = op.operands[0]
    is_all = source.type is op.result.type and None not in op.result.type.shape and number(op.operands[1]) == 0
    return is_all and rewriter.replace(op, [source])


def turned_twice(op: Operation, rewriter: PatternRewriter) -> bool:
    """Dimensions that are moved as they were not, and twice."""
    source, order = op.operands[0], op.attributes["permutation"]
    if source.type is op.result.type and [each[1] for each in order.results] == list(range(order.dimensions)):
        return rewriter.replace(op, [source])
    inner = made_by(source, op.name)
    if inner is None:
        return False
    before = inner.attributes["permutation"].results
    both = AffineAttr("affine_map", order.dimensions, 0, [before[each[1]] for each in order.results])
    return rewriter.replace_with(op, op.name, inner.operands, permutation=both)


def view_told(op: Operation, rewriter: PatternRewriter) -> bool:
    """A view whose sizes are constants has a type that says them."""
    type, sizes = buffer(op.result), iter(op.operands[2:])
    given = [next(sizes) if size is None else size for size in type.shape]
    new = [fixed(size) for size in given]
    if new == given or any([isinstance(size, int) and size < 0 for size in new]):
        return False
    static = MemRefType([None if isinstance(size, Value) else size for size in new], type.element, type.layout, type.space)
    made = rewriter.value(op.name, [*op.operands[:2], *[size for size in new if isinstance(size, Value)]], static)
    return rewriter.replace(op, [as_type(made, type, rewriter)])


def spaces_at_once(op: Operation, rewriter: PatternRewriter) -> bool:
    source, inner = op.operands[0], made_by(op.operands[0], op.name)
    if source.type is op.result.type:
        return rewriter.replace(op, [source])
    if inner is None:
        return False
    op.set_operands(inner.operands)
    rewriter.revisit(inner)
    return rewriter.modified(op)


def size_asked_for(op: Operation, rewriter: PatternRewriter) -> bool:
    """The size of a buffer that was reshaped as another buffer says, read from that where it was reshaped."""
    reshape, at = made_by(op.operands[0], "memref.reshape"), op.operands[1]
    if reshape is None or at.op is not None and number(at) is None and not (at.op.parent is reshape.parent and is_before(at.op, reshape)):
        return False
    if at.op is None and is_within(reshape.block, at.block.parent) is False:
        return False
    rewriter.set_insertion_point(reshape.next)
    index = constant(rewriter, number(at), at.type) if number(at) is not None else at
    size = rewriter.value("memref.load", [reshape.operands[1], index], reshape.operands[1].type.element)
    if size.type is not op.result.type:
        size = rewriter.value("arith.index_cast", [size], op.result.type)
    return rewriter.replace(op, [size])


def is_before(one: Operation, other: Operation) -> bool:
    return next((each for each in one.parent if each in (one, other)), None) is one


def scope_around_all(op: Operation, rewriter: PatternRewriter) -> bool:
    """A scope that ends where the function does, or in which nothing is allocated on the stack, is none."""
    around = op.parent_op
    ends = op.next is op.block.last and around is not None and around.name in ("func.func", "llvm.func", "memref.alloca_scope")
    if not ends and any([may_allocate(inner) for inner in op.region.walk()]):
        return False
    *body, end = op.body
    rewriter.move(body, op.parent, op)
    results = list(end.operands)
    end.erase()
    return rewriter.replace(op, results)


def may_allocate(op: Operation) -> bool:
    """Whether an operation allocates on the stack, as far as can be told."""
    if has_trait(op, "terminator") or op.regions and has_trait(op, "branch", "loop", "composed"):
        return False
    return op.name == "memref.alloca" or effects_of(op) is UNKNOWN


PATTERNS = {
    "memref.subview": [whole_part, part_told, part_of_uncast, whole_part_cast],
    "memref.reinterpret_cast": [reinterpreted_alike, of_any_uncast, of_own_metadata, of_reinterpreted, of_base, reinterpreted_told],
    "memref.extract_strided_metadata": [metadata_of_uncast, metadata_told],
    "memref.dim": [size_known, size_given, size_uncast, size_asked_for],
    "memref.rank": [rank_known],
    "memref.cast": [ranked_cast_back, cast_back, cast_at_once],
    **dict.fromkeys(
        ("memref.load", "memref.store", "memref.prefetch", "memref.dealloc", "memref.dma_start", "memref.dma_wait", "memref.atomic_rmw"),
        [of_uncast],
    ),
    "memref.copy": [of_blurred, onto_itself],
    "memref.alloc": [never_read, of_known_size],
    "memref.realloc": [never_read],
    "memref.assume_alignment": [aligned_alike],
    "memref.alloca": [never_read, of_known_size],
    "memref.alloca_scope": [scope_around_all],
    "memref.expand_shape": [there_and_back, split_twice, other_way_then, split_of_uncast],
    "memref.collapse_shape": [there_and_back, joined_twice, other_way_then, joined_of_uncast],
    "memref.transpose": [turned_twice],
    "memref.view": [all_viewed, view_told, of_uncast],
    "memref.memory_space_cast": [spaces_at_once],
}
