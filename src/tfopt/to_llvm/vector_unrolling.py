"""Operations on vectors of several dimensions by those on vectors of one, before they are converted to LLVM's.

before:  %0 = vector.transpose %m, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
after:   each element extracted, and inserted at its new place
"""

from __future__ import annotations

from itertools import product

from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.ir.attributes import DenseArrayAttr, FloatAttr, IntegerAttr, OpaqueAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, I32, I64, INDEX, FloatType, Type, VectorType

from tfopt.generic.canonicalization.vector import PATTERNS as SIMPLER
from tfopt.generic.canonicalization.vector.elements import constant_inserted, splat_spread
from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from tfopt.rewrite.pattern import PatternFunction

PLACED_FIRST = frozenset(["ub.poison", "arith.constant"])


def unroll(root: Operation) -> None:
    """Takes apart what LLVM has for vectors of one dimension alone. Constants go to the front of functions, as upstream's driver moves them."""
    if any([op.name in PATTERNS and is_taken_apart(op) for op in root.inside()]):
        patterns = {name: [*FOLDED.get(name, ()), *PATTERNS.get(name, ())] for name in {**FOLDED, **PATTERNS}}
        GreedyDriver(function_patterns(outside_of_masks(patterns)), folds=False, iterations=10, pooled=PLACED_FIRST).run(root)


def is_taken_apart(op: Operation) -> bool:
    """A cheap look: of what LLVM has on one dimension only operations on more, or none, are."""
    if op.name == "vector.broadcast":
        return isinstance(op.operands[0].type, VectorType)
    if op.name not in ROW_BY_ROW:
        return True
    return any([isinstance(each.type, VectorType) and len(each.type.shape) != 1 for each in (*op.operands, *op.results)])


def outside_of_masks(table: Mapping[str, Sequence[PatternFunction]]) -> dict[str, list[PatternFunction]]:
    """Patterns that leave alone what stands in a `vector.mask`, which may be one operation only."""

    def guarded(function: PatternFunction) -> PatternFunction:
        def unless_masked(op: Operation, rewriter: PatternRewriter) -> bool:
            around = op.parent_op
            return (around is None or around.name != "vector.mask") and function(op, rewriter)

        return unless_masked

    return {name: [guarded(function) for function in functions] for name, functions in table.items()}


# Building


def vector_of(shape: Sequence[int], element: Type, scalable: Sequence[bool] = ()) -> Type:
    """A vector, or where there are no dimensions left its element."""
    return VectorType(shape, element, scalable) if shape else element


def inner(type: Any) -> Type:
    """What a vector has one of in each place of its first dimension."""
    return vector_of(type.shape[1:], type.element, type.scalable[1:])


def at(*places: int) -> DenseArrayAttr:
    return DenseArrayAttr(places, I64)


def extract(rewriter: PatternRewriter, vector: Value, places: Sequence[int]) -> Value:
    """The part of a vector at a place; itself at none."""
    type: Any = vector.type
    if not places and type.shape:
        return vector
    part = vector_of(type.shape[len(places) :], type.element, type.scalable[len(places) :])
    return rewriter.value("vector.extract", [vector], part, static_position=at(*places))


def insert(rewriter: PatternRewriter, part: Value, vector: Value, places: Sequence[int]) -> Value:
    if not places and part.type is vector.type:
        return part
    return rewriter.value("vector.insert", [part, vector], vector.type, static_position=at(*places))


def poison(rewriter: PatternRewriter, type: Type) -> Value:
    return rewriter.value("ub.poison", (), type)


def filled(rewriter: PatternRewriter, type: Any, number: float) -> Value:
    """A constant with one number in each place."""
    if isinstance(type, VectorType):
        return rewriter.value("arith.constant", (), type, value=DenseAttr.of(number, type))
    is_float = isinstance(type, FloatType)
    return rewriter.value("arith.constant", (), type, value=FloatAttr(number, type) if is_float else IntegerAttr(int(number), type))


def zero(rewriter: PatternRewriter, type: Any) -> Value:
    element = type.element if isinstance(type, VectorType) else type
    return filled(rewriter, type, 0.0 if isinstance(element, FloatType) else 0)


