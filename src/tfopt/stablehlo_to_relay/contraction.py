"""Products of tensors, convolutions, normalisation."""

from __future__ import annotations

from itertools import product

from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.window import in_pairs
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import F64, I1, I32, Type

from tfopt.recipes.recipes import content_of, names, need_sizes
from tfopt.stablehlo_to_relay.expressions import (
    Expression,
    concatenated,
    extents,
    made,
    product_of_sizes,
    reshaped,
    reshaped_to,
    scalar,
    sliced,
    transposed,
    with_ones,
)  # fmt: skip
from tfopt.stablehlo_to_relay.recipes import recipe
from tfopt.stablehlo_to_relay.shaping import padded


def product_of(left: Expression, right: Expression, element: Type, name: str, **attributes) -> Expression:
    """A product of matrices; truth values are counted."""
    if left.element is I1:
        return product_of(left.cast(I32), right.cast(I32), I32, name, **attributes).differs(0)
    return made(name, left, right, out_dtype=None if element is left.element else element, **attributes)


@recipe
def dot(op: Operation) -> list:
    left, right = map(Expression, op.operands)
    return [contracted(left, right, ([], []), ([left.rank - 1], [0]), op.result.type.element)]


@recipe
def dot_general(op: Operation) -> list:
    numbers = op.attributes["dot_dimension_numbers"]
    batch, inner = (
        [integers(getattr(numbers, f"{side}_{kind}_dimensions")) for side in ("lhs", "rhs")] for kind in ("batching", "contracting")
    )
    left, right = map(Expression, op.operands)
    return [contracted(left, right, batch, inner, op.result.type.element)]


def contracted(left: Expression, right: Expression, batch, inner, element: Type) -> Expression:
    """A matrix for each batch: [batch, rows, inner] by [batch, inner, columns], or one product where there is no batch; in the order of axes
    that StableHLO gives its result."""
    rows, columns = ([axis for axis in range(x.rank) if axis not in (*batch[at], *inner[at])] for at, x in enumerate((left, right)))
    sizes = [*extents(left, [*batch[0], *rows]), *extents(right, columns)]
    if not batch[0]:
        a, b = grouped_axes(left, rows, inner[0]), grouped_axes(right, inner[1], columns)
        return reshaped_to(product_of(a, b, element, "nn.matmul"), sizes)
    a, b = grouped_axes(left, batch[0], rows, inner[0]), grouped_axes(right, batch[1], inner[1], columns)
    return reshaped_to(product_of(a, b, element, "nn.batch_matmul", transpose_b=False), sizes)


def grouped_axes(x: Expression, *groups) -> Expression:
    """The axes in another order, in which those of each group are one."""
    moved = transposed(x, [axis for axes in groups for axis in axes])
    if all([len(axes) == 1 for axes in groups]):
        return moved
    return reshaped_to(moved, [product_of_sizes(extents(x, axes)) for axes in groups])


# Convolution

LAYOUTS = {1: ("NCW", "NWC", "OIW", "WIO"), 2: ("NCHW", "NHWC", "OIHW", "HWIO"), 3: ("NCDHW", "NDHWC", "OIDHW", "DHWIO")}


class Layout:
    """A convolution as Relay says it: operands in the order of layouts that TVM knows, and how the result is put back."""

    def __init__(self, numbers, groups: int):
        self.space = integers(numbers.input_spatial_dimensions)
        first, last, kernel_first, kernel_last = LAYOUTS[len(self.space)]
        image = [numbers.input_batch_dimension, numbers.input_feature_dimension]
        self.is_last = image == [0, len(self.space) + 1] and groups == 1
        self.data, self.kernel = (last, kernel_last) if self.is_last else (first, kernel_first)
        inner, outer = numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension
        filters, result = integers(numbers.kernel_spatial_dimensions), integers(numbers.output_spatial_dimensions)
        ends = [numbers.output_batch_dimension, numbers.output_feature_dimension]
        self.data_order = self.ordered(image, self.space)
        self.kernel_order = [*filters, inner, outer] if self.is_last else [outer, inner, *filters]
        self.output_order = self.ordered(ends, result)

    def ordered(self, ends, space) -> list[int]:
        return [ends[0], *space, ends[1]] if self.is_last else [*ends, *space]

    def space_of(self, x: Expression) -> range:
        """The axes of space of an image in its layout."""
        return range(1, x.rank - 1) if self.is_last else range(2, x.rank)


@recipe
def convolution(op: Operation) -> list:
    return [convolved(op, in_pairs(names(op, "padding")))]


@recipe
def dynamic_conv(op: Operation) -> list:
    padding = content_of(op.operands[2])
    if padding is None:
        raise Error("has a padding that is computed, which no operator of Relay has")
    return [convolved(op, in_pairs([int(each) for each in padding]))]


