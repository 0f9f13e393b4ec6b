"""Where an element of a buffer is, and what reads and writes it."""

from __future__ import annotations

from tfir.dialects.arith import ATOMIC_KINDS
from tfir.dialects.llvm.attributes import ORDERINGS, READ_MODIFY_WRITE
from tfir.dialects.llvm.types import StructType
from tfir.dialects.memref.layouts import layout_of
from tfir.ir.attributes import Attribute, DenseArrayAttr, IntegerAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I1, I32, I64, IntegerType, MemRefType, Type

from tfopt.rewrite.blocks import blocks_of
from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import descriptors
from tfopt.to_llvm import llvm_building as llvm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NO_WRAP = 7  # of addresses: `inbounds|nuw`, which says `nusw` as well
NO_OVERFLOW = {"overflowFlags": IntegerAttr(3, I32)}  # `nsw, nuw`
NO_SIGNED_OVERFLOW = {"overflowFlags": IntegerAttr(1, I32)}
IN_BOUNDS = 3


def element_address(rewriter: TypeConversion, buffer: MemRefType, descriptor: Value, indices: Sequence[Value], wraps: bool = True) -> Value:
    """A pointer to an element. That computing it doesn't wrap around is said unless it may; where a stride is below zero, offsets are signed
    numbers, of which only that can be said (upstream says the same of all, which makes poison of them)."""
    strides, offset = layout_of(buffer)
    element = rewriter.types[buffer.element]
    pointer = descriptors.part(rewriter, descriptor, descriptors.ALIGNED)
    if offset != 0:
        by = descriptors.part(rewriter, descriptor, descriptors.OFFSET) if offset is None else llvm.index(rewriter, offset)
        pointer = llvm.address_in(rewriter, pointer, element, [by])
    is_signed = any([stride is not None and stride < 0 for stride in strides])
    flags = None if wraps else NO_SIGNED_OVERFLOW if is_signed else NO_OVERFLOW
    total = None
    for at, (step, stride) in enumerate(zip(indices, strides)):
        if stride != 1:
            by = descriptors.part(rewriter, descriptor, descriptors.STRIDES, at) if stride is None else llvm.index(rewriter, stride)
            step = llvm.value(rewriter, "llvm.mul", [step, by], step.type, flags)
        total = step if total is None else llvm.value(rewriter, "llvm.add", [total, step], step.type, flags)
    if total is None:
        return pointer
    return llvm.address_in(rewriter, pointer, element, [total], 0 if wraps else IN_BOUNDS if is_signed else NO_WRAP)


def access_attributes(op: Operation) -> dict[str, Attribute]:
    """What an access says of itself beside its indices: alignment, and that it is not soon done again."""
    attributes = {}
    for name, held in op.attributes.items():
        if name != "nontemporal":
            attributes[name] = held
        elif held.value:
            attributes[name] = UnitAttr()
    return attributes


def address_of(op: Operation, rewriter: TypeConversion, at: int, wraps: bool = True) -> tuple[list[Value], Value] | None:
    """The operands of an access in new types, and the address of the element of operand `at` by the operands behind it."""
    operands = rewriter.converted(op.operands)
    if operands is None:
        return None
    buffer = rewriter.type_before(op.operands[at])
    return operands, element_address(rewriter, buffer, operands[at], operands[at + 1 :], wraps)


def load(op: Operation, rewriter: TypeConversion) -> bool:
    types = rewriter.converted_types(op.results)
    access = address_of(op, rewriter, 0, wraps=False) if types is not None else None
    if access is None:
        return False
    return rewriter.become(op, "llvm.load", [access[1]], types, {**llvm.defaults_of("llvm.load"), **access_attributes(op)})


def store(op: Operation, rewriter: TypeConversion) -> bool:
    access = address_of(op, rewriter, 1, wraps=False)
    if access is None:
        return False
    (stored, *_), pointer = access
    return rewriter.become(op, "llvm.store", [stored, pointer], (), {**llvm.defaults_of("llvm.store"), **access_attributes(op)})


def prefetch(op: Operation, rewriter: TypeConversion) -> bool:
    access = address_of(op, rewriter, 0)
    if access is None:
        return False
    numbers = {"rw": op.get("isWrite"), "hint": op.get("localityHint"), "cache": op.get("isDataCache")}
    attributes = {name: IntegerAttr(int(number), I32) for name, number in numbers.items()}
    return rewriter.become(op, "llvm.intr.prefetch", [access[1]], (), attributes)


