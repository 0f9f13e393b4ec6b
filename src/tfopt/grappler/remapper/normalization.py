"""Batch norms take in the activation that follows, or become a product and a sum; an activation that is made of two nodes becomes one."""

from __future__ import annotations

from tfir.ir.types import BF16, F16, F32, F64
from tfir.ods.control import data_results

from tfopt.grappler.remapper.devices import BATCH_NORMS, why_no_kernel
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.terms import MatchFailure, Rule, constants, once, rewrite, tf, variables

x, n = variables("x n")
scale, offset, mean, variance, slope = constants("scale offset mean variance slope")
KEPT = ("epsilon", "exponential_avg_factor", "data_format", "is_training")


def why_not(item, op, norm):
    """The reason why a batch norm and the node behind it cannot be one, or None. Kernels that train on GPUs want halves, and the op
    itself refuses channels that do not come in fours."""
    if (reason := why_no_kernel(item, op, "_FusedBatchNormEx", norm)) is not None:
        return reason
    in_halves = norm.results[0].type.element is F16 and plain_attribute(norm, "data_format") == "NHWC"
    if item.device_kind(op) == "GPU" and plain_attribute(norm, "is_training") and not in_halves:
        return MatchFailure("on GPUs only f16 in NHWC has the kernel that trains")
    channels = item.shapes.of(norm.operands[1])
    if channels is None or not isinstance(channels[0], int) or channels[0] % 4:
        return MatchFailure("the number of channels is not known to be a multiple of four")
    return None


def with_relu(x, op, item):
    """The norm applies the Relu itself where nothing but a Relu reads it; that one then finds nothing left to do."""
    readers = op.results[0].users
    if len(readers) != 1 or readers[0].name != "tfg.Relu" or item.is_preserved(op):
        return MatchFailure("not only one Relu reads the normalised value")
    if (reason := why_not(item, readers[0], op)) is not None:
        return reason
    attributes = {name: op.attributes[name] for name in KEPT if name in op.attributes}
    made = tf._FusedBatchNormEx(*x, activation_mode="Relu", num_side_inputs=0, **attributes)
    return [new if old.uses else None for old, new in zip(data_results(op), made)]


def as_product(x, scale, offset, mean, variance, op, item):
    """`x * factors + addends`, one of each for every channel; both are constants, so that they have what the four had to say."""
    from numpy import float64, sqrt

    if x.type.element is not F32 or any([result.uses for result in op.results[1:-1]]):
        return MatchFailure("its statistics are read, or it is not of f32")
    factors = scale.astype(float64) / sqrt(variance.astype(float64) + plain_attribute(op, "epsilon"))
    addends = offset.astype(float64) - mean.astype(float64) * factors
    form = plain_attribute(op, "data_format")
    spread = (-1,) + (1,) * (len(form) - 2) if form.startswith("NC") else (-1,)
    if factors.ndim != 1 or addends.shape != factors.shape:
        return MatchFailure("not one factor for each channel")
    product = tf.Mul(x, factors.reshape(spread).astype(scale.dtype))
    return [tf.AddV2(product, addends.reshape(spread).astype(scale.dtype)), *[None] * (len(op.results) - 2)]


def fused_by_onednn(factor, fused) -> Rule:
    """`x` times a function of it is one node."""

    @rewrite(tf.Mul(x, once(factor)), changes=("bits",))
    def activate(x, op, item):
        if not item.onednn or item.device_kind(op) != "CPU":
            return MatchFailure("only oneDNN on CPUs has the kernel")
        return fused(x) if x.type.element in (F32, BF16) else MatchFailure(f"there is no kernel for {x.type.element}")

    return activate


def leaky_relu(x, slope, op, item):
    """A slope between 0 and 1 makes the product the larger one of negative numbers only."""
    from numpy import float32

    if slope.size != 1 or not 0 < slope.item() < 1 or x.type.element not in (F16, BF16, F32, F64):
        return MatchFailure("the slope is not one number between 0 and 1")
    if float32(slope.item()) != slope.item() or slope.ndim and not item.shapes.proves(op.results[0], x, {op}):
        return MatchFailure("the slope is no f32, or may spread what it is multiplied by")
    return tf.LeakyRelu(x, alpha=float(slope.item()))


SWISH = Stage("MklSwish", fused_by_onednn(tf.Sigmoid(x), tf._MklSwish), kind="fused")
MISH = Stage("MklFusedMish", fused_by_onednn(tf.Tanh(once(tf.Softplus(x))), tf._MklFusedMish), kind="fused")
PART = once(tf.Mul(x, slope))
LEAKY_RELU = Stage(
    "MaximumAsLeakyRelu", *[rewrite(larger)(leaky_relu) for larger in (tf.Maximum(x, PART), tf.Maximum(PART, x))], kind="fused"
)
BATCH_NORM_EX = Stage(
    "FusedBatchNormEx",
    *[rewrite(norm(*x))(with_relu) for norm in BATCH_NORMS],
    tf.Relu(n @ tf._FusedBatchNormEx(*x, activation_mode="Relu")) >> n,
    kind="fused",
)
NORMALIZED = [norm(x, scale, offset, mean, variance, is_training=False) for norm in BATCH_NORMS]
UNFUSED_BATCH_NORM = Stage(
    "UnfusedBatchNorm", *[rewrite(normalized, changes=("bits", "nan", "inf", "zero"))(as_product) for normalized in NORMALIZED]
)
