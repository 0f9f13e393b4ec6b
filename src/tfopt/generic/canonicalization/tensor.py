"""Tensors: casts that nothing needs, slices and elements of what is put together right here, sizes that are constant. Source: MLIR's tensor
dialect."""

from __future__ import annotations

from math import prod

from tfir.dialects import is_pure
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, TensorType, Type, shapes_fit
from tfir.text.pieces import DYNAMIC

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import can_hold_constant, constant, number, numbers, signed
from tfopt.generic.canonicalization.reshapes import groups_of, joined_twice, other_way_then, split_twice, there_and_back
from tfopt.generic.canonicalization.shapes import cast_back, element_known, rank_known, size_known
from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.folding import reshaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfopt.rewrite.pattern import PatternFunction
    from tfopt.rewrite.rewriter import PatternRewriter

    Number = Value | int

SLICE = ("static_offsets", "static_sizes", "static_strides")


# Numbers in operands or in attributes


def told(op: Operation, names: Sequence[str], first: int) -> list[list[Number]]:
    """The numbers of these attributes; where they say so a value, of the operands from `first` on."""
    rest = iter(op.operands[first:])
    return [[next(rest) if each == DYNAMIC else int(each) for each in op.attributes[name].values] for name in names]


def fixed(each: Number) -> Number:
    """A number in the place of a constant that is one."""
    held = number(each) if isinstance(each, Value) else None
    return each if held is None else signed(held, 64)


def attributes_of(lists: Sequence[Sequence[Number]], names: Sequence[str], leading: Sequence[int]) -> dict:
    held = {
        name: DenseArrayAttr([DYNAMIC if isinstance(each, Value) else each for each in numbers], I64) for name, numbers in zip(names, lists)
    }
    counts = [len([each for each in numbers if isinstance(each, Value)]) for numbers in lists]
    return held | {"operandSegmentSizes": DenseArrayAttr([*leading, *counts], I32)}


def values_in(lists: Sequence[Sequence[Number]]) -> list[Value]:
    return [each for numbers in lists for each in numbers if isinstance(each, Value)]


def size_or_open(size: Number) -> int | None:
    return None if isinstance(size, Value) else size


def cast_to(rewriter: PatternRewriter, value: Value, type: Type) -> Value:
    return value if value.type is type else rewriter.value("tensor.cast", [value], type)


def narrower(value: Value) -> Value | None:
    """What a cast has made less certain: the tensor before it, of a type that says more."""
    inner = made_by(value, "tensor.cast")
    source = inner.operands[0] if inner is not None else None
    return source if source is not None and says_more(source.type, value.type) else None


def says_more(before: Type, after: Type) -> bool:
    """Whether one type of a tensor says all that another one does."""
    if not isinstance(before, TensorType) or not isinstance(after, TensorType) or before.shape is None or after.shape is None:
        return False
    return all([other is None or one == other for one, other in zip(before.shape, after.shape)])


# Casts


def cast_at_once(op: Operation, rewriter: PatternRewriter) -> bool:
    """Two casts, unless the type between them says what neither of the others does."""
    inner = made_by(op.operands[0], op.name)
    if inner is None:
        return False
    first, between, last = [value.type.shape for value in (inner.operands[0], inner.result, op.result)]
    if not fit(first, last) or both_tell(both_tell(first, between), last) != both_tell(first, last):
        return False
    return rewriter.replace_with(op, op.name, inner.operands)


def fit(one, other) -> bool:
    return one is None or other is None or shapes_fit(one, other)


def both_tell(one, other):
    """The sizes that are known of either of two shapes of one tensor; None where neither has a rank."""
    if one is None or other is None:
        return other if one is None else one
    return tuple([size if size is not None else second for size, second in zip(one, other)])


def of_empty(op: Operation, rewriter: PatternRewriter) -> bool:
    """Memory of a type that says more: a size that it says is not asked for."""
    inner, type = made_by(op.operands[0], "tensor.empty"), op.result.type
    if inner is None or type.shape is None or type.encoding is not inner.result.type.encoding:
        return False
    rest, kept = iter(inner.operands), []
    for before, after in zip(inner.result.type.shape, type.shape):
        if before is not None:
            if after != before:
                return False
            continue
        size = next(rest)
        if after is None:
            kept.append(size)
    return rewriter.replace(op, [rewriter.value("tensor.empty", kept, type)])


