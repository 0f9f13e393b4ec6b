"""Replaces loads from buffers by the values that were stored or loaded there before, and drops stores that nothing reads.

A value takes a load's place where it surely comes from the same elements: both have the same indices, the first stands before the
second in the same block or around it, and nothing that may write these elements comes between, which dependences decide exactly.
"""

from __future__ import annotations

from tfir.analysis.affine_dependence import Access, Unknown, common_prefix, dependence, stands_behind
from tfir.analysis.affine_memory import ACCESSES, effects_inside, is_allocated, is_store, may_alias, touched
from tfir.analysis.effects import effects_of
from tfir.ir.operations import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.ir.operations import Value

TITLE = "Replace affine memref accesses by scalars by forwarding stores to loads and eliminating redundant loads"


def affine_scalrep(func: Func):
    """Stores go on to loads, stores that others overwrite unread are dropped, buffers that are only written to as well; then equal loads
    become one. Different arguments of a function may share memory."""
    replaced: dict[Operation, Value] = {}
    for load in accesses(func, "load"):
        store = next((store for store in alike(load, "store") if replaces(store, load)), None)
        if store is not None:
            replaced[load.op] = store.op.operands[0]
    buffers = list(dict.fromkeys([load.operands[0] for load in replaced]))
    replace(replaced)
    for store in accesses(func, "store"):
        if any([is_overwritten(store, later) for later in alike(store, "store")]):
            store.op.erase()
    for buffer in buffers:
        drop_if_unread(buffer)
    replaced = {}
    for load in accesses(func, "load"):
        earlier = [each for each in alike(load, "load") if replaces(each, load)]
        first = next((each for each in earlier if all([each is other or stands_around(each.op, other.op) for other in earlier])), None)
        if first is not None:
            replaced[load.op] = first.op.result
    replace(replaced)


def accesses(func: Operation, kind: str) -> list[Access]:
    return [Access(op) for op in func.walk() if op.name in ACCESSES and kind in op.name]


def alike(access: Access, kind: str) -> Iterator[Access]:
    """The other loads or stores of the same elements, wherever their indices are the same, and of the same type."""
    for op in access.memref.users:
        if op is not access.op and op.name in ACCESSES and kind in op.name:
            other = Access(op)
            if moved(op).type is moved(access.op).type and access.is_same_place(other):
                yield other


def moved(op: Operation) -> Value:
    return op.operands[0] if is_store(op) else op.result


def replace(values: dict[Operation, Value]) -> None:
    """Puts values in the place of loads; a value may itself be that of a load that is replaced."""
    for load, value in values.items():
        while value.op in values:
            value = values[value.op]
        load.result.replace_all_uses_with(value)
    for load in values:
        load.erase()


def stands_around(first: Operation, second: Operation) -> bool:
    """Whether an operation stands in front of another one, in its block or in one around it."""
    inner = next((each for each in (second, *second.ancestors()) if each.parent is first.parent), None)
    return inner is not None and stands_behind(inner, first)


def replaces(first: Access, load: Access) -> bool:
    """Whether a load surely gets what an access stored or loaded."""
    if not stands_around(first.op, load.op):
        return False
    between = path(first.op, load.op)
    return between is not None and not any([may_disturb(op, load, first, "writes") for op in between])


def path(first: Operation, second: Operation) -> list[Operation] | None:
    """What may run after an operation and before another one that stands behind it: what stands between, and all in the loops and
    conditions around the second. None where one of these is not affine, so that the order is not known."""
    inner = next(each for each in (second, *second.ancestors()) if each.parent is first.parent)
    if inner is not second:
        around = [inner, *[each for each in second.ancestors() if each.is_inside(inner) and each is not inner]]
        if any([each.name not in ("affine.for", "affine.if", "affine.parallel") for each in around]):
            return None
    between, each = [], first.next
    while each is not None and each is not inner:
        between.append(each)
        each = each.next
    return between if inner is second else [*between, inner]


def may_disturb(op: Operation, access: Access, first: Access, how: str) -> bool:
    """Whether something in an operation may read or write the elements of an access, in the same iteration of the loops around both this
    one and the first."""
    outer = common_prefix(first.variables, access.variables)
    for inner, effects in effects_inside(op):
        if inner is access.op or not getattr(effects, how):
            continue
        buffers = touched(inner)
        if buffers is not None and not any([may_alias(access.memref, each, arguments_apart=False) for each in buffers]):
            continue
        if inner.name not in ACCESSES or not is_affine_inside(inner, op) or may_meet(Access(inner), access, outer):
            return True
    return False


def is_affine_inside(op: Operation, around: Operation) -> bool:
    """Whether only affine loops and conditions are between an operation and one around it, this one included."""
    while op is not around:
        above = op.parent_op
        if above is None or above.name not in ("affine.for", "affine.if", "affine.parallel"):
            return False
        op = above
    return True


def may_meet(other: Access, access: Access, outer: int) -> bool:
    """Whether an access may touch the same elements before another one does, in the same iteration of so many outer loops."""
    if other.memref is not access.memref:
        return True
    if not other.is_write and not access.is_write:
        return False
    try:
        between = dependence(other, access)
        return between is None or any([between.exists(depth) for depth in range(outer + 1, len(between.common) + 2)])
    except Unknown:
        return True


def is_overwritten(store: Access, later: Access) -> bool:
    """Whether what is stored is stored over before anything reads it."""
    if later.op.parent is not store.op.parent or not stands_around(store.op, later.op):
        return False
    between = path(store.op, later.op)
    return between is not None and not any([may_disturb(op, later, store, "reads") for op in between])


def drop_if_unread(buffer: Value) -> None:
    """Drops a buffer that is allocated here and only written to and freed."""
    if buffer.op is None or not is_allocated(buffer):
        return
    users = buffer.users
    if all([is_store_into(op, buffer) or op.name == "memref.dealloc" for op in users]):
        for op in users:
            op.erase()
        buffer.op.erase()


def is_store_into(op: Operation, buffer: Value) -> bool:
    return op.name in ACCESSES and bool(effects_of(op).writes) and op.operands[0] is not buffer
