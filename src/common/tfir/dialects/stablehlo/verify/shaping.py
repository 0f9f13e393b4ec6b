"""Constraints of ops that make tensors or give them another shape."""

from __future__ import annotations

from tfir.dialects import constant_numbers
from tfir.dialects.stablehlo.inference.checks import (
    Refused,
    bit_width,
    integers,
    numbers,
    same_element,
    size_fits,
    unique,
)
from tfir.dialects.stablehlo.inference.shaping import inside, wrong_rank, wrong_width
from tfir.dialects.stablehlo.verify.checks import (
    checked,
    in_order,
    inferred,
    inferred_in_verifier,
    inferred_types,
    same_elements,
    scales_fit,
)
from tfir.ir.diagnostics import Error
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import TensorType, shapes_fit


def iota(op):
    if op.result.type.rank == 0:
        raise Refused("does not support scalars.")
    inside(op.get("iota_dimension"), op.result.type.shape)


def dynamic_iota(op):
    inside(op.get("iota_dimension"), op.result.type.shape)
    shape_operand(op.operands[0], op.result.type)


def shape_operand(value, result) -> None:
    """A constant that gives a shape must give the result's."""
    shape = constant_numbers(value)
    if shape is not None and (any([size < 0 for size in shape]) or not shapes_fit(tuple(shape), result.shape)):
        raise Refused(f"output shape [{numbers(shape)}] is incompatible with return type of operation '{result}'")


def broadcast_in_dim(op):
    operand, result, dims = op.operands[0].type, op.result.type, integers(op.attributes["broadcast_dimensions"])
    same_elements(op, f", found '{operand}' and '{result}'")
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
    operand, result, dims = op.operands[0].type, op.result.type, integers(op.attributes["broadcast_dimensions"])
    _compatible_elements(operand, result)
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
    if operand.is_static:
        inferred_types(op)  # refuses a size that is neither 1 nor what the shape says
    scales_fit("broadcast", operand, result, dims)


def _compatible_elements(operand, result) -> None:
    if not same_element(operand, result) and not is_quantized(operand, result):
        raise Refused(f"expects operand and result to have compatible element type. Got: '{operand}' and '{result}'")


def _expansion_hints(op, operand) -> None:
    hints = [dim for name in ("known_expanding_dimensions", "known_nonexpanding_dimensions") for dim in integers(op.attributes.get(name))]
    if not unique(hints):
        raise Refused("duplicate expansion hint for at least one operand dimension")
    for dim in hints:
        if not 0 <= dim < operand.rank:
            raise Refused(f"hint for expanding dimension {dim} does not refer to a valid operand dimension")


def same_count(operand, result) -> None:
    if operand.is_static and result.is_static and operand.size != result.size:
        raise Refused(f"number of output elements ({result.size}) doesn't match expected number of elements ({operand.size})")


def reshape(op):
    operand, result = op.operands[0].type, op.result.type
    same_elements(op, f", found '{operand}' and '{result}'")
    same_count(operand, result)
    scales_fit("reshape", operand, result)


def dynamic_reshape(op):
    operand, result = op.operands[0].type, op.result.type
    _compatible_elements(operand, result)
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


def transposed_scales(op):
    scales_fit("transpose", op.operands[0].type, op.result.type, integers(op.attributes["permutation"]))


def concatenate(op):
    if not op.operands:
        raise Error.on(op, "expected 1 or more operands, but found 0")
    same_elements(op)


def pad(op):
    same_elements(op)
    low, *others = [len(integers(op.attributes[name])) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")]
    if others != [low, low]:
        raise Error.on(op, f"edge_padding_low length ({low}) must match the lengths of edge_padding_high and interior_padding")


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
    (expected,) = inferred_types(op)
    for number, (size, declared) in enumerate(zip(expected.shape, result.shape)):
        if not size_fits(size, declared):
            raise Refused(f"expected output dimension at index {number} to equal {size}, but got {declared}")


def bitcast_convert(op):
    operand, result = op.operands[0].type, op.result.type
    (expected,) = inferred_types(op)
    before, after = bit_width(operand.element), bit_width(result.element)
    if before != after and expected.rank != result.rank:
        raise wrong_rank(*((operand.rank, result.rank) if before < after else (result.rank, operand.rank)))
    if before > after and not size_fits(expected.shape[-1], result.shape[-1]):
        raise wrong_width(operand, result, after, result.shape[-1], before)
    if not shapes_fit(expected.shape, result.shape):
        raise Refused(
            "operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. "
            f"Got: '{operand}' and '{result}'."
        )


VERIFY = {
    "iota": checked(iota), "broadcast_in_dim": checked(broadcast_in_dim), "reshape": checked(reshape),
    "reverse": inferred_in_verifier, "transpose": in_order(inferred, checked(transposed_scales)), "concatenate": in_order(concatenate, inferred),
    "pad": in_order(pad, inferred), "bitcast_convert": checked(bitcast_convert),
}  # fmt: skip
# These look at the values of operands, so they hold for one op and not for all of its types.
VERIFY_IN_CONTEXT = {
    "dynamic_iota": checked(dynamic_iota), "dynamic_broadcast_in_dim": checked(dynamic_broadcast_in_dim),
    "dynamic_reshape": checked(dynamic_reshape), "dynamic_pad": checked(dynamic_pad),
}  # fmt: skip
