"""What processes do together, on a grid. Expected values are on paper: process r of a grid of n has [n * r, .., n * r + n - 1]."""

from collections import deque

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.execution.grid_program import GridEntry, GridSession
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tf.infer_shapes import infer_shapes
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

SIZES = """
  %size = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %key = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %all = "tf.Const"() <{value = dense<[[0, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %alone = "tf.Const"() <{value = dense<[[0], [1]]> : tensor<2x1xi32>}> : () -> tensor<2x1xi32>
"""


def lowered(op: str):
    text = f"func.func @main(%x: tensor<2xf32>) -> tensor<*xf32> {{{SIZES}  {op}\n  return %y : tensor<*xf32>\n}}"
    module = parse(Source("case", text), lookup, dialect)
    verify(module)
    infer_shapes(module)
    tf_to_stablehlo(module)
    verify(module)
    return module


def results(op: str) -> list:
    """What each of two processes computes."""
    module = lowered(op)
    session = GridSession(module, 2, 1, State())
    inputs = [np.arange(2 * at, 2 * at + 2, dtype=np.float32) for at in range(2)]
    return [each.tolist() for each in session.program(GridEntry(find_entry(module), 2, 1))(inputs)]


SIZED = "(tensor<2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<*xf32>"
GROUPED = "(tensor<2xf32>, tensor<1x2xi32>) -> tensor<*xf32>"
FIRST = "group_size = 2 : i64, group_key = 1 : i64, instance_key = 1 : i64, subdiv_offsets = []"


@pytest.mark.parametrize("op, expected", [
    ('"tf.AllToAll"(%x, %all) <{concat_dimension = 0 : i64, split_dimension = 0 : i64, split_count = 2 : i64}> : ' + GROUPED, [[0, 2], [1, 3]]),
    ('"tf.CollectiveReduceV2"(%x, %size, %key, %key) <{merge_op = "Add", final_op = "Id"}> : ' + SIZED, [[2, 4]] * 2),
    ('"tf.CollectiveReduceV2"(%x, %size, %key, %key) <{merge_op = "Add", final_op = "Div"}> : ' + SIZED, [[1, 2]] * 2),
    ('"tf.CollectiveReduceV2"(%x, %size, %key, %key) <{merge_op = "Max", final_op = "Id"}> : ' + SIZED, [[2, 3]] * 2),
    ('"tf.CollectiveReduce"(%x) <{merge_op = "Mul", final_op = "Id", ' + FIRST + '}> : (tensor<2xf32>) -> tensor<*xf32>', [[0, 3]] * 2),
    ('"tf.CollectiveReduceScatterV2"(%x, %size, %key, %key) <{merge_op = "Add", final_op = "Div"}> : ' + SIZED, [[1], [2]]),
    ('"tf.CollectiveGatherV2"(%x, %size, %key, %key) : ' + SIZED, [[0, 1, 2, 3]] * 2),
    ('"tf.CollectiveAllToAllV2"(%x, %size, %key, %key) : ' + SIZED, [[0, 2], [1, 3]]),
])  # fmt: skip
def test_processes_meet(op, expected):
    assert results(f"%y = {op}") == expected


ASSIGN = '"tf.CollectiveAssignGroupV2"(%GROUPS, %here, %key) : (tensor<SHAPExi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)'
HERE = '%here = "tf.XlaReplicaId"() : () -> tensor<i32>'
REDUCE = '%y = "tf.CollectiveReduceV2"(%x, %n#0, %n#1, %key) <{merge_op = "Add", final_op = "Id"}> : ' + SIZED


def test_a_group_may_be_told_by_its_members():
    assert results(f"{HERE}\n%n:2 = {ASSIGN.replace('GROUPS', 'all').replace('SHAPE', '1x2')}\n{REDUCE}") == [[2, 4]] * 2


def test_each_process_may_be_told_its_group():
    assert results(f"{HERE}\n%n:2 = {ASSIGN.replace('GROUPS', 'alone').replace('SHAPE', '2x1')}\n{REDUCE}") == [[0, 1], [2, 3]]


def test_a_group_whose_size_is_computed_is_refused():
    with pytest.raises(Error, match="operand 'group_size' must be a constant"):
        lowered('%n = "tf.XlaReplicaId"() : () -> tensor<i32>\n' + REDUCE.replace("%n#0, %n#1", "%n, %key"))


def test_what_is_sent_by_a_name_is_received_by_it():
    received = '%y = "tf.XlaRecv"() <{dtype = f32, tensor_name = "NAME", shape = #tf_type.shape<2>}> : () -> tensor<*xf32>'
    sent = '"tf.XlaSend"(%x) <{tensor_name = "a"}> : (tensor<2xf32>) -> ()\n'
    assert results(sent + received.replace("NAME", "a")) == [[0, 1], [2, 3]]
    with pytest.raises(Error, match=r"'stablehlo.recv' op in process \(0, 0\) waits"):
        results(sent + received.replace("NAME", "b"))


def test_feeds_go_in_and_out_in_order():
    module = lowered(
        '%y, %z = "tf.InfeedDequeueTuple"() <{dtypes = [f32, f32], shapes = [#tf_type.shape<2>, #tf_type.shape<2>]}> : () -> (tensor<*xf32>, tensor<*xf32>)\n'
        '"tf.OutfeedEnqueueTuple"(%z, %x) : (tensor<*xf32>, tensor<2xf32>) -> ()\n"tf.OutfeedEnqueue"(%x) : (tensor<2xf32>) -> ()'
    )
    session = GridSession(module, 1, 1, State())
    one, other = np.float32([5, 6]), np.float32([7, 8])
    session.grid.infeed = deque([lambda: [one, other]])
    np.testing.assert_array_equal(session.program(GridEntry(find_entry(module), 1, 1))([np.float32([1, 2])]), [one])
    assert [[each.tolist() for each in values] for values in session.grid.outfeed] == [[[7, 8], [1, 2]], [[1, 2]]]


def test_a_host_has_channels_of_its_own():
    module = lowered(
        '"tf.XlaSendToHost"(%x) <{key = "k"}> : (tensor<2xf32>) -> ()\n'
        '%y = "tf.XlaRecvFromHost"() <{Toutput = f32, shape = #tf_type.shape<2>, key = "k"}> : () -> tensor<*xf32>'
    )
    ops = [op for op in module.walk() if op.name in ("stablehlo.send", "stablehlo.recv")]
    assert [op.get("is_host_transfer") for op in ops] == [True, True]
    assert [op.attributes["channel_handle"].type for op in ops] == [2, 3]