# Elements


def of_narrower(op: Operation, rewriter: PatternRewriter) -> bool:
    """An element of the tensor before a cast."""
    inner = made_by(op.operands[0], "tensor.cast")
    if inner is None or inner.operands[0].type.shape is None:
        return False
    return rewriter.replace_with(op, op.name, [inner.operands[0], *op.operands[1:]])


def of_splat(op: Operation, rewriter: PatternRewriter) -> bool:
    """Any element of a constant whose elements are all the same."""
    content = numbers(op.operands[0])
    return content is not None and len(content) == 1 and rewriter.replace(op, [constant(rewriter, content[0], op.result.type)])


def inserted_alike(op: Operation, rewriter: PatternRewriter) -> bool:
    """A constant put among elements that are all the same as it."""
    element, elements = numbers(op.operands[0]), numbers(op.operands[1])
    same = element is not None and elements is not None and len(elements) == 1 and str(element) == str(elements)
    return same and rewriter.replace(op, [op.operands[1]])


def just_inserted(op: Operation, rewriter: PatternRewriter) -> bool:
    """The number that was put at a place, where that is constant."""
    inner = made_by(op.operands[0], "tensor.insert")
    if inner is None or any([number(value) is None for value in op.operands[1:]]):
        return False
    same = list(map(number, inner.operands[2:])) == list(map(number, op.operands[1:]))
    return same and rewriter.replace(op, [inner.operands[0]])


def into_narrower(op: Operation, rewriter: PatternRewriter) -> bool:
    """Puts something into the tensor before a cast, and casts then."""
    target = narrower(op.operands[1])
    if target is None or op.name == "tensor.insert_slice" and not is_sound(target.type.shape, told(op, SLICE, 2)):
        return False
    made = rewriter.create(op.name, [op.operands[0], target, *op.operands[2:]], [target.type], op.attributes).result
    return rewriter.replace(op, [cast_to(rewriter, made, op.result.type)])


def generated(op: Operation, rewriter: PatternRewriter) -> bool:
    """What the body of a generator computes for one element."""
    inner = made_by(op.operands[0], "tensor.generate")
    if inner is None or not all([is_pure(each) for each in list(inner.body)[:-1]]):
        return False
    mapping = dict(zip(inner.body.arguments, op.operands[1:]))
    *body, last = inner.body
    for each in body:
        rewriter.builder.insert(each.clone(mapping))
    return rewriter.replace(op, [mapping.get(last.operands[0], last.operands[0])])


def constants_together(op: Operation, rewriter: PatternRewriter) -> bool:
    elements = [numbers(value) for value in op.operands]
    if None in elements:
        return False
    first = elements[0] if elements else []
    content = first if all([each == first and str(each) == str(first) for each in elements]) else [each[0] for each in elements]
    return rewriter.replace(op, [constant(rewriter, content, op.result.type)])


def constant_everywhere(op: Operation, rewriter: PatternRewriter) -> bool:
    held = number(op.operands[0])
    if held is None or not can_hold_constant(op.result.type):
        return False
    return rewriter.replace(op, [constant(rewriter, held, op.result.type)])


# Sizes


def made_and_asked(op: Operation) -> tuple[int, Operation, Sequence[int | None]] | None:
    """Which dimension's size is asked for, of what made the tensor, and the sizes that its type says."""
    at, maker, shape = number(op.operands[1]), op.operands[0].op, op.operands[0].type.shape
    return None if at is None or maker is None or shape is None or at >= len(shape) else (at, maker, shape)


