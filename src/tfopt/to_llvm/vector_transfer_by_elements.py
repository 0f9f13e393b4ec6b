"""Reads and writes vectors by their elements, or by rows where these lie one behind another, as LLVM has loads of rows alone.

    before:  %0 = vector.transfer_read %m[%i, %j], %pad : memref<?x?xf32>, vector<2x4xf32>
    after:   for each of the two rows %i + 0, %i + 1: whether it is less than memref.dim %m, %c0, and if it is, a transfer of vector<4xf32>

More than 1024 elements go through memory on the stack, by loops. Of elements that do not fill their bytes (i1, i4, i24) there are no rows: a buffer
has bytes for each, and LLVM's vectors have their bits one behind another, so that other reads and writes of such vectors become transfers, too. What stays: vectors of unknown length,
tensors, and buffers of vectors. A row of one dimension stays too, of which convert-vector-to-llvm makes a load.
"""

from __future__ import annotations

from itertools import product
from math import prod

from tfir.conversion.llvm_ir.layout import held_as, is_packed
from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.dialects.memref.layouts import layout_of
from tfir.dialects.vector.computation import masked_place
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, DenseArrayAttr, FloatAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I1, I32, I64, INDEX, FloatType, MemRefType, Type, VectorType
from tfir.ods.affine_algebra import affine_map

from tfopt.rewrite.signs import recast, without_sign
from tfopt.to_llvm.loop_building import bounds, choice, loop, number, scope_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfopt.to_llvm.loop_building import Inside

WORKS_ON = ("vector",)
TITLE = "Transfer vectors by their elements or rows"
MOST = 1024  # elements without loops
READS, WRITES = ("vector.load", "vector.maskedload"), ("vector.store", "vector.maskedstore")
LESS = IntegerAttr(INTEGER_PREDICATES.index("slt"), I64)


def vector_transfer_by_elements(root: Operation) -> None:
    for op in [op for op in root.walk() if op.name in (*READS, *WRITES)]:
        buffer, vector = op.operands[int(op.name == "vector.store")].type, op.result.type if op.results else stored_by(op).type
        if buffer.element is vector.element and not any(vector.scalable) and (is_packed(vector.element) or len(vector.shape) > 1):
            become_transfer(op, vector)
    for op in [op for op in root.walk() if op.name in ("vector.transfer_read", "vector.transfer_write")]:
        transfer = Transfer(op)
        if transfer.is_taken_apart():
            transfer.take_apart(MOST)


def stored_by(op: Operation) -> Value:
    return op.operands[0 if op.name == "vector.store" else -1]


def become_transfer(op: Operation, vector: Any) -> None:
    """A read or write of neighbours, as a transfer of which all is inside."""
    build, is_masked, rest = Builder.before(op), op.name.startswith("vector.masked"), list(op.operands)
    stored = [] if op.results else [rest.pop(0 if op.name == "vector.store" else -1)]
    otherwise = [rest.pop()] if op.results and is_masked else []
    masks = [rest.pop()] if is_masked else []
    rank = len(rest) - 1
    held: dict[str, Any] = {
        "permutation_map": affine_map(rank, 0, [("d", rank - at) for at in range(len(vector.shape), 0, -1)]),
        "in_bounds": ArrayAttr([BoolAttr(True)] * len(vector.shape)),
    }
    if stored:
        held["operandSegmentSizes"] = DenseArrayAttr([1, 1, rank, len(masks)], I32)
        build.create("vector.transfer_write", [*stored, *rest, *masks], (), held)
        op.erase()
        return
    held["operandSegmentSizes"] = DenseArrayAttr([1, rank, 1, len(masks)], I32)
    padding = zero_of(build, vector.element)
    read = build.value("vector.transfer_read", [*rest, padding, *masks], vector, held)
    op.replace_with([build.value("arith.select", [*masks, read, *otherwise], vector) if is_masked else read])
    op.erase()


