"""The shapes that operations demand of feeds whose rank is not known: what a MatMul takes is a matrix, as many columns wide as the other has rows.

Inference is asked: it refuses what TensorFlow refuses. A feed that is run through an operation of a graph has the one rank that this does not refuse,
and of sizes those that it refuses all others of. Where several ranks or sizes are possible, as in a sum, which broadcasts, nothing is taken. A call with another
shape was an error of that operation, and is one of the feed's type.

A feed that is flattened alone, to a rank above 1 that is known and with sizes of its own (as `tf.nn.softmax_cross_entropy_with_logits` does of labels), is taken to have that
rank already, though TensorFlow would take others: a call with one of these is refused, too.
"""

from __future__ import annotations

from tfir.analysis.slices import forward_slice
from tfir.dialects import has_trait, is_pure, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.inference import AbstractValue, declared_value, infer
from tfir.ods.shapes import anonymous, merge, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.ods.shapes import Shape

MOST_RANK = 8  # that TensorFlow's kernels take
ODD_SIZES = (1000003, 1000033)  # which no operand has: where both are refused, one size alone is taken


def take_demanded_shapes(feeds: list[Value]) -> bool:
    """Gives feeds the ranks and sizes that their users demand; whether there were any."""
    is_changed = False
    for feed in feeds:
        if isinstance(feed.type, TensorType) and feed.type.shape is None and (shape := demanded(feed, set())) is not None:
            feed.retype(feed.type.with_shape(anonymous(shape)))
            is_changed = True
    return is_changed


def demanded(value: Value, seen: set[Value], rank: int | None = None) -> Shape:
    """What all users agree on, of one rank perhaps; None where they demand no rank, or where they contradict each other, which inference tells."""
    seen.add(value)
    shape: Shape = None if rank is None else named((None,) * rank)
    users = [op for op in dict.fromkeys(value.users) if not is_idle(op)]
    flattened = flattenings(value, users)
    for op in [op for op in users if not (flattened and has_trait(op, "shape_only"))]:
        try:
            shape = merge(shape, flattened[op] if op in flattened else asked_by(op, value, seen, rank))
        except Error:
            return None
    return shape


def asked_by(op: Operation, value: Value, seen: set[Value], rank: int | None) -> Shape:
    keeps_shape = len(op.operands) == len(op.results) == 1 and has_trait(op, "elementwise", "passthrough")
    if keeps_shape and op.results[0] not in seen:
        return demanded(op.results[0], seen, rank)
    return demanded_by(op, value, range(MOST_RANK + 1) if rank is None else [rank])


def flattenings(value: Value, users: list[Operation]) -> dict[Operation, Shape]:
    """The Reshapes that a value of any rank goes through with sizes of its own, and what is demanded of what they make; none where its own shape goes elsewhere."""
    own = [op for op in users if has_trait(op, "shape_only")]
    reshapes = [op for op in users if op.name == "tf.Reshape" and op.operands[0] is value and (rank_made(op) or 0) > 1]
    if not own or not all([tells_alone(op, reshapes) for op in own]):
        return {}
    computed = forward_slice(own)
    with_own = [op for op in reshapes if op.operands[1].op in computed]
    return {op: demanded(op.results[0], set(), rank_made(op)) for op in with_own}


def rank_made(reshape: Operation) -> int | None:
    shape = reshape.operands[1].type.shape
    return shape[0] if shape else None


def tells_alone(op: Operation, reshapes: list[Operation]) -> bool:
    """Whether all that comes of an op is what some Reshapes are told."""
    if not is_pure(op):
        return False
    return all([user in reshapes or tells_alone(user, reshapes) for result in op.results for user in result.users])


def is_idle(op: Operation) -> bool:
    """Whether an operation may not run: then it demands nothing."""
    return is_pure(op) and not any([result.uses for result in op.results])


def demanded_by(op: Operation, value: Value, possible: Iterable[int]) -> Shape:
    ranks = [rank for rank in possible if takes(op, value, named((None,) * rank))]
    if len(ranks) != 1:
        return None
    shape = list(named((None,) * ranks[0]))
    others = [operand.type.shape for operand in op.operands if operand is not value and isinstance(operand.type, TensorType)]
    sizes = {size for other in others for size in other or () if size is not None}
    for axis in range(ranks[0]):
        fitting = [size for size in (*ODD_SIZES, *sorted(sizes)) if takes(op, value, (*shape[:axis], size, *shape[axis + 1 :]))]
        if len(fitting) == 1 and fitting[0] in sizes:
            shape[axis] = fitting[0]
    return tuple(shape)


def takes(op: Operation, value: Value, shape: Shape) -> bool:
    """Whether inference does not refuse a value of that shape."""
    definition = lookup(op.name)
    if definition is None or definition.infer is None:
        return True
    try:
        infer(op, definition, [of_shape(operand, shape) if operand is value else declared_value(operand) for operand in op.operands])
    except Error:
        return False
    return True


def of_shape(value: Value, shape: Shape) -> AbstractValue:
    assert isinstance(value.type, TensorType)
    return AbstractValue(shape, value.type.element)
