"""Each decomposition computes what the op means, over drawn and special numbers, within what upstream's approximations allow."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.computation import Computation
from tfir.ir.location import Source
from tfir.ods.arrays import dense_of
from tfir.text.parser import parse

from tfopt.chlo_to_stablehlo.chlo_legalize_to_stablehlo import chlo_legalize_to_stablehlo

INF, NAN = np.inf, np.nan
ENDS = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 1e-30, 3e38, -3e38]
REAL = {  # range of drawn operands, largest relative error in f32 and in f64
    "acos": (-1, 1, 1e-6, 1e-14), "acosh": (1, 50, 1e-6, 1e-14), "asin": (-1, 1, 1e-6, 1e-14), "asinh": (-50, 50, 1e-6, 1e-14),
    "atan": (-50, 50, 1e-6, 1e-14), "atanh": (-1, 1, 1e-6, 1e-14), "cosh": (-40, 40, 1e-5, 1e-13), "sinh": (-40, 40, 1e-5, 1e-13),
    "tan": (-20, 20, 1e-4, 1e-12), "erf": (-4, 4, 1e-6, 1e-14), "erfc": (-4, 9, 1e-5, 1e-13), "erf_inv": (-1, 1, 1e-5, 1e-13),
    "lgamma": (3, 50, 1e-5, 1e-12), "digamma": (2, 50, 1e-5, 1e-12), "bessel_i1e": (-60, 60, 1e-5, 1e-12), "square": (-9, 9, 0, 0),
    "conj": (-9, 9, 0, 0),
}  # fmt: skip
# At their ends upstream's approximations answer otherwise than the functions: 2 * 3e38 in the series of lgamma; digamma at infinities.
NOT_AT = {
    "lgamma": {3e38, -3e38},
    "digamma": {INF, -INF, 3e38, -3e38, -0.0, 0.0},
    "bessel_i1e": {INF, -INF},
    "tan": {3e38, -3e38},
    "asinh": {1e-30},
}


def both(text: str) -> list:
    """The results of the function @f as it is, and after the decomposition."""
    results = []
    for passes in ((), (chlo_legalize_to_stablehlo,)):
        module = parse(Source("test", text), lookup, dialect)
        for each in passes:
            each(module)
            assert not [op.name for op in module.walk() if op.dialect == "chlo"]
        with np.errstate(all="ignore"):
            results.append(Computation(next(iter(module.body)).body)())
    return results


def program(name: str, operands, result: str, form: str = "") -> str:
    types = [f"tensor<{'x'.join([*map(str, array.shape), element])}>" for array, element in operands]
    constants = "\n".join(
        f"  %x{number} = stablehlo.constant {dense_of(array)}" + ("" if ":" in str(dense_of(array)) else f" : {type}")
        for number, ((array, _), type) in enumerate(zip(operands, types))
    )
    names = ", ".join(f"%x{number}" for number in range(len(operands)))
    return f'func.func @f() -> {result} {{\n{constants}\n  %y = "chlo.{name}"({names}) {form} : ({", ".join(types)}) -> {result}\n  return %y : {result}\n}}'


def near(actual, expected, relative: float):
    actual, expected = [
        np.asarray(each).astype(np.complex128 if np.asarray(each).dtype.kind == "c" else np.float64) for each in (actual, expected)
    ]
    np.testing.assert_allclose(actual, expected, rtol=relative, atol=relative * 0.1)


@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize("name", REAL)
def test_functions_of_real_numbers(name, element):
    low, high, *errors = REAL[name]
    dtype = np.float32 if element == "f32" else np.float64
    drawn = np.random.default_rng(7).uniform(low, high, 400)
    ends = [each for each in ENDS if each not in NOT_AT.get(name, ())]
    operand = np.array([*drawn, *ends], dtype)
    meant, decomposed = both(program(name, [(operand, element)], f"tensor<{operand.size}x{element}>"))
    near(decomposed[0], meant[0], errors[element == "f64"])


@pytest.mark.parametrize("element, largest", [("f16", 2e-3), ("bf16", 1e-2)])
@pytest.mark.parametrize("name", ["erf", "erfc", "erf_inv", "lgamma", "digamma", "bessel_i1e", "cosh", "sinh", "asin", "acos", "atan"])
def test_half_precision(name, element, largest):
    from tfir.ir.types import BF16, F16
    from tfir.ods.arrays import dtype_of

    operand = np.random.default_rng(8).uniform(0.1, 0.9, 64).astype(dtype_of(F16 if element == "f16" else BF16))
    meant, decomposed = both(program(name, [(operand, element)], f"tensor<64x{element}>"))
    near(decomposed[0].astype(np.float32), meant[0].astype(np.float32), largest)


@pytest.mark.parametrize("name", ["acos", "acosh", "asin", "asinh", "atan", "atanh", "square", "conj"])
def test_functions_of_complex_numbers(name):
    """Over sizes from 1e-6 to 1e6, all quadrants, and on the branch cuts; from the other side of a cut, which -0 says, upstream's
    decompositions do not come."""
    drawn = np.random.default_rng(9)
    sizes = 10.0 ** drawn.uniform(-6, 6, (2, 300)) * drawn.choice([-1, 1], (2, 300))
    operand = (sizes[0] + 1j * sizes[1]).astype(np.complex128)
    cuts = np.array([complex(real, imag) for real in (-2.5, 2.5, 0.5, 0.0) for imag in (0.0, 2.5, -2.5)])
    operand = np.concatenate([operand, cuts])
    meant, decomposed = both(program(name, [(operand, "complex<f64>")], f"tensor<{operand.size}xcomplex<f64>>"))
    for part in (np.real, np.imag):
        np.testing.assert_allclose(part(decomposed[0]), part(meant[0]), rtol=1e-13, atol=1e-300)


@pytest.mark.parametrize("name", ["is_inf", "is_pos_inf", "is_neg_inf"])
def test_infinities(name):
    operand = np.array(ENDS, np.float32)
    meant, decomposed = both(program(name, [(operand, "f32")], f"tensor<{operand.size}xi1>"))
    assert decomposed[0].tolist() == meant[0].tolist()


@pytest.mark.parametrize("element, dtype", [("f32", np.float32), ("f64", np.float64), ("f16", np.float16)])
def test_next_after(element, dtype):
    """Every pair of special numbers, to the bit."""
    with np.errstate(over="ignore"):
        ends = np.array([*ENDS, np.finfo(dtype).max, np.finfo(dtype).smallest_subnormal, 2.0]).astype(dtype)
    x, y = [np.ascontiguousarray(each.ravel()) for each in np.meshgrid(ends, ends)]
    meant, decomposed = both(program("next_after", [(x, element), (y, element)], f"tensor<{x.size}x{element}>"))
    number = ~np.isnan(meant[0])
    assert np.isnan(decomposed[0][~number]).all()
    assert decomposed[0][number].tobytes() == meant[0][number].tobytes()


@pytest.mark.parametrize("name, x, q, largest", [
    ("zeta", np.linspace(1.5, 12, 40), np.linspace(0.1, 20, 40), 1e-13), ("zeta", [0.5, 1, 2, 3, 2.5], [1, 2, -3, -3, -1.5], 0),
    ("polygamma", [0, 1, 2, 3, 4, 0.5, -1], [0.5, 1.5, 2.5, 8, 9, 1, 1], 1e-12),
])  # fmt: skip
def test_zeta_and_polygamma(name, x, q, largest):
    operands = [(np.array(each, np.float64), "f64") for each in (x, q)]
    meant, decomposed = both(program(name, operands, f"tensor<{len(x)}xf64>"))
    near(decomposed[0], meant[0], largest)


@pytest.mark.parametrize("element", ["i8", "ui8", "i32", "ui32", "i64", "ui64"])
def test_upper_halves_of_products(element):
    dtype = np.dtype(element.replace("ui", "uint").replace("i", "int") if element[0] == "i" else element.replace("ui", "uint"))
    limits = np.iinfo(dtype)
    drawn = np.random.default_rng(10).integers(limits.min, limits.max, (2, 200), dtype, endpoint=True)
    drawn[:, :4] = [[limits.min, limits.min, limits.max, 0], [limits.min, limits.max, limits.max, limits.min]]
    meant, decomposed = both(program("mulhi", [(each, element) for each in drawn], f"tensor<200x{element}>"))
    assert decomposed[0].tolist() == meant[0].tolist()


@pytest.mark.parametrize(
    "name", "add and atan2 complex divide maximum minimum multiply power remainder subtract xor zeta next_after".split()
)
def test_implicit_broadcasting(name):
    element, dtype = ("i32", np.int32) if name in ("and", "xor") else ("f32", np.float32)
    wide = np.arange(1, 7).reshape(2, 3).astype(dtype)
    column = np.arange(2, 4).astype(dtype)
    result = "complex<f32>" if name == "complex" else element
    for other, form in ((column[:, None], ""), (column, "{broadcast_dimensions = array<i64: 0>}"), (wide[0], ""), (wide, "")):
        meant, decomposed = both(program(f"broadcast_{name}", [(wide, element), (other, element)], f"tensor<2x3x{result}>", form))
        near(decomposed[0], meant[0], 1e-6)


def test_top_k_takes_the_first_of_equal_ones():
    operand = np.array([[3, INF, NAN, 3, -0.0, 0.0], [1, 2, 2, 2, 0, -INF]], np.float32)
    text = program("top_k", [(operand, "f32")], "(tensor<2x4xf32>, tensor<2x4xi32>)", "{k = 4 : i64}")
    text = text.replace("%y =", "%y:2 =").replace(
        "return %y : (tensor<2x4xf32>, tensor<2x4xi32>)", "return %y#0, %y#1 : tensor<2x4xf32>, tensor<2x4xi32>"
    )
    meant, decomposed = both(text)
    assert decomposed[1].tolist() == meant[1].tolist() == [[2, 1, 0, 3], [1, 2, 3, 0]]
    np.testing.assert_array_equal(decomposed[0], meant[0])


def test_a_ragged_product_with_matrices_of_unknown_width():
    """Rows 0 and 1 times the first matrix, row 2 times the second."""
    x, matrices = np.arange(6.0, dtype="f4").reshape(3, 2), np.arange(12.0, dtype="f4").reshape(2, 2, 3)
    text = f"""func.func @f(%y: tensor<2x2x?xf32>) -> tensor<3x?xf32> {{
      %x = stablehlo.constant {dense_of(x).text}
      %n = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
      %0 = "chlo.ragged_dot"(%x, %y, %n) {{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1],
        rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}}
        : (tensor<3x2xf32>, tensor<2x2x?xf32>, tensor<2xi64>) -> tensor<3x?xf32>
      return %0 : tensor<3x?xf32>
    }}"""
    module = parse(Source("test", text), lookup, dialect)
    chlo_legalize_to_stablehlo(module)
    (result,) = Computation(module.body.first.body)(matrices)
    np.testing.assert_array_equal(result, np.concatenate([x[:2] @ matrices[0], x[2:] @ matrices[1]]))
