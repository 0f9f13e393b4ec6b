"""Elements and parts that are looked up right where vectors are put together."""

from __future__ import annotations

from itertools import product
from math import prod

from tfir.ir.operations import Operation, Value
from tfir.ir.types import VectorType
from tfir.text.pieces import DYNAMIC

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import number
from tfopt.generic.canonicalization.vector.elements import linear
from tfopt.generic.canonicalization.vector.places import NOWHERE, held_at, is_scalar, listed, position_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfopt.rewrite.rewriter import PatternRewriter


def nowhere_is_poison(op: Operation, rewriter: PatternRewriter) -> bool:
    return NOWHERE in listed(op, "static_position") and rewriter.replace(op, [rewriter.value("ub.poison", (), op.result.type)])


def whole_extracted(op: Operation, rewriter: PatternRewriter) -> bool:
    source = op.operands[0]
    return source.type is op.result.type and not listed(op, "static_position") and rewriter.replace(op, [source])


def place_fixed(op: Operation, rewriter: PatternRewriter) -> bool:
    """Indices that are constant, and inside of the vector."""
    first = 1 if op.name == "vector.extract" else 2
    values, vector = iter(op.operands[first:]), op.operands[first - 1].type
    given = [next(values) if each == DYNAMIC else each for each in listed(op, "static_position")]
    new = [
        each if isinstance(each, int) or not 0 <= (number(each) or 0) < size else number(each) for each, size in zip(given, vector.shape)
    ]
    new = [given[at] if each is None else each for at, each in enumerate(new)]
    if new == given:
        return False
    makers = [value.op for value in op.operands[first:]]
    op.set_operands([*op.operands[:first], *[each for each in new if isinstance(each, Value)]])
    op.set_attribute("static_position", held_at([DYNAMIC if isinstance(each, Value) else each for each in new]))
    for maker in makers:
        rewriter.revisit(maker)
    return rewriter.modified(op)


def inserted_everywhere(op: Operation, rewriter: PatternRewriter) -> bool:
    """A vector of which every element is put in, one after the other, is put together at once."""
    type = op.result.type
    if any(type.scalable) or any([user.name == op.name and user.operands[1] is op.result for user in op.result.users]):
        return False
    elements: list[tuple[Operation, int] | None] = [None] * type.size
    inner: Operation | None = op
    while inner is not None and None in elements and (inner is op or len(inner.result.uses) == 1):
        position = position_of(inner)
        if position is None:
            return False
        count = prod(type.shape[len(position) :])
        first = linear(position, type.shape) * count
        for at in range(count):
            elements[first + at] = elements[first + at] or (inner, at)
        inner = made_by(inner.operands[1], op.name)
    if None in elements or not elements:
        return False
    given: dict[Operation, Sequence[Value]] = {}
    for maker, _ in elements:
        if maker not in given:
            given[maker] = parts_of(maker.operands[0], rewriter)
    return rewriter.replace(op, [rewriter.value("vector.from_elements", [given[maker][at] for maker, at in elements], type)])


def parts_of(value: Value, rewriter: PatternRewriter) -> Sequence[Value]:
    if is_scalar(value):
        return [value]
    return rewriter.create("vector.to_elements", [value], [value.type.element] * value.type.size, {}).results


def extract(rewriter: PatternRewriter, op: Operation, source: Value, position: list[int]) -> bool:
    """Puts a part of another vector in the place of one."""
    if source.type is op.result.type:
        return not position and rewriter.replace(op, [source])
    return rewriter.replace(op, [rewriter.value(op.name, [source], op.result.type, static_position=held_at(position))])


def of_extracted(op: Operation, rewriter: PatternRewriter) -> bool:
    inner, position = made_by(op.operands[0], op.name), position_of(op)
    before = position_of(inner) if inner is not None else None
    return inner is not None and before is not None and position is not None and extract(rewriter, op, inner.operands[0], before + position)


def of_inserted(op: Operation, rewriter: PatternRewriter) -> bool:
    """A part of the last insertion that holds it, or of what was there before all of them; what is held in pieces stays."""
    source, position = op.operands[0], position_of(op)
    inner = made_by(source, "vector.insert")
    while inner is not None and position is not None:
        there = position_of(inner)
        if there is None:
            return False
        shared = min(len(there), len(position))
        if there[:shared] == position[:shared]:
            return shared == len(there) and extract(rewriter, op, inner.operands[0], position[shared:])
        source = inner.operands[1]
        inner = made_by(source, "vector.insert")
    return position is not None and source is not op.operands[0] and extract(rewriter, op, source, position)


