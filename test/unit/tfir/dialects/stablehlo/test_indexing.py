"""Gather, scatter, sort: the StableHLO specification's examples, and cases worked out by hand."""

import numpy as np
import pytest

OPERAND = "dense<[[[[1, 2], [3, 4], [5, 6], [7, 8]], [[9, 10],[11, 12], [13, 14], [15, 16]], [[17, 18], [19, 20], [21, 22], [23, 24]]], \
[[[25, 26], [27, 28], [29, 30], [31, 32]], [[33, 34], [35, 36], [37, 38], [39, 40]], [[41, 42], [43, 44], [45, 46], [47, 48]]]]> \
: tensor<2x3x4x2xi64>"
INDICES = "dense<[[[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 9]]], [[[0, 0], [2, 1], [2, 2]], [[1, 2], [0, 1], [1, 0]]]]> \
: tensor<2x2x3x2xi64>"


def test_gather_with_batching(compute):
    """The index (0, 9) is moved inside; the slice that it picks is that of (0, 2)."""
    assert compute(f"""
      %x = stablehlo.constant {OPERAND}
      %i = stablehlo.constant {INDICES}
      %y = "stablehlo.gather"(%x, %i) {{
        dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0],
          start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>,
        slice_sizes = array<i64: 1, 1, 2, 2>
      }} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi64>
    """).tolist() == [
        [[[[1, 2], [3, 4]], [[3, 4], [5, 6]], [[13, 14], [15, 16]]], [[[33, 34], [35, 36]], [[35, 36], [37, 38]], [[41, 42], [43, 44]]]],
        [[[[1, 2], [3, 4]], [[13, 14], [15, 16]], [[21, 22], [23, 24]]], [[[43, 44], [45, 46]], [[33, 34], [35, 36]], [[27, 28], [29, 30]]]],
    ]  # fmt: skip


def test_rows_by_number(compute):
    """What an embedding lookup is, with offsets in front of the batch."""
    text = """
      %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
      %i = stablehlo.constant dense<[1, 0, 1, 7]> : tensor<4xi32>
      %y = "stablehlo.gather"(%x, %i) {
        dimension_numbers = #stablehlo.gather<offset_dims = [OFFSET], collapsed_slice_dims = [0], start_index_map = [0],
          index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>
      } : (tensor<2x3xi32>, tensor<4xi32>) -> tensor<SHAPExi32>
    """
    rows = [[4, 5, 6], [1, 2, 3], [4, 5, 6], [4, 5, 6]]
    assert compute(text.replace("OFFSET", "1").replace("SHAPE", "4x3")).tolist() == rows
    assert compute(text.replace("OFFSET", "0").replace("SHAPE", "3x4")).tolist() == np.transpose(rows).tolist()


def test_dynamic_gather(compute):
    assert compute("""
      %x = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi64>
      %i = stablehlo.constant dense<[[1], [3]]> : tensor<2x1xi64>
      %s = stablehlo.constant dense<[2]> : tensor<1xi64>
      %y = "stablehlo.dynamic_gather"(%x, %i, %s) {
        dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>
      } : (tensor<4xi64>, tensor<2x1xi64>, tensor<1xi64>) -> tensor<2x2xi64>
    """).tolist() == [[20, 30], [30, 40]]  # fmt: skip


def test_scatter_with_batching(compute):
    """Each of 1 is added where it goes; the piece at (0, 9) reaches beyond the operand and is left out."""
    assert compute(f"""
      %x = stablehlo.constant {OPERAND}
      %i = stablehlo.constant {INDICES}
      %u = stablehlo.constant dense<1> : tensor<2x2x3x2x2xi64>
      %y = "stablehlo.scatter"(%x, %i, %u) ({{
        ^bb0(%a: tensor<i64>, %b: tensor<i64>):
          %0 = stablehlo.add %a, %b : tensor<i64>
          stablehlo.return %0 : tensor<i64>
      }}) {{
        scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1],
          input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>
      }} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
    """).tolist() == [
        [[[3, 4], [6, 7], [6, 7], [7, 8]], [[9, 10], [11, 12], [15, 16], [17, 18]], [[17, 18], [19, 20], [22, 23], [24, 25]]],
        [[[25, 26], [28, 29], [30, 31], [31, 32]], [[35, 36], [38, 39], [38, 39], [39, 40]], [[41, 42], [44, 45], [46, 47], [47, 48]]],
    ]  # fmt: skip


