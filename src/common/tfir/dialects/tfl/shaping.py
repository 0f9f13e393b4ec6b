"""Operators that move, choose, repeat and make up elements; of stored integers the integers.

Source: tensorflow/lite/kernels of the operators' names.
"""

from __future__ import annotations

from tfir.dialects.tfl.convolution import away
from tfir.dialects.tfl.elementwise import activated, renamed
from tfir.dialects.tfl.in_tensorflow import Number, as_stored, builders, clamp, constant, family, tf
from tfir.dialects.tfl.quantization import dequantized
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I32
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEMANTICS, means, enter = family()


enter(
    reshape=renamed("Reshape"), transpose=renamed("Transpose"), slice=renamed("Slice"), tile=renamed("Tile"), fill=renamed("Fill"),
    gather_nd=renamed("GatherNd"), broadcast_to=renamed("BroadcastTo"), reverse_v2=renamed("ReverseV2"), rank=renamed("Rank"),
    batch_to_space_nd=renamed("BatchToSpaceND"), select=renamed("Select"),
    select_v2=renamed("SelectV2"), broadcast_args=renamed("BroadcastArgs"), range=renamed("Range"), scatter_nd=renamed("ScatterNd"),
    where=renamed("Where"), matrix_diag=renamed("MatrixDiag"), matrix_set_diag=renamed("MatrixSetDiag"), rfft2d=renamed("RFFT2D"),
    dynamic_update_slice=renamed("XlaDynamicUpdateSlice"),
)  # fmt: skip


def constant_of(attribute: str):
    """The elements that stand in an attribute, as they are stored."""

    def meaning(op):
        elements = as_stored(op.attributes[attribute])
        return Number(builders[-1].value("tf.Const", [], elements.type, {"value": elements}))

    return meaning


enter(**dict.fromkeys(("pseudo_const", "pseudo_qconst", "pseudo_sparse_const", "pseudo_sparse_qconst"), constant_of("value")))


class no_value(OpSemantics):
    """Stands for an operand that is absent."""

    def evaluate():
        return np.zeros((), np.bool_)


@means
def squeeze(input, squeeze_dims):
    return tf("Squeeze", input, squeeze_dims=list(squeeze_dims))


@means
def expand_dims(input, dim):
    return tf("ExpandDims", input, dim.reshape())


@means
def strided_slice(input, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask, offset):
    """With `offset`, ends are counted from where the slice begins."""
    masks = {
        "begin_mask": begin_mask, "end_mask": end_mask, "ellipsis_mask": ellipsis_mask, "new_axis_mask": new_axis_mask,
        "shrink_axis_mask": shrink_axis_mask,
    }  # fmt: skip
    if offset:
        are_constant = begin.content is not None and end.content is not None
        end = constant(begin.content + end.content, begin.element) if are_constant else begin + end
    return tf("StridedSlice", input, begin, end, strides, **masks)


@means
def shape(input, result_types):
    return tf("Shape", input, out_type=result_types[0].element)


@means
def pad(input, padding):
    """With what stands for zero."""
    zero = input.zero if input.quantized is not None else 0
    return tf("PadV2", input, padding, constant(zero, input.element)) if zero else tf("Pad", input, padding)


@means
def space_to_batch_nd(input, block_shape, paddings):
    """Padded as `pad` does it."""
    if input.quantized is None or not input.zero:
        return tf("SpaceToBatchND", input, block_shape, paddings)
    if paddings.content is None:
        raise Error("needs paddings that are a constant")
    around = [[0, 0], *paddings.content.tolist()]
    around += [[0, 0]] * (input.rank - len(around))
    padded = tf("PadV2", input, around, constant(input.zero, input.element))
    return tf("SpaceToBatchND", padded, block_shape, constant(np.zeros_like(paddings.content), paddings.element))


@means
def padv2(input, padding, constant_values):
    return tf("PadV2", input, padding, constant_values.reshape())


@means
def mirror_pad(input, pad, mode):
    return tf("MirrorPad", input, pad, mode=mode)


