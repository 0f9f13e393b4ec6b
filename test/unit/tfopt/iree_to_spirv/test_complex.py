"""Complex numbers as pairs: each operation against NumPy, in arguments, constants, regions and results, interpreted and on a device."""

import numpy
import pytest
from device_calls import DEVICES
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

C = "tensor<6xcomplex<f32>>"
LOWERING = "iree-identify-dispatch-regions,iree-outline-dispatch-regions,iree-lower-sequencer-dialect,iree-plan-buffers,iree-choose-schedules,iree-convert-to-spirv"


def after(module, passes):
    Runner(lambda op: verify(op, lookup)).run(parse_pipeline(passes), module)
    return parse(Source("printed", print_operation(module, lookup)), lookup, dialect)


def function(arguments, body, *results):
    head = ", ".join([f"%{i}: {type}" for i, type in enumerate(arguments)])
    names = ", ".join([f"%r{i or ''}" for i in range(len(results))])
    return f"func.func @main({head}) -> ({', '.join(results)}) {{\n{body}\nreturn {names} : {', '.join(results)}\n}}"


@pytest.fixture(params=DEVICES)
def computed(request, read, values):
    if request.param == "vulkan":
        request.getfixturevalue("device")
    lowering = {
        "interpreter": "",
        "vulkan": f",{LOWERING}",
        "cpu": f",iree-set-target{{target={DEVICES['cpu']}}},{LOWERING},iree-convert-to-llvm",
    }[request.param]
    return lambda text, arrays, before="": values(after(read(text), f"{before}stablehlo-expand-complex{lowering}"), arrays, request.param)


@pytest.fixture
def numbers(random):
    return lambda *shape: (random.standard_normal(shape) + 1j * random.standard_normal(shape)).astype("c8")


UNARY = {
    "abs": numpy.abs, "cbrt": lambda z: z ** (1 / 3), "cosine": numpy.cos, "exponential": numpy.exp, "exponential_minus_one": numpy.expm1, "imag": numpy.imag,
    "log": numpy.log, "log_plus_one": numpy.log1p, "logistic": lambda z: 1 / (1 + numpy.exp(-z)), "negate": numpy.negative, "real": numpy.real,
    "rsqrt": lambda z: 1 / numpy.sqrt(z), "sign": lambda z: z / numpy.abs(z), "sine": numpy.sin, "sqrt": numpy.sqrt, "tan": numpy.tan, "tanh": numpy.tanh,
}  # fmt: skip
BINARY = {"add": numpy.add, "divide": numpy.divide, "multiply": numpy.multiply, "power": numpy.power, "subtract": numpy.subtract}


INF = numpy.inf
# As XLA computes them on a CPU; C99's Annex G says the same of tanh.
AT_INFINITY = {
    "rsqrt": [(complex(INF, INF), complex(0, -0.0)), (complex(3, INF), complex(0, -0.0)), (complex(3, -INF), 0), (complex(-INF, -INF), 0), (complex(-INF, 2), complex(0, -0.0))],
    "sign": [(complex(-INF, 2), complex(numpy.nan, 0)), (complex(3, -INF), complex(0, numpy.nan)), (complex(-0.0, 0), complex(-0.0, 0))],
    "tanh": [(complex(INF, INF), 1), (complex(-INF, INF), -1), (complex(INF, numpy.nan), 1), (complex(INF, 2), complex(1, -0.0))],
}  # fmt: skip


def at_infinity(name):
    """A program, the numbers that it is given, and what it makes of them."""
    z, expected = [numpy.array(part, "c8") for part in zip(*AT_INFINITY[name])]
    type = f"tensor<{len(z)}xcomplex<f32>>"
    return function([type], f'%r = "stablehlo.{name}"(%0) : ({type}) -> {type}', type), z, expected


@pytest.mark.parametrize("name", AT_INFINITY)
def test_infinite_numbers(computed, name):
    text, z, expected = at_infinity(name)
    numpy.testing.assert_allclose(computed(text, [z])[0], expected, rtol=2e-7)


@pytest.mark.parametrize("name", AT_INFINITY)
def test_infinite_numbers_as_they_are(read, values, name):
    text, z, expected = at_infinity(name)
    numpy.testing.assert_allclose(values(read(text), [z], "interpreter")[0], expected, rtol=2e-7)


