"""Floats of 8 bits and fewer: every code, every tie between two of them, every pair, held to ml_dtypes."""

import numpy
import pytest

KINDS = [
    "f8E5M2",
    "f8E4M3",
    "f8E3M4",
    "f8E4M3FN",
    "f8E5M2FNUZ",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E8M0FNU",
]


def codes_of(kind):
    """Of all numbers of a kind."""
    return numpy.arange(1 << int(kind[1]), dtype="u1")


def same_codes(actual, expected) -> bool:
    """To the bit, but for which NaN it is."""
    both_nan = numpy.isnan(actual.astype("f4")) & numpy.isnan(expected.astype("f4"))
    return bool(((actual.view("u1") == expected.view("u1")) | both_nan).all())


def as_kind(x, dtype):
    """As ml_dtypes rounds, but for 0 where a kind has none: LLVM's APFloat has its least number there, and ml_dtypes NaN."""
    result = x.astype(dtype)
    if numpy.dtype(dtype).name == "float8_e8m0fnu":
        result.view("u1")[x == 0] = 0
    return result


@pytest.fixture
def numbers(dtypes):
    """All numbers of a kind as f32, in order, and the middles between neighbours. Those that f32 has only below its normal numbers are left
    out: ml_dtypes takes the one just below 1.5 * 2^-127 for 2^-126."""

    def make(kind):
        values = codes_of(kind).view(dtypes[kind]).astype("f4")
        values = numpy.unique(values[numpy.isfinite(values) & ((values == 0) | (abs(values) >= 2.0**-126))])
        return values, (values[1:].astype("f8") + values[:-1]) / 2

    return make


@pytest.mark.parametrize("kind", KINDS)
def test_every_code_is_a_f32(run, dtypes, kind):
    x = codes_of(kind).view(dtypes[kind])
    result = run(f"%r = stablehlo.convert %0 : (tensor<{x.size}x{kind}>) -> tensor<{x.size}xf32>", [x], [f"{x.size}xf32"])
    expected = x.astype("f4")
    numpy.testing.assert_array_equal(result, expected)
    assert (numpy.signbit(result) == numpy.signbit(expected)).all()  # of NaN too, which total order puts below all numbers or above


@pytest.mark.parametrize("kind", KINDS)
def test_f32_goes_to_the_nearest_and_ties_to_even(run, dtypes, numbers, kind):
    values, middles = numbers(kind)
    ties = middles.astype("f4")
    odd = numpy.array([0.0, -0.0, numpy.inf, -numpy.inf, numpy.nan, 3e38, -3e38, 1e-30], "f4")
    with numpy.errstate(over="ignore"):
        beyond = values[-1] * numpy.array([1.01, 1.03125, 1.0625, 1.0626, 1.125, 1.126, 1.25, 2], "f4")
    x = numpy.concatenate(
        [values, ties, numpy.nextafter(ties, numpy.float32(numpy.inf)), numpy.nextafter(ties, -numpy.float32(numpy.inf)), odd, beyond]
    )
    with numpy.errstate(over="ignore", invalid="ignore"):
        expected = as_kind(x, dtypes[kind])
    assert same_codes(
        run(f"%r = stablehlo.convert %0 : (tensor<{x.size}xf32>) -> tensor<{x.size}x{kind}>", [x], [f"{x.size}x{kind}"]), expected
    )


@pytest.mark.parametrize("kind", KINDS)
def test_f64_is_rounded_once(run, dtypes, numbers, kind):
    """What lies next to a tie is none, though it is one as f32: it goes to the nearer number, which both its neighbours as f32 go to."""
    _, middles = numbers(kind)
    middles = middles[middles != 0]
    x = numpy.concatenate([middles * (1 + 1e-12), middles * (1 - 1e-12)])
    with numpy.errstate(over="ignore"):
        expected = numpy.concatenate(
            [
                numpy.nextafter(middles.astype("f4"), towards)
                for towards in (numpy.float32(numpy.inf) * numpy.sign(middles).astype("f4"), numpy.zeros(1, "f4"))
            ]
        )
        expected = as_kind(expected, dtypes[kind])
    assert same_codes(
        run(f"%r = stablehlo.convert %0 : (tensor<{x.size}xf64>) -> tensor<{x.size}x{kind}>", [x], [f"{x.size}x{kind}"]), expected
    )


@pytest.mark.sweep
@pytest.mark.parametrize("name, function", [("add", numpy.add), ("multiply", numpy.multiply), ("maximum", numpy.maximum)])
@pytest.mark.parametrize("kind", KINDS)
def test_operations_on_all_pairs(run, dtypes, kind, name, function):
    x, y = [numpy.ascontiguousarray(codes.ravel()).view(dtypes[kind]) for codes in numpy.meshgrid(codes_of(kind), codes_of(kind))]
    if name == "maximum":  # of zeros of both signs, and of NaN, elsewhere
        numbers = ~numpy.isnan(x.astype("f4")) & ~numpy.isnan(y.astype("f4")) & (x.astype("f4") != y.astype("f4"))
        x, y = x[numbers], y[numbers]
    with numpy.errstate(over="ignore", invalid="ignore"):
        expected = as_kind(function(x.astype("f4"), y.astype("f4")), dtypes[kind])
    assert same_codes(run(f"%r = stablehlo.{name} %0, %1 : tensor<{x.size}x{kind}>", [x, y], [f"{x.size}x{kind}"]), expected)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind[1] != "6"])
def test_codes_as_integers_and_back(run, dtypes, kind):
    """Numbers of 4 bits are halves of a byte, the lower one first."""
    codes = codes_of(kind)
    x, (shape, bytes) = codes.view(dtypes[kind]), (("8x2", codes[::2] | codes[1::2] << 4) if kind[1] == "4" else (f"{codes.size}", codes))
    body = f"%r = stablehlo.bitcast_convert %0 : (tensor<{shape}x{kind}>) -> tensor<{bytes.size}xui8>"
    bits = run(body, [x.reshape([int(size) for size in shape.split("x")])], [f"{bytes.size}xui8"])
    exact = ~numpy.isnan(x.astype("f4"))[: bytes.size] | (kind == "f8E4M3FN")  # whose NaN have one code for each sign
    assert (bits[exact] == bytes[exact]).all()
    back = run(f"%r = stablehlo.bitcast_convert %0 : (tensor<{bytes.size}xui8>) -> tensor<{shape}x{kind}>", [bytes], [f"{shape}x{kind}"])
    assert same_codes(back.reshape(-1), x)


def test_nan_without_sign_is_the_least_in_total_order(run, dtypes):
    """The only NaN of FNUZ is the pattern of -0; a constant has it too."""
    x = numpy.array([0x40, 0x80, 0xCC, 0x48], "u1").view(dtypes["f8E4M3FNUZ"])
    type = "tensor<f8E4M3FNUZ>"
    body = f"""
      %nan = stablehlo.constant dense<0x80> : {type}
      %r = "stablehlo.sort"(%0) <{{dimension = 0 : i64, is_stable = true}}> ({{
        ^bb0(%a: {type}, %b: {type}):
          %odd = stablehlo.compare NE, %a, %a : ({type}, {type}) -> tensor<i1>
          %kept = stablehlo.select %odd, %nan, %a : tensor<i1>, {type}
          %less = stablehlo.compare LT, %kept, %b, TOTALORDER : ({type}, {type}) -> tensor<i1>
          stablehlo.return %less : tensor<i1>
      }}) : (tensor<4xf8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ>"""
    assert run(body, [x], ["4xf8E4M3FNUZ"]).view("u1").tolist() == [0x80, 0xCC, 0x40, 0x48]