@means
def gather(params, indices, axis, batch_dims):
    return tf("GatherV2", params, indices, axis, batch_dims=batch_dims)


@means
def reverse_sequence(input, seq_lengths, seq_dim, batch_dim):
    return tf("ReverseSequence", input, seq_lengths, seq_dim=seq_dim, batch_dim=batch_dim)


@means
def space_to_depth(input, block_size):
    return tf("SpaceToDepth", input, block_size=block_size)


@means
def depth_to_space(input, block_size):
    return tf("DepthToSpace", input, block_size=block_size)


@means
def pack(values, axis):
    return tf("Pack", values, axis=axis)


@means
def unpack(input, num, axis):
    return tf("Unpack", input, num=num, axis=axis)


@means
def split(split_dim, value, num_splits):
    return tf("Split", split_dim.reshape(), value, num_split=num_splits)


@means
def split_v(value, size_splits, split_dim, num_splits):
    return tf("SplitV", value, size_splits, split_dim.reshape(), num_split=num_splits)


@means
def concatenation(values, axis, fused_activation_function, result_types):
    """Stored integers without a sign are brought to the scale of the result; of those with a sign it is the same."""
    result = result_types[0].element
    if values[0].quantized is not None and values[0].element.signedness == "u":
        values = [
            each if (each.scale, each.zero) == (np.float32(result.scales[0]), result.zero_points[0]) else moved(each, result)
            for each in values
        ]
    return activated(tf("ConcatV2", values, axis), fused_activation_function if values[0].is_float else "NONE")


def moved(x: Number, result: Any) -> Number:
    """Stored integers of another scale, by floats."""
    scale = x.scale * (np.float32(1) / np.float32(result.scales[0]))
    whole = away(x.to(F32) * scale + np.float32(-x.zero) * scale).to(I32) + result.zero_points[0]
    return clamp(whole, result.minimum, result.maximum).to(result.storage)


@means
def one_hot(indices, depth, on_value, off_value, axis):
    return tf("OneHot", indices, depth.reshape(), on_value.reshape(), off_value.reshape(), axis=axis)


@means
def topk_v2(input, k, result_types):
    return tf("TopKV2", input, k.reshape(), index_type=result_types[1].element)


@means
def unique(input, result_types):
    return tf("Unique", input, out_idx=result_types[1].element)


@means
def sparse_to_dense(sparse_indices, output_shape, sparse_values, default_value):
    return tf("SparseToDense", sparse_indices, output_shape, sparse_values, default_value.reshape(), validate_indices=False)


@means
def embedding_lookup(lookup, value, result_types):
    rows = tf("GatherV2", value, lookup, 0)
    if value.quantized is None or result_types[0].element is not F32:
        return rows
    if value.quantized.axis is None:
        rows.quantized = value.quantized
        return dequantized(rows)
    scales = tf("GatherV2", constant(np.array(value.quantized.scales, np.float32), F32), lookup, 0)
    return rows.to(F32) * scales.reshape(-1, *[1] * (value.rank - 1))


@means
def bucketize(input, boundaries):
    return tf("Bucketize", input, boundaries=list(boundaries))


@means
def dilate(input, dilations, padding_value):
    """With so many less one elements of padding between neighbours."""
    rank = input.rank
    return tf("XlaPad", input, padding_value.reshape(), [0] * rank, [0] * rank, dilations - 1)


@means
def non_max_suppression_v4(boxes, scores, max_output_size, iou_threshold, score_threshold):
    return tf(
        "NonMaxSuppressionV4",
        boxes,
        scores,
        max_output_size.reshape(),
        iou_threshold.reshape(),
        score_threshold.reshape(),
        pad_to_max_output_size=True,
    )


@means
def non_max_suppression_v5(boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma):
    numbers = [each.reshape() for each in (max_output_size, iou_threshold, score_threshold, soft_nms_sigma)]
    return tf("NonMaxSuppressionV5", boxes, scores, *numbers, pad_to_max_output_size=True)


@means
def densify(input):
    return input
