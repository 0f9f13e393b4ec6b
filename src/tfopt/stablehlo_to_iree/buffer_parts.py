"""What iree_hl_seq has for shapes and for parts of buffers, by what iree_ll_seq has: numbers in buffers, and ranges of bytes. What is known of them in
advance are constants, and copies of so many bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod

from tfir.execution.numbers_in_buffers import is_one_piece
from tfir.ir.attributes import IntegerAttr, integer
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, MemRefType, ShapedType, TensorType, Type, storage_bits

LOW = "iree_ll_seq"


def rank(op: Operation, build: Builder) -> Value:
    return constant(build, len(sizes_of(op.operands[0])), op.result.type)


def dim(op: Operation, build: Builder) -> Value:
    sizes, at = sizes_of(op.operands[0]), op.get("dimension")
    if not 0 <= at < len(sizes):
        raise Error.on(op, f"asks for dimension {at} of {op.operands[0].type}")
    size = sizes[at]
    if size is not None:
        return constant(build, size, op.result.type)
    shape, width = shape_in_memory(op.operands[0], build), element_size(op.result)
    if width != storage_bits(I32) // 8:
        raise Error.on(op, f"gives a size as {op.result.type}; expected one of 32 bits")
    place = {"offset": integer(at * width), "length": integer(width)}
    return build.value(f"{LOW}.static_slice", [shape], op.result.type, place)


def written(op: Operation, build: Builder) -> Value:
    """The shape or the number of elements of a buffer."""
    target = build.value(f"{LOW}.alloc_heap", [], op.result.type)
    build.create(f"{LOW}.{op.name.partition('.')[2]}", [op.operands[0], target])
    return target


def slice(op: Operation, build: Builder) -> Value:
    """A view, of what lies in one piece."""
    source, starts, lengths = op.operands
    first, counts, sizes = numbers_in(starts), numbers_in(lengths), sizes_of(source)
    if first is None or counts is None or None in sizes:
        return build.value(f"{LOW}.dynamic_slice", [source, *part_in_memory(op, source, starts, lengths, build), lengths], op.result.type)
    check_inside(op, source, first, counts)
    if not is_one_piece(counts, known(sizes)):
        raise Error.on(op, f"takes {counts} elements of {source.type}, which do not lie in one piece")
    width = element_size(source)
    place = {"offset": integer(place_of(known(sizes), first) * width), "length": integer(prod(counts) * width)}
    return build.value(f"{LOW}.static_slice", [source], op.result.type, place)


def copy(op: Operation, build: Builder) -> None:
    source, starts, target, target_starts, lengths = op.operands
    known_numbers = [numbers_in(value) for value in (starts, target_starts, lengths)]
    if None in known_numbers or None in (*sizes_of(source), *sizes_of(target)):
        begin, count = part_in_memory(op, source, starts, lengths, build)
        target_begin, _ = part_in_memory(op, target, target_starts, lengths, build)
        build.create(f"{LOW}.dynamic_copy", [source, begin, target, target_begin, count])
        return
    first, target_first, counts = [numbers or [] for numbers in known_numbers]
    check_inside(op, source, first, counts)
    check_inside(op, target, target_first, counts)
    copy_runs(source, first, target, target_first, counts, build)


def fill(op: Operation, build: Builder) -> None:
    value, target, starts, lengths = op.operands
    build.create(f"{LOW}.dynamic_fill", [value, target, *part_in_memory(op, target, starts, lengths, build)])


def concat(op: Operation, build: Builder) -> Value:
    target = build.value(f"{LOW}.alloc_heap", [], op.result.type)
    at, dimension = 0, op.get("dimension")
    for source in op.operands:
        sizes = sizes_of(source)
        if None in (*sizes, *sizes_of(target)):
            raise Error.on(op, f"puts {source.type} into {target.type}; expected sizes that are known")
        start = [at * (axis == dimension) for axis in range(len(sizes))]
        check_inside(op, target, start, known(sizes))
        copy_runs(source, [0] * len(sizes), target, start, known(sizes), build)
        at += known(sizes)[dimension]
    if at != sizes_of(target)[dimension]:
        raise Error.on(op, f"puts {at} along dimension {dimension} of {target.type}")
    return target


def copy_runs(
    source: Value, first: Sequence[int], target: Value, target_first: Sequence[int], counts: Sequence[int], build: Builder
) -> None:
    """Copies a part as few runs of bytes."""
    width = element_size(source)
    from_sizes, to_sizes = known(sizes_of(source)), known(sizes_of(target))
    for begin, target_begin, length in runs(from_sizes, first, to_sizes, target_first, counts):
        places = {"source_offset": begin, "target_offset": target_begin, "length": length}
        build.create(f"{LOW}.static_copy", [source, target], attributes={name: integer(at * width) for name, at in places.items()})


def runs(
    sizes: Sequence[int], first: Sequence[int], target_sizes: Sequence[int], target_first: Sequence[int], counts: Sequence[int]
) -> Iterator[tuple[int, int, int]]:
    """Elements side by side in both of two arrays that make up a part: where they begin in each, and how many there are."""
    whole = [count == size == other for count, size, other in zip(counts, sizes, target_sizes, strict=True)]
    split = next((axis for axis in reversed(range(len(counts))) if not whole[axis]), 0)
    length = prod(counts[split:])
    for index in product(*[range(count) for count in counts[:split]]) if length else ():
        at = [*index, *[0] * (len(counts) - split)]
        yield place_of(sizes, moved(first, at)), place_of(target_sizes, moved(target_first, at)), length


def moved(first: Sequence[int], by: Sequence[int]) -> list[int]:
    return [start + step for start, step in zip(first, by, strict=True)]


def place_of(sizes: Sequence[int], index: Sequence[int]) -> int:
    return sum([number * prod(sizes[axis + 1 :]) for axis, number in enumerate(index)])


def check_inside(op: Operation, buffer: Value, first: Sequence[int], counts: Sequence[int]) -> None:
    sizes = known(sizes_of(buffer))
    fits = len(first) == len(counts) == len(sizes)
    if not fits or any([start < 0 or count < 0 or start + count > size for start, count, size in zip(first, counts, sizes)]):
        raise Error.on(op, f"has lengths {list(counts)} from {list(first)} on in a buffer of type {buffer.type}")


def part_in_memory(op: Operation, buffer: Value, starts: Value, lengths: Value, build: Builder) -> tuple[Value, Value]:
    """Where a part of a buffer begins, and how long it is, in bytes, in buffers."""
    number = MemRefType((), I32)
    begin, count = [build.value(f"{LOW}.alloc_heap", [], number) for _ in range(2)]
    width = {"element_size": IntegerAttr(element_size(buffer), I32)}
    build.create(f"{LOW}.compute_range", [shape_in_memory(buffer, build), starts, lengths, begin, count], attributes=width)
    return begin, count


def shape_in_memory(buffer: Value, build: Builder) -> Value:
    shape = build.value(f"{LOW}.alloc_heap", [], MemRefType((len(sizes_of(buffer)),), I32))
    build.create(f"{LOW}.shape", [buffer, shape])
    return shape


def constant(build: Builder, number: int, type: Type) -> Value:
    assert isinstance(type, ShapedType)
    value = DenseAttr.of(number, TensorType(type.shape, type.element))
    return build.value(f"{LOW}.constant", [], type, {"value": value})


def numbers_in(buffer: Value) -> list[int] | None:
    """What a buffer holds, where that is a constant."""
    value = buffer.op.attributes.get("value") if buffer.op is not None and buffer.op.name.endswith("_seq.constant") else None
    return [int(number) for number in value.values()] if isinstance(value, DenseAttr) else None


def sizes_of(buffer: Value) -> tuple[int | None, ...]:
    shape = buffer.type.shape if isinstance(buffer.type, ShapedType) else None
    return tuple(shape or ())


def known(sizes: Sequence[int | None]) -> list[int]:
    return [size for size in sizes if size is not None]


def element_size(buffer: Value) -> int:
    assert isinstance(buffer.type, ShapedType)
    return storage_bits(buffer.type.element) // 8


# By an operation's local name: what makes it of operations of the low level, and gives its result.
PARTS: dict[str, Callable[[Operation, Builder], Value | None]] = {
    "rank": rank, "dim": dim, "shape": written, "length": written, "slice": slice, "copy": copy, "fill": fill, "concat": concat,
}  # fmt: skip
