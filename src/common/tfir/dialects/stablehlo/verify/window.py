"""Constraints of ops with windows: convolutions, reductions of windows, and their way back."""

from __future__ import annotations

from tfir.dialects import constant_numbers
from tfir.dialects.stablehlo.result_shapes import Window, convolution_shape
from tfir.dialects.stablehlo.verify.checks import alike, dimensions_of, fits, inferred, is_quantized, numbers, scalar, scales_fit, unique
from tfir.dialects.stablehlo.verify.contraction import incompatible, precision
from tfir.dialects.stablehlo.verify.reduction import accumulated, reduce_inputs, reducer, same_inputs
from tfir.dialects.stablehlo.verify.refusal import Refused, checked, in_order
from tfir.ir.types import I1, TensorType
from tfir.ods.shapes import anonymous, named


def paddings(op):
    """Pairs of low and high padding; None where there is no such attribute."""
    attribute = op.attributes.get("padding")
    if attribute is None:
        return None
    shape = attribute.type.shape
    if len(shape) != 2 or shape[1] != 2:
        raise Refused(f"expects the shape of padding-attribute to be {{N, 2}}, but got {{{numbers(shape)}}}.")
    flat = dimensions_of(op, "padding")
    return list(zip(flat[::2], flat[1::2]))


UNKNOWN = object()


def convolved(op, padding) -> tuple:
    """The inferred shape of a convolution's result; `padding` is a function that answers with its pairs of paddings, or None.
    Where these are `UNKNOWN`, the window is not checked, as upstream has it, and no shape is inferred."""
    lhs, rhs = op.operands[0].type, op.operands[1].type
    features, batches = op.get("feature_group_count"), op.get("batch_group_count")
    if lhs.rank < 2:
        raise Refused(f"expects convolution arguments to have >= 2 dimensions. Got: '{lhs}' and '{rhs}'.")
    if lhs.rank != rhs.rank:
        raise Refused(f"expects convolution arguments to have same number of dimensions. Got: '{lhs}' and '{rhs}'.")
    if not is_quantized(lhs, rhs) and lhs.element is not rhs.element:
        raise Refused(f"expects lhs and rhs to have compatible element type. Got: '{lhs.element}' and '{rhs.element}'")
    numbers_ = op.attributes["dimension_numbers"]
    _spatial(numbers_, lhs.rank)
    _groups(numbers_, lhs, rhs, features, batches)
    precision(op)
    spatial = numbers_.input_spatial_dimensions
    if lhs.rank != len(spatial) + 2:
        raise Refused(f"expects convolution arguments to have {len(spatial) + 2} dimensions. Got: {lhs.rank}")
    pairs = padding(op)
    if pairs is UNKNOWN:
        return ()
    window = Window(
        [rhs.shape[dim] for dim in numbers_.kernel_spatial_dimensions], dimensions_of(op, "window_strides"), pairs,
        dimensions_of(op, "lhs_dilation"), dimensions_of(op, "rhs_dilation"), dimensions_of(op, "window_reversal"),
    )  # fmt: skip
    return anonymous(convolution_shape(numbers_, named(lhs.shape), named(rhs.shape), window, batches))


def _spatial(n, rank: int) -> None:
    counts = [len(dims) for dims in (n.input_spatial_dimensions, n.kernel_spatial_dimensions, n.output_spatial_dimensions)]
    if len(set(counts)) > 1:
        raise Refused(
            "expects the same size for input, kernel and output spatial-dimensions, "
            f"but got {counts[0]}, {counts[1]}, and {counts[2]} resp."
        )
    parts = [(first, second, *spatial) for first, second, spatial in (n.input, n.kernel, n.output)]
    if not all([0 <= dim < rank for part in parts for dim in part]):
        raise Refused(f"expects input, kernel, and output dimension-numbers to be in-range [0, {rank}).")
    for name, part in zip(("input", "kernel", "output"), parts):
        if not unique(part):
            raise Refused(f"expects {name} dimension-numbers to be unique, got {{{numbers(part)}}}.")


