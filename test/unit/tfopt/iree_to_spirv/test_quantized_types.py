"""Quantized programs give the same integers as they are, lowered to what is stored, and as kernels on a device."""

import numpy as np
import pytest
from tfir.dialects import lookup
from tfir.ir.quantized_types import is_quantized
from tfir.ir.verify import verify

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner

I8, WIDE, SAME = "!quant.uniform<i8:f32, 0.02:-8>", "!quant.uniform<i32:f32, 0.001>", "!quant.uniform<i8:f32, 0.05:-11>"
NARROW, SHIFTED = "!quant.uniform<i8<-100:90>:f32, 0.05:3>", "!quant.uniform<i32:f32, 0.25:2000000000>"
AXIS = "!quant.uniform<i8:f32:3, {0.01, 0.02, 0.03, 0.015}>"
ATTRIBUTES = "window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
IMAGE = f"""func.func @main(%image: tensor<1x6x6x2xf32>, %weights: tensor<3x3x2x4xi8>, %bias: tensor<4x{WIDE}>)
    -> (tensor<1x4x4x4x{SAME}>, tensor<1x4xf32>, tensor<1x4x4x4xf32>) {{
  %x = stablehlo.uniform_quantize %image : (tensor<1x6x6x2xf32>) -> tensor<1x6x6x2x!quant.uniform<ui8:f32, 0.02:120>>
  %i = stablehlo.uniform_quantize %x : (tensor<1x6x6x2x!quant.uniform<ui8:f32, 0.02:120>>) -> tensor<1x6x6x2x{I8}>
  %w = stablehlo.bitcast_convert %weights : (tensor<3x3x2x4xi8>) -> tensor<3x3x2x4x!quant.uniform<i8:f32, 0.01>>
  %a = stablehlo.bitcast_convert %weights : (tensor<3x3x2x4xi8>) -> tensor<3x3x2x4x{AXIS}>
  %c = stablehlo.convolution(%i, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], {ATTRIBUTES}
    : (tensor<1x6x6x2x{I8}>, tensor<3x3x2x4x!quant.uniform<i8:f32, 0.01>>) -> tensor<1x4x4x4x{WIDE}>
  %b = stablehlo.broadcast_in_dim %bias, dims = [3] : (tensor<4x{WIDE}>) -> tensor<1x4x4x4x{WIDE}>
  %s = stablehlo.add %c, %b : tensor<1x4x4x4x{WIDE}>
  %r = stablehlo.uniform_quantize %s : (tensor<1x4x4x4x{WIDE}>) -> tensor<1x4x4x4x{SAME}>
  %init = "stablehlo.constant"() <{{value = dense<-128> : tensor<i8>}}> : () -> tensor<{SAME}>
  %m = stablehlo.reduce(%r init: %init) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<1x4x4x4x{SAME}>, tensor<{SAME}>) -> tensor<1x4x{SAME}>
  %f = stablehlo.uniform_dequantize %m : (tensor<1x4x{SAME}>) -> tensor<1x4xf32>
  %h = stablehlo.convolution(%image, %a) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], {ATTRIBUTES}
    : (tensor<1x6x6x2xf32>, tensor<3x3x2x4x{AXIS}>) -> tensor<1x4x4x4xf32>
  return %r, %f, %h : tensor<1x4x4x4x{SAME}>, tensor<1x4xf32>, tensor<1x4x4x4xf32>
}}"""
ELEMENTWISE = f"""func.func @main(%x: tensor<256x{SAME}>, %y: tensor<256x{SAME}>, %n: tensor<256xf32>, %z: tensor<256x{SHIFTED}>)
    -> (tensor<256x{SAME}>, tensor<256x{SAME}>, tensor<256x{NARROW}>, tensor<256xi1>, tensor<256xf32>) {{
  %p = stablehlo.multiply %x, %y : (tensor<256x{SAME}>, tensor<256x{SAME}>) -> tensor<256x{I8}>
  %a = stablehlo.subtract %p, %x : (tensor<256x{I8}>, tensor<256x{SAME}>) -> tensor<256x{SAME}>
  %b = stablehlo.negate %a : tensor<256x{SAME}>
  %c = stablehlo.negate %b : tensor<256x{SAME}>
  %d = stablehlo.divide %x, %y : tensor<256x{SAME}>
  %e = stablehlo.uniform_quantize %n : (tensor<256xf32>) -> tensor<256x{NARROW}>
  %f = stablehlo.compare LT, %x, %y : (tensor<256x{SAME}>, tensor<256x{SAME}>) -> tensor<256xi1>
  %g = stablehlo.uniform_dequantize %z : (tensor<256x{SHIFTED}>) -> tensor<256xf32>
  return %c, %d, %e, %f, %g : tensor<256x{SAME}>, tensor<256x{SAME}>, tensor<256x{NARROW}>, tensor<256xi1>, tensor<256xf32>
}}"""
INTO_WIDER = f"""func.func @main(%x: tensor<9x{I8}>, %z: tensor<{I8}>) -> tensor<{WIDE}> {{
  %r = "stablehlo.reduce"(%x, %z) <{{dimensions = array<i64: 0>}}> ({{
  ^bb0(%a: tensor<{WIDE}>, %b: tensor<{WIDE}>):
    %s = stablehlo.add %a, %b : tensor<{WIDE}>
    stablehlo.return %s : tensor<{WIDE}>
  }}) : (tensor<9x{I8}>, tensor<{I8}>) -> tensor<{WIDE}>
  return %r : tensor<{WIDE}>
}}"""