def size_told(op: Operation, rewriter: PatternRewriter) -> bool:
    """The size that a tensor was made with."""
    question = made_and_asked(op)
    if question is None:
        return False
    at, maker, shape = question
    if maker.name == "tensor.generate" and shape[at] is None:
        return rewriter.replace(op, [maker.operands[shape[:at].count(None)]])
    if maker.name == "tensor.cast" and maker.operands[0].type.shape is not None:
        op.set_operands([maker.operands[0], op.operands[1]])
        return rewriter.modified(op)
    if maker.name == "tensor.extract_slice" and len(maker.operands[0].type.shape) == len(shape):
        size = told(maker, SLICE, 1)[1][at]
        return rewriter.replace(op, [size if isinstance(size, Value) else constant(rewriter, size, op.result.type)])
    return False


def size_of_target(op: Operation, rewriter: PatternRewriter) -> bool:
    """That of an empty tensor, and of one into which something was put, by threads too."""
    question = made_and_asked(op)
    if question is None:
        return False
    at, maker, shape = question
    if maker.name == "tensor.empty" and shape[at] is None:
        return rewriter.replace(op, [maker.operands[shape[:at].count(None)]])
    if maker.name in ("tensor.insert", "tensor.insert_slice"):
        return rewriter.replace_with(op, op.name, [maker.operands[1], op.operands[1]])
    if maker.name == "scf.forall":
        output = maker.operands[len(maker.operands) - len(maker.results) + op.operands[0].index]
        return rewriter.replace_with(op, op.name, [output, op.operands[1]])
    return False


def sizes_constant(op: Operation, rewriter: PatternRewriter) -> bool:
    """Sizes that are constant belong into the type."""
    type, rest = op.result.type, iter(op.operands)
    sizes = [next(rest) if size is None else size for size in type.shape]
    new = [fixed(size) for size in sizes]
    if new == sizes or any([not isinstance(size, Value) and size < 0 for size in new]):
        return False
    static = TensorType([size_or_open(size) for size in new], type.element, type.encoding)
    made = rewriter.builder.create(op.name, values_in([new]), [static], op.attributes, op.take_regions())
    rewriter.revisit(made)
    return rewriter.replace(op, [cast_to(rewriter, made.result, type)])


# Slices


def whole_slice(op: Operation, rewriter: PatternRewriter) -> bool:
    """All of a tensor, cut out of it or put in its place."""
    part = op.operands[0]
    first = 1 if op.name == "tensor.extract_slice" else 2
    offsets, sizes, strides = told(op, SLICE, first)
    is_whole = part.type is op.result.type and part.type.is_static and set(offsets) <= {0} and set(strides) <= {1}
    return is_whole and sizes == list(part.type.shape) and rewriter.replace(op, [part])


def slice_just_inserted(op: Operation, rewriter: PatternRewriter) -> bool:
    inner = made_by(op.operands[0], "tensor.insert_slice")
    if inner is None or inner.operands[0].type is not op.result.type or told(inner, SLICE, 2) != told(op, SLICE, 1):
        return False
    return rewriter.replace(op, [inner.operands[0]])


def slice_put_back(op: Operation, rewriter: PatternRewriter) -> bool:
    """What was cut out of a tensor is put where it was."""
    inner = made_by(op.operands[0], "tensor.extract_slice")
    same = inner is not None and inner.operands[0] is op.operands[1] and told(inner, SLICE, 1) == told(op, SLICE, 2)
    return same and rewriter.replace(op, [op.operands[1]])


def inserted_over(op: Operation, rewriter: PatternRewriter) -> bool:
    """What was put at the same place before is not there any more."""
    inner = made_by(op.operands[1], op.name)
    if inner is None or inner.operands[0].type is not op.operands[0].type or told(inner, SLICE, 2) != told(op, SLICE, 2):
        return False
    op.set_operand(1, inner.operands[1])
    return rewriter.modified(op)


def slice_fixed(op: Operation, rewriter: PatternRewriter) -> bool:
    """Offsets, sizes and steps that are constant; the type says the sizes."""
    lists, type = told(op, SLICE, 1), op.result.type
    new = [[fixed(each) for each in numbers] for numbers in lists]
    sizes = without_ones([size_or_open(size) for size in new[1]], len(type.shape))
    if new == lists or sizes is None or not is_sound(op.operands[0].type.shape, new):
        return False
    static = TensorType(sizes, type.element, type.encoding)
    part = rewriter.create(op.name, [op.operands[0], *values_in(new)], [static], attributes_of(new, SLICE, [1])).result
    return rewriter.replace(op, [cast_to(rewriter, part, type)])


