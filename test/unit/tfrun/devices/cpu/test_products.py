"""Products of tensors whose columns lie in groups, against NumPy: whole numbers, which floats add without rounding."""

import numpy as np
import pytest
from device_calls import call, lowered

NAMES = {"f4": "f32", "f8": "f64"}


def drawn(shape, kind="f4", seed=0):
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(kind)


def tensor(array) -> str:
    return f"tensor<{'x'.join(map(str, array.shape))}x{NAMES[array.dtype.str[1:]]}>"


@pytest.mark.sweep
@pytest.mark.parametrize("target", ["x86-64-v3", "x86-64-v4"])
@pytest.mark.parametrize("columns", [8, 9, 10, 12, 16, 24])
@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_columns_in_groups(columns, kind, target):
    """A row of the result goes over three matrices, whose rows end where vectors do or do not."""
    x, y = drawn((16, 5), kind), drawn((3, 5, columns), kind, seed=1)
    expected = np.einsum("ij,kjl->ikl", x, y)
    text = f"""func.func @main(%x: {tensor(x)}, %y: {tensor(y)}) -> {tensor(expected)} {{
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : ({tensor(x)}, {tensor(y)}) -> {tensor(expected)}
      return %0 : {tensor(expected)}
    }}"""
    ((result,),) = call(lowered(text, target, "cpu"), "cpu", [[x, y]])
    np.testing.assert_array_equal(result, expected)


def test_dimensions_that_are_summed_in_another_order():
    """The constant is filled up to two vectors, and its kernel runs on the processor, not on the host."""
    x, y = drawn((6, 3, 33)), drawn((6, 3, 24), seed=1)
    expected = np.einsum("ijk,ijl->kl", x, y)
    text = f"""func.func @main(%x: {tensor(x)}) -> {tensor(expected)} {{
      %y = stablehlo.constant dense<"0x{y.tobytes().hex().upper()}"> : {tensor(y)}
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1, 0] x [1, 0] : ({tensor(x)}, {tensor(y)}) -> {tensor(expected)}
      return %0 : {tensor(expected)}
    }}"""
    module = lowered(text, "x86-64-v4", "cpu")
    assert {op.get("format") for op in module.walk() if op.name == "iree.executable"} == {"Unspecified", "LLVM"}
    ((result,),) = call(module, "cpu", [[x]])
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("columns", [(4, 24), (4, 16), (2, 8), (3, 10), (2, 2, 12), (5, 7)])
def test_panels_over_columns_of_several_dimensions(columns):
    """Those in which no whole dimensions lie are not made: each kernel runs on the processor."""
    x, y = drawn((33, 5), "f8"), drawn((5, *columns), "f8", seed=1)
    expected = np.tensordot(x, y, 1)
    text = f"""func.func @main(%x: {tensor(x)}) -> {tensor(expected)} {{
      %y = stablehlo.constant dense<"0x{y.tobytes().hex().upper()}"> : {tensor(y)}
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : ({tensor(x)}, {tensor(y)}) -> {tensor(expected)}
      return %0 : {tensor(expected)}
    }}"""
    module = lowered(text, "x86-64-v3", "cpu")
    assert {op.get("format") for op in module.walk() if op.name == "iree.executable"} == {"Unspecified", "LLVM"}
    ((result,),) = call(module, "cpu", [[x]])
    np.testing.assert_array_equal(result, expected)


def test_one_constant_summed_over_either_dimension():
    """Both products take it in panels of the same type, with other numbers in them."""
    x, y = drawn((16, 6)), drawn((6, 6, 24), seed=1)
    by_first, by_second = np.einsum("ij,jkl->ikl", x, y), np.einsum("ij,kjl->ikl", x, y)
    kinds = f"({tensor(x)}, {tensor(y)}) -> {tensor(by_first)}"
    text = f"""func.func @main(%x: {tensor(x)}) -> ({tensor(by_first)}, {tensor(by_second)}) {{
      %y = stablehlo.constant dense<"0x{y.tobytes().hex().upper()}"> : {tensor(y)}
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : {kinds}
      %1 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : {kinds}
      return %0, %1 : {tensor(by_first)}, {tensor(by_second)}
    }}"""
    ((first, second),) = call(lowered(text, "x86-64-v3", "cpu"), "cpu", [[x]])
    np.testing.assert_array_equal(first, by_first)
    np.testing.assert_array_equal(second, by_second)


@pytest.mark.parametrize("target", ["x86-64-v3", "x86-64-v4"])
@pytest.mark.parametrize("columns", [3, 16, 40, 100])
def test_rows_of_an_unknown_number(columns, target):
    """Fewer than a tile has are done one by one; of more, the last tile ends where they do."""
    y = drawn((33, columns), seed=1)
    text = f"""func.func @main(%x: tensor<?x33xf32>, %y: {tensor(y)}) -> tensor<?x{columns}xf32> {{
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x33xf32>, {tensor(y)}) -> tensor<?x{columns}xf32>
      return %0 : tensor<?x{columns}xf32>
    }}"""
    inputs = [drawn((rows, 33), seed=rows) for rows in range(20)]
    results = call(lowered(text, target, "cpu"), "cpu", [[x, y] for x in inputs])
    for x, (result,) in zip(inputs, results, strict=True):
        np.testing.assert_array_equal(result, x @ y)