def read_modify_write(op: Operation, rewriter: TypeConversion) -> bool:
    operation = OPERATIONS.get(ATOMIC_KINDS[op.get("kind")])
    types = rewriter.converted_types(op.results)
    access = address_of(op, rewriter, 1) if operation is not None and types is not None else None
    if access is None:
        return False
    (operand, *_), pointer = access
    attributes = {
        "bin_op": IntegerAttr(READ_MODIFY_WRITE.index(operation), I64), "ordering": IntegerAttr(ORDERINGS["acq_rel"], I64),
    }  # fmt: skip
    return rewriter.become(op, "llvm.atomicrmw", [pointer, operand], types, attributes)


OPERATIONS = {
    "addf": "fadd", "addi": "add", "assign": "xchg", "maximumf": "fmaximum", "maxnumf": "fmax", "maxs": "max", "maxu": "umax",
    "minimumf": "fminimum", "minnumf": "fmin", "mins": "min", "minu": "umin", "ori": "_or", "andi": "_and", "xori": "_xor",
}  # fmt: skip


# Updates by any computation

WIDEST_EXCHANGE = 64  # bits that every processor compares and exchanges at once
BRANCH_SIZES = {"operandSegmentSizes": DenseArrayAttr([1, 0, 1], I32)}


def computed_update(op: Operation, rewriter: TypeConversion) -> bool:
    """A loop that computes the new value of what it has read, and stores it if that is what still stands there. What LLVM exchanges are
    whole numbers of 8, 16, 32 or 64 bits: others, floats above all, are those of their bits (upstream exchanges them, which LLVM refuses)."""
    (body,), element = op.regions[0].blocks, rewriter.type_before(op.results[0])
    held = rewriter.types[element]
    stored = exchanged(held) if held is element else None
    if stored is None or not all([inner.dialect == "llvm" or inner.name in rewriter.patterns for inner in body if inner is not body.last]):
        return False
    access = address_of(op, rewriter, 0)
    if access is None:
        return False
    pointer = access[1]
    first = llvm.value(rewriter, "llvm.load", [pointer], stored)
    ((loop,),), after = blocks_of(op)
    Builder.before(op).create("llvm.br", [first], successors=[loop])
    before = argument_of_bits(rewriter, loop, stored)
    end = loop.last
    assert end is not None, "a body yields a value"
    rewriter.set_insertion_point(end)
    computed = rewriter.converted(end.operands)
    assert computed is not None, "its type is one of LLVM's"
    new = as_type(rewriter, computed[0], stored)
    orders = {f"{which}_ordering": IntegerAttr(ORDERINGS[name], I64) for which, name in (("success", "acq_rel"), ("failure", "monotonic"))}
    exchange = llvm.value(rewriter, "llvm.cmpxchg", [pointer, before, new], StructType([stored, I1]), orders)
    last, is_new = (llvm.extracted(rewriter, exchange, type, at) for at, type in enumerate((stored, I1)))
    Builder.before(end).create("llvm.cond_br", [is_new, last], attributes=BRANCH_SIZES, successors=[after, loop])
    end.erase()
    rewriter.builder.block, rewriter.builder.anchor = after, after.first
    return rewriter.replace(op, [as_type(rewriter, last, element)])


def exchanged(type: Type | None) -> Type | None:
    """The whole number that takes the bytes of an element in memory; None where no processor exchanges so many at once."""
    size = -(-getattr(type, "width", WIDEST_EXCHANGE + 1) // 8)
    return IntegerType(8 * size) if 8 * size <= WIDEST_EXCHANGE and size & (size - 1) == 0 else None


def argument_of_bits(rewriter: TypeConversion, block: Block, type: Type) -> Value:
    """The argument of a block, which gets another type; what has read it reads what it was."""
    old = block.arguments[0]
    if old.type is type:
        return old
    new = block.add_argument(type)
    rewriter.builder.block, rewriter.builder.anchor = block, block.first
    old.replace_all_uses_with(as_type(rewriter, new, old.type))
    block.remove_argument(0)
    return new


def as_type(rewriter: TypeConversion, value: Value, type: Type) -> Value:
    """The bits of a number as one of another type: of a whole number the lowest, or with zeros in front of them."""
    if value.type is type:
        return value
    if value.type.width == type.width:
        return llvm.value(rewriter, "llvm.bitcast", [value], type)
    return llvm.value(rewriter, "llvm.zext" if value.type.width < type.width else "llvm.trunc", [value], type)
