"""Reads and writes vectors of several dimensions by loops over vectors of fewer, and strided or repeated elements by loops over these.

    before:  %0 = vector.transfer_read %m[%i, %j], %pad : memref<?x?xf32>, vector<4x8xf32>
    after:   %b = memref.alloca() : memref<vector<4x8xf32>>
             %rows = vector.type_cast %b : memref<vector<4x8xf32>> to memref<4xvector<8xf32>>
             scf.for %k = %c0 to %c4 step %c1: where %i + %k is inside, a transfer of vector<8xf32> is stored to %rows[%k], else %pad is
             %0 = memref.load %b[] : memref<vector<4x8xf32>>

With `full-unroll` there are no loops, and parts are inserted into the result, or taken out of what is written. Before that what is permuted is transposed
(vector_transfer_maps.py). What prints a vector becomes loops as well.
"""

from __future__ import annotations

from math import prod

from tfir.analysis.affine_values import canonical, composed
from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.dialects.vector.assembly import PUNCTUATIONS
from tfir.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr, IntegerAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, I32, I64, INDEX, IntegerType, MemRefType, TensorType, VectorType
from tfir.ods.affine_algebra import affine_map
from tfir.text.affine_expression import add
from tfir.text.pieces import DYNAMIC

from tfopt.generic.canonicalization.folders import folders_about
from tfopt.generic.canonicalization.regions import simplified_whole
from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.to_llvm import vector_transfer_maps
from tfopt.to_llvm.loop_building import bounds, choice, loop, number, scope_of
from tfopt.to_llvm.vector_print_by_elements import print_mark
from tfopt.to_llvm.vector_transfer_by_elements import Transfer
from tfopt.to_llvm.vector_unrolling import PLACED_FIRST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfopt.rewrite.pattern import PatternFunction
    from tfopt.to_llvm.loop_building import Inside

WORKS_ON = ("vector",)
TITLE = "Lower vector transfers and prints to loops"
OPTIONS = {
    "full-unroll": "Whether there are parts one after another in place of loops.",
    "target-rank": "Of how many dimensions transfers may stay.",
    "lower-tensors": "Whether transfers from and to tensors are lowered too.",
    "lower-scalable": "Whether a transposed vector of unknown length is written by its columns.",
}
LABEL = "__vector_to_scf_lowering__"  # of a transfer whose vector is in memory: of upstream, which prints it where it is left
READ, WRITE = "vector.transfer_read", "vector.transfer_write"
MADE = frozenset(
    ["affine.apply", "arith.andi", "arith.cmpi", "memref.dim", "tensor.dim", "vector.broadcast", "vector.extract", "vector.transpose"]
)
GREATER, LESS = [IntegerAttr(INTEGER_PREDICATES.index(name), I64) for name in ("sgt", "ult")]


def convert_vector_to_scf(
    root: Operation, *, full_unroll: bool = False, target_rank: int = 1, lower_tensors: bool = False, lower_scalable: bool = False
):
    """Results are those of upstream."""
    lowering = Lowering(target_rank, lower_tensors)
    several = [lowering.unrolled] if full_unroll else [lowering.prepared, lowering.unpacked]
    of_one = [lowering.by_elements] if target_rank == 1 else []
    of_unknown = [lowering.by_columns] if lower_scalable else []
    of_transfers = [looked_at(pattern) for pattern in (*of_unknown, *several, *of_one)]
    table = {READ: of_transfers, WRITE: of_transfers, "vector.print": [looked_at(printed_by_loops)]}
    for patterns in (vector_transfer_maps.PATTERNS, table):
        folders = folders_about({op.name for op in root.inside()} | MADE)
        GreedyDriver([*folders, *function_patterns(patterns)], iterations=10, pooled=PLACED_FIRST, simplify_regions=simplified_whole).run(
            root
        )


def looked_at(pattern: PatternFunction) -> PatternFunction:
    """A pattern behind which all that it has built is looked at, in order."""

    def run(op: Operation, rewriter: PatternRewriter) -> bool:
        if not pattern(op, rewriter):
            return False
        for made in rewriter.created:
            rewriter.revisit(made)
        return True

    return run


# Building


def moved(build: Builder, first: Value, by: Value | int) -> Value:
    """A place so many further on."""
    further = ("d", 1) if isinstance(by, Value) else by
    values = [first, by] if isinstance(by, Value) else [first]
    map, operands = composed(*canonical(affine_map(len(values), 0, [add(("d", 0), further)]), values))
    if map.results[0] in (("d", 0), ("s", 0)):
        return operands[0]
    return build.value("affine.apply", operands, INDEX, {"map": map})


