"""Checks of ops that compute: decompositions, comparisons, sums along axes, softmax and its losses."""

from tfir.dialects.tf.verify.checks import differ, has_rank, has_rank_from
from tfir.ir.diagnostics import Bare

# Matrices


def einsum(inputs):
    return None if len(inputs) in (1, 2) else "must have 1 or 2 operands"


def qr(input):
    return None if has_rank_from(input, 2) else "requires ranked input tensor to be of rank 2 or more"


# Elementwise


def compared(op, incompatible_shape_error):
    if not incompatible_shape_error:
        return None
    from tfir.dialects.tf.verify.traits import broadcasts

    return broadcasts(op)


# Along axes


def reduced(input, reduction_indices, known_reduction_indices):
    if not has_rank(reduction_indices, 0, 1):
        return Bare("dimensions can only be 0D or 1D tensor")
    rank = None if input.shape is None else len(input.shape)
    for number, axis in enumerate(known_reduction_indices or ()) if rank is not None else ():
        if not -rank <= axis < rank:
            return Bare(f"{number}-th dimension should be in the range of [-{rank}, {rank})")
    return None


def cumulated(x, axis, known_axis):
    if not has_rank(axis, 0):
        return "requires scalar axis operand"
    if x.shape is not None and known_axis:
        rank = len(x.shape)
        if not -rank <= known_axis[0] < rank:
            return Bare(f"axis operand should be within range [{-rank}, {rank}); actual value: {known_axis[0]}")
    return None


def softmax(logits):
    return None if has_rank_from(logits, 1) else "requires operand to have rank at least 1"


def sparse_softmax_cross_entropy(features, labels):
    if not has_rank(features, 2):
        return "requires features operand of rank two"
    if not has_rank(labels, 1):
        return "requires labels operand of rank one"
    if None not in (features.shape, labels.shape) and differ(features.shape[0], labels.shape[0]):
        return "requires features and labels with matching first dimension"
    return None


def random_uniform(shape):
    return None if has_rank(shape, 1) else "shape must be 1D tensor"


VERIFY = {
    "Einsum": einsum, "Qr": qr, "Equal": compared,
    "NotEqual": compared, "All": reduced, "Any": reduced, "Cumsum": cumulated, "Cumprod": cumulated, "CumulativeLogsumexp": cumulated,
    "Softmax": softmax,
    "SparseSoftmaxCrossEntropyWithLogits": sparse_softmax_cross_entropy, "RandomUniform": random_uniform,
}  # fmt: skip
