"""Operators that TFLite has from StableHLO: one operation each, on operands of one shape where it is elementwise.

Of those that a file may hold, what is here; others run regions of their own, or choose dimensions as StableHLO does.
Source: tensorflow/lite/kernels/stablehlo_*.cc, and StableHLO's specification.
"""

from __future__ import annotations

from tfir.dialects.tfl.in_tensorflow import constant, family, tf
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
    names = {"EQ": "Equal", "NE": "NotEqual", "GE": "GreaterEqual", "GT": "Greater", "LE": "LessEqual", "LT": "Less"}
    return tf(names[comparison_direction.rpartition("_")[2]], *operands)


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
