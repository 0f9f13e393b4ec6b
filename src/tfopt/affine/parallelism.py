"""Whether iterations of an affine loop may run in any order, and what they reduce."""

from __future__ import annotations

from tfir.analysis.affine_dependence import Access, Unknown, dependence
from tfir.analysis.affine_loops import affine_ops_around, initial_values
from tfir.analysis.affine_memory import ACCESSES, is_allocated, may_alias, origin
from tfir.analysis.effects import effects_of
from tfir.dialects import has_trait, lookup
from tfir.dialects.arith import ATOMIC_KINDS, op_of_kind
from tfir.ir.dominance import is_defined_in
from tfir.ir.types import MemRefType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation, Value

KINDS = {f"arith.{op_of_kind(kind)}": kind for kind in ATOMIC_KINDS if kind not in ("assign", "xori", "maxnumf", "minnumf")}


class Reduction:
    """A value that a loop carries and combines with one more in each iteration: by the operation `combines`, to which `value` is new."""

    __slots__ = ("kind", "combines", "value")

    def __init__(self, kind: str, combines: Operation, value: Value):
        self.kind, self.combines, self.value = kind, combines, value


def reductions_of(loop: Operation) -> list[Reduction] | None:
    """A reduction for each value that a loop carries; None where one is something else."""
    pairs = list(zip(loop.body.arguments[1:], loop.body.terminator.operands))
    reductions = [reduction for pair in pairs if (reduction := reduction_of(*pair)) is not None]
    return reductions if len(reductions) == len(pairs) else None


def reduction_of(argument: Value, yielded: Value) -> Reduction | None:
    op = yielded.op
    if (
        op is None
        or op.name not in KINDS
        or op.block is not argument.block
        or argument.uses != [op]
        or yielded.uses != [op.block.terminator]
    ):
        return None
    left, right = op.operands
    return Reduction(KINDS[op.name], op, right if left is argument else left)


def depth_of(loop: Operation) -> int:
    """At which depth dependences are that a loop carries."""
    around = affine_ops_around(loop)
    return 1 + sum([len(op.body.arguments) if op.name == "affine.parallel" else 1 for op in around if op.name != "affine.if"])


def is_order_free(loop: Operation, allows_reductions: bool) -> bool:
    """Whether nothing depends on the order of a loop's iterations, but reductions where they are allowed. Different arguments of a
    function share no memory."""
    if loop.results and (not allows_reductions or reductions_of(loop) is None):
        return False
    if any([isinstance(value.type, MemRefType) for value in initial_values(loop)]):
        return False
    accesses = shared_accesses(loop, loop)
    return accesses is not None and not any([carries(loop, first, second) for first in accesses for second in accesses])


def shared_accesses(root: Operation, loop: Operation, trusts: bool = False) -> list[Access] | None:
    """The accesses inside of an operation to memory that not each iteration of a loop makes for itself; None where there are others than
    affine ones. With `trusts` operations of no dialect known here, which take no buffer, touch none, and `memref.load` is left out."""
    accesses = []
    for op in root.walk():
        if op.name in ACCESSES:
            access = Access(op)
            if not is_local(access.memref, loop):
                accesses.append(access)
        elif not is_free_of_memory(op) and not (trusts and (takes_no_buffer(op) or op.name == "memref.load")):
            return None
    return accesses


def takes_no_buffer(op: Operation) -> bool:
    """Whether an operation is one of no dialect known here, and has nothing to do with buffers."""
    values = (*op.operands, *op.results)
    return lookup(op.name) is None and not op.regions and not any([isinstance(value.type, MemRefType) for value in values])


def is_free_of_memory(op: Operation) -> bool:
    if op.regions:
        return op.name in ("affine.for", "affine.if", "affine.parallel") or has_trait(op, "branch", "loop")
    effects = effects_of(op)
    return has_trait(op, "terminator") or (not effects.reads and not effects.writes and not effects.is_pinned)


def is_local(buffer: Value, loop: Operation) -> bool:
    """Whether a buffer, or that which it is a view of, is allocated in each iteration anew."""
    whole = origin(buffer)
    return is_allocated(whole) and is_defined_in(whole, loop)


def carries(loop: Operation, first: Access, second: Access) -> bool:
    """Whether one access may depend on the other in a later iteration of the loop."""
    if not (first.is_write or second.is_write):
        return False
    if first.memref is not second.memref:
        return may_alias(first.memref, second.memref, arguments_apart=True)
    try:
        between = dependence(first, second)
        return between is not None and between.exists(depth_of(loop))
    except Unknown:
        return True
