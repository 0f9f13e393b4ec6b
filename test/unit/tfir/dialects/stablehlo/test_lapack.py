"""LAPACK's routines, held to what their results must be of the matrices they are given, to 12 digits of f64 or 5 of f32, and to numbers from
paper for the conventions that such identities do not see."""

import numpy as np
import pytest
from tfir.dialects.stablehlo import lapack
from tfir.dialects.stablehlo.lapack import adjoint, multiplied

DTYPES = ["float32", "float64", "complex64", "complex128"]


def drawn(dtype, *shape):
    generator = np.random.default_rng(7)
    numbers = generator.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        numbers = numbers + 1j * generator.standard_normal(shape)
    return numbers.astype(dtype)


def positive(dtype, size):
    matrix = drawn(dtype, size, size)
    return matrix @ adjoint(matrix) + size * np.eye(size, dtype=dtype)


def same(one, other, dtype):
    tolerance = 1e-5 if dtype in ("float32", "complex64") else 1e-12
    assert np.allclose(one, other, rtol=tolerance * 10, atol=tolerance * 10)


def product_of(packed, taus, count):
    """The first columns of the product of reflectors."""
    return multiplied(packed, taus, np.eye(len(packed), count, dtype=packed.dtype))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("uplo", "LU")
def test_potrf(dtype, uplo):
    a = positive(dtype, 4)
    factor, info = lapack.potrf(a, uplo)
    triangle, other = (np.tril, np.triu) if uplo == "L" else (np.triu, np.tril)
    lower = np.tril(factor) if uplo == "L" else adjoint(np.triu(factor))
    same(lower @ adjoint(lower), a, dtype)
    same(factor - triangle(factor), a - triangle(a), dtype)
    assert info == 0


@pytest.mark.parametrize("rows, info", [([[1, 2, 0], [2, 1, 0], [0, 0, 1]], 2), ([[-1, 0], [0, 1]], 1), ([[1, 0], [0, 0]], 2)])
def test_potrf_tells_which_minor_is_not_positive(rows, info):
    """1*1 - 2*2 = -3 is the minor of order 2 of the first."""
    assert lapack.potrf(np.array(rows, float), "L")[1] == info


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(4, 4), (5, 3), (3, 5), (1, 1)])
def test_getrf(dtype, shape):
    a = drawn(dtype, *shape)
    lu, pivots, info = lapack.getrf(a)
    lower, upper = np.tril(lu, -1)[:, : min(shape)] + np.eye(shape[0], min(shape)), np.triu(lu)[: min(shape)]
    exchanged = a.copy()
    for row, other in enumerate(pivots - 1):
        exchanged[[row, other]] = exchanged[[other, row]]
    same(lower @ upper, exchanged, dtype)
    assert info == 0 and np.abs(np.tril(lu, -1)).max(initial=0) <= 1.5  # pivots are largest by |re| + |im|


def test_getrf_on_paper():
    """The second row comes first: 1 = 1/3 * 3, and 2 - 1/3 * 4 = 2/3."""
    lu, pivots, info = lapack.getrf(np.array([[1.0, 2.0], [3.0, 4.0]]))
    assert np.allclose(lu, [[3, 4], [1 / 3, 2 / 3]]) and list(pivots) == [2, 2] and info == 0
    assert lapack.getrf(np.array([[1.0, 2.0], [2.0, 4.0]]))[2] == 2
    assert lapack.getrf(np.zeros((2, 2)))[2] == 1


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(5, 3), (4, 4), (3, 5)])
def test_geqrf_and_orgqr(dtype, shape):
    a, count = drawn(dtype, *shape), min(shape)
    packed, taus = lapack.geqrf(a)
    (q,) = lapack.orgqr(packed[:, :count].astype(dtype), taus.astype(dtype))
    same(q @ np.triu(packed)[:count], a, dtype)
    same(adjoint(q) @ q, np.eye(count), dtype)


def test_geqrf_on_paper():
    """[3, 4] becomes [-5, 0]: v = 4 / (3 + 5), tau = (-5 - 3) / -5."""
    packed, taus = lapack.geqrf(np.array([[3.0], [4.0]]))
    assert np.allclose(packed, [[-5], [0.5]]) and np.allclose(taus, [1.6])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("transpose", [True, False])
