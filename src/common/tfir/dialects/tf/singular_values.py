"""Singular values and vectors of small matrices as Eigen computes them, so that vectors have TensorFlow's signs.

Source: two-sided rotations of Jacobi (Golub and Van Loan, "Matrix computations", 8.6), after a QR factorization with pivoting where a matrix is
not square.
"""

from tfir.dialects.tf.eigen_arithmetic import reflection
from tfir.ods.numpy_on_demand import np

SMALL = 16  # from so many columns on Eigen divides and conquers


def decomposed(matrix, full_matrices: bool):
    """The singular values of a matrix [m, n], falling, and its left and right vectors as columns."""
    if not np.isfinite(matrix).all():
        return [np.full_like(each, np.nan) for each in decomposed(np.zeros_like(matrix), full_matrices)]
    if matrix.shape[1] >= SMALL or not matrix.size:
        left, values, right = np.linalg.svd(matrix, full_matrices)
        return values, left, np.conj(right.T)
    scale = np.abs(matrix).max() or matrix.real.dtype.type(1)
    work, left, right = prepared(matrix / scale, full_matrices)
    sweep(work, left, right)
    values = np.abs(np.diagonal(work)).astype(matrix.real.dtype)
    for at, number in enumerate(np.diagonal(work)):
        left[:, at] *= number / values[at] if values[at] else 1
    for at in range(len(values)):
        largest = at + int(np.argmax(values[at:]))
        if largest != at:
            values[[at, largest]] = values[[largest, at]]
            for vectors in (left, right):
                vectors[:, [at, largest]] = vectors[:, [largest, at]]
    return values * scale, left, right


def prepared(matrix, full_matrices: bool):
    """A square matrix with the same singular values, and what its left and right vectors are to be multiplied with."""
    rows, columns = matrix.shape
    if rows < columns:
        work, right, left = prepared(np.conj(matrix.T), full_matrices)
        return np.conj(work.T), left, right
    if rows == columns:
        return matrix.copy(), np.eye(rows, dtype=matrix.dtype), np.eye(rows, dtype=matrix.dtype)
    rest, unitary, order = matrix.copy(), np.eye(rows, dtype=matrix.dtype), np.arange(columns)
    for at in range(columns):
        pivot = at + int(np.argmax(np.linalg.norm(rest[at:, at:], axis=0)))
        rest[:, [at, pivot]], order[[at, pivot]] = rest[:, [pivot, at]], order[[pivot, at]]
        direction, factor, length = reflection(rest[at:, at])
        rest[at:, at:] -= np.conj(factor) * np.outer(direction, np.conj(direction) @ rest[at:, at:])
        rest[at:, at] = 0
        rest[at, at] = length
        unitary[:, at:] -= factor * np.outer(unitary[:, at:] @ direction, np.conj(direction))
    return rest[:columns], unitary if full_matrices else unitary[:, :columns].copy(), np.eye(columns, dtype=matrix.dtype)[:, order]


def sweep(work, left, right) -> None:
    """Turns `work` into a diagonal matrix in place, and the columns of `left` and `right` with it."""
    limits = np.finfo(work.dtype)
    largest, is_done = np.abs(np.diagonal(work)).max(), False
    while not is_done:
        is_done = True
        for p in range(1, len(work)):
            for q in range(p):
                if max(abs(work[p, q]), abs(work[q, p])) <= max(limits.tiny, 2 * limits.eps * largest):
                    continue
                is_done = False
                if work.dtype.kind == "c" and not made_real(work, left, right, p, q, largest, limits):
                    continue
                turned(work, left, right, p, q)
                largest = max(largest, abs(work[p, p]), abs(work[q, q]))


def turned(work, left, right, p: int, q: int) -> None:
    """Two rotations that make the elements beside the diagonal of two rows and columns vanish; those four are real."""
    block = work[np.ix_((p, q), (p, q))].real.copy()
    total, difference = block[0, 0] + block[1, 1], block[1, 0] - block[0, 1]
    if abs(difference) < np.finfo(block.dtype).tiny:
        c, s = block.dtype.type(1), block.dtype.type(0)
    else:
        ratio = total / difference
        c, s = ratio / np.sqrt(1 + ratio * ratio), 1 / np.sqrt(1 + ratio * ratio)
    rotate(block, 0, 1, c, s)
    right_c, right_s = symmetric_rotation(block[0, 0], block[0, 1], block[1, 1])
    left_c, left_s = c * right_c + s * right_s, s * right_c - c * right_s
    rotate(work, p, q, left_c, left_s)
    rotate(left.T, p, q, left_c, left_s)
    rotate(work.T, p, q, right_c, -right_s)
    rotate(right.T, p, q, right_c, -right_s)


def rotate(rows, p: int, q: int, c, s) -> None:
    """Rows p and q turned by a rotation, in place."""
    one, other = rows[p].copy(), rows[q].copy()
    rows[p], rows[q] = c * one + np.conj(s) * other, -s * one + np.conj(c) * other


def symmetric_rotation(x, y, z):
    """Cosine and sine of the rotation that makes [[x, y], [y, z]] diagonal."""
    twice = 2 * abs(y)
    if twice < np.finfo(x.dtype).tiny:
        return x.dtype.type(1), x.dtype.type(0)
    ratio = (x - z) / twice
    root = np.sqrt(ratio * ratio + 1)
    tangent = 1 / (ratio + root) if ratio > 0 else 1 / (ratio - root)
    cosine = 1 / np.sqrt(tangent * tangent + 1)
    return cosine, -np.sign(tangent) * np.sign(y) * abs(tangent) * cosine


def made_real(work, left, right, p: int, q: int, largest, limits) -> bool:
    """Makes four elements of complex numbers real, in place; whether those beside the diagonal still count."""
    length = np.sqrt(abs(work[p, p]) ** 2 + abs(work[q, p]) ** 2)
    if length == 0:
        work[p, p] = work[q, p] = 0
        turn_row(work, left, p, q, limits)
    else:
        c, s = np.conj(work[p, p]) / length, work[q, p] / length
        rotate(work, p, q, c, s)
        one, other = left[:, p].copy(), left[:, q].copy()
        left[:, p], left[:, q] = np.conj(c) * one + s * other, -np.conj(s) * one + c * other
        if abs(work[p, q].imag) > limits.tiny:
            phase = abs(work[p, q]) / work[p, q]
            work[:, q] *= phase
            right[:, q] *= phase
    turn_row(work, left, q, q, limits)
    threshold = max(limits.tiny, limits.eps * max(largest, abs(work[p, p]), abs(work[q, q])))
    return abs(work[p, q]) > threshold or abs(work[q, p]) > threshold


def turn_row(work, left, row: int, column: int, limits) -> None:
    """A phase on one row that makes its element in a column real and positive."""
    if abs(work[row, column].imag) > limits.tiny:
        phase = abs(work[row, column]) / work[row, column]
        work[row] *= phase
        left[:, row] *= np.conj(phase)
