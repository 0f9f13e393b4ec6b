"""Moves transposes behind what can as well be computed of tensors as they were, so that those of neighbours meet and go.

    add(transpose(x, p), transpose(y, p))   =   transpose(add(x, y), p)

A program with channels first (NCHW), whose convolutions run with channels last, thus has channels last throughout: stablehlo-canonicalize-convolutions
leaves a transpose in front of and behind each convolution, and of what lies between two of them elementwise operations, pooling, padding,
reductions and concatenations take dimensions in any order. A transpose moves on if all that read it take it in.
"""

from __future__ import annotations

from collections.abc import Callable

from tfir.dialects import has_trait
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.attributes import Attribute, DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64

from tfopt.arithmetic.tensor import pairs
from tfopt.rewrite.constants import elements_of
from tfopt.stablehlo.layout import transposed

TRANSPOSE, BROADCAST, RETURN = "stablehlo.transpose", "stablehlo.broadcast_in_dim", "func.return"
Order = tuple[int, ...]  # of dimensions: that of the result at each place is this one of the operand


def stablehlo_propagate_transposes(func: "Func"):
    """Move transposes behind what computes the same of tensors in another order of dimensions."""
    for op in list(func.walk()):
        order = order_of(op) if takes_any_order(op) else None
        if order is not None:
            move(op, order)


def takes_any_order(op: Operation) -> bool:
    """Whether an operation of tensors computes the same of other orders of their dimensions, with attributes in that order."""
    if op.name in ATTRIBUTES:
        return all([value.type.is_static for value in (*op.operands, *op.results)])
    is_elementwise = op.dialect in ("stablehlo", "chlo") and has_trait(op, "elementwise") and len(op.results) == 1
    return is_elementwise and not op.regions and op.results[0].type.is_static


def order_of(op: Operation) -> Order | None:
    """The order in which all tensors that an operation is of come, transposed, from others; None where they do not, or are read by what would
    need the transpose still. Scalars have none, and constants and broadcasts any."""
    orders = set()
    for value in op.operands:
        if value.op is not None and value.op.name == TRANSPOSE:
            if not all([user.name == TRANSPOSE or takes_any_order(user) for user in value.users]):
                return None
            orders.add(tuple(value.op.get("permutation")))
        elif value.type.shape and not is_anyhow(value):
            return None
    return orders.pop() if len(orders) == 1 else None


def is_anyhow(value: Value) -> bool:
    """Whether a value can be had in any order of its dimensions at no cost."""
    return elements_of(value) is not None or (value.op is not None and value.op.name == BROADCAST)


def move(op: Operation, order: Order) -> None:
    build, rank = Builder.before(op), len(order)
    operands = [in_front(build, value, order) if len(value.type.shape) == rank else value for value in op.operands]
    attributes: dict[str, Attribute] = dict(op.attributes)
    for name, reordered in ATTRIBUTES.get(op.name, {}).items():
        if name in attributes:
            attributes[name] = reordered(attributes[name], order)
    behind = order_behind(op, order)
    types = [value.type.with_shape(before(value.type.shape, behind)) for value in op.results]
    results = build.create(op.name, operands, types, attributes, regions=[region.clone({}) for region in op.regions]).results
    op.replace_with([transposed(build, result, list(behind)) for result in results])


def in_front(build: Builder, value: Value, order: Order) -> Value:
    """A tensor as it is before its dimensions are put in an order."""
    op = value.op
    assert op is not None, "it is a transpose, a constant or a broadcast"
    if op.name == TRANSPOSE:
        return op.operands[0]
    if op.name == BROADCAST and elements_of(value) is None:
        places = DenseArrayAttr([order[d] for d in op.get("broadcast_dimensions")], I64)
        return build.value(
            BROADCAST, [op.operands[0]], value.type.with_shape(before(value.type.shape, order)), {"broadcast_dimensions": places}
        )
    return transposed(build, value, [order.index(d) for d in range(len(order))])


def before(numbers, order: Order) -> list:
    """Numbers of dimensions as they stood before these were put in an order."""
    return [numbers[order.index(d)] for d in range(len(order))]


def order_behind(op: Operation, order: Order) -> Order:
    """The order that the results need: of a reduction that of the dimensions that are left."""
    if op.name != "stablehlo.reduce":
        return order
    reduced = op.get("dimensions")
    kept = [order[d] for d in range(len(order)) if d not in list(reduced)]
    return tuple([sorted(kept).index(d) for d in kept])


# What attributes are in front of a transpose that is moved behind


def for_each(numbers: Attribute, order: Order) -> Attribute:
    """A number for each dimension."""
    return DenseArrayAttr(before(integers(numbers), order), I64)


def dimensions(numbers: Attribute, order: Order) -> Attribute:
    return DenseArrayAttr([order[d] for d in integers(numbers)], I64)


def dimension(number: Attribute, order: Order) -> Attribute:
    return IntegerAttr(order[number.value], I64)


def paddings(numbers: Attribute, order: Order) -> Attribute:
    """Two numbers for each dimension."""
    flat = integers(numbers)
    return pairs(before(list(zip(flat[::2], flat[1::2])), order))


WINDOW = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")
ATTRIBUTES: dict[str, dict[str, Callable[[Attribute, Order], Attribute]]] = {
    "stablehlo.pad": dict.fromkeys(("edge_padding_low", "edge_padding_high", "interior_padding"), for_each),
    "stablehlo.slice": dict.fromkeys(("start_indices", "limit_indices", "strides"), for_each),
    "stablehlo.reverse": {"dimensions": dimensions},
    "stablehlo.concatenate": {"dimension": dimension},
    "stablehlo.reduce": {"dimensions": dimensions},
    "stablehlo.reduce_window": {**dict.fromkeys(WINDOW, for_each), "padding": paddings},
}
