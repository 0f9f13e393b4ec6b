"""Makes of buffers that are to have another size new ones where they are too small, and other views of the same memory where they are not.

before:  %0 = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
after:   %c0 = arith.constant 0 : index
         %size = memref.dim %m, %c0 : memref<?xf32>
         %grows = arith.cmpi ult, %size, %n : index
         %0 = scf.if %grows -> (memref<?xf32>) {
           %new = memref.alloc(%n); memref.copy %m to its beginning; memref.dealloc %m; scf.yield %new
         } else {
           %same = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1]; scf.yield %same
         }
"""

from __future__ import annotations

from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I1, I32, I64, INDEX, MemRefType
from tfir.text.pieces import DYNAMIC
from tfir.text.strided_layout import StridedAttr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.attributes import Attribute

    Number = Value | int

TITLE = "Expand memref.realloc operations into its components"
OPTIONS = {"emit-deallocs": "Free the memory that a buffer had before."}
LESS = IntegerAttr(INTEGER_PREDICATES.index("ult"), I64)


def expand_realloc(root: Operation, *, emit_deallocs: bool = True):
    """Results are those of upstream."""
    for op in [op for op in root.walk() if op.name == "memref.realloc"]:
        Expansion(op, emit_deallocs).expand()


class Expansion:
    def __init__(self, op: Operation, frees: bool):
        self.op, self.frees, self.build = op, frees, Builder.before(op)
        self.source, self.type = op.operands[0], op.result.type

    def expand(self) -> None:
        before, after = self.size_before(), self.size_after()
        smaller = [number_value(self.build, each) for each in (before, after)]
        grows = self.build.value("arith.cmpi", smaller, I1, {"predicate": LESS})
        regions = [self.branch(self.grown(before, after)), self.branch(self.seen(after))]
        choice = Operation("scf.if", [grows], [self.type], {}, regions, location=self.op.location, block=self.op.block, anchor=self.op)
        self.op.replace_with(choice.results)
        self.op.erase()

    def size_before(self) -> Number:
        size = self.source.type.shape[0]
        return self.build.value("memref.dim", [self.source, number_value(self.build, 0)], INDEX) if size is None else size

    def size_after(self) -> Number:
        size = self.type.shape[0]
        return self.op.operands[1] if size is None else size

    def branch(self, built: tuple[Block, Value]) -> Region:
        block, value = built
        Builder.at_end(block, self.op.location).create("scf.yield", [value], ())
        return Region([block])

    def grown(self, before: Number, after: Number) -> tuple[Block, Value]:
        """New memory, that begins with the old."""
        block = Block()
        build = Builder.at_end(block, self.op.location)
        held: dict[str, Attribute] = {"operandSegmentSizes": DenseArrayAttr([int(isinstance(after, Value)), 0], I32)}
        held |= {name: value for name, value in self.op.attributes.items() if name == "alignment"}
        new = build.value("memref.alloc", dynamic([after]), self.type, held)
        shape = [None if isinstance(before, Value) else before]
        part_type = MemRefType(shape, self.type.element, StridedAttr([1], 0), self.type.space)
        part = build.value("memref.subview", [new, *dynamic([before])], part_type, view([0], [before], [1]))
        build.create("memref.copy", [self.source, part], ())
        if self.frees:
            build.create("memref.dealloc", [self.source], ())
        return block, new

    def seen(self, after: Number) -> tuple[Block, Value]:
        """The same memory, of the new size."""
        block = Block()
        build = Builder.at_end(block, self.op.location)
        return block, build.value("memref.reinterpret_cast", [self.source, *dynamic([after])], self.type, view([0], [after], [1]))


def number_value(build: Builder, number: Number) -> Value:
    return number if isinstance(number, Value) else build.value("arith.constant", (), INDEX, {"value": IntegerAttr(number, INDEX)})


def dynamic(numbers: Sequence[Number]) -> list[Value]:
    return [each for each in numbers if isinstance(each, Value)]


def view(offsets: Sequence[Number], sizes: Sequence[Number], strides: Sequence[Number]) -> dict:
    """The attributes of a view: numbers that are known, and how many are operands."""
    lists = {"static_offsets": offsets, "static_sizes": sizes, "static_strides": strides}
    segments = [1, *[len(dynamic(numbers)) for numbers in lists.values()]]
    fixed = {name: DenseArrayAttr([DYNAMIC if isinstance(each, Value) else each for each in of], I64) for name, of in lists.items()}
    return {**fixed, "operandSegmentSizes": DenseArrayAttr(segments, I32)}
