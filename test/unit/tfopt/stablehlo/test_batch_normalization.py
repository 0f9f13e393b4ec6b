"""Batch normalisation in simpler operations, against its formulas in float64."""

import numpy as np
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_decompose import stablehlo_decompose
from tfrun.devices import session

X, V = "tensor<5x3x2xf32>", "tensor<3xf32>"
AT = "epsilon = 1.0e-3 : f32, feature_index = 1 : i64"
TEXT = f"""func.func @main(%x: {X}, %s: {V}, %o: {V}, %m: {V}, %v: {V}, %g: {X}) -> ({X}, {X}, {V}, {V}, {X}, {V}, {V}) {{
  %a = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{{{AT}}}> : ({X}, {V}, {V}, {V}, {V}) -> {X}
  %b:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{{{AT}}}> : ({X}, {V}, {V}) -> ({X}, {V}, {V})
  %c:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{{{AT}}}> : ({X}, {V}, {V}, {V}, {X}) -> ({X}, {V}, {V})
  return %a, %b#0, %b#1, %b#2, %c#0, %c#1, %c#2 : {X}, {X}, {V}, {V}, {X}, {V}, {V}
}}"""


def test_all_three():
    random = np.random.default_rng(0)
    x, g = (random.standard_normal((5, 3, 2)).astype("f4") for _ in range(2))
    s, o, m = (random.standard_normal(3).astype("f4") for _ in range(3))
    v = np.abs(random.standard_normal(3)).astype("f4") + 0.5
    module = parse(Source("test", TEXT), lookup, dialect)
    stablehlo_decompose(module)
    verify(module, lookup)
    assert not any("batch_norm" in op.name for op in module.walk())
    with session(module, "interpreter") as program_of:
        actual = program_of(find_entry(module))([x, s, o, m, v, g])
    x, s, o, m, v, g = (array.astype("f8") for array in (x, s, o, m, v, g))
    spread = lambda vector: vector[None, :, None]  # noqa: E731
    own_mean, own_variance = x.mean((0, 2)), x.var((0, 2))
    normal = lambda mean, variance: (x - spread(mean)) / np.sqrt(spread(variance) + 1e-3) * spread(s) + spread(o)  # noqa: E731
    centered, deviation = x - spread(m), np.sqrt(v + 1e-3)
    grad_scale, grad_offset = (g * centered).sum((0, 2)) / deviation, g.sum((0, 2))
    inner = 10 * g - spread(grad_offset) - centered * spread((g * centered).sum((0, 2)) / (v + 1e-3))
    expected = [
        normal(m, v),
        normal(own_mean, own_variance),
        own_mean,
        own_variance,
        spread(s / deviation / 10) * inner,
        grad_scale,
        grad_offset,
    ]
    for one, other in zip(actual, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
