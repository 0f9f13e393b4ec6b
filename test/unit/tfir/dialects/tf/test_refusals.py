"""What ops refuse, in TensorFlow's words."""

import json
from pathlib import Path

import pytest
from tensorflow_values import Case
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ods.inference import evaluate

SEQUENCES = [["i64", [1, 2], [0, 0]], ["i64", [1], [7]], ["i64", [2], [1, 1]]]
SCALES = [["f32", [], [0.5]], ["i32", [], [0]]]
CONVOLUTION = {
    "Tin": {"type": "qi8"}, "Tout": {"type": "qi32"}, "padding": "VALID",
    "output_quantization_min_val": -(2**31), "output_quantization_max_val": 2**31 - 1,
}  # fmt: skip
IMAGE = ["i8", [1, 2, 3, 3], [1] * 18]
PIXELS = ["u8", [1, 2, 2, 1], [1, 2, 3, 4]]


POOLED = [["f32", [1, 2, 2, 1], [1, 2, 3, 4]]] * 3


def counted(indices, values, shape, size, weights):
    """The operands of SparseBincount."""
    places = ["i64", [len(indices), len(shape)], [each for place in indices for each in place]]
    numbers = [["i64", [len(each)], each] for each in (values, shape)]
    return [places, *numbers, ["i64", [], [size]], ["f32", [len(weights)], weights]]


def number(value: float):
    return ["f32", [], [value]]


