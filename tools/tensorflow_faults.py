"""Where TensorFlow's own answer says nothing of what an op means: faults of its kernels, and what they are free to do.

`says_nothing(case)` is the reason why a whole case does, or None; `says_nothing_at(case, computed, expected)` are the places of a result
that do, `is_lowered` where it was computed by a lowering, which XLA's answers bind. Each reason is a function with the ops that it concerns, the condition as narrow as the reason; its docstring says why.
"""

from collections import defaultdict

import numpy as np
from tensorflow_values import Case
from tfir.dialects.tf.window import max_pool
from tfir.ods.arrays import is_float

CASES, PLACES, LOWERED_PLACES = defaultdict(list), defaultdict(list), defaultdict(list)
ALL = "*"

# Sums of products: what is multiplied by padding, by zeros between elements, or by other zeros, is each kernel's own.
CONVOLUTIONS = (
    "Conv2D", "Conv3D", "DepthwiseConv2dNative", "Conv2DBackpropInput", "Conv2DBackpropFilter", "Conv3DBackpropInputV2",
    "Conv3DBackpropFilterV2", "DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter",
)  # fmt: skip
FUSED = (
    "_FusedConv2D", "_FusedConv3D", "_FusedDepthwiseConv2dNative", "_FusedMatMul", "_MklFusedBatchMatMulV2", "_FusedBatchMatMulV2",
    "_FusedBatchNormEx",
)  # fmt: skip
PRODUCTS = (
    *CONVOLUTIONS, *FUSED, "MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "SparseMatMul", "SparseTensorDenseMatMul", "Einsum",
    "LRN", "LRNGrad", "ResizeBilinear", "ResizeBilinearGrad", "ResizeNearestNeighborGrad", "ResizeBicubic", "ResizeBicubicGrad",
    "LSTMBlockCellGrad", "BlockLSTMGrad", "BlockLSTMGradV2", "GRUBlockCellGrad", "ResizeArea", "CropAndResizeGradImage", "CropAndResizeGradBoxes", "ImageProjectiveTransformV2", "ImageProjectiveTransformV3",
    "ScaleAndTranslate", "ScaleAndTranslateGrad", "FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3", "FusedBatchNormGrad",
    "FusedBatchNormGradV2", "FusedBatchNormGradV3", "LSTMBlockCell", "BlockLSTM", "BlockLSTMV2", "GRUBlockCell", "AvgPool", "AvgPool3D",
    "AvgPoolGrad", "AvgPool3DGrad", "XlaConv", "XlaConvV2", "Prod", "Cumprod", "SegmentProd", "SegmentProdV2", "UnsortedSegmentProd",
)  # fmt: skip
DECOMPOSITIONS = (
    "Cholesky", "CholeskyGrad", "MatrixSolve", "MatrixTriangularSolve", "MatrixInverse", "MatrixDeterminant", "LogMatrixDeterminant", "Qr",
    "Svd", "SelfAdjointEigV2", "Eig", "Lu", "MatrixExponential", "MatrixSquareRoot", "MatrixLogarithm", "TridiagonalSolve",
    "TridiagonalMatMul", "BandedTriangularSolve", "MatrixSolveLs", "XlaSelfAdjointEig", "XlaSvd",
)  # fmt: skip


def undefined(*ops: str):
    """Of cases that say nothing: a function of the case."""
    return lambda function: [CASES[op].append(function) for op in ops] and function


def excused(*ops: str):
    """Of places that say nothing: a function of the case, what was computed, and what TensorFlow answers, by which the places go."""
    return lambda function: [PLACES[op].append(function) for op in ops] and function


def excused_lowered(*ops: str):
    """As `excused`, of lowerings alone."""
    return lambda function: [LOWERED_PLACES[op].append(function) for op in ops] and function


def says_nothing(case: Case) -> str | None:
    reasons = [*CASES[case.name], *CASES[ALL]]
    return next((reason.__name__ for reason in reasons if reason(case)), None)


def says_nothing_at(case: Case, computed: np.ndarray, expected: np.ndarray, is_lowered: bool = False) -> np.ndarray:
    reasons = (*PLACES[case.name], *PLACES[ALL], *(LOWERED_PLACES[case.name] if is_lowered else ()))
    masks = [reason(case, computed, expected) for reason in reasons]
    return np.logical_or.reduce([np.broadcast_to(mask, expected.shape) for mask in masks], initial=False)


