"""How many operations ops compute: a formula for each, by family. One addition, product or comparison is one operation.

A formula takes a `Site`. What transcendental functions take is the length of the usual polynomials in single precision; it is one
number in one place, not a measurement. Multiply-adds count two.
"""

from __future__ import annotations

from math import log2, prod

from tfir.cost.site import Site
from tfir.cost.traffic import LISTS

# Operations per element of the result.
DIVISION, ROOT, EXPONENTIAL, LOGARITHM, SINE, TANGENT, HARD, RANDOM = 4, 4, 14, 20, 16, 24, 40, 25
SIGMOID = EXPONENTIAL + DIVISION + 2
PER_ELEMENT = [
    (1, "Abs Neg Sign Add AddV2 Sub Mul Maximum Minimum Equal NotEqual Less LessEqual Greater GreaterEqual LogicalAnd LogicalOr LogicalNot "
       "BitwiseAnd BitwiseOr BitwiseXor Invert LeftShift RightShift Relu Square Floor Ceil Round Rint IsNan IsInf IsFinite Select SelectV2 "
       "BiasAdd BiasAddV1 Cast Real Imag Conj ReluGrad Where OneHot Range LinSpace Bucketize QuantizeV2 Dequantize "
       "abs negate sign add subtract multiply maximum minimum compare and or xor not shift_left shift_right_arithmetic "
       "shift_right_logical select floor ceil round_nearest_afz round_nearest_even is_finite convert real imag reduce_precision popcnt "
       "count_leading_zeros iota"),
    (2, "Relu6 Relu6Grad LeakyRelu LeakyReluGrad ClipByValue SquaredDifference clamp MulNoNan TruncateDiv"),
    (3, "ComplexAbs ApproximateEqual Angle"),
    (DIVISION, "Div RealDiv DivNoNan FloorDiv Mod FloorMod TruncateMod Reciprocal Inv ReciprocalGrad InvGrad Softsign divide remainder"),
    (DIVISION + 4, "SoftsignGrad"),
    (ROOT, "Sqrt Rsqrt sqrt rsqrt"),
    (ROOT + 3, "SqrtGrad RsqrtGrad cbrt"),
    (EXPONENTIAL, "Exp Expm1 exponential exponential_minus_one"),
    (EXPONENTIAL + 2, "Elu Selu EluGrad SeluGrad"),
    (LOGARITHM, "Log Log1p log log_plus_one Xlogy Xlog1py Xdivy"),
    (SINE, "Sin Cos sine cosine"),
    (TANGENT, "Tan Tanh Atan Asin Acos Atan2 Sinh Cosh Asinh Acosh Atanh Erf Erfc tan tanh atan2"),
    (3, "TanhGrad SigmoidGrad"),
    (SIGMOID, "Sigmoid logistic"),
    (EXPONENTIAL + LOGARITHM, "Softplus SoftplusGrad Pow power"),
    (HARD, "Lgamma Digamma Polygamma Zeta Igamma Igammac Betainc BesselI0e BesselI1e Erfinv Ndtri"),
    (RANDOM, "RandomUniform RandomStandardNormal TruncatedNormal RandomUniformInt StatelessRandomUniform StatelessRandomNormal "
            "StatelessTruncatedNormal StatelessRandomUniformV2 StatelessRandomNormalV2 Multinomial RandomGamma rng rng_bit_generator"),
]  # fmt: skip


def per_element(number: int):
    """A formula: `number` operations for each element of the first result."""
    return lambda site: number * site.output


# Contractions


def matmul(site: Site) -> int:
    """[..., M, K] x [..., K, N] -> [..., M, N]: 2 * M * N * K operations. `transpose_a` and `adj_x` say that the left operand is [..., K,
    M]."""
    flipped = site.attribute("transpose_a") or site.attribute("adj_x")
    return 2 * site.output * site.size(0, -2 if flipped else -1)


def einsum(site: Site) -> int:
    """Two operations for each combination of indices, one where there is a single operand."""
    equation = site.attribute("equation") or ""
    site.is_accurate = site.is_accurate and bool(equation)
    sizes: dict[str, int] = {}
    rest = 1
    for term, shape in zip(equation.partition("->")[0].split(","), site.inputs):
        letters, dots, after = term.replace(" ", "").partition("...")
        named = [*letters, *[None] * (len(shape) - len(letters) - len(after)), *after] if dots else list(letters)
        sizes |= {letter: size for letter, size in zip(named, shape) if letter is not None}
        rest = max(rest, prod([size for letter, size in zip(named, shape) if letter is None]))
    return (2 if len(site.inputs) > 1 else 1) * prod(sizes.values()) * rest


