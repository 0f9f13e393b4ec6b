"""Constraints of ops that make tensors or give them another shape."""

from __future__ import annotations

from tfir.dialects import constant_numbers
from tfir.dialects.stablehlo.attributes import BoundsAttr
from tfir.dialects.stablehlo.verify.checks import (
    bit_width,
    bounds_of,
    dimensions_of,
    fits,
    inferred,
    is_quantized,
    numbers,
    same_element,
    scales_fit,
    size_fits,
    unique,
)
from tfir.dialects.stablehlo.verify.refusal import Refused, checked, in_order
from tfir.ir.diagnostics import Error
from tfir.ir.types import ComplexType, TensorType


def constant(op):
    stored, result = op.attributes["value"].type, op.result.type
    if is_quantized(result) and fits(stored.shape, result.shape) and stored.element.width == result.element.storage.width:
        if stored.element.signedness == result.element.storage.signedness:
            return [result]
    return [stored]


def iota(op):
    type, dimension = op.result.type, op.get("iota_dimension")
    if type.rank == 0:
        raise Refused("does not support scalars.")
    if dimension >= type.rank:
        raise Refused("iota dimension cannot go beyond the output rank.")


def dynamic_iota(op):
    if op.get("iota_dimension") >= op.result.type.rank:
        raise Refused("iota dimension cannot go beyond the output rank.")
    shape_operand(op.operands[0], op.result.type)


def shape_operand(value, result) -> None:
    """A constant that gives a shape must give the result's."""
    shape = constant_numbers(value)
    if shape is not None and (any([size < 0 for size in shape]) or not fits(tuple(shape), result.shape)):
        raise Refused(f"output shape [{numbers(shape)}] is incompatible with return type of operation '{result}'")


def broadcast(op):
    operand, sizes = op.operands[0].type, dimensions_of(op, "broadcast_sizes")
    for size in sizes:
        if size < 0:
            raise Refused(f"Broadcast with negative dimension size {size}")
    return [TensorType((*sizes, *operand.shape), operand.element)]


def broadcast_in_dim(op):
    operand, result, dims = op.operands[0].type, op.result.type, dimensions_of(op, "broadcast_dimensions")
    _same_element(op, operand, result)
    if is_quantized(operand) and operand.element.axis is None:
        scales_fit("same_scales", operand, result)
    _dimensions(operand, result, dims)
    for number, dim in enumerate(dims):
        size, result_size = operand.shape[number], result.shape[dim]
        if size not in (1, None, result_size) and result_size is not None:
            raise Refused(
                f"size of operand dimension {number} ({size}) is not equal to 1 or size of result dimension {dim} ({result_size})"
            )
    scales_fit("broadcast", operand, result, dims)


def _dimensions(operand, result, dims) -> None:
    if len(dims) != operand.rank:
        raise Refused(f"broadcast_dimensions size ({len(dims)}) does not match operand rank ({operand.rank})")
    if not unique(dims):
        raise Refused("broadcast_dimensions should not have duplicates")
    for dim in dims:
        if not 0 <= dim < result.rank:
            raise Refused(f"broadcast_dimensions contains invalid value {dim} for result with rank {result.rank}")


def dynamic_broadcast_in_dim(op):
    operand, result, dims = op.operands[0].type, op.result.type, dimensions_of(op, "broadcast_dimensions")
    if not same_element(operand, result) and not is_quantized(operand, result):
        raise Refused(f"expects operand and result to have compatible element type. Got: '{operand}' and '{result}'")
    if len(dims) == operand.rank and result.rank < operand.rank:
        raise Refused(f"result rank ({result.rank}) is less than operand rank ({operand.rank})")
    _dimensions(operand, result, dims)
    for number, dim in enumerate(dims):
        size, result_size = operand.shape[number], result.shape[dim]
        if size != 1 and not size_fits(size, result_size):
            raise Refused(
                f"size of operand dimension {number} ({size}) is not compatible with size of result dimension {dim} ({result_size})"
            )
    shape_operand(op.operands[1], result)
    _expansion_hints(op, operand)
    shape = constant_numbers(op.operands[1])
    for number, dim in enumerate(dims if shape is not None and operand.is_static else ()):
        size = operand.shape[number]
        if size not in (1, shape[dim]):
            raise Refused(f"size of operand dimension {number} ({size}) is not equal to 1 or value of shape at index {dim} ({shape[dim]})")
    scales_fit("broadcast", operand, result, dims)


