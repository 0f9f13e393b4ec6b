"""Ops of TensorFlow that are more than one operator of TensorFlow Lite, or one on other operands: a function of the op's name, which builds and gives
the values of its results. What has no kernel is an Error."""

from __future__ import annotations

from tfir.ir.attributes import BoolAttr, EnumAttr, SymbolRefAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.types import I1, I32, I64, TensorType, Type
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np

from tfopt.rewrite.rewriter import current_rewriter
from tfopt.tf_to_tfl.building import (
    absent,
    array_in,
    build,
    build_widened,
    constant,
    narrowed,
    numbers,
    reshaped,
    sizes,
    transposed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    Legalization: TypeAlias = Callable[[Operation], Sequence[Value]]

LEGALIZATIONS: dict[str, Legalization] = {}
NONE = "NONE"


def legalizes(*names: str) -> Callable[[Legalization], Legalization]:
    def register(function: Legalization) -> Legalization:
        LEGALIZATIONS.update(dict.fromkeys(names, function))
        return function

    return register


def types_of(op: Operation) -> list[Type]:
    return [value.type for value in op.results]


def plain(op: Operation, name: str, default):
    value = op.attributes.get(name)
    return default if value is None else value.value


def listed(op: Operation, name: str, default: list[int]) -> list[int]:
    value = op.attributes.get(name)
    return default if value is None else [each.value for each in value.elements]


# Constants, identities


@legalizes("Const")
def const(op: Operation) -> Sequence[Value]:
    value = op.attributes["value"]
    return current_rewriter().create("tfl.pseudo_const", [], types_of(op), {"value": value}).results


@legalizes("Identity", "StopGradient", "PreventGradient", "IdentityN", "Snapshot", "CheckNumerics")
def identity(op: Operation) -> Sequence[Value]:
    return op.operands[: len(op.results)]


@legalizes("NoOp")
def no_op(op: Operation) -> Sequence[Value]:
    return []


@legalizes("Cast")
def cast(op: Operation) -> Sequence[Value]:
    if plain(op, "Truncate", False):
        raise Error("has no kernel in TensorFlow Lite that cuts digits off")
    return build("cast", op.operands, types_of(op))


# Windows


def require_nhwc(op: Operation) -> None:
    layout = plain(op, "data_format", "NHWC")
    if layout not in ("NHWC", "NDHWC"):
        raise Error(f"has no kernel in TensorFlow Lite with the layout {layout}")


def padded(op: Operation, x: Value) -> tuple[Value, str]:
    """The operand and the padding: what is put on explicitly is put on before."""
    padding = plain(op, "padding", "VALID")
    if padding != "EXPLICIT":
        return x, padding
    amounts = np.array(listed(op, "explicit_paddings", []), np.int32).reshape(-1, 2)
    shape = tuple(None if size is None else size + int(sum(each)) for size, each in zip(x.type.shape, amounts))
    return build("pad", [x, constant(amounts)], [TensorType(shape, x.type.element)])[0], "VALID"


def strides_of(op: Operation) -> dict[str, int]:
    strides, dilations = listed(op, "strides", [1] * 4), listed(op, "dilations", [1] * 4)
    return {
        "stride_h": strides[1],
        "stride_w": strides[2],
        "dilation_h_factor": dilations[1],
        "dilation_w_factor": dilations[2],
    }


def zeros(count: int) -> Value:
    return constant(np.zeros(count, np.float32))


@legalizes("Conv2D")
def conv_2d(op: Operation) -> Sequence[Value]:
    require_nhwc(op)
    x, padding = padded(op, op.operands[0])
    filter = transposed(op.operands[1], [3, 0, 1, 2])
    count = op.operands[1].type.shape[3]
    if count is None:
        raise Error("needs a filter of known shape")
    return build("conv_2d", [x, filter, zeros(count)], types_of(op), padding=padding, fused_activation_function=NONE, **strides_of(op))


@legalizes("DepthwiseConv2dNative")
def depthwise_conv_2d(op: Operation) -> Sequence[Value]:
    require_nhwc(op)
    x, padding = padded(op, op.operands[0])
    height, width, channels, multiplier = sizes(op.operands[1])
    filter = reshaped(op.operands[1], (1, height, width, channels * multiplier))
    counts = strides_of(op) | {"depth_multiplier": multiplier}
    operands = [x, filter, zeros(channels * multiplier)]
    return build("depthwise_conv_2d", operands, types_of(op), padding=padding, fused_activation_function=NONE, **counts)


@legalizes("Conv2DBackpropInput")
def transpose_conv(op: Operation) -> Sequence[Value]:
    require_nhwc(op)
    if plain(op, "padding", "VALID") == "EXPLICIT" or set(listed(op, "dilations", [1])) != {1}:
        raise Error("has no kernel in TensorFlow Lite with explicit padding, or dilated")
    strides = strides_of(op)
    filter = transposed(op.operands[1], [2, 0, 1, 3])
    moved = {name: strides[name] for name in ("stride_h", "stride_w")}
    operands = [op.operands[0], filter, op.operands[2], zeros(sizes(filter)[0])]
    return build("transpose_conv", operands, types_of(op), padding=plain(op, "padding", "VALID"), fused_activation_function=NONE, **moved)


@legalizes("MaxPool", "AvgPool")
def pool(op: Operation) -> Sequence[Value]:
    require_nhwc(op)
    window, strides = listed(op, "ksize", []), listed(op, "strides", [])
    if window[0] != 1 or window[3] != 1 or plain(op, "padding", "") == "EXPLICIT":
        raise Error("has no kernel in TensorFlow Lite with such a window")
    local = "max_pool_2d" if op.name == "tf.MaxPool" else "average_pool_2d"
    counts = {"filter_height": window[1], "filter_width": window[2], "stride_h": strides[1], "stride_w": strides[2]}
    return build(local, op.operands, types_of(op), padding=plain(op, "padding", ""), fused_activation_function=NONE, **counts)


@legalizes("LRN")
def local_response_normalization(op: Operation) -> Sequence[Value]:
    attributes = {"radius": plain(op, "depth_radius", 5), "bias": plain(op, "bias", 1.0)}
    attributes |= {"alpha": plain(op, "alpha", 1.0), "beta": plain(op, "beta", 0.5)}
    return build("local_response_normalization", op.operands, types_of(op), **attributes)


# Products


@legalizes("MatMul")
def fully_connected(op: Operation) -> Sequence[Value]:
    left, right = op.operands[:2]
    if plain(op, "transpose_a", False):
        left = transposed(left, [1, 0])
    weights = right if plain(op, "transpose_b", False) else transposed(right, [1, 0])
    attributes = {"fused_activation_function": NONE, "weights_format": "DEFAULT", "keep_num_dims": False}
    return build("fully_connected", [left, weights, absent()], types_of(op), **attributes)


@legalizes("BiasAdd", "BiasAddV1")
def bias_add(op: Operation) -> Sequence[Value]:
    x, bias = op.operands
    if plain(op, "data_format", "NHWC") != "NHWC":
        bias = reshaped(bias, [*sizes(bias), *[1] * (x.type.rank - 2)])
    return build("add", [x, bias], types_of(op), fused_activation_function=NONE)


@legalizes("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def batch_norm(op: Operation) -> Sequence[Value]:
    """A product and a sum by constants, where scale, offset, mean and variance are such; else by the moments of what comes, as layers that normalize rows
    have it."""
    x, *parameters = op.operands[:5]
    if any([value.uses for value in op.results[1:]]):
        raise Error("is lowered to TensorFlow Lite without the moments that it gives besides")
    shape = x.type.shape or ()
    channel = 1 if plain(op, "data_format", "NHWC") == "NCHW" else len(shape) - 1
    if not shape or shape[channel] is None:
        raise Error(f"needs an operand of a known number of channels, not {x.type}")
    beside = [size if axis == channel else 1 for axis, size in enumerate(shape)][0 if channel == 1 else channel :]
    epsilon = plain(op, "epsilon", 1e-4)
    if plain(op, "is_training", True):
        total = by_moments(x, reshaped(parameters[0], beside), reshaped(parameters[1], beside), channel, epsilon)
    else:
        arrays = [array_in(value) for value in parameters]
        if any([array is None for array in arrays]):
            raise Error("is lowered to TensorFlow Lite for inference with constants for scale, offset, mean and variance")
        scale, offset, mean, variance = [np.asarray(array, np.float64).reshape(beside) for array in arrays]
        factor = scale / np.sqrt(variance + epsilon)
        product = build("mul", [x, constant(factor.astype(np.float32))], types_of(op)[:1], fused_activation_function=NONE)[0]
        shift = constant((offset - mean * factor).astype(np.float32))
        total = build("add", [product, shift], types_of(op)[:1], fused_activation_function=NONE)[0]
    return [total, *op.operands[1:5][: len(op.results) - 1], *[op.operands[1]] * max(0, len(op.results) - 5)]


def by_moments(x: Value, scale: Value, offset: Value, channel: int, epsilon: float) -> Value:
    """A tensor with the mean 0 and the variance 1 for each channel, by a scale and an offset."""
    axes = numbers(*[axis for axis in range(x.type.rank) if axis != channel])
    kept = TensorType(tuple([size if axis == channel else 1 for axis, size in enumerate(x.type.shape)]), x.type.element)

    def of(local: str, type: Type, *operands: Value) -> Value:
        return build(local, operands, [type], fused_activation_function=NONE)[0]

    off = of("sub", x.type, x, build("mean", [x, axes], [kept], keep_dims=True)[0])
    variance = build("mean", [of("mul", x.type, off, off), axes], [kept], keep_dims=True)[0]
    deviation = build("rsqrt", [of("add", kept, variance, constant(np.array(epsilon, np.float32)))], [kept])[0]
    return of("add", x.type, of("mul", x.type, off, of("mul", kept, deviation, scale)), offset)


@legalizes("Reciprocal", "Inv")
def reciprocal(op: Operation) -> Sequence[Value]:
    one = constant(np.ones((), dtype_of(op.operands[0].type.element)))
    return build("div", [one, op.operands[0]], types_of(op), fused_activation_function=NONE)


@legalizes("Equal", "NotEqual")
def equality(op: Operation) -> Sequence[Value]:
    """Operands whose shapes do not go together may be told to be unlike each other as a whole."""
    x, y = op.operands
    if not plain(op, "incompatible_shape_error", True):
        if not (x.type.is_static and y.type.is_static):
            raise Error("needs operands of known shape where shapes may be such that do not go together")
        if any([1 not in pair and len(set(pair)) > 1 for pair in zip(x.type.shape[::-1], y.type.shape[::-1])]):
            return [constant(np.array(op.name == "tf.NotEqual"))]
    return build_widened("equal" if op.name == "tf.Equal" else "not_equal", [x, y], types_of(op))


@legalizes("DivNoNan")
def div_no_nan(op: Operation) -> Sequence[Value]:
    x, y = op.operands
    zero = constant(np.zeros((), dtype_of(y.type.element)))
    type, truth = types_of(op)[0], TensorType(y.type.shape, I1)
    quotient = build("div", [x, y], [type], fused_activation_function=NONE)[0]
    return build("select_v2", [build("equal", [y, zero], [truth])[0], zero, quotient], [type])


@legalizes("Softplus")
def softplus(op: Operation) -> Sequence[Value]:
    """log(1 + exp(x)), of large numbers by exp(-|x|)."""
    x, types = op.operands[0], types_of(op)
    one = constant(np.ones((), np.float32))
    small = build("exp", [build("neg", [build("abs", [x], types)[0]], types)[0]], types)[0]
    part = build("log", [build("add", [small, one], types, fused_activation_function=NONE)[0]], types)[0]
    return build("add", [build("relu", [x], types)[0], part], types, fused_activation_function=NONE)


# Shapes


@legalizes("Squeeze", "ExpandDims")
def to_reshape(op: Operation) -> Sequence[Value]:
    """A reshape where the result has at most one open size."""
    type = types_of(op)[0]
    if type.shape is None or type.shape.count(None) > 1:
        raise Error(f"needs a result of which at most one size is open, not {type}")
    shape = numbers(*[-1 if size is None else size for size in type.shape])
    return build("reshape", [op.operands[0], shape], [type])


@legalizes("Pack")
def pack(op: Operation) -> Sequence[Value]:
    return build("pack", op.operands, types_of(op), values_count=len(op.operands), axis=plain(op, "axis", 0))


@legalizes("Unpack")
def unpack(op: Operation) -> Sequence[Value]:
    return build("unpack", op.operands, types_of(op), num=len(op.results), axis=plain(op, "axis", 0))


def number_in(value: Value, what: str) -> int:
    array = array_in(value)
    if array is None or array.size != 1:
        raise Error(f"needs a constant {what}")
    return int(array.reshape(()))


@legalizes("ConcatV2")
def concatenation(op: Operation) -> Sequence[Value]:
    *values, axis = op.operands
    return build("concatenation", values, types_of(op), axis=number_in(axis, "axis"), fused_activation_function=NONE)


@legalizes("Split")
def split(op: Operation) -> Sequence[Value]:
    return build("split", op.operands, types_of(op), num_splits=len(op.results))


@legalizes("SplitV")
def split_v(op: Operation) -> Sequence[Value]:
    value, parts, axis = op.operands
    return build("split_v", [value, as_i32(parts), as_i32(axis)], types_of(op), num_splits=len(op.results))


def as_i32(value: Value) -> Value:
    return narrowed(value, TensorType(value.type.shape, I32)) if value.type.element is I64 else value


@legalizes("GatherV2")
def gather(op: Operation) -> Sequence[Value]:
    params, indices, axis = op.operands
    return build("gather", [params, indices], types_of(op), axis=number_in(axis, "axis"), batch_dims=plain(op, "batch_dims", 0))


@legalizes("StridedSlice")
def strided_slice(op: Operation) -> Sequence[Value]:
    masks = {name: plain(op, name, 0) for name in ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")}
    return build("strided_slice", op.operands, types_of(op), **masks, offset=False)


@legalizes("TensorScatterUpdate")
def update_row(op: Operation) -> Sequence[Value]:
    """One row of a tensor, as loops write them that fill a list; else what is known to stand at other places each."""
    tensor, indices, updates = op.operands
    shape, row = tensor.type.shape, updates.type.shape
    rank = len(shape or ())
    places = array_in(indices)
    if places is not None and places.ndim == 2 and len(np.unique(places, axis=0)) == len(places) > 1:
        whole, of = numbers(*sizes(tensor)), as_i32(indices)
        ones = constant(np.ones(sizes(updates), np.int32))
        there = build("scatter_nd", [of, ones, whole], [TensorType(shape, I32)])[0]
        is_there = build("not_equal", [there, constant(np.zeros((), np.int32))], [TensorType(shape, I1)])[0]
        values = build("scatter_nd", [of, updates, whole], types_of(op))[0]
        return build("select_v2", [is_there, values, tensor], types_of(op))
    if indices.type.shape != (1, 1) or row is None or len(row) != rank or row[0] != 1:
        raise Error("has no kernel in TensorFlow Lite but for a single row, and for constant places of which no two are the same")
    index = as_i32(indices)
    start = build("reshape", [index, numbers(1)], [TensorType((1,), I32)])[0]
    if rank > 1:
        rest = numbers(*[0] * (rank - 1))
        start = build("concatenation", [start, rest], [TensorType((rank,), I32)], axis=0, fused_activation_function=NONE)[0]
    return build("dynamic_update_slice", [tensor, updates, start], types_of(op))


@legalizes("MirrorPad")
def mirror_pad(op: Operation) -> Sequence[Value]:
    return build("mirror_pad", op.operands, types_of(op), mode=EnumAttr("tfl.mirror_pad_attr", plain(op, "mode", "REFLECT")))


@legalizes("ReverseV2")
def reverse(op: Operation) -> Sequence[Value]:
    """An operator for each run of neighbouring axes: the kernel takes no others."""
    x, axes = op.operands
    array = array_in(axes)
    if array is not None and array.size == 0:
        return [x]
    if axes.type.shape != (1,) and (array is None or x.type.shape is None):
        raise Error("needs constant axes and an operand of known rank, unless there is one axis")
    if array is None or array.size == 1:
        return build("reverse_v2", [x, axes], types_of(op))
    places = sorted({int(each) % x.type.rank for each in array})
    first = 0
    for at in range(1, len(places) + 1):
        if at == len(places) or places[at] != places[at - 1] + 1:
            x = build("reverse_v2", [x, numbers(*places[first:at])], types_of(op))[0]
            first = at
    return [x]


@legalizes("SegmentSum")
def segment_sum(op: Operation) -> Sequence[Value]:
    """The kernel of segments in order takes no numbers that leave a segment empty; that of others is told how many there are."""
    data, ids = op.operands[0], as_i32(op.operands[1])
    array = array_in(ids)
    if array is not None and array.ndim == 1 and array.size and array[0] == 0 and np.isin(np.diff(array), (0, 1)).all():
        return build_widened("segment_sum", [data, ids], types_of(op))
    if array is not None and array.size:
        count = constant(np.array(int(array[-1]) + 1, np.int32))
    else:
        scalar = [TensorType((), I32)]
        last = build("reduce_max", [ids, numbers(0)], scalar, keep_dims=False)[0]  # of no numbers the least one
        after = build("maximum", [last, constant(np.array(-1, np.int32))], scalar)
        count = build("add", [after[0], constant(np.array(1, np.int32))], scalar, fused_activation_function=NONE)[0]
    return build_widened("unsorted_segment_sum", [data, ids, count], types_of(op))


@legalizes("OneHot")
def one_hot(op: Operation) -> Sequence[Value]:
    return build("one_hot", op.operands, types_of(op), axis=plain(op, "axis", -1))


@legalizes("ReverseSequence")
def reverse_sequence(op: Operation) -> Sequence[Value]:
    return build("reverse_sequence", op.operands, types_of(op), seq_dim=plain(op, "seq_dim", 0), batch_dim=plain(op, "batch_dim", 0))


@legalizes("Einsum")
def einsum(op: Operation) -> Sequence[Value]:
    """A product of matrices where the letters of both sides are, in order: those of a batch, one or more of the left, those summed."""
    equation = plain(op, "equation", "")
    sides, _, result = equation.partition("->")
    left, _, right = sides.partition(",")
    if not right and left.isalpha() and len(set(left)) == len(left) and set(result) <= set(left):
        return rearranged(op, left, result)
    if not right or "." in equation or any([len(set(each)) != len(each) for each in (left, right, result)]):
        raise Error(f"has no kernel in TensorFlow Lite for '{equation}'")
    batch = [each for each in left if each in right and each in result]
    summed = [each for each in left if each in right and each not in result]
    rows = [each for each in left if each not in right]
    columns = [each for each in right if each not in left]
    if set(batch + rows + columns) != set(result):
        raise Error(f"has no kernel in TensorFlow Lite for '{equation}'")
    extent = dict(zip(left, sizes(op.operands[0]))) | dict(zip(right, sizes(op.operands[1])))

    def count(letters: Sequence[str]) -> int:
        return int(np.prod([extent[each] for each in letters], dtype=np.int64))

    def arranged(value: Value, letters: str, order: list[str], shape: list[int]) -> Value:
        places = [letters.index(each) for each in order]
        moved = value if places == sorted(places) else transposed(value, places)
        return moved if list(sizes(moved)) == shape else reshaped(moved, shape)

    head = [extent[each] for each in batch]
    a = arranged(op.operands[0], left, batch + rows + summed, [*head, count(rows), count(summed)])
    type = TensorType((*head, count(rows), count(columns)), op.operands[0].type.element)
    if not batch and array_in(op.operands[1]) is not None:
        b = arranged(op.operands[1], right, columns + summed, [count(columns), count(summed)])
        attributes = {"fused_activation_function": NONE, "weights_format": "DEFAULT", "keep_num_dims": False}
        product = build("fully_connected", [a, b, absent()], [type], **attributes)[0]
    else:
        b = arranged(op.operands[1], right, batch + summed + columns, [*head, count(summed), count(columns)])
        product = build("batch_matmul", [a, b], [type], adj_x=False, adj_y=False)[0]
    order = batch + rows + columns
    whole = [extent[each] for each in order]
    unfolded = product if list(sizes(product)) == whole else reshaped(product, whole)
    places = [order.index(each) for each in result]
    return [unfolded if places == sorted(places) else transposed(unfolded, places)]


def rearranged(op: Operation, letters: str, result: str) -> Sequence[Value]:
    """Sums along the axes whose letters are gone, and the others in another order."""
    x, kept = op.operands[0], [each for each in letters if each in result]
    gone = [at for at, each in enumerate(letters) if each not in result]
    if gone:
        extent = dict(zip(letters, x.type.shape or ()))
        type = TensorType(tuple([extent[each] for each in kept]), x.type.element)
        x = build_widened("sum", [x, numbers(*gone)], [type], keep_dims=False)[0]
    order = [kept.index(each) for each in result]
    return [x if order == sorted(order) else transposed(x, order)]


# Control flow


def calling(op: Operation, name: str, operands: Sequence[Value] | None, results: Sequence[Type]) -> Region:
    """A region that calls a function: on the block's own arguments, or on operands from outside."""
    region, block = single_block_region([value.type for value in op.operands] if operands is None else [])
    callee = op.attributes[name]
    called = Builder(block, location=op.location).create(
        "func.call", block.arguments if operands is None else operands, results, {"callee": SymbolRefAttr(callee.root)}
    )
    Builder(block, location=op.location).create("tfl.yield", called.results)
    return region


@legalizes("If", "StatelessIf")
def if_(op: Operation) -> Sequence[Value]:
    condition, *passed = op.operands
    if condition.type.element is not I1:
        zero = constant(np.zeros((), dtype_of(condition.type.element)))
        condition = build("not_equal", [condition, zero], [TensorType(condition.type.shape, I1)])[0]
    regions = [calling(op, name, passed, types_of(op)) for name in ("then_branch", "else_branch")]
    return current_rewriter().builder.create("tfl.if", [condition], types_of(op), {}, regions).results


@legalizes("While", "StatelessWhile")
def while_(op: Operation) -> Sequence[Value]:
    regions = [calling(op, "cond", None, [TensorType((), I1)]), calling(op, "body", None, types_of(op))]
    told = {"is_stateless": BoolAttr(op.name == "tf.StatelessWhile")}
    return current_rewriter().builder.create("tfl.while", op.operands, types_of(op), told, regions).results
