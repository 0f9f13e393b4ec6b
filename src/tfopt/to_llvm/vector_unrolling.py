"""Operations on vectors of several dimensions by those on vectors of one, before they are converted to LLVM's.

before:  %0 = vector.transpose %m, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
after:   each element extracted, and inserted at its new place
"""

from __future__ import annotations

from functools import partial
from itertools import product

from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, I32, I64, INDEX, IntegerType, Type, VectorType

from tfopt.generic.canonicalization.folders import folders_about
from tfopt.generic.canonicalization.regions import simplified_whole
from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.to_llvm.vector_building import extract, filled, inner, insert, numbers, of_rows, poison, vector_of, zero
from tfopt.to_llvm.vector_products import contract, outer_product, outer_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from tfopt.rewrite.pattern import PatternFunction

PLACED_FIRST = frozenset(["ub.poison", "arith.constant"])


def unroll(root: Operation, size: IntegerType = I32) -> None:
    """Takes apart what LLVM has for vectors of one dimension alone, folding all else on the way, as upstream's driver does. Sizes of masks
    are compared as integers of a type."""
    folders = folders_about({op.name for op in root.inside()})
    sized: dict[str, list[PatternFunction]] = {name: [partial(function, size=size)] for name, function in SIZED.items()}
    own = function_patterns(outside_of_masks(PATTERNS | sized))
    GreedyDriver([*folders, *own], iterations=10, pooled=PLACED_FIRST, simplify_regions=simplified_whole).run(root)


def outside_of_masks(table: Mapping[str, Sequence[PatternFunction]]) -> dict[str, list[PatternFunction]]:
    """Patterns that leave alone what stands in a `vector.mask`, which may be one operation only."""

    def guarded(function: PatternFunction) -> PatternFunction:
        def unless_masked(op: Operation, rewriter: PatternRewriter) -> bool:
            around = op.parent_op
            return (around is None or around.name != "vector.mask") and function(op, rewriter)

        return unless_masked

    return {name: [guarded(function) for function in functions] for name, functions in table.items()}


# The same in several places


def broadcast(op: Operation, rewriter: PatternRewriter) -> bool:
    source, type = op.operands[0], op.result.type
    if not isinstance(source.type, VectorType):
        return False
    value = broadcast_of(rewriter, source, type)
    return value is not None and rewriter.replace(op, [value])


def broadcast_of(rewriter: PatternRewriter, source: Value, type: Any) -> Value | None:
    before: Any = source.type
    if before is type:
        return source
    rank, shape = len(type.shape), before.shape
    if rank == 1 and shape in ((), (1,)):
        return rewriter.value("vector.broadcast", [extract(rewriter, source, [0] * len(shape))], type)
    if any(type.scalable[:-1]):
        return None
    result = poison(rewriter, type)
    if len(shape) < rank:
        part = broadcast_of(rewriter, source, inner(type))
        parts = [part] * type.shape[0]
    elif shape[0] == 1 and type.shape[0] != 1:
        parts = [broadcast_of(rewriter, extract(rewriter, source, [0]), inner(type))] * type.shape[0]
    else:
        parts = []
        for row in range(type.shape[0]):
            part = broadcast_of(rewriter, extract(rewriter, source, [row]), inner(type))
            result = insert(rewriter, part, result, [row])
        return result
    return of_rows(rewriter, result, parts)


def counting(op: Operation, rewriter: PatternRewriter) -> bool:
    type = op.result.type
    if any(type.scalable):
        return False
    held = DenseAttr.of(list(range(type.shape[0])), type)
    return rewriter.replace(op, [rewriter.value("arith.constant", (), type, value=held)])


# Elements in other places


def transpose(op: Operation, rewriter: PatternRewriter) -> bool:
    """Row by row as far as the last dimensions stay where they are."""
    (source,), type, order = op.operands, op.result.type, numbers(op, "permutation")
    if any(type.scalable):
        return False
    moved = len(order)
    while moved and order[moved - 1] == moved - 1:
        moved -= 1
    if moved == 0:
        return rewriter.replace(op, [source])
    result = poison(rewriter, type)
    for place in product(*map(range, source.type.shape[:moved])):
        part = extract(rewriter, source, place)
        result = insert(rewriter, part, result, [place[dimension] for dimension in order[:moved]])
    return rewriter.replace(op, [result])


