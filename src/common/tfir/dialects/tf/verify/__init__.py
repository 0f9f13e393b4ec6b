"""How operands, results and attributes of tf ops must fit together, as TensorFlow's dialect checks it.

The constraints of an op's `declared` line are looked at for all dialects alike; the traits of that line are in `traits`, and some ops have
checks of their own, in families: functions whose parameters are joined by name with that line, and that return what is wrong. A
family is imported when an op of it is verified.
"""

from tfir.dialects import lookup
from tfir.ods.dialect import loaded

# Family -> ops whose check looks at types and attributes alone / at constants, regions, symbols or what stands around as well.
FAMILIES = {
    "images": (
        """BiasAdd BiasAddGrad Conv2D Conv3D Conv2DBackpropInput DataFormatVecPermute FusedBatchNorm MaxPoolGrad
        FakeQuantWithMinMaxArgs FakeQuantWithMinMaxVars FakeQuantWithMinMaxVarsPerChannel""",
        "",
    ),
    "shaping": (
        "Bitcast Concat ConcatOffset ConcatV2 Fill InvertPermutation Pack Shape ShapeN Size Squeeze Unpack VariableShape BatchToSpaceND",
        "BatchToSpace BroadcastGradientArgs OneHot Reshape SpaceToBatchND Tile Transpose",
    ),
    "selection": (
        "MatrixBandPart Select TensorScatterUpdate TopKV2",
        """DynamicStitch GatherV2 Slice Split SplitV StridedSlice StridedSliceGrad UnsortedSegmentMax UnsortedSegmentMin
        UnsortedSegmentProd UnsortedSegmentSum""",
    ),
    "arithmetic": (
        """BatchMatMul BatchMatMulV2 Einsum Equal NotEqual Qr RandomUniform Softmax SoftmaxCrossEntropyWithLogits
        SparseSoftmaxCrossEntropyWithLogits ToBool""",
        "All Any Cumprod Cumsum CumulativeLogsumexp",
    ),
    "state": (
        """EmptyTensorList ParseExampleV2 SetStaticDimensionBounds TensorListReserve TensorListStack TPUPartitionedInputV2
        TPUExecuteAndUpdateVariables VarHandleOp""",
        "",
    ),
    "quantization": (
        """UniformDequantize UniformQuantize UniformQuantizedAdd UniformQuantizedClipByValue UniformQuantizedConvolution
        UniformQuantizedConvolutionHybrid UniformQuantizedDot UniformQuantizedDotHybrid UniformRequantize""",
        "",
    ),
    "xla": (
        "XlaVariadicReduce",
        "XlaConvV2 XlaReduceWindow XlaSelectAndScatter XlaVariadicReduceV2 XlaVariadicSort XlaCallModule",
    ),
    "control_flow": (
        "",
        """BatchFunction Case CaseRegion If IfRegion LegacyCall PartitionedCall StatefulPartitionedCall TPUPartitionedCall While WhileRegion
        Yield""",
    ),
}  # fmt: skip
_family_of = {name: family for family, tables in FAMILIES.items() for names in tables for name in names.split()}
DEPEND_ON_MORE = frozenset(name for _, names in FAMILIES.values() for name in names.split())


def verify(op) -> None:
    """Raises where traits of the dialect's declaration do not hold, or types and attributes do not fit together."""
    local, declared = op.name.partition(".")[2], lookup(op.name).constrained
    if declared is not None and declared.traits:
        from tfir.dialects.tf.verify.traits import verify_traits

        verify_traits(op, declared)
    if local in _family_of and local not in DEPEND_ON_MORE:
        _check(op, local)


def verify_in_context(op) -> None:
    """Raises where producers of operands, contents of regions or targets of symbol references do not fit: asked for each op."""
    _check(op, op.name.partition(".")[2])


def _check(op, local: str) -> None:
    if local not in _checks:
        from tfir.dialects.tf.verify.checks import apply

        _checks[local] = apply, loaded(f"{__name__}.{_family_of[local]}").VERIFY[local]
    apply, check = _checks[local]
    apply(check, op)


_checks: dict[str, tuple] = {}
