"""Eigenvalues and eigenvectors of general matrices in Eigen's order and with its phases, which are TensorFlow's.

Source: Golub and Van Loan, "Matrix computations", 7.6 (vectors by substitution into Schur's form); of pairs of complex eigenvalues, EISPACK's HQR2.
"""

from tfir.dialects.tf.eigen_arithmetic import in_order, of_parts, product, quotient
from tfir.dialects.tf.schur import NoConvergence, complex_schur, real_schur
from tfir.ods.numpy_on_demand import np


def eigenvalues_and_vectors(matrix):
    """Of a matrix [n, n] the eigenvalues [n], and vectors of length 1 as columns [n, n]: both complex."""
    return (of_complex if matrix.dtype.kind == "c" else of_real)(matrix)


def of_complex(matrix):
    """By rising moduli."""
    form, unitary = complex_schur(matrix)
    size, values, limits = len(form), np.diagonal(form).copy(), np.finfo(form.dtype)
    norm = max(np.linalg.norm(form), limits.tiny)
    vectors = np.eye(size, dtype=form.dtype)
    for column in range(size):
        for row in range(column - 1, -1, -1):
            inner = slice(row + 1, column)
            rest, gap = -form[row, column], values[row] - values[column]
            if row + 1 < column:
                rest = rest - in_order(product(form[row, inner], vectors[inner, column]))
            vectors[row, column] = quotient(rest, gap if gap != 0 else of_parts(limits.eps * norm, 0))
    vectors = unitary @ vectors
    largest = np.abs(vectors).max(0, initial=0)
    lengths = largest * np.sqrt((np.abs(vectors / largest) ** 2).sum(0))
    vectors, moduli = vectors / lengths, np.hypot(values.real, values.imag)
    for at in range(size):
        least = at + int(np.argmin(moduli[at:]))
        moduli[[at, least]] = moduli[[least, at]]
        values[[at, least]], vectors[:, [at, least]] = values[[least, at]], vectors[:, [least, at]]
    return values, vectors


def of_real(matrix):
    """As they stand on the diagonal of Schur's form, of a pair that with the positive imaginary part first."""
    if not np.isfinite(matrix).all():
        raise NoConvergence
    form, orthogonal = real_schur(matrix)
    size, kind = len(form), np.result_type(form.dtype, np.complex64)
    values, at = np.zeros(size, kind), 0
    while at < size:
        is_pair = at + 1 < size and form[at + 1, at] != 0
        values[at : at + 1 + is_pair] = pair_of(form[at : at + 2, at : at + 2]) if is_pair else form[at, at]
        at += 1 + is_pair
    columns = substituted(form, values) if np.abs(np.triu(form, -1)).sum() else np.zeros_like(form)
    if columns.any():
        columns = np.stack([orthogonal[:, : at + 1] @ columns[: at + 1, at] for at in range(size)], 1)
    else:
        columns = orthogonal
    vectors, at, precision = np.zeros((size, size), kind), 0, 2 * np.finfo(form.dtype).eps
    while at < size:
        if abs(values[at].imag) <= abs(values[at].real) * precision or at + 1 == size:
            vectors[:, at] = columns[:, at]
            at += 1
        else:
            vectors[:, at] = columns[:, at] + 1j * columns[:, at + 1]
            vectors[:, at + 1] = np.conj(vectors[:, at])
            at += 2
    lengths = np.sqrt((vectors.real**2 + vectors.imag**2).sum(0))
    return values, vectors / np.where(lengths > 0, lengths, 1)


def pair_of(block):
    """The complex eigenvalues of a matrix [2, 2]."""
    half = block.dtype.type(0.5) * (block[0, 0] - block[1, 1])
    largest = max(abs(half), abs(block[0, 1]), abs(block[1, 0]))
    scaled = half / largest
    imag = largest * np.sqrt(abs(scaled * scaled + block[1, 0] / largest * (block[0, 1] / largest)))
    return [complex(block[1, 1] + half, imag), complex(block[1, 1] + half, -imag)]


def substituted(form, values):
    """Columns x for which `form` @ x is an eigenvalue times x; of a pair the real parts of one and then the imaginary ones."""
    size, norm = len(form), np.abs(np.triu(form, -1)).sum()
    columns = np.zeros((size, size), form.dtype)
    last = size - 1
    while last >= 0:
        if values[last].imag == 0:
            substitute_real(form, values, columns, last, norm)
            last -= 1
        else:
            substitute_pair(form, values, columns, last, norm)
            last -= 2
    return columns


def substitute_real(form, values, columns, last: int, norm) -> None:
    eps, value, x = np.finfo(form.dtype).eps, values[last].real, columns[:, last]
    x[last] = 1
    row = last - 1
    while row >= 0:
        if values[row].imag == 0:
            gap = form[row, row] - value
            rest = form[row, row + 1 : last + 1] @ x[row + 1 : last + 1]
            x[row] = -rest / (gap if gap != 0 else eps * norm)
        else:
            row -= 1
            rest, below = form[row : row + 2, row + 2 : last + 1] @ x[row + 2 : last + 1]
            (a, b), (c, d) = form[row : row + 2, row : row + 2]
            gap, gap_below, own = a - value, d - value, values[row]
            x[row] = (b * below - gap_below * rest) / ((own.real - value) * (own.real - value) + own.imag * own.imag)
            is_larger = abs(b) > abs(gap_below)
            x[row + 1] = (-rest - gap * x[row]) / b if is_larger else (-below - c * x[row]) / gap_below
        size = abs(x[row])
        if eps * size * size > 1:
            x[row : last + 1] /= size
        row -= 1


def substitute_pair(form, values, columns, last: int, norm) -> None:
    eps, value = np.finfo(form.dtype).eps, values[last]
    p, q = value.real, value.imag
    x = np.zeros(len(form), values.dtype)
    if abs(form[last, last - 1]) > abs(form[last - 1, last]):
        x[last - 1] = complex(q / form[last, last - 1], -(form[last, last] - p) / form[last, last - 1])
    else:
        x[last - 1] = values.dtype.type(complex(0, -form[last - 1, last])) / values.dtype.type(complex(form[last - 1, last - 1] - p, q))
    x[last] = 1j
    row = last - 2
    while row >= 0:
        if values[row].imag == 0:
            rest = form[row, row + 1 : last + 1] @ x[row + 1 : last + 1]
            x[row] = -rest / values.dtype.type(complex(form[row, row] - p, q))
        else:
            row -= 1
            rest, below = form[row : row + 2, row + 2 : last + 1] @ x[row + 2 : last + 1]
            (a, b), (c, d) = form[row : row + 2, row : row + 2]
            own, gap, gap_below = values[row], values.dtype.type(complex(a - p, q)), values.dtype.type(complex(d - p, q))
            square = complex((own.real - p) * (own.real - p) + own.imag * own.imag - q * q, (own.real - p) * 2 * q)
            if square == 0:
                square = eps * norm * (abs(a - p) + abs(q) + abs(b) + abs(c) + abs(d - p))
            x[row] = (b * below - gap_below * rest) / values.dtype.type(square)
            is_larger = abs(b) > abs(d - p) + abs(q)
            x[row + 1] = (-rest - gap * x[row]) / b if is_larger else (-below - c * x[row]) / gap_below
        size = max(abs(x[row].real), abs(x[row].imag))
        if eps * size * size > 1:
            x[row : last + 1] /= size
        row -= 1
    columns[:, last - 1], columns[:, last] = x.real, x.imag
