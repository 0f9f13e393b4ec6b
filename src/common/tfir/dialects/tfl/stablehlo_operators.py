"""Operators that TFLite has from StableHLO: one operation each, on operands of one shape where it is elementwise.

Of those that a file may hold, what is here; others call functions. Dimension numbers go to TensorFlow's ops of XLA as the messages that these have.
Source: tensorflow/lite/kernels/stablehlo_*.cc, and StableHLO's specification.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.comparators import IN_TENSORFLOW
from tfir.dialects.tfl.in_tensorflow import constant, family, tf
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1
from tfir.ods.numpy_on_demand import np

SEMANTICS, means, enter = family()

# What is an op of TensorFlow, with the operands in order; of truth values another.
OPS = {
    "abs": "Abs", "add": "AddV2", "cosine": "Cos", "divide": "RealDiv", "exponential": "Exp", "floor": "Floor", "log": "Log",
    "logistic": "Sigmoid", "maximum": "Maximum", "minimum": "Minimum", "multiply": "Mul", "negate": "Neg", "power": "Pow", "rsqrt": "Rsqrt",
    "select": "SelectV2", "shift_left": "LeftShift", "subtract": "Sub", "tanh": "Tanh", "and": "BitwiseAnd", "or": "BitwiseOr",
    "remainder": "TruncateMod",
}  # fmt: skip
OF_TRUTH = {
    "and": "LogicalAnd",
    "or": "LogicalOr",
    "add": "LogicalOr",
    "multiply": "LogicalAnd",
    "maximum": "LogicalOr",
    "minimum": "LogicalAnd",
}
OF_INTEGERS = {"divide": "TruncateDiv"}
ELEMENT_BY_ELEMENT = {f"stablehlo_{name}" for name in (*OPS, "cbrt", "clamp", "compare", "convert")}


def elementwise(name: str):
    def meaning(operands):
        first = operands[0]
        if first.element is I1 and name in OF_TRUTH:
            return tf(OF_TRUTH[name], *operands)
        return tf(OPS[name] if first.is_float else OF_INTEGERS.get(name, OPS[name]), *operands)

    return meaning


enter(**{f"stablehlo_{name}": elementwise(name) for name in OPS})


@means
def stablehlo_cbrt(operands):
    (x,) = operands
    return tf("Sign", x) * tf("Pow", abs(x), constant(1 / 3, x.element))


@means
def stablehlo_clamp(operands):
    low, x, high = operands
    return tf("Minimum", tf("Maximum", x, low), high)


@means
def stablehlo_compare(operands, comparison_direction):
    return tf(IN_TENSORFLOW[comparison_direction.rpartition("_")[2]], *operands)


@means
def stablehlo_convert(operands, result_types):
    return operands[0].to(result_types[0].element)


@means
def stablehlo_reshape(operands, result_types):
    return operands[0].reshape(*result_types[0].shape)


@means
def stablehlo_transpose(operands, permutation):
    return tf("Transpose", operands[0], list(permutation))


@means
def stablehlo_concatenate(operands, dimension):
    return tf("ConcatV2", operands, constant(dimension))


@means
def stablehlo_slice(operands, start_indices, limit_indices, strides):
    return tf("StridedSlice", operands[0], list(start_indices), list(limit_indices), list(strides))


@means
def stablehlo_broadcast_in_dim(operands, broadcast_dimensions, result_types):
    (x,) = operands
    shape = [1] * len(result_types[0].shape)
    for axis, size in zip(broadcast_dimensions, x.shape):
        shape[axis] = size
    return tf("BroadcastTo", x.reshape(*shape), np.array(result_types[0].shape, np.int32))


@means
def stablehlo_pad(operands, edge_padding_low, edge_padding_high, interior_padding):
    return tf("XlaPad", *operands, *[np.array(each, np.int64) for each in (edge_padding_low, edge_padding_high, interior_padding)])


@means
def stablehlo_iota(iota_dimension, result_types):
    shape, element = result_types[0].shape, result_types[0].element
    along = np.arange(shape[iota_dimension]).reshape([-1 if axis == iota_dimension else 1 for axis in range(len(shape))])
    return constant(np.broadcast_to(along, shape), element)


@means
def stablehlo_dynamic_slice(operands, slice_sizes):
    x, *starts = operands
    return tf("XlaDynamicSlice", x, tf("Pack", [start.reshape() for start in starts]), np.array(slice_sizes, np.int64))


@means
def stablehlo_dynamic_update_slice(operands):
    x, update, *starts = operands
    return tf("XlaDynamicUpdateSlice", x, update, tf("Pack", [start.reshape() for start in starts]))


def serialized(kind: str, **fields) -> str:
    """A message of XLA's as an attribute of text has it."""
    from tfir import proto

    return getattr(proto, kind)(**fields).SerializeToString(deterministic=True).decode("utf-8", "surrogateescape")