def whole(random, dtype, *shape):
    limits = np.iinfo(dtype)
    return random.integers(limits.min, limits.max + 1, shape, dtype=dtype)


def numbers(random, *shape):
    return (random.standard_normal(shape) * 3).astype(np.float32)


CASES = {
    "image": (IMAGE, lambda random: [numbers(random, 1, 6, 6, 2), whole(random, np.int8, 3, 3, 2, 4), random.integers(-4000, 4000, 4, dtype=np.int32)]),
    "elementwise": (
        ELEMENTWISE,
        lambda random: [
            whole(random, np.int8, 256), whole(random, np.int8, 256), np.append(numbers(random, 253), [np.nan, np.inf, -np.inf]).astype("f4"),
            whole(random, np.int32, 256),
        ],
    ),
    "into wider": (INTO_WIDER, lambda random: [whole(random, np.int8, 9), np.int8(-8)]),
}  # fmt: skip


def lowered(module, passes):
    steps = load_pipeline(passes) if passes in ("vulkan", "cpu") else parse_pipeline(passes)
    Runner(lambda op: verify(op, lookup)).run(steps, module)
    return module


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(
    "passes",
    [
        "stablehlo-legalize-quantized-op-to-qdq",
        "stablehlo-lower-quantized-types",
        "infer-shapes,canonicalize,stablehlo-lower-quantized-types",
    ],
)
def test_what_is_lowered_gives_the_same(case, passes, random, read, values):
    text, draw = CASES[case]
    module = lowered(read(text), passes)
    if "types" in passes:
        assert not any(is_quantized(value.type) for op in module.walk() for value in (*op.operands, *op.results))
    for _ in range(8):
        arrays = draw(random)
        for actual, expected in zip(values(module, arrays, "interpreter"), values(read(text), arrays, "interpreter"), strict=True):
            np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("where", ["vulkan", "cpu"])
@pytest.mark.parametrize("case", ["image", "elementwise"])
def test_a_device_gives_the_same_integers(case, where, request, random, read, values):
    pytest.importorskip("llvmlite") if where == "cpu" else request.getfixturevalue("device")
    text, draw = CASES[case]
    arrays = draw(random)
    actual, expected = values(lowered(read(text), where), arrays, where), values(read(text), arrays, "interpreter")
    for one, other in zip(actual, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5 if one.dtype.kind == "f" else 0, atol=1e-5 if one.dtype.kind == "f" else 0)
