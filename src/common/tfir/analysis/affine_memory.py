"""Which buffers may share memory, and what operations between two others do to it."""

from __future__ import annotations

from tfir.analysis.effects import Effects, effects_of
from tfir.dialects import has_trait

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.ir.operations import Operation, Value

ACCESSES = frozenset(("affine.load", "affine.store", "affine.vector_load", "affine.vector_store"))
MEMORY = frozenset(("memory", "anything"))  # of what effects are


def is_store(access: Operation) -> bool:
    """Whether one of the accesses stores; the others load."""
    return bool(effects_of(access).writes)


def buffer_place(access: Operation) -> int:
    """Which operand of one of the accesses is its buffer; those behind it are operands of the map of indices."""
    return int(is_store(access))


def accessed(access: Operation) -> Value:
    """The buffer of one of the accesses."""
    return access.operands[buffer_place(access)]


def origin(buffer: Value) -> Value:
    """The buffer that one is a view of, whole or in part."""
    while buffer.op is not None and has_trait(buffer.op, "view"):
        buffer = buffer.op.operands[0]
    return buffer


def is_allocated(buffer: Value) -> bool:
    """Whether an operation makes the buffer for itself alone."""
    return buffer.op is not None and bool(effects_of(buffer.op).allocates)


def is_entry_argument(buffer: Value) -> bool:
    around = None if buffer.block is None or buffer.op is not None else buffer.block.parent_op
    return around is not None and has_trait(around, "isolated")


def may_alias(one: Value, other: Value, arguments_apart: bool) -> bool:
    """Whether two buffers may share memory. Different arguments of a function do not where `arguments_apart` says so."""
    one, other = origin(one), origin(other)
    if one is other:
        return True
    fresh = [is_allocated(each) for each in (one, other)]
    given = [is_entry_argument(each) for each in (one, other)]
    if all(fresh) or (fresh[0] and given[1]) or (fresh[1] and given[0]):
        return False
    if (fresh[0] and came_before(other, one)) or (fresh[1] and came_before(one, other)):
        return False
    return not (arguments_apart and all(given))


def came_before(argument: Value, made: Value) -> bool:
    """Whether an argument of a block, which is no affine loop's, was there before an operation inside of it made a buffer: iterations of such
    blocks are in no other order."""
    if argument.op is not None or argument.block is None or made.op is None:
        return False
    around, block = argument.block.parent_op, argument.block
    is_inside = made.op.block is block or any([each.parent is not None and each.block is block for each in made.op.ancestors()])
    return is_inside and around is not None and around.dialect != "affine"


def effects_inside(op: Operation) -> Iterator[tuple[Operation, Effects]]:
    """Each operation in this one, itself included, that reads or writes memory, or may; with its effects."""
    inside = [inner for inner in op.walk() if not inner.regions or not has_trait(inner, "branch", "loop", "composed")]
    for inner in inside:
        effects = effects_of(inner)
        if not has_trait(inner, "terminator") and (effects.reads | effects.writes) & MEMORY:
            yield inner, effects


def touched(op: Operation) -> list[Value] | None:
    """The buffers that an operation may access; None for any."""
    if effects_of(op).reads | effects_of(op).writes == {"anything"} or op.regions:
        return None
    from tfir.ir.types import MemRefType

    buffers = [value for value in op.operands if isinstance(value.type, MemRefType)]
    return buffers or None