def without_ones(sizes: list[int | None], rank: int) -> list[int | None] | None:
    """The sizes of a slice as the type of so many dimensions has them: the first that are 1 are left out."""
    more = len(sizes) - rank
    ones = [at for at, size in enumerate(sizes) if size == 1][:more]
    return [size for at, size in enumerate(sizes) if at not in ones] if len(ones) == more else None


def is_sound(shape: Sequence[int | None], lists: Sequence[Sequence[Number]]) -> bool:
    """Whether a slice does not surely reach beyond a tensor; else it stays as it is, and fails when it runs."""
    for whole, offset, size, step in zip(shape, *lists):
        if any([not isinstance(each, Value) and each < 0 for each in (offset, size)]):
            return False
        if (
            whole is not None
            and not any([isinstance(each, Value) for each in (offset, size, step)])
            and size
            and offset + (size - 1) * step >= whole
        ):
            return False
    return True


def insertion_fixed(op: Operation, rewriter: PatternRewriter) -> bool:
    lists, source = told(op, SLICE, 2), op.operands[0]
    new = [[fixed(each) for each in numbers] for numbers in lists]
    sizes = without_ones([size_or_open(size) for size in new[1]], len(source.type.shape))
    if new == lists or sizes is None or not is_sound(op.result.type.shape, new):
        return False
    static = TensorType(sizes, source.type.element, source.type.encoding)
    if not shapes_fit(static.shape, source.type.shape):
        return False
    operands = [cast_to(rewriter, source, static), op.operands[1], *values_in(new)]
    return rewriter.replace(op, [rewriter.create(op.name, operands, [op.result.type], attributes_of(new, SLICE, [1, 1])).result])


def insertion_of_narrower(op: Operation, rewriter: PatternRewriter) -> bool:
    """Puts in what was there before a cast, whose type says sizes."""
    source, (offsets, sizes, strides) = narrower(op.operands[0]), told(op, SLICE, 2)
    new = None if source is None else with_sizes_of(source.type.shape, sizes)
    if new is None or not is_sound(op.result.type.shape, [offsets, new, strides]):
        return False
    lists = [offsets, new, strides]
    operands = [source, op.operands[1], *values_in(lists)]
    return rewriter.replace(op, [rewriter.create(op.name, operands, [op.result.type], attributes_of(lists, SLICE, [1, 1])).result])


def with_sizes_of(shape: Sequence[int | None], sizes: Sequence[Number]) -> list[Number] | None:
    """The sizes of a slice, with those of a shape where that says one; None where it cannot be that of the slice, of which it may lack ones."""
    new: list[Number] = []
    at = 0
    for size in sizes:
        said = shape[at] if at < len(shape) else 1
        if at < len(shape) and (said == size or isinstance(size, Value)):
            new.append(size if said is None else said)
            at += 1
        elif size == 1:
            new.append(1)
        else:
            return None
    return new if at == len(shape) else None


def parallel_insertion_fixed(op: Operation, rewriter: PatternRewriter) -> bool:
    lists = told(op, SLICE, 2)
    new = [[fixed(each) for each in numbers] for numbers in lists]
    if new == lists or len(new[1]) != len(op.operands[0].type.shape) or not is_sound(op.operands[1].type.shape, new):
        return False
    makers = [value.op for value in op.operands[2:]]
    source = op.operands[0]
    static = TensorType([size_or_open(size) for size in new[1]], source.type.element, source.type.encoding)
    if not shapes_fit(static.shape, source.type.shape):
        return False
    if static is not source.type:
        rewriter.set_insertion_point(op.parent_op)
        source = cast_to(rewriter, source, static)
    op.set_operands([source, op.operands[1], *values_in(new)])
    op.update_attributes(attributes_of(new, SLICE, [1, 1]))
    for maker in makers:
        rewriter.revisit(maker)
    return rewriter.modified(op)


