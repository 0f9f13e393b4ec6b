"""The same numbers under other indices: values from the StableHLO specification's examples and by counting."""

import numpy as np
import pytest
from tfir.dialects.stablehlo.shaping import broadcasting, placing


def test_iota_and_broadcast(compute):
    assert compute("%y = stablehlo.iota dim = 0 : tensor<3x2xi32>").tolist() == [[0, 0], [1, 1], [2, 2]]
    assert compute("%y = stablehlo.iota dim = 1 : tensor<2x3xf32>").tolist() == [[0, 1, 2], [0, 1, 2]]
    assert compute("""
      %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
      %y = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi64>
    """).tolist() == [[0, 1, 2], [0, 1, 2]]  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
      %y = stablehlo.broadcast %a, sizes = [2] : (tensor<2xi32>) -> tensor<2x2xi32>
    """).tolist() == [[1, 2], [1, 2]]  # fmt: skip


def test_broadcast_in_dim(compute):
    """The specification's example, and dimensions that change places on the way."""
    assert compute("""
      %a = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
      %y = stablehlo.broadcast_in_dim %a, dims = [2, 1] : (tensor<1x3xi32>) -> tensor<2x3x2xi32>
    """).tolist() == [[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
      %y = stablehlo.broadcast_in_dim %a, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
    """).tolist() == [[1, 4], [2, 5], [3, 6]]  # fmt: skip


def test_broadcast_makes_no_copies(compute):
    result = compute("""
      %a = stablehlo.constant dense<1.0> : tensor<f32>
      %y = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<1000x1000xf32>
    """)
    assert result.strides == (0, 0)


def test_dynamic_shapes(compute):
    assert compute("""
      %a = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi64>
      %s = stablehlo.constant dense<[2, 3, 2]> : tensor<3xi64>
      %y = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [2, 1] : (tensor<1x3xi64>, tensor<3xi64>) -> tensor<?x?x?xi64>
    """).tolist() == [[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
      %s = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
      %y = stablehlo.dynamic_reshape %a, %s : (tensor<4xi64>, tensor<2xi32>) -> tensor<?x?xi64>
    """).tolist() == [[1, 2], [3, 4]]  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
      %l = stablehlo.constant dense<[0]> : tensor<1xi64>
      %h = stablehlo.constant dense<[4]> : tensor<1xi64>
      %s = stablehlo.constant dense<[3]> : tensor<1xi64>
      %y = stablehlo.real_dynamic_slice %a, %l, %h, %s : (tensor<4xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi64>
    """).tolist() == [1, 4]  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
      %y = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x2xi64>) -> tensor<i32>
    """) == 2  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
      %n = stablehlo.constant dense<2> : tensor<i32>
      %y = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<3xi64>, tensor<i32>) -> tensor<?xi64>
    """).tolist() == [1, 2]  # fmt: skip


def test_transpose_reverse_reshape(compute):
    """The specification's example of transpose."""
    assert compute("""
      %a = stablehlo.constant dense<[[[1,2], [3,4], [5,6]], [[7,8], [9,10], [11,12]]]> : tensor<2x3x2xi32>
      %y = stablehlo.transpose %a, dims = [2, 1, 0] : (tensor<2x3x2xi32>) -> tensor<2x3x2xi32>
    """).tolist() == [[[1, 7], [3, 9], [5, 11]], [[2, 8], [4, 10], [6, 12]]]  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
      %y = stablehlo.reverse %a, dims = [1] : tensor<3x2xi32>
    """).tolist() == [[2, 1], [4, 3], [6, 5]]  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
      %y = stablehlo.reshape %a : (tensor<2x3xi32>) -> tensor<3x2xi32>
    """).tolist() == [[1, 2], [3, 4], [5, 6]]  # fmt: skip


