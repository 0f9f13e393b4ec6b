"""Vectors under other shapes, spread, moved, cut and shuffled: there and back, or at once."""

from __future__ import annotations

from math import prod

from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I1, I64, FloatType, Type, VectorType

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import element_of
from tfopt.generic.canonicalization.vector.places import held_at, is_scalar, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.rewriter import PatternRewriter


def same_type(op: Operation, rewriter: PatternRewriter) -> bool:
    return op.operands[0].type is op.result.type and rewriter.replace(op, [op.operands[0]])


def of_same_op(op: Operation, rewriter: PatternRewriter) -> bool:
    """Two steps that are one: to the type that there was, or at once to the last one."""
    inner = made_by(op.operands[0], op.name)
    if inner is None:
        return False
    source = inner.operands[0]
    if source.type is op.result.type:
        return rewriter.replace(op, [source])
    return rewriter.replace_with(op, op.name, [source])


def scalar_spread(op: Operation, rewriter: PatternRewriter) -> bool:
    """What has one number in each place has it in each place of another shape."""
    inner = made_by(op.operands[0], "vector.broadcast")
    if inner is None or not is_scalar(inner.operands[0]):
        return False
    return rewriter.replace(op, [rewriter.value("vector.broadcast", [inner.operands[0]], op.result.type)])


def not_moved(op: Operation, rewriter: PatternRewriter) -> bool:
    order = listed(op, "permutation")
    return order == list(range(len(order))) and rewriter.replace(op, [op.operands[0]])


def moved_twice(op: Operation, rewriter: PatternRewriter) -> bool:
    inner = made_by(op.operands[0], op.name)
    if inner is None:
        return False
    before = listed(inner, "permutation")
    order = DenseArrayAttr([before[at] for at in listed(op, "permutation")], I64)
    return rewriter.replace_with(op, op.name, [inner.operands[0]], permutation=order)


def slice_of_inserted(op: Operation, rewriter: PatternRewriter) -> bool:
    """The slice that was inserted right before."""
    inner = made_by(op.operands[0], "vector.insert_strided_slice")
    if inner is None or inner.operands[0].type is not op.result.type:
        return False
    same = listed(op, "offsets") == listed(inner, "offsets") and listed(op, "strides") == listed(inner, "strides")
    return same and rewriter.replace(op, [inner.operands[0]])


def slice_of_broadcast(op: Operation, rewriter: PatternRewriter) -> bool:
    """The slice of what is spread is spread itself: of dimensions that are stretched any place will do."""
    inner = made_by(op.operands[0], "vector.broadcast")
    if inner is None or is_scalar(inner.operands[0]) or set(listed(op, "strides")) != {1}:
        return False
    source, sizes, offsets = inner.operands[0], listed(op, "sizes"), listed(op, "offsets")
    own, whole = source.type.shape, inner.result.type.shape
    extra = len(whole) - len(own)
    held_offsets, held_sizes = offsets[extra:], sizes[extra:]
    for at in range(len(held_sizes)):
        if own[at] == 1 != whole[extra + at]:
            held_offsets[at], held_sizes[at] = 0, 1
    if held_sizes and tuple(held_sizes) != own[: len(held_sizes)]:
        type = VectorType([*held_sizes, *own[len(held_sizes) :]], source.type.element)
        lists = {"offsets": held_offsets, "sizes": held_sizes, "strides": [1] * len(held_sizes)}
        source = rewriter.value(op.name, [source], type, **{name: ArrayAttr(map(IntegerAttr, each)) for name, each in lists.items()})
    return rewriter.replace(op, [rewriter.value("vector.broadcast", [source], op.result.type)])


def of_unstretched(op: Operation, rewriter: PatternRewriter) -> bool:
    """What is spread over dimensions of size 1 alone has only got another shape."""
    inner = made_by(op.operands[0], "vector.broadcast")
    if inner is None or is_scalar(inner.operands[0]) or inner.operands[0].type.size != inner.result.type.size:
        return False
    if inner.operands[0].type is op.result.type:
        return rewriter.replace(op, [inner.operands[0]])
    return rewriter.replace_with(op, op.name, [inner.operands[0]])


def spread_again(op: Operation, rewriter: PatternRewriter) -> bool:
    """What has one element is spread to any shape at once."""
    inner = made_by(op.operands[0], "vector.broadcast")
    if inner is None or is_scalar(inner.operands[0]):
        return False
    source = inner.operands[0]
    if source.type.size != 1 or any(source.type.scalable) or len(source.type.shape) > len(op.result.type.shape):
        return False
    return rewriter.replace_with(op, inner.name, [source])


def of_leading_ones(op: Operation, rewriter: PatternRewriter) -> bool:
    """Dimensions of size 1 in front are what spreading adds itself."""
    inner = made_by(op.operands[0], "vector.shape_cast")
    if inner is None or not inner.operands[0].type.shape:
        return False
    own, shape = inner.operands[0].type.shape, inner.result.type.shape
    extra = len(shape) - len(own)
    fits = extra > 0 and shape == (1,) * extra + own
    return fits and rewriter.replace_with(op, op.name, [inner.operands[0]])


def unit_dimensions_moved(op: Operation, rewriter: PatternRewriter) -> bool:
    """Where only dimensions of size 1 move, that is another shape of what another shape was made of."""
    inner, order = made_by(op.operands[0], "vector.shape_cast"), listed(op, "permutation")
    if inner is None:
        return False
    shape = inner.result.type.shape
    moved = [at for at in order if shape[at] != 1]
    return moved == sorted(moved) and rewriter.replace(op, [rewriter.value(inner.name, inner.operands, op.result.type)])