def slice_of_narrower(op: Operation, rewriter: PatternRewriter) -> bool:
    source = narrower(op.operands[0])
    if source is None or not is_sound(source.type.shape, told(op, SLICE, 1)):
        return False
    op.set_operand(0, source)
    return rewriter.modified(op)


def slice_of_splat(op: Operation, rewriter: PatternRewriter) -> bool:
    content = numbers(op.operands[0])
    if content is None or len(content) != 1 or not can_hold_constant(op.result.type):
        return False
    return rewriter.replace(op, [constant(rewriter, content[0], op.result.type)])


# Other shapes


def reshaped_in_place(op: Operation, rewriter: PatternRewriter) -> bool:
    """A tensor of one dimension, or one whose sizes are asked for, as it is; of what was reshaped before only the last shape counts."""
    source, shape = op.operands
    inner = made_by(source, op.name)
    if inner is not None:
        op.set_operands([inner.operands[0], shape])
        return rewriter.modified(op)
    if source.type is not op.result.type or source.type.shape is None:
        return False
    if len(source.type.shape) == 1:
        return rewriter.replace(op, [source])
    elements = made_by(shape, "tensor.from_elements")
    asked = elements is not None and all([is_size(value, source, at) for at, value in enumerate(elements.operands)])
    return asked and rewriter.replace(op, [source])


def is_size(value: Value, source: Value, at: int) -> bool:
    """Whether a value is surely the size of a tensor's dimension."""
    size = number(value)
    if size is not None:
        return size == source.type.shape[at]
    maker = made_by(value, "tensor.dim")
    return maker is not None and maker.operands[0] is source and number(maker.operands[1]) == at


def of_same_type(op: Operation, rewriter: PatternRewriter) -> bool:
    return op.operands[0].type is op.result.type and rewriter.replace(op, op.operands)


def bits_back(op: Operation, rewriter: PatternRewriter) -> bool:
    inner = made_by(op.operands[0], op.name)
    return inner is not None and inner.operands[0].type is op.result.type and rewriter.replace(op, inner.operands)


def of_one_part(op: Operation, rewriter: PatternRewriter) -> bool:
    """One tensor alone; of several the type says the sizes that theirs say."""
    type = op.result.type
    if len(op.operands) == 1 and op.operands[0].type is type:
        return rewriter.replace(op, op.operands)
    shapes = [value.type.shape for value in op.operands]
    sizes = [next((size for size in column if size is not None), None) for column in zip(*shapes)]
    at = op.get("dim")
    joined = [shape[at] for shape in shapes]
    sizes[at] = None if None in joined else sum(joined)
    sizes = [size if size is not None else told_ for size, told_ in zip(sizes, type.shape)]
    if tuple(sizes) == type.shape:
        return False
    made = rewriter.create(op.name, op.operands, [TensorType(sizes, type.element, type.encoding)], op.attributes).result
    return rewriter.replace(op, [cast_to(rewriter, made, type)])


def joined_of_narrower(op: Operation, rewriter: PatternRewriter) -> bool:
    """Dimensions joined of a tensor whose type says more: the result's does too."""
    source = narrower(op.operands[0])
    if source is None:
        return False
    grouped = [[source.type.shape[at] for at in group] for group in groups_of(op)]
    sizes = [None if None in group else prod(group) for group in grouped]
    joined = rewriter.value(op.name, [source], TensorType(sizes, op.result.type.element, op.result.type.encoding), **op.attributes)
    return rewriter.replace(op, [cast_to(rewriter, joined, op.result.type)])


def splat_spread(op: Operation, rewriter: PatternRewriter) -> bool:
    """One number everywhere is that under any shape."""
    inner = made_by(op.operands[0], "tensor.splat")
    if inner is None or not inner.result.type.is_static or not op.result.type.is_static:
        return False
    return rewriter.replace(op, [rewriter.value("tensor.splat", inner.operands, op.result.type)])


