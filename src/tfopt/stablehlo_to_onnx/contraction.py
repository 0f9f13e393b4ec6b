"""Products of tensors, convolutions, normalisation."""

from __future__ import annotations

from itertools import product
from math import prod

from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.window import in_pairs
from tfir.ir.operations import Operation
from tfir.ir.types import F16, F32, I1, I32, I64, UI64

from tfopt.arithmetic.tensor import Tensor, splat
from tfopt.recipes.recipes import names, need_sizes
from tfopt.stablehlo_to_onnx.operators import cast, cut, onnx, open_recipe, product_of, reshaped, transposed, wide_of
from tfopt.stablehlo_to_onnx.shaping import padded, turned_round


@open_recipe
def dot(op: Operation) -> list:
    left, right = map(Tensor, op.operands)
    return [contracted(left, right, ([], []), ([left.rank - 1], [0]), op.result.type)]


@open_recipe
def dot_general(op: Operation) -> list:
    told = op.attributes["dot_dimension_numbers"]
    batch, inner = [
        [integers(getattr(told, f"{side}_{kind}_dimensions")) for side in ("lhs", "rhs")] for kind in ("batching", "contracting")
    ]
    left, right = map(Tensor, op.operands)
    return [contracted(left, right, batch, inner, op.result.type)]


def contracted(left: Tensor, right: Tensor, batch, inner, type) -> Tensor:
    """A product of matrices [batch..., rows, inner] by [batch..., inner, columns]; a plain one is MatMul as it stands."""
    if left.element is I1:
        return contracted(cast(left, I32), cast(right, I32), batch, inner, type.with_element(I32)) != 0
    element = type.element
    wide = I64 if element is UI64 else wide_of(element)
    left, right = cast(left, wide), cast(right, wide)
    free = [[axis for axis in range(x.rank) if axis not in (*batch[at], *inner[at])] for at, x in enumerate((left, right))]
    sizes = [left.shape[axis] if left.shape[axis] is not None else right.shape[other] for axis, other in zip(*batch)]
    depth = product_of([left.shape[axis] if left.shape[axis] is not None else right.shape[other] for axis, other in zip(*inner)])
    if 0 in (*left.shape, *right.shape):
        return splat(0, type.shape, element)
    a = transposed(left, [*batch[0], *free[0], *inner[0]])
    b = transposed(right, [*batch[1], *inner[1], *free[1]])
    rows, columns = [[x.shape[axis] for axis in axes] for x, axes in zip((left, right), free)]
    a, b = reshaped(a, [*sizes, product_of(rows), depth]), reshaped(b, [*sizes, depth, product_of(columns)])
    product = onnx("MatMul", [a, b], a.type.with_shape([*sizes, product_of(rows), product_of(columns)]))
    return cast(reshaped(product, type.shape), element)


