"""Constraints of StableHLO's table that words cannot express: quantized elements, bounded shapes, tokens."""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import FutureType
from tfir.dialects.stablehlo.inference.checks import bounds_of
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import FloatType, TensorType
from tfir.ods.constraints import Constraint, Container

FLOATS = frozenset(FloatType.WIDTHS) - {"f80", "f128", "tf32"}
STORAGE_WIDTHS = (2, 4, 8, 16, 32)


def is_valid_quantized(element) -> bool:
    """Whether an element is quantized and its numbers fit into their storage."""
    if not is_quantized(element):
        return False
    storage = element.storage
    return storage.width in STORAGE_WIDTHS and storage.signedness != "s" and element.storage_fits


def scales_fit(type) -> bool:
    """A tensor quantized per axis has that axis, and one scale for each slice along it."""
    element = type.element
    if not is_quantized(element) or element.axis is None:
        return True
    return 0 <= element.axis < len(type.shape) and type.shape[element.axis] in (None, len(element.scales))


def is_static(type) -> bool:
    return type.is_static or type.encoding is not None


def is_bounded(type) -> bool:
    """Whether at most one size is unknown, and has a bound."""
    return type.is_static or sum([bound is not None for bound in bounds_of(type)]) == type.shape.count(None) == 1


def tensor_that(fits, summary: str) -> Container:
    """A ranked tensor of which something more holds."""

    def holds(type, accepts) -> bool:
        return isinstance(type, TensorType) and type.shape is not None and accepts(type.element) and scales_fit(type) and fits(type)

    return Container(holds, summary + " of {} values")


def of_rank(rank: int) -> Container:
    return tensor_that(lambda type: len(type.shape) == rank, f"{rank}D tensor")


def static_of_rank(rank: int) -> Container:
    return tensor_that(lambda type: len(type.shape) == rank and is_static(type), f"statically shaped {rank}-dimensional tensor")


NAMED = {
    "float": Constraint(lambda type: isinstance(type, FloatType) and type.name in FLOATS, "4/6/8/16/32/64-bit float"),
    "quantized": Constraint(lambda type: is_valid_quantized(type) and type.axis is None, "per-tensor integer quantized"),
    "quantized_per_axis": Constraint(lambda type: is_valid_quantized(type) and type.axis is not None, "per-axis integer quantized"),
    "token": Constraint(lambda type: type.text == "!stablehlo.token", "token"),
    "future": Constraint(lambda type: isinstance(type, FutureType), "future"),
}
CONTAINERS = {
    "ranked": tensor_that(lambda type: True, "ranked tensor"),
    "static": tensor_that(is_static, "statically shaped tensor"),
    "bounded": tensor_that(is_bounded, "statically shaped or single bounded dimension tensor"),
    "0D": of_rank(0),
    "1D": of_rank(1),
    "static_1D": static_of_rank(1),
    "static_2D": static_of_rank(2),
}
