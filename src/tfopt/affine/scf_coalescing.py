"""What `affine-loop-coalescing` does with loops of `scf`: one that counts from 0 by 1, and takes its number apart into those of the others."""

from __future__ import annotations

from tfir.analysis.affine_loops import is_outside
from tfir.analysis.affine_values import composed
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.dominance import is_within
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, INDEX
from tfir.ods.affine_algebra import affine_map
from tfir.text.affine_expression import add, divide, is_leaf, times
from tfir.text.pieces import DYNAMIC

from tfopt.affine.loops import apply, is_natural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.affine_values import Applied

    Number = Value | int
# Of the bounds and the step of a loop, how often it runs; of a number of an iteration, the lower bound and the step, the index.
COUNT = affine_map(0, 3, [divide("ceildiv", add(times(("s", 0), -1), ("s", 1)), ("s", 2))])
INDEX_OF = affine_map(1, 2, [add(times(("d", 0), ("s", 1)), ("s", 0))])


def coalesce_scf_nest(nest: list[Operation]) -> list[Operation]:
    """Coalesces bands of a nest from the innermost: loops whose bounds are known in front of the first of them, and that carry the same
    values. Returns the loops that are gone."""
    carries_from = [0]
    for at, (outer, inner) in enumerate(zip(nest, nest[1:]), 1):
        carries_from.append(carries_from[-1] if hands_on(outer, inner) else at)
    known_above = [next((above for above in range(at) if is_outside(loop.operands[:3], nest[above])), at) for at, loop in enumerate(nest)]
    gone: list[Operation] = []
    end = len(nest)
    while end > 0:
        start = next((at for at in range(end - 1) if max(known_above[at:end] + carries_from[at:end]) <= at), None)
        if start is not None:
            gone += coalesce(nest[start:end])
            end = start + 1
        end -= 1
    return gone


def hands_on(outer: Operation, inner: Operation) -> bool:
    """Whether what a loop carries is what the loop inside of it carries."""
    return [*inner.operands[3:]] == outer.body.arguments[1:] and [*outer.body.terminator.operands] == [*inner.results]


def coalesce(band: list[Operation]) -> list[Operation]:
    """Leaves the first of some loops, which runs as often as all of them together, and returns the others. A band stays where two of its
    loops may end before they begin, since the product of both would be more than no iterations, and where one surely does."""
    outer, *inner = band
    counts = [composed(COUNT, loop.operands[:3]) for loop in band]
    maybe_negative = [applied for applied in counts if not is_natural(applied[0].results[0], applied)]
    never_runs = any([isinstance(map.results[0], int) and map.results[0] <= 0 for map, _ in counts])
    if (
        never_runs
        or len(maybe_negative) > 1
        or any(["unsignedCmp" in loop.attributes or loop.body.arguments[0].type is not INDEX for loop in band])
    ):
        return []
    bounds = [tuple(loop.operands[:3]) for loop in band]
    build = Builder.before(outer)
    sizes: list[Number] = []
    starts = []
    for applied in counts:
        size = number_of(build, applied)
        zero = constant(build, 0)
        if isinstance(size, int):
            constant(build, size)  # as upstream, which leaves it unused
        starts.append((zero, constant(build, 1)))
        sizes.append(size)
    total: Number = 1
    for size in sizes:
        total = product(build, total, size)
    (zero, one), *_ = starts
    outer.set_operands([zero, constant(build, total) if isinstance(total, int) else total, one, *outer.operands[3:]])
    restore_indices(band, digits(outer, sizes), bounds)
    take_body(outer, inner)
    return inner


def number_of(build: Builder, applied: Applied) -> Number:
    """What a map gives, as a number or a value that is there if it is one."""
    map, operands = applied
    (result,) = map.results
    if isinstance(result, int):
        return result
    return operands[0] if is_leaf(result) else apply(build, applied)


def constant(build: Builder, number: int) -> Value:
    return build.value("arith.constant", [], INDEX, {"value": IntegerAttr(number, INDEX)})


def product(build: Builder, one: Number, other: Number) -> Number:
    if isinstance(one, int) and isinstance(other, int):
        return one * other
    values = [each for each in (one, other) if not isinstance(each, int)]
    symbols = iter([("s", 0), ("s", 1)])
    factors = [each if isinstance(each, int) else next(symbols) for each in (one, other)]
    return number_of(build, composed(affine_map(0, len(values), [times(*factors)]), values))


def digits(outer: Operation, sizes: list[Number]) -> list[Value]:
    """The number of each loop's iteration, of that of all together."""
    values = [outer.body.arguments[0], *[size for size in sizes if not isinstance(size, int)]]
    basis = DenseArrayAttr([size if isinstance(size, int) else DYNAMIC for size in sizes], I64)
    build = Builder(outer.body, outer.body.first, outer.location)
    return list(build.create("affine.delinearize_index", values, [INDEX] * len(sizes), {"static_basis": basis}).results)


def restore_indices(band: list[Operation], numbers: list[Value], bounds: list[tuple[Value, ...]]) -> None:
    """Puts the index that each loop had of its number at the front of the innermost body, the last loop's first."""
    body = band[-1].body
    for loop, number, (low, _, step) in zip(band, numbers, bounds):
        variable = loop.body.arguments[0]
        users = [user for user in variable.users if is_within(user.block, band[-1].region)]
        index = number_of(Builder(body, body.first, loop.location), composed(INDEX_OF, (number, low, step)))
        assert not isinstance(index, int), "it depends on a number of the run"
        for user in users:
            user.set_operands([index if operand is variable else operand for operand in user.operands])


def take_body(outer: Operation, inner: list[Operation]) -> None:
    """Puts the innermost body in the place of the loops around it."""
    first, last = inner[0], inner[-1]
    for argument, carried in zip(last.body.arguments[1:], outer.body.arguments[1:]):
        argument.replace_all_uses_with(carried)
    outer.body.terminator.set_operands(last.body.terminator.operands)
    last.body.terminator.erase()
    for op in list(last.body):
        op.remove()
        outer.body.insert_before(op, first)
    first.erase()
