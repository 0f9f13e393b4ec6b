"""Reduces long rows in two steps, so that many workgroups have a part in each.

    reduce(x : 1000000)   =   reduce(reduce(x : 1000 x 1000))

Where a reduction has few results, a device would otherwise leave each of them to one workgroup. The parts begin with what the
operation does not change, and the initial value counts once. For sums of floats the order changes, and with it the last bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from tfir.analysis.reducers import neutral, neutral_of, single_op
from tfir.analysis.rows import BROADCAST, RESHAPE
from tfir.dialects import has_trait
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, TensorType

EXACT = False
LARGEST_PART = 8192
OPTIONS = {
    "min-length": "Reductions of at least so many elements to each result.",
    "max-results": "Reductions to at most so many results.",
    "min-column-length": "Reductions of at least so many elements to each result where results lie side by side, and nothing of the shape of what is reduced is computed of them; 0 for min-length.",
}


def stablehlo_split_long_reductions(root: Operation, *, min_length: int = 65536, max_results: int = 256, min_column_length: int = 0):
    """Only reductions of at least `min_length` elements to each of at most `max_results` results. Where `min_column_length` is given, so many elements are
    enough over other dimensions than the last, unless a normalization goes down the same columns again, which one dispatch can then."""
    for op in list(root.walk()):
        if op.name == "stablehlo.reduce" and neutral_of(op) is not None and op.operands[0].type.is_static:
            kept, are_columns = op.results[0].type.size, len(op.operands[0].type.shape) - 1 not in integers(op.attributes["dimensions"])
            least = min_column_length if min_column_length and are_columns and not is_spread_again(op) else min_length
            if kept and kept <= max_results and op.operands[0].type.size // kept >= least:
                split(op)


def is_spread_again(op: Operation) -> bool:
    """Whether something of the shape of what is reduced is computed of the results, element by element."""
    shape, seen, left = op.operands[0].type.shape, set[Value](), list(op.results)
    while left:
        value = left.pop()
        for user in value.users:
            if has_trait(user, "elementwise") or user.name in (BROADCAST, RESHAPE):
                if user.results[0].type.shape == shape:
                    return True
                left += [result for result in user.results if result not in seen]
                seen.update(user.results)
    return False


def split(op: Operation) -> None:
    """Splits a reduction in two steps, cutting the dimension that lets the first step leave the fittest number of parts. Neighbouring dimensions are one,
    so that a part is side by side in memory."""
    shape, axes = joined(op.operands[0].type.shape, integers(op.attributes["dimensions"]))
    length = prod([shape[axis] for axis in axes])
    choices = [(abs(parts - length // parts), axis, parts) for axis in axes for parts in divisors(shape[axis]) if 1 < parts <= LARGEST_PART]
    if not choices:
        return
    _, axis, parts = min(choices)
    build = Builder.before(op)
    x, element = op.operands[0], op.operands[0].type.element
    cut = TensorType((*shape[:axis], parts, shape[axis] // parts, *shape[axis + 1 :]), element)
    x = build.value("stablehlo.reshape", [x], cut)
    # The part's number stays; all else that was reduced is reduced first
    inner = [a + (a >= axis) for a in axes]
    first = DenseAttr.of(neutral(single_op(op.region.entry), element), op.operands[1].type)
    start = build.value("stablehlo.constant", [], first.type, {"value": first})
    left = [d for d in range(len(cut.shape)) if d not in inner]
    x = reduced(build, op, x, start, inner, TensorType([cut.shape[d] for d in left], element))
    op.replace_with([reduced(build, op, x, op.operands[1], [left.index(axis)], op.results[0].type)])


def joined(shape: Sequence[int], axes: Sequence[int]) -> tuple[list[int], list[int]]:
    """A shape whose neighbouring dimensions among `axes` are one, and where these are then."""
    sizes: list[int] = []
    kept: list[int] = []
    for axis, size in enumerate(shape):
        if axis in axes and axis - 1 in axes:
            sizes[-1] *= size
        else:
            kept += [len(sizes)] if axis in axes else []
            sizes.append(size)
    return sizes, kept


def reduced(build: Builder, like: Operation, x: Value, start: Value, axes, type) -> Value:
    attributes = {**like.attributes, "dimensions": DenseArrayAttr(axes, I64)}
    return build.value("stablehlo.reduce", [x, start], type, attributes, regions=[like.region.clone({})])


def divisors(number: int) -> list[int]:
    small = [d for d in range(1, int(number**0.5) + 1) if number % d == 0]
    return sorted({*small, *[number // d for d in small]})
