"""Cholesky's decomposition and triangular systems in simpler operations, against NumPy; only one triangle of a matrix is read."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_decompose import stablehlo_decompose
from tfrun.devices import session

TYPES = {"f16": (np.float16, 2e-2), "f32": (np.float32, 1e-4), "f64": (np.float64, 1e-12), "complex<f64>": (np.complex128, 1e-12)}


def computed(text: str, *operands):
    """The first result of a program once it is decomposed."""
    return all_computed(text, *operands)[0]


def all_computed(text: str, *operands):
    module = parse(Source("test", text), lookup, dialect)
    stablehlo_decompose(module)
    verify(module, lookup)
    assert not any(op.name in ("stablehlo.cholesky", "stablehlo.triangular_solve") for op in module.walk())
    with session(module, "interpreter") as program_of, np.errstate(all="ignore"):
        return program_of(find_entry(module))(list(operands))


def drawn(random, kind: str, *shape):
    """Numbers of a type, for matrices that are far from singular."""
    dtype, _ = TYPES[kind]
    x = random.uniform(-1, 1, shape)
    return (x + 1j * random.uniform(-1, 1, shape) if dtype is np.complex128 else x).astype(dtype)


def positive(random, kind: str, count: int, size: int):
    x = drawn(random, kind, count, size, size)
    return (x @ np.conj(np.swapaxes(x, -1, -2)) + size * np.eye(size)).astype(x.dtype)


def without(a, lower: bool):
    """A matrix of which one triangle is no numbers."""
    return np.where(np.tri(a.shape[-1], dtype=bool) if lower else np.tri(a.shape[-1], dtype=bool).T, a, a.dtype.type(np.nan))


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("size", [1, 2, 5])
@pytest.mark.parametrize("kind", TYPES)
def test_cholesky(kind, size, lower):
    a = positive(np.random.default_rng(size), kind, 3, size)
    type = f"tensor<3x{size}x{size}x{kind}>"
    text = f'func.func @main(%a: {type}) -> {type} {{ %0 = "stablehlo.cholesky"(%a) <{{lower = {str(lower).lower()}}}> : ({type}) -> {type} return %0 : {type} }}'
    wide = np.linalg.cholesky(a.astype(np.float64) if kind == "f16" else a)
    result = computed(text, without(a, lower))
    np.testing.assert_allclose(result, wide if lower else np.conj(np.swapaxes(wide, -1, -2)), rtol=TYPES[kind][1], atol=TYPES[kind][1])


@pytest.mark.parametrize("lower", [True, False])
def test_what_is_imaginary_on_a_diagonal_is_not_read(lower):
    """The numbers are TensorFlow's."""
    type = "tensor<1x3x3xcomplex<f64>>"
    text = f'func.func @main(%a: {type}) -> {type} {{ %0 = "stablehlo.cholesky"(%a) <{{lower = {str(lower).lower()}}}> : ({type}) -> {type} return %0 : {type} }}'
    a = np.array([[[4 + 3j, 9 + 9j, 1 + 1j], [2 - 2j, 9 + 1j, 1], [1j, 3, 7 + 2j]]])
    told = np.array([[[2, 0, 0], [1 - 1j, 7**0.5, 0], [0.5j, 1.3228756555322951 - 0.1889822365046136j, 2.228067708640318]]])
    turned = (lambda x: x) if lower else (lambda x: np.conj(np.swapaxes(x, -1, -2)))
    np.testing.assert_allclose(computed(text, turned(a)), turned(told), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("matrix", [[[1, 2], [2, 1]], [[0, 0], [0, 1]], [[1, 0], [0, -1]], [[1, 1], [1, 1]]])
def test_a_matrix_without_a_decomposition_gives_nan(matrix):
    type = "tensor<2x2x2xf32>"
    text = f'func.func @main(%a: {type}) -> {type} {{ %0 = "stablehlo.cholesky"(%a) <{{lower = true}}> : ({type}) -> {type} return %0 : {type} }}'
    result = computed(text, np.array([matrix, np.eye(2)], np.float32))
    assert np.isnan(result[0][np.tri(2, dtype=bool)]).all()
    np.testing.assert_array_equal(result[1], np.eye(2))


@pytest.mark.parametrize("turned", ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("kind", ["f32", "complex<f64>"])
def test_triangular_solve(kind, lower, left, turned):
    random, unit = np.random.default_rng(7), turned == "TRANSPOSE"
    a, b = positive(random, kind, 2, 4), drawn(random, kind, 2, *((4, 3) if left else (3, 4)))
    flags = f"left_side = {str(left).lower()}, lower = {str(lower).lower()}, unit_diagonal = {str(unit).lower()}"
    types = [f"tensor<{'x'.join(map(str, each.shape))}x{kind}>" for each in (a, b)]
    text = f"""func.func @main(%a: {types[0]}, %b: {types[1]}) -> {types[1]} {{
      %0 = "stablehlo.triangular_solve"(%a, %b) <{{{flags}, transpose_a = #stablehlo<transpose {turned}>}}> : ({types[0]}, {types[1]}) -> {types[1]}
      return %0 : {types[1]}
    }}"""
    result = computed(text, without(a, lower), b)
    matrix = np.tril(a) if lower else np.triu(a)
    matrix = np.where(np.eye(4, dtype=bool), 1, matrix).astype(a.dtype) if unit else matrix
    matrix = {"NO_TRANSPOSE": matrix, "TRANSPOSE": np.swapaxes(matrix, -1, -2), "ADJOINT": np.conj(np.swapaxes(matrix, -1, -2))}[turned]
    np.testing.assert_allclose(matrix @ result if left else result @ matrix, b, rtol=1e-3, atol=1e-4 if kind == "f32" else 1e-11)


@pytest.mark.parametrize("size, left, shape", [(1, True, (2, 1, 0)), (3, True, (2, 3, 0)), (1, False, (2, 0, 1)), (0, True, (2, 0, 3))])
def test_a_triangular_system_without_numbers_has_an_empty_solution(size, left, shape):
    a, b = f"tensor<2x{size}x{size}xf32>", f"tensor<{'x'.join(map(str, shape))}xf32>"
    flags = f"left_side = {str(left).lower()}, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>"
    text = f"""func.func @main(%a: {a}, %b: {b}) -> {b} {{
      %0 = "stablehlo.triangular_solve"(%a, %b) <{{{flags}}}> : ({a}, {b}) -> {b}
      return %0 : {b}
    }}"""
    assert computed(text, np.ones((2, size, size), np.float32), np.zeros(shape, np.float32)).shape == shape


def test_systems_of_more_rows_than_a_program_should_have_stay():
    type = "tensor<600x600xf32>"
    text = f'func.func @main(%a: {type}) -> {type} {{ %0 = "stablehlo.cholesky"(%a) <{{lower = true}}> : ({type}) -> {type} return %0 : {type} }}'
    module = parse(Source("test", text), lookup, dialect)
    stablehlo_decompose(module)
    assert any(op.name == "stablehlo.cholesky" for op in module.walk())


@pytest.mark.parametrize("side", "LR")
@pytest.mark.parametrize("uplo", "LU")
@pytest.mark.parametrize("trans", "NTC")
@pytest.mark.parametrize("diag", "NU")
def test_trsm_of_lapack(side, uplo, trans, diag):
    """Of a batch of complex matrices: `op(a) x` is b, or `x op(a)`."""
    random = np.random.default_rng(3)
    a, b = drawn(random, "complex<f64>", 2, 3, 3) + 3 * np.eye(3), drawn(random, "complex<f64>", 2, 3, 3)
    type = "tensor<2x3x3xcomplex<f64>>"
    config = ", ".join(
        [f"{name} = {ord(letter)} : ui8" for name, letter in zip(("diag", "side", "trans_x", "uplo"), (diag, side, trans, uplo))]
    )
    text = f"""func.func @main(%a: {type}, %b: {type}) -> {type} {{
      %0 = stablehlo.custom_call @lapack_ztrsm_ffi(%a, %b) {{mhlo.backend_config = {{{config}}}}} : ({type}, {type}) -> {type}
      return %0 : {type}
    }}"""
    x = computed(text, a, b)
    matrix = np.tril(a) if uplo == "L" else np.triu(a)
    matrix = np.where(np.eye(3, dtype=bool), 1, matrix) if diag == "U" else matrix
    matrix = {"N": matrix, "T": np.swapaxes(matrix, 1, 2), "C": np.conj(np.swapaxes(matrix, 1, 2))}[trans]
    np.testing.assert_allclose(matrix @ x if side == "L" else x @ matrix, b, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("uplo", "LU")
@pytest.mark.parametrize("element, kind", [("f64", "d"), ("complex<f64>", "z")])
def test_potrf_of_lapack(uplo, element, kind):
    """The factor in one triangle, the operand in the other; the second matrix has no decomposition."""
    random = np.random.default_rng(4)
    half = drawn(random, element, 3, 3)
    good = half @ np.conj(half.T) + 3 * np.eye(3)
    a = np.stack([good, -good])
    type = f"tensor<2x3x3x{element}>"
    text = f"""func.func @main(%a: {type}) -> ({type}, tensor<2xi32>) {{
      %0:2 = stablehlo.custom_call @lapack_{kind}potrf_ffi(%a) {{mhlo.backend_config = {{uplo = {ord(uplo)} : ui8}}}} : ({type}) -> ({type}, tensor<2xi32>)
      return %0#0, %0#1 : {type}, tensor<2xi32>
    }}"""
    factor, info = all_computed(text, a)
    assert (info != 0).tolist() == [False, True]
    triangle, other = (np.tril, np.triu) if uplo == "L" else (np.triu, np.tril)
    lower = triangle(factor[0]) if uplo == "L" else np.conj(triangle(factor[0]).T)
    np.testing.assert_allclose(lower @ np.conj(lower.T), good, rtol=1e-12, atol=1e-12)
    strictly = 1 if uplo == "L" else -1
    np.testing.assert_array_equal(other(factor[0], strictly), other(a[0], strictly))
