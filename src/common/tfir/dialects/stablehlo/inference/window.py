"""Result types of ops with windows: convolutions, reductions of windows, and their way back."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, alike, integers, like, numbers, precise, size_fits, type_of, unique
from tfir.dialects.stablehlo.inference.reduction import accumulated, of_one_shape, same_inputs
from tfir.dialects.stablehlo.inference.shaping import spread_size
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import shapes_fit
from tfir.ods import shapes
from tfir.ods.inference import AbstractValue


class Window:
    """Sizes, strides, dilations and paddings of a window, each checked; `shape(sizes)` is what it makes of a base."""

    def __init__(self, sizes, strides=None, padding=None, base=None, dilations=None, reversal=None):
        count = len(sizes)
        for name, given in (
            ("window-strides", strides), ("base-dilation factors", base), ("window-dilation factors", dilations), ("padding-entries", padding),
            ("window-reversal", reversal),
        ):  # fmt: skip
            if given and len(given) != count:
                raise Refused(f"expects {name} to have same dimension-size as size of window dimensions ({count}), but got: {len(given)}.")
        self.sizes, self.strides, self.padding = sizes, strides or [1] * count, padding or [(0, 0)] * count
        self.base, self.dilations = base or [1] * count, dilations or [1] * count
        for at in range(count):
            for what, value in (
                ("value", sizes[at]), ("stride", self.strides[at]), ("base dilation factor", self.base[at]),
                ("window dilation factor", self.dilations[at]),
            ):  # fmt: skip
                if isinstance(value, int) and value <= 0:
                    raise Refused(f"expects window to have positive {what} for {at}-th window dimension, but got {value}.")

    def shape(self, sizes) -> tuple:
        """How many places the window has along each dimension of a base of these sizes."""
        return tuple([self._places(at, size) for at, size in enumerate(sizes)])

    def running(self, sizes) -> tuple[int, bool] | None:
        """The axis along which each window holds what is there up to its place, as for a cumulative sum, or from its place on, and whether it is
        the latter; None of other windows."""
        axes = [axis for axis, size in enumerate(self.sizes) if size != 1 or tuple(self.padding[axis]) != (0, 0)]
        if len(axes) != 1 or {*self.strides, *self.base, *self.dilations} != {1}:
            return None
        run = self.running_along(axes[0], sizes[axes[0]])
        return None if run is None else (axes[0], run > 0)

    def running_along(self, axis: int, size) -> int | None:
        """Of a window that holds along an axis of that size what is there up to its place, or from it on, how much padding is at the end; None of others."""
        low, high = self.padding[axis]
        if {self.strides[axis], self.base[axis], self.dilations[axis]} != {1} or not isinstance(size, int) or self.sizes[axis] != size:
            return None
        return high if size > 1 and (low, high) in ((size - 1, 0), (0, size - 1)) else None

    def _places(self, at: int, size):
        if None in (self.sizes[at], *self.padding[at]):
            return shapes.fresh()
        return shapes.window_size(
            spread_size(size, self.base[at] - 1), self.sizes[at], self.strides[at], self.padding[at], self.dilations[at]
        )


def paddings(attribute) -> list[tuple[int, int]] | None:
    """Pairs of low and high padding; None where there is no such attribute."""
    if attribute is None:
        return None
    shape = attribute.type.shape
    if len(shape) != 2 or shape[1] != 2:
        raise Refused(f"expects the shape of padding-attribute to be {{N, 2}}, but got {{{numbers(shape)}}}.")
    return in_pairs(integers(attribute))


def in_pairs(amounts) -> list[tuple[int, int]]:
    return list(zip(amounts[::2], amounts[1::2]))


# Convolutions


def convolution(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, window_reversal, dimension_numbers,
                feature_group_count, batch_group_count, result_types):  # fmt: skip
    checked_numbers(dimension_numbers, lhs, rhs, feature_group_count, batch_group_count)
    moved = (window_strides, lhs_dilation, rhs_dilation, window_reversal)
    return AbstractValue(convolved(dimension_numbers, lhs, rhs, paddings(padding), moved, batch_group_count), result_types[0].element)


def dynamic_conv(lhs, rhs, padding, window_strides, lhs_dilation, rhs_dilation, window_reversal, dimension_numbers,
                 feature_group_count, batch_group_count, precision_config, result_types):  # fmt: skip
    checked_numbers(dimension_numbers, lhs, rhs, feature_group_count, batch_group_count)
    precise(precision_config)
    if padding.rank != 2:
        raise Refused(f"expects padding to be of rank 2 but got {padding.rank}")
    if not shapes_fit(padding.shape, (lhs.rank - 2, 2)):
        raise Refused(f"expects padding to be of shape [{numbers([lhs.rank - 2, 2])}], but got [{numbers(padding.shape)}]")
    element = result_types[0].element
    if padding.integers is None:
        return AbstractValue(tuple([shapes.fresh() for _ in lhs.shape]), element)
    moved = (window_strides, lhs_dilation, rhs_dilation, window_reversal)
    return AbstractValue(convolved(dimension_numbers, lhs, rhs, in_pairs(padding.integers), moved, batch_group_count), element)


def checked_numbers(dimensions, lhs, rhs, features: int, batches: int) -> None:
    """Refuses operands that do not fit the dimension numbers and the groups."""
    if lhs.rank < 2:
        raise Refused(f"expects convolution arguments to have >= 2 dimensions. Got: '{type_of(lhs)}' and '{type_of(rhs)}'.")
    if lhs.rank != rhs.rank:
        raise Refused(f"expects convolution arguments to have same number of dimensions. Got: '{type_of(lhs)}' and '{type_of(rhs)}'.")
    if not is_quantized(lhs, rhs) and lhs.element is not rhs.element:
        raise Refused(f"expects lhs and rhs to have compatible element type. Got: '{lhs.element}' and '{rhs.element}'")
    _spatial(dimensions, lhs.rank)
    _groups(dimensions, lhs, rhs, features, batches)
    count = len(dimensions.input_spatial_dimensions)
    if lhs.rank != count + 2:
        raise Refused(f"expects convolution arguments to have {count + 2} dimensions. Got: {lhs.rank}")


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
    if isinstance(batch, int) and batch % batches:
        raise Refused(f"expects input batch dimension ({batch}) to be divisible by batch_group_count. Got batch_group_count = {batches}.")
    if isinstance(inputs, int) and inputs % features:
        raise Refused(
            f"expects input feature dimension ({inputs}) to be a multiple of feature_group_count. Got feature_group_count = {features}."
        )
    if isinstance(inputs, int) and not size_fits(inputs // features, kernel_inputs):
        raise Refused(
            f"expects input feature dimension ({inputs}) / feature_group_count = kernel input feature dimension ({kernel_inputs}). "
            f"Got feature_group_count = {features}."
        )
    if isinstance(outputs, int) and outputs % batches:
        raise Refused(
            f"expects output feature dimension size ({outputs}) to be a multiple of batch_group_count. Got batch_group_count = {batches}."
        )
    if isinstance(outputs, int) and outputs % features:
        raise Refused(
            f"expects kernel output feature dimension ({outputs}) to be divisible by feature_group_count. For feature_group_count = {features}."
        )


def convolved(dimensions, lhs, rhs, padding, moved, batch_groups: int) -> tuple:
    """The shape of a convolution's result; `dimensions` say which dimensions are batch, features and space, `moved` are the attributes of
    strides, dilations of both sides and reversal."""
    kernel = [rhs.shape[dim] for dim in dimensions.kernel_spatial_dimensions]
    strides, *others = map(integers, moved)
    places = Window(kernel, strides, padding, *others).shape([lhs.shape[dim] for dim in dimensions.input_spatial_dimensions])
    sizes = {dimensions.output_batch_dimension: shapes.divide_down(lhs.shape[dimensions.input_batch_dimension], batch_groups)}
    sizes[dimensions.output_feature_dimension] = rhs.shape[dimensions.kernel_output_feature_dimension]
    sizes.update(zip(dimensions.output_spatial_dimensions, places))
    return tuple([sizes[dim] for dim in range(lhs.rank)])


# Windows of elements


def reduce_window(inputs, window_dimensions, window_strides, base_dilations, window_dilations, padding, op):
    window = window_of(inputs, window_dimensions, window_strides, base_dilations, window_dilations, padding)
    return [AbstractValue(window.shape(part.shape), element) for part, element in zip(of_one_shape(inputs), accumulated(op.region, inputs))]


def window_of(inputs, dimensions, strides, base_dilations, dilations, padding) -> Window:
    if not inputs:
        raise Refused("requires at least 1 input value")
    same_inputs(inputs)
    pairs, sizes = paddings(padding), integers(dimensions)
    for part in inputs:
        if part.rank != len(sizes):
            raise Refused(
                f"expects window-dimensions size == input rank, but got window-dimensions size: {len(sizes)} and input: '{type_of(part)}' "
                f"with rank = {part.rank}."
            )
    return Window(sizes, integers(strides), pairs, integers(base_dilations), integers(dilations))


def select_and_scatter(operand, source, window_dimensions, window_strides, padding, op):
    sizes = integers(window_dimensions)
    if operand.rank != len(sizes):
        raise Refused(
            f"expects window-dimensions size == operand rank, but got window-dimensions size: {len(sizes)} and operand-type: "
            f"'{type_of(operand)}' with rank = {operand.rank}."
        )
    selected = AbstractValue(Window(sizes, integers(window_strides), paddings(padding)).shape(operand.shape), operand.element)
    if not alike(selected, source):
        raise Refused(f"expects source-type to be '{type_of(selected)}', but got'{type_of(source)}'")
    return like(operand, accumulated(op.regions[1], [operand])[0])


INFER = {
    "convolution": convolution, "dynamic_conv": dynamic_conv, "reduce_window": reduce_window, "select_and_scatter": select_and_scatter,
}  # fmt: skip