def element_at(build: Builder, vector: Value, places: Sequence[int | Value]) -> Value:
    kind: Any = vector.type
    left = (
        VectorType(kind.shape[len(places) :], kind.element, kind.scalable[len(places) :]) if len(places) < len(kind.shape) else kind.element
    )
    return build.value("vector.extract", [vector, *values_in(places)], left, {"static_position": positions(places)})


def inserted(build: Builder, part: Value, vector: Value, places: Sequence[int | Value]) -> Value:
    return build.value("vector.insert", [part, vector, *values_in(places)], vector.type, {"static_position": positions(places)})


def positions(places: Sequence[int | Value]) -> DenseArrayAttr:
    return DenseArrayAttr([DYNAMIC if isinstance(place, Value) else place for place in places], I64)


def values_in(places: Sequence[int | Value]) -> list[Value]:
    return [place for place in places if isinstance(place, Value)]


def rest_of(type: Any) -> VectorType:
    """A vector without its first dimension."""
    return VectorType(type.shape[1:], type.element, type.scalable[1:])


# Transfers


class Lowering:
    """Patterns of transfers of more than so many dimensions."""

    def __init__(self, rank: int, of_tensors: bool):
        self.rank, self.of_tensors = rank, of_tensors

    def is_lowered(self, transfer: Transfer) -> bool:
        kind = transfer.type
        is_taken = isinstance(transfer.memory, MemRefType) or (isinstance(transfer.memory, TensorType) and self.of_tensors)
        return is_taken and len(kind.shape) > self.rank and not any(kind.scalable[:1]) and transfer.memory.element is kind.element

    def prepared(self, op: Operation, rewriter: PatternRewriter) -> bool:
        """Puts the vector into memory on the stack, where loops reach its rows."""
        transfer = Transfer(op)
        scope = scope_of(op)
        if LABEL in op.attributes or not self.is_lowered(transfer) or scope is None:
            return False
        front, build = Builder(scope, scope.first, op.location), rewriter.builder
        data = front.value("memref.alloca", [], MemRefType([], transfer.type), {"operandSegmentSizes": DenseArrayAttr([0, 0], I32)})
        operands, label = list(op.operands), {LABEL: UnitAttr()}
        if transfer.mask is not None:
            held = MemRefType([], transfer.mask.type)
            mask = front.value("memref.alloca", [], held, {"operandSegmentSizes": DenseArrayAttr([0, 0], I32)})
            build.create("memref.store", [transfer.mask, mask], ())
            operands[-1] = build.value("memref.load", [mask], transfer.mask.type)
        if transfer.stored is not None:
            build.create("memref.store", [transfer.stored, data], ())
            operands[0] = build.value("memref.load", [data], transfer.type)
        made = rewriter.create(op.name, operands, [result.type for result in op.results], {**op.attributes, **label})
        if transfer.stored is not None:
            return rewriter.replace(op, made.results)
        build.create("memref.store", [made.result, data], ())
        return rewriter.replace(op, [build.value("memref.load", [data], transfer.type)])

    def unpacked(self, op: Operation, rewriter: PatternRewriter) -> bool:
        """A loop over the first dimension of a vector that is in memory."""
        if LABEL not in op.attributes:
            return False
        transfer, build = Transfer(op), rewriter.builder
        place = next(iter(op.results[0].users)) if transfer.stored is None else transfer.stored.op
        assert place is not None, "a labelled transfer is one of what lies in memory"
        buffer, *before = place.operands[1:] if transfer.stored is None else place.operands
        if any(transfer.type.scalable[:1]):
            return False
        data = cast_to_rows(build, buffer)
        masks = MaskBuffer(build, transfer)

        def one(inside: Builder, at: Value, carried: Sequence[Value]) -> Sequence[Value]:
            def move(where: Builder) -> Sequence[Value]:
                if transfer.stored is None:
                    part = self.part(where, transfer, at, masks.loaded(at), None, ())
                    where.create("memref.store", [part.result, data, *before, at], ())
                    return ()
                row = lambda: where.value("memref.load", [data, *before, at], data.type.element)  # noqa: E731
                return self.part(where, transfer, at, masks.loaded(at), row, carried).results

            def leave(where: Builder) -> Sequence[Value]:
                if transfer.padding is not None:
                    filled = where.value("vector.broadcast", [transfer.padding], data.type.element)
                    where.create("memref.store", [filled, data, *before, at], ())
                return carried

            return inside_bounds(inside, transfer, at, carried, move, leave)

        state = [transfer.buffer] if transfer.stored is not None and op.results else []
        made = loop(build, bounds(build, transfer.type.shape[0]), state, one)
        if transfer.stored is None:
            rewriter.erase(place)
            rewriter.erase(op)
            return True
        return rewriter.replace(op, made.results)

    def part(
        self, build: Builder, transfer: Transfer, at: Value | int, mask: Callable[[Builder], Value] | None, row: Callable[[], Value] | None, carried: Sequence[Value]
    ) -> Operation:  # fmt: skip
        """The transfer of a part at a place along the first dimension."""
        indices = list(transfer.first)
        along = transfer.along[0]
        if along is not None:
            indices[along] = moved(build, indices[along], at)
        stored = [] if row is None else [row()]
        masks = [] if mask is None else [mask(build)]
        inner = rest_of(transfer.type)
        held: dict[str, Any] = {
            "permutation_map": affine_map(len(indices), 0, list(transfer.map.results[1:])),
            "in_bounds": ArrayAttr([BoolAttr(each) for each in transfer.is_inside[1:]]),
        }
        if len(inner.shape) > self.rank and LABEL in transfer.op.attributes:
            held[LABEL] = UnitAttr()
        base = carried[0] if carried else transfer.buffer
        if row is None:
            held["operandSegmentSizes"] = DenseArrayAttr([1, len(indices), 1, len(masks)], I32)
            assert transfer.padding is not None, "it is read"
            return build.create(READ, [base, *indices, transfer.padding, *masks], [inner], held)
        held["operandSegmentSizes"] = DenseArrayAttr([1, 1, len(indices), len(masks)], I32)
        return build.create(WRITE, [*stored, base, *indices, *masks], [result.type for result in transfer.op.results], held)

    def unrolled(self, op: Operation, rewriter: PatternRewriter) -> bool:
        """A part for each place along the first dimension."""
        transfer = Transfer(op)
        if not self.is_lowered(transfer):
            return False
        build = rewriter.builder
        if transfer.stored is None:
            return self.read_unrolled(op, transfer, build, rewriter)
        source, before = transfer.stored, list[int | Value]()
        if source.op is not None and source.op.name == "vector.extract":
            source, before = source.op.operands[0], mixed_positions(source.op)
        whole = [transfer.buffer] if op.results else []
        for place in range(transfer.type.shape[0]):

            def move(where: Builder, place: int = place, whole: Sequence[Value] = whole) -> Sequence[Value]:
                def row() -> Value:
                    part = element_at(where, source, [*before, place])
                    is_number = len(transfer.type.shape) == 1
                    return where.value("vector.broadcast", [part], VectorType((), transfer.type.element)) if is_number else part

                return self.part(where, transfer, place, part_of_mask(transfer, place), row, whole).results

            whole = list(inside_bounds(build, transfer, place, whole, move))
        return rewriter.replace(op, whole)

    def read_unrolled(self, op: Operation, transfer: Transfer, build: Builder, rewriter: PatternRewriter) -> bool:
        result, into = op.results[0], None
        if len(result.uses) == 1 and (user := next(iter(result.users))).name == "vector.insert" and user.operands[0] is result:
            into = user
        before = [] if into is None else mixed_positions(into)
        if into is None:
            assert transfer.padding is not None, "it is read"
            whole = build.value("vector.broadcast", [transfer.padding], transfer.type)
        else:
            whole = into.operands[1]
        for place in range(transfer.type.shape[0]):

            def move(where: Builder, place: int = place, whole: Value = whole) -> Sequence[Value]:
                part = self.part(where, transfer, place, part_of_mask(transfer, place), None, ()).result
                if len(transfer.type.shape) == 1:
                    part = element_at(where, part, [])
                return [inserted(where, part, whole, [*before, place])]

            (whole,) = inside_bounds(build, transfer, place, [whole], move)
        if into is None:
            return rewriter.replace(op, [whole])
        rewriter.replace(into, [whole])
        rewriter.erase(op)
        return True

    def by_elements(self, op: Operation, rewriter: PatternRewriter) -> bool:
        """A loop over elements that do not lie one behind another."""
        transfer, build = Transfer(op), rewriter.builder
        if not isinstance(transfer.memory, MemRefType) or len(transfer.type.shape) != 1 or transfer.has_rows():
            return False
        low, high = number(build, 0), number(build, transfer.type.shape[0])
        if any(transfer.type.scalable):
            high = build.value("arith.muli", [high, build.value("vector.vscale", [], INDEX)], INDEX)
        step = number(build, 1)
        (along,) = transfer.along

        def one(inside: Builder, at: Value, carried: Sequence[Value]) -> Sequence[Value]:
            indices = list(transfer.first)
            if along is not None:
                indices[along] = moved(inside, indices[along], at)

            def move(where: Builder) -> Sequence[Value]:
                if transfer.stored is not None:
                    where.create("memref.store", [element_at(where, transfer.stored, [at]), transfer.buffer, *indices], ())
                    return ()
                part = where.value("memref.load", [transfer.buffer, *indices], transfer.type.element)
                return [inserted(where, part, carried[0], [at])]

            return inside_bounds(inside, transfer, at, carried, move)

        state = []
        if transfer.padding is not None:
            state = [build.value("vector.broadcast", [transfer.padding], transfer.type)]
        return rewriter.replace(op, loop(build, [low, high, step], state, one).results)

    def by_columns(self, op: Operation, rewriter: PatternRewriter) -> bool:
        """A loop over the unknown length of a vector whose transposed has a row for each of its columns, which are written."""
        transfer, build = Transfer(op), rewriter.builder
        turned = transfer.stored.op if transfer.stored is not None else None
        is_taken = isinstance(transfer.memory, MemRefType) or self.of_tensors
        if turned is None or turned.name != "vector.transpose" or not is_taken or transfer.type.scalable != (True, False):
            return False
        mask = None if transfer.mask is None else transfer.mask.op
        is_masked_by_sizes = transfer.mask is None or (mask is not None and mask.name == "vector.create_mask")
        if transfer.map != affine_map(2, 0, [("d", 0), ("d", 1)]) or not transfer.is_inside[0] or not is_masked_by_sizes:
            return False
        (source,), (length, count) = turned.operands, transfer.type.shape
        rows = [element_at(build, source, [at]) for at in range(count)]
        start, masks = number(build, 0), []
        if mask is not None:
            end, width = mask.operands
            masks = [build.value("vector.create_mask", [width], VectorType((count,), I1))]
        else:
            end = build.value("arith.muli", [build.value("vector.vscale", [], INDEX), number(build, length)], INDEX)
        held: dict[str, Any] = {
            "permutation_map": affine_map(2, 0, [("d", 1)]), "in_bounds": ArrayAttr([BoolAttr(transfer.is_inside[1])]),
            "operandSegmentSizes": DenseArrayAttr([1, 1, 2, len(masks)], I32),
        }  # fmt: skip
        column, state = VectorType((count,), transfer.type.element), [transfer.buffer] if op.results else []

        def one(inside: Builder, at: Value, carried: Sequence[Value]) -> Sequence[Value]:
            indices = [moved(inside, transfer.first[0], at), transfer.first[1]]
            numbers = [element_at(inside, row, [at]) for row in rows]
            stored = inside.value("vector.from_elements", numbers, column)
            base = carried[0] if carried else transfer.buffer
            return inside.create(WRITE, [stored, base, *indices, *masks], [value.type for value in carried], held).results

        return rewriter.replace(op, loop(build, [start, end, number(build, 1)], state, one).results)


