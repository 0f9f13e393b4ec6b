"""Elementwise operations: accuracy against float64, NaN and signed zeros, whole numbers, conversions."""

import math

import ml_dtypes
import numpy
import pytest

COUNT = 4096
SPECIAL = [0.0, -0.0, 1, -1, math.inf, -math.inf, math.nan, 1e-40, -1e-40, 88.8, -88.8, -103, 89, 0.5, -0.5, 2.5, 3e38, -3e38, 1e-45]
# operation, NumPy's function, least and greatest argument, error in units in the last place
UNARY = [
    ("exponential", numpy.exp, -105, 90, 2),
    ("exponential", numpy.exp, -1, 1, 2),
    ("exponential_minus_one", numpy.expm1, -2, 2, 4),
    ("exponential_minus_one", numpy.expm1, -90, 90, 4),
    ("log", numpy.log, 0, 2, 2),
    ("log", numpy.log, 0, 1e30, 2),
    ("log_plus_one", numpy.log1p, -0.99, 3, 4),
    ("tanh", numpy.tanh, -3, 3, 3),
    ("tanh", numpy.tanh, -0.01, 0.01, 3),
    ("logistic", lambda x: 1 / (1 + numpy.exp(-x)), -80, 80, 4),
    ("sqrt", numpy.sqrt, 0, 100, 1),
    ("rsqrt", lambda x: 1 / numpy.sqrt(x), 0, 100, 2),
    ("cbrt", numpy.cbrt, -100, 100, 2),
    ("abs", numpy.abs, -4, 4, 0),
    ("sign", numpy.sign, -4, 4, 0),
    ("negate", numpy.negative, -4, 4, 0),
    ("floor", numpy.floor, -4, 4, 0),
    ("ceil", numpy.ceil, -4, 4, 0),
    ("round_nearest_even", numpy.rint, -4, 4, 0),
    ("round_nearest_afz", lambda x: numpy.trunc(x + numpy.copysign(0.5, x)), -4, 4, 0),
]


def errors(found, exact):
    """Units in the last place; where both are NaN, or the same, none."""
    with numpy.errstate(all="ignore"):
        rounded = exact.astype("f4")
        distance = numpy.abs(found.astype("f8") - exact) / numpy.spacing(numpy.abs(rounded)).astype("f8")
    same = (numpy.isnan(found) & numpy.isnan(exact)) | (found == rounded)
    return numpy.where(same, 0, numpy.where(numpy.isnan(distance), numpy.inf, distance))


@pytest.mark.parametrize("target", ["lavapipe", "portable"])
@pytest.mark.parametrize("case", UNARY, ids=lambda c: f"{c[0]}{c[2]}..{c[3]}")
def test_accuracy(run, random, case, target):
    name, function, low, high, bound = case
    x = random.uniform(low, high, COUNT).astype("f4")
    x[: len(SPECIAL)] = SPECIAL
    with numpy.errstate(all="ignore"):
        exact = function(x.astype("f8"))
    result = run(f"%r = stablehlo.{name} %0 : tensor<{COUNT}xf32>", [x], [f"{COUNT}xf32"], target=target)
    worst = errors(result, exact)
    assert worst.max() <= bound, f"{name}({x[worst.argmax()]!r}) is {result[worst.argmax()]!r}, not {exact[worst.argmax()]!r}"


@pytest.mark.parametrize("name", ["sine", "cosine"])
def test_angles(run, random, name):
    """Of any size: float64 knows enough digits of pi for all of float32."""
    x = random.uniform(-12000, 12000, COUNT).astype("f4")
    x[::4] *= 10.0 ** random.integers(0, 34, x[::4].shape)
    x[:8] = [numpy.nan, numpy.inf, -numpy.inf, 8191.9995, 8192, -8192, 3.4e38, 16367173]
    with numpy.errstate(invalid="ignore"):
        exact = getattr(numpy, {"sine": "sin", "cosine": "cos"}[name])(x.astype("f8"))
    result = run(f"%r = stablehlo.{name} %0 : tensor<{COUNT}xf32>", [x], [f"{COUNT}xf32"])
    numpy.testing.assert_allclose(result, exact, rtol=0, atol=1.5e-7)


BINARY = [("power", numpy.power, 4), ("atan2", numpy.arctan2, 4), ("divide", numpy.divide, 1), ("add", numpy.add, 1),
          ("maximum", numpy.maximum, 0), ("minimum", numpy.minimum, 0)]  # fmt: skip