def convolved(op: Operation, padding) -> Expression:
    numbers, groups, batches = op.attributes["dimension_numbers"], op.get("feature_group_count"), op.get("batch_group_count")
    image, kernel = map(Expression, op.operands[:2])
    rank = len(integers(numbers.input_spatial_dimensions))
    strides, spread, dilation = (names(op, f"{name}") or [1] * rank for name in ("window_strides", "lhs_dilation", "rhs_dilation"))
    padding = padding or [(0, 0)] * rank
    for axis, turns in zip(integers(numbers.kernel_spatial_dimensions), names(op, "window_reversal")):
        kernel = made("reverse", kernel, axis=axis) if turns else kernel
    if rank not in LAYOUTS or 0 in (*image.shape, *kernel.shape, *op.result.type.shape):
        return by_places(op, image, kernel, numbers, (strides, spread, dilation, padding), groups, batches)
    layout = Layout(numbers, max(groups, batches))
    image, kernel = transposed(image, layout.data_order), transposed(kernel, layout.kernel_order)
    image, padding = outside(image, list(layout.space_of(image)), spread, padding)
    if batches > 1:
        image, groups = batches_as_features(image, batches), batches
    result = made(
        f"nn.conv{rank}d", image, kernel, strides=strides, padding=[pair[side] for side in (0, 1) for pair in padding],
        dilation=dilation, groups=groups, channels=op.result.type.shape[numbers.output_feature_dimension],
        kernel_size=[op.operands[1].type.shape[axis] for axis in integers(numbers.kernel_spatial_dimensions)], data_layout=layout.data,
        kernel_layout=layout.kernel, out_dtype=None if op.result.type.element is image.element else op.result.type.element,
    )  # fmt: skip
    return transposed(result, [layout.output_order.index(axis) for axis in range(rank + 2)])


def outside(image: Expression, axes, spread, padding) -> tuple[Expression, list]:
    """The image with what lies between its elements, less what negative padding takes away; and the padding that is left."""
    low, high, between = ([0] * image.rank for _ in range(3))
    for axis, gap, (before, after) in zip(axes, spread, padding):
        low[axis], high[axis], between[axis] = min(before, 0), min(after, 0), gap - 1
    if any((*low, *high, *between)):
        image = padded(image, scalar(0, image.element), low, high, between)
    return image, [(max(before, 0), max(after, 0)) for before, after in padding]


def batches_as_features(image: Expression, groups: int) -> Expression:
    """Groups of the batch, [groups * N, C, ...], as groups of features: [N, groups * C, ...]."""
    count, features, *space = image.shape
    parts = reshaped(image, [groups, count // groups, features, *space])
    parts = transposed(parts, [1, 0, *range(2, parts.rank)])
    return reshaped(parts, [count // groups, groups * features, *space])


def by_places(op: Operation, image: Expression, kernel: Expression, numbers, moved, groups: int, batches: int) -> Expression:
    """Convolutions that Relay has no operator for: the product of what each place of the kernel sees with the kernel there, all added up."""
    need_sizes(*op.operands[:2])
    strides, spread, dilation, padding = moved
    rank = len(strides)
    x = transposed(image, [numbers.input_batch_dimension, *integers(numbers.input_spatial_dimensions), numbers.input_feature_dimension])
    filters = integers(numbers.kernel_spatial_dimensions)
    inner, outer = numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension
    kernel = transposed(kernel, [*filters, inner, outer])
    low, high = ([0, *[pair[side] for pair in padding], 0] for side in (0, 1))
    if any((*low, *high)) or max(spread, default=1) > 1:
        x = padded(x, scalar(0, x.element), low, high, [0, *[gap - 1 for gap in spread], 0])
    output = [numbers.output_batch_dimension, *integers(numbers.output_spatial_dimensions), numbers.output_feature_dimension]
    places, element = [op.result.type.shape[axis] for axis in output[1:-1]], op.result.type.element
    total = None
    for at in product(*map(range, kernel.shape[:rank])):
        seen = strided(x, [step * gap for step, gap in zip(at, dilation)], places, strides)
        weights = reshaped(sliced(kernel, [*at, 0, 0], [*[step + 1 for step in at], *kernel.shape[rank:]]), kernel.shape[rank:])
        part = grouped(seen, weights, groups, batches, element)
        total = part if total is None else total + part
    shape = [op.result.type.shape[axis] for axis in output]
    if total is None or 0 in shape:
        total = made("full", scalar(0, element), shape=shape, dtype=element)
    return transposed(total, [output.index(axis) for axis in range(rank + 2)])


def strided(x: Expression, starts, places, strides) -> Expression:
    ends = [start + max(0, (count - 1) * stride + 1) for start, count, stride in zip(starts, places, strides)]
    return sliced(x, [0, *starts, 0], [x.shape[0], *ends, x.shape[-1]], [1, *strides, 1])


def grouped(seen: Expression, weights: Expression, groups: int, batches: int, element: Type) -> Expression:
    """[N, places..., C] by [C of one group, O]: each group of features, or of the batch, with its outputs."""
    count = max(groups, batches)
    axis, parts = (seen.rank - 1 if groups > 1 else 0), []
    for group in range(count):
        part = share(seen, axis, group, count)
        columns = share(weights, 1, group, count)
        last = ([part.rank - 1], [0])
        parts.append(contracted(part, columns, ([], []), last, element))
    return concatenated(parts, seen.rank - 1)


def share(x: Expression, axis: int, group: int, count: int) -> Expression:
    size = x.shape[axis] // count
    begin = [group * size if at == axis else 0 for at in range(x.rank)]
    return sliced(x, begin, [begin[at] + size if at == axis else own for at, own in enumerate(x.shape)])


# Normalisation


@recipe
def batch_norm_inference(op: Operation) -> list:
    """The operator's attribute is written as the shortest number that is this f32: of f64, where that is another number, it is arithmetic."""
    data, scale, offset, mean, variance = map(Expression, op.operands)
    epsilon, axis = float(f"{op.get('epsilon'):.8g}"), op.get("feature_index")
    if data.element is F64 and epsilon != float(op.get("epsilon")):
        scale, offset, mean, variance = [with_ones(each, [axis], data.rank) for each in (scale, offset, mean, variance)]
        return [(data - mean) / made("sqrt", variance + float(op.get("epsilon"))) * scale + offset]
    return [made("nn.batch_norm", data, scale, offset, mean, variance, axis=op.get("feature_index"), epsilon=epsilon).item(0)]
