"""Loops and branches that are decided as a program runs: the same values after each step to dispatches, and on a device.

Expected values are computed here by the same loops in Python.
"""

from math import gcd

import ml_dtypes
import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner
from tfrun.devices import session

STEPS = (
    "stablehlo-legalize-control-flow", "canonicalize", "iree-identify-dispatch-regions", "iree-outline-dispatch-regions",
    "iree-lower-sequencer-dialect", "iree-plan-buffers", "iree-choose-schedules{target=lavapipe}", "iree-convert-to-spirv",
)  # fmt: skip
DEVICES = ("vulkan", "cpu")


def module_of(text: str):
    module = parse(Source("loop.mlir", text), lookup, dialect)
    verify(module, lookup)
    return module


def lowered(text: str, passes):
    module = module_of(text)
    Runner(lambda op: verify(op, lookup)).run(passes, module)
    return module_of(print_operation(module, lookup))


def values(module, inputs, device: str = "interpreter"):
    with session(module, device) as program_of:
        program = program_of(find_entry(module))
        program(inputs)
        return program(inputs)  # the second run begins with what the first has left in memory


def on_device(module, inputs, device="vulkan"):
    try:
        return values(module, inputs, device)
    except Error as reason:
        if "no Vulkan" not in str(reason) and "Vulkan loader" not in str(reason):
            raise
        pytest.skip(f"needs a Vulkan device: {reason}")


def check(text: str, inputs, expected) -> None:
    """Holds the values after each step, and those of the whole pipelines on devices, against what is expected."""
    inputs = [np.asarray(value) for value in inputs]
    for count in range(len(STEPS) + 1):
        assert_equal(values(lowered(text, parse_pipeline(",".join(STEPS[:count]))) if count else module_of(text), inputs), expected)
    assert_equal(on_device(lowered(text, parse_pipeline(",".join(STEPS))), inputs), expected)
    for device in DEVICES:
        assert_equal(on_device(lowered(text, load_pipeline(device)), inputs, device), expected)


def assert_equal(actual, expected) -> None:
    for one, other in zip(actual, expected, strict=True):
        np.testing.assert_array_equal(one, other)


def test_values_change_places_in_a_loop_whose_condition_it_carries():
    text = """
    func.func @gcd(%x: tensor<i64>, %y: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
      %zero = stablehlo.constant dense<0> : tensor<i64>
      %start = stablehlo.compare NE, %y, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %0:3 = stablehlo.while(%p = %start, %a = %x, %b = %y) : tensor<i1>, tensor<i64>, tensor<i64>
        cond { stablehlo.return %p : tensor<i1> }
        do {
          %r = stablehlo.remainder %a, %b : tensor<i64>
          %q = stablehlo.compare NE, %r, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
          stablehlo.return %q, %b, %r : tensor<i1>, tensor<i64>, tensor<i64>
        }
      return %0#1, %0#2 : tensor<i64>, tensor<i64>
    }"""
    check(text, [np.int64(3 * 2**40), np.int64(15 * 2**33)], [gcd(3 * 2**40, 15 * 2**33), 0])
    check(text, [np.int64(7), np.int64(0)], [7, 0])  # no trip at all


SWAPS = """
func.func @swaps(%n: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %z) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %b, %c, %a : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    }
  return %0#1, %0#2, %0#3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}"""


@pytest.mark.parametrize("trips", [0, 1, 2, 5])
def test_three_values_go_round(trips):
    arrays = [np.arange(4, dtype=np.float32) + 10 * number for number in range(3)]
    check(SWAPS, [np.int32(trips), *arrays], [arrays[(at + trips) % 3] for at in range(3)])


