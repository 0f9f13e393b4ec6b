"""LAPACK's routines for eigenvalues and singular values as arithmetic, held against what defines these and NumPy's values."""

import numpy as np
import pytest
from random_stablehlo_legs import executed, module_of
from tfir.dialects import verify

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

RANDOM = np.random.default_rng(3)


def called(target: str, matrix, results: list[str], **letters):
    """What a call of a routine gives that the pass has replaced; its element type is the matrix's."""
    element = {"float32": "f32", "float64": "f64", "complex64": "complex<f32>"}[matrix.dtype.name]
    types = [each.replace("T", element) for each in results]
    config = ", ".join([f"{name} = {ord(letter)} : ui8" for name, letter in letters.items()])
    kind = f"tensor<{'x'.join(map(str, matrix.shape))}x{element}>"
    names = ", ".join([f"%0#{at}" for at in range(len(types))])
    module = module_of(f"""func.func @main(%a: {kind}) -> ({", ".join(types)}) {{
      %0:{len(types)} = stablehlo.custom_call @{target}(%a) {{mhlo.backend_config = {{{config}}}}} : ({kind}) -> ({", ".join(types)})
      return {names} : {", ".join(types)}\n}}""")
    Runner(verify).run(parse_pipeline("stablehlo-decompose{spectra=true}"), module)
    assert not [op for op in module.walk() if op.name == "stablehlo.custom_call"]
    return executed(module, [matrix])


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


def test_without_the_option_lapack_is_called():
    module = module_of("""func.func @main(%a: tensor<2x2xf32>) -> tensor<2xf32> {
      %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<i32>)
      return %0#1 : tensor<2xf32>\n}""")
    Runner(verify).run(parse_pipeline("stablehlo-decompose"), module)
    assert [op.name for op in module.walk() if op.name == "stablehlo.custom_call"]
