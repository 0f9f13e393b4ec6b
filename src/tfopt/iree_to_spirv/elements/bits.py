"""The bits of elements as elements of another type: as many of them, or several of fewer bits along the last dimension, lowest first."""

from __future__ import annotations

from tfir.ir.types import BF16
from tfir.ods.small_floats import is_small_float

from tfopt.iree_to_spirv import small_floats
from tfopt.iree_to_spirv.arithmetic import B, F, Kind, U, Value, narrowed_to, where
from tfopt.iree_to_spirv.buffers import element_kind


def bitcast_convert(elements, op, index, lanes, result) -> Value | None:
    operand, source, target = op.operands[0], op.operands[0].type, op.results[0].type
    if source.element.width == target.element.width:
        return of_same_width(elements, op, elements.at(operand, index, lanes))
    if lanes > 1:
        return None
    kind = element_kind(target, elements.kernel)
    if source.element.width > target.element.width:
        whole = bits_of(elements.at(operand, index.of(source.shape, index.dims[:-1])), source.element)
        bits = part(whole, index.dims[-1], target.element.width)
    else:
        bits = joined(elements, operand, index, target.element.width)
    return from_bits(bits, target.element, kind)


def of_same_width(elements, op, x: Value) -> Value:
    kind = element_kind(op.results[0].type, elements.kernel)
    return from_bits(bits_of(x, op.operands[0].type.element), op.results[0].type.element, kind)


def unsigned(kernel, width: int) -> Kind:
    """The kind of so many bits, a byte at least, which the device must be able to compute with."""
    kind = Kind("u", max(width, 8))
    if kind.bits != 32:
        kernel.require(f"shaderInt{kind.bits}", f"bits of {kind.bits}", f"Int{kind.bits}")
    return kind


def resized(bits: Value, width: int) -> Value:
    kind = unsigned(bits.kernel, width)
    return bits if bits.kind is kind else bits.turned("UConvert", kind)


def bits_of(value: Value, element) -> Value:
    if value.kind is B:
        one = Value(value.kernel, U, value.lanes, constant=1)
        return where(value, one, one.like(0))
    if element is BF16:
        return resized(value.bitcast(U).shift_right(16), 16)
    if is_small_float(element):
        return resized(small_floats.encoded(value, element), 8)
    if value.kind.is_float:
        return value.bitcast(unsigned(value.kernel, value.kind.bits))
    bits = value.viewed(Kind("u", value.kind.bits))
    return bits & ((1 << element.width) - 1) if element.width < 8 else bits


def from_bits(bits: Value, element, kind: Kind) -> Value:
    if kind is B:
        return (bits & 1).differs(0)
    if element is BF16:
        return resized(bits, 32).shift_left(16).bitcast(F)
    if is_small_float(element):
        return small_floats.decoded(resized(bits, 32), element)
    return bits.bitcast(kind) if kind.is_float else narrowed_to(bits.viewed(kind), element)


def part(whole: Value, number: Value, width: int) -> Value:
    """The bits of a smaller element among those of a greater one."""
    by = (number * width).viewed(U)
    return resized(whole.shift_right(by if whole.kind.bits == 32 else by.turned("UConvert", whole.kind)), width)


def joined(elements, operand, index, width: int) -> Value:
    """The elements along the operand's last dimension as one."""
    result = None
    small = operand.type.element.width
    for number in range(width // small):
        place = index.of(operand.type.shape, [*index.dims, elements.kernel.number(number)])
        bits = resized(bits_of(elements.at(operand, place), operand.type.element), width).shift_left(number * small)
        result = bits if result is None else result | bits
    return result


RULES = {"stablehlo.bitcast_convert": bitcast_convert}
