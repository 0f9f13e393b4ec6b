"""Where an element of a buffer is, and what reads and writes it."""

from __future__ import annotations

from tfir.dialects.arith import ATOMIC_KINDS
from tfir.dialects.llvm.attributes import ORDERINGS, READ_MODIFY_WRITE
from tfir.dialects.memref.layouts import layout_of
from tfir.ir.attributes import Attribute, IntegerAttr, UnitAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, MemRefType

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
