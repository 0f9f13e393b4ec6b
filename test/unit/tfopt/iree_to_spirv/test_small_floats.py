"""Floats of 16 bits: bf16, which devices do not know, f16, and f32 reduced to fewer bits."""

import numpy
import pytest

SPECIAL = [
    0.0,
    -0.0,
    1.0,
    1.00390625,
    1.01171875,
    -2.5,
    numpy.inf,
    -numpy.inf,
    numpy.nan,
    3.4e38,
    -3.4e38,
    65504.0,
    65519.9,
    65520.0,
    1e-3,
    7e-5,
]


def convert(source, target, count) -> str:
    return f"%r = stablehlo.convert %0 : (tensor<{count}x{source}>) -> tensor<{count}x{target}>"


def same(actual, expected) -> bool:
    """To the bit, but for which NaN it is."""
    actual, expected = actual.astype("f4"), expected.astype("f4")
    return bool(
        (((actual == expected) & (numpy.signbit(actual) == numpy.signbit(expected))) | (numpy.isnan(actual) & numpy.isnan(expected))).all()
    )


@pytest.mark.parametrize("shape", [(512,), (511,)])
def test_f32_to_bf16_goes_to_the_nearest(run, random, dtypes, shape):
    x = (random.standard_normal(shape) * 10.0 ** random.integers(-20, 20, shape)).astype("f4")
    x[: len(SPECIAL)] = SPECIAL
    result = run(convert("f32", "bf16", shape[0]), [x], [f"{shape[0]}xbf16"])
    with numpy.errstate(over="ignore"):
        assert result.dtype == dtypes["bf16"] and same(result, x.astype(dtypes["bf16"]))


def test_every_bf16_is_a_f32(run, dtypes):
    x = numpy.arange(65536, dtype="u2").view(dtypes["bf16"])
    with numpy.errstate(invalid="ignore"):
        x = x[~(numpy.abs(x.astype("f4")) < 1e-37) | (x.view("u2") % 0x8000 == 0)]  # devices may take subnormal numbers as zero
    assert same(run(convert("bf16", "f32", len(x)), [x], [f"{len(x)}xf32"]), x.astype("f4"))


@pytest.mark.parametrize(
    "name, function", [("add", numpy.add), ("multiply", numpy.multiply), ("divide", numpy.divide), ("maximum", numpy.maximum)]
)
def test_each_bf16_operation_is_rounded(run, random, dtypes, name, function):
    """(x op y) - x shows whether the first result was rounded before the second."""
    x, y = (random.standard_normal(256).astype(dtypes["bf16"]) for _ in range(2))
    body = f"%s = stablehlo.{name} %0, %1 : tensor<256xbf16>\n%r = stablehlo.subtract %s, %0 : tensor<256xbf16>"
    assert same(run(body, [x, y], ["256xbf16"]), function(x, y) - x)


def test_bf16_constants_products_and_sums(run, random, dtypes):
    x, y = random.integers(-4, 5, (12, 20)).astype(dtypes["bf16"]), random.integers(-4, 5, (20, 8)).astype(dtypes["bf16"])
    body = """%c = stablehlo.constant dense<0.5> : tensor<12x8xbf16>
    %p = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<12x20xbf16>, tensor<20x8xbf16>) -> tensor<12x8xbf16>
    %r = stablehlo.multiply %p, %c : tensor<12x8xbf16>"""
    assert same(run(body, [x, y], ["12x8xbf16"]), (x.astype("f4") @ y.astype("f4") * 0.5).astype(dtypes["bf16"]))
    body = """%z = stablehlo.constant dense<0.0> : tensor<bf16>
    %r = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<12x20xbf16>, tensor<bf16>) -> tensor<12xbf16>"""
    assert same(run(body, [x], ["12xbf16"]), x.astype("f4").sum(1).astype(dtypes["bf16"]))


@pytest.mark.parametrize("kind", ["bf16", "f16"])
def test_products_and_functions_of_small_floats(run, random, dtypes, kind):
    x, y = random.standard_normal((9, 40)).astype(dtypes[kind]), random.standard_normal((40, 12)).astype(dtypes[kind])
    body = f"""%p = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<9x40x{kind}>, tensor<40x12x{kind}>) -> tensor<9x12x{kind}>
    %r = stablehlo.tanh %p : tensor<9x12x{kind}>"""
    result = run(body, [x, y], [f"9x12x{kind}"]).astype("f4")
    step = 2.0 ** (-8 if kind == "bf16" else -10)
    numpy.testing.assert_allclose(result, numpy.tanh(x.astype("f4") @ y.astype("f4")), rtol=16 * step, atol=16 * step)


