"""Batch norms take in the activation that follows; an activation that is made of two nodes becomes one."""

from __future__ import annotations

from tfir.ir.types import BF16, F16, F32

from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.terms import Declined, once, rewrite, tf, variables

x, n, scale, offset, mean, variance = variables("x n scale offset mean variance")
KEPT = ("epsilon", "exponential_avg_factor", "data_format", "is_training")


def why_not(item, op, norm):
    """The reason why a batch norm and the node behind it cannot be one, or None. There is a kernel on GPUs for halves with four
    channels to a step in training, and on CPUs where oneDNN is."""
    kind = item.device_kind(op)
    if kind is None:
        return Declined("the node asks for no device, and assume-device names none")
    if kind == "CPU" and not item.onednn:
        return Declined("on CPUs only oneDNN has the kernel")
    if kind == "GPU" and (norm.results[0].type.element is not F16 or plain_attribute(norm, "data_format") != "NHWC"):
        return Declined("on GPUs only f16 in NHWC has the kernel")
    if norm.results[0].type.element not in (F16, BF16, F32) or item.device(norm) != item.device(op):
        return Declined("another element type or device")
    if not plain_attribute(norm, "is_training"):
        return Declined("it computes no statistics of its own")
    channels = item.shapes.of(norm._operands[1])
    if kind == "GPU" and (channels is None or not isinstance(channels[0], int) or channels[0] % 4):
        return Declined("the number of channels is not known to be a multiple of four")
    return None


@rewrite(tf.FusedBatchNormV3(x, scale, offset, mean, variance))
def with_relu(x, scale, offset, mean, variance, op, item):
    """The norm applies the Relu itself where nobody but a Relu reads it; that one then finds nothing left to do."""
    readers = op.results[0].users
    if len(readers) != 1 or readers[0].name != "tfg.Relu" or item.is_preserved(op):
        return Declined("not only one Relu reads the normalised value")
    reason = why_not(item, readers[0], op)
    if reason is not None:
        return reason
    given = {name: op.attributes[name] for name in KEPT if name in op.attributes}
    made = tf._FusedBatchNormEx(x, scale, offset, mean, variance, activation_mode="Relu", num_side_inputs=0, **given)
    return [new if old.uses else None for old, new in zip(op.results, made)]


@rewrite(tf.Mul(x, once(tf.Sigmoid(x))), changes=("bits",))
def swish(x, op, item):
    if not item.onednn or item.device_kind(op) != "CPU":
        return Declined("only oneDNN on CPUs has the kernel")
    return tf._MklSwish(x) if x.type.element in (F32, BF16) else Declined(f"there is no kernel for {x.type.element}")


SWISH = Stage("MklSwish", swish, kind="fused")
BATCH_NORM_EX = Stage("FusedBatchNormEx", with_relu, tf.Relu(n @ tf._FusedBatchNormEx(*x, activation_mode="Relu")) >> n, kind="fused")