def slice_of_rows(op: Operation, rewriter: PatternRewriter) -> bool:
    """A slice of one row, whole, is that row under another shape."""
    before, sizes, offsets = op.operands[0].type, listed(op, "sizes"), listed(op, "offsets")
    if set(listed(op, "strides")) != {1} or any(before.scalable):
        return False
    count = len(sizes)
    while count and sizes[count - 1] == before.shape[count - 1]:
        count -= 1
    if count == 0 or count == len(before.shape) or set(sizes[:count]) != {1}:
        return False
    while count < len(sizes) - 1 and sizes[count] == 1:
        count += 1
    row_type = VectorType(before.shape[count:], before.element)
    row = rewriter.value("vector.extract", [op.operands[0]], row_type, static_position=held_at(offsets[:count]))
    return rewriter.replace(op, [rewriter.value("vector.shape_cast", [row], op.result.type)])


def whole_slice_inserted(op: Operation, rewriter: PatternRewriter) -> bool:
    return op.operands[0].type is op.result.type and rewriter.replace(op, [op.operands[0]])


def slice_put_back(op: Operation, rewriter: PatternRewriter) -> bool:
    """A slice that is put where it was taken from."""
    inner, whole = made_by(op.operands[0], "vector.extract_strided_slice"), op.operands[1]
    if inner is None or inner.operands[0] is not whole or len(op.operands[0].type.shape) != len(whole.type.shape):
        return False
    offsets = listed(inner, "offsets")
    return listed(op, "offsets") == offsets + [0] * (len(whole.type.shape) - len(offsets)) and rewriter.replace(op, [whole])


def same_spread(op: Operation, rewriter: PatternRewriter) -> bool:
    """Puts one number in each place of a vector that has it in each place already."""
    part, whole = op.operands[:2]
    inner, outer = made_by(part, "vector.broadcast"), made_by(whole, "vector.broadcast")
    if outer is None or not is_scalar(outer.operands[0]):
        return False
    is_same = part is outer.operands[0] or inner is not None and inner.operands[0] is outer.operands[0]
    return is_same and rewriter.replace(op, [whole])


def one_side(op: Operation, rewriter: PatternRewriter) -> bool:
    """All of one operand, in order."""
    mask, count = listed(op, "mask"), op.operands[0].type.shape[0] if op.operands[0].type.shape else 1
    for value, first in zip(op.operands, (0, count)):
        size = value.type.shape[0] if value.type.shape else 1
        if value.type is op.result.type and mask == list(range(first, first + size)):
            return rewriter.replace(op, [value])
    return False


def alike_on_both_sides(op: Operation, rewriter: PatternRewriter) -> bool:
    inner = [made_by(value, "vector.broadcast") for value in op.operands]
    if None in inner or inner[0].operands[0] is not inner[1].operands[0] or not is_scalar(inner[0].operands[0]):
        return False
    return rewriter.replace(op, [rewriter.value("vector.broadcast", [inner[0].operands[0]], op.result.type)])


def in_turn(op: Operation, rewriter: PatternRewriter) -> bool:
    """One element from each side in turn has an op of its own."""
    left, right = op.operands
    if left.type is not right.type or len(left.type.shape) != 1:
        return False
    count = left.type.shape[0]
    turns = [place for at in range(count) for place in (at, count + at)]
    return listed(op, "mask") == turns and rewriter.replace(op, [rewriter.value("vector.interleave", [left, right], op.result.type)])


def of_one_element(op: Operation, rewriter: PatternRewriter) -> bool:
    """A reduction of a vector with one element is that element, combined with what there is. Under a mask it is combined where the mask
    says so; what a masked reduction starts from that is given nothing stays open."""
    vector, *acc = op.operands
    if prod(vector.type.shape) != 1 or any(vector.type.scalable):
        return False
    around = op.parent_op if op.parent_op is not None and op.parent_op.name == "vector.mask" else None
    if around is not None and (not acc or len(around.operands) > 1):
        return False
    first = held_at([0] * len(vector.type.shape))
    flag = None
    if around is not None:
        rewriter.set_insertion_point(around)
        flag = rewriter.value("vector.extract", around.operands, I1, static_position=first)
    element = rewriter.value("vector.extract", [vector], op.result.type, static_position=first)
    if acc:
        flags = {"fastmath": op.attributes["fastmath"]} if isinstance(op.result.type, FloatType) else {}
        element = rewriter.value(combining(op, op.result.type), [element, acc[0]], op.result.type, **flags)
    if flag is None:
        return rewriter.replace(op, [element])
    return rewriter.replace(around, [rewriter.value("arith.select", [flag, element, acc[0]], element.type)])


def kind_of(op: Operation) -> str:
    return op.attributes["kind"].text.partition("<")[2].removesuffix(">")


SUFFIXES = {"add": ("i", "f"), "mul": ("i", "f"), "and": ("i", ""), "or": ("i", ""), "xor": ("i", "")}


def combining(op: Operation, type: Type) -> str:
    """The op of arith that combines two numbers of a type as the kind of a reduction does."""
    kind = kind_of(op)
    of_wholes, of_floats = SUFFIXES.get(kind, ("", ""))
    return f"arith.{kind}{of_floats if isinstance(element_of(type), FloatType) else of_wholes}"