def is_finite(array: np.ndarray) -> np.ndarray:
    kind = array.dtype.kind
    return np.isfinite(array) if kind == "c" or is_float(array.dtype) else np.ones(array.shape, bool)


def all_finite(arrays) -> bool:
    return all([is_finite(array).all() for array in arrays])


def attribute(case: Case, name: str):
    return case.line.get("attributes", {}).get(name, case.definition.signature.attributes[name].default)


# Whole cases


@undefined("LowerBound", "UpperBound", "SearchSorted")
def not_sorted(case):
    """Where a binary search in a row that is not sorted ends depends on how it halves."""
    rows = case.operands[0].astype(np.complex128).real
    return not (np.diff(rows, axis=-1) >= 0).all()


@undefined("Round")
def integers_to_round(case):
    """TensorFlow 2.21's CPU kernel gives zeros for integers, which are what they round to."""
    return case.operands[0].dtype.kind in "iu"


@undefined("ClipByValue", "Maximum", "Minimum")
def order_of_complex_numbers(case):
    """Complex numbers have no order; the kernel takes real parts from one operand and imaginary parts from another."""
    return case.operands[0].dtype.kind == "c"


@undefined("ArgMax", "ArgMin")
def axis_of_more_bits(case):
    """The kernels take 32 bits of an axis of 64."""
    return abs(int(case.operands[1])) >= 1 << 31


@undefined("Svd", "SelfAdjointEigV2", "Eig")
def vectors_not_asked_for(case):
    """The kernels leave a scalar that nothing has written, where the shape functions have an empty vector."""
    return not attribute(case, "compute_uv" if case.name == "Svd" else "compute_v")


@undefined(
    "ImageProjectiveTransformV2", "ImageProjectiveTransformV3", "ExtractGlimpse", "ExtractGlimpseV2",
)  # fmt: skip
def places_that_are_no_numbers(case):
    """What infinities and NaN become as integers is the processor's choice."""
    return not all_finite(case.operands[1:])


@excused_lowered("Mean")
def sums_of_narrow_numbers(case, computed, expected):
    """The kernel rounds the sum, and the count, to f16; XLA goes on in f32."""
    return case.operands[0].dtype == np.float16


@excused_lowered(
    "NonMaxSuppression",
    "NonMaxSuppressionV2",
    "NonMaxSuppressionV3",
    "NonMaxSuppressionV4",
    "NonMaxSuppressionV5",
    "NonMaxSuppressionWithOverlaps",
)
def scores_that_rise(case, computed, expected):
    """A score that overlaps of no number make 0 has risen where it was negative: the kernel sees that when its turn comes, the lowering at once."""
    scores = case.operands[1]
    return not all_finite(case.operands[:1]) and bool((scores < 0).any())


@undefined("CTCGreedyDecoder", "CTCBeamSearchDecoder", "AudioSpectrogram", "Mfcc")
def infinite_logits(case):
    """The best of classes, and the transform of sounds, that are infinite or no numbers are each library's own."""
    return not all_finite(case.operands[:1])


@undefined("CTCLoss")
def labels_that_are_none(case):
    """Of a member whose labels all stand for none there is one state, and the kernel writes what would be that of the one before into another time."""
    _, places, labels, _ = case.operands
    null = case.operands[0].shape[2] - 1
    return any([(labels[places[:, 0] == member] >= null).all() for member in set(places[:, 0].tolist())])


@undefined("RandomIndexShuffle")
def keys_that_there_are_not(case):
    """The kernel takes two keys a time, and reads what lies behind them where their number is odd or less than 4."""
    rounds = attribute(case, "rounds")
    return rounds < 4 or rounds % 2 == 1


