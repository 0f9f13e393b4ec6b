"""Dimensions that are split and joined, of tensors and buffers alike."""

from __future__ import annotations

from math import prod

from tfir.dialects.memref.layouts import lies_in_order
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, MemRefType
from tfir.text.pieces import DYNAMIC

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import constant, number, signed
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def groups_of(op: Operation) -> list[list[int]]:
    return [[each.value for each in group.elements] for group in op.attributes["reassociation"].elements]


def as_groups(groups: Sequence[Sequence[int]]) -> ArrayAttr:
    return ArrayAttr([ArrayAttr([IntegerAttr(at, I64) for at in group]) for group in groups])


def plain(*values: Value) -> bool:
    """Whether values are tensors, or buffers whose elements lie one behind another."""
    return not any([isinstance(value.type, MemRefType) and not lies_in_order(value.type) for value in values])


def composed(one: Sequence[Sequence[int]], other: Sequence[Sequence[int]]) -> list[list[int]] | None:
    """The groups of two reshapes of the same kind as those of one; None where they have equally many."""
    fine, coarse = (one, other) if len(one) > len(other) else (other, one)
    if len(one) == len(other) or coarse and len(fine) != sum(map(len, coarse)):
        return None
    return [[at for group in outer for at in fine[group]] for outer in coarse]


def joined_twice(op: Operation, rewriter: PatternRewriter) -> bool:
    inner = made_by(op.operands[0], op.name)
    if inner is None or not plain(inner.operands[0], op.operands[0], op.result):
        return False
    groups = composed(groups_of(inner), groups_of(op))
    return groups is not None and rewriter.replace_with(op, op.name, [inner.operands[0]], reassociation=as_groups(groups))


def split_twice(op: Operation, rewriter: PatternRewriter) -> bool:
    inner = made_by(op.operands[0], op.name)
    if inner is None or not plain(inner.operands[0], op.operands[0], op.result):
        return False
    groups = composed(groups_of(op), groups_of(inner))
    if groups is None:
        return False
    held = {"reassociation": as_groups(groups), "static_output_shape": op.attributes["static_output_shape"]}
    return rewriter.replace_with(op, op.name, [inner.operands[0], *op.operands[1:]], **held)


def there_and_back(op: Operation, rewriter: PatternRewriter) -> bool:
    """Dimensions that are split as they were before they were joined, and the other way round; or neither."""
    type = op.result.type
    if op.operands[0].type is type:
        return rewriter.replace(op, [op.operands[0]])
    inner = made_by(op.operands[0], other_way(op))
    if inner is None or inner.operands[0].type is not type:
        return False
    splits = op.name.endswith("expand_shape")
    if splits and any([[type.shape[at] for at in group].count(None) > 1 for group in groups_of(op)]):
        return False  # which could be split otherwise
    return rewriter.replace(op, [inner.operands[0]])


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


def groups_within(longer: Sequence[int | None], shorter: Sequence[int | None]) -> list[list[int]] | None:
    """The same for dimensions of which some are not known: those that are at the beginning and at the end stay, what is between is one."""
    if None not in longer and None not in shorter:
        return groups_between(longer, shorter)
    if len(longer) <= len(shorter):
        alike = tuple(longer) == tuple(shorter) and longer.count(None) < 2
        return [[at] for at in range(len(longer))] if alike else None
    before = 0
    while before < len(shorter) and longer[before] == shorter[before] is not None:
        before += 1
    after = 0
    while after < len(shorter) - before and longer[-1 - after] == shorter[-1 - after] is not None:
        after += 1
    if len(shorter) - before - after != 1 or shorter[before] is not None:
        return None
    ends = len(longer) - after
    return [*[[at] for at in range(before)], list(range(before, ends)), *[[at] for at in range(ends, len(longer))]]


def other_way_then(op: Operation, rewriter: PatternRewriter) -> bool:
    """Dimensions that are joined and then split, or split and then joined, are joined or split at once where that is enough."""
    inner = made_by(op.operands[0], other_way(op))
    if inner is None:
        return False
    source, type = inner.operands[0], op.result.type
    before, after = source.type.shape, type.shape
    if len(before) == len(after) or not plain(source, op.operands[0], op.result):
        return False
    joins = len(before) > len(after)
    splits_last = op.name.endswith("expand_shape")
    if splits_last:
        pairs = (groups_of(inner), before), (groups_of(op), after)
        groups = groups_of_both(*pairs) if joins else groups_of_both(*reversed(pairs))
    else:
        groups = groups_of_groups(groups_of(inner), groups_of(op)) if joins else groups_of_groups(groups_of(op), groups_of(inner))
    if groups is None:
        return False
    name, groups_held = f"{op.dialect}.{'collapse' if joins else 'expand'}_shape", as_groups(groups)
    if joins:
        return rewriter.replace_with(op, name, [source], reassociation=groups_held)
    sizes = output_sizes(op) if splits_last else [product(output_sizes(inner), group, rewriter) for group in groups_of(op)]
    shape = DenseArrayAttr([DYNAMIC if isinstance(size, Value) else size for size in sizes], I64)
    values = [size for size in sizes if isinstance(size, Value)]
    return rewriter.replace_with(op, name, [source, *values], reassociation=groups_held, static_output_shape=shape)


def groups_of_both(finer: tuple[list[list[int]], Sequence[int | None]], coarser: tuple[list[list[int]], Sequence[int | None]]):
    """Which dimensions of one shape make each of another one, where groups of both make the dimensions of a third one; None where they
    do not."""
    (groups, shape), (others, other) = finer, coarser
    if not groups:
        return groups_between(shape, other)
    whole: list[list[int]] = []
    for group, made in zip(groups, others):
        inside = groups_within([shape[at] for at in group], [other[at] for at in made])
        if inside is None:
            return None
        whole += [[group[0] + at for at in each] for each in inside]
    return whole


def groups_of_groups(groups: list[list[int]], coarser: list[list[int]]) -> list[list[int]] | None:
    """Which of the groups make each coarser group of the same dimensions; None where the borders of coarser ones are not theirs."""
    whole: list[list[int]] = []
    at = 0
    for group in coarser:
        whole.append([])
        while at < len(groups):
            if groups[at][-1] > group[-1]:
                return None
            whole[-1].append(at)
            at += 1
            if groups[at - 1][-1] == group[-1]:
                break
    return whole


def output_sizes(op: Operation) -> list[Value | int]:
    """The sizes that dimensions are split into."""
    values = iter(op.operands[1:])
    sizes: list[Value | int] = []
    for size in op.attributes["static_output_shape"].values:
        value = next(values) if size == DYNAMIC else None
        told = int(size) if value is None else number(value)
        sizes.append(signed(told, 64) if told is not None else value)
    return sizes


def product(sizes: list[Value | int], group: Sequence[int], rewriter: PatternRewriter) -> Value | int:
    parts = [sizes[at] for at in group]
    told = prod([size for size in parts if not isinstance(size, Value)])
    values = [size for size in parts if isinstance(size, Value)]
    if not values:
        return told
    result = values[0]
    for value in values[1:]:
        result = rewriter.value("arith.muli", [result, value], result.type)
    if told != 1:
        result = rewriter.value("arith.muli", [result, constant(rewriter, told, result.type)], result.type)
    return result


def other_way(op: Operation) -> str:
    """The name of the op that joins what this one splits, and the other way round."""
    return f"{op.dialect}.{'collapse' if op.name.endswith('expand_shape') else 'expand'}_shape"
