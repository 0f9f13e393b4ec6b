"""Memory of buffers: from the heap, on the stack, and of the module."""

from __future__ import annotations

from math import prod

from tfir.dialects.llvm.attributes import LINKAGE
from tfir.dialects.llvm.types import POINTER, ArrayType
from tfir.dialects.memref.layouts import layout_of
from tfir.ir.attributes import Attribute, IntegerAttr, TypeAttr, UnitAttr, integer_of
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32, I64, INDEX, ComplexType, FloatType, IntegerType, MemRefType, Type, VectorType
from tfir.text.affine import AffineAttr

from tfopt.rewrite.blocks import blocks_of
from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import descriptors
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.library import called
from tfopt.to_llvm.llvm_types import WIDTH_OF_POINTERS, pointer_to, types_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CLASSIC = {"alloc": "malloc", "aligned": "aligned_alloc", "free": "free"}
GENERIC = {
    "alloc": "_mlir_memref_to_llvm_alloc", "aligned": "_mlir_memref_to_llvm_aligned_alloc", "free": "_mlir_memref_to_llvm_free",
}  # fmt: skip
LEAST_ALIGNMENT = 16  # of `aligned_alloc`
NO_ADDRESS = 0xDEADBEEF  # as what was allocated of a buffer that is not to be freed


def is_plain(type: MemRefType) -> bool:
    """Whether elements lie one behind another, from where the memory begins."""
    layout = type.layout
    if layout is None or isinstance(layout, AffineAttr):
        return layout is None or layout.is_identity
    return len(type.shape) == 1 and layout_of(type) == ([1], 0)


def sizes_of(
    rewriter: TypeConversion, type: MemRefType, dynamic: Sequence[Value], in_bytes: bool
) -> tuple[list[Value], list[Value], Value]:
    """Sizes, strides, and the number of elements or of bytes."""
    rest = iter(dynamic)
    sizes = [next(rest) if size is None else llvm.index(rewriter, size) for size in type.shape]
    running, product = llvm.index(rewriter, 1), 1
    strides = [running] * len(sizes)
    for at in reversed(range(len(sizes))):
        strides[at], is_first, size = running, product == 1, type.shape[at]
        product = None if size is None or product is None else product * size
        if is_first:
            running = sizes[at]
        else:
            running = llvm.whole(rewriter, "mul", running, sizes[at]) if product is None else llvm.index(rewriter, product)
    return sizes, strides, bytes_of(rewriter, type.element, running) if in_bytes else running


def bytes_of(rewriter: TypeConversion, element: Type, count: Value | int) -> Value:
    """The bytes that some elements take: the address of the one behind them if the first is at 0."""
    zero = llvm.value(rewriter, "llvm.mlir.zero", (), POINTER)
    behind = llvm.address_in(rewriter, zero, rewriter.types[element], [count])
    return llvm.value(rewriter, "llvm.ptrtoint", [behind], types_of(rewriter).index)


def described(
    rewriter: TypeConversion, type: MemRefType, allocated: Value, aligned: Value, sizes: Sequence[Value], strides: Sequence[Value]
) -> Value:
    """The descriptor of new memory."""
    descriptor = llvm.poison(rewriter, rewriter.types[type])
    for at, pointer in enumerate((allocated, aligned)):
        descriptor = llvm.inserted(rewriter, descriptor, pointer, at)
    descriptor = llvm.inserted(rewriter, descriptor, llvm.index(rewriter, 0), descriptors.OFFSET)
    for which, numbers in ((descriptors.SIZES, sizes), (descriptors.STRIDES, strides)):
        for at, number in enumerate(numbers):
            descriptor = llvm.inserted(rewriter, descriptor, number, which, at)
    return descriptor


# The heap


