"""What ops read, change and make, and which ops nothing would miss."""

import pytest
from tfir.analysis.effects import effects_of, is_dead
from tfir.analysis.graph_effects import has_effect, may_fail, touches_state
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.text.parser import parse

from tfopt.generic.cse import cse


def ops_in(text: str) -> list[Operation]:
    return list(parse(Source("text", text), lookup, dialect).body.first.body)


MEMORY = """
func.func @f(%m: memref<4xf32>, %i: index, %p: i1) {
  %0 = memref.load %m[%i] : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  memref.store %0, %m[%i] : memref<4xf32>
  scf.if %p {
    %2 = memref.load %m[%i] : memref<4xf32>
  }
  scf.if %p {
    memref.store %0, %m[%i] : memref<4xf32>
  }
  %3 = "tf.OpOfSomebodyElse"(%i) : (index) -> index
  %4 = arith.addi %i, %i : index
  return
}
"""


def test_what_is_read_or_made_and_not_used_is_dead_and_what_is_written_is_not():
    load, alloc, store, reads, writes, unknown, add, end = ops_in(MEMORY)
    assert [is_dead(op) for op in (alloc, reads, add)] == [True] * 3
    assert [is_dead(op) for op in (load, store, writes, unknown, end)] == [False] * 5  # the load is used
    assert (effects_of(load).reads, effects_of(alloc).allocates, effects_of(writes).writes) == ({"memory"}, {"memory"}, {"memory"})


VARIABLES = """
func.func @f(%v: tensor<!tf_type.resource>, %s: tensor<1xi32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<1xf32>, tensor<1xf32>) {{
  %0 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource>) -> tensor<f32>
  %1 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource>) -> tensor<f32>
  {between}
  %2 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource>) -> tensor<f32>
  %3 = "tf.RandomUniform"(%s) : (tensor<1xi32>) -> tensor<1xf32>
  %4 = "tf.RandomUniform"(%s) : (tensor<1xi32>) -> tensor<1xf32>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<1xf32>, tensor<1xf32>
}}
"""


@pytest.mark.parametrize(
    ("between", "reads"),
    [
        ("", 1),
        ('"tf.AssignVariableOp"(%v, %0) : (tensor<!tf_type.resource>, tensor<f32>) -> ()', 2),
        ('%x = "tf.OpOfSomebodyElse"() : () -> i32', 2),
    ],
)
def test_equal_reads_are_one_where_nothing_is_written_between_them(between, reads):
    module = parse(Source("text", VARIABLES.format(between=between)), lookup, dialect)
    cse(module)
    names = [op.name for op in module.body.first.body]
    assert names.count("tf.ReadVariableOp") == reads
    assert names.count("tf.RandomUniform") == 2  # two draws are not one


STATE = {
    # name: has an effect, touches state
    "ReadVariableOp": (False, True),
    "RandomUniform": (False, True),  # that a generator has advanced is told by the numbers alone
    "VarHandleOp": (False, False),
    "HashTableV2": (False, False),
    "LookupTableFindV2": (False, True),
    "LookupTableInsertV2": (True, True),
    "AssignVariableOp": (True, True),
    "Assert": (True, True),
    "NoOp": (False, False),
    "Placeholder": (False, False),
    "Switch": (False, False),
    "Neg": (False, False),
    "OpOfSomebodyElse": (True, True),
}


@pytest.mark.parametrize("name", STATE)
def test_what_a_node_s_op_does_to_state(name):
    node = Operation(f"tfg.{name}", (), ())
    assert (has_effect(node), touches_state(node)) == STATE[name]


def test_what_orders_or_leads_in_does_nothing_and_yet_stays():
    text = 'func.func @f() -> tensor<f32> {\n  %0 = "tf.Placeholder"() : () -> tensor<f32>\n  %1 = "tf.Placeholder"() : () -> tensor<f32>\n  return %0 : tensor<f32>\n}'
    _, unread, _ = ops_in(text)
    assert not has_effect(unread) and not is_dead(unread)


def test_what_may_fail():
    assert not may_fail(Operation("tfg.HashTableV2", (), ())) and not may_fail(Operation("tfg.Neg", (), ()))
    assert may_fail(Operation("tfg.GatherV2", (), ())) and may_fail(Operation("tfg.CheckNumerics", (), ()))


UNREAD = """
func.func @f(%t: tensor<!tf_type.resource>, %k: tensor<2xi64>, %d: tensor<f32>, %i: tensor<1xi32>, %x: tensor<3xf32>) {{
  %0 = {op}
  return
}}
"""
FIND = '"tf.LookupTableFindV2"(%t, %k, %d) : (tensor<!tf_type.resource>, tensor<2xi64>, tensor<f32>) -> tensor<2xf32>'


@pytest.mark.parametrize(
    ("op", "goes"),
    [  # what TensorFlow 2.21 with Grappler tells an error of, and what it does not, where only a control edge leads to it
        (FIND, False),
        ('"tf.TensorListGetItem"(%t, %d, %i) {tfir.array = "a"} : (tensor<!tf_type.resource>, tensor<f32>, tensor<1xi32>) -> tensor<f32>', False),
        ('"tf.Barrier"() {component_types = [f32], shapes = []} : () -> tensor<!tf_type.string>', False),
        ('"tf.ReadVariableOp"(%t) : (tensor<!tf_type.resource>) -> tensor<f32>', True),
        ('"tf.ResourceGather"(%t, %i) : (tensor<!tf_type.resource>, tensor<1xi32>) -> tensor<1xf32>', True),
        ('"tf.TensorListGetItem"(%t, %d, %i) : (tensor<!tf_type.resource>, tensor<f32>, tensor<1xi32>) -> tensor<f32>', True),
        ('"tf.GatherV2"(%x, %i, %i) : (tensor<3xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xf32>', True),
    ],
)  # fmt: skip
def test_unread_ops_that_tensorflow_runs_stay(op, goes):
    unread, _ = ops_in(UNREAD.format(op=op))
    assert is_dead(unread) == goes


def test_equal_look_ups_are_one_though_each_may_fail():
    module = parse(Source("text", UNREAD.format(op=f"{FIND}\n  %1 = {FIND}")), lookup, dialect)
    cse(module)
    assert [op.name for op in module.body.first.body] == ["tf.LookupTableFindV2", "func.return"]
