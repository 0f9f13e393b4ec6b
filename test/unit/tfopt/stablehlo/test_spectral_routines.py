"""LAPACK's routines for eigenvalues and singular values, and steps on the way there, as arithmetic, held against what defines these and NumPy's values."""

from functools import cache

import numpy as np
import pytest
from random_stablehlo_legs import executed, module_of
from tfir.dialects import verify
from tfir.dialects.stablehlo import lapack

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

RANDOM = np.random.default_rng(3)


ELEMENTS = {"float32": "f32", "float64": "f64", "complex64": "complex<f32>", "complex128": "complex<f64>", "int32": "i32"}


def written(setting) -> str:
    return f"{ord(setting)} : ui8" if isinstance(setting, str) else str(setting).lower()


def called(target: str, operands, results: list[str], **settings):
    """What a call of a routine gives that the pass has replaced; T is the element type of the last operand, and a letter is a number of one byte."""
    operands = [operands] if isinstance(operands, np.ndarray) else operands
    element = ELEMENTS[operands[-1].dtype.name]
    types = ", ".join(results).replace("T", element)
    config = ", ".join([f"{name} = {written(setting)}" for name, setting in settings.items()])
    kinds = [f"tensor<{'x'.join([*map(str, each.shape), ELEMENTS[each.dtype.name]])}>" for each in operands]
    names = [f"%a{at}" for at in range(len(operands))]
    given = ", ".join([f"{name}: {kind}" for name, kind in zip(names, kinds)])
    module = module_of(f"""func.func @main({given}) -> ({types}) {{
      %0:{len(results)} = stablehlo.custom_call @{target}({", ".join(names)}) {{mhlo.backend_config = {{{config}}}}} : ({", ".join(kinds)}) -> ({types})
      return {", ".join([f"%0#{at}" for at in range(len(results))])} : {types}\n}}""")
    Runner(verify).run(parse_pipeline("stablehlo-decompose{spectra=true}"), module)
    assert not [op for op in module.walk() if op.name == "stablehlo.custom_call"]
    return executed(module, operands)


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


