"""Lowers the affine dialect to scf, arith, memref and vector.

Bounds, conditions and maps of constants are simplified first, as upstream's conversion does, by what makes their operands before
anything is lowered. A `ceildiv`, `floordiv` or `mod` by what is no positive number is an error.
"""

from __future__ import annotations

from functools import partial
from itertools import islice

from tfir.analysis.affine_loops import initial_values, lower_bound, step_of, upper_bound
from tfir.analysis.affine_memory import ACCESSES
from tfir.analysis.affine_values import map_of
from tfir.dialects.affine.verify import dma_parts
from tfir.dialects.arith import ATOMIC_KINDS
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Operation, Region
from tfir.ir.types import I1, I32
from tfir.ods.affine_algebra import sub_map
from tfir.text.affine_expression import is_leaf

from tfopt.affine_to_scf.expansion import EQUAL, GREATER_OR_EQUAL, Expansion
from tfopt.affine_to_scf.index_splitting import joined, split
from tfopt.affine_to_scf.reductions import beginning, reduced
from tfopt.generic.canonicalization.affine import (
    bounds_folded,
    buffer_uncast,
    condition_folded,
    constant_loaded,
    constants_of,
    handed_on,
    least_folded,
    nothing_known,
    number_of,
    ranges_folded,
)  # fmt: skip
from tfopt.generic.canonicalization.folders import folders_about
from tfopt.rewrite.fold_once import FoldOnce
from tfopt.rewrite.pattern import function_patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tfir.ir.operations import Value

MADE = ("arith", "memref", "scf", "vector")
DIGITS = ("affine.linearize_index", "affine.delinearize_index")
WORKS_ON = ()  # it folds what else a program has, as upstream's driver does
TITLE = "Lower Affine operations to a combination of Arith and SCF operations"


def lower_affine(root: Operation):
    """The operations, and their order, are those of upstream."""
    fold_what_stays(root)
    ops = [op for op in root.walk() if op.dialect == "affine"]
    numbers = {op: folded(op) for op in ops}
    for op in ops:
        if op.parent is not None and not is_gone(op, root):
            expand = Expansion(Builder.before(op), op)
            number = numbers[op]
            if number is not None:
                op.replace_with(expand.constant(number))
            elif op.name == "affine.for" and (values := handed_on(op)) is not None:
                op.replace_with(values)
            else:
                LOWERINGS[op.name](op, expand)


def fold_what_stays(root: Operation) -> None:
    """Upstream's driver folds operations of dialects that the conversion does not make, digits of constants, and what affine loads of constant memory."""
    names = {op.name for op in root.inside() if op.dialect not in (*MADE, "affine") or op.name in DIGITS}
    folders = [folder for folder in folders_about(names) if names.intersection(folder.roots)]
    FoldOnce([*folders, *function_patterns({"affine.load": [constant_loaded]})], lambda op: op.name == "arith.constant").run(root)


def is_gone(op: Operation, root: Operation) -> bool:
    """Whether an operation around this one was erased."""
    return not op.is_inside(root)


def folded(op: Operation) -> int | None:
    """The number that an operation is, if it is one; others are simplified in place."""
    if op.name == "affine.for":
        bounds_folded(op, nothing_known)  # the loops around are none of affine any more by then
    elif op.name == "affine.if":
        condition_folded(op)
    elif op.name in ACCESSES:
        buffer_uncast(op)
    elif op.name == "affine.parallel":
        ranges_folded(op)
    elif op.name in ("affine.min", "affine.max"):
        return least_folded(op)
    elif op.name == "affine.apply":
        map = map_of(op)
        (e,) = map.results
        return None if not isinstance(e, int) and is_leaf(e) else number_of(e, map, constants_of(op.operands))
    return None


def lower_apply(op: Operation, expand: Expansion) -> None:
    op.replace_with(expand.results(map_of(op), op.operands))


def lower_least(op: Operation, expand: Expansion, name: str) -> None:
    op.replace_with(expand.chain(name, expand.results(map_of(op), op.operands)))


def moved_into(op: Operation, name: str, operands: Iterable[Value], regions: Iterable[Region], attributes=None) -> Operation:
    """Another operation with these regions and the results of one, in its place."""
    new = Builder.before(op).create(name, operands, [each.type for each in op.results], attributes, regions)
    op.replace_with(new)
    return new


def lower_for(op: Operation, expand: Expansion) -> None:
    low, high = expand.greatest(*lower_bound(op)), expand.least(*upper_bound(op))
    step = expand.constant(step_of(op))
    moved_into(op, "scf.for", [low, high, step, *initial_values(op)], op.take_regions())


