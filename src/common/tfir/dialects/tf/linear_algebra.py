"""Semantics: decompositions and inverses of stacks of matrices, and Fourier transforms."""

from tfir.dialects.tf.contraction import adjoint_if
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.matrices import cholesky_factors
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst, ops_of
from tfir.ods.shapes import add, broadcast, divide_down, fresh, unify, with_rank


def stack_of_squares(shape):
    """The shape of a stack of square matrices."""
    if shape is None:
        return None
    if len(shape) < 2:
        raise Error("a matrix is wanted, of two sizes or more")
    size = unify(shape[-2], shape[-1], "sizes of a square matrix")
    return (*shape[:-2], size, size)


def on_floats(function, x, *rest):
    """Half-precision numbers are computed with as floats."""
    wide = [each.astype(np.float32) if each.dtype.itemsize == 2 else each for each in (x, *rest)]
    try:
        return function(*wide).astype(x.dtype)
    except np.linalg.LinAlgError as reason:
        raise Error(str(reason)) from None


class Square(OpSemantics, family=True):
    def infer(input):
        return stack_of_squares(input.shape)


class Cholesky(Square):
    """Of a matrix that is not positive definite NaN, in its lower triangle; of a complex one 0, which is what C++ has for a complex NaN."""

    def evaluate(input):
        factors = on_floats(cholesky_factors, input)
        return np.where(np.isnan(factors), input * 0, factors) if input.dtype.kind == "c" else factors


class MatrixDeterminant(OpSemantics):
    def infer(input):
        shape = stack_of_squares(input.shape)
        return None if shape is None else shape[:-2]

    def evaluate(input):
        return on_floats(np.linalg.det, input)


class LogMatrixDeterminant(OpSemantics):
    """The sign, and the logarithm of the size; of a matrix with NaN both are NaN."""

    def infer(input):
        return [MatrixDeterminant.infer(input)] * 2

    def evaluate(input):
        sign, size = (np.asarray(each, input.dtype) for each in np.linalg.slogdet(input))
        return [np.where(np.isnan(size), size, sign), size]


class MatrixSolve(OpSemantics):
    def infer(matrix, rhs):
        return rhs.shape

    def evaluate(matrix, rhs, adjoint):
        return on_floats(np.linalg.solve, adjoint_if(adjoint, matrix), rhs)


class MatrixTriangularSolve(OpSemantics):
    """The other triangle is not read."""

    def infer(matrix, rhs):
        if matrix.shape is None or rhs.shape is None:
            return None
        return (*broadcast(matrix.shape[:-2], rhs.shape[:-2]), *rhs.shape[-2:])

    def evaluate(matrix, rhs, lower, adjoint):
        rows, columns = matrix.shape[-2:]
        if rows != columns:
            raise Error(f"In[0] matrices in the last dimensions must be square ({rows} =/= {columns})")
        matrix = np.tril(matrix) if lower else np.triu(matrix)
        return on_floats(substituted if lower != adjoint else substituted_upwards, adjoint_if(adjoint, matrix), rhs)


def substituted(matrix, rhs, below: int | None = None):
    """Solves matrix @ x = rhs by forward substitution: matrix [..., n, n] lower triangular, rhs [..., n, k]. A diagonal element of 0 is
    divided by like any other. Of a band matrix with as many diagonals `below` the main one nothing else is read, be it met by infinities."""
    result = np.zeros((*np.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2]), *rhs.shape[-2:]), rhs.dtype)
    for row in range(matrix.shape[-1]):
        first = 0 if below is None else max(0, row - below)
        solved = matrix[..., row : row + 1, first:row] @ result[..., first:row, :]
        result[..., row, :] = (rhs[..., row, :] - solved[..., 0, :]) / matrix[..., row, row, None]
    return result


def substituted_upwards(matrix, rhs, above: int | None = None):
    return substituted(matrix[..., ::-1, ::-1], rhs[..., ::-1, :], above)[..., ::-1, :]


