"""Eigenvalues and eigenvectors of symmetric and Hermitian matrices as Eigen computes them, so that vectors have TensorFlow's signs.

Source: Golub and Van Loan, "Matrix computations", 8.3: Householder's tridiagonalization, then implicit QR steps with Wilkinson's shift.
"""

from tfir.dialects.tf.eigen_arithmetic import by_lanes, givens, hypotenuse, in_order, in_packets, product, reflect_rows, reflection
from tfir.ods.numpy_on_demand import np


def eigenvalues_and_vectors(matrix):
    """Of the matrix [n, n] whose lower triangle is given: rising eigenvalues [n], and their vectors as columns [n, n]."""
    size = len(matrix)
    real = np.zeros((), matrix.dtype).real.dtype
    if not np.isfinite(matrix).all():
        return np.full(size, np.nan, real), np.full_like(matrix, np.nan)
    lower = np.tril(matrix)
    np.fill_diagonal(lower, np.diagonal(matrix).real)
    scale = np.abs(lower).max(initial=0) or real.type(1)
    diagonal, beside, vectors = tridiagonal(lower / scale)
    diagonalize(diagonal, beside, vectors)
    for at in range(size - 1):
        least = at + int(np.argmin(diagonal[at:]))
        if least != at:
            diagonal[[at, least]], vectors[:, [at, least]] = diagonal[[least, at]], vectors[:, [least, at]]
    return diagonal * scale, vectors


def tridiagonal(lower):
    """A matrix as three diagonals of real numbers and a unitary matrix: the main diagonal, that beside it, the matrix."""
    work, size, reflections = lower.copy(), len(lower), []
    beside = np.zeros(max(size - 1, 0), lower.real.dtype)
    for at in range(size - 1):
        direction, factor, beside[at] = reflection(work[at + 1 :, at])
        reflect_both_sides(work[at + 1 :, at + 1 :], direction, factor)
        reflections.append((direction, factor))
    vectors = np.eye(size, dtype=lower.dtype)
    for at, (direction, factor) in reversed([*enumerate(reflections)]):
        reflect_rows(vectors[at + 1 :, at + 1 :], direction, factor, in_packets)
    return np.diagonal(work).real.copy(), beside, vectors


def reflect_both_sides(lower, direction, factor) -> None:
    """The lower triangle of a Hermitian matrix reflected from the left and from the right, in place, as an update of rank 2."""
    scaled = product(factor, direction)
    images = in_order(product(lower, scaled).T) + product(factor, in_order(product(np.conj(np.tril(lower, -1)), direction[:, None])))
    half = product(factor * factor.dtype.type(-0.5), by_lanes(product(np.conj(images), direction), 32 // images.itemsize))
    images += product(half, direction)
    lower -= np.tril(product(direction[:, None], np.conj(images)) + product(images[:, None], np.conj(direction)))


def diagonalize(diagonal, beside, vectors) -> None:
    """Turns a tridiagonal matrix into a diagonal one in place, and the columns of `vectors` with it."""
    last, steps, kind = len(diagonal) - 1, 0, diagonal.dtype.type
    limits = np.finfo(kind)
    while last > 0 and steps < 30 * len(diagonal):
        for at in range(last):
            scaled = beside[at] / limits.eps
            if np.abs(beside[at]) < limits.tiny or scaled * scaled <= np.abs(diagonal[at]) + np.abs(diagonal[at + 1]):
                beside[at] = 0
        while last > 0 and beside[last - 1] == 0:
            last -= 1
        first = last
        while first > 0 and beside[first - 1] != 0:
            first -= 1
        if first < last:
            qr_step(diagonal, beside, vectors, first, last)
        steps += 1


def qr_step(diagonal, beside, vectors, first: int, last: int) -> None:
    shift = wilkinson_shift(diagonal[last - 1], beside[last - 1], diagonal[last])
    x, z = diagonal[first] - shift, beside[first]
    for at in range(first, last):
        if z == 0:
            return
        c, s = givens(x, z)
        across, next_one = s * diagonal[at] + c * beside[at], s * beside[at] + c * diagonal[at + 1]
        diagonal[at] = c * (c * diagonal[at] - s * beside[at]) - s * (c * beside[at] - s * diagonal[at + 1])
        diagonal[at + 1] = s * across + c * next_one
        beside[at] = c * across - s * next_one
        if at > first:
            beside[at - 1] = c * beside[at - 1] - s * z
        x = beside[at]
        if at < last - 1:
            z, beside[at + 1] = -s * beside[at + 1], c * beside[at + 1]
        one, other = vectors[:, at].copy(), vectors[:, at + 1].copy()
        vectors[:, at], vectors[:, at + 1] = c * one - s * other, s * one + c * other


def wilkinson_shift(before, beside, end):
    """The eigenvalue of the last two rows and columns that is nearer to their last element."""
    half = (before - end) * end.dtype.type(0.5)
    if half == 0:
        return end - np.abs(beside)
    if beside == 0:
        return end
    long = hypotenuse(half, beside)
    both, square = half + (long if half > 0 else -long), beside * beside
    return end - (square / both if square else beside / (both / beside))
