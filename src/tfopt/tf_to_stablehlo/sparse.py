"""Lowerings: sparse tensors with dense ones. A sparse tensor is the places [n, rank] of its elements, these [n], and its shape."""

from tfopt.arithmetic.tensor import broadcast_to
from tfopt.tf_to_stablehlo.elementwise import TruncateDiv
from tfopt.tf_to_stablehlo.indexing import GatherNd, scatter
from tfopt.tf_to_stablehlo.lowering import Array, lowered_by


def with_dense(function):
    """On each element and that of the dense tensor at its place; the dense tensor is broadcast to the sparse one."""

    def lowering(sp_indices, sp_values, sp_shape: Array, dense):
        return function(sp_values, GatherNd(broadcast_to(dense, sp_shape.tolist()), sp_indices))

    return lowering


lowered_by(
    SparseTensorDenseAdd=lambda a_indices, a_values, b: scatter(b, a_indices, a_values, "add"),
    SparseDenseCwiseAdd=with_dense(lambda values, dense: values + dense),
    SparseDenseCwiseMul=with_dense(lambda values, dense: values * dense),
    SparseDenseCwiseDiv=with_dense(lambda values, dense: TruncateDiv(values, dense) if values.is_integer else values / dense),
)
