"""Which ops auto mixed precision computes in a narrow type: TensorFlow's lists, by what they are for.

`allow` is faster and safe; `infer` is safe unless a dangerous value comes in; `deny` is dangerous, and so is what follows from it;
`clear` only moves, compares or selects numbers, and goes with its surroundings. Ops that hold other graphs or lists of tensors are
left out: they stay as they are.
"""

from __future__ import annotations

ALLOW = """
    BatchMatMul BatchMatMulV2 Conv2D Conv2DBackpropFilter Conv2DBackpropInput Conv3D Conv3DBackpropFilterV2
    Conv3DBackpropInputV2 DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput
    Einsum MatMul
"""
ALLOW_F16_ONLY = """
    BlockLSTM BlockLSTMGrad BlockLSTMGradV2 BlockLSTMV2 Conv3DBackpropFilter Conv3DBackpropInput CudnnRNN
    CudnnRNNBackprop CudnnRNNBackpropV2 CudnnRNNBackpropV3 CudnnRNNV2 CudnnRNNV3 FastUnsortedSegmentMax
    FusedConv2DBiasActivation FusedSparseConvGpuV2 GRUBlockCell GRUBlockCellGrad LSTMBlockCell LSTMBlockCellGrad Mha
    MhaV2 Pmlp Tmlp TmlpV2 TmlpV3 VoxelMax
"""
ALLOW_BF16_ONLY = """
    FusedPadConv2D
"""

INFER = """
    _FusedBatchNormEx Add AddN AddV2 AvgPool AvgPool3D AvgPool3DGrad AvgPoolGrad BiasAdd BiasAddGrad BiasAddV1 Elu
    EluGrad Erf Erfc FloorDiv FusedBatchNormGradV2 FusedBatchNormGradV3 FusedBatchNormV2 FusedBatchNormV3 Inv
    LeakyRelu LeakyReluGrad Log Log1p LogSoftmax Mul Prod RealDiv Reciprocal Selu SeluGrad Sigmoid SigmoidGrad Softmax
    Softplus SoftplusGrad Softsign SoftsignGrad Sqrt Sub Tanh TanhGrad
"""
INFER_BF16_ONLY = """
    Mean Rsqrt Square SquaredDifference Sum
"""

DENY = """
    Exp Expm1 L2Loss Pow SaveV2 SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits
"""
DENY_F16_ONLY = """
    Mean Sum
"""

CLEAR = """
    Abs ArgMax ArgMin BatchToSpace BatchToSpaceND BroadcastTo Ceil CheckNumerics ClipByValue Concat ConcatV2
    DepthToSpace DynamicPartition DynamicStitch EnsureShape Enter Equal Exit ExpandDims Fill Floor Gather GatherNd
    GatherV2 Greater GreaterEqual Identity IdentityN IsFinite IsInf IsNan Less LessEqual Max Maximum MaxPool MaxPool3D
    MaxPool3DGrad MaxPoolGrad MaxPoolGradGrad MaxPoolGradGradV2 MaxPoolGradV2 MaxPoolV2 Merge Min Minimum MirrorPad
    MirrorPadGrad Neg NextIteration NotEqual OnesLike Pack Pad PadV2 PreventGradient Rank Relu Relu6 Relu6Grad
    ReluGrad Reshape ResizeNearestNeighbor ResizeNearestNeighborGrad Reverse ReverseSequence ReverseV2 Round Select
    SelectV2 Shape ShapeN Sign Slice Snapshot SpaceToBatch SpaceToBatchND SpaceToDepth Split SplitV Squeeze
    StopGradient StridedSlice StridedSliceGrad Switch Tile TopK TopKV2 Transpose Unpack Where ZerosLike
"""
CLEAR_F16_ONLY = """
    MaxPool3DGradGrad OneHot Size
"""
CLEAR_BF16_ONLY = """
    ResizeBilinear ScatterNd
"""


class Lists:
    """The four lists for one narrow type, as sets of op names."""

    __slots__ = ("allow", "infer", "deny", "clear")

    def __init__(self, is_bfloat: bool, tensor_cores_only: bool = False):
        """`tensor_cores_only` leaves what is fast on tensor cores, and nothing else."""
        self.allow = named(ALLOW, ALLOW_BF16_ONLY if is_bfloat else ALLOW_F16_ONLY)
        self.infer = named(INFER, INFER_BF16_ONLY if is_bfloat else "")
        self.deny = named(DENY, "" if is_bfloat else DENY_F16_ONLY)
        self.clear = named(CLEAR, CLEAR_BF16_ONLY if is_bfloat else CLEAR_F16_ONLY)
        if tensor_cores_only:
            self.infer, self.deny, self.clear = set(), set(), set()

    def change(self, which: str, names) -> None:
        """Adds ops to a list; a name behind a minus is taken off it."""
        chosen = getattr(self, which)
        for name in names:
            chosen.discard(name[1:]) if name[:1] == "-" else chosen.add(name)


def named(*texts: str) -> set[str]:
    return {f"tfg.{name}" if not name.startswith("tfg.") else name for text in texts for name in text.split()}