def shape_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Parts as large as both types have them in their last dimensions, one behind another."""
    (source,), type = op.operands, op.result.type
    before: Any = source.type
    if before is type:
        return rewriter.replace(op, [source])
    if is_one_row_scalable(before, type):
        return rewriter.replace(op, [extract(rewriter, source, [0] * (len(before.shape) - 1))])
    if any(type.scalable) or any(before.scalable):
        return False
    if len(before.shape) == 1 and len(type.shape) > 1 and type.shape[-1] != before.shape[0]:
        return rewriter.replace(op, [split(rewriter, source, type)])
    if len(type.shape) == 1 and len(before.shape) > 1 and before.shape[-1] != type.shape[0]:
        return rewriter.replace(op, [joined(rewriter, source, type)])
    shared = shared_dimensions(before.shape, type.shape)
    outer, new_outer = before.shape[: len(before.shape) - shared], type.shape[: len(type.shape) - shared]
    result = poison(rewriter, type) if new_outer or not type.shape else None
    for old, new in zip(product(*map(range, outer)), product(*map(range, new_outer))):
        part = extract(rewriter, source, old)
        result = part if result is None else insert(rewriter, part, result, new)
    return rewriter.replace(op, [result])


def is_one_row_scalable(before: Any, type: Any) -> bool:
    return len(type.shape) == 1 and any(type.scalable) and set(before.shape[:-1]) == {1} and not any(before.scalable[:-1])


def shared_dimensions(one: Sequence[int], other: Sequence[int]) -> int:
    count = 0
    while count < min(len(one), len(other)) and one[-1 - count] == other[-1 - count]:
        count += 1
    return count


def split(rewriter: PatternRewriter, source: Value, type: Any) -> Value:
    """The rows of a vector of several dimensions out of one of one."""
    width, result = type.shape[-1], poison(rewriter, type)
    for number, place in enumerate(product(*map(range, type.shape[:-1]))):
        row = slice_of(rewriter, source, number * width, width)
        result = insert(rewriter, row, result, place)
    return result


def joined(rewriter: PatternRewriter, source: Value, type: Any) -> Value:
    """The rows of a vector of several dimensions one behind another."""
    before: Any = source.type
    width, result = before.shape[-1], poison(rewriter, type)
    for number, place in enumerate(product(*map(range, before.shape[:-1]))):
        result = with_slice(rewriter, extract(rewriter, source, place), result, number * width)
    return result


def slice_of(rewriter: PatternRewriter, vector: Value, first: int, count: int) -> Value:
    type: Any = vector.type
    mask = DenseArrayAttr(range(first, first + count), I64)
    return rewriter.value("vector.shuffle", [vector, vector], VectorType([count, *type.shape[1:]], type.element), mask=mask)


def with_slice(rewriter: PatternRewriter, part: Value, vector: Value, first: int) -> Value:
    """A vector with other elements from a place on: the part is made as wide as the vector, then chosen from both."""
    type: Any = vector.type
    small: Any = part.type
    width, count = type.shape[0], small.shape[0]
    wide_mask = DenseArrayAttr([number if number < count else 0 for number in range(width)], I64)
    wide = rewriter.value("vector.shuffle", [part, part], type, mask=wide_mask)
    chosen = [number - first if first <= number < first + count else width + number for number in range(width)]
    return rewriter.value("vector.shuffle", [wide, vector], type, mask=DenseArrayAttr(chosen, I64))


def extract_slice(op: Operation, rewriter: PatternRewriter) -> bool:
    (source,), type = op.operands, op.result.type
    offsets, sizes = numbers(op, "offsets"), numbers(op, "sizes")
    if any(type.scalable) and len(offsets) > 1 and sizes[-1] == source.type.shape[len(offsets) - 1]:
        offsets, sizes = offsets[:-1], sizes[:-1]  # whole rows
    if any(type.scalable[: len(offsets)]) or set(numbers(op, "strides")) != {1}:
        return False
    return rewriter.replace(op, [part_from(rewriter, source, type, offsets, sizes)])


def part_from(rewriter: PatternRewriter, source: Value, type: Any, offsets: Sequence[int], sizes: Sequence[int]) -> Value:
    if not offsets:
        return source
    if len(offsets) == 1 and not any(type.scalable):
        return slice_of(rewriter, source, offsets[0], sizes[0])
    if len(offsets) == 1:
        parts = [extract(rewriter, source, [offsets[0] + row]) for row in range(sizes[0])]
        return of_rows(rewriter, zero(rewriter, type), parts)
    result = zero(rewriter, type)
    for row in range(sizes[0]):
        part = part_from(rewriter, extract(rewriter, source, [offsets[0] + row]), inner(type), offsets[1:], sizes[1:])
        result = insert(rewriter, part, result, [row])
    return result


def insert_slice(op: Operation, rewriter: PatternRewriter) -> bool:
    (part, vector), offsets = op.operands, numbers(op, "offsets")
    scalable, has_whole_rows = op.result.type.scalable, part.type.shape[-1:] == vector.type.shape[-1:]
    if any(scalable[:-1]) or (any(scalable) and not has_whole_rows) or set(numbers(op, "strides")) - {1}:
        return False
    return rewriter.replace(op, [with_part(rewriter, part, vector, offsets)])


def with_part(rewriter: PatternRewriter, part: Value, vector: Value, offsets: Sequence[int]) -> Value:
    small: Any = part.type
    if small is vector.type:
        return part
    extra = len(offsets) - len(small.shape)
    if extra:
        inside = with_part(rewriter, part, extract(rewriter, vector, offsets[:extra]), offsets[extra:])
        return insert(rewriter, inside, vector, offsets[:extra])
    if len(offsets) == 1:
        return with_slice(rewriter, part, vector, offsets[0])
    result = vector
    for row in range(small.shape[0]):
        own = extract(rewriter, part, [row])
        inside = with_part(rewriter, own, extract(rewriter, vector, [offsets[0] + row]), offsets[1:])
        result = insert(rewriter, inside, result, [offsets[0] + row])
    return result


def interleave(op: Operation, rewriter: PatternRewriter) -> bool:
    return by_rows(op, rewriter, zero)


def by_rows(op: Operation, rewriter: PatternRewriter, before: Callable[[PatternRewriter, Type], Value] = poison) -> bool:
    """What is done to each row on its own; `before` makes what the rows are put in."""
    type = op.result.type
    if len(type.shape) < 2 or any(type.scalable[:-1]):
        return False
    result = before(rewriter, type)
    row_type = vector_of(type.shape[-1:], type.element, type.scalable[-1:])
    for place in product(*map(range, type.shape[:-1])):
        rows = [extract(rewriter, operand, place) for operand in op.operands]
        result = insert(rewriter, rewriter.create(op.name, rows, [row_type], op.attributes).result, result, place)
    return rewriter.replace(op, [result])


def fma_rows(op: Operation, rewriter: PatternRewriter) -> bool:
    type = op.result.type
    if len(type.shape) < 2 or any(type.scalable[:-1]):
        return False
    result = zero(rewriter, type)
    for row in range(type.shape[0]):
        parts = [extract(rewriter, operand, [row]) for operand in op.operands]
        result = insert(rewriter, rewriter.value(op.name, parts, inner(type)), result, [row])
    return rewriter.replace(op, [result])


def gather_rows(op: Operation, rewriter: PatternRewriter) -> bool:
    """A gather of several dimensions by those of its first one."""
    type = op.result.type
    if len(type.shape) < 2 or any(type.scalable):
        return False
    *where, indices, mask, otherwise = op.operands
    result = poison(rewriter, type)
    for row in range(type.shape[0]):
        parts = [extract(rewriter, each, [row]) for each in (indices, mask, otherwise)]
        part = rewriter.create(op.name, [*where, *parts], [inner(type)], op.attributes).result
        result = insert(rewriter, part, result, [row])
    return rewriter.replace(op, [result])


def from_elements(op: Operation, rewriter: PatternRewriter) -> bool:
    type = op.result.type
    if len(type.shape) < 2:
        return False
    count, result = len(op.operands) // type.shape[0], poison(rewriter, type)
    for row in range(type.shape[0]):
        part = rewriter.value(op.name, op.operands[row * count : (row + 1) * count], inner(type))
        result = insert(rewriter, part, result, [row])
    return rewriter.replace(op, [result])


def to_elements(op: Operation, rewriter: PatternRewriter) -> bool:
    """Of each row, once all are extracted."""
    type = op.operands[0].type
    if len(type.shape) < 2 or any(type.scalable):
        return False
    rows = [extract(rewriter, op.operands[0], [row]) for row in range(type.shape[0])]
    count = len(op.results) // type.shape[0]
    parts = [rewriter.create(op.name, [row], [type.element] * count, {}) for row in rows]
    return rewriter.replace(op, [value for part in parts for value in part.results])


def deinterleave_rows(op: Operation, rewriter: PatternRewriter) -> bool:
    type = op.results[0].type
    if len(type.shape) < 2 or any(type.scalable[:-1]):
        return False
    halves = [zero(rewriter, type)] * 2
    row_type = vector_of(type.shape[-1:], type.element, type.scalable[-1:])
    for place in product(*map(range, type.shape[:-1])):
        parts = rewriter.create(op.name, [extract(rewriter, op.operands[0], place)], [row_type] * 2, op.attributes).results
        halves = [insert(rewriter, part, half, place) for part, half in zip(parts, halves)]
    return rewriter.replace(op, halves)


# Masks


def constant_mask(op: Operation, rewriter: PatternRewriter) -> bool:
    type, sizes = op.result.type, numbers(op, "mask_dim_sizes")
    if any(type.scalable[:-1]):
        return False
    if any(type.scalable):
        return rewriter.replace(op, [scalable_mask(rewriter, type, sizes)])
    flags = [all(place < size for place, size in zip(places, sizes)) for places in product(*map(range, type.shape))]
    if not type.shape:
        flags = [sizes == [1]]
    value = DenseAttr.of(flags if len(set(flags)) > 1 else flags[0], type)
    return rewriter.replace(op, [rewriter.value("arith.constant", (), type, value=value)])


def scalable_mask(rewriter: PatternRewriter, type: Any, sizes: Sequence[int]) -> Value:
    """All or nothing of each row, which is as long as the machine makes it."""
    if len(type.shape) == 1:
        return filled(rewriter, type, sizes[0] != 0)
    row, result = scalable_mask(rewriter, inner(type), sizes[1:]), zero(rewriter, type)
    return of_rows(rewriter, result, [row] * sizes[0])


def create_mask(op: Operation, rewriter: PatternRewriter, size: IntegerType) -> bool:
    type = op.result.type
    if any(type.scalable[:-1]):
        return False
    return rewriter.replace(op, [mask_of(rewriter, type, op.operands, size)])


def mask_of(rewriter: PatternRewriter, type: Any, sizes: Sequence[Value], size: IntegerType) -> Value:
    """True in the places below some sizes."""
    if len(type.shape) < 2:
        return prefix(rewriter, type, sizes[0], size)
    rest = mask_of(rewriter, inner(type), sizes[1:], size)
    none, result = zero(rewriter, inner(type)), zero(rewriter, type)
    for row in range(type.shape[0]):
        number = rewriter.value("arith.constant", (), INDEX, value=IntegerAttr(row, INDEX))
        part = rewriter.value("arith.select", [compared(rewriter, sizes[0], number, I1), rest, none], rest.type)
        result = insert(rewriter, part, result, [row])
    return result


def prefix(rewriter: PatternRewriter, type: Any, count: Value, size: IntegerType) -> Value:
    """True in the first places of a row. In 32 bits upstream compares too unless told otherwise: sizes of vectors fit there."""
    wide = VectorType(type.shape, size, type.scalable)
    if any(type.scalable):
        steps = rewriter.value("llvm.intr.stepvector", (), wide)
        return compared(rewriter, steps, spread(rewriter, count, wide), type, "slt")
    places = rewriter.value("arith.constant", (), wide, value=DenseAttr.of(list(range(wide.size)), wide))
    return compared(rewriter, spread(rewriter, count, wide), places, type)


def spread(rewriter: PatternRewriter, count: Value, type: VectorType) -> Value:
    return rewriter.value("vector.broadcast", [rewriter.value("arith.index_cast", [count], type.element)], type)


def compared(rewriter: PatternRewriter, one: Value, other: Value, type: Type, how: str = "sgt") -> Value:
    return rewriter.value("arith.cmpi", [one, other], type, predicate=IntegerAttr(INTEGER_PREDICATES.index(how), I64))


def masked(op: Operation, rewriter: PatternRewriter) -> bool:
    """A mask around nothing, and one around an outer product, whose rows are chosen by its rows."""
    inside = op.body.first
    if inside is None or len(op.operands) > 1:
        return False
    if inside.name == "vector.yield":
        return rewriter.replace(op, inside.operands)
    rows = outer_rows(inside, rewriter, op.operands[0]) if inside.name == "vector.outerproduct" else None
    return rows is not None and rewriter.replace(op, [rows])


# Transfers


def read(op: Operation, rewriter: PatternRewriter, size: IntegerType) -> bool:
    """A read of one row, or one element: a load, masked where it may reach beyond the buffer or a mask is given."""
    buffer, *rest = op.operands
    type: Any = op.result.type
    count = int(op.attributes["operandSegmentSizes"].values[1])
    places, padding, given = rest[:count], rest[count], rest[count + 1 :]
    if not is_row(op, buffer, type):
        return False
    mask = mask_of_transfer(op, rewriter, buffer, places, type, given, size)
    if mask is None:
        return rewriter.replace(op, [rewriter.value("vector.load", [buffer, *places], type)])
    otherwise = rewriter.value("vector.broadcast", [padding], type)
    return rewriter.replace(op, [rewriter.value("vector.maskedload", [buffer, *places, mask, otherwise], type)])


def write(op: Operation, rewriter: PatternRewriter, size: IntegerType) -> bool:
    stored, buffer, *rest = op.operands
    count = int(op.attributes["operandSegmentSizes"].values[2])
    places, given = rest[:count], rest[count:]
    if op.results or not is_row(op, buffer, stored.type):
        return False
    mask = mask_of_transfer(op, rewriter, buffer, places, stored.type, given, size)
    if mask is None:
        rewriter.create("vector.store", [stored, buffer, *places], [], {})
    else:
        rewriter.create("vector.maskedstore", [buffer, *places, mask, stored], [], {})
    rewriter.erase(op)
    return True


def is_row(op: Operation, buffer: Value, type: Any) -> bool:
    """Whether elements that lie one behind another are read or written: of the last dimension, whose stride is 1."""
    from tfir.dialects.memref.layouts import layout_of
    from tfir.ir.types import MemRefType

    before: Any = buffer.type
    if not isinstance(before, MemRefType) or len(type.shape) > 1 or before.element is not type.element:
        return False
    layout, results = layout_of(before), op.attributes["permutation_map"].results
    if not type.shape:
        return layout is not None and not int(op.attributes["operandSegmentSizes"].values[-1])
    return layout is not None and layout[0][-1:] == [1] and tuple(results) == (("d", len(before.shape) - 1),)


def mask_of_transfer(
    op: Operation, rewriter: PatternRewriter, buffer: Value, places: Sequence[Value], type: Any, given: Sequence[Value], size: IntegerType
):
    """Which elements are transferred: those inside of the buffer that the op's own mask lets through; None where it is all of them."""
    in_bounds = op.attributes["in_bounds"].elements
    if all(each.value for each in in_bounds):
        return given[0] if given else None
    inside = mask_inside(rewriter, buffer, places[-1], type, size)
    return rewriter.value("arith.andi", [inside, *given], inside.type) if given else inside