def zero_of(build: Builder, element: Any) -> Value:
    plain = without_sign(element)
    held: Attribute = BoolAttr(False) if plain is I1 else FloatAttr(0.0, plain) if isinstance(plain, FloatType) else IntegerAttr(0, plain)
    return recast(build, build.value("arith.constant", (), plain, {"value": held}), element)


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
        is_row = bool(self.along) and self.along[-1] == rank - 1 and layout is not None and layout[0][-1:] == [1]
        return is_row and in_order and not is_packed(self.type.element)

    def is_taken_apart(self) -> bool:
        is_plain = isinstance(self.memory, MemRefType) and self.memory.element is self.type.element
        return is_plain and not any(self.type.scalable) and bool(self.type.shape) and not (self.has_rows() and len(self.type.shape) == 1)

    def take_apart(self, most: int | None = None) -> None:
        shape, move = (self.type.shape[:-1], self.row) if self.has_rows() else (self.type.shape, self.element)
        scope = scope_of(self.op)
        if most is not None and prod(self.type.shape) > most and scope is not None:
            Loops(self, scope).take_apart()
            return
        whole: Value | None = None
        if self.padding is not None:
            whole = self.build.value("vector.broadcast", [self.padding], self.type)
        for place in product(*map(range, shape)):
            at = [self.index(place, dimension) for dimension in range(len(self.first))]
            condition = self.condition(place, at, shape)
            whole = move(place, at, condition, whole)
        if whole is not None:
            self.op.replace_with([whole])
        self.op.erase()

    def index(self, place: Sequence[int], dimension: int) -> Value:
        steps = [step for step, along in zip(place, self.along) if along == dimension and step]
        first = self.first[dimension]
        return self.build.value("arith.addi", [first, number(self.build, steps[0])], INDEX) if steps else first

    def condition(self, place: Sequence[int], at: Sequence[Value], shape: Sequence[int]) -> Value | None:
        """Whether a place is in memory, and an element let through by the mask; None where nothing can keep it out."""
        truths = self.tests(self.build, at, len(shape))
        if self.mask is not None and len(place) == len(self.along):
            truths.append(self.part(self.mask, masked_place(place, self.map)))
        return all_of(self.build, truths)

    def tests(self, build: Builder, at: Sequence[Value], count: int | None = None) -> list[Value]:
        """Whether indices are less than the sizes of memory along the first dimensions of the vector, where that is not known."""
        truths = []
        for along, is_inside in zip(self.along[:count], self.is_inside):
            if along is not None and not is_inside:
                size = self.memory.shape[along]
                end = number(build, size) if size is not None else build.value("memref.dim", [self.buffer, number(build, along)], INDEX)
                truths.append(build.value("arith.cmpi", [at[along], end], I1, {"predicate": LESS}))
        return truths

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
                choice(self.build, condition, (), [write])
            return None
        if condition is None:
            part = read(self.build)
        else:
            before = whole
            sides: list[Inside] = [lambda build: [read(build)], lambda build: [self.part(before, place, build)]]
            (part,) = choice(self.build, condition, [kind], sides)
        return self.build.value("vector.insert", [part, whole], self.type, {"static_position": DenseArrayAttr(place, I64)})