def cast_to_rows(build: Builder, buffer: Value) -> Any:
    """A buffer of vectors as one of their rows."""
    kind: Any = buffer.type
    rows = MemRefType([*kind.shape, kind.element.shape[0]], rest_of(kind.element))
    return build.value("vector.type_cast", [buffer], rows)


class MaskBuffer:
    """Where the mask of a labelled transfer lies, and the one of a part of it."""

    def __init__(self, build: Builder, transfer: Transfer):
        self.is_kept, self.buffer, self.before = False, None, list[Value]()
        mask = transfer.mask
        if mask is None:
            return
        assert mask.op is not None, "the mask of a labelled transfer is loaded"
        held, *self.before = mask.op.operands
        self.is_kept = transfer.along[0] is None
        is_taken_apart = not self.is_kept and len(transfer.mask.type.shape) > 1
        self.buffer = cast_to_rows(build, held) if is_taken_apart else held if self.is_kept else None

    def loaded(self, at: Value) -> Callable[[Builder], Value] | None:
        if self.buffer is None:
            return None
        buffer, places = self.buffer, [*self.before, *([] if self.is_kept else [at])]
        return lambda build: build.value("memref.load", [buffer, *places], buffer.type.element)


def part_of_mask(transfer: Transfer, place: int) -> Callable[[Builder], Value] | None:
    mask = transfer.mask
    if mask is None or (transfer.along[0] is not None and len(mask.type.shape) == 1):
        return None
    return (lambda build: mask) if transfer.along[0] is None else lambda build: element_at(build, mask, [place])