class Qr(OpSemantics):
    """With columns of Q so turned that the diagonal of R is what Householder's reflections leave."""

    def infer(input, full_matrices):
        if input.shape is None:
            return [None, None]
        *stack, rows, columns = input.shape
        least = min(rows, columns) if isinstance(rows, int) and isinstance(columns, int) else fresh()
        inner = rows if full_matrices else least
        return [(*stack, rows, inner), (*stack, inner, columns)]

    def evaluate(input, full_matrices):
        wide = input.astype(np.float32) if input.dtype.itemsize == 2 else input
        without_negative_zeros = wide + wide.dtype.type(0)  # by whose sign LAPACK would turn a column, and TensorFlow does not
        q, r = np.linalg.qr(without_negative_zeros, "complete" if full_matrices else "reduced")
        return [q.astype(input.dtype), r.astype(input.dtype)]


# Fourier transforms, along the last axes


def along_last(function: str, count: int):
    """An evaluation by a function of `numpy.fft`."""

    def evaluate(input):
        return getattr(np.fft, function)(input, axes=tuple(range(-count, 0))).astype(input.dtype) if input.size else input

    return evaluate


def of_reals(count: int, is_inverse: bool = False) -> type[OpSemantics]:
    """The family of transforms of real numbers, of which only half of the last axis is kept; `fft_length` gives the sizes of the real side."""

    def infer(input, fft_length):
        if input.shape is None:
            return None
        lengths = with_rank(fft_length.as_shape, count, "fft_length")
        last = lengths[-1] if is_inverse or lengths[-1] == 0 else add(divide_down(lengths[-1], 2), 1)
        return (*input.shape[:-count], *lengths[:-1], last)

    return type("OfReals", (OpSemantics,), {"infer": infer})


def real_transform(function: str, count: int):
    def evaluate(input, fft_length, result_types):
        lengths, dtype = [int(size) for size in fft_length], dtype_of(result_types[0].element)
        half = lengths[-1] // 2 + 1
        for at, size in enumerate([*lengths[:-1], half] if function[0] == "i" else lengths, input.ndim - count):
            if 0 < input.shape[at] < size:
                raise Error(f"Input dimension {at} must have length of at least {size} but got: {input.shape[at]}")
        if not input.size or not all(lengths):
            last = lengths[-1] if function[0] == "i" or not lengths[-1] else half
            return np.zeros((*input.shape[:-count], *lengths[:-1], last), dtype)
        return getattr(np.fft, function)(input, lengths, tuple(range(-count, 0))).astype(dtype)

    return evaluate


SEMANTICS = {
    "BatchCholesky": Cholesky, "BatchMatrixDeterminant": MatrixDeterminant, "BatchMatrixSolve": MatrixSolve,
    "BatchMatrixTriangularSolve": MatrixTriangularSolve,
    **ops_of(
        Square,
        BatchMatrixInverse=lambda input, adjoint: on_floats(np.linalg.inv, adjoint_if(adjoint, input)),
        MatrixInverse=lambda input, adjoint: on_floats(np.linalg.inv, adjoint_if(adjoint, input)),
    ),
    **ops_of(
        ShapeOfFirst,
        FFT=along_last("fftn", 1), FFT2D=along_last("fftn", 2), FFT3D=along_last("fftn", 3),
        IFFT=along_last("ifftn", 1), IFFT2D=along_last("ifftn", 2), IFFT3D=along_last("ifftn", 3),
    ),
    **ops_of(of_reals(1), RFFT=real_transform("rfftn", 1)),
    **ops_of(of_reals(2), RFFT2D=real_transform("rfftn", 2)),
    **ops_of(of_reals(3), RFFT3D=real_transform("rfftn", 3)),
    **ops_of(of_reals(1, is_inverse=True), IRFFT=real_transform("irfftn", 1)),
    **ops_of(of_reals(2, is_inverse=True), IRFFT2D=real_transform("irfftn", 2)),
    **ops_of(of_reals(3, is_inverse=True), IRFFT3D=real_transform("irfftn", 3)),
}  # fmt: skip
