"""What processes of a grid do together. Numbers are computed on paper from the specification's definitions; grids are replicas x partitions,
and the values of process (r, p) are told apart by their tens (r) and ones (p)."""

from functools import partial

import numpy as np
import pytest
from far_grid import far_results
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.stablehlo.collective import cross_partition, cross_replica, cross_replica_and_partition, flattened_ids
from tfir.execution.entry import find_entry
from tfir.execution.far_processes import Failed
from tfir.execution.grid import Grid
from tfir.execution.grid_program import GridEntry, GridSession
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

SUM = """({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    stablehlo.return %s : tensor<i64>
})"""
FIRST_LESS_TWICE_SECOND = """({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %d = stablehlo.add %r, %r : tensor<i64>
    %s = stablehlo.subtract %l, %d : tensor<i64>
    stablehlo.return %s : tensor<i64>
})"""
CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>"


def on_grid(replicas, partitions, inputs, body, arguments="%x: tensor<2xi64>", results="tensor<2xi64>"):
    """The results of `body`, whose last value is `%y`, by process; `inputs` has the arguments of each. Processes that are elsewhere give the same."""
    names = ", ".join(["%y"] if "," not in results else [f"%y#{n}" for n in range(results.count(",") + 1)])
    text = f"func.func @f({arguments}) -> ({results}) {{\n{body}\nreturn {names} : {results}\n}}"
    module = parse(Source("test", text), lookup, dialect)
    verify(module)
    entry = GridEntry(find_entry(module), replicas, partitions)
    arrays = [np.array(each) for each in inputs]
    far = partial(
        far_results,
        module,
        parse(Source("test", text), lookup, dialect),
        replicas,
        partitions,
        in_rows(arrays, len(entry.of_process.feeds), replicas * partitions),
    )
    try:
        values = GridSession(module, replicas, partitions, State()).program(entry)(arrays)
    except Error as error:
        with pytest.raises((Error, Failed)) as told:
            far()
        assert str(error) in str(told.value)
        raise
    for one, other in zip(values, far(), strict=True):
        np.testing.assert_array_equal(one, other)
    count = len(values) // (replicas * partitions)
    return [values[at] if count == 1 else values[at : at + count] for at in range(0, len(values), count)]


def in_rows(arrays, width, count):
    return [arrays[at * width : (at + 1) * width] for at in range(count)]


def numbered(replicas, partitions):
    """[10r + p, 100 + 10r + p] for each process."""
    return [[10 * r + p, 100 + 10 * r + p] for r in range(replicas) for p in range(partitions)]


def test_the_ways_of_splitting_a_grid():
    """The specification's own examples."""
    assert cross_replica(Grid(4, 2), [[0, 1], [2, 3]]) == [
        [(0, 0), (1, 0)], [(0, 1), (1, 1)], [(2, 0), (3, 0)], [(2, 1), (3, 1)]
    ]  # fmt: skip
    assert cross_partition(Grid(4, 2), [[0, 1]]) == [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(2, 0), (2, 1)], [(3, 0), (3, 1)]]
    assert cross_replica_and_partition(Grid(4, 2), [[0, 1], [2, 3]]) == [
        [(0, 0), (1, 0), (0, 1), (1, 1)], [(2, 0), (3, 0), (2, 1), (3, 1)]
    ]  # fmt: skip
    assert flattened_ids(Grid(4, 2), [[0, 1, 2, 3], [4, 5, 6, 7]]) == [
        [(0, 0), (0, 1), (1, 0), (1, 1)], [(2, 0), (2, 1), (3, 0), (3, 1)]
    ]  # fmt: skip


