"""Where a fused kernel exists: which device a node asks for, and which element types that device fuses."""

from __future__ import annotations

from tfir.ir.operations import Operation
from tfir.ir.types import BF16, F16, F32, F64
from tfir.ods.op_lists import read_lists

from tfopt.rewrite.terms import MatchFailure, tf

# The fused op of each, and the attributes that go over to it.
FUSED = {
    "Conv2D": ("_FusedConv2D", ("strides", "padding", "explicit_paddings", "data_format", "dilations", "use_cudnn_on_gpu")),
    "MatMul": ("_FusedMatMul", ("transpose_a", "transpose_b")),
    "DepthwiseConv2dNative": ("_FusedDepthwiseConv2dNative", ("strides", "padding", "data_format", "dilations")),
    "Conv3D": ("_FusedConv3D", ("strides", "padding", "data_format", "dilations")),
}
BATCH_NORMS = (tf.FusedBatchNormV3, tf.FusedBatchNormV2, tf.FusedBatchNorm)
ONLY_ONEDNN = ("_FusedBatchNormEx", "_FusedDepthwiseConv2dNative", "_FusedConv3D", "_MklFusedBatchMatMulV2")  # on CPUs
# What TensorFlow's kernels take, by op and by kind of device.
ELEMENTS = {
    ("_FusedConv2D", "CPU"): (F32, F64), ("_FusedConv2D", "GPU"): (F16, F32),
    ("_FusedMatMul", "CPU"): (F32, BF16), ("_FusedMatMul", "GPU"): (F16, F32),
    ("_FusedDepthwiseConv2dNative", "CPU"): (F32,), ("_FusedConv3D", "CPU"): (F32,),
    ("_MklFusedBatchMatMulV2", "CPU"): (F32, BF16),
    ("_FusedBatchNormEx", "CPU"): (F16, BF16, F32), ("_FusedBatchNormEx", "GPU"): (F16, F32),
}  # fmt: skip
# The activations that each kernel applies as it writes its result, by op and kind of device.
ACTIVATIONS = {tuple(name.split()): activations for name, activations in read_lists(__file__).items()}
# The same by op alone, whatever the device.
APPLIED = {fused: sorted({name for (op, _), names in ACTIVATIONS.items() if op == fused for name in names}) for fused, _ in FUSED.values()}


def why_no_kernel(item, op: Operation, fused: str, inner: Operation) -> MatchFailure | None:
    """The reason why no device has a kernel of `fused` for two nodes, or None."""
    kind = item.device_kind(op)
    if kind is None:
        return MatchFailure("the node asks for no device, and assume-device names none")
    if item.device(inner) != item.device(op):
        return MatchFailure(f"'{inner.name[4:]}' is on {item.device(inner) or 'no device'}")
    element = op.results[0].type.element
    if element not in ELEMENTS.get((fused, kind), ()):
        return MatchFailure(f"{kind} has no {fused} of {element}")
    if kind == "CPU" and fused in ONLY_ONEDNN and not item.onednn:
        return MatchFailure("only oneDNN has the kernel")
    return None


def why_not(item, op: Operation, fused: str, inner: Operation) -> MatchFailure | None:
    """The reason why two nodes cannot be one `fused` node, or None."""
    if (reason := why_no_kernel(item, op, fused, inner)) is not None:
        return reason
    if not item.has_single_use(inner.results[0]):
        return MatchFailure(f"the result of '{inner.name[4:]}' is needed elsewhere too")
    return None


def why_not_activated(item, op: Operation, fused: str, inner: Operation) -> MatchFailure | None:
    """As `why_not`, where the node is an activation that `fused` is to apply."""
    reason = why_not(item, op, fused, inner)
    if reason is None and op.name[4:] not in ACTIVATIONS[fused, item.device_kind(op)]:
        reason = MatchFailure(f"no such kernel applies {op.name[4:]}")
    return reason
