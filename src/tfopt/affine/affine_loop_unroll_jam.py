"""Unrolls affine loops and jams the copies of what is in inner loops into one: several iterations share each inner loop."""

from __future__ import annotations

from tfir.analysis.affine_dependence import CONSTANT, Access, Unknown, dependence, plus, stands_before
from tfir.analysis.affine_loops import (
    divides,
    induction_variable,
    initial_values,
    is_outside,
    loops_around,
    segments,
    step_of,
    trip_count,
)  # fmt: skip
from tfir.analysis.affine_memory import may_alias
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I32, INDEX

from tfopt.affine.loops import has_simple_bounds, is_empty, later, leave_rest, loops_in, promoted
from tfopt.affine.parallelism import depth_of, shared_accesses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.affine_dependence import Condition

TITLE = "Unroll and jam affine loops"
OPTIONS = {"unroll-jam-factor": "How many iterations become one."}


def affine_loop_unroll_jam(func: Func, *, unroll_jam_factor: int = 4):
    """The first operation of a function, if it is a loop. It stays where an iteration depends on a later part of one that it is jammed
    with, or may, or where the loop carries values; upstream looks at neither."""
    if unroll_jam_factor < 1:
        raise Error(f"unroll-jam-factor is a number above zero, not {unroll_jam_factor}", func)
    first = func.body.first if func.region.blocks else None
    if first is not None and first.name == "affine.for":
        unroll_and_jam(first, unroll_jam_factor)


def unroll_and_jam(loop: Operation, factor: int) -> None:
    count = trip_count(loop)
    if factor == 1:
        promoted(loop)
        return
    if is_empty(loop) or (count is not None and count < factor) or loop.results or not may_jam(loop, factor):
        return
    if not divides(factor, loop):
        if not has_simple_bounds(loop):
            return
        leave_rest(loop, factor)
    jam(loop, factor)
    promoted(loop)


# Whether it may be done


def may_jam(loop: Operation, factor: int) -> bool:
    inner = [op for op in loops_in(loop) if op is not loop]
    if not all([is_outside(op.operands[: sum(segments(op)[:2])], loop) for op in inner]):
        return False
    if not inner:
        return True  # the copies are in the order of the iterations
    accesses = shared_accesses(loop, loop)
    return accesses is not None and not any([is_overtaken(loop, factor, first, second) for first in accesses for second in accesses])


def is_overtaken(loop: Operation, factor: int, first: Access, second: Access) -> bool:
    """Whether an access of one iteration may depend on one of an earlier iteration which comes behind it once they are jammed."""
    if not (first.is_write or second.is_write):
        return False
    if first.memref is not second.memref:
        return may_alias(first.memref, second.memref, arguments_apart=True)
    depth = depth_of(loop)
    try:
        meeting = dependence(first, second)
        if meeting is None:
            return False
        near = plus({CONSTANT: (factor - 1) * step_of(loop)}, meeting.distance(depth - 1), -1)
        carried: list[Condition] = [*(meeting.at_depth(depth) or []), (near, ">=")]
        for level in range(depth, len(meeting.common)):
            if meeting.system.is_possible([*carried, (plus({CONSTANT: -1}, meeting.distance(level), -1), ">=")]):
                return True
            carried.append((meeting.distance(level), "=="))
        return stands_before(part_of(second.op), part_of(first.op)) and meeting.system.is_possible(carried)
    except Unknown:
        return True


def part_of(op: Operation) -> Operation:
    """The first operation of the part that is copied as one: what stands between loops, in the innermost loop around an access."""
    block = loops_around(op)[-1].body
    part = next(each for each in (op, *op.ancestors()) if each.block is block)
    while part.previous is not None and part.previous.name != "affine.for":
        part = part.previous
    return part


# Doing it


def parts_of(block: Block) -> list[list[Operation]]:
    """What is copied as one, in order: what stands between loops, and the same in these."""
    parts: list[list[Operation]] = [[]]
    *body, _ = block
    for op in body:
        if op.name == "affine.for":
            parts += [*parts_of(op.body), []]
        else:
            parts[-1].append(op)
    return [part for part in parts if part]


def jam(loop: Operation, factor: int) -> None:
    parts = parts_of(loop.body)
    mappings: list[dict] = [{} for _ in range(factor)]
    carrying = [with_copies(op, factor, mappings) for op in loops_in(loop) if op.results and is_jammed(op, loop)]
    step, variable = step_of(loop), induction_variable(loop)
    loop.set_attribute("step", IntegerAttr(step * factor, INDEX))
    for number in reversed(range(1, factor)):
        mapping = mappings[number]
        for part in parts:
            block, behind = part[-1].block, part[-1].next
            if variable.uses:
                mapping[variable] = later(Builder(block, behind, loop.location), variable, number * step)
            for op in part:
                block.insert_before(op.clone(mapping), behind)
        for inner in carrying:
            take_copies(inner, number, factor, mapping)


def is_jammed(op: Operation, loop: Operation) -> bool:
    """Whether the copies of a loop become one, which those of one inside of a condition do not."""
    around = op.parent_op
    while around is not None and around is not loop and around.name == "affine.for":
        around = around.parent_op
    return around is loop


def with_copies(loop: Operation, factor: int, mappings: list[dict]) -> Operation:
    """A loop in the place of one, which carries as many values for each further iteration. Those that these begin with are put in later."""
    low, high, inits = segments(loop)
    held = dict(loop.attributes) | {"operandSegmentSizes": DenseArrayAttr([low, high, inits * factor], I32)}
    operands = [*loop.operands[: low + high], *initial_values(loop) * factor]
    types = [result.type for result in loop.results] * factor
    new = Operation("affine.for", operands, types, held, loop.take_regions(), location=loop.location)
    loop.block.insert_before(new, loop)
    end = new.body.terminator
    end.set_operands(end.operands * factor)
    arguments = list(new.body.arguments[1:])
    for number in range(1, factor):
        for at in range(inits):
            mappings[number][arguments[at]] = new.body.add_argument(arguments[at].type)
            mappings[number][new.results[at]] = new.results[number * inits + at]
    for old, result in zip(list(loop.results), new.results):
        old.replace_all_uses_with(result)
    loop.erase()
    return new


def take_copies(loop: Operation, number: int, factor: int, mapping: dict[Value, Value]) -> None:
    """Lets the values of one further iteration begin with, and become, the copies that were made for it."""
    low, high, inits = segments(loop)
    count, end = inits // factor, loop.body.terminator
    operands, yielded = list(loop.operands), list(end.operands)
    for at in range(count):
        operands[low + high + number * count + at] = mapping.get(operands[low + high + at], operands[low + high + at])
        yielded[number * count + at] = mapping.get(yielded[at], yielded[at])
    loop.set_operands(operands)
    end.set_operands(yielded)