@pytest.mark.parametrize("name", UNARY)
def test_one_operand(computed, numbers, name):
    z = numbers(64)
    z[:8] = [1, -1, 1j, -1j, 0.3 + 1e-4j, -20 + 3j, 15 - 2j, 1e-3 - 1e-3j]
    with numpy.errstate(divide="ignore"):
        expected = UNARY[name](z.astype("c16"))
    result = "tensor<64xf32>" if numpy.isrealobj(expected) else "tensor<64xcomplex<f32>>"
    text = function(["tensor<64xcomplex<f32>>"], f'%r = "stablehlo.{name}"(%0) : (tensor<64xcomplex<f32>>) -> {result}', result)
    numpy.testing.assert_allclose(computed(text, [z])[0], expected, rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("name", BINARY)
def test_two_operands(computed, numbers, name):
    x, y = numbers(6), numbers(6)
    y[0] = 1e-20 + 2e-20j
    x[0] = 1e-20j
    text = function([C, C], f'%r = "stablehlo.{name}"(%0, %1) : ({C}, {C}) -> {C}', C)
    numpy.testing.assert_allclose(computed(text, [x, y])[0], BINARY[name](x.astype("c16"), y.astype("c16")), rtol=2e-5, atol=1e-6)


def test_large_and_small_numbers_do_not_overflow_on_the_way(computed):
    z, w = numpy.array([3e30 + 4e30j, 3e-30 + 4e-30j]).astype("c8"), numpy.array([1e30 + 1e30j, 1e-30 - 1e-30j]).astype("c8")
    type = "tensor<2xcomplex<f32>>"
    body = f"%r = stablehlo.divide %0, %1 : {type}\n%r1 = stablehlo.abs %0 : ({type}) -> tensor<2xf32>"
    quotient, size = computed(function([type, type], body, type, "tensor<2xf32>"), [z, w])
    numpy.testing.assert_allclose(quotient, z.astype("c16") / w, rtol=1e-5)
    numpy.testing.assert_allclose(size, numpy.abs(z.astype("c16")), rtol=1e-5)


WIDE = {"cbrt", "cosine", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt", "sine", "sqrt"}


@pytest.mark.parametrize("name", sorted(WIDE))
def test_all_over_the_plane(computed, name):
    """Against twice the precision, as far as that is a number of f32: parts to their size, and to that of the other part."""
    sizes = numpy.array([0, 1e-30, 1e-5, 0.5, 0.9999, 1, 1.0001, 3, 89.5, 100, 1e30, 3e38])
    line = numpy.concatenate([sizes, -sizes]).astype("f4")
    z = numpy.array([complex(x, y) for x in line for y in line], "c8")
    wide = z.astype("c16")
    with numpy.errstate(all="ignore"):
        expected = numpy.log(wide + 1) if name == "log_plus_one" else UNARY[name](wide)
    chosen = (numpy.abs(expected) < 3e38) & (numpy.abs(expected) > 1e-37)
    if name == "log_plus_one":  # z + 1 loses small numbers, and the sign of 0 on which the side of the cut depends
        chosen &= (numpy.abs(wide) > 1e-6) & ((z.imag != 0) | (z.real > -1))
    type = f"tensor<{len(z)}xcomplex<f32>>"
    (actual,) = computed(function([type], f'%r = "stablehlo.{name}"(%0) : ({type}) -> {type}', type), [z])
    assert chosen.sum() > 250
    actual, expected = actual[chosen], expected[chosen]
    assert (numpy.abs(actual - expected) <= 5e-7 * numpy.abs(expected)).all()


@pytest.mark.parametrize("element, dtype", [("f32", "c8"), ("f64", "c16")])
def test_numbers_on_paper(computed, element, dtype):
    """Close to where logarithms vanish, and where parts, but not results, overflow."""
    huge, tiny = (2.0**126, 2.0**-60) if element == "f32" else (2.0**1022, 2.0**-600)
    z = numpy.array([-1 + tiny * 1j, tiny + 0j, complex(0, -huge), 1j, huge + huge * 1j, -huge + 0j], dtype)
    type = f"tensor<6xcomplex<{element}>>"
    names = ("log_plus_one", "log_plus_one", "sqrt", "cbrt", "log", "logistic")
    body = "\n".join([f"%r{i or ''} = stablehlo.{name} %0 : {type}" for i, name in enumerate(names)])
    results = computed(function([type], body, *[type] * 6), [z])
    root = numpy.sqrt(huge / 2)
    expected = [
        numpy.log(tiny) + numpy.pi / 2 * 1j,
        tiny,
        root - root * 1j,
        (3**0.5 + 1j) / 2,
        numpy.log(huge) + numpy.log(2) / 2 + numpy.pi / 4 * 1j,
        0,
    ]
    for at, number in enumerate(expected):
        assert results[at][at] == pytest.approx(number, rel=4e-7 if element == "f32" else 1e-15)


@pytest.mark.parametrize("element, dtype", [("f32", "c8"), ("f64", "c16")])
def test_powers_of_whole_numbers_are_whole(computed, element, dtype):
    """Of real numbers above 0 to the last digit; and of 0, as C has it."""
    z, w = numpy.array([2, 3, 10, 0, 0, 0], dtype), numpy.array([3, 4, -1, 2 - 1j, 0, -1], dtype)
    type = f"tensor<6xcomplex<{element}>>"
    (actual,) = computed(function([type, type], f"%r = stablehlo.power %0, %1 : {type}", type), [z, w])
    assert actual[:5].tolist() == pytest.approx([8, 81, 0.1, 0, 1], rel=1e-7 if element == "f32" else 1e-15)
    assert numpy.isnan(actual[5].real)


def test_extremes_by_the_real_and_then_by_the_imaginary_part(computed):
    """Python's tuples have this order too. A number with a NaN comes before all others."""
    z, w = numpy.array([1 + 2j, 1 + 3j, -1 + 9j, 2, 0, 0], "c8"), numpy.array([1 + 3j, 1 + 2j, 0, 1, 5, 0], "c8")
    z[4], w[5] = complex(1, numpy.nan), complex(numpy.nan, 1)
    body = f"%r = stablehlo.maximum %0, %1 : {C}\n%r1 = stablehlo.minimum %0, %1 : {C}"
    for result, choose in zip(computed(function([C, C], body, C, C), [z, w]), (max, min)):
        expected = [complex(*choose((a.real, a.imag), (b.real, b.imag))) for a, b in zip(z[:4], w[:4])]
        numpy.testing.assert_array_equal(result, [*expected, z[4], w[5]])


def test_angles_of_complex_numbers(computed, numbers):
    """tan of the angle is y / x; of real numbers it is the usual one."""
    y, x = numbers(6), numbers(6)
    y[:2], x[:2] = [1, -2], [-1, 0.5]
    (angles,) = computed(function([C, C], f"%r = stablehlo.atan2 %0, %1 : {C}", C), [y, x])
    numpy.testing.assert_allclose(numpy.tan(angles.astype("c16")), y.astype("c16") / x, rtol=2e-5)
    numpy.testing.assert_allclose(angles[:2], numpy.arctan2([1, -2], [-1, 0.5]), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("given, shape, element, code", [
    ((2, 4), (2, 4), "complex<f32>", "c8"), ((4,), (4, 2), "f32", "f4"), ((4,), (4,), "i64", "i8"), ((4,), (4, 8), "ui8", "u1"), ((2, 2), (2,), "complex<f64>", "c16"),
])  # fmt: skip
def test_the_bits_of_both_parts_lie_side_by_side(computed, numbers, given, shape, element, code):
    """There and back: what NumPy sees of the same bytes."""
    z, target = numbers(*given), "x".join([*map(str, shape), element])
    source = f"tensor<{'x'.join(map(str, given))}xcomplex<f32>>"
    (bits,) = computed(function([source], f"%r = stablehlo.bitcast_convert %0 : ({source}) -> tensor<{target}>", f"tensor<{target}>"), [z])
    expected = z.view(code).reshape(shape)
    assert bits.dtype == expected.dtype and bits.tobytes() == expected.tobytes()
    (back,) = computed(
        function([f"tensor<{target}>"], f"%r = stablehlo.bitcast_convert %0 : (tensor<{target}>) -> {source}", source), [expected]
    )
    assert back.tobytes() == z.tobytes()


def test_movements_constants_and_choices(computed, numbers):
    z, picks = numbers(6), numpy.array([True, False, True, True, False, False])
    body = f"""%c = stablehlo.constant dense<(1.0,-2.0)> : {C}
    %s = stablehlo.slice %0 [0:4] : ({C}) -> tensor<4xcomplex<f32>>
    %t = stablehlo.reverse %s, dims = [0] : tensor<4xcomplex<f32>>
    %u = stablehlo.slice %c [0:2] : ({C}) -> tensor<2xcomplex<f32>>
    %k = stablehlo.concatenate %t, %u, dim = 0 : (tensor<4xcomplex<f32>>, tensor<2xcomplex<f32>>) -> {C}
    %r = stablehlo.select %1, %k, %0 : tensor<6xi1>, {C}
    %m = stablehlo.reshape %0 : ({C}) -> tensor<2x3xcomplex<f32>>
    %r1 = stablehlo.transpose %m, dims = [1, 0] : (tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>"""
    result = computed(function([C, "tensor<6xi1>"], body, C, "tensor<3x2xcomplex<f32>>"), [z, picks])
    numpy.testing.assert_array_equal(result[0], numpy.where(picks, numpy.concatenate([z[:4][::-1], [1 - 2j, 1 - 2j]]), z).astype("c8"))
    numpy.testing.assert_array_equal(result[1], z.reshape(2, 3).T)


def test_comparisons_and_conversions(computed, numbers):
    x = numbers(6)
    y = numpy.where([True, False, True, False, True, True], x, x + 1j).astype("c8")
    body = "\n".join([f"%r{i or ''} = stablehlo.compare {how}, %0, %1 : ({C}, {C}) -> tensor<6xi1>" for i, how in enumerate(["EQ", "NE"])])
    body += f"\n%r2 = stablehlo.convert %2 : (tensor<6xf32>) -> {C}"
    result = computed(function([C, C, "tensor<6xf32>"], body, "tensor<6xi1>", "tensor<6xi1>", C), [x, y, x.real.copy()])
    assert (result[0] == (x == y)).all() and (result[1] == (x != y)).all() and (result[2] == x.real).all()


def test_parts_of_real_numbers(computed, numbers):
    x, type = numbers(8).real.copy(), "tensor<8xf32>"
    body = f"%a = stablehlo.add %0, %0 : {type}\n%r = stablehlo.real %a : {type}\n%r1 = stablehlo.imag %a : {type}\n%r2 = stablehlo.real %0 : {type}"
    result = computed(function([type], body, type, type, type), [x])
    assert (result[0] == 2 * x).all() and not result[1].any() and (result[2] == x).all()


@pytest.mark.parametrize("name, function_of", [("add", numpy.sum), ("multiply", numpy.prod)])
def test_reductions(computed, numbers, name, function_of):
    z = numbers(3, 5)
    body = f"""%z = stablehlo.constant dense<({0.0 if name == "add" else 1.0},0.0)> : tensor<complex<f32>>
    %r = stablehlo.reduce(%0 init: %z) applies stablehlo.{name} across dimensions = [1] : (tensor<3x5xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>"""
    result = computed(function(["tensor<3x5xcomplex<f32>>"], body, "tensor<3xcomplex<f32>>"), [z])
    numpy.testing.assert_allclose(result[0], function_of(z, axis=1), rtol=1e-5, atol=1e-6)


def test_a_sort_by_the_real_part_takes_the_other_along(computed, numbers):
    z = numbers(6)
    body = f"""%r = "stablehlo.sort"(%0) <{{dimension = 0 : i64}}> ({{
    ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
      %x = stablehlo.real %a : (tensor<complex<f32>>) -> tensor<f32>
      %y = stablehlo.real %b : (tensor<complex<f32>>) -> tensor<f32>
      %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }}) : ({C}) -> {C}"""
    numpy.testing.assert_array_equal(computed(function([C], body, C), [z])[0], z[numpy.argsort(z.real)])


def test_products(computed, numbers):
    a, b = numbers(3, 4), numbers(4, 5)
    types = ["tensor<3x4xcomplex<f32>>", "tensor<4x5xcomplex<f32>>"]
    body = f"%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : ({', '.join(types)}) -> tensor<3x5xcomplex<f32>>"
    numpy.testing.assert_allclose(computed(function(types, body, "tensor<3x5xcomplex<f32>>"), [a, b])[0], a @ b, rtol=1e-5, atol=1e-5)


@pytest.mark.sweep
@pytest.mark.parametrize("shape, lengths", [((8,), 1), ((2, 7), 1), ((96,), 1), ((3, 4, 6), 2), ((134,), 1), ((2, 3, 4, 5), 3)])
@pytest.mark.parametrize("kind", ["FFT", "IFFT", "RFFT", "IRFFT"])
def test_fourier_transforms(computed, numbers, kind, shape, lengths):
    axes = tuple(range(len(shape) - lengths, len(shape)))
    z = numbers(*shape)
    function_of = {"FFT": numpy.fft.fftn, "IFFT": numpy.fft.ifftn, "RFFT": numpy.fft.rfftn, "IRFFT": numpy.fft.irfftn}[kind]
    length = list(shape[len(shape) - lengths :])
    if kind == "RFFT":
        z = z.real.copy()
    if kind == "IRFFT":
        z = numpy.ascontiguousarray(z[..., : shape[-1] // 2 + 1])
    expected = function_of(z, length, axes)
    spelled = ["x".join([*map(str, x.shape), "complex<f32>" if numpy.iscomplexobj(x) else "f32"]) for x in (z, expected)]
    types = [f"tensor<{text}>" for text in spelled]
    body = f"%r = stablehlo.fft %0, type = {kind}, length = {length} : ({types[0]}) -> {types[1]}"
    actual = computed(function(types[:1], body, types[1]), [z])[0]
    numpy.testing.assert_allclose(actual, expected, rtol=1e-4, atol=1e-4)


LONG = [("FFT", 521), ("IFFT", 5184), ("RFFT", 1042), ("IRFFT", 521), ("IRFFT", 5184)]


@pytest.mark.sweep
@pytest.mark.parametrize("kind, length", LONG)
def test_long_fourier_transforms(computed, numbers, kind, length):
    """A prime, twice that, and 72 * 72, whose factors have some themselves; two rows of each."""
    z = numbers(2, length // 2 + 1 if kind == "IRFFT" else length)
    z = z.real.copy() if kind == "RFFT" else z
    expected = {"FFT": numpy.fft.fft, "IFFT": numpy.fft.ifft, "RFFT": numpy.fft.rfft, "IRFFT": lambda x: numpy.fft.irfft(x, length)}[kind](
        z
    )
    types = [f"tensor<{x.shape[0]}x{x.shape[1]}x{'complex<f32>' if numpy.iscomplexobj(x) else 'f32'}>" for x in (z, expected)]
    body = f"%r = stablehlo.fft %0, type = {kind}, length = [{length}] : ({types[0]}) -> {types[1]}"
    (actual,) = computed(function(types[:1], body, types[1]), [z])
    assert numpy.abs(actual - expected).max() < 2e-6 * numpy.abs(expected).max()


@pytest.mark.parametrize("kind, length", [*LONG, ("IRFFT", 8192)])
def test_transforms_hold_no_tables_of_all_pairs(read, kind, length):
    """A prime's convolution is of up to four times as many places, with a few constants for each."""
    half, whole = f"tensor<9x{length // 2 + 1}xcomplex<f32>>", f"tensor<9x{length}x{'f32' if 'R' in kind else 'complex<f32>'}>"
    given, result = (half, whole) if kind == "IRFFT" else (whole, half) if kind == "RFFT" else (whole, whole)
    body = f"%r = stablehlo.fft %0, type = {kind}, length = [{length}] : ({given}) -> {result}"
    module = after(read(function([given], body, result)), "stablehlo-expand-complex")
    assert sum([op.result.type.size for op in module.walk() if op.name == "stablehlo.constant"]) < 100 * length


def test_transforms_of_lengths_two_and_four_are_exact(computed, numbers):
    for length in (2, 4):
        x = numpy.arange(1, length + 1).astype("f4")
        types = [f"tensor<{length}xf32>", f"tensor<{length // 2 + 1}xcomplex<f32>>"]
        body = f"%r = stablehlo.fft %0, type = RFFT, length = [{length}] : ({types[0]}) -> {types[1]}"
        numpy.testing.assert_array_equal(computed(function(types[:1], body, types[1]), [x])[0], numpy.fft.rfft(x).astype("c8"))


WITH_HOST = LOWERING.replace("regions,iree-outline", "regions{allow-host-ops=true},iree-outline").replace(
    "schedules,", "schedules{allow-host-ops=true},"
)


@pytest.mark.parametrize("lowering", ["", f",{WITH_HOST}{{allow-host-ops=true}}"])
def test_what_has_no_expansion_stays_whole(read, values, lowering):
    """Operations around, and what the region reads of these, are expanded."""
    number = "tensor<complex<f32>>"
    body = f"""%z = stablehlo.multiply %0, %0 : {C}
    %turned = stablehlo.negate %1 : {number}
    %s = "stablehlo.select_and_scatter"(%z, %2, %1) ({{
    ^bb0(%a: {number}, %b: {number}):
      %c = stablehlo.real %a : ({number}) -> tensor<f32>
      %d = stablehlo.real %b : ({number}) -> tensor<f32>
      %e = stablehlo.compare GE, %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %e : tensor<i1>
    }}, {{
    ^bb0(%a: {number}, %b: {number}):
      %c = stablehlo.multiply %b, %turned : {number}
      stablehlo.return %c : {number}
    }}) {{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}} : ({C}, tensor<3xcomplex<f32>>, {number}) -> {C}
    %r = stablehlo.add %s, %s : {C}"""
    module = after(read(function([C, number, "tensor<3xcomplex<f32>>"], body, C)), f"stablehlo-expand-complex{lowering}")
    arrays = [numpy.array(z, "c8") for z in ([1, 2j, 3, 4, 1j, -1j], 1j, [1, 2, 3 + 1j])]
    expected = [
        -2j,
        2j,
        2j,
        -4j,
        2 - 6j,
        2j,
    ]  # the squares are 1 > -4, 9 < 16, -1 = -1: 1 * -j, 2 * -j, (3 + j) * -j, and j elsewhere, twice
    numpy.testing.assert_array_equal(values(module, arrays, "interpreter")[0], numpy.array(expected, "c8"))


def test_roots_of_negative_numbers_lie_on_the_side_that_the_imaginary_part_s_sign_says(computed):
    """C99's Annex G: the root of conj(z) is the conjugate of that of z, for imaginary parts of 0 and -0 too."""
    z = numpy.array([complex(-4, 0.0), complex(-4, -0.0), complex(4, 0.0), complex(4, -0.0), complex(-4, 1e-30), complex(-4, -1e-30)], "c8")
    root = computed(function([C], f"%r = stablehlo.sqrt %0 : {C}", C), [z])[0]
    assert root.real[:4].tolist() == [0, 0, 2, 2]
    assert root.imag[:2].tolist() == [2, -2] and numpy.signbit(root.imag).tolist() == [False, True, False, True, False, True]


def test_a_transform_of_nothing(computed):
    type = "tensor<2x0xcomplex<f32>>"
    body = f"%r = stablehlo.fft %0, type = IFFT, length = [0] : ({type}) -> {type}"
    assert computed(function([type], body, type), [numpy.zeros((2, 0), "c8")])[0].shape == (2, 0)


def test_nothing(computed):
    """Constants that an expansion makes of no elements hold none."""
    type = "tensor<0x3xcomplex<f32>>"
    text = function([type], f"%a = stablehlo.rsqrt %0 : {type}\n%r = stablehlo.power %a, %0 : {type}", type)
    assert computed(text, [numpy.zeros((0, 3), "c8")])[0].shape == (0, 3)


@pytest.mark.usefixtures("device")
def test_canonicalization_leaves_the_parts_of_spread_constants_apart(read, values):
    """A kernel reads real numbers: `broadcast_in_dim` of a complex constant would spread its parts as if they were elements."""
    text = """func.func @main() -> tensor<2x3xcomplex<f32>> {
      %c = stablehlo.constant dense<[[-1, 3, 2]]> : tensor<1x3xi64>
      %0 = stablehlo.broadcast_in_dim %c, dims = [0, 1] : (tensor<1x3xi64>) -> tensor<2x3xi64>
      %r = stablehlo.convert %0 : (tensor<2x3xi64>) -> tensor<2x3xcomplex<f32>>
      return %r : tensor<2x3xcomplex<f32>>
    }"""
    module = after(read(text), f"canonicalize,stablehlo-expand-complex,canonicalize,{LOWERING}")
    numpy.testing.assert_array_equal(values(module, [], "vulkan")[0], numpy.array([[-1, 3, 2]] * 2, "c8"))


def test_a_kernel_refuses_complex_numbers_that_were_not_expanded(read):
    text = function([C], '%r = "stablehlo.reverse"(%0) <{dimensions = array<i64: 0>}> : (' + C + ") -> " + C, C)
    with pytest.raises(Error, match="of complex numbers has no lowering to SPIR-V"):
        after(read(text), LOWERING)


def test_what_devices_do_not_compute_of_complex_numbers_is_no_kernel(device, read, values):
    """A kernel takes the parts of what it stores from `complex`; what any other operation gives, the host computes."""
    body = "%r = stablehlo.fft %0, type = RFFT, length = [4] : (tensor<?x?xf32>) -> tensor<2x3xcomplex<f32>>"
    text = function(["tensor<?x?xf32>"], body, "tensor<2x3xcomplex<f32>>")
    module = after(read(text), f"stablehlo-expand-complex,{WITH_HOST}{{allow-host-ops=true}}")
    result = values(module, [numpy.ones((2, 4), "f4")], "vulkan")[0]
    numpy.testing.assert_array_equal(result, numpy.array([[4, 0, 0], [4, 0, 0]], "c8"))


def test_barriers_of_unknown_sizes_go(computed):
    """As JAX writes them around what is computed again for gradients; those of complex numbers too."""
    body = """%1:2 = stablehlo.optimization_barrier %0, %z : tensor<?xcomplex<f32>>, tensor<f32>
    %r = stablehlo.negate %1#0 : tensor<?xcomplex<f32>>"""
    body = f"%z = stablehlo.constant dense<1.0> : tensor<f32>\n{body}"
    text = function(["tensor<?xcomplex<f32>>"], body, "tensor<?xcomplex<f32>>").replace("%1", "%b")
    assert computed(text, [numpy.array([1j, 2], "c8")], "stablehlo-decompose,")[0].tolist() == [-1j, -2]


OPEN_TRANSFORMS = [("FFT", [12], "12"), ("IFFT", [7], "7"), ("RFFT", [10], "6"), ("IRFFT", [10], "6"), ("FFT", [150], "150"), ("FFT", [3, 4], "3x4"), ("RFFT", [521], "261")]  # fmt: skip


@pytest.mark.sweep
@pytest.mark.parametrize("kind, lengths, spectrum", OPEN_TRANSFORMS)
def test_transforms_of_as_many_rows_as_there_are(computed, numbers, random, kind, lengths, spectrum):
    """In one step, in two, as a convolution; of no rows too."""
    function_of = {"FFT": numpy.fft.fftn, "IFFT": numpy.fft.ifftn, "RFFT": numpy.fft.rfftn, "IRFFT": numpy.fft.irfftn}[kind]
    complex_type, real_type = f"tensor<?x{spectrum}xcomplex<f32>>", f"tensor<?x{'x'.join(map(str, lengths))}xf32>"
    types = {"RFFT": (real_type, complex_type), "IRFFT": (complex_type, real_type)}.get(kind, (complex_type, complex_type))
    axes = tuple(range(1, 1 + len(lengths)))
    body = f"%r = stablehlo.fft %0, type = {kind}, length = {lengths} : ({types[0]}) -> {types[1]}"
    for rows in (1, 5, 0):
        shape = (rows, *lengths[:-1], lengths[-1] // 2 + 1 if kind == "IRFFT" else lengths[-1])
        x = random.standard_normal(shape).astype("f4") if kind == "RFFT" else numbers(*shape)
        expected = function_of(x, lengths, axes)
        (result,) = computed(function(types[:1], body, types[1]), [x])
        assert result.shape == expected.shape
        assert numpy.abs(result - expected).max(initial=0) <= 1e-5 * numpy.abs(expected).max(initial=0)