def test_slice_and_concatenate(compute):
    assert compute("""
      %a = stablehlo.constant dense<[[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]]> : tensor<3x4xi64>
      %y = stablehlo.slice %a [1:3, 2:4] : (tensor<3x4xi64>) -> tensor<2x2xi64>
    """).tolist() == [[1, 1], [1, 1]]  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
      %y = stablehlo.slice %a [0:5:2] : (tensor<5xi64>) -> tensor<3xi64>
    """).tolist() == [0, 2, 4]  # fmt: skip
    assert compute("""
      %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
      %b = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi64>
      %y = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3x2xi64>, tensor<1x2xi64>) -> tensor<4x2xi64>
    """).tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]  # fmt: skip


def test_dynamic_slices_are_moved_inside(compute):
    """The specification's examples: a start of -1 is 0, one of 3 for a piece of 2 out of 4 is 2."""
    starts = "%i = stablehlo.constant dense<-1> : tensor<i64>\n%j = stablehlo.constant dense<3> : tensor<i64>"
    assert compute(starts + """
      %a = stablehlo.constant dense<[[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]]> : tensor<4x4xi32>
      %y = stablehlo.dynamic_slice %a, %i, %j, sizes = [2, 2] : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
    """).tolist() == [[1, 1], [1, 1]]  # fmt: skip
    assert compute(starts + """
      %a = stablehlo.constant dense<[[1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1]]> : tensor<4x4xi32>
      %u = stablehlo.constant dense<1> : tensor<2x2xi32>
      %y = stablehlo.dynamic_update_slice %a, %u, %i, %j : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i64>, tensor<i64>) -> tensor<4x4xi32>
    """).tolist() == np.ones((4, 4), int).tolist()  # fmt: skip


def padding(low, high, between, size):
    return f"""
      %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
      %v = stablehlo.constant dense<9> : tensor<i32>
      %y = stablehlo.pad %a, %v, low = [{low}], high = [{high}], interior = [{between}] : (tensor<3xi32>, tensor<i32>) -> tensor<{size}xi32>
    """


def test_pad(compute):
    assert compute("""
      %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
      %v = stablehlo.constant dense<0> : tensor<i32>
      %y = stablehlo.pad %a, %v, low = [0, 1], high = [2, 1], interior = [1, 2] : (tensor<2x3xi32>, tensor<i32>) -> tensor<5x9xi32>
    """).tolist() == [
        [0, 1, 0, 0, 2, 0, 0, 3, 0], [0] * 9, [0, 4, 0, 0, 5, 0, 0, 6, 0], [0] * 9, [0] * 9,
    ]  # fmt: skip
    assert compute(padding(1, 0, 0, 4)).tolist() == [9, 1, 2, 3]
    assert compute(padding(-1, 0, 0, 2)).tolist() == [2, 3]
    assert compute(padding(0, -2, 0, 1)).tolist() == [1]
    assert compute(padding(-1, -1, 1, 3)).tolist() == [9, 2, 9]
    assert compute(padding(-2, 1, 2, 6)).tolist() == [9, 2, 9, 9, 3, 9]
    assert compute(padding(5, -3, 0, 5)).tolist() == [9] * 5
    assert compute(padding(-3, 0, 0, 0)).tolist() == []
    assert compute(padding(-4, 6, 0, 5)).tolist() == [9] * 5


def test_padding_keeps_its_sign(compute):
    result = compute("""
      %x = stablehlo.constant dense<1.0> : tensor<1xf32>
      %z = stablehlo.constant dense<-0.0> : tensor<f32>
      %y = stablehlo.pad %x, %z, low = [1], high = [0], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    """)
    assert np.signbit(result).tolist() == [True, False]


def test_dynamic_pad(compute):
    assert compute("""
      %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
      %v = stablehlo.constant dense<0> : tensor<i64>
      %l = stablehlo.constant dense<1> : tensor<1xi64>
      %y = stablehlo.dynamic_pad %a, %v, %l, %l, %l : (tensor<2xi64>, tensor<i64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi64>
    """).tolist() == [0, 1, 0, 2, 0]  # fmt: skip


@pytest.mark.parametrize("sizes", [(3,), (1,), (2, 3)])
def test_what_is_repeated_is_a_view_that_is_not_written_to(sizes):
    """As NumPy repeats it, whether elements lie in order or not; memory is the operand's own."""
    dimensions, shape = list(range(1, len(sizes) + 1)), (4, *[3 if size == 1 else size for size in sizes])
    order, spread = placing(sizes, dimensions, len(shape))
    repeat = broadcasting(order, spread, shape, np.dtype(np.float32))
    plain = np.arange(np.prod(sizes), dtype=np.float32).reshape(sizes)
    for operand in (plain, np.asfortranarray(plain), np.stack([plain, plain], -1)[..., 1]):
        result = repeat(operand)
        np.testing.assert_array_equal(result, np.broadcast_to(plain, shape))
        assert np.shares_memory(result, operand)
        assert not result.flags.writeable
