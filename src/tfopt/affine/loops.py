"""What several passes on affine loops do: put the body of a loop that runs once in its place, unroll it, make `affine.apply`."""

from __future__ import annotations

from tfir.analysis.affine_dependence import common_prefix
from tfir.analysis.affine_loops import (
    constant_lower,
    induction_variable,
    initial_values,
    loop_of,
    loops_around,
    lower_bound,
    set_bounds,
    step_of,
    trip_count,
    trip_counts,
    upper_bound,
)  # fmt: skip
from tfir.analysis.affine_loops import divides as divides_trip_count
from tfir.analysis.affine_memory import ACCESSES
from tfir.analysis.affine_values import canonical, constant_index, fully_composed
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Operation
from tfir.ir.types import I32, INDEX
from tfir.ods.affine_algebra import affine_map, is_pure, leaves, like, shifted, simplified_map
from tfir.text.affine_expression import add, divide, is_leaf, times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfir.analysis.affine_values import Applied
    from tfir.ir.operations import Value
    from tfir.text.affine import AffineAttr
    from tfir.text.affine_expression import Expression


def loops_in(root: Operation) -> list[Operation]:
    """The `affine.for` inside of an operation, inner ones first."""
    return [op for op in root.walk(post_order=True) if op.name == "affine.for"]


def innermost(root: Operation) -> list[Operation]:
    """The `affine.for` that hold no other one."""
    return [loop for loop in loops_in(root) if loops_in(loop) == [loop]]


def apply(build: Builder, applied: Applied) -> Value:
    map, operands = applied
    return build.value("affine.apply", operands, INDEX, {"map": map})


def new_loop(build: Builder, lower: Applied, upper: Applied, step: int = 1) -> Operation:
    """A loop with nothing in it."""
    region, block = single_block_region([INDEX])
    block.append(Operation("affine.yield", location=build.location))
    sizes = DenseArrayAttr([len(lower[1]), len(upper[1]), 0], I32)
    held = {"lowerBoundMap": lower[0], "upperBoundMap": upper[0], "step": IntegerAttr(step, INDEX), "operandSegmentSizes": sizes}
    return build.create("affine.for", [*lower[1], *upper[1]], (), held, [region])


def later(build: Builder, value: Value, offset: int) -> Value:
    """An index that is so much greater."""
    return apply(build, (affine_map(1, 0, [add(("d", 0), offset)]), (value,)))


def body_of(loop: Operation) -> list[Operation]:
    """The operations of a loop without what ends it."""
    *body, _ = loop.body
    return body


def is_empty(loop: Operation) -> bool:
    return loop.body.first is loop.body.last


def is_rectangular(band: list[Operation]) -> bool:
    """Whether no loop carries values, and none has bounds that depend on another one's index."""
    variables = {induction_variable(loop) for loop in band}
    for loop in band:
        for map, operands in (fully_composed(*lower_bound(loop)), fully_composed(*upper_bound(loop))):
            used = [operands[at + (map.dimensions if letter == "s" else 0)] for e in map.results for letter, at in leaves(e)]
            if not variables.isdisjoint(used):
                return False
    return not any([loop.results for loop in band])


def may_trap(op: Operation) -> bool:
    """Whether an operation goes wrong for some operands: a division may be one by 0."""
    return op.dialect != "affine" and op.name.partition(".")[2].startswith(("div", "rem", "ceildiv", "floordiv"))


# A loop that runs once


def constant_at_front(op: Operation, number: int) -> Value:
    """A new constant in front of all else in the function."""
    around = next((each for each in op.ancestors() if each.name == "func.func"), None)
    build = Builder.before(op) if around is None else Builder(around.body, around.body.first, op.location)
    return build.value("arith.constant", [], INDEX, {"value": IntegerAttr(number, INDEX)})


def promoted(loop: Operation) -> bool:
    """Puts the body of a loop that runs once in its place; whether it is one whose lower bound is one expression."""
    map, operands = lower_bound(loop)
    if trip_count(loop) != 1 or len(map.results) != 1:
        return False
    variable = induction_variable(loop)
    if variable.uses:
        number = constant_lower(loop)
        if number is not None:
            value = constant_at_front(loop, number)
        else:
            identity = (map.dimensions, map.symbols, map.results) == (1, 0, (("d", 0),))
            value = operands[0] if identity else apply(Builder.before(loop), (map, operands))
        variable.replace_all_uses_with(value)
    for argument, init in zip(loop.body.arguments[1:], initial_values(loop)):
        argument.replace_all_uses_with(init)
    end = loop.body.terminator
    values = end.operands
    end.erase()
    for op in list(loop.body):
        op.remove()
        loop.block.insert_before(op, loop)
    loop.replace_with(values)
    return True


# Unrolling


def fully_unrolled(loop: Operation) -> bool:
    """Puts as many copies of a loop's body in its place as it has iterations; whether these are known."""
    count = trip_count(loop)
    if count is None:
        return False
    return count == 0 or promoted(loop) or unrolled(loop, count)