def _groups(n, lhs, rhs, features: int, batches: int) -> None:
    if batches > 1 and features > 1:
        raise Refused(
            f"expects batch_group_count and feature_group_count not to be both greater than 1. Got {batches} and {features} resp."
        )
    batch, inputs = lhs.shape[n.input_batch_dimension], lhs.shape[n.input_feature_dimension]
    kernel_inputs, outputs = rhs.shape[n.kernel_input_feature_dimension], rhs.shape[n.kernel_output_feature_dimension]
    if batch is not None and batch % batches:
        raise Refused(f"expects input batch dimension ({batch}) to be divisible by batch_group_count. Got batch_group_count = {batches}.")
    if inputs is not None and inputs % features:
        raise Refused(
            f"expects input feature dimension ({inputs}) to be a multiple of feature_group_count. Got feature_group_count = {features}."
        )
    if None not in (inputs, kernel_inputs) and inputs // features != kernel_inputs:
        raise Refused(
            f"expects input feature dimension ({inputs}) / feature_group_count = kernel input feature dimension ({kernel_inputs}). "
            f"Got feature_group_count = {features}."
        )
    if outputs is not None and outputs % batches:
        raise Refused(
            f"expects output feature dimension size ({outputs}) to be a multiple of batch_group_count. Got batch_group_count = {batches}."
        )
    if outputs is not None and outputs % features:
        raise Refused(
            f"expects kernel output feature dimension ({outputs}) to be divisible by feature_group_count. For feature_group_count = {features}."
        )


def convolution(op):
    shape, result = convolved(op, paddings), op.result.type
    if not fits(shape, result.shape):
        raise incompatible(shape, result)
    _quantized(op)


def _quantized(op) -> None:
    types, n = (op.operands[0].type, op.operands[1].type, op.result.type), op.attributes["dimension_numbers"]
    scales_fit("convolution", *types, n.kernel_output_feature_dimension, n.output_feature_dimension)


def dynamic_conv(op):
    convolved(op, _operand_paddings)
    _quantized(op)


def _operand_paddings(op):
    padding, shape = op.operands[2].type, [op.operands[0].type.rank - 2, 2]
    if padding.rank != 2:
        raise Refused(f"expects padding to be of rank 2 but got {padding.rank}")
    if list(padding.shape) != shape:
        raise Refused(f"expects padding to be of shape [{numbers(shape)}], but got [{numbers(padding.shape)}]")
    flat = constant_numbers(op.operands[2])
    return UNKNOWN if flat is None else list(zip(flat[::2], flat[1::2]))


def window_of(op, inputs) -> Window:
    if not inputs:
        raise Refused("requires at least 1 input value")
    same_inputs(inputs)
    padding, sizes = paddings(op), dimensions_of(op, "window_dimensions")
    for type in inputs:
        if type.rank != len(sizes):
            raise Refused(
                f"expects window-dimensions size == input rank, but got window-dimensions size: {len(sizes)} and input: '{type}' "
                f"with rank = {type.rank}."
            )
    return Window(
        sizes, dimensions_of(op, "window_strides"), padding, dimensions_of(op, "base_dilations"), dimensions_of(op, "window_dilations")
    )


def windows_reduced(op):
    inputs, _ = reduce_inputs(op)
    window = window_of(op, inputs)
    return [
        TensorType(anonymous(window.shape(named(type.shape))), element) for type, element in zip(inputs, accumulated(op.region, inputs))
    ]


def reduce_window(op):
    inputs, inits = reduce_inputs(op)
    window = window_of(op, inputs)
    reducer(op.region.blocks[0], inputs, inits, window.sizes)


def select_and_scatter(op):
    operand, source, init = [v.type for v in op.operands]
    select = op.regions[0].blocks[0]
    _selector(select, scalar(operand.element))
    reducer(op.regions[1].blocks[0], [scalar(source.element)], [init], ())
    sizes = dimensions_of(op, "window_dimensions") or []
    if operand.rank != len(sizes):
        raise Refused(
            f"expects window-dimensions size == operand rank, but got window-dimensions size: {len(sizes)} and operand-type: '{operand}' "
            f"with rank = {operand.rank}."
        )
    window = Window(sizes, dimensions_of(op, "window_strides"), paddings(op))
    expected = TensorType(anonymous(window.shape(named(operand.shape))), operand.element)
    if not alike(expected, source):
        raise Refused(f"expects source-type to be '{expected}', but got'{source}'")


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


def scattered(op):
    operand = op.operands[0].type
    return [TensorType(operand.shape, accumulated(op.regions[1], [operand])[0], operand.encoding)]


VERIFY = {
    "convolution": checked(convolution), "reduce_window": in_order(checked(reduce_window), inferred(windows_reduced)),
    "select_and_scatter": in_order(checked(select_and_scatter), inferred(scattered)),
}  # fmt: skip
VERIFY_IN_CONTEXT = {"dynamic_conv": checked(dynamic_conv)}
