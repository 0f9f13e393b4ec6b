"""Logarithms of matrices by Schur's form, in blocks of eigenvalues that are near to each other, as Eigen takes them.

Source: Davies and Higham, "A Schur-Parlett algorithm for computing matrix functions", 2003; Higham, "Functions of matrices", 2008, 9.3 and 11.5.
"""

from itertools import accumulate, pairwise

from tfir.dialects.tf.eigen_arithmetic import complex_givens, in_order, of_parts, product, quotient, rotate
from tfir.dialects.tf.matrix_roots import root_of_triangle
from tfir.dialects.tf.schur import NoConvergence, complex_schur
from tfir.ods.numpy_on_demand import np

NEAR = 0.1  # between eigenvalues of one block
DEGREES = {"complex64": (3, [2.5111573934555054e-1, 4.0535837411880493e-1, 5.3149729967117310e-1]),
           "complex128": (3, [1.6206284795015624e-2, 5.3873532631381171e-2, 1.1352802267628681e-1, 1.8662860613541288e-1, 2.642960831111435e-1])}  # fmt: skip


def logarithm(matrix):
    """Of a complex matrix [n, n]."""
    form, unitary = complex_schur(matrix)
    blocks = gathered(form, unitary)
    result = np.zeros_like(form)
    for block in blocks:
        result[block, block] = of_block(form[block, block])
    for distance in range(1, len(blocks)):
        for above, below in zip(range(len(blocks)), range(distance, len(blocks))):
            fill(result, form, blocks[above : below + 1])
    return unitary @ (np.triu(result) @ np.conj(unitary.T))


# Blocks


def clusters_of(values) -> list[int]:
    """For each eigenvalue the number of its cluster: those that a chain of near ones joins. They are numbered as their first ones stand."""
    clusters = list(range(len(values)))
    for one in range(len(values)):
        for other in range(one + 1, len(values)):
            if abs(values[other] - values[one]) <= NEAR and clusters[other] != clusters[one]:
                kept, gone = clusters[one], clusters[other]
                clusters = [kept if each == gone else each for each in clusters]
    order = list(dict.fromkeys(clusters))
    return [order.index(each) for each in clusters]


def gathered(form, unitary) -> list[slice]:
    """Moves eigenvalues of a cluster to each other, in place: the blocks on the diagonal."""
    clusters = clusters_of(np.diagonal(form))
    for end in range(len(clusters)):
        at = min(range(end, len(clusters)), key=lambda place: (clusters[place], place))
        for place in range(at - 1, end - 1, -1):
            exchange(form, unitary, place)
            clusters[place], clusters[place + 1] = clusters[place + 1], clusters[place]
    ends = accumulate([clusters.count(each) for each in range(max(clusters, default=-1) + 1)], initial=0)
    return [slice(start, end) for start, end in pairwise(ends)]


def exchange(form, unitary, at: int) -> None:
    """The eigenvalues at two places on the diagonal, by a rotation."""
    c, s, _ = complex_givens(form[at, at + 1], form[at + 1, at + 1] - form[at, at])
    rotate(form[at], form[at + 1], c, -np.conj(s))
    rotate(form[:, at], form[:, at + 1], c, -s)
    rotate(unitary[:, at], unitary[:, at + 1], c, -s)


def fill(result, form, blocks: list[slice]) -> None:
    """The block above the diagonal where the rows of the first meet the columns of the last, from those between: f(A) A = A f(A)."""
    rows, columns = blocks[0], blocks[-1]
    rest = result[rows, rows] @ form[rows, columns] - form[rows, columns] @ result[columns, columns]
    for inner in blocks[1:-1]:
        rest = rest + (result[rows, inner] @ form[inner, columns] - form[rows, inner] @ result[inner, columns])
    result[rows, columns] = between(form[rows, rows], -form[columns, columns], rest)


def between(left, right, rest):
    """The x for which left @ x + x @ right is `rest`, of triangles."""
    x = np.zeros_like(rest)
    for row in range(len(left) - 1, -1, -1):
        for column in range(len(right)):
            number = rest[row, column]
            if row + 1 < len(left):
                number = number - in_order(product(left[row, row + 1 :], x[row + 1 :, column]))
            if column:
                number = number - in_order(product(x[row, :column], right[:column, column]))
            x[row, column] = quotient(number, left[row, row] + right[column, column])
    return x


# Logarithms of a block


def of_block(block):
    if len(block) > 2:
        return of_large(block)
    result = np.diag(np.log(np.diagonal(block)))
    if len(block) == 2:
        result[0, 1] = beside_two(block, *np.diagonal(result))
    return result


def beside_two(block, first, last):
    """What stands beside the logarithms of two numbers."""
    (a, number), (_, b) = block
    gap = b - a
    if gap == 0:
        return quotient(number, a)
    if not abs(b) * 0.5 <= abs(a) <= abs(b) * 2:
        return quotient(product(number, last - first), gap)
    turns = np.ceil(((last - first).imag - np.pi) / (2 * np.pi))
    return quotient(product(number, log1p(quotient(gap, a)) + of_parts(gap.real * 0, gap.real.dtype.type(2 * np.pi * turns))), gap)


def log1p(z):
    """Of complex numbers near to 0: what is lost of 1 + z is made up for."""
    whole = 1 + z
    logarithm = np.log(whole)
    return z if whole == 1 or whole == logarithm else product(z, quotient(logarithm, whole - 1))


def of_large(block):
    """log(A) = 2^k log(A^(1/2^k)), the latter by Pade's approximant in partial fractions: nodes and weights of Gauss and Legendre."""
    least, norms = DEGREES[block.dtype.name]
    root, roots, is_near, one = block, 0, False, np.eye(len(block), dtype=block.dtype)
    while True:
        norm = np.abs(root - one).sum(0).max()
        degree = degree_for(norm, least, norms)
        if norm < norms[-1]:
            if is_near or degree - degree_for(norm / 2, least, norms) <= 1:
                break
            is_near = True
        root, roots = np.triu(root_of_triangle(root)), roots + 1
        if roots > 100:
            raise NoConvergence
    nodes, weights = np.polynomial.legendre.leggauss(degree)
    offset = root - one
    shares = [weight / 2 * np.linalg.solve(one + (node + 1) / 2 * offset, offset) for node, weight in zip(nodes, weights)]
    return (sum(shares) * 2.0**roots).astype(block.dtype)


def degree_for(norm, least: int, norms) -> int:
    return next((least + at for at, most in enumerate(norms) if norm <= most), least + len(norms) - 1)