@pytest.mark.parametrize("case", BINARY, ids=lambda c: c[0])
def test_two_operands(run, random, case):
    name, function, bound = case
    special = [v for v in SPECIAL if abs(v) < 1e38 or not math.isfinite(v)]
    pairs = numpy.array([(a, b) for a in special for b in special], "f4")
    x = numpy.concatenate([pairs[:, 0], numpy.exp(random.uniform(-10, 10, COUNT)).astype("f4")])
    y = numpy.concatenate([pairs[:, 1], random.uniform(-8, 8, COUNT).astype("f4")])
    with numpy.errstate(all="ignore"):
        exact = function(x.astype("f8"), y.astype("f8"))
    result = run(f"%r = stablehlo.{name} %0, %1 : tensor<{len(x)}xf32>", [x, y], [f"{len(x)}xf32"])
    worst = errors(result, exact)
    i = worst.argmax()
    assert worst.max() <= bound, f"{name}({x[i]!r}, {y[i]!r}) is {result[i]!r}, not {exact[i]!r}"


def test_nan_stays_in_a_clamp(run):
    """relu6 of a NaN is a NaN, with the bounds as constants and as operands."""
    x = numpy.array([numpy.nan, -1, 3, 9], "f4")
    constants = "%l = stablehlo.constant dense<0.0> : tensor<f32>\n%h = stablehlo.constant dense<6.0> : tensor<f32>\n"
    for body, arrays in (
        (constants + "%r = stablehlo.clamp %l, %0, %h : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", [x]),
        ("%r = stablehlo.clamp %1, %0, %2 : tensor<4xf32>", [x, numpy.zeros(4, "f4"), numpy.full(4, 6, "f4")]),
    ):
        numpy.testing.assert_array_equal(run(body, arrays, ["4xf32"]), numpy.array([numpy.nan, 0, 3, 6], "f4"))


def test_comparisons_with_nan(run):
    x, y = numpy.array([1, numpy.nan, 2, 0.0], "f4"), numpy.array([2, 1, 2, -0.0], "f4")
    for direction, expected in (("LT", [1, 0, 0, 0]), ("GE", [0, 0, 1, 1]), ("EQ", [0, 0, 1, 1]), ("NE", [1, 1, 0, 0])):
        body = f"%r = stablehlo.compare {direction}, %0, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>"
        assert run(body, [x, y], ["4xi1"]).tolist() == list(map(bool, expected)), direction


def test_division_of_whole_numbers(run):
    """Towards zero; x / 0 is -1 and x rem 0 is x; the least number / -1 is itself."""
    least = -(2**31)
    x, y = numpy.array([7, -7, 7, -7, 5, least, least], "i4"), numpy.array([2, 2, -2, -2, 0, -1, 0], "i4")
    assert run("%r = stablehlo.divide %0, %1 : tensor<7xi32>", [x, y], ["7xi32"]).tolist() == [3, -3, -3, 3, -1, least, -1]
    assert run("%r = stablehlo.remainder %0, %1 : tensor<7xi32>", [x, y], ["7xi32"]).tolist() == [1, -1, 1, -1, 5, 0, least]


def test_unsigned_numbers_have_no_sign(run):
    x, y = numpy.array([0xFFFFFFFE, 7], "u4"), numpy.array([2, 0xFFFFFFFF], "u4")
    assert run("%r = stablehlo.divide %0, %1 : tensor<2xui32>", [x, y], ["2xui32"]).tolist() == [0x7FFFFFFF, 0]
    assert run("%r = stablehlo.maximum %0, %1 : tensor<2xui32>", [x, y], ["2xui32"]).tolist() == [0xFFFFFFFE, 0xFFFFFFFF]


@pytest.mark.parametrize("element", ["i8", "ui8", "i16", "i32", "i64"])
def test_shifts_by_a_constant_count_it_without_a_sign(run, element):
    """A negative one is larger than any width: every bit is pushed out."""
    width = int(element.strip("ui"))
    dtype = numpy.dtype(f"{'u' if element[0] == 'u' else 'i'}{width // 8}")
    x = numpy.array([-4, -2, 3, 0], "i8").astype(dtype)
    for count in (0, 3, width - 1, width, *([-4, -1] if dtype.kind == "i" else [200])):
        amount = count % (1 << width)
        for name, expected in (
            ("shift_left", [int(v) << amount for v in x] if amount < width else [0] * 4),
            ("shift_right_logical", [(int(v) % (1 << width)) >> amount for v in x]),
            ("shift_right_arithmetic", [signed(v, width) >> min(amount, width - 1) for v in x]),
        ):
            text = f"%c = stablehlo.constant dense<{count}> : tensor<4x{element}>\n  %r = stablehlo.{name} %0, %c : tensor<4x{element}>"
            result = run(text, [x], [f"4x{element}"])
            assert [int(v) % (1 << width) for v in result] == [v % (1 << width) for v in expected], (name, count)