@pytest.mark.parametrize(
    ("op", "operands", "attributes", "text"),
    [
        ("GatherNd", [["f32", [1, 0, 2], []], ["i32", [1, 1], [0]]], {}, "Requested more than 0 entries, but params is empty.  Params shape: [1,0,2]"),
        ("MirrorPad", [["f32", [2], [1, 2]], ["i32", [1, 2], [1, 2]]], {"mode": "REFLECT"}, "paddings must be less than the dimension size: 1, 2 not less than 2"),
        ("MirrorPad", [["f32", [2], [1, 2]], ["i32", [1, 2], [0, 3]]], {"mode": "SYMMETRIC"}, "paddings must be no greater than the dimension size: 0, 3 greater than 2"),
        ("MirrorPad", [["f32", [2], [1, 2]], ["i32", [1, 2], [-1, 0]]], {"mode": "REFLECT"}, "paddings must be non-negative: -1 0"),
        ("MatrixBandPart", [["f32", [1, 2], [1, 2]], ["i64", [], [2]], ["i64", [], [0]]], {}, "num_lower must be negative or less or equal to number of rows (1) got: 2"),
        ("MatrixBandPart", [["f32", [1, 2], [1, 2]], ["i64", [], [0]], ["i64", [], [3]]], {}, "num_upper must be negative or less or equal to number of columns (2) got: 3"),
        ("SetSize", [["i64", [1, 1], [0]], ["i32", [1], [5]], ["i64", [1], [3]]], {}, "Invalid rank 1."),
        ("HistogramFixedWidth", [["f32", [1], ["nan"]], ["f32", [2], [0, 4]], ["i32", [], [2]]], {}, "Histogram values must not contain NaN"),
        ("HistogramFixedWidth", [["f32", [1], [1]], ["f32", [2], [4, 4]], ["i32", [], [1]]], {}, "value_range should satisfy value_range[0] < value_range[1], but got '[4, 4]'"),
        ("TopKV2", [["i32", [1, 2], [1, 2]], ["i32", [], [3]]], {}, "input must have at least k columns. Had 2, needed 3"),
        ("ReverseSequence", [["i32", [1, 2], [1, 2]], ["i32", [1], [3]]], {"seq_dim": 1}, "seq_lens(0) > input.dims(1)"),
        ("QuantizeV2", [["f32", [1], [1]], number(-1), number(1)], {"T": {"type": "qu8"}, "round_mode": "HALF_TO_EVEN"}, "Round mode 'HALF_TO_EVEN' only supported for mode 'SCALED', but mode is 'MIN_COMBINED'."),
        ("Mfcc", [["f32", [1, 1, 9], [1] * 9], ["i32", [], [16000]]], {"filterbank_channel_count": 3}, "Mfcc initialization failed for channel count 9, sample rate 16000 and filterbank_channel_count 3"),
        ("FractionalMaxPool", [["f32", [1, 2, 2, 1], [1, 2, 3, 4]]], {"pooling_ratio": [1.0, 3.0, 1.0, 1.0]}, "Pooling ratio is higher than input dimension size for dimension 1. Input dim size: 2 pooling ratio: 3"),
        ("DecodeCompressed", [["str", [], ["abc"]]], {"compression_type": "ZLIB"}, "inflate() failed with error -3: incorrect header check [DataLossError]"),
        ("DenseCountSparseOutput", [["i64", [0, 1], []], ["i64", [0], []]], {"binary_output": False}, "Invalid input: Shapes dimension cannot be 0."),
        ("DecodeJpeg", [["str", [], ["\xff\xd8\xff"]]], {"ratio": 3}, "ratio must be 1, 2, 4, or 8, got 3"),
        ("DecodeBase64", [["str", [], ["a+bc"]]], {}, "Invalid character found in base64."),
        ("DecodeBase64", [["str", [], ["abcde"]]], {}, "Base64 string length cannot be 1 modulo 4."),
        ("StringToNumber", [["str", [], ["1_0"]]], {}, "StringToNumberOp could not correctly convert string: 1_0"),
        ("SobolSample", [["i32", [], [size]] for size in (0, 1, 0)], {}, "dim must be at least one"),
        ("AudioMicrofrontend", [["i16", [0], []]], {"upper_band_limit": 8000.0}, "failed to populate frontend state"),
        ("AudioMicrofrontend", [["i16", [0], []]], {"window_step": 26}, "a window of 400 samples and a step of 416 cannot be computed"),
        ("SparseBincount", counted([[0], [1]], [1, 2], [5], 4, [1]), {}, "Input indices and weights must have the same size."),
        ("SparseBincount", counted([[0, 0], [1, 1]], [1, 2], [2, 5], 4, [1]), {}, "there are 2 values, and only 1 weights"),
        ("SparseBincount", counted([[0, 0], [5, 2]], [1, 2], [2, 5], 4, []), {}, "Sparse index tuple indices[1, :] = [5, 2] is out of bounds"),
        ("SparseBincount", counted([[0, 0]], [1, 2], [2, 5], 4, []), {}, "Number of elements in indices (1) and values (2) do not match"),
        ("SparseBincount", counted([[0, 0]], [1], [2, 5], -1, []), {}, "size (-1) must be non-negative"),
        ("MaxPoolGradGrad", POOLED, {"ksize": [1, -1, 1, 1], "strides": [1] * 4, "padding": "VALID"}, "ksize must be positive"),
        ("MaxPoolGradGrad", POOLED, {"ksize": [1] * 4, "strides": [1, 0, 1, 1], "padding": "VALID"}, "Stride must be > 0, but got 0"),
        ("MaxPoolGradGrad", POOLED, {"ksize": [1, 1, 1, 2], "strides": [1] * 4, "padding": "VALID"}, "on the depth dimension"),
        (
            "MaxPoolGradGrad", POOLED, {"ksize": [1, 2, 1, 1], "strides": [1] * 4, "padding": "VALID"},
            "Expected orig_output shape to be [1,1,2,1], but got [1,2,2,1]",
        ),
        ("SobolSample", [["i32", [1], [1]], *[["i32", [], [1]]] * 2], {}, "dim must be a scalar"),
        ("Conv2D", [["f32", [2, 2, 1], [1] * 4], ["f32", [1, 1, 1, 1], [1]]],
         {"strides": [1] * 4, "padding": "VALID"}, "convolution input must be 4-dimensional: [2,2,1]"),
        ("Cholesky", [["f32", [2], [1, 2]]], {}, "'input' must have rank at least 2, and has rank 1"),
        ("DenseBincount", [["i32", [1, 1, 1], [1]], ["i32", [], [1]], ["f32", [0], []]], {}, "'input' must have rank between 0 and 2, and has rank 3"),
        ("ReluGrad", [["f32", [2], [1, 2]], number(1)], {}, "'gradients' and 'features' must have the same shape, and have the shapes [2], []"),
        ("Tile", [["f32", [2], [1, 2]], ["i32", [2], [1, 2]]], {}, "Expected multiples argument to be a vector of length 1 but got length 2"),
        ("Roll", [["f32", [2], [1, 2]], ["i32", [2], [1, 2]], ["i32", [1], [0]]], {}, "shift and axis must have the same size"),
        ("InvertPermutation", [["i32", [2], [0, 2]]], {}, "2 is not between 0 and 2"),
        ("SegmentSum", [["f32", [3], [1, 2, 3]], ["i32", [2], [0, 1]]], {}, "segment_ids should be the same size as dimension 0 of input."),
        ("MatrixTriangularSolve", [["f32", [1, 2], [1, 2]], ["f32", [1, 1], [1]]], {}, "must be square (1 =/= 2)"),
        ("FakeQuantWithMinMaxArgs", [number(1)], {"num_bits": 1}, "num_bits must be between 2 and 16, inclusive"),
        ("ReverseV2", [["f32", [2], [1, 2]], ["i32", [2], [0, -1]]], {}, "axis 0 specified more than once."),
        ("Sum", [["f32", [2], [1, 2]], ["i32", [2], [0, -1]]], {}, "Axes contains duplicate dimension: 0"),
        ("SobolSample", [["i32", [], [size]] for size in (2, 1, -1)], {}, "skip must be non-negative"),
        ("SobolSample", [["i32", [], [size]] for size in (21201, 1, 0)], {}, "dim must be at most 21200"),
        ("EditDistance", [*SEQUENCES, ["i64", [1, 1], [0]], ["i64", [1], [7]], ["i64", [1], [1]]], {}, "must have rank at least 2"),
        ("EditDistance", [*SEQUENCES, ["i64", [1, 2], [3, 0]], *SEQUENCES[1:]], {}, "lies at [3], outside of a result of shape [1]"),
        (
            "UniformQuantizedConvolution", [IMAGE, ["i8", [1, 1, 1, 1], [1]], *SCALES * 3], CONVOLUTION,
            "must equal the rhs input feature dimension size, but 2 / 1 != 1",
        ),
        (
            "UniformQuantizedConvolution", [IMAGE, ["i8", [1, 2, 1, 1], [1, 2]], *SCALES * 3], CONVOLUTION | {"window_strides": [1]},
            "Size of window_strides Attr must be dims - 2.",
        ),
        ("QuantizedInstanceNorm", [PIXELS, number(3), number(3)], {"T": {"type": "qu8"}}, "input_min must be less than input_max : 3 >= 3"),
        (
            "QuantizedResizeBilinear", [PIXELS, ["i32", [2], [0, 3]], number(0), number(1)], {"T": {"type": "qu8"}},
            "output dimensions must be positive",
        ),
        (
            "RequantizePerChannel", [["i32", [1, 1, 1, 1], [5]], ["f32", [1], [1]], ["f32", [2], [1, 2]], number(0), number(1)],
            {"T": {"type": "qi32"}}, "input_max has incorrect size, expected 1 was 2",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(op, operands, attributes, text):
    case = Case(0, {"op": op, "operands": operands, "attributes": attributes, "results": []})
    with pytest.raises(Error) as refusal:
        evaluate(case.op, case.definition, case.operands, state=State())
    assert text in str(refusal.value)


RECORDED = [json.loads(line) for line in (Path(__file__).parents[4] / "support" / "refusals.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("line", RECORDED, ids=[f"{line['op']}: {line['refusal'][:30]}" for line in RECORDED])
def test_recorded_refusals(line):
    """First lines of what TensorFlow 2.21 says (`check_tf_ops.py --answer`)."""
    case = Case(0, {"results": []} | line)
    with pytest.raises(Error) as refusal:
        evaluate(case.op, case.definition, case.operands, state=State())
    assert line["refusal"] in str(refusal.value)


@pytest.mark.parametrize(("element", "is_given"), [("f16", False), ("i32", False), ("f32", True), ("f64", True)])
def test_convolutions_give_no_narrower_sums(element, is_given):
    """XLA's on a CPU would write sums of f32 over them."""
    ones, numbers = ["i64", [2], [1, 1]], "\x18\x02 \x032\x02\x00\x01@\x03P\x03Z\x02\x01\x02b\x02\x01\x02"
    operands = [*[["f32", [1, 1, 1, 1], [2]]] * 2, ones, ["i64", [2, 2], [0, 0, 0, 0]], ones, ones, ["i64", [], [1]]]
    attributes = {"dimension_numbers": numbers, "precision_config": "", "preferred_element_type": {"type": element}}
    results = [[element, [1, 1, 1, 1], [4]]]
    case = Case(0, {"op": "XlaConvV2", "operands": operands, "attributes": attributes, "results": results})
    if is_given:
        assert evaluate(case.op, case.definition, case.operands, state=State())[0].tolist() == [[[[4]]]]
        return
    with pytest.raises(Error) as refusal:
        evaluate(case.op, case.definition, case.operands, state=State())
    assert f"cannot give elements of {element}: sums of elements of f32 are no narrower and of that kind" in str(refusal.value)


def test_words_for_ranks_are_of_operands_whose_rank_is_asked():
    from tfir.dialects import lookup, tf
    from tfir.ods.op_lists import read_lists

    for text, places in read_lists(tf.__file__, "rank_refusals.txt").items():
        for op, operand in [place.split(".") for place in places]:
            asked = {each.split()[0]: "[1]" for each in lookup(f"tf.{op}").traits["ranks"]}
            assert operand in asked
            text.format_map({**asked, "shape": "[1]", "rank": "1"})