def numbers(op: Operation, name: str) -> list[int]:
    held = op.attributes[name]
    return [int(each) for each in held.values] if isinstance(held, DenseArrayAttr) else [each.value for each in held.elements]


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
    if any(type.scalable):
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
    for row, part in enumerate(parts):
        result = insert(rewriter, part, result, [row])
    return result


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
    if any(type.scalable) or any(before.scalable):
        return False
    if before is type:
        return rewriter.replace(op, [source])
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
    return rewriter.value("vector.shuffle", [vector, vector], VectorType([count], type.element), mask=mask)


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
    if any(type.scalable) or set(numbers(op, "strides")) != {1}:
        return False
    offsets, sizes = numbers(op, "offsets"), numbers(op, "sizes")
    return rewriter.replace(op, [part_from(rewriter, source, type, offsets, sizes)])


def part_from(rewriter: PatternRewriter, source: Value, type: Any, offsets: Sequence[int], sizes: Sequence[int]) -> Value:
    if not offsets:
        return source
    if len(type.shape) == 1:
        return slice_of(rewriter, source, offsets[0], sizes[0])
    result = zero(rewriter, type)
    for row in range(sizes[0]):
        part = part_from(rewriter, extract(rewriter, source, [offsets[0] + row]), inner(type), offsets[1:], sizes[1:])
        result = insert(rewriter, part, result, [row])
    return result


def insert_slice(op: Operation, rewriter: PatternRewriter) -> bool:
    (part, vector), offsets = op.operands, numbers(op, "offsets")
    if any(op.result.type.scalable) or set(numbers(op, "strides")) - {1}:
        return False
    return rewriter.replace(op, [with_part(rewriter, part, vector, offsets)])


def with_part(rewriter: PatternRewriter, part: Value, vector: Value, offsets: Sequence[int]) -> Value:
    small: Any = part.type
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


def by_rows(op: Operation, rewriter: PatternRewriter) -> bool:
    """What is done to each row on its own."""
    type = op.result.type
    if len(type.shape) < 2 or any(type.scalable[:-1]):
        return False
    result = poison(rewriter, type)
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


# Masks


def constant_mask(op: Operation, rewriter: PatternRewriter) -> bool:
    type, sizes = op.result.type, numbers(op, "mask_dim_sizes")
    if any(type.scalable):
        return False
    flags = [all(place < size for place, size in zip(places, sizes)) for places in product(*map(range, type.shape))]
    if not type.shape:
        flags = [sizes == [1]]
    return rewriter.replace(op, [rewriter.value("arith.constant", (), type, value=DenseAttr.of(flags, type))])


def create_mask(op: Operation, rewriter: PatternRewriter) -> bool:
    type = op.result.type
    if any(type.scalable):
        return False
    return rewriter.replace(op, [mask_of(rewriter, type, op.operands)])


def mask_of(rewriter: PatternRewriter, type: Any, sizes: Sequence[Value]) -> Value:
    """True in the places below some sizes. A size is compared in 32 bits, as upstream does; sizes of vectors fit there."""
    if not type.shape:
        is_one = compared(rewriter, sizes[0], rewriter.value("arith.constant", (), INDEX, value=IntegerAttr(0, INDEX)), I1)
        return rewriter.value("vector.broadcast", [is_one], type)
    if len(type.shape) == 1:
        return prefix(rewriter, type, sizes[0])
    rest = mask_of(rewriter, inner(type), sizes[1:])
    none, result = zero(rewriter, inner(type)), zero(rewriter, type)
    for row in range(type.shape[0]):
        number = rewriter.value("arith.constant", (), INDEX, value=IntegerAttr(row, INDEX))
        part = rewriter.value("arith.select", [compared(rewriter, sizes[0], number, I1), rest, none], rest.type)
        result = insert(rewriter, part, result, [row])
    return result


def prefix(rewriter: PatternRewriter, type: Any, size: Value) -> Value:
    wide = VectorType(type.shape, I32)
    places = rewriter.value("arith.constant", (), wide, value=DenseAttr.of(list(range(type.shape[0])), wide))
    bound = rewriter.value("vector.broadcast", [rewriter.value("arith.index_cast", [size], I32)], wide)
    return compared(rewriter, bound, places, type)


def compared(rewriter: PatternRewriter, one: Value, other: Value, type: Type) -> Value:
    return rewriter.value("arith.cmpi", [one, other], type, predicate=IntegerAttr(INTEGER_PREDICATES.index("sgt"), I64))


# Transfers


