"""Simplifications of StableHLO's ops: views of views, neutral elements, constants kept small under a broadcast."""

from __future__ import annotations

from tfir.dialects import dialect
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import IntegerType

from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.terms import rewrite, stablehlo, variables, where

x, y, c, a, b = variables("x y c a b")


def elementwise(operands: int) -> list[str]:
    """The elementwise ops of so many operands that need no attributes and keep what the bits mean."""
    home = dialect("stablehlo")
    views = home.with_trait("view")
    signatures = [home.table[name] for name in home.with_trait("elementwise") if name not in views]
    return [each.name for each in signatures if len(each.operands) == operands and not any([a.required for a in each.attributes.values()])]


def is_integer(value) -> bool:
    return isinstance(value.type.element, IntegerType)


def is_not_rounded(value) -> bool:
    """Whether an op on the value gives what it computes: one on quantized values rounds that to what can be stored."""
    return not is_quantized(value.type)


def is_identity(permutation) -> bool:
    return list(permutation) == list(range(len(permutation)))


def is_ascending(dimensions) -> bool:
    return list(dimensions) == sorted(dimensions)


def is_zero(padding) -> bool:
    return not any(padding)


@rewrite(stablehlo.transpose(stablehlo.transpose(x, permutation=a), permutation=b))
def merge_transposes(x, a, b):
    return stablehlo.transpose(x, permutation=[a[axis] for axis in b])


@rewrite(stablehlo.transpose(x, permutation=a))
def transpose_that_moves_only_ones(x, a, op):
    moved = [axis for axis in a if x.type.shape[axis] != 1]
    return stablehlo.reshape(x, type=op.result.type) if x.type.is_static and moved == sorted(moved) else None


@rewrite(stablehlo.reshape(stablehlo.reshape(x)))
def merge_reshapes(x, op):
    return stablehlo.reshape(x, type=op.result.type)


@rewrite(stablehlo.broadcast_in_dim(stablehlo.broadcast_in_dim(x, broadcast_dimensions=a), broadcast_dimensions=b))
def merge_broadcasts(x, a, b, op):
    return stablehlo.broadcast_in_dim(x, broadcast_dimensions=[b[axis] for axis in a], type=op.result.type)


@rewrite(stablehlo.broadcast_in_dim(stablehlo.reshape(x), broadcast_dimensions=a))
def broadcast_without_inserted_ones(x, a, op):
    """A reshape that only inserts sizes of one says nothing that the broadcast does not say."""
    kept = dimensions_kept(x.type, op.operands[0].type)
    return None if kept is None else stablehlo.broadcast_in_dim(x, broadcast_dimensions=[a[axis] for axis in kept], type=op.result.type)


def dimensions_kept(before, after) -> list[int] | None:
    """Where each dimension of `before` is in `after`, which has besides only ones; None when that is not how they relate."""
    if not (before.is_static and after.is_static):
        return None
    kept: list[int] = []
    for axis, size in enumerate(after.shape):
        if len(kept) < before.rank and size == before.shape[len(kept)]:
            kept.append(axis)
        elif size != 1:
            return None
    return kept if len(kept) == before.rank else None


@rewrite(stablehlo.reverse(x, dimensions=a))
def reverse_nothing(x, a):
    return x if not a or (x.type.is_static and (x.type.size == 0 or all(x.type.shape[axis] == 1 for axis in a))) else None


def unary_below_broadcast(name: str):
    """f(broadcast(c)) is broadcast(f(c)), for a constant c."""
    apply = getattr(stablehlo, name)

    @rewrite(apply(stablehlo.broadcast_in_dim(c, broadcast_dimensions=a)))
    def below(c, a, op):
        if elements_of(c) is None:
            return None
        small = apply(c, type=c.type.with_element(op.result.type.element))
        return stablehlo.broadcast_in_dim(small, broadcast_dimensions=a, type=op.result.type)

    return below


