"""Square roots of matrices by Schur's form, as Eigen takes them.

Source: Bjorck and Hammarling, "A Schur method for the square root of a matrix", 1983; Higham, "Computing real square roots of a real matrix", 1987.
"""

from tfir.dialects.tf.eigen_arithmetic import in_order, product, quotient
from tfir.dialects.tf.general_eigenvalues import of_real
from tfir.dialects.tf.schur import complex_schur, real_schur
from tfir.ods.numpy_on_demand import np


def square_root(matrix):
    """Of a matrix [n, n]; NaN where a real one has a negative eigenvalue."""
    if matrix.dtype.kind == "c":
        form, unitary = complex_schur(matrix)
        return unitary @ (root_of_triangle(form) @ np.conj(unitary.T))
    form, orthogonal = real_schur(matrix)
    return orthogonal @ root_of_blocks(form) @ orthogonal.T


def root_of_triangle(form):
    """Element by element, from the diagonal upwards. Of a negative number the root lies on the side of its imaginary part's sign, also of -0."""
    root = np.diag(np.sqrt(np.diagonal(form)))
    for column in range(1, len(form)):
        for row in range(column - 1, -1, -1):
            rest, inner = form[row, column], slice(row + 1, column)
            if row + 1 < column:
                rest = rest - in_order(product(root[row, inner], root[inner, column]))
            root[row, column] = quotient(rest, root[row, row] + root[column, column])
    return root


def root_of_blocks(form):
    """As of a triangle, but that pairs of complex eigenvalues are blocks of two rows on the diagonal."""
    size, root = len(form), np.zeros_like(form)
    starts = [at for at in range(size) if at == 0 or form[at, at - 1] == 0]
    blocks = [slice(start, end) for start, end in zip(starts, [*starts[1:], size])]
    for at, block in enumerate(blocks):
        own = form[block, block]
        root[block, block] = np.sqrt(own) if len(own) == 1 else root_of_pair(own)
        for row in reversed(blocks[:at]):
            inner = slice(row.stop, block.start)
            rest = form[row, block] - root[row, inner] @ root[inner, block]
            root[row, block] = between(root[row, row], root[block, block], rest)
    return root


def root_of_pair(block):
    values, vectors = of_real(block)
    return (vectors * np.sqrt(values) @ np.linalg.inv(vectors)).real


def between(above, below, rest):
    """The x for which above @ x + x @ below is `rest`."""
    if rest.size == 1:
        return rest / (above + below)
    rows, columns = rest.shape
    sums = np.kron(above, np.eye(columns, dtype=rest.dtype)) + np.kron(np.eye(rows, dtype=rest.dtype), below.T)
    if not np.isfinite(sums).all():
        return np.full_like(rest, np.nan)
    return np.linalg.solve(sums, rest.ravel()).reshape(rows, columns)
