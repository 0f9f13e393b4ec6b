"""Batch normalization by statistics that are constants, folded into the weights of the convolution in front of it.

FusedBatchNorm(Conv(x, w) [+ b], scale, offset, mean, variance) = BiasAdd(Conv(x, w * f), (b - mean) * f + offset)
where f = scale / sqrt(variance + epsilon), one for each channel
"""

from __future__ import annotations

from tfopt.grappler.constant_folding.pushing import FLOATING, WEIGHTED, is_worth_scaling, times_channels
from tfopt.grappler.nodes import filled, rebuilt
from tfopt.grappler.remapper.contraction import with_more
from tfopt.grappler.remapper.devices import BATCH_NORMS, why_not_activated
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import array, constant, plain_attribute
from tfopt.rewrite.terms import MatchFailure, constants, once, rewrite, tf, variables

x, y = variables("x y")
w, b, scale, offset, mean, variance = constants("w b scale offset mean variance")


def into_weights(y, scale, offset, mean, variance, op, item, b=None):
    from numpy import float64, sqrt

    maker, form = y.op, plain_attribute(op, "data_format")
    if item.is_preserved(maker) or not is_worth_scaling(maker) or plain_attribute(maker, "data_format") != form:
        return MatchFailure("the weights are needed as they are")
    factors = scale.astype(float64) / sqrt(variance.astype(float64) + plain_attribute(op, "epsilon"))
    weights = array(maker.operands[1])
    scaled = times_channels(maker, weights.astype(float64), factors)
    if scaled is None or factors.ndim != 1 or factors.size != channels_of(maker, weights):
        return MatchFailure("not one factor for each channel")
    bias = ((0 if b is None else b.astype(float64)) - mean.astype(float64)) * factors + offset.astype(float64)
    x, scaled, bias = maker.operands[0], scaled.astype(weights.dtype), bias.astype(weights.dtype)
    if not bias.any() and is_fused_with_activation(op, maker, item):
        return with_more(maker, x, scaled, [constant(filled(0, (bias.size,), y.type.element))], ["BiasAdd"])
    convolved = rebuilt(maker, x, scaled)
    return tf.BiasAdd(convolved, bias, data_format="NCHW" if form.startswith("NC") else "NHWC")


def is_fused_with_activation(op, maker, item) -> bool:
    """Whether the remapper will make one node of convolution, bias and the activation that reads the norm. A bias of zeros would
    be gone by then, so that it goes into the convolution at once."""
    readers = op.results[0].users
    return maker.name == "tfg.Conv2D" and len(readers) == 1 and why_not_activated(item, readers[0], "_FusedConv2D", maker) is None


def channels_of(maker, weights) -> int:
    return weights.shape[2] * weights.shape[3] if maker.name == "tfg.DepthwiseConv2dNative" else weights.shape[-1]


def biased(y, b, scale, offset, mean, variance, op, item):
    if b.ndim > 1:
        return MatchFailure("what is added is no bias")
    return into_weights(y, scale, offset, mean, variance, op, item, b)


def rules():
    convolutions = [getattr(tf, name) for name in WEIGHTED if name != "MatMul"]
    for norm in BATCH_NORMS:
        for convolution in convolutions:
            inner = y @ once(convolution(x, w))
            yield rewrite(norm(inner, scale, offset, mean, variance, is_training=False), changes=FLOATING)(plain)
            for form in ("NHWC", "NCHW") if convolution.name != "tf.Conv3D" else ():
                biased_sum = once(tf.BiasAdd(inner, b, data_format=form))
                yield rewrite(norm(biased_sum, scale, offset, mean, variance, is_training=False, data_format=form), changes=FLOATING)(
                    biased
                )


def plain(y, scale, offset, mean, variance, op, item):
    return into_weights(y, scale, offset, mean, variance, op, item)


STAGES = [Stage("FoldBatchNormIntoWeights", *rules())]
