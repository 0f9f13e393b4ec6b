"""Convolutions with channels last: [N, ..., C] by [..., I, O], with no window reversed; what they are of is turned around in front of them.

    convolution(x, w), [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
      =   transpose(convolution(transpose(x), transpose(w)), [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f])

Processors run rows of an image with the channels of each place side by side. Gradients of convolutions come to be such as well: with regard to
the filters images are channels, with regard to the image windows are reversed.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import ConvolutionAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation

from tfopt.stablehlo.layout import reversed_along, transposed

REVERSED = "window_reversal"


def stablehlo_canonicalize_convolutions(func: "Func"):
    """Have the channels of convolutions stand last, and windows not reversed."""
    for op in [op for op in func.walk() if op.name == "stablehlo.convolution"]:
        is_canonical = op.attributes["dimension_numbers"] == channels_last(len(op.results[0].type.shape) - 2)
        is_reversed = any(op.get(REVERSED) or [])
        if all([value.type.is_static for value in (*op.operands, op.results[0])]) and (is_reversed or not is_canonical):
            canonicalize(op)


def channels_last(spatial: int) -> ConvolutionAttr:
    image, filters = tuple(range(1, spatial + 1)), tuple(range(spatial))
    return ConvolutionAttr((0, spatial + 1, image), (spatial, spatial + 1, filters), (0, spatial + 1, image))


def canonicalize(op: Operation) -> None:
    numbers, build, (image, filters) = op.attributes["dimension_numbers"], Builder.before(op), op.operands
    of_filters = [*numbers.kernel_spatial_dimensions, numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension]
    of_result = [numbers.output_batch_dimension, *numbers.output_spatial_dimensions, numbers.output_feature_dimension]
    image = transposed(build, image, [numbers.input_batch_dimension, *numbers.input_spatial_dimensions, numbers.input_feature_dimension])
    turned = [axis for axis, flag in enumerate(op.get(REVERSED) or []) if flag]
    filters = reversed_along(build, transposed(build, filters, of_filters), turned)
    attributes = {name: attribute for name, attribute in op.attributes.items() if name != REVERSED}
    attributes["dimension_numbers"] = channels_last(len(of_result) - 2)
    type = op.results[0].type
    result = build.value("stablehlo.convolution", [image, filters], type.with_shape([type.shape[d] for d in of_result]), attributes)
    op.replace_with(transposed(build, result, [of_result.index(d) for d in range(len(of_result))]))