@pytest.mark.parametrize(
    "groups, expected",
    [
        # without a channel: among replicas of a partition
        ("dense<[[0, 1]]> : tensor<1x2xi64>", [10, 12, 10, 12]),
        # with one: all partitions of the replicas too
        (f"dense<[[0, 1]]> : tensor<1x2xi64>, {CHANNEL}", [22, 22, 22, 22]),
        (f"dense<[[0], [1]]> : tensor<2x1xi64>, {CHANNEL}", [1, 1, 21, 21]),
        # by number among all: processes (0, 0) and (1, 1), (0, 1) and (1, 0)
        (f"dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, {CHANNEL}, use_global_device_ids", [11, 11, 11, 11]),
        # groups of unequal size are filled up with -1
        (f"dense<[[0, 1, 2], [3, -1, -1]]> : tensor<2x3xi64>, {CHANNEL}, use_global_device_ids", [11, 11, 11, 11]),
        # none at all stands for one of all replicas
        ("dense<> : tensor<0x0xi64>", [10, 12, 10, 12]),
    ],
)
def test_all_reduce(groups, expected):
    results = on_grid(2, 2, numbered(2, 2), f"""
      %y = "stablehlo.all_reduce"(%x) {SUM} {{replica_groups = {groups}}} : (tensor<2xi64>) -> tensor<2xi64>
    """)  # fmt: skip
    assert [list(each)[0] for each in results] == expected


def test_a_reduction_goes_in_the_order_of_the_group():
    """8 - 2*1 = 6 for the group [1, 0], where 1 - 2*8 = -15 would be that of [0, 1]."""
    results = on_grid(2, 1, [[1, 1], [8, 8]], f"""
      %y = "stablehlo.all_reduce"(%x) {FIRST_LESS_TWICE_SECOND} {{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}} : (tensor<2xi64>) -> tensor<2xi64>
    """)  # fmt: skip
    assert np.array_equal(results, [[6, 6], [6, 6]])


def test_an_all_reduce_of_one_process_is_the_identity_and_needs_no_grid(compute):
    assert list(compute(f"""
      %x = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
      %y = "stablehlo.all_reduce"(%x) {SUM} {{replica_groups = dense<0> : tensor<1x1xi64>, {CHANNEL}}} : (tensor<2xi64>) -> tensor<2xi64>
    """)) == [3, 4]  # fmt: skip


def test_all_reduce_of_several_operands_and_with_a_wider_sum():
    """The sum of two i8 that the region takes as i32: 100 + 100 = 200 does not wrap."""
    results = on_grid(2, 1, [np.int8([100]), np.int64([1, 2]), np.int8([100]), np.int64([3, 4])], f"""
      %a = "stablehlo.all_reduce"(%x) ({{
        ^bb0(%l: tensor<i32>, %r: tensor<i32>):
          %s = stablehlo.add %l, %r : tensor<i32>
          stablehlo.return %s : tensor<i32>
      }}) {{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<1xi8>) -> tensor<1xi32>
      %b:2 = "stablehlo.all_reduce"(%z, %z) {SUM} {{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
      %y:2 = stablehlo.optimization_barrier %a, %b#1 : tensor<1xi32>, tensor<2xi64>
    """, "%x: tensor<1xi8>, %z: tensor<2xi64>", "tensor<1xi32>, tensor<2xi64>")  # fmt: skip
    assert [[list(value) for value in each] for each in results] == [[[200], [4, 6]]] * 2


def test_all_gather():
    """In the order of the group, along the dimension."""
    results = on_grid(2, 1, [[[1, 2]], [[3, 4]]], """
      %y = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x2xi64>) -> tensor<2x2xi64>
    """, "%x: tensor<1x2xi64>", "tensor<2x2xi64>")  # fmt: skip
    assert np.array_equal(results, [[[3, 4], [1, 2]]] * 2)


def test_all_to_all():
    """Process i gets the parts i of all, one below another."""
    results = on_grid(1, 2, [[[1, 2, 3, 4]], [[5, 6, 7, 8]]], f"""
      %y = "stablehlo.all_to_all"(%x) {{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, {CHANNEL}}} : (tensor<1x4xi64>) -> tensor<2x2xi64>
    """, "%x: tensor<1x4xi64>", "tensor<2x2xi64>")  # fmt: skip
    assert np.array_equal(results, [[[1, 2], [5, 6]], [[3, 4], [7, 8]]])


def test_reduce_scatter():
    """The sum [4, 6] in two parts: the first for the first of the group."""
    results = on_grid(2, 1, [[1, 2], [3, 4]], f"""
      %y = "stablehlo.reduce_scatter"(%x) {SUM} {{scatter_dimension = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}} : (tensor<2xi64>) -> tensor<1xi64>
    """, results="tensor<1xi64>")  # fmt: skip
    assert [list(each) for each in results] == [[6], [4]]


