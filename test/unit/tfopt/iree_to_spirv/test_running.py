"""Running reductions, against NumPy's accumulations."""

import numpy
import pytest

TARGETS = ("lavapipe", "portable")
FUNCTIONS = {"add": numpy.add, "multiply": numpy.multiply, "maximum": numpy.maximum, "minimum": numpy.minimum}
NEUTRAL = {"add": "0.0", "multiply": "1.0", "maximum": "0xFF800000", "minimum": "0x7F800000"}


def running(op, shape, axis, low, high, initial, kind="f32", size=None) -> str:
    window = [size or shape[axis] if d == axis else 1 for d in range(len(shape))]
    pads = [[low, high] if d == axis else [0, 0] for d in range(len(shape))]
    spelled = "x".join(map(str, shape))
    return f"""%z = stablehlo.constant dense<{initial}> : tensor<{kind}>
    %r = "stablehlo.reduce_window"(%0, %z) <{{window_dimensions = array<i64: {", ".join(map(str, window))}>, padding = dense<{pads}> : tensor<{len(shape)}x2xi64>}}> ({{
    ^bb0(%a: tensor<{kind}>, %b: tensor<{kind}>):
      %m = stablehlo.{op} %a, %b : tensor<{kind}>
      stablehlo.return %m : tensor<{kind}>
    }}) : (tensor<{spelled}x{kind}>, tensor<{kind}>) -> tensor<{spelled}x{kind}>"""


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape, axis", [((100,), 0), ((5, 40), 1), ((40, 8), 0), ((3, 17, 6), 1), ((70, 9, 4), 0)], ids=str)
@pytest.mark.parametrize("op", sorted(FUNCTIONS))
@pytest.mark.parametrize("backward", [False, True])
def test_running(run, random, op, shape, axis, backward, target):
    x = random.standard_normal(shape).astype("f4")
    last = shape[axis] - 1
    body = running(op, shape, axis, *((0, last) if backward else (last, 0)), NEUTRAL[op])
    result = run(body, [x], ["x".join(map(str, shape)) + "xf32"], target=target, expect="running")
    if backward:
        x, result = numpy.flip(x, axis), numpy.flip(result, axis)
    numpy.testing.assert_allclose(result, FUNCTIONS[op].accumulate(x.astype("f8"), axis), rtol=1e-4, atol=1e-5)


def test_a_long_row(run, random):
    x = random.integers(-9, 9, (2, 70000)).astype("i4")
    body = running("add", (2, 70000), 1, 69999, 0, "0", "i32")
    assert (run(body, [x], ["2x70000xi32"]) == numpy.cumsum(x, 1)).all()


def test_an_epilogue_follows(run, random):
    x = random.standard_normal(64).astype("f4")
    body = running("add", (64,), 0, 63, 0, "0.0").replace("%r", "%s") + "\n%r = stablehlo.negate %s : tensor<64xf32>"
    numpy.testing.assert_allclose(run(body, [x], ["64xf32"], expect="running"), -numpy.cumsum(x), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "initial, low, high, size", [("2.0", 15, 0, 16), ("0.0", 7, 8, 16), ("0.0", 8, 0, 9)], ids=["initial", "in the middle", "short"]
)
def test_other_windows_are_no_runs(run, random, initial, low, high, size):
    """An initial value that is taken in again and again, a window to both sides, and one that does not reach back to the start."""
    x = random.standard_normal(16).astype("f4")
    padded = numpy.concatenate([numpy.full(low, float(initial)), x, numpy.full(high, float(initial))])
    expected = numpy.lib.stride_tricks.sliding_window_view(padded, size).sum(-1) + float(initial)
    actual = run(running("add", (16,), 0, low, high, initial, size=size), [x], ["16xf32"], expect="elementwise")
    numpy.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-5)