def read(op: Operation, rewriter: PatternRewriter) -> bool:
    """A read of one row: a load, masked where it may reach beyond the buffer."""
    buffer, *indices = op.operands
    type: Any = op.result.type
    segments = [int(each) for each in op.attributes["operandSegmentSizes"].values]
    if not is_row(op, buffer, type) or segments[3]:
        return False
    places, padding = op.operands[1 : 1 + segments[1]], op.operands[1 + segments[1]]
    if op.attributes["in_bounds"].elements[0].value:
        return rewriter.replace(op, [rewriter.value("vector.load", [buffer, *places], type)])
    mask = mask_inside(rewriter, buffer, places[-1], type)
    otherwise = rewriter.value("vector.broadcast", [padding], type)
    return rewriter.replace(op, [rewriter.value("vector.maskedload", [buffer, *places, mask, otherwise], type)])


def write(op: Operation, rewriter: PatternRewriter) -> bool:
    stored, buffer, *rest = op.operands
    segments = [int(each) for each in op.attributes["operandSegmentSizes"].values]
    if op.results or not is_row(op, buffer, stored.type) or segments[3]:
        return False
    if op.attributes["in_bounds"].elements[0].value:
        rewriter.create("vector.store", [stored, buffer, *rest], [], {})
    else:
        mask = mask_inside(rewriter, buffer, rest[-1], stored.type)
        rewriter.create("vector.maskedstore", [buffer, *rest, mask, stored], [], {})
    rewriter.erase(op)
    return True


def is_row(op: Operation, buffer: Value, type: Any) -> bool:
    """Whether elements that lie one behind another are read or written: of the last dimension, whose stride is 1."""
    from tfir.dialects.memref.layouts import layout_of
    from tfir.ir.types import MemRefType

    before: Any = buffer.type
    if not isinstance(before, MemRefType) or len(type.shape) != 1 or any(type.scalable) or before.element is not type.element:
        return False
    layout, results = layout_of(before), op.attributes["permutation_map"].results
    return layout is not None and layout[0][-1:] == [1] and tuple(results) == (("d", len(before.shape) - 1),)


def mask_inside(rewriter: PatternRewriter, buffer: Value, first: Value, type: Any) -> Value:
    """Which elements are inside of a buffer, of those from a place on."""
    size: Any = buffer.type
    last = len(size.shape) - 1
    held = size.shape[last]
    if held is None:
        at_last = rewriter.value("arith.constant", (), INDEX, value=IntegerAttr(last, INDEX))
        bound = rewriter.value("memref.dim", [buffer, at_last], INDEX)
    else:
        bound = rewriter.value("arith.constant", (), INDEX, value=IntegerAttr(held, INDEX))
    left = rewriter.value("arith.subi", [bound, first], INDEX)
    return prefix(rewriter, VectorType(type.shape, I1), left)


# Products and sums


def kind_of(op: Operation) -> str:
    """The op of arith that combines two numbers as a kind of vector's does."""
    kind = op.attributes["kind"].text.partition("<")[2].removesuffix(">")
    element = op.result.type.element if isinstance(op.result.type, VectorType) else op.result.type
    if kind in ("add", "mul"):
        return f"arith.{kind}{'f' if isinstance(element, FloatType) else 'i'}"
    return f"arith.{kind}i" if kind in ("and", "or", "xor") else f"arith.{kind}"


def outer_product(op: Operation, rewriter: PatternRewriter) -> bool:
    """A row for each element on the left: the element times the right side, and what is there already."""
    left, right, *acc = op.operands
    type = op.result.type
    if any(type.scalable):
        return False
    if not isinstance(right.type, VectorType):
        spread = rewriter.value("vector.broadcast", [right], left.type)
        return rewriter.replace(op, [accumulated(op, rewriter, left, spread, acc[0] if acc else None)])
    result = zero(rewriter, type)
    for row in range(type.shape[0]):
        one = rewriter.value("vector.broadcast", [extract(rewriter, left, [row])], right.type)
        before = extract(rewriter, acc[0], [row]) if acc else None
        result = insert(rewriter, accumulated(op, rewriter, one, right, before), result, [row])
    return rewriter.replace(op, [result])


