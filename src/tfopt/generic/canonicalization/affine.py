"""Affine maps and sets composed with what makes their operands, and simplified by the bounds of the loops around; loops that are
empty or never run, conditions that always hold. Source: MLIR's affine dialect."""

from __future__ import annotations

from math import gcd

from tfir.analysis.affine_loops import (
    constant_lower,
    constant_upper,
    initial_values,
    loop_of,
    lower_bound,
    set_bounds,
    step_of,
    upper_bound,
)  # fmt: skip
from tfir.analysis.affine_values import applies, canonical, composed, constant_index, map_of
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.symbols import nearest_symbol
from tfir.ods.affine_algebra import Flattener, affine_map, combined, is_pure, like, shifted, value_of
from tfir.text.affine import constant_map
from tfir.text.affine_expression import divide, is_a, is_leaf, known_divisor

from tfopt.generic.canonicalization import digits
from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import constant
from tfopt.generic.canonicalization.scf.conditions import inlined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.analysis.affine_values import Applied
    from tfir.ir.operations import Operation, Value
    from tfir.text.affine import AffineAttr
    from tfir.text.affine_expression import Expression

    from tfopt.rewrite.rewriter import PatternRewriter

    Interval = tuple[int | None, int | None]


# What is known of values and expressions


def interval_of(value: Value) -> Interval:
    """The least and the greatest number that a value may be, as far as the bounds of its loop tell."""
    loop = loop_of(value)
    if loop is None:
        return None, None
    low, high = constant_lower(loop), constant_upper(loop)
    if high is None:
        return low, None
    if low is not None and low >= high:
        return None, None  # it does not run
    return low, high - 1 if low is None else high - 1 - (high - low - 1) % step_of(loop)


def nothing_known(value: Value) -> Interval:
    return None, None


def bounds_of(e: Expression, map: AffineAttr, operands: Sequence[Value], interval: Callable[[Value], Interval] = interval_of) -> Interval:
    """The least and the greatest number that an expression of a map may be."""
    if isinstance(e, int):
        return e, e
    if not is_leaf(e) and e[0] in ("floordiv", "ceildiv", "mod"):
        operator, left, right = e
        if not isinstance(right, int) or right < 1:
            return None, None
        low, high = bounds_of(left, map, operands, interval)
        if operator != "mod":
            return quotient(operator, low, right), quotient(operator, high, right)
        if low is not None and high is not None and low // right == high // right:
            return low % right, high % right
        return 0, right - 1
    flattener = Flattener()
    sum_ = flattener.flattened(e)
    if sum_ is None or flattener.quotients:
        return None, None
    total: list[int | None] = [0, 0]
    for (letter, number), count in sum_.items():
        ends = (1, 1) if letter == "1" else interval(operands[number + (map.dimensions if letter == "s" else 0)])
        for side, end in enumerate(ends if count > 0 else ends[::-1]):
            so_far = total[side]
            total[side] = None if so_far is None or end is None else so_far + end * count
    return total[0], total[1]


def quotient(operator: str, end: int | None, divisor: int) -> int | None:
    return None if end is None else end // divisor if operator == "floordiv" else -(-end // divisor)


def divisor_of(e: Expression, map: AffineAttr, operands: Sequence[Value]) -> int:
    """The greatest number that is known to divide an expression, by the steps of loops too."""
    loop = loop_of_dimension(e, operands)
    if loop is None:
        return known_divisor(e)
    return gcd(step_of(loop), *[known_divisor(each) for each in lower_bound(loop)[0].results])


def loop_of_dimension(e: Expression, operands: Sequence[Value]) -> Operation | None:
    """The loop whose index a dimension is."""
    return loop_of(operands[e[1]]) if not isinstance(e, int) and is_leaf(e) and e[0] == "d" else None


def lies_below(e: Expression, operands: Sequence[Value], limit: int) -> bool:
    """Whether a number or an induction variable is surely at least 0 and below a limit."""
    if isinstance(e, int):
        return 0 <= e < limit
    loop = loop_of_dimension(e, operands)
    if loop is None:
        return False
    low, high = constant_lower(loop), constant_upper(loop)
    return low is not None and low >= 0 and high is not None and high <= limit


