"""Calls of LAPACK's routines, as JAX exports them, in operations that devices have. What factors multiply to is the truth."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_decompose import stablehlo_decompose

ELEMENTS = {"s": ("f32", np.float32), "d": ("f64", np.float64), "z": ("complex<f64>", np.complex128)}


def run(kind: str, calls: str, shapes: list[str], x: np.ndarray) -> list[np.ndarray]:
    """What a function of one matrix `%a` gives, which ends with `%0:..`."""
    element = ELEMENTS[kind][0]
    types = ", ".join(f"tensor<{shape}>" for shape in shapes).replace("T>", f"{element}>")
    size = "x".join(map(str, x.shape))
    text = f"""
        func.func @main(%a: tensor<{size}x{element}>) -> ({types}) {{
          {calls.replace("RESULTS", types).replace("A>", f"{size}x{element}>").replace("T>", f"{element}>")}
        }}"""
    module = parse(Source("test", text), lookup, dialect)
    stablehlo_decompose(module)
    verify(module)
    assert "stablehlo.custom_call" not in {op.name for op in module.walk()}
    return list(Program(module).run({"arg0": x}).values())


def factors(kind: str, x: np.ndarray):
    *stack, rows, columns = x.shape
    count = min(rows, columns)
    batch = "".join(f"{size}x" for size in stack)
    calls = f"""%0:3 = stablehlo.custom_call @lapack_{kind}getrf_ffi(%a) {{mhlo.backend_config = {{}}}} : (tensor<A>) -> (RESULTS)
          return %0#0, %0#1, %0#2 : RESULTS"""
    shapes = [f"{batch}{rows}x{columns}xT", f"{batch}{count}xi32", f"{batch}i32"]
    return run(kind, calls, shapes, x)


def drawn(shape, kind: str) -> np.ndarray:
    random = np.random.default_rng(sum(shape))
    x = random.standard_normal(shape) + (1j * random.standard_normal(shape) if kind == "z" else 0)
    return x.astype(ELEMENTS[kind][1])


def test_factors_of_a_small_matrix():
    """On paper: 3 is the first pivot; 2 - 4 / 3 is the second."""
    lu, pivots, info = factors("d", np.array([[1.0, 2.0], [3.0, 4.0]]))
    np.testing.assert_allclose(lu, [[3, 4], [1 / 3, 2 / 3]], rtol=1e-15)
    assert pivots.tolist() == [2, 2] and info == 0


def test_a_singular_matrix_is_told_by_the_first_pivot_that_is_zero():
    lu, pivots, info = factors("d", np.array([[1.0, 2.0], [2.0, 4.0]]))
    np.testing.assert_allclose(lu, [[2, 4], [0.5, 0]])
    assert pivots.tolist() == [2, 2] and info == 2


@pytest.mark.parametrize("kind", ELEMENTS)
@pytest.mark.parametrize("shape", [(5, 5), (2, 3, 3), (4, 2), (2, 5)])
def test_factors_multiply_to_the_rows_in_their_new_order(shape, kind):
    x = drawn(shape, kind)
    lu, pivots, info = factors(kind, x)
    assert not info.any()
    count = min(shape[-2:])
    for matrix, packed, exchanged in zip(*[each.reshape(-1, *each.shape[len(shape) - 2 :]) for each in (x, lu, pivots)]):
        rows = matrix.copy()
        for place, other in enumerate(exchanged - 1):
            rows[[place, other]] = rows[[other, place]]
        lower = np.tril(packed[:, :count], -1) + np.eye(shape[-2], count)
        np.testing.assert_allclose(lower @ np.triu(packed[:count]), rows, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("kind", ELEMENTS)
@pytest.mark.parametrize("rows, columns", [(4, 4), (5, 3), (3, 5)])
def test_orthogonal_factors(rows, columns, kind):
    count, x = min(rows, columns), drawn((rows, columns), kind)
    name = "ungqr" if kind == "z" else "orgqr"
    first = (
        f"stablehlo.custom_call @lapack_{kind}geqrf_ffi(%a) {{mhlo.backend_config = {{}}}} : (tensor<A>) -> (tensor<A>, tensor<{count}xT>)"
    )
    cut = f"stablehlo.slice %0#0 [0:{rows}, 0:{count}] : (tensor<A>) -> tensor<{rows}x{count}xT>"
    second = f"stablehlo.custom_call @lapack_{kind}{name}_ffi(%1, %0#1) {{mhlo.backend_config = {{}}}} : (tensor<{rows}x{count}xT>, tensor<{count}xT>) -> tensor<{rows}x{count}xT>"
    calls = f"%0:2 = {first}\n          %1 = {cut}\n          %2 = {second}\n          return %0#0, %2 : RESULTS"
    packed, q = run(kind, calls, [f"{rows}x{columns}xT", f"{rows}x{count}xT"], x)
    tolerance = 1e-5 if kind == "s" else 1e-12
    np.testing.assert_allclose(q.conj().T @ q, np.eye(count), atol=tolerance)
    np.testing.assert_allclose(q @ np.triu(packed[:count]), x, atol=tolerance)
    # As LAPACK has it: the diagonal of R has the sign against that of the column's first element.
    assert np.sign(packed[0, 0].real) == -np.sign(x[0, 0].real)