class Loops:
    """A transfer by loops over memory on the stack, which has the vector's elements in whole bytes, one behind another."""

    def __init__(self, transfer: Transfer, scope: Block):
        self.transfer, self.scope = transfer, scope
        self.type: Any = transfer.type

    def take_apart(self) -> None:
        transfer, build = self.transfer, self.transfer.build
        mask = None if transfer.mask is None else self.kept(transfer.mask)
        data = self.memory(self.type) if transfer.stored is None else self.kept(transfer.stored)
        self.nest(build, [], data, mask)
        if transfer.stored is None:
            transfer.op.replace_with([self.read(data)])
        transfer.op.erase()

    def memory(self, type: Any) -> Value:
        front = Builder(self.scope, self.scope.first, self.transfer.op.location)
        none = {"operandSegmentSizes": DenseArrayAttr([0, 0], I32)}
        return front.value("memref.alloca", [], MemRefType(type.shape, stored_as(type.element)), none)

    def kept(self, vector: Value) -> Value:
        """Memory that has a vector's elements."""
        build, type = self.transfer.build, vector.type
        memory, whole = self.memory(type), in_bytes(type)
        stored = converted(build, vector, whole)
        start = [number(build, 0)] * len(whole.shape)
        held = {**all_inside(whole), "operandSegmentSizes": DenseArrayAttr([1, 1, len(start), 0], I32)}
        by_rows(build.create("vector.transfer_write", [stored, memory, *start], (), held))
        return memory

    def read(self, memory: Value) -> Value:
        build, whole = self.transfer.build, in_bytes(self.type)
        start = [number(build, 0)] * len(whole.shape)
        padding = zero_of(build, whole.element)
        held = {**all_inside(whole), "operandSegmentSizes": DenseArrayAttr([1, len(start), 1, 0], I32)}
        read = build.value("vector.transfer_read", [memory, *start, padding], whole, held)
        # A value of its own, which stays when the read becomes several.
        value = converted(build, read, self.type) if whole is not self.type else build.value("vector.shape_cast", [read], self.type)
        if read.op is not None:
            by_rows(read.op)
        return value

    def nest(self, build: Builder, places: list[Value], data: Value, mask: Value | None) -> None:
        if len(places) == len(self.type.shape):
            self.one(build, places, data, mask)
            return

        def body(inside: Builder, place: Value, _: Sequence[Value]) -> Sequence[Value]:
            self.nest(inside, [*places, place], data, mask)
            return ()

        loop(build, bounds(build, self.type.shape[len(places)]), [], body)

    def one(self, build: Builder, places: list[Value], data: Value, mask: Value | None) -> None:
        transfer, element = self.transfer, self.type.element
        at = list(transfer.first)
        for place, along in zip(places, transfer.along):
            if along is not None:
                at[along] = build.value("arith.addi", [at[along], place], INDEX)
        truths = transfer.tests(build, at)
        if mask is not None:
            along_mask = [places[at] for at in masked_place(range(len(places)), transfer.map)]
            bits = build.value("memref.load", [mask, *along_mask], held_as(I1))
            truths.append(build.value("arith.trunci", [bits], I1))

        def write(inside: Builder) -> Sequence[Value]:
            value = inside.value("memref.load", [data, *places], stored_as(element))
            inside.create("memref.store", [converted(inside, value, element), transfer.buffer, *at], ())
            return ()

        def read(inside: Builder) -> Sequence[Value]:
            return [converted(inside, inside.value("memref.load", [transfer.buffer, *at], element), stored_as(element))]

        condition = all_of(build, truths)
        if transfer.stored is not None:
            if condition is None:
                write(build)
            else:
                choice(build, condition, [], [write])
            return
        padding = transfer.padding
        assert padding is not None, "it is read"
        if condition is None:
            (value,) = read(build)
        else:
            (value,) = choice(
                build, condition, [stored_as(element)], [read, lambda inside: [converted(inside, padding, stored_as(element))]]
            )
        build.create("memref.store", [value, data, *places], ())


def by_rows(op: Operation) -> None:
    """Takes a transfer of several rows apart, however many there are."""
    transfer = Transfer(op)
    if transfer.is_taken_apart():
        transfer.take_apart()


def all_inside(type: Any) -> dict[str, Any]:
    rank = len(type.shape)
    return {"permutation_map": affine_map(rank, 0, [("d", at) for at in range(rank)]), "in_bounds": ArrayAttr([BoolAttr(True)] * rank)}


def stored_as(element: Any) -> Any:
    """What memory on the stack holds of an element: itself, unless it does not fill its bytes."""
    return held_as(element) if is_packed(element) else element


def in_bytes(type: Any) -> Any:
    return VectorType(type.shape, stored_as(type.element))


def converted(build: Builder, value: Value, type: Any) -> Value:
    """A whole number, or a vector of such, with more bits or fewer. Those with a sign are the same bits without, which arith computes with."""
    if value.type is type:
        return value
    plain, whole = without_sign(value.type), without_sign(type)
    name = "arith.extui" if getattr(plain, "element", plain).width < getattr(whole, "element", whole).width else "arith.trunci"
    return recast(build, build.value(name, [recast(build, value, plain)], whole), type)


def all_of(build: Builder, truths: Sequence[Value]) -> Value | None:
    both = truths[0] if truths else None
    for truth in truths[1:]:
        both = build.value("arith.andi", [both, truth], I1)
    return both