def constant_reshaped(op: Operation, rewriter: PatternRewriter) -> bool:
    """A constant under another shape, for passes that fold and do not evaluate."""
    elements, type = elements_of(op.operands[0]), op.result.type
    new = reshaped(op, elements, type) if elements is not None and isinstance(type, TensorType) and type.is_static else None
    return new is not None and rewriter.replace(op, [rewriter.value("arith.constant", (), type, value=new)])


# Padding


def not_padded(op: Operation, rewriter: PatternRewriter) -> bool:
    source = op.operands[0]
    lists = told(op, ("static_low", "static_high"), 1)
    is_none = not any([each != 0 for numbers in lists for each in numbers])
    return is_none and "nofold" not in op.attributes and source.type is op.result.type and rewriter.replace(op, [source])


def padding_fixed(op: Operation, rewriter: PatternRewriter) -> bool:
    """Padding that is constant; the type says the sizes."""
    names, source, type = ("static_low", "static_high"), op.operands[0], op.result.type
    lists = told(op, names, 1)
    new = [[fixed(each) for each in numbers] for numbers in lists]
    sizes = [
        None if size is None or isinstance(low, Value) or isinstance(high, Value) else size + low + high
        for size, low, high in zip(source.type.shape, *new)
    ]
    static = TensorType([after if before is None else before for before, after in zip(sizes, type.shape)], type.element, type.encoding)
    if new == lists or static is type:
        return False
    held = {**op.attributes, **attributes_of(new, names, [1])}
    made = rewriter.builder.create(op.name, [source, *values_in(new)], [static], held, op.take_regions())
    rewriter.revisit(made)
    return rewriter.replace(op, [cast_to(rewriter, made.result, type)])


def padded_twice(op: Operation, rewriter: PatternRewriter) -> bool:
    """Padding around padding with the same value is one, where numbers say how much."""
    inner, names = made_by(op.operands[0], op.name), ("static_low", "static_high")
    if inner is None or any(["nofold" in each.attributes or len(each.operands) > 1 for each in (op, inner)]):
        return False
    around, within = [each.body.terminator.operands[0] for each in (op, inner)]
    if around is not within or around.owner is op.body:
        return False
    static = [[each.attributes[name].values for each in (op, inner)] for name in names]
    lists = [[int(one) + int(other) for one, other in zip(*pair)] for pair in static]
    held = {**op.attributes, **attributes_of(lists, names, [1])}
    made = rewriter.builder.create(op.name, inner.operands, [op.result.type], held, op.take_regions())
    rewriter.revisit(made)
    return rewriter.replace(op, [made.result])


PATTERNS: dict[str, list[PatternFunction]] = {
    "tensor.dim": [size_known, size_told, size_of_target],
    "tensor.rank": [rank_known],
    "tensor.cast": [of_same_type, cast_back, cast_at_once, of_empty],
    "tensor.extract": [element_known, of_splat, of_narrower, just_inserted, generated],
    "tensor.from_elements": [constants_together],
    "tensor.splat": [constant_everywhere],
    "tensor.empty": [sizes_constant], "tensor.generate": [sizes_constant],
    "tensor.extract_slice": [whole_slice, slice_of_splat, slice_just_inserted, slice_fixed, slice_of_narrower],
    "tensor.insert_slice": [whole_slice, slice_put_back, inserted_over, insertion_fixed, insertion_of_narrower, into_narrower],
    "tensor.parallel_insert_slice": [parallel_insertion_fixed],
    "tensor.insert": [inserted_alike, into_narrower],
    "tensor.expand_shape": [constant_reshaped, there_and_back, splat_spread, split_twice, other_way_then],
    "tensor.collapse_shape": [constant_reshaped, there_and_back, splat_spread, joined_twice, other_way_then, joined_of_narrower],
    "tensor.reshape": [constant_reshaped, reshaped_in_place],
    "tensor.bitcast": [of_same_type, bits_back],
    "tensor.concat": [of_one_part],
    "tensor.pad": [not_padded, padding_fixed, padded_twice],
}  # fmt: skip
