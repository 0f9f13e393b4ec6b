"""Constraints of ops with windows that inference does not look at: regions, quantized elements."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, alike, integers
from tfir.dialects.stablehlo.verify.checks import (
    checked,
    in_order,
    inferred_in_verifier,
    results_fit,
    scalar,
    scales_fit,
)
from tfir.dialects.stablehlo.verify.contraction import fits_product, precision
from tfir.dialects.stablehlo.verify.reduction import reduce_inputs, reduced_types, reducer
from tfir.ir.types import I1


def convolution(op):
    fits_product(op)
    precision(op)
    types, n = (op.operands[0].type, op.operands[1].type, op.result.type), op.attributes["dimension_numbers"]
    scales_fit("convolution", *types, n.kernel_output_feature_dimension, n.output_feature_dimension)


def reduce_window(op):
    types = reduced_types(op)
    reducer(op.region.blocks[0], *reduce_inputs(op), integers(op.attributes["window_dimensions"]))
    results_fit(op, types)


def select_and_scatter(op):
    operand, source, init = [v.type for v in op.operands]
    _selector(op.regions[0].blocks[0], scalar(operand.element))
    reducer(op.regions[1].blocks[0], [scalar(source.element)], [init], ())


def _selector(block, expected) -> None:
    if len(block.arguments) != 2:
        raise Refused(f"expects the select-region to take 2 parameters, but takes {len(block.arguments)}")
    for number, argument in enumerate(block.arguments):
        if not alike(expected, argument.type):
            raise Refused(f"expects the type of select-region's parameter at index {number} to be '{expected}', but got '{argument.type}'")
    returned = block.last.operands
    if len(returned) != 1:
        raise Refused(f"expects select-region to return single value, but got: {len(returned)}")
    if returned[0].type is not scalar(I1):
        raise Refused(f"expects the return-type of select-region to be tensor<i1>, but got: '{returned[0].type}'")


VERIFY = {
    "convolution": checked(convolution), "reduce_window": checked(reduce_window),
    "select_and_scatter": in_order(checked(select_and_scatter), inferred_in_verifier),
}  # fmt: skip
VERIFY_IN_CONTEXT = {"dynamic_conv": checked(convolution)}