def lower_if(op: Operation, expand: Expansion) -> None:
    condition, zero = map_of(op, "condition"), expand.constant(0)
    holds: Value | None = None
    split_at = condition.dimensions
    for e, relation in zip(condition.results, condition.relations):
        number = expand.expression(e, op.operands[:split_at], op.operands[split_at:])
        one = expand.compared(EQUAL if relation == "==" else GREATER_OR_EQUAL, number, zero)
        holds = one if holds is None else expand.build.value("arith.andi", [holds, one], I1)
    assert holds is not None, "a set has a constraint"
    moved_into(op, "scf.if", [holds], op.take_regions())


def lower_yield(op: Operation, expand: Expansion) -> None:
    around = op.parent_op
    if around is not None and around.name != "scf.parallel":
        expand.build.create("scf.yield", op.operands)
        op.erase()


def lower_parallel(op: Operation, expand: Expansion) -> None:
    low, high = map_of(op, "lowerBoundsMap"), map_of(op, "upperBoundsMap")
    at = low.dimensions + low.symbols
    sizes = [[int(size) for size in op.attributes[name].values()] for name in ("lowerBoundsGroups", "upperBoundsGroups")]
    lows, highs, done = [], [], [0, 0]
    for lower, upper in zip(*sizes):
        lows.append(expand.greatest(sub_map(low, done[0], lower), op.operands[:at]))
        highs.append(expand.least(sub_map(high, done[1], upper), op.operands[at:]))
        done = [done[0] + lower, done[1] + upper]
    steps = [expand.constant(each.value) for each in op.attributes["steps"].elements]
    kinds = [ATOMIC_KINDS[each.value] for each in op.attributes["reductions"].elements]
    inits = [beginning(kind, result.type, expand, op) for kind, result in zip(kinds, op.results)]
    counts = {"operandSegmentSizes": DenseArrayAttr([len(lows), len(highs), len(steps), len(inits)], I32)}
    end = op.body.terminator
    regions = []
    for kind, value in zip(kinds, end.operands):
        region, block = single_block_region([value.type, value.type])
        inside = Builder.at_end(block, op.location)
        inside.create("scf.reduce.return", [reduced(kind, inside, *block.arguments)])
        regions.append(region)
    Builder.before(end).create("scf.reduce", end.operands, regions=regions)
    end.erase()
    moved_into(op, "scf.parallel", [*lows, *highs, *steps, *inits], op.take_regions(), counts)


def lower_access(op: Operation, expand: Expansion, name: str, first: int) -> None:
    """An access whose indices come behind the `first` operands."""
    kept = {key: value for key, value in op.attributes.items() if key in ("isWrite", "localityHint", "isDataCache")}
    indices = expand.results(map_of(op), op.operands[first:])
    op.replace_with(expand.build.create(name, [*op.operands[:first], *indices], [each.type for each in op.results], kept))


def lower_transfer(op: Operation, expand: Expansion) -> None:
    names = ("src_map", "dst_map", "tag_map") if op.name == "affine.dma_start" else ("tag_map",)
    maps = [map_of(op, name) for name in names]
    parts = dma_parts(op, maps)
    rest = list(islice(op.operands, sum(map(len, parts)), None))
    buffers = [[buffer, *expand.results(map, operands)] for (buffer, *operands), map in zip(parts, maps)]
    if len(buffers) == 1:
        moved_into(op, "memref.dma_wait", [*buffers[0], *rest], ())
    else:
        count, *strides = rest
        moved_into(op, "memref.dma_start", [*buffers[0], *buffers[1], count, *buffers[2], *strides], ())


def lower_joined(op: Operation, expand: Expansion) -> None:
    op.replace_with(joined(op, expand))


def lower_split(op: Operation, expand: Expansion) -> None:
    op.replace_with(split(op, expand))


LOWERINGS: dict[str, Callable[[Operation, Expansion], None]] = {
    "affine.apply": lower_apply,
    "affine.min": partial(lower_least, name="minsi"),
    "affine.max": partial(lower_least, name="maxsi"),
    "affine.for": lower_for,
    "affine.if": lower_if,
    "affine.parallel": lower_parallel,
    "affine.yield": lower_yield,
    "affine.load": partial(lower_access, name="memref.load", first=1),
    "affine.store": partial(lower_access, name="memref.store", first=2),
    "affine.vector_load": partial(lower_access, name="vector.load", first=1),
    "affine.vector_store": partial(lower_access, name="vector.store", first=2),
    "affine.prefetch": partial(lower_access, name="memref.prefetch", first=1),
    "affine.dma_start": lower_transfer,
    "affine.dma_wait": lower_transfer,
    "affine.linearize_index": lower_joined,
    "affine.delinearize_index": lower_split,
}