def unrolled(loop: Operation, factor: int, clean_up: bool = False) -> bool:
    """Puts several iterations of a loop in one, and those that are left in a loop behind it, which with `clean_up` is unrolled as well.
    False where nothing changes since the iterations are fewer, or since their number is the least of several that it does not divide."""
    count = trip_count(loop)
    if factor == 1:
        return count != 1 or promoted(loop)
    if is_empty(loop):
        return True
    if count is not None and count < factor:
        return clean_up and fully_unrolled(loop)
    if not divides_trip_count(factor, loop):
        if not has_simple_bounds(loop):
            return False
        if clean_up:
            return fully_unrolled(loop)
        leave_rest(loop, factor)
    step = step_of(loop)
    loop.set_attribute("step", IntegerAttr(step * factor, INDEX))
    copy_iterations(loop, factor, step)
    promoted(loop)
    return True


def has_simple_bounds(loop: Operation) -> bool:
    """Whether each bound is one expression, and what they come to can be written as one."""
    if any([len(bound[0].results) != 1 for bound in (lower_bound(loop), upper_bound(loop))]):
        return False
    counts = trip_counts(loop)
    return counts is not None and is_pure(counts[0].results[0])


def leave_rest(loop: Operation, factor: int) -> None:
    """Puts a copy of a loop behind it, and ends it where as many iterations are done as a factor divides; the copy goes on there. What
    runs once then needs no loop. Where the loop may end before it begins, so that the multiple lies before it too, the copy begins at the
    greater of both."""
    rest = loop.clone()
    loop.block.insert_before(rest, loop.next)
    inits = len(initial_values(loop))
    for old, new in zip(loop.results, rest.results):
        old.replace_all_uses_with(new)
    rest.set_operands([*rest.operands[: len(rest.operands) - inits], *loop.results])
    bound, counts = end_of_multiple(loop, factor), trip_counts(loop)
    never_negative = counts is not None and is_natural(counts[0].results[0], counts)
    set_bounds(rest, lower=bound if never_negative else both(lower_bound(loop), bound))
    promoted(rest)
    set_bounds(loop, upper=bound)


def end_of_multiple(loop: Operation, factor: int) -> Applied:
    """Where as many iterations of a loop are done as a factor divides."""
    counts = trip_counts(loop)
    assert counts is not None, "the bounds are simple"
    count = counts[0].results[0]
    steps = times(add(count, times(divide("mod", count, factor), -1)), step_of(loop))
    (low, further), operands = side_by_side(lower_bound(loop), (like(counts[0], [steps]), counts[1]))
    dimensions, symbols = sizes_together(lower_bound(loop)[0], counts[0])
    map, values = fully_composed(*canonical(affine_map(dimensions, symbols, [add(low, further)]), operands))
    return canonical(simplified_map(map), values)


def both(one: Applied, other: Applied) -> Applied:
    """The results of two maps of one result as those of a single map."""
    results, operands = side_by_side(one, other)
    return canonical(affine_map(*sizes_together(one[0], other[0]), results), operands)


def sizes_together(one: AffineAttr, other: AffineAttr) -> tuple[int, int]:
    return one.dimensions + other.dimensions, one.symbols + other.symbols


def side_by_side(one: Applied, other: Applied) -> tuple[list[Expression], list[Value]]:
    """The results of two maps of one result, and the operands of both."""
    (first, operands), (second, others) = one, other
    split, at = first.dimensions, second.dimensions
    moved = shifted(second.results[0], first.dimensions, first.symbols)
    return [first.results[0], moved], [*operands[:split], *others[:at], *operands[split:], *others[at:]]


def is_natural(e: Expression, applied: Applied) -> bool:
    """Whether an expression is surely not below 0: of sizes, and of loops that begin at such a number."""
    map, operands = applied
    if isinstance(e, int):
        return e >= 0
    if is_leaf(e):
        value = operands[e[1] + (map.dimensions if e[0] == "s" else 0)]
        low = least(value)
        return (low is not None and low >= 0) or (value.op is not None and value.op.name in ("memref.dim", "tensor.dim"))
    return all([is_natural(part, applied) for part in e[1:]])


def least(value: Value) -> int | None:
    """Where a loop begins whose index a value is, if that is a number."""
    loop = loop_of(value)
    if loop is not None:
        return constant_lower(loop)
    around = None if value.block is None else value.block.parent_op
    if around is not None and around.name == "scf.for" and value is around.body.arguments[0]:
        return constant_index(around.operands[0])
    return None


def copy_iterations(loop: Operation, factor: int, step: int) -> None:
    """Appends further iterations to the body of a loop, each of which takes what the one before yields."""
    block, variable, end = loop.body, induction_variable(loop), loop.body.terminator
    body, carried, values = body_of(loop), block.arguments[1:], list(end.operands)
    yielded = list(values)
    for number in range(1, factor):
        mapping: dict = dict(zip(carried, yielded))
        if variable.uses:
            mapping[variable] = later(Builder(block, end, loop.location), variable, number * step)
        for op in body:
            block.insert_before(op.clone(mapping), end)
        yielded = [mapping.get(value, value) for value in values]
    end.set_operands(yielded)


def accesses_in(op: Operation) -> Iterator[Operation]:
    """The affine accesses inside of an operation, in order."""
    return (each for each in op.walk() if each.name in ACCESSES)


def innermost_common_loops(ops: Sequence[Operation]) -> list[Operation]:
    """The `affine.for` around all of some operations, outermost first."""
    first, *others = [loops_around(op) for op in ops]
    return first[: min([common_prefix(first, other) for other in others], default=len(first))]
