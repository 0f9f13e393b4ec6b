"""Lowerings: products of matrices, sums of products."""

from tfir.ir.types import I32
from tfir.ods.shapes import broadcast

from tfopt.arithmetic.einsum import einsum
from tfopt.arithmetic.tensor import Tensor, broadcast_to, dot_general, widened
from tfopt.onnx_to_stablehlo.lowering import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def matmul(a: Tensor, b: Tensor) -> Tensor:
    """NumPy's product: of stacks of matrices, which broadcast to each other; a vector is a row on the left and a column on the right."""
    if a.rank == 1:
        product = matmul(a.expand(0), b)
        return product.reshape(*product.shape[:-2], product.shape[-1]) if b.rank > 1 else product.reshape()
    if b.rank == 1:
        product = matmul(a, b.expand(1))
        return product.reshape(*product.shape[:-1])
    if b.rank == 2:
        return dot_general(a, b, ([a.rank - 1], [0]))
    stack: Any = broadcast(a.shape[:-2], b.shape[:-2])
    a, b = [broadcast_to(each, (*stack, *each.shape[-2:])) for each in (a, b)]
    axes = list(range(len(stack)))
    return dot_general(a, b, ([a.rank - 1], [b.rank - 2]), (axes, axes))


@lower
def MatMul(A, B):
    return matmul(A, B)


@lower
def Gemm(A, B, alpha, beta, transA, transB, C=None):
    product = dot_general(A, B, ([0 if transA else 1], [1 if transB else 0]))
    product = product if alpha == 1.0 else scaled(product, alpha)
    if C is None or beta == 0.0:
        return product
    return product + (C if beta == 1.0 else scaled(C, beta))


def scaled(x: Tensor, factor: float) -> Tensor:
    return x * factor if x.is_float else x * int(factor)


@lower
def Einsum(Inputs, equation):
    equation = equation.replace(" ", "")
    if "->" not in equation:  # letters that stand once, in their order
        letters = equation.replace(",", "").replace("...", "")
        kept = "".join(sorted({letter for letter in letters if letters.count(letter) == 1}))
        equation += "->" + "..." * ("..." in equation) + kept
    return einsum([widened(each) for each in Inputs], equation).convert(Inputs[0].element)


@lower
def Det(X):
    """The product of the diagonal that elimination leaves, turned by each exchange of rows."""
    from tfopt.onnx_to_stablehlo.lowering import tensorflow

    return tensorflow("MatrixDeterminant", [X], [X.type.with_shape(X.shape[:-2])])[0]


@lower
def MatMulInteger(A, B, a_zero_point=None, b_zero_point=None):
    a, b = A.convert(I32), B.convert(I32)
    if a_zero_point is not None:
        zero = a_zero_point.convert(I32)
        a = a - (zero.expand(-1) if zero.rank and zero.size != 1 and zero.rank < a.rank else zero.reshape() if zero.size == 1 else zero)
    if b_zero_point is not None:
        zero = b_zero_point.convert(I32)
        b = b - (zero if zero.size != 1 else zero.reshape())
    return matmul(a, b)