@open_recipe
def convolution(op: Operation) -> list:
    told, groups, batches = op.attributes["dimension_numbers"], op.get("feature_group_count"), op.get("batch_group_count")
    image, kernel = map(Tensor, op.operands)
    space = integers(told.input_spatial_dimensions)
    count = len(space)
    strides, spread, dilations = [names(op, name) or [1] * count for name in ("window_strides", "lhs_dilation", "rhs_dilation")]
    padding = in_pairs(names(op, "padding")) or [(0, 0)] * count
    filters = integers(told.kernel_spatial_dimensions)
    x = transposed(image, [told.input_batch_dimension, told.input_feature_dimension, *space])
    w = transposed(kernel, [told.kernel_output_feature_dimension, told.kernel_input_feature_dimension, *filters])
    w = turned_round(w, [2 + at for at, turns in enumerate(names(op, "window_reversal")) if turns])
    output = [told.output_batch_dimension, told.output_feature_dimension, *integers(told.output_spatial_dimensions)]
    shape = [op.result.type.shape[axis] for axis in output]
    own = op.result.type.element
    element = wide_of({I1: I32, UI64: I64}.get(own, own))
    if 0 in (*x.shape, *w.shape, *shape):
        return [splat(0, op.result.type.shape, own)]
    x, w = cast(x, element), cast(w, element)
    zero = splat(0, (), element)
    ends = [[0, 0, *[min(pair[side], 0) for pair in padding]] for side in (0, 1)]
    x = padded(x, zero, ends[0], ends[1], [0, 0, *[gap - 1 for gap in spread]])
    if batches > 1:
        parts = reshaped(x, [batches, x.shape[0] // batches, *x.shape[1:]])
        parts = transposed(parts, [1, 0, *range(2, parts.rank)])
        x, groups = reshaped(parts, [x.shape[0] // batches, batches * x.shape[1], *x.shape[2:]]), batches
    if element not in (F16, F32):
        result = by_products(op, x, w, groups, padding, strides, dilations, shape)
        result = result != 0 if own is I1 else cast(result, own)
        return [transposed(result, [output.index(axis) for axis in range(count + 2)])]
    flat = not count
    if flat:  # ONNX's convolutions have an axis of space at least
        x, w, shape = reshaped(x, [*x.shape, 1]), reshaped(w, [*w.shape, 1]), [*shape, 1]
    pads = [max(pair[side], 0) for side in (0, 1) for pair in padding]
    result = onnx(
        "Conv", [x, w], x.type.with_shape(shape), kernel_shape=list(w.shape[2:]), strides=None if flat else list(strides), pads=None if flat else pads,
        dilations=None if flat else list(dilations), group=groups,
    )  # fmt: skip
    result = reshaped(result, shape[:2]) if flat else result
    return [cast(transposed(result, [output.index(axis) for axis in range(count + 2)]), own)]


def by_products(op: Operation, x: Tensor, w: Tensor, groups: int, padding, strides, dilations, shape) -> Tensor:
    """A convolution as a product of matrices, for numbers of which ONNX's operator takes none (integers) or ONNX Runtime has no kernel (f64): what stands
    below each element of the window side by side. x is [N, C, space], w [filters, C / groups, window], the result [N, filters, places]."""
    need_sizes(*op.operands, *op.results)
    zero = splat(0, (), x.element)
    low, high = [[0, 0, *[max(pair[side], 0) for pair in padding]] for side in (0, 1)]
    x = padded(x, zero, low, high)
    batch, filters, *places = shape
    points, inner = prod(places), w.shape[1]
    parts = []
    for tap in product(*map(range, w.shape[2:])):
        starts = [at * gap for at, gap in zip(tap, dilations)]
        limits = [start + (size - 1) * step + 1 for start, size, step in zip(starts, places, strides)]
        part = cut(x, [0, 0, *starts], [*x.shape[:2], *limits], [1, 1, *strides])
        parts.append(reshaped(part, [batch, groups, inner, points]))
    taps = len(parts)
    joined = parts[0] if taps == 1 else onnx("Concat", parts, parts[0].type.with_shape([batch, groups, taps * inner, points]), axis=2)
    rows = reshaped(transposed(joined, [1, 0, 3, 2]), [groups, batch * points, taps * inner])
    kernel = reshaped(w, [groups, filters // groups, inner, taps])
    kernel = reshaped(transposed(kernel, [0, 3, 2, 1]), [groups, taps * inner, filters // groups])
    result = onnx("MatMul", [rows, kernel], rows.type.with_shape([groups, batch * points, filters // groups]))
    whole = transposed(reshaped(result, [groups, batch, points, filters // groups]), [1, 0, 3, 2])
    return reshaped(whole, shape)


@open_recipe
def batch_norm_inference(op: Operation) -> list:
    """ONNX's operator has channels as the second axis."""
    x, *rest = map(Tensor, op.operands)
    axis = op.get("feature_index")
    epsilon = float(op.get("epsilon"))
    order = [at for at in range(x.rank) if at != axis]
    order = [*order[:1], axis, *order[1:]] if order else [axis]
    moved = transposed(x, order)
    if x.rank == 1:
        moved = reshaped(x, [1, x.shape[0]])
    result = onnx("BatchNormalization", [moved, *rest], moved.type, epsilon=epsilon)
    if x.rank == 1:
        return [reshaped(result, x.shape)]
    return [transposed(result, [order.index(at) for at in range(x.rank)])]