def mixed_positions(op: Operation) -> list[int | Value]:
    """Places that an operation on a vector names, as numbers or values."""
    rest = iter(op.operands[1 if op.name == "vector.extract" else 2 :])
    return [next(rest) if place == DYNAMIC else place for place in op.attributes["static_position"].values]


def inside_bounds(
    build: Builder, transfer: Transfer, at: Value | int, state: Sequence[Value], move: Inside, leave: Inside | None = None
) -> Sequence[Value]:  # fmt: skip
    """What `move` gives where a place along the first dimension is in memory and not masked, and else what `leave` does, or the state as it was."""
    along, condition = transfer.along[0], None
    if along is not None and not transfer.is_inside[0]:
        size = transfer.memory.shape[along]
        name = "memref.dim" if isinstance(transfer.memory, MemRefType) else "tensor.dim"
        end = number(build, along if size is None else size)
        end = build.value(name, [transfer.buffer, end], INDEX) if size is None else end
        place = moved(build, transfer.first[along], at)
        condition = build.value("arith.cmpi", [end, place], I1, {"predicate": GREATER})
    if transfer.mask is not None and along is not None and len(transfer.mask.type.shape) == 1:
        is_let_through = element_at(build, transfer.mask, [at])
        condition = is_let_through if condition is None else build.value("arith.andi", [condition, is_let_through], I1)
    sides = [move, leave or (lambda _: state)]
    return move(build) if condition is None else choice(build, condition, [value.type for value in state], sides)


