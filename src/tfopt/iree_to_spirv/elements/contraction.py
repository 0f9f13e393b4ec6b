"""Sums of products, one element of the result at a time: the way that always works and is never fast."""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.ir.types import BF16
from tfir.ods.small_floats import is_small_float

from tfopt.iree_to_spirv.arithmetic import B, F, Kind, Value, kind_of, where
from tfopt.iree_to_spirv.buffers import element_kind
from tfopt.iree_to_spirv.elements import scalar_only
from tfopt.iree_to_spirv.elements.attributes import number, numbers
from tfopt.iree_to_spirv.elements.elementwise import add, converted, multiply
from tfopt.iree_to_spirv.elements.reduction import Window, over

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.types import Type


class DotDims:
    """Which dimensions of a dot_general's operands are batch, contracted and free."""

    def __init__(self, op):
        lhs, rhs = (operand.type.shape for operand in op.operands)
        numbered = op.attributes.get("dot_dimension_numbers")
        if numbered is None:  # stablehlo.dot: the last of the left with the first of the right
            numbered = NumbersAttr("dot", lhs_contracting_dimensions=(len(lhs) - 1,), rhs_contracting_dimensions=(0,))
        self.lhs_batch, self.rhs_batch = numbered.lhs_batching_dimensions, numbered.rhs_batching_dimensions
        self.lhs_contracted, self.rhs_contracted = numbered.lhs_contracting_dimensions, numbered.rhs_contracting_dimensions
        self.lhs_free = [d for d in range(len(lhs)) if d not in self.lhs_batch and d not in self.lhs_contracted]
        self.rhs_free = [d for d in range(len(rhs)) if d not in self.rhs_batch and d not in self.rhs_contracted]
        self.extents = [lhs[d] for d in self.lhs_contracted]

    def lhs(self, dims, contracted) -> list:
        return self._operand(self.lhs_batch, self.lhs_contracted, self.lhs_free, dims, len(self.lhs_batch), contracted)

    def rhs(self, dims, contracted) -> list:
        skipped = len(self.rhs_batch) + len(self.lhs_free)
        return self._operand(self.rhs_batch, self.rhs_contracted, self.rhs_free, dims, skipped, contracted)

    @staticmethod
    def _operand(batch, contracted_dims, free, dims, first_free, contracted) -> list:
        places = dict(zip(batch, dims))
        places.update(zip(contracted_dims, contracted))
        places.update(zip(free, dims[first_free:]))
        return [places[d] for d in range(len(places))]


@scalar_only
def dot_general(elements, op, index, lanes, result):
    lhs, rhs = op.operands
    names = DotDims(op)

    def step(positions, carried):
        left = elements.at(lhs, index.of(lhs.type.shape, names.lhs(index.dims, positions)))
        right = elements.at(rhs, index.of(rhs.type.shape, names.rhs(index.dims, positions)))
        return [add(carried[0], multiply(converted(left, carried[0].kind), converted(right, carried[0].kind)))]

    return of_result(elements, op, over(elements.kernel, names.extents, [zero(elements, op)], step)[0])


def sum_kind(element: Type) -> Kind | None:
    """What products of a type are summed with: 32 bits at least, so that floats of fewer are rounded once; None where it is no type of kernels."""
    kind = F if element is BF16 or is_small_float(element) else kind_of(element)
    return kind if kind is None or kind is B or kind.bits >= 32 else Kind(kind.family, 32)


def zero(elements, op) -> Value:
    """What a sum of products begins with."""
    kind = sum_kind(op.results[0].type.element) or element_kind(op.results[0].type, elements.kernel)
    return Value(elements.kernel, kind, constant=False if kind is B else 0.0 if kind.is_float else 0)


def of_result(elements, op, sum: Value) -> Value:
    return converted(sum, element_kind(op.results[0].type, elements.kernel))


class Convolution:
    """The attributes of a convolution: its window over the input's spatial dimensions, and its groups."""

    def __init__(self, op):
        self.dims = d = op.attributes["dimension_numbers"]
        input, kernel = (operand.type.shape for operand in op.operands)
        self.sizes = [kernel[i] for i in d.kernel_spatial_dimensions]
        ones = [1] * len(self.sizes)
        padding = numbers(op, "padding", [0] * (2 * len(self.sizes)))
        self.reversed = numbers(op, "window_reversal", [0] * len(self.sizes))
        self.window = Window(self.sizes, numbers(op, "window_strides", ones), padding[0::2], numbers(op, "lhs_dilation", ones),
                             numbers(op, "rhs_dilation", ones), [input[i] for i in d.input_spatial_dimensions])  # fmt: skip
        self.features_per_group = kernel[d.kernel_input_feature_dimension]
        self.outputs = kernel[d.kernel_output_feature_dimension]
        self.groups = number(op, "feature_group_count", 1)
        self.batch_groups = number(op, "batch_group_count", 1)


@scalar_only
def convolution(elements, op, index, lanes, result):
    conv, (input, weights) = Convolution(op), op.operands
    d, kernel = conv.dims, elements.kernel
    batch, feature = index.dims[d.output_batch_dimension], index.dims[d.output_feature_dimension]
    spatial = [index.dims[i] for i in d.output_spatial_dimensions]
    extents = [index.shape[i] for i in d.output_spatial_dimensions]
    group = feature // (conv.outputs // conv.groups) * conv.features_per_group
    batch = batch + feature // (conv.outputs // conv.batch_groups) * (input.type.shape[d.input_batch_dimension] // conv.batch_groups)

    def step(positions, carried):
        *offsets, i = positions
        inside, places = conv.window.place(kernel, spatial, offsets, extents)
        at = dict(zip(d.input_spatial_dimensions, places)) | {d.input_batch_dimension: batch, d.input_feature_dimension: group + i}
        value = elements.at(input, index.of(input.type.shape, in_order(at)))
        turned = [o.like(size - 1) - o if flag else o for o, size, flag in zip(offsets, conv.sizes, conv.reversed)]
        at = dict(zip(d.kernel_spatial_dimensions, turned))
        at |= {d.kernel_input_feature_dimension: i, d.kernel_output_feature_dimension: feature}
        weight = elements.at(weights, index.of(weights.type.shape, in_order(at)))
        start = carried[0]
        # A value outside is a zero that is multiplied, so an infinite weight there makes a NaN, as the specification has it
        return [add(start, multiply(converted(where(inside, value, value.like(0)), start.kind), converted(weight, start.kind)))]

    return of_result(elements, op, over(kernel, [*conv.sizes, conv.features_per_group], [zero(elements, op)], step)[0])


def in_order(places: dict) -> list:
    return [places[d] for d in range(len(places))]


RULES = {"stablehlo.dot_general": dot_general, "stablehlo.dot": dot_general, "stablehlo.convolution": convolution}