def mask_inside(rewriter: PatternRewriter, buffer: Value, first: Value, type: Any, size: IntegerType) -> Value:
    """Which elements are inside of a buffer, of those from a place on."""
    whole: Any = buffer.type
    last = len(whole.shape) - 1
    held = whole.shape[last]
    if held is None:
        at_last = rewriter.value("arith.constant", (), INDEX, value=IntegerAttr(last, INDEX))
        bound = rewriter.value("memref.dim", [buffer, at_last], INDEX)
    else:
        bound = rewriter.value("arith.constant", (), INDEX, value=IntegerAttr(held, INDEX))
    left = rewriter.value("arith.subi", [bound, first], INDEX)
    return prefix(rewriter, VectorType(type.shape, I1, type.scalable), left, size)


PATTERNS: dict[str, list[PatternFunction]] = {
    "vector.broadcast": [broadcast], "vector.step": [counting], "vector.transpose": [transpose], "vector.shape_cast": [shape_cast],
    "vector.extract_strided_slice": [extract_slice], "vector.insert_strided_slice": [insert_slice],
    "vector.bitcast": [by_rows], "vector.interleave": [interleave], "vector.fma": [fma_rows], "vector.gather": [gather_rows], "vector.from_elements": [from_elements],
    "vector.deinterleave": [deinterleave_rows], "vector.to_elements": [to_elements],
    "vector.constant_mask": [constant_mask], "vector.mask": [masked],
    "vector.outerproduct": [outer_product], "vector.contract": [contract],
}  # fmt: skip
SIZED: dict[str, Callable[..., bool]] = {"vector.create_mask": create_mask, "vector.transfer_read": read, "vector.transfer_write": write}