def _expansion_hints(op, operand) -> None:
    hints = [*(dimensions_of(op, "known_expanding_dimensions") or ()), *(dimensions_of(op, "known_nonexpanding_dimensions") or ())]
    if not unique(hints):
        raise Refused("duplicate expansion hint for at least one operand dimension")
    for dim in hints:
        if not 0 <= dim < operand.rank:
            raise Refused(f"hint for expanding dimension {dim} does not refer to a valid operand dimension")


def _same_element(op, operand, result):
    if not same_element(operand, result):
        raise Error.on(op, f"requires compatible element types for all operands and results, found '{operand}' and '{result}'")


def same_count(operand, result) -> None:
    if operand.is_static and result.is_static and operand.size != result.size:
        raise Refused(f"number of output elements ({result.size}) doesn't match expected number of elements ({operand.size})")


def reshape(op):
    operand, result = op.operands[0].type, op.result.type
    _same_element(op, operand, result)
    same_count(operand, result)
    scales_fit("reshape", operand, result)


def dynamic_reshape(op):
    operand, result = op.operands[0].type, op.result.type
    if not same_element(operand, result) and not is_quantized(operand, result):
        raise Refused(f"expects operand and result to have compatible element type. Got: '{operand}' and '{result}'")
    same_count(operand, result)
    shape_operand(op.operands[1], result)
    if op.operands[1].type.shape[0] != result.rank:
        raise Refused("result should have a rank equal to the number of elements in output_shape")
    shape = constant_numbers(op.operands[1])
    if shape is not None and operand.is_static:
        count = TensorType(shape, operand.element).size
        if count != operand.size:
            raise Refused(
                f"output_shape is incompatible with input type of operation: input has {operand.size} elements, but output_shape has {count}"
            )
    scales_fit("reshape", operand, result)


def transpose(op):
    operand, permutation = op.operands[0].type, dimensions_of(op, "permutation")
    if len(permutation) != operand.rank:
        raise Refused(f"TransposeOp operand rank {operand.rank} does not match permutation size {len(permutation)}")
    if sorted(permutation) != list(range(operand.rank)):
        raise Refused(f"attribute permutation must be a permutation of [{numbers(range(operand.rank))}] but got {numbers(permutation)}")
    bounds = bounds_of(operand)
    encoding = BoundsAttr([bounds[dim] for dim in permutation]) if bounds else operand.encoding
    return [TensorType([operand.shape[dim] for dim in permutation], operand.element, encoding)]


def transposed_scales(op):
    scales_fit("transpose", op.operands[0].type, op.result.type, dimensions_of(op, "permutation"))


def reverse(op):
    dims, operand = dimensions_of(op, "dimensions"), op.operands[0].type
    if not unique(dims):
        raise Refused(f"dimensions should be unique. Got: {numbers(dims)}")
    for dim in dims:
        if dim < 0:
            raise Refused(f"all dimensions should be non-negative. Got dimension: {dim}.")
        if dim >= operand.rank:
            raise Refused(f"all dimensions should be between [0, {operand.rank}). Got dimension: {dim}.")


def same_as_operand(op):
    return [op.operands[0].type]


def concatenate(op):
    types, dimension = [v.type for v in op.operands], op.get("dimension")
    if not types:
        raise Error.on(op, "expected 1 or more operands, but found 0")
    first = types[0]
    if not all([same_element(type, op.result.type) for type in types]):
        raise Error.on(op, "requires compatible element types for all operands and results")
    if first.rank == 0:
        raise Refused("rank-0 values cannot be concatenated")
    if dimension >= first.rank:
        raise Refused(f"dimension {dimension} is out-of-bounds for input rank {first.rank}")
    for number, type in enumerate(types):
        if type.rank != first.rank:
            raise Refused(f"operands (0) and ({number}) do not match rank")
        for dim in range(first.rank):
            if dim != dimension and not size_fits(first.shape[dim], type.shape[dim]):
                raise Refused(
                    f"shapes of operand (0) and ({number}) are not compatible at non-concat index {dim}: "
                    f"({numbers(first.shape)}) != ({numbers(type.shape)})"
                )
    return [_concatenated(types, dimension)]


def _concatenated(types, dimension: int) -> TensorType:
    sizes = []
    for dim, column in enumerate(zip(*[type.shape for type in types])):
        static_sizes = [size for size in column if size is not None]
        if dim == dimension:
            sizes.append(None if len(static_sizes) < len(column) else sum(static_sizes))
        else:
            _bounded_size(types, dim, static_sizes)
            sizes.append(static_sizes[0] if static_sizes else None)
    return TensorType(sizes, types[0].element)


def _bounded_size(types, dim: int, static_sizes) -> None:
    limits = [bounds_of(type)[dim] for type in types if bounds_of(type) and bounds_of(type)[dim] is not None]
    if static_sizes and limits and static_sizes[0] > min(limits):
        raise Refused(f"Mismatched dimension size {static_sizes[0]} and bound {min(limits)} in dimension {dim}")