def signed(value, width: int) -> int:
    bits = int(value) % (1 << width)
    return bits - (1 << width) if bits >> (width - 1) else bits


@pytest.mark.parametrize("direction", ["GE", "GT", "LE", "LT", "EQ"])
@pytest.mark.parametrize("size", [3, 8])
@pytest.mark.parametrize("kind", ["i", "ui"])
def test_numbers_made_wider_compare(run, kind, direction, size):
    """Mesa's compiler takes 32 bits that are extended by their sign to be above any constant of 64."""
    places, wide, narrow = numpy.arange(size, dtype="i8"), f"{size}x{kind}64", f"{size}x{kind}32"
    shift = 2 if kind == "i" else 0
    compare = getattr(numpy, {"GE": "greater_equal", "GT": "greater", "LE": "less_equal", "LT": "less", "EQ": "equal"}[direction])
    for made, values in (
        (f"%p = stablehlo.iota dim = 0 : tensor<{wide}>", places),
        (f"%i = stablehlo.iota dim = 0 : tensor<{narrow}>\n  %p = stablehlo.convert %i : (tensor<{narrow}>) -> tensor<{wide}>", places),
        (f"%p = stablehlo.convert %0 : (tensor<{narrow}>) -> tensor<{wide}>", places - shift),
    ):
        text = f"""{made}
  %c = stablehlo.constant dense<1> : tensor<{wide}>
  %r = stablehlo.compare {direction}, %p, %c : (tensor<{wide}>, tensor<{wide}>) -> tensor<{size}xi1>"""
        operand = (places - shift).astype("i4" if kind == "i" else "u4")
        assert run(text, [operand], [f"{size}xi1"]).tolist() == compare(values, 1).tolist(), made


def test_shifts_past_the_end(run):
    x, n = numpy.array([-8, -8, 1, 1], "i4"), numpy.array([1, 40, 31, 32], "i4")
    for name, expected in (
        ("shift_right_arithmetic", [-4, -1, 0, 0]),
        ("shift_right_logical", [0x7FFFFFFC, 0, 0, 0]),
        ("shift_left", [-16, 0, -(2**31), 0]),
    ):
        assert run(f"%r = stablehlo.{name} %0, %1 : tensor<4xi32>", [x, n], ["4xi32"]).tolist() == expected, name


def test_powers_of_whole_numbers(run):
    x, y = numpy.array([3, -2, 1, -1, -1, 5, 0], "i4"), numpy.array([4, 5, -3, -3, -2, -1, 0], "i4")
    assert run("%r = stablehlo.power %0, %1 : tensor<7xi32>", [x, y], ["7xi32"]).tolist() == [81, -32, 1, -1, 1, 0, 1]


CONVERSIONS = [
    ("f32", "i32", [1.9, -1.9, 3e9, -3e9, math.nan, 0.0], [1, -1, 2**31 - 1, -(2**31), 0, 0]),
    ("f32", "i8", [127.5, 128, -128.5, -300, math.nan, 1], [127, 127, -128, -128, 0, 1]),
    ("f32", "ui8", [255.5, 256, -0.5, -3, math.nan, 1], [255, 255, 0, 0, 0, 1]),
    ("f32", "i1", [0, -0.0, 1e-40, math.nan, -1, 2], [False, False, True, True, True, True]),
    ("i32", "f32", [1, -1, 2**24 + 1, 0, 5, -(2**31)], [1, -1, 2**24, 0, 5, -(2**31)]),
    ("i1", "f32", [True, False, True, True, False, False], [1, 0, 1, 1, 0, 0]),
    ("i1", "i64", [True, False, True, True, False, False], [1, 0, 1, 1, 0, 0]),
    ("i64", "i32", [1, -1, 2**32 + 5, -(2**40), 7, 0], [1, -1, 5, 0, 7, 0]),
    ("i32", "i64", [1, -1, 2**31 - 1, -(2**31), 7, 0], [1, -1, 2**31 - 1, -(2**31), 7, 0]),
    ("ui8", "f32", [0, 255, 7, 128, 127, 1], [0, 255, 7, 128, 127, 1]),
    ("f32", "f16", [1.5, -2, 65504, 1e6, math.nan, 0], [1.5, -2, 65504, math.inf, math.nan, 0]),
]