def i64s(numbers) -> np.ndarray:
    return np.array(list(numbers), np.int64)


@means
def stablehlo_custom_call(operands, call_target_name, result_types):
    """TensorFlow's converter writes one that has a meaning: what `TopKV2` is in StableHLO."""
    if call_target_name != "mhlo.topk" or len(operands) != 1:
        raise Error(f"calls '{call_target_name}', which no kernel of TFLite's own computes")
    return tf("TopKV2", operands[0], constant(result_types[0].shape[-1]), sorted=True)


@means
def stablehlo_rng_bit_generator(operands, algorithm, result_types):
    """By default by Philox's algorithm. Numbers are drawn in their order, where XLA pairs some along a dimension by Threefry's."""
    (state,), drawn = operands, result_types[1]
    number = {"DEFAULT": 1, "PHILOX": 1, "THREEFRY": 2}[algorithm]  # as tf.random.Algorithm has them
    after, numbers = tf("XlaRngBitGenerator", constant(number), state, i64s([drawn.size]), dtype=drawn.element)
    return after, numbers.reshape(*drawn.shape)


@means
def stablehlo_gather(operands, offset_dims, collapsed_slice_dims, start_index_map, index_vector_dim, slice_sizes, indices_are_sorted):
    numbers = serialized(
        "GatherDimensionNumbers", offset_dims=offset_dims, collapsed_slice_dims=collapsed_slice_dims, start_index_map=start_index_map,
        index_vector_dim=index_vector_dim,
    )  # fmt: skip
    x, indices = operands
    sizes = constant(i64s(slice_sizes), indices.element)
    return tf("XlaGather", x, indices, sizes, dimension_numbers=numbers, indices_are_sorted=bool(indices_are_sorted))


@means
def stablehlo_dot_general(
    operands, lhs_batching_dimensions, rhs_batching_dimensions, lhs_contracting_dimensions, rhs_contracting_dimensions, result_types
):  # fmt: skip
    numbers = serialized(
        "DotDimensionNumbers", lhs_batch_dimensions=lhs_batching_dimensions, rhs_batch_dimensions=rhs_batching_dimensions,
        lhs_contracting_dimensions=lhs_contracting_dimensions, rhs_contracting_dimensions=rhs_contracting_dimensions,
    )  # fmt: skip
    return tf("XlaDotV2", *operands, dimension_numbers=numbers, precision_config="", preferred_element_type=result_types[0].element)


@means
def stablehlo_convolution(
    operands, window_strides, padding, lhs_dilation, rhs_dilation, window_reversal, feature_group_count, batch_group_count, result_types,
    input_batch_dimension, input_feature_dimension, input_spatial_dimensions, kernel_input_feature_dimension, kernel_output_feature_dimension,
    kernel_spatial_dimensions, output_batch_dimension, output_feature_dimension, output_spatial_dimensions,
):  # fmt: skip
    numbers = serialized(
        "ConvolutionDimensionNumbers", input_batch_dimension=input_batch_dimension, input_feature_dimension=input_feature_dimension,
        input_spatial_dimensions=input_spatial_dimensions, kernel_input_feature_dimension=kernel_input_feature_dimension,
        kernel_output_feature_dimension=kernel_output_feature_dimension, kernel_spatial_dimensions=kernel_spatial_dimensions,
        output_batch_dimension=output_batch_dimension, output_feature_dimension=output_feature_dimension,
        output_spatial_dimensions=output_spatial_dimensions,
    )  # fmt: skip
    x, kernel = operands
    count = len(input_spatial_dimensions)
    turned = [axis for axis, turns in zip(kernel_spatial_dimensions, window_reversal or ()) if turns]
    kernel = tf("ReverseV2", kernel, np.array(turned, np.int32)) if turned else kernel
    strides, spread, dilations = [i64s(each or [1] * count) for each in (window_strides, lhs_dilation, rhs_dilation)]
    pads = i64s(padding or [0] * 2 * count).reshape(count, 2)
    return tf(
        "XlaConvV2", x, kernel, strides, pads, spread, dilations, i64s([feature_group_count])[0], dimension_numbers=numbers, precision_config="",
        preferred_element_type=result_types[0].element, batch_group_count=int(batch_group_count),
    )  # fmt: skip
