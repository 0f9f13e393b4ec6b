"""Lowerings: decompositions that StableHLO has, and Fourier transforms."""

from tfir.ir.attributes import BoolAttr, EnumAttr
from tfir.ir.types import ComplexType, Type
from tfir.ods import shapes

from tfopt.arithmetic.tensor import Tensor, array, broadcast_to, emit, iota, pad, select, sliced
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, lower, lowered_by


@lower
def Cholesky(input):
    """The other triangle is zero; StableHLO leaves it open."""
    factor = emit("cholesky", [input], input.type, lower=BoolAttr(True))
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
    """Along the last axes. Sizes on the real side are given by an operand: more is cut off, less is filled up with zeros."""

    def lowering(input, result_types):
        real = result_types[0].shape[-count:] if kind == "IRFFT" else input.shape[-count:]
        return emit(
            "fft",
            [as_operand(input, result_types[0].element)],
            result_types[0],
            fft_type=EnumAttr("stablehlo.fft_type", kind),
            fft_length=array(real),
        )

    def of_length(input, fft_length: list, result_types):
        kept = [*fft_length[:-1], fft_length[-1] // 2 + 1 if kind == "IRFFT" else fft_length[-1]]
        return lowering(resized(input, (*input.shape[:-count], *kept)), result_types)

    return of_length if "R" in kind else lowering


def as_operand(x: Tensor, result: Type) -> Tensor:
    """In the precision of the result, which XLA's kernels alone let be another."""
    part = result.element if isinstance(result, ComplexType) else result
    return x.convert(ComplexType(part) if x.is_complex else part)


def resized(x: Tensor, shape) -> Tensor:
    """Cut off, or filled up with zeros; sizes that are not known stay as they are."""
    x = sliced(x, [0] * x.rank, [old if old is new else min(old, new) for old, new in zip(x.shape, shape)])
    return pad(x, [0] * x.rank, [0 if old is new else new - old for old, new in zip(x.shape, shape)])


for kind in ("FFT", "IFFT", "RFFT", "IRFFT"):
    for count, suffix in ((1, ""), (2, "2D"), (3, "3D")):
        LOWERINGS[kind + suffix] = transform(kind, count)
