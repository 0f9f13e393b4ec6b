"""The cost of an op: operations, bytes, and by the roofline of a device, seconds.

An op's time is the larger of its arithmetic and its traffic (or their sum, where they do not overlap), plus the time to start it. Ops that
only pass on or describe their operands cost nothing.
"""

from __future__ import annotations

from tfir.analysis.shapes import ShapeAnalysis
from tfir.cost.arithmetic import FORMULAS
from tfir.cost.cluster import Device
from tfir.cost.site import UNKNOWN_SIZE, Site
from tfir.cost.traffic import FREE, LISTS, bytes_moved
from tfir.ir.operations import Operation


class Cost:
    """The cost of one op: `operations` (floating-point or integer), `read` and `written` in bytes, `launches` of kernels. `element` is
    the type that it computes in. It is not accurate where a size was unknown or the op has no formula."""

    __slots__ = ("operations", "read", "written", "element", "is_free", "is_accurate", "launches")

    def __init__(
        self, operations: int = 0, read: int = 0, written: int = 0, element: str = "f32", is_free=False, is_accurate=True, launches=1
    ):
        self.operations, self.read, self.written, self.element = operations, read, written, element
        self.is_free, self.is_accurate, self.launches = is_free, is_accurate, launches

    @property
    def bytes(self) -> int:
        return self.read + self.written

    def seconds(self, device: Device, overlap: bool = True) -> float:
        """The estimated time on a device by the roofline model (Williams, Waterman and Patterson, CACM 52(4), 2009): the larger of
        arithmetic and memory traffic, or their sum without `overlap`, and the time to launch."""
        if self.is_free:
            return 0.0
        arithmetic = self.operations / device.flops_of(self.element)
        traffic = (self.read + self.written) / device.bandwidth
        return (max(arithmetic, traffic) if overlap else arithmetic + traffic) + device.launch * self.launches


NOTHING = Cost(is_free=True)


def cost_of(op: Operation, shapes: ShapeAnalysis, unknown_size: int = UNKNOWN_SIZE) -> tuple[Cost, Site]:
    """The cost of one op by itself, without its callees, and the shapes that it was computed from. An unknown size counts as
    `unknown_size`."""
    local = op.name.partition(".")[2]
    site = Site(op, shapes, unknown_size)
    if local in FREE:
        return NOTHING, site
    formula = FORMULAS.get(local)
    try:
        operations = 0 if formula is None else formula(site)
    except (IndexError, TypeError):  # too few operands, or attributes of another kind: nodes of a graph are not verified against signatures
        operations, site.is_accurate = 0, False
    read, written = bytes_moved(site, local)
    return Cost(operations, read, written, site.element, False, site.is_accurate and (formula is not None or local in LISTS["moves"])), site