@pytest.mark.parametrize("case", CONVERSIONS, ids=lambda c: f"{c[0]}-{c[1]}")
def test_conversion(run, dtypes, case):
    source, target, values, expected = case
    x = numpy.array(values, dtypes[source])
    actual = run(f"%r = stablehlo.convert %0 : (tensor<6x{source}>) -> tensor<6x{target}>", [x], [f"6x{target}"])
    numpy.testing.assert_array_equal(actual, numpy.array(expected, dtypes[target]))


def test_truth_values(run):
    x, y = numpy.array([[True, True, False, False]] * 2), numpy.array([[True, False, True, False]] * 2)
    for name, expected in (("and", x & y), ("or", x | y), ("xor", x ^ y)):
        assert (run(f"%r = stablehlo.{name} %0, %1 : tensor<2x4xi1>", [x, y], ["2x4xi1"]) == expected).all()
    assert (run("%r = stablehlo.not %0 : tensor<2x4xi1>", [x], ["2x4xi1"]) == ~x).all()


def test_a_scalar_condition_chooses_for_all(run):
    x, y = numpy.arange(4, dtype="f4"), -numpy.arange(4, dtype="f4")
    body = "%r = stablehlo.select %0, %1, %2 : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"
    assert run(body, [numpy.array(False), x, y], ["4xf32"]).tolist() == y.tolist()


def test_more_workgroups_than_one_dimension_holds(run):
    """65535 is the most along one dimension; what is beyond goes into the next."""
    count = 65535 * 8 + 77
    x = numpy.arange(count, dtype="i4")
    body = f"%c = stablehlo.constant dense<3> : tensor<{count}xi32>\n%r = stablehlo.add %0, %c : tensor<{count}xi32>"
    result = run(body, [x], [f"{count}xi32"], target="portable", schedule="elementwise, lanes = 1, invocations = 8, loads = storage")
    assert (result == x + 3).all()


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 4)])
def test_nothing_to_compute(run, shape):
    text = "x".join(map(str, (*shape, "f32")))
    assert run(f"%r = stablehlo.tanh %0 : tensor<{text}>", [numpy.zeros(shape, "f4")], [text]).shape == shape


