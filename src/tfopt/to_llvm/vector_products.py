"""Products of vectors by rows: `vector.outerproduct` and `vector.contract`.

before:  %0 = vector.outerproduct %a, %b, %c : vector<2xf32>, vector<3xf32>
after:   for each element of %a: spread over a row, times %b and added to the row of %c by vector.fma
"""

from __future__ import annotations

from itertools import product

from tfir.ir.attributes import ArrayAttr, OpaqueAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FloatType, VectorType
from tfir.text.affine import AffineAttr

from tfopt.generic.canonicalization.vector.shapes import combining
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.to_llvm.vector_building import at, extract, insert, zero

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.ir.attributes import Attribute


def outer_product(op: Operation, rewriter: PatternRewriter) -> bool:
    rows = outer_rows(op, rewriter)
    return rows is not None and rewriter.replace(op, [rows])


def outer_rows(op: Operation, rewriter: PatternRewriter, mask: Value | None = None) -> Value | None:
    """A row for each element on the left: the element times the right side, and what is there already, which stays where a mask says no.
    Where nothing is there a mask changes nothing: what it does not let through may be anything."""
    left, right, *acc = op.operands
    type = op.result.type
    if any(type.scalable[:-1]):
        return None
    if not isinstance(right.type, VectorType):
        spread = rewriter.value("vector.broadcast", [right], left.type)
        return accumulated(op, rewriter, left, spread, acc[0] if acc else None, mask)
    result = zero(rewriter, type)
    for row in range(type.shape[0]):
        one = rewriter.value("vector.broadcast", [extract(rewriter, left, [row])], right.type)
        before = extract(rewriter, acc[0], [row]) if acc else None
        chosen = None if mask is None else extract(rewriter, mask, [row])
        result = insert(rewriter, accumulated(op, rewriter, one, right, before, chosen), result, [row])
    return result


def accumulated(op: Operation, rewriter: PatternRewriter, left: Value, right: Value, acc: Value | None, mask: Value | None = None) -> Value:
    """A product, combined with what there is."""
    times_or_sum = combined(op, rewriter, left, right, acc)
    if acc is None or mask is None:
        return times_or_sum
    return rewriter.value("arith.select", [mask, times_or_sum, acc], acc.type)


def combined(op: Operation, rewriter: PatternRewriter, left: Value, right: Value, acc: Value | None) -> Value:
    """A sum of floats is made at once with the product."""
    type: Any = left.type
    element = type.element if isinstance(type, VectorType) else type
    is_float, combine = isinstance(element, FloatType), combining(op, op.result.type)
    if acc is not None and combine == "arith.addf" and isinstance(type, VectorType):
        return rewriter.value("vector.fma", [left, right, acc], type)
    times = rewriter.value("arith.mulf" if is_float else "arith.muli", [left, right], type)
    return times if acc is None else rewriter.value(combine, [times, acc], type)


def contract(op: Operation, rewriter: PatternRewriter) -> bool:
    """Sums alone, of operands of one element type: of matrices and rows at once, others by those for each place of a dimension."""
    left, right, acc = op.operands[:3]
    combine = combining(op, op.result.type)
    element: Any = acc.type.element if isinstance(acc.type, VectorType) else acc.type
    if len(op.operands) != 3 or left.type.element is not element or combine not in ("arith.addf", "arith.addi"):
        return False
    if any(any(each.type.scalable) for each in op.operands if isinstance(each.type, VectorType)):
        return False
    maps = [[expression[1] for expression in each.results] for each in op.attributes["indexing_maps"].elements]
    shared = [at for at in maps[0] if at in maps[1] and at not in maps[2]]
    if not shared:
        return False
    dimensions = op.attributes["indexing_maps"].elements[0].dimensions
    if shared == [dimensions - 1] and (dimensions == 1 or is_of_rows(maps, dimensions)):
        return rewriter.replace(op, [rows_product(rewriter, left, right, acc, maps, combine)])
    return rewriter.replace(op, [by_places(op, rewriter, maps, dimension_apart(maps, shared))])


