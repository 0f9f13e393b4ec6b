"""Buffers as others: descriptors of the same memory, and what descriptors say."""

from __future__ import annotations

from tfir.dialects.llvm.attributes import INTEGER_PREDICATES
from tfir.dialects.llvm.types import POINTER, StructType
from tfir.dialects.memref.layouts import layout_of
from tfir.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr, IntegerAttr, StringAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I1, I8, I32, I64, INDEX, MemRefType
from tfir.text.pieces import DYNAMIC

from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import descriptors
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.accesses import element_address
from tfopt.to_llvm.descriptors import ALIGNED, ALLOCATED, OFFSET, SIZES, STRIDES
from tfopt.to_llvm.llvm_types import pointer_to, types_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


AT_LEAST = {"predicate": IntegerAttr(INTEGER_PREDICATES.index("sge"), I64)}
NOTHING_HANDED_ON = {"operandSegmentSizes": DenseArrayAttr([1, 0, 0], I32)}


def converted(op: Operation, rewriter: TypeConversion) -> list[Value] | None:
    """Operands in new types, if results have new types too."""
    return None if rewriter.converted_types(op.results) is None else rewriter.converted(op.operands)


# Casts


def cast(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is None:
        return False
    (descriptor,), before, after = operands, rewriter.type_before(op.operands[0]), rewriter.type_before(op.results[0])
    if before.shape is not None and after.shape is not None:
        return descriptor.type is rewriter.types[after] and rewriter.replace(op, [descriptor])
    if before.shape is None:
        if after.shape is None:
            return False
        place = descriptors.part(rewriter, descriptor, 1)
        return rewriter.replace(op, [llvm.value(rewriter, "llvm.load", [place], rewriter.types[after])])
    place = stored_on_stack(rewriter, descriptor)
    rank = llvm.index(rewriter, len(before.shape))
    return rewriter.replace(op, [without_rank(rewriter, rank, place, rewriter.types[after])])


def stored_on_stack(rewriter: TypeConversion, stored: Value, count: Value | None = None) -> Value:
    count = llvm.number(rewriter, 1, I64, INDEX) if count is None else count
    place = llvm.value(rewriter, "llvm.alloca", [count], POINTER, {"elem_type": TypeAttr(stored.type)})
    llvm.create(rewriter, "llvm.store", [stored, place], ())
    return place


def without_rank(rewriter: TypeConversion, rank: Value, place: Value, type) -> Value:
    return llvm.inserted(rewriter, llvm.inserted(rewriter, llvm.poison(rewriter, type), rank, 0), place, 1)


def cast_of_space(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    before, after = rewriter.type_before(op.operands[0]), rewriter.type_before(op.results[0])
    if operands is None or before.shape is None or after.shape is None:
        return False
    parts = descriptors.unpacked(rewriter, operands[0])
    pointers = [llvm.value(rewriter, "llvm.addrspacecast", [each], pointer_to(after)) for each in parts[:OFFSET]]
    return rewriter.replace(op, [descriptors.packed(rewriter, after, rewriter.types[after], [*pointers, *parts[OFFSET:]])])


def reinterpret_cast(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is None:
        return False
    descriptor, before, type = operands[0], rewriter.type_before(op.operands[0]), rewriter.types[op.results[0].type]
    new = llvm.poison(rewriter, type)
    for at, pointer in enumerate(pointers_of(rewriter, before, descriptor)):
        new = llvm.inserted(rewriter, new, pointer, at)
    numbers = numbers_of(op, operands)
    (offset,) = numbers["static_offsets"]
    new = llvm.inserted(rewriter, new, as_value(rewriter, offset), OFFSET)
    for at, (size, stride) in enumerate(zip(numbers["static_sizes"], numbers["static_strides"])):
        new = llvm.inserted(rewriter, new, as_value(rewriter, size), SIZES, at)
        new = llvm.inserted(rewriter, new, as_value(rewriter, stride), STRIDES, at)
    return rewriter.replace(op, [new])


def pointers_of(rewriter: TypeConversion, buffer: MemRefType, descriptor: Value) -> list[Value]:
    """The allocated and the aligned pointer of a buffer."""
    if buffer.shape is not None:
        return [descriptors.part(rewriter, descriptor, at) for at in (ALLOCATED, ALIGNED)]
    pointer, place = pointer_to(buffer), descriptors.part(rewriter, descriptor, 1)
    allocated = llvm.value(rewriter, "llvm.load", [place], pointer)
    return [allocated, llvm.value(rewriter, "llvm.load", [llvm.address_in(rewriter, place, pointer, [1])], pointer)]


def numbers_of(op: Operation, operands: list[Value]) -> dict[str, list[Value | int]]:
    """Offsets, sizes and strides of an op, in operands or in attributes."""
    rest: Iterator[Value] = iter(operands[1:])
    names = ("static_offsets", "static_sizes", "static_strides")
    return {name: [next(rest) if number == DYNAMIC else int(number) for number in op.attributes[name].values] for name in names}


def as_value(rewriter: TypeConversion, number: Value | int) -> Value:
    return number if isinstance(number, Value) else llvm.index(rewriter, number)


# Others


def view(op: Operation, rewriter: TypeConversion) -> bool:
    """Bytes from a place on, as elements one behind another."""
    operands = converted(op, rewriter)
    buffer = rewriter.type_before(op.results[0])
    if operands is None or layout_of(rewriter.type_before(op.operands[0])) is None:
        return False
    descriptor, shift, *dynamic = operands
    new = llvm.poison(rewriter, rewriter.types[buffer])
    new = llvm.inserted(rewriter, new, descriptors.part(rewriter, descriptor, ALLOCATED), ALLOCATED)
    aligned = llvm.address_in(rewriter, descriptors.part(rewriter, descriptor, ALIGNED), I8, [shift])
    new = llvm.inserted(rewriter, new, aligned, ALIGNED)
    new = llvm.inserted(rewriter, new, llvm.index(rewriter, 0), OFFSET)
    strides, rest = layout_of(buffer)[0], list(dynamic)
    running: Value | None = None
    inner: Value | None = None
    for at in reversed(range(len(buffer.shape))):
        size = rest.pop() if buffer.shape[at] is None else llvm.index(rewriter, buffer.shape[at])
        new = llvm.inserted(rewriter, new, size, SIZES, at)
        if strides[at] is not None:
            running = llvm.index(rewriter, strides[at])
        else:
            running = inner if running is None else llvm.whole(rewriter, "mul", running, inner)
        new = llvm.inserted(rewriter, new, running, STRIDES, at)
        inner = size
    return rewriter.replace(op, [new])


def transpose(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is None:
        return False
    (descriptor,), type = operands, rewriter.types[op.results[0].type]
    new = llvm.poison(rewriter, type)
    for at in (ALLOCATED, ALIGNED, OFFSET):
        new = llvm.inserted(rewriter, new, descriptors.part(rewriter, descriptor, at), at)
    for to, (_, source) in enumerate(op.attributes["permutation"].results):
        for which in (SIZES, STRIDES):
            new = llvm.inserted(rewriter, new, descriptors.part(rewriter, descriptor, which, source), which, to)
    return rewriter.replace(op, [new])


def assume_alignment(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is None:
        return False
    pointer = element_address(rewriter, rewriter.type_before(op.operands[0]), operands[0], ())
    alignment = op.get("alignment")
    truth = llvm.constant(rewriter, BoolAttr(True), I1)
    assume(rewriter, "align", truth, [pointer, llvm.index(rewriter, alignment)])
    return rewriter.replace(op, operands)


def distinct_objects(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is None:
        return False
    if len(operands) > 1:
        pointers = [descriptors.part(rewriter, each, ALIGNED) for each in operands]
        truth = llvm.constant(rewriter, BoolAttr(True), I1)
        for at, one in enumerate(pointers):
            for other in pointers[at + 1 :]:
                assume(rewriter, "separate_storage", truth, [one, other])
    return rewriter.replace(op, operands)


def assume(rewriter: TypeConversion, what: str, truth: Value, told: list[Value]) -> None:
    attributes = {
        "op_bundle_tags": ArrayAttr([StringAttr(what)]), "op_bundle_sizes": DenseArrayAttr([len(told)], I32),
    }  # fmt: skip
    llvm.create(rewriter, "llvm.intr.assume", [truth, *told], (), attributes)


def reshape(op: Operation, rewriter: TypeConversion) -> bool:
    """The elements of a buffer under sizes that stand in another one."""
    operands = converted(op, rewriter)
    before, after = rewriter.type_before(op.operands[0]), rewriter.type_before(op.results[0])
    if operands is None:
        return False
    if after.shape is None:
        return reshaped_without_rank(op, rewriter, *operands)
    descriptor, given = operands
    new = llvm.poison(rewriter, rewriter.types[after])
    for at, pointer in enumerate(pointers_of(rewriter, before, descriptor)):
        new = llvm.inserted(rewriter, new, pointer, at)
    strides, _ = layout_of(after)
    new = llvm.inserted(rewriter, new, llvm.index(rewriter, 0), OFFSET)
    running = llvm.index(rewriter, 1)
    for at in reversed(range(len(after.shape))):
        size = size_in(rewriter, op, given, at) if after.shape[at] is None else llvm.index(rewriter, after.shape[at])
        new = llvm.inserted(rewriter, llvm.inserted(rewriter, new, size, SIZES, at), running, STRIDES, at)
        running = llvm.whole(rewriter, "mul", running, size)
        if at and strides[at - 1] is not None:
            running = llvm.index(rewriter, strides[at - 1])
    return rewriter.replace(op, [new])


def size_in(rewriter: TypeConversion, op: Operation, sizes: Value, at: int) -> Value:
    """A size of a reshape, out of the buffer of sizes. One of fewer bits than an index is a signed number."""
    buffer, index = rewriter.type_before(op.operands[1]), types_of(rewriter).index
    type = rewriter.types[buffer.element]
    place = element_address(rewriter, buffer, sizes, [llvm.index(rewriter, at)], wraps=False)
    size = llvm.value(rewriter, "llvm.load", [place], type)
    return size if type is index else as_index(rewriter, size)


def as_index(rewriter: TypeConversion, number: Value) -> Value:
    """A signed number in the bits that an index has."""
    index = types_of(rewriter).index
    if number.type is index:
        return number
    return llvm.value(rewriter, "llvm.sext" if number.type.width < index.width else "llvm.trunc", [number], index)


def reshaped_without_rank(op: Operation, rewriter: TypeConversion, source: Value, given: Value) -> bool:
    """As many sizes as are given: a loop from the last to the first puts them, and the strides that follow, into a descriptor on the stack."""
    before, after, sizes = (rewriter.type_before(value) for value in (op.operands[0], op.results[0], op.operands[1]))
    rank = descriptors.part(rewriter, given, SIZES, 0)
    new = llvm.inserted(rewriter, llvm.poison(rewriter, rewriter.types[after]), rank, 0)
    length = descriptors.size_of_ranked(rewriter, new)
    place = llvm.value(rewriter, "llvm.alloca", [length], POINTER, {"elem_type": TypeAttr(I8)})
    new = llvm.inserted(rewriter, new, place, 1)
    pointer, index = pointer_to(after), types_of(rewriter).index
    for at, part in enumerate(pointers_and_offset(rewriter, before, source)):
        llvm.create(rewriter, "llvm.store", [part, llvm.address_in(rewriter, place, pointer, [at], type=POINTER) if at else place], ())
    sizes_of_new = llvm.address_in(rewriter, place, StructType([pointer, pointer, index, index]), [0, 3])
    strides_of_new = llvm.address_in(rewriter, sizes_of_new, index, [rank])
    pointer_to_sizes, one = descriptors.part(rewriter, given, ALIGNED), llvm.index(rewriter, 1)
    last = llvm.whole(rewriter, "sub", rank, one)
    test, body, rest = Block([index, index]), Block(), Block()
    while op.next is not None:
        rest.append(op.next.remove())
    op.block.parent.blocks[-1].insert_behind([test, body, rest])
    Builder.before(op).create("llvm.br", [last, one], successors=[test])
    number, stride = test.arguments
    with_block(rewriter, test)
    is_left = llvm.value(rewriter, "llvm.icmp", [number, llvm.index(rewriter, 0)], I1, AT_LEAST)
    rewriter.builder.create("llvm.cond_br", [is_left], attributes=NOTHING_HANDED_ON, successors=[body, rest])
    with_block(rewriter, body)
    element = rewriter.types[sizes.element]
    size = llvm.value(rewriter, "llvm.load", [llvm.address_in(rewriter, pointer_to_sizes, element, [number])], element)
    size = as_index(rewriter, size)
    for part, base in ((size, sizes_of_new), (stride, strides_of_new)):
        llvm.create(rewriter, "llvm.store", [part, llvm.address_in(rewriter, base, index, [number])], ())
    next_stride = llvm.whole(rewriter, "mul", stride, size)
    rewriter.builder.create("llvm.br", [llvm.whole(rewriter, "sub", number, one), next_stride], successors=[test])
    return rewriter.replace(op, [new])


def with_block(rewriter: TypeConversion, block: Block) -> None:
    """Has the rewriter build at the end of a block."""
    rewriter.builder.block, rewriter.builder.anchor = block, None


def pointers_and_offset(rewriter: TypeConversion, buffer: MemRefType, descriptor: Value) -> list[Value]:
    pointers = pointers_of(rewriter, buffer, descriptor)
    if buffer.shape is not None:
        return [*pointers, descriptors.part(rewriter, descriptor, OFFSET)]
    place = pointers[0].op.operands[0]
    at_offset = llvm.address_in(rewriter, place, pointer_to(buffer), [2])
    return [*pointers, llvm.value(rewriter, "llvm.load", [at_offset], types_of(rewriter).index)]


# What descriptors say


def dim(op: Operation, rewriter: TypeConversion) -> bool:
    buffer = rewriter.type_before(op.operands[0])
    if not isinstance(buffer, MemRefType):
        return False
    index = constant_of(op.operands[1])
    if buffer.shape is None:
        operands = rewriter.converted(op.operands)
        return operands is not None and rewriter.replace(op, [size_of_unranked(rewriter, buffer, *operands)])
    descriptor = rewriter.converted(op.operands[:1])
    if descriptor is None:
        return False
    if index is None or not 0 <= index < len(buffer.shape):
        operands = rewriter.converted(op.operands)
        return operands is not None and rewriter.replace(op, [size_at(rewriter, *operands)])
    size = buffer.shape[index]
    return rewriter.replace(op, [descriptors.part(rewriter, descriptor[0], SIZES, index) if size is None else llvm.index(rewriter, size)])


def constant_of(value: Value) -> int | None:
    """The number that an index is, also behind casts of what it was made."""
    op = value.op
    while op is not None and op.name == "builtin.unrealized_conversion_cast" and len(op.operands) == 1:
        op = op.operands[0].op
    held = op.attributes.get("value") if op is not None and op.name in ("arith.constant", "llvm.mlir.constant", "index.constant") else None
    return held.value if isinstance(held, IntegerAttr) else None


def size_of_unranked(rewriter: TypeConversion, buffer: MemRefType, descriptor: Value, index: Value) -> Value:
    type = rewriter.types[MemRefType((), buffer.element, None, buffer.space)]
    place = descriptors.part(rewriter, descriptor, 1)
    offset = llvm.address_in(rewriter, place, type, [0, 2])
    number = llvm.whole(rewriter, "add", llvm.index(rewriter, 1), index)
    size = llvm.address_in(rewriter, offset, index.type, [number])
    return llvm.value(rewriter, "llvm.load", [size], index.type)


def size_at(rewriter: TypeConversion, descriptor: Value, index: Value) -> Value:
    """A size whose number is computed: out of the array of sizes, in memory."""
    one = llvm.number(rewriter, 1, I64, INDEX)
    sizes = descriptors.part(rewriter, descriptor, SIZES)
    place = llvm.value(rewriter, "llvm.alloca", [one], POINTER, {"elem_type": TypeAttr(sizes.type)})
    llvm.create(rewriter, "llvm.store", [sizes, place], ())
    return llvm.value(rewriter, "llvm.load", [llvm.address_in(rewriter, place, sizes.type, [0, index])], index.type)


def rank(op: Operation, rewriter: TypeConversion) -> bool:
    buffer, operands = rewriter.type_before(op.operands[0]), rewriter.converted(op.operands)
    if not isinstance(buffer, MemRefType) or operands is None:
        return False
    if buffer.shape is None:
        return rewriter.replace(op, [descriptors.part(rewriter, operands[0], 0)])
    return rewriter.replace(op, [llvm.index(rewriter, len(buffer.shape))])


def aligned_pointer(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is None:
        return False
    buffer, (descriptor,) = rewriter.type_before(op.operands[0]), operands
    if buffer.shape is None:
        place, pointer = descriptors.part(rewriter, descriptor, 1), pointer_to(buffer)
        aligned = llvm.value(rewriter, "llvm.load", [llvm.address_in(rewriter, place, pointer, [1])], pointer)
    else:
        aligned = descriptors.part(rewriter, descriptor, ALIGNED)
    return rewriter.replace(op, [llvm.value(rewriter, "llvm.ptrtoint", [aligned], types_of(rewriter).index)])


def strided_metadata(op: Operation, rewriter: TypeConversion) -> bool:
    """All that a descriptor says, and a buffer of no dimensions at its pointers. What the type says are constants."""
    operands = converted(op, rewriter)
    if operands is None:
        return False
    (descriptor,), buffer = operands, rewriter.type_before(op.operands[0])
    type_says_it(op, rewriter, buffer)
    pointers = [descriptors.part(rewriter, descriptor, at) for at in (ALLOCATED, ALIGNED)]
    base = llvm.poison(rewriter, rewriter.types[op.results[0].type])
    for at, pointer in enumerate(pointers):
        base = llvm.inserted(rewriter, base, pointer, at)
    base = llvm.inserted(rewriter, base, llvm.index(rewriter, 0), OFFSET)
    places = [(OFFSET,), *[(which, at) for which in (SIZES, STRIDES) for at in range(len(buffer.shape))]]
    return rewriter.replace(op, [base, *[descriptors.part(rewriter, descriptor, *place) for place in places]])


def type_says_it(op: Operation, rewriter: TypeConversion, buffer: MemRefType) -> None:
    strides, offset = layout_of(buffer)
    for result, number in zip(op.results[1:], [offset, *buffer.shape, *strides]):
        if number is not None and result.uses:
            held = {"value": IntegerAttr(number, INDEX)}
            result.replace_all_uses_with(rewriter.builder.value("arith.constant", (), INDEX, held))
