"""How operands, results and attributes of tf ops must fit together, as TensorFlow's dialect checks it.

The constraints of an op's `declared` line are looked at for all dialects alike; the traits of that line are in `traits`. Some ops have
checks of their own, in families: functions whose parameters are joined by name with that line, and that return what is wrong, in
upstream's words. A family is imported when an op of it is verified. What shapes results have is left to `results`, which asks the op's
`infer`, once in a verification.
"""

from tfir.dialects import lookup
from tfir.startup import loaded

FAMILIES = {
    "images": """BiasAdd BiasAddGrad Conv2D Conv2DBackpropInput Conv3D DataFormatVecPermute FakeQuantWithMinMaxArgs FakeQuantWithMinMaxVars
        FakeQuantWithMinMaxVarsPerChannel FusedBatchNorm MaxPoolGrad""",
    "shaping": """BatchToSpace BatchToSpaceND Fill OneHot Reshape Shape ShapeN SpaceToBatchND Tile Transpose VariableShape""",
    "selection": """DynamicStitch GatherV2 MatrixBandPart Select Slice StridedSlice StridedSliceGrad TensorScatterUpdate TopKV2
        UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd UnsortedSegmentSum""",
    "arithmetic": """All Any Cumprod Cumsum CumulativeLogsumexp Einsum Equal NotEqual Qr RandomUniform Softmax
        SparseSoftmaxCrossEntropyWithLogits""",
    "state": """EmptyTensorList ParseExampleV2 SetStaticDimensionBounds TPUExecuteAndUpdateVariables TPUPartitionedInputV2 TensorListReserve
        TensorListStack VarHandleOp""",
    "quantization": """UniformDequantize UniformQuantize UniformQuantizedAdd UniformQuantizedClipByValue UniformQuantizedConvolution
        UniformQuantizedConvolutionHybrid UniformQuantizedDot UniformQuantizedDotHybrid UniformRequantize""",
    "xla": "XlaCallModule XlaConvV2 XlaReduceWindow XlaSelectAndScatter XlaVariadicReduce XlaVariadicReduceV2 XlaVariadicSort",
    "control_flow": """BatchFunction Case CaseRegion If IfRegion LegacyCall PartitionedCall StatefulPartitionedCall TPUPartitionedCall
        While WhileRegion Yield""",
}
FAMILY_OF = {name: family for family, names in FAMILIES.items() for name in names.split()}
LOOK_AROUND = [name for name, family in FAMILY_OF.items() if family in ("xla", "control_flow")]  # at functions, regions, what stands around
# With these traits the sizes of results are held to those of operands, or to functions and regions, without inference.
SIZED = frozenset(["same_type", "same_shape", "same_or_reference", "broadcast", "call", "branch", "loop"])


def verifier(local: str):
    """The function that verifies operations of one op; which checks these are is found with the first of them."""
    checks: list | None = None

    def verify(op) -> bool:
        """Raises where traits do not hold, or types, attributes and constants among the operands do not fit together. Returns whether
        constants were looked at."""
        nonlocal checks
        if checks is None:
            checks = checks_of(lookup(op.name))
        return any([check(op) for check in checks])

    return verify


def checks_of(definition) -> list:
    """The functions that verify an op: of its traits, its own, and of what inference says of its results."""
    checks: list = []
    declared, local = definition.constrained, definition.local
    traits = declared.traits if declared is not None else {}
    if traits:
        from tfir.dialects.tf.verify.traits import verify_traits

        checks.append(lambda op: verify_traits(op, declared))
    if local in FAMILY_OF and local not in LOOK_AROUND:
        checks.append(own_check(definition))
    if SIZED.isdisjoint(traits) and SIZED.isdisjoint(definition.traits):
        from tfir.dialects.tf.verify.results import verify_results

        checks.append(lambda op: op.operands and verify_results(op, definition))
    return checks


def verify_in_context(op) -> None:
    """Raises where contents of regions, targets of symbol references or what stands around do not fit: asked for each op."""
    if op.name not in _in_context:
        _in_context[op.name] = own_check(lookup(op.name))
    _in_context[op.name](op)


_in_context: dict = {}


def own_check(definition):
    """The check of an op that its family has, as a function of the operation."""
    from tfir.dialects.tf.verify.checks import checked_by

    return checked_by(loaded(f"{__name__}.{FAMILY_OF[definition.local]}").VERIFY[definition.local], definition)