@undefined("FractionalAvgPoolGrad", "FractionalMaxPoolGrad")
def windows_that_do_not_fit(case):
    """The kernels do not ask whether windows begin at 0, follow each other and end with the image, nor how many channels a gradient has."""
    *_, gradient, rows, columns = case.operands
    shape = case.results[0].shape
    edges = zip((rows, columns), shape[1:3], gradient.shape[1:3])
    fits = [len(each) == count + 1 and each[0] == 0 and each[-1] == size and (np.diff(each) > 0).all() for each, size, count in edges]
    return not all(fits) or (gradient.shape[0], gradient.shape[3]) != (shape[0], shape[3])


@undefined("FractionalMaxPool", "FractionalAvgPool")
def windows_by_chance(case):
    """Without seeds windows differ from one kernel to the next."""
    if attribute(case, "seed") or attribute(case, "seed2"):
        return False
    sizes = zip(case.operands[0].shape[1:3], attribute(case, "pooling_ratio")[1:3])
    return any([size % int(size / ratio) for size, ratio in sizes])


def is_quantized(name: str) -> bool:
    return name.startswith(("Quantize", "Requant", "Dequant", "Uniform"))


@undefined(ALL)
def no_range(case):
    """Quantization by a range that is empty, turned around or infinite, by scales that are none, or of numbers that are none."""
    if not is_quantized(case.name) or case.name.startswith("QuantizeAndDequantize"):
        return False
    slots = case.definition.signature.operands
    ends = {slot.name: each for slot, each in zip(slots, case.operands)}
    lows = [each for name, each in ends.items() if "min" in name and each.dtype == np.float32]
    highs = [each for name, each in ends.items() if "max" in name and each.dtype == np.float32]
    scales = [each for name, each in ends.items() if "scales" in name]
    turned = any([not (low < high).all() for low, high in zip(lows, highs) if low.shape == high.shape])
    return turned or not all_finite(case.operands) or any([not (each > 0).all() for each in scales])


@undefined("FusedPadConv2D", "FusedResizeAndPadConv2D")
def images_after_the_first(case):
    """Of a batch the kernel computes only the first image as it does one by itself."""
    return len(case.operands[0]) > 1


@undefined("NearestNeighbors")
def infinite_distances(case):
    """Points that are infinite or no numbers have no order of distances."""
    return not all_finite(case.operands)


@undefined(ALL)
def without_onednn(case):
    """Kernels that stand in for oneDNN's give results without elements, of one dimension."""
    return is_quantized(case.name) and case.operands[0].ndim > 1 and case.results[0] is not None and case.results[0].shape == (0,)


@undefined("QuantizedConcatV2")
def without_a_kernel(case):
    """Without oneDNN a kernel that does nothing stands in, and results have no memory."""
    return True


@undefined("ExtractGlimpse", "ExtractGlimpseV2")
def noise(case):
    """Beyond the edges of the image there are random numbers between its smallest and its largest."""
    return attribute(case, "noise") != "zero"


@undefined("AdjustHue")
def hue_beyond_a_turn(case):
    """The kernel turns by at most one turn, which tf.image.adjust_hue checks."""
    return not abs(case.operands[1]) <= 1


@undefined("AvgPoolGrad", "AvgPool3DGrad")
def gradient_of_another_shape(case):
    """The kernels take sizes from the gradient without holding them against the operand's, and read what is not there."""
    from tfir.dialects.tf.window import average_pool

    sizes, gradient = case.operands
    names = ("ksize", "strides", "padding", "data_format")
    try:
        pooled = average_pool(np.zeros(sizes, np.float32), *[attribute(case, name) for name in names])
    except Exception:
        return True
    return pooled.shape != gradient.shape


@undefined("Mean")
def complex_mean_of_nothing(case):
    """Of no real numbers the mean is NaN, as 0 / 0 is; of no complex ones the kernel says 0."""
    return case.operands[0].dtype.kind == "c" and not case.operands[0].size


@undefined("MaxPool3D", "MaxPool3DGrad", "MaxPoolGradGrad", "MaxPool3DGradGrad", "AvgPool3D", "AvgPool3DGrad")
def windows_of_nothing(case):
    """These kernels do not refuse windows of size 0, as the others do."""
    return 0 in attribute(case, "ksize")


@undefined("MaxPool", "MaxPoolV2")
def channels_without_a_stride(case):
    """TensorFlow's shape function refuses what the kernels, which take channels one by one, do not look at."""
    strides = case.operands[2].tolist() if case.name == "MaxPoolV2" else attribute(case, "strides")
    return 0 in (strides[0], strides[1 if attribute(case, "data_format").startswith("NC") else 3])