def scatter(body: str) -> str:
    """Updates 1, 2, 3, 4 for the positions 0, 2, 0, 5 of four tens."""
    return f"""
      %x = stablehlo.constant dense<10> : tensor<4xi32>
      %i = stablehlo.constant dense<[[0], [2], [0], [5]]> : tensor<4x1xi32>
      %u = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
      %y = "stablehlo.scatter"(%x, %i, %u) ({{
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          {body}
      }}) {{
        scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
      }} : (tensor<4xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<4xi32>
    """


def test_scatter_that_replaces(compute):
    """Of two updates for one place the last stays; what lies outside is left out."""
    assert compute(scatter("stablehlo.return %b : tensor<i32>")).tolist() == [3, 10, 2, 10]


def test_scatter_that_adds(compute):
    assert compute(scatter("%0 = stablehlo.add %a, %b : tensor<i32>\nstablehlo.return %0 : tensor<i32>")).tolist() == [14, 10, 12, 10]


def test_scatter_with_a_body_of_its_own(compute):
    """a - b, and twice where two updates meet: 10 - 1 - 3."""
    assert compute(scatter("%0 = stablehlo.subtract %a, %b : tensor<i32>\nstablehlo.return %0 : tensor<i32>")).tolist() == [6, 10, 8, 10]


def test_sort_of_two_operands(compute):
    first, second = compute("""
      %a = stablehlo.constant dense<[[1, 2, 3], [3, 2, 1]]> : tensor<2x3xi64>
      %b = stablehlo.constant dense<[[3, 2, 1], [1, 2, 3]]> : tensor<2x3xi64>
      %y:2 = "stablehlo.sort"(%a, %b) ({
        ^bb0(%p: tensor<i64>, %q: tensor<i64>, %r: tensor<i64>, %s: tensor<i64>):
          %0 = stablehlo.compare GT, %p, %q : (tensor<i64>, tensor<i64>) -> tensor<i1>
          stablehlo.return %0 : tensor<i1>
      }) {dimension = 0 : i64, is_stable = true} : (tensor<2x3xi64>, tensor<2x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>)
    """)
    assert first.tolist() == [[3, 2, 3], [1, 2, 1]]
    assert second.tolist() == [[1, 2, 1], [3, 2, 3]]


def test_sort_is_stable(compute):
    """Sorted by the last digit alone, numbers of one digit keep their order."""
    result, _ = compute("""
      %a = stablehlo.constant dense<[31, 12, 21, 2, 11, 1, 22]> : tensor<7xi32>
      %ten = stablehlo.constant dense<10> : tensor<7xi32>
      %d = stablehlo.remainder %a, %ten : tensor<7xi32>
      %y:2 = "stablehlo.sort"(%a, %d) ({
        ^bb0(%p: tensor<i32>, %q: tensor<i32>, %r: tensor<i32>, %s: tensor<i32>):
          %0 = stablehlo.compare LT, %r, %s : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %0 : tensor<i1>
      }) {dimension = -1 : i64, is_stable = true} : (tensor<7xi32>, tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>)
    """)
    assert result.tolist() == [31, 21, 11, 1, 12, 2, 22]


@pytest.mark.parametrize("direction, element", [("LT", "i32"), ("GT", "i32"), ("GT", "ui8"), ("LT", "f32"), ("LE", "i32")])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 100])
def test_sort_of_many(compute, direction, element, size):
    """Every 37th multiple modulo 101, in rows, against Python's own sort."""
    result = compute(f"""
      %i = stablehlo.iota dim = 1 : tensor<2x{size}x{element}>
      %r = stablehlo.iota dim = 0 : tensor<2x{size}x{element}>
      %s = stablehlo.add %i, %r : tensor<2x{size}x{element}>
      %k = stablehlo.constant dense<{37 if element != "f32" else 37.0}> : tensor<2x{size}x{element}>
      %m = stablehlo.constant dense<{101 if element != "f32" else 101.0}> : tensor<2x{size}x{element}>
      %p = stablehlo.multiply %s, %k : tensor<2x{size}x{element}>
      %x = stablehlo.remainder %p, %m : tensor<2x{size}x{element}>
      %y = "stablehlo.sort"(%x) ({{
        ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
          %0 = stablehlo.compare {direction}, %a, %b : (tensor<{element}>, tensor<{element}>) -> tensor<i1>
          stablehlo.return %0 : tensor<i1>
      }}) {{dimension = 1 : i64}} : (tensor<2x{size}x{element}>) -> tensor<2x{size}x{element}>
    """)
    wrap = 256 if element == "ui8" else 1 << 31
    rows = [[(column + row) % wrap * 37 % wrap % 101 for column in range(size)] for row in range(2)]
    assert result.reshape(2, -1).tolist() == [sorted(row, reverse=direction == "GT") for row in rows]


