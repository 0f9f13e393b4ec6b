"""Transfers between buffers as loops: what a transfer copies has been copied when it has started, so that there is nothing to wait for.

    before:  memref.dma_start %m[%i], %n[%j], %count, %tag[%k] : memref<8xf32>, memref<4xf32, 1>, memref<1xi32>
    after:   a loop to %count, which copies the elements of %m from %i on to those of %n from %j on

Elements follow each other in memory. With a stride it is the buffer in memory space 0 of which there are so many elements, then a gap.
"""

from __future__ import annotations

from typing import Any

from tfir.dialects.memref.layouts import layout_of
from tfir.dialects.memref.verify import dma_parts, strides_are_of_target
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, INDEX, MemRefType
from tfir.text.pieces import DYNAMIC
from tfir.text.strided_layout import StridedAttr

from tfopt.to_llvm.loop_building import loop, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WORKS_ON = ("memref",)
TITLE = "Transfers between buffers by loops"


def memref_dma_by_loops(root: Operation) -> None:
    for op in [op for op in root.walk() if op.name.startswith("memref.dma_")]:
        if op.name == "memref.dma_start":
            source, target, count, _, strides = dma_parts(op)
            if layout_of(source[0].type) is None or layout_of(target[0].type) is None:
                continue
            copy(Builder.before(op), source, target, count, strides)
        op.erase()


def copy(build: Builder, source: Sequence[Value], target: Sequence[Value], count: Value, strides: Sequence[Value]) -> None:
    def far(inside: Builder, at: Value) -> Value:
        """Where an element lies in the buffer that has strides."""
        if not strides:
            return at
        stride, each = strides
        row, column = [inside.value(f"arith.{name}", [at, each], INDEX) for name in ("divui", "remui")]
        return inside.value("arith.addi", [inside.value("arith.muli", [row, stride], INDEX), column], INDEX)

    def near(inside: Builder, at: Value) -> Value:
        return at

    reads, writes = (near, far) if strides_are_of_target(source[0].type, target[0].type) else (far, near)
    zero, one = number(build, 0), number(build, 1)
    last = build.value("arith.maxsi", [build.value("arith.subi", [count, one], INDEX), zero], INDEX)
    views = [
        elements_from(build, *part, size=build.value("arith.addi", [place(build, last), one], INDEX))
        for part, place in ((source, reads), (target, writes))
    ]

    def body(inside: Builder, at: Value, _: Sequence[Value]) -> Sequence[Value]:
        element = inside.value("memref.load", [views[0], reads(inside, at)], views[0].type.element)
        inside.create("memref.store", [element, views[1], writes(inside, at)], ())
        return ()

    loop(build, [zero, count, one], [], body)


def elements_from(build: Builder, buffer: Value, *indices: Value, size: Value) -> Any:
    """The elements of a buffer from a place on, as they lie in memory, in one dimension."""
    type: Any = buffer.type
    rank = len(type.shape)
    parts = [MemRefType((), type.element, None, type.space), *[INDEX] * (1 + 2 * rank)]
    base, offset, *numbers = build.create("memref.extract_strided_metadata", [buffer], parts, {}).results
    for index, stride in zip(indices, numbers[rank:]):
        offset = build.value("arith.addi", [offset, build.value("arith.muli", [index, stride], INDEX)], INDEX)
    held = {
        "static_offsets": DenseArrayAttr([DYNAMIC], I64), "static_sizes": DenseArrayAttr([DYNAMIC], I64),
        "static_strides": DenseArrayAttr([1], I64), "operandSegmentSizes": DenseArrayAttr([1, 1, 1, 0], I32),
    }  # fmt: skip
    view = MemRefType([None], type.element, StridedAttr([1], None), type.space)
    return build.value("memref.reinterpret_cast", [base, offset, size], view, held)
