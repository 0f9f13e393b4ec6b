"""Masks that are constant, and what is read and written under them."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import constant, is_constant, number
from tfopt.generic.canonicalization.vector.places import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.rewriter import PatternRewriter


def mask_known(op: Operation, rewriter: PatternRewriter) -> bool:
    """A mask of sizes that are constant; none below zero, none above the vector's."""
    type, sizes = op.result.type, [number(value) for value in op.operands]
    if None in sizes or any(type.scalable) or not type.shape:
        return False
    clamped = [min(max(size - (1 << 64) if size >> 63 else size, 0), extent) for size, extent in zip(sizes, type.shape)]
    if 0 in clamped:
        clamped = [0] * len(clamped)
    return rewriter.replace(op, [rewriter.value("vector.constant_mask", (), type, mask_dim_sizes=DenseArrayAttr(clamped, I64))])


def mask_is_constant(op: Operation, rewriter: PatternRewriter) -> bool:
    """A mask of all or of nothing is a plain constant."""
    sizes, type = listed(op, "mask_dim_sizes"), op.result.type
    if any(type.scalable) or not type.shape:
        return False
    is_full, is_empty = sizes == list(type.shape), 0 in sizes
    return (is_full or is_empty) and rewriter.replace(op, [constant(rewriter, int(is_full), type)])


def slice_of_mask(op: Operation, rewriter: PatternRewriter) -> bool:
    """The slice of a mask says which of its own elements come first."""
    inner = made_by(op.operands[0], "vector.constant_mask")
    if inner is None or set(listed(op, "strides")) != {1}:
        return False
    sizes, type = listed(inner, "mask_dim_sizes"), op.result.type
    offsets = listed(op, "offsets") + [0] * (len(sizes) - len(listed(op, "offsets")))
    left = [min(max(size - offset, 0), extent) for size, offset, extent in zip(sizes, offsets, type.shape)]
    left = [0] * len(left) if 0 in left else left
    return rewriter.replace(op, [rewriter.value(inner.name, (), type, mask_dim_sizes=DenseArrayAttr(left, I64))])


def mask_moved(op: Operation, rewriter: PatternRewriter) -> bool:
    """The sizes of a mask, or what they are made of, move with its dimensions."""
    inner, order = op.operands[0].op, listed(op, "permutation")
    if inner is None or inner.name not in ("vector.constant_mask", "vector.create_mask"):
        return False
    if inner.operands:
        return rewriter.replace(op, [rewriter.value(inner.name, [inner.operands[at] for at in order], op.result.type)])
    sizes = listed(inner, "mask_dim_sizes")
    return rewriter.replace(
        op, [rewriter.value(inner.name, (), op.result.type, mask_dim_sizes=DenseArrayAttr([sizes[at] for at in order], I64))]
    )


def mask_without_ones(op: Operation, rewriter: PatternRewriter) -> bool:
    """A mask without its last dimensions, of size 1, in which it takes nothing away."""
    source, type = op.operands[0], op.result.type
    inner, count = source.op, len(type.shape)
    if inner is None or inner.name not in ("vector.create_mask", "vector.constant_mask") or not 0 < count < len(source.type.shape):
        return False
    if source.type.shape[:count] != type.shape or source.type.scalable[:count] != type.scalable or any(source.type.scalable[count:]):
        return False
    if inner.operands:
        last = list(map(number, inner.operands[count:]))
        return set(last) == {1} and rewriter.replace(op, [rewriter.value(inner.name, inner.operands[:count], type)])
    sizes = listed(inner, "mask_dim_sizes")
    left = DenseArrayAttr(sizes[:count], I64)
    return set(sizes[count:]) == {1} and rewriter.replace(op, [rewriter.value(inner.name, (), type, mask_dim_sizes=left)])


def mask_number(value: Value) -> bool | None:
    """Whether all elements of a mask are true, or all false; None where that is not known."""
    one = number(value) if is_constant(value) else None
    return None if one is None else bool(one)


def masked_nowhere(op: Operation, rewriter: PatternRewriter) -> bool:
    """What is done under a mask that takes nothing away is done without it."""
    inner = op.body.first
    if inner is None:
        return False
    if inner is op.body.last:
        return nothing_masked(op, rewriter)
    if mask_number(op.operands[0]) is not True:
        return False
    results = op.body.terminator.operands
    rewriter.move([inner], op.parent, op)
    return rewriter.replace(op, results)


def nothing_masked(op: Operation, rewriter: PatternRewriter) -> bool:
    """What is only handed out of a mask, which may give something else where it takes it away."""
    mask, *otherwise = op.operands
    values = list(op.body.terminator.operands)
    if not values:
        return False
    if otherwise:
        values = [rewriter.value("arith.select", [mask, values[0], otherwise[0]], otherwise[0].type)]
    return rewriter.replace(op, values)


def load_of_mask(op: Operation, rewriter: PatternRewriter) -> bool:
    *where, mask, otherwise = op.operands
    flag = mask_number(mask)
    if flag is None:
        return False
    if not flag:
        return rewriter.replace(op, [otherwise])
    kept = {name: held for name, held in op.attributes.items() if name == "alignment"}
    return rewriter.replace(op, [rewriter.value("vector.load", where, op.result.type, **kept)])


def store_of_mask(op: Operation, rewriter: PatternRewriter) -> bool:
    *where, mask, stored = op.operands
    flag = mask_number(mask)
    if flag is None:
        return False
    if flag:
        kept = {name: held for name, held in op.attributes.items() if name == "alignment"}
        rewriter.create("vector.store", [stored, *where], [], kept)
    rewriter.erase(op)
    return True


def gather_of_nothing(op: Operation, rewriter: PatternRewriter) -> bool:
    return mask_number(op.operands[-2]) is False and rewriter.replace(op, [op.operands[-1]])


def scatter_of_nothing(op: Operation, rewriter: PatternRewriter) -> bool:
    if op.results or mask_number(op.operands[-2]) is not False:
        return False
    rewriter.erase(op)
    return True


def bounds_seen(op: Operation, rewriter: PatternRewriter) -> bool:
    """Dimensions of a transfer that surely stay inside, since the index is constant."""
    at = 0 if op.name == "vector.transfer_read" else 1
    vector = op.result.type if at == 0 else op.operands[0].type
    shape, flags = op.operands[at].type.shape, [each.value for each in op.attributes["in_bounds"].elements]
    if shape is None:
        return False
    new = list(flags)
    for dimension, (flag, e) in enumerate(zip(flags, op.attributes["permutation_map"].results)):
        if isinstance(e, int):  # one number everywhere
            new[dimension] = True
        if flag or isinstance(e, int) or shape[e[1]] is None:
            continue
        first = number(op.operands[at + 1 + e[1]])
        new[dimension] = first is not None and first + vector.shape[dimension] <= shape[e[1]]
    if new == flags:
        return False
    op.set_attribute("in_bounds", ArrayAttr([BoolAttr(each) for each in new]))
    return rewriter.modified(op)
