"""How one-shot-bufferize is asked to work, and the types of buffers that come of it."""

from __future__ import annotations

from tfir.dialects.memref.layouts import layout_of
from tfir.ir.operations import Operation
from tfir.ir.types import MemRefType, TensorType, Type
from tfir.text.strided_layout import StridedAttr

from tfopt.bufferization.models import MODELS, Model

FULLY_DYNAMIC, IDENTITY, INFERRED = "fully-dynamic-layout-map", "identity-layout-map", "infer-layout-map"


class Options:
    def __init__(self, *, alignment: int = 64, boundaries: bool = False, boundary_layout: str = INFERRED, dialects: tuple[str, ...] = (), returns_allocations: bool = False, unknown_layout: str = FULLY_DYNAMIC):  # fmt: skip
        self.alignment, self.boundaries, self.boundary_layout = alignment, boundaries, boundary_layout
        self.dialects, self.returns_allocations = dialects, returns_allocations
        self.unknown_layout = unknown_layout

    def allows(self, op: Operation) -> bool:
        if op.dialect == "func" and not self.boundaries:
            return False
        return not self.dialects or op.dialect in self.dialects

    def model_of(self, op: Operation) -> Model | None:
        """What is known of an op that may be bufferized."""
        return MODELS.get(op.name) if self.allows(op) else None

    def unknown_type(self, tensor: TensorType) -> MemRefType:
        return identity(tensor) if self.unknown_layout == IDENTITY else fully_dynamic(tensor)

    def boundary_type(self, tensor: TensorType) -> MemRefType:
        return identity(tensor) if self.boundary_layout == IDENTITY else fully_dynamic(tensor)


def identity(tensor: TensorType) -> MemRefType:
    return MemRefType(tensor.shape, tensor.element)


def fully_dynamic(type: TensorType | MemRefType) -> MemRefType:
    space = type.space if isinstance(type, MemRefType) else None
    if type.shape is None:
        return MemRefType(None, type.element, None, space)
    return MemRefType(type.shape, type.element, StridedAttr([None] * len(type.shape), None), space)


def promoted(one: MemRefType, other: MemRefType) -> MemRefType:
    """The type of what may be of either type."""
    return one if one is other else fully_dynamic(one)


def casts_safely(source: MemRefType, target: MemRefType) -> bool:
    """Whether a cast holds whatever the source is at run time: what it says of strides is known before."""
    if source.shape is None or target.shape is None:
        return True
    given, asked = layout_of(source), layout_of(target)
    if given is None or asked is None:
        return False
    pairs = [*zip(given[0], asked[0]), (given[1], asked[1])]
    return all([two is None or one == two for one, two in pairs])


def is_tensor(type: Type) -> bool:
    return isinstance(type, TensorType)