def test_ormqr(dtype, left, transpose):
    packed, taus = [part.astype(dtype) for part in lapack.geqrf(drawn(dtype, 5, 3))]
    q, c = product_of(packed, taus, 5), drawn(dtype, *((5, 2) if left else (2, 5)))
    q = adjoint(q) if transpose else q
    same(lapack.ormqr(packed, taus, c, left, transpose)[0], q @ c if left else c @ q, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_geqp3(dtype):
    a = drawn(dtype, 5, 4)
    packed, order, taus = lapack.geqp3(a, np.zeros(4, np.int32))
    same(product_of(packed, taus, 4) @ np.triu(packed)[:4], a[:, order - 1], dtype)
    assert all(np.diff(np.abs(np.diagonal(packed))) <= 1e-6) and sorted(order) == [1, 2, 3, 4]
    assert lapack.geqp3(a, np.array([0, 0, 1, 0]))[1][0] == 3


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("mode", "ASN")
def test_gesdd(dtype, mode):
    a = drawn(dtype, 5, 3)
    _, s, u, vh, info = lapack.gesdd(a, mode)
    if mode == "N":
        same(s**2, np.linalg.eigvalsh(adjoint(a) @ a)[::-1], dtype)
        assert u is None and vh is None
    else:
        same(u[:, :3] * s @ vh, a, dtype)
        assert u.shape == ((5, 5) if mode == "A" else (5, 3))
    assert info == 0


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("uplo", "LU")
def test_syevd_reads_one_triangle(dtype, uplo):
    a = positive(dtype, 4)
    half = np.tril(a) if uplo == "L" else np.triu(a)
    vectors, values, info = lapack.syevd(half, "V", uplo)
    same(a @ vectors, vectors * values, dtype)
    assert all(np.diff(values) >= 0) and info == 0
    assert lapack.syevd(half, "N", uplo)[0] is None


@pytest.mark.parametrize("dtype", DTYPES)
def test_geev(dtype):
    a = drawn(dtype, 4, 4)
    *values, left, right, info = lapack.geev(a, "V", "V")
    values = values[0] if len(values) == 1 else values[0] + 1j * values[1]
    same(a @ right, right * values, dtype)
    same(adjoint(left) @ a, values[:, None] * adjoint(left), dtype)
    same(np.linalg.norm(left, axis=0), np.ones(4), dtype)
    assert info == 0 and len(lapack.geev(a, "N", "N")) == (4 if a.dtype.kind == "c" else 5)
    assert lapack.geev(a, "N", "N")[-3:-1] == (None, None)


def test_eigenvalues_of_a_quarter_turn():
    """i and -i, of a real matrix as real and imaginary parts."""
    real, imaginary, *_ = lapack.geev(np.array([[0.0, -1.0], [1.0, 0.0]]), "N", "V")
    assert list(real) == [0, 0] and list(imaginary) == [1, -1]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("side", "LR")
@pytest.mark.parametrize("uplo", "LU")
@pytest.mark.parametrize("trans", "NTC")
@pytest.mark.parametrize("diag", "NU")
def test_trsm(dtype, side, uplo, trans, diag):
    a, b = drawn(dtype, 3, 3) + 3 * np.eye(3, dtype=dtype), drawn(dtype, *((3, 2) if side == "L" else (2, 3)))
    (x,) = lapack.trsm(a, b, side, uplo, trans, diag)
    matrix = np.tril(a) if uplo == "L" else np.triu(a)
    if diag == "U":
        np.fill_diagonal(matrix, 1)
    matrix = {"N": matrix, "T": matrix.T, "C": adjoint(matrix)}[trans]
    same(matrix @ x if side == "L" else x @ matrix, b, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_gehrd(dtype):
    """Row and column 1 stay as they are where the part to be reduced begins at 2."""
    a = drawn(dtype, 5, 5)
    for low in (1, 2):
        whole = a if low == 1 else np.triu(a, 1) + np.diag(np.diagonal(a)) + np.tril(a[:, 1:] @ np.eye(4, 5, 1), -1)
        packed, taus, info = lapack.gehrd(whole.astype(dtype), low, 5)
        q = np.eye(5, dtype=dtype)
        q[1:, 1:] = product_of(packed[1:, :-1], taus, 4)
        same(q @ np.triu(packed, -1) @ adjoint(q), whole, dtype)
        assert info == 0 and (taus[: low - 1] == 0).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_sytrd(dtype):
    a = positive(dtype, 5)
    packed, diagonal, beside, taus, _ = lapack.sytrd(np.tril(a), "L")
    q = np.eye(5, dtype=dtype)
    q[1:, 1:] = product_of(packed[1:, :-1], taus, 4)
    same(q @ (np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)) @ adjoint(q), a, dtype)
    same(np.diagonal(packed, -1), beside, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_sytrd_of_the_upper_triangle(dtype):
    """The reflectors stand above the diagonal, each with its 1 at its end, and their product goes from the last to the first."""
    a = positive(dtype, 4)
    packed, diagonal, beside, taus, _ = lapack.sytrd(np.triu(a), "U")
    q = np.eye(4, dtype=dtype)
    for number in reversed(range(3)):
        vector = np.zeros(4, dtype)
        vector[:number], vector[number] = packed[:number, number + 1], 1
        q = q - taus[number] * np.outer(q @ vector, np.conj(vector))
    same(q @ (np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)) @ adjoint(q), a, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", [1, 2, 5])
def test_gtsv(dtype, size):
    """The diagonal is small, so that rows must be exchanged."""
    below, diagonal, above = drawn(dtype, size), drawn(dtype, size) * 0.01, drawn(dtype, size) + 1
    matrix = np.diag(diagonal) + np.diag(below[1:], -1) + np.diag(above[:-1], 1)
    *_, x, info = lapack.gtsv(below, diagonal, above, matrix @ np.ones((size, 2), dtype))
    assert np.allclose(x, 1, atol=1e-3 if dtype in ("float32", "complex64") else 1e-10) and info == 0
    assert lapack.gtsv(below * 0, diagonal * 0, above, np.ones((size, 1), dtype))[-1] == 1


SCHUR = {
    "drawn": None,
    "turned round": np.roll(np.eye(6), 1, 0),  # usual shifts lead nowhere
    "two blocks": np.kron(np.diag([1, -2, 0]), [[1, 5], [-3, 1]]),
    "real pairs": np.kron(np.eye(3), [[1, 2], [3, 4]]),
    "zero": np.zeros((6, 6)),
    "one Jordan block": np.eye(6) * 2 + np.eye(6, k=1),
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", SCHUR)
def test_gees(dtype, kind):
    """Triangular but for real blocks of two rows, whose diagonal has equal elements and whose others have opposite signs."""
    a = drawn(dtype, 6, 6) if SCHUR[kind] is None else SCHUR[kind].astype(dtype)
    form, vectors, *values, _, info = lapack.gees(a, "V", "N")
    same(vectors @ form @ adjoint(vectors), a, dtype)
    same(adjoint(vectors) @ vectors, np.eye(6), dtype)
    assert info == 0 and np.abs(np.tril(form, -2)).max() == 0
    blocks = np.flatnonzero(np.diagonal(form, -1))
    assert a.dtype.kind == "f" or not len(blocks)
    for row in blocks:
        assert form[row, row] == form[row + 1, row + 1] and form[row, row + 1] * form[row + 1, row] < 0
    total = values[0].sum() if len(values) == 1 else (values[0] + 1j * values[1]).sum()
    same(total, np.trace(a), dtype)
    if kind != "one Jordan block":
        key = lambda value: (round(value.real, 3), round(value.imag, 3))  # noqa: E731
        listed = sorted(values[0] if len(values) == 1 else values[0] + 1j * values[1], key=key)
        assert np.allclose(listed, sorted(np.linalg.eigvals(a).astype(complex), key=key), atol=1e-3)


def test_a_call_is_one_routine_for_each_problem_of_a_batch(compute):
    """Cholesky's factors of 4 and 9, and of -1, which has none."""
    factors, info = compute("""
      %a = stablehlo.constant dense<[[[4.0]], [[9.0]], [[-1.0]]]> : tensor<3x1x1xf32>
      %y:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x1x1xf32>) -> (tensor<3x1x1xf32>, tensor<3xi32>)
    """)
    assert list(factors[:2, 0, 0]) == [2, 3] and list(info) == [0, 0, 1]


def test_configuration_may_stand_in_the_call_itself(compute):
    """[[2, 0], [1, 1]] times [1, 1] is [2, 2], and its transpose times [1/2, 2] is [3, 2]."""
    assert np.allclose(compute("""
      %a = stablehlo.constant dense<[[2.0, 0.0], [1.0, 1.0]]> : tensor<2x2xf64>
      %b = stablehlo.constant dense<[[3.0], [2.0]]> : tensor<2x1xf64>
      %y = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
    """), [[0.5], [2]])  # fmt: skip
