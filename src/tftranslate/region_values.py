"""What regions use of what is around them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.operations import Region, Value


def taken_from_outside(regions: Sequence[Region]) -> list[Value]:
    """Values that regions use and that are defined around them, but constants, in the order of their uses."""
    inside: set[Value] = set()
    values: dict[Value, None] = {}
    for region in regions:
        for block in region.blocks:
            inside.update(block.arguments)
        for op in region.walk():
            inside.update(op.results)
            for inner in op.regions:
                for block in inner.blocks:
                    inside.update(block.arguments)
    for region in regions:
        for op in region.walk():
            for value in op.operands:
                if value not in inside and not (value.op is not None and value.op.name == "stablehlo.constant"):
                    values[value] = None
    return list(values)