def narrowed(e: Expression, map: AffineAttr, operands: Sequence[Value]) -> Expression:
    """An expression with quotients and remainders simplified by what is known of the loops around."""
    if isinstance(e, int) or is_leaf(e):
        return e
    operator, left, right = e
    e = combined(operator, narrowed(left, map, operands), narrowed(right, map, operands))
    if isinstance(e, int) or is_leaf(e) or e[0] not in ("floordiv", "ceildiv", "mod"):
        return e
    operator, left, right = e
    if not isinstance(right, int) or right <= 0:
        return e
    low, high = bounds_of(left, map, operands)
    if low is not None and high is not None:
        first, last = [-(-end // right) if operator == "ceildiv" else end // right for end in (low, high)]
        if first == last and operator != "mod":
            return first
        if first == last == 0 and operator == "mod":
            return left
    if is_a(left, "+"):
        for multiple, rest in ((left[1], left[2]), (left[2], left[1])):
            divisor = divisor_of(multiple, map, operands)
            if lies_below(rest, operands, divisor):
                if operator == "floordiv" and right % divisor == 0:
                    return divide("floordiv", multiple, right)
                return divide("mod", rest, right) if operator == "mod" and divisor % right == 0 else e
    if operator == "floordiv" and lies_below(left, operands, right):
        return 0
    return 0 if operator == "mod" and divisor_of(left, map, operands) % right == 0 else e


def narrowed_map(map: AffineAttr, operands: Sequence[Value]) -> AffineAttr:
    return like(map, [narrowed(e, map, operands) for e in map.results])


def without_redundant(map: AffineAttr, operands: Sequence[Value], of_greatest: bool, interval: Callable[[Value], Interval]) -> AffineAttr:
    """A map of which the greatest result counts, or the least, without those that surely are not that one."""
    if not operands:
        return map
    bounds = [bounds_of(e, map, operands, interval) for e in map.results]
    kept = []
    for at, (e, (low, high)) in enumerate(zip(map.results, bounds)):
        e = low if low is not None and low == high else e
        limit = high if of_greatest else low
        if limit is None or not any([is_covered(at, other, bounds, of_greatest) for other in range(len(bounds)) if other != at]):
            kept.append(e)
    return like(map, kept)


def is_covered(at: int, other: int, bounds: list[Interval], of_greatest: bool) -> bool:
    """Whether another result is surely as great, or as small, as one; of two equal numbers the first stays."""
    near, far = (1, 0) if of_greatest else (0, 1)
    mine, theirs = bounds[at][near], bounds[other][far]
    if mine is None or theirs is None:
        return False
    if theirs != mine:
        return theirs > mine if of_greatest else theirs < mine
    return not (bounds[at][0] == bounds[at][1] and bounds[other][near] == theirs and at < other)


def constants_of(operands: Sequence[Value]) -> list[int | None]:
    return [constant_index(value) for value in operands]


def number_of(e: Expression, map: AffineAttr, numbers: Sequence[int | None]) -> int | None:
    """The number that a result of a map is for these operands; None where it needs one that is not known."""
    return value_of(e, numbers[: map.dimensions], numbers[map.dimensions :])


# apply, min, max, load, store, prefetch


def value_known(op: Operation, rewriter: PatternRewriter) -> bool:
    """A map that hands on an operand, or is a number."""
    map = map_of(op)
    e = map.results[0]
    if not isinstance(e, int) and is_leaf(e):
        return rewriter.replace(op, [op.operands[e[1] + (map.dimensions if e[0] == "s" else 0)]])
    result = number_of(e, map, constants_of(op.operands))
    return result is not None and rewriter.replace(op, [constant(rewriter, result, op.result.type)])


def least_folded(op: Operation) -> int | None:
    """The number that `affine.min` or `affine.max` is, if it is one. Results that are numbers are written so, in place."""
    map = map_of(op)
    numbers = [number_of(e, map, constants_of(op.operands)) for e in map.results]
    told = [number for number in numbers if number is not None]
    if len(told) == len(numbers):
        return min(told) if op.name == "affine.min" else max(told)
    if told:
        op.set_attribute("map", like(map, [e if number is None else number for e, number in zip(map.results, numbers)]))
    return None


def least_known(op: Operation, rewriter: PatternRewriter) -> bool:
    """The least or the greatest of numbers."""
    before = map_of(op)
    number = least_folded(op)
    if number is not None:
        return rewriter.replace(op, [constant(rewriter, number, op.result.type)])
    if (before.dimensions, before.symbols, before.results) == (0, 1, (("s", 0),)):
        return rewriter.replace(op, op.operands)
    return op.attributes["map"] != before and rewriter.modified(op)


def indices_of(op: Operation) -> int:
    """Where the operands of an op's map begin."""
    return {"affine.apply": 0, "affine.min": 0, "affine.max": 0, "affine.store": 2, "affine.vector_store": 2}.get(op.name, 1)


def operands_composed(op: Operation, rewriter: PatternRewriter) -> bool:
    """A map with those in it that make its operands."""
    first = indices_of(op)
    old = map_of(op), op.operands[first:]
    map, operands = canonical(*composed(*old))
    map = narrowed_map(map, operands)
    if map == old[0] and operands == old[1]:
        return False
    return with_map(op, map, operands, rewriter)


def with_map(op: Operation, map: AffineAttr, operands: Sequence[Value], rewriter: PatternRewriter) -> bool:
    makers = [value.op for value in op.operands]
    op.set_operands([*op.operands[: indices_of(op)], *operands])
    op.set_attribute("map", map)
    for maker in makers:
        rewriter.revisit(maker)
    return rewriter.modified(op)


def buffer_uncast(op: Operation) -> bool:
    """A buffer under the type that it had before a cast, in place; whether there is one."""
    at = indices_of(op) - 1
    inner = op.operands[at].op
    if inner is None or inner.name != "memref.cast" or getattr(inner.operands[0].type, "shape", None) is None:
        return False
    op.set_operand(at, inner.operands[0])
    return True


def of_buffer(op: Operation, rewriter: PatternRewriter) -> bool:
    maker = op.operands[indices_of(op) - 1].op
    if not buffer_uncast(op):
        return False
    rewriter.revisit(maker)
    return rewriter.modified(op)


def constant_loaded(op: Operation, rewriter: PatternRewriter) -> bool:
    """An element of memory that holds a constant, where it is told which, or all are the same."""
    maker = made_by(op.operands[0], "memref.get_global")
    name = None if maker is None else maker.attributes["name"]
    if maker is None or not isinstance(name, SymbolRefAttr):
        return False
    memory = nearest_symbol(maker, name, lambda around: around.name == "builtin.module")
    held = memory.attributes.get("initial_value") if memory is not None and "constant" in memory.attributes else None
    if not isinstance(held, DenseAttr):
        return False
    at = 0
    for size, index in zip(held.type.shape, map_of(op).results) if not held.is_splat else ():
        if not isinstance(index, int) or not 0 <= index < size:
            return False
        at = at * size + index
    return rewriter.replace(op, [constant(rewriter, held.value_at(at), op.result.type)])


def of_one(op: Operation, rewriter: PatternRewriter) -> bool:
    """The least of one number."""
    map = map_of(op)
    return len(map.results) == 1 and rewriter.replace_with(op, "affine.apply", op.operands, map=map)


def without_duplicates(op: Operation, rewriter: PatternRewriter) -> bool:
    map = map_of(op)
    results = list(dict.fromkeys(map.results))
    return len(results) < len(map.results) and with_map(op, like(map, results), op.operands, rewriter)


def merged(op: Operation, rewriter: PatternRewriter) -> bool:
    """The least of the least is one op."""
    map = map_of(op)
    dimensions, symbols = list(op.operands[: map.dimensions]), list(op.operands[map.dimensions :])
    results, inner = [], []
    for e in map.results:
        value = None if isinstance(e, int) or not is_leaf(e) else (dimensions if e[0] == "d" else symbols)[e[1]]
        if value is not None and value.op is not None and value.op.name == op.name:
            inner.append(value.op)
        else:
            results.append(e)
    for each in inner:
        theirs = map_of(each)
        results += [shifted(e, len(dimensions), len(symbols)) for e in theirs.results]
        dimensions += each.operands[: theirs.dimensions]
        symbols += each.operands[theirs.dimensions :]
    new = affine_map(len(dimensions), len(symbols), results)
    return bool(inner) and with_map(op, new, [*dimensions, *symbols], rewriter)


def in_order(op: Operation, rewriter: PatternRewriter) -> bool:
    """Results in the order of their factors, where they have no quotients."""
    map = map_of(op)
    rows = []
    for e in map.results:
        flattener = Flattener()
        sum_ = flattener.flattened(e) if is_pure(e) else None
        if sum_ is None or flattener.quotients:
            return False
        terms = [*[("d", at) for at in range(map.dimensions)], *[("s", at) for at in range(map.symbols)], ("1", 0)]
        rows.append([sum_.get(term, 0) for term in terms])
    order = sorted(range(len(rows)), key=rows.__getitem__)
    if sorted(rows) == rows:
        return False
    return with_map(op, like(map, [map.results[at] for at in order]), op.operands, rewriter)


# for


def bounds_folded(op: Operation, interval: Callable[[Value], Interval] = interval_of) -> bool:
    """Bounds in simplest form, in place, by what is known of values; whether they changed."""
    changed = False
    for which, chosen in (("lower", max), ("upper", min)):
        map, operands = lower_bound(op) if which == "lower" else upper_bound(op)
        numbers = [number_of(e, map, constants_of(operands)) for e in map.results]
        told = [number for number in numbers if number is not None]
        if (map.dimensions or map.symbols or len(numbers) > 1) and len(told) == len(numbers):
            changed = True
            new: Applied = constant_map(chosen(told)), ()
            set_bounds(op, new if which == "lower" else None, new if which == "upper" else None)
    lower, upper = lower_bound(op), upper_bound(op)
    low, lows = canonical(*composed(*lower))
    low = without_redundant(low, lows, True, interval)
    high, highs = canonical(*composed(without_redundant(*upper, False, interval), upper[1]))
    new_lower, new_upper = (without_equal(low), lows), (without_equal(high), highs)
    if new_lower[0] != lower[0] or new_upper[0] != upper[0]:
        changed = True
        set_bounds(op, lower if new_lower[0] == lower[0] else new_lower, upper if new_upper[0] == upper[0] else new_upper)
    return changed


def without_equal(map: AffineAttr) -> AffineAttr:
    return like(map, list(dict.fromkeys(map.results)))


def never_runs(op: Operation) -> bool:
    low, high = constant_lower(op), constant_upper(op)
    return low is not None and high is not None and low >= high


def in_place(folded: Callable[[Operation], bool]) -> Callable[[Operation, PatternRewriter], bool]:
    """A pattern of what simplifies an operation in place: what made its operands may be read no more, and its arguments tell others more."""

    def pattern(op: Operation, rewriter: PatternRewriter) -> bool:
        makers = [value.op for value in op.operands]
        if not folded(op):
            return False
        for maker in makers:
            rewriter.revisit(maker)
        for argument in [argument for region in op.regions for block in region.blocks for argument in block.arguments]:
            rewriter.revisit_users(argument)
        return rewriter.modified(op)

    return pattern


def handed_on(op: Operation) -> list[Value] | None:
    """The results of a loop that only hands values on, or never runs; None of another one."""
    block = op.body
    inits, carried, values = initial_values(op), list(block.arguments[1:]), block.terminator.operands
    if not op.results or never_runs(op):
        return list(inits) if op.results else None
    if block.first is not block.last or any([value is block.arguments[0] for value in values]):
        return None
    low, high = constant_lower(op), constant_upper(op)
    count = None if low is None or high is None else -((low - high) // step_of(op))
    from_outside = any([value not in carried for value in values])
    swapped = any([value in carried and value is not carried[at] for at, value in enumerate(values)])
    if (count is None and (from_outside or swapped)) or (count is not None and count >= 2 and swapped):
        return None
    return [inits[carried.index(value)] if value in carried else value for value in values]


def does_nothing(op: Operation, rewriter: PatternRewriter) -> bool:
    values = handed_on(op)
    return values is not None and rewriter.replace(op, values)


# if


def condition_folded(op: Operation) -> bool:
    """The condition in simplest form, in place; whether it changed."""
    old = map_of(op, "condition"), op.operands
    set_, operands = composed(*old) if any(map(applies, op.operands)) else old
    set_, operands = canonical(set_, operands)
    if set_ == old[0] and operands == old[1]:
        return False
    op.set_operands(operands)
    op.set_attribute("condition", set_)
    return True


def without_else(op: Operation, rewriter: PatternRewriter) -> bool:
    otherwise = op.regions[1].blocks
    if op.results or not otherwise or otherwise[0].first is not otherwise[0].last:
        return False
    otherwise[0].terminator.erase()
    op.regions[1].remove_blocks(otherwise)
    return rewriter.modified(op)


def always_or_never(op: Operation, rewriter: PatternRewriter) -> bool:
    """A condition that is 0 == 0, or 1 == 0."""
    condition = map_of(op, "condition")
    if condition.relations != ("==",) or condition.results not in ((0,), (1,)):
        return False
    region = op.regions[0 if condition.results == (0,) else 1]
    if region.blocks:
        return inlined(op, region, (), rewriter)
    rewriter.erase(op)
    return True


# parallel


def ranges_folded(op: Operation) -> bool:
    """The bounds of `affine.parallel` in simplest form, in place; whether they changed."""
    low = map_of(op, "lowerBoundsMap")
    high = map_of(op, "upperBoundsMap")
    split = low.dimensions + low.symbols
    old = (low, op.operands[:split]), (high, op.operands[split:])
    new = composed(*old[0]), composed(*old[1])
    if new == old:
        return False
    op.set_operands([*new[0][1], *new[1][1]])
    op.update_attributes({"lowerBoundsMap": new[0][0], "upperBoundsMap": new[1][0]})
    return True


OF_SEVERAL = [least_known, of_one, without_duplicates, merged, operands_composed, in_order]
PATTERNS = {
    "affine.apply": [value_known, operands_composed],
    "affine.min": OF_SEVERAL,
    "affine.max": OF_SEVERAL,
    "affine.load": [of_buffer, constant_loaded, operands_composed],
    **dict.fromkeys(("affine.store", "affine.vector_load", "affine.vector_store", "affine.prefetch"), [of_buffer, operands_composed]),
    "affine.for": [in_place(bounds_folded), does_nothing],
    "affine.if": [in_place(condition_folded), without_else, always_or_never],
    "affine.parallel": [in_place(ranges_folded)],
    **digits.PATTERNS,
}
