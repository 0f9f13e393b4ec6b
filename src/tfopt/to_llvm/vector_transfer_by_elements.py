"""Reads and writes vectors by their elements, or by rows where these lie one behind another, as LLVM has loads of rows alone.

    before:  %0 = vector.transfer_read %m[%i, %j], %pad : memref<?x?xf32>, vector<2x4xf32>
    after:   for each of the two rows %i + 0, %i + 1: whether it is less than memref.dim %m, %c0, and if it is, a transfer of vector<4xf32>

Upstream's convert-vector-to-scf does it by loops over memory on the stack. What stays: vectors of unknown length or of more than 1024 elements, tensors, and buffers of
vectors. A row of one dimension stays too, of which convert-vector-to-llvm makes a load.
"""

from __future__ import annotations

from itertools import product
from math import prod

from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.dialects.memref.layouts import layout_of
from tfir.dialects.vector.computation import masked_place
from tfir.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.types import I1, I32, I64, INDEX, MemRefType, Type, VectorType
from tfir.ods.affine_algebra import affine_map

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

WORKS_ON = ("vector",)
TITLE = "Transfer vectors by their elements or rows"
MOST = 1024  # elements: each is an operation of its own
LESS = IntegerAttr(INTEGER_PREDICATES.index("slt"), I64)


def vector_transfer_by_elements(root: Operation) -> None:
    for op in [op for op in root.walk() if op.name in ("vector.transfer_read", "vector.transfer_write")]:
        transfer = Transfer(op)
        if transfer.is_taken_apart():
            transfer.take_apart()