def binary_below_broadcast(name: str) -> list:
    """f(broadcast(c), broadcast(d)) is broadcast(f(c, d)), for constants that are spread alike; a splat is spread like anything."""
    apply = getattr(stablehlo, name)

    def below(op):
        pair = [spread_constant(value) for value in op.operands]
        shaped = next((each for each in pair if each is not None and each[1] is not None), None)
        if None in pair or shaped is None or any(each[1:] != shaped[1:] for each in pair if each[1] is not None):
            return None
        small = [value_below(each, shaped) for each in pair]
        return stablehlo.broadcast_in_dim(apply(*small), broadcast_dimensions=shaped[1], type=op.result.type)

    spread = stablehlo.broadcast_in_dim(c, broadcast_dimensions=a)
    patterns = [apply(spread, y)] if apply.is_commutative else [apply(spread, y), apply(x, spread)]
    return [rewrite(pattern)(below) for pattern in patterns]


def spread_constant(value):
    """(constant, dimensions, small shape) under a broadcast; (splat's number, None, None); or None."""
    op = value.op
    if op is not None and op.name == "stablehlo.broadcast_in_dim" and elements_of(op.operands[0]) is not None:
        return op.operands[0], tuple(op.attributes["broadcast_dimensions"]), op.operands[0].type.shape
    elements = elements_of(value)
    return (elements, None, None) if elements is not None and getattr(elements, "is_splat", False) else None


def value_below(spread, shaped):
    what, dimensions, _ = spread
    return what if dimensions is not None else what.with_type(what.type.with_shape(shaped[2]))


PATTERNS = {
    # The neutral element. Adding +0 is not here: it turns -0 into +0.
    "neutral": [
        stablehlo.add(x, -0.0) >> x,
        stablehlo.subtract(x, 0) >> x,
        stablehlo.multiply(x, 1) >> x,
        *[stablehlo.and_(x, ones) >> x for ones in (True, -1)],
        *[op(x, zero) >> x for op in (stablehlo.or_, stablehlo.xor) for zero in (False, 0)],
        stablehlo.multiply(where(x, is_integer), y @ 0) >> y,
        stablehlo.multiply(x, y @ False) >> y,
    ],
    "neutral-divisor": [stablehlo.divide(x, 1) >> x],
    # f(f(x)) is x.
    "involution": [op(op(where(x, is_not_rounded))) >> x for op in (stablehlo.negate, stablehlo.not_)],
    # f(x, x) is x.
    "idempotent": [
        *[op(where(x, is_not_rounded), x) >> x for op in (stablehlo.and_, stablehlo.or_, stablehlo.maximum, stablehlo.minimum)],
    ],
    "choice": [
        stablehlo.select(c, where(x, is_not_rounded), x) >> x,
        stablehlo.select(True, where(x, is_not_rounded), y) >> x,
        stablehlo.select(False, x, where(y, is_not_rounded)) >> y,
    ],
    # Each fires exactly when the result already has the operand's type.
    "same-type": [
        stablehlo.convert(x) >> x,
        stablehlo.reshape(x) >> x,
        stablehlo.broadcast_in_dim(x, broadcast_dimensions=where(a, is_ascending)) >> x,
        stablehlo.slice(x) >> x,
        stablehlo.pad(x, y, edge_padding_low=where(a, is_zero), interior_padding=where(b, is_zero)) >> x,
        stablehlo.concatenate(x) >> x,
        reverse_nothing,
    ],
    # A view of a view.
    "merge": [
        stablehlo.transpose(x, permutation=where(a, is_identity)) >> x,
        merge_transposes,
        transpose_that_moves_only_ones,
        merge_reshapes,
    ],
    "broadcast": [
        merge_broadcasts,
        broadcast_without_inserted_ones,
    ],
    # Constants stay as small as they are, and meet each other below the broadcast, where folding finds them.
    "below-broadcast": [
        *map(unary_below_broadcast, elementwise(1)),
        # Not `complex`: the parts stay apart up to where they are stored, since devices compute with real numbers.
        *(rule for name in elementwise(2) if name != "complex" for rule in binary_below_broadcast(name)),
    ],
}
