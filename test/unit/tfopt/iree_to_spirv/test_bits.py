"""Bits seen as another type: of the same size, smaller and greater, against views of NumPy's arrays."""

import numpy
import pytest

# Source, target; the sizes of the last dimension follow
PAIRS = [
    ("f32", "i32"), ("ui32", "f32"), ("f16", "i16"), ("bf16", "i16"), ("i16", "bf16"), ("f16", "bf16"), ("f64", "i64"), ("i8", "ui8"),
    ("f32", "ui8"), ("ui8", "f32"), ("f64", "f32"), ("f32", "f64"), ("i64", "i16"), ("ui16", "ui64"), ("f32", "bf16"), ("bf16", "f32"), ("i32", "f16"),
]  # fmt: skip


@pytest.mark.parametrize("source, target", PAIRS)
def test_against_a_view(run, random, dtypes, source, target):
    one, other = numpy.dtype(dtypes[source]), numpy.dtype(dtypes[target])
    shape = (6, max(1, other.itemsize // one.itemsize)) if other.itemsize > one.itemsize else (6,)
    x = random.integers(1, 120, (*shape, one.itemsize), dtype="u1").view(one)[..., 0].copy()  # no NaN, nothing subnormal
    expected = x.view(other).reshape(6) if other.itemsize >= one.itemsize else x.reshape(6, 1).view(other)
    spelled = ["x".join([*map(str, array.shape), kind]) for array, kind in ((x, source), (expected, target))]
    body = f"%r = stablehlo.bitcast_convert %0 : (tensor<{spelled[0]}>) -> tensor<{spelled[1]}>"
    actual = run(body, [x], [spelled[1]])
    assert actual.tobytes() == expected.tobytes()


@pytest.mark.parametrize("kind", ["i4", "ui4", "i2", "ui2"])
def test_parts_of_a_byte(run, dtypes, kind):
    width = int(kind[-1])
    x, count = numpy.arange(0, 256, 5, dtype="u1"), 8 // width
    pieces = [[int(n) >> (width * i) & ((1 << width) - 1) for i in range(count)] for n in x]
    signed = [[p - (1 << width) if kind[0] == "i" and p >> (width - 1) else p for p in row] for row in pieces]
    body = f"%r = stablehlo.bitcast_convert %0 : (tensor<{len(x)}xui8>) -> tensor<{len(x)}x{count}x{kind}>"
    result = run(body, [x], [f"{len(x)}x{count}x{kind}"])
    assert result.astype(int).tolist() == signed
    body = f"%r = stablehlo.bitcast_convert %0 : (tensor<{len(x)}x{count}x{kind}>) -> tensor<{len(x)}xui8>"
    assert (run(body, [numpy.array(signed).astype(dtypes[kind])], [f"{len(x)}xui8"]) == x).all()


def test_truth_values_are_bits(run, random):
    """64 of them are an i64, lowest first; eight a byte; and each of them is itself."""
    x = random.integers(-(2**63), 2**63, 5, dtype="i8")
    bits = numpy.unpackbits(x.view("u1").reshape(5, 8), axis=1, bitorder="little").astype(bool)
    apart = "%r = stablehlo.bitcast_convert %0 : (tensor<5xi64>) -> tensor<5x64xi1>"
    assert (run(apart, [x], ["5x64xi1"]) == bits).all()
    together = "%r = stablehlo.bitcast_convert %0 : (tensor<5x64xi1>) -> tensor<5xi64>"
    assert (run(together, [bits], ["5xi64"]) == x).all()
    as_bytes = "%r = stablehlo.bitcast_convert %0 : (tensor<5x8x8xi1>) -> tensor<5x8xui8>"
    assert (run(as_bytes, [bits.reshape(5, 8, 8)], ["5x8xui8"]) == x.view("u1").reshape(5, 8)).all()
    same = "%r = stablehlo.bitcast_convert %0 : (tensor<5x64xi1>) -> tensor<5x64xi1>"
    assert (run(same, [bits], ["5x64xi1"]) == bits).all()
