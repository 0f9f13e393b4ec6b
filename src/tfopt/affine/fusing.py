"""Computing a slice of a loop nest inside of another one."""

from __future__ import annotations

from tfir.analysis.affine_loops import loop_of, set_bounds
from tfir.ir.builder import Builder

from tfopt.affine.loops import promoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation, Value

    from tfopt.affine.slices import Slice


def compute_inside(source: Operation, slice_: Slice, innermost: bool = False) -> Operation:
    """Puts a copy of a nest, with the bounds of a slice, in the loop that it is computed in; loops that run once then go."""
    mapping: dict[Value, Value] = {}
    body = slice_.into.body
    copy = Builder(body, body.last if slice_.at_end else body.first, source.location).insert(source.clone(mapping))
    loops = []
    for at, variable in enumerate(slice_.variables):
        loop = loop_of(mapping[variable]) if variable in mapping else None
        if loop is not None:
            loops.append(loop)
            low, high = slice_.applied(at)
            set_bounds(loop, low, high)
    for loop in loops:
        promoted(loop)
    return copy