@pytest.mark.parametrize("kind", ["bf16", "f16"])
def test_products_are_added_up_in_f32_and_rounded_once(run, dtypes, kind):
    """Beside a large product each of the others is too small to count, and together they do."""
    x, y = numpy.ones((1, 41), dtypes[kind]), numpy.full((41, 1), 0.75, dtypes[kind])
    x[0, 0], y[0, 0] = 64, 32  # 2048, where neighbours are 2 apart in f16 and 16 in bf16; 40 times 0.75 is 30
    product = f"%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<1x41x{kind}>, tensor<41x1x{kind}>) -> tensor<1x1x{kind}>"
    windows = f"""%r = stablehlo.convolution(%0, %1) dim_numbers = [b, f]x[i, o]->[b, f], window = {{}}
      {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : (tensor<1x41x{kind}>, tensor<41x1x{kind}>) -> tensor<1x1x{kind}>"""
    for body in (product, windows):
        assert run(body, [x, y], [f"1x1x{kind}"]).astype("f4").tolist() == [[2078.0 if kind == "f16" else 2080.0]]


FORMATS = [(5, 10), (8, 7), (8, 23), (5, 2), (4, 3), (8, 10), (2, 1)]


def reduced(x, exponent_bits: int, mantissa_bits: int):
    """In exact arithmetic: multiples of the last place that the exponent leaves, ties to even; no subnormal numbers."""
    x = x.astype("f8")
    with numpy.errstate(all="ignore"):
        exponent = numpy.floor(numpy.log2(numpy.abs(x)))
        place = 2.0 ** (exponent - mantissa_bits)
        found = numpy.where(numpy.isfinite(x) & (x != 0), numpy.rint(x / place) * place, x)
        largest = 2.0 ** (2 ** (exponent_bits - 1)) if exponent_bits < 8 else 2.0**128
        found = numpy.where(numpy.abs(found) >= largest, numpy.copysign(numpy.inf, x), found)
        return numpy.where(numpy.abs(found) < 2.0 ** (2 - 2 ** (exponent_bits - 1)), numpy.copysign(0, x), found)


@pytest.mark.parametrize("exponent_bits, mantissa_bits", FORMATS)
def test_reduce_precision(run, random, exponent_bits, mantissa_bits):
    x = (random.standard_normal(1024) * 2.0 ** random.integers(-30, 30, 1024)).astype("f4")
    x[: len(SPECIAL)] = SPECIAL
    body = f"%r = stablehlo.reduce_precision %0, format = e{exponent_bits}m{mantissa_bits} : tensor<1024xf32>"
    assert same(run(body, [x], ["1024xf32"]), reduced(x, exponent_bits, mantissa_bits))


@pytest.mark.parametrize("size", [255, 4096])
def test_sums_of_f16_are_rounded_once(run, size):
    """Of tenths, which as f16 are 1638 / 16384 each."""
    body = f"""%zero = stablehlo.constant dense<0.0> : tensor<f16>
      %r = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<{size}xf16>, tensor<f16>) -> tensor<f16>"""
    result = run(body, [numpy.full(size, 0.1, "f2")], ["f16"])
    assert result == numpy.float16(size * 1638 / 16384)


@pytest.mark.parametrize("type, expected", [("f16", 2048), ("bf16", 256), ("f32", 2052)])
def test_sums_of_windows_are_rounded_at_each_step(run, dtypes, type, expected):
    """To the largest number, ones are added that the type has no room for beside it."""
    x = numpy.array([2048 if type != "bf16" else 256, 1, 1, 1, 1], dtypes[type])
    body = f"""%zero = stablehlo.constant dense<0.0> : tensor<{type}>
      %r = "stablehlo.reduce_window"(%0, %zero) ({{
      ^bb0(%a: tensor<{type}>, %b: tensor<{type}>):
        %s = stablehlo.add %a, %b : tensor<{type}>
        stablehlo.return %s : tensor<{type}>
      }}) {{window_dimensions = array<i64: 5>}} : (tensor<5x{type}>, tensor<{type}>) -> tensor<1x{type}>"""
    assert run(body, [x], [f"1x{type}"]).astype("f4").tolist() == [expected]
