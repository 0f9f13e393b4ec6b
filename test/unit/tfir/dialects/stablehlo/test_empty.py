"""Operands and results without elements, which views of windows and matrices must not trip over."""

import pytest

PAIR = """({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    %0 = stablehlo.add %a, %c : tensor<f32>
    %1 = stablehlo.maximum %b, %d : tensor<i32>
    stablehlo.return %0, %1 : tensor<f32>, tensor<i32>
  })"""
MORE = "({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n%0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %0 : tensor<i1>\n}"
SUM = "{\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n%0 = stablehlo.add %a, %b : tensor<f32>\nstablehlo.return %0 : tensor<f32>\n})"


@pytest.mark.parametrize(
    "shape, result, padding", [((0,), (0,), 0), ((2, 0), (1, 0), 0), ((0, 3), (0, 2), 0), ((1,), (0,), 0), ((0,), (1,), 1)]
)
def test_windows_of_several_operands(compute, shape, result, padding):
    text, after, rank = "x".join(map(str, shape)), "x".join(map(str, result)), len(shape)
    pads = f"dense<{padding}> : tensor<{rank}x2xi64>"
    actual = compute(f"""
      %x = stablehlo.constant dense<1.0> : tensor<{text}xf32>
      %y = stablehlo.constant dense<2> : tensor<{text}xi32>
      %f = stablehlo.constant dense<0.0> : tensor<f32>
      %i = stablehlo.constant dense<0> : tensor<i32>
      %r:2 = "stablehlo.reduce_window"(%x, %y, %f, %i) <{{window_dimensions = array<i64: {", ".join(["2"] * rank)}>, padding = {pads}}}> {PAIR}
        : (tensor<{text}xf32>, tensor<{text}xi32>, tensor<f32>, tensor<i32>) -> (tensor<{after}xf32>, tensor<{after}xi32>)
    """)
    assert [part.shape for part in actual] == [result, result]
    assert [part.dtype.name for part in actual] == ["float32", "int32"]
    assert not any(part.any() for part in actual)


@pytest.mark.parametrize("shape, source", [((0,), (0,)), ((2, 0), (1, 0)), ((1,), (0,))])
def test_select_and_scatter(compute, same, shape, source):
    text, rank = "x".join(map(str, shape)), len(shape)
    result = compute(f"""
      %x = stablehlo.constant dense<1.0> : tensor<{text}xf32>
      %y = stablehlo.constant dense<2.0> : tensor<{"x".join(map(str, source))}xf32>
      %f = stablehlo.constant dense<3.0> : tensor<f32>
      %r = "stablehlo.select_and_scatter"(%x, %y, %f) <{{window_dimensions = array<i64: {", ".join(["2"] * rank)}>}}> {MORE}, {SUM}
        : (tensor<{text}xf32>, tensor<{"x".join(map(str, source))}xf32>, tensor<f32>) -> tensor<{text}xf32>
    """)
    assert result.shape == shape
    assert (result == 3).all()


@pytest.mark.parametrize(
    "batch, features, groups, batches",
    [(0, 4, 1, 1), (0, 4, 2, 1), (0, 4, 1, 2), (2, 4, 2, 1), (2, 4, 1, 2), (2, 0, 1, 1), (2, 0, 2, 1), (2, 0, 1, 2)],
)
@pytest.mark.parametrize("size", [0, 1, 2])
def test_convolutions(compute, batch, features, groups, batches, size):
    places = max(0, size - 1)
    result = compute(f"""
      %x = stablehlo.constant dense<1.0> : tensor<{batch}x{size}x{2 * groups}xf32>
      %k = stablehlo.constant dense<1.0> : tensor<2x2x{features}xf32>
      %r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{}}
        {{feature_group_count = {groups} : i64, batch_group_count = {batches} : i64}}
        : (tensor<{batch}x{size}x{2 * groups}xf32>, tensor<2x2x{features}xf32>) -> tensor<{batch // batches}x{places}x{features}xf32>
    """)
    assert result.shape == (batch // batches, places, features)
    assert (result == 4).all()


@pytest.mark.parametrize("shape", [(0, 2, 2), (0, 0), (3, 0, 0)])
def test_cholesky(compute, shape):
    text = "x".join(map(str, shape))
    result = compute(f"%x = stablehlo.constant dense<> : tensor<{text}xf64>\n%y = stablehlo.cholesky %x, lower = true : tensor<{text}xf64>")
    assert result.shape == shape


def test_depthwise_convolutions_of_no_images(compute):
    result = compute("""
      %x = stablehlo.constant dense<> : tensor<0x3x3x3xf32>
      %k = stablehlo.constant dense<1.0> : tensor<2x2x1x3xf32>
      %r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
        {feature_group_count = 3 : i64, batch_group_count = 1 : i64} : (tensor<0x3x3x3xf32>, tensor<2x2x1x3xf32>) -> tensor<0x2x2x3xf32>
    """)
    assert result.shape == (0, 2, 2, 3)


def test_a_slice_of_a_number(compute, same):
    same(
        compute(
            "%x = stablehlo.constant dense<2.5> : tensor<f32>\n%y = stablehlo.dynamic_slice %x, sizes = [] : (tensor<f32>) -> tensor<f32>"
        ),
        2.5,
    )
