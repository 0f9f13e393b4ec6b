"""Places of results at which TensorFlow's answer says nothing: faults of its kernels, and what they are free to do. A function gives a mask, by which
places go."""

import numpy as np
from tensorflow_excuses import ALL, FUSED, all_finite, attribute, excused, excused_lowered, is_finite
from tfir.dialects.tf.window import max_pool
from tfir.ods.arrays import is_float

# Sums of products: what is multiplied by padding, by zeros between elements, or by other zeros, is each kernel's own.
CONVOLUTIONS = (
    "Conv2D", "Conv3D", "DepthwiseConv2dNative", "Conv2DBackpropInput", "Conv2DBackpropFilter", "Conv3DBackpropInputV2",
    "Conv3DBackpropFilterV2", "DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter",
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


@excused_lowered("Mean")
def sums_of_narrow_numbers(case, computed, expected):
    """The kernel rounds the sum, and the count, to f16; XLA goes on in f32."""
    return case.operands[0].dtype == np.float16


@excused_lowered("TopK", "TopKV2")
def in_any_order(case, computed, expected):
    """With `sorted = false` the order is the implementation's; and NaN has none."""
    return attribute(case, "sorted") is False or not all_finite(case.operands[:1])


@excused("NthElement")
def places_in_rows_with_nan(case, computed, expected):
    """The kernel is std::nth_element, which divides a row as numbers compare; where NaN stands in it, it may end anywhere."""
    return np.isnan(case.operands[0]).any(-1) if is_float(case.operands[0].dtype) else np.zeros(expected.shape, bool)


@excused("Erf", "BesselI0", "BesselI1", "BesselI0e", "BesselI1e")
def at_infinity(case, computed, expected):
    """The kernels' series give NaN where the function has a limit."""
    return ~np.isfinite(case.operands[0]) & np.isnan(expected)


@excused("Polygamma", "Zeta", "Betainc", "Igamma", "Igammac")
def functions_at_infinity(case, computed, expected):
    """Where an argument of a special function is infinite, the kernel's series gives what it gives."""
    return np.logical_or.reduce(np.broadcast_arrays(*[~is_finite(each) for each in case.operands]))


@excused_lowered("Polygamma", "Zeta")
def sums_that_end_below_zero(case, computed, expected):
    """The kernel adds nine single numbers up, and goes on by a formula that holds for positive ones; XLA's sum ends one term later."""
    return (expected.dtype == np.float32) & (np.broadcast_to(case.operands[1], expected.shape) < -8)


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


@excused_lowered("StatelessRandomBinomial")
def no_number_of_trials(case, computed, expected):
    """What NaN becomes as an integer: the kernel has the processor's answer, XLA and the lowering 0."""
    return np.isnan(np.broadcast_to(case.operands[2] + case.operands[3], expected.shape))


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


@excused("MaxPool3D")
def nan_in_a_window(case, computed, expected):
    """Of channels that fill no vector, and are compared one by one, a NaN stays where no smaller number than the last comes behind it."""
    (operand,) = case.operands
    window = [attribute(case, name) for name in ("ksize", "strides", "padding", "data_format")]
    return max_pool(np.isnan(operand.astype(np.float32)).astype(np.float32), *window) > 0


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


@excused("Eig")
def vectors_as_exact_as_eigenvalues_lie_apart(case, computed, expected):
    """Rounding of a matrix A moves a vector by eps |A| k / gap, where k is the condition number of all vectors and gap the least distance of two
    eigenvalues (Golub and Van Loan, "Matrix Computations", 7.2)."""
    matrices = case.operands[0].astype(np.complex128)
    if expected.shape != matrices.shape or not all_finite(case.operands):
        return False
    values, vectors = np.linalg.eig(matrices)
    distances = np.abs(values[..., :, None] - values[..., None, :]) + np.diag(np.full(values.shape[-1], np.inf))
    moved = np.linalg.norm(matrices, axis=(-2, -1)) * np.linalg.cond(vectors) / distances.min((-2, -1), initial=np.inf)
    return np.abs(computed - expected) <= 16 * np.finfo(expected.dtype).eps * moved[..., None, None]


@excused("MatrixSquareRoot")
def roots_of_singular_matrices(case, computed, expected):
    """Rounding makes of an eigenvalue 0 one of eps |A|, and of its root one of its own root: half of the digits are noise."""
    matrices = case.operands[0].astype(np.complex128)
    if not all_finite(case.operands) or not matrices.size:
        return False
    norm, eps = np.linalg.norm(matrices, axis=(-2, -1)), np.finfo(expected.dtype).eps
    is_singular = np.abs(np.linalg.eigvals(matrices)).min(-1) <= 64 * eps * norm
    return is_singular[..., None, None] & (np.abs(computed - expected) <= 4 * np.sqrt(eps * norm)[..., None, None])


@excused("QuantizedInstanceNorm")
def steps_and_a_half(case, computed, expected):
    """Where a number lies halfway between two steps, the last digit of the mean decides, which goes by the order of its sum."""
    if expected.dtype.kind not in "iu":
        return False
    low, high = (float(each) for each in case.results[1:])
    numbers, scale = case.operands[0].astype(np.float64), (float(case.operands[2]) - float(case.operands[1])) / 255
    centred = scale * (numbers - numbers.mean((1, 2), keepdims=True))
    normal = centred / np.sqrt(np.square(centred).mean((1, 2), keepdims=True) + attribute(case, "variance_epsilon"))
    steps = normal * 255 / (high - low)
    return (np.abs(computed.astype(int) - expected) <= 1) & (np.abs(np.abs(steps) % 1 - 0.5) < 1e-4)


@excused("Svd")
def vectors_of_equal_singular_values(case, computed, expected):
    """Of equal singular values, as those of a matrix of lower rank, any vectors that span their space are as good."""
    values = case.results[0].real
    if expected.ndim != values.ndim + 1 or computed.shape != expected.shape:
        return False
    scale = np.abs(values).max(-1, initial=0, keepdims=True) * (1e-4 if expected.dtype.name in ("float32", "complex64") else 1e-10)
    near = np.diff(values, axis=-1, append=-np.inf) >= -scale
    at = (near | np.roll(near, 1, -1) | (values <= scale))[..., None, :]
    return np.broadcast_to(
        np.pad(at, [(0, 0)] * (at.ndim - 1) + [(0, expected.shape[-1] - at.shape[-1])], constant_values=True), expected.shape
    )


@excused("Svd")
def phases_of_singular_vectors(case, computed, expected):
    """A left and a right vector of a complex matrix may be multiplied by one phase, whose last digits are those of the number that it is taken from."""
    if expected.dtype.kind != "c" or expected.size == 0 or computed.shape != expected.shape:
        return False
    turn = np.sum(computed * expected.conj(), -2, keepdims=True)
    rest = np.abs(computed * (turn.conj() / np.abs(turn)) - expected)
    return (rest < 32 * np.finfo(expected.dtype).eps) & (np.abs(np.angle(turn)) < np.sqrt(np.finfo(expected.dtype).eps))


@excused("FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3")
def sums_that_cancel(case, computed, expected):
    """The sum of products with the operand, of which there is one for each channel, is as exact as its largest products are."""
    axis = 1 if attribute(case, "data_format").startswith("NC") else -1
    gradient, wide = [np.moveaxis(each, axis, -1).astype(np.float64) for each in case.operands[:2]]
    scale, mean, variance = [each.astype(np.float64) for each in case.operands[2:5]]
    with np.errstate(all="ignore"):
        inverse = 1 / np.sqrt(variance + attribute(case, "epsilon"))
        standard = np.abs((wide - mean) * inverse)
        lost = 8 * np.finfo(np.float32).eps * (np.abs(gradient) * standard).sum(tuple(range(gradient.ndim - 1)))
        if expected.ndim > 1:
            lost = np.moveaxis(np.abs(scale * inverse) * standard * lost / max(1, gradient[..., 0].size), -1, axis)
    return np.abs(computed.astype(np.float64) - expected.astype(np.float64)) <= lost if lost.shape == expected.shape else False


@excused("TridiagonalSolve")
def digits_of_the_condition(case, computed, expected):
    """Elimination in another order of products is as exact as the matrix allows: both lose the digits of its condition."""
    above, main, below = np.moveaxis(case.operands[0], -2, 0)
    size = main.shape[-1]
    matrix = np.eye(size) * main[..., None]
    matrix[..., range(size - 1), range(1, size)] = above[..., :-1]
    matrix[..., range(1, size), range(size - 1)] = below[..., 1:]
    if expected.size == 0 or not all_finite([matrix, expected]):
        return False
    lost = np.linalg.cond(matrix)[..., None, None] * np.finfo(expected.dtype).eps
    return np.abs(computed - expected) <= np.minimum(lost, 1e-3) * np.abs(expected).max((-2, -1), keepdims=True)


@excused("MatrixSolveLs")
def digits_of_the_square_of_the_condition(case, computed, expected):
    """Normal equations, which are what is solved `fast`, lose the digits of the square of the condition, to each order of products others."""
    matrices = case.operands[0]
    if not attribute(case, "fast") or expected.size == 0 or not all_finite([matrices, expected]):
        return False
    lost = np.linalg.cond(matrices.astype(np.result_type(matrices, np.float64)))[..., None, None] ** 2 * np.finfo(expected.dtype).eps
    return np.abs(computed - expected) <= np.minimum(lost, 1e-3) * np.abs(expected).max((-2, -1), keepdims=True)


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


@excused("Pow")
def zero_to_the_power_of_zero(case, computed, expected):
    """Of complex numbers C's library has NaN, by way of exp(y log x); XLA has 1, and so has TensorFlow where it knows the exponent."""
    x, y = np.broadcast_arrays(*case.operands)
    return (x == 0) & (y == 0) & (x.dtype.kind == "c")


@excused_lowered("SegmentMax", "SegmentMin", "UnsortedSegmentMax", "UnsortedSegmentMin")
def nan_in_a_segment(case, computed, expected):
    """The kernels compare, so that a NaN is forgotten with what follows it; XLA's maximum and minimum keep it."""
    return np.isnan(computed.astype(np.float64))
