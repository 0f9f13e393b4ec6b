"""TensorFlow's ops mean what TensorFlow makes of them: every meaning is held against recorded answers."""

import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest
import stateful_sequences
import tensorflow_values
from accuracy import assert_agrees
from graph_case import computed_in_graph
from tensorflow_values import of_each_op
from tfir.dialects import dialect
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType
from tfir.ods.binding import RESERVED, binding
from tfir.ods.inference import AbstractValue, evaluate, infer, propagate_values
from tfir.ods.semantics import semantics_in
from tfir.ods.shapes import fresh, named

TF = dialect("tf")
CASES = tensorflow_values.cases()
# How many elements come out is known from values only.
BY_VALUE = {
    "Where", "Unique", "ListDiff", "DynamicPartition", "StringSplit", "StringSplitV2", "DecodeRaw", "UnicodeDecode", "UnicodeEncode",
    "RaggedTensorToTensor", "RaggedRange", "RaggedGather", "RaggedTensorToSparse", "StringNGrams", "UniqueV2", "UniqueWithCounts", "UniqueWithCountsV2",
    "NonMaxSuppression", "NonMaxSuppressionV2", "NonMaxSuppressionV3", "NonMaxSuppressionV4",
    "ComputeAccidentalHits", "NearestNeighbors", "SparseSegmentSumGradV2", "SparseSegmentMeanGradV2", "SparseSegmentSqrtNGradV2",
    "DecodeProtoV2", "CTCBeamSearchDecoder", "CTCGreedyDecoder", "NonMaxSuppressionV5", "NonMaxSuppressionWithOverlaps",
    "UnicodeDecodeWithOffsets", "ParseTensor", "ParseExampleV2", "ParseSingleExample", "SparseAdd", "SparseFillEmptyRows", "RaggedFillEmptyRows", "SparseReduceSumSparse", "SparseReduceMaxSparse", "SparseSlice", "SparseSparseMaximum", "SparseSparseMinimum", "SparseSplit",
    "SparseCross", "SparseCrossV2", "SparseCrossHashed", "RaggedCross", "DecodePng", "DecodeBmp", "DecodeGif", "DecodeImage", "DecodeJpeg", "DecodeAndCropJpeg", "DecodeWav",
    "DeserializeSparse", "DeserializeManySparse", "ParseSequenceExample", "ParseSequenceExampleV2", "ParseSingleSequenceExample",
    *(f"{kinds}SetOperation" for kinds in ("DenseToDense", "DenseToSparse", "SparseToSparse")), *(f"{kind}CountSparseOutput" for kind in ("Dense", "Ragged", "Sparse")),
}  # fmt: skip
# Evaluated elsewhere, or trivially.
WITHOUT_RECORD = {
    "XlaReplicaId", "XlaSetBound",  # by themselves they crash TensorFlow's compiler
    "AccumulateNV2", "CTCLossV2", "QuantizedConcatV2", "QuantizedReluX", "QuantizedConv2DWithBiasSumAndRelu",
    *(f"BatchMatrix{what}" for what in "BandPart Determinant Diag DiagPart Inverse SetDiag Solve SolveLs TriangularSolve".split()),
    *"BatchCholesky BatchCholeskyGrad BatchSelfAdjointEig BatchSelfAdjointEigV2 BatchSvd".split(),  # names of 2015 for other ops
    "RaggedTensorToVariant", "RaggedTensorFromVariant", "RaggedTensorToVariantGradient", "TileGrad", "ParallelConcat", "HostConst",
    "CompositeTensorVariantFromComponents", "CompositeTensorVariantToComponents",
    "PlaceholderWithDefault", "TopK", "EncodePng", "_DecodePicture", "DecodeWebP", "DecodeJxl", "ParseExample", "_EagerConst", "EmptyTensorList", "_CopyFromGpuToHost", "_CopyFromHostToGpu",
    *(f"TensorList{what}" for what in ("Reserve", "SetItem", "GetItem", "Gather", "Length")),
    *(f"TensorList{what}" for what in ("Scatter", "ScatterV2", "ElementShape", "ScatterIntoExistingList", "PushBack", "PopBack", "Resize", "Split", "ConcatV2", "ConcatLists")),
}  # fmt: skip