def dot_general(site: Site) -> int:
    """Two operations for each element of the result and each combination of contracted indices."""
    numbers = site.op.attributes.get("dot_dimension_numbers")
    axes = getattr(numbers, "lhs_contracting_dimensions", None) if numbers is not None else (len(site.inputs[0]) - 1,)
    return 2 * site.output * prod([site.size(0, axis) for axis in axes or ()])


def sparse_matmul(site: Site) -> int:
    """A sparse matrix as indices [nnz, 2], values [nnz] and shape [2], times a dense one [K, N]: 2 * nnz * N operations."""
    return 2 * site.input(1) * site.size(3, 0 if site.attribute("adjoint_b") else -1)


# Convolutions: two operations per element of the result and element of the filter that it meets


def convolved(places, filter, kept: int = 1):
    """A formula: two operations for each of `places` and each element that a place meets of a filter, which are functions of the site. The
    filter is [spatial..., channels in per group, channels out], of which a place meets all but the last size; with `kept` 2 it is
    depthwise, [spatial..., channels, multiplier]."""
    return lambda site: 2 * places(site) * prod(filter(site)[:-kept])


# The result of a convolution and its filter. The gradients take as many operations: there the result's shape is the third operand's.
FORWARD = (lambda site: site.output, lambda site: site.inputs[1])
TO_INPUT = (lambda site: site.input(2), lambda site: site.inputs[1])
TO_FILTER = (lambda site: site.input(2), lambda site: site.outputs[0])
convolution, depthwise_convolution = convolved(*FORWARD), convolved(*FORWARD, kept=2)


def stablehlo_convolution(site: Site) -> int:
    """Two operations for each element of the result and each filter element of one output feature."""
    numbers = site.op.attributes.get("dimension_numbers")
    axis = getattr(numbers, "kernel_output_feature_dimension", len(site.inputs[1]) - 1)
    return 2 * site.output * prod([size for at, size in enumerate(site.inputs[1]) if at != axis])


