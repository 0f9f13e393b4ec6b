"""Constraints of tfl's table: `qi8` and its like are quantized elements stored so, and an operand may be absent (`optional`).

The lines say for which elements the interpreter has kernels. Verification asks for tensors alone: which types run is upstream's question at
the time of writing a file, and files hold others. `Kernels` has the strict constraints of the same lines.
"""

from __future__ import annotations

from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import NoneType, TensorType
from tfir.ods.constraints import CONTAINERS as STRICT
from tfir.ods.constraints import Constraint, Constraints, Container

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.ir.types import Type


def quantized(prefix: str, width: int) -> Constraint:
    """Quantized elements in storage of that width, `qi` signed and `qu` unsigned."""

    def holds(type: Type) -> bool:
        return isinstance(type, QuantizedType) and type.storage.width == width and (type.storage.signedness == "u") == (prefix == "qu")

    return Constraint(holds, f"{prefix.upper()}{width} type")


def is_tensor(type: Type, accepts: Callable[[Type], bool]) -> bool:
    return isinstance(type, TensorType)


def is_tensor_or_none(type: Type, accepts: Callable[[Type], bool]) -> bool:
    return isinstance(type, (TensorType, NoneType))


def of_rank(rank: int) -> Container:
    def holds(type: Type, accepts: Callable[[Type], bool]) -> bool:
        return isinstance(type, TensorType) and (type.shape is None or len(type.shape) == rank)

    return Container(holds, f"{rank}D tensor of {{}} values")


NAMED = {
    **{f"{prefix}{width}": quantized(prefix, width) for prefix in ("qi", "qu") for width in (2, 4, 8, 16, 32)},
    "none": Constraint(lambda type: isinstance(type, NoneType), "none type"),
}
CONTAINERS = {
    "tensor": Container(is_tensor, "tensor of {} values"),
    "optional": Container(is_tensor_or_none, "tensor of {} values or none type"),
    **{f"{rank}D": of_rank(rank) for rank in (0, 1, 2)},
}

KERNELS = {
    **STRICT,
    "optional": Container(
        lambda type, accepts: isinstance(type, NoneType) or (isinstance(type, TensorType) and accepts(type.element)),
        "tensor of {} values or none type",
    ),
}


class Kernels(Constraints):
    """Constraints of the same lines as others, as the interpreter's kernels have them: `Kernels(dialect.constraints).type(slot.type)`."""

    def __init__(self, constraints: Constraints):
        super().__init__(constraints.lines, constraints.module)

    def _named(self, where, name, everywhere):
        return KERNELS.get(name) if where == "CONTAINERS" else super()._named(where, name, everywhere)