def test_collective_broadcast():
    """From the first of the group; a process of none gets zeros."""
    results = on_grid(3, 1, [[1, 1], [2, 2], [3, 3]], """
      %y = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    """)  # fmt: skip
    assert [list(each) for each in results] == [[3, 3], [0, 0], [3, 3]]


@pytest.mark.parametrize("op", ["broadcast", "reduce"])
def test_a_root_may_be_an_operand(op):
    """The number of a place in the group, for each other operand: both from replica 1, which is first in the group [1, 0]."""
    region = SUM if op == "reduce" else ""
    results = on_grid(2, 1, [[1, 2], np.int32([0]), [3, 4], np.int32([0])], f"""
      %y = "stablehlo.collective_{op}"(%x, %root) {region} {{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, has_dynamic_root}} : (tensor<2xi64>, tensor<1xi32>) -> tensor<2xi64>
    """, "%x: tensor<2xi64>, %root: tensor<1xi32>")  # fmt: skip
    assert [list(each) for each in results] == ([[0, 0], [4, 6]] if op == "reduce" else [[3, 4], [3, 4]])


def test_collective_reduce():
    """The sum for the first of the group alone."""
    results = on_grid(2, 1, [[1, 2], [3, 4]], f"""
      %y = "stablehlo.collective_reduce"(%x) {SUM} {{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<2xi64>) -> tensor<2xi64>
    """)  # fmt: skip
    assert [list(each) for each in results] == [[4, 6], [0, 0]]


def test_collective_permute():
    """Round a part of the ring: 0 to 1 to 2, and nothing to 0."""
    results = on_grid(1, 3, [[1, 1], [2, 2], [3, 3]], f"""
      %y = "stablehlo.collective_permute"(%x) {{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, {CHANNEL}}} : (tensor<2xi64>) -> tensor<2xi64>
    """)  # fmt: skip
    assert [list(each) for each in results] == [[0, 0], [1, 1], [2, 2]]


def test_quantized_values_meet():
    """Stored are x = q/2 and zero as 3: of 5 and 7 that is 1 and 2, whose sums are 2 and 4; a process without a source gets zeros, not -3/2."""
    type = "tensor<2x!quant.uniform<i8:f32, 0.5:3>>"
    results = on_grid(2, 1, [np.int8([5, 7]), np.int8([5, 7])], f"""
      %q = stablehlo.bitcast_convert %x : (tensor<2xi8>) -> {type}
      %0 = "stablehlo.all_reduce"(%q) {SUM.replace("i64", "!quant.uniform<i8:f32, 0.5:3>")} {{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : ({type}) -> {type}
      %1 = "stablehlo.collective_permute"(%q) {{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}} : ({type}) -> {type}
      %2 = stablehlo.uniform_dequantize %0 : ({type}) -> tensor<2xf32>
      %3 = stablehlo.uniform_dequantize %1 : ({type}) -> tensor<2xf32>
      %y:2 = stablehlo.optimization_barrier %2, %3 : tensor<2xf32>, tensor<2xf32>
    """, "%x: tensor<2xi8>", "tensor<2xf32>, tensor<2xf32>")  # fmt: skip
    assert [[list(value) for value in each] for each in results] == [[[2, 4], [0, 0]], [[2, 4], [1, 2]]]


def test_send_and_recv_along_pairs():
    """Each way at once: a send does not wait. A process that is no target gets zeros."""
    results = on_grid(1, 3, [[1, 1], [2, 2], [3, 3]], """
      %t = stablehlo.create_token : !stablehlo.token
      %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
      %r:2 = "stablehlo.recv"(%u) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
      %y = stablehlo.add %r#0, %x : tensor<2xi64>
    """)  # fmt: skip
    assert [list(each) for each in results] == [[3, 3], [3, 3], [3, 3]]


def test_numbers_of_processes():
    results = on_grid(2, 3, [], """
      %r = "stablehlo.replica_id"() : () -> tensor<ui32>
      %p = "stablehlo.partition_id"() : () -> tensor<ui32>
      %y:2 = stablehlo.optimization_barrier %r, %p : tensor<ui32>, tensor<ui32>
    """, "", "tensor<ui32>, tensor<ui32>")  # fmt: skip
    assert [(int(r), int(p)) for r, p in results] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


