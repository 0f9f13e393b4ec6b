"""Whether a loop may run as vectors of its iterations: how its accesses go through memory, and what more iterations than it has would do."""

from __future__ import annotations

from tfir.analysis.affine_dependence import CONSTANT, Access, Iteration, System, Unknown, plus
from tfir.analysis.affine_loops import divides as divides_trip_count
from tfir.analysis.affine_loops import induction_variable, step_of, upper_bound
from tfir.analysis.affine_memory import buffer_place, is_allocated
from tfir.analysis.affine_values import composed, constant_index, map_of
from tfir.dialects import has_trait
from tfir.ir.types import FloatType, IndexType, IntegerType, MemRefType
from tfir.ods.affine_algebra import leaves, simplified, substituted
from tfir.text.affine_expression import add, times

from tfopt.affine.loops import may_trap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.affine_dependence import Linear
    from tfir.ir.operations import Operation, Value
    from tfir.ir.types import Type


def moving_dimension(loop: Operation) -> int | None:
    """Which dimension of buffers accesses go along with the loop, counted from the last; -1 where they go along none. None where the loop has
    conditions, other regions than loops, accesses that go along several dimensions, or values that no vector holds."""
    last = -1
    for op in loop.walk():
        if op.name == "affine.if" or (op.regions and op.name != "affine.for") or not all(map(is_scalar, op.operands)):
            return None
        if not all([is_element(result.type) for result in op.results]):
            return None
        if op.name in ("affine.load", "affine.store"):
            dimensions = dimensions_along(op, loop)
            if dimensions is None or (dimensions != -1 and last not in (-1, dimensions)):
                return None
            last = dimensions if dimensions != -1 else last
    return last


def is_scalar(value: Value) -> bool:
    type = value.type
    return is_element(type.element if isinstance(type, MemRefType) else type)


def is_element(type: Type) -> bool:
    """Whether vectors have such elements."""
    return isinstance(type, (IntegerType, FloatType, IndexType))


def dimensions_along(op: Operation, loop: Operation) -> int | None:
    """The dimension in which indices use what the loop counts, from the last; -1 for none, None for several, or several uses in one."""
    first = buffer_place(op)
    map, operands = map_of(op), op.operands[first + 1 :]
    if op.operands[first].type.layout is not None:
        return None
    uses = []
    for at, e in enumerate(map.results):
        values = [operands[number + (map.dimensions if letter == "s" else 0)] for letter, number in leaves(e)]
        uses += [at for value in values if depends_on(value, loop)]
    if len(uses) > 1:
        return None
    return len(map.results) - 1 - uses[0] if uses else -1


def depends_on(value: Value, loop: Operation) -> bool:
    variable = induction_variable(loop)
    if value is variable:
        return True
    if value.op is None or value.op.name != "affine.apply":
        return False
    _, operands = composed(map_of(value.op), value.op.operands)
    return any([operand is variable for operand in operands])


# What lanes do


def is_sound(loop: Operation, size: int) -> bool:
    """Whether so many iterations may be done at once: accesses go on by one element from iteration to iteration, or stay, and iterations
    that the loop does not have store nothing and cannot go wrong. Each operation of the loop is one that vectors have too."""
    if step_of(loop) != 1:
        return False
    is_whole = divides_trip_count(size, loop)
    for op in loop.walk():
        if op.name in ("affine.load", "affine.store"):
            if not goes_by_one(op, loop) or not (is_whole or op.name == "affine.load" or ends_with_buffer(op, loop, size)):
                return False
        elif not (op.dialect == "affine" or has_trait(op, "elementwise", "constant_like")) or (not is_whole and may_trap(op)):
            return False
    return True


def goes_by_one(op: Operation, loop: Operation) -> bool:
    """Whether an access goes on by one element with each iteration, or, if it is a load, stays where it is."""
    steps = steps_of(op, loop)
    if steps is None or not set(steps) <= {0, 1}:
        return False
    return sum(steps) == 1 or (op.name == "affine.load" and not any(steps))


def steps_of(op: Operation, loop: Operation) -> list[int] | None:
    """By how much each index grows with an iteration; None where that is no number."""
    map, operands = Access(op).indices
    variable = induction_variable(loop)
    letters = [("d", at) if at < map.dimensions else ("s", at - map.dimensions) for at in range(len(operands))]
    moved = [add(leaf, 1) if value is variable else leaf for leaf, value in zip(letters, operands)]
    steps = []
    for e in map.results:
        grown = substituted(e, moved[: map.dimensions], moved[map.dimensions :])
        step = simplified(add(grown, times(e, -1)))
        if not isinstance(step, int):
            return None
        steps.append(step)
    return steps


def ends_with_buffer(op: Operation, loop: Operation, size: int) -> bool:
    """Whether what iterations behind the last would store lies outside of the buffer."""
    access = Access(op)
    steps = steps_of(op, loop)
    if steps is None or 1 not in steps:
        return False
    at = steps.index(1)
    system = System()
    try:
        iteration = Iteration(system, access.around, op)
        index, ends = iteration.elements(access)[at], iteration.sums(upper_bound(loop))
        place, lane = iteration.places[induction_variable(loop)], system.variable()
        extents = extents_of(access.memref, at, system, iteration)
    except Unknown:
        return False
    system.require({place: 1, lane: -1, CONSTANT: size - 1})
    reached = plus(index, {lane: 1, place: -1})
    inside = [(plus(plus({CONSTANT: -1}, extent), reached, -1), ">=") for extent in extents]
    try:
        return bool(extents) and not any([system.is_possible([(plus({lane: 1}, end, -1), ">="), *inside]) for end in ends])
    except Unknown:
        return False


def extents_of(memref: Value, at: int, system: System, iteration: Iteration) -> list[Linear]:
    """What is known of how many elements a buffer has in a dimension."""
    size = memref.type.shape[at]
    if size is not None:
        return [{CONSTANT: size}]
    extents: list[Linear] = []
    for value, place in list(system.symbols.items()):
        op = value.op
        if op is not None and op.name == "memref.dim" and op.operands[0] is memref and constant_index(op.operands[1]) == at:
            extents.append({place: 1})
    if memref.op is not None and is_allocated(memref) and memref.op.name.startswith("memref.alloc"):
        extents.append({iteration.place(memref.op.operands[memref.type.shape[:at].count(None)]): 1})
    return extents
