"""Dimensions that are split and joined, of tensors and buffers alike."""

from __future__ import annotations

from math import prod

from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I64, MemRefType

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def groups_of(op: Operation) -> list[list[int]]:
    return [[each.value for each in group.elements] for group in op.attributes["reassociation"].elements]


def as_groups(groups: Sequence[Sequence[int]]) -> ArrayAttr:
    return ArrayAttr([ArrayAttr([IntegerAttr(at, I64) for at in group]) for group in groups])


def joined_twice(op: Operation, rewriter: PatternRewriter) -> bool:
    inner = made_by(op.operands[0], op.name)
    if inner is None:
        return False
    before = groups_of(inner)
    groups = [[at for group in outer for at in before[group]] for outer in groups_of(op)]
    if not groups or not before:
        return False
    return rewriter.replace_with(op, op.name, [inner.operands[0]], reassociation=as_groups(groups))


def split_twice(op: Operation, rewriter: PatternRewriter) -> bool:
    inner = made_by(op.operands[0], op.name)
    if inner is None or None in op.result.type.shape:
        return False
    after = groups_of(op)
    groups = [[at for group in outer for at in after[group]] for outer in groups_of(inner)]
    if not groups or not after:
        return False
    held = {"reassociation": as_groups(groups), "static_output_shape": op.attributes["static_output_shape"]}
    return rewriter.replace_with(op, op.name, [inner.operands[0], *op.operands[1:]], **held)


def groups_between(longer: Sequence[int], shorter: Sequence[int]) -> list[list[int]] | None:
    """Which dimensions of a shape make each of another one; None where its dimensions do not."""
    groups, at = [], 0
    for size in shorter:
        group = [at]
        while at < len(longer) and prod(longer[group[0] : at + 1]) < size:
            at += 1
            group.append(at)
        if at >= len(longer) or prod(longer[group[0] : at + 1]) != size:
            return None
        groups.append(group)
        at += 1
    rest = range(at, len(longer))
    if not groups or any([longer[each] != 1 for each in rest]):
        return None
    groups[-1] += rest
    return groups


def other_way_then(op: Operation, rewriter: PatternRewriter) -> bool:
    """Dimensions that are joined and then split, or split and then joined, are joined or split at once where that is enough."""
    inner = made_by(op.operands[0], other_way(op))
    if inner is None:
        return False
    source, type = inner.operands[0], op.result.type
    if any([None in each.shape or isinstance(each, MemRefType) and each.layout is not None for each in (source.type, type)]):
        return False
    before, after = source.type.shape, type.shape
    joins = len(before) > len(after)
    groups = groups_between(before, after) if joins else groups_between(after, before)
    if len(before) == len(after) or groups is None or 0 in before:
        return False
    held = {"reassociation": as_groups(groups)} | ({} if joins else {"static_output_shape": DenseArrayAttr(after, I64)})
    return rewriter.replace_with(op, f"{op.dialect}.{'collapse' if joins else 'expand'}_shape", [source], **held)


def other_way(op: Operation) -> str:
    """The name of the op that joins what this one splits, and the other way round."""
    return f"{op.dialect}.{'collapse' if op.name.endswith('expand_shape') else 'expand'}_shape"