# Printing


def printed_by_loops(op: Operation, rewriter: PatternRewriter) -> bool:
    """A loop for each dimension, and a comma behind each but the last."""
    kind: Any = op.operands[0].type if op.operands else None
    if not isinstance(kind, VectorType) or (len(kind.shape) > 1 and any(kind.scalable)):
        return False
    build, value = rewriter.builder, op.operands[0]
    value = of_whole_bytes(build, value)
    shape = kind.shape or (1,)
    if len(kind.shape) != 1:
        value = build.value("vector.shape_cast", [value], VectorType((prod(shape),), value.type.element))
    print_dimension(build, value, kind, shape, [])
    build.create("vector.print", [], [], {"punctuation": op.attributes["punctuation"]})
    rewriter.erase(op)
    return True


def of_whole_bytes(build: Builder, value: Value) -> Value:
    """Integers of other widths as those of 8 bits, 16, 32, ..; truth values as 0 and 1."""
    kind: Any = value.type
    element = kind.element
    if not isinstance(element, IntegerType):
        return value
    width = max(8, 1 << (element.width - 1).bit_length())
    if width == element.width:
        return value
    is_unsigned = element.width == 1 or element.signedness == "unsigned"
    return build.value("arith.extui" if is_unsigned else "arith.extsi", [value], VectorType(kind.shape, IntegerType(width), kind.scalable))


def print_dimension(build: Builder, value: Value, kind: Any, shape: Sequence[int], places: Sequence[Value]) -> None:
    at = len(places)
    if at == len(shape):
        build.create(
            "vector.print",
            [element_at(build, value, [flat_place(build, shape, places)])],
            [],
            {"punctuation": PUNCTUATIONS.of("no_punctuation")},
        )
        return
    low, high, step = bounds(build, shape[at])
    if any(kind.scalable[at : at + 1]):
        high = build.value("arith.muli", [high, build.value("vector.vscale", [], INDEX)], INDEX)
    last = build.value("arith.subi", [high, step], INDEX)

    def comma(inside: Builder) -> Sequence[Value]:
        print_mark(inside, "comma")
        return ()

    def one(inside: Builder, place: Value, _: Sequence[Value]) -> Sequence[Value]:
        print_dimension(inside, value, kind, shape, [*places, place])
        is_followed = inside.value("arith.cmpi", [place, last], I1, {"predicate": LESS})
        choice(inside, is_followed, [], [comma])
        return ()

    print_mark(build, "open")
    loop(build, [low, high, step], [], one)
    print_mark(build, "close")


def flat_place(build: Builder, shape: Sequence[int], places: Sequence[Value]) -> Value:
    total, stride = None, 1
    for size, place in zip(reversed(shape), reversed(places)):
        term = build.value("arith.muli", [number(build, stride), place], INDEX)
        total, stride = term if total is None else build.value("arith.addi", [total, term], INDEX), stride * size
    assert total is not None, "there is a dimension"
    return total
