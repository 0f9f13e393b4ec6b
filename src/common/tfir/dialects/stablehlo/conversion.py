"""The same numbers in another type, and the same bits read as another type. Source: StableHLO specification, "convert",
"bitcast_convert", "reduce_precision".

Where the specification leaves a value to the implementation, this does what XLA does on CPUs: a float becomes the nearest
integer that exists, NaN becomes 0.
"""

from __future__ import annotations

import numpy as np

from tfir.dialects.stablehlo.elementwise import as_bits, from_bits, is_narrow_integer, unsigned, wrap_to_width
from tfir.ods.arrays import bit_width, converted, dtype_of, is_float, is_integer
from tfir.ods.element_types import is_signed
from tfir.ods.semantics import OpSemantics


class convert(OpSemantics):
    def propagate_values(operand, op):
        """Between integers nothing changes, as long as sizes fit."""
        return [operand.numbers if is_signed(operand.element) and is_signed(op.results[0].type.element) else None]

    def evaluate(operand, result_types):
        return convert_to(operand, dtype_of(result_types[0].element))

    def bind(operand, result_types):
        dtype = dtype_of(result_types[0].element)
        return lambda operand: convert_to(operand, dtype)


def convert_to(array, dtype):
    """Each number as the nearest one of another dtype; fractions are cut off on the way to integers."""
    if array.dtype == dtype:
        return array
    if array.dtype.kind == "c" and dtype.kind != "c":
        array = array.real
    if dtype == np.bool_:
        return array != 0
    if is_float(array.dtype) and is_integer(dtype):
        return saturated(array, dtype)
    if array.dtype.kind == "V" or dtype.kind == "V":
        return convert_extended(array, dtype)
    return converted(array, dtype)


def convert_extended(array, dtype):
    """Between NumPy's types and those of ml_dtypes, by way of a type that both know and that holds the numbers exactly."""
    if array.dtype == np.bool_ or is_narrow_integer(array.dtype):
        array = array.astype(np.int8)
    if is_narrow_integer(dtype):
        array = wrap_to_width(array, dtype)
    elif array.dtype.kind == "V":
        array = array.astype(np.float32)
    return converted(array, dtype)


def saturated(array, dtype):
    """Floats as integers: cut to the whole number, held inside the range; NaN becomes 0."""
    wide = array if array.dtype == np.float64 else array.astype(np.float64)
    width, signed = bit_width(dtype), not dtype.name.startswith("u")
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
    inside = (wide > low - 1.0) & (wide < high + 1.0) if width < 53 else (wide >= float(low)) & (wide < float(high + 1))
    exact = np.uint64 if not signed and width == 64 else np.int64
    result = np.where(inside, wide, 0).astype(exact)
    result = np.where(wide >= float(high + 1), exact(high), np.where(wide < low, exact(low), result))
    return result.astype(np.int32).astype(dtype) if dtype.kind == "V" else result.astype(dtype)


class uniform_quantize(OpSemantics):
    """That an operand is dequantized, and the result quantized, is said by a trait."""

    def evaluate(operand):
        return operand


class uniform_dequantize(OpSemantics):
    """As `uniform_quantize`."""

    def evaluate(operand):
        return operand


class bitcast_convert(OpSemantics):
    def evaluate(operand, result_types):
        return bitcast(operand, dtype_of(result_types[0].element))


def bitcast(array, dtype):
    """The same bits as another type: a wider one takes the last dimension together, a narrower one adds a dimension.

    The lowest bits come first. A truth value is one bit.
    """
    array = np.ascontiguousarray(array).reshape(np.shape(array))
    if array.dtype != dtype and min(bits_in(array.dtype), bits_in(dtype)) < 8:
        return bitcast_bits(array, dtype)
    if array.dtype.itemsize == dtype.itemsize:
        return array.view(dtype)
    if array.dtype.itemsize < dtype.itemsize:
        return array.view(dtype).reshape(array.shape[:-1])
    return array.reshape(*array.shape, 1).view(dtype)


def bits_in(dtype) -> int:
    """How many bits of an element's bytes count."""
    return 1 if dtype == np.bool_ else bit_width(dtype)


def bitcast_bits(array, dtype):
    """As `bitcast`, but bit by bit: for types of which some bits of a byte are not the element's."""
    before, after = bits_in(array.dtype), bits_in(dtype)
    shape = array.shape if before == after else array.shape[:-1] if before < after else (*array.shape, before // after)
    octets = as_bits(array) if is_narrow_integer(array.dtype) else array
    bits = np.unpackbits(octets.reshape(*array.shape, 1).view(np.uint8), axis=-1, bitorder="little")[..., :before]
    octets = np.packbits(bits.reshape(*shape, after), -1, "little")
    if is_narrow_integer(dtype):
        return from_bits(octets.reshape(shape), dtype)
    return octets.view(dtype).reshape(shape)


class reduce_precision(OpSemantics):
    def evaluate(operand, exponent_bits, mantissa_bits):
        if operand.dtype.name in MANTISSA_BITS:
            return round_to_format(operand, exponent_bits, mantissa_bits)
        return converted(round_to_format(operand.astype(np.float32), exponent_bits, mantissa_bits), operand.dtype)


MANTISSA_BITS = {"float16": 10, "bfloat16": 7, "float32": 23, "float64": 52}


def round_to_format(array, exponent_bits: int, mantissa_bits: int):
    """The nearest number of a format with so many exponent and mantissa bits. What is too large becomes infinite, too small 0."""
    bits = array.view(unsigned(array.dtype))
    held = MANTISSA_BITS[array.dtype.name]
    width = 8 * array.dtype.itemsize
    number = bits.dtype.type
    sign, exponent = number(1 << (width - 1)), number(((1 << (width - 1 - held)) - 1) << held)
    rounded = round_mantissa(bits, held - mantissa_bits) if mantissa_bits < held else bits
    if exponent_bits < width - 1 - held:
        bias, reduced = (1 << (width - 2 - held)) - 1, (1 << (exponent_bits - 1)) - 1
        exponents = rounded & exponent
        rounded = np.where(exponents > number((bias + reduced) << held), (rounded & sign) | exponent, rounded)
        rounded = np.where(exponents <= number((bias - reduced) << held), rounded & sign, rounded)
    nan = np.isnan(array)
    return np.where(nan, bits if mantissa_bits else exponent, rounded).view(array.dtype)


def round_mantissa(bits, dropped: int):
    """Rounds the lowest bits off, ties to even; a carry runs into the exponent, as it should."""
    number = bits.dtype.type
    last = (bits >> number(dropped)) & number(1)
    return (bits + last + number((1 << (dropped - 1)) - 1)) & ~number((1 << dropped) - 1)
