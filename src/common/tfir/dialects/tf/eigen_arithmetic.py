"""Sums, complex numbers, reflections and rotations in the order in which Eigen's kernels round them.

What comes of some steps of an eigenvalue iteration is rounding errors alone, and yet decides which of equally good vectors it ends with. So
TensorFlow's are met by its own order of operations: nothing is fused, since its packages are built for processors without that.
Source: Golub and Van Loan, "Matrix computations", 5.1 (reflections and rotations); Anderson, LAPACK working note 150.
"""

from tfir.ods.numpy_on_demand import np


def in_order(terms):
    """Their sum along the first axis, one after the other."""
    return np.add.accumulate(terms)[-1]


def in_packets(terms):
    """Sums [n] of terms [m, n] as rows of a matrix are multiplied with a vector: in vectors of 256 bits, whose halves are added until a number
    is left, then one after the other. Rows are taken by twos, and one that is left goes on with vectors of half the size."""
    lanes = 32 // terms.itemsize
    sums = by_lanes(terms, lanes)
    if terms.shape[1] % 2 and lanes > 2:
        rest = len(terms) % lanes
        if rest >= lanes // 2:
            whole = by_lanes(terms[: len(terms) - rest, -1], lanes) if rest < len(terms) else terms.dtype.type(0)
            half = by_lanes(terms[len(terms) - rest :, -1][: lanes // 2], lanes // 2)
            sums[-1] = in_order(np.array([whole, half, *terms[len(terms) - rest + lanes // 2 :, -1]]))
    return sums


def by_lanes(terms, lanes: int):
    count = len(terms) // lanes * lanes
    if not count:
        return in_order(terms)
    packet = in_order(terms[:count].reshape(-1, lanes, *terms.shape[1:]))
    while len(packet) > 1:
        packet = packet[: len(packet) // 2] + packet[len(packet) // 2 :]
    return in_order(np.concatenate([packet, terms[count:]]))


def product(a, b):
    """By parts and not fused, as C++ multiplies complex numbers."""
    if a.dtype.kind != "c" or b.dtype.kind != "c":
        return a * b
    return of_parts(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)


def quotient(a, b):
    """Smith's quotient of complex numbers, by which C++ divides; by a real number, of each part."""
    if b.dtype.kind != "c":
        return of_parts(a.real / b, a.imag / b) if a.dtype.kind == "c" else a / b
    is_flat = np.abs(b.real) >= np.abs(b.imag)
    longer, shorter = np.where(is_flat, b.real, b.imag), np.where(is_flat, b.imag, b.real)
    ratio = shorter / longer
    scale = shorter * ratio + longer
    real = np.where(is_flat, a.imag * ratio + a.real, a.real * ratio + a.imag) / scale
    return of_parts(real, np.where(is_flat, a.imag - a.real * ratio, a.imag * ratio - a.real) / scale)


def of_parts(real, imag):
    number = np.empty(np.shape(real), np.result_type(real, np.complex64))
    number.real, number.imag = real, imag
    return number[()]


def size_of(number):
    """A norm of complex numbers that needs no root."""
    return abs(number.real) + abs(number.imag)


def hypotenuse(x, y):
    """Eigen's, of real numbers of which one is not 0."""
    longer, shorter = max(abs(x), abs(y)), min(abs(x), abs(y))
    ratio = shorter / longer
    return longer * np.sqrt(1 + ratio * ratio)


def root_of(z):
    """Eigen's square root of a complex number."""
    x, y = z.real, z.imag
    half = np.sqrt(x.dtype.type(0.5) * (abs(x) + np.hypot(x, y)))
    signed = -half if y < 0 else half
    if x == 0:
        return of_parts(half, signed)
    return of_parts(half, y / (2 * half)) if x > 0 else of_parts(abs(y) / (2 * half), signed)


# Reflections


def reflection(column):
    """Householder's reflection of a vector onto its first axis: its direction, the factor, and what the first element becomes."""
    first, squares = column[0], column.real**2 + column.imag**2
    lanes = 1 if column.dtype.kind == "c" else 32 // squares.itemsize
    rest = by_lanes(squares[1:], lanes) if len(column) > 1 else squares.dtype.type(0)
    direction = np.zeros_like(column)
    direction[0] = 1
    tiny = np.finfo(column.dtype).tiny
    if rest <= tiny and first.imag**2 <= tiny:
        return direction, column.dtype.type(0), first.real
    length = np.sqrt(squares[0] + rest)
    length = -length if first.real >= 0 else length
    direction[1:] = quotient(column[1:], first - length)
    return direction, quotient(length - first, length), length


def reflect_rows(rows, direction, factor, total=in_order) -> None:
    """`rows` less `factor` times what of their columns lies in a direction, in place, in the order of Eigen's products: `total` sums columns."""
    if len(rows) == 1:
        rows[:] = product(rows, 1 - factor)
    elif factor != 0:
        inner = rows[0] + total(product(np.conj(direction[1:, None]), rows[1:]))
        rows[0] -= product(factor, inner)
        rows[1:] -= product(product(factor, direction[1:, None]), inner)


def reflect_columns(columns, direction, factor) -> None:
    """`columns` less `factor` times what of their rows lies in a direction, in place."""
    if columns.shape[1] == 1:
        columns[:] = product(columns, 1 - factor)
    elif factor != 0:
        own, rest = columns[:, 0], columns[:, 1:]
        inner = product(factor, own + in_packets(product(rest, direction[1:]).T))
        own -= inner
        rest -= product(inner[:, None], np.conj(direction[1:]))


# Rotations


def rotate(one, other, c, s) -> None:
    """Two rows or columns turned by a rotation of which the cosine is real, in place."""
    before = one.copy()
    one[:] = c * before + product(s, other)
    other[:] = c * other - product(np.conj(s), before)


def givens(p, q):
    """Cosine and sine of the rotation that turns (p, q) onto the first axis."""
    one = p.dtype.type(1)
    if q == 0:
        return (-one if p < 0 else one), one * 0
    if p == 0:
        return one * 0, (one if q < 0 else -one)
    if np.abs(p) > np.abs(q):
        ratio = q / p
        length = np.sqrt(one + ratio * ratio) * (-one if p < 0 else one)
        return one / length, -ratio * (one / length)
    ratio = p / q
    length = np.sqrt(one + ratio * ratio) * (-one if q < 0 else one)
    return -ratio * (-one / length), -one / length


def complex_givens(p, q):
    """A real cosine and a sine of the rotation that turns (p, q) onto the first axis, and what is left there."""
    real = p.real.dtype.type
    if q == 0:
        c = real(-1 if p.real < 0 else 1)
        return c, q, c * p
    if p == 0:
        return real(0), -quotient(q, abs(q)), abs(q)
    scale = size_of(p) if size_of(p) >= size_of(q) else size_of(q)
    small_p, small_q = quotient(p, scale), quotient(q, scale)
    square_p, square_q = small_p.real**2 + small_p.imag**2, small_q.real**2 + small_q.imag**2
    sign = real(-1 if p.real < 0 else 1)
    if size_of(p) >= size_of(q):
        length = sign * np.sqrt(1 + square_q / square_p)
        c = 1 / length
        return c, product(-small_q, np.conj(small_p)) * (c / square_p), p * length
    length, size = sign * scale * np.sqrt(square_p + square_q), abs(p)
    unit = quotient(p, size)
    return size / length, product(-np.conj(unit), quotient(q, length)), unit * length
