"""Computing a slice of a loop nest inside of another one."""

from __future__ import annotations

from math import prod

from tfir.analysis.affine_loops import induction_variable, initial_values, loop_of, segments, set_bounds
from tfir.analysis.affine_memory import accessed
from tfir.analysis.slices import forward_slice
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ir.types import I32
from tfir.ods.affine_algebra import leaves

from tfopt.affine.loops import accesses_in, promoted
from tfopt.affine.parallelism import is_free_of_memory
from tfopt.affine.slices import is_reduction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Value

    from tfopt.affine.slices import Slice


def compute_inside(source: Operation, slice_: Slice, joins: bool = False) -> Operation:
    """Puts a copy of a nest, with the bounds of a slice, in the loop that it is computed in; loops that run once then go. With `joins` those
    that make sums of one iteration become part of that loop, which then carries their sums. Gives that loop, which may be another one."""
    mapping: dict[Value, Value] = {}
    into, body = slice_.into, slice_.into.body
    Builder(body, body.last if slice_.at_end else body.first, source.location).insert(source.clone(mapping))
    loops = []
    for at, variable in enumerate(slice_.variables):
        loop = loop_of(mapping[variable]) if variable in mapping else None
        if loop is not None:
            loops.append(loop)
            low, high = slice_.applied(at)
            set_bounds(loop, low, high)
    for loop in loops:
        if joins and loop.results:
            into = joined(loop)
        else:
            promoted(loop)
    return into


def may_join(source: Operation, slice_: Slice) -> bool:
    """Whether sums that loops of a nest make can be made by the loop that one iteration of it is computed in: where that iteration is its
    own, and what is done with a sum may be done behind the loop, once."""
    variable = induction_variable(slice_.into)
    counts = slice_.trip_counts()
    if counts is None or prod(counts.values()) != 1:
        return False
    for at, each in enumerate(slice_.variables):
        loop, low = loop_of(each), slice_.bounds[at][0]
        if loop is None or low is None:
            return False
        follows = [slice_.operands[number] for letter, number in leaves(low.results[0]) if letter == "d"]
        if bool(loop.results) != (variable in follows) or (loop.results and follows != [variable]):
            return False
        if loop.results and not (
            is_reduction(loop) and low.results == (("d", slice_.operands.index(variable)),) and may_end(loop, source, slice_)
        ):
            return False
    return True


def may_end(loop: Operation, source: Operation, slice_: Slice) -> bool:
    """Whether all that depends on a loop's results may come behind what else there is in both nests."""
    behind = users_of(loop)
    if any([op.block is not loop.block or op.regions or op is loop.block.last for op in behind]):
        return False
    for op in behind:
        if op.name != "affine.store" and not is_free_of_memory(op):
            return False
        kept = [value.op for value in op.operands if value.op is not None and value.op is not loop and value.op not in behind]
        if any([each.is_inside(source) for each in kept]):
            return False
    stored = {op.operands[1] for op in behind if op.name == "affine.store"}
    others = [*accesses_in(source), *accesses_in(slice_.into)]
    return not any([accessed(op) in stored for op in others if op not in behind])


def users_of(loop: Operation) -> list[Operation]:
    """What depends on a loop's results, in order as far as it is in the same block."""
    behind = forward_slice([loop]) - {loop}
    return [*[op for op in loop.block if op in behind], *[op for op in behind if op.block is not loop.block]]


def joined(loop: Operation) -> Operation:
    """Puts the body of a loop that makes sums in its place, and lets the loop around it carry them: that loop, which is a new one. What
    depends on the sums then comes behind it."""
    into = loop.parent_op
    assert into is not None
    carried, behind, ends = list(loop.body.arguments[1:]), users_of(loop), loop.body.terminator
    low, high, inits = segments(into)
    held = dict(into.attributes) | {"operandSegmentSizes": DenseArrayAttr([low, high, inits + len(carried)], I32)}
    types = [result.type for result in (*into.results, *loop.results)]
    new = Operation("affine.for", [*into.operands, *initial_values(loop)], types, held, into.take_regions(), location=into.location)
    into.block.insert_before(new, into)
    for old, result in zip([*into.results, *loop.results], list(new.results)):
        old.replace_all_uses_with(result)
    into.erase()
    end = new.body.terminator
    end.set_operands([*end.operands, *ends.operands])
    induction_variable(loop).replace_all_uses_with(induction_variable(new))
    for argument in carried:
        argument.replace_all_uses_with(new.body.add_argument(argument.type))
    ends.erase()
    for op in list(loop.body):
        op.remove()
        new.body.insert_before(op, loop)
    loop.erase()
    for op in behind:
        op.remove()
        new.block.insert_before(op, new.next if op is behind[0] else behind[behind.index(op) - 1].next)
    return new