@undefined("DataFormatDimMap")
def no_such_axis(case):
    """The kernel looks axes up in a word of four letters, and beyond its end."""
    return not (np.abs(case.operands[0] + 0.5) < len(attribute(case, "src_format"))).all()


@undefined("QuantizeAndDequantizeV2", "QuantizeAndDequantizeV3", "QuantizeAndDequantizeV4")
def range_of_infinities(case):
    """Without a range that of the elements counts, and infinities have none; with NaN it is the vector unit's choice."""
    return not all_finite(case.operands if attribute(case, "range_given") else case.operands[:1])


@undefined("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def more_axes_than_a_graph_takes(case):
    """The kernels take an axis more than TensorFlow's own shape function lets into a graph."""
    return case.operands[0].ndim != 4


@undefined("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def statistics_of_other_channels(case):
    """Running statistics that training does not use are not looked at; here they are refused."""
    return len({each.shape for each in case.operands[1:]}) > 1


@undefined(
    "RaggedTensorToTensor", "SparseSegmentMeanGrad", "SparseSegmentSqrtNGrad", "SparseSegmentSumGrad", "StatelessRandomNormalV2",
    "StatelessTruncatedNormalV2", "StatelessRandomUniformV2", "StatelessRandomUniformIntV2", "StatelessRandomUniformFullIntV2",
)  # fmt: skip
def nothing_to_give(case):
    """What a result without elements would be made of is not looked at."""
    return all([each is None or not each.size for each in case.results])


@undefined(
    "StatelessRandomNormalV2", "StatelessTruncatedNormalV2", "StatelessRandomUniformV2", "StatelessRandomUniformIntV2",
    "StatelessRandomUniformFullIntV2",
)  # fmt: skip
def counter_of_one_number(case):
    """The kernels take a counter of one number, and read the second half behind its end: often 0, now and then what lay there before."""
    return case.operands[2].size < 2


@undefined("RaggedTensorToTensor")
def rows_that_do_not_meet(case):
    """That each list of splits, or of numbers of rows, has as many elements as the next has rows is not looked at."""
    _, values, _, *parts = case.operands
    levels = [(part.ravel(), kind == "ROW_SPLITS") for part, kind in zip(parts, attribute(case, "row_partition_types")) if part.ndim]
    elements = [(*part[-1:], 0)[0] if is_splits else part.size for part, is_splits in levels]
    rows = [part.size - 1 if is_splits else None for part, is_splits in levels[1:]] + [*values.shape, 1][:1]
    unread = len(levels) < len([kind for kind in attribute(case, "row_partition_types") if kind != "FIRST_DIM_SIZE"])
    return unread or any([count is not None and count != each for each, count in zip(elements, rows)])


@undefined("RaggedTensorToTensor")
def numbers_of_rows_that_fall(case):
    """The kernel copies stretch after stretch: an element whose row comes before the last one's is put behind what is written."""
    kinds = attribute(case, "row_partition_types")
    return any([kind == "VALUE_ROWIDS" and (np.diff(part.ravel()) < 0).any() for part, kind in zip(case.operands[3:], kinds)])


@undefined("RaggedBincount")
def splits_that_decrease(case):
    """The kernel looks up the row of each value, and does not ask whether the splits are any."""
    splits, values, *_ = case.operands
    return not (np.diff(splits.ravel()) >= 0).all() or splits.ravel()[-1] != values.size


@undefined("RaggedBincount", "SparseBincount")
def fewer_weights_than_values(case):
    """The kernel reads a weight for each value, also beyond the end of those that there are."""
    _, values, *_, weights = case.operands
    return 0 < weights.size < values.size


@undefined("DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter")
def dilated_gradient(case):
    """The CPU's kernels of these gradients take no notice of dilations; with oneDNN they refuse them."""
    return set(attribute(case, "dilations")) != {1}


@excused_lowered("TopK", "TopKV2")
def in_any_order(case, computed, expected):
    """With `sorted = false` the order is the implementation's; and NaN has none."""
    return attribute(case, "sorted") is False or not all_finite(case.operands[:1])


@undefined("ApproxTopK")
def order_of_nan(case):
    """NaN has no place among numbers: where it comes to lie, and what lies around it, is left to the sort."""
    return bool(np.isnan(case.operands[0].astype(np.float64)).any())


@undefined("_FusedBatchNormEx")
def side_input_on_a_cpu(case):
    """Side inputs are for GPUs; the CPU's kernel leaves results without memory."""
    return len(case.operands) > 5


@undefined(*FUSED)
def no_kernel_for_the_type(case):
    """Fused kernels answer types that oneDNN has none for with results without memory."""
    return case.operands[0].ndim > 1 and case.results[0].shape == (0,)


@undefined("_FusedConv2D", "_FusedConv3D", "_FusedDepthwiseConv2dNative", "_FusedMatMul")
def bias_of_another_shape(case):
    """The fused kernels read as many numbers of a bias as there are channels, without asking for its shape."""
    fused, channels = attribute(case, "fused_ops"), case.results[0].shape[-1]
    has_bias = fused[:1] == ["BiasAdd"] and str(case.line.get("attributes", {}).get("data_format", "NHWC")).endswith("C")
    added = [case.operands[-1]] if fused[-1:] == ["Add"] else []
    return has_bias and (case.operands[2].shape != (channels,) or any([each.shape != case.results[0].shape for each in added]))


@undefined("XlaConvV2")
def sums_over_other_types(case):
    """XLA's convolutions on a CPU take the bytes of both operands, and of the results, for numbers of one type, whatever these are."""
    image, filter, *_ = case.operands
    kind, size = case.results[0].dtype.kind, case.results[0].dtype.itemsize
    return (
        image.dtype != filter.dtype
        or is_float(image.dtype) != is_float(case.results[0].dtype)
        or kind == "c" != image.dtype.kind
        or size < image.dtype.itemsize
    )


@undefined(*FUSED)
def fused_of_nothing(case):
    """The fused kernels give an empty operand's shape to an empty result."""
    return 0 in [each.size for each in case.operands[:2]]


@undefined(
    "FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxVarsGradient", "FakeQuantWithMinMaxVarsPerChannel",
    "FakeQuantWithMinMaxVarsPerChannelGradient",
)  # fmt: skip
def range_without_end(case):
    """A range with an infinite end has no steps."""
    return not all_finite(case.operands[-2:])


# Places in results


@excused("Erf", "BesselI0", "BesselI1", "BesselI0e", "BesselI1e")
def at_infinity(case, computed, expected):
    """The kernels' series give NaN where the function has a limit."""
    return ~np.isfinite(case.operands[0]) & np.isnan(expected)


@excused("Polygamma", "Zeta", "Betainc", "Igamma", "Igammac")
def functions_at_infinity(case, computed, expected):
    """Where an argument of a special function is infinite, the kernel's series gives what it gives."""
    return np.logical_or.reduce(np.broadcast_arrays(*[~is_finite(each) for each in case.operands]))


@excused("Erfinv")
def inverse_near_zero(case, computed, expected):
    """The kernel goes by the quantile of (x + 1) / 2, in which small numbers are lost."""
    return np.abs(case.operands[0]) < (1e-5 if expected.dtype.itemsize == 4 else 1e-13)


@excused(
    "ResizeBilinear", "ResizeBilinearGrad", "ResizeBicubic", "ResizeBicubicGrad", "CropAndResize", "CropAndResizeGradImage",
    "FusedResizeAndPadConv2D",
)  # fmt: skip
def weights_in_f32(case, computed, expected):
    """Images of doubles are weighted by single numbers."""
    size = max([np.abs(each).max(initial=0, where=is_finite(each)) for each in case.operands if is_float(each.dtype)], default=0)
    return (expected.dtype.itemsize == 8) & (np.abs(computed - expected) < 1e-5 * float(size))


@excused("CTCLoss", "CTCBeamSearchDecoder")
def logarithms_in_f32(case, computed, expected):
    """Logarithms are added as single numbers, those of doubles too, and here as doubles."""
    return np.abs(computed - expected) < 1e-5 * np.maximum(1, np.abs(expected))


@excused("Elu", "Selu")
def power_minus_one(case, computed, expected):
    """The kernel takes 1 from the power, in the element type, which leaves little of what is near 0."""
    steps = {2: 2e-2 if expected.dtype.name == "bfloat16" else 2e-3, 4: 5e-7, 8: 1e-15}
    return np.abs(computed - expected).astype(np.float64) <= steps[expected.dtype.itemsize]


@excused("SigmoidGrad")
def order_of_three_factors(case, computed, expected):
    """The kernel multiplies `y * (1 - y)` first where it goes by vectors, and the gradient by `y` where elements are left: where the first is
    infinite the second need not be."""
    y = case.operands[0]
    return ~is_finite(y * (1 - y)) & is_finite(y)


@excused("ReciprocalGrad", "InvGrad", "RsqrtGrad")
def order_of_powers(case, computed, expected):
    """Whether the gradient is multiplied by `y` again and again or by its power makes a difference where that is infinite or vanishes."""
    y = case.operands[0]
    power = y * y * y
    return ~is_finite(power) | ((power == 0) & (y != 0))


@excused("Softmax", "LogSoftmax")
def steps_of_16_bits(case, computed, expected):
    """The kernel keeps the differences in the element type, and powers of those that are rounded to 8 bits differ by as much."""
    size = float(np.abs(case.operands[0]).max(initial=0))
    powers = [each.astype(np.float64) if case.name == "LogSoftmax" else np.log(each.astype(np.float64)) for each in (computed, expected)]
    return (expected.dtype.itemsize == 2) & (np.abs(powers[0] - powers[1]) < 0.03 + 0.01 * size)


@excused("CumulativeLogsumexp")
def largest_of_nan(case, computed, expected):
    """The kernel takes the larger of two by a comparison, which a NaN loses."""
    return np.isnan(computed.astype(np.float64))


@excused("Cast")
def out_of_range(case, computed, expected):
    """A float that the integer type cannot hold (what is truncated counts): undefined in C++. TensorFlow's kernels on x86, and `evaluate`
    with them, keep low bits; XLA, and the lowering with it, gives the nearest number."""
    given = case.operands[0].real if case.operands[0].dtype.kind == "c" else case.operands[0]
    if expected.dtype.kind not in "iu" or not is_float(given.dtype):
        return False
    wide, limits = np.trunc(given.astype(np.float64)), np.iinfo(expected.dtype)
    return ~((wide >= limits.min) & (wide <= limits.max))


@excused("XlaDotV2")
def integers_of_complex_sums(case, computed, expected):
    """XLA cuts the real part of a complex number off to an integer as the processor does, where it goes by range for other floats."""
    if expected.dtype.kind not in "iu" or "c" not in [each.dtype.kind for each in case.operands]:
        return False
    limits = np.iinfo(expected.dtype)
    return (computed == limits.max) | (computed == limits.min)


@excused_lowered("MaxPool", "MaxPoolV2")
@excused("MaxPool3D")
def nan_in_a_window(case, computed, expected):
    """Which of a NaN and a number is the larger is the vector unit's choice."""
    operand, *rest = case.operands
    ksize, strides = [each.ravel().tolist() for each in rest] or [attribute(case, name) for name in ("ksize", "strides")]
    has_paddings = "explicit_paddings" in case.definition.signature.attributes
    explicit = attribute(case, "explicit_paddings") if has_paddings else ()
    is_nan = (~is_finite(operand)).astype(np.float32)
    return max_pool(is_nan, ksize, strides, attribute(case, "padding"), attribute(case, "data_format"), explicit) > 0


@excused("RGBToHSV", "HSVToRGB", "AdjustHue", "AdjustSaturation", "AdjustContrastv2")
def infinite_colours(case, computed, expected):
    """Which of three channels is the largest, and differences of infinities, depend on how a kernel goes about it."""
    return ~np.isfinite(case.operands[0].astype(np.float64)).all(-1, keepdims=True)


@excused("MaxPool3DGrad", "MaxPool3DGradGrad")
def infinite_maximum(case, computed, expected):
    """The kernel of three dimensions begins with the lowest finite number."""
    return not all_finite(case.operands[:2])


@excused(*PRODUCTS)
def zero_times_infinity(case, computed, expected):
    """Whether an infinity or NaN meets the zeros of padding, of a band matrix or between elements, and so becomes NaN, depends on how
    a sum of products is computed; so does whether numbers that are too large overflow on the way."""
    if all_finite(case.operands) and np.abs(expected.astype(np.float64)).max(initial=0) < 1e36:
        return False
    return ~is_finite(computed) | ~is_finite(expected) | (np.abs(expected.astype(np.float64)) > 1e15)


@excused(*FUSED)
def relu_of_nan(case, computed, expected):
    """oneDNN's activations give 0 for NaN."""
    return np.isnan(computed.astype(np.float64))


@excused(*DECOMPOSITIONS)
def decomposition_of_infinities(case, computed, expected):
    """Pivots and rotations of matrices with infinities or NaN, or whose squares are infinite, are each library's own."""
    return not all_finite(case.operands) or max([float(np.abs(each).max(initial=0)) for each in case.operands]) > 1e15


@excused(ALL)
def infinite_complex_numbers(case, computed, expected):
    """What products and quotients of complex infinities are is each library's own."""
    return any([each.dtype.kind == "c" for each in (*case.operands, expected)]) and not all_finite(case.operands)


@excused(ALL)
def below_the_smallest_normal_number(case, computed, expected):
    """TensorFlow's threads take such numbers of f32, f64 and bf16 for 0, and those of callers do not."""
    if not is_float(expected.dtype) or expected.dtype.itemsize == 1 or expected.dtype == np.float16:
        return False
    smallest = float(np.finfo(np.float32 if expected.dtype.itemsize == 2 else expected.dtype).smallest_normal)
    return (expected == 0) & (computed != 0) & (np.abs(computed.astype(np.float64)) < smallest)


@undefined("SparseAdd")
def reads_the_threshold_as_another_type(case: Case) -> bool:
    """The kernel is chosen by the type of the values alone, and takes the threshold's bytes for such a number."""
    return case.operands[6].dtype != case.operands[1].dtype


@undefined("CustomAggregator")
def extremes_of_nan(case: Case) -> bool:
    """Whether the least and the largest of numbers forget a NaN goes by the lane of a vector that it stands in."""
    return bool(np.isnan(case.operands[0]).any())


@undefined("KmeansPlusPlusInitialization")
def points_without_distances(case: Case) -> bool:
    """Sums of distances to points that are infinite or no numbers have no least."""
    return not all_finite(case.operands[:1]) or float(np.abs(case.operands[0]).max(initial=0)) > 1e15


@undefined("MatrixSolveLs")
def squares_that_are_infinite(case: Case) -> bool:
    """Of normal equations with infinities the library says what it makes of them."""
    return max([float(np.abs(each).max(initial=0)) for each in case.operands[:2]]) > 1e15 or not all_finite(case.operands)


@undefined("XlaSvd", "XlaSelfAdjointEig")
def rotations_that_end_early(case: Case) -> bool:
    """With fewer rounds than rotations need the matrix is left on its way to a diagonal."""
    return attribute(case, "max_iter") < 10


@undefined("Dilation2D", "Dilation2DBackpropInput", "Dilation2DBackpropFilter")
def windows_turned_around(case: Case) -> bool:
    """Rates below 1 are not refused by kernels, which then go backwards from where the window begins."""
    return min(attribute(case, "rates")) < 1


@excused("CholeskyGrad")
def factors_that_are_singular(case, computed, expected):
    """What zeros on the diagonal make infinite goes on as products have it, in blocks."""
    return (np.diagonal(case.operands[0], axis1=-2, axis2=-1) == 0).any(-1)[..., None, None]


@excused_lowered("BandedTriangularSolve")
def zeros_outside_of_the_band(case, computed, expected):
    """The kernel does not read what lies outside of the band; the lowering multiplies an infinity that a singular matrix makes by its zeros."""
    return np.isnan(computed) & ~np.isfinite(expected).all((-2, -1), keepdims=True)


@excused("SelfAdjointEigV2")
def vectors_of_equal_eigenvalues(case, computed, expected):
    """Of equal eigenvalues any vectors that span their space are as good."""
    values = case.results[0]
    if expected.shape[:-1] != values.shape:
        return False
    scale = np.abs(values).max(-1, initial=0, keepdims=True) * (1e-4 if expected.dtype.name in ("float32", "complex64") else 1e-10)
    return (np.diff(values.real, axis=-1) <= scale).any(-1)[..., None, None]


@excused_lowered("Svd")
def signs_of_singular_vectors(case, computed, expected):
    """A left and a right vector may be multiplied by one sign, and the rotations of the lowering, like XLA's, end with another one than Eigen's; what
    `full_matrices` adds are any vectors at right angles to these."""
    *stack, rows, columns = case.operands[0].shape
    if expected.shape[:-1] == tuple(stack):
        return False
    within = np.arange(expected.shape[-1]) < min(rows, columns)
    return ~within | (np.abs(computed + expected) < (1e-4 if expected.dtype == np.float32 else 1e-10))


@excused("MatrixLogarithm")
def logarithm_on_the_cut(case, computed, expected):
    """Of a negative eigenvalue the sign of a rounding error says which logarithm is taken; of triangular matrices there is none."""
    matrices = case.operands[0]
    if not all_finite([matrices]):
        return False
    values, size = np.linalg.eigvals(matrices), np.abs(matrices).max((-2, -1), initial=0)[..., None]
    on_cut = (values.real < 0) & (np.abs(values.imag) < size * 100 * np.finfo(matrices.dtype).eps)
    return (on_cut.any(-1) & (np.tril(matrices, -1) != 0).any((-2, -1)))[..., None, None]


@excused_lowered("Cast")
def truth_of_complex_numbers(case, computed, expected):
    """The kernel asks for the real part alone; XLA, and the lowering with it, asks whether the number is 0."""
    return case.operands[0].dtype.kind == "c" and expected.dtype.kind == "b"


@excused_lowered("SelfAdjointEigV2")
def phase_of_eigenvectors(case, computed, expected):
    """Each eigenvector may be multiplied by a number of modulus 1, and XLA's rotations end with another one than the library's."""
    if expected.shape[:-1] != case.results[0].shape:
        return False
    inner = (np.conj(computed) * expected).sum(-2, keepdims=True)
    return np.abs(computed * inner / np.abs(inner) - expected) < (1e-4 if expected.dtype.name in ("float32", "complex64") else 1e-10)


@excused("Pow")
def powers_by_logarithms(case, computed, expected):
    """By way of exp(y log x), where an error of the exponent counts as often as the exponent is large: Eigen's kernels of f64 go so, and complex ones."""
    if expected.dtype.kind != "c" and expected.dtype.itemsize != 8:
        return False
    x, y = case.operands
    with np.errstate(all="ignore"):
        exponent = np.abs(y * np.log(x))
    return np.abs(computed - expected) <= 2 * np.finfo(expected.dtype).eps * exponent * np.abs(expected)


@excused_lowered("SegmentMax", "SegmentMin", "UnsortedSegmentMax", "UnsortedSegmentMin")
def nan_in_a_segment(case, computed, expected):
    """The kernels compare, so that a NaN is forgotten with what follows it; XLA's maximum and minimum keep it."""
    return np.isnan(computed.astype(np.float64))


@undefined("SparseReduceSum", "SparseReduceMax", "SparseReduceSumSparse", "SparseReduceMaxSparse", "SparseReshape")
def has_places_outside(case: Case) -> bool:
    """Places are not checked: kernels write where the arithmetic leads."""
    places, shape = case.operands[0], case.operands[1 if case.name == "SparseReshape" else 2]
    return bool(((places < 0) | (places >= shape)).any())


@undefined("SparseAddGrad")
def has_places_in_no_order(case: Case) -> bool:
    """The kernel steps through three lists of places that it takes to rise."""
    return any([places.tolist() != sorted(places.tolist()) for places in case.operands[1:]])


@undefined("SparseReduceMax", "SparseReduceMaxSparse")
def largest_among_nan(case: Case) -> bool:
    """Whether NaN is forgotten with the next number, or with that of its lane of a vector, goes by how many numbers there are."""
    values = case.operands[1]
    return is_float(values.dtype) and bool(np.isnan(values.astype(np.float64)).any())
