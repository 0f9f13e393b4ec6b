"""Lowerings: decompositions that StableHLO has, and Fourier transforms."""

from tfir.ir.attributes import BoolAttr, EnumAttr
from tfir.ir.types import ComplexType, Type
from tfir.ods import shapes
from tfir.ods.shapes import is_static

from tfopt.arithmetic import fourier
from tfopt.arithmetic.complex_numbers import complex_of, imag_of, real_of
from tfopt.arithmetic.contents import Sizes
from tfopt.arithmetic.tensor import Tensor, array, broadcast_to, emit, iota, like, number, pad, select, sliced, splat
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, lower, lowered_by


@lower
def Cholesky(input):
    """The other triangle is zero; StableHLO leaves it open. Of a complex matrix that is not positive definite the kernel gives 0 for NaN."""
    factor = emit("cholesky", [input], input.type, lower=BoolAttr(True))
    if input.is_complex:
        factor = select(factor == factor, factor, input * 0)
    below = iota(input.shape, input.rank - 2) >= iota(input.shape, input.rank - 1)
    return select(below, factor, 0)


@lower
def MatrixTriangularSolve(matrix, rhs, lower, adjoint):
    stack = shapes.broadcast(matrix.shape[:-2], rhs.shape[:-2])
    matrix, rhs = (broadcast_to(x, (*stack, *x.shape[-2:])) for x in (matrix, rhs))
    flags = {"left_side": True, "lower": lower, "unit_diagonal": False}
    turned = EnumAttr("stablehlo.transpose", "ADJOINT" if adjoint else "NO_TRANSPOSE")
    return emit("triangular_solve", [matrix, rhs], rhs.type, **{name: BoolAttr(flag) for name, flag in flags.items()}, transpose_a=turned)


lowered_by(BatchCholesky=Cholesky, BatchMatrixTriangularSolve=MatrixTriangularSolve)


def transform(kind: str, count: int):
    """Along the last axes. Sizes on the real side are given by an operand: more is cut off, less is filled up with zeros. Of a size of 0 TensorFlow
    keeps 0 frequencies, and StableHLO one."""

    def lowering(input, result_types):
        if not is_static((*input.shape[-count:], *result_types[0].shape[-count:])):
            return axis_by_axis(kind, input, result_types[0].shape[-count:], result_types[0].element)
        real = result_types[0].shape[-count:] if kind == "IRFFT" else input.shape[-count:]
        return emit(
            "fft",
            [as_operand(input, result_types[0].element)],
            result_types[0],
            fft_type=EnumAttr("stablehlo.fft_type", kind),
            fft_length=array(real),
        )

    def of_length(input, fft_length: Sizes, result_types):
        if 0 in result_types[0].shape:
            return splat(0, result_types[0].shape, result_types[0].element)
        fft_length = fft_length.tolist()
        kept = [*fft_length[:-1], fft_length[-1] // 2 + 1 if kind == "IRFFT" else fft_length[-1]]
        operand = resized(input, (*input.shape[:-count], *kept))
        if is_static((*kept, *fft_length)):
            return lowering(operand, result_types)
        results = fft_length if kind == "IRFFT" else [*fft_length[:-1], fft_length[-1] // 2 + 1]
        return axis_by_axis(kind, operand, results, result_types[0].element)

    return of_length if "R" in kind else lowering


def axis_by_axis(kind: str, x: Tensor, results, element: Type) -> Tensor:
    """A transform along as many axes as there are `results`, of whose lengths some are not known. The operand of IRFFT is transformed along its last
    axis at the end, that of RFFT at the beginning."""
    part = element.element if isinstance(element, ComplexType) else element
    real = (real_of(x) if x.is_complex else x).convert(part)
    pair = real, imag_of(x).convert(part) if x.is_complex else like(0, real)
    first, last = x.rank - len(results), x.rank - 1
    for axis in [last, *range(first, last)] if kind == "RFFT" else range(first, x.rank):
        pair = along_axis(kind if axis == last else kind.replace("R", ""), pair, axis, results[axis - first])
    return pair[0] if kind == "IRFFT" else complex_of(*pair)


def along_axis(kind: str, pair, axis: int, size):
    """Real and imaginary parts transformed along one axis, which has this size then."""
    if kind == "IRFFT":
        pair = fourier.halves(pair, axis, size)
    length, is_back = pair[0].shape[axis], kind.startswith("I")
    if is_static((length,)):
        return by_operation("IFFT" if is_back else "FFT", pair, axis, size)
    real, imag = fourier.transformed(pair, axis, 1 if is_back else -1, size)
    if not is_back:
        return real, imag
    share = splat(1, (), real.element) / number(length, real.element)
    return real * share, imag * share


def by_operation(kind: str, pair, axis: int, size):
    """The first numbers of a transform of a length that is known, by StableHLO's operation, which is for last axes."""
    last = pair[0].rank - 1
    to_last = [at for at in range(last + 1) if at != axis] + [axis]
    z = complex_of(*[part.transpose(*to_last) for part in pair])
    z = emit("fft", [z], z.type, fft_type=EnumAttr("stablehlo.fft_type", kind), fft_length=array(z.shape[-1:]))
    z = sliced(z, [0] * z.rank, [*z.shape[:-1], size]).transpose(*[to_last.index(at) for at in range(last + 1)])
    return real_of(z), imag_of(z)


def as_operand(x: Tensor, result: Type) -> Tensor:
    """In the precision of the result, which XLA's kernels alone let be another."""
    part = result.element if isinstance(result, ComplexType) else result
    return x.convert(ComplexType(part) if x.is_complex else part)


def resized(x: Tensor, shape) -> Tensor:
    """Cut off, or filled up with zeros; sizes that are not known stay as they are."""
    x = sliced(x, [0] * x.rank, [old if old is new else shapes.least(old, new) for old, new in zip(x.shape, shape)])
    return pad(x, [0] * x.rank, [0 if old is new else new - old for old, new in zip(x.shape, shape)])


for kind in ("FFT", "IFFT", "RFFT", "IRFFT"):
    for count, suffix in ((1, ""), (2, "2D"), (3, "3D")):
        LOWERINGS[kind + suffix] = transform(kind, count)