def of_broadcast(op: Operation, rewriter: PatternRewriter) -> bool:
    inner = made_by(op.operands[0], "vector.broadcast")
    if inner is None:
        return False
    source, type = inner.operands[0], op.result.type
    position = listed(op, "static_position")
    if source.type is type:
        return rewriter.replace(op, [source])
    own = getattr(source.type, "shape", ())
    rank = len(getattr(type, "shape", ()))
    if len(own) <= rank:
        return isinstance(type, VectorType) and rewriter.replace(op, [rewriter.value("vector.broadcast", [source], type)])
    count = len(own) - rank
    stretched = [size == 1 for size in own]
    if own[count:] != getattr(type, "shape", ()):
        return False
    places = [0 if is_one else place for is_one, place in zip(stretched, position[len(position) - count :])]
    return DYNAMIC not in places and NOWHERE not in position and extract(rewriter, op, source, places)


def of_transposed(op: Operation, rewriter: PatternRewriter) -> bool:
    """A part whose own dimensions are those that have stayed last, however often they were moved."""
    inner, position = made_by(op.operands[0], "vector.transpose"), position_of(op)
    if inner is None or position is None:
        return False
    order, source = list(range(len(listed(inner, "permutation")))), op.operands[0]
    stays = order[len(position) :]
    whole: tuple[Value, list[int]] | None = None
    while inner is not None:
        order, source = [listed(inner, "permutation")[at] for at in order], inner.operands[0]
        inner = made_by(source, "vector.transpose")
        if order[len(position) :] == stays:
            whole = source, order
    if whole is None:
        return False
    source, order = whole
    places = [0] * len(position)
    for at, place in zip(order, position):
        places[at] = place
    return extract(rewriter, op, source, places)


def of_reshaped(op: Operation, rewriter: PatternRewriter) -> bool:
    inner, position = made_by(op.operands[0], "vector.shape_cast"), position_of(op)
    if inner is None or position is None:
        return False
    before, after = inner.operands[0].type, inner.result.type
    own = getattr(op.result.type, "shape", ())
    outer = before.shape[: len(before.shape) - len(own)]
    if before.shape[len(outer) :] != own or any(before.scalable) or any(after.scalable):
        return False
    at, places = linear(position, after.shape), list[int]()
    for size in reversed(outer):
        places.insert(0, at % size)
        at //= size
    return extract(rewriter, op, inner.operands[0], places)


def of_elements(op: Operation, rewriter: PatternRewriter) -> bool:
    """An element of those that a vector was put together of, or a vector of the elements of a part."""
    inner, position = made_by(op.operands[0], "vector.from_elements"), position_of(op)
    if inner is None or position is None:
        return False
    shape, part = op.operands[0].type.shape, op.result.type
    if not isinstance(part, VectorType):
        return rewriter.replace(op, [inner.operands[linear(position, shape)]])
    first = linear([*position, *[0] * (len(shape) - len(position))], shape)
    return rewriter.replace(op, [rewriter.value(inner.name, inner.operands[first : first + part.size], part)])


def elements_moved(op: Operation, rewriter: PatternRewriter) -> bool:
    """A vector that was put together of elements is put together in another order."""
    inner, order = made_by(op.operands[0], "vector.from_elements"), listed(op, "permutation")
    if inner is None:
        return False
    shape = inner.result.type.shape
    moved = product(*[range(shape[at]) for at in order])
    places = [linear([place[order.index(at)] for at in range(len(shape))], shape) for place in moved]
    return rewriter.replace(op, [rewriter.value(inner.name, [inner.operands[at] for at in places], op.result.type)])


def of_shuffled(op: Operation, rewriter: PatternRewriter) -> bool:
    inner, position = made_by(op.operands[0], "vector.shuffle"), position_of(op)
    if inner is None or position is None or len(inner.operands[0].type.shape) != 1 or len(position) != 1:
        return False
    at, count = listed(inner, "mask")[position[0]], inner.operands[0].type.shape[0]
    if at == NOWHERE:
        return rewriter.replace(op, [rewriter.value("ub.poison", (), op.result.type)])
    return extract(rewriter, op, inner.operands[at >= count], [at % count if at < count else at - count])