@of_each_op(CASES)
def test_evaluates_as_tensorflow_does(case):
    actual = evaluate(case.op, case.definition, case.operands, state=State())
    assert_agrees(case, actual)


FIRST = {case.name: case for case in reversed(CASES) if not case.name.startswith("_")}


@pytest.mark.parametrize("case", FIRST.values(), ids=lambda case: case.title)
def test_computes_in_a_graph(case):
    """From feeds to fetches, as a session runs a node."""
    assert_agrees(case, computed_in_graph(case))


def shape_of(found):
    return found.shape if isinstance(found, TensorType) else found


def assert_covers(actual, expected):
    """An inferred shape says nothing that is not so."""
    if shape_of(actual) is None or expected is None:
        return
    expected = expected.shape
    assert len(shape_of(actual)) == len(expected)
    assert all(not isinstance(size, int) or size == real for size, real in zip(shape_of(actual), expected))


@of_each_op(CASES)
def test_infers_the_shape_of_what_it_evaluates(case):
    known = [AbstractValue(each.shape, value.type.element, lambda each=each: each) for each, value in zip(case.operands, case.op.operands)]
    for actual, result in zip(infer(case.op, case.definition, known), case.results):
        assert_covers(actual, result)
        assert result is None or case.name in BY_VALUE or all(isinstance(size, int) for size in shape_of(actual))


@of_each_op(CASES)
def test_infers_nothing_wrong_from_less(case):
    """Without values, without sizes, without ranks, and without every second size."""
    elements = [value.type.element for value in case.op.operands]
    shapes = [each.shape for each in case.operands]
    for weaken in (
        lambda shape: shape,
        lambda shape: named([None] * len(shape)),
        lambda shape: None,
        lambda shape: tuple([fresh() if at % 2 else size for at, size in enumerate(shape)]),
    ):
        known = [AbstractValue(weaken(shape), element) for shape, element in zip(shapes, elements)]
        for actual, result in zip(infer(case.op, case.definition, known), case.results):
            assert_covers(actual, result)


@of_each_op([case for case in CASES if case.definition.semantics.propagate_values])
def test_follows_to_what_it_evaluates(case):
    """From all numbers, and from every second one."""
    for forget in (False, True):
        known = [AbstractValue(each.shape, each_type.element, content=numbers(each, forget)) for each, each_type in operands_of(case)]
        for actual, result in zip(propagate_values(case.op, case.definition, known) or (), case.results):
            for one, real in zip(actual or (), result.ravel().tolist(), strict=actual is not None):
                assert one == real or (forget and one is None) or one != one


def operands_of(case):
    return [(each, value.type) for each, value in zip(case.operands, case.op.operands)]


def numbers(array, forget: bool) -> list:
    return [None if forget and at % 2 else number for at, number in enumerate(array.ravel().tolist())]


def test_every_meaning_has_a_record():
    """Ops that act are held elsewhere to what they do."""
    recorded = {case.name for case in CASES} | stateful_sequences.ops()
    evaluated = {name for name, semantics in TF.semantics.items() if semantics.evaluate is not None and TF.definition(name).is_pure}
    families = [name for name in TF.families if "dataset" in name] + ["iterators", "sparse_matrices"]  # see the tests of these names
    handles = {op for name in families for op in TF.families[name]}  # which have no values to record
    assert evaluated - recorded - handles == WITHOUT_RECORD


