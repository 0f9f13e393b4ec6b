"""Makes padding and dilation of a convolution's input an operation of its own, so that no window leaves the input; pads rows with their channels.

    convolution(x, w), pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]   =   convolution(pad(x, 0, low = 1, high = 1, interior = 1), w)

Processors then read rows of the input without asking what is inside. Convolutions of each channel by itself, and of few output channels and
few places in a row of the window, which are not run by rows, and those over tiles stay as they are; so do convolutions of images of unknown height or width.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.winograd import TILES
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FloatType, IntegerType, TensorType

OPTIONS = {"least-outputs": "How many output channels a convolution has at least that is changed."}
FEWEST_PLACES = 16  # in a row of the window, with its channels, for vectors of them
PADDING, DILATION = "padding", "lhs_dilation"


def stablehlo_pad_convolution_inputs(func: "Func", *, least_outputs: int = 8):
    """Pad the inputs of convolutions in front of them, and images by rows."""
    for op in [op for op in func.walk() if op.name == "stablehlo.pad"]:
        amounts = [list(op.get(name)) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")]
        if has_rows(op.operands[0], *amounts):
            op.replace_with(padded(Builder.before(op), *op.operands, *amounts))
    for op in [op for op in func.walk() if op.name == "stablehlo.convolution"]:
        numbers, kernel = op.attributes["dimension_numbers"], op.operands[1].type.shape
        count = len(numbers.input_spatial_dimensions)
        padding = integers(op.attributes.get(PADDING)) or [0] * (2 * count)
        dilation = list(op.get(DILATION) or [1] * count)
        sizes = [op.operands[0].type.shape[d] for d in numbers.input_spatial_dimensions]
        is_plain = not any(padding) and set(dilation) <= {1}
        is_by_rows = op.get("feature_group_count", 1) == 1 and op.get("batch_group_count", 1) == 1
        if (
            is_plain
            or TILES in op.attributes
            or not is_by_rows
            or None in sizes
            or not isinstance(op.operands[0].type.element, FloatType | IntegerType)
        ):
            continue
        if None in kernel:
            continue
        along_row = kernel[numbers.kernel_spatial_dimensions[-1]] * kernel[numbers.kernel_input_feature_dimension] if count else 1
        if kernel[numbers.kernel_output_feature_dimension] < least_outputs and along_row < FEWEST_PLACES:
            continue
        op.set_operands([pad(op, padding, dilation), op.operands[1]])
        for name in (PADDING, DILATION):
            op.remove_attribute(name)


def pad(op: Operation, padding: list[int], dilation: list[int]) -> Value:
    """The input of a convolution with all that its windows see."""
    input, spatial = op.operands[0], op.attributes["dimension_numbers"].input_spatial_dimensions
    rank = len(input.type.shape)
    low, high, interior = [0] * rank, [0] * rank, [0] * rank
    for d, below, above, step in zip(spatial, padding[::2], padding[1::2], dilation):
        low[d], high[d], interior[d] = below, above, step - 1
    build, type = Builder.before(op), TensorType((), input.type.element)
    zero = build.value("stablehlo.constant", [], type, {"value": DenseAttr.of(0, type)})
    return padded(build, input, zero, low, high, interior)


def padded(build: Builder, input: Value, value: Value, low: list[int], high: list[int], interior: list[int]) -> Value:
    """An image with `value` around its elements. Where channels stand last, rows of the image with theirs are the rows that are padded."""
    shape = [
        size if size is None else size + below + above + max(size - 1, 0) * gap
        for size, below, above, gap in zip(input.type.shape, low, high, interior)
    ]
    as_rows = has_rows(input, low, high, interior)
    if as_rows:
        channels = input.type.shape[-1]
        rows = [*input.type.shape[:-2], input.type.shape[-2] * channels]
        input = build.value("stablehlo.reshape", [input], input.type.with_shape(rows))
        low, high, interior = ([*each[:-2], each[-2] * channels] for each in (low, high, interior))
    flat = [*shape[:-2], shape[-2] * shape[-1]] if as_rows else shape
    sizes = {"edge_padding_low": low, "edge_padding_high": high, "interior_padding": interior}
    attributes = {name: DenseArrayAttr(each) for name, each in sizes.items()}
    result = build.value("stablehlo.pad", [input, value], input.type.with_shape(flat), attributes)
    return build.value("stablehlo.reshape", [result], input.type.with_shape(shape)) if as_rows else result


def has_rows(input: Value, low: list[int], high: list[int], interior: list[int]) -> bool:
    """Whether nothing is put between the channels of neighbours along the last dimension but one, nor between these."""
    is_whole = len(low) > 1 and not any([low[-1], high[-1], *interior[-2:]])
    return is_whole and any([low[-2], high[-2]]) and None not in input.type.shape and min(low) >= 0 and min(high) >= 0
