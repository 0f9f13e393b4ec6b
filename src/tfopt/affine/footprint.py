"""How much memory the affine accesses in a loop nest touch."""

from __future__ import annotations

from math import prod

from tfir.analysis.affine_dependence import Access, Iteration, System, Unknown
from tfir.analysis.affine_memory import ACCESSES

from tfopt.affine.regions import element_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation, Value


def bytes_touched(loop: Operation) -> int | None:
    """The bytes of the smallest boxes around what is accessed in each buffer; None where that is not known, as of indices."""
    boxes: dict[Value, list[tuple[int, int]]] = {}
    for op in loop.walk():
        if op.name in ACCESSES:
            access = Access(op)
            box = box_of(access)
            if box is None or element_bytes(access.memref) is None:
                return None
            wide = boxes.get(access.memref, box)
            boxes[access.memref] = [(min(low, other), max(high, another)) for (low, high), (other, another) in zip(wide, box)]
    return sum([prod([high - low + 1 for low, high in box]) * (element_bytes(memref) or 0) for memref, box in boxes.items()])


def box_of(access: Access) -> list[tuple[int, int]] | None:
    """The least and the greatest index in each dimension; of one that is not bounded by numbers, all that the buffer has."""
    system = System()
    box = []
    try:
        iteration = Iteration(system, access.around, access.op)
        for index, size in zip(iteration.sums(access.indices), access.memref.type.shape):
            low, high = system.bounds(index) if system.is_possible() else (0, 0)
            if low is None or high is None:
                if size is None:
                    return None
                low, high = 0, size - 1
            box.append((low, high))
    except Unknown:
        return None
    return box