def test_sort_in_total_order_and_backwards(compute):
    """The comparison is written with its sides exchanged; -0 is less than +0, NaN greater than infinity."""
    result = compute("""
      %x = stablehlo.constant dense<[0.0, 0x7FC00000, -0.0, 0x7F800000, -1.0]> : tensor<5xf32>
      %y = "stablehlo.sort"(%x) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %0 = stablehlo.compare LT, %b, %a, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %0 : tensor<i1>
      }) {dimension = 0 : i64} : (tensor<5xf32>) -> tensor<5xf32>
    """)
    assert np.isnan(result[0])
    assert result[1:].tolist() == [np.inf, 0.0, 0.0, -1.0]
    assert np.signbit(result[2:4]).tolist() == [False, True]


@pytest.mark.parametrize("less, rest", [("LT, %xa, %xb", "LT, %ya, %yb"), ("GT, %xb, %xa", "GE, %yb, %ya")])
def test_sort_by_two_keys_puts_nan_last_in_each(compute, less, rest):
    """As an order: by a comparison taken at its word neither of a number and NaN goes before the other."""
    result = compute(f"""
      %x = stablehlo.constant dense<[0x7FC00000, 1.0, 0x7FC00000, 0.0, 1.0, 1.0, 0xFFC00000]> : tensor<7xf32>
      %y = stablehlo.constant dense<[1.0, 2.0, 0.0, 3.0, 0x7FC00000, 1.0, 0x7FC00000]> : tensor<7xf32>
      %i = stablehlo.iota dim = 0 : tensor<7xi32>
      %r:3 = "stablehlo.sort"(%x, %y, %i) ({{
        ^bb0(%xa: tensor<f32>, %xb: tensor<f32>, %ya: tensor<f32>, %yb: tensor<f32>, %ia: tensor<i32>, %ib: tensor<i32>):
          %0 = stablehlo.compare {less} : (tensor<f32>, tensor<f32>) -> tensor<i1>
          %1 = stablehlo.compare NE, %xb, %xa : (tensor<f32>, tensor<f32>) -> tensor<i1>
          %2 = stablehlo.compare {rest} : (tensor<f32>, tensor<f32>) -> tensor<i1>
          %3 = stablehlo.select %1, %0, %2 : tensor<i1>, tensor<i1>
          stablehlo.return %3 : tensor<i1>
      }}) {{dimension = 0 : i64}} : (tensor<7xf32>, tensor<7xf32>, tensor<7xi32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xi32>)
      %o = stablehlo.add %r#2, %r#2 : tensor<7xi32>
    """)
    assert (result // 2).tolist() == [3, 5, 1, 4, 2, 0, 6]


def test_torch_index_select(compute):
    assert compute("""
      %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
      %i = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
      %y = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
    """).tolist() == [[5, 6], [1, 2]]  # fmt: skip


def test_indices_that_no_signed_number_holds_are_far_outside(compute, same):
    """2**64 - 1 is not -1: a gather moves to the end, a scatter's window stays outside."""
    values = """
      %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
      %i = stablehlo.constant dense<18446744073709551615> : tensor<1xui64>
      %u = stablehlo.constant dense<[7.0, 8.0]> : tensor<2xf32>
    """
    same(compute(values + """
      %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>,
        slice_sizes = array<i64: 2>}> : (tensor<3xf32>, tensor<1xui64>) -> tensor<2xf32>
    """), [2.0, 3.0])  # fmt: skip
    same(compute(values + """
      %y = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %c = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %c : tensor<f32>
      }) : (tensor<3xf32>, tensor<1xui64>, tensor<2xf32>) -> tensor<3xf32>
    """), [1.0, 2.0, 3.0])  # fmt: skip


def test_scattered_windows_meet_in_the_order_of_index_vectors(compute):
    """Windows [2] at 1, 0 and 2 overlap; the last vector that reaches a place wins. Element by element of the updates, place 2 would hold 1."""
    assert compute("""
      %x = stablehlo.constant dense<[0, 0, 0, 0]> : tensor<4xi32>
      %i = stablehlo.constant dense<[[1], [0], [2]]> : tensor<3x1xi32>
      %u = stablehlo.constant dense<[[10, 20, 30], [1, 2, 3]]> : tensor<2x3xi32>
      %y = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          stablehlo.return %b : tensor<i32>
      }) : (tensor<4xi32>, tensor<3x1xi32>, tensor<2x3xi32>) -> tensor<4xi32>
    """).tolist() == [20, 2, 30, 3]  # fmt: skip
