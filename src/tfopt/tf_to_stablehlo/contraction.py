"""Lowerings: matrix products, einsum, biases along the channel axis."""

from tfir.dialects.tf.contraction import channel_axis
from tfir.ir.types import F32
from tfir.ods import shapes

from tfopt.arithmetic.complex_numbers import conjugate
from tfopt.arithmetic.einsum import einsum
from tfopt.arithmetic.tensor import Tensor, along, broadcast_to, concatenate, dot_general, widened
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


@lower
def MatMul(a, b, transpose_a, transpose_b):
    return dot_general(a, b, ([0 if transpose_a else 1], [1 if transpose_b else 0]))


lowered_by(SparseMatMul=lambda a, b, transpose_a, transpose_b: MatMul(a.convert(F32), b.convert(F32), transpose_a, transpose_b))


def batch_product(x: Tensor, y: Tensor, adj_x: bool, adj_y: bool) -> Tensor:
    """Products of the last two axes. A y without a stack of its own is multiplied once, with all of x."""
    x = conjugate(x) if adj_x else x
    y = conjugate(y) if adj_y else y
    inner = x.rank - 2 if adj_x else x.rank - 1
    if y.rank == 2 and not adj_x:
        return dot_general(x, y, ([inner], [1 if adj_y else 0]))
    stack = shapes.broadcast(x.shape[:-2], y.shape[:-2])
    x = broadcast_to(x, (*stack, *x.shape[-2:]))
    y = broadcast_to(y, (*stack, *y.shape[-2:]))
    axes = list(range(len(stack)))
    rank = len(stack) + 2
    return dot_general(x, y, ([rank - 2 if adj_x else rank - 1], [rank - 1 if adj_y else rank - 2]), (axes, axes))


@lower
def BatchMatMulV3(x, y, adj_x, adj_y, result_types):
    element = result_types[0].element
    return batch_product(x.convert(element), y.convert(element), adj_x, adj_y)


lowered_by(BatchMatMul=BatchMatMulV3, BatchMatMulV2=BatchMatMulV3)


@lower
def Einsum(inputs, equation):
    return einsum(list(inputs), equation)


# Biases


@lower
def BiasAdd(value, bias, data_format="NHWC"):
    return value + along(bias, value, channel_axis(data_format, value.rank))


lowered_by(BiasAddV1=BiasAdd)


@lower
def BiasAddGrad(out_backprop, data_format):
    kept = channel_axis(data_format, out_backprop.rank)
    axes = [axis for axis in range(out_backprop.rank) if axis != kept]
    return widened(out_backprop).sum(*axes).convert(out_backprop.element)


@lower
def Cross(a, b):
    def turned(x, by):
        return concatenate([x[..., by:], x[..., :by]], x.rank - 1)

    return turned(a, 1) * turned(b, 2) - turned(a, 2) * turned(b, 1)
