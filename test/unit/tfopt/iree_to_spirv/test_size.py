"""Kernels stay small: drivers compile them when they are first run, in time that grows faster than they do."""

import pytest

LARGEST = 100 * 1024
PRODUCT = (
    "%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<200x250xf32>, tensor<250x103xf32>) -> tensor<200x103xf32>"
)
WINDOW = (
    "%r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[3, 3], [3, 3]]} "
    "{batch_group_count = 1 : i64, feature_group_count = GROUPS : i64} : (tensor<1x56x56x68xf32>, tensor<KERNELxf32>) -> tensor<1x56x56x68xf32>"
)


@pytest.mark.parametrize("inputs, output, body", [
    (["200x250xf32", "250x103xf32"], "200x103xf32", PRODUCT),
    (["1x56x56x68xf32", "7x7x68x68xf32"], "1x56x56x68xf32", WINDOW.replace("GROUPS", "1").replace("KERNEL", "7x7x68x68")),
    (["1x56x56x68xf32", "7x7x1x68xf32"], "1x56x56x68xf32", WINDOW.replace("GROUPS", "68").replace("KERNEL", "7x7x1x68")),
], ids=["product", "convolution", "depthwise"])  # fmt: skip
@pytest.mark.parametrize("target", ["lavapipe", "portable"])
def test_kernels_stay_small(inputs, output, body, target, compile_program):
    from tfir.dialects.spirv.words import encode

    module = compile_program(inputs, [output], body, target)
    sizes = [len(encode(op)) for op in module.walk() if op.name == "spirv.module"]
    assert len(sizes) == 1 and sizes[0] <= LARGEST
