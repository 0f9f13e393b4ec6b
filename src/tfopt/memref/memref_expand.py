"""Writes reshapes of buffers whose rank is known as other views of the same memory, of sizes that are loaded.

before:  %0 = memref.reshape %m(%s) : (memref<4x4xf32>, memref<2xindex>) -> memref<?x?xf32>
after:   %width = memref.load %s[%c1]; %height = memref.load %s[%c0]
         %0 = memref.reinterpret_cast %m to offset: [0], sizes: [%height, %width], strides: [%width, 1]
"""

from __future__ import annotations

from tfir.dialects.arith import OVERFLOW
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import INDEX, MemRefType

from tfopt.memref.expand_realloc import dynamic, number_value, view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.memref.expand_realloc import Number

TITLE = "Legalize memref operations to be convertible to LLVM."


def memref_expand(root: Operation):
    """Results are those of upstream."""
    for op in [op for op in root.walk() if op.name == "memref.reshape"]:
        shape, type = op.operands[1].type, op.result.type
        if isinstance(shape, MemRefType) and isinstance(type, MemRefType) and type.shape is not None and shape.is_static:
            expand(op, type)


def expand(op: Operation, type: MemRefType) -> None:
    """Strides are products of sizes, from the last dimension on."""
    build, shape = Builder.before(op), type.shape or ()
    sizes: list[Number] = []
    strides: list[Number] = []
    stride: Number = 1
    for at in reversed(range(len(shape))):
        size, value = size_at(build, op.operands[1], at, shape[at])
        sizes.insert(0, size)
        strides.insert(0, stride)
        stride = times(build, stride, size, value) if at else stride
    operands = [op.operands[0], *dynamic(sizes), *dynamic(strides)]
    op.replace_with([build.value("memref.reinterpret_cast", operands, type, view([0], sizes, strides))])


def size_at(build: Builder, shape: Value, at: int, size: int | None) -> tuple[Number, Value]:
    """The size of a dimension, and it as a value."""
    value = number_value(build, at if size is None else size)
    if size is not None:
        return size, value
    element = shape.type.element
    loaded = build.value("memref.load", [shape, value], element)
    value = loaded if element is INDEX else build.value("arith.index_cast", [loaded], INDEX)
    return value, value


def times(build: Builder, stride: Number, size: Number, value: Value) -> Number:
    if isinstance(stride, int) and isinstance(size, int):
        return stride * size
    return build.value("arith.muli", [number_value(build, stride), value], INDEX, {"overflowFlags": OVERFLOW.of([])})