class Heap:
    """How memory is taken from the heap and given back. `names` are those of the functions."""

    def __init__(self, names: Mapping[str, str], is_aligned: bool):
        self.names, self.is_aligned = names, is_aligned

    def allocate(self, op: Operation, rewriter: TypeConversion) -> bool:
        type = rewriter.type_before(op.results[0])
        operands = rewriter.converted(op.operands)
        if operands is None or rewriter.types[type] is None or not is_plain(type):
            return False
        sizes, strides, size = sizes_of(rewriter, type, operands, in_bytes=True)
        take = self.with_aligned_alloc if self.is_aligned else self.with_malloc
        allocated, aligned = take(op, rewriter, type, size)
        return rewriter.replace(op, [described(rewriter, type, allocated, aligned, sizes, strides)])

    def with_malloc(self, op: Operation, rewriter: TypeConversion, type: MemRefType, size: Value) -> tuple[Value, Value]:
        alignment = self.alignment(op, rewriter, type)
        if alignment is not None:
            size = llvm.whole(rewriter, "add", size, alignment)
        allocated = in_space(rewriter, type, called(rewriter, op, self.names["alloc"], [size], POINTER))
        if alignment is None:
            return allocated, allocated
        number = llvm.value(rewriter, "llvm.ptrtoint", [allocated], size.type)
        return allocated, llvm.value(rewriter, "llvm.inttoptr", [rounded_up(rewriter, number, alignment)], allocated.type)

    def alignment(self, op: Operation, rewriter: TypeConversion, type: MemRefType) -> Value | None:
        """The alignment that is asked for, or the size of elements that are no numbers."""
        asked = op.get("alignment")
        if asked is not None:
            return llvm.index(rewriter, asked)
        is_number = type.element is INDEX or isinstance(type.element, (IntegerType, FloatType))
        return None if is_number else bytes_of(rewriter, type.element, 1)

    def with_aligned_alloc(self, op: Operation, rewriter: TypeConversion, type: MemRefType, size: Value) -> tuple[Value, Value]:
        number = op.get("alignment") or max(LEAST_ALIGNMENT, 1 << (size_in_bytes(type.element) - 1).bit_length())
        alignment = llvm.index(rewriter, number)
        if not is_multiple(type, number):
            size = rounded_up(rewriter, size, alignment)
        allocated = called(rewriter, op, self.names["aligned"], [alignment, size], POINTER)
        pointer = in_space(rewriter, type, allocated)
        return pointer, pointer

    def free(self, op: Operation, rewriter: TypeConversion) -> bool:
        operands = rewriter.converted(op.operands)
        if operands is None:
            return False
        (descriptor,) = operands
        if rewriter.type_before(op.operands[0]).shape is None:
            place = descriptors.part(rewriter, descriptor, 1)
            pointer = llvm.value(rewriter, "llvm.load", [place], POINTER)
        else:
            pointer = descriptors.part(rewriter, descriptor, descriptors.ALLOCATED)
        if pointer.type is not POINTER:
            pointer = llvm.value(rewriter, "llvm.addrspacecast", [pointer], POINTER)
        called(rewriter, op, self.names["free"], [pointer])
        return rewriter.replace(op, ())


def in_space(rewriter: TypeConversion, type: MemRefType, pointer: Value) -> Value:
    space = pointer_to(type)
    return pointer if space is POINTER else llvm.value(rewriter, "llvm.addrspacecast", [pointer], space)


def rounded_up(rewriter: TypeConversion, number: Value, to: Value) -> Value:
    """The least multiple that is not below a number."""
    last = llvm.whole(rewriter, "add", number, llvm.whole(rewriter, "sub", to, llvm.index(rewriter, 1)))
    return llvm.whole(rewriter, "sub", last, llvm.whole(rewriter, "urem", last, to))