def pad(op):
    operand, value = op.operands[0].type, op.operands[1].type
    low, high, interior = [dimensions_of(op, name) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")]
    if not same_element(operand, value) or not same_element(operand, op.result.type):
        raise Error.on(op, "requires compatible element types for all operands and results")
    if not len(low) == len(high) == len(interior):
        raise Error.on(op, f"edge_padding_low length ({len(low)}) must match the lengths of edge_padding_high and interior_padding")
    if len(low) != operand.rank:
        raise Refused(f"edge_padding_low length ({len(low)}) must match operand rank ({operand.rank})")
    sizes, limits = [], []
    for dim, (size, a, b, inner) in enumerate(zip(operand.shape, low, high, interior)):
        if inner < 0:
            raise Refused(f"Interior padding cannot be negative: {inner}")
        bound = bounds_of(operand)[dim] if bounds_of(operand) else None
        sizes.append(_padded(size, a, b, inner, "size", dim))
        limits.append(_padded(bound, a, b, inner, "bound", dim) if size is None else None)
    return [TensorType(sizes, operand.element, BoundsAttr(limits) if any([n is not None for n in limits]) else None)]


def _padded(size, low: int, high: int, interior: int, what: str, dim: int):
    if size is None:
        return None
    padded_size = size + low + high + max(size - 1, 0) * interior
    if padded_size < 0:
        raise Refused(f"Padding result in negative {what} for dimension {dim}")
    return padded_size


def dynamic_pad(op):
    operand, result = op.operands[0].type, op.result.type
    size = op.operands[2].type.shape[0]
    if len({v.type for v in op.operands[2:]}) > 1:
        raise Error.on(op, "failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same type")
    if size != operand.rank:
        raise Refused(f"padding operands size ({size}) must match operand rank ({operand.rank})")
    low, high, interior = [constant_numbers(v) for v in op.operands[2:]]
    if interior is not None and any([n < 0 for n in interior]):
        raise Refused(f"interior_padding must be non-negative, but got {numbers(interior)}")
    if low is None or high is None or interior is None or not operand.is_static or not result.is_static:
        return
    for number, (before, after, a, b, inner) in enumerate(zip(operand.shape, result.shape, low, high, interior)):
        expected = before + a + max(before - 1, 0) * inner + b
        if after != expected:
            raise Refused(f"expected output dimension at index {number} to equal {expected}, but got {after}")


def bitcast_convert(op):
    operand, result = op.operands[0].type, op.result.type
    if isinstance(operand.element, ComplexType) != isinstance(result.element, ComplexType):
        raise Refused(f"cannot convert between real and complex types, but got: '{operand}' and '{result}'")
    before, after = bit_width(operand.element), bit_width(result.element)
    smaller, bigger = (operand.shape, result.shape) if before < after else (result.shape, operand.shape)
    narrow, wide = sorted((before, after))
    if narrow != wide:
        if len(smaller) != len(bigger) + 1:
            raise Refused(
                f"rank of smaller element type ({len(smaller)}) should be 1 more than rank of larger element type ({len(bigger)}), "
                f"but {len(smaller)} != {len(bigger)} + 1."
            )
        last, smaller = smaller[-1], smaller[:-1]
        if last is not None and last * narrow != wide:
            raise Refused(f"requires compatible bit widths. Got: '{operand}' and '{result}', but {narrow} * {last} != {wide}.")
    if not all(map(size_fits, smaller, bigger)) or len(smaller) != len(bigger):
        raise Refused(
            "operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. "
            f"Got: '{operand}' and '{result}'."
        )


VERIFY = {
    "constant": inferred(constant), "iota": checked(iota), "broadcast": inferred(broadcast),
    "broadcast_in_dim": checked(broadcast_in_dim), "reshape": checked(reshape),
    "transpose": in_order(inferred(transpose), checked(transposed_scales)),
    "reverse": in_order(inferred(same_as_operand), checked(reverse)), "concatenate": inferred(concatenate), "pad": inferred(pad),
    "bitcast_convert": checked(bitcast_convert),
}  # fmt: skip
# These look at the values of operands, so they hold for one op and not for all of its types.
VERIFY_IN_CONTEXT = {
    "dynamic_iota": checked(dynamic_iota), "dynamic_broadcast_in_dim": checked(dynamic_broadcast_in_dim),
    "dynamic_reshape": checked(dynamic_reshape), "dynamic_pad": checked(dynamic_pad),
}  # fmt: skip
