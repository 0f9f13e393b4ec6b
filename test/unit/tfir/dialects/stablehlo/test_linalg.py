"""Matrices, transforms and random bits: the StableHLO specification's examples and published test vectors."""

import numpy as np
import pytest
from tfir.dialects.stablehlo.random import philox, threefry


def test_cholesky(compute):
    text = """
      %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [2.0, 20.0, 26.0], [3.0, 26.0, 70.0]]> : tensor<3x3xf32>
      %y = stablehlo.cholesky %a, lower = LOWER : tensor<3x3xf32>
    """
    lower = [[1, 0, 0], [2, 4, 0], [3, 5, 6]]
    assert compute(text.replace("LOWER", "true")).tolist() == lower
    assert compute(text.replace("LOWER", "false")).tolist() == np.transpose(lower).tolist()


def test_cholesky_of_what_has_none(compute):
    result = compute("""
      %a = stablehlo.constant dense<[[0.0, 1.0], [1.0, 0.0]]> : tensor<2x2xf32>
      %y = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
    """)
    assert np.isnan(result[1, 0])


@pytest.mark.parametrize(
    "side, operation", [("true", "NO_TRANSPOSE"), ("false", "TRANSPOSE"), ("true", "ADJOINT"), ("false", "NO_TRANSPOSE")]
)
def test_triangular_solve(compute, side, operation):
    """What is above the diagonal (99 here) is not read; the solution put back into the equation gives b."""
    result = compute(f"""
      %a = stablehlo.constant dense<[[1.0, 99.0, 99.0], [2.0, 4.0, 99.0], [3.0, 5.0, 6.0]]> : tensor<3x3xf32>
      %b = stablehlo.constant dense<[[2.0, 0.0, 0.0], [4.0, 8.0, 0.0], [6.0, 10.0, 12.0]]> : tensor<3x3xf32>
      %y = "stablehlo.triangular_solve"(%a, %b) {{left_side = {side}, lower = true, unit_diagonal = false,
        transpose_a = #stablehlo<transpose {operation}>}} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    """)
    a, b = np.array([[1, 0, 0], [2, 4, 0], [3, 5, 6]], float), np.array([[2, 0, 0], [4, 8, 0], [6, 10, 12]], float)
    a = a if operation == "NO_TRANSPOSE" else a.T
    np.testing.assert_allclose(a @ result if side == "true" else result @ a, b, atol=1e-5)
    if (side, operation) == ("true", "NO_TRANSPOSE"):
        assert result.tolist() == [[2, 0, 0], [0, 2, 0], [0, 0, 2]]


def test_fourier(compute):
    assert compute("""
      %x = stablehlo.constant dense<[(1.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]> : tensor<4xcomplex<f32>>
      %y = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    """).tolist() == [1, 1, 1, 1]  # fmt: skip
    text = """
      %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
      %f = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
    """
    assert compute(text).tolist() == [10, -2 + 2j, -2]
    assert compute(text + """
      %y = stablehlo.fft %f, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
    """).tolist() == [1, 2, 3, 4]  # fmt: skip


def words(*parts):
    return [int(np.asarray(part).reshape(-1)[0]) for part in parts]


def test_philox_known_answers():
    """The first two vectors of Random123's known-answer file for philox4x32-10."""
    zero, ones = np.zeros(1, np.uint64), np.full(1, 2**64 - 1, np.uint64)
    assert words(*philox(0, zero, 0)) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    assert words(*philox(2**64 - 1, ones, 2**64 - 1)) == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]


def test_threefry_known_answers():
    """The first two vectors of Random123's known-answer file for threefry2x32-20."""
    zero, ones = np.zeros(1, np.uint64), np.full(1, 2**64 - 1, np.uint64)
    assert words(*threefry(0, zero)) == [0x6B200159, 0x99BA4EFE]
    assert words(*threefry(2**64 - 1, ones)) == [0x1CB996FC, 0xBB002BE7]


@pytest.mark.parametrize("algorithm, size", [("PHILOX", 3), ("THREE_FRY", 2), ("DEFAULT", 2)])
def test_random_bits(compute, algorithm, size):
    """The same state gives the same bits; the state that comes back gives others."""
    text = f"""
      %s = stablehlo.constant dense<[{", ".join(["7"] * size)}]> : tensor<{size}xui64>
      %y:2 = stablehlo.rng_bit_generator %s, algorithm = {algorithm} : (tensor<{size}xui64>) -> (tensor<{size}xui64>, tensor<5x3xui32>)
    """
    state, bits = compute(text)
    assert compute(text)[1].tolist() == bits.tolist()
    assert len(set(bits.reshape(-1).tolist())) == 15
    again = compute(
        text
        + f"""
      %z:2 = stablehlo.rng_bit_generator %y#0, algorithm = {algorithm} : (tensor<{size}xui64>) -> (tensor<{size}xui64>, tensor<5x3xui32>)
    """
    )
    assert not set(again[1].reshape(-1).tolist()) & set(bits.reshape(-1).tolist())


# What XLA (jaxlib 0.10.2, CPU) draws: pairs lie along the first even dimension, else the largest; narrow types take the lowest bits.
DRAWS = [
    ("THREE_FRY", [9, 100], "3xui32", [9, 102], [493885750, 2125755079, 171010467]),
    ("THREE_FRY", [9, 100], "2x3xui32", [9, 103], [[493885750, 171010467, 533926312], [2125755079, 3660586259, 2391832562]]),
    ("THREE_FRY", [9, 100], "1x3x3xui16", [9, 106], [[[6454, 27043, 4520], [29383, 7443, 30706], [63396, 23208, 14200]]]),
    ("THREE_FRY", [9, 2**64 - 1], "2xui64", [9, 1], [9949486705284454659, 8034997190770602893]),
    ("PHILOX", [9, 100], "5xui32", [9, 102], [1375089746, 4096726548, 3738767741, 1964610355, 4276364689]),
    ("DEFAULT", [9, 100], "5xi8", [9, 102], [82, 20, 125, 51, 145 - 256]),
    ("PHILOX", [9, 2**64 - 1, 7], "3xui64", [9, 1, 8], [4455373170700354118, 16974318618104681288, 4832800255742019621]),
    ("PHILOX", [9, 100], "0x2xui32", [9, 100], []),
]


@pytest.mark.parametrize("algorithm, before, type, after, expected", DRAWS)
def test_random_bits_are_those_of_xla(compute, algorithm, before, type, after, expected):
    state = f"tensor<{len(before)}xui64>"
    actual = compute(f"""
      %s = stablehlo.constant dense<{before}> : {state}
      %y:2 = stablehlo.rng_bit_generator %s, algorithm = {algorithm} : ({state}) -> ({state}, tensor<{type}>)
    """)
    assert [part.tolist() for part in actual] == [after, expected]


def test_rng(compute):
    result = compute("""
      %a = stablehlo.constant dense<2.0> : tensor<f32>
      %b = stablehlo.constant dense<3.0> : tensor<f32>
      %s = stablehlo.constant dense<[100]> : tensor<1xi64>
      %y = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<100xf32>
    """)
    assert ((result >= 2) & (result <= 3)).all()
