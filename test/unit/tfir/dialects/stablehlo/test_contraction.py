"""Sums of products: the StableHLO specification's example, and the same sums by NumPy's einsum."""

import numpy as np
import pytest


def test_batched_matrices(compute):
    assert compute("""
      %a = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
      %b = stablehlo.constant dense<[[[1, 0], [0, 1]], [[1, 0], [0, 1]]]> : tensor<2x2x2xi64>
      %y = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] :
        (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2x2x2xi64>
    """).tolist() == [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]  # fmt: skip


def test_any_dimensions(compute):
    """Batch in the middle, two contracted dimensions in different order."""
    result = compute("""
      %a = stablehlo.iota dim = 0 : tensor<3x2x4x5xi32>
      %c = stablehlo.iota dim = 2 : tensor<3x2x4x5xi32>
      %l = stablehlo.add %a, %c : tensor<3x2x4x5xi32>
      %b = stablehlo.iota dim = 3 : tensor<5x3x6x2xi32>
      %d = stablehlo.iota dim = 0 : tensor<5x3x6x2xi32>
      %r = stablehlo.add %b, %d : tensor<5x3x6x2xi32>
      %y = stablehlo.dot_general %l, %r, batching_dims = [1] x [3], contracting_dims = [3, 0] x [0, 1] :
        (tensor<3x2x4x5xi32>, tensor<5x3x6x2xi32>) -> tensor<2x4x6xi32>
    """)
    left = np.fromfunction(lambda a, b, c, d: a + c, (3, 2, 4, 5), dtype=int)
    right = np.fromfunction(lambda a, b, c, d: d + a, (5, 3, 6, 2), dtype=int)
    assert result.tolist() == np.einsum("abcd,daeb->bce", left, right).tolist()


def test_nothing_contracted(compute):
    assert compute("""
      %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %y = stablehlo.dot_general %a, %a, contracting_dims = [] x [] : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
    """).tolist() == [[1, 2], [2, 4]]  # fmt: skip


def test_small_integers_summed_in_a_wider_type(compute):
    """100 * 100 * 3 overflows 8 and 16 bits but not the 32 of the result; an 8-bit result wraps."""
    text = """
      %a = stablehlo.constant dense<100> : tensor<1x3xi8>
      %b = stablehlo.constant dense<100> : tensor<3x1xi8>
      %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x3xi8>, tensor<3x1xi8>) -> tensor<1x1xRESULT>
    """
    assert compute(text.replace("RESULT", "i32")).item() == 30000
    assert compute(text.replace("RESULT", "i8")).item() == 30000 % 256


def test_narrow_floats_are_summed_in_f32(compute):
    """256 + 1 + 1 in bf16 stays at 256 if each sum is rounded."""
    assert compute("""
      %a = stablehlo.constant dense<[[256.0, 1.0, 1.0]]> : tensor<1x3xbf16>
      %b = stablehlo.constant dense<1.0> : tensor<3x1xbf16>
      %y = stablehlo.dot %a, %b : (tensor<1x3xbf16>, tensor<3x1xbf16>) -> tensor<1x1xbf16>
    """).item() == 258.0  # fmt: skip


def test_narrow_floats_are_summed_in_what_is_wider(compute):
    """TensorFlow's XlaDotV2; products in f32 would give -15.42216396."""
    assert compute("""
      %a = stablehlo.constant dense<[-2.375, 0.375]> : tensor<2xf16>
      %b = stablehlo.constant dense<[6.491329193115234, -0.014019089750945568]> : tensor<2xf32>
      %y = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<2xf16>, tensor<2xf32>) -> tensor<complex<f64>>
    """).item() == pytest.approx(-15.422163992305286, rel=1e-15)  # fmt: skip


def test_einsum_and_empty(compute):
    assert compute("""
      %a = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
      %y = "stablehlo.einsum"(%a, %a) {einsum_config = "ij,kj->ik"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x1xf32>
    """).tolist() == [[5.0]]  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<> : tensor<2x0xf32>
      %y = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<2x0xf32>, tensor<2x0xf32>) -> tensor<2x2xf32>
    """).tolist() == [[0, 0], [0, 0]]  # fmt: skip