def accumulated(op: Operation, rewriter: PatternRewriter, left: Value, right: Value, acc: Value | None) -> Value:
    """A product, combined with what there is; where that is a sum of floats, at once."""
    type: Any = left.type
    element = type.element if isinstance(type, VectorType) else type
    is_float, combine = isinstance(element, FloatType), kind_of(op)
    if acc is not None and combine == "arith.addf" and isinstance(type, VectorType):
        return rewriter.value("vector.fma", [left, right, acc], type)
    times = rewriter.value("arith.mulf" if is_float else "arith.muli", [left, right], type)
    return times if acc is None else rewriter.value(combine, [times, acc], type)


def contract(op: Operation, rewriter: PatternRewriter) -> bool:
    """Each element of the result is the reduction of a row of products. Sums alone, of operands of one element type."""
    left, right, acc = op.operands
    combine = kind_of(op)
    element: Any = acc.type.element if isinstance(acc.type, VectorType) else acc.type
    if len(op.operands) != 3 or left.type.element is not element or combine not in ("arith.addf", "arith.addi"):
        return False
    maps = [[expression[1] for expression in each.results] for each in op.attributes["indexing_maps"].elements]
    reduced = [at for at in range(op.attributes["indexing_maps"].elements[0].dimensions) if at not in maps[2]]
    if len(reduced) != 1 or any(reduced[0] not in each for each in maps[:2]):
        return False
    rows = [rows_along(rewriter, value, dimensions, reduced[0]) for value, dimensions in zip((left, right), maps)]
    type: Any = acc.type
    if not isinstance(type, VectorType):
        return rewriter.replace(op, [row_product(rewriter, rows[0](()), rows[1](()), acc, combine)])
    result = zero(rewriter, type)
    for place in product(*map(range, type.shape)):
        where = dict(zip(maps[2], place))
        parts = [row([where[at] for at in dimensions if at != reduced[0]]) for row, dimensions in zip(rows, maps)]
        left_row, right_row = parts
        result = insert(rewriter, row_product(rewriter, left_row, right_row, None, combine), result, place)
    return rewriter.replace(op, [rewriter.value(combine, [result, acc], type)])


def rows_along(rewriter: PatternRewriter, value: Value, dimensions: Sequence[int], reduced: int):
    """A function from places to the row of a value along a dimension, each of which is extracted once."""
    last = dimensions.index(reduced)
    if last != len(dimensions) - 1:
        order = [at for at in range(len(dimensions)) if at != last] + [last]
        before: Any = value.type
        type = VectorType([before.shape[at] for at in order], before.element)
        value = rewriter.value("vector.transpose", [value], type, permutation=at(*order))
    rows: dict[tuple[int, ...], Value] = {}

    def row(place: Sequence[int]) -> Value:
        if tuple(place) not in rows:
            rows[tuple(place)] = extract(rewriter, value, place)
        return rows[tuple(place)]

    return row


def row_product(rewriter: PatternRewriter, left: Value, right: Value, acc: Value | None, combine: str) -> Value:
    type: Any = left.type
    times = rewriter.value("arith.mulf" if combine == "arith.addf" else "arith.muli", [left, right], type)
    operands = [times] if acc is None else [times, acc]
    return rewriter.value("vector.reduction", operands, type.element, kind=OpaqueAttr("#vector.kind<add>"))


# What upstream's driver folds on the way.
FOLDED: dict[str, list[PatternFunction]] = {
    "vector.extract": SIMPLER["vector.extract"], "vector.insert": [constant_inserted], "vector.broadcast": [splat_spread],
}  # fmt: skip
ROW_BY_ROW = ("vector.bitcast", "vector.interleave", "vector.fma", "vector.gather", "vector.from_elements")
PATTERNS: dict[str, list[PatternFunction]] = {
    "vector.broadcast": [broadcast], "vector.step": [counting], "vector.transpose": [transpose], "vector.shape_cast": [shape_cast],
    "vector.extract_strided_slice": [extract_slice], "vector.insert_strided_slice": [insert_slice],
    "vector.bitcast": [by_rows], "vector.interleave": [by_rows], "vector.fma": [fma_rows], "vector.gather": [gather_rows], "vector.from_elements": [from_elements],
    "vector.constant_mask": [constant_mask], "vector.create_mask": [create_mask],
    "vector.transfer_read": [read], "vector.transfer_write": [write],
    "vector.outerproduct": [outer_product], "vector.contract": [contract],
}  # fmt: skip