class Transfer:
    def __init__(self, op: Operation):
        self.op, self.build, self.writes = op, Builder.before(op), op.name == "vector.transfer_write"
        counts = op.attributes["operandSegmentSizes"].values
        operands = list(op.operands)
        self.stored: Value | None = operands.pop(0) if self.writes else None
        self.buffer, count = operands[0], int(counts[2 if self.writes else 1])
        self.memory: Any = self.buffer.type
        self.first, rest = operands[1 : 1 + count], operands[1 + count :]
        self.padding: Value | None = None if self.writes else rest.pop(0)
        self.mask: Value | None = rest[0] if rest else None
        self.type: Any = self.stored.type if self.stored is not None else op.result.type
        self.map: Any = op.attributes["permutation_map"]
        self.along = [None if result == 0 else result[1] for result in self.map.results]  # dimensions of memory
        self.is_inside = [each.value for each in op.attributes["in_bounds"].elements]

    def has_rows(self) -> bool:
        """Whether the last dimension is that of memory whose elements lie one behind another, and the mask has its rows in the same order."""
        layout, rank = layout_of(self.memory), len(self.memory.shape)
        in_order = self.mask is None or self.along == sorted([each for each in self.along if each is not None])
        return bool(self.along) and self.along[-1] == rank - 1 and layout is not None and layout[0][-1:] == [1] and in_order

    def is_taken_apart(self) -> bool:
        is_plain = isinstance(self.memory, MemRefType) and self.memory.element is self.type.element
        is_fixed = not any(self.type.scalable) and prod(self.type.shape) <= MOST
        return is_plain and is_fixed and bool(self.type.shape) and not (self.has_rows() and len(self.type.shape) == 1)

    def take_apart(self) -> None:
        whole: Value | None = None
        if self.padding is not None:
            whole = self.build.value("vector.broadcast", [self.padding], self.type)
        shape, move = (self.type.shape[:-1], self.row) if self.has_rows() else (self.type.shape, self.element)
        for place in product(*map(range, shape)):
            at = [self.index(place, dimension) for dimension in range(len(self.first))]
            condition = self.condition(place, at, shape)
            whole = move(place, at, condition, whole)
        if whole is not None:
            self.op.replace_with([whole])
        self.op.erase()

    def number(self, number: int) -> Value:
        return self.build.value("arith.constant", (), INDEX, {"value": IntegerAttr(number, INDEX)})

    def index(self, place: Sequence[int], dimension: int) -> Value:
        steps = [step for step, along in zip(place, self.along) if along == dimension and step]
        first = self.first[dimension]
        return self.build.value("arith.addi", [first, self.number(steps[0])], INDEX) if steps else first

    def condition(self, place: Sequence[int], at: Sequence[Value], shape: Sequence[int]) -> Value | None:
        """Whether a place is in memory, and an element let through by the mask; None where nothing can keep it out."""
        truths = []
        for along, is_inside in zip(self.along[: len(shape)], self.is_inside):
            if along is not None and not is_inside:
                size = self.memory.shape[along]
                end = self.number(size) if size is not None else self.build.value("memref.dim", [self.buffer, self.number(along)], INDEX)
                truths.append(self.build.value("arith.cmpi", [at[along], end], I1, {"predicate": LESS}))
        if self.mask is not None and len(place) == len(self.along):
            truths.append(self.part(self.mask, masked_place(place, self.map)))
        both = truths[0] if truths else None
        for truth in truths[1:]:
            both = self.build.value("arith.andi", [both, truth], I1)
        return both

    def part(self, vector: Value, place: Sequence[int], build: Builder | None = None) -> Value:
        kind: Any = vector.type
        left = kind.shape[len(place) :]
        part = VectorType(left, kind.element) if left else kind.element
        return (build or self.build).value("vector.extract", [vector], part, {"static_position": DenseArrayAttr(place, I64)})

    def element(self, place: Sequence[int], at: Sequence[Value], condition: Value | None, whole: Value | None) -> Value | None:
        def write(build: Builder) -> list[Value]:
            assert self.stored is not None
            build.create("memref.store", [self.part(self.stored, place, build), self.buffer, *at], ())
            return []

        def read(build: Builder) -> Value:
            return build.value("memref.load", [self.buffer, *at], self.type.element)

        return self.moved(place, condition, whole, write, read, self.type.element)

    def row(self, place: Sequence[int], at: Sequence[Value], condition: Value | None, whole: Value | None) -> Value | None:
        kind = VectorType(self.type.shape[-1:], self.type.element)
        rank = len(at)
        held = {
            "permutation_map": affine_map(rank, 0, [("d", rank - 1)]),
            "in_bounds": ArrayAttr([BoolAttr(self.is_inside[-1])]),
        }
        masks = []
        if self.mask is not None:
            named = [step for step, along in zip(place, self.along) if along is not None]
            masks = [self.part(self.mask, named)]

        def write(build: Builder) -> list[Value]:
            assert self.stored is not None
            counts = {"operandSegmentSizes": DenseArrayAttr([1, 1, rank, len(masks)], I32)}
            build.create("vector.transfer_write", [self.part(self.stored, place, build), self.buffer, *at, *masks], (), {**held, **counts})
            return []

        def read(build: Builder) -> Value:
            counts = {"operandSegmentSizes": DenseArrayAttr([1, rank, 1, len(masks)], I32)}
            return build.value("vector.transfer_read", [self.buffer, *at, self.padding, *masks], kind, {**held, **counts})

        return self.moved(place, condition, whole, write, read, kind)

    def moved(
        self, place: Sequence[int], condition: Value | None, whole: Value | None, write: Callable[[Builder], list[Value]],
        read: Callable[[Builder], Value], kind: Type,
    ) -> Value | None:  # fmt: skip
        """Writes a part, or gives the whole with one that is read where the condition holds."""
        if whole is None:
            if condition is None:
                write(self.build)
            else:
                self.branch(condition, (), [write])
            return None
        if condition is None:
            part = read(self.build)
        else:
            before = whole
            part = self.branch(condition, [kind], [lambda build: [read(build)], lambda build: [self.part(before, place, build)]])
        return self.build.value("vector.insert", [part, whole], self.type, {"static_position": DenseArrayAttr(place, I64)})

    def branch(self, condition: Value, types: Sequence[Type], sides: Sequence[Callable[[Builder], Sequence[Value]]]) -> Any:
        regions = []
        for side in sides:
            region, block = single_block_region()
            build = Builder.at_end(block, self.op.location)
            build.create("scf.yield", side(build), ())
            regions.append(region)
        regions += [Region()] * (2 - len(regions))
        made = Operation("scf.if", [condition], types, {}, regions, location=self.op.location, block=self.op.block, anchor=self.op)
        return made.results[0] if types else None