def of_slice(op: Operation, rewriter: PatternRewriter) -> bool:
    """A part of a slice that has its last dimensions whole."""
    inner, position = made_by(op.operands[0], "vector.extract_strided_slice"), position_of(op)
    if inner is None or position is None or set(listed(inner, "strides")) != {1}:
        return False
    before, after, offsets = inner.operands[0].type, inner.result.type, listed(inner, "offsets")
    while offsets and offsets[-1] == 0 and after.shape[len(offsets) - 1] == before.shape[len(offsets) - 1]:
        offsets.pop()
    if len(getattr(op.result.type, "shape", ())) > len(before.shape) - len(offsets):
        return False
    places = [place + (offsets[at] if at < len(offsets) else 0) for at, place in enumerate(position)]
    return extract(rewriter, op, inner.operands[0], places)


def of_slices_inserted(op: Operation, rewriter: PatternRewriter) -> bool:
    """A part of the last slice inserted that holds it; slices that hold nothing of it are passed over."""
    inner, position = made_by(op.operands[0], "vector.insert_strided_slice"), position_of(op)
    while inner is not None and position is not None:
        small, own = inner.operands[0].type, getattr(op.result.type, "shape", ())
        extra = len(inner.result.type.shape) - len(small.shape)
        if len(own) > len(small.shape) or set(listed(inner, "strides")) - {1}:
            return False
        sizes = [1] * extra + list(small.shape)
        offsets = [place - first for place, first in zip(position, listed(inner, "offsets"))]
        if all([0 <= offset < size for offset, size in zip(offsets, sizes)]):
            whole = small.shape[len(small.shape) - len(own) :] == own
            return whole and len(offsets) >= extra and extract(rewriter, op, inner.operands[0], offsets[extra:])
        inner = made_by(inner.operands[1], "vector.insert_strided_slice")
    return False


def whole_inserted(op: Operation, rewriter: PatternRewriter) -> bool:
    """What takes the place of a whole vector."""
    return position_of(op) is not None and op.operands[0].type is op.result.type and rewriter.replace(op, [op.operands[0]])


def only_part_inserted(op: Operation, rewriter: PatternRewriter) -> bool:
    """What takes the place of the only row or element."""
    part, position, type = op.operands[0], position_of(op), op.result.type
    if position is None or any(type.scalable) or part.type is type:
        return False
    return prod(type.shape[: len(position)]) == 1 and rewriter.replace(op, [rewriter.value("vector.broadcast", [part], type)])


def inserted_over(op: Operation, rewriter: PatternRewriter) -> bool:
    """What was inserted at the same place before is not there any more."""
    part, vector = op.operands[:2]
    inner, position = made_by(vector, op.name), position_of(op)
    if inner is None or position is None or position_of(inner) != position:
        return False
    return rewriter.replace_with(op, op.name, [part, inner.operands[1]], static_position=held_at(position))


def all_alike(op: Operation, rewriter: PatternRewriter) -> bool:
    first = op.operands[0]
    if any([value is not first for value in op.operands]):
        return False
    return rewriter.replace(op, [rewriter.value("vector.broadcast", [first], op.result.type)])


def together_again(op: Operation, rewriter: PatternRewriter) -> bool:
    """All elements of a vector, in their order."""
    inner = made_by(op.operands[0], "vector.to_elements")
    if inner is None or tuple(inner.results) != tuple(op.operands) or inner.operands[0].type is not op.result.type:
        return False
    return rewriter.replace(op, [inner.operands[0]])


def apart_again(op: Operation, rewriter: PatternRewriter) -> bool:
    inner = made_by(op.operands[0], "vector.from_elements")
    if inner is not None:
        return rewriter.replace(op, inner.operands)
    inner = made_by(op.operands[0], "vector.broadcast")
    if inner is None:
        return False
    source = inner.operands[0]
    if is_scalar(source):
        return rewriter.replace(op, [source] * len(op.results))
    sizes, wide = source.type.shape, inner.result.type.shape
    elements = rewriter.create(op.name, [source], [source.type.element] * prod(sizes), {}).results
    places = [[0 if size == 1 else at for at, size in zip(place[len(wide) - len(sizes) :], sizes)] for place in product(*map(range, wide))]
    return rewriter.replace(op, [elements[linear(place, sizes)] for place in places])
