"""The order of the loops of a perfect nest."""

from __future__ import annotations

from tfir.analysis.affine_dependence import Unknown, dependence
from tfir.analysis.affine_loops import perfect_nest
from tfir.analysis.affine_memory import may_alias

from tfopt.affine.loops import body_of, is_rectangular
from tfopt.affine.parallelism import depth_of, shared_accesses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.affine_dependence import Interval
    from tfir.ir.operations import Operation


def sequential_inside(root: Operation) -> Operation:
    """Moves loops without dependences outside of those that carry some, if that turns none round; the loop that is outermost then."""
    nest = perfect_nest(root)
    directions = directions_of(nest) if len(nest) > 1 and is_rectangular(nest) else None
    if directions is None:
        return root
    parallel = [all([each[at] == (0, 0) for each in directions]) for at in range(len(nest))]
    order = [*[at for at in range(len(nest)) if parallel[at]], *[at for at in range(len(nest)) if not parallel[at]]]
    if order == sorted(order) or not all([is_forward([each[at] for at in order]) for each in directions]):
        return root
    return permuted(nest, order)


def directions_of(nest: list[Operation]) -> list[list[Interval]] | None:
    """How far dependences go in each loop of a nest; None where that is not known."""
    accesses = shared_accesses(nest[0], nest[0])
    if accesses is None:
        return None
    outer, distances = depth_of(nest[0]), []
    try:
        for one in accesses:
            for other in accesses:
                if one.memref is not other.memref:
                    if (one.is_write or other.is_write) and may_alias(one.memref, other.memref, arguments_apart=True):
                        return None
                    continue
                between = dependence(one, other)
                for depth in range(outer, outer + len(nest)):
                    directions = None if between is None else between.directions(depth)
                    if directions is not None:
                        distances.append(directions[outer - 1 : outer - 1 + len(nest)])
    except Unknown:
        return None
    return distances


def is_forward(directions: list[Interval]) -> bool:
    """Whether the first loop in which a dependence goes anywhere has it go forward."""
    for low, _ in directions:
        if low is None or low < 0:
            return False
        if low > 0:
            return True
    return True


def permuted(nest: list[Operation], order: list[int]) -> Operation:
    """Puts the loops of a nest in another order, given by their numbers, outermost first."""
    outer, body = nest[0], body_of(nest[-1])
    block, anchor = outer.block, outer.next
    for op in body:
        op.remove()
    for loop in nest:
        loop.remove()
    loops = [nest[at] for at in order]
    block.insert_before(loops[0], anchor)
    for around, inside in zip(loops, loops[1:]):
        around.body.insert_before(inside, around.body.last)
    for op in body:
        loops[-1].body.insert_before(op, loops[-1].body.last)
    return loops[0]