@pytest.mark.parametrize("kind", ["i8", "ui8", "i16", "i32", "ui32", "i64", "ui64"])
def test_bits_are_counted_in_every_size(run, random, dtypes, kind):
    width = numpy.dtype(dtypes[kind]).itemsize * 8
    x = (
        (random.integers(0, 256, (64, width // 8)).astype("u1") >> random.integers(0, 9, (64, width // 8)).astype("u1"))
        .view(dtypes[kind])[:, 0]
        .copy()
    )
    x[:3] = [0, 1, -1 if kind[0] == "i" else numpy.iinfo(dtypes[kind]).max]
    spelled = [format(int(v) % (1 << width), f"0{width}b") for v in x]
    result = run(f"%r = stablehlo.popcnt %0 : tensor<64x{kind}>", [x], [f"64x{kind}"])
    assert result.tolist() == [text.count("1") for text in spelled]
    result = run(f"%r = stablehlo.count_leading_zeros %0 : tensor<64x{kind}>", [x], [f"64x{kind}"])
    assert result.tolist() == [width - len(text.lstrip("0")) for text in spelled]


def test_infinities_cancel_to_nan_and_sums_are_rounded(run):
    """A driver that reasons as if numbers were real makes x - x zero, and (x + y) - x into y."""
    x, y = numpy.array([numpy.inf, numpy.nan, 1e8, 3], "f4"), numpy.array([1, 1, 1.5, 0.1], "f4")
    result = run("%r = stablehlo.subtract %0, %0 : tensor<4xf32>", [x], ["4xf32"])
    assert numpy.isnan(result).tolist() == [True, True, False, False] and result[2:].tolist() == [0, 0]
    result = run("%s = stablehlo.add %0, %1 : tensor<4xf32>\n%r = stablehlo.subtract %s, %0 : tensor<4xf32>", [x, y], ["4xf32"])
    with numpy.errstate(invalid="ignore"):
        assert numpy.array_equal(result, (x + y) - x, equal_nan=True)


def test_total_order(run):
    """-NaN < -inf < -0 < +0 < inf < NaN, which partial order knows nothing of."""
    x, y = (
        numpy.array([-0.0, 0.0, numpy.nan, 1, numpy.inf, -numpy.inf], "f4"),
        numpy.array([0.0, -0.0, numpy.nan, numpy.nan, numpy.nan, -0.0], "f4"),
    )
    types = "(tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>"
    for direction, total, partial in (("LT", [1, 0, 0, 1, 1, 1], [0, 0, 0, 0, 0, 1]), ("EQ", [0, 0, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0]),
                                      ("GE", [0, 1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0])):  # fmt: skip
        for how, expected in ((", TOTALORDER", total), (", FLOAT", partial)):
            actual = run(f"%r = stablehlo.compare {direction}, %0, %1{how} : {types}", [x, y], ["6xi1"])
            assert actual.tolist() == [bool(v) for v in expected], (direction, how)


@pytest.mark.parametrize("body, inputs, expected", [
    ('%v = stablehlo.constant dense<7.0> : tensor<f32>\n%r = stablehlo.pad %0, %v, low = [1], high = [2], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>',
     [numpy.zeros(0, "f4")], [7, 7, 7]),
    ("%r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<0xf32>, tensor<2xf32>) -> tensor<2xf32>", [numpy.zeros(0, "f4"), numpy.array([1, 2], "f4")], [1, 2]),
    ("%e = stablehlo.constant dense<> : tensor<0xf32>\n%r = stablehlo.concatenate %e, %0, %e, dim = 0 : (tensor<0xf32>, tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>",
     [numpy.array([1, 2], "f4")], [1, 2]),
    ("%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x1xf32>) -> tensor<2x1xf32>",
     [numpy.zeros((2, 0), "f4"), numpy.zeros((0, 1), "f4")], [[0], [0]]),
    ("%r = stablehlo.slice %0 [1:1] : (tensor<3xf32>) -> tensor<0xf32>", [numpy.ones(3, "f4")], []),
], ids=["pad", "concatenate", "constant", "dot", "slice"])  # fmt: skip
def test_empty_operands_and_results(run, body, inputs, expected):
    assert run(body, inputs, ["x".join(map(str, numpy.shape(expected))) + "xf32"]).tolist() == expected


DOUBLE = [
    ("exponential", numpy.exp, -745, 709), ("exponential", numpy.exp, -1e-3, 1e-3), ("exponential_minus_one", numpy.expm1, -2, 2),
    ("log", numpy.log, 0, 1e300), ("log", numpy.log, 0.9, 1.1), ("log_plus_one", numpy.log1p, -0.999, 5), ("log_plus_one", numpy.log1p, -1e-9, 1e-9),
    ("cbrt", numpy.cbrt, -1e300, 1e300), ("cbrt", numpy.cbrt, -1e-5, 9), ("tanh", numpy.tanh, -3, 3), ("tanh", numpy.tanh, -1e-4, 1e-4), ("logistic", lambda x: 1 / (1 + numpy.exp(-x)), -700, 700),
]  # fmt: skip
SPECIAL_DOUBLES = [numpy.nan, numpy.inf, -numpy.inf, 0.0, -0.0, 1.0, -1.0, 710.0, -746.0, 1e-310, 1e308]


@pytest.mark.parametrize("name, function, low, high", DOUBLE, ids=lambda v: str(v) if isinstance(v, (str, float, int)) else "")
def test_functions_of_doubles(run, random, name, function, low, high):
    x = random.uniform(low, high, 1000)
    x[:11] = SPECIAL_DOUBLES
    with numpy.errstate(all="ignore"):
        exact = function(x)
    result = run(f"%r = stablehlo.{name} %0 : tensor<1000xf64>", [x], ["1000xf64"])
    numpy.testing.assert_allclose(result, exact, rtol=1e-13, atol=1e-307)


@pytest.mark.parametrize("reach", [1e-9, 1, 6.5])
def test_the_error_function_of_doubles(run, random, reach):
    x = random.uniform(-reach, reach, 1000)
    result = run("%r = chlo.erf %0 : tensor<1000xf64> -> tensor<1000xf64>", [x], ["1000xf64"])
    numpy.testing.assert_allclose(result, [math.erf(each) for each in x], rtol=1e-14, atol=1e-307)


@pytest.mark.parametrize(
    "bases, exponents, tolerance", [((0, 4), (-9, 9), 1e-14), ((1e-5, 1e5), (-60, 60), 4e-13), ((0.999, 1.001), (-1e5, 1e5), 4e-13)]
)
def test_powers_of_doubles(run, random, bases, exponents, tolerance):
    x, y = random.uniform(*bases, 1000), random.uniform(*exponents, 1000)
    result = run("%r = stablehlo.power %0, %1 : tensor<1000xf64>", [x, y], ["1000xf64"])
    numpy.testing.assert_allclose(result, numpy.power(x, y), rtol=tolerance)


def test_powers_of_whole_doubles_are_exact(run):
    x, y = numpy.array([2.0, -2, 2, 4, 10, 3, -3, 0.5]), numpy.array([3.0, 3, -1074, 0.5, 2, 4, 5, 1000])
    numpy.testing.assert_allclose(run("%r = stablehlo.power %0, %1 : tensor<8xf64>", [x, y], ["8xf64"]), numpy.power(x, y), rtol=3e-16)


def test_angles_of_pairs_of_doubles(run, random):
    y, x = random.normal(size=(2, 1000)) * numpy.exp(random.uniform(-9, 9, 1000))
    result = run("%r = stablehlo.atan2 %0, %1 : tensor<1000xf64>", [y, x], ["1000xf64"])
    numpy.testing.assert_allclose(result, numpy.arctan2(y, x), rtol=4e-16)


@pytest.mark.parametrize("name, function", [("sine", numpy.sin), ("cosine", numpy.cos)])
def test_angles_of_doubles(run, random, name, function):
    x = random.uniform(-1e6, 1e6, 1000)
    x[::2] = random.uniform(-4, 4, 500)
    numpy.testing.assert_allclose(run(f"%r = stablehlo.{name} %0 : tensor<1000xf64>", [x], ["1000xf64"]), function(x), rtol=0, atol=1e-15)
    far = random.uniform(-10, 10, 1000) * 10.0 ** random.integers(6, 307, 1000)
    far[:3] = [1647099.0, -1.7e308, 2.0**1023]
    numpy.testing.assert_allclose(
        run(f"%r = stablehlo.{name} %0 : tensor<1000xf64>", [far], ["1000xf64"]), function(far), rtol=0, atol=1e-15
    )
    without = numpy.array([numpy.inf, -numpy.inf, numpy.nan])
    assert numpy.isnan(run(f"%r = stablehlo.{name} %0 : tensor<3xf64>", [without], ["3xf64"])).all()


def test_the_double_that_is_nearest_to_a_zero_of_the_cosine(run):
    """6381956970095103 * 2**797. The value: Muller, Elementary Functions, on the worst case of range reduction."""
    x = numpy.array([math.ldexp(6381956970095103.0, 797)])
    result = run("%r = stablehlo.cosine %0 : tensor<1xf64>", [x], ["1xf64"])
    numpy.testing.assert_allclose(result, [-4.68716592425462761112e-19], rtol=1e-15)


@pytest.mark.parametrize("kind", ["f32", "f64", "f16", "bf16"])
def test_remainders_are_exact_whatever_the_quotient(run, random, dtypes, kind):
    """As NumPy's fmod, whose results need no rounding: quotients of up to 2**60, and operands of all sizes."""
    dtype = dtypes[kind]
    spread = {"f32": 18, "f64": 200, "f16": 3, "bf16": 15}[kind]
    x, y = ((random.standard_normal(512) * 10.0 ** random.uniform(-spread, spread, 512)).astype(dtype) for _ in range(2))
    x[:8] = numpy.array([65001, -7.5, 6, -6, 1e4, 0.1, 5, -0.0]).astype(dtype)
    y[:8] = numpy.array([3.1, 2, 3, 3, 7, 0.025, 1e-3, 3]).astype(dtype)
    smallest = float(ml_dtypes.finfo(dtype).tiny)  # devices may take smaller results for 0
    with numpy.errstate(all="ignore"):
        expected = numpy.fmod(x.astype("f8"), y.astype("f8"))
        used = (numpy.abs(expected) >= smallest) | (expected == 0)
        used &= (numpy.abs(y.astype("f8")) >= smallest) & numpy.isfinite(x.astype("f8"))
    actual = run(f"%r = stablehlo.remainder %0, %1 : tensor<512x{kind}>", [x, y], [f"512x{kind}"]).astype("f8")
    assert used.sum() > 300
    numpy.testing.assert_array_equal(actual[used], expected[used])
    assert (numpy.signbit(actual[used]) == numpy.signbit(x[used])).all()
