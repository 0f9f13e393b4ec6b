"""Reductions over dimensions and over windows, against NumPy."""

import numpy
import pytest
from device_calls import TARGETS
from tfir.ir.diagnostics import Error

LOWEST = "0xFF800000"


def text(shape, element="f32") -> str:
    return "x".join([*map(str, shape), element])


def reduction(op, shape, dims, initial, element="f32") -> tuple[str, str]:
    kept = text([size for d, size in enumerate(shape) if d not in dims], element)
    body = (
        f"%z = stablehlo.constant dense<{initial}> : tensor<{element}>\n"
        f"%r = stablehlo.reduce(%0 init: %z) applies stablehlo.{op} across dimensions = {list(dims)} : "
        f"(tensor<{text(shape, element)}>, tensor<{element}>) -> tensor<{kept}>"
    )
    return body, kept


REDUCTIONS = [
    ("add", (1, 7, 7, 64), (1, 2), "0.0", numpy.sum),
    ("add", (5, 10), (1,), "0.0", numpy.sum),
    ("add", (33, 128), (1,), "0.0", numpy.sum),
    ("add", (3, 5, 40), (1, 2), "0.0", numpy.sum),
    ("add", (1000,), (0,), "0.0", numpy.sum),
    ("add", (2, 70, 75), (1, 2), "0.0", numpy.sum),
    ("add", (4, 3, 5), (0, 2), "0.0", numpy.sum),
    ("maximum", (5, 1001), (1,), LOWEST, numpy.max),
    ("minimum", (3, 260), (1,), "0x7F800000", numpy.min),
    ("multiply", (6, 64), (1,), "1.0", numpy.prod),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("case", REDUCTIONS, ids=lambda c: f"{c[0]}-{c[1]}-{c[2]}")
def test_reduction(run, random, case, target):
    op, shape, dims, initial, expected = case
    x = random.standard_normal(shape).astype("f4")
    body, kept = reduction(op, shape, dims, initial)
    actual = run(body, [x], [kept], target=target)
    numpy.testing.assert_allclose(actual, expected(x.astype("f8"), axis=dims), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", [6, 64, 400])
def test_a_maximum_over_a_nan_is_nan(run, random, target, length):
    x = random.standard_normal((3, length)).astype("f4")
    x[1, length // 2] = numpy.nan
    body, kept = reduction("maximum", (3, length), (1,), LOWEST)
    result = run(body, [x], [kept], target=target)
    assert numpy.isnan(result).tolist() == [False, True, False]


@pytest.mark.parametrize("target", TARGETS)
def test_the_initial_value_counts_once(run, target):
    x = numpy.ones((2, 400), "f4")
    body, kept = reduction("add", (2, 400), (1,), "10.0")
    assert run(body, [x], [kept], target=target).tolist() == [410.0, 410.0]


def test_truth_values(run):
    x = numpy.array([[True, True, False], [True, True, True]])
    for op, expected in (("and", [False, True]), ("or", [True, True])):
        body, kept = reduction(op, (2, 3), (1,), "true" if op == "and" else "false", "i1")
        assert run(body, [x], [kept]).tolist() == expected


def test_an_epilogue_follows_a_reduction(run, random):
    x = random.standard_normal((4, 512)).astype("f4")
    body, kept = reduction("add", (4, 512), (1,), "0.0")
    body = (
        body.replace("%r", "%sum")
        + "\n%n = stablehlo.constant dense<512.0> : tensor<4xf32>\n%r = stablehlo.divide %sum, %n : tensor<4xf32>"
    )
    numpy.testing.assert_allclose(run(body, [x], [kept]), x.astype("f8").mean(1), rtol=1e-4, atol=1e-6)


def test_the_place_of_the_largest(run):
    """Two operands reduced together; of equals the first counts."""
    x = numpy.array([[1, 5, 5, 2], [7, 0, 1, 7]], "f4")
    body = """%i = stablehlo.iota dim = 1 : tensor<2x4xi64>
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0> : tensor<i64>
    %m:2 = stablehlo.reduce(%0 init: %low), (%i init: %zero) across dimensions = [1] :
      (tensor<2x4xf32>, tensor<2x4xi64>, tensor<f32>, tensor<i64>) -> (tensor<2xf32>, tensor<2xi64>)
      reducer(%a: tensor<f32>, %b: tensor<f32>) (%ai: tensor<i64>, %bi: tensor<i64>) {
        %ge = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %v = stablehlo.select %ge, %a, %b : tensor<i1>, tensor<f32>
        %p = stablehlo.select %ge, %ai, %bi : tensor<i1>, tensor<i64>
        stablehlo.return %v, %p : tensor<f32>, tensor<i64>
      }"""
    values, places = run(body, [x], ["2xf32", "2xi64"], results=("%m#0", "%m#1"))
    assert values.tolist() == [5, 7] and places.tolist() == [1, 0]


def pooling(op, shape, result, size, stride, padding, initial) -> str:
    pads = [[0, 0], list(padding[0]), list(padding[1]), [0, 0]]
    return f"""%z = stablehlo.constant dense<{initial}> : tensor<f32>
    %r = "stablehlo.reduce_window"(%0, %z) <{{window_dimensions = array<i64: 1, {size}, {size}, 1>,
      window_strides = array<i64: 1, {stride}, {stride}, 1>, padding = dense<{pads}> : tensor<4x2xi64>}}> ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.{op} %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }}) : (tensor<{text(shape)}>, tensor<f32>) -> tensor<{text(result)}>"""


POOLS = [
    ("maximum", (1, 13, 13, 8), 3, 2, ((0, 0), (0, 0)), LOWEST),
    ("maximum", (2, 7, 9, 6), 3, 2, ((1, 1), (0, 1)), LOWEST),
    ("add", (2, 7, 9, 8), 3, 1, ((1, 1), (1, 1)), "0.0"),
    ("add", (1, 7, 7, 4), 7, 1, ((0, 0), (0, 0)), "0.0"),
]


@pytest.mark.parametrize("case", POOLS, ids=lambda c: f"{c[0]}-{c[1]}")
def test_pooling(run, random, case):
    op, shape, size, stride, padding, initial = case
    x = random.standard_normal(shape).astype("f4")
    outside = -numpy.inf if op == "maximum" else 0
    padded = numpy.pad(x, ((0, 0), *padding, (0, 0)), constant_values=outside)
    windows = numpy.lib.stride_tricks.sliding_window_view(padded, (size, size), (1, 2))[:, ::stride, ::stride]
    expected = windows.max((-1, -2)) if op == "maximum" else windows.sum((-1, -2))
    actual = run(pooling(op, shape, expected.shape, size, stride, padding, initial), [x], [text(expected.shape)])
    numpy.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("shape, dims", [((3, 0), (1,)), ((0, 5), (1,)), ((2, 0, 4), (1,))], ids=str)
def test_nothing_to_reduce(run, shape, dims):
    body, kept = reduction("add", shape, dims, "2.0")
    result = run(body, [numpy.zeros(shape, "f4")], [kept])
    assert (result == numpy.full(result.shape, 2)).all() and result.shape == numpy.zeros(shape).sum(dims).shape


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape, dims", [((16, 30000), (1,)), ((3, 70, 1100), (1, 2)), ((90000, 3), (0,)), ((8, 70000, 4), (1,))], ids=str)
def test_devices_that_stop_long_loops_still_count_all(run, random, target, shape, dims):
    """Mesa's software devices end a kernel's loops silently after 65535 rounds of all of them together."""
    x = random.integers(-9, 9, shape).astype("i4")
    body, kept = reduction("add", shape, dims, "0", "i32")
    assert (run(body, [x], [kept], target=target) == x.sum(dims)).all()


def test_a_loop_too_long_for_the_device_is_refused(compile_program):
    """Rather than computed wrongly; the largest that copies of the body can bring under the limit is not."""
    body, kept = reduction("add", (3000000, 3), (0,), "0", "i32")
    with pytest.raises(Error, match="would go around loops 3000000 times in one invocation"):
        compile_program(["3000000x3xi32"], [kept], body, "portable")
    body, kept = reduction("add", (1500000, 3), (0,), "0", "i32")
    compile_program(["1500000x3xi32"], [kept], body, "portable")


def test_only_loops_too_long_have_their_body_twice(compile_program):
    def additions(length):
        body, kept = reduction("add", (length, 3), (0,), "0", "i32")
        module = compile_program([f"{length}x3xi32"], [kept], body, "portable")
        return sum(
            op.name == "spirv.ImageFetch" or op.name == "spirv.Load" and "StorageBuffer" in op.operands[0].type.text for op in module.walk()
        )

    assert additions(60000) == 1 and additions(70000) > 1


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape, dims", [((2, 164, 84, 3), (1, 2, 3)), ((50000, 4), (0,)), ((257, 3), (0,))], ids=str)
def test_small_numbers_count_beside_a_large_sum(run, target, shape, dims):
    """One running sum would be off by one in 5000 or so."""
    x = numpy.full(shape, 0.1, "f4")
    body, kept = reduction("add", shape, dims, "0.0")
    result = run(body, [x], [kept], target=target)
    numpy.testing.assert_allclose(result, x.astype("f8").sum(dims), rtol=1e-5)