@pytest.mark.parametrize("uplo", ["L", "U"])
@pytest.mark.parametrize("name, element", [("ssyevd", np.float32), ("dsyevd", np.float64), ("cheevd", np.complex64)])
def test_eigenvalues(name, element, uplo):
    """One triangle is read; A V = V diag(w), V has orthonormal columns, and w rises."""
    whole = RANDOM.normal(size=(2, 4, 4)).astype(element)
    if element is np.complex64:
        whole = whole + 1j * RANDOM.normal(size=(2, 4, 4)).astype(np.float32)
    whole = whole + adjoint(whole)
    given = np.tril(whole) if uplo == "L" else np.triu(whole)
    vectors, values, info = called(
        f"lapack_{name}_ffi",
        given,
        ["tensor<2x4x4xT>", f"tensor<2x4x{'f64' if element is np.float64 else 'f32'}>", "tensor<2xi32>"],
        mode="V",
        uplo=uplo,
    )
    np.testing.assert_allclose(values, np.linalg.eigvalsh(whole), rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(whole @ vectors, vectors * values[:, None, :], atol=2e-5)
    np.testing.assert_allclose(adjoint(vectors) @ vectors, np.broadcast_to(np.eye(4), (2, 4, 4)), atol=1e-5)
    assert info.tolist() == [0, 0]


@pytest.mark.parametrize("mode, left, right", [("S", (5, 3), (3, 3)), ("A", (5, 5), (3, 3))])
def test_singular_values(mode, left, right):
    """U diag(s) V^H is the matrix, bases are orthonormal, and s falls."""
    matrix = RANDOM.normal(size=(5, 3)).astype(np.float32)
    _, values, u, vh, info = called(
        "lapack_sgesdd_ffi", matrix,
        ["tensor<5x3xT>", "tensor<3xf32>", f"tensor<{left[0]}x{left[1]}xT>", f"tensor<{right[0]}x{right[1]}xT>", "tensor<i32>"], mode=mode,
    )  # fmt: skip
    np.testing.assert_allclose(values, np.linalg.svd(matrix, compute_uv=False), rtol=1e-5)
    np.testing.assert_allclose((u[:, :3] * values) @ vh, matrix, atol=1e-5)
    np.testing.assert_allclose(u.T @ u, np.eye(left[1]), atol=1e-5)
    assert info == 0


def test_singular_values_alone_of_a_wide_matrix():
    matrix = RANDOM.normal(size=(2, 3, 4)).astype(np.float32)
    _, values, u, _, info = called(
        "lapack_sgesdd_ffi", matrix, ["tensor<2x3x4xT>", "tensor<2x3xf32>", "tensor<2x0x0xT>", "tensor<2x0x0xT>", "tensor<2xi32>"], mode="N"
    )
    np.testing.assert_allclose(values, np.linalg.svd(matrix, compute_uv=False), rtol=1e-5)
    assert u.shape == (2, 0, 0) and info.tolist() == [0, 0]


# Matrices of any kind


def matrix_of(kind: str) -> np.ndarray:
    drawn = RANDOM.normal(size=(2, 4, 4))
    return {
        "real": drawn, "complex": drawn + 1j * RANDOM.normal(size=(2, 4, 4)), "one number": drawn[:, :1, :1],
        "defective": np.array([[[2.0, 0, 0], [1, 2, 0], [0, 1, 2]]]), "cyclic": np.array([[[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]]),
        "equal": np.diag([1.0, 1, 2])[None], "large": drawn * 1e200, "rows of different size": drawn * np.logspace(0, 12, 4)[:, None] / np.logspace(0, 12, 4),
    }[kind]  # fmt: skip


TOGETHER = [("real", "large", "rows of different size"), ("defective", "cyclic", "equal"), ("complex",), ("one number",)]  # in one call
KINDS = [kind for kinds in TOGETHER for kind in kinds]


@cache
def matrices(kinds: tuple[str, ...]) -> list[np.ndarray]:
    return [matrix_of(kind) for kind in kinds]


@cache
def of_kinds(routine, kinds: tuple[str, ...]) -> list[np.ndarray]:
    return routine(np.concatenate(matrices(kinds)))


def of_kind(routine, kind: str) -> tuple[np.ndarray, list[np.ndarray]]:
    """The matrices of a kind, and what a routine gives for them, which is called with all that have as many rows: none may touch another."""
    kinds = next(kinds for kinds in TOGETHER if kind in kinds)
    given, at = matrices(kinds), kinds.index(kind)
    start = sum(map(len, given[:at]))
    return given[at], [each[start : start + len(given[at])] for each in of_kinds(routine, kinds)]


def eigenvalues_and_vectors(x: np.ndarray) -> list[np.ndarray]:
    count, size = x.shape[:2]
    is_complex = x.dtype.kind == "c"
    vectors = f"tensor<{count}x{size}x{size}xcomplex<f64>>"
    types = [*[f"tensor<{count}x{size}xT>"] * (1 if is_complex else 2), vectors, vectors, f"tensor<{count}xi32>"]
    return called(f"lapack_{'z' if is_complex else 'd'}geev_ffi", x, types, compute_left="V", compute_right="V")


def schur_form(x: np.ndarray) -> list[np.ndarray]:
    count, size = x.shape[:2]
    is_complex = x.dtype.kind == "c"
    matrix, values = f"tensor<{count}x{size}x{size}xT>", [f"tensor<{count}x{size}xT>"] * (1 if is_complex else 2)
    types = [matrix, matrix, *values, f"tensor<{count}xi32>", f"tensor<{count}xi32>"]
    return called(f"lapack_{'z' if is_complex else 'd'}gees_ffi", x, types, mode="V", sort="N")


def spectrum(x):
    """Eigenvalues by NumPy, in an order that does not ask which of two nearly equal real parts is less."""
    return np.sort_complex(np.round(np.linalg.eigvals(x), 9))


@pytest.mark.parametrize("kind", KINDS)
def test_eigenvalues_and_both_vectors(kind):
    """A V = V diag(w) and U^H A = diag(w) U^H with columns of length 1; a real matrix has its complex eigenvalues, and their vectors, in pairs."""
    x, (*w, left, right, info) = of_kind(eigenvalues_and_vectors, kind)
    size, is_complex, largest = x.shape[1], x.dtype.kind == "c", np.max(np.abs(x))
    w = w[0] if is_complex else w[0] + 1j * w[1]
    assert not info.any()
    np.testing.assert_allclose(
        [spectrum(each / largest) for each in w[..., None] * np.eye(size)], [spectrum(each / largest) for each in x], atol=1e-7
    )
    np.testing.assert_allclose(x / largest @ right, right * (w / largest)[:, None], atol=1e-13)
    np.testing.assert_allclose(adjoint(left) @ (x / largest), (w / largest)[..., None] * adjoint(left), atol=1e-13)
    np.testing.assert_allclose(np.linalg.norm([left, right], axis=-2), 1, rtol=1e-14)
    if not is_complex:
        imaginary = np.sort(w.imag)
        np.testing.assert_array_equal(imaginary, -imaginary[:, ::-1])
        assert not right.imag[np.broadcast_to((w.imag == 0)[:, None], right.shape)].any()


def test_vectors_that_are_not_asked_for_are_zeros():
    x = matrix_of("real")[0].astype(np.float32)
    vectors = "tensor<4x4xcomplex<f32>>"
    *w, left, right, info = called(
        "lapack_sgeev_ffi", x, ["tensor<4xT>", "tensor<4xT>", vectors, vectors, "tensor<i32>"], compute_left="N", compute_right="N"
    )
    np.testing.assert_allclose(np.sort(w[0]), np.sort(np.linalg.eigvals(x).real), rtol=1e-5)
    assert not left.any() and not right.any() and info == 0


def test_what_is_no_number_is_told():
    x = np.array([[1, np.nan], [2, 3.0]])
    *_, info = called(
        "lapack_dgees_ffi",
        x,
        ["tensor<2x2xT>", "tensor<2x2xT>", "tensor<2xT>", "tensor<2xT>", "tensor<i32>", "tensor<i32>"],
        mode="V",
        sort="N",
    )
    assert info > 0


@pytest.mark.parametrize("kind", KINDS)
def test_schur_forms(kind):
    """Z T Z^H is the matrix, Z has orthonormal columns, T is triangular but for blocks of two rows with one number on their diagonal."""
    x, (form, z, *w, _, info) = of_kind(schur_form, kind)
    size, is_complex, largest = x.shape[1], x.dtype.kind == "c", np.max(np.abs(x))
    assert not info.any()
    np.testing.assert_allclose(z @ (form / largest) @ adjoint(z), x / largest, atol=1e-14)
    np.testing.assert_allclose(adjoint(z) @ z, np.broadcast_to(np.eye(size), z.shape), atol=1e-14)
    np.testing.assert_array_equal(np.tril(form, -1 if is_complex else -2), 0)
    np.testing.assert_array_equal(w[0].real, np.diagonal(form.real, axis1=1, axis2=2))
    for each in [] if is_complex else form:
        for row in np.flatnonzero(np.diagonal(each, -1)):
            assert each[row, row] == each[row + 1, row + 1] and np.sign(each[row, row + 1]) == -np.sign(each[row + 1, row])


# Steps on the way, which LAPACK says to the last sign: NumPy's answers of `tfir.dialects.stablehlo.lapack` are held against LAPACK's


@pytest.mark.parametrize(
    "name, settings",
    [("dgehrd", {"low": 1, "high": 4}), ("zgehrd", {"low": 1, "high": 4}), ("dgehrd", {"low": 2, "high": 3}), ("dsytrd", {"uplo": "L"}), ("zhetrd", {"uplo": "U"})],
)  # fmt: skip
def test_steps_to_narrow_matrices(name, settings):
    x = matrix_of("complex" if name[0] == "z" else "real")
    if settings == {"low": 2, "high": 3}:
        x = np.triu(x, -1) * (np.arange(4)[:, None] - np.arange(4) != 1) + np.diag([0, 1.0, 0], -1)
    kinds = ["tensor<2x4xf64>", "tensor<2x3xf64>"] if "trd" in name else []
    x = x + adjoint(x) if kinds else x
    results = called(f"lapack_{name}_ffi", x, ["tensor<2x4x4xT>", *kinds, "tensor<2x3xT>", "tensor<2xi32>"], **settings)
    routine = lapack.ROUTINES["sytrd" if kinds else "gehrd"]
    for at in range(2):
        for result, expected in zip(results, routine(x[at], **settings)):
            np.testing.assert_allclose(result[at], expected, atol=1e-14)


def test_columns_in_an_order_by_which_r_falls():
    """The second column, which is to come first, stays in front, and the diagonal falls behind it."""
    x, first = matrix_of("real")[0], np.array([0, 1, 0, 0], np.int32)
    packed, order, taus = called("lapack_dgeqp3_ffi", [x, first], ["tensor<4x4xf64>", "tensor<4xT>", "tensor<4xf64>"])
    for result, expected in zip((packed, order, taus), lapack.geqp3(x, first)):
        np.testing.assert_allclose(result, expected, atol=1e-14)
    assert order[0] == 2 and sorted(order) == [1, 2, 3, 4]
    assert (np.diff(np.abs(np.diagonal(packed))[1:]) <= 0).all()


@pytest.mark.parametrize("left, transpose", [(True, False), (True, True), (False, False), (False, True)])
def test_products_with_reflections(left, transpose):
    packed, taus = lapack.geqrf(matrix_of("complex")[0])
    c = RANDOM.normal(size=(4, 4)) + 0j
    (product,) = called("lapack_zunmqr_ffi", [packed, taus, c], ["tensor<4x4xT>"], left=left, transpose=transpose)
    q = adjoint(lapack.orgqr(packed, taus)[0]) if transpose else lapack.orgqr(packed, taus)[0]
    np.testing.assert_allclose(product, q @ c if left else c @ q, atol=1e-14)


@pytest.mark.parametrize("element", [np.float64, np.complex128])
@pytest.mark.parametrize("size", [1, 2, 6])
def test_systems_of_three_diagonals(size, element):
    """Rows are exchanged where the diagonal is 0; what stands beyond the matrix is not read."""
    bands, b = RANDOM.normal(size=(3, 2, size)).astype(element), RANDOM.normal(size=(2, size, 2)).astype(element)
    bands[1, :, 0] = 0 if size > 1 else 3
    bands[0, :, 0] = bands[2, :, -1] = np.nan
    row = f"tensor<2x{size}xT>"
    types = [row, row, row, f"tensor<2x{size}x2xT>", "tensor<2xi32>"]
    *_, x, info = called(f"lapack_{'z' if element is np.complex128 else 'd'}gtsv_ffi", [*bands, b], types)
    matrix = [np.diag(m) + np.diag(above[:-1], 1) + np.diag(below[1:], -1) for below, m, above in zip(*bands)]
    np.testing.assert_allclose(x, np.linalg.solve(matrix, b), rtol=1e-11)
    assert info.tolist() == [0, 0]


def test_a_singular_system_is_told_by_its_pivot():
    """On paper: of [[1, 1], [1, 1]] the second pivot is 0."""
    one = np.ones(2)
    *_, info = called("lapack_dgtsv_ffi", [one, one, one, np.ones((2, 1))], [*["tensor<2xT>"] * 3, "tensor<2x1xT>", "tensor<i32>"])
    assert info == 2


def test_without_the_option_lapack_is_called():
    module = module_of("""func.func @main(%a: tensor<2x2xf32>) -> tensor<2xf32> {
      %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<i32>)
      return %0#1 : tensor<2xf32>\n}""")
    Runner(verify).run(parse_pipeline("stablehlo-decompose"), module)
    assert [op.name for op in module.walk() if op.name == "stablehlo.custom_call"]