def test_asynchronous_ops_meet_in_any_order():
    """Replica 0 starts on channel 2 first, replica 1 on channel 3: were a start to wait, neither would get to the other's."""

    def started(name, handle):
        return f"""
          %{name} = "stablehlo.async_start"(%x) ({{
            ^bb0(%a: tensor<2xi64>):
              %b = "stablehlo.all_reduce"(%a) {SUM} {{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = {handle}, type = 0>}} : (tensor<2xi64>) -> tensor<2xi64>
              stablehlo.return %b : tensor<2xi64>
          }}) : (tensor<2xi64>) -> !stablehlo.future<tensor<2xi64>>"""

    def done(name, of):
        return f'%{name} = "stablehlo.async_done"(%{of}) : (!stablehlo.future<tensor<2xi64>>) -> tensor<2xi64>'

    def branch(first, second):
        return f"""({{{started("f", first)}\n{started("g", second)}
          {done("h", "f")}\n{done("i", "g")}
          %j = stablehlo.add %h, %i : tensor<2xi64>
          stablehlo.return %j : tensor<2xi64>
        }})"""[1:-1]  # fmt: skip

    results = on_grid(2, 1, [[1, 2], [3, 4]], f"""
      %replica = "stablehlo.replica_id"() : () -> tensor<ui32>
      %n = stablehlo.convert %replica : (tensor<ui32>) -> tensor<i32>
      %y = "stablehlo.case"(%n) ({branch(2, 3)}, {branch(3, 2)}) : (tensor<i32>) -> tensor<2xi64>
    """)  # fmt: skip
    assert [list(each) for each in results] == [[8, 12], [8, 12]]


def test_a_meeting_takes_place_once_a_turn_of_a_loop():
    """Doubled three times: 1 + 3 = 4, 8, 16."""
    results = on_grid(2, 1, [[1, 1], [3, 3]], f"""
      %z = stablehlo.constant dense<0> : tensor<i64>
      %w:2 = stablehlo.while(%i = %z, %v = %x) : tensor<i64>, tensor<2xi64>
      cond {{
        %three = stablehlo.constant dense<3> : tensor<i64>
        %c = stablehlo.compare LT, %i, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
        %one = stablehlo.constant dense<1> : tensor<i64>
        %j = stablehlo.add %i, %one : tensor<i64>
        %u = "stablehlo.all_reduce"(%v) {SUM} {{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<2xi64>) -> tensor<2xi64>
        stablehlo.return %j, %u : tensor<i64>, tensor<2xi64>
      }}
      %y = stablehlo.optimization_barrier %w#1 : tensor<2xi64>
    """)  # fmt: skip
    assert [list(each) for each in results] == [[16, 16], [16, 16]]


@pytest.mark.parametrize(
    "replicas, groups, message",
    [
        (1, "dense<[[0, 1]]> : tensor<1x2xi64>", "'stablehlo.all_reduce' op needs process (1, 0), and runs on 1 x 1 processes (--replicas=R --partitions=P)"),
        (3, "dense<[[0, 1]]> : tensor<1x2xi64>", "'stablehlo.all_reduce' op has no group for process (2, 0), and runs on 3 processes"),
    ],
)  # fmt: skip
def test_groups_that_do_not_fit_the_grid_are_refused(replicas, groups, message):
    with pytest.raises(Error) as error:
        on_grid(replicas, 1, [[1, 2]] * replicas, f"""
          %y = "stablehlo.all_reduce"(%x) {SUM} {{replica_groups = {groups}}} : (tensor<2xi64>) -> tensor<2xi64>
        """)  # fmt: skip
    assert str(error.value) == message


def test_an_infeed_that_is_empty_is_told():
    with pytest.raises(Error, match="'stablehlo.infeed' op reads from the infeed, and nothing is left there"):
        on_grid(1, 1, [], """
          %t = stablehlo.create_token : !stablehlo.token
          %y:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
        """, "", "tensor<2xi64>, !stablehlo.token")  # fmt: skip