@pytest.mark.parametrize("family", TF.families)
def test_parameters_are_names_of_the_signature(family):
    for name in TF.families[family]:
        assert name in TF.table
        semantics, definition = TF.semantics[name], TF.definition(name)
        for function in (semantics.infer, semantics.evaluate, semantics.propagate_values):
            if function is not None:
                assert set(binding(definition, function).free) <= {*RESERVED, "state", "functions", "run_apart"}, name


@pytest.mark.parametrize("family", TF.families)
def test_a_family_has_the_ops_that_are_listed(family):
    assert set(TF.families[family]) == set(semantics_in(import_module(f"{TF.package}.{family}")))


def test_no_op_has_two_meanings():
    listed = [name for names in TF.families.values() for name in names]
    assert sorted(listed) == sorted(set(listed))


# Ops that compute on each member of a batch alone: of no members they make no members. Of some, every operand is a batch.
BATCHED = (
    "Conv2D", "DepthwiseConv2dNative", "Conv3D", "MaxPool", "AvgPool", "MatMul", "BiasAdd", "Softmax", "LogSoftmax", "SpaceToDepth",
    "DepthToSpace", "MatrixDiagPartV3", "MatrixBandPart", "TopKV2", "FFT", "RFFT", "ResizeBilinear", "RGBToHSV", "LRN", "Cumsum",
    "OneHot", "ExtractImagePatches", "SparseSoftmaxCrossEntropyWithLogits", "SoftmaxCrossEntropyWithLogits",
)  # fmt: skip
ALL_BATCHED = {"SparseSoftmaxCrossEntropyWithLogits", "SoftmaxCrossEntropyWithLogits"}


@pytest.mark.parametrize("name", BATCHED)
def test_computes_on_an_empty_batch(name):
    case = next(case for case in CASES if case.name == name and case.operands[0].ndim and not case.attributes.get("transpose_a"))
    operands = [each[:0] if at == 0 or name in ALL_BATCHED else each for at, each in enumerate(case.operands)]
    for actual, expected in zip(evaluate(case.op, case.definition, operands), case.results):
        assert actual.shape == (0, *expected.shape[1:])


@pytest.mark.parametrize("name", ["Pad", "PadV2", "MirrorPad"])
def test_pads_what_has_no_dimensions(name):
    import numpy as np

    more = {"PadV2": [np.float32(7)], "MirrorPad": ["REFLECT"]}.get(name, [])
    assert TF.semantics[name].evaluate(np.array(3, np.float32), np.zeros((0, 2), np.int32), *more) == 3


def test_the_mean_of_a_complex_infinity_is_itself():
    """As TensorFlow computes it; a complex quotient would make NaN of it."""
    import numpy as np

    numbers = np.array([[complex(np.inf, 0), complex(1, -np.inf), complex(-3, 4)]], np.complex64)
    for axes, expected in (([0], numbers[0]), ([], numbers)):
        actual = TF.semantics["Mean"].evaluate(numbers, np.array(axes, np.int32), False)
        assert actual.dtype == np.complex64 and np.array_equal(actual, expected)


def test_families_are_read_without_numpy():
    """The verifier asks them for types, and importing NumPy takes longer than verifying a small program."""
    program = "import sys; from tfir.dialects import dialect; dialect('tf').semantics; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_gradient_of_tiles_is_their_sum():
    """On paper; TensorFlow's kernel asks for an attribute that the op has not."""
    gradient = np.arange(12, dtype=np.float32).reshape(2, 6)
    actual = TF.semantics["TileGrad"].evaluate(gradient, np.array([2, 3]))
    assert actual.tolist() == [[0 + 2 + 4 + 6 + 8 + 10, 1 + 3 + 5 + 7 + 9 + 11]]


def test_values_follow_each_other():
    values = [np.array([[1, 2]]), np.array([[3, 4]])]
    assert TF.semantics["ParallelConcat"].evaluate(values).tolist() == [[1, 2], [3, 4]]
    with pytest.raises(Error, match="first dimension of each value must be 1"):
        TF.semantics["ParallelConcat"].evaluate([np.zeros((2, 1))])