def is_of_rows(maps: Sequence[Sequence[int]], dimensions: int) -> bool:
    """Whether matrices are multiplied, or a matrix and a row: each place of the result has a row on both sides."""
    return sum(len(each) for each in maps[:2]) == dimensions + 1 and len(maps[2]) == dimensions - 1 and dimensions < 4


def dimension_apart(maps: Sequence[Sequence[int]], shared: Sequence[int]) -> int:
    """The dimension to take apart first: one of both sides and the result, one of a side, one that is summed up."""
    left, right, _ = maps
    batch = sorted(at for at in left if at in right and at not in shared)
    free = [at for at in (*left, *right) if at not in shared]
    return (batch or free or sorted(shared))[0]


def by_places(op: Operation, rewriter: PatternRewriter, maps: Sequence[Sequence[int]], dimension: int) -> Value:
    """A contraction of less dimensions for each place of one."""
    places = [each.index(dimension) if dimension in each else None for each in maps]
    sized = next(value.type.shape[place] for value, place in zip(op.operands, places) if place is not None)
    result = op.operands[2] if places[2] is None else zero(rewriter, op.result.type)
    attributes = {**op.attributes, **without_dimension(op, maps, dimension)}
    for number in range(sized):
        left, right = [part_at(rewriter, value, place, number) for value, place in zip(op.operands, places[:2])]
        acc = result if places[2] is None else part_at(rewriter, op.operands[2], places[2], number)
        part = rewriter.create(op.name, [left, right, acc], [acc.type], attributes).result
        result = part if places[2] is None else with_part_at(rewriter, part, result, places[2], number)
    return result


def without_dimension(op: Operation, maps: Sequence[Sequence[int]], dimension: int) -> dict[str, Attribute]:
    kept = [[("d", at - (at > dimension)) for at in each if at != dimension] for each in maps]
    count = op.attributes["indexing_maps"].elements[0].dimensions - 1
    iterators = [each for at, each in enumerate(op.attributes["iterator_types"].elements) if at != dimension]
    return {"indexing_maps": ArrayAttr([AffineAttr("affine_map", count, 0, each) for each in kept]), "iterator_types": ArrayAttr(iterators)}


def part_at(rewriter: PatternRewriter, value: Value, place: int | None, number: int) -> Value:
    """What a vector has at a number of one of its dimensions; itself where it has not got the dimension."""
    if place is None:
        return value
    if place == 0:
        return extract(rewriter, value, [number])
    before: Any = value.type
    result = zero(rewriter, VectorType([size for at, size in enumerate(before.shape) if at != place], before.element))
    for row in range(before.shape[0]):
        part = part_at(rewriter, extract(rewriter, value, [row]), place - 1, number)
        result = insert(rewriter, part, result, [row])
    return result


def with_part_at(rewriter: PatternRewriter, part: Value, vector: Value, place: int, number: int) -> Value:
    if place == 0:
        return insert(rewriter, part, vector, [number])
    type: Any = vector.type
    for row in range(type.shape[0]):
        before, own = extract(rewriter, vector, [row]), extract(rewriter, part, [row])
        vector = insert(rewriter, with_part_at(rewriter, own, before, place - 1, number), vector, [row])
    return vector


def rows_product(rewriter: PatternRewriter, left: Value, right: Value, acc: Value, maps: Sequence[Sequence[int]], combine: str) -> Value:
    """Each element of the result is the reduction of a row of products. The side stands first that the result's first dimension is of."""
    sides = [(left, maps[0]), (right, maps[1])]
    if maps[2] and maps[2][0] not in maps[0]:
        sides.reverse()
    reduced = next(at for at in maps[0] if at not in maps[2])
    rows = [rows_along(rewriter, value, dimensions, reduced) for value, dimensions in sides]
    type: Any = acc.type
    if not isinstance(type, VectorType):
        return row_product(rewriter, rows[0](()), rows[1](()), acc, combine)
    result = zero(rewriter, type)
    for place in product(*map(range, type.shape)):
        where = dict(zip(maps[2], place))
        one, other = [row([where[at] for at in dimensions if at != reduced]) for row, (_, dimensions) in zip(rows, sides)]
        result = insert(rewriter, row_product(rewriter, one, other, None, combine), result, place)
    return rewriter.value(combine, [result, acc], type)


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
