"""Accesses to a buffer become accesses to another one, which holds a part of it."""

from __future__ import annotations

from tfir.analysis.affine_memory import ACCESSES, buffer_place
from tfir.analysis.affine_values import canonical, fully_composed, map_of
from tfir.ir.builder import Builder
from tfir.ods.affine_algebra import affine_map, simplified_map

from tfopt.affine.loops import apply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfir.ir.operations import Operation, Value
    from tfir.text.affine import AffineAttr


def remap(users: Iterable[Operation], old: Value, new: Value, indices: AffineAttr, extra: Sequence[Value]) -> None:
    """`indices` gives those in the new buffer from some values and the old indices. As upstream leaves them, the `affine.apply` of old indices
    stay where new ones were computed from them."""
    for op in list(users):
        if op.name in ACCESSES:
            remap_access(op, old, new, indices, extra)


def remap_access(op: Operation, old: Value, new: Value, indices: AffineAttr, extra: Sequence[Value]) -> None:
    at = buffer_place(op)
    build, map = Builder.before(op), map_of(op)
    operands = op.operands[at + 1 :]
    values = list(operands)
    if map.symbols or not map.is_identity:
        values = [apply(build, (affine_map(map.dimensions, map.symbols, [e]), tuple(operands))) for e in map.results]
    values = [*extra, *values]
    outputs = values
    if indices.symbols or not indices.is_identity:
        outputs = [apply(build, (affine_map(indices.dimensions, 0, [e]), tuple(values))) for e in indices.results]
    rank = len(outputs)
    composed, values_of = fully_composed(affine_map(rank, 0, [("d", number) for number in range(rank)]), outputs)
    new_map, new_operands = canonical(simplified_map(composed), values_of)
    op.set_operands([*op.operands[:at], new, *new_operands])
    op.set_attribute("map", new_map)
    for made in build.created:
        if not any([result.uses for result in made.results]):
            made.erase()