def winograd_convolution(site: Site) -> int:
    """Two operations for each place of a tile of the image, and each pair of channels; those of the sums around are left out. Weights are
    [panels, places of a tile, inputs, columns]."""
    images, height, width, columns = site.outputs[0]
    step = site.attribute("step")
    return 2 * images * -(-height // step) * -(-width // step) * site.size(1, 1) * site.size(1, 2) * columns


def winograd_transform(site: Site) -> int:
    """Two additions for each number that goes in or comes out, whichever are more: down, and across."""
    return 2 * max(site.output, prod(site.inputs[0]))


# Windows


def pooling(site: Site) -> int:
    """One operation for each element of the result and each element of the window."""
    return site.output * site.product("ksize")


def pooling_to_input(site: Site) -> int:
    """Each element of the gradient is added at the places of its window; finding the largest costs two operations per input element."""
    return 2 * site.output + prod(site.inputs[-1]) * site.product("ksize")


def reduce_window(site: Site) -> int:
    return site.output * site.product("window_dimensions") * body_length(site)


# Reductions and normalizations


def every_input(number: int = 1):
    """A formula: `number` operations for each element of the first operand."""
    return lambda site: number * site.input()


def reduction_by_body(site: Site) -> int:
    """For each element of the operand as many operations as the body has ops."""
    return site.input() * body_length(site)


def body_length(site: Site) -> int:
    """How many ops an op's body has, its terminator left out; at least 1."""
    return max(1, sum([len(block) - 1 for region in site.op.regions[:1] for block in region.blocks]))


def nary(site: Site) -> int:
    """A sum of n operands: n - 1 operations for each element of the result."""
    return max(0, len(site.inputs) - 1) * site.output


def softmax(site: Site) -> int:
    """Largest, difference, exponential, sum, quotient."""
    return site.input() * (3 + EXPONENTIAL + DIVISION)


def cross_entropy(site: Site) -> int:
    """A softmax, its logarithm, the product with the labels, and the gradient."""
    return softmax(site) + 4 * site.input() + LOGARITHM * site.size(0, 0)


def batch_norm(site: Site) -> int:
    """Per element of the operand 4 operations for mean and variance in training, 2 for scale and offset; per channel a root and 4 more."""
    channels = site.input(1)
    statistics = 4 * site.input() if site.attribute("is_training") else 0
    return statistics + 2 * site.input() + (ROOT + 4) * channels


def batch_norm_gradient(site: Site) -> int:
    """Per element of the gradient 3 operations for two sums over the batch and 5 to combine them; per channel a root and 6 more."""
    return 8 * site.input() + (ROOT + 6) * site.input(2)


def local_response(site: Site) -> int:
    """Per element two operations for each of its 2 * depth_radius + 1 neighbours in depth, and a power."""
    return site.input() * (2 * (2 * (site.attribute("depth_radius") or 5) + 1) + EXPONENTIAL + LOGARITHM + 2)


# Updates of variables, per element of the variable

UPDATES = {
    "GradientDescent": 2, "Momentum": 4, "KerasMomentum": 4, "Adagrad": 4 + ROOT, "AdagradV2": 5 + ROOT,
    "Adadelta": 9 + 2 * ROOT + DIVISION, "Adam": 10 + ROOT + DIVISION, "AdamWithAmsgrad": 11 + ROOT + DIVISION, "AdaMax": 8 + DIVISION,
    "RMSProp": 7 + ROOT, "CenteredRMSProp": 11 + ROOT, "Ftrl": 12 + 2 * ROOT + DIVISION, "FtrlV2": 13 + 2 * ROOT + DIVISION,
    "AddSign": 6, "PowerSign": 6 + EXPONENTIAL, "ProximalGradientDescent": 6 + DIVISION, "ProximalAdagrad": 8 + ROOT,
}  # fmt: skip


def per_input(operand: int, number: int):
    """A formula: `number` operations for each element of operand `operand`."""
    return lambda site: number * site.input(operand)


def update(number: int):
    """A formula: `number` operations for each element of the variable, which is counted by the largest operand, since handles have no
    shape."""
    return lambda site: number * site.largest


# Recurrent cells: four gates of an LSTM, three of a GRU, on the concatenation of input and state


def lstm_cell(site: Site) -> int:
    """x [batch, inputs] and state [batch, units]: one product with [inputs + units, 4 * units], then 3 sigmoids, 2 tanh and 4 products
    per unit."""
    batch, width = site.size(0, 0), prod(site.outputs[0][-1:])
    return 2 * batch * (site.size(0, -1) + width) * 4 * width + batch * width * (3 * SIGMOID + 2 * TANGENT + 4)


def gru_cell(site: Site) -> int:
    """x [batch, inputs] and state [batch, units]: a product with [inputs + units, 3 * units], then 2 sigmoids, a tanh and 5 products per
    unit."""
    batch, width = site.size(0, 0), prod(site.outputs[-1][-1:])
    return 2 * batch * (site.size(0, -1) + width) * 3 * width + batch * width * (2 * SIGMOID + TANGENT + 5)


# Sorting, transforms, matrices


def sorting(site: Site) -> int:
    """n * log2(n) comparisons for each row of n elements along the last axis."""
    return int(site.input() * max(1.0, log2(max(2, site.size(0, -1)))))


def fourier(axes: int):
    """A formula: 5 * n * log2(n) operations for a transform of n points over the last `axes` dimensions (Cooley and Tukey, radix 2)."""

    def operations(site: Site) -> int:
        points = prod(site.inputs[0][-axes:])
        return int(5 * site.input() * log2(max(2, points)))

    return operations


def cubic(factor: float):
    """A formula: `factor` * n^3 operations for each matrix of the operand [..., n, n]."""
    return lambda site: int(factor * site.input() * site.size(0, -1))


def bilinear(site: Site) -> int:
    """Per element of the result three interpolations of 3 operations; per row and column of it the weights."""
    return 9 * site.output + 7 * sum(site.outputs[0][1:3])


def crops(site: Site) -> int:
    """9 operations per element of the result [boxes, H, W, C], 20 per box."""
    return 9 * site.output + 20 * site.size(1, 0)


# Fused ops: the first, and for each that follows what it takes per element of the result

FUSED = {"BiasAdd": 1, "Relu": 1, "Relu6": 2, "LeakyRelu": 2, "Elu": EXPONENTIAL + 2, "Tanh": TANGENT, "Sigmoid": SIGMOID, "Add": 1,
         "GeluApproximate": 8 + TANGENT, "GeluExact": 4 + TANGENT, "FusedBatchNorm": 2}  # fmt: skip


def fused(first):
    """A formula: `first`, and the cost of each of `fused_ops` per element of the result."""

    def operations(site: Site) -> int:
        return first(site) + site.output * sum([FUSED.get(name, 1) for name in site.attribute("fused_ops") or ()])

    return operations


def fused_batch_norm(site: Site) -> int:
    return batch_norm(site) + site.input() * (
        FUSED.get(site.attribute("activation_mode") or "", 0) + (site.attribute("num_side_inputs") or 0)
    )


def fused_convolution(site: Site) -> int:
    """Convolution, bias, a side input, activation."""
    return convolution(site) + 4 * site.output


def composition(site: Site) -> int:
    """The ops of `op_names` one after another, each per element of the result."""
    return site.output * sum([OF_ONE.get(name, 1) for name in site.attribute("op_names") or ()])


OF_ONE = {name: number for number, names in PER_ELEMENT for name in names.split()}

FORMULAS = {
    **{name: per_element(number) for name, number in OF_ONE.items()},
    **dict.fromkeys("MatMul SparseMatMul BatchMatMul BatchMatMulV2 BatchMatMulV3".split(), matmul),
    **dict.fromkeys("Einsum XlaEinsum einsum".split(), einsum),
    "QuantizedMatMul": matmul, "QuantizedConv2D": convolution, "QuantizedDepthwiseConv2D": depthwise_convolution,
    "dot": dot_general, "dot_general": dot_general, "SparseTensorDenseMatMul": sparse_matmul,
    **dict.fromkeys("Conv Conv2D Conv3D".split(), convolution),
    **dict.fromkeys("Conv2DBackpropInput Conv3DBackpropInput Conv3DBackpropInputV2".split(), convolved(*TO_INPUT)),
    **dict.fromkeys("Conv2DBackpropFilter Conv3DBackpropFilter Conv3DBackpropFilterV2".split(), convolved(*TO_FILTER)),
    "DepthwiseConv2dNative": depthwise_convolution, "DepthwiseConv2dNativeBackpropInput": convolved(*TO_INPUT, kept=2),
    "DepthwiseConv2dNativeBackpropFilter": convolved(*TO_FILTER, kept=2), "convolution": stablehlo_convolution,
    "winograd_convolution": winograd_convolution, "winograd_sums": winograd_transform, "winograd_places": winograd_transform,
    **dict.fromkeys("MaxPool MaxPoolV2 MaxPool3D AvgPool AvgPool3D MaxPoolWithArgmax".split(), pooling),
    **dict.fromkeys("MaxPoolGrad MaxPoolGradV2 MaxPool3DGrad AvgPoolGrad AvgPool3DGrad MaxPoolGradGrad".split(), pooling_to_input),
    "reduce_window": reduce_window, "select_and_scatter": every_input(2), "reduce": reduction_by_body, "scatter": per_input(2, 1),
    **dict.fromkeys(LISTS["every_input"], every_input()),
    "L2Loss": every_input(2), "CumulativeLogsumexp": every_input(EXPONENTIAL + LOGARITHM), "AddN": nary, "AccumulateNV2": nary,
    "Softmax": softmax, "LogSoftmax": softmax, "SoftmaxCrossEntropyWithLogits": cross_entropy, "SparseSoftmaxCrossEntropyWithLogits": cross_entropy,
    **dict.fromkeys("FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3 batch_norm_inference batch_norm_training".split(), batch_norm),
    **dict.fromkeys("FusedBatchNormGrad FusedBatchNormGradV2 FusedBatchNormGradV3 _FusedBatchNormGradEx batch_norm_grad".split(), batch_norm_gradient),
    "_FusedBatchNormEx": fused_batch_norm, "LRN": local_response, "LRNGrad": local_response,
    "_FusedConv2D": fused(convolution), "_FusedConv3D": fused(convolution), "_FusedMatMul": fused(matmul), "_FusedBatchMatMulV2": fused(matmul),
    "_FusedDepthwiseConv2dNative": fused(depthwise_convolution), "FusedConv2DBiasActivation": fused_convolution,
    "_UnaryOpsComposition": composition,
    **{f"{prefix}{name}": update(number) for name, number in UPDATES.items() for prefix in ("Apply", "ResourceApply")},
    "AssignAdd": per_input(1, 1), "AssignSub": per_input(1, 1), "AssignAddVariableOp": per_input(1, 1), "AssignSubVariableOp": per_input(1, 1),
    **dict.fromkeys([*LISTS["scattered_and_added"], "TensorScatterMax", "TensorScatterMin", "ScatterNd"], per_input(2, 1)),
    "LSTMBlockCell": lstm_cell, "BlockLSTM": lstm_cell, "BlockLSTMV2": lstm_cell, "GRUBlockCell": gru_cell,
    **dict.fromkeys("TopK TopKV2 sort top_k".split(), sorting),
    **{name: fourier(axes) for axes, names in ((1, "FFT IFFT RFFT IRFFT fft"), (2, "FFT2D IFFT2D RFFT2D"), (3, "FFT3D IFFT3D RFFT3D")) for name in names.split()},
    "Cholesky": cubic(1 / 3), "cholesky": cubic(1 / 3), "MatrixInverse": cubic(2), "MatrixDeterminant": cubic(2 / 3), "MatrixSolve": cubic(2 / 3),
    "MatrixTriangularSolve": cubic(1), "triangular_solve": cubic(1), "Qr": cubic(4 / 3), "Svd": cubic(9), "SelfAdjointEigV2": cubic(9),
    "ResizeBilinear": bilinear, "ResizeBilinearGrad": bilinear, "ResizeBicubic": per_element(40), "CropAndResize": crops,
    "NonMaxSuppressionV3": sorting, "NonMaxSuppressionV4": sorting,
}  # fmt: skip