def size_in_bytes(element: Type) -> int:
    """The bytes from one element of a buffer to the next. Rows of vectors are as long as the next power of two."""
    if isinstance(element, MemRefType):
        return WIDTH_OF_POINTERS // 8 * (2 if element.shape is None else 3 + 2 * len(element.shape))
    if isinstance(element, ComplexType):
        return 2 * size_in_bytes(element.element)
    if isinstance(element, VectorType):
        *outer, row = element.shape or (1,)
        return prod(outer) * (1 << (row - 1).bit_length()) * size_in_bytes(element.element)
    return -(-getattr(element, "width", WIDTH_OF_POINTERS) // 8)


def is_multiple(type: MemRefType, of: int) -> bool:
    """Whether the bytes of a buffer are surely a multiple of a number."""
    size = size_in_bytes(type.element)
    for extent in type.shape:
        size *= 1 if extent is None else extent
    return size % of == 0


# The stack


def on_stack(op: Operation, rewriter: TypeConversion) -> bool:
    type = rewriter.type_before(op.results[0])
    operands = rewriter.converted(op.operands)
    if operands is None or rewriter.types[type] is None or not is_plain(type):
        return False
    sizes, strides, count = sizes_of(rewriter, type, operands, in_bytes=False)
    attributes: dict[str, Attribute] = {"elem_type": TypeAttr(rewriter.types[type.element])}
    if "alignment" in op.attributes:
        attributes["alignment"] = op.attributes["alignment"]
    pointer = llvm.value(rewriter, "llvm.alloca", [count], pointer_to(type), attributes)
    return rewriter.replace(op, [described(rewriter, type, pointer, pointer, sizes, strides)])


def scope(op: Operation, rewriter: TypeConversion) -> bool:
    """The region in blocks of its own; what it has taken from the stack goes at its end."""
    types = rewriter.converted_types(op.results)
    if types is None:
        return False
    saved = llvm.value(rewriter, "llvm.intr.stacksave", (), POINTER)
    (blocks,), after = blocks_of(op)
    end, behind = blocks[-1].terminator, after
    if types:
        behind = Block(types)
        blocks[-1].insert_behind([behind])
        Builder.at_end(behind, op.location).create("llvm.br", successors=[after])
    Builder.before(op).create("llvm.br", successors=[blocks[0]])
    build = Builder.before(end)
    build.create("llvm.intr.stackrestore", [saved])
    rewriter.set_insertion_point(end)
    build.create("llvm.br", rewriter.converted(end.operands), successors=[behind])
    end.erase()
    return rewriter.replace(op, behind.arguments)


# The module


def global_memory(op: Operation, rewriter: TypeConversion) -> bool:
    buffer, value = op.get("type"), op.attributes.get("initial_value")
    if rewriter.types[buffer] is None:
        return False
    type = held_by(rewriter, buffer)
    attributes = {
        **llvm.defaults_of("llvm.mlir.global"), "sym_name": op.attributes["sym_name"], "global_type": TypeAttr(type),
        "linkage": LINKAGE.of("private" if op.get("sym_visibility") == "private" else "external"),
        "addr_space": IntegerAttr(pointer_to(buffer).space, I32),
    }  # fmt: skip
    attributes |= {name: held for name, held in op.attributes.items() if name in ("alignment", "constant")}
    region = Region()
    if isinstance(value, UnitAttr):
        block = region.add_block()
        undefined = Builder.at_end(block, op.location).value("llvm.mlir.undef", (), type)
        Builder.at_end(block, op.location).create("llvm.return", [undefined])
    elif value is not None:
        attributes["value"] = value if buffer.shape else only_element(value)
    rewriter.builder.create("llvm.mlir.global", (), (), attributes, [region])
    return rewriter.replace(op, ())


def held_by(rewriter: TypeConversion, buffer: MemRefType) -> Type:
    """The memory of a buffer as arrays of arrays."""
    type = rewriter.types[buffer.element]
    for size in reversed(buffer.shape):
        type = ArrayType(size, type)
    return type


def only_element(value):
    """The attribute of the number that a constant of no dimensions holds."""
    from tfir.ir.attributes import FloatAttr

    (number,), element = value.values(), value.type.element
    return FloatAttr(number, element) if isinstance(element, FloatType) else integer_of(number, element)


def address_of_global(op: Operation, rewriter: TypeConversion) -> bool:
    buffer = rewriter.type_before(op.results[0])
    if rewriter.types[buffer] is None or not is_plain(buffer):
        return False
    sizes, strides, _ = sizes_of(rewriter, buffer, (), in_bytes=True)
    pointer = pointer_to(buffer)
    place = llvm.value(rewriter, "llvm.mlir.addressof", (), pointer, {"global_name": op.attributes["name"]})
    first = llvm.address_in(rewriter, place, held_by(rewriter, buffer), [0] * (1 + len(sizes)))
    nowhere = llvm.value(rewriter, "llvm.inttoptr", [llvm.number(rewriter, NO_ADDRESS, I64, INDEX)], pointer)
    return rewriter.replace(op, [described(rewriter, buffer, nowhere, first, sizes, strides)])
