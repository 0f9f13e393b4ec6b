"""Running reductions, against NumPy's accumulations."""

import numpy
import pytest
from device_calls import TARGETS
from random_stablehlo_legs import executed, module_of

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


# Each extreme's neutral number is the end of its own type, which kernels hold in a wider one.
SMALL = [
    ("i4", "maximum", "-8", [-8, -7, -8, -3, -5, 2, 1, 7, 0], [-8, -7, -7, -3, -3, 2, 2, 7, 7]),
    ("i4", "minimum", "7", [7, 5, 6, 0, -2, 3, -8, -7, 1], [7, 5, 5, 0, -2, -2, -8, -8, -8]),
    ("ui4", "maximum", "0", [0, 3, 2, 9, 8, 15, 1, 4, 0], [0, 3, 3, 9, 9, 15, 15, 15, 15]),
    ("ui4", "minimum", "15", [15, 14, 15, 9, 10, 8, 3, 1, 2], [15, 14, 14, 9, 9, 8, 3, 1, 1]),
]


def interpreted(body: str, x, kind: str):
    type = f"tensor<{x.size}x{kind}>"
    return executed(module_of(f"func.func @main(%0: {type}) -> {type} {{ {body}\n return %r : {type} }}"), [x])[0]


@pytest.mark.parametrize("kind, op, initial, x, expected", SMALL, ids=[f"{op} {kind}" for kind, op, *_ in SMALL])
def test_extremes_of_small_integers(run, dtypes, kind, op, initial, x, expected):
    body, x = running(op, (9,), 0, 8, 0, initial, kind), numpy.array(x).astype(dtypes[kind])
    assert run(body, [x], [f"9x{kind}"], expect="running").astype(int).tolist() == expected
    assert interpreted(body, x, kind).astype(int).tolist() == expected


def test_an_extreme_that_begins_within_its_type_is_no_run(run, dtypes):
    """Each window begins with -6, which hides the smaller numbers."""
    body, x = running("maximum", (9,), 0, 8, 0, "-6", "i4"), numpy.array([-8, -7, -8, -3, -5, 2, 1, 7, 0]).astype(dtypes["i4"])
    expected = [-6, -6, -6, -3, -3, 2, 2, 7, 7]
    assert run(body, [x], ["9xi4"], expect="elementwise").astype(int).tolist() == expected
    assert interpreted(body, x, "i4").astype(int).tolist() == expected


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("element", "largest"), [("f16", 2048), ("bf16", 256)])
def test_sums_of_narrow_floats_are_rounded_at_each_step(run, dtypes, target, element, largest):
    """As those of TensorFlow's kernels and of StableHLO's interpreter: 2048 + 1 is 2048 in f16, and 256 + 1 is 256 in bf16, however many come."""
    ones = numpy.ones(3000, dtypes[element])
    result = run(running("add", (3000,), 0, 2999, 0, "0.0", element), [ones], [f"3000x{element}"], target=target, expect="running")
    numpy.testing.assert_array_equal(result[[63, largest - 1, -1]].astype("f4"), [64, largest, largest])
