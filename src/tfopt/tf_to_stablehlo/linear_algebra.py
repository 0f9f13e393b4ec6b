"""Lowerings: decompositions that StableHLO has, and Fourier transforms."""

from math import pi

from tfir.ir.attributes import BoolAttr, EnumAttr
from tfir.ir.types import F64, I64, ComplexType, Type
from tfir.ods import shapes
from tfir.ods.shapes import is_static

from tfopt.arithmetic.complex_numbers import complex_of, imag_of, real_of
from tfopt.arithmetic.tensor import (
    Tensor,
    array,
    broadcast_to,
    dot_general,
    emit,
    iota,
    maximum,
    number,
    pad,
    select,
    sliced,
    unary,
)
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, Sizes, lower, lowered_by


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
        if not is_static((*input.shape[-count:], *result_types[0].shape[-count:])):
            return by_products(kind, input, result_types[0].shape[-count:], result_types[0].element)
        real = result_types[0].shape[-count:] if kind == "IRFFT" else input.shape[-count:]
        return emit(
            "fft",
            [as_operand(input, result_types[0].element)],
            result_types[0],
            fft_type=EnumAttr("stablehlo.fft_type", kind),
            fft_length=array(real),
        )

    def of_length(input, fft_length: Sizes, result_types):
        fft_length = fft_length.tolist()
        kept = [*fft_length[:-1], fft_length[-1] // 2 + 1 if kind == "IRFFT" else fft_length[-1]]
        operand = resized(input, (*input.shape[:-count], *kept))
        if is_static((*kept, *fft_length)):
            return lowering(operand, result_types)
        results = fft_length if kind == "IRFFT" else [*fft_length[:-1], fft_length[-1] // 2 + 1]
        return by_products(kind, operand, results, result_types[0].element)

    return of_length if "R" in kind else lowering


def by_products(kind: str, x: Tensor, results, element: Type) -> Tensor:
    """A transform along as many axes as there are `results`, whose lengths are not known: products with matrices of the roots of unity, which cost the
    square of a length."""
    part = element.element if isinstance(element, ComplexType) else element
    pair = [part_of(x).convert(part) for part_of in (real_of, imag_of)] if x.is_complex else [x.convert(part), None]
    first = x.rank - len(results)
    for at in range(first, x.rank - 1):
        pair = transformed(pair, at, x.shape[at] if kind == "IRFFT" else results[at - first], kind)
    real, imag = transformed(pair, x.rank - 1, results[-1], kind, is_last=True)
    return real if kind == "IRFFT" else complex_of(real, imag)


def transformed(pair: list, axis: int, size, kind: str, is_last: bool = False) -> list:
    """Real and imaginary parts transformed along one axis, which has this size then. What IRFFT takes of its last one are halves of pairs, and of
    what has no other half only the real parts."""
    real, imag = pair
    old, element = real.shape[axis], real.element
    is_half = is_last and kind == "IRFFT"
    length = size if kind.startswith("I") else old
    number_of, result_of = iota((old, size), 0, I64), iota((old, size), 1, I64)
    turn = (number_of * result_of % maximum(number(length, I64), 1)).convert(F64) / number(length, F64)
    angle = turn * (2 * pi if kind.startswith("I") else -2 * pi)
    weight = number(1.0, F64) / number(length, F64) if kind.startswith("I") else number(1.0, F64)
    if is_half:
        is_alone = (number_of == 0) | (number_of + number_of == number(length, I64))
        weight = select(is_alone, weight, weight + weight)
    cosine, sine = [(unary(name, angle) * weight).convert(element) for name in ("cosine", "sine")]
    order = [*range(axis), real.rank - 1, *range(axis, real.rank - 1)]

    def times(x: Tensor, matrix: Tensor) -> Tensor:
        return dot_general(x, matrix, ([axis], [0])).transpose(*order)

    if imag is None:
        return [times(real, cosine), times(real, sine)]
    in_phase = times(real, cosine) - times(imag, sine)
    return [in_phase, None if is_half else times(real, sine) + times(imag, cosine)]


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
