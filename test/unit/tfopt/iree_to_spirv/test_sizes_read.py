"""Sizes that the program computes are read as it runs: what follows is prepared for them, and kept while they stay the same. Expected values
are those of NumPy."""

import numpy as np
import pytest
from device_calls import DEVICES, call, lowered, read
from tfir.execution import sequencer
from tfir.execution.pieces import in_pieces

KEPT = """func.func @main(%x: tensor<6x2xf32>) -> (tensor<?x2xf32>, tensor<2xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<6x2xf32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %nothing = stablehlo.constant dense<0.0> : tensor<f32>
  %front = stablehlo.constant dense<0> : tensor<2xi32>
  %steps = stablehlo.constant dense<1> : tensor<2xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %is = stablehlo.compare GT, %x, %zero : (tensor<6x2xf32>, tensor<6x2xf32>) -> tensor<6x2xi1>
  %ones = stablehlo.convert %is : (tensor<6x2xi1>) -> tensor<6x2xi32>
  %most = stablehlo.reduce(%ones init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<6x2xi32>, tensor<i32>) -> tensor<6xi32>
  %n = stablehlo.reduce(%most init: %none) applies stablehlo.add across dimensions = [0] : (tensor<6xi32>, tensor<i32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %end = stablehlo.concatenate %n1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %rows = stablehlo.real_dynamic_slice %x, %front, %end, %steps : (tensor<6x2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xf32>
  %twice = stablehlo.add %rows, %rows : tensor<?x2xf32>
  %sums = stablehlo.reduce(%twice init: %nothing) applies stablehlo.add across dimensions = [0] : (tensor<?x2xf32>, tensor<f32>) -> tensor<2xf32>
  %m = stablehlo.get_dimension_size %twice, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  return %twice, %sums, %m : tensor<?x2xf32>, tensor<2xf32>, tensor<i32>
}"""


def first_positive(count: int) -> np.ndarray:
    x = -np.ones((6, 2), np.float32)
    x[:count] = np.arange(1, 2 * count + 1, dtype=np.float32).reshape(count, 2)
    return x


@pytest.mark.parametrize("device", DEVICES)
def test_a_call_may_have_more_or_fewer_rows_than_the_one_before(device):
    counts = (2, 2, 6, 0, 1, 6)
    inputs = [first_positive(count) for count in counts]
    for count, x, (rows, sums, number) in zip(counts, inputs, call(lowered(KEPT, DEVICES[device]), device, [[x] for x in inputs])):
        np.testing.assert_array_equal(rows, 2 * x[:count])
        np.testing.assert_array_equal(sums, 2 * x[:count].sum(0))
        assert number == count


LOOP = """func.func @main(%x: tensor<6xf32>, %k: tensor<i32>) -> tensor<f32> {
  %none = stablehlo.constant dense<0> : tensor<i32>
  %nothing = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = stablehlo.while(%i = %k, %total = %nothing) : tensor<i32>, tensor<f32>
    cond {
      %go = stablehlo.compare GT, %i, %none : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %front = stablehlo.constant dense<0> : tensor<1xi32>
      %steps = stablehlo.constant dense<1> : tensor<1xi32>
      %end = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
      %part = stablehlo.real_dynamic_slice %x, %front, %end, %steps : (tensor<6xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
      %sum = stablehlo.reduce(%part init: %nothing) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
      %next = stablehlo.add %total, %sum : tensor<f32>
      %less = stablehlo.subtract %i, %one : tensor<i32>
      stablehlo.return %less, %next : tensor<i32>, tensor<f32>
    }
  return %r#1 : tensor<f32>
}"""


@pytest.mark.parametrize("device", DEVICES)
def test_each_trip_of_a_loop_may_have_a_size_of_its_own(device):
    x = np.arange(6, dtype=np.float32)
    calls = [[x, np.array(count, np.int32)] for count in (4, 0, 6)]
    expected = [sum(x[:end].sum() for end in range(1, count + 1)) for count in (4, 0, 6)]
    assert [float(result) for (result,) in call(lowered(LOOP, DEVICES[device]), device, calls)] == expected


def test_what_sizes_do_not_depend_on_is_prepared_once():
    (func,) = [op for op in lowered(KEPT, "portable").body if op.name == "func.func"]
    pieces = in_pieces(list(func.region.blocks))
    assert [piece.is_steady for piece in pieces] == [True, False]
    assert [op.name for op in pieces[1].reads] == ["memref.load"]
    (fixed,) = [
        op
        for op in lowered(KEPT.replace("%n1 = stablehlo.reshape %n ", "%n1 = stablehlo.reshape %none "), "portable").body
        if op.name == "func.func"
    ]
    assert [piece.is_steady for piece in in_pieces(list(fixed.region.blocks))] == [True]


