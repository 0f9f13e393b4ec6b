"""Cases of which TensorFlow's whole answer says nothing: faults of its kernels, and what they are free to do. The name of a function is the reason."""

import numpy as np
from tensorflow_excuses import ALL, FUSED, all_finite, attribute, undefined, undefined_lowered
from tensorflow_values import Case
from tfir.dialects.tf.summaries import is_message
from tfir.dialects.tf.window_shapes import passed_over
from tfir.ods.arrays import is_float


@undefined("LowerBound", "UpperBound", "SearchSorted")
def not_sorted(case):
    """Where a binary search in a row that is not sorted ends depends on how it halves."""
    rows = case.operands[0].astype(np.complex128).real
    return not (np.diff(rows, axis=-1) >= 0).all()


@undefined("Round")
def integers_to_round(case):
    """TensorFlow 2.21's CPU kernel gives zeros for integers, which are what they round to."""
    return case.operands[0].dtype.kind in "iu"


@undefined("RFFT", "RFFT2D", "RFFT3D", "IRFFT", "IRFFT2D", "IRFFT3D")
def no_numbers_to_transform(case):
    """Where the length that is asked for gives the result elements nevertheless, the kernel leaves in them what memory held."""
    return not case.operands[0].size


@undefined("Fingerprint")
def texts_that_there_are_not(case):
    """Of rows of no texts the kernel writes nothing, and the result is what memory held, another one each time; of rows of no numbers it is the
    fingerprint of nothing."""
    return case.operands[0].dtype == object and not case.operands[0].size


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
    """What infinities, NaN and what 64 bits do not hold become as integers is the processor's choice."""
    return not all_finite(case.operands[1:]) or (abs(case.operands[1]) >= 2.0**60).any()


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
    """These kernels do not refuse windows of size 0, or less, as the others do."""
    return min(attribute(case, "ksize")) <= 0


@undefined("MaxPool", "MaxPoolV2")
def channels_without_a_stride(case):
    """TensorFlow's shape function refuses what the kernels, which take channels one by one, do not look at."""
    strides = case.operands[2].tolist() if case.name == "MaxPoolV2" else attribute(case, "strides")
    others = strides[:2] if attribute(case, "data_format").startswith("NC") else strides[:1] + strides[3:4]
    return min(others, default=1) <= 0


@undefined("TensorSummaryV2")
def metadata_that_are_no_message(case):
    """The kernel takes no notice of whether bytes are a message, and writes what its parser had come to read."""
    return case.operands[2].dtype == object and bool(case.operands[2].item()) and not is_message(case.operands[2].item())


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
    """With fewer rounds than rotations need, or when a thousandth of it may lie beside the diagonal, the matrix is left on its way to one."""
    return attribute(case, "max_iter") < 10 or attribute(case, "epsilon") > 1e-3


@undefined("Dilation2D", "Dilation2DBackpropInput", "Dilation2DBackpropFilter")
def windows_turned_around(case: Case) -> bool:
    """Rates below 1 are not refused by kernels, which then go backwards from where the window begins."""
    return min(attribute(case, "rates")) < 1


@undefined("SparseReduceSum", "SparseReduceMax", "SparseReduceSumSparse", "SparseReduceMaxSparse", "SparseReshape", "SetSize")
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


@undefined("Unpack")
def nothing_comes_of_it(case: Case) -> bool:
    """A node without results is dropped before it runs, and its kernel, which refuses an axis of another size, is not asked."""
    return not case.results


@undefined_lowered(
    "NonMaxSuppression",
    "NonMaxSuppressionV2",
    "NonMaxSuppressionV3",
    "NonMaxSuppressionV4",
    "NonMaxSuppressionV5",
    "NonMaxSuppressionWithOverlaps",
)
def scores_that_rise(case: Case) -> bool:
    """A score below 0 rises where overlaps of no number make it 0, or where it fades: the kernel sees that when its turn comes, the lowering at once."""
    fades = case.name == "NonMaxSuppressionV5" and bool(case.operands[5] > 0)
    return (fades or not all_finite(case.operands[:1])) and bool((case.operands[1] < 0).any())


@undefined("XlaGather")
def slices_without_elements(case: Case) -> bool:
    """Of a dimension that is left out one element is read, and the kernel does not ask whether the slice has one."""
    return bool((case.operands[2] == 0).any()) and case.results[0].size > 0


@undefined("QuantizedResizeBilinear")
def range_that_is_not_written(case: Case) -> bool:
    """Of no images the kernel ends before it writes the range."""
    return case.operands[0].size == 0


@undefined("Conv")
def filter_of_more_dimensions(case: Case) -> bool:
    """The kernel does not ask how many dimensions the filter has, and goes by the first ones."""
    image, window = case.operands
    return window.ndim != image.ndim - attribute(case, "batch_dims") + 1


@undefined("Conv2DBackpropFilter", "Conv3DBackpropFilterV2")
def gradients_of_no_images(case: Case) -> bool:
    """Where images have no elements, the kernel leaves in the filter's gradient what memory held."""
    return not case.operands[0].size and case.results[0].size > 0


@undefined("Conv3D")
def windows_far_apart(case: Case) -> bool:
    """With SAME, where the last window ends two elements before the image, Eigen's kernel moves all windows; that of oneDNN, which
    TensorFlow has for f32, f16 and bf16 unless it is asked not to, does not, as XLA does not."""
    images, filters = (each.shape for each in case.operands)
    front = passed_over(images, filters[:3], *[attribute(case, name) for name in ("strides", "padding", "data_format", "dilations")])
    return case.operands[0].dtype != np.float64 and any(front)


@undefined("RaggedGather")
def levels_that_do_not_fit(case: Case) -> bool:
    """The kernel does not ask whether so many levels come out as the attribute says."""
    *splits, _, indices = case.operands
    return attribute(case, "OUTPUT_RAGGED_RANK") != len(splits) + indices.ndim - 1


@undefined("BlockLSTMGrad", "BlockLSTMGradV2")
def weights_of_no_members(case: Case) -> bool:
    """Of no members the kernel does not ask whether the sizes of weights and states fit."""
    _, x, state, _, weights, *_ = case.operands
    return x.size == 0 and 4 * state.shape[-1] != weights.shape[-1]


@undefined("SdcaOptimizer", "SdcaOptimizerV2")
def examples_drawn_by_chance(case: Case) -> bool:
    """With `adaptive` the kernel draws examples with a generator that has no seed: some of them twice, some never."""
    return bool(attribute(case, "adaptive" if case.name.endswith("V2") else "adaptative"))


@undefined("AudioMicrofrontend")
def strides_below_zero(case: Case) -> bool:
    """The kernel does not refuse a stride below 0, and divides by it: two frames are none, and of more the shape function has a number below 0."""
    return attribute(case, "frame_stride") < 0