def test_a_loop_in_a_loop_with_values_from_before_and_after():
    """For i in 0 .. n: for j in 0 .. i: s = s * scale + i; the scale is read in the inner loop and after both."""
    text = """
    func.func @nested(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %scale = stablehlo.negate %x : tensor<4xf32>
      %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<4xf32>
        cond {
          %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
          %spread = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
          %1:2 = stablehlo.while(%j = %zero, %t = %s) : tensor<i32>, tensor<4xf32>
            cond {
              %q = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
              stablehlo.return %q : tensor<i1>
            } do {
              %k = stablehlo.add %j, %one : tensor<i32>
              %m = stablehlo.multiply %t, %scale : tensor<4xf32>
              %u = stablehlo.add %m, %spread : tensor<4xf32>
              stablehlo.return %k, %u : tensor<i32>, tensor<4xf32>
            }
          %next = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %next, %1#1 : tensor<i32>, tensor<4xf32>
        }
      %sum = stablehlo.add %0#1, %scale : tensor<4xf32>
      return %sum, %0#0 : tensor<4xf32>, tensor<i32>
    }"""
    x = np.array([1, -1, 2, 0], np.float32)
    expected = x
    for i in range(4):
        for _ in range(i):
            expected = expected * -x + np.float32(i)
    check(text, [np.int32(4), x], [expected - x, 4])


CASE = """
func.func @case(%index: tensor<i32>, %n: tensor<i32>, %x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = "stablehlo.case"(%index) ({
    stablehlo.return %x, %n : tensor<i32>, tensor<i32>
  }, {
    %1 = stablehlo.while(%a = %x) : tensor<i32>
      cond {
        %p = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %b = stablehlo.add %a, %a : tensor<i32>
        stablehlo.return %b : tensor<i32>
      }
    stablehlo.return %1, %x : tensor<i32>, tensor<i32>
  }, {
    %2 = stablehlo.while(%a = %x) : tensor<i32>
      cond {
        %p = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %b = stablehlo.add %a, %one : tensor<i32>
        stablehlo.return %b : tensor<i32>
      }
    stablehlo.return %2, %2 : tensor<i32>, tensor<i32>
  }) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}"""


@pytest.mark.parametrize(("index", "expected"), [(0, (3, 10)), (1, (12, 3)), (2, (10, 10)), (3, (10, 10)), (-1, (10, 10))])
def test_branches_with_loops(index, expected):
    check(CASE, [np.int32(index), np.int32(10), np.int32(3)], expected)


@pytest.mark.parametrize(("element", "dtype"), [
    ("bf16", ml_dtypes.bfloat16), ("f8E4M3FN", ml_dtypes.float8_e4m3fn), ("f16", np.float16), ("i8", np.int8), ("ui64", np.uint64), ("i1", np.bool_),
])  # fmt: skip
def test_carried_values_of_any_width(element, dtype):
    """A loop that only turns its value round: with 5 elements, of which a row of bytes ends anywhere."""
    text = f"""
    func.func @turn(%n: tensor<i32>, %x: tensor<5x{element}>) -> tensor<5x{element}> {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<5x{element}>
        cond {{
          %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        }} do {{
          %next = stablehlo.add %i, %one : tensor<i32>
          %b = stablehlo.reverse %a, dims = [0] : tensor<5x{element}>
          stablehlo.return %next, %b : tensor<i32>, tensor<5x{element}>
        }}
      return %0#1 : tensor<5x{element}>
    }}"""
    x = np.array([0, 1, 1, 0, 1]).astype(dtype)
    check(text, [np.int32(3), x], [x[::-1]])


def test_complex_values_are_carried_as_pairs():
    """z = z * w for as long as |z| < bound."""
    text = """
    func.func @spiral(%bound: tensor<f32>, %w: tensor<complex<f32>>) -> tensor<complex<f32>> {
      %0 = stablehlo.while(%z = %w) : tensor<complex<f32>>
        cond {
          %r = stablehlo.abs %z : (tensor<complex<f32>>) -> tensor<f32>
          %p = stablehlo.compare LT, %r, %bound : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %next = stablehlo.multiply %z, %w : tensor<complex<f32>>
          stablehlo.return %next : tensor<complex<f32>>
        }
      return %0 : tensor<complex<f32>>
    }"""
    inputs = [np.float32(100), np.complex64(1 + 2j)]
    for device in DEVICES:
        assert_equal(on_device(lowered(text, load_pipeline(device)), inputs, device), [np.complex64((1 + 2j) ** 6)])