def test_a_sequence_may_read_where_it_is_written_by_hand():
    """Three elements of ones, by a number that an argument holds; the second argument is read at the third place."""
    module = read("""func.func @main(%x: memref<3xi32>) -> memref<?xf32> {
      %two = arith.constant 2 : index
      %read = memref.load %x[%two] : memref<3xi32>
      %n = arith.index_cast %read : i32 to index
      %y = "iree_ll_seq.alloc_heap"(%n) : (index) -> memref<?xf32>
      iree_ll_seq.return %y : memref<?xf32>
    }""")
    assert sequencer.is_sequence(next(iter(module.body)))
    from tfir.execution.sequence import sequence_program

    program = sequence_program(next(iter(module.body)))
    assert [program([np.array([7, 8, count], np.int32)])[0].shape for count in (3, 0, 3)] == [(3,), (0,), (3,)]


PLACES = """func.func @main(%x: tensor<?x2xf32>, %k: tensor<i32>) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %front = stablehlo.constant dense<0> : tensor<2xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %steps = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %nine = stablehlo.constant dense<9.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %k1 = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %begin = stablehlo.concatenate %k1, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %end = stablehlo.concatenate %n1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %part = stablehlo.real_dynamic_slice %x, %begin, %end, %steps : (tensor<?x2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xf32>
  %padded = stablehlo.dynamic_pad %x, %nine, %begin, %begin, %front : (tensor<?x2xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %part, %padded : tensor<?x2xf32>, tensor<?x2xf32>
}"""


@pytest.mark.parametrize("device", DEVICES)
def test_a_kernel_reads_where_a_slice_begins_and_how_far_what_is_padded_moves(device):
    module = lowered(PLACES, DEVICES[device])
    assert not [op for op in module.walk() if op.name == "iree.executable" and op.get("format") == "Host"]
    cases = [(1, 0), (1, 1), (5, 2), (5, 0), (8, 5), (0, 0)]
    inputs = [[np.arange(2 * rows, dtype=np.float32).reshape(rows, 2), np.array(k, np.int32)] for rows, k in cases]
    for (x, k), (part, padded) in zip(inputs, call(module, device, inputs)):
        np.testing.assert_array_equal(part, x[k::2])
        np.testing.assert_array_equal(padded, np.pad(x, ((k, k), (0, 0)), constant_values=9))


@pytest.mark.parametrize("device", DEVICES)
def test_numbers_below_zero_that_come_of_sizes_are_divided_towards_zero(device):
    text = """func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
      %none = stablehlo.constant dense<0> : tensor<1xi32>
      %two = stablehlo.constant dense<2> : tensor<1xi32>
      %six = stablehlo.constant dense<6> : tensor<1xi32>
      %nine = stablehlo.constant dense<9.0> : tensor<f32>
      %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
      %n = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
      %fewer = stablehlo.negate %n : tensor<1xi32>
      %half = stablehlo.divide %fewer, %two : tensor<1xi32>
      %back = stablehlo.dynamic_pad %x, %nine, %half, %none, %none
        : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
      %room = stablehlo.subtract %six, %n : tensor<1xi32>
      %side = stablehlo.divide %room, %two : tensor<1xi32>
      %middle = stablehlo.dynamic_pad %x, %nine, %side, %side, %none
        : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
      return %back, %middle : tensor<?xf32>, tensor<?xf32>
    }"""
    inputs = [np.arange(count, dtype=np.float32) for count in (5, 4, 1, 9, 11)]
    for x, (back, middle) in zip(inputs, call(lowered(text, DEVICES[device]), device, [[x] for x in inputs])):
        side = int((6 - len(x)) / 2)
        np.testing.assert_array_equal(back, x[len(x) // 2 :])
        np.testing.assert_array_equal(middle, np.pad(x, side, constant_values=9) if side >= 0 else x[-side:side])


@pytest.mark.parametrize("device", DEVICES)
def test_a_slice_whose_size_is_known_may_begin_at_a_computed_place(device):
    text = """func.func @main(%x: tensor<6xf32>, %at: tensor<1xi32>) -> tensor<2xf32> {
      %two = stablehlo.constant dense<2> : tensor<1xi32>
      %one = stablehlo.constant dense<1> : tensor<1xi32>
      %end = stablehlo.add %at, %two : tensor<1xi32>
      %y = stablehlo.real_dynamic_slice %x, %at, %end, %one : (tensor<6xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
      return %y : tensor<2xf32>
    }"""
    module = read(text) if device == "interpreter" else lowered(text, DEVICES[device])
    x = np.arange(6, dtype=np.float32)
    results = call(module, device, [[x, np.array([at], np.int32)] for at in (0, 3, 4)])
    assert [one.tolist() for (one,) in results] == [[0, 1], [3, 4], [4, 5]]


@pytest.mark.parametrize("device", DEVICES)
def test_more_parts_of_open_sizes_are_joined_than_a_kernel_takes(device):
    parts, total = range(20), "tensor<?x2xf32>"
    arguments = ", ".join([f"%x{at}: {total}" for at in parts])
    joined = ", ".join([f"%x{at}" for at in parts])
    text = f"""func.func @main({arguments}) -> {total} {{
      %y = stablehlo.concatenate {joined}, dim = 0 : ({", ".join([total for _ in parts])}) -> {total}
      return %y : {total}
    }}"""
    inputs = [np.full((at % 3, 2), at, np.float32) for at in parts]
    ((result,),) = call(lowered(text, DEVICES[device]), device, [inputs])
    np.testing.assert_array_equal(result, np.concatenate(inputs))
